"""Draws of a hundred thousand entries checked by their description alone, chances of entries by
chi-square over many draws, and random promotions in which everybody tries everything.

Run it with `PYTHONPATH=tests`; `quick` for a small sample.
"""

import hashlib
import json
import random
import sys
import time
from pathlib import Path

from promotions.by_description import complaint
from sabot.parts.draw import order_of
from sabot.promotions.drawing import close, open_draw, seal, written
from support.random_promotions import RandomPromotion

REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "draws.md"
ENTRIES = 20
LEVEL = 45.97
"""Chi-square with 19 degrees of freedom is above this once in two thousand times."""
HEAD = """\
# Draws and promotions

Draws of 100,000 entries are checked by a script that was written from docs/draws.md alone
(`tests/promotions/by_description.py`). In draws of 20 entries, how often each comes first, last and
directly after its neighbour is compared with chance: chi-square with 19 degrees of freedom, above
45.97 once in two thousand times. In random promotions (`tests/support/random_promotions.py`) every
role tries every command at any time, people are excluded meanwhile, and a witness holds the draw to
what it was bound to: once, by two persons, nobody barred wins, nothing is handed over twice, no
secret is in the log before it is opened; each log is read again and audited.

| what | how many | seconds | result |
|---|---|---|---|
"""


def secret(rng: random.Random) -> str:
    return hashlib.sha256(rng.randbytes(32)).hexdigest()


def long_draws(count: int, rng: random.Random) -> str:
    for number in range(count):
        own, entries = secret(rng), [f"E{rng.randint(1, 30_000)}" for _ in range(100_000)]
        draw = open_draw(close(seal(own, "a beacon"), entries), own, f"{number:x}")
        assert complaint(json.loads(written(draw))) == ""
    return "all proven"


def chances(count: int, rng: random.Random) -> str:
    entries = [f"E{n}" for n in range(ENTRIES)]
    first, last, after = ([0] * ENTRIES for _ in range(3))
    for _ in range(count):
        order = order_of(secret(rng), entries, "")
        first[order[0] - 1] += 1
        last[order[-1] - 1] += 1
        places = {number: place for place, number in enumerate(order)}
        for number in range(1, ENTRIES + 1):
            after[number - 1] += places[number % ENTRIES + 1] == places[number] + 1
    found = [_chi(first), _chi(last), _chi(after)]
    assert max(found) < LEVEL, found
    return ", ".join(f"{each:.1f}" for each in found)


def _chi(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((each - mean) ** 2 / mean for each in counts)


def machines(count: int, rng: random.Random) -> str:
    drawn = accepted = refused = 0
    for _ in range(count):
        one = RandomPromotion(rng)
        one.play()
        drawn, accepted, refused = (
            drawn + bool(one.order), accepted + one.accepted, refused + one.refused,
        )  # fmt: skip
    return f"{drawn:,} drawn, {accepted:,} commands done, {refused:,} refused, 0 differences"


def main(*words: str) -> int:
    less = 20 if "quick" in words else 1
    rows = ""
    for what, count, run in (
        ("draws of 100,000 entries", 20, long_draws),
        ("draws of 20 entries", 200_000, chances),
        ("random promotions", 2_000, machines),
    ):
        began = time.monotonic()
        found = run(count // less, random.Random(f"campaign {what}"))
        row = f"| {what} | {count // less:,} | {time.monotonic() - began:.0f} | {found} |\n"
        print(row, end="", flush=True)
        rows += row
    REPORT.write_text(HEAD + rows)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
