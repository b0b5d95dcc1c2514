"""star-baccarat, clauses 8.8 to 8.16: Method B."""

from typing import Any

from sabot.table.coup.handouts import recipients
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


def test_8_8_the_highest_amount_on_a_hand_is_handed_it() -> None:
    evening = table_of({**TWO, "cat": (3, "player", "101"), "dan": (4, "tie", "900")})
    passed = only(evening.ok("pass-hand", hand="player", player="cat"))
    assert (passed.clause, passed.slots) == ("8.8", (0, 2))
    assert evening.table.round.handled and evening.table.stack.handled


def test_8_8_amounts_of_one_player_count_together() -> None:
    evening = Evening("star-baccarat", method="B")
    for player, place, amounts in (("ann", 1, ("60", "60")), ("bob", 2, ("100",))):
        evening.join(player, place)
        for amount in amounts:
            evening.bet(player, "player", amount)
    for card in CARDS.split():
        evening.card(card)
    assert recipients(evening.table, "player") == ["ann", "bob"]


def test_8_8_nearest_miss_not_a_lower_wager_nor_one_on_something_else() -> None:
    evening = table_of({**TWO, "cat": (3, "player", "101"), "dan": (4, "tie", "900")})
    for player in ("ann", "dan", "bob"):
        assert clause(evening, "wrong-player", "pass-hand", hand="player", player=player) == "8.8"
    evening.no("not-at-table", "pass-hand", hand="player", player="nobody")


def test_8_9_a_refusal_passes_the_cards_to_the_next_highest() -> None:
    evening = table_of({"ann": (1, "player", "300"), "bob": (2, "player", "200"),
                        "cat": (3, "player", "100")})  # fmt: skip
    refused = only(evening.ok("refuse-cards", hand="player", player="ann", **as_player("ann")))
    assert refused.clause == "8.9"
    passed = only(evening.ok("pass-hand", hand="player", player="bob"))
    assert passed.clause == "8.9"


def test_8_9_nearest_miss_only_after_a_refusal_and_only_to_the_next() -> None:
    evening = table_of({"ann": (1, "player", "300"), "bob": (2, "player", "200"),
                        "cat": (3, "player", "100")})  # fmt: skip
    evening.no("wrong-player", "pass-hand", hand="player", player="bob")
    assert clause(evening, "not-offered", "refuse-cards", hand="player", player="bob") == "8.9"
    evening.no("proxy", "refuse-cards", hand="player", player="ann", **as_player("bob"))
    evening.ok("refuse-cards", hand="player", player="ann")
    assert clause(evening, "wrong-player", "pass-hand", hand="player", player="cat") == "8.9"
    assert clause(evening, "refused-cards", "pass-hand", hand="player", player="ann") == "8.9"
    evening.no("not-offered", "refuse-cards", hand="player", player="ann")


def test_8_10_level_wagers_go_to_the_seat_nearest_the_dealers_right() -> None:
    evening = table_of(LEVEL)
    assert recipients(evening.table, "player") == ["bob", "ann", "cat"]
    passed = only(evening.ok("pass-hand", hand="player", player="bob"))
    assert passed.clause == "8.10"


def test_8_10_nearest_miss_not_to_the_left_nor_to_a_lower_wager_farther_right() -> None:
    evening = table_of(LEVEL)
    assert clause(evening, "wrong-player", "pass-hand", hand="player", player="ann") == "8.10"
    assert clause(evening, "wrong-player", "pass-hand", hand="player", player="cat") == "8.10"


def test_8_11_the_next_level_wager_counter_clockwise() -> None:
    evening = table_of({**LEVEL, "eve": (3, "player", "100")})
    assert recipients(evening.table, "player") == ["bob", "eve", "ann", "cat"]
    refused = only(evening.ok("refuse-cards", hand="player", player="bob"))
    assert refused.clause == "8.11"
    passed = only(evening.ok("pass-hand", hand="player", player="eve"))
    assert passed.clause == "8.11"


