"""As little of a WebSocket client as a load needs, so that a thousand of them fit on one core.

Text frames in, text frames out, pings answered. Frames that a client sends have to be masked; a
mask of zeros is a mask, and leaves the text as it is.
"""

import asyncio
import struct
from collections.abc import Callable
from typing import Final, cast

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL: Final = 0x80
MASKED: Final = 0x80
NO_MASK: Final = bytes(4)
KEY: Final = "c2Fib3Qtc2Fib3Qtc2Fibw=="
LOST: Final = 1006


class LightSocket(asyncio.Protocol):
    """A connection. `heard` gets the bytes of each text, `closed` the code at the end: that of HTTP
    where there was no upgrade."""

    def __init__(
        self,
        request: bytes,
        heard: Callable[[bytes], None],
        closed: Callable[[int], None],
    ) -> None:
        self._request = request
        self._heard = heard
        self._closed = closed
        self._buffer = bytearray()
        self._upgraded = False
        self._code = LOST
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._upgraded and not self._upgrade():
            return
        while self._frame():
            pass

    def connection_lost(self, exc: Exception | None) -> None:
        self._closed(self._code)

    def send(self, text: bytes) -> None:
        self._write(TEXT, text)

    def hang_up(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def _upgrade(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self._buffer.startswith(b"HTTP/1.1 101"):
            self._code = int(self._buffer[9:12])
            self.hang_up()
            return False
        del self._buffer[: end + 4]
        self._upgraded = True
        return True

    def _frame(self) -> bool:
        """Take one whole frame off the buffer; False if there is none."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        opcode, length, start = buffer[0] & 0x0F, buffer[1] & 0x7F, 2
        if length == 126:
            start = 4
        elif length == 127:
            start = 10
        if len(buffer) < start:
            return False
        if start == 4:
            (length,) = struct.unpack_from(">H", buffer, 2)
        elif start == 10:
            (length,) = struct.unpack_from(">Q", buffer, 2)
        end = start + length
        if len(buffer) < end:
            return False
        body = bytes(buffer[start:end])
        del buffer[:end]
        if opcode == TEXT:
            self._heard(body)
        elif opcode == PING:
            self._write(PONG, body)
        elif opcode == CLOSE:
            self._code = struct.unpack_from(">H", body)[0] if len(body) >= 2 else LOST
            self.hang_up()
        return True

    def _write(self, opcode: int, body: bytes) -> None:
        length = len(body)
        if length < 126:
            head = bytes((FINAL | opcode, MASKED | length))
        else:
            head = struct.pack(">BBH", FINAL | opcode, MASKED | 126, length)
        if self._transport is not None:
            self._transport.write(head + NO_MASK + body)


async def connect(
    port: int,
    path: str,
    token: str,
    heard: Callable[[bytes], None],
    closed: Callable[[int], None],
) -> LightSocket:
    """A socket to this machine; a refused connection is an OSError."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {KEY}",
        "Sec-WebSocket-Version: 13",
        f"Authorization: Bearer {token}",
    ]
    request = "\r\n".join([*lines, "", ""]).encode()
    loop = asyncio.get_running_loop()
    _, made = await loop.create_connection(
        lambda: LightSocket(request, heard, closed), "127.0.0.1", port
    )
    return made
