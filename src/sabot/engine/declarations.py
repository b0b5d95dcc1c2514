"""Types of what commands and events declare of themselves, where they are defined.

An event class declares `basis` (what it rests on), `sight` (which fields players see) and, where
there are any, the unique things it `claims`, the `topics` of reports that it belongs to, and which
chips it `transfers` without a winner. A command class declares `pages` (where a person does it), at
a table what it is `stopped_by` and, where there are any, its `server_fields` (which the server
fills in). A field declares by its type who must not see it (`Guard`). Every list that other parts
need is derived from these: the exceptions report, the two-person rule, the store's claims, views,
reports, the pit's figures, the check of pages, the check of senders, the documentation of commands.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Final, NamedTuple

import msgspec

RECORD_RESTS, STATEMENT_RESTS, DECISION_RESTS = "record", "statement", "decision"

# What an event rests on


class Moment(NamedTuple):
    """Say what the exceptions report knows of the moment at which an event was written."""

    dealing: bool
    """Cards of the coup lie on the layout."""
    confirmed: bool
    """A second person has confirmed the command."""


def _always(event: Any, moment: Moment) -> bool:
    return True


@dataclass(frozen=True)
class Basis:
    """Say what an event rests on, and so whether and how the exceptions report shows it."""

    rests: str
    """"record", "statement" or "decision"."""
    effect: str = ""
    """Name of the effect on the exceptions report; empty for events that are not on it."""
    alone: bool = False
    """No second person has to confirm it."""
    when: Callable[[Any, Moment], bool] = _always
    """Decide, from the event and its moment, whether it is on the report."""
    amount: Callable[[Any], int] | None = None
    """Cents to report, where the event's own moves say more or less than what is reported."""
    source: str = ""
    """For a record: what in the log or at the table it follows from."""


def record(source: str) -> Basis:
    """Declare that an event follows from what the log shows; an event that moves money says from
    what."""
    return Basis(RECORD_RESTS, source=source)


RECORD: Final = Basis(RECORD_RESTS)
"""An event that moves no money and changes no person's standing."""


def statement(
    effect: str,
    *,
    alone: bool = False,
    when: Callable[[Any, Moment], bool] = _always,
    amount: Callable[[Any], int] | None = None,
) -> Basis:
    """Declare that an event rests on a person's word about what happened."""
    return Basis(STATEMENT_RESTS, effect, alone, when, amount)


def decision(
    effect: str,
    *,
    alone: bool = True,
    when: Callable[[Any, Moment], bool] = _always,
    amount: Callable[[Any], int] | None = None,
) -> Basis:
    """Declare that an event is a person's choice that changes who is paid, seated, drawn, admitted
    or protected."""
    return Basis(DECISION_RESTS, effect, alone, when, amount)


# Who sees which field

Fields = dict[str, "Fields | None"]
"""Field names; None: the whole field, else those fields of it (or of each item of a list)."""


class Sight(NamedTuple):
    """Say which fields of an event players see; staff see what their role allows in `Kind.sees`."""

    everybody: Fields | None
    """Fields that all players see; None: they see only that there is an event."""
    own: Fields | None = None
    """Further fields for the one player whom the event is about."""
    whose: str = "player"
    """Name of the field that names that player."""


def see(names: str, **parts: Fields) -> Fields:
    """Return fields by name, with parts of some of them.

    >>> see("hand clause", cards=see("slot card"))
    {'hand': None, 'clause': None, 'cards': {'slot': None, 'card': None}}
    """
    return {**dict.fromkeys(names.split()), **parts}


def public(names: str, **parts: Fields) -> Sight:
    """Declare fields that every player sees."""
    return Sight(see(names, **parts))


def own(names: str, whose: str = "player") -> Sight:
    """Declare fields that one player alone sees."""
    return Sight(None, see(names), whose)


def partly(everybody: str, own: str) -> Sight:
    """Declare fields that every player sees, and further ones for the player concerned."""
    return Sight(see(everybody), see(own))


STAFF_ONLY: Final = Sight(None)

# Which fields are secret or personal


