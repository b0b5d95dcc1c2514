"""star-baccarat, clauses 2, 3, 4, 5, 6, 7 and 10: cards, wagers and calls at a live table."""

from sabot.table.irregularities import cell_for
from support import card_checks, wager_checks
from support.evening import Evening
from support.table_checks import SUPERVISOR, cannot_open, first_card, main, two

GAME = "star-baccarat"


def test_2_2_the_layout_is_kept() -> None:
    evening = Evening(GAME, ready=False, layout="diagram B", side_bets=["tiger"])
    assert evening.table.opened.layout == "diagram B"


def test_3_4_a_check_before_use_is_kept() -> None:
    card_checks.may_check(GAME, "3.4")


def test_3_5_cards_come_from_safe_keeping() -> None:
    card_checks.secured(GAME, "3.5")


def test_3_11_a_check_is_ordered_at_any_moment() -> None:
    card_checks.check_ordered(GAME, "3.11")


def test_3_11_nearest_miss_not_by_anyone_else() -> None:
    card_checks.check_ordered_nearest_miss(GAME, "3.11")


def test_4_1_3_a_doubtful_mix_is_shuffled_after_the_coup() -> None:
    card_checks.doubt(GAME, "4.1.3")


def test_4_1_3_nearest_miss_not_without_reason() -> None:
    card_checks.doubt_nearest_miss(GAME, "4.1.3")


def test_4_2_a_player_has_cards_riffled() -> None:
    card_checks.riffle(GAME, "4.2")


def test_4_2_nearest_miss_not_after_the_cut() -> None:
    card_checks.riffle_nearest_miss(GAME, "4.2")


def test_4_2_casino_cards_are_riffled_before_a_device_too() -> None:
    card_checks.riffle(GAME, "4.2", "casino", source="device")


def test_4_2_1_angel_cards_are_riffled_before_the_cut() -> None:
    card_checks.riffle(GAME, "4.2.1", "angel")


def test_4_2_1_nearest_miss_not_before_a_device() -> None:
    card_checks.riffle_nearest_miss(GAME, "4.2.1", "angel")


def test_4_6_1_dropped_cards_are_verified_by_a_supervisor() -> None:
    card_checks.dropped(GAME, "4.6.1")


def test_4_12_a_shuffle_by_hand_before_the_device() -> None:
    card_checks.hand_shuffle(GAME, "4.12")


def test_4_12_nearest_miss_not_once_they_are_in_it() -> None:
    card_checks.hand_shuffle_nearest_miss(GAME, "4.12")


def test_5_3_wagers_lie_before_the_first_card() -> None:
    wager_checks.before_first_card(GAME, "5.3")


def test_5_3_nearest_miss_none_is_laid_after_it() -> None:
    wager_checks.before_first_card_nearest_miss(GAME, "5.3")


def test_5_4_no_wager_is_touched_until_it_is_settled() -> None:
    wager_checks.untouched(GAME, "5.4")


def test_5_4_nearest_miss_before_the_first_card_it_may_be() -> None:
    wager_checks.untouched_nearest_miss(GAME, "5.4")


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


def test_5_9_so_many_players_on_one_area() -> None:
    wager_checks.area_players(GAME, "5.9")


def test_5_9_nearest_miss_it_is_a_supervisors_to_change() -> None:
    wager_checks.area_players_nearest_miss(GAME, "5.9")


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


def test_7_1_bets_may_be_called_and_closed() -> None:
    card_checks.calls(GAME, "7.1")


def test_7_4_no_bet_coups_at_an_empty_table() -> None:
    card_checks.no_bet_empty(GAME, "7.4")


def test_7_4_nearest_miss_somebody_comes() -> None:
    card_checks.no_bet_empty_nearest_miss(GAME, "7.4")


def test_7_5_all_agree_to_no_bet_coups() -> None:
    card_checks.no_bet_agreed(GAME, "7.5")


def test_7_5_nearest_miss_one_does_not_agree() -> None:
    card_checks.no_bet_agreed_nearest_miss(GAME, "7.5")


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
