"""Facts of the deal, the draw and the settlement."""

from dataclasses import dataclass

from reference.vocabulary.base import Fact


@dataclass(frozen=True)
class CardShown(Fact):
    """The next card comes face up to the hand that is due."""

    card: str
    # The first card of a coup that is dealt although the cards were not shuffled, cut, burned.
    unshuffled: bool = False
    uncut: bool = False
    unburned: bool = False


@dataclass(frozen=True)
class CardDrawn(Fact):
    """The next card comes face down to the hand that is due."""

    unshuffled: bool = False
    uncut: bool = False
    unburned: bool = False


@dataclass(frozen=True)
class CardTurned(Fact):
    """The first card of a hand that lies face down is turned over."""

    # "player", "banker", "dealer" or "box 3".
    hand: str
    card: str


@dataclass(frozen=True)
class CardsPassed(Fact):
    """The cards of a hand are passed to a player, who handles them."""

    hand: str
    player: str


@dataclass(frozen=True)
class CardsRefused(Fact):
    """A player declines to receive the cards of a hand."""

    hand: str
    player: str


@dataclass(frozen=True)
class Decision(Fact):
    """A player draws, with a wager, or stands."""

    player: str
    box: int
    draw: bool
    chips: int = 0
    tokens: int = 0


@dataclass(frozen=True)
class NoDecision(Fact):
    """A player does not decide in reasonable time, refuses or is absent."""

    box: int


@dataclass(frozen=True)
class InterimSettled(Fact):
    """Side bets are paid and collected before further cards."""


@dataclass(frozen=True)
class ResultAnnounced(Fact):
    """The dealer announces the result."""


@dataclass(frozen=True)
class Settled(Fact):
    """The dealer pays and collects."""

    # Boxes settled now, where hands are settled one after another; empty: everything.
    boxes: tuple[int, ...] = ()
    # The cards are put away at once; False: they lie until CardsCollected or the next first card.
    collected: bool = True


@dataclass(frozen=True)
class CardsCollected(Fact):
    """The cards of a settled coup are put into the discard rack or the device."""


@dataclass(frozen=True)
class PaymentDecided(Fact):
    """A supervisor fixes the payment of a wager that chips cannot pay exactly."""

    player: str
    bet: str
    box: int
    amount: int
    by: str = "casino supervisor"
