"""Facts: the few small whole numbers on which every wager of a game depends."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import wraps
from itertools import product

from sabot.core.cards import Hand

Hands = Mapping[str, Hand]
"""Every complete hand of a coup, by name, in the order in which they are announced."""

Facts = tuple[int, ...]
"""In each game a NamedTuple of its own, so that a rulebook can call its fields by name."""


@dataclass(frozen=True, eq=False)
class FactsSpace:
    """Every combination of facts of one kind, and how to read them off the hands.

    `kind` is a NamedTuple of whole numbers, `domains` the values that each field can take, and
    `read` reduces finished hands to facts; it is handed the name of a box where the facts are
    about one box. A code numbers the combinations from 0, the last field running fastest.
    """

    kind: Callable[..., Facts]
    fields: tuple[str, ...]
    domains: tuple[tuple[int, ...], ...]
    read: Callable[[Hands, str], Facts]
    per_box: bool = False

    def __len__(self) -> int:
        size = 1
        for domain in self.domains:
            size *= len(domain)
        return size

    def __iter__(self) -> Iterator[Facts]:
        """All facts in the order of their codes, reachable or not."""
        for values in product(*self.domains):
            yield self.kind(*values)

    def code(self, facts: Facts) -> int:
        number = 0
        for value, domain in zip(facts, self.domains, strict=True):
            number = number * len(domain) + domain.index(value)
        return number

    def facts(self, code: int) -> Facts:
        values = []
        for domain in reversed(self.domains):
            code, place = divmod(code, len(domain))
            values.append(domain[place])
        return self.kind(*reversed(values))


def of_hand(read: Callable[[Hand], int]) -> Callable[[Hand], int]:
    """Mark a function of a single hand that facts are read with. A reader of facts
    (`sabot.odds.observation.card_proxies`) then needs the function's answer alone."""

    @wraps(read)
    def asked(hand: Hand) -> int:
        return read(hand) if type(hand) is Hand else hand.told(read)  # type: ignore[attr-defined]

    return asked


TOTALS = tuple(range(10))
"""Possible point counts."""


def numbers(names: type[IntEnum]) -> tuple[int, ...]:
    """The plain numbers behind named ones: a name hashes unlike its number, and facts are keys."""
    return tuple(int(each) for each in names)
