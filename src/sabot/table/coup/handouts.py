"""Handing cards to players: passed, refused, given back, forfeited."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import (
    RECORD,
    Stop,
    Topic,
    in_topics,
    on_pages,
    partly,
    public,
    stops,
)
from sabot.engine.streams import Command, Event
from sabot.rules.roles import CASINO_SUPERVISOR, PLAYER
from sabot.table.coup.holds import check_not_held
from sabot.table.players.recipients import (
    NOBODY,
    check_recipient,
    no_touch,
    offered,
    recipients,
    refusal_clause,
)
from sabot.table.shoe.cards import EXPOSE, due
from sabot.table.state import DEALING, Round, Table
from sabot.table.stream import (
    BY_DEALER,
    OF_PLAYERS,
    TABLE,
    by_staff,
    leave,
    patron_of,
    reason_of,
    replace,
    speaks_for,
)

__all__ = ["held_by", "recipients"]


def face_down(table: Table, hand: str) -> tuple[int, ...]:
    """The cards of a hand that lie face down, counted among all cards of the coup."""
    slots = table.round.slots
    return tuple(i for i, slot in enumerate(slots) if slot.hand == hand and not slot.up)


def held_by(table: Table, player: str) -> set[int]:
    """The face-down cards that lie before a player, to be turned by them: a whole hand, or what the
    holder of a hand gave them to turn."""
    round_, held = table.round, set[int]()
    for hand, holder in round_.out.items():
        down = set(face_down(table, hand))
        named = nominees_of(table, hand)
        if not named:
            held |= down if holder == player else set()
        elif len(set(named.values())) == 1:
            held |= {slot for slot in down if named.get(slot) == player}
        elif round_.card_out in down and named.get(round_.card_out or 0) == player:
            held.add(round_.card_out or 0)
    return held


def nominees_of(table: Table, hand: str) -> dict[int, str]:
    """Return the players who turn a card of a hand for its holder, by index of the card."""
    slots = table.round.slots
    mine = {i for i, slot in enumerate(slots) if slot.hand == hand}
    return {i: name for i, name in table.round.nominees.items() if i in mine}


def check_lies(table: Table, hand: str) -> tuple[int, ...]:
    """The face-down cards of a hand once the deal waits for them to be turned."""
    method = table.method
    if method.recipient == NOBODY:
        clause = method.kept or no_touch(table)
        raise Refusal("dealer-keeps", clause, "The dealer keeps all cards in this way of dealing.")
    if due(table) != EXPOSE:
        raise Refusal("not-now", method.face_clause, "No dealt cards wait face down.")
    down = face_down(table, hand)
    if not down:
        raise Refusal(
            "not-face-down", method.face_clause, "No card of {hand} lies face down.", hand=hand
        )
    return down


class PassHand(Command, frozen=True, kw_only=True):
    """Hand a hand's face-down cards to a player; `marked`: a marker shows that it is theirs."""

    pages = on_pages("deal")
    stopped_by = stops(Stop.STATEMENT)
    awaited = "expose"

    hand: str
    player: str
    marked: bool = False


