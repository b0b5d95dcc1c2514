"""Money: nothing appears, nothing is owed, and the layout is empty between coups."""

from collections.abc import Iterable, Iterator

from sabot.core.money import cash
from sabot.engine.finding import Finding, Step
from sabot.engine.ledger import CURRENCIES, LAYOUT, WORLD, Move, place_of, purse, purse_words
from sabot.table.result.clearance import CoupEnded
from sabot.table.state import Table

Ledger = dict[str, int]


class MoneyCheck:
    """Post the moves in the log to a ledger of the auditor's own.

    `may_owe` are places that may be negative: the world, and places that mirror it.
    """

    def __init__(self, *may_owe: str) -> None:
        self._ledger: Ledger = {}
        self._may_owe = {purse(place, each) for place in (WORLD, *may_owe) for each in CURRENCIES}

    def __call__(self, step: Step[Table]) -> Iterator[Finding]:
        moves: tuple[Move, ...] = getattr(step.event, "moves", ())
        if moves:
            before = self._ledger
            self._ledger = dict(before)
            yield from self._post(step, moves)
            yield from self._owed(step, before)
        if step.before.balances is not step.after.balances:
            yield from self._same(step)
        elif moves:
            yield step.finding("ledger-differs", "The event moves money to no holder.")
        if isinstance(step.event, CoupEnded):
            yield from self._layout_empty(step)

    def _post(self, step: Step[Table], moves: Iterable[Move]) -> Iterator[Finding]:
        for move in moves:
            if move.amount < 0 or move.source == move.target or move.currency not in CURRENCIES:
                yield step.finding(
                    "bad-move",
                    f"{cash(move.amount)} is no move from {purse_words(move.source, move.currency)}"
                    f" to {purse_words(move.target, move.currency)}.",
                )
            for place, amount in ((move.source, -move.amount), (move.target, move.amount)):
                key = purse(place, move.currency)
                held = self._ledger.pop(key, 0) + amount
                if held:
                    self._ledger[key] = held

    def _owed(self, step: Step[Table], before: Ledger) -> Iterator[Finding]:
        if step.event.may_leave_debt:
            return
        for key, amount in self._ledger.items():
            if amount < 0 and amount < before.get(key, 0) and key not in self._may_owe:
                yield step.finding(
                    "negative-balance", f"{purse_words(*place_of(key))} stand at {cash(amount)}."
                )

    def _same(self, step: Step[Table]) -> Iterator[Finding]:
        balances = step.after.balances
        for key in {**balances, **self._ledger} if balances != self._ledger else ():
            if balances.get(key, 0) != self._ledger.get(key, 0):
                yield step.finding(
                    "ledger-differs",
                    f"{purse_words(*place_of(key))} are {cash(balances.get(key, 0))} at the table,"
                    f" and {cash(self._ledger.get(key, 0))} by all moves so far.",
                )

    def _layout_empty(self, step: Step[Table]) -> Iterator[Finding]:
        for currency in CURRENCIES:
            left = self._ledger.get(purse(LAYOUT, currency), 0)
            lying = step.after.round.stakes.values()
            if left != sum(laid.live for laid in lying if laid.currency == currency):
                yield step.finding(
                    "layout-not-empty", f"{cash(left)} in {currency} lie there after the coup."
                )
