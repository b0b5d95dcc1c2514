"""The judge: a slow and simple second opinion on every coup of the five games.

It is written from the five approved documents alone and imports nothing from the product, so that
a mistake would have to be made twice, in two different ways, to go unseen. Cards are strings,
money is fractions, every rule is an `if` with its clause beside it. Please keep it dull.

    judge(question)               the answer of `sabot adjudicate` for one valid question
    random_question(game, rng)    a random valid question for that game

Where a document is unclear, the judge reads it as the project's rulings do.
"""

import importlib
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

Question = dict[str, Any]
Answer = dict[str, Any]
Ruling = tuple[str, str | None, str]  # outcome, odds, clause


class Opinion(NamedTuple):
    """Knowledge of one game: its answer to a question, and the parts of questions."""

    judge: Callable[[Question], Answer]
    decks: list[int]
    telling: list[str]  # ranks on which rare events hang
    wagers: list[str]  # on no box
    schemes: tuple[str, ...] = ()


OPINIONS: dict[str, Opinion] = {}


def opinion(rulebook: str) -> Opinion:
    """A game that is not told below has its opinion in its description, in tests/games/."""
    if rulebook not in OPINIONS:
        described = importlib.import_module(f"games.{rulebook.replace('-', '_')}")
        if described.GAME.opinion is None:
            raise ValueError(rulebook)
        OPINIONS[rulebook] = described.GAME.opinion
    return OPINIONS[rulebook]


def judge(question: Question) -> Answer:
    """Say what should have happened in a coup. The question must be a valid one."""
    return opinion(question["rulebook"]).judge(question)


# --- Cards ----------------------------------------------------------------------------------


def _pile(question: Question) -> list[str]:
    """The cards of the coup, first to leave the shoe first, with ten always written T."""
    return [card.replace("10", "T") for card in question["cards"]]


def _rank(card: str) -> str:
    return card[0]


def _suit(card: str) -> str:
    return card[1]


def _value(card: str) -> int:
    """Baccarat 3.2, 7-Up 3.2, Three Card 3.2, Lucky Draw 3.2, Canberra 2.4."""
    if _rank(card) == "A":
        return 1
    if _rank(card) in ("T", "J", "Q", "K"):
        return 0
    return int(_rank(card))


def _count(hand: list[str]) -> int:
    """Baccarat 3.3, 7-Up 3.3, Three Card 3.3, Lucky Draw 3.3, Canberra 2.6."""
    total = 0
    for card in hand:
        total = total + _value(card)
    while total >= 10:
        total = total - 10
    return total


def _banker_draws(banker: int, players_third: str | None) -> bool:
    """Baccarat 9.4 and 9.5, 7-Up 9.4 and 9.5, Canberra 7.3, told as a dealer learns them.

    `banker` is the count of two cards, with no natural on the table; `players_third` is the card
    that the Player's hand drew, or None when it stood.
    """
    if players_third is None:
        # The Player stood: the Banker follows the Player's own rule, draws to 5, stands on 6 or 7.
        return banker <= 5
    third = _value(players_third)
    if banker <= 2:
        # With 0, 1 or 2 the Banker always draws.
        return True
    if banker == 3:
        # With 3 the Banker draws unless the third card is an 8.
        return third != 8
    if banker == 4:
        # With 4 the Banker draws unless the third card is 0, 1, 8 or 9.
        return third not in (0, 1, 8, 9)
    if banker == 5:
        # With 5 the Banker draws against a 4, 5, 6 or 7.
        return third in (4, 5, 6, 7)
    if banker == 6:
        # With 6 the Banker draws only against a 6 or 7.
        return third in (6, 7)
    # With 7 the Banker stands.
    return False


# --- Money ----------------------------------------------------------------------------------


def _chip(question: Question) -> Fraction:
    return Fraction(question.get("chip", "0.01"))


