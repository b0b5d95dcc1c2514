"""canberra-mini: evenings on which one clause meets another."""

from support.evening import Evening
from support.mini_evening import GAME, PLAYER_WINS, betting, dealt, face_down, take_down
from support.table_checks import OPERATOR, SUPERVISOR

SIGN = {"minimum": "5", "maximum": "1000"}
NEW_CARDS = {**OPERATOR, "back": "blue", "occasion": "any reason after a round"}


def shuffled() -> Evening:
    evening = Evening(GAME, ready=False)
    evening.ok("open-float", **SUPERVISOR, amount="1000")
    evening.ok("check-cards")
    evening.ok("shuffle")
    return evening


def test_2_3_supervisor_and_dealer_check_every_replacement() -> None:
    evening = dealt(PLAYER_WINS)
    evening.finish()
    evening.ok("bring-cards", **NEW_CARDS, pre_shuffled="angel")
    assert evening.no("not-checked", "shuffle").clause == "2.3"
    assert evening.no("wrong-role", "check-cards").clause == "2.3"
    assert evening.no("not-checked", "check-cards", **SUPERVISOR).clause == "2.3"
    alone = {**SUPERVISOR, "actor": "sam", "dealer": "sam"}
    assert evening.no("not-checked", "check-cards", **alone).clause == "2.3"
    (checked,) = evening.ok("check-cards", **{**alone, "dealer": "dana"})
    assert checked.clause == "2.3" and checked.dealer == "dana"  # type: ignore[attr-defined]
    evening.ok("shuffle")


def test_2_5_no_table_opens_before_the_last_cards_are_checked() -> None:
    evening = Evening(GAME)
    evening.ok("close-table", **OPERATOR)
    again = {**SUPERVISOR, "rulebook": GAME, "sign": SIGN, "feed": "typed"}
    assert evening.no("not-checked", "open-table", **again).clause == "2.5"
    evening.ok("check-cards", missing=1)
    evening.ok("open-table", **again)


def test_3_2_nearest_miss_a_personal_minimum_is_not_below_the_sign() -> None:
    evening = betting()
    own = {**OPERATOR, "player": "alice", "minimum": "4", "maximum": "5000"}
    assert evening.no("bad-sign", "set-personal-limits", **own).clause == "3.2"
    evening.ok("set-personal-limits", **{**own, "minimum": "5"})


def test_4_5_b_nearest_miss_an_approval_leaves_with_its_player() -> None:
    evening = Evening(GAME)
    evening.join("alice", 1)
    evening.ok("approve", **SUPERVISOR, what="both hands", player="alice")
    evening.ok("leave-table", player="alice")
    evening.join("alice", 1)
    evening.bet("alice", "player")
    assert evening.no_bet("needs-approval", "alice", "banker").clause == "4.5(b)"


def test_4_7_nearest_miss_a_newcomer_has_agreed_to_nothing() -> None:
    evening = Evening(GAME)
    evening.join("alice", 1)
    asked = {**SUPERVISOR, "asked_by": "alice"}
    evening.ok("call-no-bet-coup", **asked, agreed=["alice"])
    evening.join("bob", 2)
    evening.bet("bob", "banker")
    evening.ok("withdraw-wager", player="bob", on="banker")
    assert evening.no("not-agreed", "call-no-bet-coup", **asked, agreed=["alice"]).clause == "4.7"


def test_5_3_any_player_may_be_offered_the_cut() -> None:
    for place in (2, None):
        evening = shuffled()
        evening.join("alice", 1)
        evening.join("bob", place)
        (cut,) = evening.ok("cut-cards", depth=200, from_back=52, cutter="bob")
        assert cut.cutter == "bob"  # type: ignore[attr-defined]


