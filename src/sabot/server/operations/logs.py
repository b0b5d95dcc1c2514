"""Write a line of JSON for each notable event to standard error; never a secret in it."""

import logging
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

import msgspec

from sabot.server.operations.correlation import CURRENT

_OWN: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


LONGEST_WORD: Final = 500
LONGEST_TRACE: Final = 8_000
LINES_A_SECOND: Final = 50.0
LINES_AT_ONCE: Final = 500
"""Burst of lines of each logger and level; beyond it requests cannot fill the disk."""


class Sparing(logging.Filter):
    """Lets so many lines through, and then tells with the next one how many it has left out."""

    def __init__(
        self, rate: float = LINES_A_SECOND, burst: int = LINES_AT_ONCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        super().__init__()
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: dict[tuple[str, int], tuple[float, float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        key, now = (record.name, record.levelno), self._clock()
        level, at, left_out = self._buckets.get(key, (float(self._burst), now, 0))
        level = min(self._burst, level + (now - at) * self._rate)
        if level < 1:
            self._buckets[key] = (level, now, left_out + 1)
            return False
        if left_out:
            record.left_out = left_out
        self._buckets[key] = (level - 1, now, 0)
        return True


def _clipped(value: object) -> object:
    if isinstance(value, str) and len(value) > LONGEST_WORD:
        return f"{value[:LONGEST_WORD]}…"
    return value


class JsonLines(logging.Formatter):
    """Format a record as one line of JSON: time, level, logger, message, the id of the request
    that it belongs to, and its extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": _clipped(record.getMessage()),
        }
        if current := CURRENT.get():
            line["request"] = current
        line |= {key: _clipped(value) for key, value in record.__dict__.items() if key not in _OWN}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)[-LONGEST_TRACE:]
        return msgspec.json.encode(line, enc_hook=str).decode()


def write_logs(level: str = "info") -> None:
    """Send every log of this process to standard error, a line each."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(Sparing())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    logging.getLogger("httpx").setLevel(logging.WARNING)
    logging.getLogger("httpcore").setLevel(logging.WARNING)
    logging.getLogger("websockets").setLevel(logging.WARNING)
