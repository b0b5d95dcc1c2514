"""Robots at a heat: an entrant who wagers in turn, and a dealer with limited patience."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sabot.core.money import dollars
from sabot.engine.streams import Rejection
from sabot.robots.dealer import RobotDealer
from sabot.robots.pace import AT_ONCE, Pace, Stopwatch
from sabot.robots.scene import Event, TableScene, Wish
from sabot.rules.roles import PLAYER
from sabot.views.competition.heat_shapes import EntrantView, HeatView
from sabot.views.shapes import NextStep

MOST_UNITS: Final = 5
STARTING: Final = "start-heat"
A_MOMENT: Final = timedelta(milliseconds=50)
"""Time after a wager's deadline at which the dealer goes on without it."""


class HeatDealer(RobotDealer):
    """Deal a heat. A player who lets the time for a wager pass is noted as away until the next
    wager. The head of the tournament starts the session."""

    def _go_on(self, scene: TableScene, step: NextStep) -> Wish | None:
        if step.do == STARTING:
            return None
        heat = scene.table.heat
        if heat is None or step.earliest is None or not heat.waiting:
            return super()._go_on(scene, step)
        late = next((e.name for e in heat.entrants if e.box == heat.turn), heat.waiting[0])
        return self._do("note-away", step.earliest + A_MOMENT, player=late)

    def refused(self, scene: TableScene, wish: Wish, rejected: Rejection) -> None:
        """A wager may come in the last moment."""
        if wish.do != "note-away":
            super().refused(scene, wish, rejected)


class RobotEntrant:
    """Takes the seat that the draw gave it, and wagers some units when it is its turn."""

    role = PLAYER

    def __init__(self, name: str, pace: Pace = AT_ONCE, mind: random.Random | None = None) -> None:
        self.name = name
        self._pace = pace
        self._mind = mind or random.Random(name)
        self._watch = Stopwatch()
        self._delay = 0.0
        self._no = False

    def wish(self, scene: TableScene) -> Wish | None:
        """Return the next command; None out of turn or without a seat."""
        you, heat = scene.you, scene.table.heat
        own = _own(heat, self.name)
        if you is None or heat is None or own is None or own.state != "in" or self._no:
            return None
        if heat.state not in ("seated", "on") or you.elsewhere is not None:
            return None
        if not you.at_table:
            return self._do("join-table", scene, "join", card=you.card)
        if heat.state != "on" or not scene.table.coup.bets_open or scene.table.wait.step != "bets":
            return None
        if heat.order and heat.turn != own.box:
            return None
        if own.laid is None and self.name in heat.waiting:
            return self._wager(scene, heat, own)
        if heat.order and own.laid is not None and not own.done:
            return self._do("end-turn", scene, ("end", heat.coup))
        return None

    def refused(self, scene: TableScene, wish: Wish, rejected: Rejection) -> None:
        """Ignore commands that came too late, and give up a seat that was refused."""
        self._no = wish.do == "join-table"

    def heard(self, events: Sequence[Event], now: datetime) -> None:
        """Ignore events: the robot acts on the view alone."""

    def _wager(self, scene: TableScene, heat: HeatView, own: EntrantView) -> Wish:
        units = min(own.chips, heat.most) // heat.least
        amount = heat.least * self._mind.randint(1, max(1, min(units, MOST_UNITS)))
        on = self._mind.choice(heat.wagers)
        fields = {"on": on, "amount": dollars(amount)}
        return self._do("place-wager", scene, ("bet", heat.session, heat.coup), **fields)

    def _do(self, do: str, scene: TableScene, what: object, **fields: Any) -> Wish:
        """In its own time: as long as it likes to think, and always the same for one thing."""
        if self._watch.since(what, scene.now) == scene.now:
            self._delay = self._mind.random() * self._pace.think
        at = self._watch.after(what, scene.now, self._delay)
        return Wish(do, self.name, PLAYER, {"player": self.name, **fields}, at)


def _own(heat: HeatView | None, name: str) -> EntrantView | None:
    found = () if heat is None else heat.entrants
    return next((each for each in found if each.name == name), None)
