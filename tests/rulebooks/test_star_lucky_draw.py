"""Lucky Draw Baccarat, clause by clause: values, wagers, deal, settlement."""

import pytest

import sabot
from sabot.core.cards import read_cards, value_of
from sabot.coup import deal_so_far
from sabot.rulebooks import edition
from sabot.rulebooks.star_lucky_draw.rulebook import DrawOutcome, drawn_of
from sabot.rules import Choice, Decision, Due
from support.documents import refusal

BOOK = edition("star-lucky-draw", "17 August 2016")
WORTH = "TA23456789"


def played(player: str, dealer: str) -> sabot.Coup:
    """Deal one box against the dealer, with a third card for the player."""
    first, second, *third = read_cards(player)
    up, *rest = read_cards(dealer)
    decisions: dict[int, Decision] = {1: "draw" if third else "stand"}
    return sabot.deal(BOOK, [first, up, second, *third, *rest], [1], decisions)


def end(on: str, player: str, dealer: str) -> str:
    """Return how 20 dollars end, in a sentence with the clause."""
    (settlement,) = sabot.settle(played(player, dealer), [sabot.stake(on, "20", 1)])
    return str(settlement)


def adjudicated(decision: str, enter: str, draw: str) -> list[str]:
    """The outcomes on box 1, where 2S 3H (and 4D, if it is drawn) meet the dealer's 5."""
    placed = [("enter", enter), ("draw", draw)]
    question = {
        "rulebook": "star-lucky-draw",
        "boxes": [1],
        "decisions": {"1": decision},
        "cards": ["2S", "KH", "3H", *(["4D"] if decision == "draw" else []), "5C"],
        "wagers": [{"on": on, "amount": amount, "box": 1} for on, amount in placed if amount],
    }
    return [wager["outcome"] for wager in sabot.adjudicate(question)["wagers"]]


def boxes_dealt(*boxes: int) -> list[str]:
    """The hands of a round of two boxes."""
    cards = ["7S", "7S", "5H", "7S", "7S", "TD"]
    question = {"rulebook": "star-lucky-draw", "boxes": [*boxes], "cards": cards}
    return [hand["hand"] for hand in sabot.adjudicate(question)["hands"]]


def due(cards: str, decisions: dict[int, Decision]) -> Due | Choice | None:
    """Return the payments due on boxes 1 and 3 after these cards."""
    return deal_so_far(BOOK, read_cards(cards), [1, 3], decisions).due


def pays(stake: str, chip: str) -> int:
    """Return the payment of a DRAW wager on a Lucky 7, in cents."""
    stakes = [sabot.stake("draw", stake, 1)]
    return sabot.settle(played("2S 2H 3D", "TS 5H"), stakes, chip=chip)[0].pays


# 1 Definitions, 2 Table


def test_1_1_three_threes_suited_and_off_suit() -> None:
    assert drawn_of(read_cards("3S 3S 3S")) == DrawOutcome.THREES_SUITED
    assert drawn_of(read_cards("3S 3S 3H")) == DrawOutcome.THREES_OFF_SUIT
    assert drawn_of(read_cards("3S 3H 3D")) == DrawOutcome.THREES_OFF_SUIT


def test_1_1_nearest_miss_nine_with_two_threes_or_of_two_cards() -> None:
    assert drawn_of(read_cards("3S 3S 4S")) == DrawOutcome.DREW
    assert drawn_of(read_cards("3S 3S")) == DrawOutcome.STOOD


@pytest.mark.parametrize(("cards", "odds"), [("2S 2H 3D", "3:2"), ("2S 2H 4D", "2:1")])
def test_1_1_lucky_seven_and_eight_have_three_cards(cards: str, odds: str) -> None:
    assert f"at {odds} " in end("draw", cards, "TS 5H")


@pytest.mark.parametrize("cards", ["3S 4H", "4S 4H", "4S 5H"])
def test_1_1_nearest_miss_two_cards_are_never_lucky(cards: str) -> None:
    assert end("enter", cards, "TS 5H") == "enter 20.00 wins 20.00 at 1:1 (9.1.1)"


def test_2_1_seven_places() -> None:
    assert boxes_dealt(1, 7) == ["box 1", "box 7", "dealer"]


