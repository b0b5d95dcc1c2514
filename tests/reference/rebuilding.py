"""Wrong deals: reconstruction, taking wagers down, void coups (12.1 and kin; 10.8; 12.4, 12.5)."""

from collections import Counter
from collections.abc import Sequence
from copy import deepcopy

from reference.cards import HIDDEN, is_card
from reference.deal import box_hand, dealt, deciding, due, fresh_hands, hidden
from reference.dealing import drop_empty_boxes
from reference.document import NO_RULE
from reference.facts import NotRebuilt, Rebuilt, Resumed, TookDown, WrongDeal
from reference.paying import finish, forget_loss, undo, void_coup, void_past
from reference.players import BETWEEN, COUP
from reference.refusals import IMPOSSIBLE, Refused, refuse_unless
from reference.shoe import seen
from reference.state import Coup, Rule, SetAside, Table, held, move, require_role
from reference.wagers import give_back, hand_back, lying


def past_coup(table: Table, number: int | None) -> Coup:
    """Return a finished coup by number, or the last one."""
    index = len(table.history) if number is None else number
    refuse_unless(1 <= index <= len(table.history), IMPOSSIBLE, "no such coup")
    return table.history[index - 1]


def wrong_deal(table: Table, fact: WrongDeal) -> None:
    """Deal with an error of dealing, by when it is notified."""
    document = table.document
    matter = "doubtful order" if fact.doubt else "wrong deal"
    refuse_unless(document.knows(matter), NO_RULE, "the document does not speak of it")
    if table.closed:
        raise Refused(document.clause("cards taken out"), "the table is closed")
    coup = table.coup
    if coup is not None and fact.coup in (None, coup.number):
        refuse_unless(coup.hold in (None, "options"), IMPOSSIBLE, "the coup waits already")
        wrong_deal_now(table, coup)
        return
    past = past_coup(table, fact.coup)
    refuse_unless(past.status in ("settled", "no bet"), IMPOSSIBLE, "the coup is void")
    begun = coup is not None or past.number < len(table.history)
    if begun:
        wrong_deal_late(table, past)
    else:
        wrong_deal_before_next(table, past)


def wrong_deal_now(table: Table, coup: Coup) -> None:
    """Hold a coup in progress for its reconstruction; Three Card: a misdeal (12.1, 12.3)."""
    document = table.document
    if document.knows("misdeal"):
        late = coup.announced or coup.handled
        refuse_unless(not late, NO_RULE, "a supervisor decides (12.1 ended)")
        void_coup(table, document.clause("misdeal"))
        return
    reinstate(table, coup)
    coup.announced = False
    coup.offered = coup.hold == "options" and coup.hold_matter == "device, no spare"
    coup.hold = "rebuild"


def wrong_deal_before_next(table: Table, past: Coup) -> None:
    """Reopen a settled coup before the next one (12.1; 10.8).

    Taking all cards out of the shoe or device counts as the next coup (Baccarat 12.1.4, 7-Up
    12.1.3). Canberra 12.4 ends with the round, that is when the cards are collected. Three Card
    12.1 is over; 12.6 is about announcing and settling.
    """
    document = table.document
    if document.knows("cards taken out"):
        clause = document.clause("cards taken out")
        shuffled = past.from_shoe and not past.renewed  # the cards came out of the device (13.5.3)
        refuse_unless(not table.emptied and not shuffled, clause, "the results stand")
    over = document.knows("late void") and not table.cards_lie
    refuse_unless(not over, NO_RULE, "a supervisor decides (between 12.4 and 12.5)")
    refuse_unless(not document.knows("misdeal"), NO_RULE, "a supervisor decides (12.1 ended)")
    reopen_past(table, past)


def wrong_deal_late(table: Table, past: Coup) -> None:
    """Let a coup stand after the next began; Canberra: that round is void (12.1.4; 12.5)."""
    document = table.document
    if document.knows("late void"):
        void_past(table, past, document.clause("late void"))
        return
    raise Refused(document.clause("too late"), "the results of previous coups stand")


