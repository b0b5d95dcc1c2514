"""Surplus cards, faces seen, misdeals: one situation, five games."""

import pytest

from reference.facts import (
    Burned,
    BurnedInError,
    CardDeclined,
    CardDrawn,
    CardFaceUp,
    CardShown,
    CardsPassed,
    CardsShort,
    CardTurned,
    Cut,
    Decided,
    Decision,
    EmptyAreaDealt,
    HandMiscounted,
    NoDecision,
    OrderRevealed,
    Rebuilt,
    Resumed,
    Shuffled,
    SurplusCard,
    WrongDeal,
)
from reference.openings import deal, finish, lay, opened, put, ready, refused

BACCARAT = "star-baccarat"
SEVEN_UP = "star-seven-up"
THREE_CARD = "star-three-card"
LUCKY_DRAW = "star-lucky-draw"
CANBERRA = "canberra-mini"
SUPERVISOR = "casino supervisor"
BANKER_DRAWS = {BACCARAT: "6H 2D KH 3C", SEVEN_UP: "2H KD 3H", CANBERRA: "6H 2D KH 3C"}
BOTH_STAND = {BACCARAT: "6H 2D KH 4C", SEVEN_UP: "2H KD 4H", CANBERRA: "6H 2D KH 4C"}


@pytest.mark.parametrize("game", list(BANKER_DRAWS))
def test_a_surplus_card_to_the_player_goes_to_a_banker_who_draws(game: str) -> None:
    evening = ready(game)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, BANKER_DRAWS[game])
    ruling = put(evening, SurplusCard("player", "9S"))
    assert ruling.phase == "result"
    coup = evening.table.coup
    assert coup is not None and coup.hands["banker"][-1] == "9S"


@pytest.mark.parametrize(
    ("game", "to", "exposed", "phase", "clause"),
    [
        (BACCARAT, "player", True, "no-bet coup", "12.3"),
        (BACCARAT, "player", False, "bets", "12.2"),
        (BACCARAT, "banker", True, "no-bet coup", "12.3"),
        (BACCARAT, "banker", False, "no-bet coup", "12.3"),
        (SEVEN_UP, "player", False, "bets", "12.2"),
        (SEVEN_UP, "banker", False, "no-bet coup", "12.3"),
        (CANBERRA, "player", True, "no-bet coup", "12.2"),
        (CANBERRA, "player", False, "bets", "12.3"),
        (CANBERRA, "banker", False, "bets", "12.3"),
    ],
)
def test_a_surplus_card_when_both_hands_stand(
    game: str, to: str, exposed: bool, phase: str, clause: str
) -> None:
    evening = ready(game)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, BOTH_STAND[game])
    put(evening, SurplusCard(to, "9S", exposed))
    assert finish(evening).phase == phase
    if phase == "bets":
        lay(evening, ("anna", "player", 1, 5_00))
        deal(evening, "")
    assert refused(evening, CardShown("8S")) == clause
    put(evening, CardShown("9S"))


def test_a_surplus_card_to_the_three_card_banker_is_a_misdeal() -> None:
    evening = ready(THREE_CARD)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "2H 3H 4H 5H")
    ruling = put(evening, SurplusCard("banker", "9S"))
    assert ruling.owed["anna"] == 10_000_00 and ruling.phase == "bets"


def test_a_three_card_hand_after_handling_is_void_alone() -> None:
    """Three Card 12.5: Player and Tie of that area go back, side bets stand."""
    evening = ready(THREE_CARD, method="B")
    lay(evening, ("anna", "player", 1, 5_00), ("anna", "tie", 1, 5_00))
    lay(evening, ("anna", "point-total-9", 1, 5_00), ("ben", "player", 2, 5_00))
    put(evening, *[CardDrawn()] * 9, CardsPassed("box 1", "anna"))
    assert refused(evening, HandMiscounted("box 1", 3)) == "impossible"
    put(evening, HandMiscounted("box 1", 4))
    for hand, cards in {"box 1": "2H 3H KD", "box 2": "2D 3D KD", "banker": "9C KC QC"}.items():
        put(evening, *[CardTurned(hand, card) for card in cards.split()])
    ruling = finish(evening)
    assert ruling.owed["anna"] == 10_000_00 + 40_00
    assert ruling.owed["ben"] == 10_000_00 - 5_00


