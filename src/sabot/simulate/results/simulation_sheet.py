"""A simulation as text and plain data, with exact figures beside."""

from math import isnan
from typing import TYPE_CHECKING

from sabot.odds.composition import Composition
from sabot.odds.observation.certified_counter import TooMuchSeen
from sabot.odds.sheet import odds
from sabot.odds.wager_odds import MARK
from sabot.odds.whatif import changes

if TYPE_CHECKING:
    from sabot.simulate.simulation import Simulation, WagerResult

TWO_SIDED_95 = 1.959963984540054
"""Quantile of the normal distribution, in standard deviations."""


def exact_values(done: "Simulation", strategy: str | None = None) -> dict[str, float]:
    """Return each wager's exact expected value, where it can be counted.

    Where boxes decide, the `strategy` that they played is named; without a name nothing is exact.
    """
    if strategy is None and done.rulebook.procedure.takes_decisions is not None:
        return {}
    shoe = Composition.full(done.decks).without(done.removed)
    try:
        sheet = odds(done.rulebook, None, done.scheme, shoe, strategy or "optimal")
    except TooMuchSeen:
        return {}
    return {each.wager: float(each.ev) for each in sheet.wagers}


def simulation_data(done: "Simulation", exact: dict[str, float]) -> dict[str, object]:
    """Return a run in the form of `sabot simulate --json`."""
    return {
        "rulebook": done.rulebook.id,
        "decks": done.decks,
        "scheme": done.scheme,
        "seed": done.seed,
        **({"changed": list(changes(done.rulebook))} if changes(done.rulebook) else {}),
        "coups": done.coups,
        "shoes": done.shoes,
        "seconds": done.seconds,
        "coups_per_second": done.coups_per_second,
        "wagers": [
            {
                "wager": each.wager,
                "ev": None if isnan(each.ev) else each.ev,
                "stderr": each.stderr,
                "exact_ev": exact.get(each.wager),
                "z": _z(each, exact),
            }
            for each in done.wagers.values()
        ],
        **({"removed": [card.name for card in done.removed]} if done.removed else {}),
    }


def simulation_text(done: "Simulation", exact: dict[str, float]) -> str:
    """Return a run as the table of `sabot simulate`. Edges are the house's: the player's expected
    values with their sign changed."""
    lines = []
    if not done.complete:
        lines += [f"Broken off: this is what {done.coups:,} of {done.asked:,} coups say.", ""]
    gone = f", without {' '.join(map(str, done.removed))}" if done.removed else ""
    dealt = f"{_number_of(done.coups, 'coup')} from {_number_of(done.shoes, 'shoe')}"
    pace = f"{done.coups_per_second / 1e6:.1f} million a second; seed {done.seed}"
    lines += [f"{_heading(done)}{gone}", f"{dealt} in {done.seconds:.2f} s, {pace}", ""]
    width = max(map(len, done.wagers)) + 2
    lines.append(
        f"{'wager':{width}}{'edge':>10}{'error':>9}{'95% interval':>22}{'exact':>10}{'z':>7}"
    )
    for each in done.wagers.values():
        error = f"{each.stderr:9.4%}" if each.stderr is not None else f"{'-':>9}"
        known, z = exact.get(each.wager), _z(each, exact)
        against = f"{'-':>10}" if known is None else f"{-known:10.4%}"
        last = f"{'-':>7}" if z is None else f"{-z:7.2f}"
        edge = f"{each.wager:{width}}{-each.ev:10.4%}"
        lines.append(f"{edge}{error}{_between(each):>22}{against}{last}")
    return "\n".join(lines)


def _z(result: "WagerResult", exact: dict[str, float]) -> float | None:
    if not result.stderr or result.wager not in exact:
        return None
    return (result.ev - exact[result.wager]) / result.stderr


def _heading(done: "Simulation") -> str:
    """Return the heading of a run; changed odds are marked as not approved."""
    book, scheme = done.rulebook, f", {done.scheme}" if done.scheme else ""
    if changes(book):
        return f"{MARK}: {book.title}, but {'; '.join(changes(book))}: {done.decks} decks{scheme}"
    return f"{book.title}, {book.casino}: {done.decks} decks{scheme}"


def _number_of(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def _between(each: "WagerResult") -> str:
    """Return the 95 % confidence interval of the edge."""
    if each.stderr is None:
        return "-"
    low, high = (-each.ev + side * TWO_SIDED_95 * each.stderr for side in (-1, 1))
    return f"{low:.3%} to {high:.3%}"
