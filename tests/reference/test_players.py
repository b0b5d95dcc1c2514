"""Wagers that may be combined, players, seats, accounts and Loss Limits."""

import pytest

from reference.facts import (
    Advised,
    AreaGivenUp,
    BothHandsApproved,
    Bought,
    CardShown,
    Deposited,
    DepositLimit,
    Joined,
    Laid,
    Left,
    LossLimit,
    LossLimitBreak,
    Midnight,
    PlayersLimited,
    PlayersPerArea,
    Returned,
    SeatVacated,
    SideBetRestricted,
    TokensIssued,
    WagerRefused,
    Withdrew,
)
from reference.openings import deal, finish, lay, opened, put, ready, refused

BACCARAT = "star-baccarat"
SEVEN_UP = "star-seven-up"
THREE_CARD = "star-three-card"
LUCKY_DRAW = "star-lucky-draw"
CANBERRA = "canberra-mini"
SUPERVISOR = "casino supervisor"
BANKER_WINS = "KH 9D 5H KC"


@pytest.mark.parametrize(
    ("game", "clause", "role", "lower"),
    [
        (BACCARAT, "5.6.6", SUPERVISOR, "dealer"),
        (SEVEN_UP, "5.6.6", "gaming manager", SUPERVISOR),
        (CANBERRA, "4.5", SUPERVISOR, "dealer"),
    ],
)
def test_both_hands_need_an_approval(game: str, clause: str, role: str, lower: str) -> None:
    evening = ready(game)
    lay(evening, ("anna", "player", 1, 10_00))
    assert refused(evening, Laid("anna", "banker", 1, 10_00)) == clause
    assert refused(evening, BothHandsApproved("anna", lower)) == clause
    put(evening, BothHandsApproved("anna", role), Laid("anna", "banker", 1, 10_00))


def test_one_side_bet_a_player() -> None:
    evening = ready(BACCARAT, offered=frozenset({"super-six", "pair-player", "pair-banker"}))
    lay(evening, ("anna", "super-six", 1, 5_00), ("anna", "super-six", 1, 5_00))
    assert refused(evening, Laid("anna", "super-six", 2, 5_00)) == "10.12"
    lay(evening, ("anna", "pair-player", 1, 5_00), ("anna", "pair-banker", 1, 5_00))
    assert refused(evening, Laid("anna", "tiger", 1, 5_00)) == "10.1"
    evening = ready(CANBERRA)
    lay(evening, ("anna", "player", 1, 5_00))
    assert refused(evening, Laid("anna", "player", 2, 5_00)) == "4.5"
    evening = ready(THREE_CARD)
    lay(evening, ("anna", "three-pictures", 1, 5_00), ("anna", "player", 1, 5_00))
    assert refused(evening, Laid("anna", "three-pictures", 2, 5_00)) == "5.9"
    lay(evening, ("anna", "player", 2, 5_00), ("anna", "point-total-1", 1, 5_00))


def test_super_sevens_need_a_main_bet_on_the_table() -> None:
    evening = ready(SEVEN_UP, offered=frozenset({"super-sevens"}))
    assert refused(evening, Laid("anna", "super-sevens", 1, 5_00)) == "5.6.8"
    lay(evening, ("ben", "tie", 2, 5_00), ("anna", "super-sevens", 1, 5_00))
    put(evening, Withdrew("ben", "tie", 2))
    assert refused(evening, CardShown("5C")) == "5.6.8"


def test_a_restricted_side_bet_needs_a_main_bet_of_its_own() -> None:
    evening = ready(SEVEN_UP, offered=frozenset({"super-sevens"}))
    told = frozenset({"surveillance", "inspector"})
    assert refused(evening, SideBetRestricted("super-sevens", SUPERVISOR, told)) == "10.2"
    surveillance = frozenset({"surveillance"})
    wrong = SideBetRestricted("super-sevens", "gaming manager", surveillance)
    assert refused(evening, wrong) == "10.2"
    put(evening, SideBetRestricted("super-sevens", "gaming manager", told))
    lay(evening, ("ben", "tie", 2, 5_00))
    assert refused(evening, Laid("anna", "super-sevens", 1, 5_00)) == "10.2"
    lay(evening, ("ben", "super-sevens", 2, 5_00))
    ruling = put(evening, WagerRefused("ben", "tie", 2, SUPERVISOR))  # both come off
    assert "layout:ben" not in ruling.money


def test_a_three_card_tie_stands_beside_player() -> None:
    evening = ready(THREE_CARD)
    assert refused(evening, Laid("anna", "tie", 1, 5_00)) == "5.2.2"
    lay(evening, ("anna", "player", 1, 5_00), ("anna", "tie", 1, 5_00))
    assert refused(evening, Withdrew("anna", "player", 1)) == "5.2.2"
    put(evening, Withdrew("anna", "tie", 1), Withdrew("anna", "player", 1))


def test_players_at_an_area() -> None:
    evening = ready(SEVEN_UP)
    lay(evening, ("anna", "player", 1, 5_00))
    assert refused(evening, Laid("ben", "player", 1, 5_00)) == "5.5"
    assert refused(evening, PlayersPerArea(4, SUPERVISOR)) == "5.5"
    put(evening, PlayersPerArea(2, SUPERVISOR), Laid("ben", "player", 1, 5_00))
    assert refused(evening, Laid("cleo", "player", 1, 5_00)) == "5.5"
    evening = ready(THREE_CARD, players=("anna", "ben", "cleo", "dora"))
    lay(evening, *[(name, "player", 1, 5_00) for name in ("anna", "ben", "cleo")])
    assert refused(evening, Laid("dora", "player", 1, 5_00)) == "5.6"
    evening = ready(LUCKY_DRAW)
    lay(evening, ("anna", "enter", 1, 5_00), ("anna", "enter", 1, 5_00))
    assert refused(evening, Laid("ben", "enter", 1, 5_00)) == "5.6"
    lay(evening, ("anna", "enter", 2, 5_00))
    assert "layout:anna" in put(evening, AreaGivenUp("anna", 2)).money
    assert refused(evening, AreaGivenUp("anna", 1)) == "5.7"
    evening = ready(BACCARAT)
    lay(evening, *[(name, "player", 1, 5_00) for name in ("anna", "ben")])
    put(evening, PlayersPerArea(1, SUPERVISOR))
    assert refused(evening, Laid("cleo", "banker", 1, 5_00)) == "5.9"


