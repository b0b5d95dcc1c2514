"""Tables and tournaments that could not be opened. The others are open all the same, and a request
for one of these is refused in a sentence until its log has moved or the server is started again."""

import logging
from collections.abc import Callable
from typing import Final, NamedTuple, ParamSpec, TypeVar

from sabot.core.refusal import Refusal, named
from sabot.floor.kinds import KINDS, kind_of
from sabot.store import Store

UNREADABLE: Final = "unreadable-log"
CODES: Final = frozenset({UNREADABLE, "broken-log"})
"""Refusals that say already which stream is closed, and why."""
STORE_WIDE: Final = frozenset(
    {"store-unavailable", "outcome-unknown", "store-closed", "stale-version", "no-key", "bad-key",
     "wrong-key"}
)  # fmt: skip
"""Refusals of the store, which concern all streams; any other concerns the one that is read, such
as an edition that this release does not know."""
CLOSE_UNREADABLE: Final = 4503
"""The code with which a socket to a closed table or tournament ends."""
P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger("sabot.closed")


class Shut(NamedTuple):
    """Why a stream is closed, and the event up to which it was read when that was found."""

    refusal: Refusal
    seq: int


class ClosedStreams:
    """The closed streams of one server, by name. It is asked from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shut: dict[str, Shut] = {}

    def load(self, stream: str, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `read` makes of a stream. If it fails, close the stream: the Refusal is
        raised again at once for as long as nothing more is written there."""
        seq = self._store.head(stream).seq
        known = self._shut.get(stream)
        if known is not None and known.seq == seq:
            raise known.refusal
        try:
            found = read(*args, **kwargs)
        except Refusal as refused:
            if refused.code in CODES:
                self._close(stream, seq, refused, None)
            elif seq and refused.code not in STORE_WIDE:
                raise self._close(stream, seq, _unreadable(stream), refused) from refused
            raise
        except Exception as error:
            raise self._close(stream, seq, _unreadable(stream), error) from error
        self._shut.pop(stream, None)
        return found

    def close(self, stream: str, error: Exception) -> None:
        """Close a stream that was read and cannot be shown."""
        self._close(stream, self._store.head(stream).seq, _unreadable(stream), error)

    def why(self) -> dict[str, str]:
        """Return a sentence for each closed stream."""
        return {stream: shut.refusal.message for stream, shut in sorted(self._shut.items())}

    def _close(self, stream: str, seq: int, why: Refusal, error: Exception | None) -> Refusal:
        self._shut[stream] = Shut(why, seq)
        log.error("not opened", extra={"stream": stream, "why": why.message}, exc_info=error)
        return why


def _unreadable(stream: str) -> Refusal:
    kind = kind_of(stream, KINDS)
    return Refusal(
        UNREADABLE,
        None,
        "{name} is closed: its log cannot be read here. Nothing in it is lost, and everything else "
        "is open. Call the administrator: the server's log says what failed.",
        name=named(stream if kind is None else kind.name(stream)),
    )
