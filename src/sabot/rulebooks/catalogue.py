"""The clause catalogue: every numbered clause of every document, and the rulings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from sabot.core.languages import ENGLISH, phrase
from sabot.core.refusal import Refusal, quoted
from sabot.rulebooks import EDITIONS
from sabot.rules import Rulebook
from sabot.rules.clause import KINDS, Clause, Definition, Kind, Ruling, clause_of


@dataclass(frozen=True)
class Catalogue:
    """All clauses of one document by number, in document order, its section titles, and the terms
    that it defines."""

    rulebook: str
    clauses: dict[str, Clause]
    sections: dict[str, str]
    rulings: tuple[Ruling, ...]
    definitions: dict[str, Definition] = field(default_factory=dict)

    def clause(self, citation: str) -> Clause:
        """The clause that a citation such as 12.2 or 8.8(b) points to."""
        found = self.clauses.get(clause_of(citation))
        if found is None:
            section = citation.partition(".")[0]
            near = [number for number in self.clauses if number.startswith(f"{section}.")]
            hint = (
                f"section {section} runs from {near[0]} to {near[-1]}"
                if near
                else (f"its sections are 1 to {list(self.sections)[-1]}")
            )
            raise Refusal(
                "unknown-clause",
                None,
                "{rulebook} has no clause {citation}; {hint}.",
                rulebook=self.rulebook,
                citation=quoted(citation),
                hint=hint,
            )
        return found

    def told_in(self, language: str) -> "Catalogue":
        """The same in that language, in English where it has no words for something."""
        if language == ENGLISH:
            return self

        def said(text: str) -> str:
            return phrase(text, language)

        return Catalogue(
            self.rulebook,
            {
                number: replace(each, summary=said(each.summary))
                for number, each in self.clauses.items()
            },
            {number: said(title) for number, title in self.sections.items()},
            tuple(
                replace(
                    each,
                    question=said(each.question),
                    taken=said(each.taken),
                    rejected=said(each.rejected),
                )
                for each in self.rulings
            ),
            {term: replace(each, says=said(each.says)) for term, each in self.definitions.items()},
        )

    def title(self, clause: Clause) -> str:
        return self.sections[clause.number.partition(".")[0]]

    def items(self, clause: Clause) -> list[Clause]:
        """The clauses directly below one."""
        depth = clause.number.count(".") + 1
        return [
            each
            for each in self.clauses.values()
            if each.number.startswith(f"{clause.number}.") and each.number.count(".") == depth
        ]

    def rulings_on(self, clause: Clause) -> list[Ruling]:
        return [each for each in self.rulings if clause.number in each.clauses]

    def count(self) -> dict[str, int]:
        """Return the number of clauses, in total, of each kind and still missing, and the number of
        defined terms."""
        kinds = [clause.kind for clause in self.clauses.values()]
        counted = {"clauses": len(kinds)} | {k: kinds.count(k) for k in KINDS if k != "planned"}
        counted["missing"] = kinds.count("planned")
        return counted | {"definitions": len(self.definitions)}


AMENDMENTS: Final[dict[tuple[str, str], Path]] = {}
"""The folder of every edition but a game's first, by rulebook and version. It has only what is new:
`clauses.tsv` with the rows that were changed or added (a clause that is gone is `repealed`), and
`rulings.toml` with the rulings that were taken anew or besides."""
REPEALED: Final = "repealed"


@cache
def catalogue(rulebook: str, version: str | None = None) -> Catalogue:
    """The catalogue of one edition of a rulebook; of the newest if none is named."""
    folder = Path(__file__).parent / rulebook.replace("-", "_")
    if not (folder / "clauses.tsv").is_file():
        raise Refusal(
            "unknown-clause",
            None,
            "{rulebook} is no document, so it has no clauses.",
            rulebook=quoted(rulebook),
        )
    found = Catalogue(rulebook, {}, {}, ())
    for each in EDITIONS[rulebook]:
        amending = AMENDMENTS.get((rulebook, each))
        found = _amended(found, folder) if not found.clauses else found
        found = _amended(found, amending) if amending is not None else found
        if each == version:
            break
    return found


def _amended(before: Catalogue, folder: Path) -> Catalogue:
    """A catalogue with what a folder says anew, each clause in its place."""
    clauses, sections = dict(before.clauses), dict(before.sections)
    for row in (folder / "clauses.tsv").read_text("utf-8").splitlines():
        if row.startswith("# "):
            number, title = row.removeprefix("# ").split(" ", 1)
            sections[number] = title
            continue
        number, kind, where, tests, summary = row.split("\t")
        if kind == REPEALED:
            del clauses[number]
        else:
            clauses[number] = Clause(number, _kind(kind), where, tuple(tests.split()), summary)
    if before.clauses:
        clauses = dict(sorted(clauses.items(), key=_place))
    file = folder / "rulings.toml"
    told = rulings_in(file.read_text("utf-8")) if file.is_file() else []
    taken = [
        Ruling(tuple(each["clauses"]), each["question"], each["taken"], each["rejected"])
        for each in told
    ]
    kept = [each for each in before.rulings if each.clauses not in {new.clauses for new in taken}]
    defined = {**before.definitions, **_definitions(folder)}
    return Catalogue(before.rulebook, clauses, sections, (*kept, *taken), defined)


def rulings_in(text: str) -> list[dict[str, Any]]:
    """Return the tables of a file of rulings. Where each value is one line that JSON reads alike,
    JSON reads it ten times as fast; any other file is left to `tomllib`."""
    try:
        return [
            {
                key: msgspec.json.decode(value)
                for key, value in (line.split(" = ", 1) for line in table.splitlines() if line)
            }
            for table in text.split("[[ruling]]\n")[1:]
        ]
    except ValueError:
        import tomllib  # imported late: no file of ours needs it

        found: list[dict[str, Any]] = tomllib.loads(text)["ruling"]
        return found


def _definitions(folder: Path) -> dict[str, Definition]:
    """The terms that a folder's document defines, in its order; those of an amendment are anew."""
    file = folder / "definitions.tsv"
    rows = file.read_text("utf-8").splitlines() if file.is_file() else []
    found = [
        Definition(term, _kind(kind), where, says)
        for term, kind, where, says in (row.split("\t") for row in rows)
    ]
    return {each.term: each for each in found}


def _place(clause: tuple[str, Clause]) -> tuple[int, ...]:
    """Return a sort key for a clause: 9.10 after 9.9."""
    return tuple(int(part) for part in clause[0].split("."))


def pays_by(
    book: Rulebook,
    clause: Clause,
    names: Mapping[str, str] | None = None,
    say: Callable[[str], str] = str,
) -> list[str]:
    """Return the payments of a clause as the rulebook has them: wagers and their odds. `names` are
    those of the wagers in another language, `say` its words."""
    called = book.names if names is None else names
    lines = []
    for wager in book.wagers:
        for line in wager.lines:
            if clause_of(line.clause) == clause.number:
                scheme = f", {say(line.scheme)}" if line.scheme else ""
                odds = say(str(line.pays).replace(":", say(" to ")))
                lines.append(f"{called[wager.id]}: {odds}{scheme}")
        if clause_of(wager.loses) == clause.number:
            lines.append(f"{called[wager.id]}: {say('loses otherwise')}")
    return lines


def _kind(word: str) -> Kind:
    for kind in KINDS:
        if kind == word:
            return kind
    raise AssertionError(f"{word} is no kind of clause")
