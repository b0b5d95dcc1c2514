"""Columns for other people's tools: Arrow, pandas and polars, each only when it is asked for.

Numbers are handed over as they lie in memory, without a copy.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.core.refusal import Refusal

EXTRAS = {"pyarrow": "sabot[parquet]"}


class TextColumn(NamedTuple):
    """Texts one after the other: `letters[starts[i]:starts[i + 1]]` are those of the i-th."""

    starts: NDArray[np.int32]
    letters: NDArray[np.uint8]


class Label(NamedTuple):
    """A column of few names: row `i` has `names[places[i]]`."""

    places: NDArray[np.int8]
    names: tuple[str, ...]


Column = NDArray[Any] | TextColumn | Label


def strings(values: Iterable[str]) -> TextColumn:
    """A column of texts.

    >>> [int(each) for each in strings(["player", "tie"]).starts]
    [0, 6, 9]
    """
    parts = [value.encode() for value in values]
    starts = np.cumsum([0, *map(len, parts)], dtype=np.int32)
    return TextColumn(starts, np.frombuffer(b"".join(parts), np.uint8))


class Tabular(ABC):
    """An answer that other people's tools can take as a table, by its `frame`."""

    @property
    @abstractmethod
    def frame(self) -> "Frame":
        """The columns."""

    def to_arrow(self) -> Any:
        """The table as a pyarrow.Table."""
        return self.frame.to_arrow()

    def to_pandas(self) -> Any:
        """The table as a pandas.DataFrame."""
        return self.frame.to_pandas()

    def to_polars(self) -> Any:
        """The table as a polars.DataFrame."""
        return self.frame.to_polars()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table for any library that reads Arrow's C stream."""
        return self.frame.__arrow_c_stream__(requested_schema)


@dataclass(frozen=True, repr=False)
class Frame:
    """Columns of one length, with a title.

    >>> frame = Frame({"coup": np.arange(3)}, {"seed": "7"})
    >>> frame
    Frame(3 rows: coup)
    >>> frame.to_arrow().schema.metadata[b"seed"]
    b'7'
    """

    columns: Mapping[str, Column]
    about: Mapping[str, str]

    def __len__(self) -> int:
        return next((_length(each) for each in self.columns.values()), 0)

    def __repr__(self) -> str:
        return f"Frame({len(self):,} rows: {', '.join(self.columns)})"

    def to_arrow(self) -> Any:
        """A pyarrow.Table on the same memory; what it is about is its schema's metadata."""
        arrow = wanted("pyarrow")
        columns = {name: _arrow(arrow, each) for name, each in self.columns.items()}
        return arrow.table(columns, metadata=dict(self.about))

    def to_pandas(self) -> Any:
        """A pandas.DataFrame on the same memory; what it is about is in its `attrs`."""
        pandas = wanted("pandas")
        columns = {name: _series(pandas, each) for name, each in self.columns.items()}
        frame = pandas.DataFrame(columns, copy=False)
        frame.attrs.update(self.about)
        return frame

    def to_polars(self) -> Any:
        """A polars.DataFrame, by way of Arrow."""
        return wanted("polars").from_arrow(self.to_arrow())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The columns for any library that reads Arrow's C stream."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)


def wanted(package: str) -> Any:
    """Import an optional package, or refuse in a sentence that says how to install it."""
    try:
        return import_module(package)
    except ImportError:
        raise Refusal(
            f"no-{package}",
            None,
            f"This needs {package}: pip install '{EXTRAS.get(package, package)}'.",
        ) from None


def _length(column: Column) -> int:
    if isinstance(column, TextColumn):
        return len(column.starts) - 1
    return len(column.places if isinstance(column, Label) else column)


def _arrow(arrow: Any, column: Column) -> Any:
    if isinstance(column, TextColumn):
        buffers = arrow.py_buffer(column.starts), arrow.py_buffer(column.letters)
        return arrow.StringArray.from_buffers(_length(column), *buffers)
    if isinstance(column, Label):
        names = arrow.array(column.names, arrow.string())
        return arrow.DictionaryArray.from_arrays(arrow.array(column.places), names)
    return arrow.array(column)


def _series(pandas: Any, column: Column) -> Any:
    if isinstance(column, TextColumn):
        return pandas.arrays.ArrowExtensionArray(_arrow(wanted("pyarrow"), column))
    if isinstance(column, Label):
        return pandas.Categorical.from_codes(column.places, column.names)
    return column
