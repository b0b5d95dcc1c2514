"""A hundred thousand random edits of an exported log, each of which must be found; then edits of
every table of a casino's database and of its schema, none of which may be believed.

Run it with `PYTHONPATH=tests`; a number after it is how many edits each database gets, and a second
one after how many seconds it stops for now: what was found is kept in artefacts/, and the next run
goes on. Delete artefacts/tamper*.json to begin anew.
"""

import contextlib
import json
import os
import random
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from sabot.store import Witness, open_store
from store.edits import TABLES, Disk, Truth, casino, disk, outcome
from store.edits import edit as edited
from store.postgres import PostgresServer
from store.schema_edits import POSTGRES, SQLITE, SchemaEdit, schema_edits
from store.tamper import EDITS, Evidence, evidence, found

EDITS_IN_ALL = 100_000
EDITS_OF_TABLES = 10_000
OUTCOMES = ("refused", "found", "mended", "harmless", "BELIEVED")
SCHEMA_SHARE = 100
"""Of so many edits of the tables there is one of each sort of edit of the schema."""
HARMLESS = ("about", "passing", "snapshot")
"""Tables that are rebuilt from the log, or begun anew."""
FOR_EVER = 10.0**9
PROGRESS = Path(__file__).parent.parent / "artefacts" / "tamper.json"
LOGGED = PROGRESS.with_name("tamper-log.json")
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "tamper.md"


class Scene(NamedTuple):
    """A casino as it is, and a way to its disk."""

    url: str
    before: Truth
    witness: list[bytes]
    kept: dict[str, list[tuple[Any, ...]]]
    held: Disk | None

    def disk(self) -> contextlib.AbstractContextManager[Disk]:
        return disk(self.url) if self.held is None else contextlib.nullcontext(self.held)


