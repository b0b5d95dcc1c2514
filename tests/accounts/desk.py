"""A desk at which an account is used, and its log kept."""

import itertools
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sabot.accounts import (
    ACCOUNT,
    Account,
    Deposit,
    OpenAccount,
    SetDepositLimit,
    SetLossLimit,
    Withdraw,
)
from sabot.engine.streams import Command, Event, Rejection
from sabot.parts.statements import ConfirmStatement, StatementMade

NOON = datetime(2025, 8, 20, 2, tzinfo=UTC)
"""Noon in Sydney, a Wednesday in winter."""

Who = dict[str, Any]

ALICE: Who = {"actor": "alice", "role": "player"}
STRANGER: Who = {"actor": "mallory", "role": "player"}
DEALER: Who = {"actor": "dora", "role": "dealer"}
SUPERVISOR: Who = {"actor": "sam", "role": "casino supervisor"}
CASHIER: Who = {"actor": "cass", "role": "cashier"}
COLIN: Who = {"actor": "colin", "role": "cashier"}
INSPECTOR: Who = {"actor": "ines", "role": "inspector"}


def utc(text: str) -> datetime:
    """A moment in UTC, written as `2025-10-04 13:59`."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


class Desk:
    def __init__(self, at: datetime = NOON, **opening: Any) -> None:
        self.account = Account()
        self.now = at
        self.log: list[tuple[Event, datetime]] = []
        self._ids = itertools.count(1)
        self.do(OpenAccount, player="alice", **opening)

    def decide(self, command: Command) -> Sequence[Event] | Rejection:
        """Return what the account answers; apply it if accepted."""
        answer = ACCOUNT.decide(self.account, command, self.now)
        if not isinstance(answer, Rejection):
            for event in answer:
                self.account = ACCOUNT.evolve(self.account, event, self.now)
                self.log.append((event, self.now))
        return answer

    def command(self, kind: type[Command], who: Who | None, fields: dict[str, Any]) -> Command:
        """Give a command as its usual sender does: a cashier for deposits, a request for
        withdrawals."""
        if who is None:
            own = dict.fromkeys((Withdraw, SetDepositLimit, SetLossLimit), ALICE)
            who = {Deposit: CASHIER, **own}.get(kind, SUPERVISOR)
        if kind is Deposit and who["role"] == "cashier":
            fields = {"reference": "slip 7", **fields}
        if kind is Withdraw and who["role"] == "cashier":
            fields = {"authorised": "pin", **fields}
        if kind is ConfirmStatement:
            fields = {"reason": "seen", **fields}
        return kind(id=str(next(self._ids)), **who, **fields)

    def ask(self, kind: type[Command], who: Who | None = None, /, **fields: Any) -> int:
        """State something that another person must confirm; return its number."""
        answer = self.decide(self.command(kind, who, fields))
        assert not isinstance(answer, Rejection), answer.message
        (made,) = answer
        assert isinstance(made, StatementMade)
        return made.number

    def do(self, kind: type[Command], who: Who | None = None, /, **fields: Any) -> Event:
        """Give an accepted command, confirmed where needed; return its one event."""
        answer = self.decide(self.command(kind, who, fields))
        assert not isinstance(answer, Rejection), answer.message
        (event,) = answer
        return self.confirm(event.number) if isinstance(event, StatementMade) else event

    def confirm(self, number: int, who: Who = COLIN) -> Event:
        """Confirm a statement as another person, and return what follows."""
        answer = self.decide(self.command(ConfirmStatement, who, {"number": number}))
        assert not isinstance(answer, Rejection), answer.message
        _, event = answer
        return event

    def no(
        self, code: str, kind: type[Command], who: Who | None = None, /, **fields: Any
    ) -> str | None:
        """Something that is refused under that code; the clause it is refused by."""
        before = self.account
        answer = self.decide(self.command(kind, who, fields))
        assert isinstance(answer, Rejection), answer
        assert answer.code == code
        assert self.account == before
        return answer.clause
