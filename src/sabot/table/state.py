"""A live table as it stands now: a fold of its events, and nothing else."""

from datetime import date, datetime
from typing import Annotated, Final

import msgspec

from sabot.core.money import CHIPS
from sabot.core.refusal import Refusal
from sabot.engine.declarations import CardNumber, StaffText, bound, fixed, within
from sabot.engine.ledger import amount_told, write_alike
from sabot.parts.disputes import Docket
from sabot.parts.notices import Notices
from sabot.parts.past import PastCoup
from sabot.parts.sizes import BETS, PLACES, REMEMBERED
from sabot.parts.statements import Statements
from sabot.policies.play_time import PlayDeadlines
from sabot.rulebooks import EDITIONS, edition
from sabot.rules import Rulebook
from sabot.rules.operation.conduct import Conduct, Method
from sabot.table.chip_set import KINDS, ChipCounts, ChipKind
from sabot.table.dealer import OpenReport, SignedOnDealer
from sabot.table.device import Devices
from sabot.table.heat.state import Heat
from sabot.table.round import Laid, Round, Slot, Stack
from sabot.table.sign import Displays, Limit, ShownSign, WagerLimit
from sabot.table.tray import MOST_TAKERS, FillAsked, SealedBox, Shift

__all__ = [
    "BETTING", "BETWEEN", "CLOSED", "DEALING", "IN_COUP", "OPEN", "PREPARING", "READY", "SCANNED",
    "SETTLED", "SHUFFLED", "TYPED", "VIRTUAL", "Debt", "Laid", "Limit", "LossLimit", "Mispaid",
    "Patron", "PaymentStep", "Round", "Setup", "Shift", "ShownSign", "Slot", "Stack", "Table",
    "WagerLimit",
]  # fmt: skip

CLOSED, PREPARING = "closed", "preparing"
BETTING, DEALING, SETTLED = "betting", "dealing", "settled"
OPEN: Final = (PREPARING, BETTING, DEALING, SETTLED)
IN_COUP: Final = (DEALING, SETTLED)
BETWEEN: Final = (PREPARING, BETTING)
SHUFFLED, READY = "shuffled", "ready"
VIRTUAL, SCANNED, TYPED = "virtual", "scanned", "typed"


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Settings that a table was opened with. `digest`: digest of the rulebook's edition; `chance`:
    seconds to bet; `called`: the table's display name, such as "Baccarat 3, high limit";
    `chips`: the chip set, none where people see no chips."""

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
    chips: Annotated[tuple[ChipKind, ...], KINDS] = ()

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
    """A player at the table."""

    # The seat; None for a player who stands.
    place: int | None
    # Number of coups that the table had played when the player joined.
    joined: int
    # Playing areas or boxes that the player plays.
    boxes: Annotated[tuple[int, ...], PLACES] = ()
    # Player Card that the player showed.
    card: CardNumber | None = None
    # True if the player plays with money of an account.
    account: bool = False
    # Table minimum that the player keeps after the sign was raised.
    old_least: int | None = None
    # Minima that the player keeps, for bets with a line of their own on the sign.
    kept: Annotated[dict[str, int], BETS] = {}
    # Personal limits.
    own: WagerLimit | None = None
    # Cents that the visit as a whole may lose; None without a Loss Limit.
    room: int | None = None
    # Cents lost in this visit; negative for a win.
    lost: int = 0
    # Consecutive coups without a wager.
    idle: int = 0
    # Clause by which the player is barred.
    barred: str | None = None
    # Exclusion that the account reports.
    excluded: str | None = None
    # True while the player takes a break by order.
    paused: bool = False
    # Number of times that the duties of the Loss Limit were announced.
    reminded: int = 0
    # True while the player waits for a playing area.
    wants_box: bool = False
    # Loss Limits of the account.
    limits: Annotated[tuple[LossLimit, ...], fixed(64, "Loss Limits of an account")] = ()
    # Time zone in which the Loss Limits are counted.
    zone: str = ""
    # Local day for which `room` was computed.
    day: date | None = None
    # Cents that the visit had lost at the start of each of its days.
    starts: Annotated[
        dict[date, int], bound(1_100, "days of one visit", "Leave the table and come back.")
    ] = {}
    # Name under which a player who works here signs in as staff.
    staff: str = ""
    # What the policy in force says of the visit's length.
    play: PlayDeadlines | None = None


class Debt(msgspec.Struct, frozen=True):
    """A player's debt to the casino at this table, in cents, and the clause that caused it."""

    amount: int
    clause: str


class PaymentStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step taken about a wrong payment: its kind, time and person."""

    kind: str
    done: datetime
    person: str
    note: StaffText


class Mispaid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wager, purchase or exchange of chips that was paid too high (`over`) or too low.

    `player` is None while the patron is unknown, and `among` lists the players who can have been
    paid. `intended` is None until it is known whether the payment was intended; `inquired`:
    reasonable inquiries have answered that. `rectified` is the amount put right, `notice` the
    number of the notice to the regulator. `rulebook` and `edition` are those of the coup. `wager`:
    index of the wager in the coup; `in_books`: the books had the wrong amount too. `found_by`
    reported it, and `confirmed_by` confirmed the report. `day`: the local day of the wager, where
    its player has a Loss Limit.
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
        tuple[PaymentStep, ...],
        bound(100, "steps about one wrong payment", "Raise it with the regulator."),
    ] = ()
    raised: datetime | None = None
    notice: int | None = None
    wager: int | None = None
    among: Annotated[tuple[str, ...], within("Round.stakes")] = ()
    in_books: bool = False
    found_by: str = ""
    confirmed_by: str = ""
    day: date | None = None

    def __post_init__(self) -> None:
        write_alike(self, "currency", CHIPS)


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """State of a table, as far as later commands need it; the log has the rest."""

    name: str = ""
    # Number of events so far.
    version: int = 0
    # Time of the last event.
    at: datetime | None = None
    phase: str = CLOSED
    setup: Setup | None = None
    # Limits on the table's sign.
    limit: Limit | None = None
    # Signs that announce a change.
    signs: Annotated[
        tuple[ShownSign, ...], bound(200, "signs at a table", "Take some of them down first.")
    ] = ()
    # Side bets for players with a main bet only: wager to clause.
    restricted: Annotated[dict[str, str], BETS] = {}
    # Players that one playing area takes; None: as the document says.
    area_players: int | None = None
    # Players that the table takes; None: any number.
    most_players: int | None = None
    patrons: Annotated[
        dict[str, Patron],
        bound(600, "players at a table", "Wait until a seat is free, or choose another table."),
    ] = {}
    # Cards in use.
    stack: Stack = Stack(back="")
    # The coup that is bet on or dealt.
    round: Round = Round(number=1)
    # Sequence number of the last stake.
    sequence: int = 0
    # Cents at each place of the ledger.
    balances: Annotated[dict[str, int], within("Table.patrons", 8)] = {}
    # Summary of the last coup that is over.
    past: PastCoup | None = None
    # Number of coups played.
    coups: int = 0
    # Notices owed to the regulator.
    notices: Notices = Notices()
    # Number of irregularities reported.
    reports: int = 0
    # Reports that no clause decides, by number.
    asked: Annotated[
        dict[int, OpenReport],
        bound(500, "reports that wait for a decision", "Decide some of them first."),
    ] = {}
    # The last coup, kept whole so that it can be reopened.
    last: Round | None = None
    # The cards as they were before the last coup was cleared.
    last_stack: Stack | None = None
    # Disputes that are open.
    disputes: Docket = Docket()
    # Wrong payments with something left to do, by number.
    payments: Annotated[
        dict[int, Mispaid],
        bound(1_000, "wrong payments with something left to do", "Close some of them first."),
    ] = {}
    # Number of wrong payments found.
    mispaid: int = 0
    # Version of the last event that filed a case or reversed a coup.
    filed: int = 0
    # Players who left last.
    left: Annotated[tuple[str, ...], fixed(REMEMBERED, "players who left last")] = ()
    # Player Cards that those players showed.
    left_cards: Annotated[dict[str, CardNumber], within("Table.left")] = {}
    # Clauses of the no-bet coups that come next.
    next_no_bet: Annotated[
        tuple[str, ...], fixed(2_080, "coups that can be dealt from the cards")
    ] = ()
    # Approvals given for the coming coup.
    approvals: Annotated[
        dict[str, str], bound(2_000, "approvals for one coup", "Deal the coup first.")
    ] = {}
    # The float's shift; None before the first opening count.
    shift: Shift | None = None
    # Chips of the open float by their value; None without a chip set.
    tray: ChipCounts | None = None
    # A fill that is asked for.
    fill_asked: FillAsked | None = None
    # Cents in the drop box by the person who took them.
    takers: Annotated[dict[str, int], fixed(MOST_TAKERS, "persons who sold chips")] = {}
    # Persons of the cage who have signed slips since the drop box was empty.
    signers: Annotated[tuple[str, ...], fixed(MOST_TAKERS, "persons who signed slips")] = ()
    # Drop boxes that wait for their count, by the number of the seal.
    boxes: Annotated[
        dict[str, SealedBox],
        bound(50, "sealed drop boxes of a table", "Count some of them first."),
    ] = {}
    # True while a drop box is at the table.
    drop_box: bool = True
    # Persons who may not play here: name to clause.
    excluded: Annotated[
        dict[str, str],
        bound(20_000, "persons excluded at a table", "Exclude them at the account or the door."),
    ] = {}
    # Player Cards that those persons showed: no other person plays with one.
    barred_cards: Annotated[dict[str, CardNumber], within("Table.excluded")] = {}
    # Reason of the call for a supervisor that waits for an answer.
    calling: str | None = None
    # Statements that wait for a second person.
    statements: Statements = Statements()
    # The tournament session that is played here, or was last.
    heat: Heat | None = None
    # Things missing at the last inspection, with their clauses; None before it.
    missing: Annotated[dict[str, str], fixed(64, "things that belong to a table")] | None = None
    # Signs of schemes and side bets that stand at the table.
    displays: Displays = Displays()
    # Reference of the regulator's approval.
    approval: str | None = None
    # The dealer who signed on.
    dealer: SignedOnDealer | None = None
    # Cents that one person counted alone on the local day `counted_day`.
    counted_alone: int = 0
    counted_day: date | None = None
    # Debts of players, present or gone.
    debts: Annotated[
        dict[str, Debt], bound(20_000, "debts at a table", "Have some of them paid first.")
    ] = {}
    # Cents kept for players who have left and have no account.
    kept: Annotated[
        dict[str, int],
        bound(20_000, "players for whom money is kept", "Pay some of them out first."),
    ] = {}
    # Player Cards with which these players may not bet.
    invalid_cards: Annotated[
        dict[str, CardNumber],
        bound(1_000, "Player Cards found invalid at a table", "Close the table first."),
    ] = {}
    # Devices of the table, and what they saw of the coup.
    devices: Devices = Devices()
    # When staff removed these players.
    put_out: Annotated[dict[str, datetime], fixed(REMEMBERED, "players keyed out last")] = {}

    @property
    def book(self) -> Rulebook:
        """Return the edition that the table was opened under, even if a newer one is in force."""
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
