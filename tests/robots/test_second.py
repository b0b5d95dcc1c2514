"""Robots as second persons: they confirm the statements of others, in any stream."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from sabot.client import Client, Waiting
from sabot.robots import RobotSecond
from sabot.rules.roles import CASHIER, DUTY_MANAGER, GAMING_SUPERVISOR, INSPECTOR
from sabot.server.casino import Casino
from sabot.server.demo.crews import _seconds
from server.demo_house import demo

NOW = datetime(2026, 3, 14, tzinfo=UTC)


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[Casino, str]]:
    with demo() as opened:
        yield opened


def waits(stream: str, by: str, stated_by: str = "Otto", number: int = 1) -> Waiting:
    return Waiting(stream, number, stated_by, by, NOW)


def test_who_confirms_what() -> None:
    asked = [
        waits("player:Alice", "cashier", "Alice"),
        waits("table:mini", "casino supervisor", "Dana"),
        waits("cage:house", "casino operator"),
        waits("person:Ines", "administrator or inspector", "Anton"),
        waits("player:Bruno", "cashier or casino supervisor", "robot-cashier"),
    ]

    def streams(name: str, role: str) -> list[str]:
        return [each.stream for each in RobotSecond(name, role).confirms(asked, NOW)]

    assert streams("robot-cashier", CASHIER) == ["player:Alice"]
    assert streams("robot-2", CASHIER) == ["player:Alice", "player:Bruno"]
    assert streams("robot-g", GAMING_SUPERVISOR) == ["table:mini", "player:Bruno"]
    assert streams("robot-m", DUTY_MANAGER) == ["table:mini", "cage:house", "player:Bruno"]
    assert streams("robot-i", INSPECTOR) == ["person:Ines"]


def test_it_waits_for_people_and_gives_up_what_it_was_refused() -> None:
    robot, asked = RobotSecond("robot", CASHIER, 5), [waits("player:Alice", "cashier")]
    assert robot.confirms(asked, NOW + timedelta(seconds=4)) == []
    assert robot.confirms(asked, NOW + timedelta(seconds=5)) == asked
    robot.refused(asked[0])
    assert robot.confirms(asked, NOW + timedelta(seconds=9)) == []
    with pytest.raises(AssertionError):
        RobotSecond("carla", CASHIER)


def test_a_visitor_of_the_demo_is_never_held(house: tuple[Casino, str]) -> None:
    casino, url = house

    def client(name: str) -> Client:
        return Client(url, token=casino.people.sign_in_as(name, "a test")[0])

    async def go() -> None:
        seconds = asyncio.create_task(_seconds(casino, url))
        async with client("Alice") as alice, client("Anton") as anton:
            before = (await alice.account()).balance
            await alice.do_account("deposit", amount="50", method="eftpos")
            await alice.do_account("withdraw", amount="20")
            await anton._ask("PUT", "/api/people/Sven/role", {"role": "inspector"})
            while (await alice.account()).balance != before + 30_00:
                await asyncio.sleep(0.05)
            while casino.people.person("Sven").role != "inspector":  # type: ignore[union-attr]
                await asyncio.sleep(0.05)
        seconds.cancel()
        await asyncio.wait([seconds])

    asyncio.run(asyncio.wait_for(go(), 120))
    lines = b"".join(each.line for each in casino.store.read("player:Alice"))
    assert lines.count(b'"confirmed_by":"robot-cashier"') == 2
