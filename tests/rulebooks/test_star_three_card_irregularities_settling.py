"""Three Card Baccarat, cell by cell: wrong calls and payments (12.6)."""

import pytest

from sabot.rules.irregularities.irregularity import Value
from support.cells import cell
from support.evening import Evening
from support.matrix_checks import SUPERVISOR, done, for_supervisor, refused, report
from support.three_card_evening import BANKER_NINE, betting

WON = 1_000_000 - 11_000 + 8_000
BANKER_TWO = ["2S", "3H", "4D", "4C", "KS", "5D"]
SETTLING: list[tuple[str, dict[str, Value]]] = [
    ("wrong-call-or-settlement", {"paid": True}),
    ("wrong-scheme", {"next_started": False}),
    ("mispayment", {"paid_for": "wager", "next_started": False}),
]
settling = pytest.mark.parametrize(
    ("situation", "said"), SETTLING, ids=[name for name, _ in SETTLING]
)


def settled(evening: Evening) -> Evening:
    evening.deal(BANKER_NINE)
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    return evening


# 12.6 Announcing and settling


@cell("wrong-call-or-settlement", 0)
@cell("wrong-scheme", 1)
@cell("mispayment", 2)
@settling
def test_12_6_the_coup_is_rebuilt_and_settled_again(situation: str, said: dict[str, Value]) -> None:
    evening = settled(betting())
    assert evening.chips("alice") == WON
    # The Banker's last card was a five, not a two: 3H 4C 5D is 2, and box 1 wins with 6.
    report(
        evening,
        situation,
        {**said, "rebuildable": True},
        cards=BANKER_TWO,
    )
    assert evening.money("layout") == 12_000
    assert evening.table.patrons["alice"].lost == 0
    evening.deal("")
    evening.finish()
    assert evening.chips("alice") == 1_000_000 + 9_500 - 1_000 - 1_000
    done(evening)


def test_12_6_a_coup_just_over_is_put_right_before_the_next_begins() -> None:
    evening = betting()
    evening.coup(BANKER_NINE)
    number = evening.table.round.number
    report(evening, "wrong-call-or-settlement", {"paid": True, "rebuildable": True})
    assert evening.table.round.number == number - 1
    evening.finish()
    assert (evening.chips("alice"), evening.table.round.number) == (WON, number)
    assert evening.table.patrons["alice"].lost == 11_000 - 8_000
    done(evening)


def test_12_6_at_a_device_the_cards_come_back_for_it_and_go_in_again() -> None:
    evening = betting(source="device")
    evening.coup(BANKER_NINE)
    cards = evening.table.stack.cards
    report(evening, "wrong-call-or-settlement", {"paid": True, "rebuildable": True})
    evening.finish()
    assert (evening.table.stack.cards, evening.table.stack.dealt) == (cards, 0)
    evening.bet("alice", "player", box=1)
    evening.coup(BANKER_NINE)
    done(evening)


def test_12_6_a_wrong_announcement_is_called_again_before_anything_is_paid() -> None:
    evening = betting()
    evening.deal(BANKER_NINE)
    evening.ok("mark-point-total")
    evening.ok("announce-result")
    report(
        evening,
        "wrong-call-or-settlement",
        {"paid": False, "rebuildable": True},
        cards=BANKER_TWO,
    )
    assert evening.table.round.result is None
    assert evening.table.round.marker is None
    evening.deal("")
    evening.ok("mark-point-total")
    assert evening.table.round.marker == 2
    evening.finish()
    done(evening)


@cell("wrong-call-or-settlement", 1)
@cell("wrong-scheme", 2)
@cell("mispayment", 3)
@settling
def test_12_6_what_cannot_be_rebuilt_a_supervisor_voids_with_all_money_back(
    situation: str, said: dict[str, Value]
) -> None:
    evening = settled(betting())
    cannot: dict[str, Value] = {**said, "rebuildable": False}
    for_supervisor(evening, "12.6", situation, cannot)
    report(evening, situation, cannot, **SUPERVISOR)
    assert evening.table.round.void == "12.6"
    assert evening.chips("alice") == 1_000_000
    assert evening.table.patrons["alice"].lost == 0
    refused(evening, "void", situation, {**said, "rebuildable": True})
    evening.ok("clear-cards")
    done(evening)


def test_12_6_or_voids_one_hand_and_settles_the_others_again() -> None:
    evening = betting()
    evening.bet("bob", "player", box=2)
    evening.deal("2S KC 3H 4D KH 4C KS QD 2D")  # box 2 has three pictures
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    cannot: dict[str, Value] = {"paid": True, "rebuildable": False}
    refused(evening, "bad-box", "wrong-call-or-settlement", cannot, box=3, **SUPERVISOR)
    report(evening, "wrong-call-or-settlement", cannot, box=1, **SUPERVISOR)
    evening.deal("")
    evening.finish()
    assert evening.chips("alice") == 1_000_000 + 8_000
    assert evening.chips("bob") == 1_000_000 + 9_500
    done(evening)


def test_12_6_a_player_who_has_gone_settles_beyond_the_table() -> None:
    evening = betting()
    evening.coup(BANKER_NINE)
    evening.ok("leave-table", actor="alice", role="player", player="alice")
    cannot: dict[str, Value] = {"paid": True, "rebuildable": False}
    (reversed_,) = report(evening, "wrong-call-or-settlement", cannot, **SUPERVISOR)
    assert reversed_.absent == {"alice": 3_000}  # type: ignore[attr-defined]
    assert evening.money("float") == 10_000_000
    done(evening)


def test_12_6_nearest_miss_nothing_was_announced_or_settled_yet() -> None:
    evening = betting()
    evening.deal(BANKER_NINE)
    rejection = refused(
        evening, "not-so", "wrong-call-or-settlement", {"paid": False, "rebuildable": True}
    )
    assert rejection.clause == "12.6"


def test_12_6_nearest_miss_after_the_next_coup_began_no_clause_speaks() -> None:
    evening = betting()
    evening.coup(BANKER_NINE)
    evening.bet("alice", "player", box=1)
    evening.deal("2C")
    said: dict[str, Value] = {"paid_for": "wager", "next_started": True, "rebuildable": True}
    (asked,) = report(evening, "mispayment", said)
    assert asked.about  # type: ignore[attr-defined]
    assert evening.chips("alice") == WON - 10_000


def test_12_6_wagers_that_were_declared_void_stay_void_when_the_coup_is_put_right() -> None:
    evening = betting()
    evening.bet("bob", "player", box=2)
    evening.deal("2S 5C 3H 4D 5D 4C KS 5H 2D")
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    measures = {"player": "alice", "measures": ["void"], "reason": "a counter in the sleeve"}
    evening.ok("sanction-player", **SUPERVISOR, **measures)
    report(evening, "wrong-call-or-settlement", {"paid": True, "rebuildable": True})
    evening.finish()
    assert evening.chips("alice") == 1_000_000
    assert evening.chips("bob") == 1_000_000 - 10_000
    assert evening.table.patrons["alice"].lost == 0
    done(evening)
