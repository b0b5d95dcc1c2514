"""Whole shoes coup by coup, and bots that stake on them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

import numpy as np

from sabot.bench import book_of
from sabot.core.cards import DECK, Card
from sabot.core.frames import Frame, Tabular, strings
from sabot.core.refusal import Refusal, quoted
from sabot.counting.tags import PLACE_OF_CARD, Tags, tags_of
from sabot.coup import Coup, Settlement, deal_checked, deal_so_far, settle, stake
from sabot.odds.composition import Composition
from sabot.rules import Rulebook
from sabot.shoe import RunDown, Seeded, Shoe, burn, load, shuffle
from sabot.simulate.simulation import MOST_SEED, whole

TIE = "tie"
MOST_SHOES = 1_000_000


@dataclass(frozen=True)
class CoupsSeen:
    """A shoe as a player at the table has seen it before a coup.

    `coups` are the finished coups, oldest first; `unseen` has all cards that were not shown, the
    burned ones among them.
    """

    coups: tuple[Coup, ...]
    unseen: Composition

    def __repr__(self) -> str:
        return f"CoupsSeen({len(self.coups)} coups, {self.unseen.size} cards unseen)"

    @property
    def results(self) -> tuple[str | None, ...]:
        """Return the results of the finished coups."""
        return tuple(each.result for each in self.coups)

    def running_count(self, tags: str | Mapping[str, object] | Tags) -> float:
        """Return the sum of the tags of all cards seen."""
        by_rank = tags_of(tags).by_rank
        seen = (self.unseen.decks - left for left in self.unseen.counts)
        places = PLACE_OF_CARD.tolist()
        return float(sum(by_rank[at] * gone for at, gone in zip(places, seen, strict=True)))

    def true_count(self, tags: str | Mapping[str, object] | Tags) -> float:
        """Return the running count divided by the unseen decks, not rounded."""
        return self.running_count(tags) * len(DECK) / self.unseen.size


class Bot(Protocol):
    """A player who is a program.

    >>> class Streaks:
    ...     def stakes(self, seen):
    ...         return {seen.results[-1]: 10} if seen.results else {}
    >>> play("star-baccarat", Streaks(), seed=2).bets > 60
    True
    """

    def stakes(self, view: CoupsSeen) -> Mapping[str, str | int | Decimal]:
        """Return the stake on each wager of the next coup; an empty mapping bets nothing."""
        ...


@dataclass(frozen=True, repr=False)
class BotRun(Tabular):
    """The coups that a bot saw: for each, its shoe, its result, and cents staked and won."""

    rulebook: Rulebook
    seed: int
    shoe: tuple[int, ...]
    result: tuple[str, ...]
    staked: tuple[int, ...]
    won: tuple[int, ...]

    def __repr__(self) -> str:
        dollars = sum(self.won) / 100
        return f"BotRun({self.rulebook.id}: {len(self.shoe):,} coups, {dollars:+,.2f})"

    @property
    def bets(self) -> int:
        """Return the number of coups with a stake."""
        return sum(each > 0 for each in self.staked)

    @property
    def frame(self) -> Frame:
        """A row for each coup; amounts are in cents."""
        return Frame(
            {
                "shoe": np.array(self.shoe, np.int64),
                "result": strings(self.result),
                "staked": np.array(self.staked, np.int64),
                "won": np.array(self.won, np.int64),
            },
            {"rulebook": self.rulebook.id, "seed": str(self.seed)},
        )


def coups(
    rulebook: Rulebook | str,
    *,
    seed: int | str,
    decks: int | None = None,
    cut: int | None = None,
) -> Iterator[tuple[CoupsSeen, Coup]]:
    """Deal one shoe by the game's own procedure, and yield each coup with the view before it.

    The cutting card is `cut` cards from the back, by default as near as the document allows. Games
    with boxes or a shuffling device alone are refused.

    >>> [coup.result for _, coup in coups("star-baccarat", seed=1)][:3]
    ['banker', 'player', 'banker']
    """
    book = book_of(rulebook)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise Refusal("bad-seed", None, f"A seed is a whole number or a text, not {quoted(seed)}.")
    number = book.decks(decks)
    return _dealt(book, number, _loaded(book, number, cut, seed))


def play(
    rulebook: Rulebook | str,
    bot: Bot,
    shoes: int = 1,
    *,
    seed: int = 1,
    decks: int | None = None,
    cut: int | None = None,
    scheme: str | None = None,
) -> BotRun:
    """Let a bot stake on every coup of so many shoes, and settle its stakes by the pay lines.

    >>> class Banker:
    ...     def stakes(self, view):
    ...         return {"banker": 10}
    >>> run = play("star-baccarat", Banker(), shoes=2)
    >>> run.bets == len(run.shoe), sum(run.staked) == 1000 * run.bets
    (True, True)
    """
    book = book_of(rulebook)
    if not callable(getattr(bot, "stakes", None)):
        raise Refusal("bad-bot", None, "A bot has a method stakes(view), and this has none.")
    chosen = whole("seed", seed, 0, MOST_SEED)
    rows: list[tuple[int, str, int, int]] = []
    for shoe in range(whole("shoes", shoes, 1, MOST_SHOES)):
        for view, coup in coups(book, seed=f"{chosen}/{shoe}", decks=decks, cut=cut):
            ends = _settled(coup, bot.stakes(view), scheme)
            staked = sum(each.stake.amount for each in ends)
            won = sum(each.returns for each in ends) - staked
            rows.append((shoe, coup.result or "", staked, won))
    shoe_of, result, staked_on, won_by = zip(*rows, strict=True)
    return BotRun(book, chosen, shoe_of, result, staked_on, won_by)


def _settled(coup: Coup, stakes: object, scheme: str | None) -> list[Settlement]:
    if not isinstance(stakes, Mapping):
        raise Refusal(
            "bad-stake", None, f"A bot returns stakes by wager, as a mapping, not {quoted(stakes)}."
        )
    return settle(coup, [stake(on, amount) for on, amount in stakes.items()], scheme)


def _loaded(book: Rulebook, decks: int, cut: int | None, seed: int | str) -> Shoe:
    """Return a shuffled shoe, cut and burned."""
    preparation = book.preparation
    if preparation.cutting_card is None or preparation.last_coup is None:
        raise Refusal("wrong-source", None, f"{book.title} is not dealt from a shoe.")
    if book.procedure.takes_boxes:
        raise Refusal("not-dealt", None, f"{book.title} is dealt to boxes: a bot has none.")
    cards = shuffle(DECK * decks, Seeded(seed))
    nearest = preparation.cutting_card.nearest
    shoe = load(cards, nearest if cut is None else cut, preparation.cutting_card)
    return burn(shoe, preparation.burns[0], approved=True)[1]


def _dealt(book: Rulebook, decks: int, shoe: Shoe) -> Iterator[tuple[CoupsSeen, Coup]]:
    rule = book.preparation.last_coup
    assert rule is not None
    seen: tuple[Coup, ...] = ()
    run, unseen = RunDown(rule), Composition.full(decks)
    while True:
        if shoe.dealt == shoe.cutting_card:
            run = run.cutting_card_out(first=True)
        if run.must_shuffle:
            return
        cards: list[Card] = []
        while not cards or deal_so_far(book, cards).due is not None:
            drawn, shoe = shoe.draw()
            if drawn.cutting_card and cards:
                run = run.cutting_card_out(first=False)
            cards.append(drawn.card)
        coup = deal_checked(book, tuple(cards), (), None)
        yield CoupsSeen(seen, unseen), coup
        seen, unseen = (*seen, coup), unseen.without(cards)
        run = run.coup_ended(tie=coup.result == TIE)
