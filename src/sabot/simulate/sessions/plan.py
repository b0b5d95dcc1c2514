"""A betting plan: the stakes on every coup of a session, and its end."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from sabot.core.refusal import Refusal, quoted
from sabot.rules import Rulebook
from sabot.simulate.sessions.systems import FLAT, ByCount, Rule, Seat, System, read_system

MOST_COUPS = 10_000_000
MOST_UNITS = 10**9
KEYS = {
    "stakes": True,
    "bankroll": True,
    "coups": True,
    "stop_loss": False,
    "win_goal": False,
    "rule": False,
}
"""Keys of a plan; True for required ones."""
_AMOUNT = re.compile(r"\d{1,10}(\.\d{1,6})?|\d{1,10}/[1-9]\d{0,5}", re.ASCII)


@dataclass(frozen=True)
class Plan:
    """The same stakes, in units, on every coup of a session; or multiples of them by a `rule` (see
    `sabot.simulate.sessions.systems`).

    It ends sooner when the session has lost `stop_loss` or more, has won `win_goal` or more, or
    when what is left of the bankroll does not cover the stakes: then the player is ruined.

    >>> plan = Plan.read({"stakes": {"banker": 1, "tie": "0.5"}, "bankroll": 50, "coups": 80})
    >>> plan.stakes["tie"]
    Fraction(1, 2)
    """

    stakes: Mapping[str, Fraction]
    bankroll: Fraction
    coups: int
    stop_loss: Fraction | None = None
    win_goal: Fraction | None = None
    rule: System | Rule = FLAT

    @classmethod
    def read(cls, given: object) -> "Plan":
        """Return a plan from plain data, such as a JSON object."""
        if not isinstance(given, Mapping):
            raise _bad(f"A plan is an object, not {quoted(given)}.")
        for key in given:
            if key not in KEYS:
                raise _bad(f"A plan has {', '.join(KEYS)}, but no {quoted(key)}.")
        for key, needed in KEYS.items():
            if needed and given.get(key) is None:
                raise _bad(f"A plan needs its {key}.")
        stakes, coups = given["stakes"], given["coups"]
        if not isinstance(stakes, Mapping) or not stakes:
            raise _bad("The stakes of a plan are an object: a wager, and how many units on it.")
        if type(coups) is not int or not 1 <= coups <= MOST_COUPS:
            raise _bad(f"The coups of a session are 1 to {MOST_COUPS}, not {quoted(coups)}.")
        rule = given.get("rule")
        plan = cls(
            {str(wager): _units(f"stake on {wager}", stake) for wager, stake in stakes.items()},
            _units("bankroll", given["bankroll"]),
            coups,
            _limit("stop_loss", given),
            _limit("win_goal", given),
            FLAT if rule is None else rule if callable(rule) else read_system(rule),
        )
        if plan.stop_loss is not None and plan.stop_loss > plan.bankroll:
            raise _bad("The stop_loss of a plan is more than its bankroll.")
        return plan

    def staked(self, book: Rulebook, boxes: int) -> Fraction:
        """Return the total of the stakes on the layout at once."""
        placed = ((book.wager(name), stake) for name, stake in self.stakes.items())
        return sum(
            (stake * (boxes if wager.space.per_box else 1) for wager, stake in placed), Fraction()
        )

    def at(self, book: Rulebook, decks: int, boxes: int) -> "Plan":
        """Return the plan for this game; a wager that must equal another gets the same stake."""
        for name in self.stakes:
            book.check_offer(book.wager(name), decks)
        stakes = dict(self.stakes)
        for later in (each for each in book.wagers if each.played_when is not None):
            first = next(each for each in book.wagers if each.space is later.space)
            if first.id not in stakes or stakes.get(later.id, stakes[first.id]) != stakes[first.id]:
                raise _bad(f"A stake on {later.id} is as large as that on {first.id}.")
            stakes[later.id] = stakes[first.id]
        plan = replace(self, stakes=stakes)
        if plan.staked(book, boxes) * plan.least > plan.bankroll:
            raise _bad("The bankroll of a plan does not cover the stakes of one coup.")
        return plan

    @property
    def rule_name(self) -> str:
        """Return the name of the rule of the stakes."""
        if callable(self.rule):
            return str(getattr(self.rule, "__name__", "a function"))
        return self.rule.name

    @property
    def least(self) -> Fraction:
        """Return the multiple of the stakes that a session must be able to begin with."""
        if callable(self.rule):
            return Seat(self.rule, 1).times
        if isinstance(self.rule, ByCount):
            return min((each for each in self.rule.levels if each), default=Fraction())
        return self.rule.levels[0]


def _limit(key: str, given: Mapping[str, object]) -> Fraction | None:
    return None if given.get(key) is None else _units(key, given[key])


def _units(what: str, given: object) -> Fraction:
    """Return an exact number of units: a whole number, a decimal or a fraction."""
    text = str(given) if type(given) in (int, float, str, Fraction) else ""
    amount = Fraction(text) if _AMOUNT.fullmatch(text) else Fraction()
    if not 0 < amount <= MOST_UNITS:
        raise _bad(
            f"The {quoted(what)[1:-1]} must be a number of units such as 5, 2.5 or 1/2, "
            f"not {quoted(given)}."
        )
    return amount


def _bad(message: str) -> Refusal:
    return Refusal("bad-plan", None, message)