def _winnings(wager: dict[str, Any], ruling: Ruling) -> Fraction:
    """Return what the odds give, before rounding to chips."""
    odds = ruling[1]
    if odds is None:
        return Fraction(0)
    gain, stake = odds.split(":")
    return Fraction(wager["amount"]) * int(gain) / int(stake)


def _next_highest(pay: Fraction, chip: Fraction) -> Fraction:
    """The next highest amount that chips can make.

    Baccarat 5.8, 7-Up 5.7, Three Card 5.11, Lucky Draw 5.9. Canberra has no such rule.
    """
    chips = pay // chip
    if chips * chip < pay:
        chips = chips + 1
    return chips * chip


def _dollars(amount: Fraction) -> str:
    cents = amount * 100
    if cents.denominator != 1:
        raise ValueError(f"{amount} is not a whole number of cents")
    return f"{cents.numerator // 100}.{cents.numerator % 100:02d}"


def _settled(wager: dict[str, Any], ruling: Ruling, pays: Fraction) -> dict[str, Any]:
    outcome, odds, clause = ruling
    returns = Fraction(0)
    if outcome == "win":
        returns = Fraction(wager["amount"]) + pays
    if outcome == "standoff":
        returns = Fraction(wager["amount"])
    return {
        "id": wager["id"],
        "outcome": outcome,
        "odds": odds,
        "clause": clause,
        "pays": _dollars(pays),
        "returns": _dollars(returns),
    }


def _hand(name: str, cards: list[str]) -> dict[str, Any]:
    return {"hand": name, "cards": cards, "total": _count(cards)}


def _result(player: list[str], banker: list[str]) -> str:
    if _count(player) > _count(banker):
        return "player"
    if _count(player) < _count(banker):
        return "banker"
    return "tie"


# --- Baccarat, The Star ---------------------------------------------------------------------


def _star_baccarat(question: Question) -> Answer:
    pile = _pile(question)
    # 7.3: Player, Banker, Player, Banker.
    player = [pile[0], pile[2]]
    banker = [pile[1], pile[3]]
    used = 4
    # 9.2: a natural in either hand, and nobody draws.
    if _count(player) < 8 and _count(banker) < 8:
        players_third = None
        # 9.3, Table 1: the Player draws on 0 to 5 and stands on 6 or 7.
        if _count(player) <= 5:
            players_third = pile[used]
            used = used + 1
        # 9.4, 9.5: the Banker then looks at two cards of its own and the Player's third.
        if _banker_draws(_count(banker), players_third):
            bankers_third = pile[used]
            used = used + 1
            banker.append(bankers_third)
        if players_third is not None:
            player.append(players_third)
    settled = []
    for wager in question["wagers"]:
        ruling = _star_baccarat_ruling(
            wager["on"], question.get("scheme", "commission"), player, banker
        )
        pays = _next_highest(_winnings(wager, ruling), _chip(question))  # 5.8
        settled.append(_settled(wager, ruling, pays))
    return {
        "hands": [_hand("player", player), _hand("banker", banker)],
        "result": _result(player, banker),
        "cards_used": used,
        "wagers": settled,
    }


