"""Three Card Baccarat, cell by cell: where no clause speaks, and what cannot happen."""

import pytest

from sabot.rules.irregularities.situations import CHIPS, IMPRACTICAL
from support.cells import cell
from support.evening import Evening
from support.matrix_checks import SUPERVISOR, Case, cannot_happen, no_rule
from support.three_card_evening import BANKER_NINE, GAME, betting, face_down

IN_COUP: tuple[Case, ...] = (
    ("dealt-or-burned-in-error", {"burned": True}),
    ("wrong-deal", {"in_doubt": True}),
    ("cards-after-void", {}),
    ("found-after-next-coup", {}),
    ("cards-to-wrong-player", {}),
    ("order-seen", {}),
    ("cards-dropped", {}),
    ("check-ordered", {}),
    ("cards-handled", {}),
    ("scanner-disagrees", {}),
    ("display-wrong", {}),
    ("mispayment", {"paid_for": CHIPS, "next_started": False, "rebuildable": True}),
    ("mispayment", {"paid_for": "wager", "next_started": True, "rebuildable": True}),
    ("mispayment-intended", {}),
    ("mispayment-large", {}),
    ("invalid-wager", {}),
    ("prohibited-device", {"device": False}),
    ("disturbance-or-fraud", {"cause": IMPRACTICAL}),
    ("wrong-scheme", {"next_started": True, "rebuildable": True}),
    ("area-maximum", {"several": True, "when": "during"}),
)


@cell("dealt-or-burned-in-error", 0)
@cell("wrong-deal", 0)
@cell("cards-after-void", 0)
@cell("found-after-next-coup", 0)
@cell("cards-to-wrong-player", 0)
@cell("order-seen", 0)
@cell("cards-dropped", 0)
@cell("check-ordered", 0)
@cell("cards-handled", 0)
@cell("scanner-disagrees", 0)
@cell("display-wrong", 0)
@cell("mispayment", 0)
@cell("mispayment", 1)
@cell("mispayment-intended", 0)
@cell("mispayment-large", 0)
@cell("invalid-wager", 0)
@cell("prohibited-device", 1)
@cell("disturbance-or-fraud", 2)
@cell("wrong-scheme", 0)
@cell("area-maximum", 0)
@pytest.mark.parametrize("case", IN_COUP, ids=lambda case: case[0])
def test_no_rule_and_the_coup_waits_for_a_supervisor(case: Case) -> None:
    evening = betting()
    evening.deal(BANKER_NINE)
    no_rule(evening, case)
    evening.finish()
    assert evening.chips("alice") == 1_000_000 - 11_000 + 8_000


@cell("above-maximum", 0)
@cell("area-maximum", 1)
@pytest.mark.parametrize(
    "case",
    [
        ("above-maximum", {"when": "before"}),
        ("area-maximum", {"when": "before", "several": False}),
    ],
    ids=lambda case: case[0],
)
def test_no_rule_before_the_first_card_and_it_waits_for_a_supervisor(case: Case) -> None:
    no_rule(betting(), case)


@cell("dealt-or-burned-in-error", 2)
@cell("wrong-deal", 2)
@pytest.mark.parametrize(
    "case",
    [("dealt-or-burned-in-error", {"burned": False}), ("wrong-deal", {"in_doubt": False})],
    ids=lambda case: case[0],
)
def test_no_rule_for_other_wrong_deals_once_cards_were_handled(case: Case) -> None:
    no_rule(face_down("2S 5C 3H 4D 5D 4C KS 5H 2D"), case)


@cell("found-after-closing", 0)
def test_no_rule_for_what_is_found_after_closing() -> None:
    evening = Evening(GAME)
    evening.ok("close-table", **SUPERVISOR)
    no_rule(evening, ("found-after-closing", {}))


@cell("cannot-rebuild", 0)
@cell("differential", 0)
@cell("invalid-player-card", 0)
@cell("loss-limit", 0)
@cell("no-decision", 0)
@cell("no-bet-empty-table", 0)
@cell("no-bet-agreed", 0)
@cell("no-bet-forced", 0)
@cell("no-bet-dealt", 0)
@pytest.mark.parametrize(
    "situation",
    [
        "cannot-rebuild",
        "differential",
        "invalid-player-card",
        "loss-limit",
        "no-decision",
        "no-bet-empty-table",
        "no-bet-agreed",
        "no-bet-forced",
        "no-bet-dealt",
    ],
)
def test_cannot_happen_at_this_game(situation: str) -> None:
    evening = betting()
    evening.deal("2S 3H")
    cannot_happen(evening, situation)
