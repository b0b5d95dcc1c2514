"""Winners: told in time, or passed over, for instance when the days to claim have run out."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.core.revision import RESULTS, holds
from sabot.engine.declarations import (
    AT_THE_DESK,
    RECORD,
    STAFF_ONLY,
    StaffText,
    on_pages,
    public,
    server_fills,
    statement,
)
from sabot.engine.streams import Command, Confirmer, Event
from sabot.parts.notices import NoticeDue, NoticeGiven, is_late, notices_of
from sabot.promotions.running.opening import check_sound
from sabot.promotions.running.state import (
    DRAWN,
    Award,
    Passed,
    PublishedTerms,
    clause_of,
    replace,
    sections_of,
    zone_of,
)
from sabot.promotions.running.stream import BY_OPERATOR, BY_STAFF, PROMOTION, in_phase, said
from sabot.promotions.terms import Prize
from sabot.promotions.winners import telling, way_to_tell
from sabot.rules.roles import CASINO_OPERATOR, DEALER

REASONS: Final = ("absent", "ineligible", "unclaimed", "declined")


Barred = Mapping[str, str]
"""Reasons why entrants may not have a prize any more, by reference."""


def awards_of(standing: PublishedTerms, order: Sequence[int], barred: Barred) -> dict[int, Award]:
    """The first tickets of the order, one for each prize, as far as there are tickets of people who
    may still take part."""
    places = in_order(standing, order, barred)
    return {
        prize: Award(prize, place, number, standing.ticket(number).entrant)
        for prize, (place, number) in zip(
            range(1, len(standing.told.prizes) + 1), places, strict=False
        )
    }


def in_order(
    standing: PublishedTerms, order: Sequence[int], barred: Barred, after: int = 0
) -> Iterator[tuple[int, int]]:
    """Place and ticket of those who may have a prize, from the first place after that on."""
    for place, number in enumerate(order[after:], after + 1):
        if standing.ticket(number).entrant not in barred:
            yield place, number


def telling_of(
    standing: PublishedTerms, award: Award, now: datetime, after: int = 0
) -> list[NoticeDue]:
    """Return the notices due to a winner who need not attend, by each document, numbered from
    `after` on."""
    attendance = bool(standing.told.terms.attendance)
    found = (telling(attendance, each) for each in sections_of(standing).values())
    duties = [duty for duty in found if duty is not None]
    about = f"prize {award.prize}, ticket {award.ticket}"
    notices = replace(standing.notices, count=standing.notices.count + after)
    return notices_of(notices, duties, about, now, zone_of(standing))


def award_of(standing: PublishedTerms, prize: int) -> Award:
    """The award of a prize that is still to be handed over."""
    in_phase(standing, DRAWN)
    award = standing.awards.get(prize)
    if award is None:
        raise Refusal("no-prize", None, "No ticket was drawn for a prize {prize}.", prize=prize)
    if award.done:
        raise Refusal(
            "handed-over",
            clause_of(standing, "claim"),
            "Prize {prize} is {done}.",
            prize=prize,
            done=award.done,
        )
    return award


def prize_of(standing: PublishedTerms, prize: int) -> Prize:
    return standing.told.prizes[prize - 1]


# Told


class TellWinner(Command, frozen=True, kw_only=True):
    """An attempt to tell a winner: by which way, and whether they were reached."""

    pages = on_pages(
        "promote",
        without={DEALER: AT_THE_DESK},
    )

    prize: int
    way: str
    reached: bool
    note: StaffText = ""


class WinnerTold(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    prize: int
    entrant: str
    way: str
    reached: bool
    note: StaffText
    clause: str
    attempt: int
    told: datetime | None = None


@PROMOTION.decides(TellWinner, BY_STAFF)
def tell_winner(standing: PublishedTerms, command: TellWinner, now: datetime) -> Sequence[Event]:
    award = award_of(standing, command.prize)
    told = told_by(standing, award, command.way, command.reached, command.note)
    if holds(command, RESULTS):
        told = replace(told, told=now)
    return [told, *_given(standing, award, command, now)]


def told_by(
    standing: PublishedTerms, award: Award, way: str, reached: bool, note: str
) -> WinnerTold:
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
    standing: PublishedTerms, award: Award, command: TellWinner, now: datetime
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
def winner_told(standing: PublishedTerms, event: WinnerTold) -> PublishedTerms:
    award = standing.awards[event.prize]
    reached = award.reached or event.reached
    told = award.told or event.told or standing.at
    return with_award(standing, replace(award, attempts=event.attempt, reached=reached, told=told))


def with_award(standing: PublishedTerms, award: Award) -> PublishedTerms:
    return replace(standing, awards={**standing.awards, award.prize: award})


# Passed over


class PassOver(Command, frozen=True, kw_only=True):
    """The winner of a prize is not there, may not have it, does not claim or declines it: the next
    ticket of the order has it. Another person confirms it, for one gets what another loses. Who is
    ineligible fails a `condition` of the terms; `evidence` shows that, or that the winner declines.
    The house puts in who of the next cannot take part any more."""

    pages = on_pages("promote")
    server_fields = server_fills("barred")

    prize: int
    cause: str
    reason: str
    condition: str = ""
    evidence: str = ""
    barred: dict[str, str] = msgspec.field(default_factory=dict)


class WinnerPassedOver(Event, frozen=True, kw_only=True):
    """`ticket` is the next one; 0 if none is left. `skipped` were next and cannot take part any
    more: why, by reference."""

    basis = statement("draw")
    sight = public("prize passed cause ticket place clause")
    grows_with = "the entrants who are barred"

    prize: int
    passed: int
    cause: str
    reason: str
    ticket: int
    entrant: str
    place: int
    clause: str | None
    skipped: dict[str, str] = msgspec.field(default_factory=dict)
    condition: str = ""
    evidence: str = ""


def _confirms_passing(standing: PublishedTerms, command: PassOver) -> Confirmer:
    return Confirmer(clause_of(standing, "claim"), CASINO_OPERATOR)


@PROMOTION.decides(
    PassOver, BY_OPERATOR, confirmed_by=_confirms_passing, confirmers=(CASINO_OPERATOR,)
)
def pass_over(standing: PublishedTerms, command: PassOver, now: datetime) -> Sequence[Event]:
    clause = clause_of(standing, "claim")
    check_sound(standing)
    award = award_of(standing, command.prize)
    if command.cause not in REASONS:
        causes = " or ".join(REASONS)
        message = "A winner is passed over who is {causes}, not who is {cause}."
        raise Refusal("bad-cause", clause, message, causes=causes, cause=quoted(command.cause))
    if command.cause == "absent" and not standing.told.terms.attendance:
        raise Refusal("need-not-attend", clause, "The terms do not ask that winners be present.")
    reason = said(command.reason, "no-reason", clause, "Say why this winner is passed over.")
    if holds(command, RESULTS):
        CAUSES[command.cause](standing, award, command, now)
    rest = in_order(standing, standing.draw.order, command.barred, last_place(standing))
    place, ticket = next(rest, (0, 0))
    passed = WinnerPassedOver(
        prize=award.prize,
        passed=award.ticket,
        cause=command.cause,
        reason=reason,
        ticket=ticket,
        entrant=standing.ticket(ticket).entrant if ticket else "",
        place=place,
        clause=clause,
        skipped=command.barred,
        condition=command.condition.strip(),
        evidence=command.evidence.strip(),
    )
    new = Award(award.prize, place, ticket, passed.entrant)
    return [passed, *(telling_of(standing, new, now) if ticket else ())]


# The facts of each cause


def _is_absent(standing: PublishedTerms, award: Award, command: PassOver, now: datetime) -> None:
    """The winner was called after the draw, and has neither come nor claimed."""
    if not award.attempts or award.reached or award.claim:
        message = "The winner is called first, and has not come: note the attempt."
        raise Refusal("not-told", clause_of(standing, "claim"), message)


def _is_unclaimed(standing: PublishedTerms, award: Award, command: PassOver, now: datetime) -> None:
    """The winner was told, and the period of the terms has run out."""
    clause, days = clause_of(standing, "claim"), standing.told.terms.claim_days
    if days is None:
        message = "The terms name no number of days within which a prize is claimed (claim_days)."
        raise Refusal("no-period", clause, message)
    if award.claim:
        raise Refusal("claimed", clause, "The winner has claimed this prize.")
    if award.told is None:
        raise Refusal("not-told", clause, "The winner was not told yet: note the attempt first.")
    if now < award.told + timedelta(days=days):
        message = "The winner has {days} days from when they were told."
        raise Refusal("too-early", clause, message, days=days)


def _is_ineligible(
    standing: PublishedTerms, award: Award, command: PassOver, now: datetime
) -> None:
    """The winner fails a condition that the terms name, and there is evidence of it."""
    terms = standing.told.terms
    known = [key for key in CONDITIONS if getattr(terms, key) not in (None, "none")]
    if command.condition.strip() not in known:
        message = "Name the condition of the terms that the winner fails: one of {known}."
        raise Refusal(
            "bad-condition", clause_of(standing, "eligible"), message, known=", ".join(known)
        )
    _check_evidence(standing, command)


def _has_declined(standing: PublishedTerms, award: Award, command: PassOver, now: datetime) -> None:
    """There is a record of the winner's own words."""
    _check_evidence(standing, command)


