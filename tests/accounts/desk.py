"""A desk at which an account is used, and its log kept."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sabot.accounts import ACCOUNT, Account, OpenAccount
from sabot.streams import Command, Event, Rejection

NOON = datetime(2025, 8, 20, 2, tzinfo=UTC)
"""Noon in Sydney, a Wednesday in winter."""

Who = dict[str, Any]

ALICE: Who = {"actor": "alice", "role": "player"}
STRANGER: Who = {"actor": "mallory", "role": "player"}
DEALER: Who = {"actor": "dora", "role": "dealer"}
SUPERVISOR: Who = {"actor": "sam", "role": "casino supervisor"}
INSPECTOR: Who = {"actor": "ines", "role": "inspector"}


def utc(text: str) -> datetime:
    """A moment in UTC, written as `2025-10-04 13:59`."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


class Desk:
    def __init__(self, at: datetime = NOON, **opening: Any) -> None:
        self.account = Account()
        self.now = at
        self.log: list[tuple[Event, datetime]] = []
        self.do(OpenAccount, player="alice", **opening)

    def decide(self, command: Command) -> Sequence[Event] | Rejection:
        """What the account answers; if it says yes, it happens."""
        answer = ACCOUNT.decide(self.account, command, self.now)
        if not isinstance(answer, Rejection):
            for event in answer:
                self.account = ACCOUNT.evolve(self.account, event, self.now)
                self.log.append((event, self.now))
        return answer

    def do(self, kind: type[Command], who: Who = SUPERVISOR, /, **fields: Any) -> Event:
        """Something that goes well, and the one event it makes."""
        answer = self.decide(kind(id="1", **who, **fields))
        assert not isinstance(answer, Rejection), answer.message
        (event,) = answer
        return event

    def no(
        self, code: str, kind: type[Command], who: Who = SUPERVISOR, /, **fields: Any
    ) -> str | None:
        """Something that is refused under that code; the clause it is refused by."""
        before = self.account
        answer = self.decide(kind(id="1", **who, **fields))
        assert isinstance(answer, Rejection), answer
        assert answer.code == code
        assert self.account == before
        return answer.clause
