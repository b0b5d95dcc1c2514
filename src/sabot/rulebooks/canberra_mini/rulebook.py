"""Mini-Baccarat, Casino Canberra, 6 December 2017 (NI2017-633)."""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from sabot.core.cards import Card, is_pair
from sabot.rulebooks.canberra_mini.conduct import CONDUCT
from sabot.rulebooks.canberra_mini.tournament import TOURNAMENT
from sabot.rules import (
    BANKER,
    PLAYER,
    STANDOFF,
    TOTALS,
    CommonHands,
    Due,
    FactsSpace,
    Hands,
    Layout,
    Rulebook,
    Together,
    line,
    numbers,
    pairing,
    tableau,
    to,
    wager,
)
from sabot.rules.coup.results import banker_wins, player_wins, tied
from sabot.rules.roles import CASINO_OPERATOR, CASINO_SUPERVISOR
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
from sabot.shoe.procedure import COMMENCING, SHOE, SHUFFLED

# 2 Cards, 5 Shuffle and cut of the cards, 6.1 All cards from a shoe

PREPARATION = Preparation(
    decks=Decks("2.1", (8,)),
    cutting_cards=2,  # 2.1
    sources=Sources("6.1", (SHOE,)),
    replacements=(Replacement("2.3", "any reason after a round", CASINO_OPERATOR),),
    pre_shuffled=(PreShuffled("5.2", asked_by=(A_PLAYER,), approved_by=CASINO_SUPERVISOR),),
    cut=CutRule(
        "5.4",
        offers=(FirstOffer("5.3", COMMENCING, "named"), FirstOffer("5.3", SHUFFLED, "left")),
        refused_clause="5.3",
        any_player=True,  # 5.3: a player
    ),
    cutting_card=CuttingCard("5.4", nearest=12),
    burns=(Burn("5.5(a)", "face down"), Burn("5.5(b)", "counted", counted=True)),
    last_coup=LastCoup(
        during=0, during_clause="5.8", first=1, first_clause="5.8", tie_adds=1
    ),
    rack_coups=None,
)  # fmt: skip

# 4 Wagers: who may bet what together

PERFECT_PAIRS = ("perfect-pairs-player", "perfect-pairs-banker")
CANBERRA_PAIRS = ("canberra-pairs-player", "canberra-pairs-banker")

TOGETHER = Together(
    pairings=(
        pairing("4.5(a)", "banker"),
        pairing("4.5(a)", "player"),
        pairing("4.5(a)", "tie"),
        pairing("4.5(a)", "banker", "tie"),
        pairing("4.5(a)", "player", "tie"),
        pairing("4.5(b)", "banker", "player", approval=CASINO_SUPERVISOR),
        pairing("4.5(b)", "banker", "player", "tie", approval=CASINO_SUPERVISOR),
    ),
    one_each="4.5(a)",
    layouts=(
        Layout("Mini-Baccarat", "1.1", approved="1.1"),
        Layout("Perfect Pairs", "9.2", dict.fromkeys(PERFECT_PAIRS, "8.2"), approved="9.2"),
        Layout("Canberra Pairs", "9.2", dict.fromkeys(CANBERRA_PAIRS, "8.2"), approved="9.2"),
    ),
)

# 6 The initial deal, 7 Additional cards

