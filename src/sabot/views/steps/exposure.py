"""The next step while cards lie face down: handed to players, or turned by the dealer."""

from sabot.core.refusal import named
from sabot.table.coup.handouts import face_down, nominees_of
from sabot.table.players.recipients import order_clause, recipients
from sabot.table.shoe.cards import dealer_turns
from sabot.table.state import VIRTUAL, Table
from sabot.views.desk.staff_shapes import NextStep
from sabot.views.steps.next_card import hand_name
from sabot.views.steps.reasons import because


def turn(table: Table) -> NextStep | None:
    """Return the next step with face-down cards: hand them to players who may hold them, one hand
    at a time where the document wants that; let the dealer turn the others, and key those that
    players turn. None if there is nothing to do."""
    out = table.round.out
    if out and (table.conduct.handing.one_hand_out is not None or _passing(table) is not None):
        return _passing(table) or _key(table)
    hands = [hand for hand in _down(table) if hand not in out]
    for hand in hands:
        order = [] if _came_back(table, hand) else recipients(table, hand)
        if order:
            return _pass(table, hand, order[0])
    if out or not hands:
        return _key(table)
    return _expose(table, hands[0])


def _down(table: Table) -> list[str]:
    """Return the hands with cards to be turned, in dealing order, the house's last; a hand that was
    begun is finished first."""
    round_, house = table.round, table.book.procedure.house
    down = {s.hand for s in round_.slots if not s.up and s.hand not in round_.void_hands}
    dealt = dict.fromkeys(s.hand for s in round_.slots if s.hand in down)
    return sorted(dealt, key=lambda hand: hand in house)


def _came_back(table: Table, hand: str) -> bool:
    return any(slot in table.round.collected for slot in face_down(table, hand))


def _pass(table: Table, hand: str, player: str) -> NextStep:
    return NextStep(
        "pass-hand",
        f"Pass {hand} to {player}",
        {"hand": hand, "player": player},
        clause=order_clause(table, hand, player),
        **because("{player} is offered the cards of {hand}", player=named(player), hand=hand),
    )


def _passing(table: Table) -> NextStep | None:
    """Return the step that passes one card to the next of several players who turn a card each."""
    if table.round.card_out is not None:
        return None
    for hand in table.round.out:
        named = nominees_of(table, hand)
        waiting = [slot for slot in face_down(table, hand) if slot in named]
        if waiting and len(set(named.values())) > 1:
            return NextStep(
                "pass-card",
                f"Pass a card to {named[waiting[0]]}",
                {"slot": waiting[0], "player": named[waiting[0]]},
                clause=table.conduct.handing.nominate_one_card,
                **because("One card at a time"),
            )
    return None


def _expose(table: Table, hand: str) -> NextStep:
    number = len(face_down(table, hand))
    typed = table.opened.feed != VIRTUAL
    return NextStep(
        "expose-cards",
        f"Turn {hand}",
        {"hand": hand},
        clause=dealer_turns(table),
        **because("{hand} lies face down", hand=hand_name(hand)),
        card=f"the {number} cards of {hand}" if typed else None,
    )


def _key(table: Table) -> NextStep | None:
    """Return the step that keys cards turned by a player, where the cards are real."""
    hand, player = holder_of(table)
    if hand is None or player is None or table.opened.feed == VIRTUAL:
        return None
    fields: dict[str, object] = {"hand": hand, "turned_by": player}
    if table.round.card_out is not None:
        fields["slot"] = table.round.card_out
    return NextStep(
        "expose-cards",
        f"{player} turns {hand}",
        fields,
        clause=table.conduct.handing.expose,
        **because("{player} turns the cards: key what lies there", player=named(player)),
        card=f"the cards of {hand} as they are turned",
    )


def holder_of(table: Table) -> tuple[str | None, str | None]:
    """Return a hand that is out, and the player who has its cards now."""
    round_ = table.round
    for hand, holder in round_.out.items():
        slot = round_.card_out
        if slot is not None and round_.slots[slot].hand == hand:
            return hand, round_.nominees.get(slot, holder)
        named = set(nominees_of(table, hand).values())
        return hand, named.pop() if len(named) == 1 else holder
    return None, None
