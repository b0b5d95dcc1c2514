"""Exact value of every wager, from any composition of the shoe."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sabot.bench import book_of
from sabot.core.cards import DECK, Card, read_cards
from sabot.core.frames import Column, Frame, Tabular, strings
from sabot.core.pictures import Picture, plain_table, table
from sabot.core.refusal import Refusal, quoted
from sabot.odds.composition import Composition
from sabot.odds.conditions import Condition, count_known, is_of_hands, known
from sabot.odds.counters.facts import count_facts, shoe_of
from sabot.odds.counters.lucky import HandChoices, count_choices, strategy
from sabot.odds.counters.starts import Array
from sabot.odds.knowledge import Knowledge, knowledge
from sabot.odds.observation.trial import check_wager
from sabot.odds.presentation.pictures import picture
from sabot.odds.presentation.plain_data import as_plain_data
from sabot.odds.wager_odds import MARK, ROUND, WagerOdds, lines_together, wager_odds
from sabot.odds.whatif import changes
from sabot.rules import FactsSpace, LuckyDrawHands, Rulebook, Wager

HEADS = ("wager", "wins", "stands off", "house edge", "std dev")
"""Of the table of a sheet."""


class UnknownWager(Refusal, KeyError):
    """No wager of a sheet has this name."""

    __str__ = Exception.__str__  # a KeyError would show its text in quotes


@dataclass(frozen=True, repr=False)
class OddsSheet(Tabular, Mapping[str, WagerOdds]):
    """All wagers of a rulebook that may be offered, from one composition of the shoe: a mapping
    from their names to their odds, in the order of the document.

    >>> sheet = odds("star-baccarat", 6)
    >>> sheet.composition.size, round(sheet["banker"].edge, 6)
    (312, 0.010558)
    >>> min(sheet, key=lambda wager: sheet[wager].edge)
    'banker'
    """

    rulebook: Rulebook
    composition: Composition
    scheme: str | None
    wagers: tuple[WagerOdds, ...]
    strategy: str | None = None
    choices: HandChoices | None = None
    given: tuple[Card, ...] = ()
    condition: str | None = None
    knowing: Knowledge | None = None
    """The worth of knowing whether the condition holds."""

    def __repr__(self) -> str:
        return (
            f"OddsSheet({self.heading}: {self.composition.size} cards, {len(self.wagers)} wagers)"
        )

    @cached_property
    def changes(self) -> tuple[str, ...]:
        """Changes against the approved document."""
        return changes(self.rulebook)

    @property
    def heading(self) -> str:
        """Whose figures these are; what was changed never goes by an approved document's name."""
        book = self.rulebook
        if self.changes:
            return f"{MARK}: {book.title}, but {'; '.join(self.changes)}"
        return f"{book.title}, {book.casino}, {book.version}"

    @property
    def title(self) -> str:
        """The heading, the shoe and what is known of the coup."""
        decks = f"{self.composition.decks} decks"
        gone = self.composition.decks * len(DECK) - self.composition.size
        parts = [
            decks if self.scheme is None else f"{decks}, {self.scheme}",
            *([f"{gone} card{'s' * (gone > 1)} gone"] if gone else []),
            *([f"after {' '.join(map(str, self.given))}"] if self.given else []),
            *([f"given that {self.condition}"] if self.condition else []),
        ]
        return f"{self.heading}: {', '.join(parts)}"

    def rows(self) -> list[tuple[str, ...]]:
        """Return the rows of the table, a wager each; `HEADS` names the columns."""
        return [
            (
                each.wager,
                f"{each.win / each.total:.4%}",
                f"{each.push / each.total:.4%}",
                f"{each.edge:.4%}",
                f"{each.standard_deviation:.4f}",
            )
            for each in self.wagers
        ]

    def __str__(self) -> str:
        shown = plain_table(self.title, HEADS, self.rows())
        return shown if self.knowing is None else f"{shown}\n\n{self.knowing}"

    def _repr_html_(self) -> str:
        names = [(each.name, *row[1:]) for each, row in zip(self.wagers, self.rows(), strict=True)]
        return table(f"{self.heading}: {self.composition.size} cards", HEADS, names)

    @property
    def frame(self) -> Frame:
        """A row for each wager: probabilities, expectation and edge per unit, and moments."""
        wagers = self.wagers
        columns = {
            "win": [each.win / each.total for each in wagers],
            "push": [each.push / each.total for each in wagers],
            "lose": [each.lose / each.total for each in wagers],
            "ev": [float(each.ev) for each in wagers],
            "edge": [each.edge for each in wagers],
            "variance": [float(each.variance) for each in wagers],
            "standard_deviation": [each.standard_deviation for each in wagers],
        }
        named: dict[str, Column] = {
            "wager": strings(each.wager for each in wagers),
            "name": strings(each.name for each in wagers),
        }
        figures = {name: np.array(values, np.float64) for name, values in columns.items()}
        return Frame({**named, **figures}, {"title": self.title})

    def to_dict(self) -> dict[str, object]:
        """The sheet as plain data for JSON: exact integers, fractions as text."""
        return as_plain_data(self)

    def plot(self) -> Picture:
        """Draw the house edge of every wager as bars."""
        return Picture(picture(self))

    def __iter__(self) -> Iterator[str]:
        return (each.wager for each in self.wagers)

    def __len__(self) -> int:
        return len(self.wagers)

    def __contains__(self, wager: object) -> bool:
        wanted = wager.id if isinstance(wager, Wager) else wager
        return any(each.wager == wanted for each in self.wagers)

    def __getitem__(self, wager: str | Wager) -> WagerOdds:
        wanted = wager.id if isinstance(wager, Wager) else wager
        for each in self.wagers:
            if each.wager == wanted:
                return each
        known = ", ".join(each.wager for each in self.wagers)
        raise UnknownWager(
            "unknown-wager", None, f"There are no odds of {quoted(wager)}, only of {known}."
        )


