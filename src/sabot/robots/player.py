"""A robot player: bets by a simple rule and takes the answer as it comes."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sabot.core.money import dollars
from sabot.engine.streams import Rejection
from sabot.robots.pace import AT_ONCE, Pace, Stopwatch
from sabot.robots.scene import Event, TableScene, Wish
from sabot.rules import box_name
from sabot.rules.roles import PLAYER
from sabot.table.state import CLOSED
from sabot.views.shapes import TableView, WagerBound, WagerView, You

CHIPS: Final = 5_000_00
"""In cents: so much is brought to the table."""
MOST_UNITS: Final = 4
SIDE_BET_CHANCE: Final = 0.3
DRAWS_UP_TO: Final = 5


class RobotPlayer:
    """Sits down with chips, bets some minimums on a main bet and now and then on a side bet.

    In a game of decisions it draws on a low total; cards that it is handed it turns one by one.
    With too few chips for a bet it leaves and comes back with new ones from its account. `mind` is
    where its choices come from: chance, but not of the cards.
    """

    role = PLAYER

    def __init__(
        self,
        name: str,
        place: int | None = None,
        mind: random.Random | None = None,
        pace: Pace = AT_ONCE,
    ) -> None:
        self.name = name
        self._place = place
        self._mind = mind or random.Random(name)
        self._pace = pace
        self._watch = Stopwatch()
        self._coup = 0
        self._going = False
        self._may_try_again = True
        self._plans: list[Wish] = []
        self._stands: set[int] = set()
        self._asked = False

    def wish(self, scene: TableScene) -> Wish | None:
        """Return the next command; None while there is nothing to bet on or decide."""
        you, table = scene.you, scene.table
        if you is None or table.phase == CLOSED:
            return None
        if not you.at_table:
            return None if self._going else self._join(scene, you)
        if you.held:
            return self._turn(scene, you)
        if you.cut is not None and self._pace.cut:
            return self._do("pass-cut", self._soon(scene.now))
        if you.may_keep:
            return self._do("keep-wagers", self._soon(scene.now), player=self.name)
        if you.decide and table.wait.step == "decision":
            return self._decide(scene, you)
        if not table.coup.bets_open or table.wait.step != "bets":
            return None
        if you.barred or you.excluded or you.paused:
            return None
        if table.coup.number != self._coup:
            self._coup = table.coup.number
            self._plans = self._think(scene, you)
            self._may_try_again = True
            self._stands = set()
        return self._next_plan(scene.now)

    def refused(self, scene: TableScene, wish: Wish, rejected: Rejection) -> None:
        """A wager that was not taken is not made; the seat may be another one's."""
        if wish.do == "join-table" and rejected.code == "place-taken":
            self._place = None
        elif wish.do in ("join-table", "deposit"):
            self._going = True
        elif wish.do == "decide-hand":
            self._stands.add(wish.fields["box"])
        elif rejected.code == "bets-closed":
            self._coup = 0  # too late: once more if the dealer opens the bets again
        elif wish.do == "place-wager" and scene.you is not None and not self._has_bet(scene):
            self._plans = [self._first_bet(scene, scene.you)] if self._may_try_again else []
            self._may_try_again = False

    def heard(self, events: Sequence[Event], now: datetime) -> None:
        """Ignore events: the robot acts on the view alone."""

    def leave(self, you: You) -> Wish:
        """Go home with what is left."""
        self._going = True
        return self._leave(you)

    def _leave(self, you: You) -> Wish:
        """A player on a Loss Limit declares what is left."""
        self._coup = 0
        declared: dict[str, Any] = {}
        if you.room is not None:
            declared = {"declared": dollars(you.balance)}
        return self._do("leave-table", player=self.name, **declared)

    def _do(self, do: str, at: datetime | None = None, **fields: Any) -> Wish:
        return Wish(do, self.name, PLAYER, fields, at)

    def _soon(self, now: datetime) -> datetime:
        return now + timedelta(seconds=self._mind.random() * self._pace.think)

    def _next_plan(self, now: datetime) -> Wish | None:
        """A plan that is due is carried out now, and is no plan any more."""
        if not self._plans:
            return None
        return self._plans.pop(0) if self._plans[0].is_due(now) else self._plans[0]

    # Coming to the table

    def _join(self, scene: TableScene, you: You) -> Wish | None:
        """Join with money of the account and its Player Card."""
        if you.account is None or you.elsewhere is not None or you.barred or you.excluded:
            return None
        if you.account < CHIPS:
            return self._ask_for_money(scene)
        self._asked = False
        fields: dict[str, Any] = {"player": self.name, "place": self._seat(scene.table)}
        return self._do("join-table", **fields, chips=dollars(CHIPS), card=you.card)

    def _ask_for_money(self, scene: TableScene) -> Wish | None:
        """Once; then the cashier has to confirm it."""
        if self._asked:
            return None
        self._asked = True
        slip = {"method": "eftpos", "reference": f"{self.name} {scene.now.isoformat()}"}
        paid = {"amount": dollars(CHIPS), **slip}
        return Wish("deposit", self.name, PLAYER, paid, account=True)

    def _seat(self, table: TableView) -> int | None:
        """The seat it likes, or the first that is free; it stands where none is."""
        taken = {seat.place for seat in table.seats}
        if self._place is not None and self._place not in taken:
            return self._place
        return next((place for place in range(1, table.places + 1) if place not in taken), None)

    # Betting

    def _think(self, scene: TableScene, you: You) -> list[Wish]:
        """The wagers for one coup, the main bet first."""
        offered = [wager for wager in scene.table.wagers if not wager.with_decision]
        main = self._mind.choice([wager for wager in offered if not wager.side])
        amount = self._amount(you, main)
        if you.balance < 2 * amount:
            return [self._leave(you)]
        plans = [self._bet(you, main, amount, self._soon(scene.now))]
        sides = [wager for wager in offered if wager.side]
        if sides and self._mind.random() < SIDE_BET_CHANCE:
            side = self._mind.choice(sides)
            plans.append(self._bet(you, side, _bound(you, side).least))
        return plans

    def _first_bet(self, scene: TableScene, you: You) -> Wish:
        """The least on the first bet of the layout, which stands alone in every game."""
        first = scene.table.wagers[0]
        return self._bet(you, first, _bound(you, first).least)

    def _has_bet(self, scene: TableScene) -> bool:
        return any(stake.player == self.name for stake in scene.table.stakes)

    def _amount(self, you: You, wager: WagerView) -> int:
        """Some minimums, so that no step or smallest chip is in the way."""
        bound = _bound(you, wager)
        units = self._mind.randint(1, MOST_UNITS)
        return min(bound.least * units, bound.most // bound.least * bound.least)

    def _bet(self, you: You, wager: WagerView, amount: int, at: datetime | None = None) -> Wish:
        box = {"box": you.boxes[0]} if wager.per_box and you.boxes else {}
        fields = {"player": self.name, "on": wager.id, **box, "amount": dollars(amount)}
        return self._do("place-wager", at, **fields)

    # Cards in hand, and decisions

    def _turn(self, scene: TableScene, you: You) -> Wish:
        """Turn one card after the other, each held for a moment."""
        held = you.held[0]
        what = (scene.table.coup.number, held.slots)
        at = self._watch.after(what, scene.now, self._pace.squeeze)
        return self._do("expose-cards", at, hand=held.hand, slot=held.slots[0])

    def _decide(self, scene: TableScene, you: You) -> Wish:
        box = you.decide[0]
        hand = next(hand for hand in scene.table.hands if hand.hand == box_name(box))
        stakes = [s.live for s in scene.table.stakes if s.box == box and s.player == self.name]
        low = hand.total is not None and hand.total <= DRAWS_UP_TO
        draws = low and you.balance >= sum(stakes) and box not in self._stands
        what = (scene.table.coup.number, box)
        at = self._watch.after(what, scene.now, self._pace.squeeze)
        return self._do("decide-hand", at, box=box, decision="draw" if draws else "stand")


def _bound(you: You, wager: WagerView) -> WagerBound:
    return you.bounds.get(wager.id) or WagerBound(wager.least, wager.most)