def test_2_1_nearest_miss_no_eighth_place() -> None:
    assert refusal(lambda: boxes_dealt(1, 8)) == ("bad-box", "2.1")


# 3 The cards


def test_3_2_value_of_every_rank() -> None:
    assert [value_of(rank) for rank in "A23456789TJQK"] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 7, 8, 9])
def test_3_2_1_two_to_nine_have_their_face_value(number: int) -> None:
    assert value_of(str(number)) == number
    assert sabot.read_card(f"{number}H").value == number


def test_3_2_1_nearest_miss_ten_has_not_its_face_value() -> None:
    assert value_of("9") == 9
    assert value_of("T") == 0


@pytest.mark.parametrize("rank", ["T", "J", "Q", "K"])
def test_3_2_2_ten_jack_queen_and_king_are_worth_nothing(rank: str) -> None:
    assert value_of(rank) == 0
    assert sabot.read_card(f"{rank}C").value == 0


def test_3_2_2_nearest_miss_nine_is_worth_nine() -> None:
    assert value_of("9") == 9


def test_3_2_3_ace_is_worth_one() -> None:
    assert value_of("A") == 1
    assert sabot.read_card("AS").value == 1


def test_3_2_3_nearest_miss_ace_is_not_worth_eleven_nor_zero() -> None:
    assert sabot.point_count(read_cards("AS 8H")) == 9
    assert value_of("A") not in (0, 11)


def test_3_3_point_count_of_every_sum() -> None:
    sums = {"AS TH": 1, "4S 5H": 9, "5S 5H": 0, "9S 9H": 8, "9S AH TD": 0, "9S 9H 9D": 7}
    assert {cards: sabot.point_count(read_cards(cards)) for cards in sums} == sums


def test_3_3_1_sum_up_to_nine_is_the_point_count() -> None:
    assert sabot.point_count(read_cards("KS QH TD")) == 0
    assert sabot.point_count(read_cards("3S 3H 3D")) == 9


def test_3_3_1_nearest_miss_ten_is_no_point_count() -> None:
    assert sabot.point_count(read_cards("3S 3H 4D")) == 0


def test_3_3_2_right_digit_of_ten_and_more() -> None:
    assert sabot.point_count(read_cards("4S 6H")) == 0
    assert sabot.point_count(read_cards("9S 9H 9D")) == 7


def test_3_3_2_nearest_miss_nine_stays_nine() -> None:
    assert sabot.point_count(read_cards("4S 5H")) == 9


# 5 Wagers


def test_5_1_permissible_wagers() -> None:
    assert [each.id for each in BOOK.wagers] == ["enter", "draw"]
    assert BOOK.wager("enter").id == "enter"


@pytest.mark.parametrize("on", ["player", "tie", "ENTER"])
def test_5_1_nearest_miss_no_other_wager_exists(on: str) -> None:
    assert refusal(lambda: BOOK.wager(on)) == ("unknown-wager", None)


def test_5_1_1_enter_compares_the_hand_of_its_own_box_with_the_dealers() -> None:
    dealt = sabot.deal(BOOK, "9S 2S TH TD TC 6H", boxes=[1, 2])
    stakes = [sabot.stake("enter", "20", 1), sabot.stake("enter", "20", 2)]
    assert [each.outcome for each in sabot.settle(dealt, stakes)] == ["win", "lose"]


@pytest.mark.parametrize("box", [None, 2])
def test_5_1_1_nearest_miss_enter_without_a_hand(box: int | None) -> None:
    dealt = played("9S TH", "TS 6H")
    stakes = [sabot.stake("enter", "20", box)]
    assert refusal(lambda: sabot.settle(dealt, stakes)) == ("bad-box", "5.1.1")


@pytest.mark.parametrize("player", range(6, 10))
def test_5_1_1_1_enter_wins_with_the_higher_count(player: int) -> None:
    ended = end("enter", f"KS {player}H", f"KD {player - 1}C")
    assert ended == "enter 20.00 wins 20.00 at 1:1 (9.1.1)"


def test_5_1_1_1_nearest_miss_an_equal_count_does_not_win() -> None:
    assert end("enter", "KS 6H", "KD 6C") == "enter 20.00 stands off (5.1.1.3)"


