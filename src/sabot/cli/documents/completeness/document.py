"""Look for gaps in the folder of a document: clauses, duties, terms, rulings, irregularities."""

import ast
import importlib
import re
from collections.abc import Iterator
from functools import reduce
from itertools import pairwise, product
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from sabot.cli.documents.amendment import amendment
from sabot.cli.documents.completeness.subject import Lack, Subject
from sabot.rulebooks import EDITIONS
from sabot.rulebooks.catalogue import AMENDMENTS, Catalogue, catalogue
from sabot.rulebooks.duties import duties_of
from sabot.rules.clause import Clause, clause_of
from sabot.rules.irregularities.irregularity import rule_for
from sabot.rules.irregularities.situations import CIRCUMSTANCES, SITUATIONS

CITATION: Final = re.compile(r"\d{1,2}(\.\d{1,2})+(\([a-z]+\))*")
FILES: Final = {
    "clauses.tsv": "write a row for each numbered clause: number, kind, function, tests, summary",
    "definitions.tsv": "write a row for each term that the document defines; an empty file if none",
    "duties.tsv": "write the heading, and a row for each duty that the document states",
    "rulings.toml": "write a reading of each clause that is unclear; an empty file if none is",
}


def folder(game: Subject) -> Iterator[Lack]:
    """Report files that the folder lacks, and an edition that is not described."""
    for name, told in FILES.items():
        if not (game.folder / name).is_file():
            yield Lack(
                "document", game.own(name), f"The file is missing: {told} (see docs/recipes.md)."
            )
    in_force = [each.in_force for each in EDITIONS[game.book.id].values()]
    if in_force != sorted(set(in_force)):
        yield Lack(
            "document",
            game.inside("rulebooks", "__init__.py"),
            "List the editions oldest first, each in force from a later day than the last.",
        )
    zone = game.book.conduct.zone
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        yield Lack("document", game.own("conduct.py"), f'"{zone}" is no time zone: set `zone`.')


def editions(game: Subject) -> Iterator[Lack]:
    """Report amended clauses without a row of their own: readers of the new edition would be told
    the old reading."""
    for old, new in pairwise(EDITIONS[game.book.id].values()):
        registered = AMENDMENTS.get((new.id, new.version))
        if registered is None:
            yield Lack(
                "editions",
                game.inside("rulebooks", "catalogue.py"),
                f"Add a row to AMENDMENTS: the folder of what {new.version} says anew.",
            )
            continue
        listing = registered / "clauses.tsv"
        rows = listing.read_text("utf-8").splitlines() if listing.is_file() else []
        told = {row.split("\t", 1)[0] for row in rows}
        changed = {clause_of(each.clause) for each in amendment(old, new) if each.clause}
        for number in sorted(changed - told, key=_place):
            yield Lack(
                "editions", str(listing), f"Clause {number} differs in {new.version}: add its row."
            )


def _place(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.split("."))


def clauses(game: Subject) -> Iterator[Lack]:
    """Report gaps in the numbers, rows that name no code or no test, and citations of clauses that
    have no row."""
    if not (game.folder / "clauses.tsv").is_file():
        return
    file = game.own("clauses.tsv")
    try:
        listing = catalogue(game.book.id)
    except (ValueError, AssertionError) as wrong:
        told = f"A row cannot be read ({wrong}): number, kind, function, tests and summary"
        yield Lack("clauses", file, f"{told} stand between tabs, sections after `# `.")
        return
    for number in _gaps(listing):
        yield Lack("clauses", file, f"Clause {number} has no row, and a later one has: add it.")
    for each in listing.clauses.values():
        yield from _row(game, each)
    for source in sorted(game.folder.glob("*.py")):
        for cited in _cited(source):
            if clause_of(cited) not in listing.clauses:
                yield Lack(
                    "clauses", file, f"Clause {cited}, which {source.name} cites, has no row."
                )
    for row in duties_of(game.book.id) if (game.folder / "duties.tsv").is_file() else ():
        if clause_of(row.clause) not in listing.clauses:
            yield Lack(
                "clauses",
                game.own("duties.tsv"),
                f"The duty {row.name} cites clause {row.clause}, which has no row in clauses.tsv.",
            )
    for ruling in listing.rulings:
        for cited in ruling.clauses:
            if clause_of(cited) not in listing.clauses:
                yield Lack(
                    "clauses",
                    game.own("rulings.toml"),
                    f"A ruling is on clause {cited}, which has no row in clauses.tsv.",
                )


