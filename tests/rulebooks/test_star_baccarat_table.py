"""star-baccarat, clauses 2, 3, 4, 5, 6, 7 and 10: cards, wagers and calls at a live table."""

from sabot.table.irregularities import cell_for
from support import card_checks, star_rows, wager_checks
from support.evening import Evening
from support.rows import Row, clause_tests
from support.table_checks import SUPERVISOR, cannot_open, first_card, main, two

GAME = "star-baccarat"


def test_2_2_the_layout_is_kept() -> None:
    evening = Evening(GAME, ready=False, layout="diagram B", side_bets=["tiger"])
    assert evening.table.opened.layout == "diagram B"


def test_4_2_casino_cards_are_riffled_before_a_device_too() -> None:
    card_checks.riffle(GAME, "4.2", "casino", source="device")


def test_5_5_a_wager_beside_its_area_does_not_count() -> None:
    evening = two(GAME)
    main(evening)
    first_card(evening)
    for placed, clause in (("outside", "5.5.1"), ("not flat", "5.5.3")):
        said = {"situation": "misplaced-wager", "circumstances": {"placed": placed}}
        found = evening.read("report-irregularity", "sue", "casino supervisor", **said, player="al")
        assert cell_for(evening.table, found)[0].clause == clause


def test_5_5_nearest_miss_one_on_another_area_does() -> None:
    evening = two(GAME)
    said = {"situation": "misplaced-wager", "circumstances": {"placed": "elsewhere"}}
    found = evening.read("report-irregularity", "sue", "casino supervisor", **said, player="al")
    assert cell_for(evening.table, found)[0].clause == "5.7"


def test_5_5_1_a_wager_lies_inside_an_area_of_the_layout() -> None:
    evening = two(GAME, places=3)
    evening.bet("al", "player", area=3)
    for outside in (4, 0, -1):
        assert evening.no_bet("outside", "bo", "player", area=outside).clause == "5.5.1"


def test_5_5_1_nearest_miss_a_player_without_a_seat_bets_all_the_same() -> None:
    evening = Evening(GAME)
    evening.join("al")
    evening.bet("al", "player")
    assert evening.table.round.stakes[1].area is None


def test_5_5_3_a_bet_upon_another_goes_back() -> None:
    evening = two(GAME)
    main(evening)
    first_card(evening)
    said = {"situation": "misplaced-wager", "circumstances": {"placed": "not flat"}}
    (kept, back) = evening.ok("report-irregularity", **SUPERVISOR, **said, player="al", on="player")
    assert kept.clause == back.clause == "5.5.3"  # type: ignore[attr-defined]
    assert evening.chips("al") == 10_000_00


def test_5_9_the_table_takes_so_many_players() -> None:
    evening = two(GAME)
    evening.no("wrong-role", "limit-players", table=2)
    evening.ok("limit-players", **SUPERVISOR, table=2)
    card = {"player": "cy", "card": "card of cy"}
    assert evening.no("table-full", "join-table", **card).clause == "5.9"
    evening.ok("limit-players", **SUPERVISOR, area=1)
    evening.no("table-full", "join-table", **card)
    evening.ok("limit-players", **SUPERVISOR)
    evening.join("cy", 3)


def test_5_9_nearest_miss_with_one_place_left_one_comes() -> None:
    evening = two(GAME)
    evening.ok("limit-players", **SUPERVISOR, table=3)
    evening.join("cy", 3)
    evening.no("table-full", "join-table", player="di", card="card of di")


def test_6_9_1_low_limit_gaming_has_no_tournaments() -> None:
    assert cannot_open(GAME, "low-limit", low_limit=True, overlay="tournament") == "6.9.1"


def test_6_9_1_nearest_miss_other_gaming_has() -> None:
    assert Evening(GAME, ready=False, overlay="tournament").table.opened.overlay == "tournament"
    assert Evening(GAME, ready=False, low_limit=True).table.opened.overlay is None


def test_6_9_2_low_limit_gaming_is_dealt_from_a_device() -> None:
    assert Evening(GAME, ready=False, low_limit=True).table.opened.source == "device"
    assert cannot_open(GAME, "wrong-source", low_limit=True, source="shoe") == "6.9.2"


def test_6_9_2_nearest_miss_other_gaming_takes_either() -> None:
    for source in ("shoe", "device"):
        assert Evening(GAME, ready=False, source=source).table.opened.source == source


def test_10_1_optional_bets_are_the_casinos_to_offer() -> None:
    offered = Evening(GAME, side_bets=["super-six", "pairs-player"])
    offered.join("al", 1)
    offered.bet("al", "super-six")
    plain = two(GAME)
    for bet in ("pairs-player", "super-six", "tiger", "small-tiger"):
        plain.no_bet("not-offered", "al", bet)


def test_10_1_nearest_miss_a_main_bet_is_not_optional() -> None:
    assert set(Evening(GAME).table.opened.wagers) == {"player", "banker", "tie"}
    cannot_open(GAME, "not-optional", side_bets=["tie"])
    cannot_open(GAME, "not-on-layout", side_bets=["super-six", "tiger"])


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("3.11", "a check is ordered at any moment", card_checks.check_ordered),
    ("3.11", "nearest miss not by anyone else", card_checks.check_ordered_nearest_miss),
    ("4.1.3", "a doubtful mix is shuffled after the coup", card_checks.doubt),
    ("4.1.3", "nearest miss not without reason", card_checks.doubt_nearest_miss),
    ("4.2", "a player has cards riffled", card_checks.riffle),
    ("4.2", "nearest miss not after the cut", card_checks.riffle_nearest_miss),
    ("4.2.1", "angel cards are riffled before the cut", card_checks.riffle, "angel"),
    ("4.2.1", "nearest miss not before a device", card_checks.riffle_nearest_miss, "angel"),
    ("4.6.1", "dropped cards are verified by a supervisor", card_checks.dropped),
    ("4.12", "a shuffle by hand before the device", card_checks.hand_shuffle),
    ("4.12", "nearest miss not once they are in it", card_checks.hand_shuffle_nearest_miss),
    ("5.9", "so many players on one area", wager_checks.area_players),
    ("5.9", "nearest miss it is a supervisors to change", wager_checks.area_players_nearest_miss),
    ("7.1", "bets may be called and closed", card_checks.calls),
    ("7.4", "no bet coups at an empty table", card_checks.no_bet_empty),
    ("7.4", "nearest miss somebody comes", card_checks.no_bet_empty_nearest_miss),
    ("7.5", "all agree to no bet coups", card_checks.no_bet_agreed),
    ("7.5", "nearest miss one does not agree", card_checks.no_bet_agreed_nearest_miss),
]
globals().update(clause_tests(GAME, ROWS, star_rows.TABLE))
