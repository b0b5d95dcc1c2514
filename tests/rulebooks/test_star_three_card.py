"""Three Card Baccarat, clause by clause: wagers and settlement."""

import pytest

import sabot
from sabot.core.cards import read_cards
from sabot.rulebooks import edition
from support.documents import refusal

BOOK = edition("star-three-card", "17 August 2016")
SCHEMES = ["commission", "even-money"]

EXAMPLES = """
    KS QH JD
    KS QH 9D, KS 4H 5D, 2S 3H 4D
    KS QH 8D, KS 3H 5D, AS 3H 4D
    KS QH 7D, KS 3H 4D, AS 2H 4D
    KS QH 6D, KS 2H 4D, AS 2H 3D
    KS QH 5D, KS 2H 3D, AS 2H 2D
    KS QH 4D, KS AH 3D, AS AH 2D
    KS QH 3D, KS AH 2D, AS AH AD
    KS QH 2D, KS AH AD, TS AH AD
    KS QH AD, KS TH AD, TS TH AD
    KS QH TD, KS TH TD, TS TH TD
"""
ORDERS = dict(enumerate(EXAMPLES.strip().replace("\n", ",").split(","), 1))
"""A hand of every order, 1 to 31, a line for each point count."""
OTHER_SUITS = str.maketrans("SHD", "CSH")


def coup(player: str, banker: str) -> sabot.Coup:
    """Deal one box against the Banker, a card to each in turn."""
    turns = zip(read_cards(player), read_cards(banker), strict=True)
    return sabot.deal(BOOK, [card for turn in turns for card in turn], boxes=[1])


def end(on: str, player: str, banker: str, scheme: str = "commission") -> str:
    """Return how 20 dollars end, in a sentence with the clause."""
    placed = sabot.stake(on, "20", 1 if on in ("player", "tie") else None)
    (settlement,) = sabot.settle(coup(player, banker), [placed], scheme)
    return str(settlement)


def allowed(*wagers: str) -> str:
    """The clause that lets one player hold these wagers."""
    found = BOOK.together.check(wagers)
    return found.clause if found else "no Player or Tie wager"


def pays(stake: str, chip: str, scheme: str = "commission") -> int:
    """Return the payment of a winning Player hand of 9, in cents."""
    placed = [sabot.stake("player", stake, 1)]
    return sabot.settle(coup("KS QH 9D", "2S 3H 3D"), placed, scheme, chip)[0].pays


# 1 Definitions, 5 Wagers


def test_1_1_tie_needs_the_same_point_count_and_order() -> None:
    assert end("tie", "KS 4H 5D", "JS TH 9D") == "tie 20.00 wins 420.00 at 21:1 (11.1.3)"


def test_1_1_nearest_miss_same_point_count_of_another_order_is_no_tie() -> None:
    assert end("tie", "KS 4H 5D", "KS QH 9D") == "tie 20.00 loses (5.1.2)"


def test_5_1_permissible_wagers() -> None:
    totals = [f"point-total-{total}" for total in range(10)]
    assert [each.id for each in BOOK.wagers] == ["player", "tie", "three-pictures", *totals]
    assert BOOK.wager("point-total-9").id == "point-total-9"


@pytest.mark.parametrize("on", ["banker", "point-total-10", "Player"])
def test_5_1_nearest_miss_no_other_wager_exists(on: str) -> None:
    assert refusal(lambda: BOOK.wager(on)) == ("unknown-wager", None)


def test_5_1_1_each_player_hand_is_compared_with_the_banker_hand() -> None:
    dealt = sabot.deal(BOOK, "KS 2S KD QH 3H 3C 9D 2D 5C", boxes=[1, 2])
    stakes = [sabot.stake("player", "20", 1), sabot.stake("player", "20", 2)]
    assert [each.outcome for each in sabot.settle(dealt, stakes)] == ["win", "lose"]


@pytest.mark.parametrize("box", [None, 2])
def test_5_1_1_nearest_miss_player_wager_without_a_hand(box: int | None) -> None:
    stakes = [sabot.stake("player", "20", box)]
    dealt = coup("KS QH 9D", "2S 3H 3D")
    assert refusal(lambda: sabot.settle(dealt, stakes)) == ("bad-box", "5.1.1")


