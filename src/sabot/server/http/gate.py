"""Accept connections, up to a limit in all and for each address."""

import asyncio
import logging
import resource
import socket
import ssl
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Final

from sabot.server.settings import is_loopback

HANDSHAKE_SECONDS: Final = 5.0
"""Longest time for a TLS handshake."""
PATIENCE: Final = 0.2
"""Seconds until the next try when the system has no descriptor left."""
MOST_FILES: Final = 65_536
RESERVED: Final = 128
"""Descriptors kept free of connections: for the store, the logs, and reports being made."""
SHARE: Final = 0.75
"""Largest share of all connections for one address, except a proxy on this machine."""
log = logging.getLogger("sabot.gate")


def make_room() -> None:
    """Raise the limit of open files as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections() -> int:
    """Return the most open connections: fewer than the system has descriptors."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft = MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)
    return max(soft - RESERVED, soft // 2)


def renew(context: ssl.SSLContext, certificate: Path, key: Path) -> bool:
    """Use the certificate file for new handshakes. One that does not fit its key is logged and
    ignored; open connections are not affected."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
        context.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        log.error("the certificate was not renewed", extra={"why": str(error)})
        return False
    log.info("the certificate was renewed")
    return True


class Gate:
    """Accept connections. `welcome` makes the protocol of a connection, `inside` are the open ones,
    `context` is for TLS."""

    def __init__(
        self,
        welcome: Callable[[], asyncio.Protocol],
        inside: Collection[Any],
        context: ssl.SSLContext | None,
    ) -> None:
        self._welcome = welcome
        self._inside = inside
        self._context = context
        self._shaking: dict[asyncio.Task[None], str] = {}
        self._accepting: asyncio.Task[None] | None = None
        self.most = most_connections()

    def open(self, listening: socket.socket, backlog: int) -> None:
        listening.setblocking(False)
        listening.listen(backlog)
        self._accepting = asyncio.create_task(self._accept(listening))

    def close(self) -> None:
        for task in (self._accepting, *self._shaking):
            if task is not None:
                task.cancel()

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                line, place = await loop.sock_accept(listening)
            except OSError as error:
                log.warning("a connection was not accepted", extra={"why": str(error)})
                await asyncio.sleep(PATIENCE)
                continue
            address = str(place[0]) if place else ""
            if not self._has_room(address):
                log.warning("there are too many connections", extra={"address": address})
                line.close()
                continue
            task = asyncio.create_task(self._greet(line))
            self._shaking[task] = address
            task.add_done_callback(lambda done: self._shaking.pop(done, None))

    def _has_room(self, address: str) -> bool:
        most = self.most
        if len(self._inside) + len(self._shaking) >= most:
            return False
        if is_loopback(address) or len(self._inside) + len(self._shaking) < most * SHARE:
            return True
        near = [each.client[0] for each in self._inside if each.client is not None]
        return [*near, *self._shaking.values()].count(address) < most * SHARE

    async def _greet(self, line: socket.socket) -> None:
        waits = HANDSHAKE_SECONDS if self._context is not None else None
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                self._welcome, line, ssl=self._context, ssl_handshake_timeout=waits
            )
        except (OSError, ssl.SSLError, TimeoutError):  # the client has gone, or spoke no TLS
            line.close()
