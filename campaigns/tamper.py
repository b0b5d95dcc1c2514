"""A hundred thousand random edits of an exported log, each of which must be found; then edits of
every table of a casino's database, none of which may be believed.

Run it with `PYTHONPATH=tests`; a number after it is how many edits each database gets.
"""

import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from sabot.store import Witness, open_store
from store.edits import TABLES, casino, disk, outcome
from store.edits import edit as edited
from store.postgres import PostgresServer
from store.tamper import EDITS, evidence, found

EDITS_IN_ALL = 100_000
EDITS_OF_TABLES = 10_000
OUTCOMES = ("refused", "found", "mended", "harmless", "BELIEVED")
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "tamper.md"


def tables(url: str, times: int) -> list[str]:
    """So many edits of the tables of one database: a row of the report for each table."""
    with tempfile.TemporaryDirectory() as folder:
        with open_store(url) as store:
            before = casino(store, Path(folder))
        witness = Witness(Path(folder) / "witness").lines()
    with disk(url) as held:
        kept = {table: held.rows(table) for table in TABLES}
    what, rng, rows = url.partition(":")[0] if "://" in url else "sqlite", random.Random(url), []
    for table in TABLES:
        became: Counter[str] = Counter()
        for _ in range(-(-times // len(TABLES))):
            with disk(url) as held:
                held.put(table, edited(table, kept[table], rng))
            became[outcome(url, before, witness)] += 1
            with disk(url) as held:
                for each in TABLES:
                    held.put(each, kept[each])
        counts = " | ".join(f"{became[each]:,}" for each in OUTCOMES)
        rows.append(f"| {what} | {table} | {became.total():,} | {counts} |")
        print(rows[-1], flush=True)
    return rows


def all_tables(times: int) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        rows = tables(str(Path(folder) / "casino.db"), times)
    server = PostgresServer()
    try:
        return rows + tables(server.fresh_url(), times)
    finally:
        server.remove()


def main() -> int:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else EDITS_OF_TABLES
    beside = all_tables(times)
    with tempfile.TemporaryDirectory() as folder:
        given = evidence(Path(folder))
    assert not found(given.log, given), "the log is not clean as it is"
    each = -(-EDITS_IN_ALL // len(EDITS))
    rows, missed = [], 0
    for edit in EDITS:
        rng = random.Random(f"campaign {edit.__name__}")
        seen = sum(found(edit(given.log, rng), given) for _ in range(each))
        missed += each - seen
        rows.append(f"| {edit.__name__.replace('_', ' ')} | {each:,} | {seen:,} |")
        print(rows[-1], flush=True)
    REPORT.write_text(
        "# Tampering with the log\n\n"
        f"Random edits of an exported log of {len(given.log)} events in four streams, with the\n"
        f"{len(given.witness)} checkpoints that its witness has seen. An edit is found when\n"
        "`verify_lines` or `verify_checkpoints` reports a flaw.\n\n"
        "| edit | made | found |\n|---|---|---|\n" + "\n".join(rows) + "\n\n"
        "# Tampering with the tables\n\n"
        "Edits of any row of any table of a small casino, each then opened again: two balances,\n"
        "three roles and the order of the cards to come must be as they were. Refused: nothing is\n"
        "opened or decided. Found: by `sabot verify`, or reported and the log read. Harmless:\n"
        "nothing that counts was changed (a session is gone, a release is another).\n\n"
        f"| database | table | edits | {' | '.join(OUTCOMES)} |\n|{'---|' * 8}\n"
        + "\n".join(beside)
        + "\n"
    )
    return 1 if missed or any(not row.endswith("| 0 |") for row in beside) else 0


if __name__ == "__main__":
    sys.exit(main())
