"""star-baccarat, clause 5 and the layouts of clause 10: which wagers exist and when they win."""

import pytest

import sabot
from sabot.core.money import cents, dollars, payment
from sabot.rulebooks import edition
from support.documents import refusal

BOOK = edition("star-baccarat", "version 4")
PLAYER_7_6 = "7S 6H KD KC"
BANKER_7_6 = "6S 7H KD KC"
TIE_7_7 = "7S 7H KD KC"
TIGERS = ("tiger-tie", "tiger-pair", "tiger", "big-tiger", "small-tiger")
ON_DIAGRAM_A = ("pairs-player", "pairs-banker", "super-six")


def settled(cards: str, on: str) -> str:
    (each,) = sabot.settle(sabot.deal(BOOK, cards), [sabot.stake(on, "20")])
    return f"{each}, {dollars(each.returns)} back"


def together(*wagers: str, approved: bool = False) -> str | None:
    found = BOOK.together.check(wagers, approved=approved)
    return None if found is None else found.clause


def paid(amount: str, on: str, cards: str, chip: str, scheme: str = "commission") -> str:
    (each,) = sabot.settle(sabot.deal(BOOK, cards), [sabot.stake(on, amount)], scheme, chip)
    return dollars(each.pays)


@pytest.mark.parametrize(
    ("on", "name"), [("player", "Player"), ("banker", "Banker"), ("tie", "Tie")]
)
def test_5_1_player_banker_and_tie_may_be_bet(on: str, name: str) -> None:
    wager = BOOK.wager(on)
    assert (wager.name, wager.side_bet) == (name, False)


@pytest.mark.parametrize("on", ["Player", "dragon-bonus", "draw", "super-sevens", "", None])
def test_5_1_nearest_miss_a_wager_of_another_game(on: object) -> None:
    assert refusal(lambda: BOOK.wager(on)) == ("unknown-wager", None)


@pytest.mark.parametrize("cards", [PLAYER_7_6, "9S 8H KD KC", "AS KH KD 2C KS 8H"])
def test_5_1_1_1_player_wins_with_the_higher_point_count(cards: str) -> None:
    assert settled(cards, "player") == "player 20.00 wins 20.00 at 1:1 (11.1.2), 40.00 back"


def test_5_1_1_1_nearest_miss_an_equal_point_count_does_not_win() -> None:
    assert settled(TIE_7_7, "player") == "player 20.00 stands off (5.1.1.3), 20.00 back"


def test_5_1_1_2_player_loses_with_the_lower_point_count() -> None:
    assert settled(BANKER_7_6, "player") == "player 20.00 loses (5.1.1.2), 0.00 back"


def test_5_1_1_2_nearest_miss_an_equal_point_count_does_not_lose() -> None:
    assert "loses" not in settled(TIE_7_7, "player")


@pytest.mark.parametrize("cards", [TIE_7_7, "6S 6H KD KC", "9S 9H KD KC", "6S 2H KD KC 4D"])
def test_5_1_1_3_player_stands_off_on_equal_point_counts(cards: str) -> None:
    assert settled(cards, "player") == "player 20.00 stands off (5.1.1.3), 20.00 back"


def test_5_1_1_3_nearest_miss_one_point_apart_is_no_standoff() -> None:
    assert "stands off" not in settled(PLAYER_7_6, "player")
    assert "stands off" not in settled(BANKER_7_6, "player")


@pytest.mark.parametrize("cards", [BANKER_7_6, "8S 9H KD KC", "2S 5H 3D KC 9H"])
def test_5_1_2_1_banker_wins_with_the_higher_point_count(cards: str) -> None:
    assert settled(cards, "banker") == "banker 20.00 wins 19.00 at 19:20 (11.1.3), 39.00 back"


def test_5_1_2_1_nearest_miss_an_equal_point_count_does_not_win() -> None:
    assert settled(TIE_7_7, "banker") == "banker 20.00 stands off (5.1.2.3), 20.00 back"


def test_5_1_2_2_banker_loses_with_the_lower_point_count() -> None:
    assert settled(PLAYER_7_6, "banker") == "banker 20.00 loses (5.1.2.2), 0.00 back"


def test_5_1_2_2_nearest_miss_an_equal_point_count_does_not_lose() -> None:
    assert "loses" not in settled(TIE_7_7, "banker")


