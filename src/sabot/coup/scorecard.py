"""Scorecards: the coups of a night in a file, to be dealt and settled again.

    rulebook star-baccarat
    chip 0.50
    shoe
    4S 5H KD KC 8H | banker 25, tie 5
    9S 2H KD 6C | player 10

Headings hold for the coups below them; `shoe` begins a new one. A coup is its cards as they were
dealt; behind bars stand the boxes dealt to (`boxes 1 3`), those that drew (`draw 1`) and the stakes
(`enter@1 10, draw@1 10`). What follows # is for people. `results BPPTB` has coups of which only the
result is known. The same in JSON is a question of `sabot adjudicate` a line.
"""

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec
import numpy as np

from sabot.core.cards import is_pair, point_count
from sabot.core.frames import Frame, Tabular, strings
from sabot.core.money import cents
from sabot.core.pictures import Picture
from sabot.core.refusal import Refusal, quoted
from sabot.coup import (
    Coup,
    Settlement,
    Stake,
    check_boxes,
    check_decisions,
    check_needs,
    settle,
)
from sabot.coup.adjudication import coup_of
from sabot.coup.roads import LETTERS, Result, Scored, plot, read_results
from sabot.rulebooks import rulebook
from sabot.rules import BANKER, PLAYER, CommonHands, Decision

HEADINGS = ("rulebook", "scheme", "decks", "chip")
SHOE = "shoe"
RESULTS = "results"
TABLES = (".csv", ".tsv")
"""Endings of files that other programs write."""
RESULT_COLUMNS = ("result", "winner", "outcome")
"""Names of the column of results in tables of other programs."""
Came = TypeVar("Came")


