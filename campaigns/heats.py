"""Random sessions of live heats, each coup and each end of one put before the naive judge; every
log is folded again, and every heat derived again as the audit does it.

Run it with `PYTHONPATH=tests`, with the games as words to play only these: the report keeps the
rows of the others.
"""

import random
import sys
import time
from pathlib import Path

from support.heat_evening import GAMES
from support.random_heats import RandomHeat

COUPS, SESSIONS = 20_000, 5_000
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "heats.md"
HEAD = """\
# Live heats

Random sessions played at a table (`tests/support/random_heats.py`): pass cards, undisclosed
wagers, orders of wagering, absence, players who do not wager. After every coup each stack and
whoever is out is compared with the naive judge of tournaments; at the end of a session the order
of its players, who goes on and who plays off with what that judge makes of its own counts. All
chips are counted back, the log is folded again, and the audit's check of heats finds nothing.

| rulebook | coups | sessions | seconds | differences |
|---|---|---|---|---|
"""


def main(*games: str) -> int:
    for name in games or GAMES:
        rng, coups, sessions = random.Random(f"campaign {name}"), 0, 0
        began = time.monotonic()
        while coups < COUPS or sessions < SESSIONS:
            coups += RandomHeat(name, rng).play()
            sessions += 1
        seconds = time.monotonic() - began
        row = f"| {name} | {coups:,} | {sessions:,} | {seconds:.0f} | 0 |"
        print(row, flush=True)
        kept = {**_rows(), name: row}
        REPORT.write_text(HEAD + "\n".join(kept[each] for each in GAMES if each in kept) + "\n")
    return 0


def _rows() -> dict[str, str]:
    """The rows that the report has already, by game."""
    lines = REPORT.read_text().splitlines() if REPORT.exists() else []
    return {game: each for each in lines for game in GAMES if each.startswith(f"| {game} |")}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
