"""Lucky Draw Baccarat, cell by cell: wrong deals and exposed cards (10.1 to 10.9, 10.11)."""

import pytest

from sabot.rules.irregularities.irregularity import Value
from support.cells import cell
from support.lucky_draw_evening import INITIAL, STAKE, betting, complete, deciding, stand
from support.matrix_checks import SUPERVISOR, clause_of, done, for_supervisor, refused, report

FULL = 1_000_000

# 10.1 and 10.2 Cards face up


@cell("first-card-exposed", 0)
def test_10_1_a_face_up_first_card_is_burned_and_wagers_stay() -> None:
    evening = betting()
    dealt = evening.table.stack.dealt
    report(evening, "first-card-exposed", {"face_up": True}, card="9C")
    assert evening.table.stack.rack[-1][-1] == "9C"
    assert evening.table.stack.dealt == dealt + 1
    assert evening.money("layout") == 2 * STAKE
    evening.deal(INITIAL)
    stand(evening)
    evening.deal("2H")
    evening.finish()
    done(evening)


@cell("face-up-card", 0)
def test_10_1_a_face_up_card_in_the_round_is_burned_and_the_next_one_is_dealt() -> None:
    evening = betting()
    evening.deal("4S")
    report(evening, "face-up-card", card="9C")
    assert evening.table.stack.rack[-1][-1] == "9C"
    evening.deal("5S 6H 3D 2D")
    assert [slot.card for slot in evening.table.round.slots] == INITIAL.split()
    done(evening)


def test_10_1_nearest_miss_between_rounds_no_card_is_in_the_midst_of_one() -> None:
    evening = betting()
    assert refused(evening, "wrong-phase", "face-up-card", card="9C").clause == "10.1"
    evening.deal("4S")
    refused(evening, "wrong-phase", "first-card-exposed", {"face_up": True}, card="9C")


@cell("more-face-up", 0)
def test_10_2_a_supervisor_has_the_device_emptied_and_checked_after_the_round() -> None:
    evening = complete(source="device")
    for_supervisor(evening, "10.2", "more-face-up")
    report(evening, "more-face-up", **SUPERVISOR)
    evening.finish()
    evening.bet("alice", "enter", box=1)
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == "10.2"
    evening.ok("check-cards")
    done(evening)


def test_10_2_nearest_miss_a_shoe_is_not_emptied_for_it() -> None:
    assert refused(complete(), "not-so", "more-face-up", **SUPERVISOR).clause == "10.2"


# 10.3 to 10.5 The card dealt or burned in error


@cell("dealt-or-burned-in-error", 2)
@pytest.mark.parametrize("burned", [True, False])
def test_10_3_it_is_dealt_as_the_next_card_even_when_it_was_burned(burned: bool) -> None:
    evening = betting()
    evening.deal("4S 5S")
    dealt = evening.table.stack.dealt
    report(evening, "dealt-or-burned-in-error", {"burned": burned, "refused": "nobody"}, card="6H")
    assert evening.table.stack.dealt == dealt + 1
    (card,) = evening.ok("deal-card")
    assert (card.card, card.hand) == ("6H", "dealer")  # type: ignore[attr-defined]
    assert evening.table.stack.dealt == dealt + 1
    evening.deal("3D 2D")
    stand(evening)
    evening.deal("2H")
    evening.finish()
    done(evening)


@cell("surplus-to-player-banker-draws", 0)
@cell("surplus-to-player-banker-stands", 0)
@cell("hand-without-wager", 0)
@pytest.mark.parametrize(
    "situation",
    ["surplus-to-player-banker-draws", "surplus-to-player-banker-stands", "hand-without-wager"],
)
def test_10_3_a_stray_card_is_offered_in_turn_and_drawn_with_a_wager(situation: str) -> None:
    evening = deciding()
    report(evening, situation, card="AC")
    evening.no("decision-due", "deal-card")
    evening.choose(1, "draw", "alice")
    (card,) = evening.ok("deal-card")
    assert (card.card, card.hand) == ("AC", "box 1")  # type: ignore[attr-defined]
    evening.choose(2, "stand", "bob")
    evening.deal("AH")
    evening.finish()  # box 1 has 8 with three cards, the dealer 7
    assert evening.chips("alice") == FULL + STAKE + 2 * STAKE
    assert evening.chips("bob") == FULL
    done(evening)


@cell("surplus-to-banker", 2)
def test_10_3_a_card_shown_to_an_unfinished_dealer_hand_is_the_next_card() -> None:
    evening = deciding()
    said: dict[str, Value] = {"exposed": True, "hand_complete": True}
    report(evening, "surplus-to-banker", said, card="2H")  # the table knows better
    assert [slot.card for slot in evening.table.stack.carried] == ["2H"]
    stand(evening)
    (card,) = evening.ok("deal-card")
    assert (card.card, card.hand) == ("2H", "dealer")  # type: ignore[attr-defined]
    done(evening)