def test_a_misdeal_ends_with_the_announcement() -> None:
    """A hand of three cards reported short after all were paid is refused."""
    evening = ready(THREE_CARD)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "2H 9H 3H KD 4D QD")
    finish(evening)
    assert refused(evening, HandMiscounted("box 1", 2)) == "12.5"
    assert refused(evening, WrongDeal()) == "no rule"
    evening = ready(THREE_CARD)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "2H 9H 3H KD 4D QD")
    assert put(evening, HandMiscounted("box 1", 2)).phase == "bets"  # before it: a misdeal


def test_a_three_card_hand_for_nobody() -> None:
    evening = ready(THREE_CARD)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "2H")
    assert refused(evening, EmptyAreaDealt(1)) == "impossible"
    assert put(evening, EmptyAreaDealt(2)).phase == "bets"


def test_lucky_draw_plays_a_card_dealt_in_error_as_the_next() -> None:
    evening = ready(LUCKY_DRAW)
    lay(evening, ("anna", "enter", 1, 5_00), ("ben", "enter", 2, 5_00))
    deal(evening, "2H 3H 4D 5H 6H")
    put(evening, SurplusCard("box 2", "9S"))
    put(evening, CardDeclined(1))  # 10.4
    put(evening, Decision("ben", 2, True, 5_00))
    assert refused(evening, CardShown("8S")) == "10.3"
    put(evening, CardShown("9S"))


def test_lucky_draw_card_refused_by_all_is_the_dealers() -> None:
    evening = ready(LUCKY_DRAW)
    lay(evening, ("anna", "enter", 1, 5_00))
    deal(evening, "2H 4D 5H")
    put(evening, BurnedInError("9S"), CardDeclined(1))
    assert refused(evening, CardShown("8S")) == "10.3"
    assert put(evening, CardShown("9S")).phase == "dealing"  # 4 + 9 is 3: a third card


def test_lucky_draw_surplus_to_a_complete_dealer_hand() -> None:
    for exposed, clause in ((True, None), (False, "10.7")):
        evening = ready(LUCKY_DRAW)
        lay(evening, ("anna", "enter", 1, 5_00))
        deal(evening, "2H 4D 5H")
        put(evening, NoDecision(1))
        deal(evening, "4S")
        put(evening, SurplusCard("dealer", "9S", exposed))
        assert finish(evening).phase == "bets"
        lay(evening, ("anna", "enter", 1, 5_00))
        assert refused(evening, CardShown("8S")) == clause


@pytest.mark.parametrize(
    ("game", "inside", "clause", "phase"),
    [
        (BACCARAT, True, None, "no-bet coup"),
        (BACCARAT, False, None, "no-bet coup"),
        (SEVEN_UP, True, None, "no-bet coup"),
        (THREE_CARD, True, None, "bets"),  # burned
        (LUCKY_DRAW, True, None, "bets"),  # burned
        (LUCKY_DRAW, False, "no rule", "bets"),
        (CANBERRA, True, "no rule", "bets"),
        (CANBERRA, False, None, "no-bet coup"),
    ],
)
def test_a_first_card_that_was_seen(
    game: str, inside: bool, clause: str | None, phase: str
) -> None:
    evening = ready(game)
    bet = "enter" if game == LUCKY_DRAW else "player"
    lay(evening, ("anna", bet, 1, 5_00))
    ruling = evening.put(CardFaceUp("9S", inside))
    assert (ruling.refused, ruling.phase) == (clause, phase)
    assert ("layout:anna" in ruling.money) == (phase == "bets")


