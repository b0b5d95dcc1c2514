"""A tournament's night over sockets: a desk, tables with dealers and supervisors, and entrants."""

import asyncio
import itertools
import random
import secrets
import time
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from benchmarks.serving.crowd import Heard, Tally, Viewer
from benchmarks.serving.houses import CHEAP

from sabot.floor import Floor
from sabot.people import People
from sabot.robots.programme import CHIP, MAXIMUM, MINIMUM, RAISED, conditions_of
from sabot.robots.tournaments import RobotCup, card_of
from sabot.rulebooks import in_force
from sabot.rules.roles import CASINO_SUPERVISOR, DEALER, DUTY_MANAGER, PLAYER, TOURNAMENT_MANAGER
from sabot.store import open_store

CUP: Final = "cup"
GAME: Final = "star-baccarat"
SEATS: Final = 7
WAITING: Final = frozenset({"ask-wager", "start-heat", "count-heat"})
"""Steps that a dealer leaves alone while players wager, and when the session is over."""
ENDING: Final = frozenset({"announce-session", "seal-draw", "call-session", "open-draw"})
BETTING_SECONDS: Final = 3.0
STEP_SECONDS: Final = 0.2
encode = msgspec.json.encode


class Desk(RobotCup):
    """Account that prepares the tournament before the server opens."""

    operators = ("manager", "deputy")
    cashiers = ("cashier", "teller")
    head = "head"
    operating = DUTY_MANAGER


def rounds(players: int, tables: int, coups: int, full: bool) -> list[dict[str, Any]]:
    """Four rounds and a final, or for a small night one round and a final."""
    now = datetime.now(UTC).isoformat()
    basis = {"seats": SEATS, "coups": coups, "starts": now}
    steps = [{"since": 1, "minimum": MINIMUM, "maximum": MAXIMUM}]
    advance = (4, 2, 2, 1) if full else (2,)
    legs: list[dict[str, Any]] = [{**basis, "advance": each, "limits": steps} for each in advance]
    last = [{"since": 1, "minimum": RAISED, "maximum": "2000"}]
    return [*legs, {**basis, "stage": "final", "advance": 3, "limits": last}]


def furnish(url: str, players: int, tables: int, coups: int, full: bool) -> dict[str, str]:
    """Everybody has entered and the tables are open; the tokens by name."""
    names = [f"p{number}" for number in range(players)]
    with open_store(url) as store:
        floor, people = Floor(store), People(store, hashing=CHEAP)
        desk = Desk(floor, CUP, lambda: datetime.now(UTC))
        legs = rounds(players, tables, coups, full)
        book = in_force(GAME, datetime.now(UTC))
        said = conditions_of(book, "Cup", players, len(legs), datetime.now(UTC))
        desk.publish({**said, "order_of_wagering": "none"})
        desk.enter(names, "500")
        desk.start(legs, chip=CHIP)
        for number in range(tables):
            desk.open(f"t{number}")
        roles = {"head": TOURNAMENT_MANAGER, **dict.fromkeys(names, PLAYER)}
        for number in range(tables):
            roles |= {f"t{number}-d": DEALER, f"t{number}-s": CASINO_SUPERVISOR}
        return {name: _token(people, name, role) for name, role in roles.items()}


def _token(people: People, name: str, role: str) -> str:
    people.add(name, secrets.token_urlsafe(24), role, "benchmark")
    return people.sign_in_as(name, "benchmark")[0]


class _Heat(msgspec.Struct):
    state: str = ""
    waiting: tuple[str, ...] = ()


class _Table(msgspec.Struct):
    heat: _Heat | msgspec.UnsetType | None = msgspec.UNSET


class _Told(msgspec.Struct):
    table: _Table = msgspec.field(default_factory=_Table)


_told = msgspec.json.Decoder(_Told)


class HeatDealer(Viewer):
    """A dealer, who sees who still has to wager."""

    heat: _Heat = _Heat()

    def take(self, said: Heard, text: bytes) -> None:
        heat = _told.decode(text).table.heat
        if isinstance(heat, _Heat):
            self.heat = heat
        super().take(said, text)


class Fan(Viewer):
    """A viewer of the tournament; the head reads all of it."""

    def __init__(self, port: int, name: str, role: str, token: str) -> None:
        super().__init__(port, "", name, role, token)
        self.view: dict[str, Any] = {}

    @property
    def path(self) -> str:
        return f"/api/tournaments/{CUP}/live"

    def take(self, said: Heard, text: bytes) -> None:
        if self.role == TOURNAMENT_MANAGER:
            self.view |= msgspec.json.decode(text).get("tournament", {})
        super().take(said, text)


