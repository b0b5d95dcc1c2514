"""A promotion as it stands: what the next command can need of it."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.declarations import bound, fixed, within
from sabot.parts.disputes import Docket
from sabot.parts.notices import Notices
from sabot.parts.statements import Statements
from sabot.promotions.submission import Sections
from sabot.promotions.terms import Promotion
from sabot.rulebooks import edition
from sabot.rules.promotions import Promotions

NOTHING: Final = "nothing"
SUBMITTED: Final = "submitted"
OPEN: Final = "open"
CLOSED: Final = "closed"
DRAWN: Final = "drawn"
CANCELLED: Final = "cancelled"
PAGE: Final = 1000
"""Number of tickets on a page of the list."""
MOST: Final = 200_000
"""No promotion has more tickets."""
replace = msgspec.structs.replace
MOST_CLAIMS: Final = 50
"""Maximum number of pending claims."""


class Heard(msgspec.Struct, frozen=True):
    """Progress through a table's log. Events are read from the one after `begin` and count after
    `upto`; `book` is the game that was played there last."""

    begin: int
    upto: int
    book: str = ""


class Ticket(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chance in the draw, or in an event `times` of them. `entrant` is a reference; it was earned
    by rule `rule`: at a table in that coup by the stake of that sequence, by a visit that began
    with event `stake`, or by a form."""

    entrant: str
    rule: int
    table: str = ""
    coup: int = 0
    stake: int = 0
    times: int = 1


class Publicity(msgspec.Struct, frozen=True):
    """A piece of marketing that names the terms, or a place where they can be had."""

    key: str
    text: str


class DrawProgress(msgspec.Struct, frozen=True, omit_defaults=True):
    """Progress of the draw. `beacon` is the named outside value, unknown before `known_from`;
    `listed` is the digest of the list, `order` has the numbers of all tickets, the first drawn
    first; `signature` is that of a drand round."""

    digest: str = ""
    beacon: str = ""
    source: str = ""
    scrutineer: str = ""
    known_from: datetime | None = None
    listed: str = ""
    secret: str = ""
    value: str = ""
    order: Annotated[tuple[int, ...], fixed(MOST, "tickets of a promotion")] = ()
    drawn: datetime | None = None
    signature: str = ""


class Scrutiny(msgspec.Struct, frozen=True):
    """Statement of the scrutineer of a draw: that it is `sound` or is not, what they saw and, of a
    drum, which numbers came out. `person` is a sign-in name, `called` a display name."""

    person: str
    called: str
    sound: bool
    saw: str
    value: str
    at: datetime


class Award(msgspec.Struct, frozen=True, omit_defaults=True):
    """Current winner of a prize: the ticket at `place` of the order. `notices` are due to the
    winner, `attempts` counts tries to reach them, `told` is the first; `reached`: the winner
    knows."""

    prize: int
    place: int
    ticket: int
    entrant: str
    notices: Annotated[tuple[int, ...], fixed(16, "notices that a winner is due")] = ()
    attempts: int = 0
    reached: bool = False
    claim: int = 0
    done: str = ""
    told: datetime | None = None


class Passed(msgspec.Struct, frozen=True):
    """A ticket that was drawn for a prize and passed over, and the cause."""

    prize: int
    ticket: int
    cause: str


