"""`sabot count`: card counting, with the counts at which a wager pays and its gain."""

import argparse
import json

from rich.table import Table

from sabot.cli.options import refuse_beside
from sabot.cli.printer import print_trimmed, screen
from sabot.cli.progress import progress
from sabot.core.refusal import Refusal, quoted
from sabot.counting.count import FITTED_SHOES, SEED, SHOES, VULNERABLE, Count, count, counts, sweep
from sabot.counting.gains import Gains
from sabot.counting.tags import USUAL_TAG
from sabot.odds.wager_odds import MARK

INTERRUPTED = 130
CUT = "cut"
"""The first column of a table of several depths."""


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "game", metavar="GAME", help="a rulebook, a public side bet, FILE.toml or FILE.py"
    )
    options.add_argument("--wager", metavar="ID", help="needed where the game has several")
    options.add_argument("--all", action="store_true", help="all wagers of the game in one table")
    options.add_argument(
        "--tags", metavar="8:2,9:2,…", help="what each rank adds to the count (default: searched)"
    )
    options.add_argument(
        "--largest-tag", type=int, metavar="N", help=f"of a search (default: {USUAL_TAG})"
    )
    options.add_argument(
        "--unbalanced", action="store_true", help="search also for tags that do not add up to 0"
    )
    options.add_argument(
        "--by-composition", action="store_true", help="a counter who knows all unseen cards"
    )
    options.add_argument(
        "--trigger", metavar="X", help="bet from this true count on (default: the best one)"
    )
    options.add_argument("--decks", type=int, metavar="N", help="default: the most it allows")
    options.add_argument("--scheme", metavar="S", help="default: commission")
    options.add_argument(
        "--cut", metavar="N", help="cards behind the cutting card; several depths as 14,52,104"
    )
    options.add_argument("--source", metavar="S", help="shoe or device, where it has both")
    options.add_argument("--boxes", type=int, metavar="N", help="boxes dealt to (default: 1)")
    options.add_argument("--shoes", type=int, metavar="N", help=f"default: {SHOES:,}")
    options.add_argument("--seed", type=int, metavar="S", help=f"default: {SEED}")
    options.add_argument("--hands-per-hour", type=int, metavar="N", help="with --hourly-limit")
    options.add_argument(
        "--hourly-limit", metavar="AMOUNT", help="the largest stake that gains less an hour"
    )
    options.add_argument("--json", action="store_true", help="for a program to read")


def run(chosen: argparse.Namespace) -> int:
    _check(chosen)
    cuts = _cuts(chosen.cut)
    shoes = SHOES if chosen.shoes is None else chosen.shoes
    fitted = 0 if chosen.trigger or chosen.by_composition else min(shoes, FITTED_SHOES)
    number = max(1, (shoes + fitted) * max(1, len(cuts)))
    with progress(number, "shoes") as watch:
        options = {
            "by_composition": chosen.by_composition,
            "largest_tag": USUAL_TAG if chosen.largest_tag is None else chosen.largest_tag,
            "balanced": not chosen.unbalanced,
            "decks": chosen.decks,
            "scheme": chosen.scheme,
            "source": chosen.source,
            "boxes": 1 if chosen.boxes is None else chosen.boxes,
            "shoes": chosen.shoes,
            "seed": SEED if chosen.seed is None else chosen.seed,
            "watch": watch,
        }
        found = _found(chosen, cuts, options)
    if chosen.json:
        told = [each.to_dict() for each in found]
        several = {"wagers": told} if chosen.all else {"depths": told}
        print(json.dumps(several if chosen.all or len(cuts) > 1 else told[0], indent=2))
    elif chosen.all or len(cuts) > 1:
        _show_table(found, CUT if len(cuts) > 1 else "wager")
    else:
        _show(found[0])
    return 0 if all(each.complete for each in found) else INTERRUPTED


def _check(chosen: argparse.Namespace) -> None:
    """Reject options that exclude one another."""
    refuse_beside(chosen, "all", "wager", "tags", "trigger", "hands-per-hour", "hourly-limit")
    refuse_beside(chosen, "by-composition", "tags", "largest-tag", "unbalanced")
    refuse_beside(chosen, "tags", "largest-tag", "unbalanced")
    if chosen.all and len(_cuts(chosen.cut)) > 1:
        raise Refusal("bad-words", None, "Several depths go with one wager: leave out --all.")


def _cuts(text: str | None) -> list[int]:
    if text is None:
        return []
    parts = text.split(",")
    for each in parts:
        if not (each.isascii() and each.strip().isdigit() and len(each) < 6):
            raise Refusal("bad-words", None, f"--cut must be whole numbers, not {quoted(text)}.")
    return [int(each) for each in parts]


