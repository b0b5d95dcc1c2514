"""Nights with crooked staff at cage, float, drop and count; asked for in all, by side.

    PYTHONPATH=tests python -P campaigns/colluders_cage.py 20000

The report is written at the end, and what was gained unseen is told at once.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from support.cage_gang import SIDES, night
from support.cage_tricks import MOVES

NIGHTS, STEPS = 20_000, 30
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "colluders-cage.md"
HEAD = """# Crooked staff at cage, float, drop and count

One person is crooked, or two of one side (`tests/support/cage_gang.py`, `cage_tricks.py`). They put
chips of the tray and cash of box and drawer into their pockets, carry less than a slip says, state
counts as they like, confirm what they may, close and reopen the table, and sell chips past the
books. All others state what is so. A witness keeps the true chips by denomination and the true
cash. In the end honest people count every tray, box and drawer and open them again: what is in
pockets by then has to stand in the log as missing. {nights:,} nights of {steps} acts.

| crooked | nights | accepted | nights with a theft | stolen | missing in the log | unseen |
|---|---|---|---|---|---|---|
"""
FOUND = """
Found by it and mended: a supervisor who opened a float by its amount alone, without chips, hid what
was missing since the last closing count; and a shortfall at an opening count stood in the event and
in no report. A float that is not worth its last closing count is opened by two now, the event has
the difference, and the report of counts has the opening (revision `OPENERS`).

Outside the books, and of this search: the chips in the cage and the cash in its safe, of which
Sabot keeps no stock. Where two cashiers who count a box are both crooked, the log says who they
were and what is missing.
"""


def main(asked: int = NIGHTS) -> int:
    each = -(-asked // len(SIDES))
    rows, gained = [], 0
    for crooked in SIDES:
        row = side(crooked, each)
        gained += row["gained"]
        name, numbers = " and ".join(crooked), (each, row["accepted"], row["thefts"])
        money = (f"${row[key] // 100:,}" for key in ("stolen", "missing"))
        counts = " | ".join(f"{number:,}" for number in numbers)
        rows.append(f"| {name} | {counts} | {' | '.join(money)} | {row['gained']} |")
        print(rows[-1], flush=True)
    head = HEAD.format(nights=each * len(SIDES), steps=STEPS)
    REPORT.write_text(head + "\n".join(rows) + "\n" + FOUND)
    return 1 if gained else 0


def side(crooked: Sequence[str], nights: int) -> Counter[str]:
    """Play so many nights; add up what was done, stolen and missing."""
    row = Counter[str](gained=0)
    for seed in range(nights):
        try:
            made = night(crooked, seed, STEPS, MOVES)
        except AssertionError as gain:
            row["gained"] += 1
            print(gain, flush=True)
            continue
        row["accepted"] += made.accepted
        row["thefts"] += made.pockets > 0
        row["stolen"] += made.pockets
        row["missing"] += made.missing
    return row


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