def _star_baccarat_ruling(on: str, scheme: str, player: list[str], banker: list[str]) -> Ruling:
    player_count = _count(player)
    banker_count = _count(banker)
    even_money = scheme == "even-money"
    # 10.6, 10.24: the first two cards, same number or same picture; a ten and a jack are no pair.
    player_pair = _rank(player[0]) == _rank(player[1])
    banker_pair = _rank(banker[0]) == _rank(banker[1])
    # The Tiger bets and Super Six all ask this: has the Banker won, and with 6?
    banker_wins_with_six = banker_count > player_count and banker_count == 6

    if on == "player":
        if player_count > banker_count:
            if even_money:
                return ("win", "1:1", "11.2.1")
            return ("win", "1:1", "11.1.2")
        if player_count < banker_count:
            return ("lose", None, "5.1.1.2")
        return ("standoff", None, "5.1.1.3")

    if on == "banker":
        if banker_count > player_count:
            if even_money and banker_count == 6:
                return ("win", "1:2", "11.2.2")  # the exception in 11.2.2
            if even_money:
                return ("win", "1:1", "11.2.2")
            return ("win", "19:20", "11.1.3")
        if banker_count < player_count:
            return ("lose", None, "5.1.2.2")
        return ("standoff", None, "5.1.2.3")

    if on == "tie":
        if player_count == banker_count:
            if even_money:
                return ("win", "8:1", "11.2.3")
            return ("win", "8:1", "11.1.5")
        return ("lose", None, "5.1.3")

    # From here on, Even Money changes nothing: 11.2 names only Player, Banker and Tie.

    if on == "pairs-player":
        if player_pair:
            return ("win", "11:1", "11.1.4")
        return ("lose", None, "10.8")

    if on == "pairs-banker":
        if banker_pair:
            return ("win", "11:1", "11.1.4")
        return ("lose", None, "10.8")

    if on == "super-six":
        if banker_wins_with_six:
            return ("win", "15:1", "11.1.6")
        return ("lose", None, "10.13")  # a tie on 6 too

    if on == "tiger-tie":
        if player_count == 6 and banker_count == 6:
            return ("win", "45:1", "11.1.7")
        return ("lose", None, "10.18")

    if on == "tiger-pair":
        if not player_pair and not banker_pair:
            return ("lose", None, "10.23.4")
        if player_pair and not banker_pair:
            return ("win", "4:1", "11.1.8.1")  # 10.23.1, Single: exactly one hand
        if banker_pair and not player_pair:
            return ("win", "4:1", "11.1.8.1")  # 10.23.1, Single: exactly one hand
        if _rank(player[0]) != _rank(banker[0]):
            return ("win", "25:1", "11.1.8.2")  # 10.23.2, Double
        return ("win", "100:1", "11.1.8.3")  # 10.23.3, Twin

    if on == "tiger":
        if banker_wins_with_six and len(banker) == 2:
            return ("win", "12:1", "11.1.9.1")  # 10.29.1
        if banker_wins_with_six and len(banker) == 3:
            return ("win", "22:1", "11.1.9.2")  # 10.29.2
        return ("lose", None, "10.29.3")

    if on == "big-tiger":
        if banker_wins_with_six and len(banker) == 3:
            return ("win", "55:1", "11.1.10")
        return ("lose", None, "10.34")

    if on == "small-tiger":
        if banker_wins_with_six and len(banker) == 2:
            return ("win", "22:1", "11.1.11")
        return ("lose", None, "10.39")

    raise ValueError(on)


# --- 7-Up Baccarat, The Star ----------------------------------------------------------------


def _star_seven_up(question: Question) -> Answer:
    pile = _pile(question)
    # 3.3.3, 7.3: the Player starts with the 7 printed on the cloth.
    # Off the device come Banker, Player, Banker.
    player = ["7", pile[1]]
    banker = [pile[0], pile[2]]
    used = 3
    # 9.2: a natural in either hand (for the Player: an ace or a 2 beside the printed 7).
    if _count(player) < 8 and _count(banker) < 8:
        players_drawn = None
        # 9.3, Table 1: the Player draws on 0 to 5 and stands on 6 or 7.
        if _count(player) <= 5:
            players_drawn = pile[used]
            used = used + 1
        # 9.4, 9.5: Table 2 reads the card that the Player drew.
        if _banker_draws(_count(banker), players_drawn):
            bankers_third = pile[used]
            used = used + 1
            banker.append(bankers_third)
        if players_drawn is not None:
            player.append(players_drawn)
    settled = []
    for wager in question["wagers"]:
        ruling = _star_seven_up_ruling(wager["on"], player, banker)
        pays = _next_highest(_winnings(wager, ruling), _chip(question))  # 5.7
        settled.append(_settled(wager, ruling, pays))
    return {
        "hands": [_hand("player", player), _hand("banker", banker)],
        "result": _result(player, banker),
        "cards_used": used,
        "wagers": settled,
    }


