"""Card counting as a part of the report: a sheet of all wagers, and a picture of it."""

from collections.abc import Callable, Sequence

from sabot.core.cards import DECK
from sabot.core.refusal import Refusal
from sabot.counting.count import FITTED_SHOES, Count, counts
from sabot.counting.count_sheet import VULNERABLE, gains_picture
from sabot.counting.gains import Gains
from sabot.math_report.figures import Json
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
            watch=lambda done: watch(SHEET_SHARE * done / in_all),
        )  # fmt: skip
    except Refusal as refusal:
        return {"refused": refusal.message}
    first = found[0]
    if not first.complete:
        raise KeyboardInterrupt
    swept = [each for each in found if each.vulnerable]
    return {
        "shoes": first.gains.shoes,
        "fitted_on": first.fitted_on,
        "seed": seed,
        "cut": first.cut,
        "vulnerable_from": VULNERABLE,
        "wagers": [_row(each) for each in found],
        "depths": _depths(book, swept, decks, scheme, min(shoes, DEPTH_SHOES), seed, watch),
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


DEPTHS = (26, 52, 104)
"""Cutting cards that many cards from the back, beside that of the report."""
SHEET_SHARE = 0.5
"""Of the time of counting, what the sheet of all wagers takes; the depths take the rest."""
DEPTH_SHOES = 1_000
"""Shoes that each of these depths is tested on, at most, and as many to fit the trigger on."""


def _depths(
    book: Rulebook, swept: Sequence[Count], decks: int, scheme: str | None, shoes: int, seed: int,
    watch: Callable[[float], object],
) -> list[Json]:  # fmt: skip
    """Count the vulnerable wagers with the cutting card elsewhere: each by the counter to whom it
    is vulnerable. Depths beyond the document are marked."""
    if not swept or swept[0].cut is None:
        return []
    rows: list[Json] = []
    for place, cut in enumerate(DEPTHS):
        watch(SHEET_SHARE + (1 - SHEET_SHARE) * place / len(DEPTHS))
        if cut <= swept[0].cut or 2 * cut > decks * len(DECK):
            continue
        for how in ("by tags", "by composition"):
            these = [each for each in swept if each.vulnerable == how]
            if not these:
                continue
            tags = {each.wager: each.tags for each in these if each.tags is not None}
            by_composition = how == "by composition"
            found = counts(
                book, [each.wager for each in these], tags=None if by_composition else tags,
                by_composition=by_composition, decks=decks, scheme=scheme, cut=cut, shoes=shoes,
                seed=seed,
            )  # fmt: skip
            if not found[0].complete:
                raise KeyboardInterrupt
            rows += [
                {"wager": each.wager, "name": each.name, "counter": how, "cut": cut,
                 "beyond": bool(set(each.changed) - set(swept[0].changed)),
                 "trigger": each.trigger, **vars(each.gains)}
                for each in found
            ]  # fmt: skip
    return rows


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