class Guard(StrEnum):
    """Limit who sees a field, regardless of its `sight`.

    A field has the guard of its type: `Annotated[str, guarded(Guard.STAFF)]`, or a class attribute
    `guard` of a record. `sabot.engine.secrecy` finds them and derives what is logged and shown.
    """

    DIGEST = "digest"
    """Hidden from all. The log has a keyed digest in its place, and every view its last digits."""
    UNKEPT = "unkept"
    """Hidden from all. Neither the log nor a view has it; it is used only when it is typed."""
    WATCHERS = "watchers"
    """Surveillance and inspectors."""
    STAFF = "staff"
    """Staff, and no player, not even the one whom the event is about."""
    PERSON = "person"
    """Staff, and the player whom the event is about."""
    OPEN = "open"
    """Whom a `sight` names. Said of a field whose name sounds like a secret, with the reason."""


GUARD: Final = "guard"
"""Key of the guard in the extra data of a type."""


def guarded(guard: Guard, reason: str = "") -> msgspec.Meta:
    """Return the mark of a type that its fields are guarded so."""
    return msgspec.Meta(extra={GUARD: guard, "reason": reason})


CardNumber = Annotated[str, guarded(Guard.DIGEST)]
"""Number of a Player Card: in clear as it is typed, as a digest in all that is decided and kept."""
Pin = Annotated[str, guarded(Guard.UNKEPT)]
"""PIN of an account: the vault has a hash of it."""
Unkept = Annotated[str, guarded(Guard.UNKEPT)]
"""Personal data that the server moves into the vault; the log never has it."""
CardOrder = Annotated[dict[str, str], guarded(Guard.WATCHERS)]
"""Order of a stack that is opened, and its salt: a card of it may still lie face down."""
StaffText = Annotated[str, guarded(Guard.STAFF)]
"""Text for staff: a note, a slip's number, a salt, who approved."""
StaffNumber = Annotated[int, guarded(Guard.STAFF)]
"""Number for staff: a card's place in the stack, a player's room to lose."""
StaffAmounts = Annotated[dict[str, int], guarded(Guard.STAFF)]
"""Cents by player, for staff."""
Address = Annotated[str, guarded(Guard.PERSON)]
"""An address of a person: postal, or that of their machine."""
DeviceName = Annotated[str, guarded(Guard.PERSON)]
"""Name of a browser that a person comes in by."""
TokenName = Annotated[str, guarded(Guard.OPEN, "the token's name, which opens nothing")]
"""Name of a token; the token itself is kept nowhere."""
OpenedSecret = Annotated[str, guarded(Guard.OPEN, "it is opened when the draw is over")]
"""Secret that an order was drawn from, which lies in the vault until then."""
PrizeAddress = Annotated[str, guarded(Guard.OPEN, "where a dwelling stands that is a prize")]
"""Address of a prize, as the terms publish it."""
GameCard = Annotated[str, guarded(Guard.OPEN, "a card of the game, shown once it lies face up")]
"""Card of the shoe, such as "7H"."""

# How large a field of a state gets


@dataclass(frozen=True)
class Bound:
    """Say how many things a container in a state holds at most, and why it holds no more.

    A field declares it by its type: `Annotated[dict[int, Due], bound(...)]`. `bounds.py` finds
    all of them; a container without one fails a test that enumerates the states of all kinds."""

    most: int
    """The largest number; where `within` names a field, for each item of that field."""
    what: str
    """The name of its items, in the plural."""
    remedy: str = ""
    """A sentence that says how to make room; empty where no command goes beyond the bound."""
    within: str = ""
    """The field that it follows, as "Round.stakes"; empty where it follows none."""


def bound(most: int, what: str, remedy: str) -> Bound:
    """Declare a bound that is checked: a command that would go beyond it is refused, and told what
    makes room. Such a command must be one that can wait."""
    return Bound(most, what, remedy)


def fixed(most: int, what: str) -> Bound:
    """Declare a bound that holds by itself: by a document, the cards, or the field's own rule."""
    return Bound(most, what)


def within(field: str, times: int = 1) -> Bound:
    """Declare that a field grows only with another one, such as "Round.stakes": it holds at most so
    many times as much."""
    return Bound(times, "", within=field)


# Where a person does it


@dataclass(frozen=True)
class Pages:
    """Say where a person sends a command on the web, or why there is no such place."""

    names: tuple[str, ...] = ()
    """Pages by the name of their file, such as "deal"."""
    reason: str = ""
    """Why a program alone sends it; empty where pages are named."""
    server: bool = False
    """Only the server gives it, as a consequence of another command."""
    without: Mapping[str, str] = field(default_factory=dict)
    """Roles that may send it and can open none of these pages, each with the reason."""