class Night:
    """All of it, from the first draw to the announced places."""

    def __init__(self, port: int, tokens: dict[str, str], tables: int, tally: Tally) -> None:
        self._port, self._tokens, self._tally = port, tokens, tally
        self._numbers = itertools.count(1)
        self.tables = [f"t{number}" for number in range(tables)]
        self.head = Fan(port, "head", TOURNAMENT_MANAGER, tokens["head"])
        players = [name for name in tokens if name.startswith("p")]
        self.fans = [self.head, *(Fan(port, n, PLAYER, tokens[n]) for n in players)]
        self.dealers = {
            t: HeatDealer(port, t, f"{t}-d", DEALER, tokens[f"{t}-d"]) for t in self.tables
        }
        self.supervisors = {
            t: Viewer(port, t, f"{t}-s", CASINO_SUPERVISOR, tokens[f"{t}-s"]) for t in self.tables
        }
        self.seated: list[Viewer] = []
        self.ends: list[tuple[int, float]] = []
        """For how many tables a session ended, and how long that took."""
        self._is_ending = False
        self._gone: list[Viewer] = []

    @property
    def viewers(self) -> list[Viewer]:
        return [*self.dealers.values(), *self.supervisors.values(), *self.seated]

    async def run(self) -> None:
        for viewer in (*self.fans, *self.dealers.values(), *self.supervisors.values()):
            await viewer.come()
        while not all(each.is_online for each in (*self.fans, *self.viewers)):
            await asyncio.sleep(0.05)
        while self.head.view["card"]["phase"] == "running":
            await self._go_on(self.head.view["next"]["do"])
        await asyncio.sleep(1)
        for viewer in (*self.fans, *self.viewers):
            viewer.leave()

    async def _say(self, viewer: Viewer, do: str, **fields: Any) -> tuple[float, Heard]:
        id_ = f"{viewer.name}-{next(self._numbers)}"
        seconds, answer = await viewer.do(id_, do, **fields)
        if bytes(answer.error):
            viewer.faults.append(f"{do}: {bytes(answer.error).decode()}")
        elif answer.events:
            await viewer.know(msgspec.json.decode(answer.events[-1])["seq"])
        return seconds, answer

    async def _go_on(self, do: str) -> None:
        if self.head.faults:
            raise RuntimeError(self.head.faults[0])
        if do == "call-session":
            await self._timed(do, tables=self.tables[: self._needed()])
        elif do == "start-session":
            await self._sit_down()
            await self._say(self.head, do)
        elif do == "count-heat":
            await self._play()
        elif do == "place-level":
            order = next(each for each in self.head.view["orders"] if each["open"])
            said = {"order": order["table"], "names": order["open"], "reason": "as drawn"}
            await self._say(self.head, do, **said)
        else:
            await self._timed(do)

    async def _timed(self, do: str, **fields: Any) -> None:
        """Steps after the counts belong to a session's end, up to the seats of the next."""
        began = time.perf_counter()
        await self._say(self.head, do, **fields)
        if self._is_ending and do in ENDING and self.head.view["orders"] == []:
            tables, before = self.ends[-1]
            self.ends[-1] = (tables, before + time.perf_counter() - began)
            self._is_ending = do != "open-draw"

    def _needed(self) -> int:
        card, view = self.head.view["card"], self.head.view
        if view["schedule"]["legs"][card["session"] - 1]["stage"] == "final":
            return 1
        players = int(card["players"])
        return min(len(self.tables), max(1, players // 4, -(-players // SEATS)))

    async def _sit_down(self) -> None:
        for viewer in self.seated:
            viewer.leave()
        there = [
            (table["table"], name)
            for table in self.head.view["sitting"]["tables"]
            for name in table["seats"].values()
        ]
        self._gone += self.seated
        self.seated = [Viewer(self._port, t, n, PLAYER, self._tokens[n]) for t, n in there]
        for viewer in self.seated:
            await viewer.come()
        async with asyncio.TaskGroup() as group:
            for viewer in self.seated:
                said = {"player": viewer.name, "card": card_of(viewer.name)}
                group.create_task(self._say(viewer, "join-table", **said))

    @property
    def everybody(self) -> list[Viewer]:
        """Also those who have left the tables."""
        return [*self.viewers, *self._gone]

    async def _play(self) -> None:
        sitting = self.head.view["sitting"]
        tables = [each["table"] for each in sitting["tables"]]
        async with asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(self._heat(table))
        began = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(self._count(table))
        if sitting["stage"] != "play-off":
            self.ends.append((len(tables), time.perf_counter() - began))
            self._is_ending = True
        while self.head.view.get("sitting") is not None:
            self.head._news.clear()
            await self.head._news.wait()

    async def _heat(self, table: str) -> None:
        """Coups, until the session is over."""
        dealer = self.dealers[table]
        await self._deal(dealer)
        while dealer.heat.state == "on":
            there = [v for v in self.seated if v.table == table and v.name in dealer.heat.waiting]
            async with asyncio.TaskGroup() as group:
                for player in there:
                    group.create_task(self._bet(player))
            await self._deal(dealer)
            self._tally.coups += 1

    async def _bet(self, player: Viewer) -> None:
        await asyncio.sleep(random.random() * BETTING_SECONDS)
        id_ = f"{player.name}-{next(self._numbers)}"
        on, units = random.choice(["player", "banker", "tie"]), random.choice([2, 2, 2, 4])
        said = {"player": player.name, "on": on, "amount": str(100 * units)}
        seconds, answer = await player.do(id_, "place-wager", **said)
        if bytes(answer.error):
            self._tally.refuse(answer.error)
            _, answer = await player.do(f"{id_}-again", "place-wager", **{**said, "amount": "200"})
            if bytes(answer.error):
                player.faults.append(f"place-wager: {bytes(answer.error).decode()}")
            return
        self._tally.bets.append((time.perf_counter() - seconds, seconds))
        self._tally.acknowledged.append(id_)
        seq = msgspec.json.decode(answer.events[-1])["seq"]
        await self.dealers[player.table].know(seq)

    async def _deal(self, dealer: HeatDealer) -> None:
        while dealer.next is not None and dealer.next.do not in WAITING:
            step = dealer.next
            _, answer = await self._say(dealer, step.do, **step.fields)
            if bytes(answer.error):
                raise RuntimeError(dealer.faults[-1])
            await asyncio.sleep(STEP_SECONDS)

    async def _count(self, table: str) -> None:
        dealer, supervisor = self.dealers[table], self.supervisors[table]
        assert dealer.next is not None and dealer.next.do == "count-heat", dealer.next
        _, stated = await self._say(dealer, "count-heat", **dealer.next.fields)
        number = msgspec.json.decode(stated.events[-1])["number"]
        await self._say(supervisor, "confirm-statement", number=number, reason="counted again")
