"""What every wager is worth, exactly, from any composition of the shoe."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import sqrt

from sabot.bench import book_of
from sabot.cards import Card, read_cards
from sabot.money import Odds
from sabot.odds.boxes import count_three_card_facts
from sabot.odds.common import count_common_facts
from sabot.odds.composition import Composition
from sabot.odds.lucky import Choices, count_choices, strategy
from sabot.odds.proven import count_any_facts
from sabot.odds.starts import Array
from sabot.odds.trial import check_wager, is_known
from sabot.odds.whatif import approved_lines, changes
from sabot.refusal import Refusal, quoted
from sabot.rules import CommonHands, FactsSpace, LuckyDrawHands, Rulebook, ThreeCardHands, Wager
from sabot.rules.wager import Verdict, verdict
from sabot.shown import table

ROUND = "round"
"""Lucky Draw's ENTER and DRAW together, per ENTER unit."""
CHANGED = "changed"
"""In place of the clause of a line that is not as its document has it."""
MARK = "CHANGED, not approved"


@dataclass(frozen=True)
class LineWays:
    """One way for a wager to end: its clause, what it pays per unit, and in how many ways.

    A line that is not as its document has it has no clause.
    """

    clause: str | None
    pays: Fraction
    odds: Odds | None
    ways: int


@dataclass(frozen=True, repr=False)
class WagerOdds:
    """A wager's lines and all that follows from them. Ways are ordered card sequences.

    `own`: somebody's own, of which no document speaks.

    >>> tie = odds("star-baccarat")["tie"]
    >>> round(tie.edge, 6), round(tie.standard_deviation, 4)
    (0.143596, 2.6409)
    """

    wager: str
    name: str
    lines: tuple[LineWays, ...]
    own: bool = False

    def __repr__(self) -> str:
        return f"WagerOdds({self.wager}: edge {self.edge:.4%})"

    @cached_property
    def total(self) -> int:
        return sum(line.ways for line in self.lines)

    @cached_property
    def win(self) -> int:
        return sum(line.ways for line in self.lines if line.pays > 0)

    @cached_property
    def lose(self) -> int:
        return sum(line.ways for line in self.lines if line.pays < 0)

    @cached_property
    def push(self) -> int:
        return self.total - self.win - self.lose

    @cached_property
    def ev(self) -> Fraction:
        """What a player earns per unit staked."""
        return sum((line.pays * line.ways for line in self.lines), Fraction()) / self.total

    @property
    def edge(self) -> float:
        """What the house earns per unit staked."""
        return float(-self.ev)

    @cached_property
    def variance(self) -> Fraction:
        square = sum((line.pays**2 * line.ways for line in self.lines), Fraction()) / self.total
        return square - self.ev**2

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def hit_frequency(self) -> float:
        return self.win / self.total

    def _repr_html_(self) -> str:
        rows = [
            (
                line.clause or CHANGED,
                line.odds or f"{float(line.pays):+g}",
                f"{line.ways:,}",
                f"{line.ways / self.total:.6%}",
            )
            for line in self.lines
        ]
        return table(self.name, ["clause", "pays", "ways", "probability"], rows)