def test_5_1_1_1_three_picture_cards_win() -> None:
    ended = end("player", "KS QH JD", "KC QD 9H")
    assert ended == "player 20.00 wins 19.00 at 19:20 (11.1.1)"


@pytest.mark.parametrize("scheme", SCHEMES)
def test_5_1_1_1_three_picture_cards_in_both_hands_stand_off(scheme: str) -> None:
    ended = end("player", "KS QH JD", "JC JD JH", scheme)
    assert ended == "player 20.00 stands off (5.1.1.1)"


def test_5_1_1_1_nearest_miss_two_pictures_and_a_ten_do_not_stand_off() -> None:
    assert end("player", "KS QH JD", "JC JD TH") == "player 20.00 wins 19.00 at 19:20 (11.1.1)"
    assert end("player", "JC JD TH", "KS QH JD") == "player 20.00 loses (5.1.1.3)"


@pytest.mark.parametrize("higher", range(1, 31), ids="order {}".format)
def test_5_1_1_2_player_hand_of_a_higher_order_wins(higher: int) -> None:
    ended = end("player", ORDERS[higher], ORDERS[higher + 1])
    assert ended == "player 20.00 wins 19.00 at 19:20 (11.1.1)"


def test_5_1_1_2_nearest_miss_the_same_order_does_not_win() -> None:
    assert end("player", "KS QH 9D", "JC JD 9S") == "player 20.00 stands off (5.1.1.4)"


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("higher", range(1, 31), ids="order {}".format)
def test_5_1_1_3_player_hand_of_a_lower_order_loses(higher: int, scheme: str) -> None:
    ended = end("player", ORDERS[higher + 1], ORDERS[higher], scheme)
    assert ended == "player 20.00 loses (5.1.1.3)"


def test_5_1_1_3_nearest_miss_lower_cards_of_the_same_order_do_not_lose() -> None:
    assert end("player", "QS 8H 8D", "KS 2H 4D") == "player 20.00 stands off (5.1.1.4)"


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("same", range(2, 32), ids="order {}".format)
def test_5_1_1_4_same_order_stands_off(same: int, scheme: str) -> None:
    ended = end("player", ORDERS[same], ORDERS[same].translate(OTHER_SUITS), scheme)
    assert ended == "player 20.00 stands off (5.1.1.4)"


def test_5_1_1_4_nearest_miss_equal_points_with_more_pictures_do_not_stand_off() -> None:
    assert end("player", "KS QH 6D", "KS 2H 4D") == "player 20.00 wins 19.00 at 19:20 (11.1.1)"
    assert end("player", "KS 2H 4D", "KS QH 6D") == "player 20.00 loses (5.1.1.3)"


@pytest.mark.parametrize("same", range(1, 32), ids="order {}".format)
def test_5_1_2_tie_wins_on_the_same_order(same: int) -> None:
    assert (
        end("tie", ORDERS[same], ORDERS[same].translate(OTHER_SUITS))
        == "tie 20.00 wins 420.00 at 21:1 (11.1.3)"
    )


@pytest.mark.parametrize("higher", range(1, 31), ids="order {}".format)
def test_5_1_2_nearest_miss_tie_loses_one_order_apart(higher: int) -> None:
    assert end("tie", ORDERS[higher], ORDERS[higher + 1]) == "tie 20.00 loses (5.1.2)"
    assert end("tie", ORDERS[higher + 1], ORDERS[higher]) == "tie 20.00 loses (5.1.2)"


@pytest.mark.parametrize("player", ["KS KS KS", "TS TH TD"])
def test_5_1_3_three_pictures_win_in_the_banker_hand_whatever_the_player_has(player: str) -> None:
    ended = end("three-pictures", player, "KS QH JD")
    assert ended == "three-pictures 20.00 wins 1400.00 at 70:1 (11.1.4)"


@pytest.mark.parametrize("banker", ["KS QH TD", "KS QH 9D"])
def test_5_1_3_nearest_miss_two_pictures_lose(banker: str) -> None:
    assert end("three-pictures", "KS QH JD", banker) == "three-pictures 20.00 loses (5.1.3)"


def test_5_1_3_nearest_miss_three_pictures_is_on_no_box() -> None:
    stakes = [sabot.stake("three-pictures", "20", 1)]
    dealt = coup("2S 3H 4D", "KS QH JD")
    assert refusal(lambda: sabot.settle(dealt, stakes)) == ("bad-box", "5.1.3")


