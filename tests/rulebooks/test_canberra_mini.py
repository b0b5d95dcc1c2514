"""Mini-Baccarat at Casino Canberra, clause by clause: values, wagers, deal."""

import pytest

import sabot
from sabot.core.cards import read_cards, value_of
from sabot.coup import deal_so_far
from sabot.rulebooks import edition
from sabot.rules import Due
from support.documents import refusal
from support.tableaux import assert_every_cell

BOOK = edition("canberra-mini", "NI2017-633")
WORTH = "TA23456789"
EVERY_VALUE = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
BANKER_DRAWS_AGAINST = {
    0: EVERY_VALUE,
    1: EVERY_VALUE,
    2: EVERY_VALUE,
    3: EVERY_VALUE - {8},
    4: {2, 3, 4, 5, 6, 7},
    5: {4, 5, 6, 7},
    6: {6, 7},
    7: set[int](),
}
BANKER_DRAWS_AGAINST_NO_CARD = [0, 1, 2, 3, 4, 5]
DRAWS = [
    pytest.param(banker, third, id=f"banker {banker} against {third}")
    for banker, thirds in BANKER_DRAWS_AGAINST.items()
    for third in sorted(thirds)
]
STANDS = [
    pytest.param(banker, third, id=f"banker {banker} against {third}")
    for banker, thirds in BANKER_DRAWS_AGAINST.items()
    for third in sorted(EVERY_VALUE - thirds)
]


def allowed(*wagers: str, approved: bool = False) -> str:
    """The clause that lets one player hold these wagers."""
    found = BOOK.together.check(wagers, approved=approved)
    return found.clause if found else "no Banker, Player or Tie wager"


def due(player: int, banker: int, third: int | None = None) -> str | None:
    """The hand that is due a card after these two-card totals and this third card."""
    cards = f"KS KH {WORTH[player]}D {WORTH[banker]}C"
    drawn = "" if third is None else f" {WORTH[third]}S"
    step = deal_so_far(BOOK, read_cards(cards + drawn)).due
    return step.hand if isinstance(step, Due) else None


# 2 Cards


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 7, 8, 9])
def test_2_4_a_two_to_nine_have_their_face_value(number: int) -> None:
    assert value_of(str(number)) == number
    assert sabot.read_card(f"{number}H").value == number


def test_2_4_a_nearest_miss_ten_has_not_its_face_value() -> None:
    assert value_of("9") == 9
    assert value_of("T") == 0


@pytest.mark.parametrize("rank", ["T", "J", "Q", "K"])
def test_2_4_b_ten_jack_queen_and_king_are_worth_nothing(rank: str) -> None:
    assert value_of(rank) == 0
    assert sabot.read_card(f"{rank}C").value == 0


def test_2_4_b_nearest_miss_nine_is_worth_nine() -> None:
    assert value_of("9") == 9


def test_2_4_c_ace_is_worth_one() -> None:
    assert value_of("A") == 1
    assert sabot.read_card("AS").value == 1


def test_2_4_c_nearest_miss_ace_is_not_worth_eleven_nor_zero() -> None:
    assert sabot.point_count(read_cards("AS 8H")) == 9
    assert value_of("A") not in (0, 11)


@pytest.mark.parametrize(
    ("cards", "total"), [("KS QH", 0), ("4S 5H", 9), ("9S 9H", 8), ("9S 9H 9D", 7)]
)
def test_2_6_total_is_the_sum_without_its_tens(cards: str, total: int) -> None:
    assert sabot.point_count(read_cards(cards)) == total


def test_2_6_nearest_miss_nine_counts_in_full_and_ten_counts_nothing() -> None:
    assert sabot.point_count(read_cards("4S 5H")) == 9
    assert sabot.point_count(read_cards("5S 5H")) == 0


# 4 Wagers


def test_4_3_wagers_that_may_be_made() -> None:
    assert [each.id for each in BOOK.wagers] == [
        "player",
        "banker",
        "tie",
        "perfect-pairs-player",
        "perfect-pairs-banker",
        "canberra-pairs-player",
        "canberra-pairs-banker",
    ]
    assert {BOOK.wager(on).clause for on in ("banker", "player", "tie")} == {
        "4.3(a)",
        "4.3(b)",
        "4.3(c)",
    }


@pytest.mark.parametrize("on", ["pairs-player", "super-six", "Banker"])
def test_4_3_nearest_miss_no_other_wager_exists(on: str) -> None:
    assert refusal(lambda: BOOK.wager(on)) == ("unknown-wager", None)


@pytest.mark.parametrize(
    "wagers", [("banker",), ("player",), ("tie",), ("banker", "tie"), ("player", "tie")]
)
def test_4_5_a_more_than_one_option_may_be_bet_on(wagers: tuple[str, ...]) -> None:
    assert allowed(*wagers) == "4.5(a)"


def test_4_5_a_nearest_miss_banker_and_player_are_not_among_them() -> None:
    assert refusal(lambda: allowed("banker", "player"))[0] == "needs-approval"


@pytest.mark.parametrize("wagers", [("banker", "player"), ("banker", "player", "tie")])
def test_4_5_b_banker_and_player_with_approval(wagers: tuple[str, ...]) -> None:
    assert allowed(*wagers, approved=True) == "4.5(b)"


