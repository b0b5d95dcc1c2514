"""The demo casino: robots at every table, sign-in without passwords, and never where it could do
harm."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from sabot.client import Client
from sabot.core.refusal import Refusal
from sabot.engine.ledger import is_player_name
from sabot.floor import Floor
from sabot.people import SIGN_IN_ROLES
from sabot.robots import Pace
from sabot.rulebooks import RULEBOOKS
from sabot.rules.roles import PLAYER
from sabot.server.casino import Casino
from sabot.server.demo.crews import robots_of
from sabot.server.demo.demo import PEOPLE, ROBOT_PLAYERS, check_demo, open_demo, table_of
from sabot.server.settings import Settings
from server.demo_house import demo

BRISK = Pace(turn=0.3, decide=0.3)


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[Casino, str]]:
    with demo() as opened:
        yield opened


@pytest.mark.parametrize(
    ("settings", "given", "word"),
    [
        ({}, "casino.db", "casino.db"),
        ({}, "postgresql://db", "SABOT_DATABASE_URL"),
        ({"host": "0.0.0.0"}, None, "this machine only"),
        ({"host": "casino.example"}, None, "this machine only"),
        ({"origin": "https://casino.example"}, None, "this machine only"),
    ],
)
def test_the_demo_is_refused_wherever_it_could_be_an_accident(
    settings: dict[str, Any], given: str | None, word: str
) -> None:
    with pytest.raises(Refusal, match=word) as no:
        check_demo(Settings(**settings), given)
    assert no.value.code == "bad-settings"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_the_demo_may_listen_on_this_machine(host: str) -> None:
    check_demo(Settings(host=host))


def test_everybody_is_there_with_money_and_a_card(house: tuple[Casino, str]) -> None:
    casino, _ = house
    assert {role for role, _ in PEOPLE} == set(SIGN_IN_ROLES)
    robots = [name for names in ROBOT_PLAYERS for name in names]
    players = [name for role, name in PEOPLE if role == PLAYER] + robots
    for name in players:
        account = casino.floor.account(name)
        assert is_player_name(name) and account.card
        assert casino.people.person(name) is not None
    alice = casino.floor.account(players[0])
    assert alice.balance == 10_000_00


def test_a_table_of_each_game_one_of_them_for_squeezing(house: tuple[Casino, str]) -> None:
    casino, _ = house
    tables = [casino.floor.table(name) for name in casino.tables()]
    assert {table.opened.rulebook for table in tables} == set(RULEBOOKS)
    assert {table.opened.feed for table in tables} == {"virtual"}
    (squeezed,) = (table for table in tables if table.method.recipient == "highest")
    assert squeezed.opened.face == "down"
    for table in tables:
        optional = [bet for bet in table.conduct.side_bets if bet.optional]
        on = {wager for bet in optional for wager in bet.wagers} & set(table.opened.wagers)
        assert bool(on) == bool(optional)


def test_opening_it_again_changes_nothing(house: tuple[Casino, str]) -> None:
    casino, _ = house
    floor: Floor = casino.floor
    before = {stream: head.seq for stream, head in floor.store.heads().items()}
    assert [*open_demo(casino)] == [*map(table_of, RULEBOOKS.values())]
    assert {stream: head.seq for stream, head in floor.store.heads().items()} == before


def test_one_click_makes_a_visitor_anybody(house: tuple[Casino, str]) -> None:
    _, url = house
    chairs = httpx.get(f"{url}/api/demo").json()["roles"]
    assert [(each["role"], each["name"]) for each in chairs] == list(PEOPLE)
    for role, name in PEOPLE:
        answer = _sit(url, {"role": role, "name": name})
        assert answer.status_code == 200
        me = answer.json()
        assert (me["name"], me["role"], me["demo"]) == (name, role, True)
        assert "__Host-sabot=" in answer.headers["set-cookie"]
    assert _sit(url, {"role": PLAYER}).json()["name"] == PEOPLE[0][1]


@pytest.mark.parametrize(
    "who",
    [
        {"role": "casino operator"},
        {"role": "dealer", "name": "robot-dealer"},
        {"role": "player", "name": "Ada"},
        {"role": "dealer", "name": PEOPLE[0][1]},
    ],
)
def test_nobody_else_comes_in_by_a_click(house: tuple[Casino, str], who: dict[str, str]) -> None:
    answer = _sit(house[1], who)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown-person")
    assert "set-cookie" not in answer.headers


def test_another_site_cannot_sign_a_visitor_in(house: tuple[Casino, str]) -> None:
    answer = _sit(house[1], {"role": PLAYER}, origin="https://elsewhere.example")
    assert answer.status_code == 403


def _sit(url: str, who: dict[str, str], origin: str | None = None) -> httpx.Response:
    return httpx.post(f"{url}/api/demo/session", json=who, headers={"origin": origin or url})


async def _coups(casino: Casino, more: int) -> None:
    """Every table has dealt so many more coups."""
    wanted = {name: casino.state(name).coups + more for name in casino.tables()}
    while any(casino.state(name).coups < number for name, number in wanted.items()):
        await asyncio.sleep(0.05)


async def _stop(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.wait([task])


def test_robots_deal_at_every_table_and_others_take_over(house: tuple[Casino, str]) -> None:
    casino, url = house

    async def go() -> None:
        async with asyncio.timeout(300):
            first = asyncio.create_task(robots_of(casino, url, BRISK))
            await _coups(casino, 1)
            second = asyncio.create_task(robots_of(casino, url, BRISK))
            await _coups(casino, 1)
            await _stop(first)
            await _coups(casino, 1)
            await _stop(second)

    asyncio.run(go())
    for name in casino.tables():
        lines = [stored.line for stored in casino.store.read(f"table:{name}")]
        assert sum(b'"player-joined/1"' in line for line in lines) >= 3


def test_the_command_opens_the_demo_and_ends_in_order() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "sabot", "serve", "--demo", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    try:
        said = process.stdout.readline()
        url = said.removeprefix("Sabot's demo casino is open at ").strip()
        assert url.startswith("http://127.0.0.1:"), said

        async def first_bet() -> None:
            visitor = Client(url)
            async with asyncio.timeout(300), visitor, visitor.live("baccarat", after=0) as live:
                async for change in live:
                    if change.table.stakes:
                        return

        asyncio.run(first_bet())
    finally:
        process.send_signal(signal.SIGINT)
    assert process.wait(300) == 0
    assert process.stderr.read() == ""
