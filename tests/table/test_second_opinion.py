"""Deviations that the reference table found, each with its nearest lawful case."""

from typing import Any

import pytest

from support.evening import Evening

SUE = {"actor": "sue", "role": "casino supervisor"}
OMAR = {"actor": "omar", "role": "casino operator"}
BOXED = {"star-three-card": "player", "star-lucky-draw": "enter"}


def seated(game: str, **options: Any) -> Evening:
    """Return a table with two players."""
    evening = Evening(game, **options)
    evening.join("ada", 1)
    evening.join("ben", 2)
    return evening


@pytest.mark.parametrize("game", ["star-baccarat", "star-seven-up", "canberra-mini"])
def test_a_wager_is_withdrawn_after_the_call_until_the_first_card(game: str) -> None:
    evening = seated(game)
    evening.bet("ada", "player")
    evening.bet("ben", "player")
    evening.ok("no-more-bets")
    evening.no_bet("bets-closed", "ada", "tie")
    evening.ok("withdraw-wager", actor="ada", role="player", player="ada", on="player")
    assert evening.chips("ada") == 10_000_00
    evening.card("9S")
    said = {"actor": "ben", "role": "player", "player": "ben", "on": "player"}
    evening.no("untouched", "withdraw-wager", **said)


def test_a_personal_minimum_binds_on_a_bet_with_a_line_of_its_own() -> None:
    evening = seated("star-baccarat", side_bets=["super-six"])
    own = {"player": "ada", "minimum": "50", "maximum": "5000"}
    evening.ok("set-personal-limits", **SUE, **own)
    assert evening.no_bet("below-minimum", "ada", "super-six", "49.50").clause == "6.1"
    evening.bet("ada", "super-six", "50")
    evening.bet("ben", "super-six", "5")


@pytest.mark.parametrize(("game", "on"), [("canberra-mini", "tie"), ("star-baccarat", "super-six")])
def test_a_wager_placed_once_a_coup_is_raised_and_paid_once(game: str, on: str) -> None:
    options = {"side_bets": ["super-six"]} if game == "star-baccarat" else {}
    evening = seated(game, **options)
    evening.bet("ada", on, "20")
    evening.bet("ada", on, "20")
    assert evening.no_bet("one-each", "ada", on, "20", area=2).code == "one-each"
    assert evening.money("layout") == 40_00


@pytest.mark.parametrize("game", BOXED)
def test_a_box_whose_wager_is_void_gets_no_further_card(game: str) -> None:
    evening = seated(game)
    for player, box in (("ada", 1), ("ben", 2)):
        evening.bet(player, BOXED[game], box=box)
    evening.card("2S")
    sanction = {"player": "ada", "measures": ["void"], "reason": "a device"}
    evening.ok("sanction-player", **SUE, **sanction)
    assert evening.chips("ada") == 10_000_00
    dealt = [evening.card(card)[-1].hand for card in ("3S", "4S", "5S")]  # type: ignore[attr-defined]
    assert "box 1" not in dealt and "box 2" in dealt


@pytest.mark.parametrize("game", BOXED)
def test_the_round_is_void_when_the_only_wager_is(game: str) -> None:
    evening = seated(game)
    evening.bet("ada", BOXED[game], box=1)
    evening.card("2S")
    sanction = {"player": "ada", "measures": ["void"], "reason": "a device"}
    evening.ok("sanction-player", **SUE, **sanction)
    assert evening.table.round.void is not None
    assert evening.chips("ada") == 10_000_00 and evening.replayed() == evening.table


def test_a_card_missing_between_coups_takes_the_cards_out_and_is_told() -> None:
    evening = seated("star-baccarat")
    evening.ok("check-cards", **SUE, missing=1)
    assert evening.table.stack.shuffle == "12.11.2"
    assert any(due.to == "surveillance" for due in evening.table.notices.due.values())
    evening.bet("ada", "player")
    assert evening.no("must-shuffle", "deal-card", card="9S").clause == "12.11.2"


def test_nearest_case_cards_that_are_not_in_use_are_only_replaced() -> None:
    evening = Evening("star-baccarat", ready=False)
    evening.ok("check-cards", **SUE, missing=1)
    assert not evening.table.notices.due and evening.table.stack.shuffle is None


def test_pairs_are_settled_before_the_result_of_a_natural() -> None:
    pairs = "canberra-pairs-player"
    evening = seated("canberra-mini", side_bets=[pairs], method="up")
    evening.bet("ada", pairs, "10")
    evening.bet("ben", "player", "10")
    evening.ok("no-more-bets")
    for card in ("9S", "2H", "KS", "3H"):
        evening.card(card)
    assert evening.no("settle-first", "announce-result").code == "settle-first"
    evening.ok("settle-wagers")
    evening.ok("announce-result")


WRONG: dict[str, Any] = {"situation": "wrong-deal", "circumstances": {"in_doubt": False}}


@pytest.mark.parametrize("game", ["star-baccarat", "star-seven-up"])
def test_a_past_coup_stands_once_the_cards_came_out_to_be_checked(game: str) -> None:
    evening = seated(game)
    evening.bet("ada", "player")
    evening.coup("9S 8H KD KC" if game == "star-baccarat" else "8H 2S KD")
    evening.ok("check-cards", **SUE, missing=1)
    evening.no("too-late", "report-irregularity", **SUE, **WRONG, cards=["8H", "9S", "KD", "KC"])
    evening.no("too-late", "report-irregularity", **SUE, situation="cannot-rebuild")


def decided_round() -> Evening:
    """Return a Lucky Draw round in which ada stood and every card is out."""
    evening = seated("star-lucky-draw")
    evening.bet("ada", "enter", box=1)
    evening.deal("8D JH 4S")
    evening.choose(1, "stand", "ada")
    evening.deal("9C")
    return evening


def test_a_seen_card_that_a_rebuilt_round_leaves_over_is_burned() -> None:
    evening = decided_round()
    cards = ["4S", "JH", "9C", "8D", "5D"]
    evening.ok("report-irregularity", **SUE, **WRONG, cards=cards[:4])
    dealt = evening.table.stack.dealt
    evening.ok("report-irregularity", **SUE, **WRONG, cards=cards)
    stack = evening.table.stack
    assert not stack.waiting and not stack.carried and stack.dealt == dealt + 1
    assert stack.rack[-1][-1] == "5D" and evening.replayed() == evening.table


def test_a_round_is_rebuilt_twice_though_its_cards_were_shuffled() -> None:
    evening = decided_round()
    evening.finish()
    evening.ok("order-shuffle", **SUE, reason="a doubt")
    evening.fresh_cards()
    cards = ["4S", "JH", "9C", "8D"]
    evening.ok("report-irregularity", **SUE, **WRONG, cards=cards)
    evening.ok("announce-counts")
    evening.ok("announce-result")
    evening.ok("report-irregularity", **SUE, **WRONG, cards=["8D", "JH", "4S", "9C"])
    assert evening.table.round.result is None and evening.replayed() == evening.table
