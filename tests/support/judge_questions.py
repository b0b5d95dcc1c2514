"""Random valid questions for the judge and for `sabot adjudicate`."""

import random
from fractions import Fraction
from typing import Any

from support import judge as j

CHIPS = ["0.01", "0.05", "0.10", "0.25", "0.5", "0.50", "1", "1.00", "2.50", "5", "25.00"]


def random_question(rulebook: str, rng: random.Random) -> j.Question:
    """A random valid question. Half of them come from a few ranks and suits, for rare events."""
    question: j.Question = {"rulebook": rulebook}
    schemes = j.opinion(rulebook).schemes
    if schemes and rng.random() < 0.7:
        question["scheme"] = rng.choice(schemes)
    decks = max(j.opinion(rulebook).decks)
    if rng.random() < 0.7:
        decks = rng.choice(j.opinion(rulebook).decks)
        question["decks"] = decks
    if rng.random() < 0.7:
        question["chip"] = rng.choice(CHIPS)

    boxes: list[int] = []
    drawing: list[int] = []
    if rulebook in ("star-three-card", "star-lucky-draw"):
        boxes = rng.sample([1, 2, 3, 4, 5, 6, 7], rng.randint(0, 7))
        if boxes or rng.random() < 0.5:
            question["boxes"] = boxes
    if rulebook == "star-lucky-draw":
        decisions = {}
        for box in boxes:
            decision = rng.choice(["draw", "draw", "stand", "left out"])
            if decision == "draw":
                drawing.append(box)
            if decision != "left out":
                decisions[str(box)] = decision
        if decisions or rng.random() < 0.5:
            question["decisions"] = decisions

    # Deal from more cards than any coup can use, then keep only those that were used.
    enough = 6
    if rulebook in ("star-three-card", "star-lucky-draw"):
        enough = 3 * len(boxes) + 3
    cards = _random_cards(j.opinion(rulebook).telling, decks, enough, rng)
    dealt = j.judge({**question, "cards": cards, "wagers": []})
    question["cards"] = cards[: dealt["cards_used"]]

    if rulebook == "star-lucky-draw":
        wagers = _lucky_draw_wagers(boxes, drawing, rng)
    else:
        wagers = _random_wagers(question, decks, boxes, rng)
    question["wagers"] = wagers
    return question


def _random_cards(telling: list[str], decks: int, enough: int, rng: random.Random) -> list[str]:
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
    suits = ["S", "H", "D", "C"]
    if rng.random() < 0.5:
        few_ranks = rng.sample(ranks, rng.randint(1, 4))
        if rng.random() < 0.5:
            few_ranks = sorted({*few_ranks[1:], rng.choice(telling)})
        few_suits = rng.sample(suits, rng.randint(1, 4))
        if len(few_ranks) * len(few_suits) * decks >= enough:
            ranks = few_ranks
            suits = few_suits
        elif len(few_ranks) * 4 * decks >= enough:
            ranks = few_ranks
    shoe = [rank + suit for rank in ranks for suit in suits] * decks
    cards = rng.sample(shoe, enough)
    if rng.random() < 0.1:
        cards = [card.replace("T", "10") for card in cards]  # the contract reads both
    return cards


def _random_wagers(
    question: j.Question, decks: int, boxes: list[int], rng: random.Random
) -> list[dict[str, Any]]:
    """Up to seven wagers on anything the game offers, except Lucky Draw."""
    rulebook = question["rulebook"]
    # Canberra pays exactly or not at all, so most of its stakes are made to divide well.
    exact = rulebook == "canberra-mini" and rng.random() < 0.75
    wagers: list[dict[str, Any]] = []
    for number in range(rng.randint(0, 7)):
        on = rng.choice(_wager_ids(rulebook, decks, boxes))
        wager: dict[str, Any] = {"id": f"w{number + 1}", "on": on}
        if rulebook == "star-three-card" and on in ("player", "tie"):
            wager["box"] = rng.choice(boxes)
        wager["amount"] = _random_amount(rng)
        if exact:
            wager["amount"] = j.dollars(j.chip(question) * 20 * rng.randint(1, 50))
        wagers.append(wager)
    return wagers


def _wager_ids(rulebook: str, decks: int, boxes: list[int]) -> list[str]:
    ids = j.opinion(rulebook).wagers
    if rulebook == "star-baccarat" and decks in (6, 8):
        # 3.1: the other optional bets need six or eight decks
        ids = [*ids, "pairs-player", "pairs-banker", "tiger-tie", "tiger-pair"]
        ids = [*ids, "tiger", "big-tiger", "small-tiger"]
    if rulebook == "star-three-card" and boxes:
        ids = ids + ["player", "tie"] * 5  # as often as the eleven bets on the Banker's hand
    return ids


def _lucky_draw_wagers(
    boxes: list[int], drawing: list[int], rng: random.Random
) -> list[dict[str, Any]]:
    """Up to seven wagers: one ENTER on a box (5.6) and, where it draws, its equal DRAW (8.2)."""
    most = rng.randint(0, 7)
    wagers: list[dict[str, Any]] = []
    for box in rng.sample(boxes, len(boxes)):
        amount = _random_amount(rng)
        if box in drawing and len(wagers) + 2 <= most:
            wagers.append({"box": box, "on": "enter", "amount": amount})
            if rng.random() < 0.2:
                amount = j.dollars(Fraction(amount))  # 7 and 7.00 are equal
            wagers.append({"box": box, "on": "draw", "amount": amount})
        if box not in drawing and len(wagers) + 1 <= most:
            wagers.append({"box": box, "on": "enter", "amount": amount})
    rng.shuffle(wagers)
    return [{"id": f"w{number + 1}", **wager} for number, wager in enumerate(wagers)]


def _random_amount(rng: random.Random) -> str:
    """A stake of at least one cent, written in one of the ways people write it."""
    way = rng.randint(1, 5)
    if way == 1:
        return str(rng.randint(1, 1000))  # 7
    if way == 2:
        return f"{rng.randint(0, 100)}.{rng.randint(1, 9)}"  # 12.5
    if way == 3:
        return f"{rng.randint(1, 1000)}.{rng.choice([0, 25, 50, 75]):02d}"  # 12.50
    if way == 4:
        return f"{rng.randint(1, 100)}.{rng.randint(0, 99):02d}"  # 12.37
    return f"0.{rng.randint(1, 99):02d}"  # 0.01
