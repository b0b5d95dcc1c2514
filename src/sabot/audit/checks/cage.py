"""Money that came into an account or went out of it: who of the house has seen it."""

from collections.abc import Iterator

import msgspec

from sabot.accounts import Account, Deposited, Withdrawn
from sabot.accounts.cage import SECOND_ABOVE
from sabot.accounts.days import counted
from sabot.accounts.pin import is_locked
from sabot.accounts.stream import BY_PIN, BY_REQUEST, BY_SESSION
from sabot.core.money import cash
from sabot.core.revision import CARDS, FIRST
from sabot.engine.finding import Finding, Step
from sabot.engine.ledger import Move
from sabot.parts.statements import StatementConfirmed, is_same
from sabot.rules.roles import CAGE, CASHIER, PLAYER, may_act_as


class _Asked(msgspec.Struct, frozen=True):
    do: str = ""
    role: str = ""
    under: int = FIRST
    cage: dict[str, int | str] | None = None
    filled: "_Asked | None" = None


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
            message = f"{cash(_amount(event.moves))} {what} without a confirmation."
            yield step.finding("not-confirmed", message)
        if isinstance(event, Withdrawn) and not self._is_allowed(step, event):
            message = f"{cash(_amount(event.moves))} was paid out, and the player did not allow it."
            yield step.finding("not-authorised", message)

    def _is_allowed(self, step: Step[Account], event: Withdrawn) -> bool:
        """Return whether the player has typed a PIN that was there and not locked, has confirmed it
        in their own session, or has asked for it there; older logs do not say."""
        account, seen = step.before, self._confirmed
        if self._asked.under < CARDS:
            return True
        if event.authorised == BY_PIN:
            return account.pin and not is_locked(account)
        if event.authorised == BY_SESSION:
            return seen is not None and (seen.confirmed_by, seen.role) == (account.player, PLAYER)
        return (
            event.authorised == BY_REQUEST and seen is not None and seen.stated_by == account.player
        )

    def _is_seen(self, step: Step[Account], event: Deposited | Withdrawn) -> bool:
        seen, asked = self._confirmed, self._asked
        if seen is not None and seen.role != PLAYER:
            other = not is_same(seen.stated_by, seen.confirmed_by)
            return other and may_act_as(seen.role, CAGE)
        if seen is not None:
            asked = asked.filled or asked
        if asked.role != CASHIER or asked.do not in ("deposit", "withdraw"):
            return False
        alone = step.before.taken_alone if isinstance(event, Deposited) else step.before.paid_alone
        rule = asked.cage or {}
        above = int(rule.get("above", SECOND_ABOVE))
        return counted(alone, event.day) + _amount(event.moves) <= above


def _amount(moves: tuple[Move, ...]) -> int:
    return sum(move.amount for move in moves)
