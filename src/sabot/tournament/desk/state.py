"""A tournament as it stands now: a fold of its events, and nothing else."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal

import msgspec

from sabot.core.money import CASH
from sabot.engine.declarations import bound, fixed, within
from sabot.engine.ledger import Balances, balance, of_player
from sabot.parts.disputes import Docket
from sabot.parts.draw import Draw
from sabot.parts.notices import Notices
from sabot.parts.sizes import BETS, PLACES
from sabot.parts.statements import Statements
from sabot.rulebooks import edition
from sabot.rules import Rulebook
from sabot.rules.tournament import DeskRules, Tournament
from sabot.tournament import tournament_of
from sabot.tournament.plan import LimitStep
from sabot.tournament.ranking import Level

NOTHING, DRAFTED, PUBLISHED = "not begun", "drafted", "published"
OPEN, CLOSED, RUNNING = "open for entries", "closed to entries", "running"
FINISHED, AWARDED, PAID, CANCELLED = "finished", "awarded", "paid", "cancelled"
BEFORE_PLAY: Final = (DRAFTED, PUBLISHED, OPEN, CLOSED)
UNFINISHED: Final = (*BEFORE_PLAY, RUNNING)

POOL: Final = "pool"
COMMISSION_KEPT: Final = "commission"
BOUGHT: Final = "chips bought"
"""Places of a tournament's money, beside its debts to players and the ledger's `WORLD`."""

IN, OUT, DISQUALIFIED, GONE = "in", "out", "disqualified", "gone"
Status = Literal["in", "out", "disqualified", "gone"]
SESSION, REPECHAGE, FINAL, PLAY_OFF = "session", "repechage", "final", "play-off"
CALLED, SEATED, ON = "called", "seated", "on"
MOST_GOODS: Final = 100
MOST_LEGS: Final = 50
MOST_HEADS: Final = 20


class TournamentEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entrant: number of the entry, version of the conditions received, how the fee was paid and
    its part in the pool.

    `status`: in the tournament, out in the session of that number (and may buy back in),
    disqualified under `clause`, or gone (withdrawn, forfeited, replaced). `played`: has had a seat.
    `bought`: number of buy-backs. `here`: has checked in. `struck`: the stage of the tournament at
    which the desk disqualified the entrant. `points` is a number or a fraction.
    """

    number: int
    player: str
    conditions: int
    method: str
    fee: int = 0
    agreed: str | None = None
    status: Status = "in"
    session: int = 0
    clause: str | None = None
    played: bool = False
    bought: int = 0
    refunded: bool = False
    struck: str = ""
    points: str = "0"
    here: bool = False


