"""Three Card Baccarat, The Star Sydney, 17 August 2016."""

from collections.abc import Callable
from typing import NamedTuple

from sabot.core.cards import PICTURES, Hand
from sabot.rulebooks.star_three_card.conduct import CONDUCT
from sabot.rulebooks.star_three_card.promotions import PROMOTIONS
from sabot.rules import (
    BANKER,
    STANDOFF,
    ChipRule,
    FactsSpace,
    Hands,
    Rulebook,
    ThreeCardHands,
    Together,
    diagrams,
    line,
    of_hand,
    pairing,
    to,
    wager,
)
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
from sabot.shoe.procedure import COMMENCING, DEVICE, SHOE, SHUFFLED

# 3 The cards, 4 The shuffle and cut

PREPARATION = Preparation(
    decks=Decks("3.1", (6, 8)),
    sources=Sources("3.7", (SHOE, DEVICE)),
    replacements=(
        Replacement("3.9", "the last coup", CASINO_SUPERVISOR, played_out=True),
        Replacement("3.10", "unfit cards", CASINO_SUPERVISOR),
    ),
    pre_shuffled=(
        PreShuffled("4.2", asked_by=(CASINO_SUPERVISOR, A_PLAYER), approved_by=None),
    ),
    cut=CutRule(
        "4.5",
        offers=(FirstOffer("4.3.1", COMMENCING, "named"), FirstOffer("4.3.2", SHUFFLED, "left")),
        refused_clause="4.4",
    ),
    cutting_card=CuttingCard("4.6", nearest=39, farthest=65),  # a deck, give or take a quarter
    burns=(Burn("4.11", "counted", counted=True),),
    last_coup=LastCoup(during=0, during_clause="4.7", first=1, first_clause="4.8"),
    rack_coups=0,
)  # fmt: skip

# 5 Wagers: who may bet what together

POINT_TOTALS = tuple(f"point-total-{total}" for total in range(10))

TOGETHER = Together(
    pairings=(pairing("5.2.1", "player"), pairing("5.2.2", "player", "tie")),
    layouts=diagrams("AB", "2.2", dict.fromkeys(("three-pictures", *POINT_TOTALS), "2.2")),
)

CHIPS = ChipRule("5.11")

# 7 Order of hands

ORDER_OF_HANDS = (  # order, picture cards, point count
    (1, 3, 0),
    (2, 2, 9), (3, 1, 9), (4, 0, 9),
    (5, 2, 8), (6, 1, 8), (7, 0, 8),
    (8, 2, 7), (9, 1, 7), (10, 0, 7),
    (11, 2, 6), (12, 1, 6), (13, 0, 6),
    (14, 2, 5), (15, 1, 5), (16, 0, 5),
    (17, 2, 4), (18, 1, 4), (19, 0, 4),
    (20, 2, 3), (21, 1, 3), (22, 0, 3),
    (23, 2, 2), (24, 1, 2), (25, 0, 2),
    (26, 2, 1), (27, 1, 1), (28, 0, 1),
    (29, 2, 0), (30, 1, 0), (31, 0, 0),
)  # fmt: skip

ORDERS = tuple(order for order, _, _ in ORDER_OF_HANDS)
THREE_PICTURES = ORDERS[0]
_ORDER = {(pictures, points): order for order, pictures, points in ORDER_OF_HANDS}
_POINTS = {order: points for order, _, points in ORDER_OF_HANDS}


@of_hand
def order_of(hand: Hand) -> int:
    """7.2: 1 is the highest hand, 31 the lowest."""
    return _ORDER[sum([card.rank in PICTURES for card in hand.cards]), hand.total]


def points_of(order: int) -> int:
    """The point count that a hand of that order has."""
    return _POINTS[order]


# 8 The deal

PROCEDURE = ThreeCardHands(clause="8.1", banker_only_clause="8.2", rounds=3)

# Facts that the wagers depend on


class BoxFacts(NamedTuple):
    player: int
    banker: int


class BankerFacts(NamedTuple):
    banker: int


def read_box(hands: Hands, box: str) -> BoxFacts:
    return BoxFacts(order_of(hands[box]), order_of(hands[BANKER]))


def read_banker(hands: Hands, _box: str) -> BankerFacts:
    return BankerFacts(order_of(hands[BANKER]))


