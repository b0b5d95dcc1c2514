"""Rough company: floods, stalled lines, heads without an end, other people's ids and words."""

import asyncio
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import httpx
import pytest
from starlette.types import Message, Scope
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from sabot.rules.roles import DUTY_MANAGER
from sabot.server.casino import READERS
from sabot.server.http.guard import RequestGuard
from sabot.server.http.header_limits import Brisk
from sabot.server.serve import STALLED_SECONDS, bound
from sabot.server.settings import Settings
from server.harness import PASSWORD, House, running

TABLE = "mini"
LONGEST = 300.0


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("rough")) as house:
        yield house


def live(house: House, who: str = "", path: str = f"/api/tables/{TABLE}/live") -> ClientConnection:
    url = f"ws://127.0.0.1:{house.port}{path}"
    if not who:
        return connect(url, origin=Origin(house.origin))
    return connect(url, additional_headers=house.headers(who))


def closed_with(line: ClientConnection) -> int | None:
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            line.recv(LONGEST)
    return None if closed.value.rcvd is None else closed.value.rcvd.code


def test_an_id_is_its_senders_own(house: House) -> None:
    house.prepare(TABLE)
    house.sit(TABLE, "alice")
    house.sit(TABLE, "bob")
    path = f"/api/tables/{TABLE}/commands"
    bet = {"id": "1", "do": "place-wager", "player": "alice", "on": "tie", "amount": "20"}
    first = house.ask("alice", "POST", path, bet)
    other = house.ask("bob", "POST", path, {**bet, "player": "bob", "amount": "30"})
    assert other.status_code == 200 and other.json()["events"] != first.json()["events"]
    with live(house, "bob") as line:
        line.recv(LONGEST)
        line.send(json.dumps({**bet, "player": "bob", "amount": "30"}))
        assert json.loads(line.recv(LONGEST))["events"] == other.json()["events"]
    assert house.ask("alice", "POST", path, bet).json() == first.json()
    stakes = house.see(TABLE)["table"]["stakes"]
    taken = sorted((each["player"], each["staked"]) for each in stakes)
    assert taken == [("alice", 2000), ("bob", 3000)]


def test_players_name_no_cards_and_take_no_rules_for_others(tmp_path: Path) -> None:
    down = {"star-baccarat": {"method": "B", "face": "down"}}
    with running(tmp_path, feed="typed", options=down) as house:
        turned = [{"slot": 0, "card": "9S"}]
        named = house.do("baccarat", "alice", "expose-cards", hand="player", cards=turned)
        assert (named.status_code, named.json()["error"]["code"]) == (403, "wrong-role")
        shown = house.do("baccarat", "alice", "show-rules", to="bob")
        assert (shown.status_code, shown.json()["error"]["code"]) == (403, "proxy")
        assert house.do("baccarat", "alice", "show-rules", to="alice").status_code == 200


def test_a_player_does_not_fill_the_log(house: House) -> None:
    words = "w" * 5_000
    long = house.do(TABLE, "alice", "show-rules", to="alice", why=words)
    assert (long.status_code, long.json()["error"]["code"]) == (413, "too-big")
    assert house.do(TABLE, DUTY_MANAGER, "show-rules", to="alice", why=words).status_code == 200
    assert house.do(TABLE, "alice", "show-rules", to="alice", why="w" * 99).status_code == 200


def test_a_session_has_so_many_sockets(tmp_path: Path) -> None:
    with running(tmp_path, sockets=2) as house:
        with live(house, "alice") as one, live(house, "alice", "/api/floor/live"):
            one.recv(LONGEST)
            with live(house, "alice") as third:
                assert closed_with(third) == 1013
            with live(house, "bob") as other:
                assert '"snapshot"' in str(other.recv(LONGEST))
        while house.casino.hub.sockets:
            pass
        with live(house, "alice") as again:
            assert '"snapshot"' in str(again.recv(LONGEST))


