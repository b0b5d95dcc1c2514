"""The crowd: players who bet once a coup and dealers who deal, over light sockets.

Every viewer checks that the events it is told have no gap and are told once, and keeps a digest of
them, to be compared afterwards with what the log gives for that viewer.
"""

import asyncio
import hashlib
import itertools
import random
import time
from typing import Any, Final

import msgspec
from benchmarks.serving.light import LightSocket, connect

COUP_SECONDS: Final = 20.0
BETTING_SECONDS: Final = 12.0
STEP_SECONDS: Final = 0.35
PAUSE_SECONDS: Final = 0.25
AWAY_SECONDS: Final = 60.0


class Step(msgspec.Struct):
    do: str
    fields: dict[str, Any] = {}


class Beside(msgspec.Struct):
    next: Step | msgspec.UnsetType | None = msgspec.UNSET


class Heard(msgspec.Struct):
    """As much of a message as the load needs."""

    type: str
    seq: int = 0
    id: str | None = None
    events: list[msgspec.Raw] = []
    error: msgspec.Raw = msgspec.Raw()
    staff: Beside | msgspec.UnsetType | None = msgspec.UNSET


_heard = msgspec.json.Decoder(Heard)


class Sent:
    """A command on its way, since when, and its waiters."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.at = time.perf_counter()
        self.answer: asyncio.Future[Heard] = asyncio.get_running_loop().create_future()


class Viewer:
    """A client at a table, who comes back after every lost connection."""

    def __init__(self, port: int, table: str, name: str, role: str, token: str) -> None:
        self.port, self.table, self.name, self.role = port, table, name, role
        self._token = token
        self._socket: LightSocket | None = None
        self._sent: dict[str, Sent] = {}
        self.begun: int | None = None
        self.seq = 0
        self.digest = hashlib.blake2b(digest_size=16)
        self.faults: list[str] = []
        self.closed: list[int] = []
        """The codes with which connections ended."""
        self.next: Step | None = None
        self._news = asyncio.Event()
        self._over = False
        self._greeted = False

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}/live"

    @property
    def is_online(self) -> bool:
        return self._socket is not None and self.begun is not None

    async def come(self) -> None:
        """Connect, for the first time or, after a pause, again."""
        if self.closed:
            await asyncio.sleep(PAUSE_SECONDS * random.uniform(0.5, 5))
        after = "" if self.begun is None else f"?after={self.seq}"
        path = f"{self.path}{after}"
        deadline = time.monotonic() + AWAY_SECONDS
        while not self._over:
            try:
                self._socket = await connect(self.port, path, self._token, self._hear, self._lost)
                break
            except OSError:
                if time.monotonic() > deadline:
                    self.faults.append("the server stayed away")
                    return
                await asyncio.sleep(PAUSE_SECONDS * random.uniform(0.5, 1.5))

    def leave(self) -> None:
        self._over = True
        if self._socket is not None:
            self._socket.hang_up()

    async def do(self, id_: str, do: str, **fields: Any) -> tuple[float, Heard]:
        """Send a command; after how many seconds it was answered, and how."""
        sent = Sent(msgspec.json.encode({"id": id_, "do": do, **fields}))
        self._sent[id_] = sent
        if self._socket is not None and self._greeted:
            self._socket.send(sent.text)
        answer = await sent.answer
        return time.perf_counter() - sent.at, answer

    async def know(self, seq: int) -> None:
        """Wait until the events up to that number were told."""
        while self.seq < seq:
            self._news.clear()
            await self._news.wait()

    def _lost(self, code: int) -> None:
        self._socket = None
        self._greeted = False
        if not self._over:
            self.closed.append(code)
            asyncio.get_running_loop().create_task(self.come())

    def _hear(self, text: bytes) -> None:
        self.take(_heard.decode(text), text)

    def take(self, said: Heard, text: bytes) -> None:
        """Content of a message; `text` has the rest of it."""
        if not self._greeted:
            self._greet()
        if said.type == "answer":
            sent = self._sent.pop(said.id or "", None)
            if sent is not None:
                sent.answer.set_result(said)
        elif said.type == "events":
            self._events(said)
        elif said.type == "snapshot":
            if self.begun is not None:
                self.faults.append(
                    f"a snapshot at {said.seq} instead of what came after {self.seq}"
                )
            self.begun = self.seq = said.seq
        else:
            self.faults.append(f"told {said.type}")
        if isinstance(said.staff, Beside) and said.staff.next is not msgspec.UNSET:
            self.next = said.staff.next
        self._news.set()

    def _greet(self) -> None:
        """The server speaks: send once more what was not answered."""
        if self._socket is None:
            asyncio.get_running_loop().call_soon(self._greet)
            return
        self._greeted = True
        for sent in self._sent.values():
            self._socket.send(sent.text)

    def _events(self, said: Heard) -> None:
        if said.seq - self.seq != len(said.events):
            self.faults.append(f"{len(said.events)} events from {self.seq} to {said.seq}")
        for event in said.events:
            self.digest.update(event)
        self.seq = said.seq


class Tally:
    """Messages that the crowd has seen."""

    def __init__(self) -> None:
        self.bets: list[tuple[float, float]] = []
        """When each bet was sent, and after how many seconds it was acknowledged."""
        self.acknowledged: list[str] = []
        self.refused: dict[str, int] = {}
        self.coups = 0

    def refuse(self, error: msgspec.Raw) -> None:
        code = str(msgspec.json.decode(error)["code"])
        self.refused[code] = self.refused.get(code, 0) + 1


class Party:
    """A table: a dealer, and players who each bet once in a coup of twenty seconds."""

    def __init__(
        self, dealer: Viewer, players: list[Viewer], wagers: list[str], tally: Tally
    ) -> None:
        self._dealer = dealer
        self._players = players
        self._wagers = wagers
        self._tally = tally
        self._numbers = itertools.count(1)

    @property
    def viewers(self) -> list[Viewer]:
        return [self._dealer, *self._players]

    async def play(self, ends: float) -> None:
        """Coup after coup, until the time is over."""
        await self._deal()
        while (began := time.monotonic()) + COUP_SECONDS <= ends:
            async with asyncio.TaskGroup() as group:
                for player in self._players:
                    group.create_task(self._bet(player))
            await asyncio.sleep(max(0.0, began + BETTING_SECONDS - time.monotonic()))
            await self._deal()
            self._tally.coups += 1
            await asyncio.sleep(max(0.0, began + COUP_SECONDS - time.monotonic()))

    async def _bet(self, player: Viewer) -> None:
        await asyncio.sleep(random.random() * BETTING_SECONDS)
        id_ = f"{player.name}-{next(self._numbers)}"
        on = random.choice(self._wagers)
        seconds, answer = await player.do(
            id_, "place-wager", player=player.name, on=on, amount="10"
        )
        if bytes(answer.error):
            self._tally.refuse(answer.error)
            return
        self._tally.bets.append((time.perf_counter() - seconds, seconds))
        self._tally.acknowledged.append(id_)

    async def _deal(self) -> None:
        """Do the dealer's next steps, until players may bet."""
        dealer = self._dealer
        while dealer.next is not None:
            step = dealer.next
            id_ = f"{dealer.name}-{self._dealer.table}-{next(self._numbers)}"
            _, answer = await dealer.do(id_, step.do, **step.fields)
            if bytes(answer.error):
                dealer.faults.append(f"{step.do}: {bytes(answer.error).decode()}")
                return
            last = msgspec.json.decode(answer.events[-1])["seq"]
            await dealer.know(last)
            await asyncio.sleep(STEP_SECONDS)
