"""`sabot rules`: a clause in our words, the code that enforces it, and its tests."""

import argparse
import json
from dataclasses import asdict
from itertools import groupby

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sabot.cli.documents import irregularities
from sabot.cli.options import refuse_beside
from sabot.cli.printer import print_trimmed, screen
from sabot.core.languages import ENGLISH, languages
from sabot.core.refusal import Refusal
from sabot.rulebooks import RULEBOOKS, edition_named, rulebook
from sabot.rulebooks.catalogue import Catalogue, catalogue, pays_by
from sabot.rules import Rulebook
from sabot.rules.clause import Clause

WIDEST = 100
DEFINITIONS = "definitions"
KIND_STYLES = {"enforced": "green", "recorded": "cyan", "informative": "dim", "planned": "yellow"}


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument("rulebook", nargs="?", metavar="RULEBOOK", help="such as star-baccarat")
    options.add_argument(
        "clause",
        nargs="?",
        metavar="CLAUSE",
        help="such as 12.2, or 12 for a whole section, or definitions for the terms it defines",
    )
    options.add_argument("--coverage", action="store_true", help="count clauses by their kind")
    options.add_argument(
        "--irregularities",
        action="store_true",
        help="what each document says of every irregularity, side by side",
    )
    options.add_argument(
        "--duties", action="store_true", help="who owes what to whom until when, by document"
    )
    options.add_argument(
        "--diff",
        nargs=2,
        metavar=("OLD", "NEW"),
        help="an amendment clause by clause, and its effect on every edge: each is a rulebook"
        " (star-baccarat), one of its editions (star-baccarat@2025-08-13) or a file that defines"
        " RULEBOOK (draft.py)",
    )
    options.add_argument(
        "--check",
        metavar="GAME",
        help="name each part that a registered game lacks, with the file to touch; exit status 1"
        " if there is one",
    )
    options.add_argument(
        "--lang", default=ENGLISH, choices=tuple(languages()), help="of clauses and rulings"
    )
    options.add_argument("--json", action="store_true", help="for a program to read")


def run(chosen: argparse.Namespace) -> int:
    console = screen()
    console.width = min(console.width, WIDEST)
    refuse_beside(chosen, "coverage", "irregularities", "duties", "diff", "check")
    refuse_beside(chosen, "irregularities", "duties", "diff", "check")
    refuse_beside(chosen, "duties", "diff", "check")
    refuse_beside(chosen, "diff", "check")
    if chosen.check is not None:
        return _print_lacks(console, chosen)
    if chosen.diff is not None:
        _print_amendment(console, chosen)
        return 0
    _check_whole(chosen)
    if chosen.coverage:
        _print_coverage(console, chosen.rulebook, chosen.json)
        return 0
    if chosen.irregularities:
        _print_irregularities(chosen.rulebook, chosen.json)
        return 0
    if chosen.duties:
        _print_duties(chosen.rulebook, chosen.json)
        return 0
    if chosen.rulebook is None:
        raise Refusal("no-rulebook", None, f"Name a rulebook: {', '.join(RULEBOOKS)}.")
    book = edition_named(chosen.rulebook)
    book_catalogue = catalogue(book.id, book.version).told_in(chosen.lang)
    if chosen.clause == DEFINITIONS:
        _print_definitions(console, book_catalogue, chosen.json)
        return 0
    if chosen.clause is None:
        shown, listed = contents(book, book_catalogue), list(book_catalogue.clauses.values())
    elif chosen.clause in book_catalogue.sections:
        listed = _of_section(book_catalogue, chosen.clause)
        shown = section(book_catalogue, chosen.clause, listed)
    else:
        listed = [book_catalogue.clause(chosen.clause)]
        shown = page(book, book_catalogue, listed[0])
    if chosen.json:
        print(
            json.dumps(
                [_object(book, book_catalogue, each) for each in listed],
                indent=2,
                ensure_ascii=False,
            )
        )
    else:
        print_trimmed(console, shown)
    return 0


def contents(book: Rulebook, listing: Catalogue) -> RenderableType:
    """Return the sections of a document, with the number of clauses in each."""
    table = Table.grid(padding=(0, 2))
    for number, title in listing.sections.items():
        table.add_row(number, title, f"{len(_of_section(listing, number))} clauses")
    hint = f"`sabot rules {book.id} 4` lists a section, `sabot rules {book.id} 4.1` shows a clause."
    return Group(_heading(book), "", Padding(table, (0, 2)), "", Text(hint, style="dim"))


def section(listing: Catalogue, number: str, clauses: list[Clause]) -> RenderableType:
    """Return all clauses of one section, a sentence each."""
    title = Text(f"{listing.rulebook} {number}: {listing.sections[number]}", style="bold")
    return Group(title, "", _listed(clauses))


def page(book: Rulebook, listing: Catalogue, clause: Clause) -> RenderableType:
    """Return everything about one clause that a dealer, a supervisor or an inspector may ask."""
    title = Text(f"{book.id} {clause.number}: {listing.title(clause)}", style="bold")
    parts: list[RenderableType] = [title, _heading(book), "", Padding(clause.summary, (0, 2)), ""]
    if items := listing.items(clause):
        parts += [_listed(items), ""]
    if clause.number in book.tables:
        parts += [Padding(_printed(book.tables[clause.number]), (0, 2)), ""]
    facts = Table.grid(padding=(0, 2))
    facts.add_column(no_wrap=True, style="dim")
    for pays in pays_by(book, clause):
        facts.add_row("Pays", pays)
    for ruling in listing.rulings_on(clause):
        facts.add_row("Unclear", ruling.question)
        facts.add_row("Reading", Text(ruling.taken, style="bold"))
        facts.add_row("Not taken", ruling.rejected)
    facts.add_row("Status", _status(clause))
    for test in clause.tests:
        facts.add_row("Test", test)
    return Group(*parts, Padding(facts, (0, 2)))


