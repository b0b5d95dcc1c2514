"""Three Card Baccarat, cell by cell: wrong deals and exposed cards (section 12)."""

import pytest

from support.cells import cell
from support.evening import Evening
from support.matrix_checks import SUPERVISOR, done, for_supervisor, refused, report
from support.three_card_evening import BANKER_NINE, GAME, betting, face_down


def is_misdeal(evening: Evening, clause: str) -> None:
    """Every wager back to the cent, the cards cleared, and another coup dealt with bets."""
    assert evening.table.round.void == clause
    assert evening.chips("alice") == evening.chips("bob") == 1_000_000
    assert evening.money("layout") == 0
    evening.no("wrong-phase", "announce-result")
    evening.ok("clear-cards")
    assert evening.table.round.no_bet is None
    evening.bet("alice", "player", box=1)
    evening.coup("TS 3S 4C 4H AC KC")
    done(evening)


# 12.1 to 12.3 A misdeal


@cell("wrong-deal", 1)
def test_12_1_cards_dealt_wrongly_before_anyone_handled_them_are_a_misdeal() -> None:
    evening = betting()
    evening.deal(BANKER_NINE)
    report(evening, "wrong-deal", {"in_doubt": False})
    is_misdeal(evening, "12.1")


@cell("surplus-to-player-banker-draws", 0)
@cell("surplus-to-player-banker-stands", 0)
@pytest.mark.parametrize(
    "situation", ["surplus-to-player-banker-draws", "surplus-to-player-banker-stands"]
)
def test_12_1_a_card_too_many_for_a_box_is_a_misdeal_and_goes_to_the_rack(situation: str) -> None:
    evening = betting()
    evening.deal(BANKER_NINE)
    dealt = evening.table.stack.dealt
    discarded, _ = report(evening, situation, card="9C")
    assert discarded.cards == ("9C",)  # type: ignore[attr-defined]
    assert evening.table.stack.dealt == dealt + 1
    assert evening.table.stack.seen["9C"] == 1
    is_misdeal(evening, "12.1")


@cell("hand-short", 1)
@cell("dealt-or-burned-in-error", 1)
@cell("hand-without-wager", 0)
@pytest.mark.parametrize(
    ("situation", "said"),
    [
        ("hand-short", {"hand": "player"}),
        ("dealt-or-burned-in-error", {"burned": False}),
        ("hand-without-wager", {}),
    ],
)
def test_12_1_a_short_stray_or_needless_hand_is_a_misdeal_too(
    situation: str, said: dict[str, bool | str | int]
) -> None:
    evening = betting()
    evening.deal("2S 3H 4D")
    report(evening, situation, said)
    is_misdeal(evening, "12.1")


def test_12_1_nearest_miss_the_misdeal_does_not_reach_the_coup_just_over() -> None:
    evening = betting()
    evening.coup(BANKER_NINE)
    assert evening.chips("alice") == 1_000_000 - 11_000 + 8_000
    report(evening, "wrong-deal", {"in_doubt": False})
    assert evening.table.round.held is not None  # no clause speaks
    assert evening.chips("alice") == 1_000_000 - 11_000 + 8_000


def test_12_1_nearest_miss_a_hand_that_was_handled_is_no_misdeal() -> None:
    evening = face_down("2S 5C 3H 4D 5D 4C KS 5H 2D")
    report(evening, "hand-short", {"hand": "player", "handled": False}, box=1)
    assert evening.table.round.void is None
    assert evening.table.round.void_hands == {"box 1": "12.5"}


def test_12_1_nearest_miss_it_still_counts_as_handled_when_the_coup_is_over() -> None:
    evening = face_down("2S 5C 3H 4D 5D 4C KS 5H 2D")
    evening.ok("return-hand", hand="box 1")
    evening.deal("")
    evening.finish()
    held = report(evening, "wrong-deal", {"in_doubt": False})
    assert type(held[0]).__name__ == "DecisionAsked"


