"""Pass cards: one lies in lieu of a wager, and the dealer collects it after the coup."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import RECORD, on_pages, public, stops
from sabot.engine.streams import Command, Event
from sabot.table.betting.wagers import check_open
from sabot.table.heat.duty import check_withdrawal, may_wager
from sabot.table.heat.words import betting_of, changed, entrant_of, has_acted, heat_on
from sabot.table.state import BETTING, Table
from sabot.table.stream import OF_PLAYERS, TABLE, consents, patron_of


class LayPassCard(Command, frozen=True, kw_only=True):
    """Lay a pass card in lieu of a wager."""

    pages = on_pages("deal", "table")
    stopped_by = stops()

    player: str


class PassCardLaid(Event, frozen=True, kw_only=True):
    """`left` are the player's other pass cards."""

    basis = RECORD
    sight = public("player left clause")

    player: str
    left: int
    clause: str


@TABLE.decides(LayPassCard, phases=(BETTING,), sent_by=OF_PLAYERS)
def lay_pass_card(table: Table, command: LayPassCard, now: datetime) -> Sequence[Event]:
    consents(table, command, command.player)
    patron_of(table, command.player)
    heat_on(table)
    clause, entrant = betting_of(table).in_lieu, entrant_of(table, command.player)
    if clause is None or not entrant.passes:
        raise Refusal(
            "pass-card", clause, "{player} has no pass card left.", player=named(command.player)
        )
    check_open(table)
    told = may_wager(table, command.player, now)
    if has_acted(table, command.player):
        raise Refusal("pass-card", clause, "A pass card lies in lieu of a wager, not beside one.")
    laid = PassCardLaid(player=command.player, left=entrant.passes - 1, clause=clause)
    return [*told, laid]


@TABLE.evolves(PassCardLaid)
def pass_card_laid(table: Table, event: PassCardLaid) -> Table:
    return changed(table, event.player, passed=True)


class TakePassCard(Command, frozen=True, kw_only=True):
    """Take one's pass card back, to wager after all."""

    pages = on_pages("deal", "table")
    stopped_by = stops()

    player: str


class PassCardTaken(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("player clause")

    player: str
    clause: str


@TABLE.decides(TakePassCard, phases=(BETTING,), sent_by=OF_PLAYERS)
def take_pass_card(table: Table, command: TakePassCard, now: datetime) -> Sequence[Event]:
    consents(table, command, command.player)
    heat_on(table)
    clause = betting_of(table).in_lieu
    if clause is None or not entrant_of(table, command.player).passed:
        raise Refusal(
            "pass-card",
            clause,
            "No pass card of {player} lies there.",
            player=named(command.player),
        )
    check_open(table)
    check_withdrawal(table, command.player)
    return [PassCardTaken(player=command.player, clause=clause)]


@TABLE.evolves(PassCardTaken)
def pass_card_taken(table: Table, event: PassCardTaken) -> Table:
    return changed(table, event.player, passed=False)