def test_10_3_a_card_that_nobody_is_due_any_more_is_the_next_one_of_the_shoe() -> None:
    evening = complete()
    report(evening, "surplus-to-player-banker-stands", {"exposed": True}, card="9C")
    evening.finish()
    evening.bet("alice", "enter", box=1)
    evening.deal("9C")
    assert evening.table.round.slots[0].card == "9C"
    assert evening.table.stack.seen["9C"] == 1
    done(evening)


def test_10_3_nearest_miss_no_round_is_in_progress() -> None:
    evening = betting()
    said: dict[str, Value] = {"burned": False, "refused": "nobody"}
    rejection = refused(evening, "wrong-phase", "dealt-or-burned-in-error", said, card="9C")
    assert rejection.clause == "10.3"


@cell("dealt-or-burned-in-error", 1)
def test_10_4_whoever_declines_it_stands_and_has_no_draw_wager() -> None:
    evening = deciding()
    declines: dict[str, Value] = {"burned": False, "refused": "somebody"}
    refused(evening, "bad-box", "dealt-or-burned-in-error", declines, card="AC", box=2)
    report(evening, "dealt-or-burned-in-error", declines, card="AC", box=1)
    assert evening.table.round.decisions == {1: "stand"}
    evening.no("not-your-turn", "decide-hand", actor="alice", role="player", box=1, decision="draw")
    evening.choose(2, "draw", "bob")
    (card,) = evening.ok("deal-card")
    assert (card.card, card.hand) == ("AC", "box 2")  # type: ignore[attr-defined]
    evening.deal("AH")
    evening.finish()
    assert evening.chips("alice") == FULL
    assert evening.chips("bob") == FULL + STAKE + 2 * STAKE
    done(evening)


def test_10_4_nearest_miss_only_the_player_whose_turn_it_is_declines() -> None:
    evening = betting()
    evening.deal("4S 5S")
    declines: dict[str, Value] = {"burned": False, "refused": "somebody"}
    rejection = refused(evening, "bad-box", "dealt-or-burned-in-error", declines, card="6H", box=1)
    assert rejection.clause == "10.4"


@cell("dealt-or-burned-in-error", 0)
@pytest.mark.parametrize("reported", [True, False])
def test_10_5_declined_by_all_it_is_the_dealers_next_card(reported: bool) -> None:
    evening = deciding()
    if reported:
        said: dict[str, Value] = {"burned": False, "refused": "nobody"}
        report(evening, "dealt-or-burned-in-error", said, card="AC")
    named = {} if reported else {"card": "AC"}
    everybody: dict[str, Value] = {"burned": False, "refused": "everybody"}
    report(evening, "dealt-or-burned-in-error", everybody, **named)
    assert evening.table.round.decisions == {1: "stand", 2: "stand"}
    (card,) = evening.ok("deal-card")
    assert (card.card, card.hand) == ("AC", "dealer")  # type: ignore[attr-defined]
    evening.finish()
    assert evening.chips("alice") == evening.chips("bob") == FULL
    done(evening)


def test_10_5_nearest_miss_a_card_of_the_initial_deal_cannot_be_declined() -> None:
    evening = betting()
    evening.deal("4S 5S")
    everybody: dict[str, Value] = {"burned": False, "refused": "everybody"}
    rejection = refused(evening, "not-so", "dealt-or-burned-in-error", everybody, card="6H")
    assert rejection.clause == "10.5"


# 10.6 and 10.7 A card too many for the dealer


@cell("surplus-to-banker", 1)
def test_10_6_shown_on_a_complete_hand_it_is_burned() -> None:
    evening = complete()
    dealt = evening.table.stack.dealt
    report(evening, "surplus-to-banker", {"exposed": True}, card="9C")
    assert evening.table.stack.rack[-1][-1] == "9C"
    assert evening.table.stack.dealt == dealt + 1
    assert not evening.table.stack.waiting
    evening.finish()
    assert evening.chips("alice") == FULL - STAKE
    done(evening)


def test_10_6_nearest_miss_on_an_unfinished_hand_it_is_not_burned() -> None:
    evening = deciding()
    (aside,) = report(evening, "surplus-to-banker", {"exposed": True}, card="2H")
    assert aside.clause == "10.3"  # type: ignore[attr-defined]


@cell("surplus-to-banker", 0)
@pytest.mark.parametrize("source", ["shoe", "device"])
def test_10_7_unseen_it_opens_the_next_round_and_wagers_stay_open(source: str) -> None:
    evening = complete(source=source)
    (aside,) = report(evening, "surplus-to-banker", {"exposed": False})
    assert (aside.card, aside.next_coup) == (None, True)  # type: ignore[attr-defined]
    evening.finish()
    assert evening.table.round.no_bet is None
    evening.bet("alice", "enter", box=1)  # the card counts as one that never left
    evening.card("9C")
    assert evening.table.round.slots[0].hand == "box 1"
    evening.deal("6S TC")
    evening.choose(1, "stand", "alice")
    evening.deal("2C")
    evening.finish()  # nine against eight
    assert evening.chips("alice") == FULL
    evening.bet("alice", "enter", box=1)
    evening.deal("2S 6S 5D")
    done(evening)


