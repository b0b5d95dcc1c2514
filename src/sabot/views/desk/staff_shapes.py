"""Shapes of the staff view of a table, and of the overview of tables."""

from datetime import datetime
from typing import Any

import msgspec

from sabot.core.money import DOLLARS
from sabot.pit import TableFigures
from sabot.table.chip_set import ChipKind
from sabot.table.dealer import SignedOnDealer
from sabot.views.felt.table_shapes import DisputeView, Mark, Past, PostedView, WaitView


class ToName(msgspec.Struct, frozen=True):
    """A payment that no rule can make, which a supervisor names. Chips pay `up`, never less than
    the odds, so that `down` is the same."""

    sequence: int
    down: int
    up: int


class NextStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dealer's next action: the command, ready to send (without id), a label, and the reason
    with its clause. `card`: the card to be entered with it, in words, where cards are typed or
    scanned. `role`: the role that acts, if not the dealer. `hand`: the hand that receives a card.
    `to_name`: payments to be named with it. `earliest`: not before this time while players have not
    answered. `seen`: a device has seen the card, which may go without being named. `then`: a
    command that the dealer gives in the same breath, where nothing but it can follow."""

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
    seen: bool = False
    then: str = ""


class ChipCount(msgspec.Struct, frozen=True):
    """A number of chips of one value, in cents, and colour."""

    value: int
    colour: str
    count: int


class ChipPayment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A payment to a player in chips, with `pays` 0 for a stake that is taken. `live`: the part
    that could be won or lost; `place`: the player's seat."""

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
    change: tuple[ChipCount, ...] = ()
    """Chips that the player gives back, where the float has none that make the amount."""


class FillAskedView(msgspec.Struct, frozen=True):
    """A fill that a dealer has asked for, in cents."""

    amount: int
    by: str
    at: datetime
    chips: tuple[ChipCount, ...]


class BoxView(msgspec.Struct, frozen=True):
    """A sealed drop box that waits for its count, and who took it away."""

    seal: str
    collected: datetime
    by: str


class ShiftView(msgspec.Struct, frozen=True):
    """A shift of the float, in cents; `hold` in hundredths of a percent of the drop."""

    opening: int
    fills: int
    credits: int
    cash: int
    cashless: int
    accounts: int
    drop: int
    win: int
    hold: int | None
    variance: int
    is_open: bool


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
    """A player's debt at the table and its clause, or the money `kept` for one who left. `here`:
    the player is at the table."""

    player: str
    owes: int = 0
    kept: int = 0
    clause: str | None = None
    here: bool = False


class NoticeView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A notice that is due to a person or body."""

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
    """A statement that a second person must confirm. `stated`: the command; `about`: its content in
    words; `then`: the consequence under the document; `may_confirm`: roles that may confirm or
    refuse it; `holds`: play waits for it."""

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


class DeviceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A device of the table: `state` is "relied", "idle", "fault" or "revoked"; `waiting` cards
    were seen and are not dealt yet."""

    name: str
    kind: str
    state: str
    relied: bool = False
    """Play waits for its word."""
    connected: bool = False
    heard: datetime | None = None
    messages: int = 0
    waiting: int = 0
    note: str = ""
    """Fault that it reported, or why it was revoked."""


class DeviceDifferenceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Words of a device and of the dealer that differ, and who decides by which clause."""

    device: str
    about: str
    seen: str
    said: str
    clause: str
    by: str
    place: int = 0
    on: str | None = None


class StaffView(msgspec.Struct, frozen=True):
    """The view of gaming staff, surveillance and inspectors beyond the public view."""

    next: NextStep | None
    pay: tuple[ChipPayment, ...]
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
    """Cards of the coup, counted from 0, that were keyed last and can be corrected."""
    calling: str | None
    """Reason for which the dealer calls a supervisor."""
    look_over: dict[str, str]
    """Inspections that a supervisor still has to make at the table, each with its clause."""
    dealer: SignedOnDealer | None = None
    """Dealer who has signed on, and the time."""
    calling_words: dict[str, str] = {}
    debts: tuple[DebtView, ...] = ()
    """Debts of players at this table, and money kept for players who left."""
    tray: tuple[ChipCount, ...] = ()
    """The float by chip; empty where the table has no chip set."""
    chip_set: tuple[ChipKind, ...] = ()
    fill_asked: FillAskedView | None = None
    boxes: tuple[BoxView, ...] = ()
    """Drop boxes that wait for their count."""
    shift: ShiftView | None = None
    """Figures of the float's last shift."""
    devices: tuple[DeviceView, ...] = ()
    """Devices of the table, revoked ones last."""
    difference: DeviceDifferenceView | None = None
    """Difference between a device and the dealer."""


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
    """The most pressing notice."""
    disputes: int = 0
    loss_flags: int = 0
    fill: int = 0
    """Cents of the fill that the dealer waits for."""
    debts: int = 0
    signs: tuple[PostedView, ...] = ()
    figures: TableFigures | None = None
    called: str = ""
    """The table's name for people; without one, its `id`."""
    money: str = DOLLARS
    """The sign of what is wagered there."""
