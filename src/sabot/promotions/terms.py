"""The form of a promotion's terms: TOML in, plain data out.

What the terms do not say is None: silence is not "none". A blank text says nothing either. What
cannot be read, from a key that is none to a time without its offset, is refused with a sentence.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Final

import msgspec

from sabot.core.money import cents
from sabot.core.refusal import Refusal, quoted
from sabot.engine.declarations import PrizeAddress, bound, fixed
from sabot.promotions.earns import DAYS, OCCASIONS, OUTCOMES, Earns
from sabot.rules.promotions import PRIZES, WAYS_TO_PAY

NONE: Final = "none"
MOST_TICKETS: Final = 1_000
"""No single thing earns more."""


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    awarded: str | None = None
    where: str | None = None
    when: datetime | None = None
    eligible: str | None = None
    minimum_wager: str | None = None
    nature: str | None = None
    entries_close: datetime | None = None
    held: str | None = None
    claim: str | None = None
    claim_days: int | None = None
    attendance: bool | None = None
    notified: str | None = None
    published: str | None = None
    delivery: str | None = None
    marketing: bool | None = None
    available: str | None = None
    scrutineer: str | None = None


class Prize(msgspec.Struct, frozen=True, omit_defaults=True):
    """A prize and the facts that its kind requires; `value` in cents. `description_zh` is shown on
    Chinese pages."""

    kind: str | None = None
    description: str | None = None
    description_zh: str | None = None
    value: int | None = None
    conditions: str | None = None
    money_instead: str = NONE
    litres: Decimal | None = None
    make: str | None = None
    model: str | None = None
    accessories: str | None = None
    on_road_costs: str | bool | None = None
    persons: str | int | None = None
    includes: str | None = None
    dates: str | None = None
    spending_money: str | bool | None = None
    dwelling: str | None = None
    plans: str | None = None
    contract: str | None = None
    easements: str | None = None
    address: PrizeAddress | None = None


class Promotion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A promotion as it was handed in. `starts` is the first moment at which an entry can be
    earned; `law` also refuses what the Act forbids beyond a document; `earns` are the ways in.
    `name_zh` is shown on Chinese pages."""

    rulebooks: Annotated[tuple[str, ...], fixed(16, "rulebooks")]
    name: str | None = None
    name_zh: str | None = None
    submitted: datetime | None = None
    starts: datetime | None = None
    law: bool = True
    terms: Terms = Terms()
    prizes: Annotated[
        tuple[Prize, ...], bound(1_000, "prizes of a promotion", "Make another promotion.")
    ] = ()
    earns: Annotated[tuple[Earns, ...], bound(100, "ways to earn tickets", "Name fewer.")] = ()