def test_a_person_has_so_many_sockets_however_often_they_sign_in(tmp_path: Path) -> None:
    with running(tmp_path, sockets=1) as house:
        people, url = house.casino.people, f"ws://127.0.0.1:{house.port}/api/tables/{TABLE}/live"
        tokens = [people.sign_in_as("alice", "a test")[0] for _ in range(3)]
        heads = [{"authorization": f"Bearer {token}"} for token in tokens]
        with (
            connect(url, additional_headers=heads[0]) as one,
            connect(url, additional_headers=heads[1]) as two,
        ):
            assert '"snapshot"' in str(one.recv(LONGEST)) + str(two.recv(LONGEST))
            with connect(url, additional_headers=heads[2]) as third:
                assert closed_with(third) == 1013


@pytest.mark.parametrize("path", [f"/api/tables/{TABLE}/live", "/api/floor/live"])
def test_a_flood_on_a_socket_is_refused(tmp_path: Path, path: str) -> None:
    with running(tmp_path, rate=0.001, burst=3) as house, live(house, "", path) as line:
        line.recv(LONGEST)
        for _ in range(3):
            line.send('{"type":"ping"}')
            assert json.loads(line.recv(LONGEST)) == {"type": "pong"}
        line.send('{"type":"ping"}')
        assert json.loads(line.recv(LONGEST))["error"]["code"] == "too-many"


def test_sockets_are_not_opened_without_end(tmp_path: Path) -> None:
    with running(tmp_path, rate=0.001, burst=1) as house:
        for _ in range(4):
            with live(house) as line:
                line.recv(LONGEST)
        with pytest.raises(InvalidStatus) as refused:
            live(house)
        assert refused.value.response.status_code == 403


def test_what_is_denied_counts_too(tmp_path: Path) -> None:
    with running(tmp_path, rate=0.001, burst=2) as house:
        asked = [house.ask("alice", "GET", "/api/people").status_code for _ in range(4)]
        assert asked == [403, 403, 429, 429]


def test_passwords_inside_are_not_guessed_fast(tmp_path: Path) -> None:
    with running(tmp_path, wrong=0.001, wrong_burst=2) as house:
        tries = [
            house.ask("alice", "POST", "/api/session/unlock", {"password": "no"}).status_code,
            house.ask("alice", "PUT", "/api/session/password", {"old": "no", "new": PASSWORD}),
            house.ask("alice", "POST", "/api/session/unlock", {"password": PASSWORD}).status_code,
        ]
        assert (tries[0], tries[2]) == (403, 429)


def test_nobody_waits_at_the_door_for_those_who_read(house: House) -> None:
    token, go_on = house.headers("alice"), Event()
    reading = [house.casino._readers.submit(go_on.wait) for _ in range(READERS)]
    try:
        seen = httpx.get(f"{house.origin}/api/tables", headers=token)
        assert seen.status_code == 200
    finally:
        go_on.set()
    assert all(each.result() for each in reading)


def said(house: House, *parts: bytes) -> bytes:
    """All that comes back until the server hangs up."""
    with socket.create_connection(("127.0.0.1", house.port), LONGEST) as line:
        heard = b""
        try:
            for part in parts:
                line.sendall(part)
            while more := line.recv(65_536):
                heard += more
        except ConnectionError:
            pass
        return heard


def test_a_head_comes_to_an_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    large = b"x: " + b"y" * 10_000 + b"\r\n"
    for parts in ([large] * 7, [large * 7], [b"x: ", *[b"y" * 10_000] * 7]):
        heard = said(house, b"GET / HTTP/1.1\r\n", *parts, b"\r\n\r\n")
        assert heard.startswith(b"HTTP/1.1 431") or not heard
    whole = b"GET /healthz HTTP/1.1\r\nHost: %b\r\n" % house.origin[7:].encode() + large * 7
    assert said(house, whole + b"\r\n").startswith(b"HTTP/1.1 431")
    long = b"GET /healthz?" + b"y" * 70_000 + b" HTTP/1.1\r\n\r\n"
    assert said(house, long).startswith(b"HTTP/1.1 431")
    monkeypatch.setattr("sabot.server.http.header_limits.HEAD_SECONDS", 0.2)
    assert said(house, b"") == b""
    assert said(house, b"GET / HTTP/1.1\r\nHost:") == b""


