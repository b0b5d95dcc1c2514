"""A bad network between a client and a server: it can be cut, and it can swallow what is said."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Wires:
    """Connections to a port of this machine. `deaf`: nothing that the server says gets through;
    `down`: nobody gets a connection."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._open: set[asyncio.StreamWriter] = set()
        self.deaf = False
        self.down = False
        self.made = 0
        self.tasks: set[asyncio.Task[None]] = set()
        self.passed = asyncio.Event()
        """Set when the client has said something since it was last cleared."""

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.down:
            writer.close()
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
async def wires_to(port: int, listening: int) -> AsyncIterator[Wires]:
    """Wires from one port of this machine to another."""
    wires = Wires(port)
    server = await asyncio.start_server(wires.connected, "127.0.0.1", listening)
    try:
        yield wires
    finally:
        wires.cut()
        server.close()
        if wires.tasks:
            await asyncio.wait(wires.tasks)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])
