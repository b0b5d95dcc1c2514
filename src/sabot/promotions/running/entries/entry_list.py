"""Entries: earned at live tables, handed in by form, and closed in one numbered list."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.core.revision import MONEY, holds
from sabot.engine.declarations import (
    RECORD,
    STAFF_ONLY,
    Topic,
    api_only,
    in_topics,
    on_pages,
    server_fills,
)
from sabot.engine.streams import Command, Event
from sabot.parts.draw import closed
from sabot.parts.periods import day_in
from sabot.promotions.running.entries.earned_tickets import Earned, Struck
from sabot.promotions.running.opening import check_sound
from sabot.promotions.running.state import (
    CLOSED,
    MOST,
    OPEN,
    Heard,
    PublishedTerms,
    Ticket,
    clause_of,
    listed,
    replace,
    sections_of,
    with_only,
    with_tally,
    with_tickets,
    zone_of,
)
from sabot.promotions.running.stream import BY_OPERATOR, BY_STAFF, PROMOTION, in_phase

QUIET: Final = 1000
"""Maximum number of table events without an entry that may be read again."""
Barred = Mapping[str, str]
"""Reasons why persons cannot take part, by name."""


class Hearing(msgspec.Struct, frozen=True, omit_defaults=True):
    """News from the tables' logs, added by the server: what was earned, what does not count after
    all, and which players cannot take part."""

    tables: dict[str, Heard]
    earned: tuple[Earned, ...] = ()
    struck: tuple[Struck, ...] = ()
    barred: dict[str, str] = {}


class HearTables(Command, frozen=True, kw_only=True):
    """Take down what was earned at the tables since the last time."""

    pages = api_only("The server sends it when tables have played.")
    server_fields = server_fills("hearing")

    hearing: Hearing | None = None


class EntriesEarned(Event, frozen=True, kw_only=True):
    """`tables` is how far their logs were read, `new` has a reference for each new entrant; `tally`
    is the number of tickets of each on a day; `barred` players earned some and get none."""

    basis = RECORD
    sight = STAFF_ONLY
    grows_with = "what was earned in one hearing"

    tickets: tuple[Ticket, ...]
    struck: tuple[Struck, ...]
    tables: dict[str, Heard]
    new: dict[str, str]
    barred: dict[str, str]
    day: str
    tally: dict[str, int]


@PROMOTION.decides(HearTables, BY_STAFF)
def hear_tables(standing: PublishedTerms, command: HearTables, now: datetime) -> Sequence[Event]:
    in_phase(standing, OPEN)
    if command.hearing is None:
        return []
    heard = take_down(standing, command.hearing, holds(command, MONEY))
    moved = sum(heard.tables[table].upto - _upto(standing, table) for table in heard.tables)
    nothing = not (heard.tickets or heard.struck or heard.barred)
    return [] if nothing and moved < QUIET else [heard]


def _upto(standing: PublishedTerms, table: str) -> int:
    known = standing.tables.get(table)
    return 0 if known is None else known.upto


def take_down(standing: PublishedTerms, hearing: Hearing, packed: bool = True) -> EntriesEarned:
    """The tickets that follow from what was heard, by the terms' ways and their limits of a day.
    `packed`: those that were earned at once are written once."""
    day, tally = standing.day, dict[str, int]()
    new: dict[str, str] = {}
    tickets: list[Ticket] = []
    zone, rules = zone_of(standing), standing.told.earns
    for each in sorted(hearing.earned, key=lambda earned: earned.at):
        if each.player in hearing.barred:
            continue
        today = day_in(zone, each.at).isoformat()
        day = max(day, today)
        entrant = standing.entrants.get(each.player) or new.setdefault(
            each.player, f"E{standing.people + len(new) + 1}"
        )
        key, most = f"{today} {each.rule} {entrant}", rules[each.rule - 1].most_a_day
        had = tally.get(key, standing.tally.get(key, 0))
        count = each.tickets if most is None else max(0, min(each.tickets, most - had))
        if most is not None:
            tally[key] = had + count
        one = Ticket(entrant, each.rule, each.table, each.coup, each.stake)
        tickets += packed_as(one, count, packed)
    check_room(standing, sum(each.times for each in tickets))
    used = {ticket.entrant for ticket in tickets}
    return EntriesEarned(
        tickets=tuple(tickets),
        struck=hearing.struck,
        tables=hearing.tables,
        new={player: entrant for player, entrant in new.items() if entrant in used},
        barred=hearing.barred,
        day=day,
        tally=tally,
    )


def packed_as(one: Ticket, count: int, packed: bool) -> list[Ticket]:
    """Return so many tickets as an event has them."""
    if not packed or not count:
        return [one] * count
    return [replace(one, times=count)]


def check_room(standing: PublishedTerms, more: int) -> None:
    if standing.count + more > MOST:
        clause = clause_of(standing, "entries_close")
        raise Refusal(
            "list-full", clause, "The list is full: {most} tickets are the most.", most=f"{MOST:,}"
        )


@PROMOTION.evolves(EntriesEarned)
def entries_earned(standing: PublishedTerms, event: EntriesEarned) -> PublishedTerms:
    if event.struck:
        names = {entrant: player for player, entrant in standing.entrants.items()}
        gone = {(each.table, each.coup, each.player) for each in event.struck}
        kept = (
            each
            for each in standing.tickets()
            if not {
                (each.table, each.coup, None),
                (each.table, each.coup, names.get(each.entrant, "")),
            }
            & gone
        )
        standing = with_only(standing, kept)
    return replace(
        with_tickets(standing, event.tickets),
        tables={**standing.tables, **event.tables},
        entrants={**standing.entrants, **event.new},
        people=standing.people + len(event.new),
        day=event.day,
        tally=with_tally(standing, event.day, event.tally),
    )


# Closed


class CloseList(Command, frozen=True, kw_only=True):
    """Close the list of entries. The server adds what was earned up to the last moment."""

    pages = on_pages("promote")
    server_fields = server_fills("hearing")

    hearing: Hearing | None = None


class ListClosed(Event, frozen=True, kw_only=True):
    """So many tickets, numbered from 1 as they were earned, and the digest of that list."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.DRAW)

    count: int
    digest: str


