"""A tournament's night over the real server: 200 entrants, 30 tables, four rounds and a final.

Everybody comes over sockets: the head and every entrant watch the tournament, and at each table a
dealer, a supervisor and its players. Afterwards each viewer's stream is compared with what the log
has for that viewer, byte by byte; every acknowledged bet must be in the log, once; and the log is
audited. How long a bet takes is said, and the end of a session: all counts, each stated by one
person and confirmed by another, the order of places, and the seats of the next session.

Run it as `PYTHONPATH=tests:. python -P benchmarks/cup.py [PLAYERS TABLES COUPS]`.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

import uvloop
from benchmarks.serving import checks
from benchmarks.serving.crowd import Tally
from benchmarks.serving.cups import CUP, Night, furnish
from benchmarks.serving.houses import Server

from sabot.floor.kinds import TOURNAMENTS
from sabot.store import open_store


def run(folder: Path, players: int, tables: int, coups: int, full: bool = True) -> list[str]:
    """The faults of a night; what it took is printed."""
    url = str(folder / "casino.db")
    tokens = furnish(url, players, tables, coups, full)
    tally = Tally()
    server = Server(url, folder)
    began = time.monotonic()
    try:
        night = Night(server.port, tokens, tables, tally)
        uvloop.run(night.run())
    finally:
        server.stop()
    report(night, tally, time.monotonic() - began)
    with open_store(url) as store:
        faults = checks.streams(store, night.everybody)
        lines = [each.line for each in store.read(TOURNAMENTS.stream(CUP))]
        faults += [f"{each.name}: {fault}" for each in night.fans for fault in each.faults]
        faults += checks.told(night.fans, lines, TOURNAMENTS.sees)
        faults += checks.bets(store, night.tables, tally.acknowledged)
        faults += checks.audit(store, prefix="")
    return faults


def report(night: Night, tally: Tally, seconds: float) -> None:
    ms = sorted(1000 * each for _, each in tally.bets)
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"{len(night.fans) - 1} entrants, {len(night.tables)} tables, {tally.coups:,} coups in")
    print(f"{seconds:.0f} s; load of the machine {load} on {os.cpu_count()} cores")
    print(f"bets {len(ms):,}: p50 {ms[len(ms) // 2]:.1f} ms, p99 {ms[int(len(ms) * 0.99)]:.1f} ms,")
    print(f"max {ms[-1]:.1f} ms; refused {tally.refused or 'none'}")
    for tables, took in night.ends:
        print(f"end of a session at {tables} tables: {took:.2f} s")
    everybody = (*night.fans, *night.everybody)
    told = sum(each.seq - (each.begun or 0) for each in everybody)
    print(f"{len(everybody):,} streams, {told:,} events told", flush=True)


def main(players: int = 200, tables: int = 30, coups: int = 3) -> int:
    with tempfile.TemporaryDirectory() as folder:
        faults = run(Path(folder), players, tables, coups)
    for fault in faults[:20]:
        print(f"FAULT {fault}")
    print(f"{len(faults)} faults", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
