"""The deal, the draw, decisions and the phases of a coup."""

import pytest

from reference.facts import (
    BetsClosed,
    CardDrawn,
    CardShown,
    CardsPassed,
    CardsRefused,
    CardTurned,
    Decision,
    InterimSettled,
    Laid,
    NoBetCoup,
    NoDecision,
    ResultAnnounced,
    Settled,
    TokensIssued,
    Withdrew,
)
from reference.openings import deal, finish, lay, put, ready, refused

BACCARAT = "star-baccarat"
SEVEN_UP = "star-seven-up"
THREE_CARD = "star-three-card"
LUCKY_DRAW = "star-lucky-draw"
CANBERRA = "canberra-mini"


@pytest.mark.parametrize(
    ("game", "cards", "phase"),
    [
        (BACCARAT, "9H 2D KH 3C", "result"),  # a natural ends the deal
        (BACCARAT, "6H 2D KH 3C", "dealing"),  # Player stands on 6, Banker draws on 5
        (BACCARAT, "6H 2D KH 4C", "result"),  # Banker stands on 6 without a card
        (BACCARAT, "5H 2D KH 4C 6D", "dealing"),  # Banker 6 draws on a drawn 6
        (BACCARAT, "5H 2D KH 4C 5D", "result"),  # and stands on a drawn 5
        (BACCARAT, "5H KD KH 3C 8D", "result"),  # Banker 3 stands on a drawn 8
        (BACCARAT, "5H KD KH 3C 9D", "dealing"),
        (BACCARAT, "5H KD KH 3C 9D 2S", "result"),
        (SEVEN_UP, "2H AD 3H", "result"),  # printed 7 and an ace: a natural
        (SEVEN_UP, "2H KD 3H", "dealing"),  # 7 stands, Banker 5 draws
        (SEVEN_UP, "2H 4D 4H", "dealing"),  # printed 7 and 4: count 1 draws
        (SEVEN_UP, "2H 4D 4H 5S", "result"),  # Banker 6 stands on a drawn 5
        (SEVEN_UP, "2H 4D 4H 6S", "dealing"),
        (CANBERRA, "6H 2D KH 3C", "dealing"),
    ],
)
def test_drawing(game: str, cards: str, phase: str) -> None:
    evening = ready(game)
    lay(evening, ("anna", "player", 1, 5_00))
    ruling = deal(evening, cards)
    assert ruling.phase == phase
    assert ("CardShown" in ruling.may) == (phase == "dealing")
    assert ("ResultAnnounced" in ruling.may) == (phase == "result")


def test_three_card_deals_each_box_and_the_banker_three_times() -> None:
    evening = ready(THREE_CARD)
    lay(evening, ("ben", "player", 2, 5_00), ("anna", "player", 1, 5_00))
    lay(evening, ("cleo", "point-total-9", 3, 5_00))
    deal(evening, "2H 3H 4H 5H 6H 7H KD KC 9D")
    coup = evening.table.coup
    assert coup is not None
    assert coup.hands == {
        "box 1": ["2H", "5H", "KD"],
        "box 2": ["3H", "6H", "KC"],
        "banker": ["4H", "7H", "9D"],
    }


def test_three_card_deals_the_banker_alone_without_a_player_bet() -> None:
    evening = ready(THREE_CARD)
    lay(evening, ("cleo", "point-total-9", 3, 5_00))
    assert deal(evening, "2H 3H 4H").phase == "result"
    assert finish(evening).money["chips:cleo"] == 10_000_00 + 40_00


def test_lucky_draw_round() -> None:
    evening = ready(LUCKY_DRAW)
    lay(evening, ("anna", "enter", 1, 10_00), ("ben", "enter", 3, 20_00))
    ruling = deal(evening, "2H 4D 6C 2D 5D")
    assert ruling.phase == "decisions"
    assert refused(evening, Decision("ben", 3, False)) == "8.1"
    assert refused(evening, Decision("anna", 1, True, 5_00)) == "8.2"
    put(evening, Decision("anna", 1, True, 10_00))
    deal(evening, "3S")  # 2 + 2 + 3 = 7
    put(evening, NoDecision(3))  # ben stands on 9
    assert deal(evening, "KD").phase == "result"  # dealer 6: above 4, no third card
    ruling = finish(evening)
    assert ruling.money["chips:anna"] == 10_000_00 + 10_00 + 15_00
    assert ruling.money["chips:ben"] == 10_000_00 + 20_00


def test_lucky_draw_dealer_draws_on_four() -> None:
    evening = ready(LUCKY_DRAW)
    lay(evening, ("anna", "enter", 1, 10_00))
    deal(evening, "2H 4D 6C")
    put(evening, Decision("anna", 1, False))
    assert deal(evening, "KD").phase == "dealing"
    assert deal(evening, "5D").phase == "result"
    assert finish(evening).money["chips:anna"] == 10_000_00 - 10_00


