"""Shuffle, cut, burn, the cutting card, and which cards are out (rules 3 and 4; Canberra 2, 5)."""

from collections import Counter

from reference.cards import HIDDEN, burn_value, copies_exceeded, is_card, point_count
from reference.deal import due
from reference.facts import (
    Burned,
    CardsReplaced,
    Cut,
    CutDeclined,
    CutGivenToPlayers,
    CuttingCardSeen,
    Shuffled,
    ShuffleOrdered,
)
from reference.refusals import IMPOSSIBLE, Refused, refuse_unless
from reference.state import Coup, Rule, Table, present, require_role

DECK = 52


def require_shuffle(table: Table, clause: str) -> None:
    """Make a shuffle due: no card of these is dealt any more."""
    table.shoe.step = "shuffle"
    table.shoe.shuffle_clause = clause


def on_layout(table: Table) -> list[str]:
    """Return the cards of the coup in progress."""
    if table.coup is None:
        return []
    return [card for hand in table.coup.hands.values() for card in hand if is_card(card)]


def shuffle(table: Table, fact: Shuffled) -> None:
    """Shuffle the cards, or introduce pre-shuffled ones (4.1; Canberra 5.1).

    Cards that players have handled are replaced after the shoe (Baccarat 3.9).
    """
    shoe, document = table.shoe, table.document
    refuse_unless(shoe.step == "shuffle", document.clause("shuffle"), "no shuffle is due")
    fresh = not (shoe.handled and document.knows("handled cards"))
    refuse_unless(fresh, document.clause("handled cards"), "the cards are replaced first")
    layout = on_layout(table)
    shoe.out = Counter(layout)
    shoe.drawn = 0
    shoe.stack = shoe.decks * DECK - len(layout)
    shoe.cut_after, shoe.cutting_card_seen, shoe.coups_left = None, False, None
    shoe.one_more = False
    shoe.shuffle_after = ""
    shoe.cut_declined = set()
    shoe.players_cut = False
    shoe.rack = []
    if table.coup is None:
        if table.set_aside is not None:
            table.no_bet = ""  # the card that forced it is in the shuffle
        table.waiting = []
        table.emptied = True
    else:
        table.coup.renewed = True
    in_shoe = shoe.source == "shoe" or (table.coup is not None and table.coup.from_shoe)
    cut = in_shoe and document.cut_depth is not None
    shoe.step = "cut" if cut else "burn"


def cutters(table: Table) -> list[str]:
    """Return the players to whom the cut is offered, in order.

    The first player to the table when the game commences; later the player at the dealer's left
    (Lucky Draw: as 4.6.2 to 4.6.5 say); then clockwise (4.3, 4.4, 4.6, 4.7; Canberra 5.3).
    """
    seated = [player.name for player in present(table) if player.box]
    start: str | None = None
    if table.shoe.commencing:
        start = table.first_player
    elif table.document.coups_after_cut[1] < 0:
        start = table.shoe.cut_from or (seated[-1] if seated else None)
    if start in seated:
        index = seated.index(start)
        return seated[index:] + seated[:index]
    return seated


def give_cut(table: Table, fact: CutGivenToPlayers) -> None:
    """Let the players cut, at a casino supervisor's discretion (Baccarat 4.3)."""
    require_role(table, "players cut", fact.by)
    table.shoe.players_cut = True


def players_may_cut(table: Table) -> bool:
    """Return True if the cut is offered to players."""
    return table.shoe.players_cut or not table.document.knows("players cut")


def decline_cut(table: Table, fact: CutDeclined) -> None:
    """Note that a player declines the cut (4.4, 4.7)."""
    waiting = [name for name in cutters(table) if name not in table.shoe.cut_declined]
    clause = table.document.clause("who cuts")
    offered = players_may_cut(table) and waiting[:1] == [fact.player]
    refuse_unless(offered, clause, "the cut was not offered to this player")
    table.shoe.cut_declined.add(fact.player)


