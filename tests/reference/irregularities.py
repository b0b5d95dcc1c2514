"""Cards that should not have come, or not so: surplus, face up, short, missing (12; 10; 12)."""

from reference.cards import HIDDEN
from reference.closing import owe_notice
from reference.deal import dealt, deciding, due
from reference.dealing import clear_for_no_bet, hold_impossible, place, take
from reference.document import NO_RULE
from reference.facts import (
    BurnedInError,
    CardCorrected,
    CardDeclined,
    CardFaceUp,
    CardsChecked,
    CardsPassedWrong,
    CardsShort,
    DeviceFailed,
    DeviceSuspected,
    EmptyAreaDealt,
    HandMiscounted,
    OrderRevealed,
    Reopened,
    ScannerDisagrees,
    SurplusCard,
)
from reference.paying import undo, void_coup, void_past
from reference.players import BETWEEN, COUP
from reference.refusals import IMPOSSIBLE, Refused, refuse_unless, require_staff
from reference.shoe import draw, require_shuffle, seen, too_many
from reference.state import Coup, Rule, SetAside, Table, require_role

HAND_SIZE = 3
"""Cards of a Three Card hand (8.1)."""

SURPLUS = "surplus"
"""Held in place of a hand: the surplus card itself cannot be there, and is reported again."""


def surplus(table: Table, fact: SurplusCard) -> None:
    """Deal with a card drawn to a hand that is not due one."""
    coup, document = table.coup, table.document
    assert coup is not None
    hand = due(document, coup)
    refuse_unless(fact.to in coup.hands, IMPOSSIBLE, "no such hand")
    refuse_unless(fact.to != hand, IMPOSSIBLE, "the hand is due a card")
    card = fact.card or ("" if not fact.exposed else None)
    if card is None:
        raise Refused(IMPOSSIBLE, "a card that was exposed is known")
    if card and hold_impossible(table, coup, card, SURPLUS):
        return
    if document.knows("misdeal"):
        surplus_in_boxes(table, coup, fact)
    elif document.knows("next card"):
        surplus_is_next(table, coup, fact, card)
    else:
        surplus_common(table, coup, fact, card)


def surplus_common(table: Table, coup: Coup, fact: SurplusCard, card: str) -> None:
    """Surplus card with two common hands (Baccarat and 7-Up 12.2, 12.3; Canberra 12.1 to 12.3)."""
    document = table.document
    hand = due(document, coup)
    early = dealt(document, coup) < len(document.initial)
    refuse_unless(not early, document.clause("wrong deal"), "that is a wrong deal")
    if hand is not None:
        to_player = fact.to == "player" and hand == document.house
        refuse_unless(to_player, document.clause("wrong deal"), "that is a wrong deal")
        draw(table, card or HIDDEN)
        place(table, coup, card or HIDDEN)
        return
    draw(table, card if fact.exposed else HIDDEN)
    to_house = fact.to == document.house and document.knows("surplus to house")
    if to_house or fact.exposed:
        clause = document.clause("surplus to house" if to_house else "surplus exposed")
        table.no_bet = clause
    else:
        clause = document.clause("surplus unexposed")
    table.waiting.append(SetAside(card, clause, fact.exposed))


def surplus_in_boxes(table: Table, coup: Coup, fact: SurplusCard) -> None:
    """Surplus card in Three Card: a misdeal, or a void hand (12.1, 12.2, 12.3, 12.5)."""
    miscount(table, coup, fact.to)
    draw(table, fact.card or HIDDEN)


def miscount(table: Table, coup: Coup, hand: str) -> None:
    """Declare a misdeal or a void hand for a wrong number of cards.

    A misdeal ends with the announcement (ruling), for a Player hand also when a player has
    handled cards (12.1).
    """
    document = table.document
    if hand == document.house:
        clause = document.clause("settling error")
        refuse_unless(not coup.announced, clause, "a misdeal ends with the announcement")
        void_coup(table, document.clause("misdeal"))
    elif not coup.announced and not coup.handled:
        void_coup(table, document.clause("misdeal"))
    else:
        coup.void_boxes.add(int(hand.split()[1]))


def surplus_is_next(table: Table, coup: Coup, fact: SurplusCard, card: str) -> None:
    """Surplus card in Lucky Draw: next card, burned, or the next round's first (10.3 to 10.7)."""
    document = table.document
    waiting = due(document, coup) is not None or deciding(document, coup) is not None
    refuse_unless(coup.next_card is None, IMPOSSIBLE, "a card dealt in error is waiting")
    if not fact.exposed and (fact.to == document.house or not waiting):
        clause = document.clause("surplus unexposed")
        draw(table, HIDDEN)
        table.waiting.append(SetAside(card, clause, exposed=False))
        return
    draw(table, card or HIDDEN)
    if waiting or fact.to != document.house:  # the dealer's: burned (10.6)
        coup.next_cards = [card]


def decline(table: Table, fact: CardDeclined) -> None:
    """Let a player decline the card dealt in error: no card, no DRAW (Lucky Draw 10.4)."""
    coup = table.coup
    assert coup is not None
    clause = table.document.clause("decline the card")
    refuse_unless(coup.next_card is not None, clause, "no card was dealt in error")
    box = deciding(table.document, coup)
    refuse_unless(fact.box == box, table.document.clause("draw"), f"box {box} decides now")
    coup.decisions[fact.box] = False


