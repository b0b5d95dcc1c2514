"""Facts of betting before the first card."""

from dataclasses import dataclass, field

from reference.vocabulary.base import Fact


@dataclass(frozen=True)
class BetsCalled(Fact):
    """The dealer calls "place your bets"."""


@dataclass(frozen=True)
class BetsClosed(Fact):
    """The dealer calls "no more bets"."""


@dataclass(frozen=True)
class SatOut(Fact):
    """A player says that he or she does not bet in this coup."""

    player: str


@dataclass(frozen=True)
class Laid(Fact):
    """A player lays a wager, or more on one that lies."""

    player: str
    bet: str
    box: int
    chips: int
    tokens: int = 0
    # The chips were found lying: the limits of the sign were not applied when they were laid.
    found: bool = False
    # The area's maximum was not applied when they were laid, where its wagers share it later.
    shared: bool = False
    # Another person who lays the chips for the player.
    helper: str | None = None
    # Role of the person who approved the help.
    approved: str | None = None


@dataclass(frozen=True)
class Withdrew(Fact):
    """A player takes back a wager, or part of it."""

    player: str
    bet: str
    box: int
    # Chips taken back; None: the whole wager.
    chips: int | None = None
    tokens: int = 0


@dataclass(frozen=True)
class Reduced(Fact):
    """The dealer reduces wagers pro rata before the first card."""

    # The hand on which wagers are reduced.
    bet: str
    # Box whose area is reduced to its maximum; None: the bet is reduced to the differential.
    box: int | None = None


@dataclass(frozen=True)
class WagerRefused(Fact):
    """A supervisor refuses a wager and has it removed."""

    player: str
    bet: str
    box: int
    by: str


@dataclass(frozen=True)
class BothHandsApproved(Fact):
    """A player may wager on both hands."""

    player: str
    by: str


@dataclass(frozen=True)
class SideBetRestricted(Fact):
    """A side bet is limited to players who also have a main bet."""

    bet: str
    by: str
    # Those told before: "surveillance", "inspector".
    told: frozenset[str] = field(default_factory=frozenset)
    # A sign is displayed.
    sign: bool = True


@dataclass(frozen=True)
class PlayersPerArea(Fact):
    """A supervisor sets how many players may wager on one area."""

    number: int
    by: str


@dataclass(frozen=True)
class PlayersLimited(Fact):
    """A supervisor sets how many players may play at the table."""

    number: int
    by: str


@dataclass(frozen=True)
class AreaGivenUp(Fact):
    """A player on several areas gives one up for another player."""

    player: str
    box: int


@dataclass(frozen=True)
class NoBetCoup(Fact):
    """A coup without wagers is permitted or directed."""

    by: str
    # The player who asked for it.
    requested: str | None = None
    agreed: frozenset[str] = field(default_factory=frozenset)
    # A marker lies on the layout, or Surveillance was told.
    marker: bool = False
    surveillance: bool = False


@dataclass(frozen=True)
class Advised(Fact):
    """The owner of a wager below the minimum is advised that further ones will be returned."""

    player: str
