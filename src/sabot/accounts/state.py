"""A player's account as it stands now: a fold of its events, and nothing else."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Final

import msgspec

from sabot.core.money import CASH, cents
from sabot.engine.declarations import CardNumber, bound, fixed
from sabot.engine.ledger import balance, write_alike
from sabot.parts.notices import Notices
from sabot.parts.periods import DAY
from sabot.parts.statements import Statements
from sabot.policies.play_time import Period, PlayDeadlines
from sabot.rulebooks import in_force
from sabot.rules.operation.conduct import Conduct, Gaming
from sabot.rules.operation.player_card import PlayerCard

SYDNEY: Final = "Australia/Sydney"

OPEN: Final = "open"
UNOPENED: Final = "not opened"

PURSE: Final = "account"
TABLES: Final = "tables"
CONTESTS: Final = "tournaments"
"""Places of an account's money: in it, at the tables or in tournaments together, or in the ledger's
`WORLD`."""
REMEMBERED: Final = 20
"""Number of the player's last tables that are remembered; the log has all."""
MOST_PERIODS: Final = 2_000
"""Number of periods of play within the longest window of a policy."""


class AccountLimit(msgspec.Struct, frozen=True, omit_defaults=True):
    """The most in one calendar period, in cents. `until`: the moment at which this limit makes way
    for a looser one, where its player has asked for that."""

    amount: int
    period: str = DAY
    until: datetime | None = None

    def __post_init__(self) -> None:
        write_alike(self, "period", DAY)


class PeriodTally(msgspec.Struct, frozen=True):
    """A sum over one calendar period, known by its first day."""

    start: date
    amount: int


class Exclusion(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a player may not play, and the clause under which that was decided, if one was given;
    `casino`: nor come into the casino at all. `until`: the end of the least period of a
    self-exclusion under a policy, before which it is not lifted."""

    reason: str
    clause: str | None = None
    casino: bool = False
    until: datetime | None = None


class Identity(msgspec.Struct, frozen=True):
    """Document by which a cashier has checked who the holder is: its last valid day, and the local
    day on which it was seen."""

    kind: str
    document: CardNumber
    expires: date
    checked: date


class FundsDeclaration(msgspec.Struct, frozen=True):
    """Declaration of where a player's money comes from: the source, the number of the signed form,
    and the local day on which the cage took it."""

    source: str
    form: str
    day: date


class Stay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A visit to a table that is not over: what the account has handed to the table, when it began,
    and what the policy in force says of its length."""

    table: str
    chips: int
    room: int | None = None
    card: CardNumber | None = None
    since: datetime | None = None
    play: PlayDeadlines | None = None


class Rest(msgspec.Struct, frozen=True):
    """Time without play after a time of play that a policy names: its rule, and the end."""

    rule: str
    until: datetime


class Suspension(msgspec.Struct, frozen=True):
    """Suspension of play, from the player's request to its end."""

    since: datetime
    until: datetime


def reserved_by(command: Mapping[str, Any]) -> int:
    """The cents that a pending command puts aside.

    >>> reserved_by({"do": "withdraw", "amount": "12.50"}), reserved_by({"do": "deposit"})
    (1250, 0)
    """
    return cents(command["amount"]) if command["do"] == "withdraw" else 0


class Account(msgspec.Struct, frozen=True, omit_defaults=True):
    """State of a player's account."""

    player: str = ""
    version: int = 0
    at: datetime | None = None
    # Time zone of the casino.
    zone: str = SYDNEY
    # Rulebook whose clauses govern Gaming Limits and Player Cards.
    rules: str | None = None
    # Cents at each place of the ledger.
    balances: Annotated[dict[str, int], fixed(16, "places where an account has money")] = {}
    # Name under which the holder signs in as staff; empty if the holder does not work here.
    staff: str = ""
    # Document by which the holder's identity was checked.
    identity: Identity | None = None
    # The last declaration of where the money comes from.
    funds: FundsDeclaration | None = None
    # The valid Player Card.
    card: CardNumber | None = None
    # Player Cards that are no longer valid.
    cancelled: Annotated[
        tuple[CardNumber, ...], bound(10_000, "cancelled Player Cards", "Open another account.")
    ] = ()
    # Exclusion in force.
    exclusion: Exclusion | None = None
    # External funds deposited on one day.
    deposited: PeriodTally | None = None
    # Cash taken and paid on one day, at the cage and at tables together.
    cash: PeriodTally | None = None
    # Net loss of one day, week and month; negative for a win.
    lost: Annotated[dict[str, PeriodTally], fixed(3, "periods")] = {}
    # The player's own Deposit Limits: several while looser ones wait.
    deposit_limits: Annotated[
        tuple[AccountLimit, ...],
        bound(32, "Deposit Limits", "Wait until the last ones have taken effect."),
    ] = ()
    # The player's own Loss Limits: several while looser ones wait.
    loss_limits: Annotated[
        tuple[AccountLimit, ...],
        bound(32, "Loss Limits", "Wait until the last ones have taken effect."),
    ] = ()
    # Number of times that the Deposit Limit was loosened on one day.
    deposit_loosened: PeriodTally | None = None
    # Number of times that the Loss Limit was loosened on one day.
    loss_loosened: PeriodTally | None = None
    # Deposit Limit set by the casino.
    house_deposit: AccountLimit | None = None
    # Loss Limit set by the casino.
    house_loss: AccountLimit | None = None
    # The visit at a table.
    stay: Stay | None = None
    # Periods of play that are over, the oldest first.
    periods: Annotated[tuple[Period, ...], fixed(MOST_PERIODS, "periods of play")] = ()
    # Beginning of the continuous play for which staff have been asked to assess the player.
    assessed: datetime | None = None
    # Time without play that a policy asks for.
    rest: Rest | None = None
    # Suspension of play that the player has asked for.
    suspension: Suspension | None = None
    # Local day on which the player has declined to set limits.
    limits_declined: date | None = None
    # Assessments of the player and requests for data, with their deadlines.
    notices: Notices = Notices()
    # Tables where the player was last.
    tables: Annotated[tuple[str, ...], fixed(REMEMBERED, "tables where the player was last")] = ()
    # Deposits that one person took alone on one day.
    taken_alone: PeriodTally | None = None
    # Withdrawals that one person paid alone on one day.
    paid_alone: PeriodTally | None = None
    # True if the vault has the hash of a PIN.
    pin: bool = False
    # Wrong PINs in a row.
    pin_misses: int = 0
    # PINs that the player has set on one day.
    pins: PeriodTally | None = None
    # Statements that wait for a confirmer.
    statements: Statements = Statements()

    @property
    def phase(self) -> str:
        return OPEN if self.player else UNOPENED

    @property
    def balance(self) -> int:
        """Return the balance in cents; negative only after a reversal."""
        return balance(self.balances, PURSE, CASH)

    @property
    def reserved(self) -> int:
        """Return the cents that are reserved for requested withdrawals."""
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
