"""`sabot games`: the rulebooks."""

import argparse
import json
import tomllib
from itertools import count, takewhile

from sabot.bench import LIBRARY, library_text
from sabot.bench.library import figures
from sabot.rulebooks import RULEBOOKS
from sabot.rules import Rulebook, Wager


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument("--json", action="store_true", help="for a program to read")
    options.add_argument(
        "--side-bets", action="store_true", help="the public side bets that `sabot odds` knows"
    )


def run(chosen: argparse.Namespace) -> int:
    if chosen.side_bets:
        return _side_bets(chosen.json)
    if chosen.json:
        print(json.dumps([_object(book) for book in RULEBOOKS.values()], indent=2))
        return 0
    for book in RULEBOOKS.values():
        decks = ", ".join(map(str, book.preparation.decks.allowed))
        print(f"{book.id}")
        print(f"  {book.title}, {book.casino}, {book.version}; {decks} decks")
        if book.schemes:
            print(f"  schemes: {', '.join(book.schemes)}")
        print(f"  wagers:  {', '.join(_shortened(book))}")
    return 0


def _side_bets(as_json: bool) -> int:
    """Print public side bets, with their published figures."""
    published = figures()
    listed = [
        {
            "wager": id_,
            "name": tomllib.loads(library_text(id_))["name"],
            "published": [each._asdict() for each in published if each.wager == id_],
        }
        for id_ in LIBRARY
    ]
    if as_json:
        print(json.dumps(listed, indent=2))
        return 0
    for bet in listed:
        print(f"{bet['wager']:30}{bet['name']}")
    return 0


def _shortened(book: Rulebook) -> list[str]:
    """Return wager ids; those numbered one after another from 0 (point-total-0 to point-total-9) as
    a range. Another id that ends in a digit (dragon-7) is a name of its own."""
    shown: list[str] = []
    ranged: set[str] = set()
    for wager in book.wagers:
        if wager.id in ranged:
            continue
        family = _numbered(book, wager.id.removesuffix("0")) if wager.id.endswith("-0") else []
        ranged.update(family)
        shown.append(f"{family[0]} … {family[-1]}" if len(family) > 1 else wager.id)
    return shown


def _numbered(book: Rulebook, stem: str) -> list[str]:
    """Return the ids of a family that are numbered 0, 1, 2 and so on without a gap."""
    numbered = (f"{stem}{number}" for number in count())
    return list(takewhile(book.by_id.__contains__, numbered))


def _object(book: Rulebook) -> dict[str, object]:
    return {
        "rulebook": book.id,
        "title": book.title,
        "casino": book.casino,
        "version": book.version,
        "dated": book.dated,
        "in_force": book.in_force,
        "decks": book.preparation.decks.allowed,
        "schemes": list(book.schemes),
        "wagers": [_wager(wager) for wager in book.wagers],
    }


def _wager(wager: Wager) -> dict[str, object]:
    return {
        "wager": wager.id,
        "name": wager.name,
        "clause": wager.clause,
        "box": wager.space.per_box,
        "decks": wager.decks,
        "settles": wager.settles,
        "lines": [
            {"clause": line.clause, "odds": str(line.pays), "scheme": line.scheme}
            for line in wager.lines
        ],
    }
