"""Live connection to one table over a socket. Each event arrives once and in order, also across
reconnections."""

import asyncio
import random
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import quote

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from sabot.client.answers import Answered, Event, Failure, Refused, refusal_in, refused
from sabot.client.change import Change, Gap, ServerMessage, Story, read_message
from sabot.core.refusal import Refusal, quoted

if TYPE_CHECKING:
    from sabot.client.client import Client

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0
LARGEST: Final = 1 << 24
"""Bytes of one message: all that was missed is told at once after a lost connection."""
CLOSING: Final = 1.0
PAGE: Final = 500
UNREAD: Final = 20_000
"""Maximum number of unread events; beyond it the client stops listening for a while."""
FINAL: Final = {
    4401: ("not-signed-in", "The session has ended, or is locked."),
    4403: ("wrong-role", "This person may not follow that table."),
    4404: ("unknown-table", "There is no such table."),
    4503: ("unreadable-log", "This table is closed: its log cannot be read."),
}
LATER: Final = frozenset({"busy", "too-many", "stopping", "outcome-unknown", "store-unavailable"})
"""Codes that ask to try again: nothing is known to have been done."""
NO: Final = (401, 404)
"""Statuses of a handshake that are final; 403 is also sent to clients that connect too often."""


@dataclass
class Sent:
    """A command on its way: its text, and the future of its answer."""

    text: str
    answer: asyncio.Future[Answered]


