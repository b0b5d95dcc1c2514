"""canberra-mini, clauses 1, 2, 3, 4, 5 and 9: cards, wagers and calls at a live table."""

from datetime import timedelta

from sabot.table.running.opening import SECONDS_TO_BET
from support import card_checks, wager_checks
from support.evening import SIGN, Evening
from support.rows import Row, clause_tests
from support.table_checks import (
    OPERATOR,
    SUPERVISOR,
    cannot_open,
    coup,
    first_card,
    main,
    player,
    two,
)

GAME = "canberra-mini"


def test_1_1_the_approval_of_the_table_is_kept() -> None:
    evening = Evening(GAME, ready=False, approval="letter of 1 March")
    assert evening.opened[0].approval == "letter of 1 March"  # type: ignore[attr-defined]


def test_2_5_cards_are_checked_when_gaming_ends() -> None:
    evening = Evening(GAME)
    (over,) = evening.ok("close-table", **OPERATOR)
    assert over.check == "2.5"  # type: ignore[attr-defined]
    (checked,) = evening.ok("check-cards")
    assert checked.clause == "2.5" and evening.table.stack.checked  # type: ignore[attr-defined]


def test_2_5_nearest_miss_pre_shuffled_cards_need_none() -> None:
    evening = card_checks.unready(GAME)
    evening.ok("bring-cards", back="red", pre_shuffled="casino")
    evening.ok("shuffle")


def test_3_6_a_differential_is_on_the_sign() -> None:
    evening = two(GAME, sign={"differential": "100"})
    assert evening.table.sign.differential == 100_00
    evening.bet("al", "player", "500")
    refused = evening.no("no-rule", "reduce-wagers", side="player")
    assert refused.clause == "3.6"


def test_3_6_totals_beyond_it_are_not_dealt_to() -> None:
    """The displayed maximum binds: bets are taken again, and more cannot be approved."""
    evening = two(GAME, sign={"differential": "100"})
    evening.bet("al", "player", "210")
    evening.bet("bo", "banker", "100")
    evening.ok("no-more-bets")
    for who in ({}, SUPERVISOR, OPERATOR):
        assert evening.no("imbalance", "deal-card", **who, card="KS").clause == "3.6"
    for who in (SUPERVISOR, OPERATOR):
        evening.no("no-rule", "approve", **who, what="imbalance")
    evening.ok("place-your-bets")
    evening.ok("withdraw-wager", actor="bo", role="player", player="bo", on="banker")
    evening.bet("bo", "banker", "110")
    evening.coup("KS 9H KD KC")
    assert (evening.chips("al"), evening.chips("bo")) == (9_790_00, 10_104_50)


def test_3_6_nearest_miss_without_one_totals_are_free() -> None:
    evening = two(GAME)
    assert evening.table.sign.differential is None
    evening.bet("al", "player", "1000")
    coup(evening)
    assert evening.chips("al") == 9_000_00


def test_3_7_a_new_differential_needs_notice() -> None:
    evening = two(GAME)
    asked = {**OPERATOR, "sign": {**SIGN, "differential": "100"}}
    assert evening.no("no-sign", "change-limits", **asked).clause == "3.7"
    when = evening.now + timedelta(seconds=1)
    evening.ok("post-sign", **SUPERVISOR, kind="differential", amount="100", takes_effect=when)
    assert evening.no("too-early", "change-limits", **asked).clause == "3.7"
    evening.now = when
    evening.ok("change-limits", **asked)
    assert evening.table.sign.differential == 100_00


def test_3_7_nearest_miss_notice_of_other_limits_is_not_enough() -> None:
    evening = two(GAME)
    when, other = evening.now + timedelta(seconds=1), {**SIGN, "maximum": "500"}
    evening.ok("post-sign", **SUPERVISOR, kind="limits", sign=other, takes_effect=when)
    evening.now = when
    asked = {**OPERATOR, "sign": {**SIGN, "differential": "100"}}
    assert evening.no("no-sign", "change-limits", **asked).clause == "3.7"
    empty = Evening(GAME)
    empty.ok("change-limits", **asked)


def test_4_1_nobody_closes_the_bets_on_somebody_who_has_time_left() -> None:
    evening = two(GAME)
    evening.hasty = True
    main(evening)
    assert evening.no("not-answered", "no-more-bets").clause == "4.1"
    evening.ok("sit-out", **player("bo"), player="bo")
    evening.ok("no-more-bets")


def test_4_1_a_table_states_its_time() -> None:
    evening = two(GAME, seconds_to_bet=30)
    evening.hasty = True
    main(evening)
    evening.now += timedelta(seconds=29)
    assert evening.no("not-answered", "no-more-bets").clause == "4.1"
    evening.now += timedelta(seconds=1)
    evening.ok("no-more-bets")
    for seconds in (4, 601):
        assert cannot_open(GAME, "bad-time", seconds_to_bet=seconds) == "4.1"


