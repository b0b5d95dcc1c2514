"""Endpoints for machines that monitor the server: `/healthz`, `/readyz` and `/metrics`."""

import msgspec

from sabot import __version__
from sabot.core.refusal import Refusal
from sabot.people import ADMINISTRATOR
from sabot.server.http.routes import EVERYONE, WATCHERS, Asked, Reply, Route
from sabot.server.operations.metrics import TABLES, exposition
from sabot.server.settings import is_loopback


class Well(msgspec.Struct, frozen=True):
    status: str
    release: str


class Ready(msgspec.Struct, frozen=True, omit_defaults=True):
    """The server takes commands. `closed` has a sentence for each table or tournament that could
    not be opened; the others are open. `failing` names background tasks that are being restarted,
    `witnesses` has a sentence for each witness that does not know everything; nothing waits for
    them."""

    status: str
    closed: dict[str, str] = {}
    failing: list[str] = []
    witnesses: dict[str, str] = {}


async def health(asked: Asked) -> Well:
    """Report that the process answers, and its release."""
    return Well("well", __version__)


async def readiness(asked: Asked) -> Ready:
    """Report that the store takes writes and its log is sound, that every readable table is open,
    and that the needed background tasks run."""
    casino = asked.casino
    if not casino.is_open:
        raise Refusal("opening", None, "Tables are still being opened: ask again in a moment.")
    await casino.store_watch.check()
    if stopped := casino.background.stopped():
        tasks = ", ".join(sorted(stopped))
        message = "A part of the server is being restarted: {tasks}."
        raise Refusal("task-failing", None, message, tasks=tasks)
    failing = sorted(casino.background.failing)
    return Ready("ready", casino.closed.why(), failing, dict(casino.witnesses))


async def metrics(asked: Asked) -> Reply:
    """Serve metrics to a monitor on this machine, or one with a token of a person who watches.
    Behind a proxy that does not name the client, every client seems to be on this machine."""
    settings = asked.casino.settings
    is_near = is_loopback(asked.address) and (settings.origin is None or settings.behind_proxy)
    if not is_near and asked.person.role not in WATCHERS | {ADMINISTRATOR}:
        raise Refusal("forbidden", None, "Metrics are shown on this machine, or with a token.")
    TABLES.set(len(asked.casino.hub.tables))
    return Reply(exposition(), "text/plain; version=0.0.4; charset=utf-8")


ROUTES = (
    Route("GET", "/healthz", EVERYONE, health, "Whether the server is alive.", gives=Well,
          quiet=True, early=True),
    Route("GET", "/readyz", EVERYONE, readiness, "Whether the server can take commands.",
          gives=Ready, refuses=("store-unavailable", "opening", "broken-log", "task-failing"),
          quiet=True, early=True),
    Route("GET", "/metrics", EVERYONE, metrics, "Counts and times for Prometheus.",
          media_type="text/plain", refuses=("forbidden",), quiet=True, early=True),
)  # fmt: skip
