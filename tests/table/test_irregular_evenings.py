"""Evenings on which much goes wrong: every coup can be finished, and cards and money add up."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from sabot.core.cards import decks_of
from sabot.engine.streams import Rejection
from sabot.rules import Due
from sabot.table.shoe.cards import EXPOSE, due
from sabot.table.state import BETTING, DEALING, IN_COUP, PREPARING, SETTLED
from support.evening import Evening

SUPERVISOR = "casino supervisor"
WAYS: list[tuple[str, dict[str, Any]]] = [
    ("star-baccarat", {"source": "shoe"}),
    ("star-baccarat", {"source": "device", "face": "down"}),
    ("star-baccarat", {"source": "shoe", "method": "B"}),
    ("star-seven-up", {"face": "up"}),
    ("star-seven-up", {"face": "down"}),
]


class Wrong:
    """A dealer who makes mistakes, and staff who report them."""

    def __init__(self, rulebook: str, options: dict[str, Any], seed: int) -> None:
        self.random = random.Random(seed)
        self.evening = Evening(rulebook, **options)
        for place, player in enumerate(("alice", "bob"), 1):
            self.evening.join(player, place)
        deck = [card.name for card in decks_of(4)]
        self.random.shuffle(deck)
        self.cards: Iterator[str] = iter(deck)

    def go_on(self) -> None:
        """Do a careful dealer's next step."""
        evening, table = self.evening, self.evening.table
        if table.phase == PREPARING:
            evening.fresh_cards()
        elif table.phase == SETTLED:
            evening.ok("clear-cards")
        elif table.round.take_down:
            taken = self.random.random() < 0.3 and bool(table.round.stakes)
            evening.ok("take-down", player="alice") if taken else evening.ok("resume-play")
        elif table.phase == BETTING and (table.stack.shuffle or table.stack.check):
            evening.fresh_cards()
        elif table.phase == BETTING and table.round.no_bet is None and not table.round.stakes:
            evening.bet("alice", self.random.choice(["player", "banker", "tie"]))
        elif table.phase == BETTING or isinstance(due(table), Due):
            self.deal()
        elif due(table) == EXPOSE:
            self.turn()
        else:
            self.call()
            evening.ok("announce-result")
            evening.ok("settle-wagers")

    def call(self) -> None:
        first = len(self.evening.table.book.procedure.initial(()))
        if not self.evening.table.round.counts and len(self.evening.table.round.slots) >= first:
            self.evening.ok("announce-counts")

    def deal(self) -> None:
        table = self.evening.table
        if table.phase == DEALING:
            self.call()
        face = table.round.face if table.phase == DEALING else table.opened.face
        named = face == "up" and not table.stack.carried
        self.evening.ok("deal-card", **({"card": next(self.cards)} if named else {}))

    def turn(self) -> None:
        """Players leave all cards to the dealer."""
        for hand in ("player", "banker"):
            refusal: dict[str, Any] = {"hand": hand, "player": "alice"}
            if not isinstance(self.evening.ask("refuse-cards", **refusal), Rejection):
                self.evening.ok("refuse-cards", **refusal)
        down = [i for i, slot in enumerate(self.evening.table.round.slots) if not slot.up]
        turned = [{"slot": i, "card": next(self.cards)} for i in down]
        self.evening.ok("expose-cards", cards=turned)

    def go_wrong(self) -> bool:
        """Something is reported; whether a clause took it."""
        table, seen = self.evening.table, self.random.random() < 0.5
        card = {"card": next(self.cards)} if seen else {}
        named = {"card": next(self.cards)}
        round_ = table.round if table.phase in IN_COUP else table.last or table.round
        order = [slot.card for slot in round_.slots]
        self.random.shuffle(order)
        order += [next(self.cards)] * self.random.choice([0, 0, 1])
        burned = {"burned": True, "refused": "nobody"}
        reports: list[dict[str, Any]] = [
            {"situation": "wrong-deal", "circumstances": {"in_doubt": False}, "cards": order},
            {"situation": "surplus-to-banker", **card},
            {"situation": "surplus-to-player-banker-stands", "circumstances": {"exposed": seen},
             **card},
            {"situation": "surplus-to-player-banker-draws", **named},
            {"situation": "first-card-exposed", **named},
            {"situation": "face-up-card", **named},
            {"situation": "dealt-or-burned-in-error", "circumstances": burned, **card},
            {"situation": "missing-or-foreign-card"},
            {"situation": "cannot-rebuild", "role": SUPERVISOR},
        ]  # fmt: skip
        chosen = self.random.choice(reports)
        if isinstance(self.evening.ask("report-irregularity", **chosen), Rejection):
            return False
        self.evening.ok("report-irregularity", **chosen)
        return True

    def check(self) -> None:
        """No card is lost or in two places, no player owes, and the log tells the same table."""
        table, stack = self.evening.table, self.evening.table.stack
        lying = [*table.round.slots, *stack.carried, *stack.waiting]
        racked = [card for cards in stack.rack for card in cards]
        if stack.cards:
            everywhere = stack.cards - stack.dealt + len(lying) + len(racked)
            assert everywhere == 52 * table.opened.decks
        shown = [slot.card for slot in lying if slot.up] + racked
        assert Counter(card for card in shown if card) == Counter(stack.seen)
        assert all(
            cents >= 0 for key, cents in table.balances.items() if not key.endswith("@world")
        )
        assert self.evening.replayed() == table


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("rulebook", "options"), WAYS)
def test_whatever_goes_wrong_the_coup_can_be_finished(
    rulebook: str, options: dict[str, Any], seed: int
) -> None:
    evening = Wrong(rulebook, options, seed)
    for _ in range(45):
        evening.go_on()
        if evening.random.random() < 0.3:
            evening.go_wrong()
        evening.check()
    for _ in range(40):
        if evening.evening.table.phase not in IN_COUP:
            return
        evening.go_on()
        evening.check()
    raise AssertionError("the coup does not end")