def _gaps(listing: Catalogue) -> Iterator[str]:
    """Yield clauses between 4.1 and 4.9 of which there is none, and sections without a title."""
    counts: dict[str, list[int]] = {}
    for each in listing.clauses:
        start, _, last = each.rpartition(".")
        counts.setdefault(start, []).append(int(last))
    for start, numbers in counts.items():
        for number in range(1, max(numbers)):
            if number not in numbers:
                yield f"{start}.{number}"


def _row(game: Subject, clause: Clause) -> Iterator[Lack]:
    file = game.own("clauses.tsv")
    if clause.number.partition(".")[0] not in catalogue(game.book.id).sections:
        yield Lack(
            "clauses", file, f"The section of clause {clause.number} has no title (`# 4 …`)."
        )
    if clause.kind == "planned":
        yield Lack(
            "clauses", file, f"Clause {clause.number} is still planned: enforce or record it."
        )
    if clause.kind not in ("enforced", "recorded"):
        return
    module, _, name = clause.where.partition(":")
    try:
        reduce(getattr, name.split("."), importlib.import_module(module))
    except (ImportError, AttributeError, ValueError):
        told = f"Clause {clause.number} names {clause.where}, which does not exist"
        yield Lack("clauses", file, f"{told}: write module:function.")
    if clause.kind == "enforced" and not clause.tests:
        yield Lack("clauses", file, f"Clause {clause.number} is enforced and names no test.")


def _cited(source: Path) -> list[str]:
    """Return the clauses that stand as strings in a module, each once."""
    tree = ast.parse(source.read_text("utf-8"))
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    found = (each for each in texts if isinstance(each, str) and CITATION.fullmatch(each))
    return list(dict.fromkeys(found))


def irregularities(game: Subject) -> Iterator[Lack]:
    """Report situations without a cell, circumstances that no cell covers and cells never used."""
    cells = game.book.conduct.irregularities
    file = game.own("irregularities.py")
    for situation in SITUATIONS:
        name = situation.name
        if name not in cells:
            told = f'"{name}" has no cell: cite its clause, or write NO_RULE or cannot_happen'
            yield Lack("irregularities", file, f"{told}.")
            continue
        reached = []
        for values in product(*(CIRCUMSTANCES[each] for each in situation.asks)):
            found = rule_for(cells, name, dict(zip(situation.asks, values, strict=True)))
            if found is None:
                shown = ", ".join(map(str, values))
                yield Lack(
                    "irregularities", file, f'"{name}" has no cell where it is {shown}: add one.'
                )
                break
            reached.append(found)
        else:
            dead = [each for each in cells[name] if not any(each is one for one in reached)]
            if dead:
                told = f'A cell of "{name}" is never used: those above it cover all of its cases'
                yield Lack("irregularities", file, f"{told}.")
    for name in set(cells) - {each.name for each in SITUATIONS}:
        yield Lack("irregularities", file, f'"{name}" is no situation: see rules/irregularities.')


def house_rules(game: Subject) -> Iterator[Lack]:
    """Report what a live table would not know: which wager is meant, what a scheme pays, how cards
    are dealt."""
    book, conduct, rulebook = game.book, game.own("conduct.py"), game.own("rulebook.py")
    part = "house rules"
    named = {id_: "A SideBet" for each in book.conduct.side_bets for id_ in each.wagers}
    named |= {id_: "A pairing" for each in book.together.pairings for id_ in each.wagers}
    for id_, where in named.items():
        if id_ not in book.by_id:
            yield Lack(
                part,
                conduct if where == "A SideBet" else rulebook,
                f"{where} names {id_}, which is no wager: it has {', '.join(book.by_id)}.",
            )
    for scheme in book.schemes:
        if not any(line.scheme == scheme for each in book.wagers for line in each.lines):
            yield Lack(part, rulebook, f"No wager has a line that pays by {scheme}: add them.")
    if not book.conduct.methods:
        yield Lack(part, conduct, "There is no Method: say how the cards lie, and by which clause.")
