"""Chips that a count does not find: shown to the entrant, advised to the head, and decided by the
head before they count."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from sabot.core.alike import is_same
from sabot.core.money import TOURNAMENT, cents, cents_or_none
from sabot.core.refusal import Refusal, named, quoted
from sabot.engine.declarations import (
    StaffText,
    decision,
    on_pages,
    partly,
    public,
    statement,
    stops,
)
from sabot.engine.ledger import amount_told
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.roles import HEADS, STAFF
from sabot.table.heat.state import CountDifference, Entrant
from sabot.table.heat.words import (
    by_head,
    changed,
    desk_of,
    entrant_of,
    heat_of,
    is_for_heats,
    play_of,
    purse_of,
)
from sabot.table.state import BETWEEN, VIRTUAL, Table
from sabot.table.stream import BY_STAFF, OF_PLAYERS, TABLE, reason_of, replace, speaks_for

TO_ANSWER: Final = timedelta(minutes=10)
"""Time that an entrant at the table has to answer before the head decides without."""


class ShowDifference(Command, frozen=True, kw_only=True):
    """Show an entrant that the chips before them are fewer than the record has: `found` is their
    total, `missing` the number of missing chips of each denomination."""

    pages = on_pages("deal")
    stopped_by = stops()

    player: str
    found: str
    missing: dict[str, int]


class DifferenceShown(Event, frozen=True, kw_only=True):
    """The head is advised by it. `books` is what the record has."""

    basis = statement("count", alone=True)
    sight = public("player found books missing clause")

    player: str
    shown_by: StaffText
    found: int
    books: int
    missing: dict[str, int]
    shown: datetime
    clause: str


def _by_counters(table: Table, command: Command) -> Leave:
    return Leave(play_of(table).missing if is_for_heats(table) else None, BY_STAFF.by)


@TABLE.decides(ShowDifference, _by_counters, BETWEEN, sent_by=(STAFF,))
def show_difference(table: Table, command: ShowDifference, now: datetime) -> Sequence[Event]:
    heat, clause = heat_of(table), play_of(table).missing
    entrant_of(table, command.player)
    if heat.over is None:
        raise Refusal("heat-on", clause, "The session is not over yet.")
    check_felt_count(table, clause)
    found, books = cents_or_none(command.found), purse_of(table, command.player)
    if found >= books:
        message = "Nothing is missing of what {player} has by the record."
        raise Refusal("no-difference", clause, message, player=named(command.player))
    check_denominations(command.missing, books - found, clause)
    return [
        DifferenceShown(
            player=command.player,
            shown_by=command.actor,
            found=found,
            books=books,
            missing=dict(command.missing),
            shown=now,
            clause=clause,
        )
    ]


@TABLE.evolves(DifferenceShown)
def difference_shown(table: Table, event: DifferenceShown) -> Table:
    return changed(
        table, event.player, difference=CountDifference(event.found, event.shown_by, event.shown)
    )


class AnswerDifference(Command, frozen=True, kw_only=True):
    """Say whether one's chips are as they were counted."""

    pages = on_pages("deal", "table")
    stopped_by = stops()

    player: str
    agrees: bool
    note: str = ""


class DifferenceAnswered(Event, frozen=True, kw_only=True):
    basis = statement("count", alone=True)
    sight = partly("player agrees clause", "note")

    player: str
    agrees: bool
    note: str
    clause: str


@TABLE.decides(AnswerDifference, phases=BETWEEN, sent_by=OF_PLAYERS)
def answer_difference(table: Table, command: AnswerDifference, now: datetime) -> Sequence[Event]:
    speaks_for(table, command, command.player)
    _open_difference(table, command.player)
    return [
        DifferenceAnswered(
            player=command.player,
            agrees=command.agrees,
            note=command.note.strip(),
            clause=play_of(table).missing,
        )
    ]


