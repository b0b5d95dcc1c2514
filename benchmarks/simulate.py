"""Speed of dealing against the machine's limit, and its growth: one core, ratios in one run.

The limit is a bare loop that only makes the draws: as many unbiased draws from a shrinking shoe
of eight decks as the game takes cards. It is the best we could write: one random word for six
draws, four shoes side by side, and no shoe ever refilled. Simulation shuffles with the same loop,
so that the ratio is the price of dealing, reading and counting.

    python benchmarks/simulate.py             the ratios
    python benchmarks/simulate.py --growth    workers, and coups up to 10^9
"""

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from sabot import RULEBOOKS
from sabot.simulate import simulate
from sabot.simulate.dealing.choice import Deal, dealer_of, spaces_of
from sabot.simulate.dealing.common import CommonShoes
from sabot.simulate.dealing.pit import Pit, Prepared
from sabot.simulate.execution.blocks import DealingWork, deal_blocks
from sabot.simulate.kernels.common import deal_shoes
from sabot.simulate.kernels.compilation import Counts, Longs, U, compiled, stream
from sabot.simulate.kernels.shuffling import A_WORD, shuffle
from sabot.simulate.lookup.common import Lookup
from sabot.simulate.results.encoder import sheet

BOOK = RULEBOOKS["star-baccarat"]
DECKS = 8
PITS = 3000
ROUNDS = 15
FULL_LIMIT, RESULTS_LIMIT = 2.4, 2.0


@compiled
def bare(state: Longs, shoes: Any, draws: int, rounds: int) -> None:
    """Nothing but draws from shrinking shoes."""
    for _ in range(rounds):
        shuffle(state, shoes, draws)


@compiled
def results_alone(
    state: Longs,
    pit: Pit,
    prepared: Prepared,
    lookup: Lookup,
    results: Longs,
    counted: Counts,
    rounds: int,
) -> None:
    """Whole shoes, counting Player, Banker and Tie only, and their squares by shoe."""
    for _ in range(rounds):
        shuffle(state, pit.shoes, prepared.draws)
        deal_shoes(pit, prepared, lookup)
        for shoe in range(len(pit.dealt)):
            codes, word = pit.codes[shoe], U(0)
            for coup in range(pit.dealt[shoe]):
                word += results[codes[U(coup)]]
            for result in range(3):
                number = np.int64((word >> U(16 * result)) & U(0xFFFF))
                counted[result] += number
                counted[3 + result] += number * number


def in_turn(*deeds: Callable[[], object]) -> Any:
    """Processor seconds of each deed, all run in turn many times: a row for each round."""
    return np.array([[_seconds(deed) for deed in deeds] for _ in range(ROUNDS)])


def _seconds(deed: Callable[[], object]) -> float:
    started = time.process_time()
    deed()
    return time.process_time() - started


def cards_in_a_shoe(dealer: CommonShoes) -> float:
    """Return how many cards leave a shoe on average, the burned one included."""
    state = np.zeros(4, U)
    stream(U(1), U(0), state)
    pits = dealer.open()
    left = []
    for _ in range(200):
        dealer.deal(state, pits)
        starts = np.arange(len(pits[0].ends)) * pits[0].shoes.shape[1]
        left.extend((pits[0].ends // U(2)).astype(np.int64) - starts)
    return float(len(dealer.cards) - np.mean(left))


def ratios() -> None:
    dealer = dealer_of(BOOK, Deal(DECKS))
    assert isinstance(dealer, CommonShoes)
    (space,) = spaces_of(BOOK)
    wagers = [wager for wager in BOOK.wagers if wager.space is space]
    pits, state = dealer.open(), np.zeros(4, U)
    stream(U(1), U(0), state)
    paper = sheet(space, wagers, BOOK.scheme(), pits[0].codes.shape[1])
    work = DealingWork(dealer, (paper.settling(),), 1)
    words = [1 << 16 * ((f[0] < f[1]) + 2 * (f[0] == f[1])) for f in space]
    results, counted = np.array(words, U), np.zeros(6, np.int64)
    shoes = len(pits[0].shoes)
    plain = np.tile(dealer.cards, (shoes, 1))
    narrow = plain.astype(np.uint8)
    cards = cards_in_a_shoe(dealer)
    draws = round(cards / A_WORD) * A_WORD
    blocks = PITS // 64

    def alone(rounds: int = blocks * 64) -> None:
        results_alone(state, pits[0], dealer.prepared, dealer.lookup, results, counted, rounds)

    bare(state, plain, draws, 1)
    bare(state, narrow, draws, 1)
    alone(1)
    counted[:] = 0
    coups = deal_blocks(work, 0, blocks).coups
    # The copies lie elsewhere each time: where memory lies can cost the loop a third.
    times = in_turn(
        lambda: bare(state, plain.copy(), draws, blocks * 64),
        lambda: bare(state, narrow.copy(), draws, blocks * 64),
        lambda: deal_blocks(work, 0, blocks),
        alone,
    )
    limits = times[:, :2].min(axis=1) * cards / draws
    limit = float(limits.min())
    a_draw = limit / (blocks * 64 * shoes * cards) * 1e9
    print(f"{BOOK.id}, {DECKS} decks, whole shoes: {cards:.1f} cards and", end=" ")
    print(f"{coups / (blocks * 64 * shoes):.1f} coups a shoe; fastest of {ROUNDS} rounds,")
    print("and the median of the ratios of one round")
    print(f"{'':34}{'M coups/s':>10}{'ns/coup':>9}{'x limit':>9}{'median':>9}{'at most':>9}")
    draws_alone = f"bare draws, {a_draw:.2f} ns each"
    print(f"{draws_alone:34}{coups / limit / 1e6:10.0f}{limit / coups * 1e9:9.1f}")
    for name, each, most in (
        ("full facts, every wager by shoe", times[:, 2], FULL_LIMIT),
        ("Player, Banker and Tie alone", times[:, 3], RESULTS_LIMIT),
    ):
        seconds = float(each.min())
        figures = f"{coups / seconds / 1e6:10.0f}{seconds / coups * 1e9:9.1f}{seconds / limit:9.2f}"
        print(f"{name:34}{figures}{float(np.median(each / limits)):9.2f}{most:9.1f}")


def growth() -> None:
    print(f"\n{'coups':>15}{'workers':>9}{'seconds':>9}{'M coups/s':>11}")
    simulate(BOOK, 1000, decks=DECKS, workers=1)
    for coups in (10**6, 10**7, 10**8, 10**9):
        for workers in (1, 2):
            done = simulate(BOOK, coups, decks=DECKS, seed=1, workers=workers)
            rate = done.coups_per_second / 1e6
            print(f"{coups:15,}{workers:9}{done.seconds:9.2f}{rate:11.1f}")


if __name__ == "__main__":
    ratios()
    if "--growth" in sys.argv:
        growth()