def test_5_3_nearest_miss_a_player_who_stands_is_asked_before_the_supervisor() -> None:
    evening = shuffled()
    evening.join("alice", None)
    cut = {"depth": 200, "from_back": 52}
    assert evening.no("wrong-cut", "cut-cards", **cut).clause == "5.3"
    for cutter in ("zoe", "alice"):
        asked = {**cut, "cutter": cutter, "declined": ["alice"]}
        assert evening.no("wrong-cut", "cut-cards", **asked).clause == "5.3"
    evening.ok("cut-cards", **cut, declined=["alice"])


def test_12_2_nearest_miss_a_card_that_was_shuffled_forces_nothing() -> None:
    evening = betting()
    evening.ok("no-more-bets")
    evening.card("9S", cutting_card=True)
    for name in ("5H", "KD", "KC"):
        evening.card(name)
    evening.ok(
        "report-irregularity",
        situation="surplus-to-banker",
        circumstances={"exposed": True},
        card="7S",
    )
    evening.finish()
    assert evening.table.round.no_bet == "12.2"
    assert evening.no("must-shuffle", "deal-card").clause == "5.8"
    evening.fresh_cards()
    assert evening.table.round.no_bet is None and not evening.table.stack.carried
    evening.bet("alice", "player")
    assert evening.replayed() == evening.table


def test_8_8_b_nearest_miss_a_supervisor_rounds_and_gives_nothing() -> None:
    """A stake that chips cannot pay is refused; one found late is paid up, never below the odds."""
    evening = Evening(GAME, chip="5", sign={"minimum": "20", "maximum": "1000"})
    evening.join("alice", 1)
    evening.bet("alice", "tie", "20")
    evening.no("bad-amount", "place-wager", player="alice", on="banker", amount="30")
    evening.deal("KS")
    found = {"player": "alice", "on": "banker", "amount": "15"}
    evening.ok("report-irregularity", situation="below-minimum", **found)
    evening.deal("9S KD KC")
    evening.ok("announce-result")
    pays = {**SUPERVISOR, "reason": "14.25 in chips of 5"}
    for amount in ("1000", "14.25", "10", "20", "5"):
        evening.no("bad-amount", "settle-wagers", **pays, pays={2: amount})
    evening.ok("settle-wagers", **pays, pays={2: "15"})
    assert evening.chips("alice") == 9_995_00


def test_12_6_a_no_wager_changes_while_a_player_has_a_hand() -> None:
    evening = face_down(PLAYER_WINS)
    evening.ok("pass-hand", hand="player", player="alice")
    unseen = {"exposed": False, "deal_correct": True}
    change = {**SUPERVISOR, "situation": "change-of-wagers", "circumstances": unseen}
    assert evening.no("cards-out", "report-irregularity", **change).clause == "12.6(a)"
    evening.ok("return-hand", hand="player")
    assert evening.no("not-so", "report-irregularity", **change).clause == "12.6(a)"


def test_12_9_nearest_miss_who_takes_a_wager_down_keeps_no_cards() -> None:
    evening = face_down(PLAYER_WINS)
    evening.ok("pass-hand", hand="player", player="alice")
    evening.ok("report-irregularity", situation="cards-to-wrong-player")
    take_down(evening, "alice")
    assert evening.no("cards-out", "resume-play").clause == "6.3"
    evening.ok("return-hand", hand="player")
    evening.ok("resume-play")
    assert evening.no_turn("not-your-cards", "player", actor="alice", role="player")
    evening.turn()


def test_4_7_nearest_miss_players_agree_to_one_round_at_a_time() -> None:
    evening = betting()
    for player, on in (("alice", "player"), ("bob", "banker")):
        evening.ok("withdraw-wager", player=player, on=on)
    asked = {**SUPERVISOR, "asked_by": "alice", "agreed": ["alice", "bob"]}
    assert evening.no("one-coup", "call-no-bet-coup", **asked, coups=2).clause == "4.7"
    evening.ok("call-no-bet-coup", **asked)
    evening.coup(PLAYER_WINS)
    evening.bet("alice", "player")
