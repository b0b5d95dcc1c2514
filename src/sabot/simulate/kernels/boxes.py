"""Dealing hands on boxes in compiled code: Three Card hands, and Lucky Draw hands.

The first pit has the codes of the boxes, box after box and coup after coup.
"""

from sabot.simulate.dealing.pit import Pit, Prepared
from sabot.simulate.kernels.compilation import Longs, U, Words, compiled
from sabot.simulate.kernels.shuffling import A_WORD, draw, shuffle
from sabot.simulate.lookup.boxes import (
    CLASS_BITS,
    KIND_BITS,
    NO_CLASS,
    LuckyDrawLookup,
    ThreeCardLookup,
)
from sabot.simulate.lookup.common import CARD_BITS


@compiled
def coups_left(left: int, before: int, after: int, prepared: Prepared) -> int:
    """Return the number of coups that remain after one that took the cards left from `before` to
    `after`; -1 while the cutting card is not out. Follows `sabot.shoe.RunDown`, without ties."""
    if left < 0 and before > prepared.behind > after:
        left = prepared.during + 1
    if left > 0:
        left -= 1
    if left < 0 and after == prepared.behind:
        left = prepared.first
    return left


@compiled
def burn_of(shoe: Words, prepared: Prepared) -> int:
    return len(shoe) - int(prepared.burns[shoe[len(shoe) - 1] >> 8])


@compiled
def three_card_coup(
    shoe: Words, left: int, codes: Words, place: int, lookup: ThreeCardLookup
) -> tuple[int, int]:
    """Deal one coup: write the boxes' codes from `place` on; return the Banker's code and the cards
    left."""
    hands = len(lookup.places)
    banker = 0
    for hand in range(hands - 1, -1, -1):
        kinds = 0
        for dealt in range(3):
            kinds = kinds << KIND_BITS | int(shoe[left - lookup.places[hand, dealt]] >> 8)
        if hand == hands - 1:
            banker = int(lookup.classes[kinds])
        else:
            both = int(lookup.classes[kinds]) << CLASS_BITS | banker
            codes[place + hand] = lookup.box_codes[both]
    return int(lookup.banker_codes[banker]), left - 3 * hands


@compiled
def deal_three_card_shoes(
    state: Longs, pit: Pit, banker: Pit, prepared: Prepared, lookup: ThreeCardLookup
) -> None:
    """Shuffle, burn, and deal every shoe of the pit to its last coup."""
    boxes = len(lookup.places) - 1
    shuffle(state, pit.shoes, prepared.draws)
    for number in range(len(pit.dealt)):
        shoe, coups, to_come = pit.shoes[number], 0, -1
        left = burn_of(shoe, prepared)
        while to_come != 0:
            code, after = three_card_coup(shoe, left, pit.codes[number], coups * boxes, lookup)
            banker.codes[number, coups] = code
            coups += 1
            to_come = coups_left(to_come, left, after, prepared)
            left = after
        pit.dealt[number] = U(coups * boxes)
        banker.dealt[number] = U(coups)


@compiled
def deal_three_card_fresh(state: Longs, pit: Pit, banker: Pit, lookup: ThreeCardLookup) -> None:
    """Fill the rows of the pit with coups, each from full decks."""
    boxes, size = len(lookup.places) - 1, pit.shoes.shape[1]
    for number in range(len(pit.dealt)):
        shoe = pit.shoes[number]
        for coup in range(banker.codes.shape[1]):
            draw_many(state, shoe, 3 * (boxes + 1))
            code, _ = three_card_coup(shoe, size, pit.codes[number], coup * boxes, lookup)
            banker.codes[number, coup] = code
    pit.dealt[:] = U(pit.codes.shape[1])
    banker.dealt[:] = U(banker.codes.shape[1])


@compiled
def draw_many(state: Longs, shoe: Words, cards: int) -> None:
    """Draw `cards` cards of a full shoe to its end."""
    for drawn in range(0, cards, A_WORD):
        draw(state, shoe, U(len(shoe) - drawn), min(A_WORD, cards - drawn))


@compiled
def lucky_draw_coup(
    shoe: Words, left: int, codes: Words, place: int, lookup: LuckyDrawLookup
) -> int:
    """Deal one coup: write the boxes' codes from `place` on; return the cards left."""
    boxes = len(lookup.places) - 1
    up = shoe[left - lookup.places[boxes, 0]]
    following = left - 2 * boxes - 1
    for box in range(boxes):
        first = int(shoe[left - lookup.places[box, 0]] & 255)
        second = int(shoe[left - lookup.places[box, 1]] & 255)
        both = first << CARD_BITS | second
        hand = int(lookup.classes[both])
        if lookup.draws[both << CARD_BITS | int(up & 255)]:
            following -= 1
            end = lookup.drew[hand << CARD_BITS | int(shoe[following] & 255)]
        else:
            end = lookup.stood[hand]
        codes[place + box] = end
    following -= 1
    two = int(up >> 8) * 10 + int(shoe[following] >> 8)
    dealer = int(lookup.dealer[two])
    if dealer == NO_CLASS:
        following -= 1
        dealer = int(lookup.dealer[100 + two * 10 + int(shoe[following] >> 8)])
    for box in range(place, place + boxes):
        codes[box] = lookup.codes[int(codes[box]) << CLASS_BITS | dealer]
    return following


@compiled
def deal_lucky_draw_shoes(
    state: Longs, pit: Pit, prepared: Prepared, lookup: LuckyDrawLookup
) -> None:
    """Shuffle, burn, and deal every shoe of the pit to its last coup."""
    boxes = len(lookup.places) - 1
    shuffle(state, pit.shoes, prepared.draws)
    for number in range(len(pit.dealt)):
        shoe, coups, to_come = pit.shoes[number], 0, -1
        left = burn_of(shoe, prepared)
        while to_come != 0:
            after = lucky_draw_coup(shoe, left, pit.codes[number], coups * boxes, lookup)
            coups += 1
            to_come = coups_left(to_come, left, after, prepared)
            left = after
        pit.dealt[number] = U(coups * boxes)


@compiled
def deal_lucky_draw_fresh(state: Longs, pit: Pit, lookup: LuckyDrawLookup) -> None:
    """Fill the rows of the pit with coups, each from full decks."""
    boxes, size = len(lookup.places) - 1, pit.shoes.shape[1]
    for number in range(len(pit.dealt)):
        shoe = pit.shoes[number]
        for place in range(0, pit.codes.shape[1], boxes):
            draw_many(state, shoe, 3 * (boxes + 1))
            lucky_draw_coup(shoe, size, pit.codes[number], place, lookup)
    pit.dealt[:] = U(pit.codes.shape[1])
