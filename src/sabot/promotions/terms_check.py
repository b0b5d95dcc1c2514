"""Terms held to the documents of every game that the promotion touches, item by item.

A promotion over several games satisfies each of their documents, so that the strictest holds.
"""

from collections.abc import Iterator

import msgspec

from sabot.core.refusal import Refusal
from sabot.promotions import prizes
from sabot.promotions.faults import TERMS, TermsFault
from sabot.promotions.submission import Sections, in_time
from sabot.promotions.terms import NONE, Promotion
from sabot.rulebooks import rulebook
from sabot.rules.promotions import Promotions


class TermsLine(msgspec.Struct, frozen=True):
    """A missing or forbidden item of the terms under one rulebook."""

    item: str
    clause: str
    rulebook: str
    message: str


def sections(promotion: Promotion) -> Sections:
    """Return the promotion sections of the documents of its games, by rulebook."""
    return {name: section_of(name) for name in promotion.rulebooks}


def section_of(name: str) -> Promotions:
    book = rulebook(name)
    if book.promotions is None:
        message = "The rules of {game}, {casino}, say nothing of promotional prizes."
        raise Refusal("no-promotions", None, message, game=book.title, casino=book.casino)
    return book.promotions


def check(promotion: Promotion, held_to: Sections | None = None) -> list[TermsLine]:
    """Everything that is missing or forbidden, rulebook by rulebook; `held_to` are the documents,
    the newest ones where none are named."""
    return [
        TermsLine(item, clause, name, message)
        for name, section in (held_to or sections(promotion)).items()
        for item, clause, message in faults(promotion, section)
    ]


def faults(promotion: Promotion, section: Promotions) -> Iterator[TermsFault]:
    """Yield the faults that one document finds."""
    yield from prizes.unseen(promotion.prizes, promotion.terms.scrutineer, section)
    yield from unsubmitted(promotion, section)
    yield from unknown(promotion, section)
    yield from unstated(promotion, section)
    yield from uncompelled(promotion, section)
    yield from prizeless(promotion, section)
    for number, prize in enumerate(promotion.prizes, 1):
        called = f"Prize {number}"
        yield from prizes.unstated(prize, called, section)
        yield from prizes.forbidden(prize, called, section)
        yield from prizes.liquor(prize, called, section)
        yield from prizes.cash(prize, called, section, promotion.law)
        yield from prizes.money_instead(prize, called, section, promotion.law)


def unsubmitted(promotion: Promotion, section: Promotions) -> Iterator[TermsFault]:
    """The full terms go to the regulator so many elapsed hours before the start, or earlier."""
    rule = section.submission
    if promotion.submitted is None or promotion.starts is None:
        missing = "submitted" if promotion.submitted is None else "starts"
        said = {
            "submitted": f"when the {rule.to} had them",
            "starts": "when the promotion starts",
        }
        message = (
            f"The terms do not say {said[missing]}, and they must be there"
            f" {rule.hours} hours before the start."
        )
        yield TermsFault("submitted", rule.clause, message)
    elif not in_time(promotion.submitted, promotion.starts, rule):
        message = f"The {rule.to} had the terms less than {rule.hours} hours before the start."
        yield TermsFault("submitted", rule.clause, message)


def unknown(promotion: Promotion, section: Promotions) -> Iterator[TermsFault]:
    """The terms are named in the marketing and easy to get."""
    for item in section.made_known:
        if not getattr(promotion.terms, item.key):
            yield TermsFault(item.key, item.clause, f"The terms do not say {TERMS[item.key]}.")


def unstated(promotion: Promotion, section: Promotions) -> Iterator[TermsFault]:
    """Yield items that terms must include and that are missing."""
    for item in section.terms:
        if getattr(promotion.terms, item.key) is None:
            yield TermsFault(item.key, item.clause, f"The terms do not say {TERMS[item.key]}.")


def uncompelled(promotion: Promotion, section: Promotions) -> Iterator[TermsFault]:
    """Yield a fault where the terms state no compulsory wager although every ticket is earned by
    one."""
    none = (promotion.terms.minimum_wager or "").casefold() == NONE
    if none and promotion.earns and all(rule.by_stake for rule in promotion.earns):
        message = "Tickets are earned by wagers alone, and the terms say that none is compulsory."
        yield TermsFault("minimum_wager", clause_for("minimum_wager", section), message)


def clause_for(key: str, section: Promotions) -> str:
    """The clause that asks for a term."""
    return next(each.clause for each in section.terms if each.key == key)


def prizeless(promotion: Promotion, section: Promotions) -> Iterator[TermsFault]:
    """Terms without any prize."""
    if not promotion.prizes:
        yield TermsFault("prizes", section.prize[0].clause, "The terms name no prize.")