def _check_evidence(standing: PublishedTerms, command: PassOver) -> None:
    message = "Say what shows it: a document, a recording, a record of the casino."
    said(command.evidence, "no-evidence", clause_of(standing, "claim"), message)


CONDITIONS: Final = ("eligible", "minimum_wager", "claim")
"""Keys of the terms by which a winner can be ineligible."""
CAUSES: Final = {
    "absent": _is_absent,
    "ineligible": _is_ineligible,
    "unclaimed": _is_unclaimed,
    "declined": _has_declined,
}
"""Check of the facts of each cause, since the revision `RESULTS`."""


def last_place(standing: PublishedTerms) -> int:
    """The last of the order that was drawn for some prize."""
    return max(each.place for each in standing.awards.values())


@PROMOTION.evolves(WinnerPassedOver)
def winner_passed_over(standing: PublishedTerms, event: WinnerPassedOver) -> PublishedTerms:
    passed = (*standing.passed, Passed(event.prize, event.passed, event.cause))
    standing = replace(standing, passed=passed)
    if not event.ticket:
        lost = replace(standing.awards[event.prize], done="left without a winner")
        return with_award(standing, lost)
    first, each = standing.notices.count + 1, len(standing.editions)
    notices = () if standing.told.terms.attendance else tuple(range(first, first + each))
    return with_award(
        standing, Award(event.prize, event.place, event.ticket, event.entrant, notices)
    )
