"""Tables at which the product and the reference play side by side."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reference.games import GAMES
from reference.state import Options

PLAYERS = ("anna", "ben", "cleo", "dora")
SEATS = {name: seat for seat, name in enumerate(PLAYERS, start=1)}
PLACES = 7
MINIMUM, MAXIMUM = 5_00, 200_00
CHIPS = (50, 5_00)
PURSE = 2_000_00
FLOAT = 100_000_00

ALONE = PLAYERS[-1]
"""Games whose players never share an area: 7-Up 5.5 lets three players share one."""

STAR_BETS = {"pair-player": "pairs-player", "pair-banker": "pairs-banker"}
"""Bets of the Star's documents that the product calls otherwise."""
STAR_SCHEMES = {"standard": "commission"}
"""Pay schemes of the Star's documents that the product calls otherwise."""


@dataclass(frozen=True)
class Setting:
    """A way to set up a table of one game."""

    name: str
    game: str
    # Number of decks, and what the cards are dealt from.
    decks: int = 8
    source: str = "shoe"
    # The product's dealing method and face; the reference knows "A" and "B".
    method: str = "A"
    face: str = "up"
    # Optional bets, by the reference's names.
    offered: tuple[str, ...] = ()
    # Pairs option of Canberra.
    pairs: str | None = None
    # Most on one area; greatest difference between the hands.
    area: int | None = None
    differential: int | None = None
    # All players but one lay on the last area, where nobody sits; else each at the own seat.
    shared: bool = False
    # Players with a Loss Limit, in cents.
    loss_limits: Mapping[str, int] = field(default_factory=dict)

    @property
    def per_box(self) -> bool:
        """Return True if each area has a hand of its own."""
        return not GAMES[self.game].initial

    def area_of(self, player: str) -> int:
        """Return the area on which a player lays."""
        shared = self.shared and not self.per_box and player != ALONE
        return PLACES if shared else SEATS[player]

    def bet(self, bet: str) -> str:
        """Return the product's name of a bet."""
        if self.pairs is not None and bet.startswith("pair-"):
            return f"{self.pairs}-pairs-{bet.removeprefix('pair-')}"
        return STAR_BETS.get(bet, bet)

    def scheme(self, scheme: str) -> str:
        """Return the product's name of a pay scheme."""
        return STAR_SCHEMES.get(scheme, scheme)

    def bets(self) -> list[str]:
        """Return the bets that players may lay, by the reference's names."""
        return sorted((GAMES[self.game].main_bets - {"draw"}) | set(self.offered))

    def options(self) -> Options:
        """Return the set-up of the reference's table."""
        bets = [*GAMES[self.game].main_bets, *self.offered]
        method = "B" if self.method in ("B", "down") else "A"
        return Options(
            minimum=MINIMUM,
            maximum=MAXIMUM,
            chips=CHIPS,
            decks=self.decks,
            source=self.source,
            lines=dict.fromkeys(self.offered, (MINIMUM, MAXIMUM)),
            areas={} if self.area is None else dict.fromkeys(bets, self.area),
            differential=self.differential,
            offered=frozenset(self.offered),
            pairs=self.pairs,
            boxes=PLACES,
            seats=PLACES,
            method=method,
        )

    def sign(self) -> dict[str, Any]:
        """Return the sign with which the product's table opens."""
        sign: dict[str, Any] = {"minimum": dollars(MINIMUM), "maximum": dollars(MAXIMUM)}
        if self.area is not None:
            sign["area_maximum"] = dollars(self.area)
        if self.differential is not None:
            sign["differential"] = dollars(self.differential)
        return sign

    def opening(self) -> dict[str, Any]:
        """Return the fields of the product's `open-table`."""
        return {
            "decks": self.decks,
            "source": self.source,
            "method": self.method,
            "face": self.face,
            "places": PLACES,
            "chip": dollars(min(CHIPS)),
            "side_bets": [self.bet(bet) for bet in self.offered],
            "sign": self.sign(),
        }


def dollars(cents: int) -> str:
    """Return an amount as commands write it.

    >>> dollars(12_50)
    '12.50'
    """
    return f"{cents // 100}.{cents % 100:02}"


def product_card(card: str) -> str:
    """Return a card as the product writes it.

    >>> product_card("10H"), product_card("7H")
    ('TH', '7H')
    """
    return card.replace("10", "T")


SIDES = ("pair-player", "super-six")
TIGERS = ("tiger", "tiger-tie")
PAIRS = ("pair-player", "pair-banker")
SETTINGS = (
    Setting("area and Loss Limit", "star-baccarat", offered=SIDES, area=150_00, shared=True,
            loss_limits={"cleo": 120_00}),
    Setting("device and differential", "star-baccarat", source="device", decks=6, offered=TIGERS,
            differential=100_00, loss_limits={"ben": 200_00}),
    Setting("cards face down", "star-baccarat", method="B", face="down", differential=150_00,
            area=250_00, shared=True, loss_limits={"dora": 150_00}),
    Setting("device and area", "star-baccarat", source="device", decks=6, offered=SIDES,
            area=150_00, shared=True),
    Setting("device, cards face down", "star-baccarat", source="device", decks=6, method="B",
            face="down", area=150_00, shared=True, loss_limits={"anna": 300_00}),
    Setting("area", "star-seven-up", decks=6, source="device", offered=("super-sevens",),
            area=150_00, shared=True),
    Setting("differential", "star-seven-up", decks=6, source="device", differential=100_00),
    Setting("area and differential", "star-seven-up", decks=6, source="device", area=150_00,
            differential=100_00, offered=("super-sevens",), shared=True),
    Setting("area", "star-three-card", area=150_00),
    Setting("device and area", "star-three-card", source="device", area=150_00),
    Setting("shoe and area", "star-lucky-draw", decks=6, area=150_00),
    Setting("device", "star-lucky-draw", decks=6, source="device", area=150_00),
    Setting("Pairs", "canberra-mini", method="up", offered=PAIRS, pairs="perfect"),
    Setting("cards face down", "canberra-mini", method="down", face="down", offered=PAIRS,
            pairs="canberra", differential=100_00),
)  # fmt: skip
"""Every table that is played at."""