def test_a_second_host_is_none(house: House) -> None:
    host = f"Host: 127.0.0.1:{house.port}\r\n"
    for hosts in (host * 2, f"{host}Host: evil.example\r\n", f"Host: evil.example\r\n{host}", ""):
        ask = f"GET /healthz HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n".encode()
        assert b" 400 " in said(house, ask).partition(b"\r\n")[0] + b" "
    assert b" 200 " in said(
        house, f"GET /healthz HTTP/1.1\r\n{host}Connection: close\r\n\r\n".encode()
    )


def test_a_second_head_comes_to_an_end_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_connection(("127.0.0.1", house.port), LONGEST) as line:
        line.sendall(f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n\r\n".encode())
        heard = b""
        while b'"well"' not in heard:
            heard += line.recv(65_536)
        assert heard.startswith(b"HTTP/1.1 200")
        monkeypatch.setattr("sabot.server.http.header_limits.HEAD_SECONDS", 0.2)
        line.sendall(b"GET /healthz")
        assert line.recv(65_536) == b""


def test_a_socket_has_no_head_to_wait_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[Brisk] = []
    upgrade = Brisk.handle_websocket_upgrade

    def upgraded(line: Brisk) -> None:
        upgrade(line)
        lines.append(line)

    monkeypatch.setattr(Brisk, "handle_websocket_upgrade", upgraded)
    with live(house, "alice") as line:
        line.recv(LONGEST)
        line.send('{"type":"ping"}')
        assert json.loads(line.recv(LONGEST)) == {"type": "pong"}
        assert [(each.is_upgraded, each.late) for each in lines] == [(True, None)]


def test_a_body_comes_in_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabot.server.http.request_handler.BODY_SECONDS", 0.2)
    headers = {
        "host": f"127.0.0.1:{house.port}",
        "origin": house.origin,
        "content-type": "application/json",
        "content-length": "30",
        "connection": "close",
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    heard = said(house, f"POST /api/session HTTP/1.1\r\n{lines}\r\n".encode(), b"{")
    assert heard.startswith(b"HTTP/1.1 408")
    assert b'"too-slow"' in heard


def test_a_stalled_line_is_given_up() -> None:
    with bound(Settings(port=0)) as listening:
        listening.listen()
        with (
            socket.create_connection(listening.getsockname()),
            listening.accept()[0] as accepted,
        ):
            given = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            assert given == STALLED_SECONDS * 1000


@pytest.mark.parametrize(
    ("addresses", "status"),
    [(("2001:db8::1", "2001:db8::2"), 429), (("192.0.2.1", "192.0.2.2"), 200)],
)
def test_a_network_of_addresses_is_one_place(addresses: tuple[str, str], status: int) -> None:
    sent: list[Message] = []

    async def app(scope: Scope, receive: object, send: object) -> None:
        await guarded({"type": "http.response.start", "status": 200, "headers": []})

    async def guarded(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    async def ask() -> None:
        guard = RequestGuard(app, Settings(rate=0.0001, burst=1))
        for number in range(5):
            scope = {
                "type": "http", "method": "GET", "path": "/", "client": (addresses[number % 2], 1),
                "headers": [(b"host", b"127.0.0.1:8000")],
            }  # fmt: skip
            await guard(scope, receive, guarded)

    asyncio.run(ask())
    starts = [each["status"] for each in sent if each["type"] == "http.response.start"]
    assert starts == [200] * 4 + [status]
