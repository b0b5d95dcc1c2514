"""star-lucky-draw, clauses 3, 4, 5 and 7: cards, wagers and calls at a live table."""

from support import card_checks, wager_checks
from support.evening import Evening
from support.rows import Row, clause_tests

GAME = "star-lucky-draw"


def test_4_3_2_pre_shuffled_cards_are_shuffled_for_doubt() -> None:
    card_checks.doubt(GAME, "4.3.2", pre_shuffled="casino")


def test_4_3_2_nearest_miss_not_without_reason() -> None:
    card_checks.doubt_nearest_miss(GAME, "4.3.2", pre_shuffled="casino")


def test_5_2_draw_is_as_much_as_an_enter_that_was_raised() -> None:
    evening = Evening("star-lucky-draw")
    evening.join("alice", 1)
    evening.bet("alice", "enter", "100", box=1)
    evening.bet("alice", "enter", "50", box=1)
    evening.deal("4S 5H KD")
    evening.choose(1, "draw", "alice")
    draws = [laid.live for laid in evening.table.round.stakes.values() if laid.on == "draw"]
    assert sum(draws) == 15_000


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("3.4", "cards come from safe keeping", card_checks.secured),
    ("3.9", "a check is ordered at any moment", card_checks.check_ordered),
    ("3.9", "nearest miss not by anyone else", card_checks.check_ordered_nearest_miss),
    ("4.1.4", "a doubtful mix is shuffled after the coup", card_checks.doubt),
    ("4.1.4", "nearest miss not without reason", card_checks.doubt_nearest_miss),
    ("4.2", "a player has cards riffled", card_checks.riffle),
    ("4.2", "nearest miss not after the cut", card_checks.riffle_nearest_miss),
    ("4.5", "a shuffle by hand before the device", card_checks.hand_shuffle),
    ("4.5", "nearest miss not once they are in it", card_checks.hand_shuffle_nearest_miss),
    ("5.5", "wagers lie before the first card", wager_checks.before_first_card),
    ("5.5", "nearest miss none is laid after it", wager_checks.before_first_card_nearest_miss),
    ("5.6", "so many players on one area", wager_checks.area_players),
    ("5.6", "nearest miss it is a supervisors to change", wager_checks.area_players_nearest_miss),
    ("5.7", "an area is given up when none is free", wager_checks.give_up),
    ("5.7", "nearest miss nobody waits or one is free", wager_checks.give_up_nearest_miss),
    ("5.8", "no wager is touched until it is settled", wager_checks.untouched),
    ("5.8", "nearest miss before the first card it may be", wager_checks.untouched_nearest_miss),
    ("7.1", "bets may be called and closed", card_checks.calls),
]
globals().update(clause_tests(GAME, ROWS))
