"""Dealing common hands in compiled code: from shuffled shoes, from a device, or from full decks."""

from collections.abc import Callable
from typing import Any

import numpy as np

from sabot.core.compiler import chosen_for
from sabot.simulate.dealing.pit import DrawnCards, Pit, Prepared
from sabot.simulate.kernels.compilation import Bytes, Longs, U, Words, compiled, inlined
from sabot.simulate.kernels.lookahead import deal_ahead
from sabot.simulate.kernels.shuffling import A_WORD, draw, shuffle
from sabot.simulate.lookup.common import (
    BANKER_START,
    CARD_BITS,
    CLASS_BITS,
    ENDING_BITS,
    ENDINGS_START,
    MARKS_START,
    AnyLookup,
    LookaheadLookup,
    Lookup,
)

_CARD, _CLASS = U(CARD_BITS), U(CLASS_BITS)
_BANKER, _MARKS, _ENDINGS = U(BANKER_START), U(MARKS_START), U(ENDINGS_START)
_CODE, _USED, _TIE = U(ENDING_BITS), U((1 << ENDING_BITS) - 2), U(1)


@compiled
def any_coup(end: np.uint64, cards: Bytes, lookup: AnyLookup) -> tuple[np.uint64, np.uint64]:
    """Do as `coup_at` for facts that depend on any card: check before each third card which hand is
    due one."""
    facts, places = lookup.any, lookup.places
    count, thirds, dealt_kinds = facts.shape[0], facts.shape[1], facts.shape[2]
    first, second = end - places[0], end - places[1]
    third, fourth = end - places[2], end - places[3]
    i = U(facts.starts[(U(cards[first]) << _CARD) | U(cards[second])])
    j = count + U(facts.starts[_BANKER + ((U(cards[third]) << _CARD) | U(cards[fourth]))])
    player_dealt, banker_dealt = U(facts.dealt[i]), U(facts.dealt[j])
    player_seen, banker_seen = U(facts.seen[i]), U(facts.seen[j])
    player = facts.shape[4] + U(cards[first + U(1)])
    if facts.shape[5] == U(2):
        player += U(cards[second + U(1)])
    banker = U(cards[third + U(1)]) + U(cards[fourth + U(1)])
    at = end - places[4] - U(1)
    used = U(lookup.most_cards) - U(2)
    due = U(facts.due[player_dealt * dealt_kinds + banker_dealt])
    while due != U(0):
        kind, value = U(facts.thirds[cards[at]]), U(cards[at + U(1)])
        if due == U(1):
            player_dealt = U(facts.dealt_third[i * thirds + kind])
            player_seen = U(facts.seen_third[i * thirds + kind])
            player += value
        else:
            banker_dealt = U(facts.dealt_third[j * thirds + kind])
            banker_seen = U(facts.seen_third[j * thirds + kind])
            banker += value
        at -= U(2)
        used += U(1)
        due = U(facts.due[player_dealt * dealt_kinds + banker_dealt])
    tie = U(player % U(10) == banker % U(10))
    return U(facts.codes[player_seen * facts.shape[3] + banker_seen]), (used << U(1)) | tie


@inlined
def coup_in_order(end: np.uint64, cards: Bytes, lookup: Lookup) -> tuple[np.uint64, np.uint64]:
    """Do as `coup_at` for facts that depend on classes of hands. Without a branch: third cards are
    close to random, and a mispredicted branch costs more time than all these lookups."""
    classes, steps, places = lookup.classes, lookup.steps, lookup.places
    player = U(classes[(U(cards[end - places[0]]) << _CARD) | U(cards[end - places[1]])])
    banker = U(
        classes[_BANKER + ((U(cards[end - places[2]]) << _CARD) | U(cards[end - places[3]]))]
    )
    both = (player << _CLASS) | banker
    values = U(cards[end - places[4]]) * U(10) + U(cards[end - places[5]])
    ending = U(steps[_ENDINGS + U(steps[both]) + values])
    return (ending >> _CODE) + U(steps[_MARKS + both]), ending


def coup_at(end: np.uint64, cards: Bytes, lookup: Lookup) -> tuple[np.uint64, np.uint64]:
    """Return the facts code and the ending of the coup dealt from the cards before byte `end`."""
    if isinstance(lookup, AnyLookup):
        return any_coup(end, cards, lookup)
    return coup_in_order(end, cards, lookup)


@chosen_for(coup_at, inline="always", strict=False)
def _coup_at(end: object, cards: object, lookup: Any) -> Callable[..., Any]:
    """Choose the function when the caller is compiled."""
    if lookup.instance_class is AnyLookup:
        return lambda end, cards, lookup: any_coup(end, cards, lookup)
    return lambda end, cards, lookup: coup_in_order(end, cards, lookup)


def deal_shoes(pit: Pit, prepared: Prepared, lookup: Lookup) -> None:
    """Burn, and deal every shoe of the pit to its last coup."""
    if isinstance(lookup, LookaheadLookup):
        deal_ahead(pit, prepared, lookup)
    else:
        _deal_shoes(pit, prepared, lookup)


@chosen_for(deal_shoes, inline="always", strict=False)
def _dealing_shoes(pit: object, prepared: object, lookup: Any) -> Callable[..., Any]:
    if lookup.instance_class is LookaheadLookup:
        return lambda pit, prepared, lookup: deal_ahead(pit, prepared, lookup)
    return lambda pit, prepared, lookup: _deal_shoes(pit, prepared, lookup)


