"""Counts of several wagers, or of one at several depths: text, columns and a picture."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, overload

import numpy as np

from sabot.core.frames import Column, Frame, Tabular, strings
from sabot.core.pictures import Picture, plain_table
from sabot.odds.presentation.pictures import NAMES, ROW, WIDE, drawing
from sabot.odds.wager_odds import MARK

if TYPE_CHECKING:
    from sabot.counting.count import Count

VULNERABLE = 0.1
"""Units per 100 coups: a wager from which a counter gains so much, and more than twice the standard
error, is marked as vulnerable."""
TWICE = 2.0
"""Standard errors to either side of a bar."""
HEADS = (
    "trigger", "correlation", "bets a shoe", "advantage", "error", "units a shoe", "error",
    "per 100", "desirability", "by composition", "vulnerable",
)  # fmt: skip
FIGURES = (
    "trigger", "betting_correlation", "coups_per_shoe", "bets_per_shoe", "frequency", "advantage",
    "advantage_se", "units_per_shoe", "units_per_shoe_se", "units_per_100", "sd_per_bet",
    "desirability",
)  # fmt: skip
"""Columns of a frame, by their names in plain data."""
Bar = tuple[str, float, float, bool]
"""A wager's name, units a shoe, their standard error, and whether it is vulnerable."""


@dataclass(frozen=True, repr=False)
class CountSheet(Tabular, Sequence["Count"]):
    """A row for each count.

    >>> from sabot.counting import counts
    >>> sheet = counts("star-seven-up", shoes=2)
    >>> sheet, sheet[0].wager
    (CountSheet(4 counts), 'player')
    """

    counts: tuple["Count", ...]
    by_depth: bool = False

    def __repr__(self) -> str:
        return f"CountSheet({len(self.counts)} count{'s' * (len(self.counts) != 1)})"

    def __str__(self) -> str:
        first = "cut" if self.by_depth else "wager"
        rows = [(each.cut if self.by_depth else each.wager, *_cells(each)) for each in self.counts]
        shown = plain_table(heading(self.counts[0], several=self.by_depth), (first, *HEADS), rows)
        note = f"Vulnerable: at least {VULNERABLE:g} units per 100 coups"
        partial = [each for each in self.counts if not each.complete]
        before = f"{broken_off(partial[0])}\n\n" if partial else ""
        return f"{before}{shown}\n\n{note}, beyond two standard errors."

    @overload
    def __getitem__(self, place: int) -> "Count": ...

    @overload
    def __getitem__(self, place: slice) -> "CountSheet": ...

    def __getitem__(self, place: int | slice) -> "Count | CountSheet":
        if isinstance(place, slice):
            return CountSheet(self.counts[place], self.by_depth)
        return self.counts[place]

    def __len__(self) -> int:
        return len(self.counts)

    def __iter__(self) -> Iterator["Count"]:
        return iter(self.counts)

    @property
    def frame(self) -> Frame:
        """A row for each count; figures that do not exist are NaN."""
        return frame_of(self.counts)

    def to_dict(self) -> dict[str, object]:
        """The counts as plain data, in the form of `sabot count --json` of several."""
        name = "depths" if self.by_depth else "wagers"
        return {name: [each.to_dict() for each in self.counts]}

    def plot(self) -> Picture:
        """Draw the units a shoe that a counter gains, with two standard errors."""
        return Picture(gains_picture([_bar(each, self.by_depth) for each in self.counts]))


def frame_of(found: Iterable["Count"]) -> Frame:
    """Return counts as columns."""
    each_of = list(found)
    told = [{**one.to_dict(), "betting_correlation": one.betting_correlation} for one in each_of]
    columns: dict[str, Column] = {
        "wager": strings(one.wager for one in each_of),
        "tags": strings("" if one.tags is None else str(one.tags) for one in each_of),
        "cut": np.array([-1 if one.cut is None else one.cut for one in each_of], np.int64),
        "shoes": np.array([one.gains.shoes for one in each_of], np.int64),
    }
    figures: dict[str, Column] = {
        name: np.array([row[name] for row in told], np.float64) for name in FIGURES
    }
    composition = np.array([one.perfect.units_per_shoe for one in each_of], np.float64)
    columns |= {**figures, "units_by_composition": composition}
    columns["vulnerable"] = strings(one.vulnerable or "" for one in each_of)
    return Frame(columns, {"game": each_of[0].game, "decks": str(each_of[0].decks)})


def heading(each: "Count", *, several: bool = False) -> str:
    """Return the game, the shoe and how many were dealt; a changed game is marked."""
    marked = f"{MARK}: {'; '.join(each.changed)}\n" if each.changed else ""
    behind = "" if each.cut is None or several else f", {each.cut} cards behind the cutting card"
    return f"{marked}{each.game}: {each.decks} decks{behind}, {each.gains.shoes:,} shoes"


