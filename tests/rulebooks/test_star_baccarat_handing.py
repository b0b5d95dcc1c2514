"""star-baccarat, clauses 2.6, 3.7, 3.9 and 8.1 to 8.7: who may hold cards, and who turns them."""

from typing import Any

import pytest

from sabot.table.coup.handouts import held_by, recipients
from support.evening import Evening
from support.handed import CARDS, Bets, as_player, clause, dealt, only

TWO: Bets = {"ann": (1, "player", "100"), "bob": (2, "banker", "100")}
LEVEL: Bets = {
    "ann": (1, "player", "100"),
    "bob": (4, "player", "100"),
    "cat": (6, "player", "90"),
    "dan": (7, "banker", "100"),
}


def table_of(bets: Bets, method: str = "B", cards: str = CARDS, **options: Any) -> Evening:
    return dealt("star-baccarat", bets, cards, method=method, **options)


def pass_both(evening: Evening) -> None:
    """Both hands of TWO are passed out and turned by their holders."""
    for hand, player in (("player", "ann"), ("banker", "bob")):
        evening.ok("pass-hand", hand=hand, player=player)
        evening.turn(hand, **as_player(player))


def test_2_6_a_marker_may_show_who_controls_a_hand() -> None:
    evening = table_of(TWO)
    passed = only(evening.ok("pass-hand", hand="player", player="ann", marked=True))
    assert passed.marked


def test_2_6_nearest_miss_no_marker_is_needed() -> None:
    passed = only(table_of(TWO).ok("pass-hand", hand="player", player="ann"))
    assert not passed.marked


def test_3_7_nobody_turns_cards_that_they_were_not_handed() -> None:
    evening = table_of(TWO)
    evening.ok("pass-hand", hand="player", player="ann")
    assert evening.no_turn("not-your-cards", "player", **as_player("bob")).clause == "3.7"
    assert evening.no_turn("not-your-cards", "banker", **as_player("ann")).clause == "3.7"
    assert evening.no_turn("not-your-cards", "player", **as_player("a stranger")).clause == "3.7"
    assert clause(evening, "not-your-cards", "return-hand", hand="player", **as_player("bob")) == (
        "3.7"
    )


def test_3_7_nearest_miss_the_designated_player_turns_them() -> None:
    evening = table_of(TWO)
    evening.ok("pass-hand", hand="player", player="ann")
    evening.turn("player", **as_player("ann"))
    assert [slot.up for slot in evening.table.round.slots] == [True, False, True, False]


def play_out(evening: Evening) -> None:
    """Deal on until the cards have to be shuffled, then say so."""
    evening.ok("announce-counts")
    evening.card("KD", cutting_card=True)
    evening.between()
    evening.finish()
    evening.bet("ann", "player")
    evening.bet("bob", "banker")
    evening.coup("2H 3S 4D 5C")


def test_3_9_after_a_shoe_with_handled_cards_they_are_replaced() -> None:
    evening = table_of(TWO)
    pass_both(evening)
    play_out(evening)
    supervisor = {"role": "casino supervisor"}
    assert clause(evening, "must-shuffle", "deal-card") == "4.9"
    assert clause(evening, "must-replace", "shuffle", reason="the last coup") == "3.9"
    evening.ok("bring-cards", back="blue", occasion="cards handled by players", **supervisor)
    evening.fresh_cards()
    assert not evening.table.stack.handled


def test_3_9_nearest_miss_the_shoe_is_played_out_first() -> None:
    evening = table_of(TWO)
    pass_both(evening)
    evening.ok("announce-counts")
    evening.deal("KD")
    evening.finish()
    evening.bet("ann", "player")
    evening.coup("2H 3S 4D 5C")


def test_3_9_nearest_miss_nobody_took_the_cards() -> None:
    evening = table_of(TWO)
    evening.keep()
    evening.turn()
    play_out(evening)
    evening.fresh_cards()


def test_8_1_a_table_is_dealt_by_method_a_or_b() -> None:
    evening = Evening("star-baccarat")
    supervisor = {"role": "casino supervisor"}
    assert evening.table.method.name == "A"
    evening.ok("choose-method", method="B", **supervisor)
    assert (evening.table.method.name, evening.table.opened.face) == ("B", "down")
    assert clause(evening, "wrong-role", "choose-method", method="A") == "8.1"


def test_8_1_nearest_miss_no_third_method_and_none_within_a_coup() -> None:
    evening = table_of(TWO)
    supervisor = {"role": "casino supervisor"}
    evening.no("wrong-phase", "choose-method", method="A", **supervisor)
    closed = Evening("star-baccarat")
    assert clause(closed, "wrong-method", "choose-method", method="C", **supervisor) == "8.1"
    wrong = closed.no("wrong-method", "choose-method", method="B", face="up", **supervisor)
    assert wrong.clause == "8.12"