@compiled
def _deal_shoes(pit: Pit, prepared: Prepared, lookup: Lookup) -> None:
    size = U(2 * pit.shoes.shape[1])
    for shoe in range(len(pit.dealt)):
        first = pit.cards[U(shoe + 1) * size - U(1)]
        pit.ends[shoe] = U(shoe + 1) * size - U(2) * U(prepared.burns[first])
    _to_the_cutting_card(pit, U(2 * prepared.behind), lookup)
    _last_coups(pit, prepared, lookup)


@compiled
def _to_the_cutting_card(pit: Pit, behind: np.uint64, lookup: Lookup) -> None:
    """Deal side by side, skipping shoes whose cutting card is out: it lies `behind` bytes from the
    back."""
    size = U(2 * pit.shoes.shape[1])
    pit.dealt[:] = U(0)
    more = True
    while more:
        more = False
        for shoe in range(len(pit.dealt)):
            end, card = pit.ends[shoe], U(shoe) * size + behind
            dealing = U(end > card)
            code, ending = coup_at(end if dealing else U(shoe + 1) * size, pit.cards, lookup)
            pit.codes[U(shoe), pit.dealt[shoe]] = code
            pit.dealt[shoe] += dealing
            pit.endings[shoe] = ending if dealing else pit.endings[shoe]
            pit.ends[shoe] = end - (ending & _USED) * dealing
            more |= pit.ends[shoe] > card


@compiled
def _last_coups(pit: Pit, prepared: Prepared, lookup: Lookup) -> None:
    """Deal the coups after the cutting card, as in `sabot.shoe.RunDown`."""
    size = U(2 * pit.shoes.shape[1])
    for shoe in range(len(pit.dealt)):
        granted = False
        left = prepared.first
        if pit.ends[shoe] != U(shoe) * size + U(2 * prepared.behind):
            left = prepared.during
            if left == 0 and pit.endings[shoe] & _TIE:
                left, granted = prepared.tie_adds, True
        while left > 0:
            code, ending = coup_at(pit.ends[shoe], pit.cards, lookup)
            pit.codes[U(shoe), pit.dealt[shoe]] = code
            pit.dealt[shoe] += U(1)
            pit.ends[shoe] -= ending & _USED
            left -= 1
            if left == 0 and ending & _TIE and not granted:
                left, granted = prepared.tie_adds, True


@compiled
def deal_fresh(state: Longs, pit: Pit, lookup: Lookup) -> None:
    """Fill the rows of the pit with coups, each from full decks."""
    size = U(2 * pit.shoes.shape[1])
    for coup in range(pit.codes.shape[1]):
        shuffle(state, pit.shoes, A_WORD)
        for shoe in range(len(pit.dealt)):
            code, _ = coup_at(U(shoe + 1) * size, pit.cards, lookup)
            pit.codes[U(shoe), U(coup)] = code
    pit.dealt[:] = U(pit.codes.shape[1])


@compiled
def deal_devices(
    state: Longs, pit: Pit, burns: Bytes, rack_coups: int, lookup: Lookup, drawn: DrawnCards
) -> None:
    """Load every shuffling device of the pit, burn, and fill its row with coups.

    As in `sabot.shoe.ShufflingDevice`: a coup's cards go back after `rack_coups` further ones.
    The rack lies behind the cards in the device, the oldest coup first.
    """
    size = pit.shoes.shape[1]
    lengths = np.zeros(rack_coups + 2, np.int64)
    hand = np.zeros(A_WORD, np.uint16)
    for shoe in range(len(pit.dealt)):
        device = pit.shoes[shoe]
        draw(state, device, U(size), 1)
        lengths[0] = burns[device[size - 1] >> np.uint16(8)]
        for burned in range(1, lengths[0]):
            draw(state, device, U(size - burned), 1)
        waiting, left = 1, size - lengths[0]
        for coup in range(pit.codes.shape[1]):
            draw(state, device, U(left), A_WORD)
            code, ending = coup_at(U(2 * (shoe * size + left)), pit.cards, lookup)
            pit.codes[shoe, coup] = code
            used = np.int64((ending & _USED) >> U(1))
            if len(drawn.lengths) > 0:
                take(
                    U(2 * (shoe * size + left)), ending & _USED, pit.cards, drawn.cards[shoe, coup]
                )
                drawn.lengths[shoe, coup] = used
            _to_the_rack(device, left, used, hand)
            left -= used
            lengths[waiting] = used
            waiting += 1
            while waiting > rack_coups:
                left += lengths[0]
                waiting -= 1
                for coup_in_rack in range(waiting):
                    lengths[coup_in_rack] = lengths[coup_in_rack + 1]
    pit.dealt[:] = U(pit.codes.shape[1])


@compiled
def take(end: np.uint64, used: np.uint64, cards: Bytes, to: Bytes) -> None:
    """Copy the cards of a coup: `used` bytes before `end`."""
    for place in range(np.int64(used >> U(1))):
        to[place] = cards[end - U(2 * place + 2)]


@compiled
def _to_the_rack(device: Words, left: int, used: np.int64, hand: Words) -> None:
    """Put the last `used` of the cards left in the device behind the rack."""
    size = len(device)
    for card in range(used):
        hand[card] = device[left - used + card]
    for card in range(left, size):
        device[card - used] = device[card]
    for card in range(used):
        device[size - used + card] = hand[card]
