"""Draw on paper: one published file that is sealed, closed and opened, and that anyone can check.

The algorithm is `parts/draw.py`, the same as in a live stream; docs/draws.md describes it for
checks without this program.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal

import msgspec

from sabot.core.refusal import Refusal, misread
from sabot.core.seals import is_bound
from sabot.parts.drand import round_in
from sabot.parts.draw import (
    Draw,
    close_entries,
    closed,
    commitment,
    one_line,
    opening,
    order_of,
)
from sabot.parts.outside_values import checked_value, plain

FORM: Final = "sabot promotion draw 1"
SECRET: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


class PassedOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ticket that was drawn for a prize and did not get it, and the cause."""

    prize: int
    ticket: int
    cause: str


class Published(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Public part of a draw, as far as it has come.

    `commitment` and `beacon` (the outside value that is awaited, if one is) are there before the
    entries are closed; `entries` and their `digest` before the secret is opened. `passed` are the
    tickets that were passed over since, each with its cause. `signature` is that of a drand round.
    """

    form: Literal["sabot promotion draw 1"]
    commitment: str
    beacon: str = ""
    entries: tuple[str, ...] = ()
    digest: str = ""
    secret: str = ""
    value: str = ""
    order: tuple[int, ...] = ()
    signature: str = ""
    passed: tuple[PassedOver, ...] = ()

    @property
    def draw(self) -> Draw:
        return Draw(1, self.commitment, self.beacon, self.entries, self.order)


replace = msgspec.structs.replace


def drum(scrutineer: str) -> str:
    """Return the outside value of a draw whose numbers come out of a drum before a scrutineer."""
    name = one_line(scrutineer, "A name")
    if not name:
        raise Refusal("no-scrutineer", None, "Name the scrutineer before whom the drum is drawn.")
    return (
        f"the numbers drawn from a drum before {name}, scrutineer, in the order in which they come"
        " out, without leading zeros and with a space between them"
    )


def seal(secret: str, beacon: str = "") -> Published:
    """The house is bound to a secret, and to the outside value that is mixed in."""
    beacon = one_line(beacon, "The name of the outside value")
    return Published(form=FORM, commitment=commitment(secret, beacon), beacon=beacon)


def close(published: Published, entries: Sequence[str]) -> Published:
    """Close the entries and number them in this order from 1."""
    for number, entry in enumerate(entries, 1):
        if not entry.strip():
            raise Refusal("bad-entries", None, "Entry {number} is blank.", number=number)
    event = close_entries(published.draw, entries)
    return replace(published, entries=event.entries, digest=event.digest)


def open_draw(published: Published, secret: str, value: str = "", signature: str = "") -> Published:
    """The secret is opened, and the order of all entries follows. The value of a drand round
    follows from its signature."""
    is_drand = round_in(published.beacon) is not None
    value = checked_value(published.beacon, value, signature) if is_drand else plain(value)
    event = opening(published.draw, secret, value)
    return replace(
        published,
        secret=event.secret,
        value=event.value,
        order=event.order,
        signature=signature.strip() if is_drand else "",
    )


def unproven(published: Published) -> Iterator[str]:
    """Yield a sentence for each reason why a published draw is not proven."""
    if not published.entries:
        yield "The entries are not closed."
        return
    if not all(map(_is_line, published.entries)):
        yield "An entry is blank or runs over more than one line."
    if published.digest != closed(published.entries):
        yield "The digest is not that of these entries."
    if not published.order:
        yield "The draw is not opened."
        return
    if SECRET.fullmatch(published.secret) is None:
        yield "The secret is not 64 hexadecimal digits."
    if published.beacon and not _is_line(published.beacon):
        yield "The name of the outside value runs over more than one line."
    if published.value != plain(published.value):
        yield "The outside value is not in lower case with single spaces."
    if not is_bound(published.commitment, "draw", published.secret, published.beacon):
        yield "The secret is not the one that was sealed."
    if bool(published.beacon) != bool(published.value):
        missing = "came of the outside value" if published.beacon else "outside value was named"
        yield f"It is not said what {missing}."
    yield from _unsigned(published)
    strangers = [each.ticket for each in published.passed if each.ticket not in published.order]
    if strangers:
        yield f"Number {strangers[0]} was passed over, and is not in the order."
    if published.order != order_of(published.secret, published.entries, published.value):
        yield "The order is not the one that follows."


def _unsigned(published: Published) -> Iterator[str]:
    """Yield why the value of a drand round is not proven by its signature."""
    if round_in(published.beacon) is None:
        return
    try:
        checked_value(published.beacon, published.value, published.signature)
    except Refusal as wrong:
        yield wrong.message


def _is_line(text: str) -> bool:
    return bool(text.strip()) and text.splitlines() == [text]


def read_published(text: bytes) -> Published:
    try:
        return msgspec.json.decode(text, type=Published)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Refusal(
            "bad-draw", None, "This is no published draw: {wrong}.", wrong=misread(wrong)
        ) from None


def written(published: Published) -> bytes:
    return msgspec.json.format(msgspec.json.encode(published), indent=1) + b"\n"