@dataclass(frozen=True, repr=False)
class OddsSheet:
    """All wagers of a rulebook that may be offered, from one composition of the shoe.

    >>> sheet = odds("star-baccarat", 6)
    >>> sheet.composition.size, round(sheet["banker"].edge, 6)
    (312, 0.010558)
    """

    rulebook: Rulebook
    composition: Composition
    scheme: str | None
    wagers: tuple[WagerOdds, ...]
    strategy: str | None = None
    choices: Choices | None = None
    given: tuple[Card, ...] = ()

    def __repr__(self) -> str:
        return (
            f"OddsSheet({self.heading}: {self.composition.size} cards, {len(self.wagers)} wagers)"
        )

    @cached_property
    def changes(self) -> tuple[str, ...]:
        """What of it is not as approved."""
        return changes(self.rulebook)

    @property
    def heading(self) -> str:
        """Whose figures these are; what was changed never goes by an approved document's name."""
        book = self.rulebook
        if self.changes:
            return f"{MARK}: {book.title}, but {'; '.join(self.changes)}"
        return f"{book.title}, {book.casino}, {book.version}"

    def _repr_html_(self) -> str:
        head = ["wager", "wins", "stands off", "house edge", "standard deviation"]
        rows = [
            (
                each.name,
                f"{each.win / each.total:.4%}",
                f"{each.push / each.total:.4%}",
                f"{each.edge:.4%}",
                f"{each.standard_deviation:.4f}",
            )
            for each in self.wagers
        ]
        return table(f"{self.heading}: {self.composition.size} cards", head, rows)

    def __getitem__(self, wager: str | Wager) -> WagerOdds:
        wanted = wager.id if isinstance(wager, Wager) else wager
        for each in self.wagers:
            if each.wager == wanted:
                return each
        known = ", ".join(each.wager for each in self.wagers)
        raise Refusal(
            "unknown-wager", None, f"There are no odds of {quoted(wager)}, only of {known}."
        )


def count_facts(
    rulebook: Rulebook | str,
    space: FactsSpace,
    composition: Composition,
    given: str | Sequence[Card | str] = (),
) -> tuple[Array, int]:
    """The ways to each code of a space, and to all; for games that leave no decision.

    `given` are the cards of the coup that lie there already, gone from the composition.

    >>> from sabot import rulebook
    >>> book = rulebook("star-baccarat")
    >>> ways, total = count_facts(book, book.wagers[0].space, Composition.full(8))
    >>> total, len(ways), int(ways.sum()) == total
    (4998398275503360, 1000, True)
    """
    rulebook, given = book_of(rulebook), read_cards(given)
    procedure = rulebook.procedure
    if procedure.takes_decisions:
        raise Refusal(
            "not-counted",
            None,
            f"The facts of {rulebook.title} cannot be counted: players decide there.",
        )
    if given or not is_known(procedure, space):
        return count_any_facts(rulebook, space, composition, given)
    if isinstance(procedure, CommonHands):
        return count_common_facts(procedure, space, composition)
    assert isinstance(procedure, ThreeCardHands), "no other document leaves no decision"
    return count_three_card_facts(procedure, space, composition)


def odds(
    rulebook: Rulebook | str,
    decks: int | None = None,
    scheme: str | None = None,
    composition: Composition | None = None,
    strategy_name: str = "optimal",
    given: str | Sequence[Card | str] = (),
) -> OddsSheet:
    """The odds of every wager that may be offered with so many decks.

    `rulebook` may also be the name of one, of a public side bet, or of a file with a wager or game.
    `given` are the cards of the coup so far, in the order in which they were dealt: the composition
    is then what is left without them.

    >>> odds("star-baccarat")["banker"].win
    2292252566437888
    >>> odds("panda-8").wagers
    (WagerOdds(panda-8: edge 10.1876%),)
    """
    rulebook, given = book_of(rulebook), read_cards(given)
    left = shoe_of(rulebook, decks, composition, given)
    number = left.decks
    by = rulebook.scheme(scheme)
    if isinstance(rulebook.procedure, LuckyDrawHands):
        if given:
            raise Refusal(
                "not-counted", None, f"In {rulebook.title} odds are counted before the first card."
            )
        return _of_choices(rulebook, left, strategy_name)
    counted: dict[FactsSpace, Array] = {}
    sheets = []
    for wager in rulebook.wagers:
        if wager.decks is not None and number not in wager.decks:
            continue
        check_wager(rulebook, wager)
        if wager.space not in counted:
            counted[wager.space] = count_facts(rulebook, wager.space, left, given)[0]
        sheets.append(_wager_odds(rulebook, wager, by, counted[wager.space]))
    return OddsSheet(rulebook, left, by, tuple(sheets), given=tuple(given))


