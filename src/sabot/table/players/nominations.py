"""Nominated players: others who turn a hand's cards for the player who was handed them."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import RECORD, on_pages, public, stops
from sabot.engine.streams import Command, Event
from sabot.table.coup.handouts import face_down, nominees_of
from sabot.table.coup.holds import check_not_held
from sabot.table.players.recipients import no_touch
from sabot.table.running.approvals import NOMINATE, check_approved
from sabot.table.state import DEALING, Table
from sabot.table.stream import BY_DEALER, OF_PLAYERS, TABLE, patron_of, replace, speaks_for


class NominatePlayers(Command, frozen=True, kw_only=True):
    """The holder of a hand lets others turn it: one for all its face-down cards, or one for each
    in the order in which they were dealt."""

    pages = on_pages("deal", "table")
    stopped_by = stops()

    hand: str
    player: str
    nominees: tuple[str, ...]


class PlayersNominated(Event, frozen=True, kw_only=True):
    """`nominees` says who turns which card, counted from 0 among the cards of the coup."""

    basis = RECORD
    sight = public("hand player nominees clause")

    hand: str
    player: str
    nominees: dict[int, str]
    clause: str


@TABLE.decides(NominatePlayers, phases=(DEALING,), sent_by=OF_PLAYERS)
def nominate_players(table: Table, command: NominatePlayers, now: datetime) -> Sequence[Event]:
    """By a supervisor's prior approval, and seated players only."""
    speaks_for(table, command, command.player)
    check_not_held(table)
    power = table.conduct.handing.nominate
    if power is None:
        raise Refusal("no-rule", no_touch(table), "No clause lets another player turn the cards.")
    if table.round.out.get(command.hand) != command.player:
        raise Refusal(
            "not-your-cards",
            power.clause,
            "{player} does not hold that hand.",
            player=named(command.player),
        )
    down = face_down(table, command.hand)
    if table.round.card_out in down:
        raise _one_card(table)
    names = command.nominees * len(down) if len(command.nominees) == 1 else command.nominees
    if len(names) != len(down) or set(names) <= {command.player}:
        raise Refusal(
            "bad-command",
            power.clause,
            "Name one other player for all face-down cards of the hand, or one for each.",
        )
    for name in names:
        if patron_of(table, name).place is None:
            raise Refusal(
                "not-seated", power.clause, "{name} is not seated: nominees are.", name=named(name)
            )
    check_approved(table, command, NOMINATE, command.player)
    return [
        PlayersNominated(
            hand=command.hand,
            player=command.player,
            nominees=dict(zip(down, names, strict=True)),
            clause=power.clause,
        )
    ]


@TABLE.evolves(PlayersNominated)
def players_nominated(table: Table, event: PlayersNominated) -> Table:
    old = nominees_of(table, event.hand)
    others = {i: name for i, name in table.round.nominees.items() if i not in old}
    return replace(table, round=replace(table.round, nominees={**others, **event.nominees}))


class PassCard(Command, frozen=True, kw_only=True):
    """Hand one card of a hand to the player who was nominated to turn it."""

    pages = on_pages("deal")
    stopped_by = stops()
    awaited = "expose"

    slot: int
    player: str


class CardPassed(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("slot player clause")

    slot: int
    player: str
    clause: str


@TABLE.decides(PassCard, BY_DEALER, (DEALING,))
def pass_card(table: Table, command: PassCard, now: datetime) -> Sequence[Event]:
    """Hand a nominated player one card, where several players turn one card each."""
    check_not_held(table)
    handing, round_ = table.conduct.handing, table.round
    if round_.nominees.get(command.slot) != command.player:
        raise Refusal(
            "not-nominated",
            handing.nominate.clause if handing.nominate else no_touch(table),
            "{player} was not nominated to turn card {slot}.",
            player=named(command.player),
            slot=command.slot,
        )
    hand = round_.slots[command.slot].hand if command.slot < len(round_.slots) else ""
    if hand not in round_.out or round_.slots[command.slot].up:
        raise Refusal(
            "not-face-down", None, "Card {slot} does not lie face down.", slot=command.slot
        )
    if round_.card_out is not None:
        raise _one_card(table)
    if len(set(nominees_of(table, hand).values())) == 1:
        raise Refusal(
            "cards-out", None, "{player} has all cards of the hand.", player=named(command.player)
        )
    clause = handing.nominate_one_card or table.method.clause
    return [CardPassed(slot=command.slot, player=command.player, clause=clause)]


def _one_card(table: Table) -> Refusal:
    return Refusal(
        "one-card-out",
        table.conduct.handing.nominate_one_card,
        "A player has card {card_out} still: one card at a time.",
        card_out=table.round.card_out,
    )


@TABLE.evolves(CardPassed)
def card_passed(table: Table, event: CardPassed) -> Table:
    return replace(table, round=replace(table.round, card_out=event.slot))
