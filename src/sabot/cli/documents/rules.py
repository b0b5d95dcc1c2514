"""`sabot rules`: a clause in our words, the code that enforces it, and its tests."""

import argparse
import json
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING

from sabot.cli.options import refuse_beside
from sabot.cli.text_page import TextPage, page_for_screen
from sabot.core.languages import ENGLISH, languages
from sabot.core.refusal import Refusal
from sabot.rulebooks import RULEBOOKS, edition_named, rulebook
from sabot.rulebooks.catalogue import Catalogue, catalogue, pays_by
from sabot.rules import Rulebook
from sabot.rules.clause import Clause

if TYPE_CHECKING:
    from rich.table import Table

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
        help="compare what each document says of every irregularity, side by side",
    )
    options.add_argument(
        "--duties", action="store_true", help="list who owes what to whom until when, by document"
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
        "--book",
        metavar="FILE",
        help="write every clause with its readings, code, tests, edges and last proof there: .html,"
        " .pdf, .json, or .xml (Akoma Ntoso)",
    )
    options.add_argument(
        "--text",
        metavar="FILE",
        help="your own copy of the document as text, to stand beside our words in the book",
    )
    options.add_argument(
        "--lang", default=ENGLISH, choices=tuple(languages()), help="of clauses and rulings"
    )
    options.add_argument("--json", action="store_true", help="for a program to read")


def run(chosen: argparse.Namespace) -> int:
    _check_alone(chosen)
    if chosen.check is not None:
        return _print_lacks(chosen)
    if chosen.diff is not None:
        _print_amendment(chosen)
        return 0
    _check_whole(chosen)
    if chosen.coverage:
        _print_coverage(chosen.rulebook, chosen.json)
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
    if chosen.book is not None or chosen.text is not None:
        return _write_book(book, chosen)
    book_catalogue = catalogue(book.id, book.version).told_in(chosen.lang)
    if chosen.clause == DEFINITIONS:
        _print_definitions(book_catalogue, chosen.json)
        return 0
    shown = page_for_screen(WIDEST)
    if chosen.clause is None:
        listed = list(book_catalogue.clauses.values())
        write_contents(shown, book, book_catalogue)
    elif chosen.clause in book_catalogue.sections:
        listed = _of_section(book_catalogue, chosen.clause)
        write_section(shown, book_catalogue, chosen.clause, listed)
    else:
        listed = [book_catalogue.clause(chosen.clause)]
        write_clause(shown, book, book_catalogue, listed[0])
    if chosen.json:
        print(
            json.dumps(
                [_object(book, book_catalogue, each) for each in listed],
                indent=2,
                ensure_ascii=False,
            )
        )
    else:
        print(shown)
    return 0


def _write_book(book: Rulebook, chosen: argparse.Namespace) -> int:
    from sabot.cli.documents.book import describe_copy, write_book

    if chosen.book is None:
        raise Refusal("bad-words", None, "--text stands beside --book FILE: name the book's file.")
    if chosen.clause is not None:
        raise Refusal("bad-words", None, "A book has every clause: leave out the clause.")
    copy = write_book(book, chosen.book, chosen.lang, chosen.text)
    if copy is not None:
        shown = page_for_screen(WIDEST)
        for line in describe_copy(copy):
            shown.add(line)
        print(shown)
    return 0


def _check_alone(chosen: argparse.Namespace) -> None:
    """Reject options that say nothing beside each other."""
    refuse_beside(chosen, "book", "coverage", "irregularities", "duties", "diff", "check", "json")
    refuse_beside(chosen, "coverage", "irregularities", "duties", "diff", "check")
    refuse_beside(chosen, "irregularities", "duties", "diff", "check")
    refuse_beside(chosen, "duties", "diff", "check")
    refuse_beside(chosen, "diff", "check")


def write_contents(shown: TextPage, book: Rulebook, listing: Catalogue) -> None:
    """Write the sections of a document, with the number of clauses in each."""
    _write_heading(shown, book)
    shown.add()
    counted = [
        (number, title, f"{len(_of_section(listing, number))} clauses")
        for number, title in listing.sections.items()
    ]
    shown.rows([[(each, "") for each in row] for row in counted], indent=2)
    shown.add()
    hint = f"`sabot rules {book.id} 4` lists a section, `sabot rules {book.id} 4.1` shows a clause."
    shown.add(hint, "dim")


def write_section(shown: TextPage, listing: Catalogue, number: str, clauses: list[Clause]) -> None:
    """Write all clauses of one section, a sentence each."""
    shown.add(f"{listing.rulebook} {number}: {listing.sections[number]}", "bold")
    shown.add()
    _write_listed(shown, clauses)