def test_a_card_face_up_during_the_coup() -> None:
    evening = ready(BACCARAT)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "2H")
    put(evening, CardFaceUp("9S"))
    assert evening.table.coup and evening.table.coup.hands["banker"] == ["9S"]
    evening = ready(LUCKY_DRAW)
    lay(evening, ("anna", "enter", 1, 5_00))
    deal(evening, "2H")
    put(evening, CardFaceUp("9S"))
    assert evening.table.coup and evening.table.coup.hands["dealer"] == []
    evening = ready(CANBERRA)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "2H")
    assert refused(evening, CardFaceUp("9S")) == "no rule"


def test_too_few_cards() -> None:
    for game in (BACCARAT, SEVEN_UP, THREE_CARD, CANBERRA):
        evening = ready(game)
        lay(evening, ("anna", "player", 1, 5_00))
        deal(evening, "2H")
        ruling = put(evening, CardsShort())
        assert ruling.owed["anna"] == 10_000_00 and ruling.phase == "shuffle"
    evening = ready(LUCKY_DRAW)
    lay(evening, ("anna", "enter", 1, 5_00))
    deal(evening, "2H")
    assert put(evening, CardsShort()).phase == "shuffle in the coup"
    put(evening, Shuffled())
    assert refused(evening, Cut("casino supervisor", 60, 52)) == "4.6"  # offered to a player
    put(evening, Cut("cleo", 60, 52), Burned())
    assert deal(evening, "9D").phase == "dealing"


def test_the_order_of_the_cards_is_known() -> None:
    evening = ready(BACCARAT)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "2H")
    assert refused(evening, OrderRevealed("dealer")) == "4.13"
    ruling = put(evening, OrderRevealed(SUPERVISOR))
    assert ruling.owed["anna"] == 10_000_00
    assert (ruling.phase, len(ruling.duties)) == ("shuffle", 1)
    evening = ready(SEVEN_UP)
    assert refused(evening, OrderRevealed(SUPERVISOR)) == "4.5"
    put(evening, OrderRevealed("gaming manager"))
    assert refused(ready(CANBERRA), OrderRevealed(SUPERVISOR)) == "no rule"


def test_lucky_draw_unexposed_card_to_the_dealer_waits_for_the_next_round() -> None:
    """Lucky Draw 10.7 does not ask whether the dealer's hand is complete."""
    evening = ready(LUCKY_DRAW)
    lay(evening, ("anna", "enter", 1, 5_00))
    deal(evening, "2H 4D 5H")
    put(evening, SurplusCard("dealer", None, exposed=False), Decision("anna", 1, True, 5_00))
    deal(evening, "8S KD 3D")
    assert finish(evening).phase == "bets"


def test_three_card_has_no_rule_for_a_wrong_deal_found_late() -> None:
    evening = ready(THREE_CARD)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "2H 9H 3H KD 4D QD")
    finish(evening)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "2H")
    assert refused(evening, WrongDeal(1)) == "no rule"
    ruling = put(evening, Decided("wrong deal", "void", SUPERVISOR, "seen on the screen", 1))
    assert ruling.owed["anna"] == 10_000_00
    assert refused(evening, Decided("wrong deal", "void", SUPERVISOR, "seen")) == "12.1"


def test_a_hidden_card_left_over_is_the_first_of_an_ordinary_coup() -> None:
    evening = ready(BACCARAT)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "9H 2D KH 3C")
    put(evening, WrongDeal(), Rebuilt(("9H", "2D", "KH", "3C", "??")), Resumed())
    assert finish(evening).phase == "bets"
    drawn = evening.table.shoe.drawn
    lay(evening, ("anna", "player", 1, 5_00))
    put(evening, CardShown("7C"))
    assert evening.table.shoe.drawn == drawn
    assert evening.table.coup and evening.table.coup.hands["player"] == ["7C"]


def test_the_cutting_card_does_not_hold_a_card_that_was_drawn_before() -> None:
    evening = opened(BACCARAT, decks=3)
    put(evening, Shuffled(), Cut(SUPERVISOR, 60, 150), Burned())
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "9H 2D KH 3C")
    put(evening, SurplusCard("player", None, exposed=False))
    finish(evening)
    lay(evening, ("anna", "player", 1, 5_00))
    put(evening, CardShown("7C"))
    assert refused(evening, CardShown("8C")) == "4.9"
