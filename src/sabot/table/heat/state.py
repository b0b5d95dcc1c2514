"""A heat as it stands now: who is in it, the coup that is bet on, the marker and the clock."""

from datetime import datetime
from typing import Annotated, Final, Literal

import msgspec

from sabot.declarations import within
from sabot.tournament.counting import Limits
from sabot.tournament.plan import HeatPlan

ELIMINATED: Final = "eliminated"
DISQUALIFIED: Final = "disqualified"
State = Literal["eliminated", "disqualified"]


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """An undisclosed wager: the seal under which the vault keeps it, whether it was examined, and
    once it is `opened` what is written on it, either of which may be missing. `laid` is its stake,
    None where nothing could be laid; `chips` are all that the player had, `beside` what counted of
    open wagers. `deemed` is what it counted for in the end."""

    seal: str
    examined: bool = False
    opened: bool = False
    on: str | None = None
    amount: int | None = None
    laid: int | None = None
    chips: int = 0
    beside: int = 0
    deemed: int | None = None


class Out(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an entrant went out: in which coup of the heat, with which chips, how much counted in it,
    and when within it the chips were taken, None if nobody noted it."""

    how: State
    clause: str
    coup: int
    residual: int = 0
    wager: int = 0
    collected: int | None = None


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """One who has a seat in the heat.

    `passes` and `forms` are the pass cards and undisclosed wagers still to be used. `away` is who
    noted that the entrant is not there, `missed` the coups missed so, and `deducted` for how many
    of them the minimum was taken; `warned` counts wagers out of turn. Of the coup that is bet on:
    `passed`, a pass card lies; `form`, an undisclosed wager; `done`, the turn is over; `late`, the
    time is; `strayed`, the wager was out of turn; `asked`, the dealer has asked for one; `excused`,
    none is owed, by that clause.
    """

    box: int
    passes: int = 0
    forms: int = 0
    out: Out | None = None
    away: str | None = None
    missed: int = 0
    deducted: int = 0
    warned: int = 0
    passed: bool = False
    form: Form | None = None
    done: bool = False
    late: bool = False
    strayed: bool = False
    asked: bool = False
    excused: str | None = None

    def for_next(self, used: bool) -> "Entrant":
        """As the next coup finds the entrant; `used`: the pass card was collected."""
        return Entrant(
            box=self.box,
            passes=self.passes - (1 if used and self.passed else 0),
            forms=self.forms + (0 if used or self.form is None else 1),
            out=self.out,
            away=self.away,
            missed=self.missed,
            deducted=self.deducted,
            warned=self.warned,
        )


class Heat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One session at this table.

    `started` and `ends` are its clock; `coup` is the coup of it that is bet on, 0 before the start,
    `least` and `most` its limits, `marker` and `turn` the boxes that begin and that wager now,
    `until` when a wager has to lie. `counted`: the wagers that lie are cut and made up;
    `announced`: undisclosed wagers are. `forms` are those of the coup just over, `taken` in which
    order chips were collected. `pace` is a time limit set since, from `paced` on; a break lasts
    until `resumes`. `over` is the clause by which play has ended, and `closed` says that all is
    counted, or called off. `last` is the heat before the coup just over was counted.
    """

    plan: HeatPlan
    entrants: Annotated[dict[str, Entrant], within("HeatPlan.seats")]
    seated: datetime
    started: datetime | None = None
    ends: datetime | None = None
    coup: int = 0
    least: int = 0
    most: int = 0
    marker: int | None = None
    turn: int | None = None
    until: datetime | None = None
    counted: bool = False
    announced: bool = False
    forms: Annotated[dict[str, Form], within("HeatPlan.seats")] = {}
    taken: Annotated[tuple[str, ...], within("HeatPlan.seats")] | None = None
    pace: int | None = None
    paced: datetime | None = None
    resumes: datetime | None = None
    over: str | None = None
    closed: bool = False
    last: "Heat | None" = None

    @property
    def is_on(self) -> bool:
        """Whether its coups are played now."""
        return self.started is not None and self.over is None and not self.closed

    @property
    def is_open(self) -> bool:
        """Whether it holds the table: from the seating until all is counted."""
        return not self.closed

    @property
    def limits(self) -> Limits:
        return Limits(self.least, self.most)

    @property
    def still_in(self) -> dict[str, Entrant]:
        """Those who are not out, by box."""
        found = sorted(self.entrants.items(), key=lambda each: each[1].box)
        return {name: each for name, each in found if each.out is None}
