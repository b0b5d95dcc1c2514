"""Scorecards: the coups of a night in a file, to be dealt and settled again.

    rulebook star-baccarat
    chip 0.50
    shoe
    4S 5H KD KC 8H | banker 25, tie 5
    9S 2H KD 6C | player 10

Headings hold for the coups below them; `shoe` begins a new one. A coup is its cards as they were
dealt; behind bars stand the boxes dealt to (`boxes 1 3`), those that drew (`draw 1`) and the stakes
(`enter@1 10, draw@1 10`). What follows # is for people. The twin in JSON is a question of
`sabot adjudicate` a line.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from sabot.adjudication import coup_of
from sabot.coup import (
    Coup,
    Settlement,
    Stake,
    check_boxes,
    check_decisions,
    check_needs,
    settle,
)
from sabot.money import cents
from sabot.refusal import Refusal, quoted
from sabot.rulebooks import rulebook
from sabot.rules import Decision

HEADINGS = ("rulebook", "scheme", "decks", "chip")
SHOE = "shoe"
Came = TypeVar("Came")


class StakeWritten(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stake as it is written."""

    on: str
    amount: str
    box: int | None = None
    id: Any = None


class Written(msgspec.Struct, frozen=True, omit_defaults=True):
    """A coup as it is written, in the form of `sabot adjudicate`."""

    rulebook: str
    cards: tuple[str, ...]
    scheme: str | None = None
    decks: int | None = None
    chip: str | None = None
    boxes: tuple[int, ...] = ()
    decisions: dict[int, str] = {}
    wagers: tuple[StakeWritten, ...] = ()
    shoe: int = 0


@dataclass(frozen=True)
class Scorecard:
    """The coups of a night.

    >>> card = loads("rulebook star-baccarat\\n4S 5H KD KC 8H | banker 25, tie 5")
    >>> for coup, ends in card.settled():
    ...     print(coup.result, *ends, sep="; ")
    banker; banker 25.00 wins 23.75 at 19:20 (11.1.3); tie 5.00 loses (5.1.3)
    """

    coups: tuple[Written, ...]

    def __repr__(self) -> str:
        return f"Scorecard({len(self.coups)} coup{'s' * (len(self.coups) != 1)})"

    def replay(self) -> Iterator[Coup]:
        """Every coup dealt again, in order."""
        for number, each in enumerate(self.coups, 1):
            yield _saying(number, _dealt, each)

    def settled(self) -> Iterator[tuple[Coup, list[Settlement]]]:
        """Every coup dealt again, with how its stakes end."""
        for number, each in enumerate(self.coups, 1):
            yield _saying(number, _settled, each)

    def json_lines(self) -> str:
        """The twin in JSON."""
        return "".join(msgspec.json.encode(each).decode() + "\n" for each in self.coups)

    def text(self) -> str:
        """The small text."""
        lines: list[str] = []
        held: dict[str, Any] = {}
        shoe = 0
        for each in self.coups:
            for name in HEADINGS:
                value = getattr(each, name)
                if value != held.get(name):
                    if value is None:
                        raise Refusal(
                            "no-form", None, f"A text cannot take back the {name} once it is said."
                        )
                    lines.append(f"{name} {value}")
                    held[name] = value
            lines += [SHOE] * (each.shoe - shoe)
            shoe = each.shoe
            lines.append(_line(each))
        return "".join(f"{line}\n" for line in lines)


def load(path: str | Path) -> Scorecard:
    """The scorecard in a file: JSON Lines if it is called so (.jsonl), or the small text.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     print("rulebook star-baccarat", file=file)
    ...     print("4S 5H KD KC 8H | banker 25", file=file, flush=True)
    ...     load(file.name)
    Scorecard(1 coup)
    """
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, ValueError):
        raise Refusal(
            "unreadable", None, f"There is no scorecard {quoted(str(path))} to be read."
        ) from None
    return loads_json(text) if str(path).endswith(".jsonl") else loads(text)


