"""Signs at a table: what they announce, and how long they stand before it comes."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sabot.core.money import cents, cents_or_none
from sabot.core.refusal import Refusal, quoted
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import RECORD, on_pages, public, stops
from sabot.engine.streams import Command, Event
from sabot.rules.operation.conduct import Notice
from sabot.table.limits.sign_text import SignText, limit_of
from sabot.table.sights import SIGN
from sabot.table.sign import ShownSign
from sabot.table.state import OPEN, Limit, Table
from sabot.table.stream import BY_SUPERVISOR, TABLE, replace

MINIMUM, LIMITS, DIFFERENTIAL = "minimum", "limits", "differential"
CLOSE, VARIANT, PROTECTION = "close", "variant", "protection"
SIGNS = (MINIMUM, LIMITS, DIFFERENTIAL, CLOSE, VARIANT, PROTECTION)
OF_ONE_BET: Final = (MINIMUM, PROTECTION)
"""Kinds of signs that may speak of one bet."""
MOST_SIGNS: Final = 24
"""Maximum number of signs that stand at a table at once."""


class PostSign(Command, frozen=True, kw_only=True):
    """Put up a sign that announces what changes, to what, and when.

    `minimum`, `protection` and `differential` need an `amount` (a differential of 0: none any
    more), the first two perhaps a `wager`, whose minimum it is; `limits` the whole new `sign`;
    `variant` the scheme as `text`.
    """

    pages = on_pages("pit")
    stopped_by = stops()

    kind: str
    takes_effect: datetime
    amount: str | None = None
    text: str = ""
    wager: str | None = None
    sign: SignText | None = None


class SignPosted(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("", sign=SIGN)

    sign: ShownSign


@TABLE.decides(PostSign, BY_SUPERVISOR, OPEN)
def post_sign(table: Table, command: PostSign, now: datetime) -> Sequence[Event]:
    if command.kind not in SIGNS:
        known = ", ".join(SIGNS)
        raise Refusal(
            "bad-sign",
            None,
            "A sign announces {known}, not {kind}.",
            known=known,
            kind=quoted(command.kind),
        )
    if command.takes_effect.tzinfo is None:
        raise Refusal("bad-sign", None, "Give the time of the change with its time zone.")
    revised = holds(command, WAGERS)
    read = cents_or_none if revised and command.kind == DIFFERENTIAL else cents
    amount = None if command.amount is None else read(command.amount)
    if not revised:
        return [
            SignPosted(
                sign=ShownSign(command.kind, now, command.takes_effect, amount, command.text)
            )
        ]
    limit = None if command.sign is None else limit_of(table.book, table.opened, command.sign)
    sign = ShownSign(
        kind=command.kind,
        since=now,
        takes_effect=command.takes_effect,
        amount=amount,
        text=command.text,
        wager=command.wager,
        limit=limit,
        number=max((each.number for each in table.signs), default=0) + 1,
    )
    _check_content(table, sign)
    _check_time(table, sign)
    if len(_without(table.signs, sign)) >= MOST_SIGNS:
        message = "{most} signs stand at the table: take one down first."
        raise Refusal("bad-sign", None, message, most=MOST_SIGNS)
    return [SignPosted(sign=sign)]


def _check_content(table: Table, sign: ShownSign) -> None:
    """Reject a sign that does not say what changes and to what."""
    rule = notice_of(table, sign.kind)
    clause = None if rule is None else rule.clause
    if sign.kind in (MINIMUM, PROTECTION, DIFFERENTIAL) and sign.amount is None:
        message = "A sign of this kind names the new amount: {kind}."
        raise Refusal("bad-sign", clause, message, kind=sign.kind)
    if (sign.kind == LIMITS) != (sign.limit is not None):
        message = "A sign of new limits, and no other, has the whole new sign with it."
        raise Refusal("bad-sign", clause, message)
    if sign.kind == VARIANT:
        if not sign.text:
            message = "A sign of another game in play names the scheme."
            raise Refusal("bad-sign", clause, message)
        table.book.scheme(sign.text)
    if sign.wager is not None:
        if sign.kind not in OF_ONE_BET:
            message = "Only a sign of a minimum speaks of one bet."
            raise Refusal("bad-sign", clause, message)
        wager = table.book.wager(sign.wager)
        if wager.id not in table.opened.wagers:
            message = "{wager} is not offered at this table."
            raise Refusal("not-offered", clause, message, wager=wager.name)


def _check_time(table: Table, sign: ShownSign) -> None:
    """Reject a sign for a time that is over. Where the document asks for prior notice without a
    time, the change comes after the sign."""
    rule, when = notice_of(table, sign.kind), sign.takes_effect
    assert when is not None
    prior = rule is not None and not rule.minutes
    if when < sign.since or (prior and when == sign.since):
        message = "A sign announces a time that is still to come."
        raise Refusal("bad-sign", None if rule is None else rule.clause, message)


@TABLE.evolves(SignPosted)
def sign_posted(table: Table, event: SignPosted) -> Table:
    sign = event.sign
    if sign.number:
        return replace(table, signs=(*_without(table.signs, sign), sign))
    others = tuple(each for each in table.signs if each.kind != sign.kind)
    return replace(table, signs=(*others, sign))


def _without(signs: tuple[ShownSign, ...], new: ShownSign) -> tuple[ShownSign, ...]:
    """Return the signs that stand beside a new one: one of the same content gives way to it."""
    return tuple(each for each in signs if each.announced != new.announced)


class RemoveSign(Command, frozen=True, kw_only=True):
    """Take down a sign that announces a change: what it announced does not come."""

    pages = on_pages("pit")
    stopped_by = stops()

    number: int


class SignRemoved(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("", sign=SIGN)

    sign: ShownSign


@TABLE.decides(RemoveSign, BY_SUPERVISOR, OPEN)
def remove_sign(table: Table, command: RemoveSign, now: datetime) -> Sequence[Event]:
    sign = next((each for each in table.signs if each.number == command.number), None)
    if sign is None:
        message = "No sign with the number {number} stands at this table."
        raise Refusal("no-sign", None, message, number=command.number)
    return [SignRemoved(sign=sign)]


@TABLE.evolves(SignRemoved)
def sign_removed(table: Table, event: SignRemoved) -> Table:
    return replace(table, signs=tuple(each for each in table.signs if each != event.sign))


# Changes that a sign licenses


def check_sign(
    table: Table,
    rule: Notice,
    kind: str,
    now: datetime,
    amount: int | None = None,
    text: str | None = None,
    among: Collection[int] = (),
) -> None:
    """Reject a change that no sign has announced for long enough, or before its time. `among`: if
    the sign names an amount, it must be one of these."""
    found = [
        each
        for each in table.signs
        if each.kind == kind
        and amount in (None, each.amount)
        and text in (None, each.text)
        and (not among or each.amount is None or each.amount in among)
    ]
    check_ready(table, rule, found, kind if amount is None else f"{kind} {table.told(amount)}", now)


def check_ready(
    table: Table, rule: Notice, signs: Sequence[ShownSign], what: str, now: datetime
) -> None:
    """Reject what none of these signs has announced for long enough."""
    if not signs:
        raise Refusal(
            "no-sign", rule.clause, "No sign at the table announces this: {what}.", what=what
        )
    ready = min(ready_at(sign, rule) for sign in signs)
    if now < ready:
        raise Refusal(
            "too-early",
            rule.clause,
            "The sign must stand for {minutes} minutes and its time must have come: not"
            " before {ready}.",
            minutes=rule.minutes,
            ready=f"{ready.astimezone(ZoneInfo(table.conduct.zone)):%H:%M:%S}",
        )


def ready_at(sign: ShownSign, rule: Notice) -> datetime:
    """From when a sign has stood long enough, and its own time has come."""
    ready = sign.since + timedelta(minutes=rule.minutes)
    return ready if sign.takes_effect is None else max(ready, sign.takes_effect)


def notice_of(table: Table, kind: str) -> Notice | None:
    """Return the rule that says how long a sign of that kind has to stand."""
    general, limits = table.conduct.general, table.conduct.limits
    if kind == DIFFERENTIAL and limits.differential_change and limits.change:
        change = limits.change
        return Notice(limits.differential_change, change.by, change.minutes, change.or_consent)
    others = {CLOSE: general.close, VARIANT: general.variant, PROTECTION: limits.end_protection}
    return others.get(kind, limits.change)


def take_sign(
    signs: tuple[ShownSign, ...], kind: str, announced: Collection[object]
) -> tuple[ShownSign, ...]:
    """Return the signs without those of a kind that have done their work: those that announced
    one of these amounts or texts, and those without a number."""
    return tuple(
        sign
        for sign in signs
        if sign.kind != kind or (sign.number and not {sign.amount, sign.text} & set(announced))
    )


def without_fulfilled(signs: tuple[ShownSign, ...], limit: Limit) -> tuple[ShownSign, ...]:
    """Return the signs without those of limits whose announcement has come true, or that have no
    number."""
    return tuple(
        sign
        for sign in signs
        if sign.kind not in (MINIMUM, LIMITS, DIFFERENTIAL)
        or (sign.number and not _is_true(sign, limit))
    )


def _is_true(sign: ShownSign, limit: Limit) -> bool:
    if sign.limit is not None:
        return sign.limit == limit
    if sign.kind == DIFFERENTIAL:
        return sign.amount == (limit.differential or 0)
    if sign.wager is None:
        return sign.amount == limit.least
    line = limit.by_wager.get(sign.wager)
    return sign.amount == (limit.least if line is None or line.least is None else line.least)