@cell("surplus-to-banker", 0)
def test_12_2_a_card_too_many_for_the_banker_is_a_misdeal() -> None:
    evening = betting()
    evening.deal(BANKER_NINE)
    report(evening, "surplus-to-banker", card="9C")
    is_misdeal(evening, "12.2")


@cell("hand-short", 0)
def test_12_2_a_banker_hand_short_of_cards_is_a_misdeal_though_cards_were_handled() -> None:
    evening = face_down("2S 5C 3H 4D 5D 4C KS 5H 2D")
    report(evening, "hand-short", {"hand": "banker"})
    assert evening.table.round.out == {}
    is_misdeal(evening, "12.2")


def test_12_2_nearest_miss_a_box_short_of_cards_leaves_the_others_alone() -> None:
    evening = face_down("2S 5C 3H 4D 5D 4C KS 5H 2D")
    report(evening, "hand-short", {"hand": "player"}, box=2)
    assert evening.table.round.void is None
    assert evening.table.round.void_hands == {"box 2": "12.5"}


def test_12_3_a_misdeal_voids_every_wager_and_a_new_coup_is_dealt() -> None:
    evening = betting()
    evening.deal(BANKER_NINE)
    report(evening, "surplus-to-banker", card="9C")
    assert evening.table.patrons["alice"].lost == 0
    is_misdeal(evening, "12.2")


def test_12_3_nearest_miss_earlier_coups_are_not_touched() -> None:
    evening = betting()
    evening.coup(BANKER_NINE)
    held = evening.chips("alice")
    evening.bet("alice", "player", box=1)
    evening.deal("2C 3S")
    report(evening, "wrong-deal", {"in_doubt": False})
    assert evening.chips("alice") == held


# 12.4 and 12.5 One hand


@cell("hand-without-wager", 1)
def test_12_4_a_needless_hand_found_after_handling_is_counted_into_the_rack() -> None:
    evening = face_down("2S 5C 3H 4D 5D 4C KS 5H 2D")
    dealt = evening.table.stack.dealt
    refused(evening, "say-more", "hand-without-wager", box=3)
    report(evening, "hand-without-wager", box=3, cards=[None, None, "9C"])
    assert evening.table.stack.rack[-1] == (None, None, "9C")
    assert evening.table.stack.dealt == dealt + 3
    evening.ok("return-hand", hand="box 1")
    evening.deal("")
    evening.finish()
    assert evening.chips("alice") == 1_000_000 - 11_000 + 8_000
    done(evening)


def test_12_4_nearest_miss_the_hand_of_a_box_with_a_wager_is_played() -> None:
    evening = face_down("2S 5C 3H 4D 5D 4C KS 5H 2D")
    rejection = refused(evening, "bad-box", "hand-without-wager", box=2, cards=["2C", "3C", "4C"])
    assert rejection.clause == "12.4"


@cell("surplus-to-player-banker-draws", 1)
@cell("surplus-to-player-banker-stands", 1)
@cell("hand-short", 2)
@pytest.mark.parametrize(
    ("situation", "surplus"),
    [
        ("surplus-to-player-banker-draws", {"card": "9C"}),
        ("surplus-to-player-banker-stands", {"cards": [None]}),
        ("hand-short", {}),
    ],
)
def test_12_5_a_hand_with_a_wrong_number_of_cards_is_void_with_its_player_and_tie_wagers(
    situation: str, surplus: dict[str, object]
) -> None:
    evening = face_down("2S 5C 3H 4D 5D 4C KS 5H 2D")
    dealt = evening.table.stack.dealt
    refused(evening, "bad-box", situation, {"hand": "player"}, box=3, **surplus)
    report(evening, situation, {"hand": "player"}, box=1, **surplus)
    refused(evening, "void", situation, {"hand": "player"}, box=1, **surplus)
    assert evening.table.stack.dealt == dealt + bool(surplus)
    assert evening.table.round.out == {}
    evening.turn("box 2")  # the cards of the void hand need not be turned
    evening.turn("banker")
    evening.ok("announce-counts")
    lines = evening.finish()[0].lines  # type: ignore[attr-defined]
    assert [(line.outcome, line.clause) for line in lines] == [
        ("void", "12.5"),
        ("void", "12.5"),
        ("win", "11.1.2"),
        ("lose", "5.1.1.3"),
    ]
    assert evening.chips("alice") == 1_000_000 + 8_000
    assert evening.chips("bob") == 1_000_000 - 10_000
    done(evening)


