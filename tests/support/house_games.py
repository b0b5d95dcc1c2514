"""Rulebooks of users, made from approved ones: other facts, other wagers, other deals."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, NamedTuple

from sabot import Rulebook, rulebook
from sabot.core.money import Odds
from sabot.rules import (
    BANKER,
    PLAYER,
    STANDOFF,
    TOTALS,
    FactsSpace,
    Hands,
    Line,
    Wager,
    line,
    to,
    wager,
)

BACCARAT = rulebook("star-baccarat")
COUP = BACCARAT.wagers[0].space
YES_OR_NO = (0, 1)


def space_of(
    kind: Any, *domains: Collection[int], read: Callable[[Hands, str], Any], per_box: bool = False
) -> FactsSpace:
    return FactsSpace(kind, kind._fields, tuple(map(tuple, domains)), read, per_box)


def bet(
    name: str, space: FactsSpace, *lines: tuple[Odds | str, Callable[[Any], Any]], reads: str = ""
) -> Wager:
    """A wager of our own; it reads all its facts unless it says otherwise."""
    listed = [
        Line(f"line {at}", STANDOFF if isinstance(pays, str) else pays, when)
        for at, (pays, when) in enumerate(lines, 1)
    ]
    read = tuple(reads.split()) or space.fields
    word = name.lower().replace(" ", "-")
    return wager(word, name, "our own", space, *listed, reads=read, loses="our own")


def offering(book: Rulebook, *wagers: Wager) -> Rulebook:
    """The rulebook with these wagers beside its own."""
    return replace(book, wagers=(*book.wagers, *wagers))


class Seen(NamedTuple):
    """A fact that is true or false."""

    seen: int


def seeing(what: Callable[[Hands], bool]) -> Wager:
    """A wager on anything that can be seen of Baccarat's hands."""
    space = space_of(Seen, YES_OR_NO, read=lambda hands, _: Seen(int(what(hands))))
    return bet("Seen", space, (to(4, 1), lambda f: f.seen))


class PandaFacts(NamedTuple):
    player: int
    banker: int
    player_cards: int


PANDA_SPACE = space_of(
    PandaFacts,
    TOTALS,
    TOTALS,
    (2, 3),
    read=lambda hands, _: PandaFacts(
        hands[PLAYER].total, hands[BANKER].total, len(hands[PLAYER].cards)
    ),
)
PANDA_8 = bet(
    "Panda 8",
    PANDA_SPACE,
    (to(25, 1), lambda f: f.player == 8 > f.banker and f.player_cards == 3),
)


class DragonFacts(NamedTuple):
    player: int
    banker: int
    natural: int


class CardsFacts(NamedTuple):
    player: int
    banker: int
    player_cards: int
    banker_cards: int

    @property
    def natural(self) -> bool:
        hands = ((self.player, self.player_cards), (self.banker, self.banker_cards))
        return any(total >= 8 and cards == 2 for total, cards in hands)


def _cards(hands: Hands) -> CardsFacts:
    player, banker = hands[PLAYER], hands[BANKER]
    return CardsFacts(player.total, banker.total, len(player.cards), len(banker.cards))


def _natural(hands: Hands, _box: str) -> DragonFacts:
    cards = _cards(hands)
    return DragonFacts(cards.player, cards.banker, int(cards.natural))


NATURAL_SPACE = space_of(DragonFacts, TOTALS, TOTALS, YES_OR_NO, read=_natural)
CARDS_SPACE = space_of(
    CardsFacts, TOTALS, TOTALS, (2, 3), (2, 3), read=lambda hands, _: _cards(hands)
)


def dragon_bonus(space: FactsSpace) -> Wager:
    """On the Player, as casinos everywhere pay it; by facts of either kind."""

    def by(margin: int) -> Callable[[Any], bool]:
        return lambda f: not f.natural and f.player - f.banker == margin

    margins = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}
    return bet(
        "Dragon Bonus",
        space,
        (to(1, 1), lambda f: f.natural and f.player > f.banker),
        ("standoff", lambda f: f.natural and f.player == f.banker),
        *((to(pays, 1), by(margin)) for margin, pays in margins.items()),
    )


DRAGON_7 = bet(
    "Dragon 7",
    COUP,
    (to(40, 1), lambda f: f.banker == 7 > f.player and f.banker_cards == 3),
    reads="player banker banker_cards",
)


def repaid(book: Rulebook, wager_id: str, pays: Odds) -> Rulebook:
    """Return the rulebook with one wager's lines paid otherwise, as a user might write it."""
    wagers = [
        replace(each, lines=tuple(line(x.clause, pays, x.when, x.scheme) for x in each.lines))
        if each.id == wager_id
        else each
        for each in book.wagers
    ]
    return replace(book, wagers=tuple(wagers))
