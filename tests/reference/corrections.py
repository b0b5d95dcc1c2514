"""Books that had a wrong result, as after a misread card, and are put right (Baccarat 12.18)."""

from copy import deepcopy

from reference.cards import is_card
from reference.deal import due, fresh_hands
from reference.facts import BooksRighted, BooksWrong
from reference.players import BETWEEN, COUP
from reference.refusals import IMPOSSIBLE, Refused, refuse_unless, require_staff
from reference.settlement import Hands, payment, rows_of, stands_off, won
from reference.state import Coup, Finding, Paid, Rule, Table, held, move


def laid_so(table: Table, coup: Coup, cards: tuple[str, ...]) -> Coup:
    """Return a coup as it would be had these cards lain, in the order in which they came."""
    clause = table.document.clause("mispayment")
    refuse_unless(cards and all(is_card(card) for card in cards), clause, "the cards are not known")
    trial = deepcopy(coup)
    trial.hands = fresh_hands(table.document, coup.areas)
    for card in cards:
        hand = due(table.document, trial)
        if hand is None:
            raise Refused(clause, "no hand is due that card")
        trial.hands[hand].append(card)
    refuse_unless(due(table.document, trial) is None, clause, "a hand is due a card")
    return trial


def money_back(paid: Paid) -> int:
    """Return all money that went to the player for a wager: chips that came back, and the pay."""
    return paid.counted - paid.tokens - paid.chips_taken + paid.pay


def right_money(table: Table, coup: Coup, paid: Paid) -> int:
    """Return what should have gone to the player, by the cards of a coup."""
    document, chips = table.document, paid.counted - paid.tokens
    hands = Hands(
        tuple(coup.hands["player"]), tuple(coup.hands[document.house]), document.compared_by
    )
    if stands_off(document, paid.bet, hands):
        return chips
    row = won(rows_of(document, coup.scheme, paid.bet, table.options.pairs), hands)
    if row is None:
        return 0
    return chips + (payment(paid.counted, row.odds, table.chip, document.rounds_up) or 0)


def find(table: Table, fact: BooksWrong) -> None:
    """Note that a wager of a past coup was settled by cards that were not those on the layout.

    The amount is at most the difference between what was paid and what these cards pay. No money
    moves before it is put right. A void coup has no result (1.1).
    """
    clause = table.document.clause("mispayment")
    require_staff(fact.by, clause)
    refuse_unless(1 <= fact.coup <= len(table.history), IMPOSSIBLE, "no such coup is over")
    coup = table.history[fact.coup - 1]
    refuse_unless(coup.status == "settled", clause, "a void coup has no result")
    mine = [paid for paid in coup.paid if (paid.player, paid.bet) == (fact.player, fact.bet)]
    refuse_unless(len(mine) == 1, IMPOSSIBLE, "no such wager")
    trial = laid_so(table, coup, fact.cards)
    before = sum(
        each.amount
        for each in table.findings
        if (each.coup, each.player, each.bet) == (fact.coup, fact.player, fact.bet)
    )
    wrong = money_back(mine[0]) - before - right_money(table, trial, mine[0])
    same = fact.amount * wrong > 0 and abs(fact.amount) <= abs(wrong)
    refuse_unless(same, clause, "the cards do not make it wrong by so much")
    table.findings.append(
        Finding(fact.coup, fact.player, fact.bet, fact.amount, coup.days[fact.player])
    )
    coup.wrong[fact.player] = coup.wrong.get(fact.player, 0) + fact.amount


def right(table: Table, fact: BooksRighted) -> None:
    """Put a finding right, or a part of it: the player gives back, or gets, the money (12.18.2).

    At the table it is the player's chips, and no more than there are. With a player who has left
    it is done elsewhere. What a player at the table gives back is lost by the wager after all.
    """
    clause = table.document.clause("mispayment")
    refuse_unless(1 <= fact.number <= len(table.findings), IMPOSSIBLE, "no such finding")
    found = table.findings[fact.number - 1]
    left = abs(found.amount) - found.righted
    amount = left if fact.amount is None else fact.amount
    refuse_unless(0 < amount <= left, clause, "that much is not left to put right")
    player, back = table.players[found.player], found.amount > 0
    place = f"chips:{player.name}" if player.present else "outside"
    if back:
        enough = not player.present or held(table, place) >= amount
        refuse_unless(enough, clause, "the player does not hold it")
        move(table, place, "float", amount)
    else:
        move(table, "float", place, amount)
        debt = min(held(table, f"debt:{player.name}"), amount)
        move(table, place, "float", debt)  # money due to a player who owes pays the debt
        table.money[f"debt:{player.name}"] = held(table, f"debt:{player.name}") - debt
    found.righted += amount
    if player.present:
        player.lost[found.day] += amount if back else -amount


RULES: dict[type, Rule] = {
    BooksWrong: Rule(find, BETWEEN | COUP, None, "mispayment"),
    BooksRighted: Rule(right, BETWEEN | COUP, None, "mispayment"),
}
