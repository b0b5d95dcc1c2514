"""Every event of a log that was never seen before: each stream walked, and streams compared."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

import msgspec

from sabot.accounts import ACCOUNT, Account
from sabot.accounts.state import TABLES
from sabot.compliance.cards import CardsCheck
from sabot.compliance.finding import Check, Finding, Step
from sabot.compliance.money import MoneyCheck
from sabot.compliance.notices import NoticesCheck
from sabot.compliance.pinned import is_known, rulebook_pinned, under_its_digest
from sabot.compliance.records import RecordsCheck
from sabot.compliance.settlements import settlement
from sabot.compliance.visits import VisitsCheck
from sabot.compliance.walk import Walk
from sabot.live import read_line
from sabot.table import TABLE, Table
from sabot.table.settling import CoupEnded

TABLE_STREAM: Final = "table:"
PLAYER_STREAM: Final = "player:"
BESIDE_PLAY: Final = ("person:", "door")
"""Who came in and who did not: chained like all the rest, but nothing that rules of play decide."""


class Audit:
    """A whole log, line by line. Every line is decoded once; nothing that is
    kept grows with the log but the ids of commands and a few bytes of each coup.

    `only` limits the audit to one table and the accounts of those who visit it; `watch` is a
    further check, of every table's events.
    """

    def __init__(self, only: str | None = None, watch: Check | None = None) -> None:
        self._only = only
        self._watch = watch
        self._walks: dict[str, Walk[Any] | None] = {}
        self._notices: list[NoticesCheck] = []
        self._visits = VisitsCheck()
        self._at: datetime | None = None
        self.counted = Counter[str]()
        """Events, tables, accounts and coups that were seen."""

    def take(self, raw: bytes) -> Iterator[Finding]:
        """All that is wrong with the next line, its place in the chain apart."""
        text = raw.removesuffix(b"\n")
        self.counted["lines"] += 1
        try:
            line = read_line(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            number = self.counted["lines"]
            yield Finding("no-event", None, None, None, f"Line {number} is no event of a casino.")
            return
        self.counted["events"] += 1
        if line.at.tzinfo is None:
            yield Finding("wrong-time", None, line.stream, line.seq, "The time has no zone.")
            return
        self._at = line.at if self._at is None else max(self._at, line.at)
        if line.stream not in self._walks:
            self._walks[line.stream] = self._opened(line.stream)
            if self._walks[line.stream] is None and not line.stream.startswith(
                (TABLE_STREAM, *BESIDE_PLAY)
            ):
                message = f"{line.stream} is neither a table nor an account: it is not audited."
                yield Finding("unknown-stream", None, line.stream, line.seq, message)
        walk = self._walks[line.stream]
        if walk is not None:
            yield from walk.take(line, text)

    def end(self) -> Iterator[Finding]:
        """What shows only when the log is over."""
        for walk in self._walks.values():
            if walk is not None:
                yield from walk.end()
        for notices in self._notices:
            if self._at is not None:
                yield from notices.overdue(self._at)
        yield from self._visits.unmatched(self._only)

    def _opened(self, stream: str) -> Walk[Any] | None:
        """A new stream; None where it is not audited."""
        if stream.startswith(PLAYER_STREAM):
            self.counted["accounts"] += 1
            return Walk(ACCOUNT, Account(), [MoneyCheck(TABLES), self._visits.at_account])
        name = stream.removeprefix(TABLE_STREAM)
        if name == stream or self._only not in (None, name):
            return None
        self.counted["tables"] += 1
        self._notices.append(NoticesCheck())
        checks: list[Check] = [rulebook_pinned, settlement, MoneyCheck(), CardsCheck()]
        checks += [self._notices[-1], RecordsCheck(), self._visits.at_table, self._count]
        checks += [] if self._watch is None else [self._watch]
        return Walk(TABLE, Table(name=name), checks, under_its_digest, is_known)

    def _count(self, step: Step[Table]) -> Iterator[Finding]:
        self.counted["coups"] += isinstance(step.event, CoupEnded)
        yield from ()
