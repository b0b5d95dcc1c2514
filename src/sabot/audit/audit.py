"""Every event of a log that was never seen before: each stream walked, and streams compared."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from sabot.audit.across.barred_players import PassingCheck
from sabot.audit.across.entries import EntriesCheck
from sabot.audit.across.policies import PolicyCheck
from sabot.audit.across.reports import ReportsCheck
from sabot.audit.across.thresholds import ThresholdsCheck
from sabot.audit.across.visits import VisitsCheck
from sabot.audit.checks.notices import NoticesCheck
from sabot.audit.claims import ClaimsCheck
from sabot.audit.revisions import RevisionsCheck
from sabot.audit.walk import Walk
from sabot.compliance.duties.findings import DutiesCheck
from sabot.engine.finding import Check, Finding, Step
from sabot.engine.kind import Kind
from sabot.engine.streams import read_line
from sabot.floor.kinds import (
    ACCOUNTS,
    AML_DESKS,
    CAGES,
    KINDS,
    PERSONS,
    POLICIES,
    PROMOTIONS,
    TABLES,
    kind_of,
)
from sabot.table.result.clearance import CoupEnded
from sabot.table.state import Table


class Audit:
    """A whole log, line by line. Every line is decoded once; nothing that is
    kept grows with the log but the ids of commands and a few bytes of each coup.

    `only` limits the audit to one table and the accounts of those who visit it; `watch` is a
    further check, of every table's events. `whole` is False where the log itself has no more than
    that table, those accounts, the cage and the policy: what needs the other accounts is not added
    up.
    """

    def __init__(
        self,
        only: str | None = None,
        watch: Check | None = None,
        kinds: tuple[Kind[Any], ...] = KINDS,
        whole: bool = True,
    ) -> None:
        self._only = only
        self._kinds = kinds
        self._watch = watch
        self._walks: dict[str, Walk[Any] | None] = {}
        self._ending: list[Check] = []
        self._visits = VisitsCheck()
        self._thresholds = ThresholdsCheck(whole)
        self._policies = PolicyCheck()
        self._reports = ReportsCheck()
        self._whole = whole and only is None
        self._entries = EntriesCheck()
        self._passing = PassingCheck()
        self._claims = ClaimsCheck(kinds)
        self._revisions = RevisionsCheck()
        self._duties = DutiesCheck(kinds)
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
            if kind_of(line.stream, self._kinds) is None:
                message = f"{line.stream} is of no kind that this house has: it is not audited."
                yield Finding("unknown-stream", None, line.stream, line.seq, message)
        walk = self._walks[line.stream]
        if walk is not None:
            yield from walk.take(line, text)
            yield from self._duties.take(text)

    def end(self) -> Iterator[Finding]:
        """Yield the findings that show only at the end of the log."""
        for walk in self._walks.values():
            if walk is not None:
                yield from walk.end()
        for check in self._ending:
            if self._at is not None:
                yield from check.end(self._at)  # type: ignore[attr-defined]
        if self._at is not None:
            yield from self._duties.end(self._at)
        yield from self._visits.unmatched(self._only)
        if self._whole:
            yield from self._reports.end()
        yield from self._revisions.end()

    def _opened(self, stream: str) -> Walk[Any] | None:
        """Return a walk for a new stream; None if its kind decides nothing by rules, or it is
        filtered out."""
        kind = kind_of(stream, self._kinds)
        if kind is None or not kind.rules.commands:
            return None
        name = kind.name(stream)
        if kind.prefix == TABLES.prefix and self._only not in (None, name):
            return None
        self.counted[f"{kind.word}s"] += 1
        checks = [*kind.checks(), *self._between(kind), self._claims.take]
        if has_notices(kind) and not any(isinstance(each, NoticesCheck) for each in checks):
            checks.append(NoticesCheck())
        self._ending += [check for check in checks if hasattr(check, "end")]
        return Walk(
            kind.rules, kind.empty(name), checks, kind.adapt, kind.is_known, kind.unasked,
            self._revisions,
        )  # fmt: skip

    def _between(self, kind: Kind[Any]) -> list[Check]:
        """Return the checks that compare streams, count or watch."""
        if kind.prefix == ACCOUNTS.prefix:
            at_account = self._visits.at_account, self._thresholds.at_account
            of_policy = self._policies.at_account, self._reports.at_account
            return [*at_account, *of_policy, self._passing.at_account]
        if kind.prefix == PERSONS.prefix:
            return [self._passing.at_person]
        if kind.prefix == CAGES.prefix:
            return [self._thresholds.at_cage]
        if kind.prefix == POLICIES.prefix:
            return [self._policies.at_policy, self._reports.at_policy]
        if kind.prefix == AML_DESKS.prefix:
            return [self._reports.at_desk]
        if kind.prefix == PROMOTIONS.prefix:
            return [self._entries.at_promotion, self._passing.at_promotion]
        if kind.prefix != TABLES.prefix:
            return []
        watch = [] if self._watch is None else [self._watch]
        between = self._visits.at_table, self._entries.at_table, self._policies.at_table
        return [*between, self._count, *watch]

    def _count(self, step: Step[Table]) -> Iterator[Finding]:
        self.counted["coups"] += isinstance(step.event, CoupEnded)
        yield from ()


def has_notices(kind: Kind[Any]) -> bool:
    """Return True if streams of that kind have notices."""
    return "notices" in getattr(kind.state, "__struct_fields__", ())
