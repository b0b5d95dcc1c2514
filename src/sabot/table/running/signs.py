"""Signs at a table: what they announce, and how long they stand before it comes."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sabot.declarations import RECORD, on_pages, public, stops
from sabot.money import cents
from sabot.refusal import Refusal, quoted
from sabot.rules.conduct import Notice
from sabot.streams import Command, Event
from sabot.table.sights import SIGN
from sabot.table.sign import Shown
from sabot.table.state import OPEN, Table
from sabot.table.stream import BY_SUPERVISOR, TABLE, replace

MINIMUM, LIMITS, DIFFERENTIAL = "minimum", "limits", "differential"
CLOSE, VARIANT, PROTECTION = "close", "variant", "protection"
SIGNS = (MINIMUM, LIMITS, DIFFERENTIAL, CLOSE, VARIANT, PROTECTION)


class PostSign(Command, frozen=True, kw_only=True):
    """Put up a sign that announces a change and when it comes."""

    pages = on_pages("pit")
    stopped_by = stops()

    kind: str
    takes_effect: datetime
    amount: str | None = None
    text: str = ""


class SignPosted(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("", sign=SIGN)

    sign: Shown


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
    amount = None if command.amount is None else cents(command.amount)
    sign = Shown(command.kind, now, command.takes_effect, amount, command.text)
    return [SignPosted(sign=sign)]


@TABLE.evolves(SignPosted)
def sign_posted(table: Table, event: SignPosted) -> Table:
    others = tuple(sign for sign in table.signs if sign.kind != event.sign.kind)
    return replace(table, signs=(*others, event.sign))


def check_sign(
    table: Table,
    rule: Notice,
    kind: str,
    now: datetime,
    amount: int | None = None,
    text: str | None = None,
    among: Collection[int] = (),
) -> None:
    """Whether a sign has announced this for long enough, and its time has come. `among`: if the
    sign names an amount, it is one of these."""
    sign = next(
        (
            each
            for each in table.signs
            if each.kind == kind
            and amount in (None, each.amount)
            and text in (None, each.text)
            and (not among or each.amount is None or each.amount in among)
        ),
        None,
    )
    if sign is None:
        what = kind if amount is None else f"{kind} {table.told(amount)}"
        raise Refusal(
            "no-sign", rule.clause, "No sign at the table announces this: {what}.", what=what
        )
    ready = ready_at(sign, rule)
    if now < ready:
        raise Refusal(
            "too-early",
            rule.clause,
            "The sign must stand for {minutes} minutes and its time must have come: not"
            " before {ready}.",
            minutes=rule.minutes,
            ready=f"{ready.astimezone(ZoneInfo(table.conduct.zone)):%H:%M:%S}",
        )


def ready_at(sign: Shown, rule: Notice) -> datetime:
    """From when a sign has stood long enough, and its own time has come."""
    ready = sign.since + timedelta(minutes=rule.minutes)
    return ready if sign.takes_effect is None else max(ready, sign.takes_effect)


def take_sign(signs: tuple[Shown, ...], kind: str) -> tuple[Shown, ...]:
    """The signs without those that have done their work."""
    return tuple(sign for sign in signs if sign.kind != kind)
