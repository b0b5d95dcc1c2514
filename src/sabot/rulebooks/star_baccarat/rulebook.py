"""Baccarat, The Star Sydney, version 4, 13 August 2025."""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from sabot.core.cards import Card, is_pair
from sabot.rulebooks.star_baccarat.conduct import CONDUCT
from sabot.rulebooks.star_baccarat.promotions import PROMOTIONS
from sabot.rulebooks.star_baccarat.tournament import TOURNAMENT
from sabot.rules import (
    BANKER,
    PLAYER,
    STANDOFF,
    TOTALS,
    ChipRule,
    CommonHands,
    Due,
    FactsSpace,
    Hands,
    Rulebook,
    Together,
    diagrams,
    line,
    numbers,
    pairing,
    tableau,
    to,
    wager,
)
from sabot.rules.coup.results import banker_wins, player_wins, tied
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.rules.roles import PLAYER as A_PLAYER
from sabot.shoe import (
    Burn,
    CutRule,
    CuttingCard,
    Decks,
    FirstOffer,
    LastCoup,
    Preparation,
    PreShuffled,
    Replacement,
    Sources,
)
from sabot.shoe.procedure import COMMENCING, DEVICE, HANDLED, SHOE, SHUFFLED

# 3 The cards, 4 The shuffle and cut

DECKS_FOR_SIDE_BETS = (6, 8)  # 3.1, for Pairs and every Tiger bet; Super Six is not listed

PREPARATION = Preparation(
    decks=Decks("3.1", (3, 4, 6, 8)),
    sources=Sources("3.6", (SHOE, DEVICE)),
    replacements=(
        Replacement(
            "3.8",
            "the last coup",
            CASINO_SUPERVISOR,
            other_back=True,
            same_back_if_scanning="3.8.1",
            played_out=True,
        ),
        Replacement("3.9", HANDLED, CASINO_SUPERVISOR),
        Replacement("3.10", "unfit cards", CASINO_SUPERVISOR),
    ),
    pre_shuffled=(
        PreShuffled(
            "4.2", asked_by=(A_PLAYER,), approved_by=CASINO_SUPERVISOR, of="casino", loading=True
        ),
        PreShuffled("4.2.1", asked_by=(A_PLAYER,), approved_by=CASINO_SUPERVISOR, of="angel"),
    ),
    cut=CutRule(
        "4.5",
        offers=(FirstOffer("4.3.1", COMMENCING, "named"), FirstOffer("4.3.2", SHUFFLED, "left")),
        refused_clause="4.4",
        supervisor_clause="4.3",
        designates=True,
    ),
    cutting_card=CuttingCard("4.6", nearest=20),
    burns=(
        Burn("4.7.1", "face down"),
        Burn("4.7.2", "shown on request", shown_on_request=True, approval=CASINO_SUPERVISOR),
        Burn("4.7.3", "counted", counted=True, approval=CASINO_SUPERVISOR),
    ),
    last_coup=LastCoup(during=1, during_clause="4.9", first=1, first_clause="4.10"),
    rack_coups=0,  # 1.1, "Coup": into the device at once
)

# 5 Wagers: who may bet what together

SUPER_SIX = {"pairs-player": "10.2", "pairs-banker": "10.2", "super-six": "10.9"}
TIGER = {
    "tiger-tie": "10.14",
    "tiger-pair": "10.19",
    "tiger": "10.25",
    "big-tiger": "10.30",
    "small-tiger": "10.35",
}
AREAS = (3, 5, 6, 7, 8, 9)  # under every diagram
LAYOUTS = (  # 2.2
    *diagrams("A", "2.2", SUPER_SIX, AREAS),
    *diagrams("BC", "2.2", TIGER, AREAS),
    *diagrams("D", "2.2", SUPER_SIX, AREAS),
    *diagrams("EFGHIJKLM", "2.2", TIGER, AREAS),
)

TOGETHER = Together(
    pairings=(
        pairing("5.6.1", "player"),
        pairing("5.6.2", "player", "tie"),
        pairing("5.6.3", "banker"),
        pairing("5.6.4", "banker", "tie"),
        pairing("5.6.5", "tie"),
        pairing("5.6.6", "banker", "player", approval=CASINO_SUPERVISOR),
        pairing("5.6.7", "banker", "player", "tie", approval=CASINO_SUPERVISOR),
    ),
    layouts=LAYOUTS,
)

