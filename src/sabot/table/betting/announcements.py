""" "No more bets" and "place your bets": the calls that close and open betting."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal
from sabot.core.revision import RESULTS, holds
from sabot.engine.declarations import RECORD, Topic, in_topics, on_pages, public, stops
from sabot.engine.streams import Command, Event
from sabot.table.betting.chances import check_chance
from sabot.table.heat.duty import check_closing
from sabot.table.heat.papers.forms import check_examined
from sabot.table.heat.turns import start_clock
from sabot.table.state import BETTING, Table
from sabot.table.stream import (
    BY_DEALER,
    TABLE,
    replace,
)


class NoMoreBets(Command, frozen=True, kw_only=True):
    """The dealer's call."""

    pages = on_pages("deal")
    stopped_by = stops()
    awaited = "bets"


class BetsClosed(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("clause")
    topics = in_topics(Topic.COUP)

    clause: str


@TABLE.decides(NoMoreBets, BY_DEALER, (BETTING,))
def no_more_bets(table: Table, command: NoMoreBets, now: datetime) -> Sequence[Event]:
    if table.round.called:
        raise Refusal("bets-closed", table.conduct.calls.no_more_bets, "Bets are closed already.")
    check_closing(table, now)
    if holds(command, RESULTS):
        check_examined(table)
    check_chance(table, now)
    return [BetsClosed(clause=table.conduct.calls.no_more_bets)]


@TABLE.evolves(BetsClosed)
def bets_closed(table: Table, event: BetsClosed) -> Table:
    return replace(table, round=replace(table.round, called=True))


class PlaceYourBets(Command, frozen=True, kw_only=True):
    """The dealer's call, before bets are closed or after they were closed too early."""

    pages = on_pages("deal")
    stopped_by = stops()
    awaited = "bets"


class BetsOpened(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("clause")
    topics = in_topics(Topic.COUP)

    clause: str


@TABLE.decides(PlaceYourBets, BY_DEALER, (BETTING,))
def place_your_bets(table: Table, command: PlaceYourBets, now: datetime) -> Sequence[Event]:
    heat, clause = table.heat, table.conduct.calls.no_more_bets
    if heat is not None and heat.announced:
        raise Refusal("fixed", clause, "Undisclosed wagers are announced: bets stay closed.")
    return [BetsOpened(clause=clause), *start_clock(table, now)]


@TABLE.evolves(BetsOpened)
def bets_opened(table: Table, event: BetsOpened) -> Table:
    return replace(table, round=replace(table.round, called=False, answer_by=None))
