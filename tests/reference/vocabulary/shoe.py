"""Facts of the cards: shuffle, cut, burn and the cutting card."""

from dataclasses import dataclass, field

from reference.vocabulary.base import Fact


@dataclass(frozen=True)
class Shuffled(Fact):
    """The cards are shuffled, or pre-shuffled cards are introduced."""

    pre_shuffled: bool = False


@dataclass(frozen=True)
class CutGivenToPlayers(Fact):
    """A supervisor lets the players cut."""

    by: str


@dataclass(frozen=True)
class CutDeclined(Fact):
    """A player to whom the cut was offered declines it."""

    player: str


@dataclass(frozen=True)
class Cut(Fact):
    """The cards are cut and the cutting card is inserted."""

    # A player's name, or the role of the person who cuts.
    by: str
    # Cards in front of the cut.
    depth: int
    # Cards behind the cutting card.
    back: int


@dataclass(frozen=True)
class Burned(Fact):
    """The burn before play."""

    # Cards burned in all.
    count: int = 1
    # The first card, if it was drawn face up; None: it was not seen.
    first: str | None = None
    # The first card was shown on request after it was placed face down.
    shown: bool = False
    # Role of the person who approved the way of burning.
    approved: str | None = None
    # The dealer forgot the rest: fewer cards were burned than are due.
    forgotten: bool = False


@dataclass(frozen=True)
class CardsReplaced(Fact):
    """All cards are replaced by new ones."""

    by: str = "casino supervisor"


@dataclass(frozen=True)
class ShuffleOrdered(Fact):
    """A supervisor orders a shuffle between coups."""

    by: str
    # Players who agree, where the order follows a void coup.
    agreed: frozenset[str] = field(default_factory=frozenset)
    # The reason: "not mixed" or "void".
    reason: str = "not mixed"


@dataclass(frozen=True)
class CuttingCardSeen(Fact):
    """The cutting card comes out of the shoe."""
