"""Limits: what is refused when it is laid, and what counts of what was found lying."""

from typing import Any

import pytest

from reference.facts import (
    Decided,
    Laid,
    LossLimit,
    PersonalLimit,
    Reduced,
    ResultAnnounced,
    Settled,
    TokensIssued,
    Withdrew,
)
from reference.limits import pro_rata
from reference.openings import DEFAULTS, deal, finish, lay, put, ready, refused

BACCARAT = "star-baccarat"
SEVEN_UP = "star-seven-up"
THREE_CARD = "star-three-card"
CANBERRA = "canberra-mini"

PLAYER_LOSES = {BACCARAT: "KH 9D 5H KC", SEVEN_UP: "9D KH KC", CANBERRA: "KH 9D 5H KC"}
"""Cards with which the Banker has a natural 9 and the Player's hand less."""

MAIN_BET = {game: "enter" if game == "star-lucky-draw" else "player" for game in DEFAULTS}


def lost(game: str, stakes: list[int], together: bool = False, **limits: Any) -> list[int]:
    """Lay stakes on Player found lying, one a player or all by one; return what each loses."""
    names = ["anna", "ben", "cleo"]
    evening = ready(game, **limits)
    if game == SEVEN_UP:
        evening.table.players_at_area = 3
    for name, stake in zip(["anna"] * 3 if together else names, stakes, strict=False):
        lay(evening, (name, "player", 1, stake), found=True)
    deal(evening, PLAYER_LOSES[game])
    ruling = finish(evening)
    some = names[:1] if together else names[: len(stakes)]
    return [10_000_00 - ruling.money[f"chips:{name}"] for name in some]


@pytest.mark.parametrize("game", [BACCARAT, SEVEN_UP])
@pytest.mark.parametrize(
    ("stakes", "maximum", "area", "counted"),
    [
        ([900, 100], 100, 100, [50, 50]),  # each to its maximum first
        ([100, 100], 100, 100, [50, 50]),
        ([900, 100], 100, 200, [100, 100]),
        ([150, 250], 120, 300, [120, 120]),
        ([150, 250], 120, 230, [115, 115]),
        ([5, 40], 10, 20, [5, 10]),
        ([5, 40], 10, 10, [3, 7]),
    ],
)
def test_each_wager_to_its_maximum_and_then_the_area(
    game: str, stakes: list[int], maximum: int, area: int, counted: list[int]
) -> None:
    cents = [stake * 100 for stake in stakes]
    limits: dict[str, Any] = {
        "maximum": maximum * 100,
        "areas": {"player": area * 100},
        "chips": (1_00,),
    }
    assert lost(game, cents, **limits) == [each * 100 for each in counted]


def test_two_pieces_of_one_wager_are_cut_together() -> None:
    """10 and 0.30 on one wager at maximum 10 count 10."""
    limits: dict[str, Any] = {"maximum": 10_00, "chips": (10,)}
    assert lost(BACCARAT, [10_00, 30], together=True, **limits) == [10_00]
    assert lost(BACCARAT, [9_70, 30], together=True, **limits) == [10_00]
    assert lost(BACCARAT, [9_60, 30], together=True, **limits) == [9_90]


def test_shares_are_whole_chips_by_largest_fraction_then_by_order() -> None:
    assert pro_rata([100, 100, 100], 100, 1) == [34, 33, 33]
    assert pro_rata([500, 4000], 2000, 100) == [200, 1800]
    assert pro_rata([100, 200], 300, 100) == [100, 200]
    assert pro_rata([100, 200], 250, 100) == [100, 100]
    assert pro_rata([100, 200, 200], 250, 50) == [50, 100, 100]


def test_the_maximum_holds_over_all_boxes_of_a_bet() -> None:
    evening = ready(BACCARAT, maximum=100_00)
    lay(evening, ("anna", "player", 1, 80_00))
    assert refused(evening, Laid("anna", "player", 2, 25_00)) == "6.1"
    lay(evening, ("anna", "player", 2, 20_00))


def test_three_card_has_a_maximum_for_each_box() -> None:
    evening = ready(THREE_CARD, maximum=100_00)
    lay(evening, ("anna", "player", 1, 100_00), ("anna", "player", 2, 100_00))
    assert refused(evening, Laid("anna", "player", 2, 50)) == "6.1"


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        (BACCARAT, "5.2"),
        (SEVEN_UP, "5.2"),
        (THREE_CARD, "5.3"),
        ("star-lucky-draw", "5.4"),
        (CANBERRA, "4.2"),
    ],
)
def test_stakes_are_chips(game: str, clause: str) -> None:
    """5.01 with 50-cent chips, or 7 with 5-dollar chips, is refused."""
    bet = MAIN_BET[game]
    assert refused(ready(game), Laid("anna", bet, 1, 5_01)) == clause
    assert refused(ready(game, chips=(5_00, 25_00)), Laid("anna", bet, 1, 7_00)) == clause
    assert refused(ready(game), Laid("anna", bet, 1, 5_50)) is None


