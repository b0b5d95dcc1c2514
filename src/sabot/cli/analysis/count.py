"""`sabot count`: card counting, with the counts at which a wager pays and its gain."""

import argparse
import json

from sabot.cli.options import refuse_beside
from sabot.cli.progress import progress
from sabot.core.refusal import Refusal, quoted
from sabot.counting.count import FITTED_SHOES, SEED, SHOES, Count, count, counts, sweep
from sabot.counting.count_sheet import CountSheet
from sabot.counting.tags import USUAL_TAG

INTERRUPTED = 130


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
        "--largest-tag",
        type=int,
        metavar="N",
        help=f"largest tag to search for (default: {USUAL_TAG})",
    )
    options.add_argument(
        "--unbalanced", action="store_true", help="search also for tags that do not add up to 0"
    )
    options.add_argument(
        "--by-composition", action="store_true", help="count as a player who knows all unseen cards"
    )
    options.add_argument(
        "--trigger", metavar="X", help="bet from this true count on (default: the best one)"
    )
    options.add_argument(
        "--decks", type=int, metavar="N", help="decks (default: the most that the game allows)"
    )
    options.add_argument("--scheme", metavar="S", help="pay scheme (default: commission)")
    options.add_argument(
        "--cut", metavar="N", help="cards behind the cutting card; several depths as 14,52,104"
    )
    options.add_argument("--source", metavar="S", help="shoe or device, where it has both")
    options.add_argument("--boxes", type=int, metavar="N", help="boxes dealt to (default: 1)")
    options.add_argument("--shoes", type=int, metavar="N", help=f"default: {SHOES:,}")
    options.add_argument("--seed", type=int, metavar="S", help=f"default: {SEED}")
    options.add_argument(
        "--hands-per-hour", type=int, metavar="N", help="hands an hour, for --hourly-limit"
    )
    options.add_argument(
        "--hourly-limit",
        metavar="AMOUNT",
        help="find the largest stake at which a counter gains less than this an hour",
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
    print(json.dumps(found.to_dict(), indent=2) if chosen.json else found)
    each_of = found if isinstance(found, CountSheet) else [found]
    return 0 if all(each.complete for each in each_of) else INTERRUPTED


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


def _found(
    chosen: argparse.Namespace, cuts: list[int], options: dict[str, object]
) -> Count | CountSheet:
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
    return count(chosen.game, chosen.wager, cut=cut, **options)  # type: ignore[arg-type]
