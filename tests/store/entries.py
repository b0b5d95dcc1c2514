"""Events to store, and a second opinion on the chain."""

import hashlib
import json
from datetime import UTC, datetime, timedelta

import msgspec

from sabot.store import Entry

OPENING = datetime(2026, 1, 31, 20, 15, tzinfo=UTC)


def entry(number: int = 0, **fields: object) -> Entry:
    """Some event, `number` seconds after the opening."""
    encoded = msgspec.json.encode(fields)[1:-1]
    return Entry(OPENING + timedelta(seconds=number), "dora", "noted/1", encoded)


def chain_holds(lines: list[bytes]) -> bool:
    """The hash rule again, in five lines that share nothing with the store."""
    last: dict[str, tuple[int, str]] = {}
    for line in lines:
        text, event = line.decode().strip(), json.loads(line)
        cut = text.rindex(',"hash":"')
        good = hashlib.sha256((text[:cut] + "}").encode()).hexdigest() == event["hash"]
        if not good or (event["seq"] - 1, event["prev"]) != last.get(
            event["stream"], (0, "0" * 64)
        ):
            return False
        last[event["stream"]] = event["seq"], event["hash"]
    return True
