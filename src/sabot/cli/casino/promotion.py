"""`sabot promotion`: terms checked item by item, and draws that can be verified."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from sabot.cli.lines import BYTE_ORDER_MARK, standard_input
from sabot.core.refusal import Refusal, quoted
from sabot.parts.draw import fresh_secret
from sabot.promotions import drawing
from sabot.promotions.drawing import Published, read_published, written
from sabot.promotions.terms import read_terms
from sabot.promotions.terms_check import check
from sabot.shoe.randomness import OperatingSystem

FOUND = 1
LONGEST = 100_000_000
"""Longest file of terms or entries, in bytes."""


def declare(options: argparse.ArgumentParser) -> None:
    acts = options.add_subparsers(dest="act", required=True, metavar="check|draw|verify")
    checks = acts.add_parser("check", help="what is missing in terms or forbidden, by clause")
    checks.add_argument("file", metavar="FILE", help="terms in TOML; - for the input")
    checks.add_argument("--json", action="store_true", help="one object a line, as without it")
    _declare_draw(acts.add_parser("draw", help="seal a draw, close its entries, open it"))
    verifies = acts.add_parser("verify", help="check a published draw from its file alone")
    verifies.add_argument("file", metavar="FILE", help="a published draw; - for the input")
    verifies.add_argument(
        "--first", type=int, default=1, metavar="N", help="how many drawn entries to show"
    )
    verifies.add_argument("--json", action="store_true", help="for a program to read")


def _declare_draw(draws: argparse.ArgumentParser) -> None:
    steps = draws.add_subparsers(dest="step", required=True, metavar="seal|close|open")
    seals = steps.add_parser("seal", help="before entries close: bind the house to a secret")
    closes = steps.add_parser("close", help="close and number the entries")
    opens = steps.add_parser("open", help="open the secret: the order of all entries follows")
    for step in (seals, closes, opens):
        step.add_argument("file", metavar="FILE", help="the draw, to be published after each step")
    for step in (seals, opens):
        step.add_argument("--secret", required=True, metavar="FILE", help="where the secret is")
    outside = seals.add_mutually_exclusive_group()
    outside.add_argument(
        "--beacon",
        default="",
        metavar="TEXT",
        help="the outside value that is mixed in: what it will be, when, and how it is written",
    )
    outside.add_argument(
        "--drum", metavar="SCRUTINEER", help="numbers from a drum, drawn before this scrutineer"
    )
    closes.add_argument("--entries", required=True, metavar="FILE", help="one entry a line")
    opens.add_argument("--value", default="", metavar="TEXT", help="what the outside value came to")


def run(chosen: argparse.Namespace) -> int:
    if chosen.act == "check":
        return _check(chosen.file)
    if chosen.act == "verify":
        return _verify(read_published(_read(chosen.file)), chosen.first, chosen.json)
    steps = {"seal": _seal, "close": _close, "open": _open}
    print(steps[chosen.step](chosen))
    return 0


def _check(file: str) -> int:
    lines = check(read_terms(_read(file)))
    for line in lines:
        print(msgspec.json.encode(line).decode())
    return FOUND if lines else 0


# A draw, step by step


def _seal(chosen: argparse.Namespace) -> str:
    draw, kept = Path(chosen.file), Path(chosen.secret)
    secret = fresh_secret(OperatingSystem())
    beacon = chosen.beacon if chosen.drum is None else drawing.drum(chosen.drum)
    _create(draw, written(drawing.seal(secret, beacon)), 0o644)
    try:
        _create(kept, f"{secret}\n".encode(), 0o600)
    except Refusal:
        if draw != kept:
            draw.unlink()
        raise
    return f"Sealed: publish {draw} before entries close, and keep {kept} secret."


def _create(path: Path, text: bytes, mode: int) -> None:
    with _writing(path), open(path, "xb", opener=partial(os.open, mode=mode)) as file:
        file.write(text)


def _close(chosen: argparse.Namespace) -> str:
    entries = _text(chosen.entries).removesuffix("\n").split("\n")
    listed = drawing.close(
        read_published(_read(chosen.file)), [each.removesuffix("\r") for each in entries]
    )
    _rewrite(Path(chosen.file), listed)
    return f"Closed: {len(listed.entries):,} entries. Publish {chosen.file} before it is opened."


def _open(chosen: argparse.Namespace) -> str:
    secret = _text(chosen.secret).strip()
    opened = drawing.open_draw(read_published(_read(chosen.file)), secret, chosen.value)
    _rewrite(Path(chosen.file), opened)
    first = _visible(_drawn(opened, 1)[0])
    return f"Opened: {first} is drawn first of {len(opened.entries):,} entries."


def _rewrite(path: Path, published: Published) -> None:
    """Replace the file atomically, so that a draw is never half written."""
    new = path.with_name(f"{path.name}.new")
    with _writing(path):
        new.write_bytes(written(published))
        new.replace(path)


def _drawn(published: Published, first: int) -> list[str]:
    return [
        f"{published.entries[number - 1]} (number {number:,})"
        for number in published.order[: max(first, 0)]
    ]


def _verify(published: Published, first: int, as_json: bool) -> int:
    if first < 0:
        raise Refusal("bad-words", None, "--first is a number of entries, zero or more.")
    found = list(drawing.unproven(published))
    if as_json:
        answer = {
            "verified": not found,
            "entries": len(published.entries),
            "drawn": [] if found else [published.entries[n - 1] for n in published.order[:first]],
            "commitment": published.commitment,
            "beacon": published.beacon,
            "value": published.value,
            "passed": msgspec.to_builtins(published.passed),
            "findings": found,
        }
        print(msgspec.json.encode(answer).decode())
    else:
        print("\n".join(map(_visible, found or _proven(published, first))))
    return FOUND if found else 0


def _visible(line: str) -> str:
    """Replace unprintable characters: the file may hold terminal commands."""
    return "".join(each if each.isprintable() else "\ufffd" for each in line)


def _proven(published: Published, first: int) -> list[str]:
    """Return what the file proves, and what must be compared with other publications."""
    said = [f"Verified: the order of {len(published.entries):,} entries follows from what is here."]
    said += [f"Drawn {n}: {each}" for n, each in enumerate(_drawn(published, first), 1)]
    said += [
        f"Passed over for prize {each.prize}: number {each.ticket:,}, {each.cause}."
        for each in published.passed
    ]
    said.append(f"Published before entries closed: {published.commitment}?")
    if published.beacon:
        said.append(f"Is {published.value} what came of this: {published.beacon}?")
    return said


# Files


def _read(file: str) -> bytes:
    try:
        with open(standard_input() if file == "-" else file, "rb", closefd=file != "-") as opened:
            read = opened.read(LONGEST + 1)
    except Refusal:
        raise
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no file can be named so"
        raise Refusal("unreadable", None, f"{_name(file)} cannot be read: {why}.") from None
    if len(read) > LONGEST:
        raise Refusal("unreadable", None, f"{_name(file)} is longer than {LONGEST:,} bytes.")
    return read.removeprefix(BYTE_ORDER_MARK)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no file can be named so"
        message = f"{_name(str(path))} cannot be written: {why}."
        raise Refusal("unwritable", None, message) from None


def _text(file: str) -> str:
    try:
        return _read(file).decode()
    except UnicodeDecodeError:
        raise Refusal("unreadable", None, f"{_name(file)} is not written in UTF-8.") from None


def _name(file: str) -> str:
    return "The input" if file == "-" else f"The file {quoted(file)}"
