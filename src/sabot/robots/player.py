"""A robot player: bets by a simple rule and takes the answer as it comes."""

import random

from sabot.ledger import balance, of_player
from sabot.money import dollars
from sabot.robots.view import Wish
from sabot.rules import Choice, Wager, box_name
from sabot.rules.roles import DEALER, PLAYER
from sabot.streams import Rejection
from sabot.table import Table
from sabot.table.cards import due, hands_of
from sabot.table.limits import bounds
from sabot.table.state import BETTING, DEALING, OPEN, READY

CHIPS = "5000"
MOST_UNITS = 4
SIDE_BET_CHANCE = 0.3
DRAWS_UP_TO = 5


class RobotPlayer:
    """Sits down with chips, bets some minimums on a main bet and now and then on a side bet.

    In a game of decisions it draws on a low total. With too few chips for a bet it leaves and
    comes back with new ones. `mind` is where its choices come from: chance, but not of the cards.
    """

    def __init__(
        self, name: str, place: int | None = None, mind: random.Random | None = None
    ) -> None:
        self.name = name
        self._place = place
        self._mind = mind or random.Random(name)
        self._coup = 0
        self._going = False
        self._may_try_again = True
        self._plans: list[Wish] = []

    def wish(self, table: Table) -> Wish | None:
        """What to send now; None while there is nothing to bet on or decide."""
        if table.phase not in OPEN:
            return None
        if self.name not in table.patrons:
            return None if self._going else self._join()
        if table.phase == DEALING:
            return self._decide(table)
        if table.phase != BETTING or table.stack.stage != READY:
            return None
        if table.round.called or table.round.no_bet is not None:
            return None
        if table.round.number != self._coup:
            self._coup = table.round.number
            self._plans = self._think(table)
            self._may_try_again = True
        return self._plans.pop(0) if self._plans else None

    def refused(self, table: Table, wish: Wish, rejected: Rejection) -> None:
        """A wager that was not taken is not made; the seat may be another one's."""
        if wish.do == "join-table" and rejected.code == "place-taken":
            self._place = None
        elif wish.do == "join-table":
            self._going = True
        elif rejected.code == "bets-closed":
            self._coup = 0  # too late: once more if the dealer opens the bets again
        elif wish.do == "place-wager" and not self._has_bet(table):
            self._plans = [self._first_bet(table)] if self._may_try_again else []
            self._may_try_again = False

    def leave(self, table: Table) -> Wish:
        """Go home with what is left."""
        self._going = True
        return self._leave(table)

    def _leave(self, table: Table) -> Wish:
        """A player on a Loss Limit declares what is left."""
        self._coup = 0
        if table.patrons[self.name].room is None:
            return self._do("leave-table", player=self.name)
        left = dollars(balance(table.balances, of_player(self.name)))
        return self._do("leave-table", player=self.name, declared=left)

    def _do(self, do: str, **fields: object) -> Wish:
        return Wish(do, self.name, PLAYER, fields)

    def _join(self) -> Wish:
        """The dealer sees the Player Card and says who sits down."""
        card = f"card of {self.name}"
        fields = {"player": self.name, "chips": CHIPS, "place": self._place, "card": card}
        return Wish("join-table", "robot dealer", DEALER, fields)

    def _think(self, table: Table) -> list[Wish]:
        """The wagers for one coup, the main bet first."""
        by_id, chips = table.book.by_id, balance(table.balances, of_player(self.name))
        offered = [by_id[name] for name in table.opened.wagers if by_id[name].played_when is None]
        main = self._mind.choice([wager for wager in offered if not wager.side_bet])
        amount = self._amount(table, main)
        if chips < 2 * amount:
            return [self._leave(table)]
        plans = [self._bet(table, main, amount)]
        sides = [wager for wager in offered if wager.side_bet]
        if sides and self._mind.random() < SIDE_BET_CHANCE:
            side = self._mind.choice(sides)
            least, _ = bounds(table, table.patrons[self.name], side.id)
            plans.append(self._bet(table, side, least))
        return plans

    def _first_bet(self, table: Table) -> Wish:
        """The least on the first bet of the layout, which stands alone in every game."""
        first = table.book.by_id[table.opened.wagers[0]]
        least, _ = bounds(table, table.patrons[self.name], first.id)
        return self._bet(table, first, least)

    def _has_bet(self, table: Table) -> bool:
        return any(laid.player == self.name for laid in table.round.stakes.values())

    def _amount(self, table: Table, wager: Wager) -> int:
        """Some minimums, so that no step or smallest chip is in the way."""
        least, most = bounds(table, table.patrons[self.name], wager.id)
        return min(least * self._mind.randint(1, MOST_UNITS), most // least * least)

    def _bet(self, table: Table, wager: Wager, amount: int) -> Wish:
        fields: dict[str, object] = {"player": self.name, "on": wager.id}
        boxes = table.patrons[self.name].boxes
        if wager.space.per_box and boxes:
            fields["box"] = boxes[0]
        return self._do("place-wager", **fields, amount=dollars(amount))

    def _decide(self, table: Table) -> Wish | None:
        for hand, holder in table.round.out.items():
            if holder == self.name:
                return self._do("expose-cards", hand=hand)
        step = due(table)
        called = table.round.counts or table.conduct.calls.counts is None
        if not isinstance(step, Choice) or not called:
            return None
        stake = next((s for s in table.round.stakes.values() if s.box == step.box), None)
        if stake is None or stake.player != self.name:
            return None
        low = hands_of(table)[box_name(step.box)].total <= DRAWS_UP_TO
        affordable = balance(table.balances, of_player(self.name)) >= stake.live
        draws = low and affordable and step.box not in table.round.no_draw
        return self._do("decide-hand", box=step.box, decision="draw" if draws else "stand")
