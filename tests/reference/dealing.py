"""The first card, every further card, turning and passing cards, decisions, the result."""

from copy import deepcopy

from reference.cards import HIDDEN
from reference.deal import areas_dealt, box_hand, deciding, due, fresh_hands
from reference.facts import (
    CardDrawn,
    CardShown,
    CardsPassed,
    CardsRefused,
    CardTurned,
    Decision,
    NoBetCoup,
    NoDecision,
    ResultAnnounced,
)
from reference.limits import check_chips, difference, room, total_on, what_counts
from reference.paying import finish
from reference.refusals import IMPOSSIBLE, Refused, refuse_unless
from reference.shoe import BETWEEN, draw, hold_for_cutting_card, seen, too_many
from reference.state import Coup, Player, Rule, Table, at_table, find, held, present, require_role
from reference.wagers import add, below_minimum, give_back, unsupported


def check_prepared(table: Table, fact: CardShown | CardDrawn) -> str:
    """Refuse a first card from cards that are not ready, unless it is said what was left out.

    Return the clause that makes a shuffle due after the coup, or "" (12.7, 12.8, 12.9 and kin). The
    dealer's word alone changes no shoe: each word must fit what is due.
    """
    shoe, document = table.shoe, table.document
    said = {"shuffle": fact.unshuffled, "cut": fact.uncut, "burn": fact.unburned}
    for step, word in said.items():
        matter = {"shuffle": "not shuffled", "cut": "not cut", "burn": "not burned"}[step]
        refuse_unless(not word or shoe.step == step, document.clause(matter), "that is not so")
    if shoe.step == "ready":
        return ""
    if shoe.step == "shuffle":
        after_cutting_card = shoe.cutting_card_seen and shoe.shuffle_clause == shoe.last_clause
        allowed = fact.unshuffled and after_cutting_card and document.knows("not shuffled")
        refuse_unless(allowed, shoe.shuffle_clause, "the cards are shuffled first")
        return document.clause("not shuffled")
    if shoe.step == "cut":
        allowed = fact.uncut and document.knows("not cut")
        refuse_unless(allowed, document.clause("who cuts"), "the cards are cut first")
        return document.clause("not cut")
    refuse_unless(fact.unburned, document.clause("burn"), "cards are burned first")
    return ""


def check_displays(table: Table) -> None:
    """Refuse a first card before what must be displayed or approved is there."""
    document = table.document
    other = table.scheme != next(iter(document.schemes))
    shown = f"odds {table.scheme}" in table.displayed
    refuse_unless(shown or not other, document.clause("scheme sign"), "the odds are displayed")
    if document.knows("pairs sign") and table.options.offered:
        clause = document.clause("pairs layout")
        refuse_unless(table.layout_approved, clause, "the Pairs layout is approved")
        clause = document.clause("pairs sign")
        refuse_unless("pairs" in table.displayed, clause, "the Pairs limits are displayed")


def check_wagers(table: Table) -> None:
    """Refuse a first card with the wagers as they lie."""
    document = table.document
    if table.no_bet:
        return
    if document.must_call_no_more_bets:
        clause = document.clause("no more bets")
        refuse_unless(table.bets_closed, clause, "no more bets is called first")
    for matter in ("no bet, players present", "deal"):
        if document.knows(matter):
            refuse_unless(table.wagers, document.clause(matter), "no wager lies")
            break
    for _, clause in unsupported(table, table.wagers):
        raise Refused(clause, "a wager lies that needs another")
    limit = table.limits.differential
    if limit is not None and not document.knows("reduce"):
        within = difference(table.wagers) <= limit
        refuse_unless(within, document.clause("differential"), "the differential is exceeded")


