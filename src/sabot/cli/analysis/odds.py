"""`sabot odds`: the exact value of every wager."""

import argparse
import json

from rich.table import Table
from rich.text import Text

from sabot.bench import book_of
from sabot.cli.analysis.conditions import (
    KNOWN,
    declare_known,
    print_decision,
    refuse_conditions,
    shoe_of,
    spread,
)
from sabot.cli.options import cards_of, changes_of, check_changes, refuse_beside
from sabot.cli.printer import print_trimmed, screen
from sabot.cli.progress import progress
from sabot.core.cards import RANKS, Card
from sabot.core.refusal import Refusal
from sabot.counting.count import MOST_SHOES, Count, counts
from sabot.odds.conditions import is_of_hands
from sabot.odds.counters.lucky import STRATEGIES, played_by_name, strategy
from sabot.odds.presentation.paysheet import FORMS
from sabot.odds.presentation.plain_data import draws
from sabot.odds.presentation.removal import effects
from sabot.odds.sheet import HEADS, OddsSheet, odds
from sabot.odds.wager_odds import MARK
from sabot.odds.whatif import changed, changes
from sabot.rules import LuckyDrawHands, Rulebook

Json = dict[str, object]
BEST = "optimal"
LETTERS = {"draw": ("D", "green"), "stand": ("S", "red")}


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "rulebook",
        metavar="RULEBOOK",
        help="such as star-baccarat; or a wager of your own, FILE.toml, or a game, FILE.py",
    )
    options.add_argument(
        "--decks", type=int, metavar="N", help="decks (default: the most that the game allows)"
    )
    options.add_argument("--scheme", metavar="S", help="pay scheme (default: commission)")
    declare_known(options)
    options.add_argument(
        "--strategy", metavar="NAME", help=f"one of {', '.join(STRATEGIES)} (default: {BEST})"
    )
    options.add_argument(
        "--change",
        action="append",
        default=[],
        metavar="NAME=ODDS",
        help="what if: other odds for a wager (tie=9:1) or a pay line (11.1.9.2=20:1); repeatable",
    )
    options.add_argument(
        "--any-decks", type=int, metavar="N", help="what if: decks that the document may forbid"
    )
    options.add_argument("--sheet", choices=tuple(FORMS), help="the pay sheet in this form")
    options.add_argument(
        "--removal", action="store_true", help="show the effect of removing each rank"
    )
    options.add_argument(
        "--counting",
        type=int,
        metavar="SHOES",
        help="show what a player who counts all cards gains over so many shoes",
    )
    options.add_argument("--json", action="store_true", help="for a program to read")


def run(chosen: argparse.Namespace) -> int:
    approved = book_of(chosen.rulebook)
    _check_options(chosen, approved)
    others = changes_of(chosen.change)
    book = changed(approved, others, chosen.any_decks)
    left = shoe_of(chosen, book)
    if chosen.given is not None and isinstance(book.procedure, LuckyDrawHands):
        print_decision(chosen, book, left)
        return 0
    known = {"condition": chosen.condition, "first": chosen.first}
    given: str | tuple[Card, ...] = chosen.given or ()
    if chosen.given is not None and not is_of_hands(chosen.given):
        given = cards_of(chosen.given)
        left = left.without(given)
    check_changes([*others], book, left.decks, book.scheme(chosen.scheme))
    if chosen.removal:
        _print_removal(effects(book, left.decks, chosen.scheme), book, chosen.json)
        return 0
    if chosen.counting is not None:
        return _counting(chosen, book, left.decks)
    sheet = odds(book, None, chosen.scheme, left, chosen.strategy or BEST, given, **known)
    if chosen.sheet:
        print(FORMS[chosen.sheet](sheet))
    elif chosen.json:
        note = {"spread": spread(chosen)} if spread(chosen) else {}
        print(json.dumps(sheet.to_dict() | note, indent=2))
    elif chosen.change:
        unchanged = changed(approved, decks=chosen.any_decks)
        strategy_name = chosen.strategy or BEST
        _print(sheet, odds(unchanged, None, chosen.scheme, left, strategy_name, given, **known))
    else:
        _print(sheet, note=spread(chosen))
    return 0


def _check_options(chosen: argparse.Namespace, book: Rulebook) -> None:
    """Reject options without effect."""
    refuse_beside(chosen, "counting", "removal", "scheme", *KNOWN, "strategy", "sheet")
    refuse_beside(chosen, "removal", *KNOWN, "strategy", "sheet")
    if book.procedure.takes_decisions:
        refuse_beside(chosen, "given", "strategy", "sheet", "change")
        refuse_conditions(chosen, book)
    refuse_beside(chosen, "sheet", "json")
    refuse_beside(chosen, "any-decks", "decks")
    if chosen.strategy is not None:
        strategy(chosen.strategy)
        if book.procedure.takes_decisions is None:
            raise Refusal(
                "bad-strategy",
                None,
                f"There are no player decisions in {book.title}, so no strategy applies.",
            )


