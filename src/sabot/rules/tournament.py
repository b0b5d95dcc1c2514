"""The words in which a rulebook speaks of tournaments."""

from typing import Literal

from sabot.core.record import record
from sabot.rules.irregularities.irregularity import Duty
from sabot.rules.operation.conduct import Disputes, Power
from sabot.rules.overlay import Overlay

Says = Literal[
    "text", "yes", "whole", "basis", "sum", "amount", "percentage", "moment", "limits", "prizes"
]
"""Types of values in the conditions; `tournament/conditions.py` reads each of them."""


@record(frozen=True, slots=True)
class Undisclosed:
    """Clauses for a written wager that is wrong: less than the minimum, more than the maximum, more
    than the player's chips, or without its amount or type."""

    below: str
    above: str
    beyond: str
    blank: str


@record(frozen=True, slots=True)
class Absence:
    """Deduction from an absent player: the minimum for each coup, for at most `most` coups."""

    clause: str
    most: int


@record(frozen=True, slots=True)
class Betting:
    """Rules of counting a heat's wagers.

    `unable`: an entrant who cannot cover the minimum is out. `idle`: an entrant who does not wager
    is disqualified; None without a clause. `units`: wagers count in whole units of the minimum, and
    a short one is made up; None where they stand as laid. `maximum`: treatment of more than the
    maximum, which is for all that a player wagers in a coup, or for each wager by itself.
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


@record(frozen=True, slots=True)
class Placing:
    """Rules of placing: by chips, and by a play-off between level players. `knocked_out` orders
    players who went out in one coup; None where they stay level and play off."""

    chips: str
    play_off: str
    knocked_out: str | None


@record(frozen=True, slots=True)
class PrizeMoney:
    """Use of fees: into the pool, less a commission if the document knows one; all of the pool is
    paid out."""

    fees: str
    paid_out: str
    commission: str | None


@record(frozen=True, slots=True)
class Only:
    """The only values that conditions may have under a key, and why: `clause` forbids anything
    else."""

    clause: str
    answers: tuple[str | bool, ...]
    why: str


@record(frozen=True, slots=True)
class ConditionsItem:
    """A key of the conditions, in the document's order, with its clause and its question.

    `beside`: asked only where that other key has a value. `optional`: may be left out, since the
    clause only forbids some values.
    """

    key: str
    clause: str
    asked: str
    says: Says = "text"
    beside: str | None = None
    only: Only | None = None
    optional: bool = False


@record(frozen=True, slots=True)
class WageringOrder:
    """The order of wagering: a marker shows who begins, the others follow. `always`: every heat has
    it. A wager out of turn is not taken, or `stands` with a warning; `fixed` says that a wager made
    in turn stays."""

    marker: str
    turns: str
    out_of_turn: str
    fixed: str
    stands: bool = False
    always: bool = False


@record(frozen=True, slots=True)
class Forms:
    """Undisclosed wagers: number, writing, examination, announcement; what is fixed from then on;
    and the time until which all may see the form."""

    number: str
    written: str
    examined: str
    announced: str
    fixed: str
    shown: str


@record(frozen=True, slots=True)
class Early:
    """A session that ends before its time: once it is determined who goes on, and where chips turn
    into cash, if all agree."""

    clause: str
    determined: str
    agreed: str


@record(frozen=True, slots=True)
class Outs:
    """Clauses that put a player out of a heat; None where the document has none. `cancelled`:
    absent, so that the head cancels the position. `added`, `hidden`: chips brought in or hidden,
    which must put the player out."""

    added: str
    hidden: str
    cancelled: str | None = None


@record(frozen=True, slots=True)
class Play:
    """Clauses for playing a heat at its table; None where the document has none."""

    # Duration of the session.
    session: str
    # Wagers are placed from the entrant's own place.
    seat: str
    # Chips that are wagered.
    chips: str
    # Chips in which wagers are paid.
    paid: str
    # All entrants start with the same chips.
    allotment: str
    # Chips go back at the end.
    returned: str
    # Place where chips stay.
    in_view: str
    # Changes of the limits.
    limits: str
    # Time limit for wagers.
    pace: str
    # Missing chips at the count.
    missing: str
    order: WageringOrder
    outs: Outs
    # Wager that is left to an entrant who oversteps the time limit.
    late: str | None = None
    # Deductions from absent entrants.
    absent: str | None = None
    # Wagers must put the minimum at risk.
    risk: str | None = None
    # End of the session before its last coup.
    early: Early | None = None
    forms: Forms | None = None
    # A count of chips at any time.
    recount: str | None = None
    # The head may offer a break.
    breaks: str | None = None


@record(frozen=True, slots=True)
class DeskRules:
    """Clauses for running a tournament: powers and duties."""

    # Role that runs the tournament.
    head: str
    # Power to appoint the head.
    appointed: Power
    # Conditions are published before anything else.
    published: str
    # The regulator has a copy before entries.
    told: Duty | None
    # Entry by a form and the fee.
    entry: str
    # The entrant gets a copy of the conditions.
    copy: str
    # Agreement in writing, if the head wants it.
    agreement: str
    # One entry a person.
    once: str | None
    # Fees are refunded only as the conditions say.
    refunds: str
    # Time until which an entrant may withdraw free of charge; None: never.
    withdrawal: str | None
    cancel: Power
    # Tables are designated.
    tables: str
    # The tables are for the tournament alone.
    alone: str | None
    # Seats are allotted.
    seats: str
    # A seat may be given for a reason; None: a ballot gives all of them.
    fixed: str | None
    # The start may be moved after reasonable notice.
    start: str
    # An entrant who is absent at the start loses the position.
    forfeited: str | None
    # A reserve may then play; None: not allowed.
    reserve: str | None
    # A substitute may then play; None: not allowed.
    substitute: str | None
    # An entrant who does not bring the buy-in is out.
    buy_in: str | None
    # An eliminated entrant may buy back in as the conditions say.
    bought_back: str
    # The number who advance is fixed at the start.
    advance: str
    # The head announces the result.
    announced: str
    # Power to disqualify.
    disqualified: Power
    disputes: Disputes
    # Play waits for a dispute; None without a clause.
    held: str | None


@record(frozen=True, slots=True)
class Tournament:
    """A document's rules for tournament play: a table opened under the overlay plays its heats."""

    overlay: Overlay
    conditions: tuple[ConditionsItem, ...]
    betting: Betting
    placing: Placing
    prize_money: PrizeMoney
    desk: DeskRules
    play: Play
