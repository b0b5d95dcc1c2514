"""Random damage: never a traceback, always a finding, unless nothing of worth has changed."""

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from compliance.nights import Json, audited, events_of, night, rehashed
from games import GAMES
from support.thorough import tries

WORTH = ("moves", "stake", "cards", "card", "lines", "hand", "position", "result", "counts", "cuts")
"""Fields of an event with money or cards."""
REWRITTEN = ("seq", "prev", "hash")
ODD: tuple[Any, ...] = (
    None, True, 0, 1, -1, 10**6, 10**18, 2**63, 1.5, "", "0", "AS", "player", "box 1", "table:1",
    "\n", "\x00", "x" * 5000, "é", [], {}, [[]], {"": None}, ["AS"], {"card": "AS"},
)  # fmt: skip


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to everything inside."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))


def mutated(events: list[Json], chance: random.Random) -> list[Json]:
    """Change one thing: a value, a key, an event left out, twice, or out of its place."""
    events = copy.deepcopy(events)
    kind = chance.choice(("value", "value", "value", "key", "drop", "twice", "swap", "borrow"))
    at = chance.randrange(len(events))
    if kind == "drop":
        del events[at]
    elif kind == "twice":
        events.insert(chance.randrange(len(events)), copy.deepcopy(events[at]))
    elif kind == "swap":
        other = chance.randrange(len(events))
        events[at], events[other] = events[other], events[at]
    else:
        paths = [path for path in leaves(events[at]) if path[0] not in REWRITTEN]
        *above, key = chance.choice(paths)
        inside: Any = events[at]
        for step in above:
            inside = inside[step]
        if kind == "key" and isinstance(inside, dict):
            del inside[key]
        elif kind == "borrow" and isinstance(key, str):
            inside[key] = copy.deepcopy(chance.choice(events)).get(key)
        else:
            inside[key] = chance.choice(ODD)
    return events


def worth(events: list[Json]) -> dict[str, list[Json]]:
    """All that the log says of money and cards, in the order of each stream: how the lines of
    several streams lie between one another in a file says nothing."""
    told: dict[str, list[Json]] = {}
    for event in events:
        each = {key: event[key] for key in WORTH if key in event}
        if any(each.values()):
            told.setdefault(str(event.get("stream")), []).append(each)
    return told


def in_order(found: list[Json], honest: list[Json]) -> bool:
    """Return True if all findings are honest, in the honest order."""
    left = iter(honest)
    return all(each in left for each in found)


def written(events: list[Json]) -> list[bytes]:
    """With numbers and hashes in order, as far as anything can be."""
    whole = [event for event in events if isinstance(event.get("stream"), str)]
    return rehashed(whole)


@pytest.mark.parametrize("game", GAMES)
def test_a_log_rewritten_is_found_or_unharmed(game: str) -> None:
    """The insider puts all hashes in order. What is not found has the same cards and the same money
    in the same order in each stream, perhaps without an event that nothing hung on: that only a
    witness sees."""
    honest = events_of(night(game, 3))
    chance = random.Random(f"rewritten {game}")
    unharmed = 0
    for _ in range(tries(50)):
        events = mutated(honest, chance)
        if audited(written(events)):
            continue
        unharmed += 1
        known = worth(honest)
        assert all(in_order(each, known.get(name, [])) for name, each in worth(events).items()), [
            (one, other) for one, other in zip(events, honest, strict=False) if one != other
        ][:1]
    assert unharmed < tries(15)


@pytest.mark.parametrize("game", GAMES)
def test_a_log_damaged_is_always_found(game: str) -> None:
    """The hashes are not recomputed: not one of the logs passes."""
    honest = list(night(game, 3))
    chance = random.Random(f"damaged {game}")
    for _ in range(tries(30)):
        lines = list(honest)
        at = chance.randrange(len(lines))
        text = bytearray(lines[at])
        match chance.randrange(5):
            case 0:
                text[chance.randrange(len(text))] ^= 1 << chance.randrange(8)
            case 1:
                del text[chance.randrange(len(text)) :]
            case 2:
                where = chance.randrange(len(text))
                text[where:where] = bytes(chance.randrange(256) for _ in range(9))
            case 3:
                text = bytearray(lines[chance.randrange(len(lines))])
            case _:
                text = bytearray(chance.randbytes(chance.randrange(300)))
        if bytes(text) == lines[at]:
            continue
        lines[at] = bytes(text)
        assert audited(lines)


def test_any_bytes_are_audited() -> None:
    chance = random.Random("any bytes")
    for size in (0, 1, 10, 1000):
        for _ in range(50):
            audited(chance.randbytes(size).splitlines(keepends=True))
    audited([b"{" * 100_000, b"[" * 100_000, b'{"stream":' * 10_000, b"\xff\xfe", b"null\n"])
