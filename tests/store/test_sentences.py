"""Statements that the writer sends to PostgreSQL as a whole."""

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.store import Batch, Swap, export_lines, open_store
from sabot.store.backends.postgres import wire
from store.entries import chain_holds, entry

TEXTS = st.lists(st.text(st.characters(exclude_characters="\0", codec="utf-8")))
ODD = ("it's", "a,b", "{x}", "NULL", "百家樂", "%s %b", "$1", "'; DROP TABLE event; --", " ", "''")


def test_any_value_arrives_as_it_was_said(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:

        def heard(kind: str, values: list[str] | list[bytes]) -> object:
            said = f"SELECT {wire._array(values)}::{kind}[]"
            return connection.execute(said.encode()).fetchall()[0][0]

        @settings(max_examples=60, deadline=None)
        @given(TEXTS, st.lists(st.binary()))
        def arrives(texts: list[str], values: list[bytes]) -> None:
            assert heard("text", texts) == texts
            assert heard("bytea", values) == values

        arrives()


def test_odd_names_are_streams_like_any_other(postgres_url: str) -> None:
    with open_store(postgres_url) as store, open_store(postgres_url) as other:
        for seq in range(3):
            writer = (store, other)[seq % 2]
            writer.append(*(Batch(name, seq, [entry(seq)]) for name in ODD))
        lines = list(export_lines(store))
        assert len(lines) == 3 * len(ODD) and chain_holds(lines)


def test_a_transaction_is_two_sentences_alone_and_in_company(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[int] = []
    say = wire.say

    def counted(connection: wire.Connection, *statements: str) -> object:
        said.append(len(statements))
        return say(connection, *statements)

    monkeypatch.setattr(wire, "say", counted)
    with open_store(postgres_url) as store, open_store(postgres_url) as other:
        for each in (store, other, store):  # from here on both know that they have company
            each.append(Batch(f"table:{len(said)}", 0, [entry()]))
        said.clear()
        other.append(Batch("table:a", 0, [entry()]), Batch("table:b", 0, [entry()]))
        other.append(Batch("table:a", 1, [entry()]))
        assert said == [4, 2] * 2


def test_what_is_prepared_outlives_a_swap_that_is_refused(postgres_url: str) -> None:
    with open_store(postgres_url) as store:
        for number in range(12):
            assert not store.swap(Swap("lease", "a", b"never", b"there"))
            assert store.swap(Swap("lease", f"{number}", None, b"there"))
        store.append(Batch("table:1", 0, [entry()]))


def test_a_session_that_forgot_what_was_prepared_is_begun_anew(postgres_url: str) -> None:
    with open_store(postgres_url) as store:
        store.append(Batch("table:1", 0, [entry()]))
        store._database._writing.execute("DEALLOCATE ALL")  # type: ignore[attr-defined]
        store.append(Batch("table:1", 1, [entry()]))
        assert chain_holds(list(export_lines(store)))