def read_terms(text: bytes) -> Promotion:
    """The promotion that a file describes.

    >>> read_terms(b'rulebooks = ["star-baccarat"]').law
    True
    """
    try:
        form = tomllib.loads(text.decode("utf-8-sig"), parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as wrong:
        raise _unreadable(f"these terms are not TOML: {_why(wrong)}") from None
    return Promotion(**_read(form, PROMOTION, "the terms"))


def _why(wrong: Exception) -> str:
    if isinstance(wrong, UnicodeDecodeError):
        return "they are not written in UTF-8"
    if isinstance(wrong, tomllib.TOMLDecodeError):
        said = str(wrong).replace("'", '"')
        return said[:1].lower() + said[1:]
    if isinstance(wrong, RecursionError):
        return "there are too many brackets within brackets"
    return "a number is too long"


# What a key holds


class Misread(Exception):
    """A value of another form: what was expected."""


def text(value: object) -> str:
    if not isinstance(value, str):
        raise Misread("a text")
    return value.strip()


def flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise Misread("true or false")
    return value


def time(value: object) -> datetime:
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise Misread("a time with its offset, such as 2026-12-01T10:00:00+11:00")
    return value


def text_or_flag(value: object) -> str | bool:
    if not isinstance(value, str | bool):
        raise Misread("a text, or true or false")
    return value


def persons(value: object) -> str | int:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise Misread("a whole number")
    if isinstance(value, int) and value < 1:
        raise Misread("a number above zero")
    return value


def litres(value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise Misread("a number of litres")
    number = Decimal(value)
    if not number.is_finite() or number < 0:
        raise Misread("a number of litres, zero or more")
    return number


def amount(value: object) -> int:
    try:
        return cents(value)
    except Refusal:
        raise Misread(
            'an amount: a text such as "12000.00", more than nothing and below a trillion dollars'
        ) from None


def one_of(*words: str) -> Callable[[object], str]:
    def word(value: object) -> str:
        if value not in words:
            raise Misread(f"one of {', '.join(words)}")
        return str(value)

    return word


def names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(each, str) for each in value):
        raise Misread('a list of rulebooks, such as ["star-baccarat"]')
    return tuple(dict.fromkeys(value))


def terms(value: object) -> Terms:
    return Terms(**_read(value, TERMS, "[terms]"))


def prizes(value: object) -> tuple[Prize, ...]:
    if not isinstance(value, list):
        raise Misread("a table of its own for each prize, headed [[prizes]]")
    return tuple(
        Prize(**_read(each, PRIZE, f"prize {number}")) for number, each in enumerate(value, 1)
    )


def earns(value: object) -> tuple[Earns, ...]:
    if not isinstance(value, list):
        raise Misread("a table of its own for each way to earn a ticket, headed [[earns]]")
    return tuple(
        Earns(**_read(each, EARNS, f"way {number} to earn a ticket"))
        for number, each in enumerate(value, 1)
    )


def some_of(*words: str) -> Callable[[object], tuple[str, ...]]:
    def chosen(value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not value or not all(each in words for each in value):
            raise Misread(f"a list of {', '.join(words)}")
        return tuple(dict.fromkeys(value))

    return chosen


def texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(each, str) for each in value):
        raise Misread('a list of names, such as ["baccarat"]')
    return tuple(dict.fromkeys(value))


def whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= MOST_TICKETS:
        raise Misread(f"a whole number from 1 to {MOST_TICKETS}")
    return value


def odds(value: object) -> str:
    if (
        not isinstance(value, str)
        or re.fullmatch(r"[1-9][0-9]{0,5}:[1-9][0-9]{0,5}", value) is None
    ):
        raise Misread('odds, such as "100:1"')
    return value


Reader = Callable[[object], Any]
Form = Mapping[str, Reader]

PROMOTION: Final[Form] = {
    "rulebooks": names,
    "name": text,
    "name_zh": text,
    "submitted": time,
    "starts": time,
    "law": flag,
    "terms": terms,
    "prizes": prizes,
    "earns": earns,
}
EARNS: Final[Form] = {
    "on": one_of(*OCCASIONS),
    "wager": text,
    "outcome": one_of(*OUTCOMES),
    "odds": odds,
    "minimum": amount,
    "days": some_of(*DAYS),
    "tables": texts,
    "tickets": whole,
    "most_a_day": whole,
}
OTHER_TERMS: Final[Form] = {
    "when": time,
    "entries_close": time,
    "claim_days": whole,
    "attendance": flag,
    "marketing": flag,
}
TERMS: Final[Form] = {key: OTHER_TERMS.get(key, text) for key in Terms.__struct_fields__}
OTHER_DETAILS: Final[Form] = {
    "kind": one_of(*PRIZES),
    "value": amount,
    "money_instead": one_of(NONE, *WAYS_TO_PAY),
    "litres": litres,
    "on_road_costs": text_or_flag,
    "persons": persons,
    "spending_money": text_or_flag,
}
PRIZE: Final[Form] = {key: OTHER_DETAILS.get(key, text) for key in Prize.__struct_fields__}


def _read(table: object, form: Form, place: str) -> dict[str, Any]:
    """Return the entries of a table of the form, without blank ones."""
    if not isinstance(table, dict):
        raise _unreadable(f"{place} is {quoted(table)}, and should be a table")
    if unknown := [key for key in table if key not in form]:
        known = ", ".join(form)
        raise _unreadable(f"there is no {quoted(unknown[0])} in {place}; there are {known}")
    said = {key: each for key, each in table.items() if not _is_blank(each)}
    if form is PROMOTION and "rulebooks" not in said:
        raise _unreadable("the terms do not say which rulebooks the promotion touches")
    if form is EARNS and "on" not in said:
        raise _unreadable(f"{place} does not say on what: one of {', '.join(OCCASIONS)}")
    read: dict[str, Any] = {}
    for key, each in said.items():
        try:
            read[key] = form[key](each)
        except Misread as expected:
            raise _unreadable(f"in {place}, {key} is {quoted(each)}, not {expected}") from None
    return read


def _is_blank(value: object) -> bool:
    """A text in which nothing can be seen."""
    return isinstance(value, str) and not any(c.isprintable() and not c.isspace() for c in value)


def _unreadable(sentence: str) -> Refusal:
    return Refusal(
        "bad-terms", None, "{upper}{sentence}.", upper=sentence[:1].upper(), sentence=sentence[1:]
    )