def test_10_7_nearest_miss_a_card_that_was_seen_opens_no_round() -> None:
    evening = complete()
    report(evening, "surplus-to-banker", {"exposed": True}, card="9C")
    evening.finish()
    assert not evening.table.stack.carried


# 10.8 and 10.9 Rebuilding


@cell("wrong-deal", 1)
def test_10_8_the_round_is_rebuilt_and_binds_everybody() -> None:
    evening = complete()
    # Box 1 should have had 4S and 2D, box 2 5S and 3D.
    cards = ["4S", "5S", "6H", "2D", "3D", "2H"]
    report(evening, "wrong-deal", {"in_doubt": False}, cards=cards)
    assert evening.table.round.take_down is None
    taken = {"actor": "alice", "role": "player", "player": "alice"}
    assert evening.no("not-offered", "take-down", **taken).clause == "5.8"
    evening.ok("announce-counts")
    evening.finish()
    assert evening.chips("alice") == FULL - STAKE
    assert evening.chips("bob") == FULL  # eight against eight
    done(evening)


@cell("hand-short", 0)
def test_10_8_a_hand_that_is_short_gets_its_card_and_the_rest_follow() -> None:
    evening = deciding()
    refused(evening, "not-so", "hand-short", {"hand": "player"}, cards=["4S", "5S", "6H", "3D"])
    # One more card is out than was counted: it is the next one of this round.
    report(evening, "hand-short", {"hand": "player"}, cards=[*INITIAL.split(), "AC"])
    assert [slot.card for slot in evening.table.stack.carried] == ["AC"]
    evening.ok("announce-counts")
    evening.choose(1, "draw", "alice")
    (card,) = evening.ok("deal-card")
    assert (card.card, card.hand) == ("AC", "box 1")  # type: ignore[attr-defined]
    done(evening)


def test_10_8_a_round_just_over_is_settled_again() -> None:
    evening = complete()
    evening.finish()
    number = evening.table.round.number
    cards = ["4S", "5S", "6H", "2D", "3D", "2H"]
    report(evening, "wrong-deal", {"in_doubt": False}, cards=cards)
    evening.ok("announce-counts")
    evening.finish()
    assert (evening.chips("alice"), evening.chips("bob")) == (FULL - STAKE, FULL)
    assert evening.table.patrons["bob"].lost == 0
    assert evening.table.round.number == number
    done(evening)


@cell("cannot-rebuild", 0)
@pytest.mark.parametrize("over", [False, True])
def test_10_8_what_cannot_be_rebuilt_a_supervisor_voids_with_all_money_back(over: bool) -> None:
    evening = complete()
    if over:
        evening.finish()
    for_supervisor(evening, "10.8", "cannot-rebuild")
    report(evening, "cannot-rebuild", **SUPERVISOR)
    assert evening.chips("alice") == evening.chips("bob") == FULL
    assert evening.table.patrons["alice"].lost == 0
    refused(evening, "void", "cannot-rebuild", **SUPERVISOR)
    done(evening)


def test_10_8_nearest_miss_a_later_round_has_begun() -> None:
    evening = complete()
    evening.finish()
    evening.bet("alice", "enter", box=1)
    evening.deal("2S")
    (asked,) = report(evening, "found-after-next-coup")
    assert asked.about  # type: ignore[attr-defined]
    assert evening.chips("bob") == FULL - STAKE


@cell("cards-after-void", 0)
def test_10_9_play_goes_on_with_the_cards_that_are_left() -> None:
    evening = complete()
    report(evening, "cannot-rebuild", **SUPERVISOR)
    assert clause_of(evening, "cards-after-void") == ("10.9", "CONTINUE")
    evening.ok("clear-cards")
    evening.bet("alice", "enter", box=1)
    evening.deal("2S 6S 5D")
    done(evening)


def test_10_9_nearest_miss_no_round_was_void() -> None:
    assert refused(complete(), "not-so", "cards-after-void").clause == "10.9"


# 10.11 No decision


@cell("no-decision", 0)
def test_10_11_who_does_not_decide_stands_without_a_draw_wager() -> None:
    evening = deciding()
    refused(evening, "bad-box", "no-decision", box=2)  # it is not their turn
    report(evening, "no-decision", box=1)
    assert evening.table.round.decisions == {1: "stand"}
    evening.no("not-your-turn", "decide-hand", actor="alice", role="player", box=1, decision="draw")
    # What a player signals and the dealer keys in is 8.1; for one who has gone it is 10.11.
    assert evening.ask("decide-hand", box=2, decision="stand")[0].clause == "8.1"
    evening.no("bad-command", "decide-hand", box=2, decision="draw", absent=True)
    (stood,) = evening.ok("decide-hand", box=2, decision="stand", absent=True)
    assert stood.clause == "10.11"  # type: ignore[attr-defined]
    evening.deal("2H")
    evening.finish()
    assert evening.chips("alice") == FULL - STAKE
    done(evening)


def test_10_11_nearest_miss_nobody_has_to_decide_before_the_deal_is_complete() -> None:
    evening = betting()
    evening.deal("4S 5S")
    assert refused(evening, "bad-box", "no-decision", box=1).clause == "10.11"