def _star_seven_up_ruling(on: str, player: list[str], banker: list[str]) -> Ruling:
    player_count = _count(player)
    banker_count = _count(banker)

    if on == "player":
        if player_count > banker_count:
            if player_count == 7:
                return ("win", "1:2", "11.1.2")
            return ("win", "1:1", "11.1.2")
        if player_count < banker_count:
            return ("lose", None, "5.1.1.2")
        return ("standoff", None, "5.1.1.3")

    if on == "banker":
        if banker_count > player_count:
            if banker_count == 7:
                return ("win", "9:5", "11.1.2")
            return ("win", "1:1", "11.1.2")
        if banker_count < player_count:
            return ("lose", None, "5.1.2.2")
        return ("standoff", None, "5.1.2.3")

    if on == "tie":
        if player_count == banker_count:
            if player_count == 7:
                return ("win", "9:1", "11.1.2")
            return ("win", "7:1", "11.1.2")
        return ("lose", None, "5.1.3")

    if on == "super-sevens":
        # 10.5: the printed 7 is the first; every 7 dealt to either hand counts after it.
        sevens = 0
        for card in player + banker:
            if _rank(card) == "7":
                sevens = sevens + 1
        if sevens == 2:
            return ("win", "2:1", "11.1.3")
        if sevens == 3:
            return ("win", "5:1", "11.1.3")
        if sevens == 4:
            return ("win", "17:1", "11.1.3")
        if sevens == 5:
            return ("win", "70:1", "11.1.3")
        if sevens == 6:
            return ("win", "700:1", "11.1.3")
        return ("lose", None, "5.1.4")  # the printed 7 and no other

    raise ValueError(on)


# --- Three Card Baccarat, The Star ----------------------------------------------------------


def _star_three_card(question: Question) -> Answer:
    pile = _pile(question)
    boxes = question.get("boxes", [])
    hands: dict[int, list[str]] = {box: [] for box in boxes}
    banker: list[str] = []
    used = 0
    # 8.1: three times round the table, a card to each box and then one to the Banker.
    # 8.2: with no box in play only the Banker gets cards.
    for _ in range(3):
        for box in boxes:
            hands[box].append(pile[used])
            used = used + 1
        banker.append(pile[used])
        used = used + 1
    settled = []
    for wager in question["wagers"]:
        scheme = question.get("scheme", "commission")
        if wager["on"] in ("player", "tie"):
            ruling = _star_three_card_box_ruling(wager["on"], scheme, hands[wager["box"]], banker)
        else:
            ruling = _star_three_card_banker_ruling(wager["on"], scheme, banker)
        pays = _next_highest(_winnings(wager, ruling), _chip(question))  # 5.11
        settled.append(_settled(wager, ruling, pays))
    return {
        "hands": [_hand(f"box {box}", hands[box]) for box in boxes] + [_hand("banker", banker)],
        "cards_used": used,
        "wagers": settled,
    }


def _pictures(hand: list[str]) -> int:
    """Three Card 1.1: kings, queens and jacks; a ten is no picture card."""
    pictures = 0
    for card in hand:
        if _rank(card) in ("J", "Q", "K"):
            pictures = pictures + 1
    return pictures


def _order(hand: list[str]) -> tuple[bool, int, int]:
    """Three Card 7.1: three pictures first, then the point count, then the number of pictures."""
    return (_pictures(hand) == 3, _count(hand), _pictures(hand))