def _print_removal(found: dict[str, dict[str, float]], book: Rulebook, as_json: bool) -> None:
    if as_json:
        print(json.dumps(found, indent=2))
        return
    title = f"{_marked(book)}One card gone, in millionths of a stake"
    table = Table(box=None, title=title, title_justify="left")
    table.add_column("wager")
    for rank in RANKS:
        table.add_column(rank, justify="right")
    for wager, by_rank in found.items():
        table.add_row(wager, *(f"{1e6 * change:+.0f}" for change in by_rank.values()))
    print_trimmed(screen(160), table)


def _marked(book: Rulebook) -> str:
    """Return the heading of figures that belong to no approved pay table."""
    return f"{MARK}: {'; '.join(changes(book))}\n" if changes(book) else ""


def _counting(chosen: argparse.Namespace, book: Rulebook, decks: int) -> int:
    """Print the advantage of a player who counts by composition; `sabot count` has more."""
    shoes = chosen.counting
    if not 1 <= shoes <= MOST_SHOES:
        raise Refusal(
            "bad-shoes", None, f"To count cards takes 1 to {MOST_SHOES:,} shoes, not {shoes:,}."
        )
    with progress(shoes, "shoes") as watch:
        found = counts(book, by_composition=True, decks=decks, shoes=shoes, watch=watch)
    if chosen.json:
        print(json.dumps([_counted(each) for each in found], indent=2))
        return 0
    table = Table(
        box=None, padding=(0, 2), title=_marked(book).strip() or None, title_justify="left"
    )
    for head in ("wager", "player ahead", "advantage then", "units a shoe", "error", "most"):
        table.add_column(head, justify="left" if head == "wager" else "right")
    for each in found:
        gains = each.gains
        then = "-" if gains.advantage is None else f"{gains.advantage:+.3%}"
        error = "-" if gains.units_per_shoe_se is None else f"{gains.units_per_shoe_se:.4f}"
        figures = f"{gains.frequency:.2%}", then, f"{gains.units_per_shoe:+.4f}", error
        table.add_row(each.wager, *figures, f"{each.best:+.2%}")
    print_trimmed(screen(), table)
    return 0


def _counted(each: Count) -> Json:
    gains = each.gains
    return {
        "wager": each.wager,
        "shoes": gains.shoes,
        "coups_per_shoe": gains.coups_per_shoe,
        "ahead": gains.frequency,
        "advantage": gains.advantage,
        "advantage_se": gains.advantage_se,
        "units_per_shoe": gains.units_per_shoe,
        "units_per_shoe_se": gains.units_per_shoe_se,
        "largest_advantage": each.best,
    }


def _print(sheet: OddsSheet, approved: OddsSheet | None = None, note: str = "") -> None:
    console = screen()
    print(sheet.title)
    table = Table(box=None, padding=(0, 2))
    rows: list[tuple[str, ...]] = [HEADS, *sheet.rows()]
    if approved:
        before = ["approved edge", *(_edge_in(approved, each) for each in sheet)]
        rows = [(*row[:-1], edge, row[-1]) for row, edge in zip(rows, before, strict=True)]
    for head in rows[0]:
        table.add_column(head, justify="left" if head == "wager" else "right")
    for row in rows[1:]:
        table.add_row(*row)
    print_trimmed(console, table)
    if sheet.knowing is not None:
        print(f"\n{sheet.knowing}")
    if note:
        print(f"\n{note}")
    if sheet.choices is not None:
        print()
        print_trimmed(console, _grid(sheet))
        print()
        for name, worth in played_by_name(sheet.choices).items():
            print(f"{name:10} loses {-worth:.4%} of the ENTER wager a round")


def _edge_in(sheet: OddsSheet, wager: str) -> str:
    return f"{sheet[wager].edge:.4%}" if wager in sheet else "not offered"


def _grid(sheet: OddsSheet) -> Table:
    assert sheet.choices is not None and sheet.strategy is not None
    drawn = draws(sheet.choices, sheet.strategy)
    table = Table(
        title=f"{sheet.strategy}: D draws, S stands, * by the cards",
        title_justify="left",
        box=None,
    )
    table.add_column("total v up", justify="right")
    for up in range(10):
        table.add_column(str(up))
    for total, row in drawn.items():
        cells = [LETTERS.get(str(share), ("*", "yellow")) for share in row.values()]
        table.add_row(total, *(Text(letter, style=style) for letter, style in cells))
    return table
