"""star-three-card, clauses 3, 4 and 5: cards, wagers and calls at a live table."""

from support import card_checks, wager_checks
from support.table_checks import main, two

GAME = "star-three-card"


def test_3_5_unchecked_cards_are_not_used() -> None:
    card_checks.must_check(GAME, "3.5")


def test_3_5_nearest_miss_a_card_is_missing() -> None:
    card_checks.must_check_nearest_miss(GAME, "3.5")


def test_3_5_cards_that_come_shuffled_are_checked_too() -> None:
    evening = card_checks.unready(GAME)
    evening.ok("bring-cards", back="red", pre_shuffled="casino", secured=True)
    assert evening.no("not-checked", "shuffle", role="casino supervisor").clause == "3.5"
    evening.ok("check-cards")
    evening.ok("shuffle", role="casino supervisor")


def test_3_6_cards_come_from_safe_keeping() -> None:
    card_checks.secured(GAME, "3.6")


def test_4_1_3_a_doubtful_mix_is_shuffled_after_the_coup() -> None:
    card_checks.doubt(GAME, "4.1.3")


def test_4_1_3_nearest_miss_not_without_reason() -> None:
    card_checks.doubt_nearest_miss(GAME, "4.1.3")


def test_4_2_a_player_has_cards_riffled() -> None:
    card_checks.riffle(GAME, "4.2")


def test_4_2_nearest_miss_not_after_the_cut() -> None:
    card_checks.riffle_nearest_miss(GAME, "4.2")


def test_4_10_a_shuffle_by_hand_before_the_device() -> None:
    card_checks.hand_shuffle(GAME, "4.10")


def test_4_10_nearest_miss_not_once_they_are_in_it() -> None:
    card_checks.hand_shuffle_nearest_miss(GAME, "4.10")


def test_5_4_wagers_lie_before_the_first_card() -> None:
    wager_checks.before_first_card(GAME, "5.4")


def test_5_4_nearest_miss_none_is_laid_after_it() -> None:
    wager_checks.before_first_card_nearest_miss(GAME, "5.4")


def test_5_5_no_wager_is_touched_until_it_is_settled() -> None:
    wager_checks.untouched(GAME, "5.5")


def test_5_5_nearest_miss_before_the_first_card_it_may_be() -> None:
    wager_checks.untouched_nearest_miss(GAME, "5.5")


def test_5_6_so_many_players_on_one_area() -> None:
    wager_checks.area_players(GAME, "5.6")


def test_5_6_nearest_miss_it_is_a_supervisors_to_change() -> None:
    wager_checks.area_players_nearest_miss(GAME, "5.6")


def test_5_7_an_area_is_given_up_when_none_is_free() -> None:
    wager_checks.give_up(GAME, "5.7")


def test_5_7_nearest_miss_nobody_waits_or_one_is_free() -> None:
    wager_checks.give_up_nearest_miss(GAME, "5.7")


def test_5_9_one_three_pictures_wager_a_player() -> None:
    evening = two(GAME)
    main(evening)
    evening.bet("al", "three-pictures")
    assert evening.no_bet("one-each", "al", "three-pictures", area=5).clause == "5.9"
    evening.bet("al", "three-pictures")  # which raises it


def test_5_9_nearest_miss_another_player_has_their_own() -> None:
    evening = two(GAME)
    evening.bet("al", "three-pictures", "1000")
    evening.bet("bo", "three-pictures")
    evening.no_bet("above-maximum", "bo", "point-total-9", "1001")