def _star_three_card_box_ruling(
    on: str, scheme: str, player: list[str], banker: list[str]
) -> Ruling:
    even_money = scheme == "even-money"

    if on == "player":
        if _pictures(player) == 3 and _pictures(banker) == 3:
            return ("standoff", None, "5.1.1.1")
        if _order(player) > _order(banker):  # 5.1.1.1 for three pictures, else 5.1.1.2
            if even_money and _count(player) == 6:
                return ("win", "1:2", "11.2.1")  # the exception in 11.2.1
            if even_money:
                return ("win", "1:1", "11.2.1")
            return ("win", "19:20", "11.1.1")
        if _order(player) < _order(banker):
            return ("lose", None, "5.1.1.3")
        return ("standoff", None, "5.1.1.4")

    if on == "tie":
        if _order(player) == _order(banker):
            if even_money:
                return ("win", "21:1", "11.2.3")
            return ("win", "21:1", "11.1.3")
        return ("lose", None, "5.1.2")  # the same count but not the same order loses too

    raise ValueError(on)


def _star_three_card_banker_ruling(on: str, scheme: str, banker: list[str]) -> Ruling:
    even_money = scheme == "even-money"

    if on == "three-pictures":
        if _pictures(banker) == 3:
            if even_money:
                return ("win", "70:1", "11.2.4")
            return ("win", "70:1", "11.1.4")
        return ("lose", None, "5.1.3")

    if on.startswith("point-total-"):
        wanted = int(on.removeprefix("point-total-"))
        if _count(banker) == wanted:  # three pictures count 0, and 0 wins with them
            if even_money:
                return ("win", "8:1", "11.2.2")
            return ("win", "8:1", "11.1.2")
        return ("lose", None, "5.1.4")

    raise ValueError(on)


# --- Lucky Draw Baccarat, The Star ----------------------------------------------------------


def _star_lucky_draw(question: Question) -> Answer:
    pile = _pile(question)
    boxes = question.get("boxes", [])
    decisions = question.get("decisions", {})
    hands: dict[int, list[str]] = {}
    used = 0
    # 7.2: a card to each box and one to the dealer, then a second card to each box only.
    for box in boxes:
        hands[box] = [pile[used]]
        used = used + 1
    dealer = [pile[used]]
    used = used + 1
    for box in boxes:
        hands[box].append(pile[used])
        used = used + 1
    # 8.1, 8.3: each box in turn takes its third card at once, or stands.
    for box in boxes:
        if decisions.get(str(box), "stand") == "draw":
            hands[box].append(pile[used])
            used = used + 1
    # 8.4: the dealer's second card.
    dealer.append(pile[used])
    used = used + 1
    # 8.5: on 4 or lower a third.
    if _count(dealer) <= 4:
        dealer.append(pile[used])
        used = used + 1
    settled = []
    for wager in question["wagers"]:
        ruling = _star_lucky_draw_ruling(wager["on"], hands[wager["box"]], dealer)
        pays = _next_highest(_winnings(wager, ruling), _chip(question))  # 5.9
        settled.append(_settled(wager, ruling, pays))
    return {
        "hands": [_hand(f"box {box}", hands[box]) for box in boxes] + [_hand("dealer", dealer)],
        "cards_used": used,
        "wagers": settled,
    }


def _star_lucky_draw_ruling(on: str, player: list[str], dealer: list[str]) -> Ruling:
    if on == "enter":
        if _count(player) > _count(dealer):
            return ("win", "1:1", "9.1.1")
        if _count(player) < _count(dealer):
            return ("lose", None, "5.1.1.2")
        return ("standoff", None, "5.1.1.3")

    if on == "draw":
        if _count(player) < _count(dealer):
            return ("lose", None, "5.3.2")
        if _count(player) == _count(dealer):
            return ("standoff", None, "5.3.3")
        if _count(player) <= 6:
            return ("win", "1:1", "9.1.2")
        if _count(player) == 7:
            return ("win", "3:2", "9.1.3")
        if _count(player) == 8:
            return ("win", "2:1", "9.1.4")
        # What is left is a winning 9; 9.1.5.1 sets three threes apart from the others.
        if _rank(player[0]) == "3" and _rank(player[1]) == "3" and _rank(player[2]) == "3":
            if _suit(player[0]) == _suit(player[1]) and _suit(player[1]) == _suit(player[2]):
                return ("win", "30:1", "9.1.5.2")
            return ("win", "9:1", "9.1.5.3")
        return ("win", "3:1", "9.1.5")

    raise ValueError(on)


