"""Rules laid over a rulebook for one kind of play, such as a tournament."""

from collections.abc import Callable
from dataclasses import dataclass

from sabot.rules.conduct import Conduct


@dataclass(frozen=True)
class Overlay:
    """What changes while it lies over a table: the clause that says so, the clauses that do not
    apply, the currency that is wagered, and the conduct that follows from it."""

    name: str
    clause: str
    switched_off: tuple[str, ...]
    currency: str
    over: Callable[[Conduct], Conduct] = lambda conduct: conduct
