"""Sizes of states against what their containers declare, over whole logs."""

from collections.abc import Iterable
from typing import Any

from sabot.engine.bounds import containers, most_of, sizes
from sabot.engine.streams import read_line
from sabot.floor.kinds import KINDS, kind_of

DECLARED = {
    each.name: each.bound for kind in KINDS for each in containers(kind.state) if each.bound
}


def beyond(lines: Iterable[bytes]) -> list[str]:
    """Return the containers that were larger than declared after some event, those included that
    only follow other fields."""
    states: dict[str, Any] = {}
    found: set[str] = set()
    for text in lines:
        line = read_line(text)
        kind = kind_of(line.stream)
        assert kind is not None
        before = states.get(line.stream) or kind.empty(kind.name(line.stream))
        states[line.stream] = after = kind.rules.evolve(
            before, kind.rules.read_event(text), line.at
        )
        found |= {name for name, size in sizes(after) if size > most_of(name, DECLARED)}
    return sorted(found)