@pytest.mark.parametrize("player", range(4, 9))
def test_5_1_1_2_enter_loses_with_the_lower_count(player: int) -> None:
    assert end("enter", f"KS {player}H", f"KD {player + 1}C") == "enter 20.00 loses (5.1.1.2)"


def test_5_1_1_2_nearest_miss_an_equal_count_does_not_lose() -> None:
    assert end("enter", "KS 5H", "KD 5C") == "enter 20.00 stands off (5.1.1.3)"


@pytest.mark.parametrize("count", range(5, 10))
def test_5_1_1_3_equal_counts_are_a_tie(count: int) -> None:
    assert end("enter", f"KS {count}H", f"KD {count}C") == "enter 20.00 stands off (5.1.1.3)"
    assert end("enter", f"KS JS {count}H", f"KD {count}C") == "enter 20.00 stands off (5.1.1.3)"


def test_5_1_1_3_nearest_miss_one_point_apart_is_no_tie() -> None:
    assert end("enter", "KS 7H", "KD 6C") == "enter 20.00 wins 20.00 at 1:1 (9.1.1)"
    assert end("enter", "KS 5H", "KD 6C") == "enter 20.00 loses (5.1.1.2)"


def test_5_2_draw_stands_beside_enter() -> None:
    found = BOOK.together.check(["enter", "draw"])
    assert found is not None
    assert found.clause == "5.2"


def test_5_2_nearest_miss_draw_without_enter() -> None:
    assert refusal(lambda: BOOK.together.check(["draw"])) == ("not-alone", "8.2")


def test_5_2_nearest_miss_draw_of_another_value() -> None:
    assert refusal(lambda: adjudicated("draw", "10", "10.01"))[0] == "draw-mismatch"


def test_5_3_draw_compares_the_three_cards_with_the_dealers_hand() -> None:
    assert [end("draw", f"2S TH {third}D", "TS 6H").split()[2] for third in (3, 4, 5)] == [
        "loses",
        "stands",
        "wins",
    ]


def test_5_3_nearest_miss_the_first_two_cards_do_not_decide() -> None:
    assert end("draw", "KS 9H AD", "KD 8C") == "draw 20.00 loses (5.3.2)"


@pytest.mark.parametrize("player", range(6, 10))
def test_5_3_1_draw_wins_with_the_higher_count(player: int) -> None:
    assert " wins " in end("draw", f"KS JH {player}H", f"KD {player - 1}C")


def test_5_3_1_nearest_miss_an_equal_count_does_not_win() -> None:
    assert end("draw", "KS JH 6H", "KD 6C") == "draw 20.00 stands off (5.3.3)"


@pytest.mark.parametrize("player", range(9))
def test_5_3_2_draw_loses_with_the_lower_count(player: int) -> None:
    dealer = max(player + 1, 5)
    ended = end("draw", f"KS JH {WORTH[player]}H", f"KD {dealer}C")
    assert ended == "draw 20.00 loses (5.3.2)"


def test_5_3_2_nearest_miss_one_point_more_does_not_lose() -> None:
    assert end("draw", "KS JH 5H", "KD 5C") == "draw 20.00 stands off (5.3.3)"


@pytest.mark.parametrize("count", range(5, 10))
def test_5_3_3_equal_counts_are_a_tie(count: int) -> None:
    assert end("draw", f"KS JH {count}H", f"KD {count}C") == "draw 20.00 stands off (5.3.3)"


def test_5_3_3_nearest_miss_one_point_apart_is_no_tie() -> None:
    assert end("draw", "KS JH 6H", "KD 5C") == "draw 20.00 wins 20.00 at 1:1 (9.1.2)"
    assert end("draw", "KS JH 4H", "KD 5C") == "draw 20.00 loses (5.3.2)"


@pytest.mark.parametrize(("chip", "paid"), [("5", 4000), ("1", 3800), ("2.50", 3750)])
def test_5_9_payment_goes_up_to_the_next_chip(chip: str, paid: int) -> None:
    assert pays("25", chip) == paid


def test_5_9_nearest_miss_a_payment_that_chips_can_make_is_exact() -> None:
    assert pays("25", "0.50") == 3750
    assert pays("20", "5") == 3000


# 7 Initial deal, 8 Subsequent deal


