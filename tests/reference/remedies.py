"""Invalid wagers, wrong payments, cheats, disruption, and what no clause decides (12, 14)."""

from collections.abc import Sequence

from reference.dealing import drop_empty_boxes, place
from reference.document import NO_RULE
from reference.facts import (
    Contravened,
    Decided,
    Mispaid,
    OutcomeInvalidated,
    PlayerCardInvalid,
    Rectified,
    SettlingError,
    WagerInvalid,
)
from reference.irregularities import DEALT, SURPLUS, lay_open, void_box, void_cards
from reference.limits import counts_now, total
from reference.paying import correct, finish, net, undo, void_coup, void_past
from reference.players import BETWEEN, COUP
from reference.purses import hand_over
from reference.rebuilding import past_coup
from reference.refusals import IMPOSSIBLE, RANKS, refuse_unless
from reference.shoe import draw
from reference.state import Coup, Paid, Rule, Table, Wager, at_table, held, move, require_role
from reference.wagers import give_back, lying

REPORTED = 1_000_00
"""A wrong payment above this is reported at the end of the month (Baccarat 12.20.2)."""


def return_wagers(table: Table, wagers: Sequence[Wager]) -> None:
    """Give wagers back, in the coup too; boxes without a wager receive no further card."""
    for wager in list(wagers):
        give_back(table, wager)
    if table.coup is not None and table.coup.areas:
        drop_empty_boxes(table, None)
        if not table.wagers:
            finish(table, "void")


def invalid_wager(table: Table, fact: WagerInvalid) -> None:
    """Return a wager that is found invalid (Baccarat 12.17)."""
    return_wagers(table, [lying(table, (fact.player, fact.bet, fact.box))])


def invalid_card(table: Table, fact: PlayerCardInvalid) -> None:
    """Return wagers made without a valid Player Card; none follow (Baccarat 12.21, 14.1)."""
    player = at_table(table, fact.player)
    player.card_valid = False
    return_wagers(table, [wager for wager in table.wagers if wager.player == fact.player])


def mispay(table: Table, fact: Mispaid) -> None:
    """Note an overpayment or underpayment (Baccarat 12.18, 12.19; Three Card 12.6)."""
    document = table.document
    known = document.knows("mispayment") or document.knows("settling error")
    refuse_unless(known, NO_RULE, "a supervisor decides")
    at_table(table, fact.player)
    place_of = f"chips:{fact.player}"
    refuse_unless(held(table, place_of) + fact.amount >= 0, IMPOSSIBLE, "there is less")
    move(table, "float", place_of, fact.amount)
    table.mispaid[fact.player] = table.mispaid.get(fact.player, 0) + fact.amount
    if abs(fact.amount) > REPORTED and document.knows("mispayment"):
        table.duties.add("report the mispayment at the end of the month (12.20.2)")


def rectify(table: Table, fact: Rectified) -> None:
    """Put a wrong payment right; Three Card before the next coup (12.18.2, 12.19.1; 12.6)."""
    document = table.document
    amount = table.mispaid.get(fact.player, 0)
    refuse_unless(amount, IMPOSSIBLE, "nothing was paid wrongly")
    matter = "mispayment" if document.knows("mispayment") else "settling error"
    in_time = matter == "mispayment" or table.coup is None
    refuse_unless(in_time, document.clause(matter), "the next coup has begun")
    del table.mispaid[fact.player]
    correct(table, fact.player, -amount, document.clause(matter))


def settling_error(table: Table, fact: SettlingError) -> None:
    """Declare void a Player hand or the coup that cannot be settled right (Three Card 12.6)."""
    require_role(table, "settling error", fact.by)
    past = past_coup(table, None)
    refuse_unless(past.status == "settled", IMPOSSIBLE, "the coup was not settled")
    if fact.boxes:
        for box in fact.boxes:
            void_box(table, past, box)
    else:
        void_past(table, past, table.document.clause("settling error"))