def cut(table: Table, fact: Cut) -> None:
    """Cut the cards and insert the cutting card (4.3 to 4.6, 4.6 to 4.9; Canberra 5.3, 5.4)."""
    shoe, document = table.shoe, table.document
    waiting = [name for name in cutters(table) if name not in shoe.cut_declined]
    if players_may_cut(table) and waiting:
        clause = document.clause("who cuts")
        refuse_unless(fact.by == waiting[0], clause, f"{waiting[0]} is offered the cut")
    else:
        require_role(table, "who cuts", fact.by)
    depth = document.cut_depth or 0
    if shoe.stack >= 2 * depth:
        fine = depth <= fact.depth <= shoe.stack - depth
        refuse_unless(fine, document.clause("cut"), "at least one deck from either end")
        assert document.cutting_card is not None
        least, most = document.cutting_card
        most = shoe.stack // 2 if most == -2 else min(most, shoe.stack)
        clause = document.clause("cutting card")
        refuse_unless(least <= fact.back <= most, clause, "the cutting card goes elsewhere")
    shoe.cut_after = shoe.stack - fact.back
    shoe.step = "burn"


def burn(table: Table, fact: Burned) -> None:
    """Burn the first cards (4.7, 4.4, 4.11, 4.10; Canberra 5.5)."""
    shoe, document = table.shoe, table.document
    clause = document.clause("burn")
    way = "shown" if fact.shown else "one" if fact.first is None else "counted"
    refuse_unless(way in document.burns, clause, "the cards are burned in another way")
    if way in document.burns_approved:
        approved = fact.approved or "dealer"
        require_role(table, "burn approved", approved)
    if fact.first is not None:
        refuse_unless(is_card(fact.first), document.clause("missing card"), "no such card")
    due_count = 1
    if way == "counted":
        assert fact.first is not None
        due_count = 1 + burn_value(fact.first)
    if fact.forgotten:
        known = document.knows("not burned") and 0 < fact.count < due_count
        refuse_unless(known, document.clause("not burned"), "nothing was forgotten")
    else:
        refuse_unless(fact.count == due_count, clause, f"{due_count} cards are burned")
    shoe.drawn += fact.count
    if fact.first is not None:
        shoe.out[fact.first] += 1
    ready(table)


def ready(table: Table) -> None:
    """Mark the cards as ready to deal."""
    table.shoe.step = "ready"
    table.shoe.commencing = False
    table.shoe.cut_from = None
    if table.coup is not None and table.coup.status == "stopped":
        table.coup.status = "playing"


def replace(table: Table, fact: CardsReplaced) -> None:
    """Replace all cards between coups, which are then shuffled (3.8, 3.10, 3.9; Canberra 2.3)."""
    require_role(table, "fit cards", fact.by)
    table.shoe.handled = False
    table.emptied = True
    require_shuffle(table, table.document.clause("fit cards"))


def order_shuffle(table: Table, fact: ShuffleOrdered) -> None:
    """Order a shuffle after a coup (4.1.3, 4.1.4; 5.1(c)), or after a void one (12.1.3)."""
    document = table.document
    clause = document.clause("order a shuffle")
    if fact.reason == "void" and not document.shuffle_for_any_reason:
        clause = document.clause("reshuffle after a void")
        fine = document.knows("reshuffle after a void")
        fine = fine and table.just_voided and table.shoe.source == "shoe"
        refuse_unless(fine, clause, "after a void coup, with a card shoe")
        everybody = {player.name for player in present(table)}
        refuse_unless(everybody <= fact.agreed, clause, "all players agree")
    require_role(table, "order a shuffle", fact.by, clause)
    require_shuffle(table, clause)


def see_cutting_card(table: Table, fact: CuttingCardSeen) -> None:
    """Note the cutting card and how many coups are still dealt (4.9, 4.10 and kin)."""
    shoe, document = table.shoe, table.document
    refuse_unless(shoe.source == "shoe", IMPOSSIBLE, "a device has no cutting card")
    refuse_unless(not shoe.cutting_card_seen, IMPOSSIBLE, "the cutting card came before")
    waits = table.waiting or (table.coup is not None and table.coup.next_cards)
    refuse_unless(not waits, IMPOSSIBLE, "the next card lies aside")
    shoe.cutting_card_seen = True
    during, first = document.coups_after_cut
    if table.coup is None:
        shoe.last_clause = document.clause("cutting card first")
        if first < 0:
            require_shuffle(table, shoe.last_clause)
            return
        shoe.coups_left = first
        return
    shoe.last_clause = document.clause("cutting card during")
    shoe.coups_left = during
    table.coup.ran_out = True
    shoe.cut_from = _player_at(table, due(document, table.coup))