@pytest.mark.parametrize("game", list(DEFAULTS))
def test_minimum_maximum_and_unit_are_refused_when_laid(game: str) -> None:
    bet = MAIN_BET[game]
    clause = "3.1" if game == CANBERRA else "6.1"
    evening = ready(game, unit=10_00)
    assert refused(evening, Laid("anna", bet, 1, 4_50)) == clause
    assert refused(evening, Laid("anna", bet, 1, 5_005_00)) == clause
    assert refused(evening, Laid("anna", bet, 1, 10_00)) in {"3.3", "6.1", "6.1.1"}
    assert refused(evening, Laid("anna", bet, 1, 15_00)) is None
    assert refused(evening, Withdrew("anna", bet, 1, 5_00)) in {"3.3", "6.1", "6.1.1"}
    assert refused(evening, Withdrew("anna", bet, 1, 10_00)) is None


def test_canberra_refuses_what_it_cannot_pay_exactly() -> None:
    evening = ready(CANBERRA)
    assert refused(evening, Laid("anna", "banker", 1, 5_00)) == "8.8"
    assert refused(evening, Laid("anna", "banker", 1, 10_00)) is None
    assert refused(evening, Laid("ben", "player", 1, 5_00)) is None
    other = ready(CANBERRA, scheme="non-commission")
    assert refused(other, Laid("anna", "banker", 1, 5_50)) == "8.9"
    assert refused(other, Laid("anna", "banker", 1, 5_00)) is None


def test_tokens_and_chips_are_one_wager() -> None:
    evening = ready(BACCARAT, chips=(5_00,))
    put(evening, TokensIssued("anna", 50_00), Laid("anna", "banker", 1, 50_00, 50_00))
    deal(evening, "6H 9D KH KC")
    ruling = finish(evening)
    assert ruling.money["chips:anna"] == 10_000_00 + 95_00
    assert ruling.money["tokens:anna"] == 50_00


def test_personal_maximum_and_area_maximum() -> None:
    """Baccarat's area stays, Three Card's is lifted; a bet's own line is lifted."""
    limits: dict[str, Any] = {
        "maximum": 1_000_00,
        "areas": {"player": 1_000_00},
        "lines": {"tie": (5_00, 50_00)},
    }
    evening = ready(BACCARAT, **limits)
    put(evening, PersonalLimit("anna", 100_00, 5_000_00))
    assert refused(evening, Laid("anna", "player", 1, 1_025_00)) == "6.1"
    assert refused(evening, Laid("anna", "player", 1, 1_000_00)) is None
    assert refused(evening, Laid("anna", "tie", 1, 75_00)) == "6.1"  # the personal minimum
    assert refused(evening, Laid("anna", "tie", 1, 5_000_00)) is None
    assert refused(evening, Laid("ben", "tie", 1, 50_50)) == "6.1"
    evening = ready(THREE_CARD, **limits)
    put(evening, PersonalLimit("anna", 100_00, 5_000_00))
    assert refused(evening, Laid("anna", "player", 1, 5_000_00)) is None
    assert refused(evening, Laid("ben", "player", 2, 1_000_50)) == "6.1"


def test_three_card_cuts_a_single_wager_to_the_area() -> None:
    evening = ready(THREE_CARD, maximum=1_000_00, areas={"player": 100_00})
    lay(evening, ("anna", "player", 1, 150_00), found=True)
    deal(evening, "2H 9D 3H KC 4H QC")
    assert finish(evening).money["chips:anna"] == 9_900_00


def test_three_card_has_no_rule_for_several_wagers_above_the_area() -> None:
    evening = ready(THREE_CARD, maximum=1_000_00, areas={"player": 100_00})
    lay(evening, ("anna", "player", 1, 60_00), ("ben", "player", 1, 60_00), found=True)
    deal(evening, "2H 9D 3H KC 4H QC")
    put(evening, ResultAnnounced())
    assert refused(evening, Settled()) == "no rule"
    put(evening, Decided("area maximum", "stands", "casino supervisor", "all were accepted"))
    assert put(evening, Settled()).money["chips:anna"] == 9_940_00


def test_loss_limit_counts_the_first_bets() -> None:
    """Baccarat 12.22: only the part within the limit counts, the last bet comes off first."""
    evening = ready(BACCARAT)
    put(evening, LossLimit("anna", 100_00))
    assert refused(evening, Laid("anna", "player", 1, 100_50)) == "14.3"
    lay(evening, ("anna", "player", 1, 60_00), ("anna", "tie", 1, 60_00), found=True)
    deal(evening, PLAYER_LOSES[BACCARAT])
    assert finish(evening).money["chips:anna"] == 9_900_00
    assert refused(evening, Laid("anna", "player", 1, 5_00)) == "14.3"


