"""7-Up Baccarat, The Star Sydney, 17 August 2016."""

from collections.abc import Callable
from typing import NamedTuple

from sabot.core.cards import Card, value_of
from sabot.rulebooks.star_seven_up.conduct import CONDUCT
from sabot.rulebooks.star_seven_up.promotions import PROMOTIONS
from sabot.rulebooks.star_seven_up.tournament import TOURNAMENT
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
    Needs,
    Places,
    Rulebook,
    Together,
    diagrams,
    line,
    pairing,
    tableau,
    to,
    wager,
)
from sabot.rules.coup.results import banker_wins, player_wins, tied
from sabot.rules.roles import CASINO_SUPERVISOR, GAMING_MANAGER
from sabot.shoe import Burn, Decks, Preparation, PreShuffled, Replacement, Sources
from sabot.shoe.procedure import DEVICE

# 2 Table layout: the 7 that is printed in the Player's card area heads every Player's hand

SEVEN = "7"  # 2.2.1, 3.3.3, 5.1.4, 10.5
PRINTED_SEVEN = Card(SEVEN, "", value_of(SEVEN), SEVEN)
AREAS = tuple(range(3, 10))  # 2.2.2, and under both diagrams
LAYOUTS = diagrams("AB", "2.2", {"super-sevens": "2.2.4"}, AREAS)

# 3 The cards, 4 The shuffle: a device only, so no cut and no cutting card

PREPARATION = Preparation(
    decks=Decks("3.1", (6,)),
    sources=Sources("3.6", (DEVICE,)),
    replacements=(Replacement("3.8", "unfit cards", CASINO_SUPERVISOR),),
    pre_shuffled=(
        PreShuffled(
            "4.2", asked_by=(CASINO_SUPERVISOR,), approved_by=None, of="casino", loading=True
        ),
    ),
    cut=None,
    cutting_card=None,
    burns=(Burn("4.4", "face down"),),
    last_coup=None,
    rack_coups=1,  # 8.4: a coup's cards wait in the rack until the next coup is settled
)

# 5 Wagers: who may bet what together

TOGETHER = Together(
    pairings=(
        pairing("5.6.1", "player"),
        pairing("5.6.2", "player", "tie"),
        pairing("5.6.3", "banker"),
        pairing("5.6.4", "banker", "tie"),
        pairing("5.6.5", "tie"),
        pairing("5.6.6", "banker", "player", approval=GAMING_MANAGER),
        pairing("5.6.7", "banker", "player", "tie", approval=GAMING_MANAGER),
    ),
    needs=(Needs("5.6.8", "super-sevens", beside=("player", "banker", "tie"), anyones=True),),
    layouts=LAYOUTS,
)

CHIPS = ChipRule("5.7")

# 7 The initial deal, 9 Dealing of additional cards

PROCEDURE = CommonHands(
    printed=(PRINTED_SEVEN,),
    deal_order=(BANKER, PLAYER, BANKER),
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


class SevenUpFacts(NamedTuple):
    player: int
    banker: int
    sevens: int


def count_sevens(hands: Hands) -> int:
    """10.5: every 7 in both hands; the printed one is the first."""
    sevens = 0
    for hand in hands.values():
        for card in hand.cards:
            if card.rank == SEVEN:
                sevens += 1
    return sevens


def read(hands: Hands, _box: str) -> SevenUpFacts:
    return SevenUpFacts(hands[PLAYER].total, hands[BANKER].total, count_sevens(hands))


COUP = FactsSpace(SevenUpFacts, SevenUpFacts._fields, (TOTALS, TOTALS, (1, 2, 3, 4, 5, 6)), read)

BOTH_TOTALS = ("player", "banker")
LUCKY_TOTAL = 7  # 11.1.2


def banker_wins_on_seven(f: SevenUpFacts) -> bool:
    return banker_wins(f) and f.banker == LUCKY_TOTAL


def banker_wins_off_seven(f: SevenUpFacts) -> bool:
    return banker_wins(f) and f.banker != LUCKY_TOTAL


def player_wins_on_seven(f: SevenUpFacts) -> bool:
    return player_wins(f) and f.player == LUCKY_TOTAL


def player_wins_off_seven(f: SevenUpFacts) -> bool:
    return player_wins(f) and f.player != LUCKY_TOTAL


def tied_on_seven(f: SevenUpFacts) -> bool:
    return tied(f) and f.banker == LUCKY_TOTAL


def tied_off_seven(f: SevenUpFacts) -> bool:
    return tied(f) and f.banker != LUCKY_TOTAL


def with_sevens(number: int) -> Callable[[SevenUpFacts], bool]:
    return lambda f: f.sevens == number


# 10 Super 7's, 11 Settlement

SUPER_SEVENS = {  # number of 7 cards: odds, 11.1.3
    2: to(2, 1),
    3: to(5, 1),
    4: to(17, 1),
    5: to(70, 1),
    6: to(700, 1),
}

EVENS = to(1, 1)  # 11.1.2

WAGERS = (
    wager(
        "player", "Player", "5.1.1", COUP,
        line("11.1.2", to(1, 2), player_wins_on_seven),
        line("11.1.2", EVENS, player_wins_off_seven),
        line("5.1.1.3", STANDOFF, tied),
        reads=BOTH_TOTALS, loses="5.1.1.2",
    ),
    wager(
        "banker", "Banker", "5.1.2", COUP,
        line("11.1.2", to(9, 5), banker_wins_on_seven),
        line("11.1.2", EVENS, banker_wins_off_seven),
        line("5.1.2.3", STANDOFF, tied),
        reads=BOTH_TOTALS, loses="5.1.2.2",
    ),
    wager(
        "tie", "Tie", "5.1.3", COUP,
        line("11.1.2", to(9, 1), tied_on_seven),
        line("11.1.2", to(7, 1), tied_off_seven),
        reads=BOTH_TOTALS, loses="5.1.3",
    ),
    wager(
        "super-sevens", "Super 7's", "5.1.4", COUP,
        *(
            line("11.1.3", odds, with_sevens(sevens))
            for sevens, odds in SUPER_SEVENS.items()
        ),
        reads=("sevens",), loses="5.1.4", side_bet=True,
    ),
)  # fmt: skip

RULEBOOK = Rulebook(
    id="star-seven-up",
    title="7-Up Baccarat",
    casino="The Star Sydney",
    version="17 August 2016",
    dated="2016-08-17",
    in_force="2016-08-17",  # when published, so no earlier than signed
    coup="coup",
    places=Places("2.1", 9, least=3),
    preparation=PREPARATION,
    procedure=PROCEDURE,
    wagers=WAGERS,
    together=TOGETHER,
    schemes={},
    chips=CHIPS,
    conduct=CONDUCT,
    tables={"9.4": PROCEDURE.banker_draws.rows()},
    overlays={TOURNAMENT.overlay.name: TOURNAMENT.overlay},
    tournament=TOURNAMENT,
    promotions=PROMOTIONS,
)
