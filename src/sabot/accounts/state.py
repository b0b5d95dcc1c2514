"""A player's account as it stands now: a fold of its events, and nothing else."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Final

import msgspec

from sabot.declarations import CardNumber, bound, fixed
from sabot.ledger import balance, write_alike
from sabot.money import CASH, cents
from sabot.parts.periods import DAY
from sabot.parts.statements import Statements
from sabot.rulebooks import in_force
from sabot.rules.conduct import Conduct, Gaming, PlayerCard

SYDNEY: Final = "Australia/Sydney"

OPEN: Final = "open"
UNOPENED: Final = "not opened"

PURSE: Final = "account"
TABLES: Final = "tables"
CONTESTS: Final = "tournaments"
"""Where an account's money is: in it, at the tables or in tournaments together, or in the ledger's
`WORLD`."""
REMEMBERED: Final = 20
"""So many tables are known where the player has been; the log has them all."""


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """The most in one calendar period, in cents. `until`: the moment at which this limit makes way
    for a looser one, where its player has asked for that."""

    amount: int
    period: str = DAY
    until: datetime | None = None

    def __post_init__(self) -> None:
        write_alike(self, "period", DAY)


class Tally(msgspec.Struct, frozen=True):
    """A sum over one calendar period, known by its first day."""

    start: date
    amount: int


class Exclusion(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a player may not play, and the clause under which that was decided, if one was given;
    `casino`: nor come into the casino at all."""

    reason: str
    clause: str | None = None
    casino: bool = False


class Stay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A visit to a table that is not over: what the account has handed to the table."""

    table: str
    chips: int
    room: int | None = None
    card: CardNumber | None = None


def reserved_by(command: Mapping[str, Any]) -> int:
    """The cents that a pending command puts aside.

    >>> reserved_by({"do": "withdraw", "amount": "12.50"}), reserved_by({"do": "deposit"})
    (1250, 0)
    """
    return cents(command["amount"]) if command["do"] == "withdraw" else 0


class Account(msgspec.Struct, frozen=True, omit_defaults=True):
    """The whole account.

    `zone` is the casino's time zone, `rules` the rulebook whose clauses speak of Gaming Limits and
    Player Cards. `staff` is the name by which the holder signs in as a member of staff, empty where
    the holder does not work here. `card` is the one valid Player Card, `cancelled` are those that
    no longer are.
    `deposited` counts external funds of one day, `lost` the net loss of one day, week and month;
    a net win is a loss below nothing. A player's own limits are several while looser ones wait;
    `deposit_loosened` and `loss_loosened` count how often they were loosened on one day.
    `tables` are the last ones where the player has been. `taken_alone` and `paid_alone` are what
    one person of the house took or paid alone on one day. `pin`: the vault has the hash of a PIN;
    `pin_misses` counts wrong ones in a row. `statements` wait for somebody.
    """

    player: str = ""
    version: int = 0
    at: datetime | None = None
    zone: str = SYDNEY
    rules: str | None = None
    balances: Annotated[dict[str, int], fixed(16, "places where an account has money")] = {}
    staff: str = ""
    card: CardNumber | None = None
    cancelled: Annotated[
        tuple[CardNumber, ...], bound(10_000, "cancelled Player Cards", "Open another account.")
    ] = ()
    exclusion: Exclusion | None = None
    deposited: Tally | None = None
    lost: Annotated[dict[str, Tally], fixed(3, "periods")] = {}
    deposit_limits: Annotated[
        tuple[Limit, ...],
        bound(32, "Deposit Limits", "Wait until the last ones have taken effect."),
    ] = ()
    loss_limits: Annotated[
        tuple[Limit, ...], bound(32, "Loss Limits", "Wait until the last ones have taken effect.")
    ] = ()
    deposit_loosened: Tally | None = None
    loss_loosened: Tally | None = None
    house_deposit: Limit | None = None
    house_loss: Limit | None = None
    stay: Stay | None = None
    tables: Annotated[tuple[str, ...], fixed(REMEMBERED, "tables where the player was last")] = ()
    taken_alone: Tally | None = None
    paid_alone: Tally | None = None
    pin: bool = False
    pin_misses: int = 0
    statements: Statements = Statements()

    @property
    def phase(self) -> str:
        return OPEN if self.player else UNOPENED

    @property
    def balance(self) -> int:
        """What is in the account, in cents; below nothing only after a reversal."""
        return balance(self.balances, PURSE, CASH)

    @property
    def reserved(self) -> int:
        """What is put aside, in cents: somebody has asked to take it out."""
        return sum(reserved_by(each.command) for each in self.statements.pending.values())

    def gaming(self, now: datetime) -> Gaming | None:
        """The clauses about Gaming Limits, where the account has a rulebook that has them now."""
        conduct = self._conduct(now)
        return None if conduct is None else conduct.gaming

    def player_card(self, now: datetime) -> PlayerCard | None:
        """The clauses about Player Cards."""
        conduct = self._conduct(now)
        return None if conduct is None else conduct.wagering.player_card

    def _conduct(self, now: datetime) -> Conduct | None:
        return None if self.rules is None else in_force(self.rules, now).conduct
