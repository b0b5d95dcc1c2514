"""Time of exact odds, called from Python after warm-up, from an arbitrary composition."""

import random
import time
from collections.abc import Callable

from sabot import rulebook
from sabot.odds import Composition, count_facts
from sabot.odds.counters.lucky import count_choices, optimal
from sabot.odds.edges import Edges

ROUNDS = 7


def microseconds(work: Callable[[], object], times: int) -> float:
    """The best mean of several rounds, so that a busy neighbour does not count."""
    work()
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.perf_counter()
        for _ in range(times):
            work()
        best = min(best, (time.perf_counter() - started) / times)
    return 1e6 * best


def main() -> None:
    rng = random.Random(1)
    shoe = Composition(tuple(rng.randint(2, 8) for _ in range(52)), 8)
    book, lucky = rulebook("star-baccarat"), rulebook("star-lucky-draw")
    main_wagers, all_wagers = Edges(book, ["player", "banker", "tie"]), Edges(book)
    space = book.wagers[0].space
    rows: list[tuple[str, Callable[[], object], int, float]] = [
        ("Player, Banker, Tie edges", lambda: main_wagers(shoe), 2000, 30),
        ("all eleven edges", lambda: all_wagers(shoe), 1000, 150),
        ("joint distribution of all facts", lambda: count_facts(book, space, shoe), 50, 10_000),
        ("Lucky Draw strategy", lambda: optimal(count_choices(lucky, shoe)), 5, 100_000),
    ]
    for name, work, times, aim in rows:
        taken = microseconds(work, times)
        print(f"{name:34}{taken:>12,.1f} us{100 * taken / aim:>8.0f}% of the aim of {aim:,.0f}")


if __name__ == "__main__":
    main()
