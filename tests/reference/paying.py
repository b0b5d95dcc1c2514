"""Settlement at the table, void coups, and money that is taken back (11; 12; Canberra 8, 9)."""

from collections.abc import Mapping, Sequence
from copy import deepcopy

from reference.facts import CardsCollected, InterimSettled, PaymentDecided, Settled
from reference.limits import area_undecided, counts_now, total
from reference.purses import hand_over
from reference.refusals import IMPOSSIBLE, Refused, refuse_unless, require_staff
from reference.settlement import Hands, payment, rows_of, stands_off, won
from reference.shoe import BETWEEN, after_coup, require_shuffle, run_down
from reference.state import Coup, Paid, Piece, Rule, SetAside, Table, Wager, find, held, move
from reference.wagers import give_back, hand_back

NOTHING: Mapping[str, int] = {}
"""Nothing that is put right apart."""


def hands_for(table: Table, coup: Coup, wager: Wager) -> Hands:
    """Return the hands that decide a wager: the common ones, or that of its box."""
    document = table.document
    name = "player" if document.initial else f"box {wager.box}"
    mine = tuple(coup.hands.get(name, ()))
    return Hands(mine, tuple(coup.hands[document.house]), document.compared_by)


def hand_is_void(table: Table, coup: Coup, wager: Wager) -> bool:
    """Return True for wagers that fall with a void Player hand: Player and Tie (ruling on 12.5)."""
    on_hand = wager.bet in table.document.dealt_bets or wager.bet == "tie"
    return on_hand and wager.box in coup.void_boxes


def judge(table: Table, coup: Coup, wager: Wager, counts: Sequence[Piece], interim: bool) -> Paid:
    """Return what settlement does to one wager, or refuse if chips cannot pay it (8.8, 8.9)."""
    document = table.document
    amount = total(counts)
    key = wager.key
    day = coup.days[wager.player]
    tokens = total(counts, "tokens")
    nothing = Paid(*key, amount, 0, 0, 0, interim, day, tokens)
    if hand_is_void(table, coup, wager):
        return nothing
    hands = hands_for(table, coup, wager)
    if stands_off(document, wager.bet, hands):
        return nothing
    row = won(rows_of(document, coup.scheme, wager.bet, table.options.pairs), hands)
    if row is None:
        return Paid(*key, amount, 0, amount - tokens, tokens, interim, day, tokens)
    pay = payment(amount, row.odds, table.chip, document.rounds_up)
    if pay is None:
        pay = coup.fixed.get(key)
    if pay is None:
        raise Refused(row.clause.split("(")[0], "no exact payment: a supervisor decides")
    return Paid(*key, amount, pay, 0, 0, interim, day, tokens)


def pay_and_collect(table: Table, coup: Coup, wagers: Sequence[Wager], interim: bool) -> None:
    """Pay winning wagers, collect losing ones, return the rest (11.1, 9.2; Canberra 8, 9.9)."""
    area_undecided(table, coup, table.wagers)
    done = [judge(table, coup, wager, counts_now(table, coup, wager), interim) for wager in wagers]
    for wager, paid in zip(list(wagers), done, strict=True):
        coup.paid.append(paid)
        coup.wagers.append(deepcopy(wager))
        count_loss(table, paid)
        if coup.undone is None:
            _move_money(table, wager, paid)
        table.wagers.remove(wager)


def _move_money(table: Table, wager: Wager, paid: Paid) -> None:
    name = wager.player
    move(table, f"layout:{name}", "float", paid.chips_taken)
    move(table, f"token-layout:{name}", "token-drop", paid.tokens_taken)
    hand_over(table, name, f"layout:{name}", wager.part("chips") - paid.chips_taken)
    back = wager.part("tokens") - paid.tokens_taken
    move(table, f"token-layout:{name}", f"tokens:{name}", back)
    hand_over(table, name, "float", paid.pay)


def settle(table: Table, fact: Settled) -> None:
    """Settle the coup after the result, or some of the boxes first (11.1; 9.2)."""
    coup = table.coup
    assert coup is not None
    common = bool(table.document.initial)
    refuse_unless(not fact.boxes or not common, IMPOSSIBLE, "the hands are common")
    boxes = set(fact.boxes) or {wager.box for wager in table.wagers}
    wagers = [wager for wager in table.wagers if wager.box in boxes]
    last = len(wagers) == len(table.wagers)
    pay_and_collect(table, coup, wagers, interim=not last)
    coup.settled_boxes |= boxes
    if last:
        finish(table, "settled")
        table.cards_lie = not fact.collected and table.document.ends_with_collection


