"""Signs, limits that change, pay schemes, opening, disputes and closing."""

from typing import Any

import pytest

from reference.evening import Evening
from reference.facts import (
    Bought,
    CardShown,
    Closed,
    DisputeDecided,
    DisputeRaised,
    DisputeReviewed,
    Joined,
    Laid,
    LayoutApproved,
    Left,
    LimitsChanged,
    MinimumRaised,
    Opened,
    PersonalLimit,
    Reduced,
    Returned,
    ReviewRequested,
    SchemeChanged,
    SignPosted,
    ToldOfComplaint,
)
from reference.openings import FLOAT, deal, finish, lay, opened, put, ready, refused
from reference.state import Options

BACCARAT = "star-baccarat"
SEVEN_UP = "star-seven-up"
THREE_CARD = "star-three-card"
LUCKY_DRAW = "star-lucky-draw"
CANBERRA = "canberra-mini"
SUPERVISOR = "casino supervisor"
TWENTY = 20 * 60


@pytest.mark.parametrize(
    ("game", "clause"),
    [(BACCARAT, "6.7"), (SEVEN_UP, "6.7"), (THREE_CARD, "6.5"), (LUCKY_DRAW, "6.5")],
)
def test_a_higher_minimum_needs_a_sign_of_twenty_minutes(game: str, clause: str) -> None:
    evening = opened(game)
    assert refused(evening, LimitsChanged("minimum", 10_00, by="dealer")) == clause
    assert refused(evening, LimitsChanged("minimum", 10_00)) == clause
    put(evening, SignPosted("minimum", 10_00, takes_effect=1 + TWENTY, at=1))
    assert refused(evening, LimitsChanged("minimum", 10_00, at=TWENTY)) == clause
    assert refused(evening, LimitsChanged("minimum", 20_00, at=1 + TWENTY)) == clause
    put(evening, LimitsChanged("minimum", 10_00))
    put(evening, LimitsChanged("minimum", 5_00), LimitsChanged("maximum", 50_00))


def test_signs_do_not_replace_or_license_one_another() -> None:
    """A change is licensed by the sign that announced exactly it."""
    evening = opened(BACCARAT, lines={"tie": (5_00, 50_00)})
    put(evening, SignPosted("minimum", 10_00, takes_effect=1 + TWENTY, at=1))
    put(evening, SignPosted("minimum", 25_00, takes_effect=2 * TWENTY))
    put(evening, SignPosted("minimum", 15_00, "tie", takes_effect=1 + TWENTY))
    assert refused(evening, LimitsChanged("minimum", 15_00, at=1 + TWENTY)) == "6.7"
    put(evening, LimitsChanged("minimum", 10_00), LimitsChanged("minimum", 15_00, "tie"))
    assert refused(evening, LimitsChanged("minimum", 25_00)) == "6.7"
    put(evening, LimitsChanged("minimum", 25_00, at=2 * TWENTY))


def test_a_sign_for_a_time_too_near_stands_twenty_minutes_all_the_same() -> None:
    evening = opened(BACCARAT)
    put(evening, SignPosted("minimum", 10_00, takes_effect=TWENTY, at=1))
    assert refused(evening, LimitsChanged("minimum", 10_00, at=TWENTY)) == "6.7"
    put(evening, LimitsChanged("minimum", 10_00, at=TWENTY + 1))


def test_canberra_gives_prior_notice_of_every_change() -> None:
    evening = opened(CANBERRA)
    assert refused(evening, LimitsChanged("maximum", 50_00)) == "3.1"
    put(evening, SignPosted("maximum", takes_effect=2, at=1))  # a blank sign
    assert refused(evening, LimitsChanged("maximum", 50_00, at=3)) == "3.1"
    put(evening, SignPosted("maximum", 50_00, takes_effect=3))
    assert refused(evening, LimitsChanged("maximum", 50_00)) == "3.1"  # not before: at 3 itself
    put(evening, SignPosted("maximum", 50_00, takes_effect=4))
    put(evening, LimitsChanged("maximum", 50_00, at=4))


def test_raised_at_once_protects_those_who_are_there() -> None:
    evening = opened(BACCARAT)
    put(evening, MinimumRaised(25_00), Joined("dora", 4))
    put(evening, Laid("anna", "player", 1, 5_00))
    assert refused(evening, MinimumRaised(25_00)) == "6.7.1"
    evening.table.money["chips:dora"] = 100_00
    assert refused(evening, Laid("dora", "player", 4, 20_00)) == "6.1"
    assert refused(evening, Laid("dora", "tie", 4, 20_00)) == "6.1"
    assert refused(ready(CANBERRA), MinimumRaised(25_00)) == "no rule"


