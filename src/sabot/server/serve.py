"""Running the server: the store, the casino, uvicorn, and an orderly end."""

import asyncio
import fcntl
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
import uvicorn
import uvloop

from sabot.core.clock import GuardedClock
from sabot.core.refusal import Refusal, quoted
from sabot.people.custody import last_time
from sabot.server.app import application
from sabot.server.casino import Casino, Prepare
from sabot.server.http.gate import Gate, make_room, renew
from sabot.server.http.header_limits import Brisk
from sabot.server.http.routes import Route
from sabot.server.inspect.checkpoints import sign, signers
from sabot.server.inspect.cosignatures import keep_cosigned
from sabot.server.inspect.log_proofs import has_own_key
from sabot.server.operations.clock import keep_time
from sabot.server.operations.garbage import tidy
from sabot.server.operations.soundness import look_through
from sabot.server.settings import Settings, check
from sabot.store import Store, open_store
from sabot.store.tlog.cosigners import read_cosigners
from sabot.store.trust.private_file import make_private

STOP_SECONDS: Final = 10
NOT_STARTED: Final = 3
"""The exit status of a server that could not begin."""
STALLED_SECONDS: Final = 30
"""A connection whose other end takes nothing for so long is given up by the system."""
log = logging.getLogger("sabot.server")


def bound(settings: Settings) -> socket.socket:
    """Return the socket to listen on; refuse in a sentence if another process has it."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Named TCP, or asyncio leaves Nagle's waiting on: 40 ms for every answer of two parts.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_SECONDS * 1000)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise Refusal(
            "port-taken",
            None,
            f"Sabot cannot listen on {settings.host}:{settings.port} ({reason.lower()}): stop what "
            "does, or choose another with --port.",
        ) from None
    return listening


def configured(app: Any, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        http=Brisk,
        ws="websockets-sansio",
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.key,
        lifespan="on",
    )


def serve(
    settings: Settings,
    prepare: Prepare = lambda casino: (),
    more: tuple[Route, ...] = (),
    errands: Callable[[Casino], Any] | None = None,
    ready: Callable[[Casino], None] = lambda casino: None,
) -> None:
    """Serve until stopped. `ready` is called once the port is open; from then on requests are
    answered, while `prepare` opens tables. `errands` run beside them."""
    check(settings)
    make_room()
    listening = bound(settings)
    settings = msgspec.structs.replace(settings, port=listening.getsockname()[1])
    try:
        with (
            open_store(settings.store) as store,
            alone(settings.store),
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            runner.run(_serve(settings, store, listening, prepare, more, errands, ready))
    finally:
        listening.close()


async def _serve(
    settings: Settings,
    store: Store,
    listening: socket.socket,
    prepare: Prepare,
    more: tuple[Route, ...],
    errands: Callable[[Casino], Any] | None,
    ready: Callable[[Casino], None],
) -> None:
    clock = GuardedClock(last_time(store))
    casino = Casino(store, settings, clock)
    both = await casino.work(signers, casino)
    config = configured(application(casino, more, prepare, at_once=True), settings)
    server = Uvicorn(config, casino)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.handle_exit, number, None)
    loop.add_signal_handler(signal.SIGHUP, server.renew)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    await _first(serving, asyncio.create_task(server.is_up.wait()))
    if server.started:
        casino.keep("verification", partial(look_through, casino))
        casino.keep("clock", partial(keep_time, casino, clock), needed=True)
        casino.keep("garbage", partial(tidy, casino))
        if both is not None:
            casino.keep("checkpoints", partial(sign, casino, both))
        cosigners = () if settings.cosigners is None else read_cosigners(settings.cosigners)
        if cosigners or has_own_key(store):
            casino.keep("cosigners", partial(keep_cosigned, casino, cosigners))
        if errands is not None:
            server.errand = casino.start(errands(casino))
        ready(casino)
    if casino.opening is not None:
        casino.opening.add_done_callback(lambda opened: _stop_unless(server, opened))
    await serving
    if casino.opening is not None and not casino.opening.cancelled():
        casino.opening.result()


def _stop_unless(server: "Uvicorn", opened: "asyncio.Task[None]") -> None:
    """A casino that cannot be opened does not stay half open."""
    if not opened.cancelled() and opened.exception() is not None:
        server.should_exit = True


async def _first(*tasks: "asyncio.Task[Any]") -> None:
    """Wait until one of them is done."""
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)


class Uvicorn(uvicorn.Server):
    """A server that reports its open port and returns here when stopped, so that the store is
    closed in order. Errands end first, since requests may wait for one."""

    errand: "asyncio.Task[Any] | None" = None
    gate: Gate | None = None

    def __init__(self, config: uvicorn.Config, casino: Casino) -> None:
        super().__init__(config)
        self._casino = casino
        self.is_up = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(NOT_STARTED)
        self.servers = []
        self.gate = Gate(self._protocol, self.server_state.connections, self.config.ssl)
        for each in sockets or ():
            self.gate.open(each, self.config.backlog)
        self.started = True
        self.is_up.set()

    def _protocol(self) -> asyncio.Protocol:
        return Brisk(self.config, self.server_state, self.lifespan.state)

    def renew(self) -> None:
        """Reload what can be reloaded: the certificate, if there is one."""
        config = self.config
        if config.ssl is None or not config.ssl_certfile or not config.ssl_keyfile:
            log.info("nothing to reload: this server has no certificate of its own")
            return
        renew(config.ssl, Path(config.ssl_certfile), Path(config.ssl_keyfile))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.errand is not None:
            self.errand.cancel()
            await asyncio.wait([self.errand])
        await self._casino.errands.close()
        if self.gate is not None:
            self.gate.close()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextmanager
def alone(url: str, exclusively: bool = False) -> Iterator[None]:
    """Hold the lock of a store until the block ends. A file has one server, since a second one
    would not hear what the first one writes; a PostgreSQL database has several servers, or, if
    `exclusively`, none. The lock ends with the process, however that ends."""
    path = url.partition("://")[2].removeprefix("/") if "://" in url else url
    if url.startswith(("postgresql://", "postgres://")):
        from sabot.store.backends.postgres.servers import holding

        with holding(url, exclusively):
            yield
        return
    if path in ("", ":memory:"):
        yield
        return
    turn = f"{Path(path).resolve()}-server"  # by whatever name the file is called
    make_private(turn)
    with Path(turn).open("w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refusal(
                "store-taken",
                None,
                f"Another server has {quoted(url)} open. Several servers need a PostgreSQL "
                "database (SABOT_DATABASE_URL).",
            ) from None
        yield
