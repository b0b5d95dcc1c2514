"""Encode every wager's result on every facts code for compiled counting, and decode its totals."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import NamedTuple

import numpy as np

from sabot.core.money import Odds
from sabot.core.refusal import Refusal
from sabot.rules import FactsSpace, Wager, verdict
from sabot.simulate.kernels.compilation import Counts, Longs, U
from sabot.simulate.results.counting import FIELD_BITS, FIELDS, MOMENTS, Settling

WORD_BITS = 64
CODES = FIELDS
"""Index of the stake that is one for every code."""
ROUND = "round"
"""Name of all wagers of a player on one hand together, per unit of the first."""


@dataclass(frozen=True)
class WagerColumn:
    """A wager, or several together, by facts codes.

    `back[code]`: return on `worst` units, the most that can be lost, in parts of which a unit has
    `parts`; `staked[code]`: 1 where the wager is possible, else 0.
    """

    id: str
    parts: int
    worst: int
    back: Counts
    staked: Counts

    def moments_of(self, tally: Counts) -> list[int]:
        """Return the moments of these coups if each were a shoe of its own."""
        back, staked = self.back, self.staked
        products = (back, staked, back * back, back * staked, staked * staked)
        return [int((tally * each).sum()) for each in products]

    def result(self, moments: Sequence[int], shoes: int) -> tuple[float, float | None]:
        """Return the player's expected value per unit staked, and its standard error by shoes."""
        back, staked, back2, product, staked2 = map(int, moments)
        if not staked:
            return float("nan"), None
        ratio = Fraction(back, staked)
        value = float(ratio / self.parts - self.worst)
        if shoes < 2:
            return value, None
        spread = (back2 - 2 * ratio * product + ratio**2 * staked2) * Fraction(shoes, shoes - 1)
        return value, sqrt(spread) / staked / self.parts


@dataclass(frozen=True)
class EncodedWagers:
    """The wagers of one facts space."""

    space: FactsSpace
    columns: tuple[WagerColumn, ...]
    packed: "PackedFields"
    stake_of: Longs

    def settling(self) -> Settling:
        """Return empty totals."""
        tally = np.zeros(len(self.space), np.int64)
        moments = np.zeros((FIELDS, MOMENTS), np.int64)
        return Settling(tally, moments, *self.packed, self.stake_of)


def sheet(
    space: FactsSpace, wagers: Sequence[Wager], scheme: str | None, codes: int
) -> EncodedWagers:
    """Settle every code by the wagers' own lines; a shoe has at most `codes` codes."""
    columns = [_column(space, wager, scheme) for wager in wagers]
    if any(wager.played_when for wager in wagers):
        columns.append(_together(columns))
    fields, stake_of = [column.back for column in columns], np.full(FIELDS, CODES)
    for place, column in enumerate(columns):
        if not column.staked.all():
            stake_of[place] = len(fields)
            fields.append(column.staked)
    if len(fields) > FIELDS:
        raise Refusal(
            "too-many-wagers", None, f"No more than {FIELDS} wagers on one hand can be simulated."
        )
    if max(int(field.max()) for field in fields) * codes >= 1 << FIELD_BITS:
        raise Refusal("bad-odds", None, "The odds of a wager are too long to be counted by shoe.")
    return EncodedWagers(space, tuple(columns), _packed(fields, codes), stake_of.astype(U))


def _column(space: FactsSpace, wager: Wager, scheme: str | None) -> WagerColumn:
    paid = (line.pays for line in wager.in_scheme(scheme))
    parts = lcm(*(odds.per for odds in paid if isinstance(odds, Odds)))
    back, staked = [], []
    for facts in space:
        played = wager.played_when is None or wager.played_when(facts)
        outcome, odds, _ = verdict(wager, scheme, facts)
        pays = odds.pays * parts // odds.per if odds else 0
        back.append(0 if outcome == "lose" or not played else parts + pays)
        staked.append(played)
    return WagerColumn(wager.id, parts, 1, np.array(back, np.int64), np.array(staked, np.int64))


def _together(columns: Sequence[WagerColumn]) -> WagerColumn:
    """Combine all wagers; one that was not placed loses nothing."""
    parts = lcm(*(column.parts for column in columns))
    back = sum(
        (column.back + (1 - column.staked) * column.parts) * (parts // column.parts)
        for column in columns
    )
    return WagerColumn(ROUND, parts, len(columns), np.array(back), columns[0].staked)


class PackedFields(NamedTuple):
    """Fields in words, as `Settling` reads them, and a last one for the number of codes."""

    rows: Longs
    words: Longs
    bits: Longs
    masks: Longs


def _packed(fields: Sequence[Counts], codes: int) -> PackedFields:
    """Pack the fields into two words if their sums over `codes` codes have room there."""
    widths = [(int(field.max()) * codes).bit_length() for field in fields]
    places = _in_two_words(widths)
    if places is None:
        widths = [FIELD_BITS] * len(fields)
        places = [divmod(field * FIELD_BITS, WORD_BITS) for field in range(len(fields))]
    count = 2 if max(word for word, _ in places) < 2 else FIELDS * FIELD_BITS // WORD_BITS
    rows = np.zeros((len(fields[0]), count), U)
    words, bits, masks = (np.zeros(FIELDS + 1, U) for _ in range(3))
    for number, (field, width, place) in enumerate(zip(fields, widths, places, strict=True)):
        words[number], bits[number], masks[number] = *place, (1 << width) - 1
        rows[:, place[0]] |= field.astype(U) << U(place[1])
    words[CODES], masks[CODES] = count, (1 << WORD_BITS - 1) - 1
    return PackedFields(rows, words, bits, masks)


def _in_two_words(widths: Sequence[int]) -> list[tuple[int, int]] | None:
    """Return word and first bit of each field, the widest placed first; None if there is no
    room."""
    used, places = [0, 0], [(0, 0)] * len(widths)
    for field in sorted(range(len(widths)), key=lambda field: -widths[field]):
        word = next((w for w in (0, 1) if used[w] + widths[field] <= WORD_BITS), None)
        if word is None:
            return None
        places[field] = word, used[word]
        used[word] += widths[field]
    return places
