"""The clause catalogue: every numbered clause of every document, and the rulings."""

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from sabot.languages import phrase
from sabot.refusal import Refusal, quoted
from sabot.rules import Rulebook
from sabot.rules.clause import KINDS, Clause, Kind, Ruling, clause_of


@dataclass(frozen=True)
class Catalogue:
    """All clauses of one document by number, in document order, and its section titles."""

    rulebook: str
    clauses: dict[str, Clause]
    sections: dict[str, str]
    rulings: tuple[Ruling, ...]

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
        """How many clauses there are, of each kind, and how many are still missing."""
        kinds = [clause.kind for clause in self.clauses.values()]
        counted = {"clauses": len(kinds)} | {k: kinds.count(k) for k in KINDS if k != "planned"}
        return counted | {"missing": kinds.count("planned")}


@cache
def catalogue(rulebook: str) -> Catalogue:
    """The catalogue of the rulebook of that id."""
    folder = resources.files("sabot.rulebooks") / rulebook.replace("-", "_")
    if not (folder / "clauses.tsv").is_file():
        raise Refusal(
            "unknown-clause",
            None,
            "{rulebook} is no document, so it has no clauses.",
            rulebook=quoted(rulebook),
        )
    clauses: dict[str, Clause] = {}
    sections: dict[str, str] = {}
    for row in (folder / "clauses.tsv").read_text("utf-8").splitlines():
        if row.startswith("# "):
            number, title = row.removeprefix("# ").split(" ", 1)
            sections[number] = title
            continue
        number, kind, where, tests, summary = row.split("\t")
        clauses[number] = Clause(number, _kind(kind), where, tuple(tests.split()), summary)
    table = tomllib.loads((folder / "rulings.toml").read_text("utf-8"))
    rulings = tuple(
        Ruling(tuple(each["clauses"]), each["question"], each["taken"], each["rejected"])
        for each in table["ruling"]
    )
    return Catalogue(rulebook, clauses, sections, rulings)


def pays_by(book: Rulebook, clause: Clause) -> list[str]:
    """What the clause says of money, as the rulebook has it: who is paid at which odds."""
    lines = []
    for wager in book.wagers:
        for line in wager.lines:
            if clause_of(line.clause) == clause.number:
                scheme = f", {line.scheme}" if line.scheme else ""
                lines.append(f"{wager.name}: {str(line.pays).replace(':', ' to ')}{scheme}")
        if clause_of(wager.loses) == clause.number:
            lines.append(f"{wager.name}: loses otherwise")
    return lines


def _kind(word: str) -> Kind:
    for kind in KINDS:
        if kind == word:
            return kind
    raise AssertionError(f"{word} is no kind of clause")
