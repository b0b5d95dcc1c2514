"""star-three-card, clauses 3.8, 5.8, 5.10 and 9.1 to 9.9: who looks at the cards and turns them."""

import pytest

from sabot.table.coup.handouts import recipients
from support.evening import Evening
from support.handed import as_player, clause, only

CARDS = "2S 3H 4D 5C 6S 7H 8D 9C KS"


def table_of(
    boxes: dict[str, tuple[int | None, tuple[int, ...]]], method: str = "B", cards: str = CARDS
) -> Evening:
    """A coup dealt in full: player, seat and the boxes on which they bet."""
    evening = Evening("star-three-card", method=method)
    for player, (place, played) in boxes.items():
        evening.join(player, place)
        for box in played:
            if box != place:
                evening.ok("take-box", player=player, box=box)
            evening.bet(player, "player", box=box)
    for card in cards.split():
        evening.card(card)
    return evening


TWO: dict[str, tuple[int | None, tuple[int, ...]]] = {"ann": (1, (1,)), "bob": (2, (2,))}


def test_3_8_nobody_turns_cards_that_they_were_not_handed() -> None:
    evening = table_of(TWO)
    assert evening.no_turn("not-your-cards", "box 1", **as_player("ann")).clause == "3.8"
    evening.ok("pass-hand", hand="box 1", player="ann")
    assert evening.no_turn("not-your-cards", "box 1", **as_player("bob")).clause == "3.8"
    assert clause(evening, "wrong-player", "pass-hand", hand="box 2", player="ann") == "3.8"


def test_3_8_nearest_miss_their_own_they_may_turn() -> None:
    evening = table_of(TWO)
    evening.ok("pass-hand", hand="box 1", player="ann")
    evening.turn("box 1", **as_player("ann"))


def test_5_8_a_player_on_several_areas_handles_the_hand_at_which_they_sit() -> None:
    evening = table_of({"ann": (1, (1, 2))})
    evening.ok("pass-hand", hand="box 1", player="ann")


def test_5_8_nearest_miss_not_the_hand_of_another_area() -> None:
    evening = table_of({"ann": (1, (1, 2))})
    assert recipients(evening.table, "box 2") == []
    assert clause(evening, "not-seated", "pass-hand", hand="box 2", player="ann") == "5.8"


def test_5_10_a_standing_player_handles_cards_by_leave_of_a_duty_manager() -> None:
    evening = table_of({"ann": (None, (1,)), "bob": (2, (2,))})
    manager = {"role": "duty manager"}
    evening.ok("approve", what="standing", player="ann", **manager)
    evening.ok("pass-hand", hand="box 1", player="ann")
    evening.turn("box 1", **as_player("ann"))


def test_5_10_nearest_miss_without_that_leave_or_by_a_gaming_manager() -> None:
    evening = table_of({"ann": (None, (1,)), "bob": (2, (2,))})
    assert clause(evening, "not-seated", "pass-hand", hand="box 1", player="ann") == "5.10"
    asked = {"what": "standing", "player": "ann"}
    assert clause(evening, "wrong-role", "approve", role="gaming manager", **asked) == "5.10"


def test_5_10_nearest_miss_leave_does_not_open_several_areas() -> None:
    evening = table_of({"ann": (None, (1, 2))})
    evening.ok("approve", what="standing", player="ann", role="duty manager")
    assert clause(evening, "not-seated", "pass-hand", hand="box 1", player="ann") == "5.8"


def test_9_1_a_table_is_dealt_by_method_a_or_b() -> None:
    evening = Evening("star-three-card")
    evening.ok("choose-method", method="B", role="casino supervisor")
    assert (evening.table.method.name, evening.table.opened.face) == ("B", "down")


def test_9_1_nearest_miss_no_third_method() -> None:
    evening = Evening("star-three-card")
    asked = {"method": "C", "role": "casino supervisor"}
    assert clause(evening, "wrong-method", "choose-method", **asked) == "9.1"


def test_9_2_method_a_is_face_up_and_out_of_players_hands() -> None:
    evening = table_of(TWO, method="A")
    assert all(slot.up for slot in evening.table.round.slots)
    assert clause(evening, "dealer-keeps", "pass-hand", hand="box 1", player="ann") == "9.2"


def test_9_2_nearest_miss_not_face_down() -> None:
    evening = Evening("star-three-card", method="A")
    asked = {"method": "A", "face": "down", "role": "casino supervisor"}
    assert clause(evening, "wrong-method", "choose-method", **asked) == "9.2"


def test_9_3_method_b_is_face_down_and_each_player_looks_at_their_own() -> None:
    evening = table_of(TWO)
    assert not any(slot.up for slot in evening.table.round.slots)
    for hand, player in (("box 1", "ann"), ("box 2", "bob")):
        passed = only(evening.ok("pass-hand", hand=hand, player=player))
        assert passed.clause == "9.3"
    assert evening.table.round.out == {"box 1": "ann", "box 2": "bob"}
    assert evening.table.round.handled


