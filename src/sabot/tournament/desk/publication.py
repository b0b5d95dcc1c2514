"""Drafting a tournament, its head, and its conditions: complete, published, in the hands of the
regulator where the document says so, and fixed from the first entry on."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from sabot.core.alike import is_same
from sabot.core.refusal import Refusal, named
from sabot.core.revision import PEOPLE, holds
from sabot.engine.declarations import RECORD, decision, on_pages, public
from sabot.engine.streams import Command, Event, Leave
from sabot.parts.notices import notices_of
from sabot.rulebooks import in_force
from sabot.rules.roles import CASINO_OPERATOR, GAMING_MANAGER, HEADS
from sabot.tournament import tournament_of
from sabot.tournament.conditions import faults
from sabot.tournament.desk.state import (
    BEFORE_PLAY,
    DRAFTED,
    MOST_HEADS,
    NOTHING,
    OPEN,
    PUBLISHED,
    UNFINISHED,
    Contest,
)
from sabot.tournament.desk.stream import (
    TOURNAMENT,
    by_head,
    by_operator,
    check_head,
    reason_of,
    replace,
)
from sabot.tournament.desk.told import check_told

ZONE: Final = "Australia/Sydney"
LONGEST: Final = 200


class DraftTournament(Command, frozen=True, kw_only=True):
    """Begin a tournament of one game, in the edition of its document that is in force now."""

    pages = on_pages("tournaments")

    rulebook: str
    title: str


class TournamentDrafted(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("tournament rulebook edition title")

    tournament: str
    rulebook: str
    edition: str
    title: str


@TOURNAMENT.decides(DraftTournament, Leave(None, CASINO_OPERATOR), (NOTHING,), begins=True)
def draft_tournament(contest: Contest, command: DraftTournament, now: datetime) -> Sequence[Event]:
    book = in_force(command.rulebook, now)
    tournament_of(book)
    title = " ".join(command.title.split())
    if not title or len(title) > LONGEST:
        raise Refusal("bad-name", None, "Give the tournament a title, of 200 signs at most.")
    return [
        TournamentDrafted(
            tournament=contest.name, rulebook=book.id, edition=book.version, title=title
        )
    ]


@TOURNAMENT.evolves(TournamentDrafted)
def tournament_drafted(contest: Contest, event: TournamentDrafted) -> Contest:
    return replace(
        contest,
        phase=DRAFTED,
        rulebook=event.rulebook,
        edition=event.edition,
        title=event.title,
    )


# Who runs it


class AppointHead(Command, frozen=True, kw_only=True):
    """Appoint a person to run the tournament. `licence` is the person's licence number."""

    pages = on_pages("tournament")

    person: str
    licence: str


class HeadAppointed(Event, frozen=True, kw_only=True):
    basis = decision("rights")
    sight = public("person role")

    person: str
    role: str
    licence: str
    clause: str


def _appoints(contest: Contest, command: Command) -> Leave:
    power = contest.desk.appointed
    return Leave(power.clause, power.by)


@TOURNAMENT.decides(AppointHead, _appoints, UNFINISHED, sent_by=(GAMING_MANAGER, CASINO_OPERATOR))
def appoint_head(contest: Contest, command: AppointHead, now: datetime) -> Sequence[Event]:
    desk = contest.desk
    clause = desk.appointed.clause
    if not command.person.strip() or not command.licence.strip():
        raise Refusal("no-licence", clause, "Name a licensed person, and the licence.")
    if command.person in contest.heads:
        raise Refusal(
            "appointed", clause, "{person} runs it already.", person=named(command.person)
        )
    if len(contest.heads) >= MOST_HEADS:
        raise Refusal(
            "too-many",
            clause,
            "The tournament has as many heads as it can have: relieve one of them first.",
        )
    same = is_same if holds(command, PEOPLE) else str.__eq__
    if any(same(command.person, each) for each in contest.entries):
        raise Refusal("not-a-player", clause, "{person} plays in it.", person=named(command.person))
    return [
        HeadAppointed(
            person=command.person, role=desk.head, licence=command.licence.strip(), clause=clause
        )
    ]


@TOURNAMENT.evolves(HeadAppointed)
def head_appointed(contest: Contest, event: HeadAppointed) -> Contest:
    return replace(contest, heads=(*contest.heads, event.person))


class RelieveHead(Command, frozen=True, kw_only=True):
    """Relieve a person of running the tournament."""

    pages = on_pages("tournament")

    person: str
    reason: str


class HeadRelieved(Event, frozen=True, kw_only=True):
    basis = decision("rights")
    sight = public("person role")

    person: str
    role: str
    reason: str
    clause: str


@TOURNAMENT.decides(RelieveHead, _appoints, UNFINISHED, sent_by=(GAMING_MANAGER, CASINO_OPERATOR))
def relieve_head(contest: Contest, command: RelieveHead, now: datetime) -> Sequence[Event]:
    desk = contest.desk
    if command.person not in contest.heads:
        message = "{person} was not appointed to run this tournament."
        raise Refusal("not-appointed", desk.appointed.clause, message, person=named(command.person))
    return [
        HeadRelieved(
            person=command.person,
            role=desk.head,
            reason=reason_of(command.reason),
            clause=desk.appointed.clause,
        )
    ]


@TOURNAMENT.evolves(HeadRelieved)
def head_relieved(contest: Contest, event: HeadRelieved) -> Contest:
    return replace(contest, heads=tuple(each for each in contest.heads if each != event.person))


