"""Seeded seasons with launderers and honest players: who is found, and the false alarms.

Run it with `PYTHONPATH=tests`; numbers after it are the seasons, the honest visits and the
launderers of each kind in each of them.
"""

import sys
import time
from collections import Counter
from pathlib import Path

from support.laundering import HELD_OUT, TUNED, WAYS, Habits, judged, nsw, season

REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "laundering.md"
HEAD = """# Launderers among honest players

Seeded seasons of four weeks under the policy `nsw`, day by day through the screening that the
server runs each night (`sabot.compliance.laundering`). The habits of honest players and of
launderers are assumptions of ours, in `tests/support/laundering.py`: buy-ins, stakes, coups, chips
of earlier evenings, couples, high players; and one launderer in ten of each kind who knows the
thresholds and stays beyond them. How a real casino's visits look is not known to us. The bar: 90 %
of the launderers of each kind found, at most one false alarm in 1,000 honest visits. What the
screening reasons beside the amounts: cash that comes and goes in cash on one day has changed
nothing but its look, so that more play is still little; a smaller sum is looked at where nearly all
of a player's money is of unknown origin; an amount of the limit itself keeps below nothing.
The last of these followed from a first look at the held-out habits, with other seeds.

"""


SETS = {
    "Habits by which the values of the policy were chosen": (0, TUNED),
    "Held-out seeds, with habits that no value of the policy was chosen by": (2_000, HELD_OUT),
}
"""Sets of seasons: their first seed, and their habits."""


def main(seasons: int, visits: int, launderers: int) -> None:
    start = time.monotonic()
    parts = [
        f"## {title}\n\n{told(seasons, visits, launderers, first, habits)}"
        for title, (first, habits) in SETS.items()
    ]
    text = HEAD + "\n".join(parts)
    REPORT.write_text(text)
    print(text)
    print(f"{time.monotonic() - start:.0f} s")


def told(seasons: int, visits: int, launderers: int, first: int, habits: Habits) -> str:
    """Return the figures of one set as a table."""
    terms = nsw()
    seeded, found, false = Counter[str](), Counter[str](), Counter[str]()
    honest = 0
    for seed in range(first, first + seasons):
        outcome = judged(season(seed, visits, launderers, habits=habits), terms)
        honest += outcome.honest
        seeded.update(outcome.seeded)
        found.update(outcome.found)
        false.update(outcome.false)
    rows = [f"| {way} | {seeded[way]:,} | {found[way]:,} | {false[way]:,} |" for way in WAYS]
    alarms = sum(false.values())
    share, rate = found.total() / seeded.total(), alarms / honest * 1000
    lines = [
        "| kind | launderers | found | false alarms |",
        "|---|---|---|---|",
        *rows,
        f"| all | {seeded.total():,} | {found.total():,} | {alarms:,} |",
        "",
        f"{seasons} seasons, {honest:,} honest visits: {share:.1%} found,",
        f"{rate:.2f} false alarms in 1,000 honest visits.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(*([int(each) for each in sys.argv[1:4]] or [10, 20_000, 100]))