@pytest.mark.parametrize("total", range(10), ids="total {}".format)
@pytest.mark.parametrize("banker", range(1, 32), ids="order {}".format)
def test_5_1_4_point_total_wins_on_its_number_and_loses_on_any_other(
    banker: int, total: int
) -> None:
    points = 0 if banker == 1 else 9 - (banker - 2) // 3
    won = f"point-total-{total} 20.00 wins 160.00 at 8:1 (11.1.2)"
    lost = f"point-total-{total} 20.00 loses (5.1.4)"
    ended = end(f"point-total-{total}", "KS QH 9D", ORDERS[banker])
    assert ended == (won if total == points else lost)


def test_5_1_4_three_picture_cards_count_as_total_zero() -> None:
    ended = end("point-total-0", "KS QH 9D", "KS QH JD")
    assert ended == "point-total-0 20.00 wins 160.00 at 8:1 (11.1.2)"


def test_5_1_4_nearest_miss_one_point_beside_the_number_loses() -> None:
    assert end("point-total-6", "2S 3H TD", "KS QH 7D") == "point-total-6 20.00 loses (5.1.4)"
    assert end("point-total-6", "2S AH 3D", "KS QH 5D") == "point-total-6 20.00 loses (5.1.4)"


def test_5_2_all_four_kinds_together() -> None:
    assert allowed("player", "tie", "three-pictures", "point-total-3") == "5.2.2"


def test_5_2_nearest_miss_the_same_without_the_player_hand() -> None:
    held = ("tie", "three-pictures", "point-total-3")
    assert refusal(lambda: allowed(*held))[0] == "not-together"


def test_5_2_1_player_hand_alone() -> None:
    assert allowed("player") == "5.2.1"


def test_5_2_1_nearest_miss_player_hand_with_tie_is_another_clause() -> None:
    assert allowed("player", "tie") != "5.2.1"


def test_5_2_2_player_hand_and_tie() -> None:
    assert allowed("player", "tie") == "5.2.2"


def test_5_2_2_nearest_miss_tie_without_the_player_hand() -> None:
    assert refusal(lambda: allowed("tie"))[0] == "not-together"


def test_5_2_3_three_pictures_with_or_without_the_player_hand() -> None:
    assert allowed("three-pictures") == "no Player or Tie wager"
    assert allowed("three-pictures", "player") == "5.2.1"


def test_5_2_3_nearest_miss_three_pictures_do_not_carry_a_tie() -> None:
    assert refusal(lambda: allowed("three-pictures", "tie"))[0] == "not-together"


def test_5_2_4_point_totals_with_or_without_the_player_hand() -> None:
    assert allowed("point-total-0", "point-total-9") == "no Player or Tie wager"
    assert allowed("point-total-0", "point-total-9", "player", "tie") == "5.2.2"


def test_5_2_4_nearest_miss_a_point_total_does_not_carry_a_tie() -> None:
    assert refusal(lambda: allowed("point-total-4", "tie"))[0] == "not-together"


@pytest.mark.parametrize(("chip", "paid"), [("0.50", 2400), ("1", 2400), ("2.50", 2500)])
def test_5_11_payment_goes_up_to_the_next_chip(chip: str, paid: int) -> None:
    assert pays("25", chip) == paid


@pytest.mark.parametrize("chip", ["0.01", "0.05", "0.25"])
def test_5_11_nearest_miss_a_payment_that_chips_can_make_is_exact(chip: str) -> None:
    assert pays("25", chip) == 2375


def test_5_11_nearest_miss_one_cent_over_a_chip_goes_up_a_whole_chip() -> None:
    assert pays("20", "1", "even-money") == 2000
    assert pays("20.01", "1", "even-money") == 2100


def test_5_12_wager_is_settled_where_it_lies() -> None:
    dealt = sabot.deal(BOOK, "KS 2S KD QH 3H 3C 9D 2D 5C", boxes=[1, 2])
    (winner,) = sabot.settle(dealt, [sabot.stake("player", "20", 1)])
    assert winner.outcome == "win"


