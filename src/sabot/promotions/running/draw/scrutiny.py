"""The scrutineer: named in the terms or by the casino since, and what they state of a draw."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import (
    STAFF_ONLY,
    Topic,
    decision,
    in_topics,
    on_pages,
    record,
    server_fills,
)
from sabot.engine.streams import Command, Confirmer, Event, Leave
from sabot.parts.outside_values import NUMBERS, checked_value
from sabot.promotions.running.draw.commitment import check_time
from sabot.promotions.running.draw.witness import is_named, scrutineer_clause
from sabot.promotions.running.opening import check_sound
from sabot.promotions.running.state import (
    CLOSED,
    OPEN,
    SUBMITTED,
    PublishedTerms,
    Scrutiny,
    replace,
)
from sabot.promotions.running.stream import BY_OPERATOR, PROMOTION, in_phase, said
from sabot.rules.roles import CASINO_OPERATOR, SCRUTINEER

NOT_ONE, WORKS_HERE, HAS_TICKET = "not one", "works here", "has a ticket"
"""Grounds on which a person is not independent."""
UNFIT: Final = {
    NOT_ONE: "{called} does not sign in as a scrutineer.",
    WORKS_HERE: "{called} works for the casino.",
    HAS_TICKET: "{called} has a ticket of this promotion.",
}

# Named by the casino


class NameScrutineer(Command, frozen=True, kw_only=True):
    """Name another scrutineer than the terms do, such as for one who has left; a second person
    confirms it. The server adds the display name and what keeps the person from it."""

    pages = on_pages("promote")
    server_fields = server_fills("called unfit")

    person: str
    reason: str
    called: str = ""
    unfit: str = ""


class ScrutineerNamed(Event, frozen=True, kw_only=True):
    basis = decision("draw", alone=False)
    sight = STAFF_ONLY
    topics = in_topics(Topic.DRAW)

    person: str
    called: str
    reason: str
    clause: str


def _check_fit(command: "NameScrutineer | StateScrutiny", person: str, clause: str) -> None:
    """Refuse a scrutineer who is not independent."""
    if command.unfit:
        message, called = UNFIT[command.unfit], named(command.called or person)
        raise Refusal("not-independent", clause, message, called=called)


def _confirms_naming(standing: PublishedTerms, command: NameScrutineer) -> Confirmer:
    return Confirmer(scrutineer_clause(standing), CASINO_OPERATOR)


@PROMOTION.decides(
    NameScrutineer, BY_OPERATOR, confirmed_by=_confirms_naming, confirmers=(CASINO_OPERATOR,)
)
def name_scrutineer(
    standing: PublishedTerms, command: NameScrutineer, now: datetime
) -> Sequence[Event]:
    clause = scrutineer_clause(standing)
    in_phase(standing, SUBMITTED, OPEN, CLOSED, clause=clause)
    if standing.scrutiny is not None:
        message = "The scrutineer has stated what they saw, and stays the scrutineer."
        raise Refusal("stated", clause, message)
    _check_fit(command, command.person, clause)
    reason = said(command.reason, "no-reason", clause, "Say why another scrutineer is named.")
    return [
        ScrutineerNamed(person=command.person, called=command.called, reason=reason, clause=clause)
    ]


@PROMOTION.evolves(ScrutineerNamed)
def scrutineer_named(standing: PublishedTerms, event: ScrutineerNamed) -> PublishedTerms:
    return replace(standing, overseer=event.person, overseer_called=event.called)


# What they saw


class StateScrutiny(Command, frozen=True, kw_only=True):
    """State what the scrutineer saw of the draw, before it is opened: `sound` or not, and of a
    drum the numbers that came out. The server adds the display name and what keeps the person
    from it."""

    pages = on_pages("promotions")
    server_fields = server_fills("called unfit")

    saw: str
    sound: bool = True
    value: str = ""
    called: str = ""
    unfit: str = ""


class ScrutinyStated(Event, frozen=True, kw_only=True):
    basis = record("what the scrutineer saw of the draw")
    sight = STAFF_ONLY
    topics = in_topics(Topic.DRAW)

    person: str
    called: str
    sound: bool
    saw: str
    value: str
    stated: datetime
    clause: str


@PROMOTION.decides(StateScrutiny, Leave(None, SCRUTINEER))
def state_scrutiny(
    standing: PublishedTerms, command: StateScrutiny, now: datetime
) -> Sequence[Event]:
    clause = scrutineer_clause(standing)
    in_phase(standing, CLOSED, clause=clause)
    check_sound(standing)
    check_time(standing, now)
    _check_fit(command, command.actor, clause)
    if not is_named(standing, command.actor, command.called):
        message = "The terms name another scrutineer than {person}."
        raise Refusal("not-named", clause, message, person=named(command.called or command.actor))
    if standing.scrutiny is not None:
        raise Refusal("stated", clause, "You have stated what you saw: it stays as it is.")
    saw = said(command.saw, "bad-command", clause, "Say what you saw of the draw.")
    value, is_drum = command.value, NUMBERS in standing.draw.beacon
    if value.strip() and not is_drum:
        message = "Only numbers that came out of a drum are stated here."
        raise Refusal("bad-value", clause, message)
    if is_drum and (command.sound or value.strip()):
        value = checked_value(standing.draw.beacon, value)
    return [
        ScrutinyStated(
            person=command.actor,
            called=command.called or command.actor,
            sound=command.sound,
            saw=saw,
            value=value,
            stated=now,
            clause=clause,
        )
    ]


@PROMOTION.evolves(ScrutinyStated)
def scrutiny_stated(standing: PublishedTerms, event: ScrutinyStated) -> PublishedTerms:
    seen = Scrutiny(event.person, event.called, event.sound, event.saw, event.value, event.stated)
    return replace(standing, scrutiny=seen)