BOX = FactsSpace(BoxFacts, BoxFacts._fields, (ORDERS, ORDERS), read_box, per_box=True)
BANKER_ALONE = FactsSpace(BankerFacts, BankerFacts._fields, (ORDERS,), read_banker)


def player_is_higher(f: BoxFacts) -> bool:
    return f.player < f.banker


def player_is_higher_with_six(f: BoxFacts) -> bool:
    return player_is_higher(f) and points_of(f.player) == REDUCED_TOTAL


def player_is_higher_without_six(f: BoxFacts) -> bool:
    return player_is_higher(f) and points_of(f.player) != REDUCED_TOTAL


def same_order(f: BoxFacts) -> bool:
    return f.player == f.banker


def both_three_pictures(f: BoxFacts) -> bool:
    return same_order(f) and f.player == THREE_PICTURES


def same_lower_order(f: BoxFacts) -> bool:
    return same_order(f) and f.player != THREE_PICTURES


def banker_three_pictures(f: BankerFacts) -> bool:
    return f.banker == THREE_PICTURES


def banker_totals(points: int) -> Callable[[BankerFacts], bool]:
    """5.1.4: three picture cards count 0 like any other hand of 0."""
    return lambda f: points_of(f.banker) == points


# 11 Settlement

COMMISSION, EVEN_MONEY = "commission", "even-money"
REDUCED_TOTAL = 6  # 11.2.1
POINT_TOTAL_ODDS = to(8, 1)  # 11.1.2, 11.2.2
TIE_ODDS = to(21, 1)  # 11.1.3, 11.2.3
THREE_PICTURES_ODDS = to(70, 1)  # 11.1.4, 11.2.4

WAGERS = (
    wager(
        "player", "Player", "5.1.1", BOX,
        line("11.1.1", to(19, 20), player_is_higher, COMMISSION),
        line("11.2.1", to(1, 1), player_is_higher_without_six, EVEN_MONEY),
        line("11.2.1", to(1, 2), player_is_higher_with_six, EVEN_MONEY),
        line("5.1.1.1", STANDOFF, both_three_pictures),
        line("5.1.1.4", STANDOFF, same_lower_order),
        reads=("player", "banker"), loses="5.1.1.3",
    ),
    wager(
        "tie", "Tie", "5.1.2", BOX,
        line("11.1.3", TIE_ODDS, same_order, COMMISSION),
        line("11.2.3", TIE_ODDS, same_order, EVEN_MONEY),
        reads=("player", "banker"), loses="5.1.2",
    ),
    wager(
        "three-pictures", "Three Picture Cards", "5.1.3", BANKER_ALONE,
        line("11.1.4", THREE_PICTURES_ODDS, banker_three_pictures, COMMISSION),
        line("11.2.4", THREE_PICTURES_ODDS, banker_three_pictures, EVEN_MONEY),
        reads=("banker",), loses="5.1.3", side_bet=True,
    ),
    *(
        wager(
            f"point-total-{total}", f"Banker Point Total {total}", "5.1.4", BANKER_ALONE,
            *(
                line(clause, POINT_TOTAL_ODDS, banker_totals(total), scheme)
                for clause, scheme in (("11.1.2", COMMISSION), ("11.2.2", EVEN_MONEY))
            ),
            reads=("banker",), loses="5.1.4", side_bet=True,
        )
        for total in range(10)
    ),
)  # fmt: skip

RULEBOOK = Rulebook(
    id="star-three-card",
    title="Three Card Baccarat",
    casino="The Star Sydney",
    version="17 August 2016",
    dated="2016-08-17",
    in_force="2016-08-17",  # when published, so no earlier than signed
    coup="coup",
    places=None,
    preparation=PREPARATION,
    procedure=PROCEDURE,
    wagers=WAGERS,
    together=TOGETHER,
    schemes={COMMISSION: "11.1", EVEN_MONEY: "11.2"},
    chips=CHIPS,
    conduct=CONDUCT,
    promotions=PROMOTIONS,
    ranks=order_of,
    tables={
        "7.2": (
            ("order", "picture cards", "point count"),
            *(tuple(map(str, row)) for row in ORDER_OF_HANDS),
        )
    },
)
