"""Close connections whose headers take longer than 10 s or exceed 32 KiB."""

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS: Final = 10.0
LARGEST_HEAD: Final = 32_768
TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class TooLarge(Exception):
    """Raised when the headers of a request are larger than any browser's."""


class Brisk(HttpToolsProtocol):
    """HTTP protocol of uvicorn with limits on the time and size of headers."""

    late: asyncio.TimerHandle | None = None
    head: int | None = None
    """Bytes received of incomplete headers; None outside headers."""
    read = 0
    """Bytes of headers that the parser has taken for the address and the fields."""
    is_upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.is_upgraded or self.transport.is_closing():
            return
        if self.head is not None:
            self.head += len(data)
            if self.head > LARGEST_HEAD:
                self._refuse()
                return
        if self.head is not None or self.cycle is None or self.cycle.response_complete:
            self._expect()

    def on_message_begin(self) -> None:
        self.head, self.read = 0, 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._take(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._take(len(name) + len(value))
        super().on_header(name, value)

    def _take(self, more: int) -> None:
        """Count bytes of headers; an exception here ends the parsing, at any split of the bytes."""
        self.read += more
        if self.read > LARGEST_HEAD:
            raise TooLarge

    def send_400_response(self, msg: str) -> None:
        if self.read > LARGEST_HEAD:
            self._refuse()
        else:
            super().send_400_response(msg)

    def _refuse(self) -> None:
        self.transport.write(TOO_LARGE)
        self.transport.close()

    def on_headers_complete(self) -> None:
        self.head = None
        self._in_time()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        self.is_upgraded = True
        super().handle_websocket_upgrade()

    def _expect(self) -> None:
        if self.late is None:
            self.late = self.loop.call_later(HEAD_SECONDS, self._too_late)

    def _in_time(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def _too_late(self) -> None:
        self.late = None
        self.transport.abort()