def test_a_line_of_its_own_binds_newcomers_too() -> None:
    """A change is licensed by the sign that announced exactly it."""
    evening = opened(BACCARAT, lines={"tie": (5_00, 50_00)})
    put(evening, MinimumRaised(10_00, "tie"), Joined("dora", 4), Laid("anna", "tie", 1, 5_00))
    evening.table.money["chips:dora"] = 100_00
    assert refused(evening, Laid("dora", "tie", 4, 5_00)) == "6.1"
    put(evening, Laid("dora", "player", 4, 5_00))


def test_protection_ends_with_leaving_or_after_a_sign() -> None:
    evening = opened(BACCARAT)
    put(evening, MinimumRaised(25_00))
    put(evening, SignPosted("minimum", 25_00, takes_effect=1 + TWENTY, at=1))
    put(evening, Laid("anna", "player", 1, 5_00))
    put(evening, LimitsChanged("minimum", 25_00, at=1 + TWENTY))
    assert refused(evening, Laid("ben", "player", 1, 5_00)) == "6.1"


def test_a_personal_minimum_is_not_cancelled_by_protection() -> None:
    """A personal maximum lifts the lines that it may lift."""
    evening = opened(BACCARAT)
    assert refused(evening, PersonalLimit("anna", 50_00, 5_000_00)) == "6.8"  # not in excess
    assert refused(evening, PersonalLimit("anna", 50_00, 9_000_00, sign=False)) == "6.8"
    put(evening, PersonalLimit("anna", 50_00, 9_000_00), MinimumRaised(25_00))
    assert refused(evening, Laid("anna", "player", 1, 45_00)) == "6.1"
    put(evening, Laid("anna", "player", 1, 9_000_00), Laid("ben", "player", 1, 5_00))


def test_the_scheme_changes_after_a_sign_or_by_consent() -> None:
    everybody = frozenset({"anna", "ben", "cleo"})
    for game, clause, sign in ((BACCARAT, "14.13", "2.5"), (THREE_CARD, "14.8", "2.4")):
        evening = ready(game)
        assert refused(evening, SchemeChanged("even-money", consent=frozenset())) == clause
        put(evening, SchemeChanged("even-money", consent=everybody))
        lay(evening, ("anna", "player", 1, 5_00))
        assert refused(evening, CardShown("2H")) == sign
        put(evening, SignPosted("odds", scheme="even-money"), CardShown("2H"))
        assert refused(evening, SchemeChanged("standard", consent=everybody)) == clause
    evening = ready(CANBERRA)
    assert refused(evening, SchemeChanged("non-commission", consent=everybody)) == "8.3"
    put(evening, SignPosted("scheme", scheme="non-commission", takes_effect=5, at=1))
    put(evening, SchemeChanged("non-commission", at=5))
    assert refused(ready(SEVEN_UP), SchemeChanged("even-money")) == "no rule"


def test_canberra_pairs_wait_for_approval_and_sign() -> None:
    evening = opened(CANBERRA, offered=frozenset({"pair-player"}), pairs="canberra")
    evening.table.shoe.step = "ready"
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "")
    assert refused(evening, CardShown("2H")) == "9.2"
    put(evening, LayoutApproved())
    assert refused(evening, CardShown("2H")) == "9.3"
    put(evening, SignPosted("pairs"), CardShown("2H"))


@pytest.mark.parametrize(
    ("game", "changes", "clause"),
    [
        (BACCARAT, {"decks": 5}, "3.1"),
        (BACCARAT, {"decks": 4, "offered": frozenset({"tiger"})}, "3.1"),
        (BACCARAT, {"decks": 4, "offered": frozenset({"super-six"})}, None),
        (BACCARAT, {"offered": frozenset({"tiger", "super-six"})}, "10.2"),
        (BACCARAT, {"low_limit": True}, "6.9.2"),
        (BACCARAT, {"boxes": 10}, "2.2"),
        (SEVEN_UP, {"decks": 8, "source": "device"}, "3.1"),
        (SEVEN_UP, {"decks": 6}, "3.6"),
        (SEVEN_UP, {"decks": 6, "source": "device", "boxes": 2}, "2.2.2"),
        (THREE_CARD, {"decks": 4}, "3.1"),
        (LUCKY_DRAW, {"boxes": 8}, "2.1"),
        (CANBERRA, {"decks": 6}, "2.1"),
        (CANBERRA, {"source": "device"}, "6.1"),
        (CANBERRA, {"offered": frozenset({"pair-player"})}, "8.2"),
        (CANBERRA, {}, None),
    ],
)
def test_opening(game: str, changes: dict[str, Any], clause: str | None) -> None:
    options = Options(minimum=5_00, maximum=500_00, chips=(50,), **changes)
    assert refused(Evening(game, options), Opened(FLOAT)) == clause