def shoe_of(
    rulebook: Rulebook,
    decks: int | None,
    composition: Composition | None,
    given: Sequence[Card] = (),
) -> Composition:
    """The composition that was named, or full decks without the cards that are given."""
    if composition is None:
        return Composition.full(rulebook.decks(decks)).without(given)
    if not isinstance(composition, Composition):
        raise Refusal(
            "bad-composition",
            None,
            f"{quoted(composition)} is not a composition: write Composition.full(8).",
        )
    if decks is not None and decks != composition.decks:
        raise Refusal(
            "wrong-decks",
            None,
            f"The composition is of {composition.decks} decks, not of {quoted(decks)}.",
        )
    rulebook.decks(composition.decks)
    return composition


def _wager_odds(rulebook: Rulebook, wager: Wager, scheme: str | None, ways: Array) -> WagerOdds:
    strange = _not_approved(rulebook, wager)
    lines = tuple(
        replace(line, clause=None) if (line.clause, line.odds) in strange else line
        for line in lines_of(wager, scheme, ways)
    )
    return WagerOdds(wager.id, wager.name, lines, own=not wager.clause)


def _not_approved(rulebook: Rulebook, wager: Wager) -> set[tuple[str | None, Odds | None]]:
    """The clauses and odds of lines that are not as the wager's document has them."""
    approved = approved_lines(rulebook, wager)
    lines = () if approved is None else (line for line in wager.lines if line not in approved)
    return {(line.clause, line.pays if isinstance(line.pays, Odds) else None) for line in lines}


def lines_of(wager: Wager, scheme: str | None, ways: Sequence[int] | Array) -> tuple[LineWays, ...]:
    """The ways of each line of a wager, of its standoffs and of its losses."""
    lines: dict[tuple[str, Fraction, Odds | None], int] = {}
    for line in wager.in_scheme(scheme):
        if isinstance(line.pays, Odds):
            lines[line.clause, Fraction(line.pays.pays, line.pays.per), line.pays] = 0
    ends: dict[Verdict, int] = {}
    for facts, number in zip(wager.space, ways, strict=True):
        if number and (wager.played_when is None or wager.played_when(facts)):
            end = verdict(wager, scheme, facts)
            ends[end] = ends.get(end, 0) + int(number)
    for (outcome, at, clause), number in ends.items():
        pays = Fraction(at.pays, at.per) if at else Fraction(-(outcome == "lose"))
        key = clause, pays, at
        lines[key] = lines.get(key, 0) + number
    return tuple(LineWays(*key, number) for key, number in lines.items())


def _of_choices(rulebook: Rulebook, left: Composition, name: str) -> OddsSheet:
    for wager in rulebook.wagers:
        check_wager(rulebook, wager)
    choices = count_choices(rulebook, left)
    ways = choices.ways(strategy(name)(choices))
    wagers = {wager.id: _wager_odds(rulebook, wager, None, ways) for wager in rulebook.wagers}
    together = WagerOdds(ROUND, "ENTER and DRAW together", _together(choices, ways))
    # If nobody draws, there is no DRAW wager to have odds.
    placed = [each for each in (together, *wagers.values()) if each.total]
    return OddsSheet(rulebook, left, None, tuple(placed), name, choices)


def _together(choices: Choices, ways: Array) -> tuple[LineWays, ...]:
    """The wagers that a decision is about added up, per unit of the first."""
    strange = {wager: _not_approved(choices.rulebook, wager) for wager in choices.decided}
    ends: dict[Fraction, int] = {}
    clauses: dict[Fraction, str | None] = {}
    for code, number in enumerate(ways):
        if not number:
            continue
        facts = choices.space.facts(code)
        pays, cited = Fraction(), []
        for wager in choices.decided:
            if wager.played_when is None or wager.played_when(facts):
                outcome, at, clause = verdict(wager, None, facts)
                pays += Fraction(at.pays, at.per) if at else Fraction(-(outcome == "lose"))
                cited.append(None if (clause, at) in strange[wager] else clause)
        ends[pays] = ends.get(pays, 0) + int(number)
        clauses.setdefault(pays, None if None in cited else ", ".join(map(str, cited)))
    return tuple(LineWays(clauses[pays], pays, None, ends[pays]) for pays in sorted(ends))
