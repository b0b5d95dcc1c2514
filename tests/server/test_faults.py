"""Faults inside: nobody waits in vain, nobody else is harmed, and nothing is missed afterwards."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sabot.floor import Answer, Floor
from sabot.refusal import Refusal
from sabot.rules.roles import DUTY_MANAGER
from sabot.server.casino import Casino
from sabot.server.http.routes import Caller
from sabot.server.live.dispatch import Dispatch
from sabot.server.live.hub import BEHIND, CLOSE_SLOW, Viewer
from sabot.server.settings import Settings
from sabot.store import open_store
from sabot.streams import Command
from server.harness import PATIENCE, TABLES, open_tables, running

TABLE = "mini"


def shown(floor: Floor, number: int) -> Command:
    """A command that any table takes at any time."""
    said = {
        "id": f"rules {number}", "do": "show-rules", "to": "dylan",
        "actor": "dylan", "role": DUTY_MANAGER,
    }  # fmt: skip
    return floor.read(msgspec.json.encode(said))


class Cracked(Floor):
    """A floor that fails at several commands together, in a way that nobody has thought of."""

    def do_each(self, asked: Sequence[tuple[str, Command]]) -> list[Answer]:
        raise RuntimeError("a crack")


async def ask_all(dispatch: Dispatch, floor: Floor) -> list[Answer]:
    asked = (dispatch.do(name, shown(floor, 0)) for name in TABLES.values())
    async with asyncio.timeout(PATIENCE):
        return await asyncio.gather(*asked)


@pytest.mark.parametrize("is_shown", [True, False])
def test_every_command_is_answered(tmp_path: Path, is_shown: bool) -> None:
    """Also if those who watch cannot be told of it."""

    def answered(name: str, command: Command, answer: Answer) -> None:
        if not is_shown:
            raise RuntimeError("a crack")

    def told() -> None:
        answered("", shown(floor, 1), Answer(""))

    with open_store(str(tmp_path / "casino.db")) as store:
        floor = Cracked(store)
        open_tables(floor, "virtual", {})

        async def run() -> list[Answer]:
            dispatch = Dispatch(floor, answered, told)
            answers = await ask_all(dispatch, floor)
            await dispatch.stop()
            return answers

        answers = asyncio.run(run())
    assert [len(each.events or ()) for each in answers] == [1] * len(TABLES)


class Interrupted(Casino):
    """Hears of a new event at the very moment when the log was read to its end."""

    loop: asyncio.AbstractEventLoop
    floor_next_door: Floor
    left = 3

    def _lines_after(self, stream: str, after: int) -> list[bytes]:
        lines = super()._lines_after(stream, after)
        if not lines and self.left:
            self.left -= 1
            self.floor_next_door.do(TABLE, shown(self.floor, self.left))
            heard = Event()
            self.loop.call_soon_threadsafe(self._hear, heard)
            heard.wait(PATIENCE)
        return lines

    def _hear(self, heard: Event) -> None:
        self._reread(TABLE)
        heard.set()


def test_what_is_heard_while_reading_is_read(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "casino.db")) as store:
        open_tables(Floor(store), "virtual", {})

        async def run() -> None:
            casino = Interrupted(store, Settings())
            casino.loop, casino.floor_next_door = asyncio.get_running_loop(), Floor(store)
            await casino.open()
            casino.stream_moved(f"table:{TABLE}")
            await asyncio.gather(*casino._tasks)
            assert casino.left == 0
            assert casino.following(TABLE).seq == store.head(f"table:{TABLE}").seq
            assert not casino._rereading
            await casino.close()

        asyncio.run(run())


def test_a_viewer_who_is_too_slow_is_sent_away() -> None:
    viewer = Viewer(Caller())
    for _ in range(BEHIND + 5):
        viewer.tell(b"{}")
    assert [viewer.outbox.get_nowait() for _ in range(viewer.outbox.qsize())] == [CLOSE_SLOW]
    viewer.tell(b"{}")
    viewer.close(4401)
    assert viewer.outbox.empty()


def test_whoever_is_sent_away_hears_nothing_that_still_waits() -> None:
    viewer = Viewer(Caller())
    viewer.tell(b"a card")
    viewer.close(4401, b"locked")
    assert [viewer.outbox.get_nowait() for _ in range(2)] == [b"locked", 4401]


def test_a_table_that_cannot_be_shown_harms_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crack() -> Any:
        raise RuntimeError("a crack")

    with running(tmp_path) as house:
        monkeypatch.setattr(house.casino.hub.tables[TABLE], "look", crack)
        house.done(TABLE, DUTY_MANAGER, "show-rules", to="dylan")
        url = f"ws://127.0.0.1:{house.port}/api/tables/baccarat/live"
        with connect(url, additional_headers=house.headers("alice")) as line:
            seq = json.loads(line.recv(10))["seq"]
            house.done("baccarat", DUTY_MANAGER, "show-rules", to="dylan")
            assert json.loads(line.recv(10))["seq"] == seq + 1


def test_a_command_that_breaks_something_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crack(name: str, command: Command) -> Answer:
        raise RuntimeError("a crack with a secret")

    with running(tmp_path) as house:
        monkeypatch.setattr(house.casino.floor, "do", crack)
        url = f"ws://127.0.0.1:{house.port}/api/tables/{TABLE}/live"
        with connect(url, additional_headers=house.headers("dylan")) as line:
            line.recv(10)
            line.send('{"id":"x","do":"no-more-bets"}')
            said = json.loads(line.recv(10))
        assert (said["type"], said["id"], said["error"]["code"]) == ("answer", "x", "internal")
        answer = house.do(TABLE, DUTY_MANAGER, "no-more-bets")
        assert answer.status_code == 500
        assert "secret" not in answer.text + json.dumps(said)


@pytest.mark.parametrize("path", [f"/api/tables/{TABLE}/live", "/api/floor/live"])
def test_a_socket_is_asked_to_come_again_while_the_store_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    def away(token: str) -> Any:
        raise Refusal("store-unavailable", None, "The store cannot be read now.")

    with running(tmp_path) as house:
        headers = house.headers("alice")
        monkeypatch.setattr(house.casino.people, "session", away)
        with connect(f"ws://127.0.0.1:{house.port}{path}", additional_headers=headers) as line:
            with pytest.raises(ConnectionClosed) as closed:
                line.recv(10)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
