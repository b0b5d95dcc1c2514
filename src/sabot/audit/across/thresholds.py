"""The cage's thresholds: what the server put into a deposit or withdrawal is what the cage says."""

from collections.abc import Iterator
from datetime import date
from typing import Any, Final

import msgspec

from sabot.accounts import Account, Cage, Deposited, Withdrawn
from sabot.accounts.cage import AloneCounted
from sabot.accounts.days import local_day
from sabot.accounts.stream import BY_SESSION
from sabot.core.money import cash
from sabot.core.refusal import named
from sabot.core.revision import FIRST, MONEY
from sabot.engine.finding import Finding, Step
from sabot.parts.statements import StatementMade
from sabot.rules.roles import CASHIER, PLAYER

FIELDS: Final = {"deposit": "deposit", "withdraw": "withdrawal"}


class ThresholdsCheck:
    """The cage and the accounts, in the order of the log.

    `whole` is False where the log has the cage and some accounts only: totals of a cashier are then
    those that the cage has counted, and are not added up from the accounts."""

    def __init__(self, whole: bool = True) -> None:
        self._whole = whole
        self._cage = Cage()
        self._alone: dict[tuple[str, date], int] = {}
        """Cents that each cashier has taken and paid alone on each day."""

    def at_cage(self, step: Step[Cage]) -> Iterator[Finding]:
        """Check an event of the cage."""
        self._cage, event = step.after, step.event
        if isinstance(event, AloneCounted):
            key = event.cashier, event.day
            total = self._alone.get(key, 0)
            if not self._whole:
                self._alone[key] = event.total
            elif event.total != total:
                yield step.finding("wrong-total", _did(event.cashier, total))

    def at_account(self, step: Step[Account]) -> Iterator[Finding]:
        """Check an event of an account: requested directly, or stated to be confirmed."""
        event = step.event
        if bytes(step.line.do):
            given: dict[str, Any] = msgspec.json.decode(bytes(step.line.do))
            asked = event.stated if isinstance(event, StatementMade) else given
            yield from self._threshold(step, asked)
            if (given.get("under") or FIRST) >= MONEY:
                yield from self._total(step, given, asked)
        if self._whole and isinstance(event, Deposited | Withdrawn) and event.cashier:
            key = event.cashier, event.day
            self._alone[key] = self._alone.get(key, 0) + event.alone

    def _threshold(self, step: Step[Account], asked: dict[str, Any]) -> Iterator[Finding]:
        field, rule = FIELDS.get(str(asked.get("do"))), asked.get("cage")
        if field is None:
            return
        above = getattr(self._cage, field)
        if rule is None or rule.get("above") != above:
            yield step.finding(
                "wrong-threshold", f"A second person is needed above {cash(above)}, not otherwise."
            )

    def _total(
        self, step: Step[Account], given: dict[str, Any], asked: dict[str, Any]
    ) -> Iterator[Finding]:
        """Check the total of the cashier who sends a deposit or withdrawal, who confirms a player's
        request, or who pays out what the player allows in their session."""
        filled = given.get("filled") or {}
        if filled.get("do") in FIELDS and filled.get("role") == PLAYER:
            total, by = filled.get("desk"), str(given.get("actor"))
        elif filled.get("do") in FIELDS and filled.get("authorised") == BY_SESSION:
            total, by = filled.get("paying"), str(filled.get("actor"))
        elif asked.get("do") in FIELDS and asked.get("role") == CASHIER:
            total, by = asked.get("desk"), str(asked.get("actor"))
        else:
            return
        alone = self._alone.get((by, local_day(step.after, step.line.at)), 0)
        right = {"cashier": by, "alone": alone, "above": self._cage.cashier}
        if total != right:
            yield step.finding("wrong-total", _did(by, alone))


def _did(cashier: str, alone: int) -> str:
    return f"{named(cashier)} has taken and paid {cash(alone)} alone on that day, not otherwise."
