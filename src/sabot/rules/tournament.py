"""The words in which a rulebook speaks of tournaments."""

from dataclasses import dataclass
from typing import Literal

from sabot.rules.conduct import Disputes, Power
from sabot.rules.irregularity import Duty
from sabot.rules.overlay import Overlay

Says = Literal[
    "text", "yes", "whole", "basis", "sum", "amount", "percentage", "moment", "limits", "prizes"
]
"""What stands under a key of the conditions; `tournament/conditions.py` reads each of them."""


@dataclass(frozen=True, slots=True)
class Undisclosed:
    """What a written wager counts for when it is found to be wrong: less than the minimum, more
    than the maximum, more than the player's chips, or without its amount or type."""

    below: str
    above: str
    beyond: str
    blank: str


@dataclass(frozen=True, slots=True)
class Absence:
    """What is taken from an absent player: the minimum for each coup, for so many at most."""

    clause: str
    most: int


@dataclass(frozen=True, slots=True)
class Betting:
    """How wagers of a heat count.

    `unable`: who cannot cover the minimum is out. `idle`: who does not wager is disqualified; None
    where no clause says what follows. `units`: wagers count in whole units of the minimum, and a
    short one is made up; None where they stand as laid. `maximum` says what becomes of more than
    the maximum, which is for all that a player wagers in a coup, or for each wager by itself.
    `in_lieu`: a pass card may lie in lieu of a wager.
    """

    unable: str
    idle: str | None
    units: str | None
    maximum: str
    maximum_for: Literal["coup", "wager"]
    in_lieu: str | None
    undisclosed: Undisclosed | None
    absence: Absence | None


@dataclass(frozen=True, slots=True)
class Placing:
    """Who is placed where: by chips, and by a play-off where level players contest a place.

    `knocked_out` tells players apart who went out in one coup; None where they stay level, and then
    they too play off.
    """

    chips: str
    play_off: str
    knocked_out: str | None


@dataclass(frozen=True, slots=True)
class PrizeMoney:
    """Where fees go: into the pool, less a commission if the document knows one; all of the pool
    is paid out."""

    fees: str
    paid_out: str
    commission: str | None


@dataclass(frozen=True, slots=True)
class Only:
    """What alone conditions may say under a key, and why: `clause` forbids anything else."""

    clause: str
    answers: tuple[str | bool, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Item:
    """One key of the conditions, in the document's order: the clause that asks for it, and what.

    `beside`: asked only where that other key says something. `optional`: may be left out, being
    there only for what must not be said.
    """

    key: str
    clause: str
    asked: str
    says: Says = "text"
    beside: str | None = None
    only: Only | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """The order of wagering: a marker shows who begins, the others follow. `always`: every heat has
    it. A wager out of turn is not taken, or `stands` with a warning; `fixed` says that a wager made
    in turn stays."""

    marker: str
    turns: str
    out_of_turn: str
    fixed: str
    stands: bool = False
    always: bool = False


@dataclass(frozen=True, slots=True)
class Forms:
    """Undisclosed wagers: how many, written, examined, announced; what is fixed from then on; and
    until when anybody may see the form."""

    number: str
    written: str
    examined: str
    announced: str
    fixed: str
    shown: str


@dataclass(frozen=True, slots=True)
class Early:
    """A session that ends before its time: once it is determined who goes on, and where chips turn
    into cash, if all agree."""

    clause: str
    determined: str
    agreed: str


@dataclass(frozen=True, slots=True)
class Outs:
    """What puts a player out of a heat, by the clause; None where the document has none.

    `cancelled`: absent, and so the head cancels the position. `added`, `hidden`: chips brought in
    or hidden, which must put the player out.
    """

    added: str
    hidden: str
    cancelled: str | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """How a heat is played at its table, by the clause that says so; None where none does.

    `session` says how long it lasts, `seat` that one wagers from one's own place, `chips` and
    `paid` in what; `allotment` that all have the same, and `returned` that it goes back. `in_view`:
    where chips stay. `limits`: how they move. `pace`: a time limit, `late`: what is left to who
    overstays it. `risk`: wagers must put the minimum at risk. `missing`: chips that are not there,
    `recount`: a count at any time. `breaks`: the head may offer one.
    """

    session: str
    seat: str
    chips: str
    paid: str
    allotment: str
    returned: str
    in_view: str
    limits: str
    pace: str
    missing: str
    order: Order
    outs: Outs
    late: str | None = None
    absent: str | None = None
    risk: str | None = None
    early: Early | None = None
    forms: Forms | None = None
    recount: str | None = None
    breaks: str | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """How a tournament is run, each power and duty under its clause.

    `head` runs it, appointed as `appointed` says. `published`: conditions stand before anything
    else, `told` the regulator who has a copy before entries. `entry`: a form and the fee; `copy`:
    the conditions in the entrant's hand; `agreement` in writing, if the head wants it; `once`: one
    entry a person. `refunds`: no fee back but as the conditions say; `withdrawal`: until when
    somebody may go free of charge; None where nobody may.

    `tables` are designated, and `alone` for the tournament; `seats` allotted; `fixed`: a seat may
    be given for a reason; None where a ballot gives all of them. `start`: moved after reasonable
    notice. `forfeited`: who is not there at the start has lost the position; `reserve` and
    `substitute` may then play; None where nobody may. `buy_in`: who does not bring it is out.
    `bought_back`: who is out may buy back in as the conditions say.
    `advance`: how many go on is fixed at the start. `announced`: by the head. `disqualified`: by
    whom. `held`: play waits for a dispute; None where no clause says so.
    """

    head: str
    appointed: Power
    published: str
    told: Duty | None
    entry: str
    copy: str
    agreement: str
    once: str | None
    refunds: str
    withdrawal: str | None
    cancel: Power
    tables: str
    alone: str | None
    seats: str
    fixed: str | None
    start: str
    forfeited: str | None
    reserve: str | None
    substitute: str | None
    buy_in: str | None
    bought_back: str
    advance: str
    announced: str
    disqualified: Power
    disputes: Disputes
    held: str | None


@dataclass(frozen=True, slots=True)
class Tournament:
    """A document's rules for tournament play: a table opened under the overlay plays its heats."""

    overlay: Overlay
    conditions: tuple[Item, ...]
    betting: Betting
    placing: Placing
    prize_money: PrizeMoney
    desk: Desk
    play: Play
