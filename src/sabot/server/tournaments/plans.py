"""The planner of tournaments over HTTP."""

from datetime import datetime
from typing import Annotated

import msgspec

from sabot.core.money import cents
from sabot.rules.roles import HEADS
from sabot.server.http.routes import SUPERVISORS, Asked, Route
from sabot.tournament.planner import PlanWish, TournamentPlan, planned

Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class PlanQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish: `chips` and the values of `chip_set` (number of chips by value) are amounts as people
    write them."""

    entrants: Count
    tables: Count
    chips: str
    starts: datetime
    seats: Count = 7
    advance: Count = 1
    coups: Count = 20
    seconds: Count = 75
    pause: Count = 20
    chip_set: dict[str, Count] = {}


async def plan(asked: Asked) -> TournamentPlan:
    said: PlanQuery = asked.body
    counts = ("entrants", "tables", "seats", "advance", "coups", "seconds", "pause")
    wish = PlanWish(chips=cents(said.chips), **{name: getattr(said, name) for name in counts})
    chip_set = {cents(value): count for value, count in said.chip_set.items()}
    return planned(wish, chip_set, said.starts)


ROUTES = (
    Route(
        "POST", "/api/tournament-plans", SUPERVISORS | HEADS, plan,
        "Plan a tournament: sessions, tables, finishing time and chips.",
        takes=PlanQuery, gives=TournamentPlan, refuses=("no-plan",),
    ),
)  # fmt: skip
