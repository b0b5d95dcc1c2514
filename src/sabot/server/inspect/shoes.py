"""Virtual stacks of cards: what bound the house to each, and whether it opened as it was bound."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from sabot.core.cards import read_cards
from sabot.core.refusal import Refusal, quoted
from sabot.floor.kinds import TABLES
from sabot.server.inspect.logbook import COUP_ENDED
from sabot.shoe.commitment import Commitment, Opening, verify
from sabot.store import Store, Stored

MOST_SHOES: Final = 200
SCANNED: Final = 20_000
"""So many events are looked at for one page."""
DIGEST: Final = b'"digest":"'
OPENED: Final = b'"opened":{'
SALT_DIGITS: Final = frozenset("0123456789abcdef")


class ShoeRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stack from the event that bound the house to its order. `opened` is the event that showed
    the order, and `checks` whether it is the one that was bound; both None while it is in use.
    `coup` is the first one dealt from it, `number` the shuffle's. `put_aside`: no coup was dealt
    from it before the cards were shuffled again, for that `reason`, if one was given."""

    seq: int
    at: str
    what: str
    digest: str
    coup: int
    number: int | None = None
    cards: int | None = None
    clause: str | None = None
    opened: int | None = None
    opened_at: str | None = None
    checks: bool | None = None
    put_aside: bool = False
    reason: str = ""


class ShoesPage(msgspec.Struct, frozen=True):
    """Stacks in the order of the log; the next page begins after event `after` and coup `coup`
    unless this is all."""

    shoes: list[ShoeRow]
    after: int
    coup: int
    done: bool


class ShoeOpening(msgspec.Struct, frozen=True):
    """The opening of a stack: SHA-256 over the line `sabot stack 1`, the salt and the cards, each
    ending in a newline, must be the digest."""

    seq: int
    digest: str
    opened: int
    salt: str
    order: str
    checks: bool


def shoes(store: Store, table: str, after: int, coup: int, limit: int) -> ShoesPage:
    """The stacks that were bound after an event; `coup` is the last one that was over by then. One
    whose opening is beyond the page is left to the next."""
    made: list[ShoeRow] = []
    current: ShoeRow | None = None
    place = after
    for scanned, each in enumerate(store.read(TABLES.stream(table), after), 1):
        place = each.seq
        event = _event(each) if DIGEST in each.line or COUP_ENDED in each.line else None
        if event is not None:
            if current is not None and isinstance(event.get("opened"), dict):
                current = _opened(current, event, coup)
            if COUP_ENDED in each.line and isinstance(event.get("number"), int):
                coup = event["number"]
            if isinstance(event.get("digest"), str):
                made += [] if current is None else [current]
                current = _bound(event, coup)
        if len(made) == limit or (scanned >= SCANNED and (made or current is None)):
            place = place if current is None else current.seq - 1
            coup = coup if current is None else current.coup - 1
            return ShoesPage(made, place, coup, False)
    return ShoesPage(made if current is None else [*made, current], place, coup, True)


def opening(store: Store, table: str, seq: int) -> ShoeOpening:
    """Return the opening of the stack that an event committed to."""
    events = _bindings(store, table, seq)
    first = next(events, None)
    if first is None or first["seq"] != seq or not isinstance(first.get("digest"), str):
        raise Refusal(
            "no-shoe",
            None,
            "Event {seq} of table {table} is not the commitment to a stack.",
            seq=seq,
            table=quoted(table),
        )
    for event in events:
        shown = event.get("opened")
        if isinstance(shown, dict):
            salt, order = str(shown.get("salt", "")), str(shown.get("order", ""))
            checks = _checks(first["digest"], salt, order)
            return ShoeOpening(seq, first["digest"], event["seq"], salt, order, checks)
    raise Refusal("not-opened", None, "This stack is in use: its order is not shown yet.")


def opened_after(store: Store, table: str, seq: int) -> tuple[str, str] | None:
    """Salt and order of the stack in use after an event, from where they were shown; None while it
    is still in use."""
    for each in store.read(TABLES.stream(table), seq):
        shown = (_event(each) or {}).get("opened") if OPENED in each.line else None
        if isinstance(shown, dict):
            return str(shown.get("salt", "")), str(shown.get("order", ""))
    return None


def _bindings(store: Store, table: str, seq: int) -> Iterator[dict[str, Any]]:
    """The events from this one on that bind the house, or show what bound it."""
    for each in store.read(TABLES.stream(table), seq - 1):
        event = _event(each) if DIGEST in each.line or each.seq == seq else None
        if event is not None:
            yield event


def _event(each: Stored) -> dict[str, Any] | None:
    try:
        event = msgspec.json.decode(each.line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return event | {"seq": each.seq} if isinstance(event, dict) else None


def _bound(event: dict[str, Any], coup: int) -> ShoeRow:
    number, cards, clause = (event.get(key) for key in ("number", "cards", "clause"))
    shuffled = str(event.get("what", "")).startswith("cards-shuffled/")
    return ShoeRow(
        event["seq"],
        str(event.get("at", "")),
        str(event.get("what", "")),
        event["digest"],
        coup + 1,
        number if shuffled and isinstance(number, int) else None,
        cards if isinstance(cards, int) else None,
        clause if isinstance(clause, str) else None,
    )


def _opened(row: ShoeRow, event: dict[str, Any], coup: int) -> ShoeRow:
    shown = event["opened"]
    again = str(event.get("what", "")).startswith("cards-shuffled/")
    salt, order = str(shown.get("salt", "")), str(shown.get("order", ""))
    return msgspec.structs.replace(
        row,
        opened=event["seq"],
        opened_at=str(event.get("at", "")),
        checks=_checks(row.digest, salt, order),
        cards=row.cards if row.cards is not None else len(order.split(" ")),
        put_aside=again and coup < row.coup,
        reason=str(event.get("reason", "")) if again and coup < row.coup else "",
    )


def _checks(digest: str, salt: str, order: str) -> bool:
    """Return True if the digest commits to this order."""
    try:
        cards = read_cards(order.split(" "))
    except Refusal:
        return False
    whole = bool(salt) and SALT_DIGITS.issuperset(salt)
    return whole and verify(Commitment(digest, len(cards)), Opening(salt, cards))
