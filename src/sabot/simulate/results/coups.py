"""Every coup as a row: in a Parquet file, written while it is dealt, or in memory.

A row is a coup, or one box of it where there are boxes: `shoe` and `coup`, both from 1, `box`; the
`cards` of the coup in the order in which they came; the `result`; the facts, a column each; and for
every wager its earnings per unit, such as `pays_banker`, NaN where it was not played. The result
is player, banker or tie, and for a box the result of its first wager. Cards that are dealt plainly
(`sabot.simulate.dealing.real_cards`) leave no `cards`, and facts without both totals no `result`.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from sabot.core.cards import DECK
from sabot.core.frames import Column, Frame, Label, TextColumn, wanted
from sabot.core.refusal import Refusal, quoted
from sabot.rules import BANKER, PLAYER, FactsSpace, Wager, verdict
from sabot.rules.coup.results import result_of
from sabot.simulate.dealing.common import FRESH_COUPS, PITS_IN_A_BLOCK, Dealer
from sabot.simulate.dealing.eye import can_see
from sabot.simulate.dealing.pit import SHOES_IN_A_PIT
from sabot.simulate.execution.blocks import KeptCoups

SUFFIX = ".parquet"
ROWS_IN_A_BLOCK = PITS_IN_A_BLOCK * SHOES_IN_A_PIT
RESULTS = ("player", "banker", "tie")
OUTCOMES = ("win", "lose", "standoff")
_NAMES = np.array([[*card.name.encode(), 32] for card in DECK], np.uint8)
"""The letters of every card, and a blank."""


@contextmanager
def coups_file(path: str | Path, rows: "Rows") -> Iterator[Callable[[Sequence[KeptCoups]], None]]:
    """Yield a function that writes coups as a row group. The file appears when it is complete."""
    target = _target(path)
    parquet = (wanted("pyarrow"), wanted("pyarrow.parquet"))[1]
    schema = rows.of([]).to_arrow().schema
    part = target.with_name(target.name + ".part")
    try:
        with _saying(target):
            writer = parquet.ParquetWriter(part, schema, compression="zstd")
        with writer:

            def write(kept: Sequence[KeptCoups]) -> None:
                table = rows.of(kept).to_arrow()
                with _saying(target):
                    writer.write_table(table, row_group_size=table.num_rows)

            yield write
        with _saying(target):
            part.replace(target)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _saying(target: Path) -> Iterator[None]:
    """Turn errors of the disk into a refusal."""
    try:
        yield
    except OSError as error:
        why = os.strerror(error.errno).lower() if error.errno else "the disk refuses"
        raise Refusal("bad-output", None, f"Cannot write {target}: {why}.") from None


def _target(path: str | Path) -> Path:
    target = Path(path)
    if target.suffix != SUFFIX:
        raise Refusal(
            "bad-output",
            None,
            f"Coups go to a file that ends in {SUFFIX}, not {quoted(str(path))}.",
        )
    if target.is_dir() or not target.parent.is_dir():
        raise Refusal("bad-output", None, f"Cannot write {target}: there is no such folder.")
    return target


class Rows:
    """The columns of kept coups."""

    def __init__(
        self,
        spaces: Sequence[FactsSpace],
        dealer: Dealer,
        wagers: Sequence[Wager],
        scheme: str | None,
        about: dict[str, str],
    ) -> None:
        self.hands, self.fresh, self.about = dealer.hands, dealer.fresh, about
        self.boxed, self.seen = spaces[0].per_box, can_see(dealer)
        self._facts: dict[str, tuple[int, Any]] = {}
        for place, space in enumerate(spaces):
            table = np.array(list(space), np.int8)
            for column, name in enumerate(space.fields):
                # The facts of a box include the Banker's: those are not repeated.
                self._facts.setdefault(name, (place, table[:, column].copy()))
        self._result = _results(spaces[0], wagers, scheme)
        self._pays = {
            f"pays_{each.id.replace('-', '_')}": (spaces.index(each.space), _pays(each, scheme))
            for each in wagers
        }

    def of(self, kept: Sequence[KeptCoups]) -> Frame:
        shoes, coups = zip(*map(self._numbers, kept), strict=True) if kept else ([_NONE], [_NONE])
        boxes = self.hands[0]
        columns: dict[str, Column] = {
            "shoe": np.repeat(np.concatenate(shoes).astype(np.int64), boxes),
            "coup": np.repeat(np.concatenate(coups).astype(np.int16), boxes),
        }
        if self.boxed:
            dealt = sum(map(len, coups))
            columns["box"] = np.tile(np.arange(1, boxes + 1, dtype=np.int8), dealt)
        if self.seen:
            columns["cards"] = _written(kept, boxes)
        if self._result is not None:
            columns["result"] = Label(self._of_codes(kept, 0, self._result[0]), self._result[1])
        for name, (place, values) in (self._facts | self._pays).items():
            columns[name] = self._of_codes(kept, place, values)
        return Frame(columns, self.about)

    def _of_codes(self, kept: Sequence[KeptCoups], place: int, values: Any) -> Any:
        """Return the values by code for every row."""
        codes = [each.codes[place] for each in kept] or [_NONE.astype(np.uint16)]
        return np.repeat(values[np.concatenate(codes)], self.hands[0] // self.hands[place])

    def _numbers(self, kept: KeptCoups) -> tuple[Any, Any]:
        """Return the number of each coup's shoe, and its own in it. A fresh coup has its own
        shoe."""
        total = int(kept.coups.sum())
        if self.fresh:
            first = kept.block * ROWS_IN_A_BLOCK * FRESH_COUPS + 1
            return np.arange(first, first + total), np.ones(total, np.int16)
        first = kept.block * ROWS_IN_A_BLOCK + 1
        shoes = np.repeat(np.arange(first, first + len(kept.coups)), kept.coups)
        before = np.repeat(np.cumsum(kept.coups) - kept.coups, kept.coups)
        return shoes, (np.arange(1, total + 1) - before).astype(np.int16)


_NONE = np.zeros(0, np.int64)


def _results(
    space: FactsSpace, wagers: Sequence[Wager], scheme: str | None
) -> tuple[Any, tuple[str, ...]] | None:
    """Return the result by code, and the list of results."""
    if space.per_box:
        first = next(each for each in wagers if each.space is space)
        ends = [OUTCOMES.index(verdict(first, scheme, facts).outcome) for facts in space]
        return np.array(ends, np.int8), OUTCOMES
    if not {PLAYER, BANKER} <= set(space.fields):
        return None
    at = space.fields.index(PLAYER), space.fields.index(BANKER)
    results = [RESULTS.index(result_of(facts[at[0]], facts[at[1]])) for facts in space]
    return np.array(results, np.int8), RESULTS


def _pays(wager: Wager, scheme: str | None) -> Any:
    """Return a wager's earnings on each code, per unit; NaN where it is not played."""

    def pays(facts: Any) -> float:
        if wager.played_when is not None and not wager.played_when(facts):
            return float("nan")
        outcome, at, _ = verdict(wager, scheme, facts)
        return at.pays / at.per if at else -float(outcome == "lose")

    return np.array([pays(facts) for facts in wager.space], np.float64)


def _written(kept: Sequence[KeptCoups], boxes: int) -> TextColumn:
    """Return the cards of every row, separated by blanks."""
    cards = [each.cards for each in kept if each.cards is not None]
    if not cards:
        return TextColumn(np.zeros(1, np.int32), np.zeros(0, np.uint8))
    letters = _NAMES[np.repeat(np.concatenate(cards), boxes, axis=0)]
    letters = letters.reshape(len(letters), -1)
    counted = np.concatenate([each.lengths for each in kept if each.lengths is not None])
    lengths = 3 * np.repeat(counted, boxes) - 1
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    return TextColumn(starts, letters[np.arange(letters.shape[1]) < lengths[:, None]])
