"""Memoised fast path for well-formed questions; others fall back to `adjudication.py`.

The tables fill as coups are dealt. They keep only results of the rulebook's own functions: which
hand each card of the initial deal goes to, and how a wager ends on facts. A malformed question
raises one of `FAULTS`; `adjudication.py` then finds the reason.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from operator import itemgetter
from typing import Any

import msgspec

from sabot.core.cards import DECK, READ, Card, Hand, point_count, read_cards, too_many_copies
from sabot.core.money import Odds, cents, dollars, payment
from sabot.core.refusal import Refusal
from sabot.coup import CENT, Stake, check_boxes, check_decisions, check_needs
from sabot.rules import (
    BANKER,
    PLAYER,
    Choice,
    CommonHands,
    Decision,
    Due,
    Procedure,
    Rulebook,
    ThreeCardHands,
    Wager,
    box_name,
    verdict,
)
from sabot.rules.coup.facts import Facts
from sabot.rules.coup.results import result_of

FAULTS = (Refusal, ValueError, LookupError, TypeError, RecursionError)
"""Exceptions that a malformed question may raise here; msgspec's errors are among them."""
SEATINGS_KEPT = AMOUNTS_KEPT = 1024
MOST_BOXES = 32
Dealt = dict[str, Hand]
Pick = Callable[[tuple[str, ...]], tuple[str, ...]]
Then = Callable[..., Iterator[Due | Choice]]
Seats = tuple[tuple[int, ...] | None, tuple[tuple[str, str], ...]]
_encode = msgspec.json.Encoder().encode


class WagerInOrder(msgspec.Struct, gc=False):
    """A wager whose parts are of the right kind."""

    on: str
    amount: str
    box: int | None = None
    id: Any = None


class InOrder(msgspec.Struct, gc=False):
    """A question whose parts are of the right kind."""

    rulebook: str
    cards: tuple[str, ...]
    scheme: str | None = None
    decks: int | None = None
    chip: str | None = None
    boxes: tuple[int, ...] | None = None
    decisions: dict[str, str] | None = None
    wagers: list[WagerInOrder] | None = None


Start = tuple[list[Card], Hand, str]
"""The first cards of a hand, with those that are printed at its head; the hand; and its JSON after
its name."""
_card = READ.__getitem__
_plain_card = {card.name: card for card in DECK}.__getitem__
_plain_name = {name: card.name for name, card in READ.items()}.__getitem__


class Starts(dict[tuple[str, ...], Start]):
    """Starts by the names of their cards; those of more than two cards are too many to be kept."""

    def __init__(self, printed: list[Card]) -> None:
        self.printed = printed

    def __missing__(self, asked: tuple[str, ...]) -> Start:
        names = asked
        try:
            cards = [*map(_plain_card, names)]
        except KeyError:  # a ten is also read as 10S
            cards = [*map(_card, names)]
            names = tuple(card.name for card in cards)
        if self.printed:
            cards = [*self.printed, *cards]
            names = tuple(card.name for card in cards)
        total = point_count(cards)
        shown = '","'.join(names)
        start = cards, Hand(cards, total), f'"cards":["{shown}"],"total":{total}}}'
        if len(asked) <= 2:
            self[asked] = start
        return start


class Seating(msgspec.Struct, frozen=True, gc=False):
    """The hands that are dealt: each by name, with its starts and its places among the first cards;
    and the decisions, by box."""

    hands: tuple[tuple[str, Starts, Pick], ...]
    first_cards: int
    boxes: tuple[int, ...]
    decisions: dict[int, Decision]


class WagerEnd(dict[str, str]):
    """The end of a wager on given facts, as JSON up to its payment. The items are the rest of the
    JSON by stake, where the smallest chip is a cent."""

    def __init__(self, told: str, odds: Odds | None, back: int) -> None:
        self.told, self.odds, self.back = told, odds, back


class Spot(dict[Facts, WagerEnd]):
    """A wager under a scheme: its ends by facts, each computed once."""

    def __init__(self, wager: Wager, scheme: str | None) -> None:
        self.wager, self.scheme = wager, scheme
        self.space, self.per_box = wager.space, wager.space.per_box

    def __missing__(self, facts: Facts) -> WagerEnd:
        outcome, odds, clause = verdict(self.wager, self.scheme, facts)
        at = _text(None if odds is None else str(odds))
        by = _text(clause if self.wager.clause else None)  # no document speaks of one's own wager
        told = f',"outcome":"{outcome}","odds":{at},"clause":{by},"pays":"'
        end = self[facts] = WagerEnd(told, odds, int(outcome != "lose"))
        return end


