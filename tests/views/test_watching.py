"""The display of a table: coups as they are called and corrected, ends of stakes, the countdown."""

from datetime import timedelta
from typing import Any

import pytest

from sabot.table import Table
from sabot.views import Past, Watching
from support.evening import START, Evening
from support.irregular import SUPERVISOR, report
from views.gallery import Gallery, lines_of, told

PLAYER_WINS, BANKER_WINS, TIE = "4S 5H 4D KC", "KS 4S KD 5H", "4S 4H 4D 4C"
"""Player 8 and Banker 5, Player 0 and Banker 9, both 8: none of them takes a third card."""


def watched(rulebook: str = "star-baccarat", **options: Any) -> tuple[Evening, Gallery]:
    evening = Evening(rulebook, **options)
    for place, player in enumerate(("alice", "bob"), 1):
        evening.join(player, place)
    gallery = Gallery(evening)
    gallery.look()
    return evening, gallery


def play(evening: Evening, *coups: str) -> None:
    for cards in coups:
        evening.bet("alice", "banker")
        evening.coup(cards)


def test_a_coup_is_shown_when_its_result_is_called() -> None:
    evening, gallery = watched()
    evening.bet("alice", "banker")
    evening.deal(PLAYER_WINS)
    assert gallery.look().past == ()
    evening.ok("announce-result")
    assert gallery.look().past == (
        Past(1, "player", {"player": 8, "banker": 5}, player_pair=True, natural=True),
    )


def test_pairs_and_naturals_are_those_of_the_first_two_cards() -> None:
    evening, gallery = watched()
    play(evening, "2S 3H 2D 3C 2C", "KS 4S 2D 4H")
    first, second = gallery.look().past
    assert (first.player_pair, first.banker_pair, first.natural) == (True, True, False)
    assert (second.player_pair, second.banker_pair, second.natural) == (False, True, True)


def test_nearest_miss_a_third_card_makes_no_pair_and_a_ten_none_with_a_king() -> None:
    evening, gallery = watched()
    play(evening, "2S TH 3D KC 3C 9D")
    (only,) = gallery.look().past
    assert (only.player_pair, only.banker_pair, only.natural) == (False, False, False)


def test_the_printed_seven_is_in_no_pair() -> None:
    evening, gallery = watched("star-seven-up")
    play(evening, "2S 7H 2D KC")
    (only,) = gallery.look().past
    assert (only.player_pair, only.banker_pair) == (False, True)


def test_the_roads_leave_out_what_is_void() -> None:
    evening, gallery = watched()
    play(evening, PLAYER_WINS, BANKER_WINS, TIE)
    roads = gallery.look().roads
    assert roads is not None
    assert [mark.colour for mark in roads.bead] == ["player", "banker", "tie"]
    assert [(mark.coup, mark.column, mark.ties) for mark in roads.big] == [(1, 0, 0), (2, 1, 1)]
    evening.bet("alice", "banker")
    evening.deal(PLAYER_WINS)
    report(evening, "cannot-rebuild", role=SUPERVISOR)
    evening.ok("clear-cards")
    view = gallery.look()
    assert view.past[-1] == Past(4, void=True)
    assert view.roads == roads


def test_box_games_have_an_outcome_for_each_box_and_no_roads() -> None:
    evening, gallery = watched("star-three-card")
    evening.bet("alice", "player", box=1)
    evening.bet("bob", "player", box=2)
    evening.coup("KS 2H 9D QS 3H TC JS 4H TD")
    view = gallery.look()
    assert view.roads is None
    (only,) = view.past
    assert (only.result, only.boxes) == (None, {"box 1": "win", "box 2": "standoff"})
    assert only.totals == {"box 1": 0, "box 2": 9, "banker": 9}


# Corrections


def test_a_coup_voided_after_it_was_called_stays_crossed_out() -> None:
    evening, gallery = watched()
    evening.bet("alice", "banker", "100")
    evening.deal(BANKER_WINS)
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    assert [end.outcome for end in gallery.look().ends] == ["win"]
    (_, voided) = report(evening, "cannot-rebuild", role=SUPERVISOR)
    (only,) = gallery.look().past
    assert (only.result, only.void, only.corrected) == ("banker", True, voided.clause)
    (end,) = gallery.view.ends
    assert (end.outcome, end.pays, end.returns) == ("void", 0, 10000)


def test_a_coup_that_is_reversed_when_it_is_over() -> None:
    evening, gallery = watched()
    play(evening, PLAYER_WINS, BANKER_WINS)
    (_, undone) = report(evening, "cannot-rebuild", role=SUPERVISOR)
    view = gallery.look()
    assert [(each.void, each.corrected) for each in view.past] == [
        (False, None),
        (True, undone.clause),
    ]
    assert {(end.outcome, end.returns) for end in view.ends} == {("void", 10000)}
    assert view.roads is not None and [mark.coup for mark in view.roads.bead] == [1]


def test_canberra_voids_an_early_round_and_lets_later_ones_stand() -> None:
    evening, gallery = watched("canberra-mini")
    play(evening, PLAYER_WINS, BANKER_WINS)
    evening.bet("alice", "banker")
    evening.deal(PLAYER_WINS)
    ends = gallery.look().ends
    events = report(evening, "found-after-next-coup", {"in_doubt": False}, role=SUPERVISOR, coup=1)
    view = gallery.look()
    assert [each.void for each in view.past] == [True, False]
    assert view.past[0].corrected == events[1].clause
    assert view.ends == ends


