"""The chip set of a table, and the float by denomination.

The boundary is the float tray. All that enters or leaves it is known by denomination: by the chips
that a move names, else by the largest chips. Chips before players and on the layout are known by
amount: a table does not count the stacks of its players.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Final

import msgspec

from sabot.core.denominations import (
    Count,
    count_of,
    is_made_of,
    largest,
    taken_from,
    together,
    worth,
)
from sabot.core.money import CHIPS, cash, cents
from sabot.core.refusal import Refusal, quoted
from sabot.engine.declarations import fixed
from sabot.engine.ledger import FLOAT, Move

COLOURS: Final = (
    (10_000_000, "ivory"),
    (2_500_000, "teal"),
    (500_000, "orange"),
    (100_000, "yellow"),
    (50_000, "purple"),
    (10_000, "black"),
    (2_500, "green"),
    (1_000, "blue"),
    (500, "red"),
    (250, "pink"),
    (100, "white"),
    (50, "bronze"),
)
"""The casino's chips: value in cents and colour, the largest first."""
COIN: Final = "silver"
"""Colour of a chip whose value has none of its own."""
MOST_KINDS: Final = 20
MOST_CHIPS: Final = 100_000
"""More chips of one denomination than that are a slip of the finger."""
KINDS: Final = fixed(2 * MOST_KINDS, "kinds of chips")
ChipCounts = Annotated[Count, KINDS]
"""Number of chips by their value in cents."""
ChipsSaid = Annotated[dict[str, int], fixed(MOST_KINDS, "kinds of chips")]
"""Number of chips by their value in dollars, as a person sends it."""


class ChipKind(msgspec.Struct, frozen=True, omit_defaults=True):
    """A kind of chip: value in cents, colour, and whether it is a promotional token."""

    value: int
    colour: str
    token: bool = False


class ChipText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of chip as a person writes it; without a colour, it has that of its value."""

    value: str
    colour: str = ""
    token: bool = False


def colour_of(value: int) -> str:
    """Return the colour of the casino's chip of that value."""
    return dict(COLOURS).get(value, COIN)


def default_set(chip: int, most: int) -> tuple[ChipKind, ...]:
    """Return the casino's chips from the table's smallest up to its greatest wager, as far as the
    smallest makes them.

    >>> [each.value for each in default_set(500, 50_000)]
    [50000, 10000, 2500, 1000, 500]
    """
    values = [value for value, _ in COLOURS if chip < value <= most and value % chip == 0]
    return tuple(ChipKind(value, colour_of(value)) for value in (*values, chip))


def chosen_set(said: Iterable[ChipText], chip: int) -> tuple[ChipKind, ...]:
    """Return a chip set as a supervisor states it, the largest first, tokens last."""
    known, kinds = {colour for _, colour in COLOURS} | {COIN}, dict[tuple[bool, int], ChipKind]()
    for each in said:
        value, colour = cents(each.value), each.colour.strip() or colour_of(cents(each.value))
        if colour not in known:
            message = "Chips are {colours}, not {colour}."
            told = ", ".join(sorted(known))
            raise Refusal("bad-chips", None, message, colours=told, colour=quoted(colour))
        if (each.token, value) in kinds:
            message = "Chips of {value} stand in the chip set twice."
            raise Refusal("bad-chips", None, message, value=cash(value))
        if value % chip and not each.token:
            message = "The smallest chip, {chip}, does not make chips of {value}."
            raise Refusal("bad-chips", None, message, chip=cash(chip), value=cash(value))
        kinds[each.token, value] = ChipKind(value, colour, each.token)
    if (False, chip) not in kinds or len(kinds) > MOST_KINDS:
        message = "A chip set has the smallest chip, {chip}, and {most} kinds at most."
        raise Refusal("bad-chips", None, message, chip=cash(chip), most=MOST_KINDS)
    return tuple(sorted(kinds.values(), key=lambda each: (each.token, -each.value)))


_VALUES: Final[dict[int, tuple[tuple[ChipKind, ...], tuple[int, ...]]]] = {}
"""Values of the chip sets in use, by the identity of the set."""
MOST_SETS: Final = 256


def values_of(kinds: tuple[ChipKind, ...]) -> tuple[int, ...]:
    """Return the values of the chips that are no tokens, the largest first."""
    known = _VALUES.get(id(kinds))
    if known is not None and known[0] is kinds:
        return known[1]
    values = tuple(each.value for each in kinds if not each.token)
    if len(_VALUES) >= MOST_SETS:
        _VALUES.clear()
    _VALUES[id(kinds)] = kinds, values
    return values