CHIPS = ChipRule("5.8")

# 7 The initial deal, 9 Dealing of additional cards

PROCEDURE = CommonHands(
    deal_order=(PLAYER, BANKER, PLAYER, BANKER),
    deal_clause="7.3",
    natural=(8, 9),  # 9.2
    player_draws=(0, 1, 2, 3, 4, 5),  # Table 1
    banker_draws=tableau(  # Table 2
        """
        Banker  none  0 1 2 3 4 5 6 7 8 9
        0       D     D D D D D D D D D D
        1       D     D D D D D D D D D D
        2       D     D D D D D D D D D D
        3       D     D D D D D D D D S D
        4       D     S S D D D D D D S S
        5       D     S S S S D D D D S S
        6       S     S S S S S S D D S S
        7       S     S S S S S S S S S S
        8       S     S S S S S S S S S S
        9       S     S S S S S S S S S S
        """
    ),
    player_third=Due(PLAYER, "9.3.1"),
    banker_third=Due(BANKER, "9.4.1"),
    banker_third_alone=Due(BANKER, "9.5"),
)

# Facts that the wagers depend on


class Pairs(IntEnum):
    """Which hands begin with a pair; twins are two pairs of one rank."""

    NONE = 0
    PLAYER = 1
    BANKER = 2
    DOUBLE = 3
    TWIN = 4


class BaccaratFacts(NamedTuple):
    player: int
    banker: int
    banker_cards: int
    pairs: int


NO_PAIR, PLAYER_PAIR, BANKER_PAIR, DOUBLE, TWIN = numbers(Pairs)


def pairs_of(player: Sequence[Card], banker: Sequence[Card]) -> int:
    """10.6, 10.23 and 10.24: only the first two cards of each hand count."""
    if is_pair(player):
        if not is_pair(banker):
            return PLAYER_PAIR
        return TWIN if player[0].rank == banker[0].rank else DOUBLE
    return BANKER_PAIR if is_pair(banker) else NO_PAIR


def read(hands: Hands, _box: str) -> BaccaratFacts:
    player, banker = hands[PLAYER], hands[BANKER]
    pairs = pairs_of(player.cards, banker.cards)
    return BaccaratFacts(player.total, banker.total, len(banker.cards), pairs)


COUP = FactsSpace(
    BaccaratFacts, BaccaratFacts._fields, (TOTALS, TOTALS, (2, 3), numbers(Pairs)), read
)

BOTH_TOTALS = ("player", "banker")
SIX = 6  # 10.13, 10.18, 10.29, 11.2.2

# 10 Optional bets: when they win


def player_pair(f: BaccaratFacts) -> bool:
    return f.pairs in (Pairs.PLAYER, Pairs.DOUBLE, Pairs.TWIN)


def banker_pair(f: BaccaratFacts) -> bool:
    return f.pairs in (Pairs.BANKER, Pairs.DOUBLE, Pairs.TWIN)


def banker_wins_with_six(f: BaccaratFacts) -> bool:
    return banker_wins(f) and f.banker == SIX


def banker_wins_without_six(f: BaccaratFacts) -> bool:
    return banker_wins(f) and f.banker != SIX


def tied_on_six(f: BaccaratFacts) -> bool:
    return tied(f) and f.banker == SIX


def single_pair(f: BaccaratFacts) -> bool:
    return f.pairs in (Pairs.PLAYER, Pairs.BANKER)


def double_pair(f: BaccaratFacts) -> bool:
    return f.pairs == Pairs.DOUBLE


def twin_pair(f: BaccaratFacts) -> bool:
    return f.pairs == Pairs.TWIN


def two_card_tiger(f: BaccaratFacts) -> bool:
    return banker_wins_with_six(f) and f.banker_cards == 2


def three_card_tiger(f: BaccaratFacts) -> bool:
    return banker_wins_with_six(f) and f.banker_cards == 3


# 11 Settlement

COMMISSION, EVEN_MONEY = "commission", "even-money"
EVENS = to(1, 1)  # 11.1.2, 11.2.1, 11.2.2
TIE_ODDS = to(8, 1)  # 11.1.5, 11.2.3
PAIR_ODDS = to(11, 1)  # 10.7, 11.1.4

