"""A bad network between a client and a server: it can be cut, and it can swallow what is said."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Wires:
    """Connections to a port of this machine. `deaf`: no answer gets through;
    `down`: no connection is accepted."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._open: set[asyncio.StreamWriter] = set()
        self.deaf = False
        self.down = False
        self.turned_away = asyncio.Event()
        """Set when a connection was tried since it was last cleared, while the wires were down."""
        self.made = 0
        self.tasks: set[asyncio.Task[None]] = set()
        self.passed = asyncio.Event()
        """Set when the client has said something since it was last cleared."""

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.down:
            writer.close()
            self.turned_away.set()
            return
        self.made += 1
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        there, here = await asyncio.open_connection("127.0.0.1", self._target)
        self._open |= {writer, here}
        up = asyncio.create_task(self._pass(reader, here, up=True))
        await self._pass(there, writer, up=False)
        up.cancel()
        self._open -= {writer, here}

    async def _pass(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, up: bool
    ) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                if up or not self.deaf:
                    target.write(data)
                if up:
                    self.passed.set()
        target.close()

    def cut(self) -> None:
        """Cut every connection that there is."""
        for writer in self._open:
            writer.transport.abort()


@asynccontextmanager
async def wires_to(port: int, near: "NearEnd") -> AsyncIterator[Wires]:
    """Wires to a port of this machine."""
    wires = Wires(port)
    server = await asyncio.start_server(wires.connected, sock=near.socket.dup())
    try:
        yield wires
    finally:
        wires.cut()
        server.close()
        if wires.tasks:
            await asyncio.wait(wires.tasks)


class NearEnd:
    """A reserved port for the client; nothing answers until a listener starts."""

    def __init__(self) -> None:
        self.socket = socket.socket(proto=socket.IPPROTO_TCP)
        self.socket.bind(("127.0.0.1", 0))
        self.port = int(self.socket.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
