"""Seeded seasons with launderers and honest players: who is found, and the false alarms.

Run it with `PYTHONPATH=tests`; numbers after it are the seasons, the honest visits and the
launderers of each kind in each of them.
"""

import sys
import time
from collections import Counter
from pathlib import Path

from support.laundering import WAYS, judged, nsw, season

REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "laundering.md"
HEAD = """# Launderers among honest players

Seeded seasons of four weeks under the policy `nsw`, day by day through the screening that the
server runs each night (`sabot.compliance.laundering`). The habits of honest players and of
launderers are assumptions of ours, in `tests/support/laundering.py`: buy-ins, stakes, coups, chips
of earlier evenings, couples, high players; and one launderer in ten of each kind who knows the
thresholds and stays beyond them. How a real casino's visits look is not known to us. The bar: 90 %
of the launderers found, at most one false alarm in 1,000 honest visits.

"""


def main(seasons: int, visits: int, launderers: int) -> None:
    terms, start = nsw(), time.monotonic()
    seeded, found, false = Counter[str](), Counter[str](), Counter[str]()
    honest, screening = 0, 0.0
    for seed in range(seasons):
        made = season(seed, visits, launderers)
        began = time.monotonic()
        outcome = judged(made, terms)
        screening += time.monotonic() - began
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
    text = HEAD + "\n".join(lines) + "\n"
    REPORT.write_text(text)
    print(text)
    print(f"{time.monotonic() - start:.0f} s, {screening:.1f} s of them screening")


if __name__ == "__main__":
    main(*([int(each) for each in sys.argv[1:4]] or [10, 20_000, 100]))
