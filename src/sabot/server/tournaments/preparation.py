"""Preparing a tournament over HTTP: what the conditions ask for, in groups; conditions checked item
by item; templates and earlier tournaments to begin with."""

from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from sabot.core.languages import others
from sabot.floor.kinds import TOURNAMENTS
from sabot.rules.roles import HEADS
from sabot.rules.tournament import ConditionsItem
from sabot.server.casino import Casino
from sabot.server.http.names import telling
from sabot.server.http.routes import EVERYONE, GAMING_STAFF, Asked, Route
from sabot.server.tournaments.tournaments import contest_of
from sabot.tournament.condition_groups import GROUPS, group_of
from sabot.tournament.conditions import HEADING, faults_of_each
from sabot.tournament.desk.publication import readable
from sabot.tournament.desk.state import Contest, Schedule
from sabot.tournament.templates import SHAPES, conditions_for, legs_for

EARLIER: Final = 20
"""Most earlier tournaments that are offered, the newest first."""
PREPARERS: Final = GAMING_STAFF | HEADS
TOMORROW: Final = timedelta(days=1)


class Asking(msgspec.Struct, frozen=True):
    """An item of the conditions: the clause that asks for it, its group, what it says and how it is
    written; `answers` are those that the document knows, where it knows only some. `optional`: it
    may be left out, and `hidden`: it only forbids."""

    key: str
    clause: str
    group: str
    says: str
    asked: str
    asked_words: dict[str, str]
    answers: tuple[Any, ...]
    optional: bool
    hidden: bool


class ConditionsDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Conditions to be checked before they are published."""

    conditions: dict[str, Any]


class ItemFault(msgspec.Struct, frozen=True):
    """A fault of an item of the conditions; `missing`: it says nothing."""

    item: str
    clause: str
    message: str
    words: dict[str, str]
    missing: bool


class Template(msgspec.Struct, frozen=True):
    """Conditions and sessions to begin with. `earlier` has the title of the tournament that they
    are of; a template has only its name."""

    name: str
    earlier: str
    conditions: dict[str, Any]
    legs: tuple[dict[str, Any], ...]
    schedule: Schedule | None = None


def asking(item: ConditionsItem) -> Asking:
    answers = () if item.only is None else item.only.answers
    return Asking(
        key=item.key,
        clause=item.clause,
        group=group_of(item.key),
        says=item.says,
        asked=item.asked,
        asked_words=others(item.asked),
        answers=tuple(each for each in answers if isinstance(each, str)),
        optional=item.optional,
        hidden=item.optional and item.only is not None and len(answers) == 1,
    )


async def items(asked: Asked) -> list[Asking]:
    contest = await asked.casino.work(contest_of, asked.casino, asked.path["id"])
    order = [*GROUPS]
    found = [asking(each) for each in contest.rules.conditions]
    return sorted(found, key=lambda each: order.index(each.group))


async def check(asked: Asked) -> list[ItemFault]:
    return await asked.casino.work(telling(asked, _check), asked)


def _check(asked: Asked) -> list[ItemFault]:
    contest = contest_of(asked.casino, asked.path["id"])
    said = {**asked.body.conditions, "rulebook": contest.rulebook, "name": contest.title}
    return [
        ItemFault(
            each.item,
            each.clause,
            each.message,
            others(each.message),
            said.get(each.item) in (None, "", []),
        )
        for each in faults_of_each(readable(said))
    ]


async def templates(asked: Asked) -> list[Template]:
    return await asked.casino.work(telling(asked, _templates), asked.casino, asked.path["id"])


def _templates(casino: Casino, name: str) -> list[Template]:
    contest = contest_of(casino, name)
    starts = casino.clock().replace(minute=0, second=0, microsecond=0) + TOMORROW
    made = [
        Template(
            each.name,
            "",
            conditions_for(contest.book, each, starts),
            tuple(legs_for(each, starts)),
        )
        for each in SHAPES
    ]
    return [*made, *_earlier(casino, contest, starts)]


def _earlier(casino: Casino, contest: Contest, starts: datetime) -> list[Template]:
    """Return the newest tournaments of the same game, their sessions moved to begin at `starts`."""
    found: list[Contest] = casino.all_caught_up(TOURNAMENTS)
    same = [
        each
        for each in found
        if each.rulebook == contest.rulebook and each.name != contest.name and each.conditions
    ]
    same.sort(key=lambda each: str(each.at), reverse=True)
    return [_copy(each, starts) for each in same[:EARLIER]]


def _copy(contest: Contest, starts: datetime) -> Template:
    kept = {key: each for key, each in contest.conditions.items() if key not in NOT_COPIED}
    schedule = contest.schedule
    legs: tuple[dict[str, Any], ...] = ()
    if schedule is not None:
        ahead = starts - schedule.legs[0].starts
        moved = (msgspec.structs.replace(e, starts=e.starts + ahead) for e in schedule.legs)
        legs = tuple(msgspec.to_builtins(each) for each in moved)
    if "starts" in kept:
        kept["starts"] = starts.isoformat()
    return Template(contest.name, contest.title, kept, legs, schedule)


NOT_COPIED: Final = HEADING
_REFUSES: Any = {"refuses": ("unknown-tournament",)}
ROUTES = (
    Route(
        "GET", "/api/tournaments/{id}/conditions", EVERYONE, items,
        "What the document asks the conditions to say, item by item, in five groups.",
        gives=list[Asking], **_REFUSES,
    ),
    Route(
        "POST", "/api/tournaments/{id}/conditions", PREPARERS, check,
        "Check conditions before they are published: each fault with its item.",
        takes=ConditionsDraft, gives=list[ItemFault], **_REFUSES,
    ),
    Route(
        "GET", "/api/tournaments/{id}/templates", PREPARERS, templates,
        "Conditions and schedules to begin with: templates, and earlier tournaments of the game.",
        gives=list[Template], **_REFUSES,
    ),
)  # fmt: skip