def test_a_wrong_deal_is_called_again_in_its_old_place() -> None:
    evening, gallery = watched()
    play(evening, PLAYER_WINS)
    before = gallery.look()
    true = ["4S", "5H", "4D", "3C"]
    report(evening, "wrong-deal", {"in_doubt": False}, cards=true)
    reopened = gallery.look()
    assert reopened.ends == ()
    (waiting,) = reopened.past
    assert (waiting.result, waiting.void) == (None, False)
    assert waiting.corrected is not None
    evening.ok("resume-play")
    evening.between()
    evening.finish()
    (corrected,) = gallery.look().past
    assert before.past[0].result == "player"
    assert (corrected.result, corrected.totals) == ("tie", {"player": 8, "banker": 8})
    assert corrected.corrected == waiting.corrected


def test_an_outcome_that_is_invalidated_crosses_the_coup_out() -> None:
    evening, gallery = watched()
    evening.bet("alice", "banker")
    evening.deal(BANKER_WINS)
    evening.ok("announce-result")
    (invalid, _) = evening.ok(
        "invalidate-outcome", role="gaming manager", cause="disturbance", reason="a fire alarm"
    )
    (only,) = gallery.look().past
    assert (only.void, only.corrected) == (True, invalid.clause)  # type: ignore[attr-defined]


def test_the_stakes_of_a_cheat_are_forfeited() -> None:
    evening, gallery = watched()
    evening.bet("alice", "banker")
    evening.bet("bob", "player")
    evening.deal(BANKER_WINS)
    evening.ok(
        "invalidate-outcome",
        role="gaming manager",
        cause="fraud",
        reason="a marked card",
        by_player="bob",
        refund=True,
        forfeit=True,
    )
    ends = {end.player: (end.outcome, end.returns) for end in gallery.look().ends}
    assert ends == {"alice": ("void", 10000), "bob": ("forfeited", 0)}


# The page


def test_a_new_shoe_clears_the_display_and_the_ends_stay() -> None:
    evening, gallery = watched()
    play(evening, BANKER_WINS)
    evening.fresh_cards()
    view = gallery.look()
    assert view.past == ()
    assert [end.outcome for end in view.ends] == ["win"]
    evening.bet("bob", "player")
    assert gallery.look().ends == ()


def test_a_device_has_no_end_and_the_display_keeps_two_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sabot.views.felt.display.PAGE", 3)
    evening, gallery = watched(source="device")
    shown = []
    for _ in range(10):
        play(evening, BANKER_WINS)
        shown.append([each.coup for each in gallery.look().past])
    assert shown[4] == [1, 2, 3, 4, 5]
    assert shown[5] == [4, 5, 6]
    assert shown[7] == [4, 5, 6, 7, 8]
    assert shown[8] == [7, 8, 9]


def test_another_opening_of_the_table_forgets_the_last_one() -> None:
    evening, gallery = watched()
    play(evening, BANKER_WINS)
    for player in ("alice", "bob"):
        evening.ok("leave-table", actor=player, role="player", player=player)
    evening.ok("close-table", role="gaming manager")
    assert len(gallery.look().past) == 1
    evening.ok(
        "open-table",
        role=SUPERVISOR,
        rulebook="star-three-card",
        sign={"minimum": "5", "maximum": "1000"},
        feed="typed",
    )
    view = gallery.look()
    assert (view.past, view.ends, view.roads) == ((), (), None)


def test_a_table_that_was_never_opened_has_nothing_to_show() -> None:
    watching = Watching.resume(Table(name="1"), lambda after: ())
    assert (watching.past, watching.ends, watching.first_stake) == ((), (), None)


# The countdown


def test_the_countdown_starts_with_the_first_stake() -> None:
    evening, gallery = watched()
    assert gallery.look().coup.closes is None
    evening.wait(seconds=7)
    evening.bet("alice", "banker")
    first = evening.now
    evening.wait(seconds=5)
    evening.bet("bob", "player")
    assert gallery.look().coup.closes == first + timedelta(seconds=20)


def test_it_stops_when_the_last_wager_is_taken_back() -> None:
    evening, gallery = watched()
    evening.bet("alice", "banker")
    evening.ok("withdraw-wager", player="alice", on="banker")
    assert gallery.look().coup.closes is None
    evening.wait(seconds=3)
    evening.bet("alice", "tie")
    assert gallery.look().coup.closes == evening.now + timedelta(seconds=20)


def test_it_starts_again_when_bets_are_opened_once_more() -> None:
    evening, gallery = watched()
    evening.bet("alice", "banker")
    evening.ok("no-more-bets")
    assert gallery.look().coup.closes is None
    evening.wait(seconds=9)
    evening.ok("place-your-bets")
    assert gallery.look().coup.closes == evening.now + timedelta(seconds=20)


def test_there_is_none_while_cards_are_dealt() -> None:
    evening, gallery = watched()
    evening.bet("alice", "banker")
    evening.deal(BANKER_WINS)
    assert gallery.look().coup.closes is None
    evening.finish()
    evening.wait(minutes=1)
    assert gallery.look().coup.closes is None
    assert gallery.watching.bets_opened_at == START


def test_any_number_of_lines_from_the_end_will_do_if_it_says_so() -> None:
    evening, gallery = watched()
    play(evening, PLAYER_WINS, BANKER_WINS)
    evening.fresh_cards()
    play(evening, PLAYER_WINS, TIE)
    gallery.look()
    lines = list(lines_of(evening))
    asked = []

    def read(after: int) -> list[bytes]:
        asked.append(after)
        return lines[after:]

    assert told(Watching.resume(evening.table, read)) == told(gallery.watching)
    assert asked == [0]
