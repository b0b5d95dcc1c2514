"""A live table as it stands now: a fold of its events, and nothing else."""

from datetime import date, datetime
from typing import Annotated, Final

import msgspec

from sabot.declarations import CardNumber, StaffText, bound, fixed, within
from sabot.ledger import amount_told, write_alike
from sabot.money import CHIPS
from sabot.parts.disputes import Docket
from sabot.parts.notices import Notices
from sabot.parts.past import Past
from sabot.parts.sizes import BETS, PLACES, REMEMBERED
from sabot.parts.statements import Statements
from sabot.refusal import Refusal
from sabot.rulebooks import EDITIONS, edition
from sabot.rules import Rulebook
from sabot.rules.conduct import Conduct, Method
from sabot.table.asked import Dealing, Question
from sabot.table.heat.state import Heat
from sabot.table.round import Laid, Round, Slot, Stack
from sabot.table.sign import Displays, Limit, Shown, WagerLimit

__all__ = [
    "BETTING", "BETWEEN", "CLOSED", "DEALING", "IN_COUP", "OPEN", "PREPARING", "READY", "SCANNED",
    "SETTLED", "SHUFFLED", "TYPED", "VIRTUAL", "Debt", "Laid", "Limit", "LossLimit", "Mispaid",
    "Patron", "Round", "Setup", "Shift", "Shown", "Slot", "Stack", "Step", "Table", "WagerLimit",
]  # fmt: skip

CLOSED, PREPARING = "closed", "preparing"
BETTING, DEALING, SETTLED = "betting", "dealing", "settled"
OPEN: Final = (PREPARING, BETTING, DEALING, SETTLED)
IN_COUP: Final = (DEALING, SETTLED)
BETWEEN: Final = (PREPARING, BETTING)
SHUFFLED, READY = "shuffled", "ready"
VIRTUAL, SCANNED, TYPED = "virtual", "scanned", "typed"


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table was opened. `digest`: what its edition decides; `chance`: seconds to bet;
    `called`: the table's name for people, such as "Baccarat 3, high limit"."""

    rulebook: str
    edition: str
    digest: str
    decks: int
    source: str
    feed: str
    method: str
    face: str
    places: int
    chip: int
    scheme: str | None = None
    layout: str | None = None
    wagers: Annotated[tuple[str, ...], BETS] = ()
    low_limit: bool = False
    cashless: bool = False
    currency: str = CHIPS
    overlay: str | None = None
    back: str = "red"
    chance: int = 0
    called: str = ""

    def __post_init__(self) -> None:
        write_alike(self, "currency", CHIPS)
        write_alike(self, "back", "red")

    @property
    def scanning(self) -> bool:
        return self.feed == SCANNED


class LossLimit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A Loss Limit as the account hands it over: so much in a day, week or month. `lost` is what
    was lost in the period that begins at `start` before the visit; `until`: when the limit ends."""

    amount: int
    period: str
    start: date
    lost: int
    until: datetime | None = None


class Patron(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player at the table. `place` is the seat, None for one who stands.

    `old_least`: the minimum that this player keeps, `kept`: those of bets with a line of their own
    on the sign; `own`: personal limits; `room`: how much a Loss Limit lets the visit lose as a
    whole, `reminded`: how often its duties were told; `lost`: in this visit; `idle`: coups in a row
    without a wager; `card`: the Player Card shown. `limits` are those of the account, `day` is the
    day in its `zone` that the room is for, and `starts` is what the visit had lost when each of its
    days began. `staff`: the name by which a player who works here signs in as staff, as the account
    has it."""

    place: int | None
    joined: int
    boxes: Annotated[tuple[int, ...], PLACES] = ()
    card: CardNumber | None = None
    account: bool = False
    old_least: int | None = None
    kept: Annotated[dict[str, int], BETS] = {}
    own: WagerLimit | None = None
    room: int | None = None
    lost: int = 0
    idle: int = 0
    barred: str | None = None
    excluded: str | None = None
    paused: bool = False
    reminded: int = 0
    wants_box: bool = False
    limits: Annotated[tuple[LossLimit, ...], fixed(64, "Loss Limits of an account")] = ()
    zone: str = ""
    day: date | None = None
    starts: Annotated[
        dict[date, int], bound(1_100, "days of one visit", "Leave the table and come back.")
    ] = {}
    staff: str = ""


class Debt(msgspec.Struct, frozen=True):
    """What a player owes the casino at this table, in cents, and the clause that it came by."""

    amount: int
    clause: str


