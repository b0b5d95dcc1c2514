"""Internal faults: no request hangs, other streams go on, and nothing is missed afterwards."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sabot.core.refusal import Refusal
from sabot.engine.kind import Kind
from sabot.engine.streams import Command
from sabot.floor import Answer, Floor
from sabot.floor.kinds import TABLES as TABLE_STREAMS
from sabot.rules.roles import DUTY_MANAGER
from sabot.server.casino import Casino
from sabot.server.http.routes import Caller
from sabot.server.live import lag
from sabot.server.live.dispatch import Dispatch
from sabot.server.live.notifications import Neighbours
from sabot.server.live.viewers import BEHIND, CLOSE_SLOW, Viewer
from sabot.server.settings import Settings
from sabot.store import open_store
from sabot.table import TABLE as TABLE_RULES
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
    """A floor that fails at several commands together, in an unforeseen way."""

    def do_each(self, asked: Sequence[tuple[str, Command]]) -> list[Answer]:
        raise RuntimeError("a crack")


async def ask_all(dispatch: Dispatch, floor: Floor) -> list[Answer]:
    asked = (dispatch.do(name, shown(floor, 0)) for name in TABLES.values())
    async with asyncio.timeout(PATIENCE):
        return await asyncio.gather(*asked)


@pytest.mark.parametrize("is_shown", [True, False])
def test_every_command_is_answered(tmp_path: Path, is_shown: bool) -> None:
    """Also if those who watch cannot be told of it."""

    def told() -> None:
        if not is_shown:
            raise RuntimeError("a crack")

    with open_store(str(tmp_path / "casino.db")) as store:
        floor = Cracked(store)
        open_tables(floor, "virtual", {})

        async def run() -> list[Answer]:
            dispatch = Dispatch(floor, told)
            answers = await ask_all(dispatch, floor)
            await dispatch.stop()
            return answers

        answers = asyncio.run(run())
    assert [len(each.events or ()) for each in answers] == [1] * len(TABLES)


class Interrupted(Floor):
    """Hears of a new event at the very moment when the log was read to its end."""

    casino: Casino
    next_door: Floor
    left = 3

    def catch_up(self, kind: Kind[Any], name: str) -> Any:
        state = super().catch_up(kind, name)
        if self.left:
            self.left -= 1
            self.next_door.do(TABLE, shown(self, self.left))
            heard = Event()
            assert self.casino._loop is not None
            self.casino._loop.call_soon_threadsafe(self._hear, heard)
            heard.wait(PATIENCE)
        return state

    def _hear(self, heard: Event) -> None:
        self.casino.reread(TABLE)
        heard.set()


def test_what_is_heard_while_reading_is_read(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "casino.db")) as store:
        open_tables(Floor(store), "virtual", {})

        async def run() -> None:
            floor = Interrupted(store)
            casino = floor.casino = Casino(store, Settings(), floor=floor)
            floor.next_door = Floor(store)
            await casino.open()
            casino.reread(TABLE)
            await asyncio.gather(*casino._tasks)
            assert floor.left == 0
            assert casino.following(TABLE).seq == store.head(f"table:{TABLE}").seq
            assert not casino._rereading
            await casino.close()

        asyncio.run(run())


def test_what_neighbours_write_is_read_a_moment_later_and_all_at_once(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "casino.db")) as store:
        open_tables(Floor(store), "virtual", {})

        async def run() -> None:
            casino, next_door = Casino(store, Settings()), Floor(store)
            await casino.open()
            neighbours, names = Neighbours(casino), [*TABLES.values()]
            own = casino.following(names[0]).seq
            await casino.do(names[0], shown(casino.floor, 0))
            neighbours.heard(f"table:{names[0]}", own + 1)
            for name in names[1:]:
                next_door.do(name, shown(next_door, 1))
                neighbours.heard(f"table:{name}", next_door.table(name).version)
            watched, resting = names[1:3], names[3:]
            with (
                patch.object(casino.hub, "seen_at", watched.__contains__),
                patch.object(casino.floor, "catch_up", wraps=casino.floor.catch_up) as reading,
            ):
                neighbours.look()
                await asyncio.gather(*casino._tasks)
                await casino.behind.keep_up(looked_at=False)
                read = [call.args[1] for call in reading.call_args_list]
                assert read == watched, "and nobody looks at the others"
                await casino.behind.read_all()
            assert sorted(call.args[1] for call in reading.call_args_list[2:]) == sorted(resting)
            for name in names:
                assert casino.following(name).seq == store.head(f"table:{name}").seq
            await casino.close()

        asyncio.run(run())


def test_a_table_that_neighbours_have_moved_far_is_taken_up_from_its_newest_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lag, "SNAPSHOT_EVERY", 10)
    with open_store(str(tmp_path / "casino.db")) as store:
        open_tables(Floor(store), "virtual", {})

        async def run(moves: int) -> list[int]:
            """Return the states that were folded for a request, counted from the one known here."""
            casino, next_door = Casino(store, Settings()), Floor(store)
            await casino.open()
            began, neighbours = casino.following(TABLE).seq, Neighbours(casino)
            for number in range(moves):
                next_door.do(TABLE, shown(next_door, began + number))
                neighbours.heard(f"table:{TABLE}", began + number + 1)
                if number == moves - 4:
                    next_door.keep_snapshot(TABLE)
            neighbours.look()
            await casino.behind.keep_up(looked_at=False)
            away = casino.floor._shelves[TABLE_STREAMS.prefix].loaded(TABLE) is None
            assert away == (moves > 10), "what is far behind leaves memory"
            folded, evolve = list[int](), TABLE_RULES.evolve

            def counted(state: Any, event: Any, at: Any) -> Any:
                folded.append(state.version - began)
                return evolve(state, event, at)

            with patch.object(TABLE_RULES, "evolve", counted):
                await casino.find(TABLE)
            assert casino.following(TABLE).table == next_door.table(TABLE)
            assert casino.floor.table(TABLE) is casino.following(TABLE).table
            assert TABLE not in casino.behind
            await casino.do(TABLE, shown(casino.floor, began + moves))
            assert casino.following(TABLE).seq == began + moves + 1
            await casino.close()
            return folded

        assert asyncio.run(run(10)) == [*range(10)]
        assert asyncio.run(run(11)) == [8, 9, 10]


def test_whoever_asks_while_tables_are_read_waits_for_them(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "casino.db")) as store:
        open_tables(Floor(store), "virtual", {})

        async def run() -> None:
            casino, next_door = Casino(store, Settings()), Floor(store)
            await casino.open()
            neighbours = Neighbours(casino)
            next_door.do(TABLE, shown(next_door, 1))
            neighbours.heard(f"table:{TABLE}", next_door.table(TABLE).version)
            neighbours.look()
            held, catch_up = Event(), casino.floor.catch_up

            def slowly(kind: Kind[Any], name: str) -> Any:
                assert held.wait(PATIENCE)
                return catch_up(kind, name)

            with patch.object(casino.floor, "catch_up", slowly):
                first = asyncio.create_task(casino.behind.read_all())
                await asyncio.sleep(0)
                others = [casino.behind.read_all(), casino.find(TABLE)]
                waiting = [asyncio.create_task(each) for each in others]
                _, still = await asyncio.wait([first, *waiting], timeout=0.05)
                assert len(still) == 3
                held.set()
                await asyncio.gather(first, *waiting)
            assert casino.following(TABLE).seq == store.head(f"table:{TABLE}").seq
            await casino.close()

        asyncio.run(run())


def test_what_is_decided_is_folded_once_and_a_gap_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded, evolve = list[str](), TABLE_RULES.evolve

    def counted(state: Any, event: Any, at: Any) -> Any:
        folded.append(state.name)
        return evolve(state, event, at)

    with open_store(str(tmp_path / "casino.db")) as store:
        open_tables(Floor(store), "virtual", {})

        async def run() -> None:
            casino = Casino(store, Settings())
            await casino.open()
            following = casino.following(TABLE)
            monkeypatch.setattr(TABLE_RULES, "evolve", counted)
            await casino.do(TABLE, shown(casino.floor, 0))
            assert folded == [TABLE]
            assert following.table is casino.floor.table(TABLE)
            casino.floor.followers.clear()  # one is missed
            await casino.do(TABLE, shown(casino.floor, 1))
            casino.floor.followers.append(casino._moved)
            await casino.do(TABLE, shown(casino.floor, 2))
            await asyncio.gather(*casino._tasks)
            assert casino.following(TABLE) is following
            assert following.table is casino.floor.table(TABLE)
            seen = following.since(following.seq - 3)
            assert seen == [*casino.floor.events(TABLE, following.seq - 3)]
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
            seq = json.loads(line.recv(PATIENCE))["seq"]
            house.done("baccarat", DUTY_MANAGER, "show-rules", to="dylan")
            assert json.loads(line.recv(PATIENCE))["seq"] == seq + 1


def test_a_command_that_breaks_something_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crack(name: str, command: Command) -> Answer:
        raise RuntimeError("a crack with a secret")

    with running(tmp_path) as house:
        monkeypatch.setattr(house.casino.floor, "do", crack)
        url = f"ws://127.0.0.1:{house.port}/api/tables/{TABLE}/live"
        with connect(url, additional_headers=house.headers("dylan")) as line:
            line.recv(PATIENCE)
            line.send('{"id":"x","do":"no-more-bets"}')
            said = json.loads(line.recv(PATIENCE))
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
                line.recv(PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
