"""Random facts and expressions: the exact count against dealing every sequence of small shoes.

No difference, and no silence: what sees too much at once is refused in a sentence that
offers the simulation, and there is no other refusal.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pytest

from sabot import Rulebook, rulebook
from sabot.bench import read_wager
from sabot.bench.names import names_of
from sabot.core.cards import DECK, RANKS, SUITS, Card
from sabot.coup import deal_so_far
from sabot.odds import count_facts
from sabot.odds.observation.certified_counter import TooMuchSeen
from sabot.odds.observation.trial import composition_of, coups
from sabot.rules import FactsSpace, Hands
from support.house_games import YES_OR_NO, space_of
from support.thorough import tries

COMMON = [rulebook(name) for name in ("star-baccarat", "star-seven-up", "canberra-mini")]
TRIED = tries(6)
"""Of each kind: a sample; `campaigns/wagers.py` tries ten thousand."""
OPERATORS = ("==", "!=", "<", "<=", ">", ">=")


def small_shoe(chance: Random) -> tuple[Card, ...]:
    """Six or seven cards, often several of a kind, of a suit or of one rank."""
    few = chance.sample(DECK, chance.randint(3, 7))
    return tuple(chance.choices(few, k=chance.choice((6, 7))))


def check(book: Rulebook, space: FactsSpace, chance: Random) -> bool:
    """Count exactly and by hand; False if it was refused."""
    cards = small_shoe(chance)
    try:
        ways, total = count_facts(book, space, composition_of(cards))
    except TooMuchSeen as refused:
        assert "A simulation can deal them" in refused.message
        return False
    by_hand: Counter[int] = Counter()
    for _, code, number in coups(book, space, cards):
        by_hand[code] += number
    in_all = sum(by_hand.values())
    assert sum(ways) == total
    for code, number in enumerate(ways):
        assert by_hand[code] * total == number * in_all
    return True


def condition(chance: Random, book: Rulebook, depth: int = 3) -> str:
    """An expression of the language that is so or not."""
    kind = chance.randrange(6) if depth else chance.randrange(3)
    names = names_of(book.procedure, book.title)
    if kind == 0:
        return chance.choice([name for name, each in names.items() if each.kind == "truth"])
    if kind == 1:
        return f"winner {chance.choice(('==', '!='))} '{chance.choice(('player', 'tie'))}'"
    if kind == 2:
        sign, right = chance.choice(OPERATORS), number(chance, book, 1)
        return f"{number(chance, book, depth)} {sign} {right}"
    if kind == 3:
        listed = ", ".join(str(chance.randrange(10)) for _ in range(chance.randint(1, 4)))
        word = chance.choice(("in", "not in"))
        return f"{number(chance, book, depth)} {word} ({listed})"
    if kind == 4:
        return f"not ({condition(chance, book, depth - 1)})"
    both = (condition(chance, book, depth - 1) for _ in range(2))
    return f"({chance.choice((' and ', ' or ')).join(both)})"


def number(chance: Random, book: Rulebook, depth: int) -> str:
    """An expression that is a number, and divides by none that may be zero."""
    if not depth or chance.random() < 0.4:
        names = [
            name
            for name, each in names_of(book.procedure, book.title).items()
            if each.kind == "number"
        ]
        return chance.choice((*names, str(chance.randrange(12))))
    left = number(chance, book, depth - 1)
    if chance.random() < 0.3:
        return f"({left}) {chance.choice(('//', '%'))} {chance.randint(1, 9)}"
    return f"({left} {chance.choice('+-*')} {number(chance, book, depth - 1)})"


@pytest.mark.parametrize("seed", range(1, TRIED + 1))
def test_random_expressions(seed: int) -> None:
    random_expression(seed)


def random_expression(seed: int) -> bool:
    chance = Random(seed)
    book = chance.choice(COMMON)
    lines = "".join(
        f"[[pays]]\nodds = '{chance.randint(1, 99)}:1'\nwhen = \"{condition(chance, book)}\"\n"
        for _ in range(chance.randint(1, 3))
    )
    _, wager = read_wager(f'id = "random"\nname = "Random"\ngame = "{book.id}"\n{lines}')
    if not check(book, wager.space, chance):
        return False
    conditions = [each["when"] for each in tomllib.loads(lines)["pays"]]
    whens = [compile(re.sub(r"in \((.*?)\)", r"in [\1]", each), "", "eval") for each in conditions]
    for cards, code, _ in coups(book, wager.space, small_shoe(chance)):
        names = plainly_named(book, cards)
        holds = [at for at, when in enumerate(whens, 1) if eval(when, {}, names)]
        assert code == (holds or [0])[0], (cards, names)
    return True


def plainly_named(book: Rulebook, cards: tuple[Card, ...]) -> dict[str, object]:
    """Meanings of the names of the language, in plain Python: its own evaluation of the same
    expressions is the second opinion."""
    names: dict[str, object] = {}
    hands = deal_so_far(book, cards).hands
    totals = {
        hand: sum(min(RANKS.index(card.rank) + 1, 10) for card in held) % 10
        for hand, held in hands.items()
    }
    for hand, held in hands.items():
        one, other = held[:2]
        names |= {
            f"{hand}_total": totals[hand],
            f"{hand}_cards": len(held),
            f"{hand}_first_two": (one.value + other.value) % 10,
            f"{hand}_natural": len(held) == 2 and totals[hand] >= 8,
            f"{hand}_pair": one.rank == other.rank,
            f"{hand}_suited": one.suit == other.suit,
            f"{hand}_suited_pair": str(one) == str(other),
            f"{hand}_red": all(card.suit in "HD" for card in held),
        }
    player, banker = totals["player"], totals["banker"]
    winner = "player" if player > banker else "banker" if banker > player else "tie"
    natural = names["player_natural"] or names["banker_natural"]
    margin = max(player, banker) - min(player, banker)
    return names | {
        "first_card": cards[0].value,
        "winner": winner,
        "margin": margin,
        "natural": natural,
        "cards": len(cards),
    }


class Seen(NamedTuple):
    seen: int


def glance(chance: Random, book: Rulebook) -> Callable[[Hands], bool]:
    """Ask about one or two cards of one hand or two."""
    boxed = book.procedure.takes_boxes
    hands = ("box 1", "banker") if boxed else ("player", "banker")
    one, other = chance.choice(hands), chance.choice(hands)
    here, there = chance.randint(-1, 1), chance.randint(-1, 1)
    rank, suit, some = chance.choice(RANKS), chance.choice(SUITS), chance.sample(RANKS, 3)
    looks: list[Callable[[Card, Card], bool]] = [
        lambda a, b: a.rank == rank,
        lambda a, b: a.suit == suit,
        lambda a, b: a.rank == b.rank,
        lambda a, b: a.suit == b.suit,
        lambda a, b: a.value < b.value,
        lambda a, b: (a.value + b.value) % 10 == 5,
        lambda a, b: a.is_red and not b.is_red,
        lambda a, b: a.is_picture,
        lambda a, b: a.rank in "".join(some),
        lambda a, b: a == b,
        lambda a, b: a.name == rank + suit,
    ]
    look = chance.choice(looks)
    return lambda held: look(held[one].cards[here], held[other].cards[there])


def facts(chance: Random, book: Rulebook) -> FactsSpace:
    glances = [glance(chance, book) for _ in range(chance.randint(1, 2))]
    total, count = chance.randrange(10), chance.choice((2, 3))
    joins: Callable[[Any], bool] = chance.choice((any, all))
    whose = chance.choice((False, True))

    def read(hands: Hands, _box: str) -> Seen:
        seen = joins(look(hands) for look in glances)
        if whose:
            last = list(hands.values())[-1]
            seen = seen != (last.total == total or len(last.cards) == count)
        return Seen(int(seen))

    return space_of(Seen, YES_OR_NO, read=read, per_box=book.procedure.takes_boxes)


@pytest.mark.parametrize("seed", range(TRIED))
def test_random_facts(seed: int) -> None:
    random_facts(seed)


def random_facts(seed: int) -> bool:
    chance = Random(1_000_000 + seed)
    book = chance.choice((*COMMON, rulebook("star-three-card")))
    return check(book, facts(chance, book), chance)
