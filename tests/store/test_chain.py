"""Findings of the verifier on lines that are not as the store writes them."""

from collections.abc import Callable
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from sabot.store import Batch, export_lines, open_store, verify_checkpoints, verify_lines
from store.entries import entry
from store.tamper import hashed
from support.thorough import tries

KEY = "00" * 32


def a_log() -> list[bytes]:
    with open_store("sqlite://") as store:
        store.append(
            Batch("table:1", 0, [entry(n, amount=n, by_hand=[1, {"x": None}]) for n in (1, 2, 3)])
        )
        return list(export_lines(store))


LOG = a_log()


def again(old: bytes, new: bytes) -> Callable[[], list[bytes]]:
    """The log's second line edited and given the right hash for its new text."""
    assert old in LOG[1]
    return lambda: [LOG[0], hashed(LOG[1].replace(old, new, 1)), LOG[2]]


CASES: dict[str, tuple[str, Callable[[], list[bytes]]]] = {
    "empty line": ("bad-json", lambda: [*LOG, b"\n"]),
    "no JSON": ("bad-json", lambda: [*LOG, b"hello\n"]),
    "not an object": ("bad-shape", lambda: [*LOG, b"[1]\n"]),
    "NaN": ("bad-json", again(b'"amount":2', b'"amount":NaN')),
    "a very long number": ("bad-json", again(b'"amount":2', b'"amount":' + b"9" * 5000)),
    "deep": ("bad-json", again(b'"amount":2', b'"amount":' + b"[" * 99_999)),
    "not UTF-8": ("bad-text", again(b"dora", b"d\xffra")),
    "twice the same key": ("repeated-key", again(b'"amount":2', b'"amount":2,"amount":2')),
    "twice, deep inside": ("repeated-key", again(b'{"x":null}', b'{"x":null,"x":null}')),
    "space": ("not-compact", again(b'"amount":2', b'"amount": 2')),
    "tab before": ("not-compact", lambda: [LOG[0], b"\t" + LOG[1], LOG[2]]),
    "carriage return": ("not-compact", lambda: [LOG[0], LOG[1][:-1] + b"\r\n", LOG[2]]),
    "escape": ("not-compact", again(b'"dora"', b'"d\\u006fra"')),
    "number": ("not-compact", again(b'"amount":2', b'"amount":2e0')),
    "garbage after": ("bad-json", lambda: [LOG[0], LOG[1][:-1] + b"{}\n", LOG[2]]),
    "key order": ("bad-shape", again(b'"by":"dora","what":"noted/1"', b'"what":"x","by":"d"')),
    "key missing": ("bad-shape", again(b'"by":"dora",', b"")),
    "stream twice": ("repeated-key", again(b'"amount":2', b'"stream":"x"')),
    "seq as text": ("bad-shape", again(b'"seq":2', b'"seq":"2"')),
    "seq true": ("bad-shape", again(b'"seq":2', b'"seq":true')),
    "seq zero": ("bad-shape", again(b'"seq":2', b'"seq":0')),
    "seq with a point": ("bad-shape", again(b'"seq":2', b'"seq":2.0')),
    "no such day": ("bad-shape", again(b"2026-01-31", b"2026-02-31")),
    "local time": ("bad-shape", again(b"000000Z", b"000000+11:00")),
    "nobody": ("bad-shape", again(b'"dora"', b'""')),
    "by a number": ("bad-shape", again(b'"dora"', b"7")),
    "odd stream": ("bad-shape", again(b"table:1", b"")),
    "fields after the hash": ("bad-shape", lambda: [LOG[0], LOG[1][:-2] + b',"x":1}\n', LOG[2]]),
    "hash in capitals": (
        "bad-shape",
        lambda: [LOG[0], LOG[1][:-67] + LOG[1][-67:-3].upper() + b'"}\n', LOG[2]],
    ),
    "changed text": ("wrong-hash", lambda: [LOG[0], LOG[1].replace(b":2,", b":3,"), LOG[2]]),
    "changed and hashed": ("wrong-prev", again(b'"amount":2', b'"amount":3')),
    "gap": ("gap", lambda: [LOG[0], LOG[2]]),
    "no beginning": ("gap", lambda: LOG[1:]),
    "repeated": ("repeated-seq", lambda: [LOG[0], LOG[0], *LOG[1:]]),
    "time": ("time-backwards", again(b"20:15:02", b"20:14:02")),
    "last newline": ("bad-end", lambda: [*LOG[:2], LOG[2][:-1]]),
}


@pytest.mark.parametrize("name", CASES)
def test_each_flaw_has_its_kind(name: str) -> None:
    kind, make = CASES[name]
    flaws = list(verify_lines(make()))
    assert kind in [flaw.kind for flaw in flaws], flaws
    assert all(flaw.message.endswith(".") for flaw in flaws)


def test_lines_may_end_in_newlines_or_not() -> None:
    assert not list(verify_lines(LOG)) and not list(verify_lines([x.strip() for x in LOG]))


def test_the_flaw_names_its_place() -> None:
    edited = LOG[1].replace(b'"amount":2', b'"amount":9')
    (flaw,) = verify_lines([LOG[0], edited, LOG[2]])
    assert (flaw.kind, flaw.stream, flaw.seq, flaw.line_number) == ("wrong-hash", "table:1", 2, 2)


@settings(max_examples=tries(60), deadline=None)
@given(some.lists(some.binary(max_size=200) | some.sampled_from(LOG), max_size=5))
def test_any_bytes_are_judged_and_never_raise(lines: list[bytes]) -> None:
    sound = [line.removesuffix(b"\n") for line in LOG]
    flaws = list(verify_lines(lines))
    if [line.removesuffix(b"\n") for line in lines] != sound[: len(lines)]:
        assert flaws
    assert list(verify_checkpoints(lines, LOG, KEY)) and list(verify_checkpoints(LOG, lines, KEY))


@settings(max_examples=tries(60), deadline=None)
@given(some.integers(0, len(b"".join(LOG)) - 1), some.binary(max_size=4), some.integers(0, 4))
def test_any_splice_is_found(place: int, new: bytes, cut: int) -> None:
    text = b"".join(LOG)
    edited = text[:place] + new + text[place + cut :]
    if edited != text and not text.startswith(edited):
        lines = edited.splitlines(keepends=True)
        assert list(verify_lines(lines)), sha256(edited).hexdigest()
