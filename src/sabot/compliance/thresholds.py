"""The cage's thresholds: what the house put into a deposit or withdrawal is what the cage says."""

from collections.abc import Iterator
from typing import Any

import msgspec

from sabot.accounts import Account, Cage
from sabot.finding import Finding, Step
from sabot.money import cash
from sabot.parts.statements import StatementMade

FIELDS = {"deposit": "deposit", "withdraw": "withdrawal"}


class ThresholdsCheck:
    """The cage and the accounts, in the order of the log."""

    def __init__(self) -> None:
        self._cage = Cage()

    def at_cage(self, step: Step[Cage]) -> Iterator[Finding]:
        """An event of the cage."""
        self._cage = step.after
        yield from ()

    def at_account(self, step: Step[Account]) -> Iterator[Finding]:
        """An event of an account: asked for here, or stated for somebody to confirm."""
        if not bytes(step.line.do):
            return
        asked: dict[str, Any] = msgspec.json.decode(bytes(step.line.do))
        if isinstance(step.event, StatementMade):
            asked = step.event.stated
        field, rule = FIELDS.get(str(asked.get("do"))), asked.get("cage")
        if field is None:
            return
        above = getattr(self._cage, field)
        if rule is None or rule.get("above") != above:
            yield step.finding(
                "wrong-threshold", f"A second person is needed above {cash(above)}, not otherwise."
            )
