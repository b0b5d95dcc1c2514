"""Lucky Draw Baccarat, The Star Sydney, 17 August 2016."""

from collections.abc import Sequence
from enum import IntEnum
from fractions import Fraction
from typing import NamedTuple

from sabot.core.cards import Card
from sabot.rulebooks.star_lucky_draw.conduct import CONDUCT
from sabot.rulebooks.star_lucky_draw.promotions import PROMOTIONS
from sabot.rules import (
    DEALER,
    STANDOFF,
    TOTALS,
    ChipRule,
    Due,
    FactsSpace,
    Hands,
    LuckyDrawHands,
    Needs,
    Places,
    Rulebook,
    Together,
    diagrams,
    line,
    numbers,
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
from sabot.shoe.procedure import (
    COMMENCING,
    CUTTING_CARD_FIRST,
    CUTTING_CARD_ON_AREA,
    CUTTING_CARD_ON_DEALER,
    DEVICE,
    REPLACED,
    SHOE,
)

# 3 The cards, 4 The shuffle and cut

PREPARATION = Preparation(
    decks=Decks("3.1", (3, 4, 6, 8)),
    sources=Sources("3.5", (SHOE, DEVICE)),
    replacements=(
        Replacement("3.7", "the last round", CASINO_SUPERVISOR, played_out=True),
        Replacement("3.8", "unfit cards", CASINO_SUPERVISOR),
    ),
    pre_shuffled=(PreShuffled("4.2", asked_by=(A_PLAYER,), approved_by=CASINO_SUPERVISOR),),
    cut=CutRule(
        "4.8",
        offers=(
            FirstOffer("4.6.1", COMMENCING, "named"),
            FirstOffer("4.6.2", CUTTING_CARD_ON_AREA, "named"),
            FirstOffer("4.6.3", CUTTING_CARD_ON_DEALER, "right"),
            FirstOffer("4.6.4", CUTTING_CARD_FIRST, "right"),
            FirstOffer("4.6.5", REPLACED, "right"),
        ),
        refused_clause="4.7",
    ),
    cutting_card=CuttingCard("4.9", nearest=1, part=Fraction(1, 2)),
    burns=(Burn("4.10", "face down"),),
    last_coup=LastCoup(during=0, during_clause="4.1.3", first=0, first_clause="4.1.2"),
    rack_coups=1,  # 1.1 and 9.2 send the cards to the rack
)

# 5 Wagers: who may bet what together

TOGETHER = Together(
    pairings=(pairing("5.1.1", "enter"), pairing("5.2", "enter", "draw")),
    needs=(Needs("8.2", "draw", beside=("enter",), equal=True, decision="draw"),),
    layouts=diagrams("A", "2.2", {}, (7,)),
)

CHIPS = ChipRule("5.9")

# 7 Initial deal, 8 Subsequent deal

PROCEDURE = LuckyDrawHands(
    initial_clause="7.2",
    choice_clause="8.1",
    box_draw_clause="8.3",
    dealer_second=Due(DEALER, "8.4"),
    dealer_third=Due(DEALER, "8.5"),
    dealer_draws=(0, 1, 2, 3, 4),  # 8.5
)

# Facts that the wagers depend on


class DrawOutcome(IntEnum):
    """The player's decision, and whether it made three threes."""

    STOOD = 0
    DREW = 1
    THREES_OFF_SUIT = 2
    THREES_SUITED = 3


class LuckyDrawFacts(NamedTuple):
    player: int
    dealer: int
    drawn: int


STOOD, DREW, OFF_SUIT, SUITED = numbers(DrawOutcome)


def drawn_of(cards: Sequence[Card]) -> int:
    """1.1: 3-3-3 suited is of one suit, off suit of two or more."""
    if len(cards) == 2:
        return STOOD
    for card in cards:
        if card.rank != "3":
            return DREW
    return SUITED if len({card.suit for card in cards}) == 1 else OFF_SUIT


def read(hands: Hands, box: str) -> LuckyDrawFacts:
    hand = hands[box]
    return LuckyDrawFacts(hand.total, hands[DEALER].total, drawn_of(hand.cards))


BOX = FactsSpace(
    LuckyDrawFacts,
    LuckyDrawFacts._fields,
    (TOTALS, TOTALS, numbers(DrawOutcome)),
    read,
    per_box=True,
)


def player_is_higher(f: LuckyDrawFacts) -> bool:
    return f.player > f.dealer


def tied(f: LuckyDrawFacts) -> bool:
    return f.player == f.dealer


LUCKY_SEVEN, LUCKY_EIGHT, LUCKY_NINE = 7, 8, 9  # 1.1, 9.1.3, 9.1.4, 9.1.5


def drew(f: LuckyDrawFacts) -> bool:
    """8.2: there is a DRAW wager only where a third card was taken."""
    return f.drawn != DrawOutcome.STOOD


def won_drawing(f: LuckyDrawFacts) -> bool:
    return drew(f) and player_is_higher(f)


def tied_drawing(f: LuckyDrawFacts) -> bool:
    return drew(f) and tied(f)


def won_without_luck(f: LuckyDrawFacts) -> bool:
    return won_drawing(f) and f.player < LUCKY_SEVEN


def lucky_seven(f: LuckyDrawFacts) -> bool:
    return won_drawing(f) and f.player == LUCKY_SEVEN


def lucky_eight(f: LuckyDrawFacts) -> bool:
    return won_drawing(f) and f.player == LUCKY_EIGHT


def nine(f: LuckyDrawFacts) -> bool:
    return won_drawing(f) and f.player == LUCKY_NINE


def lucky_nine(f: LuckyDrawFacts) -> bool:
    return nine(f) and f.drawn == DrawOutcome.DREW


def threes_suited(f: LuckyDrawFacts) -> bool:
    return nine(f) and f.drawn == DrawOutcome.THREES_SUITED


def threes_off_suit(f: LuckyDrawFacts) -> bool:
    return nine(f) and f.drawn == DrawOutcome.THREES_OFF_SUIT


# 9 Settlement

WAGERS = (
    wager(
        "enter", "ENTER", "5.1.1", BOX,
        line("9.1.1", to(1, 1), player_is_higher),
        line("5.1.1.3", STANDOFF, tied),
        reads=("player", "dealer"), loses="5.1.1.2",
    ),
    wager(
        "draw", "DRAW", "5.2", BOX,
        line("9.1.2", to(1, 1), won_without_luck),
        line("9.1.3", to(3, 2), lucky_seven),
        line("9.1.4", to(2, 1), lucky_eight),
        line("9.1.5", to(3, 1), lucky_nine),
        line("9.1.5.2", to(30, 1), threes_suited),
        line("9.1.5.3", to(9, 1), threes_off_suit),
        line("5.3.3", STANDOFF, tied_drawing),
        reads=("player", "dealer", "drawn"), loses="5.3.2", played_when=drew,
    ),
)  # fmt: skip

RULEBOOK = Rulebook(
    id="star-lucky-draw",
    title="Lucky Draw Baccarat",
    casino="The Star Sydney",
    version="17 August 2016",
    dated="2016-08-17",
    in_force="2016-08-17",  # when published, so no earlier than signed
    coup="round",
    places=Places("2.1", 7),
    preparation=PREPARATION,
    procedure=PROCEDURE,
    wagers=WAGERS,
    together=TOGETHER,
    schemes={},
    chips=CHIPS,
    conduct=CONDUCT,
    promotions=PROMOTIONS,
)