def test_the_loss_limit_comes_after_the_area() -> None:
    """Ruling on 6.5: 910 and 90 on an area of 100 count 91 and 9; a limit of 10 then leaves 10."""
    evening = ready(BACCARAT, areas={"player": 100_00}, chips=(1_00,))
    put(evening, LossLimit("anna", 10_00))
    lay(evening, ("anna", "player", 1, 910_00), ("ben", "player", 1, 90_00), found=True)
    deal(evening, PLAYER_LOSES[BACCARAT])
    ruling = finish(evening)
    assert ruling.money["chips:anna"] == 10_000_00 - 10_00
    assert ruling.money["chips:ben"] == 10_000_00 - 9_00


def test_what_the_area_returns_is_not_counted_against_the_loss_limit() -> None:
    """80 on an area of 50, then Tie 40, at a limit of 100: 50 and 40 count."""
    evening = ready(BACCARAT, areas={"player": 50_00})
    put(evening, LossLimit("anna", 100_00))
    lay(evening, ("anna", "player", 1, 80_00), ("anna", "tie", 1, 40_00), found=True)
    deal(evening, PLAYER_LOSES[BACCARAT])
    assert finish(evening).money["chips:anna"] == 10_000_00 - 90_00


def test_the_dealer_reduces_to_the_differential_before_the_first_card() -> None:
    evening = ready(BACCARAT, differential=100_00)
    lay(evening, ("anna", "player", 1, 150_00), ("ben", "player", 2, 150_00))
    lay(evening, ("cleo", "banker", 3, 50_00))
    assert refused(evening, Reduced("banker")) == "6.2"
    ruling = put(evening, Reduced("player"))
    assert (ruling.money["layout:anna"], ruling.money["layout:ben"]) == (75_00, 75_00)
    assert refused(evening, Reduced("player")) == "6.2"
    deal(evening, "KH 9D 5H KC")
    assert refused(evening, Reduced("player")) == "6.2"


def test_a_wager_found_below_the_minimum_is_valid() -> None:
    for game in (BACCARAT, SEVEN_UP):
        assert lost(game, [2_00]) == [2_00]


def test_an_area_that_is_just_full_is_settled() -> None:
    evening = ready(THREE_CARD, maximum=1_000_00, areas={"player": 120_00})
    lay(evening, ("anna", "player", 1, 60_00), ("ben", "player", 1, 60_00), found=True)
    deal(evening, "2H 9D 3H KC 4H QC")
    assert finish(evening).money["chips:anna"] == 9_940_00


def test_tokens_and_chips_are_withdrawn_each_for_itself() -> None:
    evening = ready(BACCARAT)
    put(evening, TokensIssued("anna", 20_00), Laid("anna", "player", 1, 30_00, 20_00))
    assert refused(evening, Withdrew("anna", "player", 1, 0, 20_50)) == "impossible"
    ruling = put(evening, Withdrew("anna", "player", 1, 10_00, 5_00))
    assert ruling.money["layout:anna"] == 20_00
    assert ruling.money["token-layout:anna"] == 15_00
    deal(evening, PLAYER_LOSES[BACCARAT])
    ruling = finish(evening)
    assert (ruling.money["chips:anna"], ruling.money["tokens:anna"]) == (9_980_00, 5_00)


def test_a_wager_cut_to_its_maximum_gives_back_what_was_laid_last() -> None:
    evening = ready(BACCARAT, maximum=30_00)
    put(evening, TokensIssued("anna", 20_00), Laid("anna", "player", 1, 20_00))
    put(evening, Laid("anna", "player", 1, 5_00, 20_00, found=True))
    deal(evening, PLAYER_LOSES[BACCARAT])
    ruling = finish(evening)
    assert (ruling.money["chips:anna"], ruling.money["tokens:anna"]) == (9_980_00, 10_00)


def test_the_maximum_over_boxes_counts_what_was_laid_first() -> None:
    evening = ready(BACCARAT, maximum=100_00)
    lay(evening, ("anna", "player", 1, 80_00), ("anna", "player", 2, 80_00), found=True)
    lay(evening, ("ben", "player", 2, 80_00), found=True)
    deal(evening, PLAYER_LOSES[BACCARAT])
    ruling = finish(evening)
    assert (ruling.money["chips:anna"], ruling.money["chips:ben"]) == (9_900_00, 9_920_00)
    assert [paid.counted for paid in evening.table.history[-1].paid] == [80_00, 20_00, 80_00]
