"""The stack at the live table: cut, cutting card, burn, device and rack, by commands alone."""

from typing import Any

from sabot.rulebooks import RULEBOOKS
from support.evening import Evening

SUE = {"actor": "sue", "role": "casino supervisor"}


def shuffled(game: str, **options: Any) -> Evening:
    evening = Evening(game, ready=False, **options)
    evening.ok("open-float", **SUE, amount="100000")
    evening.ok("check-cards", **SUE, dealer="dana")
    evening.ok("shuffle", **SUE, reason="fresh cards")
    return evening


def ready(game: str, **options: Any) -> Evening:
    """Cut, and not burned yet."""
    evening = shuffled(game, **options)
    if evening.table.stack.stage != "ready":
        evening.ok("cut-cards", depth=evening.table.stack.cards // 2, from_back=52)
    return evening


def cut_lies_a_deck_in(game: str, clause: str) -> None:
    cards = shuffled(game).table.stack.cards
    for depth in (52, cards - 52):
        evening = shuffled(game)
        evening.ok("cut-cards", depth=depth, from_back=52)
        assert (evening.table.stack.depth, evening.table.stack.stage) == (depth, "ready")
    for depth in (51, cards - 51, 0, cards):
        refused = shuffled(game).no("wrong-cut", "cut-cards", depth=depth, from_back=52)
        assert refused.clause == clause


def cutting_card_lies(game: str, clause: str, nearest: int, farthest: int | None) -> None:
    """So many cards from the back at least, and at most; it comes out where it lies."""
    for from_back in {nearest, farthest or nearest}:
        evening = shuffled(game)
        evening.ok("cut-cards", depth=52, from_back=from_back)
        stack = evening.table.stack
        assert stack.cutting == stack.cards - from_back
    for from_back in [nearest - 1] + ([] if farthest is None else [farthest + 1]):
        refused = shuffled(game).no("wrong-cutting-card", "cut-cards", depth=52,
                                    from_back=from_back)  # fmt: skip
        assert refused.clause == clause


def plain_burn(game: str, clause: str, **options: Any) -> None:
    """The first card, face down, and no other, of any value."""
    evening = ready(game, **options)
    burned: Any = evening.ok("burn-cards")[0]
    assert (burned.clause, burned.number, burned.card) == (clause, 1, None)
    stack = evening.table.stack
    assert (stack.dealt, stack.rack, stack.burned, stack.seen) == (1, ((None,),), True, {})
    evening.no("not-now", "burn-cards")
    assert ready(game, **options).no("face-down", "burn-cards", card="9S").clause == clause


def counted_burn(game: str, clause: str, *, way: str | None = None, **options: Any) -> None:
    """The first card face up, and as many more as it shows: ten for a picture, one for an ace."""
    named = {} if way is None else {"way": way}
    for card, more in (("AS", 1), ("2H", 2), ("9D", 9), ("TC", 10), ("KS", 10)):
        evening = ready(game, **options)
        if RULEBOOKS[game].preparation.burn_named(way or "counted").approval:
            assert evening.no("needs-approval", "burn-cards", card=card, **named).clause == clause
            evening.ok("approve", **SUE, what="burn", way=way)
        burned: Any = evening.ok("burn-cards", card=card, **named)[0]
        assert (burned.clause, burned.number, burned.card) == (clause, 1 + more, card)
        stack = evening.table.stack
        assert stack.dealt == 1 + more and stack.seen == {card: 1}
        assert stack.rack == ((card, *[None] * more),)


def device_is_not_cut(game: str) -> None:
    """Loaded cards are shuffled and ready; there is nothing to cut, and no cutting card."""
    evening = shuffled(game, source="device")
    stack = evening.table.stack
    assert (stack.stage, stack.cutting) == ("ready", None)
    evening.no("not-shuffled", "cut-cards", depth=52, from_back=52)


def rack_of(evening: Evening) -> int:
    return sum(map(len, evening.table.stack.rack))


def decks_are(game: str, clause: str, allowed: tuple[int, ...]) -> None:
    """The table opens with so many decks, and no other number."""
    for decks in allowed:
        assert Evening(game, ready=False, decks=decks).table.opened.decks == decks
    for decks in {1, 2, 5, 7, 9} | ({3, 4, 6, 8} - set(allowed)):
        assert _not_opened(game, "wrong-decks", decks=decks) == clause


def dealt_from(game: str, clause: str, allowed: tuple[str, ...]) -> None:
    """The table opens with cards that come from these, and from nothing else."""
    for source in allowed:
        assert Evening(game, ready=False, source=source).table.opened.source == source
    for source in {"shoe", "device", "hand"} - set(allowed):
        assert _not_opened(game, "wrong-source", source=source) == clause


def _not_opened(game: str, code: str, **options: Any) -> str | None:
    closed = Evening(game, ready=False)
    closed.ok("close-table", actor="omar", role="casino operator")
    refused = closed.no(code, "open-table", **SUE, rulebook=game, feed="typed",
                        sign={"minimum": "5", "maximum": "1000"}, **options)  # fmt: skip
    return refused.clause
