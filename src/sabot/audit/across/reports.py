"""Cash that a policy has reported: each transaction of its amount is noted once, in time."""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from sabot.accounts import Account, Withdrawn
from sabot.accounts.cash_events import cash_in
from sabot.aml import AmlBook
from sabot.aml.thresholds import ThresholdNoted
from sabot.core.money import cash
from sabot.engine.finding import Finding, Step
from sabot.floor.kinds import ACCOUNTS
from sabot.policies import PolicyBook, terms_at
from sabot.policies.business_days import deadline

Transaction = tuple[str, int, bool]
"""Whose cash, how many cents, and whether they were paid out."""


class Place(msgspec.Struct, frozen=True):
    """Place of a transaction, or of its note, in the log; `by` is the deadline of the report."""

    stream: str
    seq: int
    by: datetime


class Noted(msgspec.Struct, frozen=True):
    """The deadline that a command of the desk has."""

    by: datetime


class ReportsCheck:
    """The policy, the accounts and the desk that reports; what a unit of work wrote may come in any
    order."""

    def __init__(self) -> None:
        self._book = PolicyBook()
        self._owed: dict[Transaction, list[Place]] = {}
        self._noted: dict[Transaction, list[Place]] = {}

    def at_policy(self, step: Step[PolicyBook]) -> Iterator[Finding]:
        """Follow an event of the policy."""
        self._book = step.after
        yield from ()

    def at_account(self, step: Step[Account]) -> Iterator[Finding]:
        """Keep cash of the policy's amount or more."""
        amount, at = cash_in(step.event), step.line.at
        terms = terms_at(self._book, at) if amount else None
        if terms is not None and terms.cash_report_from is not None:
            assert terms.cash_report_days is not None, "a policy states both"
            if amount >= terms.cash_report_from:
                key = ACCOUNTS.name(step.line.stream), amount, isinstance(step.event, Withdrawn)
                by = deadline(at, self._book.zone, terms.cash_report_days, terms)
                self._owed.setdefault(key, []).append(Place(step.line.stream, step.line.seq, by))
        yield from ()

    def at_desk(self, step: Step[AmlBook]) -> Iterator[Finding]:
        """Keep what the desk has noted."""
        event = step.event
        if isinstance(event, ThresholdNoted):
            by = msgspec.json.decode(bytes(step.line.do), type=Noted).by
            key = event.player, event.amount, event.paid
            self._noted.setdefault(key, []).append(Place(step.line.stream, step.line.seq, by))
        yield from ()

    def end(self) -> Iterator[Finding]:
        """Yield what was not noted, what was noted without cash, and other deadlines."""
        for key in {**self._owed, **self._noted}:
            owed, noted = self._owed.get(key, []), self._noted.get(key, [])
            amount = f"{cash(key[1])} of {key[0]} in cash"
            for place in owed[len(noted) :]:
                message = f"{amount} was not noted for a report, as the policy has it."
                yield _finding("report-not-noted", place, message)
            for place in noted[len(owed) :]:
                message = f"No account shows {amount}, or no policy had it reported."
                yield _finding("report-without-cash", place, message)
            for one, other in zip(owed, noted, strict=False):
                if one.by != other.by:
                    message = f"The report of {amount} has another deadline than the policy's."
                    yield _finding("wrong-deadline", other, message)


def _finding(kind: str, place: Place, message: str) -> Finding:
    return Finding(kind, None, place.stream, place.seq, message)