OPTIMAL = "optimal"
"""Name of the best strategy, where players decide."""


def odds(
    rulebook: Rulebook | str,
    decks: int | None = None,
    scheme: str | None = None,
    composition: Composition | None = None,
    strategy_name: str = OPTIMAL,
    given: str | Sequence[Card | str] = (),
    *,
    condition: str | None = None,
    first: str | None = None,
) -> OddsSheet:
    """The odds of every wager that may be offered with so many decks.

    `rulebook` may also be the name of one, of a public side bet, or of a file with a wager or game.
    `given` are the cards of the coup so far, in the order in which they were dealt: the composition
    is then what is left without them. Hands and ranks can be named too: `"P:2S,3H"`, `"P:2,3 B:7"`.
    `condition` is an expression of wager files, such as `"player_first_two == 5"`, and `first` the
    ranks that the first card may have, such as `"6-9"`: ways are counted where they hold.

    >>> odds("star-baccarat")["banker"].win
    2292252566437888
    >>> odds("panda-8").wagers
    (WagerOdds(panda-8: edge 10.1876%),)
    >>> round(odds("panda-8", first="6-9")["panda-8"].edge, 6)
    0.335933
    """
    rulebook = book_of(rulebook)
    hands = given if isinstance(given, str) and is_of_hands(given) else None
    told = known(rulebook, condition, first, hands)
    given = () if hands is not None else read_cards(given)
    if told is not None and given:
        raise Refusal(
            "bad-condition", None, "Name the hands of the given cards beside a condition: P:2S,3H."
        )
    left = shoe_of(rulebook, decks, composition, given)
    by = rulebook.scheme(scheme)
    if isinstance(rulebook.procedure, LuckyDrawHands):
        if given:
            raise Refusal(
                "not-counted", None, f"In {rulebook.title} odds are counted before the first card."
            )
        return _of_choices(rulebook, left, strategy_name)
    _check_strategy(rulebook, strategy_name)
    if told is None:
        (wagers,) = _counted(
            rulebook, by, left, lambda space: count_facts(rulebook, space, left, given)[:1]
        )
        return OddsSheet(rulebook, left, by, wagers, given=tuple(given))
    return _given_that(rulebook, left, by, told)


def _check_strategy(rulebook: Rulebook, name: str) -> None:
    """Refuse a strategy for a game in which players decide nothing."""
    if name != OPTIMAL:
        raise Refusal(
            "bad-strategy",
            None,
            f"There are no player decisions in {rulebook.title}, so no strategy applies.",
        )


def _given_that(
    rulebook: Rulebook, left: Composition, scheme: str | None, told: Condition
) -> OddsSheet:
    """The odds where a condition holds, and the worth of knowing it."""
    holds, fails = _counted(
        rulebook, scheme, left, lambda space: count_known(rulebook, space, left, told)
    )
    knowing = knowledge(holds, fails)
    return OddsSheet(rulebook, left, scheme, holds, condition=told.text, knowing=knowing)


def _counted(
    rulebook: Rulebook,
    scheme: str | None,
    left: Composition,
    count: Callable[[FactsSpace], Sequence[Array]],
) -> list[tuple[WagerOdds, ...]]:
    """The odds of every wager that may be offered, once for each way in which a kind of facts is
    counted."""
    counted: dict[FactsSpace, Sequence[Array]] = {}
    sheets: list[tuple[WagerOdds, ...]] = []
    for wager in rulebook.wagers:
        if wager.decks is not None and left.decks not in wager.decks:
            continue
        check_wager(rulebook, wager)
        if wager.space not in counted:
            counted[wager.space] = count(wager.space)
        sheets.append(
            tuple(wager_odds(rulebook, wager, scheme, ways) for ways in counted[wager.space])
        )
    return list(zip(*sheets, strict=True))


def _of_choices(rulebook: Rulebook, left: Composition, name: str) -> OddsSheet:
    for wager in rulebook.wagers:
        check_wager(rulebook, wager)
    choices = count_choices(rulebook, left)
    ways = choices.ways(strategy(name)(choices))
    wagers = {wager.id: wager_odds(rulebook, wager, None, ways) for wager in rulebook.wagers}
    together = WagerOdds(ROUND, "ENTER and DRAW together", lines_together(choices, ways))
    # If nobody draws, there is no DRAW wager to have odds.
    placed = [each for each in (together, *wagers.values()) if each.total]
    return OddsSheet(rulebook, left, None, tuple(placed), name, choices)