def begin(table: Table) -> Coup:
    """Return a new coup with the limits, wagers and rooms as they are at the first card."""
    document = table.document
    areas = () if table.no_bet else areas_dealt(document, table.wagers)
    rooms = {
        player.name: left
        for player in table.players.values()
        if (left := room(player, player.bet_day)) is not None
    }
    personal = {p.name: p.personal for p in table.players.values() if p.personal is not None}
    return Coup(
        number=len(table.history) + 1,
        areas=areas,
        hands=fresh_hands(document, areas),
        no_bet=bool(table.no_bet),
        limits=deepcopy(table.limits),
        personal=deepcopy(personal),
        rooms=rooms,
        advised=frozenset(p.name for p in table.players.values() if p.advised),
        minimums={wager.key: below_minimum(table, wager) for wager in table.wagers},
        bettors={wager.player for wager in table.wagers},
        days={wager.player: table.players[wager.player].bet_day for wager in table.wagers},
        scheme=table.scheme,
    )


def first_card(table: Table, fact: CardShown | CardDrawn, card: str) -> None:
    """Remove the first card of a coup, with which it begins (1.1, Coup; Round of Play)."""
    after = check_prepared(table, fact)
    check_displays(table)
    check_wagers(table)
    aside = table.set_aside
    if aside is not None and aside.card and card != HIDDEN:
        refuse_unless(card == aside.card, aside.clause, f"{aside.card} lies ready as first card")
    if aside is None:
        hold_for_cutting_card(table)
    coup = begin(table)
    coup.counted = what_counts(table, coup, table.wagers)
    coup.laid_before = table.laid
    table.coup = coup
    table.no_bet = ""
    more = table.waiting[1:]
    table.waiting = []
    coup.next_cards = [each.card if each.exposed else "" for each in more]
    coup.faces += [each.card for each in more if each.exposed]  # drawn and seen before
    table.emptied = False
    table.cards_lie = False
    table.just_voided = False
    if after:
        table.shoe.shuffle_after = after
    table.shoe.step = "ready"
    table.shoe.commencing = False
    if aside is not None and aside.exposed:
        coup.faces.append(aside.card)  # it was drawn and seen before
        place(table, coup, aside.card)
    elif aside is not None:
        if not hold_impossible(table, coup, card):
            seen(table, card)
            place(table, coup, card)
    else:
        take(table, coup, card)


def hold_impossible(table: Table, coup: Coup, card: str, hand: str | None = None) -> bool:
    """Hold the coup on a card that the decks cannot have (12.11 and kin)."""
    if card == HIDDEN or not too_many(table, card):
        return False
    coup.hold = "held"
    coup.hold_matter = "missing card"
    coup.held_card = card
    coup.held_hand = hand
    return True


def take(table: Table, coup: Coup, card: str) -> None:
    """Draw a card and deal it to the hand that is due."""
    if not hold_impossible(table, coup, card):
        draw(table, card)
        place(table, coup, card)


def place(table: Table, coup: Coup, card: str) -> None:
    """Lay a card at the hand that is due."""
    hand = due(table.document, coup)
    assert hand is not None
    coup.hands[hand].append(card)
    coup.order.append(hand)
    if card != HIDDEN:
        coup.exposed = True


def next_card(table: Table, fact: CardShown | CardDrawn, card: str) -> None:
    """Deal a further card (7.3, 9; 8.1; 7.2, 8.3; Canberra 6.2, 7)."""
    coup = table.coup
    assert coup is not None
    words = fact.unshuffled or fact.uncut or fact.unburned
    refuse_unless(not words, IMPOSSIBLE, "said of a first card only")
    pending = coup.next_card
    if pending is None:
        hold_for_cutting_card(table)
        coup.reopened = False
        take(table, coup, card)
        return
    clause = table.document.clause("next card")
    refuse_unless(pending in ("", card) or card == HIDDEN, clause, f"{pending} is the next card")
    coup.next_cards.pop(0)
    coup.reopened = False
    if pending == "":
        seen(table, card)
    place(table, coup, pending or card)  # one that was seen lies face up


def show_card(table: Table, fact: CardShown) -> None:
    """Deal the next card face up."""
    step = next_card if table.coup is not None else first_card
    step(table, fact, fact.card)