def test_8_11_nearest_miss_the_next_highest_waits_for_all_level_ones() -> None:
    evening = table_of({**LEVEL, "eve": (3, "player", "100")})
    evening.ok("refuse-cards", hand="player", player="bob")
    for player in ("ann", "cat"):
        assert clause(evening, "wrong-player", "pass-hand", hand="player", player=player) == "8.11"
    evening.ok("refuse-cards", hand="player", player="eve")
    evening.ok("refuse-cards", hand="player", player="ann")
    passed = only(evening.ok("pass-hand", hand="player", player="cat"))
    assert passed.clause == "8.9"


def test_8_12_four_cards_face_down_are_passed_face_down() -> None:
    evening = table_of(TWO)
    assert [(slot.up, slot.card) for slot in evening.table.round.slots] == [(False, None)] * 4
    evening.ok("pass-hand", hand="player", player="ann")
    assert not any(slot.up for slot in evening.table.round.slots)


def test_8_12_nearest_miss_not_before_the_fourth_card_and_never_named() -> None:
    evening = table_of(TWO, cards="2S 3H 3D")
    assert clause(evening, "not-now", "pass-hand", hand="player", player="ann") == "8.12"
    assert clause(evening, "face-down", "deal-card", card="3C") == "8.12"
    evening.card("3C")
    assert clause(evening, "not-face-down", "pass-hand", hand="box 1", player="ann") == "8.12"


def test_8_13_one_hand_at_a_time_is_with_the_players() -> None:
    evening = table_of(TWO)
    evening.ok("pass-hand", hand="player", player="ann")
    assert clause(evening, "one-hand-out", "pass-hand", hand="banker", player="bob") == "8.13"
    evening.no("cards-out", "pass-hand", hand="player", player="ann")


def test_8_13_nearest_miss_the_other_hand_once_the_first_is_back_or_turned() -> None:
    evening = table_of(TWO)
    evening.ok("pass-hand", hand="player", player="ann")
    evening.turn(slot=0, **as_player("ann"))
    evening.no("one-hand-out", "pass-hand", hand="banker", player="bob")
    evening.turn(slot=2, **as_player("ann"))
    evening.ok("pass-hand", hand="banker", player="bob")
    evening.ok("return-hand", hand="banker", **as_player("bob"))
    evening.ok("pass-hand", hand="banker", player="bob")
    assert evening.table.round.collected == ()
    evening.ok("return-hand", hand="banker", **as_player("bob"))
    evening.turn("banker")


def test_8_14_the_dealer_keeps_what_nobody_may_or_will_have() -> None:
    evening = table_of({"ann": (1, "player", "100")})
    evening.turn("banker")
    evening.ok("refuse-cards", hand="player", player="ann")
    evening.turn("player")


def test_8_14_nearest_miss_not_a_hand_that_somebody_may_still_have() -> None:
    evening = table_of(TWO)
    assert evening.no_turn("not-passed", "player").clause == "8.14"
    assert evening.no_turn("not-passed").clause == "8.14"
    evening.ok("refuse-cards", hand="player", player="ann")
    evening.turn("player")
    assert evening.no_turn("not-passed", "banker").clause == "8.14"


def test_8_14_1_the_dealer_keeps_a_hand_without_a_bet() -> None:
    evening = table_of({"ann": (1, "player", "100")})
    wrong = evening.no("dealer-keeps", "pass-hand", hand="banker", player="ann")
    assert wrong.clause == "8.14.1"
    evening.turn("banker")


def test_8_14_1_nearest_miss_one_bet_is_enough() -> None:
    evening = table_of({"ann": (1, "player", "5")})
    evening.no_turn("not-passed", "player")
    evening.ok("pass-hand", hand="player", player="ann")


def test_8_14_2_the_dealer_keeps_a_hand_that_all_refuse() -> None:
    evening = table_of({**TWO, "cat": (3, "player", "5")})
    for player in ("ann", "cat"):
        evening.ok("refuse-cards", hand="player", player=player)
    wrong = evening.no("dealer-keeps", "pass-hand", hand="player", player="bob")
    assert wrong.clause == "8.14.2"
    evening.turn("player")


def test_8_14_2_nearest_miss_one_of_them_does_not() -> None:
    evening = table_of({**TWO, "cat": (3, "player", "5")})
    evening.ok("refuse-cards", hand="player", player="ann")
    evening.no_turn("not-passed", "player")


