"""The revision of Sabot's own rules that each command names, over a whole log.

A server names the revision of its release (`sabot.core.revision`), so the numbers of a log only
rise. A command that names an older one after a newer was in use was not decided by that server.
"""

from collections.abc import Iterator
from datetime import datetime

from sabot.core.revision import CURRENT
from sabot.engine.finding import Finding
from sabot.engine.live import EventEnvelope


class RevisionsCheck:
    """The revisions of all commands of a log. It keeps two lines of the log for each revision."""

    def __init__(self) -> None:
        self._first: dict[int, datetime] = {}
        self._last: dict[int, EventEnvelope] = {}

    def take(self, line: EventEnvelope, under: int) -> Iterator[Finding]:
        """Note the revision of a command; report one that this release does not know."""
        if not 0 <= under <= CURRENT:
            message = f"It names revision {under} of the rules, and this release knows {CURRENT}."
            yield Finding("unknown-revision", None, line.stream, line.seq, message)
        self._first[under] = min(line.at, self._first.get(under, line.at))
        if under not in self._last or line.at > self._last[under].at:
            self._last[under] = line

    def end(self) -> Iterator[Finding]:
        """Report the last command of each revision that comes after a newer one was in use."""
        for under, line in sorted(self._last.items()):
            newer = [at for other, at in self._first.items() if other > under]
            if newer and min(newer) < line.at:
                message = "It was decided under older rules than a command before it."
                yield Finding("older-rules", None, line.stream, line.seq, message)
