"""Does a night survive a kill at every write, at every stage of it, on both databases?

Run with PYTHONPATH=tests. Each process is killed at its first write: before it, within it and
after it in turn, so that every write of the night is met at all three. Then the same for the
snapshots, with one after every command.
"""

import sys
import tempfile
import time
from pathlib import Path

from sabot.floor import read_line
from store.postgres import PostgresServer
from support.cup_script import UnkilledCup, check_cup_survived, compose_cup
from support.night_script import Line, compose
from support.nursery import STAGES, Kill, Nursery, Part, survive
from test_night import Unkilled, check_survived

GAMES = ("star-baccarat", "canberra-mini")
"""Whose tournaments are killed: one of each casino."""
PLAYERS, SEATS, COUPS = 5, 3, 1
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "night.md"
EVENTS, SNAPSHOTS = 1, 2
"""Which write of a process is the one to die at: its first is that of events; with a snapshot kept
after every command, its second is that of a snapshot."""


def main(*games: str) -> int:
    """All of it, or tournaments of these games alone: the report keeps its other rows."""
    head, rows = kept() if games else night_at_the_tables()
    for game in games or GAMES:
        rows = [each for each in rows if f" {game} |" not in each] + night_of_a_cup(game)
        REPORT.write_text(head.rstrip() + "\n\n" + CUPS + TITLES + "\n".join(rows) + "\n")
    return 0


TITLES = "| database | killed at writes of | kills | seconds |\n|---|---|---|---|\n"
CUPS = (
    "Then a whole tournament of each casino, from the conditions to the last prize, in the same"
    " way: killed before, within and\nafter every write of a command, with all that goes with it at"
    " other tables, accounts and the tournament. In the end log,\nvault, every state and every"
    " answer were those of a night without a kill, and the audit found nothing.\n\n"
)


def kept() -> tuple[str, list[str]]:
    """Return the runs that the report has already."""
    head, _, table = REPORT.read_text().replace(CUPS, "").partition(TITLES)
    return head, table.splitlines()


def night_at_the_tables() -> tuple[str, list[str]]:
    night = compose()
    unkilled = Unkilled(night)
    rows = []
    with tempfile.TemporaryDirectory() as folder, Nursery(night, Path(folder)) as nursery:
        server = PostgresServer()
        try:
            for kind in ("SQLite", "PostgreSQL"):
                for write, what in ((EVENTS, "events"), (SNAPSHOTS, "snapshots")):
                    file = f"sqlite:///{folder}/{what}.db"
                    url = file if kind == "SQLite" else server.fresh_url()
                    rows.append(
                        f"| {kind} | {what} | {run(nursery, night, unkilled, url, write)} |"
                    )
                    print(rows[-1], flush=True)
        finally:
            server.remove()
    head = (
        "# A night of kills\n\n"
        f"{len(night)} commands at five tables, {writes(unkilled)} of them accepted with"
        f" {len(unkilled.log)} events. The process was killed\n(SIGKILL) at a write, and another"
        " went on with the first command that had no answer. Events: at every write, before\nit,"
        " with all written and nothing committed, and with all committed and nobody told."
        " Snapshots, one kept after every\ncommand: at every write, at one of these stages in"
        " turn. In the end the log, the vault, the state and every answer\nwere, byte by byte,"
        " those of a night without a kill.\n\n"
    )
    return head, rows


def night_of_a_cup(game: str) -> list[str]:
    night = compose_cup(game, PLAYERS, SEATS, COUPS)
    unkilled = UnkilledCup(night)
    rows = []
    with tempfile.TemporaryDirectory() as folder, Nursery(night, Path(folder)) as nursery:
        server = PostgresServer()
        try:
            for kind in ("SQLite", "PostgreSQL"):
                started = time.perf_counter()
                url = f"sqlite:///{folder}/cup.db" if kind == "SQLite" else server.fresh_url()
                answers, died = survive(
                    nursery, Part(url=url), lambda n: Kill(EVENTS, STAGES[n % len(STAGES)]),
                    len(night),
                )  # fmt: skip
                assert died >= 2 * unkilled.writes, (died, unkilled.writes)
                check_cup_survived(url, answers, night, unkilled)
                seconds = time.perf_counter() - started
                rows.append(f"| {kind} | a tournament, {game} | {died} | {seconds:.0f} |")
                print(rows[-1], flush=True)
        finally:
            server.remove()
    return rows


def writes(unkilled: Unkilled) -> int:
    """Return how many commands were written; a visit to a table goes with the command that caused
    it."""
    return len({read_line(line).id.rpartition("/")[2] for line in unkilled.log})


def run(nursery: Nursery, night: list[Line], unkilled: Unkilled, url: str, write: int) -> str:
    """Return how many processes died on the way through the night, and how long it took."""
    started = time.perf_counter()
    part = Part(url=url, snapshot_every=1 if write == SNAPSHOTS else 1000)
    answers, died = survive(
        nursery, part, lambda n: Kill(write, STAGES[n % len(STAGES)]), len(night)
    )
    check_survived(url, answers, night, unkilled)
    stages = len(STAGES) if write == EVENTS else 1
    assert died == stages * writes(unkilled), (died, writes(unkilled))
    return f"{died} | {time.perf_counter() - started:.0f}"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
