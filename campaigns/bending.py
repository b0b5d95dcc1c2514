"""Tournaments and promotions whose staff collude to change who wins, at random.

Run with PYTHONPATH=tests. The report has what was done of each kind: a run that was stopped goes on
from there, and a finished one begins anew.
"""

import random
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from support.benders import Bending, BentPromotion, BentTournament, own_beacon

ASKED, AT_ONCE = 10_000, 5
PROMOTION = "promotion"
KINDS = ("star-baccarat", "star-seven-up", "canberra-mini", PROMOTION)
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "bending.md"
ROW = re.compile(r"\| (\S+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|")
HEAD = """# Colluders at tournaments and promotions

Heads, managers, supervisors, cashiers, dealers, scrutineers and friends try every act that could
change who wins, and confirm one another (`tests/support/benders.py`). A witness derives from the
log alone who should win: at a tournament of eight from the chips that each coup's moves leave, at a
promotion of two prizes from the entries, the opened secret and a verified round of a drand beacon.
An entrant who should have won and did not must be named by an act that a second person confirmed,
that players see and that stands on the exceptions report. {asked:,} are asked for; {done:,} were
done.

"Finished" were played until places were announced, drawn or cancelled. Honest robots give up where
an act leaves them no next step; what was announced until then is judged all the same.

| kind | done | finished | accepted | refused | changed unseen |
|---|---|---|---|---|---|
"""
FOUND = """
The first runs found what is mended since: a head or a cashier withdrew another's entry alone, with
no line on the exceptions report. Beside it, the operator refused an entry alone, and players did
not see it. Both take a second person now, and are public.
"""


@dataclass
class Row:
    """Progress of one kind."""

    kind: str
    done: int = 0
    finished: int = 0
    accepted: int = 0
    refused: int = 0
    found: int = 0

    def __str__(self) -> str:
        counts = (self.done, self.finished, self.accepted, self.refused, self.found)
        return f"| {self.kind} | {' | '.join(f'{n:,}' for n in counts)} |"


def main(asked: int = ASKED, seconds: float = float("inf")) -> int:
    began, each = time.monotonic(), -(-asked // len(KINDS))
    rows, found = begun()
    if all(row.done >= each for row in rows):
        rows, found = [Row(kind) for kind in KINDS], []
    while any(row.done < each for row in rows) and time.monotonic() - began < seconds:
        for row in rows:
            for _ in range(min(AT_ONCE, each - row.done)):
                found += one(row)
        write(rows, found, asked)
    print(REPORT.read_text(), flush=True)
    return 1 if found else 0


def begun() -> tuple[list[Row], list[str]]:
    """Return the runs that the report has already."""
    rows = {kind: Row(kind) for kind in KINDS}
    text = REPORT.read_text() if REPORT.exists() else ""
    for kind, *counts in ROW.findall(text):
        if kind in rows:
            rows[kind] = Row(kind, *(int(count.replace(",", "")) for count in counts))
    return list(rows.values()), re.findall(r"^- .*$", text, re.MULTILINE)


def one(row: Row) -> list[str]:
    """Play one more of a kind; return the winners that were changed unseen."""
    number, rng = row.done, random.Random(f"{row.kind} {row.done}")
    bending: Bending
    if row.kind == PROMOTION:
        bending = BentPromotion(rng, *own_beacon())
    else:
        bending = BentTournament(rng, row.kind)
    bending.play()
    row.done += 1
    row.finished += bending.finished
    row.accepted += Counter.total(bending.accepted)
    row.refused += Counter.total(bending.refused)
    row.found += bool(bending.found)
    return [f"- {row.kind} {number}: {each}" for each in bending.found]


def write(rows: list[Row], found: list[str], asked: int) -> None:
    done = sum(row.done for row in rows)
    table = "\n".join(map(str, rows))
    rest = "\n".join(["", *found, ""]) if found else ""
    REPORT.write_text(f"{HEAD.format(asked=asked, done=done)}{table}\n{rest}{FOUND}")


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2]), *map(float, sys.argv[2:3])))
