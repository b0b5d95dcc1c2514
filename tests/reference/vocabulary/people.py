"""Facts of people and their money."""

from dataclasses import dataclass

from reference.vocabulary.base import Fact


@dataclass(frozen=True)
class Opened(Fact):
    """The table opens with chips in its float."""

    # Chips in the float tray.
    float_tray: int
    by: str = "casino supervisor"


@dataclass(frozen=True)
class Joined(Fact):
    """A player comes to the table."""

    player: str
    # Box at which the player sits; 0: the player stands.
    box: int = 0
    # The player has a valid Player Card of his or her own.
    card_valid: bool = True


@dataclass(frozen=True)
class Returned(Fact):
    """A player who left comes back."""

    player: str
    box: int = 0
    card_valid: bool = True


@dataclass(frozen=True)
class Left(Fact):
    """A player leaves the table."""

    player: str
    # "player", or the role of the person who put the player out.
    by: str = "player"
    # Where the chips go: "hand" (carried away) or "account".
    to: str = "hand"


@dataclass(frozen=True)
class Brought(Fact):
    """A player introduces chips from elsewhere."""

    player: str
    amount: int
    # Declared to the dealer before the coup, as a player with a Loss Limit must.
    declared: bool = True


@dataclass(frozen=True)
class Bought(Fact):
    """A player buys chips at the table."""

    player: str
    amount: int
    # "cash" or "account".
    source: str = "cash"


@dataclass(frozen=True)
class TokensIssued(Fact):
    """A voucher is exchanged for promotional tokens."""

    player: str
    amount: int


@dataclass(frozen=True)
class Deposited(Fact):
    """A player pays money from outside into the account."""

    player: str
    amount: int


@dataclass(frozen=True)
class DepositLimit(Fact):
    """A player sets the most that may be deposited in a calendar day."""

    player: str
    amount: int


@dataclass(frozen=True)
class PaidOut(Fact):
    """A player's chips are paid out to the account, without leaving the table."""

    player: str
    amount: int


@dataclass(frozen=True)
class DebtPaid(Fact):
    """A player pays a recorded debt."""

    player: str
    amount: int
    # "chips", "account" or "cash".
    source: str = "chips"


@dataclass(frozen=True)
class FloatFilled(Fact):
    """Chips come to the float (positive) or go from it (negative)."""

    amount: int


@dataclass(frozen=True)
class LossLimit(Fact):
    """A player sets a Loss Limit for the calendar day."""

    player: str
    amount: int


@dataclass(frozen=True)
class LossLimitBreak(Fact):
    """A supervisor stops a player's wagers, or lets them go on."""

    player: str
    on: bool
    by: str = "casino supervisor"


@dataclass(frozen=True)
class SeatVacated(Fact):
    """An idle player is required to vacate the seat."""

    player: str
    by: str = "dealer"


@dataclass(frozen=True)
class Midnight(Fact):
    """A new calendar day begins."""
