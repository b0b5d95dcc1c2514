"""Live tables over the socket: nothing missed, nothing doubled, nothing that is another's."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from server.harness import PATIENCE, House, running

TABLE = "baccarat"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("live")) as house:
        house.prepare(TABLE)
        house.sit(TABLE, "alice")
        yield house


def opened(
    house: House, who: str, after: int | None = None, table: str = TABLE
) -> ClientConnection:
    query = "" if after is None else f"?after={after}"
    url = f"ws://127.0.0.1:{house.port}/api/tables/{table}/live{query}"
    if not who:
        return connect(url, origin=Origin(house.origin))
    return connect(url, additional_headers=house.headers(who))


def heard(socket: ClientConnection) -> Any:
    return json.loads(socket.recv(PATIENCE))


def until(socket: ClientConnection, seq: int) -> list[Any]:
    """Messages up to the one that tells of this event."""
    messages = [heard(socket)]
    while messages[-1].get("seq", 0) < seq:
        messages.append(heard(socket))
    return messages


def test_a_snapshot_comes_first_then_events(house: House) -> None:
    with opened(house, "bob") as socket:
        first = heard(socket)
        assert first["type"] == "snapshot"
        assert first["table"]["id"] == TABLE
        assert first["you"]["name"] == "bob"
        assert first["staff"] is None
        house.sit(TABLE, "bob")
        then = until(socket, first["seq"] + 1)[-1]
        assert then["type"] == "events"
        assert [event["seq"] for event in then["events"]] == [first["seq"] + 1]
        assert then["you"]["at_table"]


def test_changes_merged_onto_a_snapshot_are_the_view(house: House) -> None:
    with opened(house, "dora") as socket:
        kept = heard(socket)
        for on in ("player", "tie"):
            house.done(TABLE, "alice", "place-wager", player="alice", on=on, amount="20")
        house.play(TABLE)
        seq = house.see(TABLE)["seq"]
        for message in until(socket, seq):
            kept["table"] |= message.get("table", {})
            kept["staff"] |= message.get("staff", {})
        now = house.see(TABLE, "dora")
        assert kept["table"] == now["table"]
        assert kept["staff"] == now["staff"]


def test_resuming_misses_nothing_and_doubles_nothing(house: House) -> None:
    with opened(house, "bob") as socket:
        seq = heard(socket)["seq"]
    house.done(TABLE, "alice", "place-wager", player="alice", on="banker", amount="20")
    house.play(TABLE)
    head = house.see(TABLE)["seq"]
    with opened(house, "bob", after=seq) as socket:
        message = heard(socket)
        assert message["type"] == "events"
        assert [event["seq"] for event in message["events"]] == list(range(seq + 1, head + 1))
        assert message["table"] == house.see(TABLE, "bob")["table"]


@pytest.mark.parametrize("after", ["-1", "x", "99999999", "99999999999999999999"])
def test_a_number_that_is_not_there_gets_a_snapshot(house: House, after: str) -> None:
    url = f"ws://127.0.0.1:{house.port}/api/tables/{TABLE}/live?after={after}"
    with connect(url, additional_headers=house.headers("bob")) as socket:
        assert heard(socket)["type"] == "snapshot"


def test_a_command_on_the_socket_is_answered_with_its_id(house: House) -> None:
    with opened(house, "alice") as socket:
        heard(socket)
        bet = {
            "id": "bet 1",
            "do": "place-wager",
            "player": "alice",
            "on": "player",
            "amount": "30",
        }
        socket.send(json.dumps(bet))
        answer = next(m for m in iter(lambda: heard(socket), None) if m["type"] == "answer")
        assert answer["id"] == "bet 1"
        assert answer["events"][0]["what"] == "wager-placed/1"
        socket.send(json.dumps(bet))
        again = next(m for m in iter(lambda: heard(socket), None) if m["type"] == "answer")
        assert again == answer
        socket.send(json.dumps({**bet, "id": "bet 2", "amount": "4000"}))
        refused = next(m for m in iter(lambda: heard(socket), None) if m["type"] == "answer")
        assert refused["error"]["code"]
        assert refused["id"] == "bet 2"
        socket.send("{")
        broken = heard(socket)
        assert broken["error"]["code"] == "bad-command"
        socket.send('{"type":"ping"}')
        assert heard(socket) == {"type": "pong"}
    house.done(TABLE, "alice", "withdraw-wager", player="alice", on="player")


def test_a_player_speaks_for_nobody_else(house: House) -> None:
    with opened(house, "bob") as socket:
        heard(socket)
        bet = {"id": "b", "do": "place-wager", "player": "alice", "on": "player", "amount": "30"}
        socket.send(json.dumps(bet))
        assert heard(socket)["error"]["code"] == "proxy"
        socket.send(json.dumps({"id": "c", "do": "no-more-bets"}))
        assert heard(socket)["error"]["code"] == "wrong-role"


@pytest.mark.parametrize("who", ["ines", "sven", "ada", "tessa", ""])
def test_watchers_and_strangers_command_nothing(house: House, who: str) -> None:
    with opened(house, who) as socket:
        heard(socket)
        socket.send(json.dumps({"id": "d", "do": "no-more-bets"}))
        assert heard(socket)["error"]["code"] == "wrong-role"


def test_what_is_private_stays_so(house: House) -> None:
    """Another player and a stranger see neither balances nor Player Cards; staff does."""
    house.sit("mini", "chen")
    card = "card of chen"
    for who in ("bob", ""):
        with opened(house, who, after=0, table="mini") as socket:
            text = str(socket.recv(PATIENCE))
            assert card not in text
            assert '"do"' not in text
    with opened(house, "dora", after=0, table="mini") as socket:
        assert "…chen" in str(socket.recv(PATIENCE))


def test_no_such_table(house: House) -> None:
    with opened(house, "alice", table="none") as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


def test_a_socket_ends_with_its_session(house: House) -> None:
    token, _ = house.casino.people.sign_in_as("chen", "a test")
    url = f"ws://127.0.0.1:{house.port}/api/tables/{TABLE}/live"
    with connect(url, additional_headers={"authorization": f"Bearer {token}"}) as socket:
        heard(socket)
        house.casino.people.end_sessions("chen", "a test")
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