@PROMOTION.decides(CloseList, BY_OPERATOR)
def close_list(standing: PublishedTerms, command: CloseList, now: datetime) -> Sequence[Event]:
    clause = clause_of(standing, "entries_close")
    in_phase(standing, OPEN, clause=clause)
    check_sound(standing)
    closes = standing.told.terms.entries_close
    if closes is not None and now < closes:
        raise Refusal(
            "entries-open", clause, "Entries are taken until the time that was announced."
        )
    check_unknown(standing, now)
    heard = take_down(standing, command.hearing or Hearing({}), holds(command, MONEY))
    after = entries_earned(standing, heard)
    if not after.count:
        raise Refusal("no-entries", clause, "There is nothing to draw from.")
    return [heard, ListClosed(count=after.count, digest=closed(listed(after)))]


def check_unknown(standing: PublishedTerms, now: datetime) -> None:
    """Refuse a list that was open while the outside value could be known, until a person validates
    that no entry made use of it."""
    known, sound = standing.draw.known_from, standing.validated
    if known is None or now < known or (sound is not None and sound >= known):
        return
    clauses = [each.integrity.clause for each in sections_of(standing).values()]
    message = (
        "The outside value can be known by now, and the list is open still: postpone it, and have"
        " its integrity validated."
    )
    raise Refusal("beacon-known", clauses[0], message)


@PROMOTION.evolves(ListClosed)
def list_closed(standing: PublishedTerms, event: ListClosed) -> PublishedTerms:
    draw = replace(standing.draw, listed=event.digest)
    return replace(standing, phase=CLOSED, draw=draw, tally={}, tables={})