def test_up_to_three_super_sevens_at_an_area() -> None:
    names = ("anna", "ben", "cleo", "dora")
    evening = ready(SEVEN_UP, players=names, offered=frozenset({"super-sevens"}))
    lay(evening, ("anna", "tie", 1, 5_00), *[(n, "super-sevens", 1, 5_00) for n in names[:3]])
    assert refused(evening, Laid("dora", "super-sevens", 1, 5_00)) == "10.4"
    lay(evening, ("dora", "super-sevens", 2, 5_00))


def test_seats() -> None:
    evening = opened(BACCARAT)
    assert refused(evening, Joined("dora", 1)) == "impossible"
    put(evening, PlayersLimited(3, SUPERVISOR))
    assert refused(evening, Joined("dora", 4)) == "5.9"
    put(evening, Left("anna"), Joined("dora", 1))
    assert refused(evening, Returned("anna", 4)) == "5.9"


def test_nobody_leaves_with_a_wager_in_play() -> None:
    evening = ready(BACCARAT)
    lay(evening, ("anna", "player", 1, 5_00), ("ben", "player", 1, 5_00))
    ruling = put(evening, Left("anna", to="account"))
    assert ruling.money["account:anna"] == 10_000_00
    deal(evening, "2H")
    assert refused(evening, Left("ben")) == "5.4"
    assert refused(evening, Laid("anna", "player", 1, 5_00)) == "5.4"


def test_player_cards_and_proxies() -> None:
    evening = opened(BACCARAT, players=("anna", "ben"))
    put(evening, Joined("cleo", 3, card_valid=False), TokensIssued("cleo", 5_00))
    assert refused(evening, Laid("cleo", "player", 1, 0, 5_00)) == "14.1"
    assert refused(evening, Laid("anna", "player", 1, 5_00, helper="ben")) == "14.21"
    put(evening, Laid("anna", "player", 1, 5_00, helper="ben", approved=SUPERVISOR))
    assert refused(evening, Laid("dora", "player", 1, 5_00, helper="ben")) == "impossible"


def test_an_idle_player_at_a_full_table() -> None:
    evening = ready(BACCARAT, seats=3)
    for coup in range(3):
        assert refused(evening, SeatVacated("ben")) == "14.15", coup
        lay(evening, ("anna", "player", 1, 5_00))
        deal(evening, BANKER_WINS)
        finish(evening)
    assert refused(evening, SeatVacated("anna")) == "14.15"
    put(evening, Left("cleo"))
    assert refused(evening, SeatVacated("ben")) == "14.15"
    put(evening, Returned("cleo", 3), SeatVacated("ben"))
    assert refused(ready(LUCKY_DRAW), SeatVacated("anna")) == "no rule"


def test_a_loss_limit_is_net_and_ends_at_midnight() -> None:
    evening = ready(BACCARAT)
    put(evening, LossLimit("anna", 20_00))
    lay(evening, ("anna", "banker", 1, 20_00))
    deal(evening, BANKER_WINS)
    finish(evening)  # wins 19
    assert refused(evening, Laid("anna", "player", 1, 39_50)) == "14.3"
    lay(evening, ("anna", "player", 1, 39_00))
    deal(evening, BANKER_WINS)
    finish(evening)
    assert refused(evening, Laid("anna", "player", 1, 5_00)) == "14.3"
    put(evening, LossLimitBreak("anna", True), Midnight())
    assert refused(evening, Laid("anna", "player", 1, 5_00)) == "14.4"
    put(evening, LossLimitBreak("anna", False), Laid("anna", "player", 1, 20_00))


def test_deposit_limits_are_for_a_calendar_day() -> None:
    evening = ready(BACCARAT)
    put(evening, DepositLimit("anna", 100_00), Deposited("anna", 60_00))
    assert refused(evening, Deposited("anna", 40_50)) == "1.1"
    put(evening, Deposited("anna", 40_00), Midnight(), Deposited("anna", 100_00))


def test_chips_are_bought_with_cash_or_from_the_account() -> None:
    evening = ready(BACCARAT)
    ruling = put(evening, Bought("anna", 50_00))
    assert ruling.money["drop"] == 50_00
    assert refused(evening, Bought("anna", 5_01)) == "5.2"
    assert refused(evening, Bought("anna", 50_00, "account")) == "impossible"
    ruling = put(evening, Deposited("anna", 50_00), Bought("anna", 50_00, "account"))
    assert ruling.money["cage"] == 50_00 and "account:anna" not in ruling.money
    assert refused(ready(CANBERRA), TokensIssued("anna", 5_00)) == "4.2"


def test_canberra_returns_a_second_wager_below_the_minimum() -> None:
    evening = ready(CANBERRA)
    lay(evening, ("anna", "player", 1, 2_00), found=True)
    deal(evening, BANKER_WINS)
    assert finish(evening).owed["anna"] == 10_000_00 - 2_00
    put(evening, Advised("anna"))
    lay(evening, ("anna", "player", 1, 2_00), found=True)
    deal(evening, BANKER_WINS)
    assert finish(evening).owed["anna"] == 10_000_00 - 2_00
