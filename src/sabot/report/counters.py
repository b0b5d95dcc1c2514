"""Card counting as a part of the report: a sheet of all wagers, and a picture of it."""

from collections.abc import Callable

from sabot.core.refusal import Refusal
from sabot.counting.count import FITTED_SHOES, Count, counts
from sabot.counting.count_sheet import VULNERABLE, gains_picture
from sabot.counting.gains import Gains
from sabot.report.figures import Json
from sabot.rules import Rulebook


def counting_sheet(
    book: Rulebook,
    decks: int,
    scheme: str | None,
    shoes: int,
    seed: int,
    watch: Callable[[float], object],
) -> Json:
    """Every wager under a counter's eyes. Tags are the best whole tags, the trigger is fitted on
    shoes of its own, and every figure is of exact expectations before each coup."""
    in_all = shoes + min(shoes, FITTED_SHOES)
    try:
        found = counts(
            book, decks=decks, scheme=scheme, shoes=shoes, seed=seed,
            watch=lambda done: watch(done / in_all),
        )  # fmt: skip
    except Refusal as refusal:
        return {"refused": refusal.message}
    first = found[0]
    if not first.complete:
        raise KeyboardInterrupt
    return {
        "shoes": first.gains.shoes,
        "fitted_on": first.fitted_on,
        "seed": seed,
        "cut": first.cut,
        "vulnerable_from": VULNERABLE,
        "wagers": [_row(each) for each in found],
    }


def _row(each: Count) -> Json:
    return {
        **{key: value for key, value in each.to_dict().items() if key not in LEFT_OUT},
        "name": each.name,
        "betting_correlation": each.betting_correlation,
        "by_composition": _gains(each.perfect),
        "largest_advantage": each.best,
        "vulnerable": each.vulnerable,
    }


LEFT_OUT = ("game", "decks", "cut", "shoes", "maximum", "changed")
"""Fields that the report states once, for all wagers."""


def _gains(gains: Gains) -> Json:
    return {key: value for key, value in vars(gains).items() if key not in LEFT_OUT}


def counting_picture(told: list[Json]) -> str:
    """Units a shoe of each wager, with two standard errors; vulnerable ones in red."""
    return gains_picture(
        [(str(each["name"]), *_best(each), bool(each["vulnerable"])) for each in told]
    )


def _best(each: Json) -> tuple[float, float]:
    """Return the gain per shoe of the better of both counters, and its standard error."""
    by_composition = each["by_composition"]
    assert isinstance(by_composition, dict)
    rows = [each, by_composition] if each["vulnerable"] != "by tags" else [each]
    best = max(rows, key=lambda row: row["units_per_shoe"])
    return float(best["units_per_shoe"]), float(best["units_per_shoe_se"] or 0.0)