def write_clause(shown: TextPage, book: Rulebook, listing: Catalogue, clause: Clause) -> None:
    """Write everything about one clause that a dealer, a supervisor or an inspector may ask."""
    shown.add(f"{book.id} {clause.number}: {listing.title(clause)}", "bold")
    _write_heading(shown, book)
    shown.add()
    shown.add(clause.summary, indent=2)
    shown.add()
    if items := listing.items(clause):
        _write_listed(shown, items)
        shown.add()
    if clause.number in book.tables:
        shown.figures(book.tables[clause.number], indent=2)
        shown.add()
    facts = [("Pays", pays, "") for pays in pays_by(book, clause)]
    for ruling in listing.rulings_on(clause):
        facts.append(("Unclear", ruling.question, ""))
        facts.append(("Reading", ruling.taken, "bold"))
        facts.append(("Not taken", ruling.rejected, ""))
    facts.append(("Status", _status(clause), KIND_STYLES[clause.kind]))
    facts += [("Test", test, "") for test in clause.tests]
    shown.rows([[(label, "dim"), (told, style)] for label, told, style in facts], indent=2)


def _write_heading(shown: TextPage, book: Rulebook) -> None:
    shown.add(f"{book.title}, {book.casino}, {book.version}", "dim")


def _of_section(listing: Catalogue, number: str) -> list[Clause]:
    return [each for each in listing.clauses.values() if each.number.startswith(f"{number}.")]


def _write_listed(shown: TextPage, clauses: list[Clause]) -> None:
    rows = [
        [(each.number, ""), (each.kind, KIND_STYLES[each.kind]), (each.summary, "")]
        for each in clauses
    ]
    shown.rows(rows, indent=2)


def _status(clause: Clause) -> str:
    explained = {
        "enforced": f"enforced by {clause.where}",
        "recorded": f"recorded by {clause.where}",
        "informative": f"informative: {clause.where}",
        "planned": f"not yet enforced: the {clause.where} it, in a later version",
    }
    return explained[clause.kind]


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


def _print_coverage(one: str | None, as_json: bool) -> None:
    from rich.table import Table

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
    _print_table(table)


def _print_definitions(listing: Catalogue, as_json: bool) -> None:
    """Every term that the document defines, a row each."""
    from rich.table import Table

    if as_json:
        rows = [asdict(each) for each in listing.definitions.values()]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    table = Table(box=None, padding=(0, 2))
    for head in ("term", "kind", "meaning"):
        table.add_column(head)
    for each in listing.definitions.values():
        table.add_row(each.term, each.kind, each.says)
    _print_table(table)


def _print_table(table: "Table") -> None:
    from sabot.cli.printer import print_trimmed, screen

    console = screen()
    console.width = min(console.width, WIDEST)
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
    from sabot.cli.documents import duty_rows, irregularities
    from sabot.cli.printer import print_trimmed, screen

    books = list(RULEBOOKS) if one is None else [rulebook(one).id]
    if as_json:
        print(json.dumps(duty_rows.as_object(books), ensure_ascii=False, indent=2))
        return
    console = screen()
    console.width = irregularities.width_for(console)
    print_trimmed(console, duty_rows.render(books))


def _print_irregularities(one: str | None, as_json: bool) -> None:
    from sabot.cli.documents import irregularities
    from sabot.cli.printer import print_trimmed, screen

    books = list(RULEBOOKS) if one is None else [rulebook(one).id]
    if as_json:
        print(json.dumps(irregularities.as_object(books), indent=2))
        return
    console = screen()
    console.width = irregularities.width_for(console)
    print_trimmed(console, irregularities.render(books, console.width))


def _print_amendment(chosen: argparse.Namespace) -> None:
    from sabot.cli.documents import editions
    from sabot.cli.printer import print_trimmed, screen

    if chosen.rulebook is not None:
        raise Refusal("bad-words", None, "Name the two editions after --diff, and no other.")
    old, new = map(editions.named, chosen.diff)
    if chosen.json:
        print(editions.as_json(old, new))
    else:
        console = screen()
        console.width = min(console.width, WIDEST)
        print_trimmed(console, editions.render(old, new))


def _print_lacks(chosen: argparse.Namespace) -> int:
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
        heading = page_for_screen(WIDEST)
        heading.add(part, "bold")
        print(heading)
        for each in told:
            print(f"  {each}")
    if game.tests is None:
        print("Tests were not looked at: Sabot runs without its source checkout.")
    print(f"{game.book.id} {f'lacks {len(found)} things' if found else 'is complete'}.")
    return 1 if found else 0