def test_7_2_one_card_to_each_box_and_the_dealer_and_then_a_second_to_each_box() -> None:
    cards = read_cards("2S 3S 4S 5H 6H")
    hands = {
        name: " ".join(map(str, held))
        for name, held in deal_so_far(BOOK, cards, [1, 3]).hands.items()
    }
    assert hands == {"box 1": "2S 5H", "box 3": "3S 6H", "dealer": "4S"}


def test_7_2_next_card_is_due_clockwise_from_the_left() -> None:
    cards = read_cards("2S 3S 4S 5H 6H")
    hands = ["box 1", "box 3", "dealer", "box 1", "box 3"]
    steps = [deal_so_far(BOOK, cards[:number], [1, 3]).due for number in range(5)]
    assert steps == [Due(hand, "7.2") for hand in hands]


def test_7_2_nearest_miss_the_dealer_has_no_second_card_yet() -> None:
    assert due("2S 3S 4S 5H 6H", {}) == Choice(1, "8.1")


def test_7_2_nearest_miss_four_cards_do_not_finish_the_initial_deal_of_two_boxes() -> None:
    assert refusal(lambda: sabot.deal(BOOK, "2S 3S 4S 5H", boxes=[1, 3])) == (
        "too-few-cards",
        "7.2",
    )


def test_8_1_boxes_decide_from_the_left() -> None:
    assert due("2S 3S 4S 5H 6H", {}) == Choice(1, "8.1")
    assert due("2S 3S 4S 5H 6H", {1: "stand"}) == Choice(3, "8.1")


@pytest.mark.parametrize("count", range(10))
def test_8_1_player_may_draw_on_any_total(count: int) -> None:
    dealt = played(f"KS {WORTH[count]}H 2C", "KD 7C")
    assert len(dealt.hands["box 1"].cards) == 3


def test_8_1_nearest_miss_box_three_does_not_decide_before_box_one() -> None:
    assert due("2S 3S 4S 5H 6H", {3: "stand"}) == Choice(1, "8.1")


def test_8_1_1_player_who_draws_receives_one_card() -> None:
    assert due("2S 3S 4S 5H 6H", {1: "draw"}) == Due("box 1", "8.3")
    assert str(played("2S 3H 4D", "TS 7H").hands["box 1"]) == "2S 3H 4D = 9"


def test_8_1_1_nearest_miss_no_fourth_card() -> None:
    assert due("2S 3S 4S 5H 6H 7D", {1: "draw"}) == Choice(3, "8.1")


def test_8_1_2_player_who_stands_keeps_two_cards() -> None:
    assert due("2S 3S 4S 5H 6H", {1: "stand", 3: "stand"}) == Due("dealer", "8.4")
    assert str(played("2S 3H", "TS 7H").hands["box 1"]) == "2S 3H = 5"


def test_8_1_2_nearest_miss_the_other_box_still_draws() -> None:
    assert due("2S 3S 4S 5H 6H", {1: "stand", 3: "draw"}) == Due("box 3", "8.3")


def test_8_2_third_card_takes_a_draw_wager_equal_to_enter() -> None:
    assert adjudicated("draw", "10", "10") == ["win", "win"]


@pytest.mark.parametrize("draw", ["9.99", "10.01", "20"])
def test_8_2_nearest_miss_draw_wager_of_another_value(draw: str) -> None:
    assert refusal(lambda: adjudicated("draw", "10", draw)) == ("draw-mismatch", "8.2")


def test_8_2_nearest_miss_draw_wager_of_a_player_who_stands() -> None:
    assert refusal(lambda: adjudicated("stand", "10", "10")) == ("draw-mismatch", "8.2")


def test_8_2_nearest_miss_draw_wager_without_an_enter_wager() -> None:
    assert refusal(lambda: adjudicated("draw", "", "10")) == ("draw-mismatch", "8.2")


def test_8_3_cards_are_dealt_as_each_player_decides() -> None:
    assert due("2S 3S 4S 5H 6H", {1: "draw", 3: "draw"}) == Due("box 1", "8.3")
    assert due("2S 3S 4S 5H 6H 7D", {1: "draw", 3: "draw"}) == Due("box 3", "8.3")


def test_8_3_nearest_miss_dealer_waits_until_the_last_box_has_its_card() -> None:
    assert due("2S 3S 4S 5H 6H 7D 8D", {1: "draw", 3: "draw"}) == Due("dealer", "8.4")
    assert due("2S 3S 4S 5H 6H 7D", {1: "draw", 3: "draw"}) != Due("dealer", "8.4")


