"""Mini-Baccarat at Casino Canberra, clause by clause: settlement of wagers."""

import pytest

import sabot
from sabot.core.cards import read_cards
from sabot.rulebooks import edition
from support.documents import refusal

BOOK = edition("canberra-mini", "NI2017-633")
SCHEMES = ["commission", "non-commission"]
WORTH = "TA23456789"


def played(player: str, banker: str) -> sabot.Coup:
    """A round with these two hands, in the order in which they are dealt."""
    first, third, *fifth = read_cards(player)
    second, fourth, *sixth = read_cards(banker)
    return sabot.deal(BOOK, [first, second, third, fourth, *fifth, *sixth])


def end(on: str, player: str, banker: str, scheme: str = "commission") -> str:
    """Return how 20 dollars end, in a sentence with the clause."""
    (settlement,) = sabot.settle(played(player, banker), [sabot.stake(on, "20")], scheme)
    return str(settlement)


# 8 Settlement of wagers


def test_8_1_commission_or_non_commission_method() -> None:
    assert [BOOK.scheme(name) for name in SCHEMES] == SCHEMES
    assert "at 19:20" in end("banker", "KS QH 2D", "KD 6C", "commission")
    assert "at 1:2" in end("banker", "KS QH 2D", "KD 6C", "non-commission")


def test_8_1_nearest_miss_no_third_method() -> None:
    assert refusal(lambda: BOOK.scheme("even-money")) == ("wrong-scheme", None)


@pytest.mark.parametrize("option", ["perfect", "canberra"])
def test_8_2_one_option_of_pairs_on_both_hands(option: str) -> None:
    found = BOOK.together.check(["tie", f"{option}-pairs-player", f"{option}-pairs-banker"])
    assert found is not None
    assert found.clause == "4.5(a)"


@pytest.mark.parametrize("hand", ["player", "banker"])
def test_8_2_nearest_miss_both_options_at_one_table(hand: str) -> None:
    held = ("perfect-pairs-player", f"canberra-pairs-{hand}")
    assert refusal(lambda: BOOK.together.check(held)) == ("not-on-layout", "8.2")


@pytest.mark.parametrize("banker", [7, 8, 9])
def test_8_4_a_banker_wins_with_the_higher_total(banker: int) -> None:
    assert " wins " in end("banker", f"KS {banker - 1}H", f"KD {banker}C")


def test_8_4_a_nearest_miss_an_equal_total_does_not_win() -> None:
    assert end("banker", "KS 7H", "KD 7C") == "banker 20.00 stands off (8.4(c))"


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("banker", [6, 7, 8])
def test_8_4_b_banker_loses_with_the_lower_total(banker: int, scheme: str) -> None:
    ended = end("banker", f"KS {banker + 1}H", f"KD {banker}C", scheme)
    assert ended == "banker 20.00 loses (8.4(b))"


def test_8_4_b_nearest_miss_an_equal_total_does_not_lose() -> None:
    assert end("banker", "KS 6H", "KD 6C") == "banker 20.00 stands off (8.4(c))"


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("total", [6, 7, 8, 9])
def test_8_4_c_banker_stands_off_on_equal_totals(total: int, scheme: str) -> None:
    ended = end("banker", f"KS {total}H", f"KD {total}C", scheme)
    assert ended == "banker 20.00 stands off (8.4(c))"


def test_8_4_c_nearest_miss_one_point_apart_is_no_stand_off() -> None:
    assert end("banker", "KS 7H", "KD 6C") == "banker 20.00 loses (8.4(b))"
    assert end("banker", "KS 6H", "KD 7C") == "banker 20.00 wins 19.00 at 19:20 (8.8(b))"


@pytest.mark.parametrize("player", [7, 8, 9])
def test_8_5_a_player_wins_with_the_higher_total(player: int) -> None:
    assert " wins " in end("player", f"KS {player}H", f"KD {player - 1}C")