class StakeWritten(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stake as it is written."""

    on: str
    amount: str
    box: int | None = None
    id: Any = None


class WrittenCoup(msgspec.Struct, frozen=True, omit_defaults=True):
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
    result: str | None = None
    """Only of a coup whose cards are not known."""


@dataclass(frozen=True, repr=False)
class Scorecard(Tabular):
    """The coups of a night.

    >>> card = loads("rulebook star-baccarat\\n4S 5H KD KC 8H | banker 25, tie 5")
    >>> for coup, ends in card.settled():
    ...     print(coup.result, *ends, sep="; ")
    banker; banker 25.00 wins 23.75 at 19:20 (11.1.3); tie 5.00 loses (5.1.3)
    """

    coups: tuple[WrittenCoup, ...]

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

    def scored(self) -> tuple[Scored, ...]:
        """Return the results for the roads, with pairs and naturals where cards are known."""
        return tuple(_saying(number, _scored, each) for number, each in enumerate(self.coups, 1))

    def plot(self) -> Picture:
        """Draw the roads of the night."""
        return plot(self.scored())

    @property
    def frame(self) -> Frame:
        """A row for each coup; amounts are in cents. Of coups without cards, stakes are not
        settled and count as 0."""
        rows = [_saying(number, _row, each) for number, each in enumerate(self.coups, 1)]
        return Frame(
            {
                "shoe": np.array([each.shoe for each in self.coups], np.int64),
                "rulebook": strings(each.rulebook for each in self.coups),
                "cards": strings(" ".join(each.cards) for each in self.coups),
                "result": strings(result for result, _, _ in rows),
                "staked": np.array([staked for _, staked, _ in rows], np.int64),
                "won": np.array([won for _, _, won in rows], np.int64),
            },
            {"coups": str(len(self.coups))},
        )

    def json_lines(self) -> str:
        """The same in JSON."""
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


def load(path: str | Path, rulebook: str | None = None) -> Scorecard:
    """The scorecard in a file: JSON Lines if it is called so (.jsonl), the table of another program
    (.csv or .tsv, with its `rulebook` named), or the small text.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     print("rulebook star-baccarat", file=file)
    ...     print("4S 5H KD KC 8H | banker 25", file=file, flush=True)
    ...     load(file.name)
    Scorecard(1 coup)
    """
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, ValueError, TypeError):
        raise Refusal(
            "unreadable", None, f"There is no scorecard {quoted(str(path))} to be read."
        ) from None
    ending = Path(path).suffix.lower()
    if ending in TABLES:
        if rulebook is None:
            raise Refusal("no-rulebook", None, "Name the rulebook of this table of coups.")
        return loads_table(text, rulebook)
    if rulebook is not None:
        raise Refusal("bad-options", None, "A scorecard names its rulebook itself: leave it out.")
    return loads_json(text) if ending == ".jsonl" else loads(text)


def loads(text: str) -> Scorecard:
    """The scorecard that a text holds."""
    held: dict[str, Any] = {}
    coups: list[WrittenCoup] = []
    shoe = 0
    for number, whole in enumerate(text.splitlines(), 1):
        line = whole.partition("#")[0].strip()
        word, _, rest = line.partition(" ")
        if word in HEADINGS:
            held[word] = _heading(number, word, rest.strip())
        elif line == SHOE:
            shoe += 1
        elif word == RESULTS and "rulebook" in held:
            coups += [
                WrittenCoup(**held, cards=(), shoe=shoe, result=each.result)
                for each in read_results(rest)
            ]
        elif line:
            if "rulebook" not in held:
                raise _bad(number, "no rulebook is named before the first coup")
            coups.append(WrittenCoup(**held, **_coup(number, line), shoe=shoe))
    return Scorecard(tuple(coups))


def loads_json(text: str) -> Scorecard:
    """The scorecard that lines of JSON hold."""
    coups = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                coups.append(msgspec.json.decode(line, type=WrittenCoup))
            except msgspec.DecodeError as error:
                raise _bad(number, f"it is no coup in JSON: {error}") from None
    return Scorecard(tuple(coups))


def loads_table(text: str, rulebook: str) -> Scorecard:
    """Read the table of another program: comma-, semicolon- or tab-separated, with a heading.

    A column `cards` has the cards as they were dealt; else `player` and `banker` have those of each
    hand; else `result`, `winner` or `outcome` has the result. `shoe` has the number of the shoe.

    >>> loads_table("shoe;winner\\n1;Banker\\n1;T", "star-baccarat").scored()[1].result
    'tie'
    """
    head = text.lstrip("\ufeff").partition("\n")[0]
    separator = max(",;\t", key=head.count)
    rows = csv.DictReader(io.StringIO(text.lstrip("\ufeff")), delimiter=separator)
    coups: list[WrittenCoup] = []
    shoes: list[str] = []
    for number, row in enumerate(rows, 2):
        cells = {str(name).strip().lower(): str(cell or "").strip() for name, cell in row.items()}
        if cells.get(SHOE, "") not in shoes:
            shoes.append(cells.get(SHOE, ""))
        coups.append(WrittenCoup(rulebook, **_foreign(number, cells), shoe=len(shoes)))
    return Scorecard(tuple(coups))


def _foreign(number: int, cells: dict[str, str]) -> dict[str, Any]:
    """Return the cards of a row, or its result."""
    if cells.get("cards"):
        return {"cards": _names(cells["cards"])}
    if cells.get("player") and cells.get("banker"):
        hands = _names(cells["player"]), _names(cells["banker"])
        pairs = zip_longest(*hands)
        return {"cards": tuple(card for pair in pairs for card in pair if card)}
    for name in RESULT_COLUMNS:
        letter = cells.get(name, "")[:1]
        if letter in LETTERS:
            return {"cards": (), "result": LETTERS[letter]}
    raise _bad(number, "it has neither cards nor a result (player, banker or tie)")


def _names(text: str) -> tuple[str, ...]:
    """Return names of cards; suit signs and small letters are read too."""
    signs = str.maketrans("♠♥♦♣", "SHDC")
    return tuple(text.translate(signs).upper().replace(",", " ").split())


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


def _line(each: WrittenCoup) -> str:
    if each.result is not None:
        return f"{RESULTS} {each.result[0].upper()}"
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


def _dealt(each: WrittenCoup) -> Coup:
    if each.result is not None:
        raise Refusal("no-cards", None, "only its result is known, so it cannot be dealt again.")
    book, decisions = rulebook(each.rulebook), cast(dict[int, Decision], each.decisions)
    check_boxes(book, each.boxes)
    check_decisions(book, decisions, each.boxes)
    return coup_of(book, book.decks(each.decks), each.cards, each.boxes, decisions)


def _settled(each: WrittenCoup) -> tuple[Coup, list[Settlement]]:
    coup = _dealt(each)
    stakes = [Stake(stake.on, cents(stake.amount), stake.box) for stake in each.wagers]
    check_needs(coup.rulebook, stakes, cast(dict[int, Decision], each.decisions))
    return coup, settle(coup, stakes, each.scheme, each.chip or "0.01")


def _scored(each: WrittenCoup) -> Scored:
    if each.result is not None:
        return Scored(cast(Result, each.result))
    coup = _dealt(each)
    if coup.result is None:
        raise Refusal("no-result", None, f"{coup.rulebook.title} has no result for the roads.")
    procedure = coup.rulebook.procedure
    first = {name: hand.cards[:2] for name, hand in coup.hands.items()}
    naturals = procedure.natural if isinstance(procedure, CommonHands) else ()
    paired = {
        name: is_pair(cards) and all(card.suit for card in cards) for name, cards in first.items()
    }
    return Scored(
        cast(Result, coup.result),
        player_pair=paired[PLAYER],
        banker_pair=paired[BANKER],
        natural=any(point_count(cards) in naturals for cards in first.values()),
    )


def _row(each: WrittenCoup) -> tuple[str, int, int]:
    """Return a coup's result, and cents staked and won."""
    if each.result is not None:
        return each.result, 0, 0
    coup, ends = _settled(each)
    staked = sum(end.stake.amount for end in ends)
    return coup.result or "", staked, sum(end.returns for end in ends) - staked


def _saying(number: int, act: Callable[[WrittenCoup], Came], each: WrittenCoup) -> Came:
    """Run `act` on a coup of the card; a refusal gets the coup's number."""
    try:
        return act(each)
    except Refusal as refusal:
        raise Refusal(refusal.code, refusal.clause, f"Coup {number}: {refusal.message}") from None


def _bad(number: int, why: str) -> Refusal:
    return Refusal("bad-scorecard", None, f"Line {number} of the scorecard is not clear: {why}.")
