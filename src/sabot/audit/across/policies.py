"""The policy in force: its terms are in the commands, and a day's cash keeps to its cap."""

from collections.abc import Iterator
from datetime import date
from typing import Any, Final

import msgspec

from sabot.accounts import Account, DebtCashCounted, Deposited, PurchaseCounted, Withdrawn
from sabot.accounts.cash_events import cash_in
from sabot.core.money import cash
from sabot.engine.finding import Finding, Step
from sabot.floor.kinds import ACCOUNTS
from sabot.links.policies import TERMS, bears_on
from sabot.parts.statements import StatementMade
from sabot.policies import PolicyBook, terms_at
from sabot.policies.play_time import PlayDeadlines
from sabot.table import Table
from sabot.table.players.seats import PlayerJoined
from sabot.table.players.visits import VisitChanged

TERMED: Final = frozenset(str(each.__struct_config__.tag) for each in bears_on(ACCOUNTS.rules))
"""Commands that get the terms in force."""


class PolicyCheck:
    """The policy, the accounts and the tables, in the order of the log."""

    def __init__(self) -> None:
        self._book = PolicyBook()
        self._play: dict[str, PlayDeadlines | None] = {}
        """Newest deadlines of the visit that goes on, by account."""
        self._sums: dict[tuple[str, date], int] = {}
        """Cents of cash of each account and day."""

    def at_policy(self, step: Step[PolicyBook]) -> Iterator[Finding]:
        """Follow an event of the policy."""
        self._book = step.after
        yield from ()

    def at_account(self, step: Step[Account]) -> Iterator[Finding]:
        """Check the terms in a command of an account, given directly or carried out as stated."""
        player, stay = ACCOUNTS.name(step.line.stream), step.after.stay
        self._play.pop(player, None)
        if stay is not None:
            self._play[player] = stay.play
        yield from self._cash(step)
        if not bytes(step.line.do) or isinstance(step.event, StatementMade):
            return
        given: dict[str, Any] = msgspec.json.decode(bytes(step.line.do))
        filled = given.get("filled") or {}
        asked = filled if filled.get("do") in TERMED else given
        if asked.get("do") not in TERMED:
            return
        right = terms_at(self._book, step.line.at)
        if asked.get(TERMS) != (None if right is None else msgspec.to_builtins(right)):
            message = "No policy was in force then."
            if right is not None:
                message = f"The policy {right.edition} was in force then."
            yield step.finding("wrong-policy", message)

    def _cash(self, step: Step[Account]) -> Iterator[Finding]:
        """Add up the cash of the day, and check it against the cap of that moment."""
        event, amount = step.event, cash_in(step.event)
        if not amount:
            return
        assert isinstance(event, Deposited | Withdrawn | PurchaseCounted | DebtCashCounted)
        key = step.line.stream, event.day
        total = self._sums[key] = self._sums.get(key, 0) + amount
        terms = terms_at(self._book, step.line.at)
        if terms is not None and terms.cash_cap is not None and total > terms.cash_cap:
            message = f"{cash(total)} of cash on one day: the policy has {cash(terms.cash_cap)}."
            yield step.finding("cash-over-cap", message)

    def at_table(self, step: Step[Table]) -> Iterator[Finding]:
        """Check that a player who came to a table has a Player Card of this casino, where the
        policy asks for one, and that the account's new word of the time of play is right."""
        event, terms = step.event, None
        if isinstance(event, VisitChanged):
            told = event.visit.play
            if told != self._play.get(event.player, told):
                message = "The account says another end of the player's time of play."
                yield step.finding("wrong-play-time", message)
        if isinstance(event, PlayerJoined) and not event.account:
            terms = terms_at(self._book, step.line.at)
        if terms is not None and terms.cards_issued_here:
            rule = step.after.conduct.wagering.player_card
            if rule is not None:
                message = "The player had no Player Card of this casino, which the policy asks for."
                yield step.finding("card-not-issued", message, rule.clause)