def test_8_5_a_nearest_miss_an_equal_total_does_not_win() -> None:
    assert end("player", "KS 7H", "KD 7C") == "player 20.00 stands off (8.5(c))"


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("player", [6, 7, 8])
def test_8_5_b_player_loses_with_the_lower_total(player: int, scheme: str) -> None:
    ended = end("player", f"KS {player}H", f"KD {player + 1}C", scheme)
    assert ended == "player 20.00 loses (8.5(b))"


def test_8_5_b_nearest_miss_an_equal_total_does_not_lose() -> None:
    assert end("player", "KS 6H", "KD 6C") == "player 20.00 stands off (8.5(c))"


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("total", [6, 7, 8, 9])
def test_8_5_c_player_stands_off_on_equal_totals(total: int, scheme: str) -> None:
    ended = end("player", f"KS {total}H", f"KD {total}C", scheme)
    assert ended == "player 20.00 stands off (8.5(c))"


def test_8_5_c_nearest_miss_one_point_apart_is_no_stand_off() -> None:
    assert end("player", "KS 7H", "KD 6C") == "player 20.00 wins 20.00 at 1:1 (8.8(a))"
    assert end("player", "KS 6H", "KD 7C") == "player 20.00 loses (8.5(b))"


@pytest.mark.parametrize("total", [6, 7, 8, 9])
def test_8_6_a_tie_wins_on_equal_totals(total: int) -> None:
    assert " wins " in end("tie", f"KS {total}H", f"KD {total}C")


def test_8_6_a_tie_of_three_card_hands_wins() -> None:
    assert " wins " in end("tie", "KS QH TD", "KD QC TH")


def test_8_6_a_nearest_miss_one_point_apart_is_no_tie() -> None:
    assert end("tie", "KS 6H", "KD 7C") == "tie 20.00 loses (8.6(b))"


@pytest.mark.parametrize("scheme", SCHEMES)
def test_8_6_b_tie_loses_if_either_hand_wins(scheme: str) -> None:
    assert end("tie", "KS 9H", "KD 8C", scheme) == "tie 20.00 loses (8.6(b))"
    assert end("tie", "KS 8H", "KD 9C", scheme) == "tie 20.00 loses (8.6(b))"


def test_8_6_b_nearest_miss_equal_totals_of_other_cards_do_not_lose() -> None:
    assert " wins " in end("tie", "4S 5H", "KD 9C")


@pytest.mark.parametrize("option", ["perfect", "canberra"])
def test_8_7_a_pairs_win_on_cards_of_the_same_face_value(option: str) -> None:
    assert " wins " in end(f"{option}-pairs-banker", "KS 9H", "4D 4C")
    assert " wins " in end(f"{option}-pairs-player", "4D 4C", "KS 9H")


@pytest.mark.parametrize("option", ["perfect", "canberra"])
def test_8_7_a_nearest_miss_neighbouring_face_values(option: str) -> None:
    assert " loses " in end(f"{option}-pairs-banker", "KS 9H", "4D 5C")


@pytest.mark.parametrize("option", ["perfect", "canberra"])
def test_8_7_b_pairs_lose_on_cards_of_different_values(option: str) -> None:
    assert end(f"{option}-pairs-banker", "KS 9H", "4D 5C").endswith("loses (9.8(c))")
    assert end(f"{option}-pairs-player", "4D 5C", "KS 9H").endswith("loses (9.8(d))")


@pytest.mark.parametrize("option", ["perfect", "canberra"])
def test_8_7_b_nearest_miss_the_same_value_in_two_suits_does_not_lose(option: str) -> None:
    assert " loses " not in end(f"{option}-pairs-player", "9D 9C", "KS 9H")


@pytest.mark.parametrize("player", [7, 8, 9])
def test_8_8_a_player_pays_1_to_1(player: int) -> None:
    ended = end("player", f"KS {player}H", "KD 6C")
    assert ended == "player 20.00 wins 20.00 at 1:1 (8.8(a))"


