"""canberra-mini, clauses 2.2, 6.3 and 7.4: cards face up or down, and who exposes them."""

from typing import Any

from sabot.table.coup.handouts import recipients
from support.evening import Evening
from support.handed import Bets, as_player, clause, dealt, only

FOUR: Bets = {
    "ann": (1, "player", "10"),
    "bob": (2, "player", "500"),
    "cat": (3, "banker", "10"),
    "dan": (4, "tie", "500"),
}


def table_of(bets: Bets, **options: Any) -> Evening:
    return dealt("canberra-mini", bets, **{"method": "down", **options})


def test_2_2_the_casino_chooses_up_or_down_before_a_round() -> None:
    evening = Evening("canberra-mini")
    evening.ok("choose-method", method="down", role="casino operator")
    evening.join("ann", 1)
    evening.bet("ann", "player")
    evening.ok("no-more-bets")
    evening.card("2S")
    assert not evening.table.round.slots[0].up


def test_2_2_nearest_miss_not_the_dealer_nor_within_a_round() -> None:
    evening = Evening("canberra-mini")
    assert clause(evening, "wrong-role", "choose-method", method="down") == "2.2"
    round_ = table_of(FOUR)
    asked = {"method": "up", "role": "casino operator"}
    assert clause(round_, "wrong-phase", "choose-method", **asked) == "2.2"


def test_6_3_the_dealer_may_expose_a_hand() -> None:
    evening = table_of(FOUR)
    turned = only(evening.turn("player"))
    assert turned.clause == "6.3"
    assert not evening.table.round.handled


def test_6_3_a_the_players_hand_goes_to_anyone_who_bet_on_it() -> None:
    for player in ("ann", "bob"):
        evening = table_of(FOUR)
        passed = only(evening.ok("pass-hand", hand="player", player=player))
        assert passed.clause == "6.3"
        evening.turn("player", **as_player(player))


def test_6_3_b_the_bankers_hand_goes_to_anyone_who_bet_on_it() -> None:
    evening = table_of({**FOUR, "eve": (None, "banker", "10")})
    assert recipients(evening.table, "banker") == ["cat", "eve"]
    evening.ok("pass-hand", hand="player", player="bob")
    evening.ok("pass-hand", hand="banker", player="eve")
    evening.turn("banker", **as_player("eve"))


def test_6_3_nearest_miss_a_wager_on_the_other_hand_or_on_the_tie() -> None:
    evening = table_of(FOUR)
    for player in ("cat", "dan"):
        assert clause(evening, "wrong-player", "pass-hand", hand="player", player=player) == "6.3"
    assert clause(evening, "wrong-player", "pass-hand", hand="banker", player="ann") == "6.3"


def test_6_3_nearest_miss_a_pair_on_the_hand_is_no_wager_on_it() -> None:
    bets: Bets = {"ann": (1, "perfect-pairs-player", "5"), "bob": (2, "banker", "10")}
    pairs = ["perfect-pairs-player", "perfect-pairs-banker"]
    evening = table_of(bets, side_bets=pairs)
    assert clause(evening, "dealer-keeps", "pass-hand", hand="player", player="ann") == "6.3"


def test_6_3_nearest_miss_cards_that_lie_face_up() -> None:
    evening = table_of(FOUR, method="up")
    assert clause(evening, "dealer-keeps", "pass-hand", hand="player", player="ann") == "6.3"


def test_6_3_nearest_miss_cards_that_another_has() -> None:
    evening = table_of(FOUR)
    evening.no("no-rule", "pass-hand", hand="player", player="ann", marked=True)
    evening.ok("pass-hand", hand="player", player="ann")
    assert evening.no_turn("not-your-cards", "player", **as_player("bob")).clause == "6.3"
    assert evening.no_turn("cards-out", "player").clause == "6.3"
    nominate = {"hand": "player", "player": "ann", "nominees": ["bob"]}
    evening.no("no-rule", "nominate-players", **nominate, **as_player("ann"))
    asked = {"hand": "player", "player": "ann", "reason": "slow"}
    evening.no("no-rule", "forfeit-cards", role="casino supervisor", **asked)
    evening.ok("return-hand", hand="player")
    evening.turn("player")


def to_the_third_card() -> Evening:
    evening = table_of(FOUR)
    evening.turn()
    evening.card("KD")
    assert not evening.table.round.slots[-1].up
    return evening


def test_7_4_a_third_card_is_exposed_by_the_dealer_or_a_bettor() -> None:
    evening = to_the_third_card()
    turned = only(evening.turn())
    assert turned.clause == "7.4"
    evening = to_the_third_card()
    passed = only(evening.ok("pass-hand", hand="player", player="ann"))
    assert (passed.clause, passed.slots) == ("7.4", (4,))
    evening.turn("player", **as_player("ann"))
    evening.finish()


def test_7_4_nearest_miss_not_by_somebody_else() -> None:
    evening = to_the_third_card()
    assert clause(evening, "wrong-player", "pass-hand", hand="player", player="cat") == "6.3"
    evening.no("not-face-down", "pass-hand", hand="banker", player="cat")
    evening.no("not-complete", "announce-result")