class Search:
    """Edits of the tables of both databases, as many as there is time for: what became of each is
    kept in a file, and the next run goes on from there."""

    def __init__(self, times: int, seconds: float) -> None:
        self._each = -(-times // len(TABLES))
        self._of_schema = -(-times // SCHEMA_SHARE)
        self._until = time.monotonic() + seconds
        self._became: dict[str, dict[str, int]] = {}
        if PROGRESS.exists():
            self._became = json.loads(PROGRESS.read_text())

    def run(self, name: str, url: str, folder: Path) -> None:
        with open_store(url) as store:
            before = casino(store, folder)
        witness = Witness(folder / "witness").lines()
        with disk(url) as held:
            kept = {table: held.rows(table) for table in TABLES}
        assert outcome(url, before, witness) == "harmless", "the store is not clean as it is"
        with contextlib.ExitStack() as stack:
            # To connect to PostgreSQL takes longer than to edit; a file is let go for others.
            lasting = stack.enter_context(disk(url)) if "://" in url else None
            scene = Scene(url, before, witness, kept, lasting)
            for number in range(self._each):
                for table in TABLES:
                    if time.monotonic() > self._until:
                        return
                    self._try(name, table, number, scene)
                if not number % 50:
                    self.save()
        self._run_schema(name, scene._replace(held=None))

    def _run_schema(self, name: str, scene: "Scene") -> None:
        """Edits of the schema of every sort."""
        kind = SQLITE if name == "SQLite" else POSTGRES
        for number in range(self._of_schema):
            for edit in schema_edits(kind, random.Random(f"{name} schema {number}")):
                where = f"{name} | schema: {edit.name}"
                became = self._became.setdefault(where, dict.fromkeys(OUTCOMES, 0))
                if time.monotonic() > self._until or sum(became.values()) > number:
                    continue
                found = _edit_schema(scene, edit)
                if found in ("BELIEVED", "harmless"):
                    print(name, edit, found, flush=True)
                became[found if found != "harmless" else "BELIEVED"] += 1

    def _try(self, name: str, table: str, number: int, scene: "Scene") -> None:
        """Try one edit, unless it was tried before, and put everything back."""
        became = self._became.setdefault(f"{name} | {table}", dict.fromkeys(OUTCOMES, 0))
        if sum(became.values()) > number:
            return
        _edit_once(scene, table, random.Random(f"{name} {table} {number}"))
        found = outcome(scene.url, scene.before, scene.witness)
        if found in ("BELIEVED", "harmless") and table not in HARMLESS:
            print(name, table, number, found, flush=True)
        became[found] += 1
        with scene.disk() as held:
            for each in TABLES:
                held.put(each, scene.kept[each])

    def save(self) -> None:
        PROGRESS.parent.mkdir(exist_ok=True)
        PROGRESS.write_text(json.dumps(self._became))

    def rows(self) -> list[str]:
        return [
            f"| {where} | {sum(became.values()):,} | "
            + " | ".join(f"{became[each]:,}" for each in OUTCOMES)
            + " |"
            for where, became in self._became.items()
        ]


def _edit_once(scene: Scene, table: str, rng: random.Random) -> None:
    """An edit that the database itself takes: two rows of one key are none."""
    while True:
        with contextlib.suppress(sqlite3.Error, psycopg.Error), scene.disk() as held:
            held.put(table, edited(table, scene.kept[table], rng))
            return
        with scene.disk() as held:
            held.put(table, scene.kept[table])


def _edit_schema(scene: Scene, edit: SchemaEdit) -> str:
    """Make the edit, see what becomes of it, and put everything back."""
    with disk(scene.url, bare=False) as held:
        for statement in edit.does:
            held.do(statement)
    found = outcome(scene.url, scene.before, scene.witness)
    with disk(scene.url, bare=False) as held:
        for statement in edit.undoes:
            held.do(statement)
    with disk(scene.url) as held:
        for each in TABLES:
            held.put(each, scene.kept[each])
    return found


def all_tables(times: int, seconds: float) -> list[str]:
    search = Search(times, seconds)
    with tempfile.TemporaryDirectory(dir=swift()) as folder:
        search.run("SQLite", str(Path(folder) / "casino.db"), Path(folder))
    search.save()
    server = PostgresServer(lasting=False)
    try:
        with tempfile.TemporaryDirectory() as folder:
            search.run("PostgreSQL", server.fresh_url(), Path(folder))
    finally:
        server.remove()
        search.save()
    return search.rows()


def swift() -> str | None:
    """Folder without waiting for a disk."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def log_edits(given: Evidence) -> dict[str, int]:
    """Count the edits of each kind that were found, of those of an exported log."""
    assert not found(given.log, given), "the log is not clean as it is"
    seen: dict[str, int] = json.loads(LOGGED.read_text()) if LOGGED.exists() else {}
    for edit in EDITS:
        name = edit.__name__.replace("_", " ")
        if name not in seen:
            rng = random.Random(f"campaign {edit.__name__}")
            each = -(-EDITS_IN_ALL // len(EDITS))
            seen[name] = sum(found(edit(given.log, rng), given) for _ in range(each))
            print(name, f"{seen[name]:,} of {each:,}", flush=True)
            LOGGED.write_text(json.dumps(seen))
    return seen


def main() -> int:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else EDITS_OF_TABLES
    beside = all_tables(times, float(sys.argv[2]) if len(sys.argv) > 2 else FOR_EVER)
    with tempfile.TemporaryDirectory() as folder:
        given = evidence(Path(folder))
    found_of = log_edits(given)
    each = -(-EDITS_IN_ALL // len(EDITS))
    rows = [f"| {name} | {each:,} | {seen:,} |" for name, seen in found_of.items()]
    missed = any(seen < each for seen in found_of.values())
    REPORT.write_text(
        "# Tampering with the log\n\n"
        f"Random edits of an exported log of {len(given.log)} events in four streams, with the\n"
        f"{len(given.witness)} checkpoints that its witness has seen. An edit is found when\n"
        "`verify_lines` or `verify_checkpoints` reports a flaw.\n\n"
        "| edit | made | found |\n|---|---|---|\n" + "\n".join(rows) + "\n\n"
        "# Tampering with the tables\n\n"
        "Edits of any row of any table of a small casino, each then opened again: two balances,\n"
        "three roles and the order of the cards to come must be as they were. Refused: nothing is\n"
        "opened or decided. Found: by `sabot verify`, or reported and the log read. Mended:\n"
        "written anew, since the log knows better. Harmless: nothing that counts was changed: a\n"
        "session, lease or snapshot is gone, another release is named. Every edit changes its\n"
        "table: one that a hash made right again has undone is drawn anew. Edits of the schema\n"
        "add, change or drop triggers, columns, tables, views, indexes, functions and rules.\n\n"
        f"| database | table | edits | {' | '.join(OUTCOMES)} |\n|{'---|' * 8}\n"
        + "\n".join(beside)
        + "\n"
    )
    return 1 if missed or any(not row.endswith("| 0 |") for row in beside) else 0


if __name__ == "__main__":
    sys.exit(main())