def _heading(book: Rulebook) -> Text:
    return Text(f"{book.title}, {book.casino}, {book.version}", style="dim")


def _of_section(listing: Catalogue, number: str) -> list[Clause]:
    return [each for each in listing.clauses.values() if each.number.startswith(f"{number}.")]


def _listed(clauses: list[Clause]) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    for each in clauses:
        kind = Text(each.kind, style=KIND_STYLES[each.kind])
        table.add_row(each.number, kind, each.summary)
    return Padding(table, (0, 2))


def _printed(rows: tuple[tuple[str, ...], ...]) -> Table:
    table = Table(box=None, padding=(0, 1))
    for head in rows[0]:
        table.add_column(head, justify="right")
    for row in rows[1:]:
        table.add_row(*row)
    return table


def _status(clause: Clause) -> Text:
    explained = {
        "enforced": f"enforced by {clause.where}",
        "recorded": f"recorded by {clause.where}",
        "informative": f"informative: {clause.where}",
        "planned": f"not yet enforced: the {clause.where} it, in a later version",
    }
    return Text(explained[clause.kind], style=KIND_STYLES[clause.kind])


def _object(book: Rulebook, listing: Catalogue, clause: Clause) -> dict[str, object]:
    return {
        "rulebook": book.id,
        "clause": clause.number,
        "section": listing.title(clause),
        "kind": clause.kind,
        "where": clause.where,
        "tests": clause.tests,
        "summary": clause.summary,
        "pays": pays_by(book, clause),
        "rulings": [
            {"question": each.question, "taken": each.taken, "rejected": each.rejected}
            for each in listing.rulings_on(clause)
        ],
    }


def _print_coverage(console: Console, one: str | None, as_json: bool) -> None:
    books = RULEBOOKS if one is None else {one: rulebook(one)}
    counted = {name: catalogue(name).count() for name in books}
    if as_json:
        print(json.dumps(counted, indent=2))
        return
    table = Table(box=None, padding=(0, 1), collapse_padding=True, pad_edge=False)
    table.add_column("rulebook")
    for head in next(iter(counted.values())):
        table.add_column(head, justify="right")
    for name, counts in counted.items():
        table.add_row(name, *map(str, counts.values()))
    print_trimmed(console, table)


def _print_definitions(console: Console, listing: Catalogue, as_json: bool) -> None:
    """Every term that the document defines, a row each."""
    if as_json:
        rows = [asdict(each) for each in listing.definitions.values()]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    table = Table(box=None, padding=(0, 2))
    for head in ("term", "kind", "meaning"):
        table.add_column(head)
    for each in listing.definitions.values():
        table.add_row(each.term, each.kind, each.says)
    print_trimmed(console, table)


def _check_whole(chosen: argparse.Namespace) -> None:
    """Refuse a clause with a list that covers whole documents."""
    whole = {
        "The coverage": chosen.coverage,
        "The matrix of irregularities": chosen.irregularities,
        "The table of duties": chosen.duties,
    }
    for what, asked in whole.items():
        if asked and chosen.clause is not None:
            raise Refusal("bad-words", None, f"{what} is not listed by clause.")


def _print_duties(one: str | None, as_json: bool) -> None:
    from sabot.cli.documents import duty_rows

    books = list(RULEBOOKS) if one is None else [rulebook(one).id]
    if as_json:
        print(json.dumps(duty_rows.as_object(books), ensure_ascii=False, indent=2))
        return
    console = screen()
    console.width = irregularities.width_for(console)
    print_trimmed(console, duty_rows.render(books))


def _print_irregularities(one: str | None, as_json: bool) -> None:
    books = list(RULEBOOKS) if one is None else [rulebook(one).id]
    if as_json:
        print(json.dumps(irregularities.as_object(books), indent=2))
        return
    console = screen()
    console.width = irregularities.width_for(console)
    print_trimmed(console, irregularities.render(books, console.width))


def _print_amendment(console: Console, chosen: argparse.Namespace) -> None:
    from sabot.cli.documents import editions

    if chosen.rulebook is not None:
        raise Refusal("bad-words", None, "Name the two editions after --diff, and no other.")
    old, new = map(editions.named, chosen.diff)
    if chosen.json:
        print(editions.as_json(old, new))
    else:
        print_trimmed(console, editions.render(old, new))


def _print_lacks(console: Console, chosen: argparse.Namespace) -> int:
    """Print what a game lacks, a sentence each; the exit status is 1 if that is anything."""
    from sabot.cli.documents.completeness import lacks, subject_of

    if chosen.rulebook is not None:
        raise Refusal("bad-words", None, "Name the game after --check, and no other.")
    game = subject_of(chosen.check)
    found = lacks(game)
    if chosen.json:
        rows = [{**asdict(each), "rulebook": game.book.id} for each in found]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return 1 if found else 0
    for part, told in groupby(found, key=lambda each: each.part):
        console.print(Text(part, style="bold"))
        for each in told:
            print(f"  {each}")
    if game.tests is None:
        print("Tests were not looked at: Sabot runs without its source checkout.")
    print(f"{game.book.id} {f'lacks {len(found)} things' if found else 'is complete'}.")
    return 1 if found else 0