class Croupier:
    """Answers the questions about one rulebook that are in order."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.chips, self.decks = book, book.chips, book.decks()
        self.common = not book.procedure.takes_boxes
        self.spots = {
            scheme: {wager.id: Spot(wager, scheme) for wager in book.wagers}
            for scheme in book.schemes or (None,)
        }
        self.spots[None] = self.spots[book.scheme()]
        self.needing = {need.wager for need in book.together.needs}
        self.starts: dict[tuple[Card, ...], Starts] = {}
        self.alone = self._seating((None, ()))
        self.seatings: dict[Seats, Seating] = {}
        self._deal = _dealing(book.procedure)

    def answer(self, asked: InOrder) -> bytes:
        """The answer, as one line of JSON without its newline."""
        spots, seating = self.spots[asked.scheme], self.alone
        decks = self.decks if asked.decks is None else self.book.decks(asked.decks)
        if asked.boxes or asked.decisions:
            seating = self._seated(asked)
        names, wagers = asked.cards, asked.wagers
        if len(names) > decks and len({*map(_plain_name, names)}) <= len(names) - decks:
            self._check_copies(names, decks)
        hands, told = self._deal(seating, names)
        ends = self._ends(spots, wagers, asked.chip, hands, seating.boxes) if wagers else ""
        if asked.chip is not None:
            cents(asked.chip)
        if self.needing and wagers:
            self._check_needs(wagers, seating)
        result = ""
        if self.common:
            result = f'"result":"{result_of(hands[PLAYER].total, hands[BANKER].total)}",'
        return f'{{"hands":[{told}],{result}"cards_used":{len(names)},"wagers":[{ends}]}}'.encode()

    def _ends(
        self,
        spots: dict[str, Spot],
        wagers: list[WagerInOrder],
        chip: str | None,
        hands: Dealt,
        boxes: tuple[int, ...],
    ) -> str:
        """Return the ends of the wagers as JSON without brackets."""
        ends = []
        space, seen_by = None, None
        facts: Facts = ()
        for each in wagers:
            spot, box = spots[each.on], each.box
            if (box not in boxes) if spot.per_box else (box is not None):
                raise LookupError("no such box")
            if space is not spot.space or box != seen_by:
                space, seen_by = spot.space, box
                facts = space.read(hands, "" if box is None else box_name(box))
            end = spot[facts]
            paid = end.get(each.amount) if chip is None else None
            if paid is None:
                paid = self._paid(end, each.amount, chip)
            id_ = each.id
            told = f'"{id_}"' if type(id_) is str and id_.isalnum() else _text(id_)
            ends.append(f'{{"id":{told}{end.told}{paid}')
        return ",".join(ends)

    def _paid(self, end: WagerEnd, amount: str, chip: str | None) -> str:
        """Return the payment of a wager as the rest of its JSON."""
        stake, least = cents(amount), CENT if chip is None else cents(chip)
        pays = 0 if end.odds is None else payment(stake, end.odds, least, self.chips)
        paid = f'{dollars(pays)}","returns":"{dollars(end.back * stake + pays)}"}}'
        if chip is None and len(end) < AMOUNTS_KEPT:
            end[amount] = paid
        return paid

    def _check_copies(self, names: tuple[str, ...], decks: int) -> None:
        if too_many_copies(read_cards(names), decks) is not None:
            raise LookupError("a card too often")

    def _check_needs(self, wagers: list[WagerInOrder], seating: Seating) -> None:
        if any(each.on in self.needing for each in wagers):
            stakes = [Stake(each.on, cents(each.amount), each.box) for each in wagers]
            check_needs(self.book, stakes, seating.decisions)

    def _starts(self, printed: list[Card]) -> Starts:
        return self.starts.setdefault(tuple(printed), Starts(printed))

    def _seated(self, asked: InOrder) -> Seating:
        seats = asked.boxes, tuple((asked.decisions or {}).items())
        found = self.seatings.get(seats)
        if found is None:
            if len(self.seatings) == SEATINGS_KEPT:
                self.seatings.clear()
            found = self.seatings[seats] = self._seating(seats)
        return found

    def _seating(self, seats: Seats) -> Seating:
        boxes, said = seats[0] or (), dict(seats[1])
        if len(boxes) > MOST_BOXES:
            raise LookupError("too many boxes for a table")
        procedure = self.book.procedure
        decisions: dict[int, Any] = {int(box): each for box, each in said.items()}
        if [*map(str, decisions)] != [*said]:
            raise LookupError("a box is a plain number")
        check_boxes(self.book, boxes)
        check_decisions(self.book, decisions, boxes)
        if procedure.takes_decisions:
            decisions = dict.fromkeys(boxes, "stand") | decisions
        initial = [due.hand for due in procedure.initial(boxes)]
        hands = tuple(
            (
                name,
                self._starts(printed),
                _pick([at for at, to in enumerate(initial) if to == name]),
            )
            for name, printed in procedure.open(boxes).items()
        )
        return Seating(hands, len(initial), boxes, decisions)


Deal = Callable[[Seating, tuple[str, ...]], tuple[Dealt, str]]
"""From a seating and the names of cards to the hands, and their JSON."""


def _dealing(procedure: Procedure) -> Deal:
    """Return the quickest way to deal by a procedure; one of a class of its own is asked for every
    card."""
    if type(procedure) is CommonHands:
        return partial(_deal_common, procedure)
    return _deal_whole if type(procedure) is ThreeCardHands else partial(_deal, procedure.then)


def _deal_common(
    procedure: CommonHands, seating: Seating, names: tuple[str, ...]
) -> tuple[Dealt, str]:
    """Deal a Player's and a Banker's hand, with third cards by their totals."""
    (_, players, mine), (_, bankers, yours) = seating.hands
    cards, player, told = players[mine(names)]
    others, banker, also = bankers[yours(names)]
    used = seating.first_cards
    first = procedure.first_third[player.total][banker.total]
    if first is not None:
        third = READ[names[used]]
        used += 1
        second = procedure.second_third(first, banker.total, third)
        if first.hand == PLAYER:
            cards = [*cards, third]
            player = Hand(cards, point_count(cards))
            told = _told(player)
        if second is not None:
            third = READ[names[used]]
            used += 1
        if second is not None or first.hand != PLAYER:
            others = [*others, third]
            banker = Hand(others, point_count(others))
            also = _told(banker)
    if used != len(names):
        raise LookupError("too few cards, or too many")
    shown = f'{{"hand":"{PLAYER}",{told},{{"hand":"{BANKER}",{also}'
    return {PLAYER: player, BANKER: banker}, shown


def _deal_whole(seating: Seating, names: tuple[str, ...]) -> tuple[Dealt, str]:
    """Deal hands to which nothing is added."""
    if len(names) != seating.first_cards:
        raise LookupError("too few cards, or too many")
    hands, told = {}, []
    for name, starts, pick in seating.hands:
        _, hands[name], shown = starts[pick(names)]
        told.append(f'{{"hand":"{name}",{shown}')
    return hands, ",".join(told)


def _deal(then: Then, seating: Seating, names: tuple[str, ...]) -> tuple[Dealt, str]:
    """Deal as the procedure says, card by card after the first ones."""
    held, hands, told = {}, {}, {}
    for name, starts, pick in seating.hands:
        cards, hands[name], told[name] = starts[pick(names)]
        held[name] = [*cards]
    used = seating.first_cards
    if used > len(names):
        raise LookupError("too few cards")
    for step in then(held, seating.decisions):
        if isinstance(step, Choice):
            raise LookupError("no decision")
        cards = held[step.hand]
        cards.append(READ[names[used]])
        used += 1
        hand = hands[step.hand] = Hand(cards, point_count(cards))
        told[step.hand] = _told(hand)
    if used < len(names):
        raise LookupError("too many cards")
    return hands, ",".join([f'{{"hand":"{name}",{each}' for name, each in told.items()])


def _pick(places: list[int]) -> Pick:
    """Return a function that picks the names at these places."""
    steps = {later - earlier for earlier, later in pairwise(places)} or {1}
    if places and len(steps) == 1:
        return itemgetter(slice(places[0], places[-1] + 1, *steps))
    return lambda names: tuple([names[place] for place in places])


def _text(value: Any) -> str:
    plain = type(value) is str and value.isalnum()
    return f'"{value}"' if plain else _encode(value).decode()


def _told(hand: Hand) -> str:
    """A hand after its name: of two cards or three, as most are, or of others."""
    cards = hand.cards
    if len(cards) == 2:
        one, other = cards
        shown = f'{one.name}","{other.name}'
    elif len(cards) == 3:
        one, other, third = cards
        shown = f'{one.name}","{other.name}","{third.name}'
    else:
        shown = '","'.join([card.name for card in cards])
    return f'"cards":["{shown}"],"total":{hand.total}}}'
