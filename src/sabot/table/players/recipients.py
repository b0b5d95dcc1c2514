"""Players who may be handed the cards of a hand, in order, with the clause."""

from sabot.core.refusal import Refusal, named
from sabot.rules import PLAYER, box_name
from sabot.table.running.approvals import STANDING, approval_key
from sabot.table.state import Laid, Table
from sabot.table.stream import patron_of

NOBODY, HIGHEST, OWN_BOX = "nobody", "highest", "own box"


def recipients(table: Table, hand: str) -> list[str]:
    """The players who may be handed that hand now, the one to be asked first in front: by amount,
    and level amounts from the dealer's right, counter clockwise. Seats are numbered clockwise from
    the dealer's left, so the highest number is nearest the right."""
    refused = table.round.refused.get(hand, ())
    amounts = able(table, hand)
    seats = {player: table.patrons[player].place or 0 for player in amounts}
    order = sorted(amounts, key=lambda player: (-amounts[player], -seats[player]))
    return [player for player in order if player not in refused]


def offered(table: Table, hand: str) -> list[str]:
    """Those of them to whom the dealer may turn now: one only where the order is fixed."""
    order = recipients(table, hand)
    return order[:1] if table.method.recipient == HIGHEST else order


def able(table: Table, hand: str) -> dict[str, int]:
    """Return the bettors on that hand who may hold cards, even if they declined, with their
    amounts."""
    if table.method.recipient == NOBODY:
        return {}
    amounts = wagered(table, hand)
    return {player: amounts[player] for player in amounts if may_hold(table, player, hand)}


def wagered(table: Table, hand: str) -> dict[str, int]:
    """Return each player's cents at stake on a hand itself, without side bets and ties."""
    amounts: dict[str, int] = {}
    for laid in table.round.stakes.values():
        if _on(laid, hand) and laid.invalid is None and laid.live > 0:
            amounts[laid.player] = amounts.get(laid.player, 0) + laid.live
    return amounts


def _on(laid: Laid, hand: str) -> bool:
    if laid.box is None:
        return laid.on == hand
    return laid.on == PLAYER and box_name(laid.box) == hand


def may_hold(table: Table, player: str, hand: str) -> bool:
    """Return True if a bettor sits where the document allows a player to be handed cards."""
    patron = table.patrons.get(player)
    if patron is None:
        return False
    if patron.place is not None:
        return table.method.recipient != OWN_BOX or box_name(patron.place) == hand
    if table.conduct.handing.seated is None:
        return True
    return _stands_by_leave(table, player) and len(_areas(table, player)) == 1


def _stands_by_leave(table: Table, player: str) -> bool:
    handing = table.conduct.handing
    return handing.standing is not None and approval_key(STANDING, player) in table.approvals


def _areas(table: Table, player: str) -> set[int | None]:
    """The areas on which a player bets on the Player's hand."""
    stakes = table.round.stakes.values()
    return {laid.box for laid in stakes if laid.player == player and laid.on == PLAYER}


def order_clause(table: Table, hand: str, player: str) -> str:
    """The clause by which it is that player's turn."""
    handing, method = table.conduct.handing, table.method
    initial = len(table.book.procedure.initial(table.round.boxes))
    if method.recipient != HIGHEST:
        third = any(slot.hand == hand for slot in table.round.slots[initial:])
        return method.third if third and method.third else method.face_clause
    amounts, refused = able(table, hand), table.round.refused.get(hand, ())
    level = [name for name in amounts if amounts[name] == amounts[player] and name != player]
    if level:
        clause = handing.level_next if set(level) & set(refused) else handing.level
    else:
        clause = handing.next_highest if set(amounts) & set(refused) else handing.highest
    return clause or method.clause


def refusal_clause(table: Table, hand: str, player: str) -> str:
    """The clause that says what follows when that player refuses the hand."""
    handing, amounts = table.conduct.handing, able(table, hand)
    level = sum(amount == amounts[player] for amount in amounts.values()) > 1
    clause = handing.level_next if level else handing.next_highest
    return clause or handing.turned_by_dealer or table.method.face_clause


def check_recipient(table: Table, hand: str, player: str) -> str:
    """The clause by which that player is handed that hand, or a refusal that says who is."""
    patron_of(table, player)
    order = offered(table, hand)
    if player in order:
        return order_clause(table, hand, player)
    if player in table.round.refused.get(hand, ()):
        clause = table.conduct.handing.next_highest or table.method.clause
        raise Refusal(
            "refused-cards",
            clause,
            "{player} gave up the cards of this hand.",
            player=named(player),
        )
    if player in wagered(table, hand) and not may_hold(table, player, hand):
        raise _not_there(table, player)
    if not order:
        raise _dealer_keeps(table, hand)
    if table.method.recipient == HIGHEST:
        clause = order_clause(table, hand, order[0])
        raise Refusal(
            "wrong-player", clause, "These cards go to {order} now.", order=named(order[0])
        )
    raise Refusal(
        "wrong-player",
        no_touch(table),
        "{player} has no wager on the {hand} hand.",
        player=named(player),
        hand=hand,
    )


def no_touch(table: Table) -> str:
    """Return the clause by which a person may not touch the cards."""
    handing, method = table.conduct.handing, table.method
    return handing.hands_off or handing.expose or method.clause


def _not_there(table: Table, player: str) -> Refusal:
    """A bettor who stands, or sits somewhere else."""
    handing, method = table.conduct.handing, table.method
    if table.patrons[player].place is None:
        standing = handing.standing.clause if handing.standing else handing.seated
        if _stands_by_leave(table, player):
            standing = handing.seated
        return Refusal(
            "not-seated", standing, "{player} is not seated at this hand.", player=named(player)
        )
    clause = handing.seated if len(_areas(table, player)) > 1 else handing.opens_other_hands
    return Refusal(
        "not-seated",
        clause or method.clause,
        "{player} sits elsewhere: the dealer opens this hand.",
        player=named(player),
    )


def _dealer_keeps(table: Table, hand: str) -> Refusal:
    handing, method = table.conduct.handing, table.method
    if able(table, hand):
        clause = handing.retained_refused
        why = "all who bet on it gave up its cards"
    else:
        clause, why = handing.retained_unbet, "no player who may hold cards has bet on it"
    return Refusal(
        "dealer-keeps", clause or method.face_clause, "The dealer keeps it: {why}.", why=why
    )


def check_kept(table: Table, slots: set[int]) -> None:
    """Reject the dealer's turning of those cards. Where a document says when the dealer keeps a
    hand, the dealer turns only cards that came back or that no player takes."""
    handing, method = table.conduct.handing, table.method
    if handing.retained is None or method.recipient == NOBODY:
        return
    for slot in sorted(slots - set(table.round.collected)):
        hand = table.round.slots[slot].hand
        order = recipients(table, hand)
        if order:
            raise Refusal(
                "not-passed",
                handing.retained,
                "Pass the {hand} hand to {order} first, who has not refused it.",
                hand=hand,
                order=named(order[0]),
            )