def hand_miscounted(table: Table, fact: HandMiscounted) -> None:
    """A Three Card hand with too few or too many cards (12.2, 12.5), on what the log shows."""
    document = table.document
    refuse_unless(fact.cards != HAND_SIZE, IMPOSSIBLE, "three cards are right")
    coup = table.coup
    past = None if coup is not None else table.history[-1] if table.history else None
    played = coup or past
    if played is None or fact.hand not in played.hands:
        raise Refused(IMPOSSIBLE, "no such hand")
    if played.announced:
        log_agrees = len(played.hands[fact.hand]) != HAND_SIZE
        refuse_unless(log_agrees, document.clause("hand void"), "the log shows three cards")
    if coup is not None:
        miscount(table, coup, fact.hand)
        return
    refuse_unless(fact.hand != document.house, document.clause("settling error"), "announced")
    assert past is not None
    void_box(table, past, int(fact.hand.split()[1]))


def void_box(table: Table, past: Coup, box: int) -> None:
    """Reverse what was settled on a void Player hand: Player and Tie (ruling on 12.5)."""
    bets = table.document.dealt_bets | {"tie"}
    gone = [paid for paid in past.paid if paid.box == box and paid.bet in bets]
    past.paid = [paid for paid in past.paid if paid not in gone]
    past.void_boxes.add(box)
    undo(table, gone, table.document.clause("hand void"))


def empty_area(table: Table, fact: EmptyAreaDealt) -> None:
    """A hand dealt to an empty area: misdeal, or discarded after handling (12.1, 12.4)."""
    coup = table.coup
    assert coup is not None
    refuse_unless(fact.box not in coup.areas, IMPOSSIBLE, "a wager lies there")
    if not coup.handled and not coup.announced:
        void_coup(table, table.document.clause("misdeal"))


def burned_in_error(table: Table, fact: BurnedInError) -> None:
    """A card burned in error stays burned (12.16, 12.10); Lucky Draw: it comes next (10.3)."""
    coup, document = table.coup, table.document
    draw(table, fact.card or HIDDEN)
    if not document.knows("next card"):
        return
    clause = document.clause("next card")
    if coup is None:
        table.waiting.append(SetAside(fact.card or "", clause, exposed=bool(fact.card)))
    elif due(document, coup) is not None or deciding(document, coup) is not None:
        coup.next_cards.append(fact.card or "")


def face_up(table: Table, fact: CardFaceUp) -> None:
    """A card found face up, or seen before it was due (12.3, 12.5; 12.8, 12.9; 10.1; 12.2)."""
    coup, document = table.coup, table.document
    during = coup is not None and due(document, coup) is not None
    if during and document.knows("face up"):
        assert coup is not None
        refuse_unless(fact.inside, NO_RULE, "a supervisor decides")
        if document.face_up_burned:
            draw(table, fact.card)
        else:
            take(table, coup, fact.card)
        return
    known = not during and fact.inside in document.first_exposed_where
    refuse_unless(known, NO_RULE, "a supervisor decides")
    ready = table.shoe.step == "ready" and table.set_aside is None
    refuse_unless(ready, IMPOSSIBLE, "it is not a first card")
    refuse_unless(not too_many(table, fact.card), document.clause("missing card"), "no such card")
    draw(table, fact.card)
    if document.first_exposed == "no bet":
        clause = document.clause("first card exposed")
        table.waiting = [SetAside(fact.card, clause)]
        if coup is None:
            clear_for_no_bet(table, clause)
        else:
            table.no_bet = clause


def correct_card(table: Table, fact: CardCorrected) -> None:
    """State the right card in place of one that cannot be there."""
    coup = table.coup
    assert coup is not None
    require_role(table, "check cards", fact.by)
    refuse_unless(not too_many(table, fact.card), table.document.clause("missing card"), "again")
    hand, coup.hold, coup.held_card = coup.held_hand, None, None
    if hand is None:
        take(table, coup, fact.card)
    elif hand != SURPLUS:
        lay_open(table, coup, hand, fact.card)


def lay_open(table: Table, coup: Coup, hand: str, card: str) -> None:
    """Turn over the first card of a hand that lies face down."""
    cards = coup.hands[hand]
    cards[cards.index(HIDDEN)] = card
    seen(table, card)
    coup.exposed = True


def suspect_device(table: Table, fact: DeviceSuspected) -> None:
    """Remove and check all cards of the device after the coup; they are shuffled anew (12.5.1)."""
    clause = table.document.clause("suspect device")
    refuse_unless(table.shoe.source == "device", clause, "no device is in use")
    require_role(table, "suspect device", fact.by)
    void_cards(table, clause)


def void_cards(table: Table, clause: str) -> None:
    """Take all cards out of play; a shuffle is due."""
    table.waiting = []
    table.no_bet = ""
    table.emptied = True
    require_shuffle(table, clause)


