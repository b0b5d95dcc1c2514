"""Viewers of a table, a tournament or the floor over a socket."""

import asyncio
from dataclasses import dataclass, field
from typing import Final

from sabot.server.http.routes import GAMING_STAFF, WATCHERS, Caller

BEHIND: Final = 256
"""A viewer with so many messages unsent is too slow, and has to come again."""
SEES_STAFF: Final = GAMING_STAFF | WATCHERS
CLOSE_SLOW, CLOSE_STOPPING, CLOSE_TRY_LATER = 4408, 1012, 1013


@dataclass(eq=False)
class Viewer:
    """A viewer of a table, a tournament or the floor. `outbox` holds messages, at last a number:
    the code with which the socket closes."""

    caller: Caller
    seq: int = 0
    is_leaving: bool = False
    outbox: asyncio.Queue[bytes | int] = field(default_factory=lambda: asyncio.Queue(BEHIND + 1))

    @property
    def is_staff(self) -> bool:
        return self.caller.role in SEES_STAFF

    def tell(self, message: bytes) -> None:
        """Queue a message. A viewer with a full outbox is disconnected, and reads on when it comes
        again. No message follows a code."""
        if self.is_leaving:
            return
        if self.outbox.qsize() < BEHIND:
            self.outbox.put_nowait(message)
        else:
            self.close(CLOSE_SLOW)

    def close(self, code: int, word: bytes | None = None) -> None:
        """Send away, with a last word: what waits is not sent any more."""
        if self.is_leaving:
            return
        self.is_leaving = True
        while not self.outbox.empty():
            self.outbox.get_nowait()
        if word is not None:
            self.outbox.put_nowait(word)
        self.outbox.put_nowait(code)