def on_pages(*names: str, without: Mapping[str, str] | None = None) -> Pages:
    """Declare the pages on which a person does it, and why some roles have no such page."""
    return Pages(names, without=without or {})


IN_THE_PIT: Final = "A dealer calls a supervisor, who does it in the pit."
AT_THE_DESK: Final = "Supervisors work at the desk of promotions; dealers are at their tables."
"""Reasons that several commands give for a role without a page."""


def api_only(reason: str) -> Pages:
    """Declare that no page does it, and why."""
    return Pages(reason=reason)


SERVER_ONLY: Final = Pages(server=True)
"""Follows from a command in another stream, in one transaction with it; no person sends it."""


# Which fields the server fills in


def _in_every_state(state: Any) -> bool:
    return True


@dataclass(frozen=True)
class ServerFields:
    """Say which fields of a command the server sets before the command is decided."""

    fills: tuple[str, ...] = ()
    """Only the server sets these; a command in which its sender has set one is rejected."""
    changes: tuple[str, ...] = ()
    """A sender may set these; the server completes them or moves them into the vault."""
    when: Callable[[Any], bool] = _in_every_state
    """Decide, from the state of the stream, whether `fills` are the server's there."""


def server_fills(
    fills: str = "", *, changes: str = "", when: Callable[[Any], bool] = _in_every_state
) -> ServerFields:
    """Declare fields that the server sets; `Stream.enriches` registers the function that does.

    >>> server_fills("digest opened").fills
    ('digest', 'opened')
    """
    return ServerFields(tuple(fills.split()), tuple(changes.split()), when)


NO_SERVER_FIELDS: Final = ServerFields()

# What stops a command at a table


class Stop(StrEnum):
    """Say what stops a command at a table, though its own rule would allow it."""

    STATEMENT = "a statement for which the coup waits"
    """Cards, results and money of a coup stay as they are until a second person has spoken."""
    COUNT = "a count of the float that waits for its second person"
    """A tray that waits for its second count stays as it is."""
    TOURNAMENT = "tournament use of the table"
    """Tournament chips come from the tournament alone."""
    HEAT_LIMITS = "limits of a session, which move as announced"
    HEAT_SEATS = "seats of a session, which are as they were allotted"
    HEAT_USE = "a session that holds the table until it is counted"


def stops(*by: Stop) -> frozenset[Stop]:
    """Declare what stops a command of a table; nothing does where none is named."""
    return frozenset(by)


# What the pit and the reports make of an event


class Purse(StrEnum):
    """Name whose chips an event moves."""

    FLOAT = "float"
    PLAYERS = "players"


def transfers_of(*purses: Purse) -> frozenset[Purse]:
    """Declare whose chips an event moves without a winner or a loser: chips that come or go. What
    moves otherwise counts in the pit as the table's win and the player's result."""
    return frozenset(purses)


class Topic(StrEnum):
    """Name a section of a report or a page that lists events of several classes."""

    IRREGULARITY = "irregularities, void coups, wrong payments"
    """Of the daily summary."""
    CONDUCT = "sanctions, exclusions, disputes"
    """Of the daily summary."""
    CARDS = "cards that came, were checked or replaced"
    """Of the inventory."""
    MISPAYMENT = "wrong payments, and what became of them"
    """Of the month's cases."""
    LIMIT = "limits of a player"
    """Of the report on protection, and of a player's statement."""
    LIMIT_MET = "a player who met a limit"
    """Of the report on protection."""
    EXCLUSION = "players who are kept out or let in again"
    """Of the report on protection, of a player's statement and among the inspector's cases."""
    PLAYER_CARD = "Player Cards"
    """Of a player's statement."""
    DISPUTE = "disputes"
    """Among the inspector's cases."""
    DECISION = "decisions about a coup"
    """Among the inspector's cases."""
    COUP = "what everybody at the table saw of a coup"
    """In a coup that a player looks at again."""
    DRAW = "how a draw was bound, closed and opened"
    """In the proof of a draw."""
    OWN_WAGER = "a player's own wagers"
    """In a coup that this player looks at again."""
    ALARM = "a sign-in that failed, or a person who was kept out"
    """Marked in the log of access."""


def in_topics(*topics: Topic) -> frozenset[Topic]:
    """Declare the sections that list an event."""
    return frozenset(topics)
