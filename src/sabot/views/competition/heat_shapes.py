"""Shapes of a heat's view, as they are sent to a page."""

from datetime import datetime

import msgspec


class FormView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An announced undisclosed wager; `deemed` is the amount that counted once the coup was
    over."""

    player: str
    on: str | None = None
    amount: int | None = None
    deemed: int | None = None


class LimitView(msgspec.Struct, frozen=True):
    """Limits from a coup or minute of the session on."""

    since: int
    least: int
    most: int


class DifferenceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Chips that the count did not find: `found` in cents, whether the entrant has answered, and
    the head's decision (None while it waits)."""

    found: int
    answered: bool = False
    stands: bool | None = None


class EntrantView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entrant with a seat in the session. `chips`: all chips of the player, on and off the
    layout. `state`: "in", "eliminated" or "disqualified", by `clause`. `laid`: "wager", "pass" or
    "form" for this coup. `indicator`: the form was examined. `away`: the absence is noted."""

    name: str
    box: int
    chips: int
    state: str = "in"
    clause: str | None = None
    there: bool = False
    away: bool = False
    laid: str | None = None
    indicator: bool = False
    passes: int = 0
    forms: int = 0
    done: bool = False
    late: bool = False
    asked: bool = False
    warned: int = 0
    missed: int = 0
    deducted: int = 0
    out_in: int | None = None
    difference: DifferenceView | None = None


class HeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A session of a tournament at this table, as everybody there sees it.

    `state` is "seated", "on", "over" or "counted". `coup` is the coup of the session that is bet
    on or dealt, of `coups` or until `ends`. `marker` and `turn` are boxes, `until` is when a wager
    has to lie; the server decides by its own clock. `forms` are those announced in this coup, or
    of the coup just over until the next first card.
    """

    tournament: str
    session: int
    stage: str
    state: str
    advance: int
    chips: int
    coup: int
    least: int
    most: int
    wagers: tuple[str, ...]
    entrants: tuple[EntrantView, ...]
    coups: int | None = None
    started: datetime | None = None
    ends: datetime | None = None
    marker: int | None = None
    turn: int | None = None
    until: datetime | None = None
    resumes: datetime | None = None
    announced: bool = False
    order: bool = False
    limits: tuple[LimitView, ...] = ()
    forms: tuple[FormView, ...] = ()
    waiting: tuple[str, ...] = ()
    over: str | None = None
