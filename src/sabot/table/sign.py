"""Signs at a table, as the table's state keeps them: the limits, and what is announced."""

from datetime import datetime
from typing import Annotated

import msgspec

from sabot.parts.sizes import BETS


class WagerLimit(msgspec.Struct, frozen=True, omit_defaults=True):
    """The least and the most for one wager, in cents; None: no such limit."""

    least: int | None = None
    most: int | None = None


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """Limits on the table's sign, in cents.

    `least` and `most` bound a player's wager on a main bet. `by_wager` has the limits of single bet
    types. `area` is the maximum on one playing area, `differential` the maximum difference between
    Player and Banker totals, `unit` the step above the minimum, `positions` the number of places
    for one side bet.
    """

    least: int
    most: int
    unit: int | None = None
    area: int | None = None
    differential: int | None = None
    by_wager: Annotated[dict[str, WagerLimit], BETS] = {}
    positions: int | None = None


class ShownSign(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sign that announces a change: what changes, to what, from when, and since when it stands.

    `wager`: the one bet whose minimum changes (None: the table's); `limit`: the whole sign that is
    announced. `number`: its number at the table; 0 for a sign of a log in which one sign of a kind
    took the place of another.
    """

    kind: str
    since: datetime
    takes_effect: datetime | None = None
    amount: int | None = None
    text: str = ""
    wager: str | None = None
    limit: Limit | None = None
    number: int = 0

    @property
    def announced(self) -> tuple[str, str | None, int | None, Limit | None, str]:
        """Return the content of the announcement, without its times and number."""
        return self.kind, self.wager, self.amount, self.limit, self.text


class Displays(msgspec.Struct, frozen=True, omit_defaults=True):
    """Signs that the dealer has put up: the scheme whose odds or method a sign shows, and the
    limits on the sign of side bets."""

    scheme: str | None = None
    limits: Annotated[dict[str, WagerLimit], BETS] = {}