class PrizeClaim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A claim to a prize. `entrant` is a reference, `kept` the vault entry with personal data."""

    number: int
    prize: int
    entrant: str
    won: bool
    kept: str = ""


class PublishedTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """`editions` are the documents that it is held to, by rulebook; `edition` counts its terms;
    `submission` are the notices by which the regulator gets them. `entrants` has a reference for
    each player, `people` counts all. `tally` is how many tickets each had by each way on
    `day` and the day before.
    `forms` has the reference of everybody who entered without an account, by a keyed digest of name
    and address. `doubt`: its integrity is lost, and why; `validated`: when it was found sound
    again. `meddling` counts what was refused, by person. `overseer` is the scrutineer whom the
    casino has named since, in the place of the one of the terms; `scrutiny` what was stated.
    `keyed` counts the forms that each member of staff has keyed on the day `keyed_on`."""

    name: str = ""
    version: int = 0
    at: datetime | None = None
    phase: str = NOTHING
    terms: Promotion | None = None
    editions: Annotated[dict[str, str], fixed(16, "rulebooks")] = {}
    edition: int = 0
    submitted: datetime | None = None
    submission: Annotated[tuple[int, ...], fixed(16, "notices of the terms")] = ()
    publicity: Annotated[
        tuple[Publicity, ...], bound(1_000, "pieces of marketing", "Make another promotion.")
    ] = ()
    tables: Annotated[dict[str, Heard], fixed(10_000, "tables of the casino")] = {}
    pages: Annotated[
        tuple[Annotated[tuple[Ticket, ...], fixed(PAGE, "tickets of a page")], ...],
        fixed(MOST // PAGE, "pages of the list"),
    ] = ()
    entrants: Annotated[dict[str, str], fixed(MOST, "tickets of a promotion")] = {}
    forms: Annotated[dict[str, str], fixed(MOST, "tickets of a promotion")] = {}
    people: int = 0
    day: str = ""
    tally: Annotated[dict[str, int], fixed(2 * MOST, "tickets of two days")] = {}
    draw: DrawProgress = DrawProgress()
    awards: Annotated[dict[int, Award], within("Promotion.prizes")] = {}
    passed: Annotated[tuple[Passed, ...], fixed(MOST, "tickets of a promotion")] = ()
    claims: Annotated[dict[int, PrizeClaim], fixed(MOST_CLAIMS, "claims that wait")] = {}
    claimed: int = 0
    doubt: str = ""
    validated: datetime | None = None
    published: datetime | None = None
    meddling: Annotated[dict[str, int], fixed(1_000, "persons whose attempts are noted")] = {}
    notices: Notices = Notices()
    disputes: Docket = Docket()
    filed: int = 0
    statements: Statements = Statements()
    overseer: str = ""
    overseer_called: str = ""
    scrutiny: Scrutiny | None = None
    keyed: Annotated[dict[str, int], fixed(10_000, "staff who key forms on a day")] = {}
    keyed_on: str = ""

    @property
    def told(self) -> Promotion:
        """Its terms, once there are any."""
        if self.terms is None:
            raise Refusal("wrong-phase", None, "Submit the terms first.")
        return self.terms

    @property
    def count(self) -> int:
        return 0 if not self.pages else (len(self.pages) - 1) * PAGE + len(self.pages[-1])

    def tickets(self) -> Iterator[Ticket]:
        return (each for page in self.pages for each in page)

    def ticket(self, number: int) -> Ticket:
        """The ticket of that number, from 1."""
        return self.pages[(number - 1) // PAGE][(number - 1) % PAGE]


def sections_of(standing: PublishedTerms) -> Sections:
    """Return the promotion sections of the documents that apply."""
    return {book: section(book, dated) for book, dated in standing.editions.items()}


def section(book: str, dated: str) -> Promotions:
    found = edition(book, dated).promotions
    assert found is not None, book
    return found


def zone_of(standing: PublishedTerms) -> str:
    """Return the casino's time zone."""
    book, dated = next(iter(standing.editions.items()))
    return edition(book, dated).conduct.zone


def clause_of(standing: PublishedTerms, key: str) -> str | None:
    """The first of its clauses that asks for a term."""
    for found in sections_of(standing).values():
        for item in (*found.terms, *found.made_known):
            if item.key == key:
                return item.clause
    return None


def listed(standing: PublishedTerms) -> list[str]:
    """The list as it is numbered and put under a digest: a reference a line."""
    return [each.entrant for each in standing.tickets()]


def with_tickets(standing: PublishedTerms, more: tuple[Ticket, ...]) -> PublishedTerms:
    """The list with some more, on the last page or on new ones."""
    *full, last = standing.pages or ((),)
    rest = (*last, *(one for each in more for one in (replace(each, times=1),) * each.times))
    pages = (*full, *(rest[at : at + PAGE] for at in range(0, len(rest), PAGE)))
    return replace(standing, pages=tuple(page for page in pages if page))


def tickets_in(said: Iterable[Mapping[str, Any]]) -> int:
    """Return how many tickets an event of the log tells of.

    >>> tickets_in([{"entrant": "E1", "rule": 1}, {"entrant": "E2", "rule": 1, "times": 5}])
    6
    """
    return sum(each.get("times", 1) for each in said)


def with_tally(standing: PublishedTerms, day: str, counted: dict[str, int]) -> dict[str, int]:
    """Return the tickets of each entrant by each rule, on the last two days."""
    if day == standing.day or not standing.day:
        return {**standing.tally, **counted}
    since = (date.fromisoformat(max(day, standing.day)) - timedelta(days=1)).isoformat()
    return {key: n for key, n in {**standing.tally, **counted}.items() if key[:10] >= since}


def with_only(standing: PublishedTerms, kept: Iterator[Ticket]) -> PublishedTerms:
    """The list with none but these, in their order."""
    return with_tickets(replace(standing, pages=()), tuple(kept))
