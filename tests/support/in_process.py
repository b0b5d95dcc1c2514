"""The real server application in this process: no port, and a clock that a test may hand in."""

import asyncio
import logging
import warnings
from typing import Any
from urllib.parse import urlsplit

from sabot.core.clock import Clock, system_clock
from sabot.server.app import application
from sabot.server.casino import Casino
from sabot.server.settings import Settings
from sabot.store import Store

with warnings.catch_warnings():  # it prefers a client library that this project does not use
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

ORIGIN = "http://127.0.0.1:8000"
PAGE = {"origin": ORIGIN}
"""Headers of a request from one of our own pages, without a session."""
UNHURRIED = {"rate": 1e6, "burst": 1_000_000, "sign_ins": 1e4, "wrong": 1e4, "sockets": 1000}
FAILED = 1011
"""The code of a socket whose server has failed."""
log = logging.getLogger("in_process")
PATIENCE = 60
"""Seconds: a busy machine is slow, and a lost answer never comes."""


def casino_of(store: Store, clock: Clock = system_clock, **settings: Any) -> Casino:
    """Open a casino over a store, without limits on requests."""
    chosen = Settings(store="sqlite://", port=8000, **{**UNHURRIED, **settings})
    return Casino(store, chosen, clock)


def serving(casino: Casino) -> TestClient:
    """A client of the application; entering it starts the server, leaving it stops the server. An
    exception in a route is raised in the test."""
    return TestClient(application(casino), base_url=ORIGIN)


def first_message(client: TestClient, path: str, headers: dict[str, str]) -> str | int:
    """The first message of a live socket, or the code with which the server closes it."""
    with Socket(client, path, headers) as line:
        return line.receive()


class Socket:
    """A live socket, whose messages are received one by one."""

    def __init__(self, client: TestClient, path: str, headers: dict[str, str]) -> None:
        assert client.portal is not None
        self._app, self._portal = client.app, client.portal
        self._scope = _scope(path, headers)
        self._said: asyncio.Queue[Any] = asyncio.Queue()
        self._heard: asyncio.Queue[Any] = asyncio.Queue()

    def __enter__(self) -> "Socket":
        self._portal.call(self._open)
        return self

    def __exit__(self, *_: object) -> None:
        self._portal.call(self._close)

    def receive(self) -> str | int:
        """The next message; or the code with which the server closes, `FAILED` if it fails."""
        found: str | int = self._portal.call(self._receive)
        return found

    async def _open(self) -> None:
        self._said.put_nowait({"type": "websocket.connect"})
        self._serving = asyncio.create_task(self._serve())

    async def _serve(self) -> None:
        try:
            await self._app(self._scope, self._said.get, self._heard.put)
        except Exception:
            log.exception("a socket failed", extra={"path": self._scope["path"]})
        self._heard.put_nowait({"type": "websocket.close", "code": FAILED})

    async def _receive(self) -> str | int:
        while True:
            message = await asyncio.wait_for(self._heard.get(), PATIENCE)
            if message["type"] == "websocket.close":
                return int(message.get("code", 1000))
            if message["type"] == "websocket.send":
                return str(message["text"])

    async def _close(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self._serving, PATIENCE)


def _scope(path: str, headers: dict[str, str]) -> dict[str, Any]:
    """A socket's request as a server hands it to an application."""
    asked, given = urlsplit(path), {"host": urlsplit(ORIGIN).netloc, **headers}
    return {
        "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws",
        "path": asked.path, "raw_path": asked.path.encode(), "query_string": asked.query.encode(),
        "root_path": "", "subprotocols": [], "client": ("127.0.0.1", 50_000), "state": {},
        "headers": [(name.lower().encode(), value.encode()) for name, value in given.items()],
    }  # fmt: skip
