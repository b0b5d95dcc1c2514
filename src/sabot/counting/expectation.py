"""A player's expectation before a coup, for as many compositions of the shoe as you like."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sabot.bench import book_of
from sabot.core.cards import DECK
from sabot.core.refusal import Refusal, list_of, quoted
from sabot.counting.decisions import decision_rows
from sabot.counting.first_cards import FirstCards, first_cards
from sabot.counting.outcomes import Outcomes, coefficients, outcomes_of
from sabot.counting.polynomials import (
    MOST_KINDS,
    Floats,
    Ints,
    KindMultisets,
    evaluate,
    multisets,
    repeated,
)
from sabot.odds.composition import Composition
from sabot.odds.counters.lucky import KIND_OF_CARD
from sabot.odds.sheet import odds
from sabot.odds.wager_odds import ROUND, WagerOdds
from sabot.rules import LuckyDrawHands, Rulebook, Wager

Compositions = npt.NDArray[np.uint8]
"""A row of 52 counts for each composition."""


@dataclass(frozen=True, eq=False)
class _Polynomial:
    """Wagers that distinguish the same kinds of card: two rows, earnings and squares."""

    kind_of: Ints
    shape: KindMultisets
    rows: Floats

    def means(self, left: Compositions) -> Floats:
        return self._evaluated(left, self.rows[::2])

    def squares(self, left: Compositions, place: int) -> Floats:
        return self._evaluated(left, self.rows[2 * place + 1 : 2 * place + 2])[:, 0]

    def _evaluated(self, left: Compositions, rows: Floats) -> Floats:
        to, shape = np.zeros((len(left), len(rows))), self.shape
        evaluate(
            left, self.kind_of, shape.kinds, shape.size, shape.first, shape.start, shape.times,
            np.ascontiguousarray(rows), repeated(shape, rows), to,
        )  # fmt: skip
        return to


@dataclass(frozen=True, eq=False)
class _ByOdds:
    """A wager whose cards have too many kinds: its odds are counted for each composition."""

    book: Rulebook
    wager: str
    scheme: str | None
    decks: int

    def means(self, left: Compositions) -> Floats:
        return np.array([[float(each.ev)] for each in self._odds(left)])

    def squares(self, left: Compositions, place: int) -> Floats:
        return np.array([float(each.variance + each.ev**2) for each in self._odds(left)])

    def _odds(self, left: Compositions) -> Iterator[WagerOdds]:
        for counts in left:
            shoe = Composition(tuple(counts.tolist()), self.decks)
            yield odds(self.book, None, self.scheme, shoe)[self.wager]


class Expectations:
    """The mean result of a unit on each wager, and the mean of its square, exact but for the
    rounding of floats.

    >>> tie = Expectations("star-baccarat", ["tie"])
    >>> round(float(tie.means(np.full((1, 52), 8, np.uint8))[0, 0]), 6)
    -0.143596
    """

    def __init__(
        self,
        rulebook: Rulebook | str,
        wagers: Sequence[str | Wager] | None = None,
        scheme: str | None = None,
        decks: int | None = None,
    ) -> None:
        book = book_of(rulebook)
        self.decks = book.decks(decks)
        self.scheme = book.scheme(scheme)
        self.wagers = self._names(book, wagers)
        self._parts: list[tuple[_Polynomial | FirstCards | _ByOdds, list[int]]] = []
        if isinstance(book.procedure, LuckyDrawHands):
            rows = decision_rows(book, self.decks, self.wagers)
            kind_of = np.array(KIND_OF_CARD, np.int64)
            shape = multisets(int(kind_of.max()) + 1, 6)
            self._parts.append((_Polynomial(kind_of, shape, rows), [*range(len(self.wagers))]))
        else:
            self._prepare(book)

    def _names(self, book: Rulebook, wagers: Sequence[str | Wager] | None) -> list[str]:
        """The wagers by id. Where players decide, the stakes of a round are counted together."""
        if wagers is not None:
            wagers = list_of("Wagers", wagers, '["tie"]')
        if not isinstance(book.procedure, LuckyDrawHands):
            if wagers is not None:
                return [book.wager(each).id for each in wagers]
            offered = [
                each for each in book.wagers if each.decks is None or self.decks in each.decks
            ]
            return [each.id for each in offered]
        first = [ROUND, *(each.id for each in book.wagers if each.played_when is None)]
        asked = (
            first
            if wagers is None
            else [each.id if isinstance(each, Wager) else each for each in wagers]
        )
        for each in asked:
            if each not in first:
                raise Refusal(
                    "not-counted",
                    None,
                    f"{quoted(each)} is not staked before the cards are dealt: count one of "
                    f"{', '.join(first)}.",
                )
        return asked

    def _prepare(self, book: Rulebook) -> None:
        together: dict[tuple[bytes, int], tuple[Ints, list[Floats], list[int]]] = {}
        for place, name in enumerate(self.wagers):
            outcomes: Outcomes = outcomes_of(book, book.wager(name), self.scheme)
            starts = first_cards(outcomes)
            if starts is not None:
                self._parts.append((starts, [place]))
            elif outcomes.kinds > MOST_KINDS:
                by_odds = _ByOdds(book, name, self.scheme, self.decks)
                self._parts.append((by_odds, [place]))
            else:
                key = outcomes.kind_of.tobytes(), outcomes.size
                _, rows, places = together.setdefault(key, (outcomes.kind_of, [], []))
                rows.append(coefficients(outcomes))
                places.append(place)
        for (_, size), (kind_of, rows, places) in together.items():
            shape = multisets(int(kind_of.max()) + 1, size)
            self._parts.append((_Polynomial(kind_of, shape, np.concatenate(rows)), places))

    @property
    def slow(self) -> bool:
        """Return True if a wager is counted anew for each composition."""
        return any(isinstance(part, _ByOdds) for part, _ in self._parts)

    def means(self, left: Compositions) -> Floats:
        """Return the mean result of a unit: a row for each composition, a column for each wager."""
        _check(left)
        found = np.zeros((len(left), len(self.wagers)))
        for part, places in self._parts:
            found[:, places] = part.means(left)
        return found

    def squares(self, left: Compositions, wager: int) -> Floats:
        """The mean square of what a unit on one wager earns, by its place in `wagers`."""
        _check(left)
        part, places = next(each for each in self._parts if wager in each[1])
        return part.squares(left, places.index(wager))


def _check(left: Compositions) -> None:
    if left.ndim != 2 or left.shape[1] != len(DECK):
        raise Refusal("bad-composition", None, "Compositions are rows of 52 counts.")
