"""Compare two editions of a rulebook clause by clause."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from itertools import groupby
from typing import Any

from sabot.cli.documents.irregularities import circumstances_of, told
from sabot.rules import Line, Rulebook, Wager
from sabot.rules.coup.facts import Facts
from sabot.rules.digest import conditions_agree
from sabot.rules.irregularities.irregularity import Cell
from sabot.rules.irregularities.situations import SITUATIONS

CITATION = re.compile(r"\d{1,2}(\.\d{1,2})+(\([a-z]+\))*")
KEYS = ("name", "occasion", "when", "wagers", "wager", "diagrams")
"""Fields that identify a rule in a list: the first of these that the rules have."""
BEFORE = "on the same facts as before"
TITLES = {each.name: each.title for each in SITUATIONS}


@dataclass(frozen=True)
class ClauseChange:
    """A difference between two editions: the part of the document, the clause, and the values
    before and after. A value is None where the edition has none."""

    part: str
    clause: str | None
    where: str
    old: str | None
    new: str | None

    def __str__(self) -> str:
        """
        >>> print(ClauseChange("Wagers", "11.1.5", "Tie pays", "8:1", "9:1"))
        Tie pays: 9:1, not 8:1
        """
        if self.old is None:
            return f"{self.where}: {self.new}, which is new"
        if self.new is None:
            return f"{self.where}: no longer {self.old}"
        return f"{self.where}: {self.new}, not {self.old}"


def amendment(old: Rulebook, new: Rulebook) -> list[ClauseChange]:
    """Return all differences, in the order of a rulebook's parts. A part that cannot be put into
    words, such as the function that reads facts off the hands, is reported as changed."""
    found = [
        *_document(old, new),
        *_parts("Preparation", old.preparation, new.preparation),
        *_parts("The deal", old.procedure, new.procedure),
        *_wagers(old, new),
        *_parts("Wagers together", old.together, new.together),
        *_conduct(old, new),
        *_irregularities(old, new),
        *_overlays(old, new),
        *_differences("Promotional prizes", None, ["prizes"], old.promotions, new.promotions),
        *_parts("Tournaments", old.tournament, new.tournament),
    ]
    named_alike = replace(new, version=old.version, dated=old.dated, in_force=old.in_force)
    if not found and named_alike.digest != old.digest:
        found.append(
            ClauseChange("The document", None, "what it decides", "as before", "otherwise")
        )
    return found


def _document(old: Rulebook, new: Rulebook) -> Iterator[ClauseChange]:
    part = "The document"
    for name in ("title", "casino", "coup", "places", "chips", "schemes", "tables"):
        yield from _differences(part, None, [name], getattr(old, name), getattr(new, name))
    if old.scheme() != new.scheme() and {old.scheme(), new.scheme()} <= {
        *old.schemes,
        *new.schemes,
    }:
        yield ClauseChange(part, None, "first scheme", old.scheme(), new.scheme())


def _conduct(old: Rulebook, new: Rulebook) -> Iterator[ClauseChange]:
    for each in fields(old.conduct):
        if each.name != "irregularities":
            before, after = getattr(old.conduct, each.name), getattr(new.conduct, each.name)
            yield from _differences("Conduct", None, [each.name], before, after)


def _parts(part: str, old: object, new: object) -> Iterator[ClauseChange]:
    yield from _differences(part, None, [], old, new)


# Wagers


def _wagers(old: Rulebook, new: Rulebook) -> Iterator[ClauseChange]:
    for id_ in {**old.by_id, **new.by_id}:
        before, after = old.by_id.get(id_), new.by_id.get(id_)
        if before is None or after is None:
            yield from _gone_or_new(before, after)
        else:
            yield from _wager(before, after)


def _gone_or_new(old: Wager | None, new: Wager | None) -> Iterator[ClauseChange]:
    wager = new or old
    assert wager is not None
    words = f"a wager that pays {', '.join(str(line.pays) for line in wager.lines)}"
    yield ClauseChange(
        "Wagers",
        wager.clause,
        wager.name,
        None if old is None else words,
        None if new is None else words,
    )


def _wager(old: Wager, new: Wager) -> Iterator[ClauseChange]:
    for name in ("name", "clause", "loses", "settles", "side_bet", "decks"):
        before, after = getattr(old, name), getattr(new, name)
        yield from _differences("Wagers", new.clause, [new.name, name], before, after)
    played, plays = old.played_when or _always, new.played_when or _always
    if not conditions_agree(played, old.space, plays, new.space):
        yield ClauseChange(
            "Wagers", new.clause, f"{new.name}, when it can be bet", BEFORE, "on others"
        )
    for key in dict.fromkeys(map(_line_key, (*old.lines, *new.lines))):
        were = [line for line in old.lines if _line_key(line) == key]
        are = [line for line in new.lines if _line_key(line) == key]
        for place in range(max(len(were), len(are))):
            yield from _line(
                (old, were[place] if place < len(were) else None),
                (new, are[place] if place < len(are) else None),
            )


def _always(facts: Facts) -> bool:
    return True


def _line_key(line: Line) -> tuple[str, str | None]:
    return line.clause, line.scheme


def _line(old: tuple[Wager, Line | None], new: tuple[Wager, Line | None]) -> Iterator[ClauseChange]:
    (was, before), (wager, after) = old, new
    one = after or before
    assert one is not None
    by = f", by {one.scheme}" if one.scheme else ""
    where = f"{wager.name} pays{by}"
    if before is None or after is None or before.pays != after.pays:
        paid = None if before is None else str(before.pays)
        pays = None if after is None else str(after.pays)
        yield ClauseChange("Wagers", one.clause, where, paid, pays)
    if before and after and not conditions_agree(before.when, was.space, after.when, wager.space):
        yield ClauseChange("Wagers", one.clause, f"{where} {after.pays}", BEFORE, "on others")


# Irregularities


def _irregularities(old: Rulebook, new: Rulebook) -> Iterator[ClauseChange]:
    were, are = old.conduct.irregularities, new.conduct.irregularities
    for situation in {**were, **are}:
        title = TITLES.get(situation, situation)
        before, after = _by_when(were.get(situation, ())), _by_when(are.get(situation, ()))
        several = max(len(before), len(after)) > 1
        for when in {**before, **after}:
            one, other = before.get(when), after.get(when)
            if one == other:
                continue
            cell = other or one
            assert cell is not None
            where = f"{title}, {circumstances_of(cell)}" if several else title
            clause = cell.clause or (None if one is None else one.clause)
            was = None if one is None else told(one)
            now = None if other is None else told(other)
            yield ClauseChange("Irregularities", clause, where, was, now)


def _by_when(cells: Sequence[Cell]) -> dict[str, Cell]:
    return {circumstances_of(cell): cell for cell in cells}


# Overlays


def _overlays(old: Rulebook, new: Rulebook) -> Iterator[ClauseChange]:
    for name in {**old.overlays, **new.overlays}:
        before, after = old.overlays.get(name), new.overlays.get(name)
        one = after or before
        assert one is not None
        if before is None or after is None:
            words = f"an overlay without {', '.join(one.switched_off) or 'nothing'}"
            was, now = (words, None) if after is None else (None, words)
            yield ClauseChange("Overlays", one.clause, name, was, now)
        else:
            for part in ("clause", "switched_off", "currency"):
                was, now = getattr(before, part), getattr(after, part)
                yield from _differences("Overlays", one.clause, [name, part], was, now)
            if before.over.__qualname__ != after.over.__qualname__:
                yield ClauseChange(
                    "Overlays", one.clause, name, "as before", "other rules under it"
                )


# Anything else: values, and the clauses nearest to them


def _differences(
    part: str, clause: str | None, path: list[str], old: Any, new: Any
) -> Iterator[ClauseChange]:
    if old == new:
        return
    where = ", ".join(each.replace("_", " ") for each in path)
    if is_dataclass(old) and type(old) is type(new):
        clause = getattr(new, "clause", None) or getattr(old, "clause", None) or clause
        for each in fields(old):
            before, after = getattr(old, each.name), getattr(new, each.name)
            yield from _differences(part, clause, [*path, each.name], before, after)
    elif (sorted_ := _as_mappings(old, new)) is not None:
        were, are = sorted_
        for key in {**were, **are}:
            if key in were and key in are:
                yield from _differences(part, clause, [*path, key], were[key], are[key])
                continue
            one = were.get(key, are.get(key))
            told_ = f"{key}: {_shown(one)}" if isinstance(old, Mapping) else _shown(one)
            yield ClauseChange(
                part,
                _clause_of(one) or clause,
                where,
                told_ if key in were else None,
                told_ if key in are else None,
            )
    else:
        cited = next((each for each in (new, old) if _is_citation(each)), None)
        yield ClauseChange(part, cited or clause, where, _shown(old), _shown(new))


def _as_mappings(old: Any, new: Any) -> tuple[Mapping[str, Any], Mapping[str, Any]] | None:
    """Return two lists of rules, or two mappings, keyed by what identifies their parts."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return old, new
    if not isinstance(old, tuple) or not isinstance(new, tuple):
        return None
    both = (*old, *new)
    if both and all(isinstance(each, tuple) for each in both):
        return _rows(old), _rows(new)
    if not both or not all(is_dataclass(each) for each in both):
        return None
    return _keyed(old), _keyed(new)


