"""Every coup as a row of a Parquet file, written while it is dealt. Needs pyarrow.

A row is a coup, or one box of it where there are boxes: `shoe` and `coup`, both from 1, `box`,
and then the facts, a column each. The file says in its metadata what was dealt.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from sabot.refusal import Refusal, quoted
from sabot.rules import FactsSpace
from sabot.simulate.blocks import Kept
from sabot.simulate.dealers import FRESH_COUPS, PITS_IN_A_BLOCK, Dealer
from sabot.simulate.pit import SHOES_IN_A_PIT

SUFFIX = ".parquet"
ROWS_IN_A_BLOCK = PITS_IN_A_BLOCK * SHOES_IN_A_PIT
Columns = dict[str, Any]


@contextmanager
def coups_file(
    path: str | Path, spaces: Sequence[FactsSpace], dealer: Dealer, about: dict[str, str]
) -> Iterator[Callable[[Sequence[Kept]], None]]:
    """A file of coups; what it is handed becomes a row group. It appears when it is whole."""
    target = _target(path)
    arrow, parquet = _arrow()
    rows = Rows(spaces, dealer)
    schema = arrow.schema([(name, getattr(arrow, kind)()) for name, kind in rows.kinds.items()])
    part = target.with_name(target.name + ".part")
    try:
        with _saying(target):
            writer = parquet.ParquetWriter(part, schema.with_metadata(about), compression="zstd")
        with writer:

            def write(kept: Sequence[Kept]) -> None:
                columns = rows.of(kept)
                table = arrow.table(columns, schema=writer.schema)
                with _saying(target):
                    writer.write_table(table, row_group_size=table.num_rows)

            yield write
        with _saying(target):
            part.replace(target)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _saying(target: Path) -> Iterator[None]:
    """What the disk refuses, in a sentence."""
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


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise Refusal(
            "no-pyarrow", None, "A file of coups needs pyarrow: pip install 'sabot[parquet]'."
        ) from None


class Rows:
    """The columns of kept coups; `kinds` are their types, by name, as Arrow calls them."""

    def __init__(self, spaces: Sequence[FactsSpace], dealer: Dealer) -> None:
        self.hands, self.fresh = dealer.hands, dealer.fresh
        self.boxed = spaces[0].per_box
        self.kinds = {"shoe": "int64", "coup": "int16"} | ({"box": "int8"} if self.boxed else {})
        self._values: dict[str, tuple[int, Any]] = {}
        for place, space in enumerate(spaces):
            table = np.array(list(space), np.int8)
            for column, name in enumerate(space.fields):
                # What the facts of a box say of the Banker need not be said twice.
                self._values.setdefault(name, (place, table[:, column].copy()))
        self.kinds |= dict.fromkeys(self._values, "int8")

    def of(self, kept: Sequence[Kept]) -> Columns:
        shoes, coups = zip(*map(self._numbers, kept), strict=True)
        boxes = self.hands[0]
        columns = {
            "shoe": np.repeat(np.concatenate(shoes), boxes),
            "coup": np.repeat(np.concatenate(coups), boxes),
        }
        if self.boxed:
            columns["box"] = np.tile(
                np.arange(1, boxes + 1, dtype=np.int8), len(columns["shoe"]) // boxes
            )
        for name, (place, values) in self._values.items():
            codes = np.concatenate([each.codes[place] for each in kept])
            columns[name] = np.repeat(values[codes], boxes // self.hands[place])
        return columns

    def _numbers(self, kept: Kept) -> tuple[Any, Any]:
        """The number of each coup's shoe, and its own in it. A fresh coup has its own shoe."""
        total = int(kept.coups.sum())
        if self.fresh:
            first = kept.block * ROWS_IN_A_BLOCK * FRESH_COUPS + 1
            return np.arange(first, first + total), np.ones(total, np.int16)
        first = kept.block * ROWS_IN_A_BLOCK + 1
        shoes = np.repeat(np.arange(first, first + len(kept.coups)), kept.coups)
        before = np.repeat(np.cumsum(kept.coups) - kept.coups, kept.coups)
        return shoes, (np.arange(1, total + 1) - before).astype(np.int16)
