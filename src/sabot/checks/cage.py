"""Money that came into an account or went out of it: who of the house has seen it."""

from collections.abc import Iterator

import msgspec

from sabot.accounts import Account, Deposited, Withdrawn
from sabot.accounts.cage import SECOND_ABOVE
from sabot.accounts.days import counted
from sabot.finding import Finding, Step
from sabot.ledger import Move
from sabot.money import cash
from sabot.parts.statements import StatementConfirmed, is_same
from sabot.rules.roles import CAGE, CASHIER, may_act_as


class _Asked(msgspec.Struct, frozen=True):
    do: str = ""
    role: str = ""
    cage: dict[str, int | str] | None = None


class CageCheck:
    """A cashier took or paid it alone within the threshold of the day, or one person stated it and
    another of the cage confirmed it."""

    def __init__(self) -> None:
        self._asked = _Asked()
        self._confirmed: StatementConfirmed | None = None

    def __call__(self, step: Step[Account]) -> Iterator[Finding]:
        if bytes(step.line.do):
            self._asked = msgspec.json.decode(bytes(step.line.do), type=_Asked)
            self._confirmed = None
        event = step.event
        if isinstance(event, StatementConfirmed):
            self._confirmed = event
        elif isinstance(event, Deposited | Withdrawn) and not self._is_seen(step, event):
            what = "came in" if isinstance(event, Deposited) else "was paid out"
            message = f"{cash(_amount(event.moves))} {what}, and nobody has confirmed it."
            yield step.finding("not-confirmed", message)

    def _is_seen(self, step: Step[Account], event: Deposited | Withdrawn) -> bool:
        if self._confirmed is not None:
            seen = self._confirmed
            other = not is_same(seen.stated_by, seen.confirmed_by)
            return other and may_act_as(seen.role, CAGE)
        if self._asked.role != CASHIER or self._asked.do not in ("deposit", "withdraw"):
            return False
        alone = step.before.taken_alone if isinstance(event, Deposited) else step.before.paid_alone
        rule = self._asked.cage or {}
        above = int(rule.get("above", SECOND_ABOVE))
        return counted(alone, event.day) + _amount(event.moves) <= above


def _amount(moves: tuple[Move, ...]) -> int:
    return sum(move.amount for move in moves)
