"""The shapes in which staff is shown a table, and a table among others."""

from datetime import datetime
from typing import Any

import msgspec

from sabot.money import DOLLARS
from sabot.pit import TableFigures
from sabot.table.asked import Dealing
from sabot.views.table_shapes import DisputeView, Mark, Past, PostedView, WaitView


class ToName(msgspec.Struct, frozen=True):
    """A payment that no rule can make, which a supervisor names: chips pay `up`, never less than
    the odds, so that `down` is the same."""

    sequence: int
    down: int
    up: int


class NextStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """The one thing that the dealer does next: the command, ready to send (without id), a label,
    and why, with its clause. `card`: which card has to be entered with it, in words, where the
    cards are typed or scanned. `role`: who has to do it, if the dealer may not. `hand`: to which
    hand a card goes. `to_name`: payments that have to be named with it. `earliest`: not before
    then, as long as players have not answered."""

    do: str
    label: str
    fields: dict[str, object] = {}
    clause: str | None = None
    why: str = ""
    why_words: dict[str, str] = {}
    card: str | None = None
    role: str | None = None
    hand: str | None = None
    to_name: tuple[ToName, ...] = ()
    earliest: datetime | None = None


class ChipCount(msgspec.Struct, frozen=True):
    """So many chips of one value, in cents, of one colour."""

    value: int
    colour: str
    count: int


class Payment(msgspec.Struct, frozen=True, omit_defaults=True):
    """What to pay to whom in chips, or `pays` 0 for a stake that is taken; `live` is what of it
    could be won or lost; `place` is the player's seat."""

    sequence: int
    player: str
    on: str
    outcome: str
    live: int
    pays: int
    returns: int
    clause: str
    chips: tuple[ChipCount, ...]
    box: int | None = None
    place: int | None = None


class PatronView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player at the table, as staff sees them."""

    player: str
    balance: int
    place: int | None = None
    card: str | None = None
    boxes: tuple[int, ...] = ()
    idle: int = 0
    lost: int = 0
    room: int | None = None
    near_limit: bool = False
    old_least: int | None = None
    kept: dict[str, int] = {}
    own_least: int | None = None
    own_most: int | None = None
    barred: str | None = None
    excluded: str | None = None
    paused: bool = False


class DebtView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player owes at the table, and by which clause, or what is `kept` for one who left;
    `here`: the player is at the table."""

    player: str
    owes: int = 0
    kept: int = 0
    clause: str | None = None
    here: bool = False


class NoticeView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who must be told."""

    table: str
    number: int
    to: str
    clause: str
    about: str
    about_words: dict[str, str] = {}
    due: datetime | None = None
    deadline: str = ""
    deadline_words: dict[str, str] = {}
    given: datetime | None = None


class QuestionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question that no clause answers and a supervisor has to decide."""

    number: int
    about: str
    about_words: dict[str, str] = {}


class StatementView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody has stated and somebody else has to confirm: `stated` is the command, `about`
    what it comes to in words, `then` what the document makes of it. `may_confirm`: the roles of
    which somebody else confirms or refuses it. `holds`: play waits for it."""

    number: int
    by: str
    role: str
    at: datetime
    confirmer: str
    may_confirm: tuple[str, ...]
    about: str
    about_words: dict[str, str]
    stated: dict[str, Any]
    clause: str | None = None
    why: str | None = None
    then: str = ""
    then_words: dict[str, str] = {}
    holds: bool = False


class StaffView(msgspec.Struct, frozen=True):
    """What gaming staff, surveillance and inspectors see beyond the table."""

    next: NextStep | None
    pay: tuple[Payment, ...]
    patrons: tuple[PatronView, ...]
    float: int
    drop: int
    cards_dealt: int
    cards: int
    approvals: dict[str, str]
    notices: tuple[NoticeView, ...]
    questions: tuple[QuestionView, ...]
    statements: tuple[StatementView, ...]
    disputes: tuple[DisputeView, ...]
    mispayments: tuple[dict[str, object], ...]
    restricted: dict[str, str]
    keyed: tuple[int, ...]
    """The cards of the coup, counted from 0, that were keyed last and can be put right."""
    calling: str | None
    """Why the dealer calls a supervisor, if so."""
    look_over: dict[str, str]
    """What a supervisor has still to see at the table, each with its clause."""
    dealer: Dealing | None = None
    """Who has signed on, and since when."""
    calling_words: dict[str, str] = {}
    debts: tuple[DebtView, ...] = ()
    """What players owe here, and what is kept for players who left."""


class TableCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in the lobby and at a glance for the pit. The fields after `past` are for staff."""

    id: str
    rulebook: str | None
    title: str
    casino: str
    phase: str
    coup: int
    players: int
    places: int
    least: int | None
    most: int | None
    scheme: str | None = None
    shoe: int = 0
    past: tuple[Past, ...] = ()
    big: tuple[Mark, ...] = ()
    """The big road of this shoe, as in `RoadsView`; empty for games of boxes."""
    wait: WaitView | None = None
    float: int | None = None
    calling: str | None = None
    calling_words: dict[str, str] = {}
    questions: int = 0
    statements: int = 0
    notices: int = 0
    tell: "NoticeView | None" = None
    """The most pressing of them."""
    disputes: int = 0
    loss_flags: int = 0
    debts: int = 0
    signs: tuple[PostedView, ...] = ()
    figures: TableFigures | None = None
    called: str = ""
    """The table's name for people; without one, its `id`."""
    money: str = DOLLARS
    """The sign of what is wagered there."""
