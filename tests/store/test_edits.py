"""Any row of any table edited, on SQLite and PostgreSQL: nothing is believed. The long search is in
campaigns/tamper.py."""

import random
import sqlite3
from pathlib import Path

import psycopg
import pytest

from sabot.store import Witness, open_store
from store.edits import casino, disk, edit, outcome, tables_of
from store.schema_edits import POSTGRES, SQLITE, schema_edits
from support.thorough import tries


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_no_edit_of_any_table_changes_what_the_house_owes(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    postgres = request.getfixturevalue("postgres_url") if kind == "postgresql" else ""
    url = postgres or str(tmp_path / "casino.db")
    with open_store(url) as store:
        before = casino(store, tmp_path)
    witness, rng = Witness(tmp_path / "witness").lines(), random.Random(kind)
    with disk(url) as held:
        kept = {table: held.rows(table) for table in tables_of(url)}
    assert all(kept.values()), "every table has rows"
    assert outcome(url, before, witness) == "harmless"
    for table in kept:
        for _ in range(tries(2)):
            edited = edit(table, kept[table], rng)
            try:
                with disk(url) as held:
                    held.put(table, edited)
            except (sqlite3.IntegrityError, psycopg.errors.UniqueViolation):
                became = "refused"  # by the database itself
            else:
                became = outcome(url, before, witness)
            assert became != "BELIEVED", (table, edited)
            # What passes or can be read again may be gone: nobody gains money, a role or a card.
            assert became != "harmless" or table in ("about", "passing", "snapshot")
            with disk(url) as held:
                for each in kept:
                    held.put(each, kept[each])


@pytest.mark.parametrize("kind", [SQLITE, POSTGRES])
def test_no_edit_of_the_schema_passes(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    postgres = request.getfixturevalue("postgres_url") if kind == POSTGRES else ""
    url, rng = postgres or str(tmp_path / "casino.db"), random.Random(kind)
    with open_store(url) as store:
        before = casino(store, tmp_path)
    witness = Witness(tmp_path / "witness").lines()
    with disk(url) as held:
        kept = {table: held.rows(table) for table in tables_of(url)}
    edits = schema_edits(kind, rng)
    for one in rng.sample(edits, min(tries(2), len(edits))):
        with disk(url, bare=False) as held:
            for statement in one.does:
                held.do(statement)
        assert outcome(url, before, witness) in ("found", "mended", "refused"), one
        with disk(url, bare=False) as held:
            for statement in one.undoes:
                held.do(statement)
        with disk(url) as held:
            for each in kept:
                held.put(each, kept[each])
        assert outcome(url, before, witness) == "harmless", one