class HandPassed(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("hand player slots clause marked")
    topics = in_topics(Topic.COUP)

    hand: str
    player: str
    slots: tuple[int, ...]
    clause: str
    marked: bool = False


@TABLE.decides(PassHand, BY_DEALER, (DEALING,))
def pass_hand(table: Table, command: PassHand, now: datetime) -> Sequence[Event]:
    """To the right player only, and where the document wants it one hand at a time."""
    check_not_held(table)
    handing, out = table.conduct.handing, table.round.out
    down = check_lies(table, command.hand)
    if command.hand in out:
        raise Refusal(
            "cards-out",
            no_touch(table),
            "{hand} has these cards already.",
            hand=named(out[command.hand]),
        )
    check_one_hand_out(table)
    clause = check_recipient(table, command.hand, command.player)
    if command.marked and handing.highest is None:
        raise Refusal("no-rule", None, "No marker shows here who is handed the cards.")
    return [
        HandPassed(
            hand=command.hand,
            player=command.player,
            slots=down,
            clause=clause,
            marked=command.marked,
        )
    ]


def check_one_hand_out(table: Table) -> None:
    clause, out = table.conduct.handing.one_hand_out, table.round.out
    if clause is not None and out:
        hand, player = next(iter(out.items()))
        raise Refusal(
            "one-hand-out",
            clause,
            "{player} has the {hand} hand: one hand at a time.",
            player=named(player),
            hand=hand,
        )


@TABLE.evolves(HandPassed)
def hand_passed(table: Table, event: HandPassed) -> Table:
    round_ = _back(table, event.hand)
    round_ = replace(
        round_,
        out={**round_.out, event.hand: event.player},
        collected=tuple(i for i in round_.collected if i not in event.slots),
        handled=True,
    )
    return replace(table, round=round_, stack=replace(table.stack, handled=True))


class RefuseCards(Command, frozen=True, kw_only=True):
    """A player to whom a hand is offered will not have it."""

    pages = on_pages("deal", "table")
    stopped_by = stops()

    hand: str
    player: str


class CardsRefused(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("hand player clause")

    hand: str
    player: str
    clause: str


@TABLE.decides(RefuseCards, phases=(DEALING,), sent_by=OF_PLAYERS)
def refuse_cards(table: Table, command: RefuseCards, now: datetime) -> Sequence[Event]:
    """The cards then go to the next in the order, or stay with the dealer."""
    speaks_for(table, command, command.player)
    patron_of(table, command.player)
    check_not_held(table)
    check_lies(table, command.hand)
    if command.hand in table.round.out:
        raise Refusal(
            "cards-out", None, "The player has these cards already: give them back instead."
        )
    if command.player not in offered(table, command.hand):
        raise Refusal(
            "not-offered",
            table.conduct.handing.next_highest or table.method.clause,
            "{player} is not offered the {hand} hand now.",
            player=named(command.player),
            hand=command.hand,
        )
    clause = refusal_clause(table, command.hand, command.player)
    return [CardsRefused(hand=command.hand, player=command.player, clause=clause)]


@TABLE.evolves(CardsRefused)
def cards_refused(table: Table, event: CardsRefused) -> Table:
    return replace(table, round=_refused(table.round, event.hand, event.player))


def _refused(round_: Round, hand: str, player: str) -> Round:
    before = round_.refused.get(hand, ())
    return replace(round_, refused={**round_.refused, hand: (*before, player)})


class ReturnHand(Command, frozen=True, kw_only=True):
    """Cards go back to the dealer, turned or not: given by the holder, or collected."""

    pages = on_pages("deal", "table")
    stopped_by = stops()

    hand: str


class HandReturned(Event, frozen=True, kw_only=True):
    """`slots` are the cards that came back face down."""

    basis = RECORD
    sight = public("hand player slots clause")
    topics = in_topics(Topic.COUP)

    hand: str
    player: str
    slots: tuple[int, ...]
    clause: str


@TABLE.decides(ReturnHand, phases=(DEALING,), sent_by=OF_PLAYERS)
def return_hand(table: Table, command: ReturnHand, now: datetime) -> Sequence[Event]:
    handing, holder = table.conduct.handing, table.round.out.get(command.hand)
    if command.role == PLAYER and holder != command.actor:
        raise Refusal(
            "not-your-cards",
            no_touch(table),
            "{actor} does not hold that hand.",
            actor=named(command.actor),
        )
    if command.role != PLAYER:
        by_staff(command)
    if holder is None:
        raise Refusal("not-out", handing.collected, "No player has the cards of that hand.")
    return [
        HandReturned(
            hand=command.hand,
            player=holder,
            slots=face_down(table, command.hand),
            clause=handing.collected or table.method.face_clause,
        )
    ]


@TABLE.evolves(HandReturned)
def hand_returned(table: Table, event: HandReturned) -> Table:
    return replace(table, round=_collected(table, event.hand, event.slots))


def _collected(table: Table, hand: str, slots: tuple[int, ...]) -> Round:
    round_ = _back(table, hand)
    return replace(round_, collected=(*round_.collected, *slots))


def _back(table: Table, hand: str) -> Round:
    """Return the round with no player holding a card of that hand."""
    round_, named = table.round, nominees_of(table, hand)
    return replace(
        round_,
        out={name: player for name, player in round_.out.items() if name != hand},
        nominees={i: name for i, name in round_.nominees.items() if i not in named},
        card_out=None if round_.card_out in named else round_.card_out,
    )


class ForfeitCards(Command, frozen=True, kw_only=True):
    """Take a hand away from its holder, or from a player who is to be handed it. `breach`: the
    cards were not kept in "view", or left the "layout"."""

    pages = on_pages("deal")
    stopped_by = stops(Stop.STATEMENT)

    hand: str
    player: str
    reason: str
    breach: str | None = None


class CardsForfeited(Event, frozen=True, kw_only=True):
    """`slots` are the cards that came back face down; `breached` is the clause not kept."""

    basis = RECORD
    sight = partly("hand player slots clause", "reason breached")

    hand: str
    player: str
    slots: tuple[int, ...]
    reason: str
    clause: str
    breached: str | None = None


@TABLE.decides(
    ForfeitCards,
    lambda t, c: leave(t.conduct.handing.forfeit),
    (DEALING,),
    sent_by=(CASINO_SUPERVISOR,),
)
def forfeit_cards(table: Table, command: ForfeitCards, now: datetime) -> Sequence[Event]:
    """At any time, even while the coup waits."""
    handing, holder = table.conduct.handing, table.round.out.get(command.hand)
    power = handing.forfeit
    if power is None:
        raise Refusal("no-rule", None, "No clause takes control of the cards away: collect them.")
    breaches = {"view": handing.in_view, "layout": handing.over_layout}
    if command.breach is not None and command.breach not in breaches:
        raise Refusal("bad-command", power.clause, "A breach is of the view or of the layout.")
    designated = [holder] if holder is not None else recipients(table, command.hand)
    if command.player not in designated:
        raise Refusal(
            "not-designated",
            power.clause,
            "{player} has no control of the {hand} hand to forfeit.",
            player=named(command.player),
            hand=command.hand,
        )
    return [
        CardsForfeited(
            hand=command.hand,
            player=command.player,
            slots=face_down(table, command.hand) if holder is not None else (),
            reason=reason_of(command.reason),
            clause=power.clause,
            breached=breaches[command.breach] if command.breach else None,
        )
    ]


@TABLE.evolves(CardsForfeited)
def cards_forfeited(table: Table, event: CardsForfeited) -> Table:
    round_ = _collected(table, event.hand, event.slots)
    return replace(table, round=_refused(round_, event.hand, event.player))
