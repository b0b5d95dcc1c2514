"""What machines ask the server about itself."""

import msgspec

from sabot.refusal import Refusal
from sabot.server.http.routes import EVERYONE, Asked, Reply, Route
from sabot.server.operations.metrics import TABLES, exposition


class Well(msgspec.Struct, frozen=True):
    status: str


async def health(asked: Asked) -> Well:
    """The process answers."""
    return Well("well")


async def readiness(asked: Asked) -> Well:
    """The store can be written to and is as the house wrote it, and every table is there."""
    if not asked.casino.is_open:
        raise Refusal("opening", None, "Tables are still being opened: ask again in a moment.")
    await asked.casino.disk.check()
    return Well("ready")


async def metrics(asked: Asked) -> Reply:
    TABLES.set(len(asked.casino.hub.tables))
    return Reply(exposition(), "text/plain; version=0.0.4; charset=utf-8")


ROUTES = (
    Route("GET", "/healthz", EVERYONE, health, "Whether the server is alive.", gives=Well,
          quiet=True, early=True),
    Route("GET", "/readyz", EVERYONE, readiness, "Whether the server can take commands.",
          gives=Well, refuses=("store-unavailable", "opening", "broken-log"),
          quiet=True, early=True),
    Route("GET", "/metrics", EVERYONE, metrics, "Counts and times for Prometheus.",
          media_type="text/plain", quiet=True, early=True),
)  # fmt: skip
