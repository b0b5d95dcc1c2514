"""Displays at a table before its first card: signs, and the approval of a layout."""

import pytest

from support.evening import Evening

SUE = {"actor": "sue", "role": "casino supervisor"}
OMAR = {"actor": "omar", "role": "casino operator"}
PAIRS = ["perfect-pairs-player", "perfect-pairs-banker"]
OTHERS = [
    ("star-baccarat", "even-money", "2.5"),
    ("star-three-card", "even-money", "2.4"),
    ("canberra-mini", "non-commission", "8.3"),
]


def betting(game: str, **options: object) -> Evening:
    """A wager lies, the cards are ready, and no sign has been put up."""
    evening = Evening(game, ready=False, **options)
    evening.ok("open-float", **SUE, amount="100000")
    evening.fresh_cards()
    evening.join("ada", 1)
    boxes = {"box": 1} if game == "star-three-card" else {}
    evening.bet("ada", "player", "20", **boxes)
    evening.ok("no-more-bets")
    return evening


@pytest.mark.parametrize(("game", "scheme", "clause"), OTHERS)
def test_the_first_card_waits_for_the_sign_of_another_scheme(
    game: str, scheme: str, clause: str
) -> None:
    evening = betting(game, scheme=scheme)
    assert evening.no("not-displayed", "deal-card", card="KS").clause == clause
    evening.ok("show-odds")
    evening.says("deal-card", card="KS")


@pytest.mark.parametrize(("game", "scheme", "clause"), OTHERS)
def test_nearest_miss_the_first_scheme_needs_no_sign_and_an_inspection_sees_one(
    game: str, scheme: str, clause: str
) -> None:
    betting(game).says("deal-card", card="KS")
    seen = betting(game, scheme=scheme)
    seen.ok("inspect-table", **SUE, approval="letter 7")
    seen.says("deal-card", card="KS")


@pytest.mark.parametrize(("game", "scheme", "clause"), OTHERS)
def test_a_sign_of_the_scheme_before_is_not_that_of_the_new_one(
    game: str, scheme: str, clause: str
) -> None:
    evening = Evening(game)
    evening.ok("switch-scheme", **OMAR, scheme=scheme)
    evening.join("ada", 1)
    evening.bet("ada", "player", "20", **({"box": 1} if game == "star-three-card" else {}))
    evening.ok("no-more-bets")
    assert evening.no("not-displayed", "deal-card", card="KS").clause == clause
    evening.ok("show-odds")
    evening.says("deal-card", card="KS")


def test_canberra_9_2_the_first_card_waits_for_the_approval_of_the_pairs_layout() -> None:
    evening = betting("canberra-mini", side_bets=PAIRS, approval=None)
    evening.ok("show-odds")
    assert evening.no("not-approved", "deal-card", card="KS").clause == "9.2"
    evening.ok("inspect-table", **SUE, approval="letter of 2 March")
    evening.says("deal-card", card="KS")


def test_9_2_nearest_miss_without_pairs_no_layout_of_them_is_approved() -> None:
    betting("canberra-mini").says("deal-card", card="KS")


def test_canberra_9_3_the_first_card_waits_for_the_sign_of_the_pairs() -> None:
    evening = betting("canberra-mini", side_bets=PAIRS)
    assert evening.no("not-displayed", "deal-card", card="KS").clause == "9.3"
    (shown,) = evening.ok("show-odds")
    assert shown.limits_clause == "9.3"  # type: ignore[attr-defined]
    assert set(shown.limits) == set(PAIRS)  # type: ignore[attr-defined]
    evening.says("deal-card", card="KS")


def test_canberra_9_3_a_sign_with_limits_of_before_is_not_that_of_the_pairs() -> None:
    evening = Evening("canberra-mini", side_bets=PAIRS)
    lower = {"minimum": "5", "maximum": "1000", "wagers": {PAIRS[0]: {"maximum": "50"}}}
    evening.ok("change-limits", **OMAR, sign=lower)
    evening.join("ada", 1)
    evening.bet("ada", "player", "20")
    evening.ok("no-more-bets")
    assert evening.no("not-displayed", "deal-card", card="KS").clause == "9.3"
    evening.ok("show-odds")
    evening.says("deal-card", card="KS")
