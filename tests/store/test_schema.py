"""Additions, changes and drops in a store's schema are named and mended."""

from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from sabot.cli import main
from sabot.store import Batch, open_store
from sabot.store.trust.verification import verify_store
from store.edits import disk
from store.entries import entry

LEAVES = "CREATE TABLE spare (a integer)", "CREATE VIEW seen AS SELECT count(*) FROM event"
SQLITE: dict[str, tuple[tuple[str, ...], list[tuple[str, str]]]] = {
    "a trigger that deletes what is claimed": (
        (
            "CREATE TRIGGER forgets AFTER INSERT ON passing"
            " BEGIN DELETE FROM passing WHERE kind = 'voucher'; END",
        ),
        [("schema-added", "trigger forgets")],
    ),
    "no trigger that keeps events": (
        ("DROP TRIGGER event_stays", "DROP TRIGGER event_stands"),
        [("schema-dropped", "trigger event_stands"), ("schema-dropped", "trigger event_stays")],
    ),
    "a trigger that does nothing": (
        (
            "DROP TRIGGER event_stays",
            "CREATE TRIGGER event_stays BEFORE DELETE ON event BEGIN SELECT 1; END",
        ),
        [("schema-changed", "trigger event_stays")],
    ),
    "a table and a view": (
        LEAVES,
        [("schema-added", "table spare"), ("schema-added", "view seen")],
    ),
    "a column": (
        ("ALTER TABLE passing ADD COLUMN noted TEXT",),
        [("schema-changed", "table passing")],
    ),
    "no index": (("DROP INDEX passing_until",), [("schema-dropped", "index passing_until")]),
    "another index": (
        ("DROP INDEX passing_until", "CREATE INDEX passing_until ON passing (until)"),
        [("schema-changed", "index passing_until")],
    ),
}
POSTGRES: dict[str, tuple[tuple[str, ...], list[tuple[str, str]]]] = {
    "a trigger that deletes what is claimed": (
        (
            "CREATE FUNCTION forgets() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN DELETE FROM passing WHERE kind = 'voucher'; RETURN NULL; END $$",
            "CREATE TRIGGER forgets AFTER INSERT ON passing EXECUTE FUNCTION forgets()",
        ),
        [("schema-added", "function forgets()"), ("schema-added", "trigger forgets")],
    ),
    "no trigger that keeps events": (
        ("DROP TRIGGER event_stays ON event",),
        [("schema-dropped", "trigger event_stays")],
    ),
    "a trigger that is off": (
        ("ALTER TABLE event DISABLE TRIGGER event_stays",),
        [("schema-changed", "trigger event_stays")],
    ),
    "a trigger that does nothing": (
        (
            "CREATE OR REPLACE FUNCTION event_stays() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RETURN NULL; END $$",
        ),
        [("schema-changed", "function event_stays()")],
    ),
    "a table and a view": (
        LEAVES,
        [("schema-added", "table spare"), ("schema-added", "view seen")],
    ),
    "a table that takes events": (
        ("CREATE TABLE later () INHERITS (event)",),
        [("schema-added", "table later")],
    ),
    "a rule": (
        ("CREATE RULE keeps AS ON DELETE TO passing DO INSTEAD NOTHING",),
        [("schema-added", "rule keeps")],
    ),
    "rows that some do not see": (
        ("ALTER TABLE passing ENABLE ROW LEVEL SECURITY",),
        [("schema-changed", "table passing")],
    ),
    "a table that a crash empties": (
        ("ALTER TABLE head SET UNLOGGED",),
        [("schema-changed", "table head")],
    ),
    "a default": (
        ("ALTER TABLE passing ALTER COLUMN until SET DEFAULT 0",),
        [("schema-changed", "column passing.until")],
    ),
    "rows twice": (
        ("ALTER TABLE event DROP CONSTRAINT event_stream_seq_key",),
        [
            ("schema-dropped", "constraint event.event_stream_seq_key"),
            ("schema-dropped", "index event_stream_seq_key"),
        ],
    ),
    "no index": (("DROP INDEX passing_until",), [("schema-dropped", "index passing_until")]),
}
NOT_MENDED = {"a column", "a table that a crash empties", "a default", "rows twice",
              "rows that some do not see"}  # fmt: skip
CASES = [("sqlite", each) for each in SQLITE] + [("postgresql", each) for each in POSTGRES]


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    def of(kind: str) -> str:
        found = tmp_path / "casino.db" if kind == "sqlite" else None
        made = str(found or request.getfixturevalue("postgres_url"))
        with open_store(made) as store:
            store.append(Batch("t", 0, [entry(1), entry(2)]))
        return made

    return of


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_store_as_it_was_made_has_no_flaw(kind: str, url: Callable[[str], str]) -> None:
    with open_store(url(kind)) as store:
        assert list(verify_store(store)) == []


@pytest.mark.parametrize(("kind", "edit"), CASES)
def test_every_edit_of_the_schema_is_named(kind: str, edit: str, url: Callable[[str], str]) -> None:
    statements, expected = (SQLITE if kind == "sqlite" else POSTGRES)[edit]
    address = url(kind)
    with disk(address, bare=False) as held:
        for statement in statements:
            held.do(statement)
    with open_store(address) as store:
        flaws = list(verify_store(store))
        assert [flaw.kind for flaw in flaws] == [code for code, _ in expected]
        for flaw, (_, part) in zip(flaws, expected, strict=True):
            assert f" {part}" in f" {flaw.message.replace(',', '').replace(':', '')}"
        list(verify_store(store, mend=True))
        left = {flaw.kind for flaw in verify_store(store)}
    if edit in NOT_MENDED or expected[0][0] == "schema-added":
        assert left == {flaw.kind for flaw in flaws}, "a person looks at it first"
    else:
        assert left == set()


def test_a_protective_trigger_protects_again(url: Callable[[str], str]) -> None:
    address = url("postgresql")
    with disk(address, bare=False) as held:
        held.do("ALTER TABLE event DISABLE TRIGGER event_stays")
        held.do("UPDATE event SET seq = seq")
    assert main(["verify", address, "--mend"]) == 1 and main(["verify", address]) == 0
    with disk(address, bare=False) as held, pytest.raises(psycopg.Error, match="never changed"):
        held.do("UPDATE event SET seq = seq")


def test_a_dropped_table_that_the_log_knows_is_made_again(url: Callable[[str], str]) -> None:
    address = url("sqlite")
    with disk(address, bare=False) as held:
        held.do("DROP TABLE answer")
    with open_store(address) as store:
        assert [flaw.kind for flaw in verify_store(store, mend=True)] == ["schema-dropped"]
        assert not list(verify_store(store))


def test_a_dropped_vault_is_not_made_again(url: Callable[[str], str]) -> None:
    address = url("sqlite")
    with disk(address, bare=False) as held:
        held.do("DROP TABLE vault")
    assert main(["verify", address, "--mend"]) == 2
    with open_store(address) as store:
        assert store.schema_difference().dropped == (
            ("index", "sqlite_autoindex_vault_1"),
            ("table", "vault"),
        )