def test_12_5_a_hand_settled_before_it_was_seen_to_be_wrong_is_settled_again() -> None:
    evening = face_down("4S 5C 3H 4D 5D 4C AS 5H KD")
    evening.ok("return-hand", hand="box 1")
    evening.deal("")
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    report(evening, "surplus-to-player-banker-stands", {"exposed": True}, box=1, card="8C")
    evening.deal("")
    evening.finish()
    assert evening.chips("alice") == 1_000_000 - 1_000
    done(evening)


def test_12_5_nearest_miss_wagers_on_the_banker_hand_stand() -> None:
    evening = face_down("2S 5C 3H 4D 5D 4C KS 5H KD")
    report(evening, "hand-short", {"hand": "player"}, box=1)
    evening.turn("box 2")
    evening.turn("banker")
    evening.ok("announce-counts")
    evening.finish()
    assert evening.chips("alice") == 1_000_000 - 1_000  # the point total was 7, not 9


# 12.8 and 12.9 Cards face up


@cell("first-card-exposed", 0)
@pytest.mark.parametrize("face_up", [True, False])
def test_12_8_a_first_card_that_was_seen_is_burned_and_wagers_stay(face_up: bool) -> None:
    evening = betting()
    dealt = evening.table.stack.dealt
    report(evening, "first-card-exposed", {"face_up": face_up}, card="9C")
    assert evening.table.stack.rack[-1][-1] == "9C"
    assert evening.table.stack.dealt == dealt + 1
    assert evening.table.round.no_bet is None
    evening.coup(BANKER_NINE)
    assert evening.chips("alice") == 1_000_000 - 11_000 + 8_000
    done(evening)


def test_12_8_nearest_miss_once_the_coup_has_begun_no_card_is_its_first() -> None:
    evening = betting()
    evening.deal("2S 3H")
    rejection = refused(evening, "wrong-phase", "first-card-exposed", {"face_up": True}, card="9C")
    assert rejection.clause == "12.8"
    refused(Evening(GAME, ready=False), "wrong-phase", "first-card-exposed", {"face_up": True})


@cell("face-up-card", 0)
def test_12_9_a_later_card_found_face_up_is_dealt_where_it_is_due() -> None:
    evening = betting(method="B")
    evening.card("2S")
    report(evening, "face-up-card", card="3H")
    assert [slot.up for slot in evening.table.round.slots] == [False, True]
    assert evening.table.round.slots[1].hand == "banker"
    for name in BANKER_NINE.split()[2:]:
        evening.card(name)
    evening.deal("")
    evening.finish()
    assert evening.chips("alice") == 1_000_000 - 11_000 + 8_000
    done(evening)


def test_12_9_nearest_miss_no_card_is_due_before_the_first_or_after_the_last() -> None:
    evening = betting()
    assert refused(evening, "not-so", "face-up-card", card="3H").clause == "12.9"
    evening.deal(BANKER_NINE)
    refused(evening, "not-so", "face-up-card", card="3C")


@cell("more-face-up", 0)
def test_12_9_1_a_supervisor_has_the_device_emptied_and_checked_after_the_coup() -> None:
    evening = betting(source="device")
    evening.deal(BANKER_NINE)
    for_supervisor(evening, "12.9.1", "more-face-up")
    report(evening, "more-face-up", **SUPERVISOR)
    evening.finish()
    evening.bet("alice", "player", box=1)
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == "12.9.1"
    evening.ok("check-cards")
    done(evening)


def test_12_9_1_nearest_miss_not_where_a_shoe_is_in_use() -> None:
    evening = betting()
    evening.deal(BANKER_NINE)
    assert refused(evening, "not-so", "more-face-up", **SUPERVISOR).clause == "12.9.1"
