"""Whom a supervisor may mean: people to choose from, so that nobody types a name."""

import msgspec

from sabot.rules.roles import DEALER
from sabot.server.http.routes import SUPERVISORS, WATCHERS, Asked, Route


class TablePeople(msgspec.Struct, frozen=True):
    """Dealers of the house, and the players of this table's shift, those who are there first."""

    dealers: list[str]
    players: list[str]


async def people_of(asked: Asked) -> TablePeople:
    casino = asked.casino
    following = casino.following(asked.path["id"])
    found = await casino.work(casino.people.everyone)
    dealers = [each.name for each in found if each.role == DEALER and not each.disabled]
    table, ratings = following.table, following.sheet.figures.ratings
    players = dict.fromkeys((*sorted(table.patrons), *reversed(table.left), *sorted(ratings)))
    return TablePeople(sorted(dealers), [*players])


ROUTES = (
    Route(
        "GET", "/api/tables/{id}/people", SUPERVISORS | WATCHERS, people_of,
        "People to choose from at a table: the house's dealers, and the shift's players.",
        gives=TablePeople, refuses=("unknown-table",),
    ),
)  # fmt: skip
