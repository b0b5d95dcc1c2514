"""A robot dealer, with a supervisor at hand for what a dealer may not do."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sabot.refusal import Refusal
from sabot.robots.view import Wish
from sabot.rules import Choice
from sabot.rules.roles import CASINO_OPERATOR, DEALER
from sabot.shoe.procedure import ONE_DECK
from sabot.streams import Rejection
from sabot.table import Table
from sabot.table.cards import EXPOSE, due, is_initial
from sabot.table.dealing import check_no_shuffle_due, early_stakes
from sabot.table.recipients import recipients
from sabot.table.state import BETTING, CLOSED, DEALING, READY, SETTLED, SHUFFLED

FLOAT = "10000000"
SIGN: Mapping[str, Any] = MappingProxyType({"minimum": "10", "maximum": "1000"})
"""At this minimum every game can pay in its smallest chip, whatever the odds."""


class RobotDealer:
    """Opens the table if it has a rulebook for it, prepares the cards, calls, deals, settles.

    `options` go into the command that opens the table. A table that others have opened is taken
    up in whatever state it is; where a player has to decide, the robot waits.
    """

    def __init__(self, rulebook: str | None = None, name: str = "robot", **options: Any) -> None:
        self._rulebook = rulebook
        self._name = name
        self._options = {"sign": dict(SIGN), **options}
        self._short = False

    def wish(self, table: Table) -> Wish | None:
        """What to do next; None while players bet or decide."""
        if table.phase == CLOSED:
            return self._open()
        if table.shift is None or not table.shift.is_open:
            return self._order("open-float", amount=FLOAT)
        if self._short:
            self._short = False
            return self._order("fill", amount=FLOAT)
        if table.phase == SETTLED:
            return self._do("clear-cards")
        if table.phase == DEALING:
            return self._in_coup(table)
        return self._prepare(table) or self._start(table)

    def refused(self, table: Table, wish: Wish, rejected: Rejection) -> None:
        """A float that is short is filled; any other no is more than this dealer can mend."""
        if wish.do != "settle-wagers" or rejected.code != "short-of-money":
            raise Refusal(rejected.code, rejected.clause, rejected.message)
        self._short = True

    def close(self) -> Wish:
        """Close the table, once the players have left."""
        return self._order("close-table")

    def _do(self, do: str, **fields: Any) -> Wish:
        return Wish(do, f"{self._name} dealer", DEALER, fields)

    def _order(self, do: str, **fields: Any) -> Wish:
        return Wish(do, f"{self._name} supervisor", CASINO_OPERATOR, fields)

    def _open(self) -> Wish | None:
        if self._rulebook is None:
            return None
        return self._order("open-table", rulebook=self._rulebook, **self._options)

    def _prepare(self, table: Table) -> Wish | None:
        """Cards checked, shuffled, cut and burned, as far as that is still to be done."""
        stack, preparation = table.stack, table.book.preparation
        if stack.stage == SHUFFLED and preparation.cutting_card is not None:
            rule, middle = preparation.cutting_card, stack.cards // 2
            back = max(rule.nearest, min(ONE_DECK, rule.deepest(stack.cards)))
            return self._do("cut-cards", depth=middle, from_back=back, declined=[*table.patrons])
        if stack.stage != READY or _is_shuffle_due(table):
            if stack.check is not None or not stack.checked:
                return self._do("check-cards")
            return self._do("shuffle")
        if preparation.burn_required and not stack.burned and not stack.carried:
            return self._do("burn-cards")
        return None

    def _start(self, table: Table) -> Wish | None:
        """The first card, when there is something to play for."""
        if table.phase != BETTING:
            return None
        if not (table.round.stakes or table.round.no_bet):
            return self._do("place-your-bets") if table.round.called else None
        if not table.round.called and table.round.no_bet is None:
            return self._do("no-more-bets")
        return self._do("deal-card")

    def _in_coup(self, table: Table) -> Wish | None:
        if table.round.held is not None or table.round.take_down is not None:
            return None
        step = due(table)
        if step == EXPOSE:
            return self._expose(table)
        if is_initial(table) and table.round.result is None:
            if table.conduct.calls.counts is not None and not table.round.counts:
                return self._do("announce-counts")
            if early_stakes(table):
                return self._do("settle-wagers")
        if isinstance(step, Choice):
            return None if self._is_there(table, step.box) else self._stand(step.box)
        if step is not None:
            return self._do("deal-card")
        return self._do("announce-result" if table.round.result is None else "settle-wagers")

    def _expose(self, table: Table) -> Wish | None:
        """Hands that lie face down go to those who may hold them, one hand at a time; what nobody
        holds is turned here."""
        if table.round.out:
            return None
        slots = enumerate(table.round.slots)
        down = [(slot.hand, i in table.round.collected) for i, slot in slots if not slot.up]
        for hand, came_back in down:
            order = [] if came_back else recipients(table, hand)
            if order:
                return self._do("pass-hand", hand=hand, player=order[0])
        return self._do("expose-cards", hand=down[0][0])

    def _is_there(self, table: Table, box: int) -> bool:
        return any(
            laid.box == box and laid.player in table.patrons for laid in table.round.stakes.values()
        )

    def _stand(self, box: int) -> Wish:
        return self._do("decide-hand", box=box, decision="stand")


def _is_shuffle_due(table: Table) -> bool:
    try:
        check_no_shuffle_due(table)
    except Refusal:
        return True
    return False