def reveal(table: Table, fact: OrderRevealed) -> None:
    """Declare the cards void when their order is known (Baccarat 4.13, 7-Up 4.5).

    A coup in progress is void too; one that is paid stands.
    """
    require_role(table, "order revealed", fact.by)
    clause = table.document.clause("order revealed")
    if table.coup is not None:
        void_coup(table, clause)
    void_cards(table, clause)
    owe_notice(table, "order revealed")


def too_few(table: Table, fact: CardsShort) -> None:
    """Too few cards: void (12.6, 12.7), or the discards are shuffled (Lucky Draw 10.10)."""
    coup, document = table.coup, table.document
    assert coup is not None
    clause = document.clause("cards short")
    if document.short_reshuffles:
        coup.status = "stopped"
        require_shuffle(table, clause)
        return
    void_coup(table, clause)
    void_cards(table, clause)


def check_cards(table: Table, fact: CardsChecked) -> None:
    """Check the cards; a missing or foreign one voids the coup (12.11, 12.8, 12.13, 10.15)."""
    document = table.document
    if document.knows("check cards"):
        require_role(table, "check cards", fact.by)
    else:
        require_staff(fact.by)
    if not fact.missing and not fact.foreign:
        return
    refuse_unless(document.knows("missing card"), NO_RULE, "a supervisor decides")
    clause = document.clause("missing card")
    if table.coup is not None:
        void_coup(table, clause, document.interim_stands)
    elif table.cards_lie:
        void_past(table, table.history[-1], clause)
        table.cards_lie = False
    void_cards(table, clause)
    owe_notice(table, "missing card")


def passed_wrong(table: Table, fact: CardsPassedWrong) -> None:
    """Cards to the wrong player: the result stands (12.15), or wagers may come down (12.9)."""
    coup = table.coup
    assert coup is not None
    if table.document.wrong_recipient_takes_down and table.wagers:
        coup.hold = "options"
        coup.hold_matter = "wrong recipient"


def reopen(table: Table, fact: Reopened) -> None:
    """Let players change wagers while no card is exposed (Baccarat 12.12; Canberra 12.6)."""
    coup = table.coup
    assert coup is not None
    clause = table.document.clause("reopen")
    require_role(table, "reopen", fact.by)
    by_players = table.options.method != "A" or table.document.must_call_no_more_bets
    refuse_unless(by_players, clause, "not with dealing Method A")
    refuse_unless(not coup.exposed and not coup.no_bet, clause, "a card is exposed")
    coup.reopened = True


def scanner(table: Table, fact: ScannerDisagrees) -> None:
    """Confirm the actual outcome, or declare the coup void (Baccarat 12.13)."""
    require_role(table, "scanner", fact.by)
    if not fact.confirmed:
        void_coup(table, table.document.clause("scanner"))


def device_failed(table: Table, fact: DeviceFailed) -> None:
    """A failing device: go on, end the coup, or let stakes go back (13; 11)."""
    coup, document = table.coup, table.document
    clause = document.clause("device")
    refuse_unless(table.shoe.source == "device", clause, "no device is in use")
    assert coup is not None
    refuse_unless(not coup.from_shoe, clause, "no device is in use")
    if fact.disadvantage:
        void_coup(table, document.clause("device, disadvantage"))
    elif fact.spare and fact.practicable:
        return
    elif document.device_gives_options:
        coup.hold = "options"
        coup.hold_matter = "device, no spare"
        coup.from_shoe = True
        coup.reopened = False
        coup.status = "stopped"
        require_shuffle(table, document.clause("device, no spare"))
    else:
        void_coup(table, document.clause("device, no spare"))


DEALT = frozenset({"dealing", "turning", "interim", "decisions", "result", "settle", "reopened"})

RULES: dict[type, Rule] = {
    SurplusCard: Rule(surplus, DEALT - {"reopened"}, None),
    CardDeclined: Rule(decline, frozenset({"decisions"}), "draw", "decline the card"),
    HandMiscounted: Rule(hand_miscounted, DEALT | BETWEEN, None, "hand void"),
    EmptyAreaDealt: Rule(empty_area, DEALT, None, "empty area"),
    BurnedInError: Rule(burned_in_error, DEALT | {"bets", "no more bets"}, None, "burned in error"),
    CardFaceUp: Rule(face_up, DEALT | BETWEEN, None, "first card exposed"),
    CardCorrected: Rule(correct_card, frozenset({"held"}), None),
    DeviceSuspected: Rule(suspect_device, BETWEEN, "suspect device", "suspect device"),
    OrderRevealed: Rule(reveal, BETWEEN | COUP, None, "order revealed"),
    CardsShort: Rule(too_few, frozenset({"dealing"}), None, "cards short"),
    CardsChecked: Rule(check_cards, BETWEEN | COUP, None),
    CardsPassedWrong: Rule(passed_wrong, DEALT - {"settle"}, None, "wrong recipient"),
    Reopened: Rule(reopen, frozenset({"dealing", "turning"}), "reopen", "reopen"),
    ScannerDisagrees: Rule(scanner, DEALT, None, "scanner"),
    DeviceFailed: Rule(device_failed, DEALT | {"options"}, "device", "device"),
}
