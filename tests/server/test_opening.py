"""Tables open one after the other while the server answers already; readiness is an event."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest

from sabot.people import Hashing, People
from sabot.rules.roles import INSPECTOR
from sabot.server.app import application
from sabot.server.casino import Casino
from sabot.server.door.entrance import NOBODY
from sabot.server.live.sockets import _floor
from sabot.server.settings import Settings
from sabot.store import Store, open_store
from server.harness import SIGN

SETTINGS = Settings(store="sqlite://", rate=1000, burst=1000)


def open_table(casino: Casino, name: str) -> None:
    command = {"id": name, "do": "open-table", "actor": "dylan", "role": "duty manager"}
    command |= {"rulebook": "canberra-mini", "sign": SIGN}  # type: ignore[dict-item]
    answer = casino.floor.do(name, casino.floor.read(msgspec.json.encode(command)))
    assert answer.rejected is None


def asking(casino: Casino, token: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=application(casino))
    headers = {"authorization": f"Bearer {token}", "host": "127.0.0.1:8000"}
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000", headers=headers)


def inspector(store: Store) -> str:
    people = People(store, hashing=Hashing(memory=8))
    people.add("ines", "a long enough phrase for a test", INSPECTOR, "a test")
    return people.sign_in_as("ines", "a test")[0]


async def ids(client: httpx.AsyncClient) -> list[str]:
    return [card["id"] for card in (await client.get("/api/tables")).json()]


def seen(casino: Casino) -> Any:
    return msgspec.json.decode(_floor(casino, NOBODY))


def test_the_lobby_is_answered_while_tables_are_opened() -> None:
    go_on = threading.Event()

    def prepare(casino: Casino) -> Iterator[str]:
        for name in ("a", "b"):
            open_table(casino, name)
            yield name
            assert go_on.wait(300)

    async def go(casino: Casino, token: str) -> None:
        opening = casino.begin(prepare)
        async with asking(casino, token) as client:
            while await ids(client) != ["a"]:
                await casino.hub.floor_moved.wait()
            casino.hub.floor_moved.clear()
            assert seen(casino)["opening"]
            ready = await client.get("/readyz")
            assert (ready.status_code, ready.json()["error"]["code"]) == (503, "opening")
            assert (await client.get("/api/tables/a")).status_code == 200
            waiting = [
                asyncio.create_task(client.get(path))
                for path in ("/api/tables/b", "/api/tables/none", "/api/notices")
            ]
            await asyncio.sleep(0)
            assert not opening.done() and not any(task.done() for task in waiting)
            go_on.set()
            answers = [(await task).status_code for task in waiting]
            assert answers == [200, 404, 200] and opening.done()
            assert await ids(client) == ["a", "b"] and casino.hub.floor_moved.is_set()
            assert not seen(casino)["opening"]
            assert (await client.get("/readyz")).status_code == 200
        await casino.close()

    with open_store("sqlite://") as store:
        asyncio.run(go(Casino(store, SETTINGS), inspector(store)))


def test_a_table_that_is_asked_for_does_not_wait_for_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go_on = threading.Event()
    load = Casino._load

    def slowly(casino: Casino, name: str) -> Any:
        assert name == "b" or go_on.wait(300)
        return load(casino, name)

    async def go(casino: Casino, token: str) -> None:
        opening = casino.begin(lambda casino: ())
        async with asking(casino, token) as client:
            assert (await client.get("/api/tables/b")).status_code == 200
            assert await ids(client) == ["b"] and not opening.done()
            go_on.set()
            await opening
            assert await ids(client) == ["a", "b"]
        await casino.close()

    with open_store("sqlite://") as store:
        for name in ("a", "b"):
            open_table(Casino(store, SETTINGS), name)
        monkeypatch.setattr(Casino, "_load", slowly)
        asyncio.run(go(Casino(store, SETTINGS), inspector(store)))