def test_8_2_1_a_standing_bettor_is_passed_over() -> None:
    evening = table_of({"ann": (None, "player", "500"), "bob": (2, "player", "10")})
    assert recipients(evening.table, "player") == ["bob"]
    assert clause(evening, "not-seated", "pass-hand", hand="player", player="ann") == "8.2.1"
    evening.ok("pass-hand", hand="player", player="bob")


def test_8_2_1_nearest_miss_no_leave_seats_a_standing_player() -> None:
    evening = table_of({"ann": (None, "player", "500")})
    evening.no("no-rule", "approve", what="standing", player="ann", role="duty manager")
    assert recipients(evening.table, "player") == []
    evening.turn()


def breached(breach: str) -> str:
    evening = table_of(TWO)
    evening.ok("pass-hand", hand="player", player="ann")
    taken = only(
        evening.ok(
            "forfeit-cards",
            hand="player",
            player="ann",
            breach=breach,
            reason="held in the lap",
            role="casino supervisor",
        )
    )
    return str(taken.breached)


def test_8_2_2_cards_out_of_sight_are_kept_with_the_forfeit() -> None:
    assert breached("view") == "8.2.2"


def test_8_2_3_cards_off_the_layout_are_kept_with_the_forfeit() -> None:
    assert breached("layout") == "8.2.3"


def test_8_3_a_casino_supervisor_takes_the_cards_away_at_any_time() -> None:
    evening = table_of(LEVEL)
    evening.ok("pass-hand", hand="player", player="bob")
    supervisor = {"role": "casino supervisor", "reason": "bends the cards"}
    taken = only(evening.ok("forfeit-cards", hand="player", player="bob", **supervisor))
    assert (taken.clause, taken.slots) == ("8.3", (0, 2))
    assert recipients(evening.table, "player") == ["ann", "cat"]
    evening.no_turn("not-your-cards", "player", **as_player("bob"))
    evening.turn("player")


def test_8_3_before_the_cards_are_passed_too() -> None:
    evening = table_of(LEVEL)
    supervisor = {"role": "gaming supervisor", "reason": "was warned"}
    evening.ok("forfeit-cards", hand="player", player="bob", **supervisor)
    evening.no("refused-cards", "pass-hand", hand="player", player="bob")
    evening.ok("pass-hand", hand="player", player="ann")


def test_8_3_nearest_miss_not_the_dealer_nor_without_a_reason_nor_from_a_bystander() -> None:
    evening = table_of(LEVEL)
    taking = {"hand": "player", "player": "bob"}
    assert clause(evening, "wrong-role", "forfeit-cards", reason="slow", **taking) == "8.3"
    supervisor = {"role": "casino supervisor"}
    evening.no("no-reason", "forfeit-cards", reason=" ", **taking, **supervisor)
    evening.no("bad-command", "forfeit-cards", reason="x", breach="table", **taking, **supervisor)
    evening.ok("pass-hand", hand="player", player="bob")
    taking["player"] = "ann"
    assert (
        clause(evening, "not-designated", "forfeit-cards", reason="x", **taking, **supervisor)
        == "8.3"
    )


def nominating(evening: Evening) -> None:
    evening.ok("approve", what="nominate", player="bob", role="casino supervisor")
    evening.ok("pass-hand", hand="player", player="bob")


def test_8_4_a_nominated_player_turns_both_cards() -> None:
    evening = table_of(LEVEL)
    nominating(evening)
    nominate = {"hand": "player", "player": "bob", "nominees": ["dan"]}
    named = only(evening.ok("nominate-players", **nominate, **as_player("bob")))
    assert (named.nominees, named.clause) == ({0: "dan", 2: "dan"}, "8.4")
    assert evening.no_turn("not-your-cards", "player", **as_player("bob")).clause == "3.7"
    evening.no("cards-out", "pass-card", slot=0, player="dan")
    evening.turn("player", **as_player("dan"))
    assert evening.table.round.out == {}


def test_8_4_the_third_card_too() -> None:
    evening = table_of(LEVEL)
    nominating(evening)
    evening.turn("player", **as_player("bob"))
    evening.ok("refuse-cards", hand="banker", player="dan")
    evening.turn("banker")
    evening.ok("announce-counts")
    evening.card("KD")
    evening.ok("pass-hand", hand="player", player="bob")
    nominate = {"hand": "player", "player": "bob", "nominees": ["ann"]}
    evening.ok("nominate-players", **nominate, **as_player("bob"))
    evening.turn("player", **as_player("ann"))
    evening.finish()