def test_5_12_nearest_miss_the_same_wager_one_box_further_loses() -> None:
    dealt = sabot.deal(BOOK, "KS 2S KD QH 3H 3C 9D 2D 5C", boxes=[1, 2])
    (loser,) = sabot.settle(dealt, [sabot.stake("player", "20", 2)])
    assert loser.outcome == "lose"


# 9.10 Settling hand by hand, 10 Even Money, 11 Settlement


def test_9_10_winners_are_paid_losers_collected_and_stand_offs_declared() -> None:
    dealt = sabot.deal(BOOK, "KS 2S QC KD QH 3H TH 3C 9D 2D 8C 5C", boxes=[1, 2, 3])
    settled = sabot.settle(dealt, [sabot.stake("player", "20", box) for box in (1, 2, 3)])
    ends = [(each.outcome, each.pays, each.returns) for each in settled]
    assert ends == [("win", 1900, 3900), ("lose", 0, 0), ("standoff", 0, 2000)]


def test_9_10_nearest_miss_one_point_less_turns_the_stand_off_into_a_loss() -> None:
    dealt = sabot.deal(BOOK, "KS 2S QC KD QH 3H TH 3C 9D 2D 7C 5C", boxes=[1, 2, 3])
    (settled,) = sabot.settle(dealt, [sabot.stake("player", "20", 3)])
    assert (settled.outcome, settled.returns) == ("lose", 0)


def test_10_1_ordinary_rules_apply_in_even_money() -> None:
    assert end("player", "KS 4H 5D", "JS TH 9D", "even-money").endswith("stands off (5.1.1.4)")
    assert end("player", "KS 4H 5D", "KS QH 9D", "even-money").endswith("loses (5.1.1.3)")


def test_10_1_even_money_prevails_where_the_two_differ() -> None:
    lines = BOOK.wager("player").in_scheme("even-money")
    assert [each.clause for each in lines] == ["11.2.1", "11.2.1", "5.1.1.1", "5.1.1.4"]


def test_10_1_nearest_miss_the_ordinary_game_does_not_pay_even_money() -> None:
    lines = BOOK.wager("player").in_scheme("commission")
    assert [each.clause for each in lines] == ["11.1.1", "5.1.1.1", "5.1.1.4"]


def test_11_1_settlement_without_a_variation() -> None:
    assert BOOK.scheme() == "commission"
    stakes = [sabot.stake("player", "20", 1)]
    (settled,) = sabot.settle(coup("KS QH 9D", "2S 3H 3D"), stakes)
    assert str(settled) == "player 20.00 wins 19.00 at 19:20 (11.1.1)"


def test_11_1_nearest_miss_no_other_way_to_settle() -> None:
    assert refusal(lambda: BOOK.scheme("non-commission")) == ("wrong-scheme", None)


@pytest.mark.parametrize("winning", range(1, 31), ids="order {}".format)
def test_11_1_1_player_pays_19_to_20(winning: int) -> None:
    ended = end("player", ORDERS[winning], "TS TH TD")
    assert ended == "player 20.00 wins 19.00 at 19:20 (11.1.1)"


def test_11_1_1_nearest_miss_a_stand_off_pays_nothing() -> None:
    assert end("player", "8S AH AD", "TS TH TD") == "player 20.00 stands off (5.1.1.4)"


def test_11_1_2_point_total_pays_8_to_1() -> None:
    ended = end("point-total-8", "2S 3H 4D", "KS QH 8D")
    assert ended == "point-total-8 20.00 wins 160.00 at 8:1 (11.1.2)"


def test_11_1_2_nearest_miss_the_players_point_total_does_not_pay() -> None:
    assert end("point-total-8", "KS QH 8D", "2S 3H 4D") == "point-total-8 20.00 loses (5.1.4)"


def test_11_1_3_tie_pays_21_to_1() -> None:
    assert end("tie", "KS QH JD", "JC JD JH") == "tie 20.00 wins 420.00 at 21:1 (11.1.3)"


def test_11_1_3_nearest_miss_equal_points_alone_do_not_pay() -> None:
    assert end("tie", "KS QH JD", "JC JD TH") == "tie 20.00 loses (5.1.2)"


def test_11_1_4_three_pictures_pay_70_to_1() -> None:
    ended = end("three-pictures", "2S 3H 4D", "JC JD JH")
    assert ended == "three-pictures 20.00 wins 1400.00 at 70:1 (11.1.4)"


