"""The dealing shoe and the shuffling device: shuffle, cut, burn, run down, commit and reveal."""

from sabot.shoe.commitment import Commitment, Opening, commit, verify
from sabot.shoe.device import ShufflingDevice
from sabot.shoe.procedure import (
    Burn,
    Burned,
    Cut,
    CuttingCard,
    Decks,
    Offer,
    Preparation,
    PreShuffled,
    Replacement,
    burn,
    burn_count,
    check_decks,
    check_replacement,
    cut,
    load,
    offers_of_the_cut,
)
from sabot.shoe.randomness import OperatingSystem, Randomness, Seeded, shuffle
from sabot.shoe.shoe import Drawn, LastCoup, RunDown, Shoe, Source

__all__ = [
    "Burn",
    "Burned",
    "Commitment",
    "Cut",
    "CuttingCard",
    "Decks",
    "Drawn",
    "LastCoup",
    "Offer",
    "Opening",
    "OperatingSystem",
    "PreShuffled",
    "Preparation",
    "Randomness",
    "Replacement",
    "RunDown",
    "Seeded",
    "Shoe",
    "ShufflingDevice",
    "Source",
    "burn",
    "burn_count",
    "check_decks",
    "check_replacement",
    "commit",
    "cut",
    "load",
    "offers_of_the_cut",
    "shuffle",
    "verify",
]
