"""star-seven-up, clauses 2, 3, 4, 5, 7 and 10: cards, wagers and calls at a live table."""

from support import card_checks, side_checks, wager_checks
from support.evening import Evening
from support.table_checks import cannot_open

GAME = "star-seven-up"


def test_2_1_nine_seats_and_no_more() -> None:
    evening = Evening(GAME, places=9)
    evening.join("al", 9)
    evening.no("wrong-place", "join-table", player="bo", place=10)
    assert cannot_open(GAME, "wrong-places", places=10) == "2.1"


def test_2_1_nearest_miss_a_seat_takes_one_player() -> None:
    evening = Evening(GAME, places=9)
    evening.join("al", 9)
    evening.no("place-taken", "join-table", player="bo", place=9)
    evening.join("bo", 8)


def test_2_2_2_three_to_nine_playing_areas() -> None:
    for places in (3, 9):
        assert Evening(GAME, ready=False, places=places).table.opened.places == places


def test_2_2_2_nearest_miss_two_or_ten() -> None:
    for places in (2, 10, 0, -1):
        cannot_open(GAME, "wrong-places", places=places)


def test_3_4_a_check_before_use_is_kept() -> None:
    card_checks.may_check(GAME, "3.4")


def test_3_5_cards_come_from_safe_keeping() -> None:
    card_checks.secured(GAME, "3.5")


def test_3_9_a_check_is_ordered_at_any_moment() -> None:
    card_checks.check_ordered(GAME, "3.9")


def test_3_9_nearest_miss_not_by_anyone_else() -> None:
    card_checks.check_ordered_nearest_miss(GAME, "3.9")


def test_4_2_a_shuffle_by_hand_before_the_device() -> None:
    card_checks.hand_shuffle(GAME, "4.2")


def test_4_2_nearest_miss_not_once_they_are_in_it() -> None:
    card_checks.hand_shuffle_nearest_miss(GAME, "4.2")


def test_4_3_dropped_cards_are_verified_by_a_supervisor() -> None:
    card_checks.dropped(GAME, "4.3")


def test_5_3_wagers_lie_before_the_first_card() -> None:
    wager_checks.before_first_card(GAME, "5.3")


def test_5_3_nearest_miss_none_is_laid_after_it() -> None:
    wager_checks.before_first_card_nearest_miss(GAME, "5.3")


def test_5_4_no_wager_is_touched_until_it_is_settled() -> None:
    wager_checks.untouched(GAME, "5.4")


def test_5_4_nearest_miss_before_the_first_card_it_may_be() -> None:
    wager_checks.untouched_nearest_miss(GAME, "5.4")


def test_5_5_so_many_players_on_one_area() -> None:
    wager_checks.area_players(GAME, "5.5")


def test_5_5_nearest_miss_it_is_a_supervisors_to_change() -> None:
    wager_checks.area_players_nearest_miss(GAME, "5.5")


def test_7_1_bets_may_be_called_and_closed() -> None:
    card_checks.calls(GAME, "7.1")


def test_7_4_all_agree_to_no_bet_coups() -> None:
    card_checks.no_bet_agreed(GAME, "7.4")


def test_7_4_nearest_miss_one_does_not_agree() -> None:
    card_checks.no_bet_agreed_nearest_miss(GAME, "7.4")


def test_10_4_three_on_an_area_main_bettors_first() -> None:
    evening = Evening(GAME, side_bets=["super-sevens"])
    for name in ("al", "bo", "cy", "di"):
        evening.join(name)
    evening.join("ed", 1)
    evening.bet("ed", "tie")
    for name in ("al", "bo", "cy"):
        evening.bet(name, "super-sevens")
    evening.bet("al", "super-sevens", "5")
    assert evening.no_bet("no-room", "di", "super-sevens").clause == "10.4"
    evening.bet("di", "banker")
    gone, _ = evening.bet("di", "super-sevens")
    assert gone.clause == "10.4"  # type: ignore[attr-defined]
    assert evening.chips("cy") == 10_000_00


def test_10_4_nearest_miss_a_fourth_area_has_room() -> None:
    evening = side_checks.offering(GAME, "super-sevens")
    evening.bet("al", "player")
    for name in ("al", "bo", "cy", "di"):
        evening.bet(name, "super-sevens")
    assert len(evening.table.round.stakes) == 5