class Live:
    """A followed table: an asynchronous iterator of `Change`, and a way to send commands.

    Changes that were not fetched yet are merged into one: all their events, and the newest view. A
    lost connection is resumed from the last event received; unanswered commands are sent again with
    the same id.
    """

    def __init__(self, client: "Client", table: str, after: int | None = None) -> None:
        self._client = client
        self._table = table
        self._story = Story(after)
        self._unread: Change | None = None
        self._news = asyncio.Event()
        self._room = asyncio.Event()
        self._sent: dict[str, Sent] = {}
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._ended: Refused | None = None
        self._ahead = timedelta()
        self._pause = FIRST_PAUSE
        self._heard = time.monotonic()

    @property
    def seq(self) -> int | None:
        """The number of the last event that is known here; None before the first view."""
        return self._story.seq

    def now(self) -> datetime:
        """The server's clock, as far as its messages tell."""
        return datetime.now(UTC) + self._ahead

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._follow())
        self._task.add_done_callback(self._stopped)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait([self._task])
        self._end(Refused("hung-up", None, "This table is not followed any more."))

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Change:
        """The next change. Refused when the server does not let us follow the table, or when it
        was silent for longer than the client's patience."""
        await self._news.wait()
        return self._fetched()

    async def within(self, seconds: float) -> Change | None:
        """The next change, or None if there is none so soon."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
        return self._fetched() if self._news.is_set() else None

    def _fetched(self) -> Change:
        change, self._unread = self._unread, None
        if change is None:
            assert self._ended is not None
            raise self._ended
        if self._ended is None:
            self._news.clear()
        self._room.set()
        return change

    async def do(self, do: str, **fields: Any) -> Answered:
        """Send a command over the socket; Refused if its rules, or the server, say no. Without an
        `id` of your own it gets a new one."""
        id_ = str(fields.pop("id", None) or uuid.uuid4())
        text = msgspec.json.encode({"id": id_, **fields, "do": do}).decode()
        pause, waited = FIRST_PAUSE, 0.0
        while True:
            try:
                return await self._ask(id_, text)
            except Refused as no:
                if no.code not in LATER or waited >= self._client.patience:
                    raise
            await asyncio.sleep(pause)
            waited, pause = waited + pause, min(2 * pause, LONGEST_PAUSE)

    async def _ask(self, id_: str, text: str) -> Answered:
        if self._ended is not None:
            raise self._ended
        sent = Sent(text, asyncio.get_running_loop().create_future())
        self._sent[id_] = sent
        try:
            if self._socket is not None:
                await self._send(self._socket, sent)
            return await sent.answer
        finally:
            self._sent.pop(id_, None)

    async def _send(self, socket: ClientConnection, sent: Sent) -> None:
        with suppress(ConnectionClosed):  # sent again over the next connection
            await socket.send(sent.text)

    def _stopped(self, task: "asyncio.Task[None]") -> None:
        """End all waiting calls when the task stops for any reason."""
        if not task.cancelled() and (fault := task.exception()) is not None:
            self._end(Refused("fault", None, f"The client failed here: {quoted(fault)}."))

    # Listening

    async def _follow(self) -> None:
        """Connect, listen and reconnect, until stopped or rejected by the server."""
        while self._ended is None:
            why = Refused("unreachable", None, f"No server answers at {self._client.url}.")
            try:
                await self._listen()
            except InvalidStatus as answer:
                body = bytes(answer.response.body or b"")
                why = refusal_in(answer.response.status_code, body)
                if why.status in NO:
                    self._end(why)
            except Refused as no:
                if no.status in NO:
                    self._end(no)
            except (msgspec.DecodeError, Refusal) as wrong:
                message = f"The server's message cannot be read: {wrong}"
                self._end(Refused("no-answer", None, message))
            except (OSError, TimeoutError, WebSocketException, Gap):
                pass
            if time.monotonic() - self._heard > self._client.patience:
                self._end(why)
            if self._ended is None:
                await asyncio.sleep(self._pause * random.uniform(0.5, 1))
                self._pause = min(2 * self._pause, LONGEST_PAUSE)

    async def _listen(self) -> None:
        """Handle one connection from its beginning to its end."""
        client, after = self._client, self._story.seq
        address = client.url.replace("http", "ws", 1)
        query = "" if after is None else f"?after={after}"
        connection = connect(
            f"{address}/api/tables/{quote(self._table, safe='')}/live{query}",
            additional_headers={"Origin": client.url, **client.headers},
            proxy=None if client.is_local else True,
            compression=None,
            max_size=LARGEST,
            close_timeout=CLOSING,
        )
        async with connection as socket:
            self._socket = socket
            try:
                for sent in list(self._sent.values()):
                    await self._send(socket, sent)
                async for text in socket:
                    await self._hear(read_message(text))
            except ConnectionClosed:
                pass
            finally:
                self._socket = None
                self._heard = time.monotonic()
            if socket.close_code in FINAL:
                code, message = FINAL[socket.close_code]
                self._end(Refused(code, None, message))

    async def _hear(self, said: ServerMessage) -> None:
        self._pause = FIRST_PAUSE
        if said.type == "answer":
            self._answer(said)
        elif said.type in ("snapshot", "events"):
            missed = await self._missed(said)
            change = self._story.take(said)
            self._ahead = change.now - datetime.now(UTC)
            await self._tell(change, missed)

    async def _missed(self, said: ServerMessage) -> tuple[Event, ...]:
        """The events that a snapshot leaves out, where we had told some before it."""
        known = self._story.seq
        if said.type != "snapshot" or known is None or known >= said.seq:
            return ()
        found: list[Event] = []
        while known < said.seq:
            page = await self._client.events(self._table, known, min(PAGE, said.seq - known))
            fresh = [each for each in page if known < each["seq"] <= said.seq]
            if [each["seq"] for each in fresh] != [*range(known + 1, known + 1 + len(fresh))]:
                raise Gap
            if not fresh:
                raise Gap
            found += fresh
            known += len(fresh)
        return tuple(found)

    async def _tell(self, change: Change, missed: tuple[Event, ...]) -> None:
        """Queue a change, merged with those not fetched yet."""
        unread, events = self._unread, (*missed, *change.events)
        if unread is not None:
            events = (*unread.events, *events)
        first = change.first or (unread is not None and unread.first)
        self._unread = msgspec.structs.replace(change, events=events, first=first)
        self._news.set()
        while self._unread is not None and len(self._unread.events) > UNREAD:
            self._room.clear()
            await self._room.wait()

    def _answer(self, said: ServerMessage) -> None:
        sent = self._sent.pop(said.id or "", None)
        if sent is None or sent.answer.done():
            return
        if said.error is None:
            sent.answer.set_result(Answered(said.id or "", said.events))
        else:
            failure = msgspec.convert({"error": said.error}, Failure)
            sent.answer.set_exception(refused(failure.error))

    def _end(self, why: Refused) -> None:
        """End the stream: all waiting calls get the reason."""
        if self._ended is None:
            self._ended = why
        self._news.set()
        for sent in self._sent.values():
            if not sent.answer.done():
                sent.answer.set_exception(why)
                sent.answer.exception()