# Conditions


class PublishConditions(Command, frozen=True, kw_only=True):
    """Publish the conditions, in the form of `sabot tournament check`."""

    pages = on_pages("tournament")

    conditions: dict[str, Any]


class ConditionsPublished(Event, frozen=True, kw_only=True):
    """`digest` is that of the conditions as they were given."""

    basis = RECORD
    sight = public("number conditions digest clause")

    number: int
    conditions: dict[str, Any]
    digest: str
    clause: str


def readable(conditions: dict[str, Any]) -> dict[str, Any]:
    """Conditions that came as JSON: what they call a time is one."""
    starts = conditions.get("starts")
    if not isinstance(starts, str):
        return conditions
    try:
        return {**conditions, "starts": msgspec.convert(starts, datetime)}
    except msgspec.ValidationError:
        return conditions


@TOURNAMENT.decides(
    PublishConditions,
    by_operator(lambda desk: desk.published),
    BEFORE_PLAY,
    sent_by=(CASINO_OPERATOR,),
)
def publish_conditions(
    contest: Contest, command: PublishConditions, now: datetime
) -> Sequence[Event]:
    desk = contest.desk
    if contest.count:
        message = "A player has entered under these conditions: they cannot change any more."
        raise Refusal("conditions-fixed", desk.published, message)
    given = {**command.conditions, "rulebook": contest.rulebook, "name": contest.title}
    if command.conditions.get("rulebook", contest.rulebook) != contest.rulebook:
        raise Refusal("bad-conditions", desk.published, "These are another game's conditions.")
    found = faults(readable(given))
    if found:
        told = " ".join(f"{each.message} ({each.clause})" for each in found)
        raise Refusal("bad-conditions", found[0].clause, told)
    text = msgspec.json.encode(given, order="sorted")
    number = contest.conditions_version + 1
    published = ConditionsPublished(
        number=number,
        conditions=msgspec.json.decode(text),
        digest=hashlib.sha256(text).hexdigest(),
        clause=desk.published,
    )
    duties = () if desk.told is None else (desk.told,)
    about = f"version {number} of the conditions"
    return [published, *notices_of(contest.notices, duties, about, now, ZONE)]


@TOURNAMENT.evolves(ConditionsPublished)
def conditions_published(contest: Contest, event: ConditionsPublished) -> Contest:
    return replace(
        contest,
        phase=PUBLISHED if contest.phase == DRAFTED else contest.phase,
        conditions=event.conditions,
        conditions_version=event.number,
        told=contest.notices.count + 1,
    )


def said(contest: Contest, key: str) -> Any:
    """Return the value of a condition; None if it is missing or "none"."""
    answer = contest.conditions.get(key)
    blank = isinstance(answer, str) and answer.strip() in ("", "none")
    return None if blank or answer is False else answer


def minutes_of_notice(contest: Contest) -> int:
    """Return the reasonable notice in minutes."""
    found = contest.conditions.get("notice_minutes")
    return found if isinstance(found, int) else REASONABLE


REASONABLE: Final = 20
"""As the documents ask for before a table closes, unless the conditions say otherwise."""


# Entries are taken


class OpenEntry(Command, frozen=True, kw_only=True):
    """Take entries from now on. `free_until`: they may be withdrawn free of charge until then."""

    pages = on_pages("tournament")

    free_until: datetime | None = None


class EntryOpened(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("free_until conditions clause")

    free_until: datetime | None
    conditions: int
    clause: str


@TOURNAMENT.decides(
    OpenEntry, by_operator(lambda desk: desk.published), (PUBLISHED,), sent_by=(CASINO_OPERATOR,)
)
def open_entry(contest: Contest, command: OpenEntry, now: datetime) -> Sequence[Event]:
    desk = contest.desk
    if not contest.heads:
        raise Refusal("no-head", desk.appointed.clause, "Appoint a {head} first.", head=desk.head)
    check_told(contest)
    until = command.free_until
    if desk.withdrawal is None and until is not None:
        raise Refusal(
            "no-refund", desk.refunds, "The fee is not given back to an entrant who withdraws."
        )
    if desk.withdrawal is not None and (until is None or until.tzinfo is None):
        message = "Say until when an entry may be withdrawn free of charge."
        raise Refusal("no-period", desk.withdrawal, message)
    return [
        EntryOpened(free_until=until, conditions=contest.conditions_version, clause=desk.published)
    ]


@TOURNAMENT.evolves(EntryOpened)
def entry_opened(contest: Contest, event: EntryOpened) -> Contest:
    return replace(contest, phase=OPEN, free_until=event.free_until)


class RequireAgreement(Command, frozen=True, kw_only=True):
    """Require written agreement to the rules and conditions from all later entrants."""

    pages = on_pages("tournament")


class AgreementRequired(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("clause")

    clause: str


@TOURNAMENT.decides(
    RequireAgreement, by_head(lambda desk: desk.agreement), BEFORE_PLAY, sent_by=HEADS
)
def require_agreement(
    contest: Contest, command: RequireAgreement, now: datetime
) -> Sequence[Event]:
    check_head(contest, command)
    if contest.agreement:
        message = "All entrants agree in writing already."
        raise Refusal("no-change", contest.desk.agreement, message)
    return [AgreementRequired(clause=contest.desk.agreement)]


@TOURNAMENT.evolves(AgreementRequired)
def agreement_required(contest: Contest, event: AgreementRequired) -> Contest:
    return replace(contest, agreement=True)
