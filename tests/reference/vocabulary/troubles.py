"""Facts of irregularities: what went wrong, when it was seen, and who decided."""

from dataclasses import dataclass, field

from reference.vocabulary.base import Fact


@dataclass(frozen=True)
class WrongDeal(Fact):
    """Cards were dealt incorrectly, or so that their order is in doubt."""

    # Number of the coup; None: the one in progress, else the last one.
    coup: int | None = None
    # Only the order is in doubt.
    doubt: bool = False


@dataclass(frozen=True)
class Rebuilt(Fact):
    """The deal is reconstructed: the cards in the order in which they should have come."""

    cards: tuple[str, ...]


@dataclass(frozen=True)
class NotRebuilt(Fact):
    """The deal cannot be reconstructed, and the coup is declared void."""

    by: str


@dataclass(frozen=True)
class TookDown(Fact):
    """A player removes a wager after a reconstruction or a failure of the device."""

    player: str
    bet: str
    box: int


@dataclass(frozen=True)
class Resumed(Fact):
    """Every player has had the option, and the coup goes on."""


@dataclass(frozen=True)
class SurplusCard(Fact):
    """A card is drawn to a hand that is not due one."""

    # "player", "banker", "dealer" or "box 3".
    to: str
    # The card, if it was seen or is known.
    card: str | None = None
    exposed: bool = True


@dataclass(frozen=True)
class HandMiscounted(Fact):
    """A hand at a box or the Banker's hand has too few or too many cards."""

    hand: str
    cards: int


@dataclass(frozen=True)
class EmptyAreaDealt(Fact):
    """A hand was dealt to an area without a wager."""

    box: int


@dataclass(frozen=True)
class BurnedInError(Fact):
    """A card was burned that should not have been."""

    card: str | None = None


@dataclass(frozen=True)
class CardDeclined(Fact):
    """A player declines the card dealt in error that is now the next card."""

    box: int


@dataclass(frozen=True)
class CardFaceUp(Fact):
    """A card is found face up in the shoe or device, or is seen before it is due."""

    card: str
    # True: found face up inside; False: drawn or disclosed in another way.
    inside: bool = True


@dataclass(frozen=True)
class CardCorrected(Fact):
    """A card that cannot be there was keyed wrongly; a supervisor states the right one."""

    card: str
    by: str


@dataclass(frozen=True)
class DeviceSuspected(Fact):
    """All cards are removed from the device and checked, since others may lie face up."""

    by: str


@dataclass(frozen=True)
class OrderRevealed(Fact):
    """Players know the order of the cards."""

    by: str


@dataclass(frozen=True)
class CardsShort(Fact):
    """There are not enough cards to complete the coup."""


@dataclass(frozen=True)
class CardsChecked(Fact):
    """The cards are checked."""

    missing: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    by: str = "casino supervisor"


@dataclass(frozen=True)
class CardsPassedWrong(Fact):
    """Cards went to a player who was not to receive them."""

    hand: str
    player: str


@dataclass(frozen=True)
class Reopened(Fact):
    """A supervisor lets players change wagers while no card is exposed."""

    by: str


@dataclass(frozen=True)
class ScannerDisagrees(Fact):
    """The scanning shoe shows another result than the cards."""

    # The supervisor confirmed the actual outcome.
    confirmed: bool
    by: str


@dataclass(frozen=True)
class DeviceFailed(Fact):
    """The shuffling device no longer works."""

    damaged: bool = False
    disadvantage: bool = False
    # Another device is readily available.
    spare: bool = True
    # Cards can be transferred to it.
    practicable: bool = True


@dataclass(frozen=True)
class WagerInvalid(Fact):
    """A wager is found invalid."""

    player: str
    bet: str
    box: int


@dataclass(frozen=True)
class PlayerCardInvalid(Fact):
    """A player is found to play without a valid Player Card of his or her own."""

    player: str


@dataclass(frozen=True)
class Mispaid(Fact):
    """A player received too much (positive) or too little (negative)."""

    player: str
    amount: int
    # The casino suspects that it was intentional.
    suspected: bool = False


@dataclass(frozen=True)
class Rectified(Fact):
    """A wrong payment is put right."""

    player: str


@dataclass(frozen=True)
class BooksWrong(Fact):
    """A wager of a past coup was settled by misread cards, so that the books are wrong too."""

    coup: int
    player: str
    bet: str
    # Cents too much (positive) or too little (negative).
    amount: int
    # The cards as they lay, in the order in which they came.
    cards: tuple[str, ...]
    by: str = "casino supervisor"


@dataclass(frozen=True)
class BooksRighted(Fact):
    """Such a settlement is put right, or a part of it."""

    # Number of the finding, from 1.
    number: int
    # Cents; None: all that is left.
    amount: int | None = None


@dataclass(frozen=True)
class SettlingError(Fact):
    """A wrong announcement or settlement of the last coup cannot be corrected."""

    # Boxes whose Player hand is declared void; empty: the coup.
    boxes: tuple[int, ...]
    by: str


@dataclass(frozen=True)
class Contravened(Fact):
    """A supervisor is satisfied that a person broke the rules on devices, or (Canberra) any."""

    player: str
    by: str
    # Coups in which the person's wagers are declared void; none: those that lie now.
    coups: tuple[int, ...] = ()
    exclude: bool = False


@dataclass(frozen=True)
class OutcomeInvalidated(Fact):
    """The outcome of a coup is invalidated."""

    by: str
    # "disruption", "fraud" or "impractical".
    cause: str
    # Number of the coup; None: the one in progress.
    coup: int | None = None
    # Wagers are refunded.
    refund: bool = True
    # Players whose fraud it was.
    cheats: frozenset[str] = field(default_factory=frozenset)
    # Their wagers are forfeited.
    forfeit: bool = False


@dataclass(frozen=True)
class Decided(Fact):
    """A supervisor decides what no clause decides, with a reason."""

    # Matter of `document.MATTERS`.
    matter: str
    # "stands", "void" or "go on".
    outcome: str
    by: str
    reason: str
    # Number of the coup that is meant; None: the one in progress, else the last one.
    coup: int | None = None
