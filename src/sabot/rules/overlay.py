"""Rules laid over a rulebook for one kind of play, such as a tournament."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, get_args, get_type_hints

from sabot.rules.irregularities.irregularity import Cell
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.operation.conduct import Conduct


@dataclass(frozen=True)
class Overlay:
    """Changes while an overlay applies to a table: its clause, the clauses that do not apply, with
    those below them, the currency that is wagered, and further changes of conduct."""

    name: str
    clause: str
    switched_off: tuple[str, ...]
    currency: str
    over: Callable[[Conduct], Conduct] = lambda conduct: conduct

    def laid_over(self, conduct: Conduct) -> Conduct:
        """The conduct of a table under it: as if those clauses were not written."""
        left = _without(conduct, self.switched_off)
        assert isinstance(left, Conduct)
        return replace(self.over(left), overlaid=self.clause)


def is_below(clause: object, clauses: tuple[str, ...]) -> bool:
    """Return True if the clause is one of the clauses, or stands below one.

    >>> is_below("6.7.1.2", ("6.4", "6.7")), is_below("6.45", ("6.4",))
    (True, False)
    """
    return isinstance(clause, str) and any(f"{clause}.".startswith(f"{c}.") for c in clauses)


def _without(part: Any, clauses: tuple[str, ...]) -> Any:
    """A part of conduct with nothing in it that rests on those clauses; None where nothing is left
    of it. Where a situation had a rule, no clause speaks any more: the next one below was not
    written for it."""
    if isinstance(part, Cell):
        if is_below(part.clause, clauses):
            return Cell(None, Outcome.NO_RULE, part.when)
        return replace(
            part, also=_without(part.also, clauses), duties=_without(part.duties, clauses)
        )
    if isinstance(part, tuple):
        left = [_without(each, clauses) for each in part]
        return tuple(
            now for was, now in zip(part, left, strict=True) if now is not None or was is None
        )
    if isinstance(part, Mapping):
        kept = {key: _without(each, clauses) for key, each in part.items()}
        return {key: each for key, each in kept.items() if each is not None}
    if not is_dataclass(part) or isinstance(part, type):
        return None if is_below(part, clauses) else part
    if is_below(getattr(part, "clause", None), clauses):
        return None
    return replace(part, **_changed(part, clauses))


def _changed(part: Any, clauses: tuple[str, ...]) -> dict[str, Any]:
    """The fields that rest on those clauses, as they are without them."""
    changed = {}
    hints = get_type_hints(type(part))
    for name in (each.name for each in fields(part)):
        was = getattr(part, name)
        now = _without(was, clauses)
        if now is None and was is not None and type(None) not in get_args(hints[name]):
            raise ValueError(f"{type(part).__name__} has always its {name}: {was} cannot be off")
        if now != was:
            changed[name] = now
    return changed