def test_8_8_a_nearest_miss_an_equal_total_pays_nothing() -> None:
    assert end("player", "KS 6H", "KD 6C") == "player 20.00 stands off (8.5(c))"


@pytest.mark.parametrize("banker", [1, 2, 3, 4, 5, 6, 7])
def test_8_8_b_banker_pays_19_to_20(banker: int) -> None:
    ended = end("banker", "KS QH TD", f"KD QC {WORTH[banker]}H")
    assert ended == "banker 20.00 wins 19.00 at 19:20 (8.8(b))"


def test_8_8_b_nearest_miss_player_pays_no_commission() -> None:
    assert end("player", "KS 7H", "KD 6C") == "player 20.00 wins 20.00 at 1:1 (8.8(a))"


def test_8_8_b_nearest_miss_no_clause_rounds_a_payment() -> None:
    dealt = played("KS 6H", "KD 7C")
    placed = [sabot.stake("banker", "25")]
    assert sabot.settle(dealt, placed, chip="0.25")[0].pays == 2375
    assert refusal(lambda: sabot.settle(dealt, placed, chip="0.50")) == ("no-rule", None)


@pytest.mark.parametrize("total", [6, 7, 8, 9])
def test_8_8_c_tie_pays_8_to_1(total: int) -> None:
    ended = end("tie", f"KS {total}H", f"KD {total}C")
    assert ended == "tie 20.00 wins 160.00 at 8:1 (8.8(c))"


def test_8_8_c_nearest_miss_nine_against_eight() -> None:
    assert end("tie", "KS 9H", "KD 8C") == "tie 20.00 loses (8.6(b))"


@pytest.mark.parametrize(
    ("pair", "won"),
    [("4D 4C", "100.00 at 5:1"), ("4D 4H", "240.00 at 12:1"), ("4D 4D", "500.00 at 25:1")],
)
def test_8_8_d_perfect_pairs_pay_5_12_and_25_to_1(pair: str, won: str) -> None:
    player = end("perfect-pairs-player", pair, "KS 9H")
    banker = end("perfect-pairs-banker", "KS 9H", pair)
    assert player == f"perfect-pairs-player 20.00 wins {won} (8.8(d))"
    assert banker == f"perfect-pairs-banker 20.00 wins {won} (8.8(d))"


def test_8_8_d_nearest_miss_the_pair_is_in_the_other_hand() -> None:
    ended = end("perfect-pairs-player", "KS 9H", "4D 4D")
    assert ended == "perfect-pairs-player 20.00 loses (9.8(d))"


@pytest.mark.parametrize("pair", ["4D 4C", "4D 4H", "4D 4D"])
def test_8_8_e_canberra_pairs_pay_11_to_1(pair: str) -> None:
    player = end("canberra-pairs-player", pair, "KS 9H")
    banker = end("canberra-pairs-banker", "KS 9H", pair)
    assert player == "canberra-pairs-player 20.00 wins 220.00 at 11:1 (8.8(e))"
    assert banker == "canberra-pairs-banker 20.00 wins 220.00 at 11:1 (8.8(e))"


def test_8_8_e_nearest_miss_two_cards_of_one_suit_are_no_pair() -> None:
    ended = end("canberra-pairs-banker", "KS 9H", "4D 5D")
    assert ended == "canberra-pairs-banker 20.00 loses (9.8(c))"


@pytest.mark.parametrize("player", [7, 8, 9])
def test_8_9_a_player_pays_1_to_1(player: int) -> None:
    ended = end("player", f"KS {player}H", "KD 6C", "non-commission")
    assert ended == "player 20.00 wins 20.00 at 1:1 (8.9(a))"


def test_8_9_a_nearest_miss_an_equal_total_pays_nothing() -> None:
    assert end("player", "KS 6H", "KD 6C", "non-commission") == "player 20.00 stands off (8.5(c))"