class Leg(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scheduled session: seats per table, how many of a table advance or win prizes, duration,
    limits, and the points for each place, if any."""

    stage: Literal["session", "repechage", "final"]
    starts: datetime
    seats: int
    advance: int
    limits: Annotated[tuple[LimitStep, ...], bound(1_000, "steps of the limits", "Announce fewer.")]
    coups: int | None = None
    minutes: int | None = None
    points: Annotated[tuple[int, ...], bound(1_000, "places with points", "Name fewer.")] = ()


class Schedule(msgspec.Struct, frozen=True, omit_defaults=True):
    """All sessions, and what holds for each of them: the smallest chip, the wagers offered, the
    seconds for a wager. `buy_backs` so many for each player, at so much, until the session of that
    number begins. `divide_points`: level players of a session divide the points of their places."""

    legs: Annotated[tuple[Leg, ...], fixed(MOST_LEGS, "sessions of a tournament")]
    chip: int
    wagers: Annotated[tuple[str, ...], BETS]
    scheme: str | None = None
    seconds: int | None = None
    buy_backs: int = 0
    buy_back_fee: int = 0
    buy_back_before: int = 0
    divide_points: bool = True


class Elimination(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entrant knocked out in a coup, with the facts that the ranking needs."""

    name: str
    coup: int
    residual: int = 0
    wager: int = 0
    collected: int | None = None


class TableCount(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table's count at the end of a session: chips of each who is still in, who went out and how,
    who was disqualified and by which clause; all chips issued, won from
    the table, returned and recorded missing.
    `kept` is what chips are worth to those who were put out, where chips turn into cash."""

    standing: Annotated[dict[str, int], PLACES]
    out: Annotated[tuple[Elimination, ...], PLACES] = ()
    disqualified: Annotated[dict[str, str], PLACES] = {}
    issued: int = 0
    returned: int = 0
    missing: int = 0
    won: int = 0
    kept: Annotated[dict[str, int], PLACES] = {}


class Sitting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A session that is called, seated or on: its number, which leg it plays, and its tables.

    `seats` are the players by table and box. `groups` are those of a play-off, by table, with the
    order that they belong to and the places that they contest. `fixed` are seats given for a
    reason, `offers` those offered to reserves, `apart` those who do not share a table. `begun` are
    the tables that have started, `bought` who has paid the buy-in, `absent` who had not come at
    the starting time, with the person who noted it.
    """

    number: int
    leg: int
    stage: str
    tables: Annotated[tuple[str, ...], within("Contest.entries")]
    players: Annotated[tuple[str, ...], within("Contest.entries")]
    starts: datetime
    state: str = CALLED
    seats: Annotated[
        dict[str, Annotated[dict[int, str], PLACES]],
        within("Sitting.tables"),
    ] = {}
    groups: Annotated[dict[str, "Group"], within("Contest.entries")] = {}
    fixed: Annotated[dict[str, "GivenPlace"], within("Contest.entries")] = {}
    offers: Annotated[dict[str, "GivenPlace"], within("Contest.entries")] = {}
    apart: Annotated[
        tuple[Annotated[tuple[str, ...], within("Contest.entries")], ...],
        bound(1_000, "groups of players who sit apart", "Name fewer."),
    ] = ()
    begun: Annotated[tuple[str, ...], within("Sitting.tables")] = ()
    counted: Annotated[tuple[str, ...], within("Sitting.tables")] = ()
    bought: Annotated[tuple[str, ...], within("Contest.entries")] = ()
    absent: Annotated[dict[str, str], within("Contest.entries")] = {}


class GivenPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that is given for a reason, such as the way to it."""

    table: str
    box: int
    reason: str


class Group(msgspec.Struct, frozen=True):
    """Level players: whose order it is, and how many places they contest in it."""

    order: str
    names: Annotated[tuple[str, ...], within("Contest.entries")]
    places: int


class PoolGuarantee(msgspec.Struct, frozen=True):
    """A pool that is promised from so many entries on; `keeps`: also below them."""

    amount: int
    from_entries: int
    keeps: bool = False


class Goods(msgspec.Struct, frozen=True):
    """A prize in goods or services, and its place."""

    place: int
    what: str
    worth: int


class Contest(msgspec.Struct, frozen=True, omit_defaults=True):
    """The whole tournament.

    `heads` are those who run it. `conditions` are the newest, with the number of their version;
    `notice` is the number of the notice by which a regulator has them. `free_until`: entries are
    withdrawn free of charge until then. `entries` are those of people who are, or were, in it;
    `count` has all there ever were, `entered` those whose fee was not given back. `fees` are in the
    pool, with what is `added`.
    `sitting` is the session or play-off that is on; `orders` are those of the session that was
    counted and is not announced, `level` places decided by the head in them. `leg` is how many are
    announced. `places` are final, best first, level players together.
    """

    name: str = ""
    version: int = 0
    at: datetime | None = None
    phase: str = NOTHING
    rulebook: str = ""
    edition: str = ""
    title: str = ""
    heads: Annotated[tuple[str, ...], fixed(MOST_HEADS, "heads of a tournament")] = ()
    conditions: Annotated[dict[str, Any], fixed(1_000, "conditions")] = {}
    conditions_version: int = 0
    told: int = 0
    agreement: bool = False
    free_until: datetime | None = None
    entries: Annotated[
        dict[str, TournamentEntry],
        bound(2_500, "entries of a tournament", "Hold another tournament."),
    ] = {}
    count: int = 0
    entered: int = 0
    reserves: Annotated[tuple[str, ...], within("Contest.entries")] = ()
    schedule: Schedule | None = None
    guarantee: PoolGuarantee | None = None
    goods: Annotated[tuple[Goods, ...], fixed(MOST_GOODS, "goods that are added")] = ()
    fees: int = 0
    added: int = 0
    draw: Draw = Draw()
    sittings: int = 0
    leg: int = 0
    sitting: Sitting | None = None
    orders: Annotated[
        dict[str, Annotated[tuple[Level, ...], within("Contest.entries")]],
        within("Contest.entries"),
    ] = {}
    sheets: Annotated[dict[str, TableCount], within("Contest.entries")] = {}
    through: Annotated[
        dict[str, Annotated[tuple[str, ...], within("Contest.entries")]], within("Contest.entries")
    ] = {}
    places: Annotated[
        tuple[Annotated[tuple[str, ...], within("Contest.entries")], ...], within("Contest.entries")
    ] = ()
    balances: Annotated[dict[str, int], within("Contest.entries", 2)] = {}
    notices: Notices = Notices()
    disputes: Docket = Docket()
    filed: int = 0
    statements: Statements = Statements()

    @property
    def book(self) -> Rulebook:
        """The edition of the document that the tournament was drafted under."""
        return edition(self.rulebook, self.edition)

    @property
    def rules(self) -> Tournament:
        return tournament_of(self.book)

    @property
    def desk(self) -> DeskRules:
        return self.rules.desk

    @property
    def pool(self) -> int:
        return held(self.balances, POOL)

    @property
    def alive(self) -> tuple[str, ...]:
        """Those who are in, in the order of their entries."""
        return tuple(each.player for each in self.entries.values() if each.status == IN)


def held(balances: Balances, place: str) -> int:
    """The money in a place."""
    return balance(balances, place, CASH)


def owed(balances: Balances, player: str) -> int:
    """Return what the tournament owes a player."""
    return held(balances, of_player(player))