def _player_at(table: Table, hand: str | None) -> str | None:
    """Return the player on whose area the cutting card appeared (Lucky Draw 4.6.2)."""
    for player in present(table):
        if hand == f"box {player.box}":
            return player.name
    return None


def hold_for_cutting_card(table: Table) -> None:
    """Refuse a card that lies behind a cutting card which has not been seen (4.9 and kin)."""
    shoe = table.shoe
    if shoe.cut_after is None or shoe.cutting_card_seen or shoe.drawn < shoe.cut_after:
        return
    matter = "cutting card first" if table.coup is None else "cutting card during"
    raise Refused(table.document.clause(matter), "the cutting card comes first")


def draw(table: Table, card: str) -> None:
    """Take a card out of the shoe or device."""
    table.shoe.drawn += 1
    seen(table, card)


def seen(table: Table, card: str) -> None:
    """Count a card whose face is known."""
    if card not in (HIDDEN, ""):
        table.shoe.out[card] += 1
        if table.coup is not None:
            table.coup.faces.append(card)


def too_many(table: Table, card: str) -> bool:
    """Return True for a card that the decks do not have, or not so often."""
    return copies_exceeded(table.shoe.out, card, table.shoe.decks)


def after_coup(table: Table, coup: Coup) -> None:
    """Put the coup's cards away, and see whether the shoe is over (4.7 to 4.10; 8.4; 5.8)."""
    shoe, document = table.shoe, table.document
    if shoe.source == "device":
        shoe.rack.append(coup.faces)
        while len(shoe.rack) > document.device_delay:
            shoe.out.subtract(shoe.rack.pop(0))
    if coup.from_shoe:
        require_shuffle(table, document.clause("device, no spare"))
    elif shoe.shuffle_after:
        require_shuffle(table, shoe.shuffle_after)
    else:
        run_down(table, coup)


def run_down(table: Table, coup: Coup) -> None:
    """Count the coups that are dealt after the cutting card (4.9, 4.10 and kin)."""
    shoe, document = table.shoe, table.document
    coup.ran_out = False
    if shoe.coups_left == 0:
        if document.tie_gives_one_more and not shoe.one_more and _tied(table, coup):
            shoe.one_more = True
        else:
            require_shuffle(table, shoe.last_clause)
    elif shoe.coups_left is not None:
        shoe.coups_left -= 1


def _tied(table: Table, coup: Coup) -> bool:
    """Return True if the round ended in a tie (Canberra 5.8); a void one has no result."""
    if coup.status == "void":
        return False
    return point_count(coup.hands["player"]) == point_count(coup.hands[table.document.house])


BETWEEN = frozenset({"shuffle", "cut", "burn", "bets", "no more bets", "no-bet coup"})

RULES: dict[type, Rule] = {
    Shuffled: Rule(shuffle, frozenset({"shuffle", "shuffle in the coup"}), "shuffle"),
    CutGivenToPlayers: Rule(
        give_cut, BETWEEN | {"shuffle in the coup", "cut in the coup"}, "who cuts", "players cut"
    ),
    CutDeclined: Rule(decline_cut, frozenset({"cut", "cut in the coup"}), "who cuts", "who cuts"),
    Cut: Rule(cut, frozenset({"cut", "cut in the coup"}), "who cuts", "who cuts"),
    Burned: Rule(burn, frozenset({"burn", "burn in the coup"}), "burn"),
    CardsReplaced: Rule(replace, BETWEEN, "fit cards"),
    ShuffleOrdered: Rule(order_shuffle, BETWEEN, "order a shuffle", "order a shuffle"),
    CuttingCardSeen: Rule(
        see_cutting_card,
        frozenset({"bets", "no more bets", "no-bet coup", "dealing", "decisions", "turning"}),
        None,
        "cutting card during",
    ),
}