def test_9_3_nearest_miss_the_dealer_keeps_the_bankers_cards() -> None:
    evening = table_of(TWO)
    assert clause(evening, "dealer-keeps", "pass-hand", hand="banker", player="ann") == "9.3"
    few = table_of(TWO, cards="2S 3H 4D")
    assert clause(few, "not-now", "pass-hand", hand="box 1", player="ann") == "9.3"


def test_9_4_the_dealer_opens_a_further_hand_with_nobody_else_seated() -> None:
    evening = table_of({"ann": (1, (1, 2))})
    turned = only(evening.turn("box 2"))
    assert turned.clause == "9.4"


def test_9_4_nearest_miss_somebody_else_is_seated_there() -> None:
    evening = table_of({"ann": (1, (1, 2)), "bob": (2, (2,))})
    assert recipients(evening.table, "box 2") == ["bob"]
    evening.ok("pass-hand", hand="box 2", player="bob")
    assert evening.no_turn("cards-out", "box 2").clause == "9.6"


def test_9_4_nearest_miss_one_hand_but_no_seat_at_it() -> None:
    evening = table_of({"ann": (3, (1,)), "bob": (2, (2,))})
    assert clause(evening, "not-seated", "pass-hand", hand="box 1", player="ann") == "9.4"


def test_9_5_players_turn_their_cards_face_up() -> None:
    evening = table_of(TWO)
    evening.ok("pass-hand", hand="box 1", player="ann")
    one = only(evening.turn(slot=0, **as_player("ann")))
    assert one.clause == "9.5"
    evening.turn("box 1", **as_player("ann"))
    assert evening.table.round.out == {}


def test_9_5_nearest_miss_no_other_hand() -> None:
    evening = table_of(TWO)
    evening.ok("pass-hand", hand="box 1", player="ann")
    evening.no_turn("not-your-cards", "box 2", **as_player("ann"))
    evening.no_turn("not-your-cards", "banker", **as_player("ann"))


def test_9_6_the_dealer_turns_what_players_left() -> None:
    evening = table_of(TWO)
    evening.ok("pass-hand", hand="box 1", player="ann")
    evening.turn(slot=0, **as_player("ann"))
    back = only(evening.ok("return-hand", hand="box 1"))
    assert (back.clause, back.slots) == ("9.6", (3, 6))
    turned = only(evening.turn("box 1"))
    assert turned.clause == "9.6"


def test_9_6_nearest_miss_a_player_who_never_took_them() -> None:
    evening = table_of(TWO)
    turned = only(evening.turn("box 1"))
    assert turned.clause == "9.6"
    assert not evening.table.round.handled


def test_9_8_the_bankers_cards_are_turned_last_and_declared() -> None:
    evening = table_of(TWO)
    evening.turn("box 1")
    evening.turn("box 2")
    turned = only(evening.turn("banker"))
    assert turned.clause == "9.8"
    called = only(evening.ok("announce-counts"))
    assert called.clause == "9.8"


@pytest.mark.parametrize("first", ["box 1", "box 2"])
def test_9_8_nearest_miss_one_hand_lies_face_down(first: str) -> None:
    evening = table_of(TWO)
    assert evening.no_turn("house-last", "banker").clause == "9.8"
    evening.turn(first)
    assert evening.no_turn("house-last", "banker").clause == "9.8"
    evening.no_turn("house-last", slot=2)


def test_9_8_nearest_miss_all_of_them_together() -> None:
    evening = table_of(TWO)
    evening.turn()
    assert all(slot.up for slot in evening.table.round.slots)


def test_9_9_a_marker_shows_the_bankers_point_total() -> None:
    evening = table_of(TWO)
    evening.turn()
    evening.ok("announce-counts")
    marked = only(evening.ok("mark-point-total"))
    assert (marked.total, marked.clause) == (1, "9.9")
    assert evening.table.round.marker == 1


def test_9_9_nearest_miss_not_before_it_is_declared_nor_twice() -> None:
    evening = table_of(TWO)
    evening.turn()
    assert clause(evening, "not-announced", "mark-point-total") == "9.9"
    evening.ok("announce-counts")
    evening.ok("mark-point-total")
    evening.no("marked", "mark-point-total")
    evening.finish()
    assert evening.table.round.marker is None


def test_9_9_wagers_on_the_total_wait_for_the_marker() -> None:
    evening = Evening("star-three-card")
    evening.join("alice", 1)
    evening.bet("alice", "player", box=1)
    evening.bet("alice", "point-total-9")
    evening.deal("KS 2H QD 3H JC 4C")
    evening.ok("announce-result")
    assert clause(evening, "not-marked", "settle-wagers") == "9.9"
    evening.says("mark-point-total")
    evening.says("settle-wagers")