def test_8_15_the_designated_player_turns_the_hand_card_by_card() -> None:
    evening = table_of(TWO)
    evening.ok("pass-hand", hand="player", player="ann")
    first = only(evening.turn(slot=2, **as_player("ann")))
    assert first.clause == "8.15"
    assert evening.table.round.out == {"player": "ann"}
    evening.turn("player", **as_player("ann"))
    assert evening.table.round.out == {}


def test_8_15_nearest_miss_not_another_hand_nor_a_card_twice() -> None:
    evening = table_of(TWO)
    evening.ok("pass-hand", hand="player", player="ann")
    evening.no_turn("not-your-cards", slot=1, **as_player("ann"))
    evening.turn(slot=0, **as_player("ann"))
    evening.no("not-your-cards", "expose-cards", slot=0, cards=[{"slot": 0, "card": "2S"}],
               **as_player("ann"))  # fmt: skip
    evening.no("bad-command", "expose-cards", slot=2, turned_by="ann",
               cards=[{"slot": 2, "card": "3D"}, {"slot": 2, "card": "9D"}])  # fmt: skip


def test_8_15_1_the_dealer_collects_the_cards() -> None:
    evening = table_of(TWO)
    evening.ok("pass-hand", hand="player", player="ann")
    evening.turn(slot=0, **as_player("ann"))
    back = only(evening.ok("return-hand", hand="player"))
    assert (back.player, back.slots) == ("ann", (2,))
    assert back.clause == "8.15.1"
    evening.no("not-out", "return-hand", hand="player")
    evening.no("wrong-role", "return-hand", hand="player", role="surveillance")


def test_8_15_1_nearest_miss_what_players_hold_is_not_turned_under_their_hands() -> None:
    evening = table_of(TWO)
    evening.ok("pass-hand", hand="player", player="ann")
    assert evening.no_turn("cards-out", "player").clause == "8.15.1"


def test_8_15_2_the_dealer_turns_what_players_left_face_down() -> None:
    evening = table_of(TWO)
    evening.ok("pass-hand", hand="player", player="ann")
    evening.turn(slot=0, **as_player("ann"))
    evening.ok("return-hand", hand="player", **as_player("ann"))
    turned = only(evening.turn("player"))
    assert turned.clause == "8.15.2"


def test_8_15_2_nearest_miss_no_third_card_before_that() -> None:
    evening = table_of(TWO)
    evening.ok("pass-hand", hand="player", player="ann")
    evening.turn("player", **as_player("ann"))
    assert clause(evening, "not-exposed", "deal-card") == "8.15.2"


def test_8_15_3_both_counts_are_called_before_a_third_card() -> None:
    evening = table_of(TWO)
    pass_both(evening)
    assert clause(evening, "not-announced", "deal-card") == "8.15.3"
    called = only(evening.ok("announce-counts"))
    assert list(called.counts.items()) == [("player", 5), ("banker", 6)]
    assert called.clause == "8.15.3"


def test_8_15_3_nearest_miss_not_while_a_hand_lies_face_down() -> None:
    evening = table_of(TWO)
    assert clause(evening, "not-now", "announce-counts") == "8.15.3"


def test_8_16_a_third_card_is_passed_as_the_first_ones_were() -> None:
    evening = table_of(TWO)
    pass_both(evening)
    evening.ok("announce-counts")
    evening.card("KD")
    evening.no("wrong-player", "pass-hand", hand="player", player="bob")
    evening.no_turn("not-passed", "player")
    evening.ok("pass-hand", hand="player", player="ann")
    turned = only(evening.turn("player", **as_player("ann")))
    assert turned.clause == "8.16"
    evening.finish()


def test_8_16_nearest_miss_not_to_one_who_refused_the_first_ones() -> None:
    evening = table_of(LEVEL)
    evening.ok("refuse-cards", hand="player", player="bob")
    evening.ok("pass-hand", hand="player", player="ann")
    evening.turn("player", **as_player("ann"))
    evening.keep()
    evening.turn("banker")
    evening.ok("announce-counts")
    evening.card("KD")
    evening.no("refused-cards", "pass-hand", hand="player", player="bob")
    evening.ok("pass-hand", hand="player", player="ann")
