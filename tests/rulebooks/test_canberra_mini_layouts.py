"""canberra-mini: layouts, equipment, and forbidden conduct at a table."""

from support import layout_checks
from support.evening import Evening
from support.rows import Row, clause_tests
from support.table_checks import SUPERVISOR, first_card

GAME = "canberra-mini"


def test_1_1_a_table_without_approval_is_not_played_at() -> None:
    evening = layout_checks.bettor(GAME)
    (seen,) = evening.ok("inspect-table", **SUPERVISOR)
    assert "1.1" in seen.missing.values()  # type: ignore[attr-defined]
    evening.ok("no-more-bets")
    assert evening.no("not-equipped", "deal-card", card="2S").clause == "1.1"


def test_1_1_nearest_miss_the_approval_came_with_the_opening() -> None:
    evening = layout_checks.bettor(GAME, approval="letter of 1 March")
    (seen,) = evening.ok("inspect-table", **SUPERVISOR)
    assert not seen.missing and seen.approval == "letter of 1 March"  # type: ignore[attr-defined]
    first_card(evening)


def test_9_2_a_pairs_layout_is_approved_before_use() -> None:
    pairs = {"layout": "Perfect Pairs", "side_bets": ["perfect-pairs-player"]}
    opened = Evening(GAME, ready=False, **pairs).opened[0]
    assert opened.to_approve == ("1.1", "9.2")  # type: ignore[attr-defined]
    layout_checks.equipped(GAME, "9.2", "written approval (9.2)", **pairs)


def test_9_2_nearest_miss_a_table_without_pairs_needs_no_second_approval() -> None:
    opened = Evening(GAME, ready=False).opened[0]
    assert opened.to_approve == ("1.1",)  # type: ignore[attr-defined]
    layout_checks.carries_nearest_miss(GAME, "8.2", "Mini-Baccarat", "perfect-pairs-player")


def test_9_2_nearest_miss_any_other_name_is_none() -> None:
    layout_checks.by_name_nearest_miss(GAME, "1.1", "diagram A")


def test_8_3_the_first_card_waits_for_the_sign_of_the_other_method() -> None:
    layout_checks.first_card_waits(GAME, "8.3", scheme="non-commission")


def test_9_3_the_first_card_waits_for_the_sign_of_the_pairs() -> None:
    layout_checks.first_card_waits(GAME, "9.3", side_bets=["perfect-pairs-player"])


def test_9_2_the_first_card_waits_for_the_approval_of_the_pairs_layout() -> None:
    evening = Evening(GAME, side_bets=["perfect-pairs-player"], approval=None)
    evening.join("al", 1)
    evening.bet("al", "player", "20")
    evening.ok("no-more-bets")
    assert evening.no("not-approved", "deal-card", card="KS").clause == "9.2"
    evening.ok("inspect-table", actor="sue", role="casino supervisor", approval="letter of 2 March")
    evening.says("deal-card", card="KS")


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("14.5", "advice on how to play brings a warning", layout_checks.warned),
    (
        "14.5",
        "nearest miss no warning without advice on how to play",
        layout_checks.warned_nearest_miss,
    ),
    ("14.7", "advice that was not asked for brings a warning", layout_checks.warned),
    (
        "14.7",
        "nearest miss no warning without advice that was not asked for",
        layout_checks.warned_nearest_miss,
    ),
    ("14.8", "private bets brings a warning", layout_checks.warned),
    ("14.8", "nearest miss no warning without private bets", layout_checks.warned_nearest_miss),
    ("15.17", "advice in a tournament brings a warning", layout_checks.warned),
    (
        "15.17",
        "nearest miss no warning without advice in a tournament",
        layout_checks.warned_nearest_miss,
    ),
]
globals().update(clause_tests(GAME, ROWS))
