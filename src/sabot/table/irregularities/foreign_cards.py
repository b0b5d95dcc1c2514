"""A card that is keyed once more than the decks hold it: one of them is foreign, or was misread.

It does what the report "missing-or-foreign-card" does, and waits for the same second person. Play
is held meanwhile: a supervisor who sees that the card was misread refuses the statement, and says
why; the log keeps both.
"""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.cards import read_card
from sabot.core.refusal import Refusal
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import RECORD, GameCard, Topic, in_topics, public
from sabot.engine.streams import Confirmer, Event
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.betting.sides import back
from sabot.table.coup.dealing import DealCard, deal_card
from sabot.table.coup.exposure import ExposeCards, expose_cards
from sabot.table.irregularities.report import (
    confirmer_of,
    report_irregularity,
)
from sabot.table.irregularities.report_command import ReportIrregularity
from sabot.table.players.offers import WagersReturned
from sabot.table.shoe.cards import TOO_MANY, foreign_clause
from sabot.table.state import BETWEEN, DEALING, IN_COUP, VIRTUAL, Table
from sabot.table.stream import BY_DEALER, OF_PLAYERS, TABLE

Keying = DealCard | ExposeCards


class ForeignCardKeyed(Event, frozen=True, kw_only=True):
    """A card was keyed of which the decks hold no further copy; it lies in no hand."""

    basis = RECORD
    sight = public("clause")
    topics = in_topics(Topic.IRREGULARITY)

    card: GameCard
    clause: str | None


@TABLE.evolves(ForeignCardKeyed)
def foreign_card_keyed(table: Table, event: ForeignCardKeyed) -> Table:
    return table


def beyond_copies(table: Table, command: Keying) -> str | None:
    """Return the card of a command that is one copy more than the decks hold; a virtual stack has
    none."""
    if table.setup is None or table.opened.feed == VIRTUAL or not holds(command, WAGERS):
        return None
    if isinstance(command, DealCard):
        names = [] if command.card is None or table.stack.carried else [command.card]
    else:
        names = [each.card for each in command.cards]
    seen, keyed = table.stack.seen, list[str]()
    for name in names:
        try:
            keyed.append(read_card(name).name)
        except Refusal:
            return None  # which the rule itself refuses
        if seen.get(keyed[-1], 0) + keyed.count(keyed[-1]) > table.opened.decks:
            return keyed[-1]
    return None


def _report(command: Keying, card: str) -> ReportIrregularity:
    return ReportIrregularity(
        id=command.id,
        actor=command.actor,
        role=command.role,
        under=command.under,
        situation="missing-or-foreign-card",
        note=f"{card} was keyed, and the decks hold no further copy",
    )


def _confirmer(table: Table, command: Keying) -> Confirmer | None:
    card = beyond_copies(table, command)
    return None if card is None else confirmer_of(table, _report(command, card))


def _instead(refused: Refusal, table: Table, command: Keying, now: datetime) -> Sequence[Event]:
    """Return the report of a card, where a copy too many is what a refusal is about; raise any
    other refusal."""
    card = beyond_copies(table, command)
    if refused.code != TOO_MANY or card is None:
        raise refused
    clause = foreign_clause(table)
    keyed = ForeignCardKeyed(card=card, clause=clause)
    reported = report_irregularity(table, _report(command, card), now)
    return [keyed, *reported, *_first_card_returns(table, clause)]


def _first_card_returns(table: Table, clause: str | None) -> list[WagersReturned]:
    """Return all wagers if the card is the first of a coup: its removal began the coup, which is
    void by that clause."""
    lying = () if table.phase in IN_COUP else tuple(table.round.stakes.values())
    if clause is None or not lying:
        return []
    sequences = tuple(laid.sequence for laid in lying)
    moves = tuple(back(laid) for laid in lying)
    return [WagersReturned(sequences=sequences, moves=moves, clause=clause)]


@TABLE.decides(
    DealCard,
    BY_DEALER,
    (*BETWEEN, DEALING),
    confirmed_by=_confirmer,
    seen="stakes in the log, live to the limits in force",
    confirmers=(CASINO_SUPERVISOR,),
)
def deal_or_report(table: Table, command: DealCard, now: datetime) -> Sequence[Event]:
    """Deal a card, or report one that cannot be of these decks."""
    try:
        return deal_card(table, command, now)
    except Refusal as refused:
        return _instead(refused, table, command, now)


@TABLE.decides(
    ExposeCards,
    phases=(DEALING,),
    confirmed_by=_confirmer,
    seen="the cards on the layout",
    sent_by=OF_PLAYERS,
    confirmers=(CASINO_SUPERVISOR,),
)
def expose_or_report(table: Table, command: ExposeCards, now: datetime) -> Sequence[Event]:
    """Turn cards, or report one that cannot be of these decks."""
    try:
        return expose_cards(table, command, now)
    except Refusal as refused:
        return _instead(refused, table, command, now)