def collect(table: Table, fact: CardsCollected) -> None:
    """Put the cards away, with which the coup ends (1.1; Canberra, Round of Play)."""
    refuse_unless(table.cards_lie, IMPOSSIBLE, "no cards lie on the layout")
    table.cards_lie = False


def settle_interim(table: Table, fact: InterimSettled) -> None:
    """Pay and collect Pairs before further cards (Canberra 9.9)."""
    coup = table.coup
    assert coup is not None
    wagers = [wager for wager in table.wagers if wager.bet in table.document.interim_bets]
    pay_and_collect(table, coup, wagers, interim=True)
    coup.interim_done = True


def fix_payment(table: Table, fact: PaymentDecided) -> None:
    """Fix a payment that chips cannot make exactly, never below the odds (Canberra 8.8, 8.9)."""
    coup = table.coup
    assert coup is not None
    document = table.document
    clause = document.clause("settle")
    refuse_unless(not document.rounds_up, document.clause("rounding"), "payment is rounded up")
    require_staff(fact.by, clause)
    refuse_unless(fact.by != "dealer", clause, "a supervisor decides")
    key = (fact.player, fact.bet, fact.box)
    wager = find(table, key)
    refuse_unless(wager, IMPOSSIBLE, "no such wager lies")
    assert wager is not None
    row = won(
        rows_of(document, coup.scheme, wager.bet, table.options.pairs),
        hands_for(table, coup, wager),
    )
    refuse_unless(row, clause, "the wager does not win")
    assert row is not None
    amount = total(counts_now(table, coup, wager))
    refuse_unless(fact.amount % table.chip == 0, document.clause("chips"), "whole chips")
    enough = fact.amount * row.odds[1] >= amount * row.odds[0]
    refuse_unless(enough, row.clause.split("(")[0], "never below the odds")
    coup.fixed[key] = fact.amount


def finish(table: Table, status: str) -> None:
    """End the coup: what was rebuilt is evened out, the shoe is looked at, bets open again."""
    coup = table.coup
    assert coup is not None
    coup.status = status
    coup.hold = None
    coup.reopened = False
    table.cards_lie = False
    rebuilt = coup.undone is not None
    if rebuilt:
        even_out(table, coup)
        table.wagers, table.parked = table.parked, []
        if coup.from_shoe:
            require_shuffle(table, table.document.clause("device, no spare"))
        elif coup.ran_out:
            run_down(table, coup)
    else:
        _count_idle(table, coup)
        after_coup(table, coup)
        table.bets_since = table.now
        table.bets_closed = False
        table.sat_out = set()
    keep_next_cards(table, coup)
    table.history.append(coup)
    table.coup = None
    table.decided = set()
    table.just_voided = status == "void"


def keep_next_cards(table: Table, coup: Coup) -> None:
    """Keep cards that were due next and that no hand needed for the next coup (10.3).

    One that was seen makes it a no-bet coup where the document says so (12.3 and kin).
    """
    document, seen = table.document, any(coup.next_cards)
    to_next = document.knows("next card")
    matter = "next card" if to_next else "surplus exposed" if seen else "surplus unexposed"
    clause = document.clause(matter)
    table.waiting = [
        *(SetAside(face, clause, exposed=bool(face)) for face in coup.next_cards),
        *table.waiting,
    ]
    coup.kept, coup.next_cards = coup.next_cards, []
    if seen and not to_next and not coup.from_shoe:  # whose cards are shuffled before any other
        table.no_bet = clause


def _count_idle(table: Table, coup: Coup) -> None:
    """Count coups in a row without a wager; no-bet coups do not count (14.15 and kin)."""
    if coup.no_bet and not coup.bettors:
        return
    for player in table.players.values():
        player.idle = 0 if player.name in coup.bettors else player.idle + 1


def count_loss(table: Table, paid: Paid) -> None:
    """Count a settlement on the day on which its wager was laid."""
    table.players[paid.player].lost[paid.day] += paid.chips_taken - paid.pay


def forget_loss(table: Table, paid: Paid, keep_pay: bool = False) -> None:
    """Take a settlement out of the Loss Limit's count."""
    pay = 0 if keep_pay else paid.pay
    table.players[paid.player].lost[paid.day] -= paid.chips_taken - pay


def net(paid: Sequence[Paid], name: str) -> int:
    """Return what settlements brought a player, in chips."""
    return sum(each.pay - each.chips_taken for each in paid if each.player == name)