def test_chips_and_tokens_together_make_a_draw_wager() -> None:
    """Equal to ENTER, laid in tokens and chips."""
    evening = ready(LUCKY_DRAW)
    put(evening, TokensIssued("anna", 5_00))
    lay(evening, ("anna", "enter", 1, 10_00))
    deal(evening, "2H 4D 6C")
    assert refused(evening, Decision("anna", 1, True, 10_00, 5_00)) == "8.2"
    put(evening, Decision("anna", 1, True, 5_00, 5_00))


def test_canberra_settles_pairs_before_further_cards() -> None:
    pairs = frozenset({"pair-player", "pair-banker"})
    evening = ready(CANBERRA, offered=pairs, pairs="perfect")
    lay(evening, ("anna", "pair-player", 1, 5_00), ("ben", "pair-banker", 2, 5_00))
    put(evening, BetsClosed(at=60), *[CardShown(card) for card in ["2H", "3D", "2H", "4C"]])
    assert refused(evening, CardShown("5D")) == "7.1"
    ruling = put(evening, InterimSettled())
    assert ruling.money["chips:anna"] == 10_000_00 + 125_00
    assert ruling.money["chips:ben"] == 10_000_00 - 5_00
    assert ruling.phase == "dealing"  # 9.4(a): the coup is still completed


def test_no_wager_after_the_first_card() -> None:
    for game, clause in ((BACCARAT, "5.4"), (SEVEN_UP, "5.4"), (THREE_CARD, "5.5")):
        evening = ready(game)
        lay(evening, ("anna", "player", 1, 5_00))
        deal(evening, "2H")
        assert refused(evening, Laid("anna", "player", 1, 5_00)) == clause
        assert refused(evening, Withdrew("anna", "player", 1)) == clause
    evening = ready(CANBERRA)
    lay(evening, ("anna", "player", 1, 5_00))
    assert refused(evening, CardShown("2H")) == "6.2"
    put(evening, BetsClosed(at=60))
    assert refused(evening, Laid("ben", "player", 1, 5_00)) == "6.2"


def test_canberra_gives_each_player_the_opportunity_to_bet() -> None:
    evening = ready(CANBERRA)
    lay(evening, ("anna", "player", 1, 5_00))
    assert refused(evening, BetsClosed(at=9)) == "4.1"
    put(evening, BetsClosed(at=10))


def test_no_coup_without_a_wager() -> None:
    assert refused(ready(BACCARAT), CardShown("2H")) == "7.5"
    assert refused(ready(SEVEN_UP), CardShown("2H")) == "7.4"
    assert refused(ready(THREE_CARD), CardShown("2H")) == "8.1"
    assert refused(ready(LUCKY_DRAW), CardShown("2H")) == "7.2"


def test_no_bet_coups() -> None:
    everybody = frozenset({"anna", "ben", "cleo"})
    evening = ready(BACCARAT)
    assert refused(evening, NoBetCoup("casino supervisor", agreed=frozenset({"anna"}))) == "7.5"
    assert refused(evening, NoBetCoup("dealer", agreed=everybody)) == "7.5"
    put(evening, NoBetCoup("casino supervisor", agreed=everybody))
    assert refused(evening, Laid("anna", "player", 1, 5_00)) == "12.4"
    deal(evening, "9H 2D KH 3C")
    assert put(evening, ResultAnnounced()).phase == "bets"
    evening = ready(SEVEN_UP)
    assert refused(evening, NoBetCoup("casino supervisor", agreed=everybody)) == "7.4"
    put(evening, NoBetCoup("assistant gaming manager", agreed=everybody))
    evening = ready(CANBERRA)
    assert refused(evening, NoBetCoup("casino supervisor", agreed=everybody)) == "4.7"
    put(evening, NoBetCoup("casino supervisor", "anna", everybody))
    assert refused(ready(THREE_CARD), NoBetCoup("casino supervisor")) == "no rule"
    evening = ready(BACCARAT, players=())
    assert refused(evening, NoBetCoup("casino supervisor")) == "7.4"
    put(evening, NoBetCoup("casino supervisor", marker=True))
    device = ready(BACCARAT, players=(), source="device")
    assert refused(device, NoBetCoup("casino supervisor", marker=True)) == "7.4"


def test_method_b_passes_the_cards_to_the_highest_bettor() -> None:
    evening = ready(BACCARAT, method="B")
    lay(evening, ("anna", "player", 1, 10_00), ("ben", "player", 2, 10_00))
    lay(evening, ("cleo", "banker", 3, 5_00))
    put(evening, *[CardDrawn()] * 4)
    assert refused(evening, CardsPassed("player", "anna")) == "8.8"  # box 2 is nearer the right
    put(evening, CardsRefused("player", "ben"), CardsPassed("player", "anna"))
    put(evening, CardsPassed("banker", "cleo"))
    put(evening, CardTurned("player", "9H"), CardTurned("player", "KH"))
    assert refused(evening, ResultAnnounced()) == "11.1"
    ruling = put(evening, CardTurned("banker", "2D"), CardTurned("banker", "3D"))
    assert ruling.phase == "result"


def test_settlement_waits_for_the_result() -> None:
    evening = ready(BACCARAT)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "9H 2D KH 3C")
    assert refused(evening, Settled()) == "11.1"
    put(evening, ResultAnnounced(), Settled())
    assert refused(evening, Settled()) == "11.1"