@TABLE.evolves(DifferenceAnswered)
def difference_answered(table: Table, event: DifferenceAnswered) -> Table:
    return _with_difference(table, event.player, answered=True)


def _with_difference(table: Table, player: str, **fields: object) -> Table:
    assert table.heat is not None
    shown = table.heat.entrants[player].difference
    assert shown is not None
    return changed(table, player, difference=replace(shown, **fields))


class DecideDifference(Command, frozen=True, kw_only=True):
    """The head decides whether the count of an entrant's chips stands, or what the record has."""

    pages = on_pages("desk")
    stopped_by = stops()

    player: str
    stands: bool
    reason: str


class DifferenceDecided(Event, frozen=True, kw_only=True):
    basis = decision("count")
    sight = public("player stands found reason clause")

    player: str
    stands: bool
    found: int
    reason: str
    clause: str


@TABLE.decides(DecideDifference, by_head, BETWEEN, sent_by=HEADS)
def decide_difference(table: Table, command: DecideDifference, now: datetime) -> Sequence[Event]:
    clause = play_of(table).missing
    shown = _open_difference(table, command.player)
    if is_same(shown.shown_by, command.actor):
        message = "You have shown that difference: another person decides on it."
        raise Refusal("own-statement", clause, message)
    if is_same(command.player, command.actor):
        raise Refusal("plays-here", clause, "Another person decides about that.")
    waits = command.player in table.patrons and now < shown.shown + TO_ANSWER
    if not shown.answered and waits:
        message = "{player} answers first, or has ten minutes from when it was shown."
        raise Refusal("unanswered", clause, message, player=named(command.player))
    return [
        DifferenceDecided(
            player=command.player,
            stands=command.stands,
            found=shown.found,
            reason=reason_of(command.reason),
            clause=clause,
        )
    ]


@TABLE.evolves(DifferenceDecided)
def difference_decided(table: Table, event: DifferenceDecided) -> Table:
    return _with_difference(table, event.player, stands=event.stands)


def _open_difference(table: Table, player: str) -> CountDifference:
    heat_of(table)
    shown = entrant_of(table, player).difference
    if shown is None or shown.stands is not None:
        message = "No difference of {player} waits for an answer."
        raise Refusal("no-difference", play_of(table).missing, message, player=named(player))
    return shown


def check_felt_count(table: Table, clause: str) -> None:
    """Refuse a difference at a virtual table, where no chip can be missing."""
    if table.opened.feed == VIRTUAL:
        message = "The table has every chip on record: no count differs from it."
        raise Refusal("count-differs", clause, message)


def check_differences(
    table: Table, entrants: Mapping[str, Entrant], counts: Mapping[str, int]
) -> None:
    """Refuse a count that differs from the record, unless the head has decided that it stands."""
    play = play_of(table)
    for name, count in counts.items():
        if count == purse_of(table, name):
            continue
        check_felt_count(table, play.missing)
        shown = entrants[name].difference
        if shown is None or not shown.stands or shown.found != count:
            message = (
                "{player} has {books} by the record: show the difference to the player, and the"
                " {head} decides whether the count stands."
            )
            raise Refusal(
                "difference-open",
                play.missing,
                message,
                player=named(name),
                books=amount_told(purse_of(table, name), TOURNAMENT),
                head=desk_of(table).head,
            )


def check_denominations(said: Mapping[str, int], missing: int, clause: str) -> None:
    """The chips that are not there, by number and denomination, come to what is missing."""
    for denomination, number in said.items():
        if number < 1:
            message = "Say how many chips of {denomination} are missing."
            raise Refusal("bad-number", clause, message, denomination=quoted(denomination))
    told = sum(cents(denomination) * number for denomination, number in said.items())
    if told != missing:
        raise Refusal(
            "missing-chips",
            clause,
            "{missing} are missing, and the chips that are named come to {told}.",
            missing=amount_told(missing, TOURNAMENT),
            told=amount_told(told, TOURNAMENT),
        )
