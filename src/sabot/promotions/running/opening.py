"""Steps before the first entry: publish the terms, commit the draw, open the promotion."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, quoted
from sabot.engine.declarations import RECORD, STAFF_ONLY, on_pages, server_fills
from sabot.engine.streams import Command, Event
from sabot.promotions.faults import TERMS
from sabot.promotions.running.state import (
    OPEN,
    SUBMITTED,
    Heard,
    Publicity,
    PublishedTerms,
    clause_of,
    replace,
    sections_of,
)
from sabot.promotions.running.stream import BY_OPERATOR, PROMOTION, in_phase, said
from sabot.promotions.running.submission import sent
from sabot.promotions.submission import in_time

# Made known


class RecordPublicity(Command, frozen=True, kw_only=True):
    """Record how the terms were made known: `key` is "marketing" for material that names them, or
    "available" for a place where they can be had."""

    pages = on_pages("promote")

    key: str
    text: str


class PublicityRecorded(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    key: str
    text: str
    clause: str


@PROMOTION.decides(RecordPublicity, BY_OPERATOR)
def record_publicity(
    standing: PublishedTerms, command: RecordPublicity, now: datetime
) -> Sequence[Event]:
    in_phase(standing, SUBMITTED, OPEN)
    clause = clause_of(standing, command.key)
    if clause is None or command.key not in ("marketing", "available"):
        message = "Record marketing or where the terms are available, not {key}."
        raise Refusal("bad-command", None, message, key=quoted(command.key))
    text = said(command.text, "bad-command", clause, "Say what it is, and where.")
    return [PublicityRecorded(key=command.key, text=text, clause=clause)]


@PROMOTION.evolves(PublicityRecorded)
def publicity_recorded(standing: PublishedTerms, event: PublicityRecorded) -> PublishedTerms:
    newest = (*standing.publicity, Publicity(event.key, event.text))[-20:]
    kept = dict.fromkeys((*(_last(standing, key) for key in ("marketing", "available")), *newest))
    return replace(standing, publicity=tuple(each for each in kept if each is not None)[-22:])


def _last(standing: PublishedTerms, key: str) -> Publicity | None:
    return next((each for each in reversed(standing.publicity) if each.key == key), None)


# Opened


class OpenPromotion(Command, frozen=True, kw_only=True):
    """Let entries be earned, from the start on that the terms name. The house puts in how far each
    table is."""

    pages = on_pages("promote")
    server_fields = server_fills("tables")

    tables: dict[str, Heard] | None = None


class PromotionOpened(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY
    grows_with = "the tables of the casino"

    tables: dict[str, Heard]


@PROMOTION.decides(OpenPromotion, BY_OPERATOR)
def open_promotion(
    standing: PublishedTerms, command: OpenPromotion, now: datetime
) -> Sequence[Event]:
    in_phase(standing, SUBMITTED)
    check_sound(standing)
    _check_sent(standing)
    _check_known(standing)
    if not standing.draw.digest:
        message = "Seal the draw's secret first: it must be sealed before the first entry."
        raise Refusal("no-commitment", clause_of(standing, "awarded"), message)
    closes = standing.told.terms.entries_close
    if closes is not None and now >= closes:
        clause = clause_of(standing, "entries_close")
        raise Refusal("entries-closed", clause, "Its entries would be closed by now.")
    return [PromotionOpened(tables=command.tables or {})]


def _check_sent(standing: PublishedTerms) -> None:
    """The regulator has had the terms long enough before the start."""
    starts, due = standing.told.starts, {each.clause: each for each in sent(standing)}
    assert starts is not None
    for section in sections_of(standing).values():
        rule = section.submission
        notice = due.get(rule.clause)
        if notice is None or notice.given is None:
            message = "The {to} has not been sent the terms yet."
            raise Refusal("not-submitted", rule.clause, message, to=rule.to)
        if not in_time(notice.given, starts, rule):
            raise Refusal(
                "starts-too-soon",
                rule.clause,
                "The {to} had the terms less than {hours} hours before the start: move the start.",
                to=rule.to,
                hours=rule.hours,
            )


def _check_known(standing: PublishedTerms) -> None:
    for section in sections_of(standing).values():
        for item in section.made_known:
            if _last(standing, item.key) is None:
                message = "The promotion's announcements do not say {key} yet."
                raise Refusal("not-made-known", item.clause, message, key=TERMS[item.key])


def check_sound(standing: PublishedTerms) -> None:
    """Nothing goes on while its integrity is in doubt."""
    if standing.doubt:
        clauses = [each.integrity.clause for each in sections_of(standing).values()]
        message = "It is postponed until its integrity is validated."
        raise Refusal("compromised", clauses[0], message)


@PROMOTION.evolves(PromotionOpened)
def promotion_opened(standing: PublishedTerms, event: PromotionOpened) -> PublishedTerms:
    return replace(standing, phase=OPEN, tables=event.tables)