def _rows(table: tuple[tuple[Any, ...], ...]) -> dict[str, Any]:
    return {f"row {number}": row for number, row in enumerate(table, 1)}


def _keyed(rules: tuple[Any, ...]) -> dict[str, Any]:
    """Return rules by name; rules that share a name by their place among them."""
    key: Callable[[Any], str] = _key
    named = groupby(sorted(rules, key=key), key)
    places = {id(each): place for _, group in named for place, each in enumerate(group)}
    return {
        f"{_key(each)} {places[id(each)] + 1}" if places[id(each)] else _key(each): each
        for each in rules
    }


def _key(rule: Any) -> str:
    name = next((name for name in KEYS if hasattr(rule, name)), None)
    return _shown(getattr(rule, name)) if name else str(getattr(rule, "clause", ""))


def _clause_of(rule: object) -> str | None:
    found = rule if _is_citation(rule) else getattr(rule, "clause", None)
    return found if isinstance(found, str) else None


def _is_citation(value: object) -> bool:
    return isinstance(value, str) and CITATION.fullmatch(value) is not None


def _shown(value: Any) -> str:
    """Return a value in words."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, frozenset):
        return ", ".join(sorted(map(_shown, value)))
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_shown(each)}" for key, each in value.items()) or "none"
    if isinstance(value, tuple | list):
        return ", ".join(map(_shown, value)) or "none"
    if (
        is_dataclass(value)
        and not isinstance(value, type)
        and type(value).__str__ is object.__str__
    ):
        said = ((f.name, getattr(value, f.name)) for f in fields(value) if f.name != "clause")
        return ", ".join(_said(name.replace("_", " "), part) for name, part in said if part)
    return str(value)


def _said(name: str, part: Any) -> str:
    return name if part is True else f"{name} {_shown(part)}"
