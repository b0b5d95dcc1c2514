"""An evening at the tables killed at every write, on SQLite and on PostgreSQL.

Run it with `PYTHONPATH=tests`. A write to SQLite's files is torn in the middle; a statement is
killed before it is sent, or a moment later. After each, everything acknowledged must be there,
nothing by half or twice, the chain whole, and the evening must go on to its end.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from people.test_killed import kill_at, writes_of
from store.crash import STEPS, check_what_is_left, run_and_kill
from store.postgres import PostgresServer

REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "crash.md"


def main() -> int:
    server = PostgresServer()
    try:
        rows = [
            kill_everywhere("SQLite", lambda folder: str(folder / "casino.db")),
            kill_everywhere("PostgreSQL", lambda folder: server.fresh_url()),
            *kill_people(server),
        ]
    finally:
        server.remove()
    REPORT.write_text(
        "# Killed at every write\n\n"
        f"A scripted evening of {STEPS} submissions (several streams, sealed things, groups,\n"
        "snapshots, checkpoints) in a process that is killed at each of its writes in turn:\n"
        "calls to the driver, and on SQLite every write to its files, torn in the middle. After\n"
        "each, everything acknowledged was there, nothing by half or twice, the chain was whole,\n"
        "vault and log agreed, and the evening went on to its end. Then the same with people who\n"
        "sign in and out, unlock and change passwords: sessions and tokens were the log's own.\n\n"
        "| database | points | died there | lost, doubled or broken |\n|---|---|---|---|\n"
        + "\n".join(rows)
        + "\n"
    )
    return 0


def kill_everywhere(name: str, address: Callable[[Path], str]) -> str:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "whole")
        folder.mkdir()
        writes = run_and_kill(address(folder), folder, 0).writes
        assert writes
        died = 0
        for point in range(1, writes + 1):
            folder = Path(temporary, str(point))
            folder.mkdir()
            url = address(folder)
            run = run_and_kill(url, folder, point)
            died += run.writes is None
            check_what_is_left(url, folder, run.acknowledged)
            shutil.rmtree(folder)
    row = f"| {name} | {writes} | {died} | 0 |"
    print(row, flush=True)
    return row


def kill_people(server: PostgresServer) -> Iterator[str]:
    """An evening at the door, killed at every write too."""
    with tempfile.TemporaryDirectory() as folder:
        addresses: dict[str, Callable[[int], str]] = {
            "SQLite, people": lambda point: f"{folder}/{point}.db",
            "PostgreSQL, people": lambda point: server.fresh_url(),
        }
        for name, address in addresses.items():
            writes = writes_of(address(0))
            row = f"| {name} | {writes} | {kill_at(range(1, writes + 1), address)} | 0 |"
            print(row, flush=True)
            yield row


if __name__ == "__main__":
    sys.exit(main())
