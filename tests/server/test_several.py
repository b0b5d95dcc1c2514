"""Several server processes on one PostgreSQL database: any of them serves any table."""

import json
import time
from collections.abc import Iterator
from threading import Event

import psycopg
import pytest
from websockets.sync.client import connect

from sabot.cli import main
from sabot.core.refusal import Refusal
from sabot.server.live.lag import FRESH_SECONDS
from sabot.server.serve import alone
from sabot.store.backends.postgres.servers import NUMBER, holding
from server.harness import House, running
from store.postgres import PostgresServer

TABLE = "mini"
LONGEST = 300.0


@pytest.fixture(scope="module")
def shared(postgres_server: PostgresServer) -> str:
    return postgres_server.fresh_url()


@pytest.fixture(scope="module")
def houses(shared: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    folder = tmp_path_factory.mktemp("several")
    with (
        running(folder, store=shared) as first,
        running(folder, store=shared, fresh=False) as second,
    ):
        yield first, second


def alike(one: House, other: House) -> None:
    """Both have heard of everything."""
    while one.see(TABLE)["seq"] != other.see(TABLE)["seq"]:
        time.sleep(0.01)


def test_what_one_does_the_other_shows(houses: tuple[House, House]) -> None:
    first, second = houses
    first.prepare(TABLE)
    second.sit(TABLE, "alice")
    first.sit(TABLE, "bob")
    url = f"ws://127.0.0.1:{second.port}/api/tables/{TABLE}/live"
    with connect(url, additional_headers=second.headers("alice")) as socket:
        kept = json.loads(socket.recv(LONGEST))
        for number in range(3):
            first.done(TABLE, "bob", "place-wager", player="bob", on="player", amount="20")
            second.done(TABLE, "alice", "place-wager", player="alice", on="banker", amount="20")
            one, other = (first, second) if number % 2 else (second, first)
            alike(one, other)
            one.play(TABLE)
            alike(one, other)
        head = first.see(TABLE)["seq"]
        seqs = [kept["seq"]]
        while seqs[-1] < head:
            message = json.loads(socket.recv(LONGEST))
            kept["table"] |= message["table"]
            assert [event["seq"] for event in message["events"]] == list(
                range(seqs[-1] + 1, message["seq"] + 1)
            )
            seqs.append(message["seq"])
    assert kept["table"] == first.see(TABLE)["table"]
    assert first.see(TABLE)["table"]["coup"]["number"] == 4


def test_a_table_that_nobody_watches_is_read_when_somebody_asks(
    houses: tuple[House, House],
) -> None:
    first, second = houses
    while TABLE not in second.casino.behind:
        first.done(TABLE, "dylan", "show-rules", to="dylan")
        time.sleep(0.02)
    assert second.see(TABLE)["seq"] == first.see(TABLE)["seq"]


def test_the_lobby_reads_on_at_tables_that_nobody_watches(houses: tuple[House, House]) -> None:
    first, second = houses
    while TABLE not in second.casino.behind:
        first.done(TABLE, "dylan", "show-rules", to="dylan")
        time.sleep(0.02)
    last = first.see(TABLE)["seq"]
    while second.casino.behind._names.get(TABLE, last) < last:  # else it is told of that later
        time.sleep(0.01)
    time.sleep(FRESH_SECONDS)
    second.ask("alice", "GET", "/api/tables")
    assert TABLE not in second.casino.behind


def test_a_player_is_at_one_table_whichever_server_is_asked(houses: tuple[House, House]) -> None:
    first, second = houses
    first.sit("baccarat", "chen")
    answer = second.do(TABLE, "chen", "join-table", player="chen", chips="100", card="card of chen")
    assert answer.status_code == 409
    assert second.ask("chen", "GET", "/api/account").json()["table"] == "baccarat"


def test_a_session_holds_and_ends_at_both(houses: tuple[House, House]) -> None:
    first, second = houses
    token, _ = first.casino.people.sign_in_as("gus", "a test")
    assert second.casino.people.session(token) is not None
    first.casino.people.disable("gus", "ada")
    second.clock.advance(seconds=3)
    assert second.casino.people.session(token) is None


def test_nonsense_from_the_database_deafens_nobody(
    houses: tuple[House, House], shared: str
) -> None:
    first, second = houses
    with psycopg.connect(shared, autocommit=True) as connection:
        for said in ("", "nonsense", "table:mini:x", "table:mini:-1", f"table:{TABLE}:²"):
            connection.execute("SELECT pg_notify('sabot', %s)", (said,))
    first.done(TABLE, "dylan", "show-rules", to="dylan")
    alike(first, second)


def test_a_store_that_is_away_for_a_moment_deafens_nobody(
    houses: tuple[House, House], shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The listener comes back before the store does, and tries again."""
    first, second = houses
    streams, failed = second.casino.store.streams, Event()

    def away() -> list[str]:
        if not failed.is_set():
            failed.set()
            raise Refusal("store-unavailable", None, "The store cannot be read now.")
        return streams()

    monkeypatch.setattr(second.casino.store, "streams", away)
    with psycopg.connect(shared, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        )
    assert failed.wait(LONGEST)
    first.done(TABLE, "dylan", "show-rules", to="dylan")
    alike(first, second)


def test_keys_are_not_replaced_under_running_servers(
    houses: tuple[House, House], shared: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each server holds the lock by its listening session; one that starts holds it at once."""
    words = ["keys", "replace", "--store", shared]
    while not sharing(shared):
        pass
    assert main(words) == 2
    assert "Servers are running on this database" in capsys.readouterr().err
    with (
        holding(shared, exclusively=False),
        pytest.raises(Refusal, match="stop all of them"),
        holding(shared, exclusively=True),
    ):
        pass


def test_no_server_starts_while_keys_are_replaced(postgres_server: PostgresServer) -> None:
    postgres_url = postgres_server.fresh_url()
    with (
        holding(postgres_url, exclusively=True),
        pytest.raises(Refusal, match="being replaced"),
        alone(postgres_url),
    ):
        pass
    with alone(postgres_url), alone(postgres_url):
        pass


def sharing(url: str) -> int:
    """Return how many sessions hold the lock of this store's servers."""
    question = (
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'"
        f" AND (classid::bigint << 32 | objid::bigint) = {NUMBER}"
    )
    with psycopg.connect(url) as connection:
        ((count,),) = connection.execute(question.encode()).fetchall()
    return int(count)
