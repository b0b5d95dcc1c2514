"""star-three-card, clauses 3, 4 and 5: cards, wagers and calls at a live table."""

from support import card_checks, wager_checks
from support.rows import Row, clause_tests
from support.table_checks import main, two

GAME = "star-three-card"


def test_3_5_cards_that_come_shuffled_are_checked_too() -> None:
    evening = card_checks.unready(GAME)
    evening.ok("bring-cards", back="red", pre_shuffled="casino", secured=True)
    assert evening.no("not-checked", "shuffle", role="casino supervisor").clause == "3.5"
    evening.ok("check-cards")
    evening.ok("shuffle", role="casino supervisor")


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


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("3.5", "unchecked cards are not used", card_checks.must_check),
    ("3.5", "nearest miss a card is missing", card_checks.must_check_nearest_miss),
    ("3.6", "cards come from safe keeping", card_checks.secured),
    ("4.1.3", "a doubtful mix is shuffled after the coup", card_checks.doubt),
    ("4.1.3", "nearest miss not without reason", card_checks.doubt_nearest_miss),
    ("4.2", "a player has cards riffled", card_checks.riffle),
    ("4.2", "nearest miss not after the cut", card_checks.riffle_nearest_miss),
    ("4.10", "a shuffle by hand before the device", card_checks.hand_shuffle),
    ("4.10", "nearest miss not once they are in it", card_checks.hand_shuffle_nearest_miss),
    ("5.4", "wagers lie before the first card", wager_checks.before_first_card),
    ("5.4", "nearest miss none is laid after it", wager_checks.before_first_card_nearest_miss),
    ("5.5", "no wager is touched until it is settled", wager_checks.untouched),
    ("5.5", "nearest miss before the first card it may be", wager_checks.untouched_nearest_miss),
    ("5.6", "so many players on one area", wager_checks.area_players),
    ("5.6", "nearest miss it is a supervisors to change", wager_checks.area_players_nearest_miss),
    ("5.7", "an area is given up when none is free", wager_checks.give_up),
    ("5.7", "nearest miss nobody waits or one is free", wager_checks.give_up_nearest_miss),
]
globals().update(clause_tests(GAME, ROWS))