@pytest.mark.parametrize("cards", [TIE_7_7, "6S 6H KD KC", "9S 9H KD KC", "6S 2H KD KC 4D"])
def test_5_1_2_3_banker_stands_off_on_equal_point_counts(cards: str) -> None:
    assert settled(cards, "banker") == "banker 20.00 stands off (5.1.2.3), 20.00 back"


def test_5_1_2_3_nearest_miss_one_point_apart_is_no_standoff() -> None:
    assert "stands off" not in settled(BANKER_7_6, "banker")
    assert "stands off" not in settled(PLAYER_7_6, "banker")


@pytest.mark.parametrize("cards", [TIE_7_7, "6S 6H KD KC", "KS KH QD QC JS JH"])
def test_5_1_3_tie_wins_on_equal_point_counts(cards: str) -> None:
    assert settled(cards, "tie") == "tie 20.00 wins 160.00 at 8:1 (11.1.5), 180.00 back"


@pytest.mark.parametrize("cards", [PLAYER_7_6, BANKER_7_6])
def test_5_1_3_nearest_miss_tie_loses_one_point_apart(cards: str) -> None:
    assert settled(cards, "tie") == "tie 20.00 loses (5.1.3), 0.00 back"


def test_5_5_2_two_bets_are_paid_one_by_one() -> None:
    coup = sabot.deal(BOOK, BANKER_7_6)
    two = sabot.settle(coup, [sabot.stake("banker", "30")] * 2, chip="1")
    assert [each.pays for each in two] == [29_00, 29_00]


def test_5_5_2_nearest_miss_one_bet_of_as_much_is_paid_once() -> None:
    coup = sabot.deal(BOOK, BANKER_7_6)
    assert [e.pays for e in sabot.settle(coup, [sabot.stake("banker", "60")], chip="1")] == [57_00]


def test_5_6_1_player_alone() -> None:
    assert together("player") == "5.6.1"


def test_5_6_1_nearest_miss_player_beside_banker() -> None:
    assert refusal(lambda: together("player", "banker")) == ("needs-approval", "5.6.6")


def test_5_6_2_player_and_tie() -> None:
    assert together("tie", "player") == "5.6.2"


def test_5_6_2_nearest_miss_player_and_tie_beside_banker() -> None:
    assert refusal(lambda: together("player", "tie", "banker")) == ("needs-approval", "5.6.7")


def test_5_6_3_banker_alone() -> None:
    assert together("banker") == "5.6.3"


def test_5_6_3_nearest_miss_banker_beside_player() -> None:
    assert refusal(lambda: together("banker", "player")) == ("needs-approval", "5.6.6")


def test_5_6_4_banker_and_tie() -> None:
    assert together("banker", "tie") == "5.6.4"


def test_5_6_4_nearest_miss_banker_and_tie_beside_player() -> None:
    assert refusal(lambda: together("banker", "tie", "player")) == ("needs-approval", "5.6.7")


def test_5_6_5_tie_alone() -> None:
    assert together("tie") == "5.6.5"


def test_5_6_5_nearest_miss_tiger_tie_is_no_tie() -> None:
    assert together("tiger-tie") is None
    assert together("tie", "tiger-tie") == "5.6.5"


def test_5_6_6_banker_and_player_with_approval() -> None:
    assert together("banker", "player", approved=True) == "5.6.6"


def test_5_6_6_nearest_miss_banker_and_player_without_approval() -> None:
    with pytest.raises(sabot.Refusal, match="approval of a casino supervisor") as caught:
        together("banker", "player")
    assert caught.value.clause == "5.6.6"


def test_5_6_7_banker_player_and_tie_with_approval() -> None:
    assert together("banker", "player", "tie", approved=True) == "5.6.7"


def test_5_6_7_nearest_miss_banker_player_and_tie_without_approval() -> None:
    with pytest.raises(sabot.Refusal, match="approval of a casino supervisor") as caught:
        together("banker", "player", "tie")
    assert caught.value.clause == "5.6.7"


