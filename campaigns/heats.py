"""Twenty thousand random coups of live heats, each put before the naive judge; every log is folded
again, and every heat derived again as the audit does it."""

import random
import sys
import time
from pathlib import Path

from support.heat_evening import GAMES
from support.random_heats import RandomHeat

COUPS = 20_000
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "heats.md"


def main() -> int:
    rows = []
    for name in GAMES:
        rng, coups, heats, began = random.Random(f"campaign {name}"), 0, 0, time.monotonic()
        while coups < COUPS // len(GAMES) + 1:
            coups += RandomHeat(name, rng).play()
            heats += 1
        rows.append(f"| {name} | {heats:,} | {coups:,} | 0 |")
        print(rows[-1], f"{time.monotonic() - began:.0f} s", flush=True)
    REPORT.write_text(
        "# Live heats\n\nRandom heats played at a table (`tests/support/random_heats.py`): pass\n"
        "cards, undisclosed wagers, orders of wagering, absence, players who do not wager. After\n"
        "every coup each stack and whoever is out is compared with the naive judge of\n"
        "tournaments; at the end all chips are counted back, the log is folded again, and the\n"
        "audit's check of heats finds nothing.\n\n"
        "| rulebook | heats | coups | differences |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
