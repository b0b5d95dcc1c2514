"""Winners: told in time, passed over for the next one, handed their prize, and published."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec

from sabot.money import cash, cents
from sabot.parts.notices import NoticeDue, NoticeGiven, is_late, notices_of
from sabot.promotions.claims import check_payment
from sabot.promotions.running.opening import check_sound
from sabot.promotions.running.state import (
    DRAWN,
    Award,
    Standing,
    clause_of,
    replace,
    sections_of,
    zone_of,
)
from sabot.promotions.running.stream import BY_OPERATOR, BY_STAFF, PROMOTION, in_phase, said
from sabot.promotions.terms import NONE, Prize
from sabot.promotions.winners import telling, way_to_tell
from sabot.refusal import Refusal, quoted
from sabot.rules.promotions import BY_CHEQUE, BY_TRANSFER, CASH, MONEY
from sabot.rules.roles import CAGE, CASINO_OPERATOR
from sabot.streams import Command, Confirmer, Event

REASONS: Final = ("absent", "ineligible", "unclaimed", "declined")
HANDED_OVER: Final = "handed over"


def awards_of(standing: Standing, order: Sequence[int]) -> dict[int, Award]:
    """The first tickets of the order, one for each prize, as far as there are tickets."""
    prizes = range(1, len(standing.told.prizes) + 1)
    return {
        prize: Award(prize, prize, number, standing.ticket(number).entrant)
        for prize, number in zip(prizes, order, strict=False)
    }


def telling_of(standing: Standing, award: Award, now: datetime, after: int = 0) -> list[NoticeDue]:
    """What a winner who need not attend is due, by each document; numbered on after so many."""
    attendance = bool(standing.told.terms.attendance)
    found = (telling(attendance, each) for each in sections_of(standing).values())
    duties = [duty for duty in found if duty is not None]
    about = f"prize {award.prize}, ticket {award.ticket}"
    notices = replace(standing.notices, count=standing.notices.count + after)
    return notices_of(notices, duties, about, now, zone_of(standing))


def award_of(standing: Standing, prize: int) -> Award:
    """The award of a prize that is still to be handed over."""
    in_phase(standing, DRAWN)
    award = standing.awards.get(prize)
    if award is None:
        raise Refusal("no-prize", None, f"No ticket was drawn for a prize {prize}.")
    if award.done:
        raise Refusal(
            "handed-over", clause_of(standing, "claim"), f"Prize {prize} is {award.done}."
        )
    return award


def prize_of(standing: Standing, prize: int) -> Prize:
    return standing.told.prizes[prize - 1]


# Told


class TellWinner(Command, frozen=True, kw_only=True):
    """An attempt to tell a winner: by which way, and whether they were reached."""

    prize: int
    way: str
    reached: bool
    note: str = ""


class WinnerTold(Event, frozen=True, kw_only=True):
    prize: int
    entrant: str
    way: str
    reached: bool
    note: str
    clause: str
    attempt: int


@PROMOTION.decides(TellWinner, BY_STAFF)
def tell_winner(standing: Standing, command: TellWinner, now: datetime) -> Sequence[Event]:
    award = award_of(standing, command.prize)
    told = told_by(standing, award, command.way, command.reached, command.note)
    return [told, *_given(standing, award, command, now)]


def told_by(standing: Standing, award: Award, way: str, reached: bool, note: str) -> WinnerTold:
    """An attempt by one of the ways that every document knows."""
    clauses = [way_to_tell(way, each) for each in sections_of(standing).values()]
    return WinnerTold(
        prize=award.prize,
        entrant=award.entrant,
        way=way,
        reached=reached,
        note=note.strip(),
        clause=clauses[0],
        attempt=award.attempts + 1,
    )


def _given(
    standing: Standing, award: Award, command: TellWinner, now: datetime
) -> list[NoticeGiven]:
    """The least that a document asks for is one attempt by one of its ways."""
    due = (standing.notices.due.get(number) for number in award.notices)
    return [
        NoticeGiven(
            number=each.number,
            to=each.to,
            clause=each.clause,
            channel=command.way,
            note=command.note.strip(),
            given=now,
            late=is_late(each, now),
        )
        for each in due
        if each is not None and each.given is None
    ]


@PROMOTION.evolves(WinnerTold)
def winner_told(standing: Standing, event: WinnerTold) -> Standing:
    award = standing.awards[event.prize]
    reached = award.reached or event.reached
    return _with(standing, replace(award, attempts=event.attempt, reached=reached))


def _with(standing: Standing, award: Award) -> Standing:
    return replace(standing, awards={**standing.awards, award.prize: award})


# Passed over


class PassOver(Command, frozen=True, kw_only=True):
    """The winner of a prize is not there, may not have it, does not claim or declines it: the next
    ticket of the order has it. Another person confirms it, for one gets what another loses."""

    prize: int
    cause: str
    reason: str


class WinnerPassedOver(Event, frozen=True, kw_only=True):
    """`ticket` is the next one; 0 where nobody is left."""

    prize: int
    passed: int
    cause: str
    reason: str
    ticket: int
    entrant: str
    place: int
    clause: str | None


def _confirms_passing(standing: Standing, command: PassOver) -> Confirmer:
    return Confirmer(clause_of(standing, "claim"), CASINO_OPERATOR)


@PROMOTION.decides(PassOver, BY_OPERATOR, confirmed_by=_confirms_passing)
def pass_over(standing: Standing, command: PassOver, now: datetime) -> Sequence[Event]:
    clause = clause_of(standing, "claim")
    check_sound(standing)
    award = award_of(standing, command.prize)
    if command.cause not in REASONS:
        causes = " or ".join(REASONS)
        message = f"Only who is {causes} is passed over, not who is {quoted(command.cause)}."
        raise Refusal("bad-cause", clause, message)
    if command.cause == "absent" and not standing.told.terms.attendance:
        raise Refusal("need-not-attend", clause, "The terms do not ask that winners be there.")
    reason = said(command.reason, "no-reason", clause, "Say why this winner is passed over.")
    order, place = standing.draw.order, _next_place(standing)
    ticket = order[place - 1] if place <= len(order) else 0
    passed = WinnerPassedOver(
        prize=award.prize,
        passed=award.ticket,
        cause=command.cause,
        reason=reason,
        ticket=ticket,
        entrant=standing.ticket(ticket).entrant if ticket else "",
        place=place if ticket else 0,
        clause=clause,
    )
    new = Award(award.prize, place, ticket, passed.entrant)
    return [passed, *(telling_of(standing, new, now) if ticket else ())]


def _next_place(standing: Standing) -> int:
    """The first of the order that has not been drawn for any prize."""
    return max(each.place for each in standing.awards.values()) + 1


@PROMOTION.evolves(WinnerPassedOver)
def winner_passed_over(standing: Standing, event: WinnerPassedOver) -> Standing:
    if not event.ticket:
        lost = replace(standing.awards[event.prize], done="left without a winner")
        return _with(standing, lost)
    first, each = standing.notices.count + 1, len(standing.editions)
    notices = () if standing.told.terms.attendance else tuple(range(first, first + each))
    return _with(standing, Award(event.prize, event.place, event.ticket, event.entrant, notices))


# Handed over


class HandOver(Command, frozen=True, kw_only=True):
    """The winner gets the prize. `instead`: its money alternative; `parts` is how money is paid, so
    much by each way, and `chosen` that the winner has chosen so; another person confirms it."""

    prize: int
    reference: str
    instead: bool = False
    parts: dict[str, str] = msgspec.field(default_factory=dict)
    chosen: bool = False


class PrizeHandedOver(Event, frozen=True, kw_only=True):
    prize: int
    ticket: int
    entrant: str
    value: int
    parts: dict[str, int]
    instead: bool
    chosen: bool
    reference: str
    clause: str | None


def _confirms_prize(standing: Standing, command: HandOver) -> Confirmer:
    return Confirmer(clause_of(standing, "claim"), CAGE)


@PROMOTION.decides(HandOver, BY_STAFF, confirmed_by=_confirms_prize)
def hand_over(standing: Standing, command: HandOver, now: datetime) -> Sequence[Event]:
    clause = clause_of(standing, "claim")
    check_sound(standing)
    award = award_of(standing, command.prize)
    if not award.claim:
        raise Refusal("not-claimed", clause, "The winner has not claimed this prize yet.")
    reference = said(
        command.reference, "bad-command", clause, "Say what shows that it was received."
    )
    prize = prize_of(standing, command.prize)
    parts = {way: cents(amount) for way, amount in command.parts.items()}
    for section in sections_of(standing).values():
        check_payment(prize, parts, command.chosen, section)
    if command.instead:
        _check_instead(standing, prize, parts)
    elif prize.kind != CASH:
        _check_parts(prize, parts, clause)
    return [
        PrizeHandedOver(
            prize=award.prize,
            ticket=award.ticket,
            entrant=award.entrant,
            value=prize.value or 0,
            parts=parts,
            instead=command.instead,
            chosen=command.chosen,
            reference=reference,
            clause=clause,
        )
    ]


def _check_parts(prize: Prize, parts: dict[str, int], clause: str | None) -> None:
    """Money is paid by cheque or transfer, as much as it is worth; a thing is no money."""
    if prize.kind != MONEY:
        if parts:
            raise Refusal("bad-way", clause, "This prize is a thing: it is not paid.")
        return
    if not parts or not {*parts} <= {BY_CHEQUE, BY_TRANSFER}:
        raise Refusal("bad-way", clause, "A prize in money is paid by cheque or transfer.")
    if sum(parts.values()) != prize.value:
        message = f"The parts make up the prize, {cash(prize.value or 0)}."
        raise Refusal("bad-amount", clause, message)


def _check_instead(standing: Standing, prize: Prize, parts: dict[str, int]) -> None:
    """Money for a thing is given as the terms state it, and not otherwise."""
    for section in sections_of(standing).values():
        rule = section.money_instead
        if prize.money_instead == NONE:
            message = "The terms give no money instead of this prize."
            raise Refusal("no-money-instead", rule.clause, message)
        if [*parts] != [prize.money_instead]:
            message = f"The terms give money instead by {prize.money_instead}, and by nothing else."
            raise Refusal("bad-way", rule.clause, message)


@PROMOTION.evolves(PrizeHandedOver)
def prize_handed_over(standing: Standing, event: PrizeHandedOver) -> Standing:
    return _with(standing, replace(standing.awards[event.prize], done=HANDED_OVER))


# Published


class PublishResults(Command, frozen=True, kw_only=True):
    """The results were published, as the terms say: where."""

    where: str


class ResultsPublished(Event, frozen=True, kw_only=True):
    where: str
    clause: str | None
    published: datetime


@PROMOTION.decides(PublishResults, BY_OPERATOR)
def publish_results(standing: Standing, command: PublishResults, now: datetime) -> Sequence[Event]:
    clause = clause_of(standing, "published")
    in_phase(standing, DRAWN, clause=clause)
    where = said(command.where, "bad-command", clause, "Say where the results are published.")
    return [ResultsPublished(where=where, clause=clause, published=now)]


@PROMOTION.evolves(ResultsPublished)
def results_published(standing: Standing, event: ResultsPublished) -> Standing:
    return replace(standing, published=event.published)