def test_8_4_dealer_draws_one_card_when_all_have_decided() -> None:
    assert due("2S 3S 4S 5H 6H", {1: "stand", 3: "stand"}) == Due("dealer", "8.4")


def test_8_4_nearest_miss_round_does_not_end_with_one_dealer_card() -> None:
    assert refusal(lambda: sabot.deal(BOOK, "2S 3S 4S 5H 6H", boxes=[1, 3])) == (
        "too-few-cards",
        "8.4",
    )


@pytest.mark.parametrize("count", range(5))
def test_8_5_dealer_takes_a_third_card_on_four_or_lower(count: int) -> None:
    assert due(f"2S 3S KS 5H 6H {WORTH[count]}D", {1: "stand", 3: "stand"}) == Due("dealer", "8.5")


@pytest.mark.parametrize("count", range(5, 10))
def test_8_5_nearest_miss_dealer_stands_on_five_and_more(count: int) -> None:
    assert due(f"2S 3S KS 5H 6H {WORTH[count]}D", {1: "stand", 3: "stand"}) is None


def test_8_5_nearest_miss_dealer_takes_no_fourth_card() -> None:
    assert due("2S 3S KS 5H 6H 2D 2C", {1: "stand", 3: "stand"}) is None


# 9 Settlement


def test_9_1_enter_and_draw_are_settled_each_at_its_odds() -> None:
    stakes = [sabot.stake("enter", "20", 1), sabot.stake("draw", "20", 1)]
    settled = sabot.settle(played("3S 3S 3S", "TS 5H"), stakes)
    assert [each.returns for each in settled] == [4000, 62000]


def test_9_1_nearest_miss_one_way_to_settle_and_no_variation() -> None:
    assert BOOK.scheme() is None
    assert refusal(lambda: BOOK.scheme("commission")) == ("wrong-scheme", None)


@pytest.mark.parametrize("cards", ["KS 9H", "2S 2H 3D", "3S 3S 3S", "KS QH 6D"])
def test_9_1_1_enter_pays_1_to_1(cards: str) -> None:
    assert end("enter", cards, "TS 5H") == "enter 20.00 wins 20.00 at 1:1 (9.1.1)"


def test_9_1_1_nearest_miss_a_tie_pays_nothing() -> None:
    assert end("enter", "KS 5D", "TS 5H") == "enter 20.00 stands off (5.1.1.3)"


@pytest.mark.parametrize("count", range(1, 7))
def test_9_1_2_draw_pays_1_to_1_up_to_six(count: int) -> None:
    ended = end("draw", f"KS QH {WORTH[count]}D", "TS TH TD")
    assert ended == "draw 20.00 wins 20.00 at 1:1 (9.1.2)"


def test_9_1_2_nearest_miss_seven_pays_more() -> None:
    assert end("draw", "KS QH 7D", "TS TH TD") == "draw 20.00 wins 30.00 at 3:2 (9.1.3)"


def test_9_1_2_nearest_miss_zero_can_only_tie_or_lose() -> None:
    assert end("draw", "KS QH TD", "TS TH TD") == "draw 20.00 stands off (5.3.3)"


@pytest.mark.parametrize("cards", ["KS QH 7D", "2S 2H 3D", "9S 9H 9D"])
def test_9_1_3_lucky_seven_pays_3_to_2(cards: str) -> None:
    assert end("draw", cards, "TS 6H") == "draw 20.00 wins 30.00 at 3:2 (9.1.3)"


def test_9_1_3_nearest_miss_six_pays_less_and_eight_pays_more() -> None:
    assert end("draw", "2S 2H 2D", "TS 5H") == "draw 20.00 wins 20.00 at 1:1 (9.1.2)"
    assert end("draw", "2S 2H 4D", "TS 5H") == "draw 20.00 wins 40.00 at 2:1 (9.1.4)"


def test_9_1_3_nearest_miss_seven_against_seven() -> None:
    assert end("draw", "2S 2H 3D", "TS 7H") == "draw 20.00 stands off (5.3.3)"