def broken_off(each: "Count") -> str:
    """Return the sentence over figures of fewer shoes than were requested."""
    return f"Broken off: this is what {each.gains.shoes:,} of {each.asked:,} shoes say."


def count_text(each: "Count") -> str:
    """Return one count as the table of `sabot count`."""
    gains = each.gains
    rows = [("wager", each.name)]
    if each.tags is None:
        rows += [("counts", "all unseen cards"), ("bets from", _percent(each.trigger))]
    else:
        rows += [
            ("tags", str(each.tags)),
            ("betting correlation", f"{each.betting_correlation:.4f}"),
            ("bets from", "never" if each.trigger is None else f"true count {each.trigger:+g}"),
        ]
    rows += [
        ("coups a shoe", f"{gains.coups_per_shoe:.2f}"),
        ("bets a shoe", f"{gains.bets_per_shoe:.3f}, {gains.frequency:.3%} of coups"),
        ("advantage when betting", _with_error(gains.advantage, gains.advantage_se, "{:+.4%}")),
        ("units a shoe", _with_error(gains.units_per_shoe, gains.units_per_shoe_se, "{:+.4f}")),
        ("units per 100 coups", f"{gains.units_per_100:+.4f}"),
        ("sd of one bet", _number(gains.sd_per_bet)),
        ("desirability index", _number(gains.desirability)),
        ("by composition", f"{each.perfect.units_per_shoe:+.4f} units a shoe"),
        ("largest advantage seen", f"{each.best:+.2%}"),
        *([] if each.maximum is None else [("largest maximum", each.maximum)]),
        ("vulnerable", each.vulnerable or "no"),
    ]
    before = [] if each.complete else [broken_off(each), ""]
    return "\n".join([*before, heading(each), *(f"{name:24}{value}" for name, value in rows)])


def gains_picture(bars: Sequence[Bar]) -> str:
    """Draw units a shoe of each wager, with two standard errors; vulnerable ones in red."""
    widest = max([0.01, *(units + TWICE * error for _, units, error, _ in bars)])
    scale = (WIDE - NAMES - 120) / widest
    parts = []
    for place, (name, units, error, vulnerable) in enumerate(bars):
        top, middle = place * ROW, place * ROW + 18
        low, high = (NAMES + max(units + side * TWICE * error, 0) * scale for side in (-1, 1))
        colour = "#a22" if vulnerable else "#246"
        parts.append(
            f"<text x='{NAMES - 10}' y='{middle}' text-anchor='end'>{escape(name)}</text>"
            f"<rect x='{NAMES}' y='{top + 4}' width='{max(units, 0) * scale:.1f}'"
            f" height='{ROW - 8}' fill='{colour}'/>"
            f"<line x1='{low:.1f}' x2='{high:.1f}' y1='{top + ROW / 2}' y2='{top + ROW / 2}'"
            f" stroke='#000'/><text x='{high + 8:.0f}' y='{middle}'>{units:+.4f}</text>"
        )
    return drawing(ROW * len(bars), "Units a shoe that a counter gains, by wager", parts)


def _bar(each: "Count", by_depth: bool) -> Bar:
    """Return the better of both counters; of tags alone where they make a wager vulnerable."""
    by_tags = each.vulnerable == "by tags"
    better = max([each.gains, *([] if by_tags else [each.perfect])], key=lambda g: g.units_per_shoe)
    name = f"{each.cut} cards cut" if by_depth else each.name
    error = better.units_per_shoe_se or 0.0
    return name, better.units_per_shoe, error, each.vulnerable is not None


def _with_error(value: float | None, error: float | None, form: str) -> str:
    if value is None:
        return "nothing was bet"
    return form.format(value) + (f", error {form.format(error)[1:]}" if error is not None else "")


def _percent(value: float | None) -> str:
    return "never" if value is None else f"an expectation of {value:+.2%}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def _cells(each: "Count") -> tuple[str, ...]:
    gains = each.gains
    return (
        "-" if each.trigger is None else f"{each.trigger:+g}",
        "-" if each.betting_correlation is None else f"{each.betting_correlation:.3f}",
        f"{gains.bets_per_shoe:.3f}",
        "-" if gains.advantage is None else f"{gains.advantage:+.3%}",
        "-" if gains.advantage_se is None else f"{gains.advantage_se:.3%}",
        f"{gains.units_per_shoe:+.4f}",
        "-" if gains.units_per_shoe_se is None else f"{gains.units_per_shoe_se:.4f}",
        f"{gains.units_per_100:+.4f}",
        "-" if gains.desirability is None else f"{gains.desirability:.3f}",
        f"{each.perfect.units_per_shoe:+.4f}",
        each.vulnerable or "",
    )
