"""Mini-Baccarat at Casino Canberra, clause by clause: Pairs, Perfect Pairs, Canberra Pairs."""

import pytest

import sabot
from sabot.core.cards import is_pair, read_cards
from sabot.rulebooks import edition
from sabot.rulebooks.canberra_mini.rulebook import Pair, pair_of
from support.documents import refusal

BOOK = edition("canberra-mini", "NI2017-633")
SCHEMES = ["commission", "non-commission"]
RANKS = "A23456789TJQK"


def played(player: str, banker: str) -> sabot.Coup:
    """A round with these two hands, in the order in which they are dealt."""
    first, third, *fifth = read_cards(player)
    second, fourth, *sixth = read_cards(banker)
    return sabot.deal(BOOK, [first, second, third, fourth, *fifth, *sixth])


def end(on: str, player: str, banker: str, scheme: str = "commission") -> str:
    """Return how 20 dollars end, in a sentence with the clause."""
    (settlement,) = sabot.settle(played(player, banker), [sabot.stake(on, "20")], scheme)
    return str(settlement)


# 9 Pairs, 10 Perfect Pairs, 11 Canberra Pairs


@pytest.mark.parametrize("option", ["perfect", "canberra"])
def test_9_1_pairs_wager_is_on_one_hand_as_section_9_says(option: str) -> None:
    assert " wins " in end(f"{option}-pairs-player", "9D 9C", "KS 7H")


@pytest.mark.parametrize("option", ["perfect", "canberra"])
def test_9_1_nearest_miss_a_pair_in_the_other_hand_does_not_win(option: str) -> None:
    assert " loses " in end(f"{option}-pairs-player", "KS 7H", "9D 9C")
    assert " loses " in end(f"{option}-pairs-banker", "9D 9C", "KS 7H")


def test_9_4_round_with_pairs_wagers_alone_is_completed() -> None:
    assert BOOK.together.check(["perfect-pairs-player"]) is None
    dealt = played("2S 2H 4H", "3H KC 5D")
    (settled,) = sabot.settle(dealt, [sabot.stake("perfect-pairs-player", "20")])
    assert (settled.outcome, dealt.cards_used) == ("win", 6)


def test_9_4_nearest_miss_it_does_not_end_with_the_pair() -> None:
    assert refusal(lambda: played("2S 2H", "3H KC")) == ("too-few-cards", "7.2")


@pytest.mark.parametrize("rank", RANKS)
def test_9_5_same_number_or_kind_of_card_is_the_same_face_value(rank: str) -> None:
    assert is_pair(read_cards(f"{rank}S {rank}H"))


@pytest.mark.parametrize("rank", RANKS)
def test_9_5_nearest_miss_no_other_rank_is_the_same_face_value(rank: str) -> None:
    same = [other for other in RANKS if is_pair(read_cards(f"{rank}S {other}S"))]
    assert same == [rank]


def test_9_6_first_two_cards_determine_the_pair() -> None:
    assert pair_of(read_cards("2S 2H 4H")) == Pair.MIXED
    assert " wins " in end("canberra-pairs-player", "2S 2H 4H", "3H KC 5D")


@pytest.mark.parametrize("player", ["2S 3H 2H", "3H 2S 2H"])
def test_9_6_nearest_miss_third_card_makes_no_pair(player: str) -> None:
    assert pair_of(read_cards(player)) == Pair.NONE
    assert " loses " in end("canberra-pairs-player", player, "7H KC")


@pytest.mark.parametrize("option", ["perfect", "canberra"])
def test_9_8_a_pairs_on_the_banker_win(option: str) -> None:
    assert " wins " in end(f"{option}-pairs-banker", "KS 9H", "JD JC")


def test_9_8_a_nearest_miss_jack_and_queen() -> None:
    assert " loses " in end("canberra-pairs-banker", "KS 9H", "JD QC")


@pytest.mark.parametrize("option", ["perfect", "canberra"])
def test_9_8_b_pairs_on_the_player_win(option: str) -> None:
    assert " wins " in end(f"{option}-pairs-player", "TD TC", "KS 9H")


def test_9_8_b_nearest_miss_ten_and_king() -> None:
    assert " loses " in end("canberra-pairs-player", "TD KC", "KS 9H")


@pytest.mark.parametrize("option", ["perfect", "canberra"])
def test_9_8_c_pairs_on_the_banker_lose(option: str) -> None:
    assert end(f"{option}-pairs-banker", "KS 9H", "JD QD").endswith("loses (9.8(c))")


def test_9_8_c_nearest_miss_two_jacks_do_not_lose() -> None:
    assert " loses " not in end("canberra-pairs-banker", "KS 9H", "JD JC")


@pytest.mark.parametrize("option", ["perfect", "canberra"])
def test_9_8_d_pairs_on_the_player_lose(option: str) -> None:
    assert end(f"{option}-pairs-player", "TD KD", "KS 9H").endswith("loses (9.8(d))")


def test_9_8_d_nearest_miss_two_tens_do_not_lose() -> None:
    assert " loses " not in end("canberra-pairs-player", "TD TC", "KS 9H")


def test_9_10_third_cards_follow_the_pairs() -> None:
    assert played("2S 2H 4H", "3H KC 5D").cards_used == 6


def test_9_10_nearest_miss_no_third_card_where_rule_7_wants_none() -> None:
    assert played("3S 3H", "KD 7C").cards_used == 4


@pytest.mark.parametrize("pair", ["KS KH", "TD TD", "AS AC"])
def test_10_1_two_cards_of_the_same_face_value_are_paired(pair: str) -> None:
    assert pair_of(read_cards(pair)) != Pair.NONE