@pytest.mark.parametrize(
    ("game", "clause"),
    [(BACCARAT, "14.14"), (SEVEN_UP, "14.8"), (THREE_CARD, "14.9"), (LUCKY_DRAW, "12.8")],
)
def test_closing_with_players_present(game: str, clause: str) -> None:
    evening = opened(game)
    assert refused(evening, Closed()) == clause
    put(evening, *[Left(name, by="dealer") for name in ("anna", "ben", "cleo")])
    assert refused(evening, Closed()) == clause  # keyed out by the dealer
    put(evening, SignPosted("close", takes_effect=1 + TWENTY, at=1))
    assert refused(evening, Closed(at=TWENTY)) == clause
    assert refused(evening, Closed("dealer", at=1 + TWENTY)) == clause
    assert put(evening, Closed()).phase == "closed"


def test_an_empty_table_closes_without_a_sign() -> None:
    evening = opened(BACCARAT)
    put(evening, *[Left(name) for name in ("anna", "ben", "cleo")], Closed())
    evening = opened(CANBERRA)
    put(evening, SignPosted("close", takes_effect=1, at=100))
    assert refused(evening, Closed(at=200)) == "13.2"  # a sign for a time that was over


def test_closing_gives_lying_wagers_back_and_never_interrupts_a_coup() -> None:
    evening = ready(BACCARAT)
    put(evening, SignPosted("close", takes_effect=1 + TWENTY, at=1))
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "2H")
    assert refused(evening, Closed(at=1 + TWENTY)) == "5.4"
    deal(evening, "9D 5H KC")
    finish(evening)
    lay(evening, ("anna", "player", 1, 5_00))
    ruling = put(evening, Closed())
    assert "layout:anna" not in ruling.money


def test_disputes() -> None:
    evening = ready(BACCARAT)
    put(evening, DisputeRaised("anna"))
    assert refused(evening, DisputeDecided("anna", "dealer")) == "14.18"
    assert refused(evening, ReviewRequested("anna")) == "14.18"
    put(evening, DisputeDecided("anna", "gaming supervisor"))
    assert put(evening, ReviewRequested("anna")).duties
    assert refused(evening, DisputeReviewed("ben", SUPERVISOR)) == "14.18"
    put(evening, DisputeReviewed("anna", SUPERVISOR))
    assert not put(evening, ToldOfComplaint("anna")).duties


def test_every_limit_of_the_sign_is_altered() -> None:
    evening = ready(BACCARAT)
    put(evening, LimitsChanged("area maximum", 20_00, "player"), LimitsChanged("unit", 10_00))
    put(evening, LimitsChanged("differential", 50_00), LimitsChanged("maximum", 30_00, "tie"))
    assert refused(evening, LimitsChanged("colour", 5_00)) == "impossible"
    assert refused(evening, Laid("anna", "player", 1, 25_00)) == "6.1"
    assert refused(evening, Laid("anna", "player", 1, 10_00)) == "6.1.1"
    assert refused(evening, Laid("anna", "tie", 1, 35_00)) == "6.1"
    lay(evening, ("anna", "player", 1, 15_00), ("anna", "tie", 1, 25_00))
    lay(evening, ("ben", "banker", 2, 75_00))
    assert put(evening, Reduced("banker")).money["layout:ben"] == 65_00
    put(evening, LimitsChanged("area maximum", None, "player"), LimitsChanged("unit", None))
    put(evening, Laid("anna", "player", 1, 100_00))
    assert refused(ready(THREE_CARD), LimitsChanged("differential", 50_00)) == "6.5"


def test_a_first_line_of_its_own_protects_by_the_tables_minimum() -> None:
    evening = opened(BACCARAT)
    put(evening, MinimumRaised(25_00), MinimumRaised(50_00, "tie"))
    put(evening, Laid("anna", "tie", 1, 5_00), Laid("anna", "player", 1, 5_00))


def test_protection_does_not_outlive_a_visit() -> None:
    evening = opened(BACCARAT)
    put(evening, MinimumRaised(25_00), Left("anna", to="account"), Returned("anna", 1))
    put(evening, Bought("anna", 50_00, "account"))
    assert refused(evening, Laid("anna", "player", 1, 5_00)) == "6.1"
