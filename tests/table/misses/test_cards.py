"""Cards, counted and told: the nearest misses at the live table."""

from typing import Any

from msgspec.structs import replace

from sabot.parts.statements import StatementMade
from support.collusion_checks import BACCARAT, MINI
from support.evening import Evening

SUE = {"actor": "sue", "role": "casino supervisor"}


def used_up(evening: Evening) -> None:
    """As if every card had been dealt."""
    stack = evening.table.stack
    evening.table = replace(evening.table, stack=replace(stack, dealt=stack.cards))


def test_baccarat_12_6_a_card_that_left_on_somebodys_word_makes_the_count_a_word_too() -> None:
    said: dict[str, Any] = {"situation": "cards-run-out"}
    honest = BACCARAT.begun()
    used_up(honest)
    assert not isinstance(honest.says("report-irregularity", **said)[0], StatementMade)
    evening = BACCARAT.begun()
    burned = {"situation": "dealt-or-burned-in-error", "circumstances": {"burned": True}}
    evening.ok("report-irregularity", **burned, card="2C")
    used_up(evening)
    assert isinstance(evening.says("report-irregularity", **said)[0], StatementMade)


def test_mini_12_9_cards_are_handed_to_somebody_who_is_there() -> None:
    evening = Evening("canberra-mini", method="down")
    evening.join("ada", 1)
    evening.bet("ada", "player")
    evening.ok("no-more-bets")
    for card in MINI.first.split():
        evening.card(card)
    said = {"situation": "cards-to-wrong-player", "hand": "player", "player": "zoe"}
    evening.no("not-at-table", "report-irregularity", **SUE, **said)
