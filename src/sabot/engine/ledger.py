"""Money that moves and never appears: every move takes from one place what it gives to another.

The places at a table: a player's chips, the layout, the float tray, the drop box. `WORLD` is all
that lies beyond the table: cage, accounts, pockets; it alone may owe.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Final

import msgspec

from sabot.core.money import CASH, CHIPS, DOLLARS, TOKENS, TOURNAMENT, cash
from sabot.core.refusal import Refusal
from sabot.engine.declarations import Guard, fixed

WORLD: Final = "world"
LAYOUT: Final = "layout"
FLOAT: Final = "float"
DROP: Final = "drop"


class Currency(msgspec.Struct, frozen=True):
    """A kind of money. `is_cash`: worth its amount in cash. `is_loss`: a Loss Limit counts its
    loss. `house`: the place of the casino's side, where lost stakes go and new ones come from.
    `pays`: the currency in which a winning stake is paid. `sign` stands before an amount; what is
    worth no money has no sign of money."""

    name: str
    is_cash: bool
    is_loss: bool
    house: str
    pays: str
    sign: str = DOLLARS


CURRENCIES: Final = {
    each.name: each
    for each in (
        Currency(CHIPS, is_cash=True, is_loss=True, house=FLOAT, pays=CHIPS),
        Currency(TOKENS, is_cash=False, is_loss=False, house=WORLD, pays=CHIPS),
        Currency(CASH, is_cash=True, is_loss=True, house=FLOAT, pays=CASH),
        Currency(TOURNAMENT, is_cash=False, is_loss=False, house=FLOAT, pays=TOURNAMENT, sign="◉"),
    )
}

Balances = Mapping[str, int]


def amount_told(amount: int, currency: str) -> str:
    """An amount as people read it, with the sign of its currency.

    >>> amount_told(2500, TOKENS), amount_told(2500, TOURNAMENT)
    ('$25.00', '◉25')
    """
    return cash(amount, CURRENCIES[currency].sign)


LONGEST_NAME: Final = 100


def is_player_name(text: str) -> bool:
    """Return True if the text may be a player's name in a log that people read; `/` and `@` are
    reserved.

    >>> is_player_name("Zoë O'Hara"), is_player_name("a/b"), is_player_name("Zoë\\n")
    (True, False, False)
    """
    signs = "/" in text or "@" in text
    return text.isprintable() and 0 < len(text.strip()) == len(text) <= LONGEST_NAME and not signs


def of_player(player: str) -> str:
    """The place of a player's own money at the table."""
    return f"player/{player}"


def purse(place: str, currency: str = CHIPS) -> str:
    """The key of one currency in one place."""
    return f"{currency}@{place}"


def place_of(key: str) -> tuple[str, str]:
    """The place and the currency of a key.

    >>> place_of(purse(of_player("alice"), TOKENS))
    ('player/alice', 'tokens')
    """
    currency, _, place = key.partition("@")
    return place, currency


def purse_words(place: str, currency: str) -> str:
    """Return the words for what lies in a purse.

    >>> purse_words(of_player("alice"), TOKENS), purse_words(FLOAT, CHIPS)
    ("alice's tokens", "the float's chips")
    """
    own = place.startswith(of_player(""))
    return f"{place.removeprefix(of_player('')) if own else f'the {place}'}'s {currency}"


def write_alike(thing: msgspec.Struct, field: str, default: str) -> None:
    """Have equal things written in equal bytes: a default is left out only if it is the very same
    object, which a text that was read from a log is not."""
    if getattr(thing, field) == default:
        msgspec.structs.force_setattr(thing, field, default)


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """An amount in cents from one place to another."""

    guard: ClassVar[Guard] = Guard.STAFF

    source: str
    target: str
    amount: int
    currency: str = CHIPS
    # Number of chips by their value in cents; None: the largest chips.
    chips: Annotated[dict[int, int], fixed(40, "kinds of chips")] | None = None

    def __post_init__(self) -> None:
        if self.currency is not CHIPS:
            write_alike(self, "currency", CHIPS)

    def back(self) -> "Move":
        """The move that undoes this one."""
        return Move(self.target, self.source, self.amount, self.currency, self.chips)


def post(balances: Balances, moves: Iterable[Move]) -> dict[str, int]:
    """The balances after the moves; a purse with nothing in it is none.

    >>> post({}, [Move(WORLD, of_player("alice"), 2500)])
    {'chips@world': -2500, 'chips@player/alice': 2500}
    >>> post({"chips@world": -2500, "chips@layout": 2500}, [Move(LAYOUT, WORLD, 2500)])
    {}
    """
    after = dict(balances)
    for move in moves:
        currency, amount = move.currency, move.amount
        source, target = f"{currency}@{move.source}", f"{currency}@{move.target}"
        if held := after.get(source, 0) - amount:
            after[source] = held
        else:
            after.pop(source, None)
        if held := after.get(target, 0) + amount:
            after[target] = held
        else:
            after.pop(target, None)
    return after


def _holder(place: str) -> str:
    """A place of money as a sentence begins with it."""
    own = place.startswith(of_player(""))
    return place.removeprefix(of_player("")) if own else f"The {place}"


def check_funds(balances: Balances, moves: Iterable[Move]) -> None:
    """Refuse moves that would leave any place but the world owing."""
    moves = tuple(moves)
    after = post(balances, moves)
    for move in moves:
        if move.amount < 0:
            raise Refusal(
                "bad-amount",
                None,
                "An amount below zero cannot be moved: {amount}.",
                amount=cash(move.amount),
            )
        left = after.get(purse(move.source, move.currency), 0)
        if left < 0 and move.source != WORLD:
            has = balances.get(purse(move.source, move.currency), 0)
            raise Refusal(
                "short-of-money",
                None,
                "{source} holds {has} in {currency}: that is {left} too little.",
                source=_holder(move.source),
                has=amount_told(has, move.currency),
                currency=move.currency,
                left=amount_told(-left, move.currency),
            )


def balance(balances: Balances, place: str, currency: str = CHIPS) -> int:
    return balances.get(purse(place, currency), 0)


def is_balanced(balances: Balances) -> bool:
    """Return True if each currency adds up to zero over all places, as it always must."""
    totals: dict[str, int] = {}
    for key, amount in balances.items():
        currency = key.partition("@")[0]
        totals[currency] = totals.get(currency, 0) + amount
    return not any(totals.values())
