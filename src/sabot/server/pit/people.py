"""Find people for a supervisor to choose from, so that no name has to be typed."""

from typing import Annotated, Final

import msgspec

from sabot.people import People, Person
from sabot.rules.roles import CASHIER, DEALER, HEADS
from sabot.server.http.routes import SUPERVISORS, WATCHERS, Asked, Route

MOST: Final = 20
"""Most people found at once; more letters narrow the search."""
Text = Annotated[str, msgspec.Meta(max_length=100)]


class TablePeople(msgspec.Struct, frozen=True):
    """Dealers of the house, and the players of this table's shift, those who are there first."""

    dealers: list[str]
    players: list[str]


class FoundQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Letters of a sign-in name, or of a display name; in that role only."""

    like: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    role: Text = ""


class FoundPerson(msgspec.Struct, frozen=True):
    name: str
    called: str


async def people_of(asked: Asked) -> TablePeople:
    casino = asked.casino
    following = casino.following(asked.path["id"])
    found = await casino.work(casino.people.everyone)
    dealers = [each.name for each in found if each.role == DEALER and not each.disabled]
    table, ratings = following.table, following.sheet.figures.ratings
    players = dict.fromkeys((*sorted(table.patrons), *reversed(table.left), *sorted(ratings)))
    return TablePeople(sorted(dealers), [*players])


async def find(asked: Asked) -> list[FoundPerson]:
    return await asked.casino.work(_found, asked.casino.people, asked.query)


def _found(people: People, query: FoundQuery) -> list[FoundPerson]:
    """Those whose name begins so before those who have it further in."""
    like = query.like.casefold()

    def place(each: Person) -> int:
        found = (name.casefold().find(like) for name in (each.name, each.called))
        return min((at for at in found if at >= 0), default=-1)

    fits = [
        (at, each)
        for each in people.everyone()
        if query.role in ("", each.role) and (at := place(each)) >= 0
    ]
    fits.sort(key=lambda found: (found[0] > 0, found[1].called.casefold()))
    return [FoundPerson(each.name, each.called) for _, each in fits[:MOST]]


ROUTES = (
    Route(
        "GET", "/api/tables/{id}/people", SUPERVISORS | WATCHERS, people_of,
        "People to choose from at a table: the house's dealers, and the shift's players.",
        gives=TablePeople, refuses=("unknown-table",),
    ),
    Route(
        "GET", "/api/people/found", SUPERVISORS | WATCHERS | HEADS | {CASHIER}, find,
        "People by some letters of their sign-in name, or of what they are called.",
        query=FoundQuery, gives=list[FoundPerson],
    ),
)  # fmt: skip