def _found(chosen: argparse.Namespace, cuts: list[int], options: dict[str, object]) -> list[Count]:
    cut = cuts[0] if cuts else None
    if chosen.all:
        return counts(chosen.game, cut=cut, **options)  # type: ignore[arg-type]
    options |= {
        "tags": chosen.tags,
        "trigger": chosen.trigger,
        "hands_per_hour": chosen.hands_per_hour,
        "hourly_limit": chosen.hourly_limit,
    }
    if len(cuts) > 1:
        return sweep(chosen.game, chosen.wager, cuts, **options)
    return [count(chosen.game, chosen.wager, cut=cut, **options)]  # type: ignore[arg-type]


def _heading(each: Count, *, several: bool = False) -> str:
    marked = f"{MARK}: {'; '.join(each.changed)}\n" if each.changed else ""
    behind = "" if each.cut is None or several else f", {each.cut} cards behind the cutting card"
    return f"{marked}{each.game}: {each.decks} decks{behind}, {each.gains.shoes:,} shoes"


def _show(each: Count) -> None:
    if not each.complete:
        print(f"Broken off: this is what {each.gains.shoes:,} of {each.asked:,} shoes say.\n")
    print(_heading(each))
    gains = each.gains
    rows = [("wager", each.name)]
    if each.tags is None:
        rows += [("counts", "all unseen cards"), ("bets from", _percent(each.trigger))]
    else:
        rows += [
            ("tags", str(each.tags)),
            ("betting correlation", f"{each.betting_correlation:.4f}"),
            ("bets from", "never" if each.trigger is None else f"true count {each.trigger:+g}"),
        ]
    rows += [
        ("coups a shoe", f"{gains.coups_per_shoe:.2f}"),
        ("bets a shoe", f"{gains.bets_per_shoe:.3f}, {gains.frequency:.3%} of coups"),
        ("advantage when betting", _with_error(gains.advantage, gains.advantage_se, "{:+.4%}")),
        ("units a shoe", _with_error(gains.units_per_shoe, gains.units_per_shoe_se, "{:+.4f}")),
        ("units per 100 coups", f"{gains.units_per_100:+.4f}"),
        ("sd of one bet", _number(gains.sd_per_bet)),
        ("desirability index", _number(gains.desirability)),
        ("by composition", f"{each.perfect.units_per_shoe:+.4f} units a shoe"),
        ("largest advantage seen", f"{each.best:+.2%}"),
    ]
    if each.maximum is not None:
        rows.append(("largest maximum", each.maximum))
    rows.append(("vulnerable", each.vulnerable or "no"))
    for name, value in rows:
        print(f"{name:24}{value}")


def _with_error(value: float | None, error: float | None, form: str) -> str:
    if value is None:
        return "nothing was bet"
    return form.format(value) + (f", error {form.format(error)[1:]}" if error is not None else "")


def _percent(value: float | None) -> str:
    return "never" if value is None else f"an expectation of {value:+.2%}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def _show_table(found: list[Count], first: str) -> None:
    table = Table(box=None, title=_heading(found[0], several=first == CUT), title_justify="left")
    heads = ("trigger", "correlation", "bets a shoe", "advantage", "error", "units a shoe", "error",
             "per 100", "desirability", "by composition", "vulnerable")  # fmt: skip
    table.add_column(first)
    for head in heads:
        table.add_column(head, justify="right")
    for each in found:
        table.add_row(str(getattr(each, first)), *_cells(each, each.gains))
    print_trimmed(screen(160), table)
    print(f"\nVulnerable: at least {VULNERABLE:g} units per 100 coups, beyond two standard errors.")


def _cells(each: Count, gains: Gains) -> tuple[str, ...]:
    bet = gains.advantage is not None
    return (
        "-" if each.trigger is None else f"{each.trigger:+g}",
        "-" if each.betting_correlation is None else f"{each.betting_correlation:.3f}",
        f"{gains.bets_per_shoe:.3f}",
        f"{gains.advantage:+.3%}" if bet else "-",
        f"{gains.advantage_se:.3%}" if gains.advantage_se is not None else "-",
        f"{gains.units_per_shoe:+.4f}",
        f"{gains.units_per_shoe_se:.4f}" if gains.units_per_shoe_se is not None else "-",
        f"{gains.units_per_100:+.4f}",
        f"{gains.desirability:.3f}" if gains.desirability is not None else "-",
        f"{each.perfect.units_per_shoe:+.4f}",
        each.vulnerable or "",
    )
