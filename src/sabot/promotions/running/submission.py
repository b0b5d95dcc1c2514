"""Terms handed in, checked by every document that they touch, and changed."""

from collections.abc import Sequence
from datetime import date, datetime

from sabot.core.refusal import Refusal, named, quoted
from sabot.core.revision import RESULTS, holds
from sabot.engine.declarations import RECORD, STAFF_ONLY, on_pages, statement
from sabot.engine.streams import Command, Confirmer, Event
from sabot.parts.notices import DueNotice, NoticeDue, notices_of
from sabot.promotions.running.state import (
    NOTHING,
    OPEN,
    SUBMITTED,
    PublishedTerms,
    clause_of,
    replace,
    sections_of,
    zone_of,
)
from sabot.promotions.running.stream import BY_OPERATOR, PROMOTION, in_phase, said
from sabot.promotions.submission import change_terms, check_start
from sabot.promotions.terms import Promotion, read_terms
from sabot.promotions.terms_check import check, section_of
from sabot.rulebooks import EDITIONS, in_force
from sabot.rules.irregularities.irregularity import Duty
from sabot.rules.roles import CASINO_OPERATOR


class SubmitPromotion(Command, frozen=True, kw_only=True):
    """Submit the terms, in the form of `sabot promotion check`. The time of submission is now; the
    form's own is ignored."""

    pages = on_pages("promote")

    form: str


class PromotionSubmitted(Event, frozen=True, kw_only=True):
    """`editions` are the documents in force, which it is held to."""

    basis = RECORD
    sight = STAFF_ONLY

    terms: Promotion
    editions: dict[str, str]


@PROMOTION.decides(SubmitPromotion, BY_OPERATOR, begins=True)
def submit_promotion(
    standing: PublishedTerms, command: SubmitPromotion, now: datetime
) -> Sequence[Event]:
    in_phase(standing, NOTHING)
    terms = replace(read_terms(command.form.encode()), submitted=now)
    submitted = PromotionSubmitted(terms=terms, editions=editions_of(terms, now))
    after = promotion_submitted(standing, submitted)
    if terms.starts is not None:
        check_start(now, terms.starts, sections_of(after))
    check_terms(after)
    return [submitted, *_handed_in(after, now)]


@PROMOTION.evolves(PromotionSubmitted)
def promotion_submitted(standing: PublishedTerms, event: PromotionSubmitted) -> PublishedTerms:
    terms = event.terms
    return replace(
        standing,
        phase=SUBMITTED,
        terms=terms,
        editions=event.editions,
        edition=1,
        submitted=terms.submitted,
        submission=tuple(range(1, len(event.editions) + 1)),
    )


def editions_of(terms: Promotion, now: datetime) -> dict[str, str]:
    """The documents of its games as they are in force."""
    for book in terms.rulebooks:
        section_of(book)
    return {book: in_force(book, now).version for book in terms.rulebooks}


def check_terms(standing: PublishedTerms) -> None:
    """Complete, nothing forbidden, and possible: by every document that they touch."""
    terms, held_to = standing.told, sections_of(standing)
    lines = check(terms, held_to)
    if lines:
        found = lines[0].message
        if len(lines) > 1:
            found = f"{found} There are {len(lines) - 1} more such things."
        raise Refusal("bad-terms", lines[0].clause, found)
    closes, drawn, starts = terms.terms.entries_close, terms.terms.when, terms.starts
    assert closes is not None and drawn is not None and starts is not None
    if closes <= starts:
        clause = clause_of(standing, "entries_close")
        raise Refusal("bad-terms", clause, "Entries would be closed before the promotion starts.")
    if drawn < closes:
        clause = clause_of(standing, "when")
        raise Refusal("bad-terms", clause, "The prize would be awarded before the entries close.")
    _check_ways(standing, terms)


def _check_ways(standing: PublishedTerms, terms: Promotion) -> None:
    clause = clause_of(standing, "eligible")
    if not terms.earns:
        raise Refusal("bad-terms", clause, "The terms name no way to earn a ticket.")
    known = {
        wager for book, dated in standing.editions.items() for wager in EDITIONS[book][dated].by_id
    }
    for rule in terms.earns:
        if rule.wager is not None and rule.wager not in known:
            message = "None of these games has a wager {wager}."
            raise Refusal("bad-terms", clause, message, wager=quoted(rule.wager))
        if not rule.by_stake and (rule.wager or rule.outcome or rule.odds or rule.minimum):
            message = "Only a wager or a result has a wager, an outcome, odds or a minimum."
            raise Refusal("bad-terms", clause, message)


def _handed_in(after: PublishedTerms, now: datetime) -> list[NoticeDue]:
    """The regulator gets the full terms in time: a notice of each document. One that waits still is
    about the terms as they are now."""
    duties = [each.submission.duty for each in sections_of(after).values()]
    due = _due(after, duties, now)
    waiting = [after.notices.due.get(number) for number in after.submission]
    if len(waiting) == len(due) and all(each and each.given is None for each in waiting):
        return [
            NoticeDue(notice=replace(each.notice, number=number))
            for each, number in zip(due, after.submission, strict=True)
        ]
    return due


