"""Rules for stakes: ladders by wins and losses, and levels by the count of cards.

A rule is data, or a function. As data it is a ladder: multiples of a plan's stakes, with the steps
after a win and after a loss. By the count, the cards seen so far choose the level. A function is a
generator that yields the multiple of the next stakes and is sent the coup's earnings, in units.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from itertools import takewhile

from sabot.core.refusal import Refusal, quoted

MOST_LEVELS = 1000
MOST_TIMES = 10**6
MOST_TAG = 100
FIRST, STAY = "first", "stay"
RANKS = {"A": 1, **{str(rank): rank for rank in range(2, 10)}}
"""Values that a count tells apart: ten, jack, queen and king are all 0."""
TENS = ("T", "J", "Q", "K")
Units = int | Fraction
Rule = Callable[[], Generator[Units, Fraction, object]]
"""A rule as a function: called once for each session; its generator yields the next stakes."""


@dataclass(frozen=True)
class Ladder:
    """Multiples of the stakes. After a coup the level moves by `win` or `lose` steps, or back to
    the first; a standoff leaves it. Beyond the last level it stays there, or begins again."""

    name: str
    levels: tuple[Fraction, ...]
    win: int | str = FIRST
    lose: int | str = FIRST
    top: str = STAY

    def after(self, level: int, net: int) -> int:
        """Return the level after a coup that won (1), lost (-1) or stood off (0)."""
        if net == 0:
            return level
        move = self.win if net > 0 else self.lose
        if isinstance(move, str):
            return 0 if move == FIRST else level
        if level + move < len(self.levels):
            return max(level + move, 0)
        return 0 if self.top == FIRST else len(self.levels) - 1


@dataclass(frozen=True)
class ByCount:
    """Levels by the count of cards. `tags`: by card value, tens at 0; from each `trigger` on, a
    multiple of the stakes, and no stake below the first. `true`: divide the count by the decks
    left."""

    name: str
    tags: tuple[Fraction, ...]
    triggers: tuple[Fraction, ...]
    levels: tuple[Fraction, ...]
    true: bool = True


System = Ladder | ByCount
FLAT = Ladder("flat", (Fraction(1),))


def _doubling(most: int) -> list[int]:
    return list(takewhile(lambda times: times <= most, (1 << step for step in range(30))))


def _fibonacci(most: int) -> list[int]:
    found = [1, 1]
    while found[-2] + found[-1] <= most:
        found.append(found[-2] + found[-1])
    return found


def _ladder(
    name: str, levels: Sequence[int], win: int | str, lose: int | str, top: str = STAY
) -> Ladder:
    return Ladder(name, tuple(map(Fraction, levels)), win, lose, top)


SYSTEMS: dict[str, tuple[int | None, Callable[[int], Ladder]]] = {
    "flat": (None, lambda most: FLAT),
    "martingale": (512, lambda most: _ladder("martingale", _doubling(most), FIRST, 1)),
    "grand-martingale": (
        1023,
        lambda most: _ladder(
            "grand-martingale", [2 * times - 1 for times in _doubling((most + 1) // 2)], FIRST, 1
        ),
    ),
    "dalembert": (100, lambda most: _ladder("dalembert", range(1, most + 1), -1, 1)),
    "contra-dalembert": (
        100,
        lambda most: _ladder("contra-dalembert", range(1, most + 1), 1, -1),
    ),
    "fibonacci": (610, lambda most: _ladder("fibonacci", _fibonacci(most), -2, 1)),
    "paroli": (4, lambda most: _ladder("paroli", _doubling(most), 1, FIRST, FIRST)),
    "1-3-2-6": (None, lambda most: _ladder("1-3-2-6", (1, 3, 2, 6), 1, FIRST, FIRST)),
}
"""Named rules: their highest multiple by default, and their ladder."""


def named(name: str, most: object = None) -> Ladder:
    """Return a rule by its name."""
    if name not in SYSTEMS:
        near = get_close_matches(name, SYSTEMS, 1)
        meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(SYSTEMS)}."
        raise _bad(f"There is no rule {quoted(name)}: {meant}")
    usual, ladder = SYSTEMS[name]
    if most is None:
        return ladder(usual or 1)
    if usual is None:
        raise _bad(f"The rule {name} has its own stakes, and no most.")
    if type(most) is not int or not 1 <= most <= MOST_LEVELS:
        raise _bad(
            f"The most of a rule is 1 to {MOST_LEVELS} times the stakes, not {quoted(most)}."
        )
    return ladder(most)


def read_system(given: object) -> System:
    """Return a rule from plain data: a name; `{"name", "most"}`; a ladder, `{"levels", "win",
    "lose", "top"}`; or `{"count", "levels", "true"}`."""
    if isinstance(given, Ladder | ByCount):
        return given
    if isinstance(given, str):
        return named(given)
    if not isinstance(given, Mapping):
        raise _bad(f"A rule is a name or an object, not {quoted(given)}.")
    if "name" in given:
        _only(given, "name", "most")
        return named(str(given["name"]), given.get("most"))
    return _counted(given) if "count" in given else _own(given)


def _own(given: Mapping[str, object]) -> Ladder:
    _only(given, "levels", "win", "lose", "top")
    levels = given.get("levels")
    if not isinstance(levels, Sequence) or isinstance(levels, str) or not levels:
        raise _bad("The levels of a rule are a list of multiples of the stakes, such as [1, 3, 2].")
    if len(levels) > MOST_LEVELS:
        raise _bad(f"A rule has {MOST_LEVELS} levels at most, not {len(levels)}.")
    top = given.get("top", STAY)
    if top not in (STAY, FIRST):
        raise _bad(
            f'Beyond the last level one is to "stay" or back at the "first", not {quoted(top)}.'
        )
    win, lose = (_move(key, given.get(key, FIRST)) for key in ("win", "lose"))
    return Ladder("ladder", tuple(_times(each, least=1) for each in levels), win, lose, str(top))


def _move(key: str, given: object) -> int | str:
    if isinstance(given, str) and given in (FIRST, STAY):
        return given
    if type(given) is int and -MOST_LEVELS <= given <= MOST_LEVELS:
        return given
    raise _bad(
        f'After a {key} a rule goes so many levels up or down, or it is "first" or "stay", '
        f"not {quoted(given)}."
    )


def _counted(given: Mapping[str, object]) -> ByCount:
    _only(given, "count", "levels", "true")
    count, levels, true = given["count"], given.get("levels"), given.get("true", True)
    if not isinstance(count, Mapping) or not count:
        raise _bad('A count is an object of cards and what each adds, such as {"4": 1, "A": -1}.')
    if type(true) is not bool:
        raise _bad(
            f"Whether the count is by the deck that is left is true or false, not {quoted(true)}."
        )
    if not isinstance(levels, Sequence) or isinstance(levels, str) or not levels:
        raise _bad(
            'The levels of a count are a list of a count and a multiple: [[2, 1], [4, "2.5"]].'
        )
    pairs = [_level(each) for each in levels]
    if sorted(set(pairs)) != pairs or sorted(times for _, times in pairs) != [t for _, t in pairs]:
        raise _bad("The levels of a count rise: a higher count, and no smaller multiple.")
    triggers, times = zip(*pairs, strict=True)
    return ByCount("count", _tags(count), triggers, times, true)


def _tags(count: Mapping[str, object]) -> tuple[Fraction, ...]:
    tags, tens = [Fraction()] * 10, {}
    for card, given in count.items():
        tag = _number(f"tag of {card}", given, MOST_TAG)
        if card in RANKS:
            tags[RANKS[card]] = tag
        elif card in TENS or card == "10":
            tens[card] = tag
        else:
            raise _bad(f"A count is of A, 2 to 9, T, J, Q and K, and not of {quoted(card)}.")
    if len(set(tens.values())) > 1:
        raise _bad("T, J, Q and K are all worth nothing here: a count takes them alike.")
    tags[0] = next(iter(tens.values()), Fraction())
    return tuple(tags)


def _level(given: object) -> tuple[Fraction, Fraction]:
    if isinstance(given, str) or not isinstance(given, Sequence) or len(given) != 2:
        raise _bad(f"A level is a count and a multiple of the stakes, not {quoted(given)}.")
    return _number("count of a level", given[0], 1000), _times(given[1], least=0)


def _times(given: object, least: int) -> Fraction:
    times = _number("multiple of the stakes", given, MOST_TIMES)
    if times < 0 or (least and times == 0):
        raise _bad(f"A multiple of the stakes is above zero, not {quoted(given)}.")
    return times


def _number(what: str, given: object, most: int) -> Fraction:
    """Return a number as it is written: whole, a decimal or a fraction."""
    found = None
    if type(given) in (int, float, str, Fraction):
        try:
            found = Fraction(str(given)) if len(str(given)) < 20 else None
        except (ValueError, ZeroDivisionError):
            found = None
    if found is None or not -most <= found <= most or found.denominator > MOST_TIMES:
        raise _bad(f"The {what} must be a number such as 2, 0.5 or 1/3, not {quoted(given)}.")
    return found


class Seat:
    """A running rule that is a function. `times`: its next multiple of the stakes; `parts` make a
    unit of the amounts."""

    def __init__(self, rule: Rule, parts: int) -> None:
        self.parts, self.left = parts, False
        self._playing = rule()
        self.times = self._heard(lambda: next(self._playing))

    def of(self, amount: int) -> int:
        """Return the rule's multiple of an amount, exactly."""
        whole, rest = divmod(amount * self.times.numerator, self.times.denominator)
        if rest:
            raise _bad(f"A rule may stake what these stakes can be divided into, not {self.times}.")
        return whole

    earns = of

    def told(self, net: int) -> None:
        """Send the rule the coup's earnings and take its next multiple; the rule may end the
        session."""
        self.times = self._heard(lambda: self._playing.send(Fraction(net, self.parts)))

    def _heard(self, ask: Callable[[], Units]) -> Fraction:
        try:
            times = ask()
        except StopIteration:
            self.left = True
            return Fraction()
        if type(times) not in (int, Fraction) or not 0 <= times <= MOST_TIMES:
            raise _bad(f"A rule stakes a multiple from 0 to {MOST_TIMES}, not {quoted(times)}.")
        return Fraction(times)


def _only(given: Mapping[str, object], *keys: str) -> None:
    for key in given:
        if key not in keys:
            raise _bad(f"Such a rule has {', '.join(keys)}, but no {quoted(key)}.")


def _bad(message: str) -> Refusal:
    return Refusal("bad-rule", None, message)