def draw_card(table: Table, fact: CardDrawn) -> None:
    """Deal the next card face down (8.6.1, 8.12; 7-Up 8.2.1; 9.3; Canberra 2.2)."""
    way = table.document.face_down
    allowed = way == "always" or (way == "method B" and table.options.method == "B")
    refuse_unless(allowed, table.document.clause("deal"), "the cards are dealt face up")
    step = next_card if table.coup is not None else first_card
    step(table, fact, HIDDEN)


def turn_card(table: Table, fact: CardTurned) -> None:
    """Turn over a card that lies face down."""
    coup = table.coup
    assert coup is not None
    hand = coup.hands.get(fact.hand, [])
    refuse_unless(HIDDEN in hand, IMPOSSIBLE, "no card of this hand lies face down")
    if hold_impossible(table, coup, fact.card, fact.hand):
        return
    coup.reopened = False
    hand[hand.index(HIDDEN)] = fact.card
    seen(table, fact.card)
    coup.exposed = True


def recipients(table: Table, hand: str) -> list[Player]:
    """Return the players to whom a hand's cards may be passed, in order.

    Baccarat 8.8 to 8.11: by amount wagered on the hand, then from the dealer's right counter
    clockwise; seated players only (8.2.1). Canberra 6.3: any player with a wager on the hand.
    Three Card 9.3, 5.8: the player who sits at the box.
    """
    coup = table.coup
    assert coup is not None
    bet = hand if table.document.initial else "player"
    box = None if table.document.initial else int(hand.split()[1])
    there = [w for w in table.wagers if w.bet == bet and box in (None, w.box)]
    declined = coup.declined.get(hand, set())
    players = [
        player
        for player in present(table)
        if player.box
        and box in (None, player.box)
        and player.name not in declined
        and any(wager.player == player.name for wager in there)
    ]

    def amount(player: Player) -> int:
        return total_on([w for w in there if w.player == player.name], bet)

    return sorted(players, key=lambda player: (-amount(player), -player.box))


def pass_cards(table: Table, fact: CardsPassed) -> None:
    """Pass the cards of a hand to the player who is to receive them (8.8; 9.3; Canberra 6.3)."""
    coup = table.coup
    assert coup is not None
    document = table.document
    clause = document.clause("who holds the cards")
    refuse_unless(fact.hand in coup.hands, IMPOSSIBLE, "no such hand")
    handled = table.options.method == "B" and not coup.no_bet
    refuse_unless(handled, clause, "the dealer keeps the cards")
    keeps = fact.hand == document.house and not document.initial
    refuse_unless(not keeps, clause, "the dealer keeps the Banker's hand")
    names = [player.name for player in recipients(table, fact.hand)]
    allowed = names[:1] if document.cards_go_to == "highest bettor" else names
    refuse_unless(fact.player in allowed, clause, f"{allowed} may receive the cards")
    coup.handled = True
    table.shoe.handled = True


def refuse_cards(table: Table, fact: CardsRefused) -> None:
    """Note that a player declines the cards of a hand (8.9, 8.11)."""
    coup = table.coup
    assert coup is not None
    at_table(table, fact.player)
    coup.declined.setdefault(fact.hand, set()).add(fact.player)


def decide(table: Table, fact: Decision) -> None:
    """Draw with a wager equal to ENTER, or stand (Lucky Draw 8.1 to 8.3, 5.2)."""
    coup = table.coup
    assert coup is not None
    document = table.document
    box = deciding(document, coup)
    refuse_unless(fact.box == box, document.clause("draw"), f"box {box} decides now")
    enter = next(w for w in table.wagers if w.bet == "enter" and w.box == fact.box)
    refuse_unless(enter.player == fact.player, document.clause("draw"), "not this player's box")
    if not fact.draw:
        refuse_unless(fact.chips + fact.tokens == 0, document.clause("draw wager"), "no wager")
        coup.decisions[fact.box] = False
        return
    clause = document.clause("draw wager")
    equal = fact.chips + fact.tokens == enter.stake
    refuse_unless(equal, clause, "the DRAW wager is equal to the ENTER wager")
    check_chips(table, fact.chips, fact.tokens)
    enough = (
        held(table, f"chips:{fact.player}") >= fact.chips
        and held(table, f"tokens:{fact.player}") >= fact.tokens
    )
    refuse_unless(enough, IMPOSSIBLE, "the player does not have that much")
    add(table, fact.player, "draw", fact.box, fact.chips, fact.tokens)
    coup.decisions[fact.box] = True