def _due(standing: PublishedTerms, duties: Sequence[Duty], now: datetime) -> list[NoticeDue]:
    about = f"the terms of {named(standing.told.name or standing.name)}"
    zone = zone_of(standing)
    return notices_of(standing.notices, duties, about, now, zone, standing.told.starts)


def sent(standing: PublishedTerms) -> list[DueNotice]:
    """The notices by which the regulator gets the terms as they are now."""
    found = (standing.notices.due.get(number) for number in standing.submission)
    return [each for each in found if each is not None]


# Changed


class ChangeTerms(Command, frozen=True, kw_only=True):
    """New terms in the place of the old. `approval` is the number of the regulator's approval,
    where one is needed, with its date and the person who gave it; another person confirms it."""

    pages = on_pages("promote")

    form: str
    reason: str
    approval: str = ""
    approval_dated: date | None = None
    approved_by: str = ""


class TermsChanged(Event, frozen=True, kw_only=True):
    basis = statement("terms")
    sight = STAFF_ONLY

    terms: Promotion
    editions: dict[str, str]
    edition: int
    reason: str
    approval: str
    begun: bool
    submission: tuple[int, ...]
    approval_dated: date | None = None
    approved_by: str = ""


def _confirms_change(standing: PublishedTerms, command: ChangeTerms) -> Confirmer | None:
    """Require a second person to change terms once entries can be earned."""
    clauses = [each.changes.clause for each in sections_of(standing).values()]
    return Confirmer(clauses[0], CASINO_OPERATOR) if standing.phase == OPEN else None


@PROMOTION.decides(
    ChangeTerms, BY_OPERATOR, confirmed_by=_confirms_change, confirmers=(CASINO_OPERATOR,)
)
def change(standing: PublishedTerms, command: ChangeTerms, now: datetime) -> Sequence[Event]:
    in_phase(standing, SUBMITTED, OPEN)
    reason = said(command.reason, "no-reason", None, "Say why the terms are changed.")
    if holds(command, RESULTS):
        _check_approval(command, now)
    old, terms = standing.told, read_terms(command.form.encode())
    assert old.starts is not None
    begun = now >= old.starts
    terms = replace(terms, submitted=old.submitted if begun else now)
    editions = {**editions_of(terms, now), **_pinned(standing, terms)}
    after = replace(standing, terms=terms, editions=editions, edition=standing.edition + 1)
    held_to = {**sections_of(standing), **sections_of(after)}
    starts = old.starts if begun else terms.starts or old.starts
    duties = change_terms(now, starts, held_to, bool(command.approval.strip()))
    check_terms(after)
    _check_kept(standing, terms, begun)
    due = _due(after, duties, now) if begun else _handed_in(after, now)
    changed = TermsChanged(
        terms=terms,
        editions=editions,
        edition=after.edition,
        reason=reason,
        approval=command.approval.strip(),
        begun=begun,
        submission=standing.submission if begun else tuple(each.notice.number for each in due),
        approval_dated=command.approval_dated,
        approved_by=command.approved_by.strip(),
    )
    return [changed, *due]


def _check_approval(command: ChangeTerms, now: datetime) -> None:
    """Refuse an approval that is no document: it has a number, a date and a person."""
    given = (command.approval.strip(), command.approval_dated, command.approved_by.strip())
    if any(given) and not all(given):
        message = "An approval is a document: give its number, its date and who signed it."
        raise Refusal("no-approval", None, message)
    if command.approval_dated is not None and command.approval_dated > now.date():
        raise Refusal("no-approval", None, "That approval has a date that is still to come.")


def _pinned(standing: PublishedTerms, terms: Promotion) -> dict[str, str]:
    """A game that it touched already is held to the same document."""
    return {book: standing.editions[book] for book in terms.rulebooks if book in standing.editions}


def _check_kept(standing: PublishedTerms, terms: Promotion, begun: bool) -> None:
    """Refuse changes of terms that are fixed by now."""
    closes, known_from = terms.terms.entries_close, standing.draw.known_from
    assert closes is not None
    if known_from is not None and closes > known_from:
        message = "The outside value of the draw would be known before the entries close."
        raise Refusal("beacon-known", clause_of(standing, "entries_close"), message)
    if begun and terms.starts != standing.told.starts:
        raise Refusal(
            "begun",
            clause_of(standing, "held"),
            "The promotion has started: its start cannot change.",
        )
    gone = [book for book in standing.editions if book not in terms.rulebooks]
    if begun and gone:
        message = "After the start, no game is taken out of the promotion."
        raise Refusal("begun", clause_of(standing, "held"), message)


@PROMOTION.evolves(TermsChanged)
def terms_changed(standing: PublishedTerms, event: TermsChanged) -> PublishedTerms:
    return replace(
        standing,
        terms=event.terms,
        editions=event.editions,
        edition=event.edition,
        submitted=standing.submitted if event.begun else event.terms.submitted,
        submission=event.submission,
    )