@pytest.mark.parametrize("wagers", [("banker", "player"), ("banker", "player", "tie")])
def test_4_5_b_nearest_miss_banker_and_player_without_approval(wagers: tuple[str, ...]) -> None:
    assert refusal(lambda: allowed(*wagers)) == ("needs-approval", "4.5(b)")


def test_4_9_round_without_wagers_is_dealt_like_any_other() -> None:
    dealt = sabot.deal(BOOK, "2S 3H KD KC 4H 5D")
    assert str(dealt) == "player 2S KD 4H = 6, banker 3H KC 5D = 8: banker"
    assert sabot.settle(dealt, []) == []


def test_4_9_nearest_miss_it_does_not_stop_before_the_third_cards() -> None:
    assert refusal(lambda: sabot.deal(BOOK, "2S 3H KD KC")) == ("too-few-cards", "7.2")


# 6 The initial deal, 7 Additional cards


def test_6_2_cards_go_player_banker_player_banker() -> None:
    dealt = sabot.deal(BOOK, "4S 6H 5D TC")
    assert str(dealt) == "player 4S 5D = 9, banker 6H TC = 6: player"


def test_6_2_a_one_card_to_each() -> None:
    steps = [deal_so_far(BOOK, read_cards("4S 6H")[:number]).due for number in range(2)]
    assert steps == [Due("player", "6.2"), Due("banker", "6.2")]


def test_6_2_a_nearest_miss_player_has_not_two_cards_before_banker_has_one() -> None:
    assert deal_so_far(BOOK, read_cards("4S")).due == Due("banker", "6.2")


def test_6_2_b_another_card_to_each() -> None:
    steps = [deal_so_far(BOOK, read_cards("4S 6H 5D")[:number]).due for number in (2, 3)]
    assert steps == [Due("player", "6.2"), Due("banker", "6.2")]


def test_6_2_b_nearest_miss_three_cards_are_no_initial_deal() -> None:
    assert refusal(lambda: sabot.deal(BOOK, "4S 6H 5D")) == ("too-few-cards", "6.2")


@pytest.mark.parametrize("natural", [8, 9], ids="natural {}".format)
@pytest.mark.parametrize("other", range(10), ids="against {}".format)
def test_6_4_no_card_is_drawn_against_a_natural(other: int, natural: int) -> None:
    assert due(natural, other) is None
    assert due(other, natural) is None


def test_6_4_nearest_miss_seven_is_no_natural() -> None:
    assert due(5, 7) == "player"
    assert due(7, 5) == "banker"


@pytest.mark.parametrize("player", range(10), ids="player {}".format)
@pytest.mark.parametrize("banker", range(10), ids="banker {}".format)
def test_7_1_third_cards_for_every_pair_of_totals(banker: int, player: int) -> None:
    if max(player, banker) >= 8:
        assert due(player, banker) is None
    elif player >= 6:
        assert due(player, banker) == ("banker" if banker <= 5 else None)
    else:
        assert due(player, banker) == "player"
        drawn_against = {third for third in EVERY_VALUE if due(player, banker, third) == "banker"}
        assert drawn_against == BANKER_DRAWS_AGAINST[banker]


def test_7_1_nearest_miss_no_hand_gets_a_fourth_card() -> None:
    cards = "2S 3H KD KC 4H 5D AS"
    assert refusal(lambda: sabot.deal(BOOK, cards)) == ("too-many-cards", None)


@pytest.mark.parametrize("player", range(6))
def test_7_2_player_draws_on_five_or_less(player: int) -> None:
    assert [due(player, banker) for banker in range(8)] == ["player"] * 8


@pytest.mark.parametrize("player", [6, 7])
def test_7_2_nearest_miss_player_stands_on_six_and_seven(player: int) -> None:
    assert "player" not in [due(player, banker) for banker in range(8)]


@pytest.mark.parametrize(("banker", "third"), DRAWS)
def test_7_3_banker_draws_against_the_players_third_card(banker: int, third: int) -> None:
    assert due(0, banker, third) == "banker"


@pytest.mark.parametrize(("banker", "third"), STANDS)
def test_7_3_nearest_miss_banker_stands_against_the_players_third_card(
    banker: int, third: int
) -> None:
    assert due(0, banker, third) is None


@pytest.mark.parametrize("banker", BANKER_DRAWS_AGAINST_NO_CARD)
def test_7_3_banker_draws_on_five_or_less_if_player_stood(banker: int) -> None:
    assert due(6, banker) == due(7, banker) == "banker"


@pytest.mark.parametrize("banker", [6, 7])
def test_7_3_nearest_miss_banker_stands_on_six_and_seven_if_player_stood(banker: int) -> None:
    assert due(6, banker) is due(7, banker) is None


def test_7_3_every_total_against_every_total_in_every_column() -> None:
    assert_every_cell("canberra-mini")


def test_4_5_a_one_wager_on_each_option() -> None:
    together = sabot.rulebook("canberra-mini").together
    with pytest.raises(sabot.Refusal) as refused:
        together.check(["tie", "tie"])
    assert (refused.value.code, refused.value.clause) == ("one-each", "4.5(a)")


def test_4_5_a_nearest_miss_one_wager_on_each_of_three_options() -> None:
    wagers = ["tie", "banker", "perfect-pairs-banker"]
    assert sabot.rulebook("canberra-mini").together.check(wagers) is not None
