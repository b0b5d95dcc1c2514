"""Simulated against exact: every game, deck count and wager, a hundred million coups each.

Fresh coups are compared with the exact odds, wager by wager and code by code; whole shoes are
compared with the full-shoe figure, with errors clustered by shoe.
"""

import sys
from math import sqrt
from pathlib import Path

import numpy as np

from sabot import RULEBOOKS, Rulebook
from sabot.odds import count_facts, odds
from sabot.odds.composition import Composition
from sabot.odds.counters.lucky import count_choices, strategy
from sabot.odds.sheet import OddsSheet
from sabot.rules import FactsSpace
from sabot.simulate.lookup.strategies import exact_strategy
from sabot.simulate.simulation import Simulation, simulate

COUPS = 100_000_000
SEED = 20_261_115
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "simulation.md"


def main() -> int:
    fresh_rows, shoe_rows = [], []
    worst = 0.0
    for book in RULEBOOKS.values():
        for decks in book.preparation.decks.allowed:
            sheet = odds(book, decks)
            done = run(book, decks, fresh=True)
            z = deviations(done, sheet)
            name = max(z, key=lambda wager: abs(z[wager]))
            worst = max(worst, abs(z[name]))
            chi = "; ".join(chi_square(done, book, decks, space) for space in done.tallies)
            game = f"| {book.id} | {decks} |"
            fresh_rows.append(f"{game} {len(z)} | {z[name]:+.2f} ({name}) | {chi} |")
            print(fresh_rows[-1], flush=True)
            shoes = run(book, decks, fresh=False)
            apart = deviations(shoes, sheet)
            name = max(apart, key=lambda wager: abs(apart[wager]))
            gap = shoes.wagers[name].ev - float(sheet[name].ev)
            shoe_rows.append(f"{game} {shoes.shoes:,} | {apart[name]:+.2f} ({name}) | {gap:+.5%} |")
            print(shoe_rows[-1], flush=True)
    write(fresh_rows, shoe_rows, worst)
    return 1 if worst > 4 else 0


def run(book: Rulebook, decks: int, *, fresh: bool) -> Simulation:
    best = exact_strategy(book, decks, "optimal") if book.procedure.takes_decisions else None
    return simulate(book, COUPS, decks=decks, seed=SEED, fresh=fresh, strategy=best)


def deviations(done: Simulation, sheet: OddsSheet) -> dict[str, float]:
    """Return how many standard errors each wager lies from its exact value."""
    return {
        name: (result.ev - float(sheet[name].ev)) / (result.stderr or float("inf"))
        for name, result in done.wagers.items()
    }


def chi_square(done: Simulation, book: Rulebook, decks: int, space: FactsSpace) -> str:
    """All codes against the exact distribution, as a normal deviate (Wilson and Hilferty)."""
    left = Composition.full(decks)
    if book.procedure.takes_decisions:
        choices = count_choices(book, left)
        ways, total = choices.ways(strategy("optimal")(choices)), choices.total
    else:
        ways, total = count_facts(book, space, left)
    tally = np.asarray(done.tallies[space], float)
    expected = np.asarray(ways, float) / total * tally.sum()
    assert not tally[expected == 0].any(), "a code came that cannot"
    often = expected >= 10
    seen = [*tally[often], tally[~often].sum()]
    due = [*expected[often], expected[~often].sum()]
    terms = [(s - d) ** 2 / d for s, d in zip(seen, due, strict=True) if d > 0]
    degrees = len(terms) - 1
    ratio = 2 / (9 * degrees)
    deviate = ((sum(terms) / degrees) ** (1 / 3) - (1 - ratio)) / sqrt(ratio)
    return f"{degrees} degrees, {deviate:+.2f}"


def write(fresh_rows: list[str], shoe_rows: list[str], worst: float) -> None:
    REPORT.write_text(
        "# Simulated against exact\n\n"
        f"{COUPS:,} coups of every game and deck count, seed {SEED}.\n\n"
        "## Every coup from a fresh shoe\n\n"
        f"The largest deviation of any wager is {worst:.2f} standard errors. The chi-square over\n"
        "all Facts codes is given as a normal deviate.\n\n"
        "| rulebook | decks | wagers | largest deviation | chi-square |\n|---|---|---|---|---|\n"
        + "\n".join(fresh_rows)
        + "\n\n## Whole shoes\n\n"
        "Errors are clustered by shoe. A shoe ends by its cutting card, so one whose coups take\n"
        "few cards deals more: coups are no fair sample of a full shoe, and a difference of a\n"
        "few hundred-thousandths of a stake may remain, however many are dealt.\n\n"
        "| rulebook | decks | shoes | largest deviation | difference |\n|---|---|---|---|---|\n"
        + "\n".join(shoe_rows)
        + "\n"
    )


if __name__ == "__main__":
    sys.exit(main())