class Shift(msgspec.Struct, frozen=True, omit_defaults=True):
    """The float tray from its opening to its closing count, in cents of `currency`.

    `first` is the first coup under it; `cash` and `cashless` are the chips sold for either, and
    `variance` is what the closing count found beyond the books."""

    opening: int
    first: int
    currency: str = CHIPS
    fills: int = 0
    credits: int = 0
    cash: int = 0
    cashless: int = 0
    closing: int | None = None
    variance: int = 0

    @property
    def is_open(self) -> bool:
        return self.closing is None


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that was done about a wrong payment, who did it and when."""

    kind: str
    done: datetime
    person: str
    note: StaffText


class Mispaid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wager, purchase or exchange of chips that was paid too high (`over`) or too low.

    `player` is None while nobody knows whom; `intended` is None until somebody has an answer, and
    `inquired` once reasonable inquiries gave it. `rectified` is how much was put right, `notice`
    the number of the notice to the regulator. `rulebook`, `edition`: what it happened under.
    `wager`: its place among the wagers of the coup; `among`: to whom it can have been paid, while
    nobody knows whom; `in_books`: the books had the wrong amount too. `found_by` reported it, and
    `confirmed_by` confirmed that.
    """

    number: int
    rulebook: str
    edition: str
    player: str | None
    of: str
    coup: int
    amount: int
    over: bool
    found: datetime
    note: StaffText
    currency: str = CHIPS
    intended: bool | None = None
    inquired: bool = False
    rectified: int = 0
    steps: Annotated[
        tuple[Step, ...],
        bound(100, "steps about one wrong payment", "Raise it with the regulator."),
    ] = ()
    raised: datetime | None = None
    notice: int | None = None
    wager: int | None = None
    among: Annotated[tuple[str, ...], within("Round.stakes")] = ()
    in_books: bool = False
    found_by: str = ""
    confirmed_by: str = ""

    def __post_init__(self) -> None:
        write_alike(self, "currency", CHIPS)


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """The whole table, as far as the next command can need it; the log has the rest.

    `past` is the last coup that is over; `asked` are reports that no clause decides; `payments` are
    wrong payments with something left to do, `mispaid` counts them all; `filed` is the last event
    that put something on file, or reversed a coup; `left` are the last who went away; `heat` is the
    session played here, or the last; `missing`: not there when the table was looked over (None:
    nobody has); `displays`: the signs that stand at it; `approval`: the regulator's;
    `counted_alone`: what one person counted on the local day `counted_day`; `dealer`: who signed
    on; `debts`: what players owe, here or gone; `kept`: cents that are kept for players who have
    left and have no account; `invalid_cards`: the Player Card with which each of these players may
    not bet; `put_out`: when staff keyed these players out."""

    name: str = ""
    version: int = 0
    at: datetime | None = None
    phase: str = CLOSED
    setup: Setup | None = None
    limit: Limit | None = None
    signs: Annotated[
        tuple[Shown, ...], bound(200, "signs at a table", "Take some of them down first.")
    ] = ()
    restricted: Annotated[dict[str, str], BETS] = {}
    area_players: int | None = None
    most_players: int | None = None
    patrons: Annotated[
        dict[str, Patron],
        bound(600, "players at a table", "Wait until somebody leaves, or come to another one."),
    ] = {}
    stack: Stack = Stack(back="")
    round: Round = Round(number=1)
    sequence: int = 0
    balances: Annotated[dict[str, int], within("Table.patrons", 8)] = {}
    past: Past | None = None
    coups: int = 0
    notices: Notices = Notices()
    reports: int = 0
    asked: Annotated[
        dict[int, Question],
        bound(500, "reports that wait for a decision", "Decide some of them first."),
    ] = {}
    last: Round | None = None
    last_stack: Stack | None = None
    disputes: Docket = Docket()
    payments: Annotated[
        dict[int, Mispaid],
        bound(1_000, "wrong payments with something left to do", "Close some of them first."),
    ] = {}
    mispaid: int = 0
    filed: int = 0
    left: Annotated[tuple[str, ...], fixed(REMEMBERED, "players who left last")] = ()
    next_no_bet: Annotated[
        tuple[str, ...], fixed(2_080, "coups that can be dealt from the cards")
    ] = ()
    approvals: Annotated[
        dict[str, str], bound(2_000, "approvals for one coup", "Deal the coup first.")
    ] = {}
    shift: Shift | None = None
    drop_box: bool = True
    excluded: Annotated[
        dict[str, str],
        bound(20_000, "persons excluded at a table", "Exclude them at the account or the door."),
    ] = {}
    calling: str | None = None
    statements: Statements = Statements()
    heat: Heat | None = None
    missing: Annotated[dict[str, str], fixed(64, "things that belong to a table")] | None = None
    displays: Displays = Displays()
    approval: str | None = None
    dealer: Dealing | None = None
    counted_alone: int = 0
    counted_day: date | None = None
    debts: Annotated[
        dict[str, Debt], bound(20_000, "debts at a table", "Have some of them paid first.")
    ] = {}
    kept: Annotated[
        dict[str, int],
        bound(20_000, "players for whom money is kept", "Pay some of them out first."),
    ] = {}
    invalid_cards: Annotated[
        dict[str, CardNumber],
        bound(1_000, "Player Cards found invalid at a table", "Close the table first."),
    ] = {}
    put_out: Annotated[dict[str, datetime], fixed(REMEMBERED, "players keyed out last")] = {}

    @property
    def book(self) -> Rulebook:
        """The edition that the table was opened under, whatever is in force by now."""
        setup = self.setup or self.opened
        try:
            return EDITIONS[setup.rulebook][setup.edition]
        except KeyError:
            return edition(setup.rulebook, setup.edition)  # refuses, and lists the editions

    @property
    def conduct(self) -> Conduct:
        """The rules of running this table: the rulebook's, under the overlay it was opened with."""
        setup = self.setup
        if setup is None or setup.overlay is not None:
            return self.book.conduct_under(self.opened.overlay)
        try:  # Asked about fifty times in a coup, so it looks the book up itself.
            return EDITIONS[setup.rulebook][setup.edition].conduct
        except KeyError:
            return self.book.conduct

    @property
    def method(self) -> Method:
        method = self.conduct.method(self.round.method or self.opened.method)
        assert method is not None
        return method

    @property
    def opened(self) -> Setup:
        if self.setup is None:
            raise Refusal("wrong-phase", None, "This table was never opened.")
        return self.setup

    @property
    def sign(self) -> Limit:
        assert self.limit is not None
        return self.limit

    def told(self, amount: int) -> str:
        """An amount of what is wagered here, as people read it."""
        return amount_told(amount, self.opened.currency)
