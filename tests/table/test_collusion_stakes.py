"""No stake comes to the layout after the first card on the dealer's word alone (Baccarat and 7-Up
5.3, 5.4; Three Card 5.4, 5.5; Lucky Draw 5.5, 5.8; Canberra 4.6)."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from sabot.table.state import Laid
from support.collusion_checks import (
    BACCARAT,
    LUCKY_DRAW,
    MINI,
    SEVEN_UP,
    THREE_CARD,
    Case,
    Game,
    Json,
    alone,
    by_id,
    confirmed,
    nobody_else,
    refused,
    report,
)
from support.evening import Evening
from support.provisions import whole

DURING = {"when": "during"}
ONE = {"when": "during", "several": False}
SEVERAL = {"when": "during", "several": True}


def found(evening: Evening) -> Laid | None:
    """Lay ben's wager unseen."""
    stakes = evening.table.round.stakes.values()
    return next((laid for laid in stakes if laid.player == "ben"), None)


def live(amount: int, returned: int = 0) -> Callable[[Evening], bool]:
    def so(evening: Evening) -> bool:
        laid = found(evening)
        return laid is not None and (laid.live, laid.returned) == (amount, returned)

    return so


def late(game: Game, clause: str, situation: str, said: Json, amount: str,
         done: Callable[[Evening], bool], **sign: str) -> Case:  # fmt: skip
    box = {"box": 2} if game.box else {}
    fields = report(situation, said, player="ben", on=game.on, amount=amount, **box)
    if game is BACCARAT and situation == "area-maximum":
        fields["area"] = 1
    return Case(clause, lambda: game.begun(sign=sign), "report-irregularity", fields, done)


CASES = {
    "star-baccarat 6.4": late(BACCARAT, "6.4", "below-minimum", {}, "2", live(2_00)),
    "star-baccarat 6.5": late(BACCARAT, "6.5", "above-maximum", DURING, "1500",
                              live(1_000_00, 500_00)),
    "star-baccarat 6.5 pro rata": late(BACCARAT, "6.5", "area-maximum", SEVERAL, "900",
                                       live(450_00, 450_00), area_maximum="500"),
    "star-seven-up 6.4": late(SEVEN_UP, "6.4", "below-minimum", {}, "2", live(2_00)),
    "star-seven-up 6.5": late(SEVEN_UP, "6.5", "above-maximum", DURING, "1500",
                              live(1_000_00, 500_00)),
    "star-three-card 6.2": late(THREE_CARD, "6.2", "below-minimum", {}, "2", live(2_00)),
    "star-three-card 6.3": late(THREE_CARD, "6.3", "above-maximum", DURING, "1500",
                                live(1_000_00, 500_00)),
    "star-lucky-draw 6.2": late(LUCKY_DRAW, "6.2", "below-minimum", {}, "2", live(2_00)),
    "star-lucky-draw 6.3": late(LUCKY_DRAW, "6.3", "area-maximum", ONE, "1500",
                                live(1_000_00, 500_00)),
    "canberra-mini 3.4": late(MINI, "3.4", "below-minimum", {}, "2", live(2_00)),
    "canberra-mini 3.5": late(MINI, "3.5", "above-maximum", DURING, "1500",
                              live(1_000_00, 500_00)),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("check", [alone, nobody_else, refused, confirmed])
def test_a_late_stake(check: Callable[[Case], object], name: str) -> None:
    check(CASES[name])


@pytest.mark.parametrize("name", CASES)
def test_nearest_miss_bars_hold_for_a_late_stake_too(name: str) -> None:
    """Barred before it is said, or before it is confirmed."""
    case, sue = CASES[name], {"actor": "sue", "role": "casino operator"}
    barred = {"player": "ben", "measures": ["bar"], "reason": "seen", "offence": "14.1"}
    evening = case.stage()
    rule = whole(evening.table.conduct.general).sanction
    if not rule.any_breach:
        barred["offence"] = rule.offence
    evening.ok("sanction-player", **sue, **barred)
    evening.no("barred", case.do, **case.fields)
    evening, made = case.said()
    before = evening.table.balances
    evening.ok("sanction-player", **sue, **barred)
    word = {"number": made.number, "reason": "I saw it"}
    evening.no("barred", "confirm-statement", actor="vera", role=made.confirmer, **word)
    assert evening.table.balances == before and found(evening) is None


def test_baccarat_14_3_nearest_miss_a_loss_limit_holds_for_a_late_stake_too() -> None:
    evening = BACCARAT.evening()
    visit = {"card": "card of cleo", "room": 100_00}
    evening.ok("join-table", player="cleo", place=3, chips="5000", card="card of cleo", visit=visit)
    BACCARAT.bet(evening)
    evening.deal("KS")
    fields = report("above-maximum", DURING, player="cleo", on="player", amount="1500")
    evening.no("loss-limit", "report-irregularity", **fields)


@pytest.mark.parametrize("game", [BACCARAT, SEVEN_UP, THREE_CARD, LUCKY_DRAW, MINI],
                         ids=by_id)  # fmt: skip
def test_no_chip_lies_unseen_at_a_virtual_table(game: Game) -> None:
    """Its layout is its log."""
    evening = game.begun()
    setup = replace(evening.table.opened, feed="virtual")
    evening.table = replace(evening.table, setup=setup)
    box = {"box": 2} if game.box else {}
    fields = report("below-minimum", {}, player="ben", on=game.on, amount="2", **box)
    evening.no("cannot-happen", "report-irregularity", **fields)