@pytest.mark.parametrize(
    ("chip", "pays"), [("0.50", "24.00"), ("1", "24.00"), ("2.50", "25.00"), ("5", "25.00")]
)
def test_5_8_a_payment_goes_up_to_the_next_chip(chip: str, pays: str) -> None:
    assert paid("25", "banker", BANKER_7_6, chip) == pays


def test_5_8_even_money_halves_go_up_too() -> None:
    six = "2S 6H 3D KC QH"
    assert paid("25", "banker", six, "5", "even-money") == "15.00"
    assert paid("7.50", "banker", six, "2.50", "even-money") == "5.00"


@pytest.mark.parametrize(("stake", "pays"), [(1, 1), (20, 19), (21, 20), (40, 38), (41, 39)])
def test_5_8_a_cent_at_nineteen_to_twenty(stake: int, pays: int) -> None:
    assert payment(stake, sabot.Odds(19, 20), 1, BOOK.chips) == pays


def test_5_8_nearest_miss_an_exact_payment_stays() -> None:
    assert paid("25", "banker", BANKER_7_6, "0.25") == "23.75"
    assert paid("100", "banker", BANKER_7_6, "5") == "95.00"
    assert payment(cents("100"), sabot.Odds(19, 20), cents("95"), BOOK.chips) == 95_00


def test_10_2_pairs_player_and_pairs_banker_on_one_layout() -> None:
    assert together("pairs-player", "pairs-banker") is None
    assert together("banker", "pairs-player", "pairs-banker", "super-six") == "5.6.3"


@pytest.mark.parametrize("tiger", TIGERS)
@pytest.mark.parametrize("pairs", ["pairs-player", "pairs-banker"])
def test_10_2_nearest_miss_no_layout_has_pairs_and_a_tiger_bet(pairs: str, tiger: str) -> None:
    assert refusal(lambda: together(pairs, tiger)) == ("not-on-layout", "10.2")


def test_10_9_super_six_beside_both_pairs() -> None:
    assert together("super-six", "pairs-player", "pairs-banker", "tie") == "5.6.5"


@pytest.mark.parametrize("tiger", TIGERS)
def test_10_9_nearest_miss_super_six_beside_a_tiger_bet(tiger: str) -> None:
    assert refusal(lambda: together("super-six", tiger))[0] == "not-on-layout"


def test_10_14_tiger_tie_beside_the_other_tiger_bets() -> None:
    assert together("tiger-tie", "tiger-pair", "tiger", "big-tiger", "small-tiger") is None


@pytest.mark.parametrize("other", ON_DIAGRAM_A)
def test_10_14_nearest_miss_tiger_tie_beside_pairs_or_super_six(other: str) -> None:
    assert refusal(lambda: together("tiger-tie", other))[0] == "not-on-layout"


def test_10_19_tiger_pair_beside_a_main_wager() -> None:
    assert together("player", "tiger-pair", "tiger") == "5.6.1"


@pytest.mark.parametrize("other", ON_DIAGRAM_A)
def test_10_19_nearest_miss_tiger_pair_beside_pairs_or_super_six(other: str) -> None:
    assert refusal(lambda: together("tiger-pair", other))[0] == "not-on-layout"


def test_10_25_tiger_beside_a_main_wager() -> None:
    assert together("banker", "tie", "tiger", "tiger-tie") == "5.6.4"


@pytest.mark.parametrize("other", ON_DIAGRAM_A)
def test_10_25_nearest_miss_tiger_beside_pairs_or_super_six(other: str) -> None:
    assert refusal(lambda: together("tiger", other))[0] == "not-on-layout"


def test_10_30_big_tiger_beside_small_tiger() -> None:
    assert together("banker", "big-tiger", "small-tiger") == "5.6.3"


@pytest.mark.parametrize("other", ON_DIAGRAM_A)
def test_10_30_nearest_miss_big_tiger_beside_pairs_or_super_six(other: str) -> None:
    assert refusal(lambda: together("big-tiger", other))[0] == "not-on-layout"


def test_10_35_small_tiger_beside_tiger() -> None:
    assert together("banker", "small-tiger", "tiger") == "5.6.3"


@pytest.mark.parametrize("other", ON_DIAGRAM_A)
def test_10_35_nearest_miss_small_tiger_beside_pairs_or_super_six(other: str) -> None:
    assert refusal(lambda: together("small-tiger", other))[0] == "not-on-layout"
