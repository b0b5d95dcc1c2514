"""Time the nightly screening of a day at one busy table, from a store: events read a second.

PYTHONPATH=tests python -P benchmarks/screening.py 50
"""

import sys
import time
from zoneinfo import ZoneInfo

from compliance.nights import typed
from sabot.compliance.laundering.day import screen
from sabot.engine.streams import read_line
from sabot.store import export_lines
from support.laundering import nsw

ZONE = "Australia/Sydney"


def main(coups: int = 50) -> None:
    night = typed("star-baccarat")
    night.coups(coups)
    store = night.floor.store
    lines = list(export_lines(store))
    day = read_line(lines[-1].rstrip(b"\n")).at.astimezone(ZoneInfo(ZONE)).date()
    for turn in ("first", "again"):
        start = time.perf_counter()
        alerts = screen(store, ZONE, day, nsw())
        took = time.perf_counter() - start
        told = f"{len(lines):,} events, {coups} coups, {len(alerts)} alerts"
        print(f"{turn}: {told}: {took:.2f} s, {len(lines) / took:,.0f} events a second")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