WAGERS = (
    wager(
        "player", "Player", "5.1.1", COUP,
        line("11.1.2", EVENS, player_wins, COMMISSION),
        line("11.2.1", EVENS, player_wins, EVEN_MONEY),
        line("5.1.1.3", STANDOFF, tied),
        reads=BOTH_TOTALS, loses="5.1.1.2",
    ),
    wager(
        "banker", "Banker", "5.1.2", COUP,
        line("11.1.3", to(19, 20), banker_wins, COMMISSION),
        line("11.2.2", EVENS, banker_wins_without_six, EVEN_MONEY),
        line("11.2.2", to(1, 2), banker_wins_with_six, EVEN_MONEY),
        line("5.1.2.3", STANDOFF, tied),
        reads=BOTH_TOTALS, loses="5.1.2.2",
    ),
    wager(
        "tie", "Tie", "5.1.3", COUP,
        line("11.1.5", TIE_ODDS, tied, COMMISSION),
        line("11.2.3", TIE_ODDS, tied, EVEN_MONEY),
        reads=BOTH_TOTALS, loses="5.1.3",
    ),
    wager(
        "pairs-player", "Pairs Player", "10.2", COUP,
        line("11.1.4", PAIR_ODDS, player_pair),
        reads=("pairs",), loses="10.8", side_bet=True, decks=DECKS_FOR_SIDE_BETS,
    ),
    wager(
        "pairs-banker", "Pairs Banker", "10.2", COUP,
        line("11.1.4", PAIR_ODDS, banker_pair),
        reads=("pairs",), loses="10.8", side_bet=True, decks=DECKS_FOR_SIDE_BETS,
    ),
    wager(
        "super-six", "Super Six", "10.9", COUP,
        line("11.1.6", to(15, 1), banker_wins_with_six),
        reads=BOTH_TOTALS, loses="10.13", side_bet=True,
    ),
    wager(
        "tiger-tie", "Tiger Tie", "10.14", COUP,
        line("11.1.7", to(45, 1), tied_on_six),
        reads=BOTH_TOTALS, loses="10.18", side_bet=True, decks=DECKS_FOR_SIDE_BETS,
    ),
    wager(
        "tiger-pair", "Tiger Pair", "10.19", COUP,
        line("11.1.8.1", to(4, 1), single_pair),
        line("11.1.8.2", to(25, 1), double_pair),
        line("11.1.8.3", to(100, 1), twin_pair),
        reads=("pairs",), loses="10.23.4", side_bet=True, decks=DECKS_FOR_SIDE_BETS,
    ),
    wager(
        "tiger", "Tiger", "10.25", COUP,
        line("11.1.9.1", to(12, 1), two_card_tiger),
        line("11.1.9.2", to(22, 1), three_card_tiger),
        reads=(*BOTH_TOTALS, "banker_cards"), loses="10.29.3",
        side_bet=True, decks=DECKS_FOR_SIDE_BETS,
    ),
    wager(
        "big-tiger", "Big Tiger", "10.30", COUP,
        line("11.1.10", to(55, 1), three_card_tiger),
        reads=(*BOTH_TOTALS, "banker_cards"), loses="10.34",
        side_bet=True, decks=DECKS_FOR_SIDE_BETS,
    ),
    wager(
        "small-tiger", "Small Tiger", "10.35", COUP,
        line("11.1.11", to(22, 1), two_card_tiger),
        reads=(*BOTH_TOTALS, "banker_cards"), loses="10.39",
        side_bet=True, decks=DECKS_FOR_SIDE_BETS,
    ),
)  # fmt: skip

RULEBOOK = Rulebook(
    id="star-baccarat",
    title="Baccarat",
    casino="The Star Sydney",
    version="version 4",
    dated="2025-08-13",
    in_force="2025-08-13",  # when published, so no earlier than signed
    coup="coup",
    places=None,
    preparation=PREPARATION,
    procedure=PROCEDURE,
    wagers=WAGERS,
    together=TOGETHER,
    schemes={COMMISSION: "11.1", EVEN_MONEY: "11.2"},
    chips=CHIPS,
    conduct=CONDUCT,
    tables={"9.4": PROCEDURE.banker_draws.rows()},
    overlays={TOURNAMENT.overlay.name: TOURNAMENT.overlay},
    tournament=TOURNAMENT,
    promotions=PROMOTIONS,
)
