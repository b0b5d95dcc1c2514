"""Coups rebuilt with cards that had not been keyed, that waited, or that came before a shuffle."""

from typing import Any

from support.live_evening import LiveEvening

SUE = {"actor": "sue", "role": "casino supervisor"}
WRONG: dict[str, Any] = {**SUE, "situation": "wrong-deal", "circumstances": {"in_doubt": False}}
SURE = {**WRONG, "actor": "omar", "role": "casino operator"}
NATURAL, OVER = "8H 2C KH 3C", ["8H", "2C", "KH", "3C", "5D"]
"""Cards of a coup that ends with the first four; the same with a card that came out beyond it."""


def names(slots: Any) -> list[str | None]:
    return [slot.card for slot in slots]


def left_over(game: str = "star-baccarat", **options: Any) -> LiveEvening:
    """A natural was overlooked: a fifth card came out, and is left over by the rebuilt coup."""
    evening = LiveEvening(game, **options)
    evening.join("ann", 1)
    evening.bet("ann", "player")
    evening.deal(NATURAL)
    evening.ok("report-irregularity", **WRONG, cards=OVER)
    return evening


# Cards named in a rebuilt Lucky Draw round


def drawn_round() -> LiveEvening:
    """Ann stands on 8, and the round is settled."""
    evening = LiveEvening("star-lucky-draw")
    evening.join("ann", 1)
    evening.bet("ann", "enter", box=1)
    evening.deal("AH QS 8S")
    evening.choose(1, "stand", "ann")
    evening.card("5C")
    evening.between()
    evening.finish()
    return evening


def test_lucky_draw_10_8_cards_beyond_a_rebuilt_round_are_burned_each_once() -> None:
    evening = drawn_round()
    dealt = evening.table.stack.dealt
    cards = ["QH", "5C", "QS", "AH", "5H", "8S", "7D"]
    evening.ok("report-irregularity", **WRONG, cards=cards)
    over = len(cards) - len(evening.table.round.slots)
    assert over == 3 and evening.table.stack.dealt == dealt + 3
    assert names(evening.table.round.slots) == cards[:4]
    assert evening.findings() == []


def test_lucky_draw_10_8_nearest_miss_every_card_that_came_out_is_named() -> None:
    evening = drawn_round()
    evening.no("not-so", "report-irregularity", **SURE, cards=["QH", "5C", "QS"])


def test_lucky_draw_10_15_a_round_whose_cards_are_out_is_not_rebuilt_with_others() -> None:
    evening = drawn_round()
    evening.ok("check-cards", **SUE, missing=1, dealer="dana")
    evening.no("mixed", "report-irregularity", **SURE, cards=["QH", "5C", "QS", "AH", "8S"])


# A card left over, and the same coup rebuilt once more


def test_12_1_1_a_card_left_over_is_laid_when_the_coup_is_rebuilt_once_more() -> None:
    evening = left_over()
    assert names(evening.table.stack.waiting) == ["5D"] and "12.3" in evening.table.next_no_bet
    dealt = evening.table.stack.dealt
    evening.ok("report-irregularity", **WRONG, cards=["3C", "2C", "KH", "5D", "8H"])
    assert evening.table.stack.dealt == dealt and not evening.table.next_no_bet
    assert names(evening.table.round.slots) == ["3C", "2C", "KH", "5D", "8H"]
    assert not evening.table.stack.waiting and evening.findings() == []


def test_12_1_1_nearest_miss_it_waits_on_where_it_is_not_named() -> None:
    evening = left_over()
    evening.ok("report-irregularity", **WRONG, cards=["8H", "3C", "KH", "2C"])
    assert names(evening.table.stack.waiting) == ["5D"] and evening.table.next_no_bet == ("12.3",)


def test_12_1_1_a_card_that_lies_aside_is_named_as_it_is() -> None:
    evening = left_over()
    refused = evening.no("not-so", "report-irregularity", **WRONG, cards=[*OVER[:4], "6D"])
    assert refused.clause == "12.1.1"


