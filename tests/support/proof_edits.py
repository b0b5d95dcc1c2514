"""Mutations of a proof file: a flipped bit anywhere, or one part changed by meaning."""

import base64
import json
import random
from collections.abc import Callable
from typing import Any

File = dict[str, Any]


def _lines(file: File, rng: random.Random) -> tuple[dict[str, str], list[str]]:
    event = rng.choice(file["events"])
    return event, event["proof"].split("\n")


def _path(lines: list[str]) -> range:
    return range(2, lines.index(""))


def _edited(file: File, rng: random.Random, edit: Callable[[list[str]], object]) -> None:
    event, lines = _lines(file, rng)
    edit(lines)
    event["proof"] = "\n".join(lines)


def _other_index(lines: list[str], rng: random.Random) -> None:
    number = int(lines[1].split()[1])
    lines[1] = f"index {rng.choice((number + 1, abs(number - 1), number * 2 + 2, 10**30, -1))}"


def _other_size(lines: list[str], rng: random.Random) -> None:
    at = lines.index("") + 2
    lines[at] = str(int(lines[at]) + rng.choice((-1, 1, 256)))


def _loose_base64(text: str) -> str:
    """The same bytes with other bits in the last digit, which decoders ignore."""
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    body, pad = text.rstrip("="), len(text) - len(text.rstrip("="))
    if not pad:
        return text + "\r"
    last = digits[digits.index(body[-1]) ^ 1]
    return body[:-1] + last + "=" * pad


def _of_path(change: Callable[[list[str], int, random.Random], object]) -> Callable[..., None]:
    def edit(file: File, rng: random.Random) -> None:
        def inside(lines: list[str]) -> None:
            change(lines, rng.choice(_path(lines)), rng)

        _edited(file, rng, inside)

    return edit


def _swapped(lines: list[str], at: int, rng: random.Random) -> None:
    lines[at : at + 2] = [lines[at] + "A", lines[at + 1]]


def _no_event(file: File, rng: random.Random) -> None:
    file["events"] = []


def _salt(change: Callable[[str], str]) -> Callable[..., None]:
    def edit(file: File, rng: random.Random) -> None:
        event = rng.choice(file["events"])
        event["salt"] = change(event["salt"])

    return edit


def _line(file: File, rng: random.Random) -> None:
    event = rng.choice(file["events"])
    event["line"] = rng.choice((event["line"] + "\n", event["line"] + " ", event["line"][:-1], ""))


def _exchanged(key: str) -> Callable[..., None]:
    def edit(file: File, rng: random.Random) -> None:
        one, other = rng.sample(file["events"], 2)
        one[key], other[key] = other[key], one[key]

    return edit


def _twice(file: File, rng: random.Random) -> None:
    file["events"].append(dict(rng.choice(file["events"])))


def _key(file: File, rng: random.Random) -> None:
    """Another public key, with its own right id missing."""
    name, key_id, key = file["vkey"].split("+", 2)
    data = bytearray(base64.b64decode(key))
    data[rng.randrange(33)] ^= 1 << rng.randrange(8)
    file["vkey"] = f"{name}+{key_id}+{base64.b64encode(data).decode()}"


EDITS: dict[str, Callable[[File, random.Random], None]] = {
    "no events": _no_event,
    "another origin": lambda file, rng: file.update(origin=file["origin"] + "x"),
    "another key": _key,
    "a key in capitals": lambda file, rng: file.update(vkey=file["vkey"].swapcase()),
    "a salt in capitals": _salt(lambda salt: salt.upper() if salt.upper() != salt else "AB" * 32),
    "a salt with a space": _salt(lambda salt: salt[:2] + " " + salt[2:]),
    "no salt": _salt(lambda salt: ""),
    "a shorter salt": _salt(lambda salt: salt[:-2]),
    "another line": _line,
    "lines exchanged": _exchanged("line"),
    "salts exchanged": _exchanged("salt"),
    "proofs exchanged": _exchanged("proof"),
    "an event twice": _twice,
    "a path cut": _of_path(lambda lines, at, rng: lines.pop(at)),
    "a path longer": _of_path(lambda lines, at, rng: lines.insert(at, lines[at])),
    "a loose hash": _of_path(
        lambda lines, at, rng: lines.__setitem__(at, _loose_base64(lines[at]))
    ),
    "no hash": _of_path(_swapped),
    "another index": lambda file, rng: _edited(file, rng, lambda lines: _other_index(lines, rng)),
    "an index with a zero": lambda file, rng: _edited(
        file, rng, lambda lines: lines.__setitem__(1, lines[1].replace(" ", " 0"))
    ),
    "another size": lambda file, rng: _edited(file, rng, lambda lines: _other_size(lines, rng)),
    "no last newline": lambda file, rng: _edited(file, rng, lambda lines: lines.pop()),
    "no signature": lambda file, rng: _edited(file, rng, lambda lines: lines.pop(-2)),
    "another form": lambda file, rng: _edited(
        file, rng, lambda lines: lines.__setitem__(0, "c2sp.org/tlog-proof@v2")
    ),
    "a carriage return": lambda file, rng: _edited(
        file, rng, lambda lines: lines.__setitem__(1, lines[1] + "\r")
    ),
    "an unknown field": lambda file, rng: file.update(more=1),
}


def mutated(text: bytes, rng: random.Random) -> tuple[str, bytes]:
    """Return a mutation of a proof file with its name; it never means the same as the file."""
    while True:
        name, data = _mutated(text, rng)
        try:
            same = json.loads(data) == json.loads(text) and data.count(b'"') == text.count(b'"')
        except ValueError:
            same = False
        if not same:
            return name, data


def _mutated(text: bytes, rng: random.Random) -> tuple[str, bytes]:
    if rng.random() < 0.5:
        data, at = bytearray(text), rng.randrange(len(text))
        data[at] ^= 1 << rng.randrange(8)
        return f"bit of byte {at}", bytes(data)
    name = rng.choice([*EDITS])
    file = json.loads(text)
    EDITS[name](file, rng)
    return name, json.dumps(file, ensure_ascii=rng.random() < 0.5).encode()
