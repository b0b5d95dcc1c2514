"""A robot at a table of a casino's server: it follows the table live and sends what it wishes."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from sabot.client import Answered, Change, Client, Live, Refused
from sabot.core.refusal import Refusal
from sabot.engine.streams import Rejection
from sabot.robots.scene import Robot, TableScene, Wish
from sabot.robots.second import REASON, RobotSecond

LOOK: Final = 1.0
"""Seconds between two looks at what waits for a second person."""
BREATH: Final = 0.5
"""Seconds before something else is tried when the table said no."""
OVER: Final = frozenset({"unreachable", "hung-up", "not-signed-in", "locked", "no-answer"})
"""Errors that no robot can recover from: the server is gone, or the session has ended."""


async def confirm(robot: RobotSecond, client: Client) -> None:
    """Let a robot confirm the statements that wait for its role, until cancelled. Raises a Refusal
    when the server no longer knows it."""
    while True:
        for each in robot.confirms(await client.waiting(), datetime.now(UTC)):
            try:
                await client.confirm(each.stream, each.number, REASON)
            except Refused as no:
                if no.code in OVER:
                    raise
                robot.refused(each)
        await asyncio.sleep(LOOK)


async def attend(robot: Robot, table: str, clients: Mapping[str, Client]) -> None:
    """Have a robot follow a table and send what it wishes, in the role that each wish names, until
    this is cancelled; a Refusal ends it when the robot, or the server, does not want to go on.

    `clients` are by role; the robot looks at the table with the one of its own role.
    """
    async with clients[robot.role].live(table) as live:
        place = _Place(robot, table, clients, live, await anext(live))
        while True:
            await place.act()


class _Place:
    """A robot's connection: its last view and its client."""

    def __init__(
        self, robot: Robot, table: str, clients: Mapping[str, Client], live: Live, change: Change
    ) -> None:
        self._robot = robot
        self._table = table
        self._clients = clients
        self._live = live
        self._change = change

    async def act(self) -> None:
        """Look once, act if it is time, or wait until there is something new to look at."""
        now, seen = self._live.now(), self._change
        step = seen.staff.next if seen.staff is not None else None
        scene = TableScene(seen.table, now, seen.you, step)
        wish = self._robot.wish(scene)
        if wish is None:
            await self._look()
        elif not wish.is_due(now):
            assert wish.at is not None
            await self._look((wish.at - now).total_seconds())
        else:
            await self._try(scene, wish)

    async def _try(self, scene: TableScene, wish: Wish) -> None:
        try:
            answered = await self._send(wish)
        except Refused as no:
            if no.code in OVER:
                raise
            # A no to what the robot saw a moment ago means nothing once the table has moved on.
            if not await self._look(BREATH):
                rejected = Rejection(no.code, no.clause, no.message)
                self._robot.refused(scene, wish, rejected)
            return
        if wish.account:
            await self._look(BREATH)
            return
        last = max((event["seq"] for event in answered.events), default=0)
        while self._change.seq < last:
            await self._look()

    async def _send(self, wish: Wish) -> Answered:
        client = self._clients.get(wish.role)
        if client is None:
            what = f"The robot {self._robot.name} has no {wish.role} at hand to {wish.do}."
            raise Refusal("wrong-role", None, what)
        if wish.account:
            return await client.do_account(wish.do, **wish.fields)
        if wish.role == self._robot.role:
            return await self._live.do(wish.do, **wish.fields)
        return await client.do(self._table, wish.do, **wish.fields)

    async def _look(self, seconds: float | None = None) -> bool:
        """Wait for what comes next, for so long; whether something came."""
        if seconds is None:
            change: Change | None = await anext(self._live)
        else:
            change = await self._live.within(seconds)
        if change is not None:
            self._change = change
            self._robot.heard(change.events, self._live.now())
        return change is not None