# --- Mini-Baccarat, Casino Canberra ---------------------------------------------------------


def _canberra_mini(question: Question) -> Answer:
    pile = _pile(question)
    # 6.2: one card to the player and one to the banker, then the same again.
    player = [pile[0], pile[2]]
    banker = [pile[1], pile[3]]
    used = 4
    # 6.4: a natural in either hand, and nothing more is drawn.
    if _count(player) < 8 and _count(banker) < 8:
        players_third = None
        # 7.2: the player draws on 0 to 5 and stands on 6 or 7.
        if _count(player) <= 5:
            players_third = pile[used]
            used = used + 1
        # 7.3: the banker then looks at two cards of its own and the player's third.
        if _banker_draws(_count(banker), players_third):
            bankers_third = pile[used]
            used = used + 1
            banker.append(bankers_third)
        if players_third is not None:
            player.append(players_third)
    settled = []
    for wager in question["wagers"]:
        ruling = _canberra_mini_ruling(
            wager["on"], question.get("scheme", "commission"), player, banker
        )
        pays = _winnings(wager, ruling)
        # No clause says what to do when chips cannot make the pay, so nobody may guess.
        if pays % _chip(question) != 0:
            return {"error": {"code": "no-rule"}}
        settled.append(_settled(wager, ruling, pays))
    return {
        "hands": [_hand("player", player), _hand("banker", banker)],
        "result": _result(player, banker),
        "cards_used": used,
        "wagers": settled,
    }


def _canberra_mini_ruling(on: str, scheme: str, player: list[str], banker: list[str]) -> Ruling:
    player_count = _count(player)
    banker_count = _count(banker)
    non_commission = scheme == "non-commission"

    if on == "banker":
        if banker_count > player_count:
            if non_commission and banker_count == 6:
                return ("win", "1:2", "8.9(b)")  # even money less half
            if non_commission:
                return ("win", "1:1", "8.9(b)")
            return ("win", "19:20", "8.8(b)")  # even money less one twentieth
        if banker_count < player_count:
            return ("lose", None, "8.4(b)")
        return ("standoff", None, "8.4(c)")

    if on == "player":
        if player_count > banker_count:
            if non_commission:
                return ("win", "1:1", "8.9(a)")
            return ("win", "1:1", "8.8(a)")
        if player_count < banker_count:
            return ("lose", None, "8.5(b)")
        return ("standoff", None, "8.5(c)")

    if on == "tie":
        if banker_count == player_count:
            if non_commission:
                return ("win", "8:1", "8.9(c)")
            return ("win", "8:1", "8.8(c)")
        return ("lose", None, "8.6(b)")

    # 9.6: from here on only the first two cards of one hand matter.

    if on == "perfect-pairs-player":
        if not _canberra_pair(player):
            return ("lose", None, "9.8(d)")
        if non_commission:
            return ("win", _canberra_perfect_odds(player), "8.9(d)")
        return ("win", _canberra_perfect_odds(player), "8.8(d)")

    if on == "perfect-pairs-banker":
        if not _canberra_pair(banker):
            return ("lose", None, "9.8(c)")
        if non_commission:
            return ("win", _canberra_perfect_odds(banker), "8.9(d)")
        return ("win", _canberra_perfect_odds(banker), "8.8(d)")

    if on == "canberra-pairs-player":
        if not _canberra_pair(player):
            return ("lose", None, "9.8(d)")
        if non_commission:
            return ("win", "11:1", "8.9(e)")
        return ("win", "11:1", "8.8(e)")

    if on == "canberra-pairs-banker":
        if not _canberra_pair(banker):
            return ("lose", None, "9.8(c)")
        if non_commission:
            return ("win", "11:1", "8.9(e)")
        return ("win", "11:1", "8.8(e)")

    raise ValueError(on)


