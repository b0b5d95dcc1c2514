"""Prove one coup, one stack of cards or one player's visit to a person outside the casino: what was
verified, by which digests, and what was not."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, Final

import msgspec

from sabot import __version__
from sabot.audit.audit import Audit
from sabot.audit.shoes import ShoeCheck, shoe_checks
from sabot.core.refusal import Refusal, named
from sabot.engine.finding import Finding
from sabot.engine.streams import Event
from sabot.floor.kinds import TABLES
from sabot.rulebooks import EDITIONS
from sabot.server.inspect.audit import (
    Clerk,
    FoundWrong,
    Say,
    StreamEvents,
    check_chain,
    decide_again,
    wrong_of,
)
from sabot.server.inspect.evidence import HeldCheck, signed_checks
from sabot.server.inspect.logbook import COUP_ENDED, coup_span
from sabot.store import Store, open_store
from sabot.store.log.lines import hash_in
from sabot.table import TABLE
from sabot.table.result.ends import Stakes
from sabot.table.state import VIRTUAL

COUP, SHOE, VISIT = "coup", "shoe", "visit"
MOST_LISTED: Final = 50
OPENED: Final = b'"what":"table-opened/'
CAME_OR_WENT: Final = (b'"what":"player-joined/', b'"what":"player-left/')


class Prove(msgspec.Struct, frozen=True, tag_field="errand", tag="prove"):
    """Prove one coup, the stack that event `shoe` bound the house to, or the last visit of a
    player. `witness` is where the house's own settings say that one is, `key` the one to trust."""

    store: str
    table: str
    coup: int = 0
    shoe: int = 0
    player: str = ""
    witness: str = ""
    key: str = ""


class Span(msgspec.Struct, frozen=True):
    """Some events of a table's stream, from the first to the last; `over` once none can follow."""

    first: int
    last: int
    over: bool