def contravene(table: Table, fact: Contravened) -> None:
    """Declare a person's wagers void and exclude the person (14.8, 14.3, 12.3; Canberra 14.2)."""
    player = table.players.get(fact.player)
    refuse_unless(player, IMPOSSIBLE, "nobody of that name")
    assert player is not None
    require_role(table, "contravention", fact.by)
    past = [past_coup(table, number) for number in fact.coups]
    clause = table.document.clause("contravention")
    lying_now = [wager for wager in table.wagers if wager.player == fact.player]
    betting = any(paid.player == fact.player for coup in past for paid in coup.paid)
    early = [] if table.coup is None else table.coup.paid  # settled before further cards
    settled = [paid for paid in early if paid.player == fact.player]
    some = betting if fact.coups else lying_now or settled
    refuse_unless(some or fact.exclude, IMPOSSIBLE, "no wager that could be void")
    if not fact.coups:
        if table.coup is not None:
            table.coup.paid = [paid for paid in table.coup.paid if paid.player != fact.player]
            undo(table, settled, clause)
        return_wagers(table, lying_now)
    for coup in past:
        mine = [paid for paid in coup.paid if paid.player == fact.player]
        coup.paid = [paid for paid in coup.paid if paid.player != fact.player]
        coup.wagers = [wager for wager in coup.wagers if wager.player != fact.player]
        undo(table, mine, clause, wrong=coup.wrong)
        coup.wrong.pop(fact.player, None)
    if fact.exclude:
        player.excluded = True


def have_bet(table: Table, fact: OutcomeInvalidated) -> bool:
    """Return True if a cheat has a wager in the coup that is invalidated."""
    if table.coup is not None and fact.coup in (None, table.coup.number):
        return any(wager.player in fact.cheats for wager in table.wagers)
    return any(paid.player in fact.cheats for paid in past_coup(table, fact.coup).paid)


def check_invalidation(table: Table, fact: OutcomeInvalidated) -> str:
    """Refuse an invalidation that the document does not have; return the clause on the money."""
    document = table.document
    require_role(table, "disruption", fact.by)
    if document.knows("impractical") and fact.cause in ("fraud", "impractical"):
        clause = document.clause("impractical")
        void = fact.refund and not fact.forfeit
        refuse_unless(void, clause, "a void round returns every stake")
        return clause
    refuse_unless(fact.cause in ("disruption", "fraud"), NO_RULE, "a supervisor decides")
    clause = document.clause("refund")
    fraud = fact.cause == "fraud" and bool(fact.cheats)
    staked = fraud and have_bet(table, fact)
    refuse_unless(not fact.forfeit or staked, clause, "only a cheat's wager is forfeited")
    must = document.must_forfeit and staked and fact.refund
    refuse_unless(fact.forfeit or not must, clause, "the cheat's wager is forfeited")
    return document.clause("disruption")


def invalidate(table: Table, fact: OutcomeInvalidated) -> None:
    """Invalidate an outcome; wagers may be refunded, a cheat's forfeited (14.9, 14.10 and kin)."""
    clause = check_invalidation(table, fact)
    coup = table.coup
    if coup is not None and fact.coup in (None, coup.number):
        invalidate_now(table, coup, fact, clause)
        return
    past = past_coup(table, fact.coup)
    refuse_unless(past.status == "settled", IMPOSSIBLE, "the coup was not settled")
    for name in sorted({paid.player for paid in past.paid}):
        mine = [paid for paid in past.paid if paid.player == name]
        if keeps(fact, name):
            undo(table, mine, clause, wrong=past.wrong)
        else:
            forfeit_past(table, name, mine, past.wrong.get(name, 0), clause)
    past.status = "void"


def keeps(fact: OutcomeInvalidated, name: str) -> bool:
    """Return True if a player's wager is refunded."""
    return fact.refund and not (fact.forfeit and name in fact.cheats)


def invalidate_now(table: Table, coup: Coup, fact: OutcomeInvalidated, clause: str) -> None:
    """Refund or keep the wagers of the coup in progress."""
    kept = table.document.knows("refund")
    lost = [each for each in table.wagers if kept and not keeps(fact, each.player)]
    if coup.undone is not None:
        counted = [(each.player, counts_now(table, coup, each)) for each in lost]
        void_coup(table, clause)  # a rebuilt coup is evened out first: stakes are with the players
        for name, pieces in counted:
            correct(table, name, -total(pieces, "chips"), clause)
            take_tokens(table, name, total(pieces, "tokens"))
            table.players[name].lost[coup.days[name]] += total(pieces, "chips")
        return
    for wager, counts in [(each, counts_now(table, coup, each)) for each in lost]:
        name = wager.player
        chips, tokens = total(counts, "chips"), total(counts, "tokens")
        move(table, f"layout:{name}", "float", chips)
        move(table, f"token-layout:{name}", "token-drop", tokens)
        hand_over(table, name, f"layout:{name}", wager.part("chips") - chips)
        move(table, f"token-layout:{name}", f"tokens:{name}", wager.part("tokens") - tokens)
        table.players[name].lost[coup.days[name]] += chips
        table.wagers.remove(wager)
    if not fact.refund:
        coup.paid = []  # what was settled before stands
    void_coup(table, clause)