def test_4_1_nearest_miss_whoever_comes_has_as_much_time() -> None:
    evening = two(GAME)
    evening.hasty = True
    main(evening, "al")
    main(evening, "bo")
    evening.now += timedelta(minutes=5)
    evening.join("cy", 3)
    assert evening.no("not-answered", "no-more-bets").clause == "4.1"
    evening.now += timedelta(seconds=SECONDS_TO_BET)
    evening.ok("no-more-bets")


def test_4_1_nearest_miss_all_have_answered() -> None:
    evening = two(GAME)
    evening.hasty = True
    main(evening, "al")
    main(evening, "bo")
    assert evening.no("answered", "sit-out", **player("bo"), player="bo").clause == "4.1"
    evening.no("proxy", "sit-out", **player("al"), player="bo")
    evening.ok("no-more-bets")


def test_4_4_several_players_share_a_box() -> None:
    evening = Evening(GAME, side_bets=["perfect-pairs-player"])
    for name in ("al", "bo", "cy", "di"):
        evening.join(name)
        for bet in ("player", "tie", "perfect-pairs-player"):
            evening.bet(name, bet, area=1)
    assert len(evening.table.round.stakes) == 12


def test_4_4_nearest_miss_nobody_may_limit_them() -> None:
    evening = Evening(GAME)
    for asked in ({"area": 1}, {"table": 1}):
        assert evening.no("no-rule", "limit-players", **OPERATOR, **asked).clause == "4.4"


def test_9_2_the_approved_pairs_layout_is_kept() -> None:
    pairs = {"layout": "Perfect Pairs", "approval": "letter of 2 March"}
    evening = Evening(GAME, ready=False, side_bets=["perfect-pairs-player"], **pairs)
    assert evening.table.opened.layout == "Perfect Pairs"
    assert evening.opened[0].approval == "letter of 2 March"  # type: ignore[attr-defined]


def test_9_3_the_sign_shows_the_pairs_option_and_its_limits() -> None:
    pairs = {"perfect-pairs-player": {"minimum": "10", "maximum": "40"}}
    evening = two(GAME, side_bets=["perfect-pairs-player"], sign={"wagers": pairs})
    shown = evening.opened[0].limit.by_wager  # type: ignore[attr-defined]
    assert shown["perfect-pairs-player"].most == 40_00
    evening.no_bet("above-maximum", "al", "perfect-pairs-player", "41")
    evening.no_bet("not-offered", "al", "canberra-pairs-player")


def test_9_7_pairs_are_bet_before_the_first_card() -> None:
    evening = two(GAME, side_bets=["perfect-pairs-player"])
    evening.bet("al", "perfect-pairs-player")
    first_card(evening)
    assert evening.table.round.stakes[1].on == "perfect-pairs-player"


def test_9_7_bets_stay_open_for_the_pairs_box() -> None:
    evening = two(GAME, side_bets=["perfect-pairs-player"])
    evening.hasty = True
    main(evening, "al")
    evening.no("not-answered", "no-more-bets")
    evening.bet("bo", "perfect-pairs-player")
    evening.ok("no-more-bets")


def test_9_7_nearest_miss_not_behind_it() -> None:
    evening = two(GAME, side_bets=["perfect-pairs-player"])
    main(evening)
    first_card(evening)
    evening.no_bet("untouched", "al", "perfect-pairs-player")


def test_9_9_pairs_are_settled_before_a_third_card() -> None:
    evening = two(GAME, side_bets=["perfect-pairs-player"])
    evening.bet("al", "perfect-pairs-player", "10")
    evening.ok("no-more-bets")
    for card in ("2S", "5H", "2S", "KC"):
        evening.card(card)
    evening.no("settle-first", "deal-card", card="3S")
    evening.ok("settle-wagers")
    assert evening.chips("al") > 10_000_00
    evening.card("3S")


def test_9_9_nearest_miss_other_wagers_wait() -> None:
    evening = two(GAME, side_bets=["perfect-pairs-player"])
    main(evening)
    evening.deal("2S 5H 2S KC")
    evening.no("not-announced", "settle-wagers")


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("2.5", "unchecked cards are not used", card_checks.must_check),
    ("2.5", "nearest miss a card is missing", card_checks.must_check_nearest_miss),
    ("4.1", "wagers lie before the first card", wager_checks.before_first_card),
    ("4.1", "nearest miss none is laid after it", wager_checks.before_first_card_nearest_miss),
    ("4.6", "no wager is touched until it is settled", wager_checks.untouched),
    ("4.6", "nearest miss before the first card it may be", wager_checks.untouched_nearest_miss),
    ("4.7", "all agree to no bet coups", card_checks.no_bet_agreed),
    ("4.7", "nearest miss one does not agree", card_checks.no_bet_agreed_nearest_miss),
    ("4.8", "no bet coups at an empty table", card_checks.no_bet_empty),
    ("4.8", "nearest miss somebody comes", card_checks.no_bet_empty_nearest_miss),
    ("5.2", "a player has cards riffled", card_checks.riffle),
    ("5.2", "nearest miss not after the cut", card_checks.riffle_nearest_miss),
]
globals().update(clause_tests(GAME, ROWS))
