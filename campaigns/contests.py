"""Thousands of random tournaments by random people, beside naive books."""

import sys
import time
from collections import Counter
from pathlib import Path

from support.contest_machine import Chaos

TOURNAMENTS, COMMANDS = 3_000, 300
GAMES = ("star-baccarat", "star-seven-up", "canberra-mini")
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "contests.md"


def main(tournaments: int = TOURNAMENTS) -> int:
    rows = []
    for game in GAMES:
        started, ends, done, refused = time.perf_counter(), Counter[str](), 0, 0
        for seed in range(tournaments):
            chaos = Chaos(game, seed)
            chaos.run(COMMANDS)
            ends[chaos.desk.contest.phase] += 1
            done, refused = done + chaos.done, refused + chaos.refused
        seconds = time.perf_counter() - started
        rows.append(
            f"| {game} | {tournaments:,} | {done:,} | {refused:,} | {ends['paid']:,} |"
            f" {ends['cancelled']:,} | {seconds:,.0f} s | 0 |"
        )
        print(rows[-1], flush=True)
    REPORT.write_text(
        "# Random tournaments\n\nRandom commands by random people at a tournament's desk"
        " (`tests/support/contest_machine.py`): money\nbalances, fees are the pool, nobody has two"
        " seats or goes through twice, and the log replays to the same state.\n\n"
        "| rulebook | tournaments | done | refused | paid out | cancelled | time | broken |\n"
        "|---|---|---|---|---|---|---|---|\n" + "\n".join(rows) + "\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