def forfeit_past(table: Table, name: str, paid: Sequence[Paid], apart: int, clause: str) -> None:
    """Take back what a settled coup brought a player, and the stake that counted, each in kind.

    `apart` of what it brought is put right apart.
    """
    staked = sum(each.counted - each.tokens for each in paid)
    change = -staked - net(paid, name) + apart
    table.players[name].lost[paid[0].day] -= change
    correct(table, name, change, clause)
    take_tokens(table, name, sum(each.tokens - each.tokens_taken for each in paid))


def take_tokens(table: Table, name: str, tokens: int) -> None:
    """Take forfeited tokens out of play, as far as the player still has them."""
    place_of = f"tokens:{name}"
    move(table, place_of, "token-drop", min(tokens, held(table, place_of)))


def silent(table: Table, matter: str, past: Coup | None) -> bool:
    """Return True if no clause decides a matter of the coup in progress, or of a past one.

    A wrong deal is known everywhere, but Canberra says nothing of the time between two rounds
    (12.4, 12.5), and Three Card nothing after cards were handled or the result announced (12.1).
    """
    document, coup = table.document, table.coup
    if not document.knows(matter):
        return True
    if matter != "wrong deal":
        return False
    if document.knows("misdeal"):
        return past is not None or coup is None or coup.handled or coup.announced
    last = coup is None and (past is None or past.number == len(table.history))
    return last and document.knows("late void")


def decide(table: Table, fact: Decided) -> None:
    """Record what a supervisor decides where no clause speaks, and do it."""
    document, coup = table.document, table.coup
    refuse_unless(fact.by in RANKS[1:], NO_RULE, "a supervisor decides")
    refuse_unless(fact.reason, NO_RULE, "the reason is recorded")
    meant_now = coup is not None and fact.coup in (None, coup.number)
    past = None
    if not meant_now and fact.outcome == "void":
        past = past_coup(table, fact.coup)
        refuse_unless(past.status == "settled", IMPOSSIBLE, "the coup was not settled")
    known = not silent(table, fact.matter, past)
    refuse_unless(not known, document.clause(fact.matter), "a clause decides")
    table.decided.add(fact.matter)
    if past is not None:
        void_past(table, past, NO_RULE)
    elif fact.outcome == "void":
        void_coup(table, NO_RULE)
    elif coup is not None and coup.hold == "held" and fact.outcome == "go on":
        play_held_card(table, coup)
    if fact.outcome == "void" and fact.matter == "missing card":
        void_cards(table, NO_RULE)


def play_held_card(table: Table, coup: Coup) -> None:
    """Go on with a card of which there are too many, as a supervisor decided."""
    card, hand, coup.hold, coup.held_card = coup.held_card, coup.held_hand, None, None
    assert card is not None
    if hand is None:
        draw(table, card)
        place(table, coup, card)
    elif hand != SURPLUS:
        lay_open(table, coup, hand, card)


RULES: dict[type, Rule] = {
    WagerInvalid: Rule(invalid_wager, BETWEEN | DEALT, "invalid wager", "invalid wager"),
    PlayerCardInvalid: Rule(invalid_card, BETWEEN | COUP, None, "invalid card"),
    Mispaid: Rule(mispay, BETWEEN | COUP),
    Rectified: Rule(rectify, BETWEEN | COUP),
    SettlingError: Rule(settling_error, BETWEEN, "settling error", "settling error"),
    Contravened: Rule(contravene, BETWEEN | COUP | {"closed"}, None, "contravention"),
    OutcomeInvalidated: Rule(invalidate, BETWEEN | COUP | {"closed"}, None, "disruption"),
    Decided: Rule(decide, BETWEEN | COUP),
}