def test_11_1_4_nearest_miss_the_players_three_pictures_do_not_pay() -> None:
    assert end("three-pictures", "JC JD JH", "2S 3H 4D") == "three-pictures 20.00 loses (5.1.3)"


def test_11_2_even_money_has_its_own_settlement() -> None:
    assert BOOK.scheme("even-money") == "even-money"
    ended = end("player", "KS QH 9D", "2S 3H 3D", "even-money")
    assert ended == "player 20.00 wins 20.00 at 1:1 (11.2.1)"


def test_11_2_nearest_miss_even_money_only_where_it_is_the_game_in_play() -> None:
    assert BOOK.scheme() != "even-money"
    assert end("player", "KS QH 9D", "2S 3H 3D") == "player 20.00 wins 19.00 at 19:20 (11.1.1)"


@pytest.mark.parametrize("winning", [*range(1, 11), *range(14, 31)], ids="order {}".format)
def test_11_2_1_player_pays_1_to_1_except_on_six(winning: int) -> None:
    ended = end("player", ORDERS[winning], "TS TH TD", "even-money")
    assert ended == "player 20.00 wins 20.00 at 1:1 (11.2.1)"


@pytest.mark.parametrize("cards", ["KS QH 6D", "KS 2H 4D", "AS 2H 3D", "QS 8H 8D", "9S 9H 8D"])
def test_11_2_1_player_winning_with_six_pays_1_to_2(cards: str) -> None:
    ended = end("player", cards, "TS TH TD", "even-money")
    assert ended == "player 20.00 wins 10.00 at 1:2 (11.2.1)"


@pytest.mark.parametrize("cards", ["KS QH 5D", "AS 2H 4D", "KS QH 7D"])
def test_11_2_1_nearest_miss_five_and_seven_pay_1_to_1(cards: str) -> None:
    ended = end("player", cards, "TS 2H 3D", "even-money")
    assert ended == "player 20.00 wins 20.00 at 1:1 (11.2.1)"


def test_11_2_1_nearest_miss_the_bankers_six_does_not_halve() -> None:
    ended = end("player", "AS 2H 4D", "KS QH 6D", "even-money")
    assert ended == "player 20.00 wins 20.00 at 1:1 (11.2.1)"


def test_11_2_1_nearest_miss_six_against_a_higher_six_loses() -> None:
    ended = end("player", "KS 2H 4D", "KS QH 6D", "even-money")
    assert ended == "player 20.00 loses (5.1.1.3)"


@pytest.mark.parametrize("total", range(10), ids="total {}".format)
def test_11_2_2_point_total_pays_8_to_1_in_even_money(total: int) -> None:
    banker = f"KS TH {'TA23456789'[total]}D"
    ended = end(f"point-total-{total}", "2S 3H 4D", banker, "even-money")
    assert ended == f"point-total-{total} 20.00 wins 160.00 at 8:1 (11.2.2)"


def test_11_2_2_nearest_miss_the_next_point_total_loses_in_even_money() -> None:
    ended = end("point-total-6", "2S 3H 4D", "KS QH 5D", "even-money")
    assert ended == "point-total-6 20.00 loses (5.1.4)"


def test_11_2_3_tie_pays_21_to_1_in_even_money() -> None:
    ended = end("tie", "KS QH 6D", "JC JD 6S", "even-money")
    assert ended == "tie 20.00 wins 420.00 at 21:1 (11.2.3)"


def test_11_2_3_nearest_miss_equal_points_alone_do_not_pay_in_even_money() -> None:
    assert end("tie", "KS QH 6D", "KS 2H 4D", "even-money") == "tie 20.00 loses (5.1.2)"


def test_11_2_4_three_pictures_pay_70_to_1_in_even_money() -> None:
    ended = end("three-pictures", "2S 3H 4D", "JC JD JH", "even-money")
    assert ended == "three-pictures 20.00 wins 1400.00 at 70:1 (11.2.4)"


def test_11_2_4_nearest_miss_two_pictures_do_not_pay_in_even_money() -> None:
    ended = end("three-pictures", "2S 3H 4D", "JC JD TH", "even-money")
    assert ended == "three-pictures 20.00 loses (5.1.3)"
