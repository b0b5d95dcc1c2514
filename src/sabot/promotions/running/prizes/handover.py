"""Prizes handed over as the terms and the winner say, and the results published."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec

from sabot.core.money import cash, cents
from sabot.core.refusal import Refusal
from sabot.engine.declarations import (
    AT_THE_DESK,
    RECORD,
    STAFF_ONLY,
    on_pages,
    server_fills,
    statement,
)
from sabot.engine.streams import Command, Confirmer, Event
from sabot.promotions.claims import check_payment
from sabot.promotions.running.opening import check_sound
from sabot.promotions.running.prizes.awards import award_of, prize_of, with_award
from sabot.promotions.running.state import DRAWN, PublishedTerms, clause_of, replace, sections_of
from sabot.promotions.running.stream import BY_OPERATOR, BY_STAFF, PROMOTION, in_phase, said
from sabot.promotions.terms import NONE, Prize
from sabot.rules.promotions import BY_CHEQUE, BY_TRANSFER, CASH, MONEY
from sabot.rules.roles import CAGE, DEALER

HANDED_OVER: Final = "handed over"


class HandOver(Command, frozen=True, kw_only=True):
    """The winner gets the prize. `instead`: its money alternative; `parts` is how money is paid, so
    much by each way, and `chosen` that the winner has chosen so; another person confirms it. The
    house puts in why the winner is barred, if so."""

    pages = on_pages(
        "promote",
        without={DEALER: AT_THE_DESK},
    )
    server_fields = server_fills("barred")

    prize: int
    reference: str
    instead: bool = False
    parts: dict[str, str] = msgspec.field(default_factory=dict)
    chosen: bool = False
    barred: str = ""


class PrizeHandedOver(Event, frozen=True, kw_only=True):
    basis = statement("prize", amount=lambda event: event.value)
    sight = STAFF_ONLY

    prize: int
    ticket: int
    entrant: str
    value: int
    parts: dict[str, int]
    instead: bool
    chosen: bool
    reference: str
    clause: str | None


def _confirms_prize(standing: PublishedTerms, command: HandOver) -> Confirmer:
    return Confirmer(clause_of(standing, "claim"), CAGE)


@PROMOTION.decides(HandOver, BY_STAFF, confirmed_by=_confirms_prize, confirmers=(CAGE,))
def hand_over(standing: PublishedTerms, command: HandOver, now: datetime) -> Sequence[Event]:
    clause = clause_of(standing, "claim")
    check_sound(standing)
    award = award_of(standing, command.prize)
    if command.barred:
        message = "The winner is {barred} by now: the prize goes to the next of the order."
        raise Refusal("ineligible", clause_of(standing, "eligible"), message, barred=command.barred)
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
        message = "The parts add up to the prize, {value}."
        raise Refusal("bad-amount", clause, message, value=cash(prize.value or 0))


def _check_instead(standing: PublishedTerms, prize: Prize, parts: dict[str, int]) -> None:
    """Money for a thing is given as the terms state it, and not otherwise."""
    for section in sections_of(standing).values():
        rule = section.money_instead
        if prize.money_instead == NONE:
            message = "The terms give no money instead of this prize."
            raise Refusal("no-money-instead", rule.clause, message)
        if sum(parts.values()) != prize.value:
            message = "Money in place of the prize is what it is worth: {value}."
            raise Refusal("bad-amount", rule.clause, message, value=cash(prize.value or 0))
        if [*parts] != [prize.money_instead]:
            message = "The terms pay money in place of the prize by {money_instead} only."
            raise Refusal("bad-way", rule.clause, message, money_instead=prize.money_instead)


@PROMOTION.evolves(PrizeHandedOver)
def prize_handed_over(standing: PublishedTerms, event: PrizeHandedOver) -> PublishedTerms:
    return with_award(standing, replace(standing.awards[event.prize], done=HANDED_OVER))


# Published


class PublishResults(Command, frozen=True, kw_only=True):
    """The results were published, as the terms say: where."""

    pages = on_pages("promote")

    where: str


class ResultsPublished(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    where: str
    clause: str | None
    published: datetime


@PROMOTION.decides(PublishResults, BY_OPERATOR)
def publish_results(
    standing: PublishedTerms, command: PublishResults, now: datetime
) -> Sequence[Event]:
    clause = clause_of(standing, "published")
    in_phase(standing, DRAWN, clause=clause)
    where = said(command.where, "bad-command", clause, "Say where the results are published.")
    return [ResultsPublished(where=where, clause=clause, published=now)]


@PROMOTION.evolves(ResultsPublished)
def results_published(standing: PublishedTerms, event: ResultsPublished) -> PublishedTerms:
    return replace(standing, published=event.published)
