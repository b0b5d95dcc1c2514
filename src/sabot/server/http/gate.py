"""Where connections come in: no more of them than there is room for, whoever holds them open."""

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
"""So long a TLS handshake may take."""
PATIENCE: Final = 0.2
"""Seconds until the next try when the system has no descriptor left."""
MOST_FILES: Final = 65_536
RESERVED: Final = 128
"""Descriptors that no connection gets: the store, the logs, reports that are being made."""
SHARE: Final = 0.75
"""One address has no more than this part of all connections; a proxy on this machine may."""
log = logging.getLogger("sabot.gate")


def make_room() -> None:
    """Ask the system for as many open files as it gives."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections() -> int:
    """How many may be open at once: fewer than the system has descriptors for."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft = MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)
    return max(soft - RESERVED, soft // 2)


def renew(context: ssl.SSLContext, certificate: Path, key: Path) -> bool:
    """Take the certificate that lies there now for every handshake to come. One that does not fit
    its key is told and left; nobody who is connected notices either."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
        context.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        log.error("the certificate was not renewed", extra={"why": str(error)})
        return False
    log.info("the certificate was renewed")
    return True


class Gate:
    """Accepts connections. `welcome` makes the protocol of one, `inside` are those that are open
    already, `context` is for TLS."""

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
        except (OSError, ssl.SSLError, TimeoutError):  # whoever came has gone, or spoke no TLS
            line.close()