def reopen_past(table: Table, past: Coup) -> None:
    """Make the last coup the one in progress again; its money is evened out at the end."""
    table.history.pop()
    table.parked, table.wagers = table.wagers, deepcopy(past.wagers)
    take_up_kept(table, past)
    past.undone, past.paid, past.wagers = past.paid, [], []
    for paid in past.undone:
        forget_loss(table, paid)
    past.announced = False
    past.interim_done = False
    past.settled_boxes = set()
    past.from_shoe = past.from_shoe and table.shoe.step != "ready"
    past.status = "stopped" if past.from_shoe and not past.renewed else "playing"
    past.hold = "rebuild"
    table.coup = past


def take_up_kept(table: Table, past: Coup) -> None:
    """Make cards that a round left over its next cards again, now that it goes on (10.3)."""
    kept = past.kept
    if kept and table.document.knows("next card") and len(table.waiting) >= len(kept):
        table.waiting = table.waiting[len(kept) :]
        past.next_cards = kept
    past.kept = []


def reinstate(table: Table, coup: Coup) -> None:
    """Put wagers back that were settled within the coup in progress (Canberra 9.9)."""
    if coup.undone is not None or not coup.paid:
        return
    undo(table, coup.paid, table.document.clause("rebuild"))
    for wager in coup.wagers:
        name = wager.player
        chips, tokens = wager.part("chips"), wager.part("tokens")
        if held(table, f"chips:{name}") >= chips and held(table, f"tokens:{name}") >= tokens:
            move(table, f"chips:{name}", f"layout:{name}", chips)
            move(table, f"tokens:{name}", f"token-layout:{name}", tokens)
            table.wagers.append(wager)
    coup.paid, coup.wagers = [], []
    coup.interim_done = False


def laid_again(table: Table, coup: Coup, cards: Sequence[str]) -> tuple[Coup, list[str]]:
    """Return a coup with cards laid as they should have come, and those that are left over.

    A box that is out of the coup keeps the places of the cards that it had: it was due those.
    """
    document, trial = table.document, deepcopy(coup)
    trial.hands, trial.order = fresh_hands(document, coup.areas), []
    out = {box_hand(box) for box in coup.out_boxes}
    kept = {place: hand for place, hand in enumerate(coup.order) if hand in out}
    left = list(cards)
    while left:
        hand = kept.get(len(trial.order), due(document, trial))
        if hand is None:
            break
        trial.hands[hand].append(left.pop(0))
        trial.order.append(hand)
    return trial, left


def rebuild(table: Table, fact: Rebuilt) -> None:
    """Lay the cards as they should have come (12.1.1; 10.8; Canberra 12.4)."""
    coup, document = table.coup, table.document
    assert coup is not None
    clause = document.clause("rebuild")
    refuse_unless(not coup.wrong, clause, "its books were found wrong and are put right apart")
    fine = fact.cards and all(is_card(card) or card == HIDDEN for card in fact.cards)
    refuse_unless(fine, clause, "the cards are not known")
    more = len(fact.cards) - dealt(document, coup)
    aside = [*coup.next_cards, *(each.card if each.exposed else "" for each in table.waiting)]
    taken = 0 if table.emptied else min(max(0, more), len(aside))
    unnamed = Counter(face for face in aside[:taken] if face) - Counter(fact.cards)
    refuse_unless(not unnamed, clause, "a card that lies aside is named as it is")
    trial, left = laid_again(table, coup, fact.cards)
    whole = not left and due(document, trial) is None and more <= 0
    refuse_unless(whole or not table.emptied, clause, "the cards were shuffled since")
    behind = len(aside) > max(taken, len(coup.next_cards)) and not table.emptied
    refuse_unless(not (behind and goes_on(table, trial)), clause, "a card that came out is named")
    draw_earlier(table, coup, more - taken)
    known = [card for card in fact.cards if card != HIDDEN]
    for card in (Counter(known) - Counter(coup.faces)).elements():
        seen(table, card)
    coup.hands, coup.order = trial.hands, trial.order
    for wager in table.parked:
        hand_back(table, wager)
    table.parked = []
    take_up(table, coup, taken)
    leave_over(table, coup, left)
    coup.exposed = coup.exposed or bool(known)
    allowed = document.knows("take down")
    if document.take_down_unexposed_only and coup.exposed:
        allowed = False
    coup.hold = "options" if (allowed and table.wagers) or coup.offered else None
    coup.hold_matter = "take down" if allowed else coup.hold_matter
    coup.offered = False