def counted_chips(kinds: tuple[ChipKind, ...], counts: Mapping[str, int]) -> Count:
    """Return chips by value in cents; reject a chip that the set does not have."""
    return count_of(counts, values_of(kinds), most=MOST_CHIPS)


def stated_chips(
    kinds: tuple[ChipKind, ...], amount: int, counts: Mapping[str, int] | None
) -> Count | None:
    """Return the chips that were stated for an amount; None where none were. Reject chips that do
    not make the amount."""
    if counts is None:
        return None
    if not kinds:
        message = "This table has no chip set: give amounts only."
        raise Refusal("no-chips", None, message)
    count = counted_chips(kinds, counts)
    if worth(count) != amount:
        message = "The chips are worth {worth}, and the amount is {amount}: count again."
        raise Refusal("chips-differ", None, message, worth=cash(worth(count)), amount=cash(amount))
    return count


def check_makeable(kinds: tuple[ChipKind, ...], amount: int) -> None:
    """Reject an amount that chips of the set do not make."""
    if kinds and not is_made_of(amount, values_of(kinds)):
        message = "{amount} cannot be made of the chips of this table."
        raise Refusal("bad-amount", None, message, amount=cash(amount))


def check_tokens(kinds: tuple[ChipKind, ...], amount: int) -> None:
    """Reject an amount that the tokens of the set do not make; any amount passes without tokens."""
    tokens = [each.value for each in kinds if each.token]
    if tokens and not is_made_of(amount, tokens):
        message = "{amount} cannot be made of the tokens of this table."
        raise Refusal("bad-amount", None, message, amount=cash(amount))


def check_in_tray(tray: Mapping[int, int] | None, chips: Mapping[int, int] | None) -> None:
    """Reject chips that the float does not have."""
    if tray is None or chips is None:
        return
    for value, pieces in chips.items():
        if pieces > tray.get(value, 0):
            message = "The float has {there} chips of {value}, not {pieces}: ask for a fill."
            raise Refusal(
                "short-of-chips",
                None,
                message,
                there=tray.get(value, 0),
                value=cash(value),
                pieces=pieces,
            )


def after_moves(
    tray: Mapping[int, int], kinds: tuple[ChipKind, ...], moves: tuple[Move, ...]
) -> Mapping[int, int]:
    """Return the float by denomination after moves. The dealer takes first and pays then."""
    taken: Count | None = None
    pays = False
    for move in moves:
        if move.source == FLOAT:
            pays = True
        elif move.target == FLOAT and move.currency == CHIPS:
            taken = dict(tray) if taken is None else taken
            chips = move.chips
            for value, pieces in (
                largest(move.amount, values_of(kinds)) if chips is None else chips.items()
            ):
                taken[value] = taken.get(value, 0) + pieces
    left = tray if taken is None else taken
    if pays:
        for move in moves:
            if move.source == FLOAT and move.currency == CHIPS:
                gone = move.chips
                if gone is None:
                    gone = taken_from(left, move.amount, values_of(kinds))
                left = without(left, gone)
    if left is not tray and 0 in left.values():
        left = together(left)
    return left


def payments_by_chip(
    tray: Mapping[int, int],
    kinds: tuple[ChipKind, ...],
    taken: Iterable[tuple[int, Mapping[int, int] | None]],
    paid: Iterable[int],
) -> list[Count]:
    """Return what leaves the float for each payment, with a minus for change that comes back, once
    the lost stakes are taken: amounts, and their chips where these were counted."""
    values, left, made = values_of(kinds), dict(tray), list[Count]()
    for amount, chips in taken:
        left = together(left, chips or dict(largest(amount, values)))
    for amount in paid:
        made.append(taken_from(left, amount, values))
        left = without(left, made[-1])
    return made


def without(tray: Mapping[int, int], chips: Mapping[int, int]) -> Count:
    """Return what stays of a tray when chips leave it.

    >>> without({2500: 4, 500: 1}, {2500: 4})
    {500: 1}
    """
    left = dict(tray)
    for value, pieces in chips.items():
        left[value] = left.get(value, 0) - pieces
        if not left[value]:
            del left[value]
    return left