PROCEDURE = CommonHands(
    deal_order=(PLAYER, BANKER, PLAYER, BANKER),
    deal_clause="6.2",
    natural=(8, 9),  # Dictionary, "Natural"; 6.4
    player_draws=(0, 1, 2, 3, 4, 5),  # 7.2
    banker_draws=tableau(  # 7.3
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
        """
    ),
    player_third=Due(PLAYER, "7.2"),
    banker_third=Due(BANKER, "7.3"),
    banker_third_alone=Due(BANKER, "7.3"),
)

# Facts that the wagers depend on


class Pair(IntEnum):
    """10.1 to 10.4: what two cards of one face value have in common besides."""

    NONE = 0
    MIXED = 1
    COLOURED = 2
    PERFECT = 3


class CanberraFacts(NamedTuple):
    player: int
    banker: int
    player_pair: int
    banker_pair: int


NO_PAIR, MIXED, COLOURED, PERFECT = numbers(Pair)


def pair_of(cards: Sequence[Card]) -> int:
    """9.6: only the first two cards count."""
    if not is_pair(cards):
        return NO_PAIR
    first, second = cards[:2]
    if first.suit == second.suit:
        return PERFECT
    return COLOURED if first.is_red == second.is_red else MIXED


def read(hands: Hands, _box: str) -> CanberraFacts:
    player, banker = hands[PLAYER], hands[BANKER]
    pairs = pair_of(player.cards), pair_of(banker.cards)
    return CanberraFacts(player.total, banker.total, *pairs)


ROUND = FactsSpace(
    CanberraFacts, CanberraFacts._fields, (TOTALS, TOTALS, numbers(Pair), numbers(Pair)), read
)

BOTH_TOTALS = ("player", "banker")
REDUCED_TOTAL = 6  # 8.9(b)


def banker_wins_with_six(f: CanberraFacts) -> bool:
    return banker_wins(f) and f.banker == REDUCED_TOTAL


def banker_wins_without_six(f: CanberraFacts) -> bool:
    return banker_wins(f) and f.banker != REDUCED_TOTAL


def player_mixed(f: CanberraFacts) -> bool:
    return f.player_pair == Pair.MIXED


def player_coloured(f: CanberraFacts) -> bool:
    return f.player_pair == Pair.COLOURED


def player_perfect(f: CanberraFacts) -> bool:
    return f.player_pair == Pair.PERFECT


def player_paired(f: CanberraFacts) -> bool:
    return f.player_pair != Pair.NONE


def banker_mixed(f: CanberraFacts) -> bool:
    return f.banker_pair == Pair.MIXED


def banker_coloured(f: CanberraFacts) -> bool:
    return f.banker_pair == Pair.COLOURED


def banker_perfect(f: CanberraFacts) -> bool:
    return f.banker_pair == Pair.PERFECT


def banker_paired(f: CanberraFacts) -> bool:
    return f.banker_pair != Pair.NONE


# 8 Settlement of wagers, 9 Pairs, 10 Perfect Pairs, 11 Canberra Pairs

COMMISSION, NON_COMMISSION = "commission", "non-commission"
EVENS = to(1, 1)  # 8.8(a), 8.9(a), 8.9(b)
TIE_ODDS = to(8, 1)  # 8.8(c), 8.9(c)
MIXED_ODDS = to(5, 1)  # 8.8(d), 8.9(d), 10.6(a)
COLOURED_ODDS = to(12, 1)  # 8.8(d), 8.9(d), 10.6(b)
PERFECT_ODDS = to(25, 1)  # 8.8(d), 8.9(d), 10.6(c)
CANBERRA_ODDS = to(11, 1)  # 8.8(e), 8.9(e), 11.2(a)

WAGERS = (
    wager(
        "player", "Player", "4.3(b)", ROUND,
        line("8.8(a)", EVENS, player_wins, COMMISSION),
        line("8.9(a)", EVENS, player_wins, NON_COMMISSION),
        line("8.5(c)", STANDOFF, tied),
        reads=BOTH_TOTALS, loses="8.5(b)",
    ),
    wager(
        "banker", "Banker", "4.3(a)", ROUND,
        line("8.8(b)", to(19, 20), banker_wins, COMMISSION),  # 1 to 1 less 5%
        line("8.9(b)", EVENS, banker_wins_without_six, NON_COMMISSION),
        line("8.9(b)", to(1, 2), banker_wins_with_six, NON_COMMISSION),  # 1 to 1 less 50%
        line("8.4(c)", STANDOFF, tied),
        reads=BOTH_TOTALS, loses="8.4(b)",
    ),
    wager(
        "tie", "Tie", "4.3(c)", ROUND,
        line("8.8(c)", TIE_ODDS, tied, COMMISSION),
        line("8.9(c)", TIE_ODDS, tied, NON_COMMISSION),
        reads=BOTH_TOTALS, loses="8.6(b)",
    ),
    wager(
        "perfect-pairs-player", "Perfect Pairs Player", "9.8(b)", ROUND,
        line("8.8(d)", MIXED_ODDS, player_mixed, COMMISSION),
        line("8.8(d)", COLOURED_ODDS, player_coloured, COMMISSION),
        line("8.8(d)", PERFECT_ODDS, player_perfect, COMMISSION),
        line("8.9(d)", MIXED_ODDS, player_mixed, NON_COMMISSION),
        line("8.9(d)", COLOURED_ODDS, player_coloured, NON_COMMISSION),
        line("8.9(d)", PERFECT_ODDS, player_perfect, NON_COMMISSION),
        reads=("player_pair",), loses="9.8(d)", settles="initial", side_bet=True,
    ),
    wager(
        "perfect-pairs-banker", "Perfect Pairs Banker", "9.8(a)", ROUND,
        line("8.8(d)", MIXED_ODDS, banker_mixed, COMMISSION),
        line("8.8(d)", COLOURED_ODDS, banker_coloured, COMMISSION),
        line("8.8(d)", PERFECT_ODDS, banker_perfect, COMMISSION),
        line("8.9(d)", MIXED_ODDS, banker_mixed, NON_COMMISSION),
        line("8.9(d)", COLOURED_ODDS, banker_coloured, NON_COMMISSION),
        line("8.9(d)", PERFECT_ODDS, banker_perfect, NON_COMMISSION),
        reads=("banker_pair",), loses="9.8(c)", settles="initial", side_bet=True,
    ),
    wager(
        "canberra-pairs-player", "Canberra Pairs Player", "9.8(b)", ROUND,
        line("8.8(e)", CANBERRA_ODDS, player_paired, COMMISSION),
        line("8.9(e)", CANBERRA_ODDS, player_paired, NON_COMMISSION),
        reads=("player_pair",), loses="9.8(d)", settles="initial", side_bet=True,
    ),
    wager(
        "canberra-pairs-banker", "Canberra Pairs Banker", "9.8(a)", ROUND,
        line("8.8(e)", CANBERRA_ODDS, banker_paired, COMMISSION),
        line("8.9(e)", CANBERRA_ODDS, banker_paired, NON_COMMISSION),
        reads=("banker_pair",), loses="9.8(c)", settles="initial", side_bet=True,
    ),
)  # fmt: skip

RULEBOOK = Rulebook(
    id="canberra-mini",
    title="Mini-Baccarat",
    casino="Casino Canberra",
    version="NI2017-633",
    dated="2017-12-06",
    in_force="2017-12-07",  # the day after notification: 2
    coup="round",
    places=None,
    preparation=PREPARATION,
    procedure=PROCEDURE,
    wagers=WAGERS,
    together=TOGETHER,
    schemes={COMMISSION: "8.8", NON_COMMISSION: "8.9"},
    chips=None,
    conduct=CONDUCT,
    tables={"7.3": PROCEDURE.banker_draws.rows()},
    overlays={TOURNAMENT.overlay.name: TOURNAMENT.overlay},
    tournament=TOURNAMENT,
)