def even_out(table: Table, coup: Coup) -> None:
    """Pay or take back the difference between the first settlement and the rebuilt one."""
    before = coup.undone or []
    names = sorted({paid.player for paid in [*before, *coup.paid]})
    clause = table.document.clause("rebuild")
    for name in names:
        apart = coup.wrong.get(name, 0)
        if apart:
            table.players[name].lost[coup.days[name]] -= apart
        change = net(coup.paid, name) - net(before, name) + apart
        tokens = sum(p.tokens_taken for p in before if p.player == name)
        tokens -= sum(p.tokens_taken for p in coup.paid if p.player == name)
        tokens = max(tokens, -held(table, f"tokens:{name}"))  # what has left the table is not owed
        move(table, "token-drop", f"tokens:{name}", tokens)
        correct(table, name, change, clause)
    coup.undone = None


def even_out_leaver(table: Table, coup: Coup, name: str) -> None:
    """Even out a player who leaves a rebuilt coup in which no wager of theirs lies any more."""
    mine = [paid for paid in coup.undone or () if paid.player == name]
    coup.undone = [paid for paid in coup.undone or () if paid.player != name]
    move(table, "token-drop", f"tokens:{name}", sum(paid.tokens_taken for paid in mine))
    correct(table, name, -net(mine, name), table.document.clause("rebuild"))


def correct(table: Table, name: str, change: int, clause: str) -> None:
    """Give a player money that is due, or take back what was not."""
    if change >= 0:
        hand_over(table, name, "float", change)
    else:
        take_back(table, name, -change, clause)


def take_back(table: Table, name: str, cents: int, clause: str) -> None:
    """Take money back: lying wagers go back first, then chips, account, a debt.

    Wagers of a coup whose first card is out are not touched (5.4 and kin).
    """
    playing = table.coup is not None and table.coup.undone is None
    if not playing:
        lying_list = table.parked if table.coup is not None else table.wagers
        for wager in [each for each in lying_list if each.player == name]:
            hand_back(table, wager)
            lying_list.remove(wager)
    for place in (f"chips:{name}", f"account:{name}"):
        taken = min(cents, max(0, held(table, place)))
        move(table, place, "float", taken)
        cents -= taken
    if cents:
        table.money[f"debt:{name}"] = held(table, f"debt:{name}") + cents
        table.players[name].debt_clause = clause


def undo(
    table: Table,
    paid: Sequence[Paid],
    clause: str,
    keep_pay: bool = False,
    wrong: Mapping[str, int] = NOTHING,
) -> None:
    """Reverse settlements: collected stakes go back, payments are taken back.

    With `keep_pay` what was paid to a player stands (Lucky Draw 10.15.2). `wrong` of the payments
    is put right apart (ruling on 12.18).
    """
    for name in sorted({each.player for each in paid}):
        mine = [each for each in paid if each.player == name]
        collected = sum(each.chips_taken for each in mine)
        paid_out = 0 if keep_pay else sum(each.pay for each in mine)
        tokens = sum(each.tokens_taken for each in mine)
        move(table, "token-drop", f"tokens:{name}", tokens)
        for each in mine:
            forget_loss(table, each, keep_pay)
        apart = wrong.get(name, 0)
        table.players[name].lost[mine[0].day] -= apart
        correct(table, name, collected - paid_out + apart, clause)


def void_coup(table: Table, clause: str, keep_interim: bool = False) -> None:
    """Make the coup in progress void: stakes go back, settlements made in it are reversed."""
    coup = table.coup
    assert coup is not None
    if coup.undone is not None:
        coup.paid = []
        table.wagers = []
        finish(table, "void")
        return
    for wager in list(table.wagers):
        give_back(table, wager)
    undo(table, coup.paid, clause, keep_interim)
    finish(table, "void")


def void_past(table: Table, coup: Coup, clause: str) -> None:
    """Make a settled coup void: as if it had never been (1.1, Void; Canberra, Void)."""
    undo(table, coup.paid, clause, wrong=coup.wrong)
    coup.status = "void"


RULES: dict[type, Rule] = {
    Settled: Rule(settle, frozenset({"settle"}), "settle"),
    CardsCollected: Rule(collect, BETWEEN, "settle"),
    InterimSettled: Rule(settle_interim, frozenset({"interim"}), "interim", "interim"),
    PaymentDecided: Rule(fix_payment, frozenset({"settle", "interim"}), "settle"),
}
