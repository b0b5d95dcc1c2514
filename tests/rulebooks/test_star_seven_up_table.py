"""star-seven-up, clauses 2, 3, 4, 5, 7 and 10: cards, wagers and calls at a live table."""

from support import card_checks, side_checks, star_rows, wager_checks
from support.evening import Evening
from support.rows import Row, clause_tests
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


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("3.9", "a check is ordered at any moment", card_checks.check_ordered),
    ("3.9", "nearest miss not by anyone else", card_checks.check_ordered_nearest_miss),
    ("4.2", "a shuffle by hand before the device", card_checks.hand_shuffle),
    ("4.2", "nearest miss not once they are in it", card_checks.hand_shuffle_nearest_miss),
    ("4.3", "dropped cards are verified by a supervisor", card_checks.dropped),
    ("5.5", "so many players on one area", wager_checks.area_players),
    ("5.5", "nearest miss it is a supervisors to change", wager_checks.area_players_nearest_miss),
    ("7.1", "bets may be called and closed", card_checks.calls),
    ("7.4", "all agree to no bet coups", card_checks.no_bet_agreed),
    ("7.4", "nearest miss one does not agree", card_checks.no_bet_agreed_nearest_miss),
]
globals().update(clause_tests(GAME, ROWS, star_rows.TABLE))