def test_8_4_nearest_miss_without_approval_or_a_seat_or_the_cards() -> None:
    evening = table_of({**LEVEL, "eve": (None, "tie", "5")})
    nominate = {"hand": "player", "player": "bob", "nominees": ["dan"]}
    bob = as_player("bob")
    assert clause(evening, "not-your-cards", "nominate-players", **nominate, **bob) == "8.4"
    evening.ok("pass-hand", hand="player", player="bob")
    assert clause(evening, "needs-approval", "nominate-players", **nominate, **bob) == "8.4"
    evening.no("needs-approval", "nominate-players", **nominate)
    evening.no("proxy", "nominate-players", **nominate, **as_player("dan"))
    evening.ok("approve", what="nominate", player="bob", role="casino supervisor")
    for nominees, code in (
        (["eve"], "not-seated"),
        (["nobody"], "not-at-table"),
        (["bob"], "bad-command"),
        ([], "bad-command"),
        (["dan", "ann", "cat"], "bad-command"),
    ):
        nominate["nominees"] = nominees
        evening.no(code, "nominate-players", **nominate, **bob)


def test_8_4_1_two_nominated_players_have_one_card_at_a_time() -> None:
    evening = table_of(LEVEL)
    nominating(evening)
    nominate = {"hand": "player", "player": "bob", "nominees": ["dan", "ann"]}
    evening.ok("nominate-players", **nominate, **as_player("bob"))
    assert evening.no_turn("one-card-out", "player", **as_player("dan")).clause == "8.4.1"
    evening.ok("pass-card", slot=0, player="dan")
    assert held_by(evening.table, "dan") == {0}
    assert held_by(evening.table, "ann") == held_by(evening.table, "bob") == set()
    assert clause(evening, "one-card-out", "pass-card", slot=2, player="ann") == "8.4.1"
    assert clause(evening, "one-card-out", "nominate-players", **nominate) == "8.4.1"
    assert evening.no_turn("one-card-out", "player", 2, **as_player("ann")).clause == "8.4.1"
    evening.turn(slot=0, **as_player("dan"))
    evening.no("not-face-down", "pass-card", slot=0, player="dan")
    evening.ok("pass-card", slot=2, player="ann")
    evening.turn(slot=2, **as_player("ann"))
    assert evening.table.round.out == {}


def test_8_4_1_nearest_miss_each_turns_the_card_meant_for_them() -> None:
    evening = table_of(LEVEL)
    nominating(evening)
    nominate = {"hand": "player", "player": "bob", "nominees": ["dan", "ann"]}
    evening.ok("nominate-players", **nominate, **as_player("bob"))
    assert clause(evening, "not-nominated", "pass-card", slot=2, player="dan") == "8.4"
    for slot in (1, -1, 99):
        evening.no("not-nominated", "pass-card", slot=slot, player="dan")
    evening.ok("pass-card", slot=0, player="dan")
    evening.no_turn("not-your-cards", slot=2, **as_player("dan"))
    evening.ok("return-hand", hand="player")
    assert evening.table.round.card_out is None and evening.table.round.nominees == {}
    evening.turn("player")


def test_8_5_under_method_a_no_player_handles_the_cards() -> None:
    evening = table_of(TWO, method="A", face="down")
    assert recipients(evening.table, "player") == []
    assert clause(evening, "dealer-keeps", "pass-hand", hand="player", player="ann") == "8.5"
    assert clause(evening, "dealer-keeps", "refuse-cards", hand="player", player="ann") == "8.5"
    assert evening.no_turn("not-your-cards", "player", **as_player("ann")).clause == "8.5"


def test_8_5_nearest_miss_under_method_b_they_do() -> None:
    table_of(TWO).ok("pass-hand", hand="player", player="ann")


def test_8_6_1_cards_of_method_a_lie_up_or_are_turned_by_the_dealer() -> None:
    assert all(slot.up for slot in table_of(TWO, method="A").table.round.slots)
    down = table_of(TWO, method="A", face="down")
    assert not any(slot.up for slot in down.table.round.slots)
    turned = only(down.turn())
    assert turned.clause == "8.6.1"


def test_8_6_1_nearest_miss_no_card_follows_while_some_lie_face_down() -> None:
    down = table_of(TWO, method="A", face="down")
    assert clause(down, "not-exposed", "deal-card") == "8.6.1"


@pytest.mark.parametrize("face", ["up", "down"])
def test_8_7_the_third_card_of_method_a_lies_as_the_first_four(face: str) -> None:
    evening = table_of(TWO, method="A", face=face)
    evening.between()
    evening.card("KD")
    assert evening.table.round.slots[-1].up is (face == "up")


def test_8_7_nearest_miss_a_third_card_does_not_stay_face_down() -> None:
    evening = table_of(TWO, method="A", face="down")
    evening.between()
    evening.card("KD")
    evening.no("not-complete", "announce-result")
    turned = only(evening.turn())
    assert turned.clause == "8.7"