@pytest.mark.parametrize("banker", [1, 2, 3, 4, 5, 7])
def test_8_9_b_banker_pays_1_to_1_except_on_six(banker: int) -> None:
    ended = end("banker", "KS QH TD", f"KD QC {WORTH[banker]}H", "non-commission")
    assert ended == "banker 20.00 wins 20.00 at 1:1 (8.9(b))"


@pytest.mark.parametrize("banker", ["KD 6C", "KD QC 6H", "2D AC 3H"])
def test_8_9_b_banker_winning_with_six_pays_1_to_2(banker: str) -> None:
    ended = end("banker", "KS QH 2D", banker, "non-commission")
    assert ended == "banker 20.00 wins 10.00 at 1:2 (8.9(b))"


def test_8_9_b_nearest_miss_seven_and_five_pay_in_full() -> None:
    for banker in ("KD 7C", "KD QC 5H"):
        ended = end("banker", "KS QH 2D", banker, "non-commission")
        assert ended == "banker 20.00 wins 20.00 at 1:1 (8.9(b))"


def test_8_9_b_nearest_miss_the_players_six_does_not_halve() -> None:
    ended = end("banker", "KS 6H", "KD 7C", "non-commission")
    assert ended == "banker 20.00 wins 20.00 at 1:1 (8.9(b))"


def test_8_9_b_nearest_miss_six_against_six_stands_off() -> None:
    assert end("banker", "KS 6H", "KD 6C", "non-commission") == "banker 20.00 stands off (8.4(c))"


@pytest.mark.parametrize("total", [6, 7, 8, 9])
def test_8_9_c_tie_pays_8_to_1(total: int) -> None:
    ended = end("tie", f"KS {total}H", f"KD {total}C", "non-commission")
    assert ended == "tie 20.00 wins 160.00 at 8:1 (8.9(c))"


def test_8_9_c_nearest_miss_nine_against_eight() -> None:
    assert end("tie", "KS 9H", "KD 8C", "non-commission") == "tie 20.00 loses (8.6(b))"


@pytest.mark.parametrize(
    ("pair", "won"),
    [("4D 4C", "100.00 at 5:1"), ("4D 4H", "240.00 at 12:1"), ("4D 4D", "500.00 at 25:1")],
)
def test_8_9_d_perfect_pairs_pay_5_12_and_25_to_1(pair: str, won: str) -> None:
    player = end("perfect-pairs-player", pair, "KS 9H", "non-commission")
    banker = end("perfect-pairs-banker", "KS 9H", pair, "non-commission")
    assert player == f"perfect-pairs-player 20.00 wins {won} (8.9(d))"
    assert banker == f"perfect-pairs-banker 20.00 wins {won} (8.9(d))"


def test_8_9_d_nearest_miss_the_pair_is_in_the_other_hand() -> None:
    ended = end("perfect-pairs-banker", "4D 4D", "KS 9H", "non-commission")
    assert ended == "perfect-pairs-banker 20.00 loses (9.8(c))"


@pytest.mark.parametrize("pair", ["4D 4C", "4D 4H", "4D 4D"])
def test_8_9_e_canberra_pairs_pay_11_to_1(pair: str) -> None:
    player = end("canberra-pairs-player", pair, "KS 9H", "non-commission")
    banker = end("canberra-pairs-banker", "KS 9H", pair, "non-commission")
    assert player == "canberra-pairs-player 20.00 wins 220.00 at 11:1 (8.9(e))"
    assert banker == "canberra-pairs-banker 20.00 wins 220.00 at 11:1 (8.9(e))"


def test_8_9_e_nearest_miss_two_cards_of_one_suit_are_no_pair() -> None:
    ended = end("canberra-pairs-player", "4D 5D", "KS 9H", "non-commission")
    assert ended == "canberra-pairs-player 20.00 loses (9.8(d))"