def _canberra_pair(hand: list[str]) -> bool:
    """Canberra 9.5, 10.1, 11.1: same number or same type; a ten and a king are no pair."""
    return _rank(hand[0]) == _rank(hand[1])


def _canberra_perfect_odds(hand: list[str]) -> str:
    """Canberra 8.8(d), 8.9(d) and 10.2 to 10.6, for a hand known to be paired."""
    if _suit(hand[0]) == _suit(hand[1]):
        return "25:1"  # 10.4, perfect: one suit
    if _suit(hand[0]) in ("H", "D") and _suit(hand[1]) in ("H", "D"):
        return "12:1"  # 10.3(a), coloured: both red
    if _suit(hand[0]) in ("S", "C") and _suit(hand[1]) in ("S", "C"):
        return "12:1"  # 10.3(b), coloured: both black
    return "5:1"  # 10.2, mixed: one red, one black


# --- Random questions -----------------------------------------------------------------------

CHIPS = ["0.01", "0.05", "0.10", "0.25", "0.5", "0.50", "1", "1.00", "2.50", "5", "25.00"]


def random_question(rulebook: str, rng: random.Random) -> Question:
    """A random valid question. Half of them come from a few ranks and suits, for rare events."""
    question: Question = {"rulebook": rulebook}
    schemes = opinion(rulebook).schemes
    if schemes and rng.random() < 0.7:
        question["scheme"] = rng.choice(schemes)
    decks = max(opinion(rulebook).decks)
    if rng.random() < 0.7:
        decks = rng.choice(opinion(rulebook).decks)
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
    cards = _random_cards(opinion(rulebook).telling, decks, enough, rng)
    dealt = judge({**question, "cards": cards, "wagers": []})
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
    question: Question, decks: int, boxes: list[int], rng: random.Random
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
            wager["amount"] = _dollars(_chip(question) * 20 * rng.randint(1, 50))
        wagers.append(wager)
    return wagers


def _wager_ids(rulebook: str, decks: int, boxes: list[int]) -> list[str]:
    ids = opinion(rulebook).wagers
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
                amount = _dollars(Fraction(amount))  # 7 and 7.00 are equal
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


# --- The five games -------------------------------------------------------------------------

MAIN = ["player", "banker", "tie"]

OPINIONS["star-baccarat"] = Opinion(
    _star_baccarat,
    decks=[3, 4, 6, 8],  # 3.1
    telling=["6"],  # Tiger, Super Six, and the Banker's 6 where no commission is taken
    wagers=[*MAIN, "super-six"],
    schemes=("commission", "even-money"),
)
OPINIONS["star-seven-up"] = Opinion(
    _star_seven_up,
    decks=[6],  # 3.1
    telling=["7"],  # Super 7's
    wagers=[*MAIN, "super-sevens"],
)
OPINIONS["star-three-card"] = Opinion(
    _star_three_card,
    decks=[6, 8],  # 3.1
    telling=["J", "Q", "K"],  # three pictures
    wagers=["three-pictures"] + [f"point-total-{total}" for total in range(10)],
    schemes=("commission", "even-money"),
)
OPINIONS["star-lucky-draw"] = Opinion(
    _star_lucky_draw,
    decks=[3, 4, 6, 8],  # 3.1
    telling=["3"],  # 3-3-3
    wagers=[],
)
OPINIONS["canberra-mini"] = Opinion(
    _canberra_mini,
    decks=[8],  # 2.1
    telling=["6"],
    wagers=[*MAIN, "perfect-pairs-player", "perfect-pairs-banker", "canberra-pairs-player",
            "canberra-pairs-banker"],
    schemes=("commission", "non-commission"),
)  # fmt: skip
