"""star-lucky-draw: what a careful eye finds at a live table, clause by clause."""

from sabot.core.money import TOKENS
from sabot.table.coup.cutting_card import is_cutting_card_due
from sabot.table.state import PREPARING
from support.evening import VOUCHER, Evening, Json
from support.irregular import report
from support.lucky_draw_evening import GAME, betting, complete, deciding, seated, stand

BOSS: Json = {"role": "casino supervisor"}
ALICE: Json = {"actor": "alice", "role": "player", "player": "alice"}


def test_3_7_nearest_miss_the_shoe_is_not_played_out() -> None:
    evening = complete()
    evening.finish()
    new: Json = {**BOSS, "back": "blue", "occasion": "the last round"}
    assert evening.no("wrong-replacement", "bring-cards", **new).clause == "3.7"
    evening.bet("alice", "enter", box=1)
    evening.ok("deal-card", card="4S", cutting_card=True)
    evening.ok("bring-cards", **new)


def test_4_6_2_the_player_and_not_the_seat_beside_the_area() -> None:
    """Alice sits at 1 and plays area 3 too, on which the cutting card comes; Bob sits at 4."""
    evening = Evening(GAME)
    evening.join("alice", 1)
    evening.join("bob", 4)
    evening.ok("take-box", **ALICE, box=3)
    evening.bet("alice", "enter", box=1)
    evening.bet("alice", "enter", box=3)
    evening.card("4S")
    evening.card("5S", cutting_card=True)
    evening.deal("6H 3D 2D")
    evening.choose(1, "stand", "alice")
    evening.choose(3, "stand", "alice")
    evening.deal("2H")
    evening.finish()
    evening.ok("shuffle")
    cut: Json = {"depth": 100, "from_back": 52}
    evening.no("wrong-cut", "cut-cards", cutter="bob", **cut)
    evening.ok("cut-cards", cutter="alice", **cut)


def test_5_4_a_draw_wager_is_made_with_tokens_too() -> None:
    evening = Evening(GAME)
    evening.join("alice", 1, chips="0")
    evening.ok("exchange-voucher", player="alice", amount="200", **VOUCHER)
    evening.bet("alice", "enter", box=1, currency=TOKENS)
    evening.deal("4S 6H 3D")
    draw: Json = {"actor": "alice", "role": "player", "box": 1, "decision": "draw"}
    evening.no("short-of-money", "decide-hand", **draw)
    assert evening.no("wrong-currency", "decide-hand", **draw, currency="cash").clause == "5.4"
    (decided,) = evening.ok("decide-hand", **draw, currency=TOKENS)
    assert decided.stake.currency == TOKENS  # type: ignore[attr-defined]
    evening.deal("2C KD")
    evening.finish()
    assert (evening.chips("alice", TOKENS), evening.chips("alice")) == (200_00, 100_00 + 300_00)


def test_5_7_a_seat_whose_area_another_plays_comes_without_it() -> None:
    evening = Evening(GAME)
    evening.join("alice", 1)
    for box in range(2, 8):
        evening.ok("take-box", **ALICE, box=box)
    evening.join("bob", 2)
    assert evening.table.patrons["bob"].boxes == ()
    evening.ok("ask-for-box", player="bob")
    assert evening.ok("give-up-box", player="alice", box=2)[0].clause == "5.7"  # type: ignore[attr-defined]
    evening.ok("take-box", player="bob", box=2)
    evening.bet("bob", "enter", box=2)
    assert evening.replayed() == evening.table


def test_5_7_nearest_miss_the_player_who_was_there_goes_on() -> None:
    evening = seated()
    evening.ok("take-box", **ALICE, box=3)
    evening.join("carl", 3)
    evening.bet("alice", "enter", box=3)


def test_5_8_nearest_miss_while_the_cards_are_shuffled_a_wager_may_go_back() -> None:
    """The cutting card came first: no card of the round is out."""
    evening = betting()
    evening.ok("deal-card", card="4S", cutting_card=True)
    evening.ok("shuffle")
    assert evening.table.phase == PREPARING
    evening.ok("withdraw-wager", **ALICE, on="enter", box=1)
    evening.ok("leave-table", **ALICE)


def test_6_3_a_maximum_lowered_over_a_wager_cuts_it_without_shares() -> None:
    evening = betting()
    sign = {"minimum": "5", "maximum": "1000", "area_maximum": "60"}
    evening.ok("change-limits", **BOSS, sign=sign)
    assert evening.no_bet("above-maximum", "alice", "enter", "10", box=1).clause == "6.1"
    evening.card("4S")
    stakes = evening.table.round.stakes.values()
    assert [(laid.live, laid.clause) for laid in stakes] == [(60_00, "6.3"), (60_00, "6.3")]


def test_6_7_a_sign_of_ones_own_goes_beyond_the_area_maximum() -> None:
    evening = seated(sign={"area_maximum": "60"})
    evening.ok("set-personal-limits", **BOSS, player="alice", minimum="5", maximum="2000")
    evening.bet("alice", "enter", "1500", box=1)
    evening.no_bet("above-maximum", "bob", "enter", "61", box=2)
    evening.card("4S")
    assert [laid.live for laid in evening.table.round.stakes.values()] == [1500_00]


def test_8_1_nearest_miss_nobody_decides_before_the_counts_are_called() -> None:
    evening = betting()
    for name in ["4S", "5S", "6H", "3D", "2D"]:
        evening.card(name)
    said: Json = {"actor": "alice", "role": "player", "box": 1, "decision": "stand"}
    assert evening.no("not-announced", "decide-hand", **said).clause == "8.1"
    evening.ok("announce-counts")
    evening.ok("decide-hand", **said)


def test_10_10_nearest_miss_the_discards_are_cut_a_deck_from_either_end() -> None:
    evening = betting(decks=3)
    while evening.table.stack.dealt < 3 * 52 - 5:
        if is_cutting_card_due(evening.table):
            report(evening, "cutting-card-first")  # 4.1.2: shuffled before this round
        report(evening, "first-card-exposed", {"face_up": True})
    evening.card("4S", unshuffled=True)
    evening.deal("5S 6H 3D 2D")
    stand(evening)
    report(evening, "cards-run-out")
    cut = {"declined": ["alice", "bob"], "from_back": 52}
    assert evening.no("wrong-cut", "cut-cards", **cut, depth=51).clause == "4.8"
    evening.ok("cut-cards", **cut, depth=52)


def test_11_5_1_nearest_miss_enter_and_draw_go_back_together() -> None:
    evening = deciding(source="device")
    evening.choose(1, "draw", "alice")
    report(evening, "device-without-spare", {"damaged": False})
    assert evening.no("not-alone", "take-down", **ALICE, on="draw").clause == "8.2"
    evening.ok("take-down", **ALICE, on="enter")
    assert evening.chips("alice") == 1_000_000


def test_12_10_a_wager_is_refused_while_the_cards_are_shuffled() -> None:
    evening = betting()
    evening.ok("deal-card", card="4S", cutting_card=True)
    evening.ok("shuffle")
    evening.ok("refuse-wager", **BOSS, player="alice", on="enter", box=1, reason="drunk")
    assert evening.chips("alice") == 1_000_000
