"""The cut, the burn and the last coup of the cards, by commands at a live table."""

import msgspec

from sabot.table.running.approvals import CUT, power_over
from support.evening import Evening
from support.stack_checks import ready
from support.table_checks import SUPERVISOR, WINNING, coup, deal, main

SEATED = {"bo": 2, "cy": 3, "al": 1}
"""Bo came first; Al sits at the dealer's left, Cy at the far right."""


def to_be_cut(game: str, occasion: str, named: int | None = None) -> Evening:
    """A shuffled stack with three players at the table, on such an occasion."""
    evening = Evening(game)
    for name, place in SEATED.items():
        evening.join(name, place)
    if power_over(evening.table, CUT) is not None:
        evening.ok("approve", **SUPERVISOR, what=CUT)
    stack = evening.table.stack
    shuffled = msgspec.structs.replace(stack, stage="shuffled", occasion=occasion, named=named)
    evening.table = msgspec.structs.replace(evening.table, stack=shuffled)
    return evening


def cut_goes_to(game: str, occasion: str, *order: str, named: int | None = None) -> None:
    """The stack is offered in this order, and last to the casino supervisor."""
    for place, name in enumerate((*order, None)):
        evening = to_be_cut(game, occasion, named)
        cards = evening.table.stack.cards
        cut = {"depth": cards // 2, "from_back": 52, "declined": list(order[:place])}
        for other in {*SEATED, None} - {name}:
            evening.no("wrong-cut", "cut-cards", **cut, cutter=other)
        (done,) = evening.ok("cut-cards", **cut, cutter=name)
        assert done.cutter == name  # type: ignore[attr-defined]


def shuffled_after_last(game: str, *, first: bool, more: int) -> None:
    """The coup with the cutting card and so many more; then nothing is dealt before a shuffle."""
    evening = Evening(game)
    evening.join("al", 1)
    _with_cutting_card(evening, first=first)
    for _ in range(more):
        assert not evening.table.stack.played_out
        main(evening, "al")
        coup(evening)
    assert evening.table.stack.played_out
    main(evening, "al")
    if evening.table.conduct.calls.required:
        evening.ok("no-more-bets")
    assert evening.no("must-shuffle", "deal-card", card="2S").clause is not None


def _with_cutting_card(evening: Evening, *, first: bool) -> None:
    main(evening, "al")
    evening.ok("no-more-bets")
    one, *others = WINNING[evening.table.opened.rulebook].split()
    evening.ok("deal-card", card=one, **({"cutting_card": True} if first else {}))
    if not first:
        two, *others = others
        evening.ok("deal-card", card=two, cutting_card=True)
    deal(evening, " ".join(others))
    evening.finish()


def burned(game: str, *ways: str) -> None:
    for way in ways:
        evening = ready(game)
        if way != ways[0]:
            evening.ok("approve", **SUPERVISOR, what="burn", way=way)
        shown = {"card": "AS"} if way == "counted" else {}
        (done, *_) = evening.ok("burn-cards", way=way, **shown)
        assert type(done).__name__ == "CardsBurned"


def burned_nearest_miss(game: str, clause: str) -> None:
    assert ready(game).no("wrong-burn", "burn-cards", way="five cards").clause == clause
