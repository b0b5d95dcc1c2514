"""Facts of signs, limits, pay schemes, disputes and closing."""

from dataclasses import dataclass, field

from reference.vocabulary.base import Fact


@dataclass(frozen=True)
class SignPosted(Fact):
    """A sign is displayed. It names what changes, to what, and from when."""

    # "minimum", "maximum", "area maximum", "differential", "unit", "scheme", "close", "odds",
    # "pairs".
    kind: str
    # The new amount, for limits.
    amount: int | None = None
    # The bet whose own line changes; None: the table's line.
    bet: str | None = None
    # The scheme that is announced or displayed.
    scheme: str | None = None
    # Time of the change on the casino's clock; None: the sign announces nothing.
    takes_effect: int | None = None
    by: str = "casino supervisor"


@dataclass(frozen=True)
class LimitsChanged(Fact):
    """A limit is altered."""

    # "minimum", "maximum", "area maximum", "differential" or "unit".
    limit: str
    # The new amount; None takes a differential, an area maximum or a unit away.
    amount: int | None
    bet: str | None = None
    by: str = "casino supervisor"


@dataclass(frozen=True)
class MinimumRaised(Fact):
    """A minimum is raised at once; players already there keep the old one."""

    amount: int
    bet: str | None = None
    by: str = "casino supervisor"


@dataclass(frozen=True)
class PersonalLimit(Fact):
    """A player is allowed more than the stated maximum."""

    player: str
    minimum: int
    maximum: int
    by: str = "casino supervisor"
    # A sign with both amounts is placed on the table.
    sign: bool = True


@dataclass(frozen=True)
class PersonalLimitEnded(Fact):
    """A player's own limits end."""

    player: str
    by: str = "casino supervisor"


@dataclass(frozen=True)
class SchemeChanged(Fact):
    """Another pay scheme is put in play."""

    scheme: str
    by: str = "casino supervisor"
    # Players who consent.
    consent: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True)
class LayoutApproved(Fact):
    """The approval of the Pairs layout is shown."""


@dataclass(frozen=True)
class DisputeRaised(Fact):
    """A person disputes something."""

    player: str


@dataclass(frozen=True)
class DisputeDecided(Fact):
    """A dispute is decided in the first instance."""

    player: str
    by: str


@dataclass(frozen=True)
class ReviewRequested(Fact):
    """A person asks for a review of the decision."""

    player: str


@dataclass(frozen=True)
class DisputeReviewed(Fact):
    """The decision is reviewed."""

    player: str
    by: str


@dataclass(frozen=True)
class ToldOfComplaint(Fact):
    """A dissatisfied person is told of the right to complain."""

    player: str


@dataclass(frozen=True)
class Told(Fact):
    """Surveillance or an inspector is notified."""

    # "surveillance" or "inspector".
    whom: str
    # Matter of `document.MATTERS` that is notified.
    matter: str


@dataclass(frozen=True)
class Closed(Fact):
    """The table is closed."""

    by: str = "casino supervisor"