class RangeProof(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """The verified parts of `about`, and the others. Events `first` to `last` of the table's stream
    are its subject, `head` is the stream's last event when it was read; `staked` and `returned` are
    those of the player, or of all players, in its coups."""

    about: str
    table: str
    number: int
    player: str
    rulebook: str
    title: str
    edition: str
    rules: str
    feed: str
    first: int
    last: int
    over: bool
    first_at: str
    last_at: str
    first_hash: str
    last_hash: str
    head: int
    head_hash: str
    coups: tuple[int, ...]
    staked: int
    returned: int
    checks: tuple[HeldCheck, ...]
    findings: tuple[FoundWrong, ...]
    release: str = __version__


def prove(order: Prove, say: Say) -> None:
    """Everything at the table decided again, then what bears on the part that is asked for."""
    with open_store(order.store, create=False) as store:
        stream = TABLES.stream(order.table)
        events = StreamEvents(store, stream)
        if not events.streams:
            raise Refusal(
                "unknown-table", None, "There is no table {order}.", order=named(order.table)
            )
        span = _span(store, stream, order, events.streams[stream])
        clerk = Clerk(say, 2 * len(events))
        chained, decided = _audited(order.table, events, clerk, span)
        say(_proof(store, order, span, events.streams[stream], (chained, decided), clerk.found))


def _audited(
    table: str, events: StreamEvents, clerk: Clerk, span: Span
) -> tuple[HeldCheck, HeldCheck]:
    """The chain of the table and its visitors, and every decision in it."""
    audit = Audit(table, whole=False)
    whole = check_chain(events, clerk)
    broken = clerk.findings
    whole = whole and decide_again(events, audit, clerk)
    within, elsewhere = _sorted(clerk.found, TABLES.stream(table), span)
    counted: dict[str, int | str] = {
        "events": len(events),
        "coups": audit.counted["coups"],
        "accounts": audit.counted["accounts"],
        "within": len(within),
        "elsewhere": len(elsewhere),
    }
    return (
        HeldCheck("chain", not broken, "", {"events": len(events), "broken": broken}),
        HeldCheck("decided", not clerk.found, "" if whole else "too-many", counted),
    )


def _proof(
    store: Store,
    order: Prove,
    span: Span,
    head: int,
    audited: tuple[HeldCheck, ...],
    found: list[Finding],
) -> RangeProof:
    stream = TABLES.stream(order.table)
    lines = [each.line for each in _read(store, stream, span)]
    setup = _setup(store, stream, span)
    coups, staked, returned = _played(lines, order.player)
    book = EDITIONS.get(setup["rulebook"], {}).get(setup["edition"])
    within, elsewhere = _sorted(found, stream, span)
    return RangeProof(
        about=COUP if order.coup else SHOE if order.shoe else VISIT,
        table=order.table,
        number=order.coup or order.shoe,
        player=order.player,
        rulebook=setup["rulebook"],
        title="" if book is None else book.title,
        edition=setup["edition"],
        rules=setup["digest"],
        feed=setup["feed"],
        first=span.first,
        last=span.last,
        over=span.over,
        first_at=_at(lines[0]),
        last_at=_at(lines[-1]),
        first_hash=hash_in(lines[0]),
        last_hash=hash_in(lines[-1]),
        head=head,
        head_hash=hash_in(store.line(stream, head) or b""),
        coups=coups,
        staked=staked,
        returned=returned,
        checks=(
            *audited,
            _stack_check(store, stream, head, setup["feed"], coups, span),
            *signed_checks(store, stream, span.last, order.witness, order.key),
        ),
        findings=_listed((*within, *elsewhere)),
    )


# What it is about


def _span(store: Store, stream: str, order: Prove, head: int) -> Span:
    if order.coup:
        first, last = coup_span(store, stream, order.coup)
        last = min(last, head)
        return Span(first, last, COUP_ENDED in (store.line(stream, last) or b""))
    return _of_shoe(store, stream, order.shoe, head) if order.shoe else _visit(store, order, head)


def _of_shoe(store: Store, stream: str, seq: int, head: int) -> Span:
    for check in _shoes(store, stream, head):
        if check.seq == seq:
            return Span(seq, check.opened or head, check.opened is not None)
    raise Refusal(
        "no-shoe", None, "Event {seq} of this table is not the commitment to a stack.", seq=seq
    )


def _visit(store: Store, order: Prove, head: int) -> Span:
    """The last time that the player came to the table, until they left it."""
    span: Span | None = None
    stream = TABLES.stream(order.table)
    for each in islice(store.read(stream), head):
        came, went = (mark in each.line for mark in CAME_OR_WENT)
        if (came or went) and _fields(each.line).get("player") == order.player:
            first = each.seq if came or span is None else span.first
            span = Span(first, head if came else each.seq, went)
    if span is None:
        raise Refusal(
            "not-at-table", None, "{player} never came to this table.", player=named(order.player)
        )
    return span


def _played(lines: list[bytes], player: str) -> tuple[tuple[int, ...], int, int]:
    """Return the coups of those lines that the player, or any player, staked in; what went in, and
    back."""
    stakes, ends = Stakes(), dict[tuple[int, int], Any]()
    for event in _events(lines):
        for end in stakes.put(event):
            if player in ("", end.laid.player):
                ends[end.coup, end.laid.sequence] = end
    standing = [each for each in ends.values() if not each.undone]
    coups = tuple(sorted({each.coup for each in standing}))
    staked = sum(each.laid.staked for each in standing)
    return coups, staked, sum(each.back for each in standing)


def _events(lines: list[bytes]) -> Iterator[Event]:
    for line in lines:
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            yield TABLE.read_event(line)


# Its stack of cards


def _shoes(store: Store, stream: str, head: int) -> Iterator[ShoeCheck]:
    return shoe_checks((each.line for each in islice(store.read(stream), head)), stream)


def _stack_check(
    store: Store, stream: str, head: int, feed: str, coups: tuple[int, ...], span: Span
) -> HeldCheck:
    """Check that the cards came in the order that was committed to before the cut."""
    if feed != VIRTUAL:
        return HeldCheck("cards", None, "by-hand")
    used = [each for each in _shoes(store, stream, head) if _is_used(each, coups, span)]
    figures: dict[str, int | str] = {
        "stacks": len(used),
        "cards": sum(each.cards for each in used),
        "digest": used[-1].digest if used else "",
    }
    if any(each.is_bound is False or each.wrong for each in used):
        return HeldCheck("cards", False, "not-as-bound", figures)
    if not used or any(each.opened is None for each in used):
        return HeldCheck("cards", None, "in-use", figures)
    return HeldCheck("cards", True, "", figures)


def _is_used(shoe: ShoeCheck, coups: tuple[int, ...], span: Span) -> bool:
    """Return True if those coups were dealt from the shoe; for a span without coups, if the shoe
    was in use then."""
    if coups:
        return bool(set(coups) & set(shoe.coups))
    return shoe.seq < span.last and (shoe.opened is None or shoe.opened > span.first)


# Lines and findings


def _read(store: Store, stream: str, span: Span) -> Iterator[Any]:
    return islice(store.read(stream, span.first - 1), span.last - span.first + 1)


def _setup(store: Store, stream: str, span: Span) -> dict[str, str]:
    """Return the settings with which the table was opened."""
    found: dict[str, str] = {}
    for each in islice(store.read(stream), span.last):
        if OPENED in each.line:
            found = _fields(each.line).get("setup", {})
    return {key: str(found.get(key, "")) for key in ("rulebook", "edition", "digest", "feed")}


def _fields(line: bytes) -> dict[str, Any]:
    """Return the fields of a line; none of a corrupt line, which the audit reports."""
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}


def _at(line: bytes) -> str:
    return str(_fields(line).get("at", ""))


def _sorted(
    found: list[Finding], stream: str, span: Span
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Return the findings within the events of the span, and those elsewhere."""
    within = tuple(
        each
        for each in found
        if each.stream == stream and each.seq is not None and span.first <= each.seq <= span.last
    )
    return within, tuple(each for each in found if each not in within)


def _listed(found: tuple[Finding, ...]) -> tuple[FoundWrong, ...]:
    return tuple(wrong_of(each) for each in found[:MOST_LISTED])
