"""A heat as it stands now: who is in it, the coup that is bet on, the marker and the clock."""

from datetime import datetime
from typing import Annotated, Final, Literal

import msgspec

from sabot.engine.declarations import within
from sabot.tournament.counting import WagerLimits
from sabot.tournament.plan import HeatPlan

ELIMINATED: Final = "eliminated"
DISQUALIFIED: Final = "disqualified"
State = Literal["eliminated", "disqualified"]


class UndisclosedForm(msgspec.Struct, frozen=True, omit_defaults=True):
    """An undisclosed wager. `seal`: the vault keeps it under this seal until it is `opened`.
    `reader`: the supervisor who has read it in order to examine it. `on`
    and `amount` are then as written, and either may be missing. `laid` is its stake, None if
    nothing could be laid; `chips` are all that the player had, `beside` is the counted amount of
    open wagers, `deemed` the amount that the form counted for."""

    seal: str
    reader: str = ""
    examined: bool = False
    opened: bool = False
    on: str | None = None
    amount: int | None = None
    laid: int | None = None
    chips: int = 0
    beside: int = 0
    deemed: int | None = None


class CountDifference(msgspec.Struct, frozen=True, omit_defaults=True):
    """Chips that a count did not find: the total that was found, who showed it to the entrant and
    when, whether the entrant has answered, and the head's decision (None while it waits)."""

    found: int
    shown_by: str
    shown: datetime
    answered: bool = False
    stands: bool | None = None


class HeatElimination(msgspec.Struct, frozen=True, omit_defaults=True):
    """The elimination of an entrant: its coup in the heat, the remaining chips, the amount that
    counted in the coup, and the index in the order of collection (None if not noted)."""

    how: State
    clause: str
    coup: int
    residual: int = 0
    wager: int = 0
    collected: int | None = None


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entrant with a seat in the heat."""

    box: int
    # Pass cards still to be used.
    passes: int = 0
    # Undisclosed wagers still to be used.
    forms: int = 0
    # Elimination; None while still in.
    out: HeatElimination | None = None
    # Person who noted that the entrant is absent.
    away: str | None = None
    # Coups missed while absent.
    missed: int = 0
    # Missed coups for which the minimum was taken.
    deducted: int = 0
    # Number of wagers out of turn.
    warned: int = 0
    # Chips that the count at the end did not find.
    difference: CountDifference | None = None
    # The remaining fields concern the coup that is bet on.
    # True if a pass card lies.
    passed: bool = False
    # The undisclosed wager that lies.
    form: UndisclosedForm | None = None
    # True once the turn is over.
    done: bool = False
    # True once the time is over.
    late: bool = False
    # True if the wager was out of turn.
    strayed: bool = False
    # True once the dealer has asked for a wager.
    asked: bool = False
    # Clause by which no wager is owed.
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
    """A tournament session at this table."""

    plan: HeatPlan
    entrants: Annotated[dict[str, Entrant], within("HeatPlan.seats")]
    seated: datetime
    started: datetime | None = None
    ends: datetime | None = None
    # Coup of the heat that is bet on; 0 before the start.
    coup: int = 0
    # Minimum of this coup.
    least: int = 0
    # Maximum of this coup.
    most: int = 0
    # Box that begins.
    marker: int | None = None
    # Box that wagers now.
    turn: int | None = None
    # Time by which a wager has to lie.
    until: datetime | None = None
    # True once open wagers were cut and made up.
    counted: bool = False
    # True once undisclosed wagers were announced.
    announced: bool = False
    # Undisclosed wagers of the coup just over.
    forms: Annotated[dict[str, UndisclosedForm], within("HeatPlan.seats")] = {}
    # Order in which losing chips were collected; None if not noted.
    taken: Annotated[tuple[str, ...], within("HeatPlan.seats")] | None = None
    # Time limit set during the session, in force from `paced` on.
    pace: int | None = None
    paced: datetime | None = None
    # End of the break.
    resumes: datetime | None = None
    # Clause by which play has ended.
    over: str | None = None
    # True once all is counted, or the session was called off.
    closed: bool = False
    # The heat before the coup just over was counted.
    last: "Heat | None" = None

    @property
    def is_on(self) -> bool:
        """Return True while the coups of the session are played."""
        return self.started is not None and self.over is None and not self.closed

    @property
    def is_open(self) -> bool:
        """Return True while the session holds the table: from the seating until the count."""
        return not self.closed

    @property
    def limits(self) -> WagerLimits:
        return WagerLimits(self.least, self.most)

    @property
    def still_in(self) -> dict[str, Entrant]:
        """Those who are not out, by box."""
        found = sorted(self.entrants.items(), key=lambda each: each[1].box)
        return {name: each for name, each in found if each.out is None}
