"""Asking and commanding over HTTP."""

import asyncio
import ssl
import uuid
from functools import cache
from types import TracebackType
from typing import Any, Final, Self, TypeVar
from urllib.parse import quote, urlsplit

import httpx
import msgspec

from sabot.client.answers import (
    AccountPurse,
    Answered,
    Event,
    Me,
    Peeked,
    Refused,
    TableNow,
    Waiting,
    refusal_in,
)
from sabot.client.live import Live
from sabot.views.shapes import TableCard

T = TypeVar("T")

STATEMENTS: Final = "/api/statements"

COOKIE: Final = "__Host-sabot"
PATIENCE: Final = 30.0
FIRST_PAUSE: Final = 0.2
LONGEST_PAUSE: Final = 3.0
LATER: Final = frozenset({429, 502, 503, 504})
"""Statuses that ask to try again: nothing is known to have been done."""


@cache
def _trusted(abroad: bool) -> ssl.SSLContext:
    """Whom a connection trusts. It takes long to read, so that all clients share it."""
    return httpx.create_ssl_context(trust_env=abroad)


class Client:
    """A person or program at one server, with a bearer token or, after `sign_in`, a session.

    `patience` is for how many seconds a server that does not answer is retried. A command is sent
    again with the same id, so it is carried out once.
    """

    def __init__(self, url: str, token: str | None = None, patience: float = PATIENCE) -> None:
        self.url = url.rstrip("/")
        self.patience = patience
        self.headers: dict[str, str] = {}
        """Headers that identify the caller; the live socket sends them, too."""
        if token is not None:
            self.headers = {"Authorization": f"Bearer {token}"}
        abroad = not self.is_local
        self._http = httpx.AsyncClient(trust_env=abroad, timeout=patience, verify=_trusted(abroad))

    @classmethod
    async def sign_in(
        cls, url: str, name: str, password: str, patience: float = PATIENCE
    ) -> "Client":
        """A client with a session of its own, which ends when the client is closed."""
        client = cls(url, patience=patience)
        try:
            await client._begin("/api/session", {"name": name, "password": password})
        except BaseException:
            await client._http.aclose()
            raise
        return client

    @property
    def is_local(self) -> bool:
        """The server is this machine: no proxy of the environment leads to it."""
        return urlsplit(self.url).hostname in ("127.0.0.1", "localhost", "::1")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the session, if this client began one, and hang up."""
        try:
            if "Cookie" in self.headers:
                await self._http.delete(f"{self.url}/api/session", headers=self.headers)
        except httpx.HTTPError:
            pass  # it ends by itself
        finally:
            self.headers = {}
            await self._http.aclose()

    # Asking

    async def me(self) -> Me:
        return await self._get("/api/session", Me)

    async def unlock(self, password: str) -> Me:
        """Go on with a session that was idle for too long."""
        return await self._begin("/api/session/unlock", {"password": password})

    async def tables(self) -> list[TableCard]:
        return await self._get("/api/tables", list[TableCard])

    async def table(self, table: str) -> TableNow:
        return await self._get(_of(table), TableNow)

    async def events(self, table: str, after: int = 0, limit: int = 500) -> list[Event]:
        """The events after number `after`, at most `limit` of them, and never more than 500."""
        found = await self._get(f"{_of(table)}/events?after={after}&limit={limit}", _Events)
        return list(found.events)

    async def peek(self, table: str) -> list[Peeked]:
        """Return your own face-down cards."""
        return await self._get(f"{_of(table)}/peek", list[Peeked])

    async def account(self) -> AccountPurse:
        """A player's own account."""
        return await self._get("/api/account", AccountPurse)

    async def waiting(self) -> list[Waiting]:
        """Return pending statements of all streams that you may read."""
        return await self._get(STATEMENTS, list[Waiting])

    # Commanding

    async def do(self, table: str, do: str, **fields: Any) -> Answered:
        """Send a command to a table; Refused if its rules, or the server, say no. Without an `id`
        of your own it gets a new one."""
        return await self._command(f"{_of(table)}/commands", do, fields)

    async def do_account(self, do: str, **fields: Any) -> Answered:
        """Send a command to one's own account."""
        return await self._command("/api/account/commands", do, fields)

    async def confirm(self, stream: str, number: int, reason: str) -> Answered:
        """Confirm a statement of another person."""
        said = {"stream": stream, "number": number, "confirm": True, "reason": reason}
        return await self._post(STATEMENTS, {"id": str(uuid.uuid4()), **said}, Answered)

    async def refuse(self, stream: str, number: int, reason: str) -> Answered:
        """Refuse a statement of another person."""
        said = {"stream": stream, "number": number, "confirm": False, "reason": reason}
        return await self._post(STATEMENTS, {"id": str(uuid.uuid4()), **said}, Answered)

    async def open_table(self, table: str, **fields: Any) -> Answered:
        """Open a table of that name; `fields` are those of `open-table`."""
        body = {"id": str(uuid.uuid4()), **fields, "name": table}
        return await self._post("/api/tables", body, Answered)

    def live(self, table: str, after: int | None = None) -> Live:
        """Follow a table: `async with client.live(table) as live`, then `async for change in live`.
        With `after`, from the event after that number on."""
        return Live(self, table, after)

    async def _command(self, path: str, do: str, fields: dict[str, Any]) -> Answered:
        return await self._post(path, {"id": str(uuid.uuid4()), **fields, "do": do}, Answered)

    # The wire

    async def _get(self, path: str, kind: type[T]) -> T:
        return _read(await self._ask("GET", path), kind)

    async def _post(self, path: str, body: dict[str, Any], kind: type[T]) -> T:
        return _read(await self._ask("POST", path, body), kind)

    async def _begin(self, path: str, body: dict[str, Any]) -> Me:
        """A session, new or anew. Its cookie is for secure ways only, which a cookie jar does not
        count this very machine among, so that we keep it ourselves."""
        answer = await self._ask("POST", path, body)
        for given in answer.headers.get_list("set-cookie"):
            name, _, value = given.partition(";")[0].partition("=")
            if name == COOKIE:
                self.headers = {"Cookie": f"{COOKIE}={value}", "Origin": self.url}
        return _read(answer, Me)

    async def _ask(
        self, method: str, path: str, body: dict[str, Any] | None = None
    ) -> httpx.Response:
        """Send a request, and retry while the server does not answer. Cookies are set by this
        client."""
        pause, waited = FIRST_PAUSE, 0.0
        content = None if body is None else msgspec.json.encode(body)
        headers = {"Origin": self.url, "Content-Type": "application/json", **self.headers}
        while True:
            refused: Refused | None = None
            try:
                answer = await self._http.request(
                    method, self.url + path, content=content, headers=headers
                )
                self._http.cookies.clear()
                if answer.is_success:
                    return answer
                refused = refusal_in(answer.status_code, answer.content)
            except httpx.TransportError:
                refused = Refused("unreachable", None, f"No server answers at {self.url}.")
            if (refused.status and refused.status not in LATER) or waited >= self.patience:
                raise refused
            await asyncio.sleep(pause)
            waited, pause = waited + pause, min(2 * pause, LONGEST_PAUSE)


class _Events(msgspec.Struct):
    events: tuple[Event, ...] = ()


def _of(table: str) -> str:
    return f"/api/tables/{quote(table, safe='')}"


def _read(answer: httpx.Response, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(answer.content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise Refused(
            "no-answer", None, f"The server's answer cannot be read: {wrong}.", answer.status_code
        ) from None