@pytest.mark.parametrize("cards", ["KS QH 8D", "2S 2H 4D", "9S 9H TD"])
def test_9_1_4_lucky_eight_pays_2_to_1(cards: str) -> None:
    assert end("draw", cards, "TS 7H") == "draw 20.00 wins 40.00 at 2:1 (9.1.4)"


def test_9_1_4_nearest_miss_seven_pays_less() -> None:
    assert end("draw", "2S 2H 3D", "TS 5H") == "draw 20.00 wins 30.00 at 3:2 (9.1.3)"


def test_9_1_4_nearest_miss_eight_against_nine() -> None:
    assert end("draw", "2S 2H 4D", "TS 9H") == "draw 20.00 loses (5.3.2)"


@pytest.mark.parametrize("cards", ["KS QH 9D", "2S 3H 4D", "9S KH TD"])
def test_9_1_5_lucky_nine_pays_3_to_1(cards: str) -> None:
    assert end("draw", cards, "TS 8H") == "draw 20.00 wins 60.00 at 3:1 (9.1.5)"


def test_9_1_5_nearest_miss_eight_pays_less() -> None:
    assert end("draw", "2S 2H 4D", "TS 5H") == "draw 20.00 wins 40.00 at 2:1 (9.1.4)"


@pytest.mark.parametrize("cards", ["3S 3S 3S", "3S 3S 3H"])
def test_9_1_5_1_three_threes_are_paid_otherwise(cards: str) -> None:
    assert "at 3:1" not in end("draw", cards, "TS 8H")
    assert end("enter", cards, "TS 8H") == "enter 20.00 wins 20.00 at 1:1 (9.1.1)"


@pytest.mark.parametrize("cards", ["3S 3S 3S", "3S 3S 3H"])
def test_9_1_5_1_nearest_miss_three_threes_that_do_not_win(cards: str) -> None:
    assert end("draw", cards, "TS 9H") == "draw 20.00 stands off (5.3.3)"


def test_9_1_5_1_nearest_miss_two_threes_in_a_nine() -> None:
    assert end("draw", "3S KS 6S", "TS 8H") == "draw 20.00 wins 60.00 at 3:1 (9.1.5)"


@pytest.mark.parametrize("suit", "SHDC")
def test_9_1_5_2_three_threes_suited_pay_30_to_1(suit: str) -> None:
    ended = end("draw", f"3{suit} 3{suit} 3{suit}", "TS 8H")
    assert ended == "draw 20.00 wins 600.00 at 30:1 (9.1.5.2)"


def test_9_1_5_2_nearest_miss_the_third_three_of_another_suit() -> None:
    assert end("draw", "3S 3S 3C", "TS 8H") == "draw 20.00 wins 180.00 at 9:1 (9.1.5.3)"


def test_9_1_5_2_nearest_miss_a_suited_nine_of_other_cards() -> None:
    assert end("draw", "2S 3S 4S", "TS 8H") == "draw 20.00 wins 60.00 at 3:1 (9.1.5)"


@pytest.mark.parametrize("cards", ["3S 3S 3H", "3S 3H 3S", "3H 3S 3S", "3S 3H 3D"])
def test_9_1_5_3_three_threes_off_suit_pay_9_to_1(cards: str) -> None:
    assert end("draw", cards, "TS 8H") == "draw 20.00 wins 180.00 at 9:1 (9.1.5.3)"


def test_9_1_5_3_nearest_miss_all_of_one_suit() -> None:
    assert end("draw", "3H 3H 3H", "TS 8H") == "draw 20.00 wins 600.00 at 30:1 (9.1.5.2)"


def test_9_2_winners_are_paid_and_losers_collected() -> None:
    dealt = sabot.deal(BOOK, "9S 2S TH TD TC 6H", boxes=[1, 2])
    stakes = [sabot.stake("enter", "20", 1), sabot.stake("enter", "20", 2)]
    assert [each.returns for each in sabot.settle(dealt, stakes)] == [4000, 0]


def test_8_2_nearest_miss_settle_refuses_a_draw_wager_on_a_box_that_stood() -> None:
    coup = sabot.deal("star-lucky-draw", "9S KH TS 6H", boxes=[1])
    with pytest.raises(sabot.Refusal, match="took no third card") as refused:
        sabot.settle(coup, [sabot.stake("draw", "10", box=1)])
    assert refused.value.code == "draw-mismatch"