def no_decision(table: Table, fact: NoDecision) -> None:
    """Let a player who does not decide stand (Lucky Draw 10.11)."""
    coup = table.coup
    assert coup is not None
    box = deciding(table.document, coup)
    refuse_unless(fact.box == box, table.document.clause("draw"), f"box {box} decides now")
    coup.decisions[fact.box] = False


def announce(table: Table, fact: ResultAnnounced) -> None:
    """Announce the result; a coup without wagers ends with it (1.1, Coup)."""
    coup = table.coup
    assert coup is not None
    coup.announced = True
    if not table.wagers:
        finish(table, "settled" if coup.paid or coup.undone is not None else "no bet")


def permit_no_bet(table: Table, fact: NoBetCoup) -> None:
    """Permit a coup without wagers (Baccarat 7.4, 7.5; 7-Up 7.4; Canberra 4.7, 4.8)."""
    document = table.document
    there = {player.name for player in present(table)}
    matter = "no bet, players present" if there else "no bet, empty table"
    clause = document.clause(matter)
    refuse_unless(document.knows(matter), clause, "no rule: a supervisor decides")
    require_role(table, "no bet", fact.by, clause)
    if there:
        refuse_unless(there <= fact.agreed, clause, "all players agree")
        asked = fact.requested in there or not document.no_bet_on_request
        refuse_unless(asked, clause, "a player asks for it")
    elif not document.no_bet_on_request:
        refuse_unless(table.shoe.source == "shoe", clause, "only with a card shoe")
        refuse_unless(fact.marker or fact.surveillance, clause, "a marker, or Surveillance told")
    clear_for_no_bet(table, clause)


def clear_for_no_bet(table: Table, clause: str) -> None:
    """Make the next coup a no-bet coup; wagers that lie go back (12.4; Canberra 12.2)."""
    table.no_bet = clause
    for wager in list(table.wagers):
        give_back(table, wager)


PLAYING = frozenset({"dealing", "turning", "reopened"})

RULES: dict[type, Rule] = {
    CardShown: Rule(show_card, BETWEEN | {"dealing", "reopened"}, "draw"),
    CardDrawn: Rule(draw_card, BETWEEN | {"dealing", "reopened"}, "draw"),
    CardTurned: Rule(turn_card, PLAYING, "deal"),
    CardsPassed: Rule(pass_cards, PLAYING | {"interim", "result"}, None, "who holds the cards"),
    CardsRefused: Rule(refuse_cards, PLAYING | {"interim"}, None, "who holds the cards"),
    Decision: Rule(decide, frozenset({"decisions"}), "draw", "draw wager"),
    NoDecision: Rule(no_decision, frozenset({"decisions"}), "draw", "no decision"),
    ResultAnnounced: Rule(announce, frozenset({"result"}), "settle"),
    NoBetCoup: Rule(permit_no_bet, BETWEEN, "no touch", "no bet"),
}


def drop_empty_boxes(table: Table, name: str | None) -> None:
    """Give no further card to boxes without a wager, after stakes went back (8.1; 7.2).

    A Tie wager goes back with the Player wager beside which it stood (Three Card 5.2.2), a DRAW
    wager with ENTER (Lucky Draw 8.2).
    """
    coup = table.coup
    assert coup is not None
    for wager, _ in unsupported(table, list(table.wagers)):
        if wager.bet == "tie" and name in (None, wager.player):
            give_back(table, wager)
    for wager in [each for each in table.wagers if each.bet == "draw"]:
        if find(table, (wager.player, "enter", wager.box)) is None:
            give_back(table, wager)
    with_wager = set(areas_dealt(table.document, table.wagers))
    coup.out_boxes |= {box for box in coup.areas if box not in with_wager}
    for box in coup.out_boxes:
        if not coup.hands.get(box_hand(box)):
            coup.hands.pop(box_hand(box), None)