def test_12_1_1_a_card_left_over_is_taken_up_after_the_settlement_too() -> None:
    evening = left_over()
    evening.ok("resume-play")
    evening.between()
    evening.finish()
    assert names(evening.table.stack.carried) == ["5D"]
    assert evening.table.round.no_bet == "12.3"
    evening.ok("report-irregularity", **WRONG, cards=["3C", "2C", "KH", "5D", "8H"])
    evening.ok("resume-play")
    evening.ok("announce-counts")
    evening.finish()
    assert evening.table.round.no_bet is None and not evening.table.stack.carried
    assert evening.findings() == []


def test_12_3_a_seen_card_that_a_void_no_bet_coup_leaves_opens_another_one() -> None:
    """Both third cards came out though the Player had a natural."""
    evening = left_over()
    evening.ok("report-irregularity", **WRONG, cards=[*OVER, "6D"])
    evening.ok("resume-play")
    evening.between()
    evening.finish()
    evening.ok("deal-card")
    evening.ok("report-irregularity", **SUE, situation="cannot-rebuild")
    evening.ok("clear-cards")
    assert names(evening.table.stack.carried) == ["6D"]
    assert evening.table.round.no_bet == "12.3" and evening.findings() == []


# A wrong deal while the shuffle after a failed device is due


def failed(game: str = "star-lucky-draw") -> LiveEvening:
    """The device fails after the first card without a spare, and play resumes."""
    evening = LiveEvening(game, source="device")
    evening.join("ann", 1)
    evening.bet("ann", "enter", box=1)
    evening.card("3S")
    evening.ok("report-irregularity", **SUE, situation="device-without-spare")
    return evening


def test_11_5_3_cards_that_came_before_the_failure_are_not_in_the_shuffle() -> None:
    evening = failed()
    evening.ok("resume-play")
    cards = evening.table.stack.cards
    evening.ok("report-irregularity", **WRONG, cards=["3S", "6C"])
    assert evening.table.stack.cards == cards - 1 and evening.table.stack.dealt == 0
    evening.no("not-cut", "deal-card", card="KD")
    evening.prepare_in_coup()
    evening.card("KD")
    assert names(evening.table.round.slots) == ["3S", "6C", "KD"] and evening.findings() == []


def test_11_5_3_nearest_miss_a_card_after_the_burn_is_one_of_the_shoe() -> None:
    evening = failed()
    evening.ok("resume-play")
    evening.prepare_in_coup()
    cards, dealt = evening.table.stack.cards, evening.table.stack.dealt
    evening.ok("report-irregularity", **WRONG, cards=["3S", "6C"])
    assert (evening.table.stack.cards, evening.table.stack.dealt) == (cards, dealt + 1)


def test_11_5_1_stakes_are_still_offered_back_after_the_rebuilding() -> None:
    evening = failed()
    evening.ok("report-irregularity", **WRONG, cards=["3S", "6C"])
    assert evening.table.round.take_down == "11.5"
    evening.ok("take-down", actor="ann", role="player", player="ann", on="enter", box=1)
    assert evening.chips("ann") == 10_000_00


def test_canberra_12_6_a_no_bet_coup_is_not_reopened() -> None:
    evening = LiveEvening("canberra-mini", method="down", face="down")
    evening.join("ann", 1)
    evening.bet("ann", "player")
    evening.ok("no-more-bets")
    evening.ok("deal-card")
    said: dict[str, Any] = {"situation": "change-of-wagers"}
    said |= {"circumstances": {"exposed": False, "deal_correct": True}}
    evening.ok("report-irregularity", **SUE, **said)
    evening.ok("withdraw-wager", actor="ann", role="player", player="ann", on="player")
    evening.ok("resume-play")
    evening.no("no-bet-coup", "report-irregularity", **SUE, **said)