@pytest.mark.parametrize("cards", ["KS QS", "TD JD", "AS 2S"])
def test_10_1_nearest_miss_neighbours_of_one_suit(cards: str) -> None:
    assert pair_of(read_cards(cards)) == Pair.NONE


@pytest.mark.parametrize("suits", ["SH", "SD", "CH", "CD", "HS", "DS", "HC", "DC"])
def test_10_2_red_and_black_are_mixed(suits: str) -> None:
    ended = end("perfect-pairs-player", f"4{suits[0]} 4{suits[1]}", "KS 9H")
    assert ended == "perfect-pairs-player 20.00 wins 100.00 at 5:1 (8.8(d))"


@pytest.mark.parametrize("suits", ["HD", "SC"])
def test_10_2_nearest_miss_two_suits_of_one_colour_are_not_mixed(suits: str) -> None:
    assert " at 5:1 " not in end("perfect-pairs-player", f"4{suits[0]} 4{suits[1]}", "KS 9H")


@pytest.mark.parametrize("suits", ["HD", "DH"])
def test_10_3_a_both_red(suits: str) -> None:
    ended = end("perfect-pairs-player", f"4{suits[0]} 4{suits[1]}", "KS 9H")
    assert ended == "perfect-pairs-player 20.00 wins 240.00 at 12:1 (8.8(d))"


def test_10_3_a_nearest_miss_two_hearts_are_more_than_coloured() -> None:
    assert " at 12:1 " not in end("perfect-pairs-player", "4H 4H", "KS 9H")


@pytest.mark.parametrize("suits", ["SC", "CS"])
def test_10_3_b_both_black(suits: str) -> None:
    ended = end("perfect-pairs-player", f"4{suits[0]} 4{suits[1]}", "KS 9H")
    assert ended == "perfect-pairs-player 20.00 wins 240.00 at 12:1 (8.8(d))"


def test_10_3_b_nearest_miss_spade_and_heart_are_not_coloured() -> None:
    assert " at 12:1 " not in end("perfect-pairs-player", "4S 4H", "KS 9H")


@pytest.mark.parametrize("suit", "SHDC")
def test_10_4_suited_pair_is_perfect(suit: str) -> None:
    ended = end("perfect-pairs-player", f"4{suit} 4{suit}", "KS 9H")
    assert ended == "perfect-pairs-player 20.00 wins 500.00 at 25:1 (8.8(d))"


@pytest.mark.parametrize("pair", ["4S 4C", "4H 4D", "4S 4H"])
def test_10_4_nearest_miss_another_suit_is_not_perfect(pair: str) -> None:
    assert " at 25:1 " not in end("perfect-pairs-player", pair, "KS 9H")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_10_5_perfect_pair_is_paid_once_at_the_highest_odds(scheme: str) -> None:
    assert pair_of(read_cards("4D 4D")) == Pair.PERFECT
    assert " 500.00 at 25:1 " in end("perfect-pairs-player", "4D 4D", "KS 9H", scheme)


def test_10_5_nearest_miss_coloured_pair_is_not_paid_as_mixed_too() -> None:
    assert " 240.00 at 12:1 " in end("perfect-pairs-player", "4D 4H", "KS 9H")


def test_10_6_a_mixed_pair_pays_5_to_1() -> None:
    assert " 100.00 at 5:1 " in end("perfect-pairs-banker", "KS 9H", "QS QD")


def test_10_6_a_nearest_miss_king_and_queen_pay_nothing() -> None:
    assert " loses " in end("perfect-pairs-banker", "KS 9H", "QS KD")


def test_10_6_b_coloured_pair_pays_12_to_1() -> None:
    assert " 240.00 at 12:1 " in end("perfect-pairs-banker", "KS 9H", "QS QC")


def test_10_6_b_nearest_miss_mixed_pair_pays_less() -> None:
    assert " 100.00 at 5:1 " in end("perfect-pairs-banker", "KS 9H", "QS QH")


def test_10_6_c_perfect_pair_pays_25_to_1() -> None:
    assert " 500.00 at 25:1 " in end("perfect-pairs-banker", "KS 9H", "QS QS")


def test_10_6_c_nearest_miss_coloured_pair_pays_less() -> None:
    assert " 240.00 at 12:1 " in end("perfect-pairs-banker", "KS 9H", "QC QS")


@pytest.mark.parametrize("rank", RANKS)
def test_11_1_two_cards_of_the_same_face_value_are_a_canberra_pair(rank: str) -> None:
    assert " wins " in end("canberra-pairs-banker", "KS 9H", f"{rank}S {rank}H")


@pytest.mark.parametrize("cards", ["TS KS", "JS QS", "AS TS"])
def test_11_1_nearest_miss_cards_of_the_same_or_no_point_value(cards: str) -> None:
    assert " loses " in end("canberra-pairs-banker", "KS 9H", cards)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("pair", ["QS QD", "QS QC", "QS QS"])
def test_11_2_a_canberra_pair_pays_11_to_1(pair: str, scheme: str) -> None:
    assert " 220.00 at 11:1 " in end("canberra-pairs-player", pair, "KS 9H", scheme)


def test_11_2_a_nearest_miss_suited_pair_pays_no_more() -> None:
    ended = end("canberra-pairs-player", "QS QS", "KS 9H")
    assert ended == "canberra-pairs-player 20.00 wins 220.00 at 11:1 (8.8(e))"


def test_11_2_a_nearest_miss_king_and_queen_pay_nothing() -> None:
    assert " loses " in end("canberra-pairs-player", "QS KS", "KS 9H")
