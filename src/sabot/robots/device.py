"""A simulated device: a shoe of random cards that follows its table, and devices with faults.

The shoe watches the public view of its table and lets a card go when one is due, as a dealer's hand
would take it. `Faults` names the cards at which it lies, skips, repeats or dies.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

from websockets.asyncio.client import connect
from websockets.typing import Origin

from sabot.client.device import DeviceConnection, device_connection
from sabot.client.device_key import DeviceKey
from sabot.core.cards import Card, decks_of
from sabot.core.refusal import Refusal
from sabot.rulebooks import RULEBOOKS
from sabot.shoe.procedure import burn_count
from sabot.shoe.randomness import Randomness, shuffle
from sabot.table.devices.messages import MessageRefused, MessageTaken

PAUSES: Final = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds before each further attempt to connect."""
DUE: Final = ("card", "burn")
"""Steps of a table at which a card leaves the shoe."""
Told = Callable[[str], None]


@dataclass(frozen=True)
class Faults:
    """Numbers of the cards, from 1, at which a simulated shoe fails."""

    # Tell another card than the one that leaves.
    lies: frozenset[int] = frozenset()
    # Let a card go unseen.
    skips: frozenset[int] = frozenset()
    # Tell a card twice, as two cards.
    repeats: frozenset[int] = frozenset()
    # Break the connection for good before this card.
    dies: int | None = None


@dataclass
class SimulatedShoe:
    """Random cards, told with the faults that are asked for."""

    decks: int
    randomness: Randomness
    faults: Faults = Faults()
    count: int = 0
    _left: list[Card] = field(default_factory=list)

    def next(self) -> Card:
        """Return the next card; a shoe that is empty is filled and shuffled."""
        if not self._left:
            self._left = list(shuffle(decks_of(self.decks), self.randomness))
        return self._left.pop()

    def lines(self) -> Iterator[str]:
        """Yield the lines about one more card: none, one or two."""
        card = self.next()
        self.count += 1
        if self.count in self.faults.skips:
            return
        told = self._other(card) if self.count in self.faults.lies else card
        for _ in range(2 if self.count in self.faults.repeats else 1):
            yield f"card {told.name}"

    @property
    def is_dead(self) -> bool:
        return self.faults.dies is not None and self.count + 1 >= self.faults.dies

    def _other(self, card: Card) -> Card:
        return next(each for each in decks_of(1) if each.rank != card.rank)


async def said(connection: DeviceConnection, line: str, told: Told) -> bool:
    """Say a line, and tell what became of it; return whether it was taken."""
    answer = await connection.say(line)
    if isinstance(answer, MessageTaken):
        told(f"{answer.message} {line}")
        return True
    assert isinstance(answer, MessageRefused)
    told(f"refused: {line}: {answer.says}")
    return False


async def bridge(
    address: str, table: str, device: str, key: DeviceKey, lines: AsyncIterator[str], told: Told
) -> int:
    """Pass lines of a serial device on, in their order; a lost connection is taken up again, and a
    line that was not answered is said again. Return the number of lines that were refused."""
    refused, waiting = 0, None
    tries = 0
    async with aclosing(lines):  # type: ignore[type-var]
        while True:
            try:
                async with device_connection(address, table, device, key) as connection:
                    told(f"{device} is connected to table {table}: message {connection.next}")
                    tries = 0
                    while True:
                        if waiting is None:
                            waiting = await anext(lines, None)
                            if waiting is None:
                                return refused
                        if waiting.strip():
                            refused += not await said(connection, waiting, told)
                        waiting = None
            except Refusal as lost:
                if lost.code != "unreachable":
                    raise
                told(f"{lost.message} Trying again.")
                await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
                tries += 1


async def follow(
    address: str, table: str, device: str, key: DeviceKey, shoe: SimulatedShoe, told: Told
) -> None:
    """Let a card go whenever the table waits for one, until the shoe dies."""
    where = address.rstrip("/").replace("http", "ws", 1)
    watched = f"{where}/api/tables/{quote(table, safe='')}/live?as=nobody"
    async with (
        device_connection(address, table, device, key) as connection,
        connect(watched, max_size=None, origin=Origin(address.rstrip("/"))) as socket,
    ):
        told(f"{device} is connected to table {table}: message {connection.next}")
        seen: dict[str, Any] = {}
        given = -1
        async for text in socket:
            seen |= json.loads(text).get("table") or {}
            step, gone = seen.get("wait", {}).get("step"), _gone(seen)
            if step not in DUE or gone == given:
                continue
            if shoe.is_dead:
                told("the device dies")
                return
            given = gone
            await _lets_go(connection, shoe, step, str(seen.get("rulebook")), told)


def _gone(seen: dict[str, Any]) -> int:
    """Return a number that changes with each card that leaves the shoe."""
    cards = sum(len(hand["cards"]) for hand in seen.get("hands", ()))
    coup, stack = seen.get("coup", {}).get("number", 0), seen.get("shoe", {}).get("number", 0)
    burned = int(seen.get("wait", {}).get("step") == "burn")
    return int(((stack * 1000 + coup) * 100 + cards) * 2 + burned)


async def _lets_go(
    connection: DeviceConnection, shoe: SimulatedShoe, step: str, rulebook: str, told: Told
) -> None:
    lines = list(shoe.lines())
    if step == "burn" and lines:
        way = RULEBOOKS[rulebook].preparation.burns[0]
        first = next(each for each in decks_of(1) if lines[0] == f"card {each.name}")
        for _ in range(burn_count(first) if way.counted else 0):
            lines += shoe.lines()
    for line in lines:
        await said(connection, line, told)