def goes_on(table: Table, coup: Coup) -> bool:
    """Return True if a coup is not complete: a card or a decision is due, or one is turned over."""
    document = table.document
    open_ = due(document, coup) is not None or deciding(document, coup) is not None
    return open_ or hidden(coup, *coup.hands)


def draw_earlier(table: Table, coup: Coup, cards: int) -> None:
    """Count cards that came out and were not shown to the log before.

    Where the coup's cards were shuffled since and none of them is out, they came out before that.
    """
    shoe = table.shoe
    if cards <= 0:
        return
    if coup.renewed and shoe.step in ("cut", "burn"):
        shoe.stack -= cards
        shoe.cut_after = None if shoe.cut_after is None else shoe.cut_after - cards
    elif shoe.step == "ready":
        shoe.drawn += cards


def take_up(table: Table, coup: Coup, taken: int) -> None:
    """Lay cards that waited with the others of the rebuilt coup; a no-bet coup that one of them
    forced lapses with the last."""
    behind = len(coup.next_cards)
    coup.next_cards = coup.next_cards[taken:]
    if taken <= behind:
        return
    clauses = {each.clause for each in table.waiting}
    table.waiting = table.waiting[taken - behind :]
    if not table.waiting and table.no_bet in clauses:
        table.no_bet = ""


def leave_over(table: Table, coup: Coup, left: list[str]) -> None:
    """Place the cards that a rebuilt deal leaves over, before those that wait already.

    One that was seen is the first card of a no-bet coup (ruling on 12.1.1, 12.3; Canberra 12.2).
    Lucky Draw: they are the next cards, or are burned when none is due (10.3).
    """
    document = table.document
    complete = due(document, coup) is None and deciding(document, coup) is None
    if document.knows("next card"):
        coup.next_cards = [*([] if complete else left), *coup.next_cards]
        return
    if any(card != HIDDEN for card in left):
        table.no_bet = document.clause("surplus exposed")
    over = [
        SetAside("", document.clause("surplus unexposed"), exposed=False)
        if card == HIDDEN
        else SetAside(card, document.clause("surplus exposed"))
        for card in left
    ]
    table.waiting = [*over, *table.waiting]


def take_down(table: Table, fact: TookDown) -> None:
    """Remove a whole wager; it cannot be replaced, and the others stay as they are (12.1.1)."""
    coup = table.coup
    assert coup is not None
    player = table.players.get(fact.player)
    refuse_unless(player and player.present, IMPOSSIBLE, "the player is not at the table")
    wager = lying(table, (fact.player, fact.bet, fact.box))
    alone = fact.bet == "draw" and coup.decisions.get(fact.box, False)
    refuse_unless(not alone, table.document.clause("draw"), "a card goes with that wager")
    give_back(table, wager)
    if coup.areas:
        drop_empty_boxes(table, fact.player)


def resume(table: Table, fact: Resumed) -> None:
    """Go on after the option: without wagers as a no-bet coup (12.1.1), or from a shoe (13.5)."""
    coup = table.coup
    assert coup is not None
    coup.hold = None
    after_failure = coup.hold_matter == "device, no spare"
    coup.hold_matter = ""
    if not table.wagers:
        if after_failure or not table.document.initial:
            finish(table, "void")
            return
        coup.no_bet = True


def not_rebuilt(table: Table, fact: NotRebuilt) -> None:
    """Declare void a coup that cannot be reconstructed (12.1.2; 10.8; Canberra 12.4)."""
    require_role(table, "not rebuilt", fact.by)
    void_coup(table, table.document.clause("not rebuilt"))


RULES: dict[type, Rule] = {
    WrongDeal: Rule(wrong_deal, BETWEEN | COUP | {"closed"}),
    Rebuilt: Rule(rebuild, frozenset({"rebuild"}), "rebuild", "rebuild"),
    NotRebuilt: Rule(not_rebuilt, frozenset({"rebuild"}), "not rebuilt", "not rebuilt"),
    TookDown: Rule(take_down, frozenset({"options"}), "no touch"),
    Resumed: Rule(resume, frozenset({"options"}), "no touch"),
}