def loads(text: str) -> Scorecard:
    """The scorecard that a text holds."""
    held: dict[str, Any] = {}
    coups: list[Written] = []
    shoe = 0
    for number, whole in enumerate(text.splitlines(), 1):
        line = whole.partition("#")[0].strip()
        word, _, rest = line.partition(" ")
        if word in HEADINGS:
            held[word] = _heading(number, word, rest.strip())
        elif line == SHOE:
            shoe += 1
        elif line:
            if "rulebook" not in held:
                raise _bad(number, "no rulebook is named before the first coup")
            coups.append(Written(**held, **_coup(number, line), shoe=shoe))
    return Scorecard(tuple(coups))


def loads_json(text: str) -> Scorecard:
    """The scorecard that lines of JSON hold."""
    coups = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                coups.append(msgspec.json.decode(line, type=Written))
            except msgspec.DecodeError as error:
                raise _bad(number, f"it is no coup in JSON: {error}") from None
    return Scorecard(tuple(coups))


def _heading(number: int, word: str, value: str) -> str | int:
    if not value or " " in value:
        raise _bad(number, f"{word} takes one word")
    if word == "decks":
        if not value.isdecimal() or len(value) > 3:
            raise _bad(number, f"{quoted(value)} is no number of decks")
        return int(value)
    return value


def _coup(number: int, line: str) -> dict[str, Any]:
    cards, *parts = [part.strip() for part in line.split("|")]
    found: dict[str, Any] = {"cards": tuple(cards.split())}
    for part in parts:
        word, *rest = part.split() or [""]
        if word == "boxes":
            found["boxes"] = tuple(_box(number, box) for box in rest)
        elif word == "draw" and all(each.isdecimal() for each in rest) and "wagers" not in found:
            found["decisions"] = {_box(number, box): "draw" for box in rest}
        elif "wagers" in found:
            raise _bad(number, "its stakes stand there twice")
        else:
            found["wagers"] = tuple(_stake(number, each.split()) for each in part.split(","))
    return found


def _stake(number: int, words: list[str]) -> StakeWritten:
    if len(words) != 2:
        raise _bad(number, 'a stake is a wager and an amount, such as "banker 25"')
    on, at, box = words[0].partition("@")
    return StakeWritten(on, words[1], _box(number, box) if at else None)


def _box(number: int, text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise _bad(number, f"{quoted(text)} is no box")
    return int(text)


def _line(each: Written) -> str:
    parts = [" ".join(each.cards)]
    if each.boxes:
        parts.append(f"boxes {' '.join(map(str, each.boxes))}")
    drew = [str(box) for box, said in each.decisions.items() if said == "draw"]
    if drew:
        parts.append(f"draw {' '.join(drew)}")
    stakes = (
        f"{stake.on}{'' if stake.box is None else f'@{stake.box}'} {stake.amount}"
        for stake in each.wagers
    )
    return " | ".join([*parts, *([", ".join(stakes)] if each.wagers else [])])


def _dealt(each: Written) -> Coup:
    book, decisions = rulebook(each.rulebook), cast(dict[int, Decision], each.decisions)
    check_boxes(book, each.boxes)
    check_decisions(book, decisions, each.boxes)
    return coup_of(book, book.decks(each.decks), each.cards, each.boxes, decisions)


def _settled(each: Written) -> tuple[Coup, list[Settlement]]:
    coup = _dealt(each)
    stakes = [Stake(stake.on, cents(stake.amount), stake.box) for stake in each.wagers]
    check_needs(coup.rulebook, stakes, cast(dict[int, Decision], each.decisions))
    return coup, settle(coup, stakes, each.scheme, each.chip or "0.01")


def _saying(number: int, act: Callable[[Written], Came], each: Written) -> Came:
    """Run `act` on a coup of the card; a refusal gets the coup's number."""
    try:
        return act(each)
    except Refusal as refusal:
        raise Refusal(refusal.code, refusal.clause, f"Coup {number}: {refusal.message}") from None


def _bad(number: int, why: str) -> Refusal:
    return Refusal("bad-scorecard", None, f"Line {number} of the scorecard is not clear: {why}.")
