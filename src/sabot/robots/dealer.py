"""A robot dealer, with a supervisor at hand for what a dealer may not do."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Final

import msgspec

from sabot.core.money import dollars
from sabot.core.refusal import Refusal
from sabot.engine.streams import Rejection
from sabot.robots.pace import AT_ONCE, Pace, Stopwatch
from sabot.robots.scene import Event, TableScene, Wish
from sabot.rulebooks import RULEBOOKS
from sabot.rules.coup.layouts import approval_needed
from sabot.rules.roles import DEALER, DUTY_MANAGER, PLAYER
from sabot.table.state import CLOSED
from sabot.views.shapes import NextStep

FLOAT: Final = "10000000"
SIGN: Mapping[str, Any] = MappingProxyType({"minimum": "10", "maximum": "1000"})
"""A sign whose minimum every game can pay in its smallest chip, at all odds."""
APPROVAL: Final = "Approved for play by robots"
"""Reference that a robot gives where a document asks for the regulator's approval of a layout."""
CARDS: Final = frozenset({"deal-card", "expose-cards", "pass-hand"})
CLEARING: Final = "clear-cards"
CLOSING: Final = "no-more-bets"
CUTTING: Final = "cut-cards"
RESUMING: Final = "resume-play"
SIGNING: Final = timedelta(seconds=30)
"""Time in which a cashier has to sign the slip of a fill before another is ordered."""
LOOK_AGAIN: Final = timedelta(seconds=1)
ROUNDED: Final = "Rounded up to what chips can make"


class RobotDealer:
    """Open the table, if a rulebook is given, and then do each next step.

    `options` go into the command that opens the table. A table that others have opened is taken
    over in any state. Bets are closed when the countdown has run out. A player who holds cards or
    has to decide has the time that `pace` gives; then the cards come back and the hand stands, by
    the rules. While another person deals, the robot waits.
    """

    role = DEALER

    def __init__(
        self,
        rulebook: str | None = None,
        name: str = "robot",
        pace: Pace = AT_ONCE,
        names: tuple[str, str] | None = None,
        **options: Any,
    ) -> None:
        self._rulebook = rulebook
        self.name, self._supervisor = names or (f"{name} dealer", f"{name} supervisor")
        self._pace = pace
        self._options = {"sign": dict(SIGN), **options}
        self._short = False
        self._filled: datetime | None = None
        self._watch = Stopwatch()
        self._aside: datetime | None = None

    def wish(self, scene: TableScene) -> Wish | None:
        """Return the next command; None while players bet or decide. A robot that waited signs on
        again."""
        wish = self._next(scene)
        if wish is None or self._aside is None or scene.now >= self._aside:
            return wish
        return msgspec.structs.replace(wish, at=max(wish.at or self._aside, self._aside))

    def _next(self, scene: TableScene) -> Wish | None:
        if scene.table.phase == CLOSED and scene.next is None:
            return self._open()
        if self._short:
            self._short, self._filled = False, scene.now
            return self._order("fill", amount=FLOAT, slip=f"{self.name} {scene.now.isoformat()}")
        if scene.next is None:
            return self._when_time_is_up(scene)
        return self._go_on(scene, scene.next)

    def refused(self, scene: TableScene, wish: Wish, rejected: Rejection) -> None:
        """A float that is short is filled, once a cashier has signed the slip; any other no is more
        than this dealer can mend."""
        if wish.do != "settle-wagers" or rejected.code != "short-of-money":
            raise Refusal(rejected.code, rejected.clause, rejected.message)
        if self._filled is not None and scene.now < self._filled + SIGNING:
            self._aside = scene.now + LOOK_AGAIN
            return
        self._short = True

    def heard(self, events: Sequence[Event], now: datetime) -> None:
        """Stand aside while another member of staff deals."""
        own = (self.name, self._supervisor)
        for event in events:
            role = event.get("do", {}).get("role", PLAYER)
            if role != PLAYER and event.get("by") not in own:
                self._aside = now + timedelta(seconds=self._pace.aside)

    def close(self) -> Wish:
        """Close the table, once the players have left."""
        return self._order("close-table")

    def _do(self, do: str, at: datetime | None = None, **fields: Any) -> Wish:
        return Wish(do, self.name, DEALER, fields, at)

    def _order(self, do: str, at: datetime | None = None, **fields: Any) -> Wish:
        """Return a command in the manager's role, which may do all that a document leaves to the
        operator."""
        return Wish(do, self._supervisor, DUTY_MANAGER, fields, at)

    def _open(self) -> Wish | None:
        if self._rulebook is None:
            return None
        options = self._options
        layouts = RULEBOOKS[self._rulebook].together.layouts
        if approval_needed(layouts, options.get("side_bets", ())) is not None:
            options = {"approval": APPROVAL, **options}
        return self._order("open-table", rulebook=self._rulebook, **options)

    def _go_on(self, scene: TableScene, step: NextStep) -> Wish | None:
        if step.do == RESUMING and self._pace.decide is None:
            return None
        ordered = step.role not in (None, DEALER)
        fields = dict(step.fields)
        if step.do == "open-float":
            fields["amount"] = FLOAT
        if step.do == "check-cards" and ordered:
            fields["dealer"] = self.name
        if step.to_name:
            fields["pays"] = {each.sequence: dollars(each.up) for each in step.to_name}
            fields["reason"] = ROUNDED
        do = self._order if ordered else self._do
        return do(step.do, self._moment(scene, step), **fields)

    def _moment(self, scene: TableScene, step: NextStep) -> datetime:
        """When that is done at the earliest: bets stay open until the countdown ends."""
        cards = sum(len(hand.cards) for hand in scene.table.hands)
        what = (scene.table.coup.number, step.do, step.fields, cards)
        due = self._watch.after(what, scene.now, self._seconds(step.do))
        due = max(due, step.earliest or due)
        closes = scene.table.coup.closes
        return max(due, closes) if step.do == CLOSING and closes is not None else due

    def _seconds(self, do: str) -> float:
        pace = self._pace
        if do in CARDS:
            return pace.card
        if do == CLOSING:
            return 0
        if do == RESUMING:
            return pace.decide or 0
        if do == CUTTING:
            return max(pace.cut, pace.call)
        return pace.look if do == CLEARING else pace.call

    def _when_time_is_up(self, scene: TableScene) -> Wish | None:
        """Return what the rules let the dealer do for players who do not act."""
        wait, coup, pace = scene.table.wait, scene.table.coup, self._pace
        out = next((hand for hand in scene.table.hands if hand.holder is not None), None)
        if out is not None and pace.turn is not None:
            down = sum(not card.up for card in out.cards)
            what = (coup.number, out.hand, out.holder, down)
            at = self._watch.after(what, scene.now, pace.turn)
            return self._do("return-hand", at, hand=out.hand)
        if pace.decide is None:
            return None
        at = self._watch.after((coup.number, wait), scene.now, pace.decide)
        if wait.step == "decision" and wait.box is not None:
            return self._do("decide-hand", at, box=wait.box, decision="stand", absent=True)
        return None
