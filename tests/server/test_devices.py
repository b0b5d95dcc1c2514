"""Devices over the network: known by their key, each message once, at one server or two."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from sabot.audit.audit import Audit
from sabot.client.device import DeviceConnection, device_connection
from sabot.client.device_key import DeviceKey
from sabot.core.refusal import Refusal
from sabot.robots.device import Faults, SimulatedShoe, bridge
from sabot.shoe.randomness import Seeded
from sabot.store import export_lines
from sabot.table.devices.messages import MessageRefused, MessageTaken
from server.harness import House, running
from store.postgres import PostgresServer

TABLE = "baccarat"
SCANNED = {"star-baccarat": {"feed": "scanned"}}


def tell(text: str) -> None:
    """Print nothing."""


def enrolled(house: House, name: str) -> DeviceKey:
    """Enrol a scanning shoe by two supervisors, and return its key."""
    key = DeviceKey.fresh()
    house.done(TABLE, "carla", "enrol-device", device=name, kind="scanning shoe",
               public_key=key.public)  # fmt: skip
    (number,) = (
        each["number"] for each in house.pending("gus") if each["stream"] == f"table:{TABLE}"
    )
    answer = house.decide("gus", f"table:{TABLE}", number)
    assert answer.status_code == 200, answer.text
    return key


def device(house: House, name: str) -> Any:
    return house.casino.floor.table(TABLE).devices.enrolled[name]


def until(holds: Callable[[], bool]) -> None:
    """Wait for what another process or thread does, at most as long as a busy machine needs."""
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("devices")
    with running(folder, feed="virtual", options=SCANNED, betting_seconds=0) as running_house:
        yield running_house


async def refused(house: House, name: str, key: DeviceKey) -> str:
    """Return the code with which a device is sent away."""
    try:
        async with device_connection(house.origin, TABLE, name, key):
            return ""
    except Refusal as no:
        return no.code


def test_a_device_is_known_by_its_key_and_until_it_is_revoked(house: House) -> None:
    key = enrolled(house, "shoe-1")

    async def run() -> None:
        assert await refused(house, "shoe-1", DeviceKey.fresh()) == "bad-signature"
        assert await refused(house, "shoe-2", key) == "no-device"
        async with device_connection(house.origin, TABLE, "shoe-1", key) as shoe:
            assert (shoe.next, shoe.welcome.relied) == (1, True)
            assert isinstance(await shoe.say("fault jam"), MessageTaken)
            again = await shoe.say("fault jam", 1)  # the same once more: the first answer
            assert again == MessageTaken(1, 2)
            other = await shoe.say("fault other", 1)
            assert isinstance(other, MessageRefused) and other.code == "wrong-message"
            skipped = await shoe.say("fault jam", 9)
            assert isinstance(skipped, MessageRefused) and skipped.next == 2
            until(lambda: device(house, "shoe-1").connection is not None)
            house.done(TABLE, "carla", "revoke-device", device="shoe-1", reason="worn out")
            late = await shoe.say("fault jam")
            assert isinstance(late, MessageRefused) and late.code == "device-revoked"
        assert await refused(house, "shoe-1", key) == "no-device"
        until(lambda: device(house, "shoe-1").connection is None)

    asyncio.run(run())
    house.done(TABLE, "dylan", "use-keys", device="shoe-1", reason="revoked")
    numbers = [each["number"] for each in house.pending("carla")]
    assert house.decide("carla", f"table:{TABLE}", numbers[-1]).status_code == 200
    assert device(house, "shoe-1").heard == 1


def test_a_serial_device_goes_on_after_a_lost_connection(house: House) -> None:
    key = enrolled(house, "shoe-3")

    async def lines() -> Any:
        for line in ("fault one", "", "nonsense", "fault two"):
            yield line

    async def run() -> None:
        with pytest.raises(Refusal):
            await bridge(house.origin, TABLE, "shoe-3", key, lines(), tell)
        assert await bridge(house.origin, TABLE, "shoe-3", key, said(), tell) == 0

    async def said() -> Any:
        yield "fault two"

    asyncio.run(run())
    assert device(house, "shoe-3").heard == 2


@pytest.mark.parametrize(
    ("faults", "lines"),
    [
        (Faults(), 1),
        (Faults(repeats=frozenset({1})), 2),
        (Faults(skips=frozenset({1})), 0),
        (Faults(lies=frozenset({1})), 1),
    ],
)
def test_a_simulated_shoe_fails_as_it_is_asked_to(faults: Faults, lines: int) -> None:
    honest, shoe = (SimulatedShoe(8, Seeded(7), each) for each in (Faults(), faults))
    told = list(shoe.lines())
    true = list(honest.lines())
    assert len(told) == lines
    assert (told[:1] == true[: len(told[:1])]) is not bool(faults.lies)
    assert not shoe.is_dead and SimulatedShoe(8, Seeded(7), Faults(dies=1)).is_dead


def test_one_device_at_two_servers_says_each_message_once(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    url = postgres_server.fresh_url()
    with (
        running(tmp_path, store=url, options=SCANNED) as first,
        running(tmp_path, store=url, fresh=False) as second,
    ):
        key = enrolled(first, "shoe-1")

        async def run() -> None:
            async with AsyncExitStack() as both:
                until(lambda: "shoe-1" in _devices(second))
                shoes: list[DeviceConnection] = [
                    await both.enter_async_context(
                        device_connection(house.origin, TABLE, "shoe-1", key)
                    )
                    for house in (first, second)
                ]
                assert isinstance(await shoes[0].say("fault one"), MessageTaken)
                assert await shoes[1].say("fault one") == MessageTaken(1, 2)
                other = await shoes[1].say("fault lie", 1)
                assert isinstance(other, MessageRefused) and other.code == "wrong-message"
                assert isinstance(await shoes[1].say("fault two"), MessageTaken)
                assert await shoes[0].say("fault two") == MessageTaken(2, 3)

        asyncio.run(run())
        assert first.casino.floor.table(TABLE) is not None
        until(lambda: device(second, "shoe-1").heard == 2)
        audit = Audit()
        found = [each for line in export_lines(first.casino.store) for each in audit.take(line)]
        assert [*found, *audit.end()] == []


def _devices(house: House) -> Any:
    return house.see(TABLE)["staff"]["devices"] and [
        each["name"] for each in house.see(TABLE)["staff"]["devices"]
    ]
