"""Choice of the dealer for a rulebook, by its procedure and preparation."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sabot.core.cards import DECK, Card
from sabot.core.refusal import Refusal, quoted
from sabot.odds.composition import Composition
from sabot.odds.counters.general import plan_of
from sabot.odds.counters.lucky import sees_no_more
from sabot.odds.observation.certified_counter import TooMuchSeen, checked
from sabot.odds.observation.trial import check_wager, is_known
from sabot.rules import CommonHands, FactsSpace, LuckyDrawHands, Rulebook, ThreeCardHands
from sabot.shoe.procedure import DEVICE, SHOE, check_source
from sabot.simulate.dealing.boxes import LuckyDrawDealer, ThreeCardDealer
from sabot.simulate.dealing.common import (
    FRESH_COUPS,
    CommonDevices,
    CommonFresh,
    CommonShoes,
    Dealer,
)
from sabot.simulate.dealing.pit import VALUES, Prepared, burned, prepared, stack
from sabot.simulate.dealing.real_cards import PlainDealer
from sabot.simulate.kernels.compilation import Words
from sabot.simulate.lookup.boxes import kinds_of_cards, lucky_draw_lookup, three_card_lookup
from sabot.simulate.lookup.common import CommonLookup, Lookup, any_lookup, common_lookup
from sabot.simulate.lookup.lookahead import lookahead_lookup
from sabot.simulate.lookup.strategies import Strategy, decisions
from sabot.simulate.lookup.trial import check_dealt, not_simulated

MOST_BOXES = 12
MOST_THIRDS = 2
"""Third cards of a coup with one Player's and one Banker's hand."""
PLAIN_COUPS = 8
"""Coups in a row of a pit when each is dealt plainly from full decks."""


@dataclass(frozen=True)
class Deal:
    """Options of dealing: number of decks, full decks for each coup or not, shoe or device, cards
    behind the cutting card, number of boxes, their strategy, and cards removed from every shoe."""

    decks: int
    fresh: bool = False
    source: str | None = None
    behind: int | None = None
    boxes: int = 1
    strategy: Strategy | None = None
    removed: tuple[Card, ...] = ()

    def stack(self, kinds: Sequence[int] = VALUES) -> Words:
        """Return the cards as compiled code holds them, without those that are removed."""
        left = Composition.full(self.decks).without(self.removed)
        left.check_enough(len(DECK), "simulation")
        cards = stack(self.decks, kinds)
        gone = Counter(self.removed)
        copies = [(DECK[number % len(DECK)], number // len(DECK)) for number in range(len(cards))]
        return cards[[copy >= gone[card] for card, copy in copies]]


def dealer_of(book: Rulebook, deal: Deal) -> Dealer:
    """Return the dealer for this game; refuse options or facts that it cannot deal."""
    for wager in book.wagers:
        check_wager(book, wager)
    spaces = spaces_of(book)
    if not all(is_known(book.procedure, space) for space in spaces):
        if isinstance(book.procedure, ThreeCardHands):
            return _plain(book, deal, spaces, 0)
        if book.procedure.takes_decisions:
            if not all(sees_no_more(space) for space in spaces):
                raise not_simulated(book, spaces)
            decks = book.decks()
            check_dealt(book, spaces, lambda made: _dealer(book, Deal(decks, True, strategy=made)))
    return _dealer(book, deal)


def _plain(book: Rulebook, deal: Deal, spaces: tuple[FactsSpace, ...], thirds: int) -> PlainDealer:
    """Return a dealer of real cards, where compiled dealing may not see all that the facts depend
    on. `thirds` cards may follow those of the initial deal."""
    boxes = tuple(range(1, deal.boxes + 1)) if book.procedure.takes_boxes else ()
    initial = len(book.procedure.initial(boxes))
    ready = _ready(book, deal, initial + thirds, VALUES)
    coups = PLAIN_COUPS if ready is None else _room(deal.stack(), initial)
    return PlainDealer(book, spaces, deal.stack(), coups, initial + thirds, ready, boxes)


def _dealer(book: Rulebook, deal: Deal) -> Dealer:
    source = _source(book, deal.source)
    procedure = book.procedure
    if deal.strategy is not None and not procedure.takes_decisions:
        raise Refusal(
            "bad-strategy",
            None,
            f"There are no player decisions in {book.title}, so no strategy applies.",
        )
    if isinstance(procedure, CommonHands):
        if deal.boxes != 1:
            raise Refusal("bad-box", None, f"{book.title} is not dealt to boxes.")
        return _common(book, procedure, deal, source)
    if source != SHOE:
        raise Refusal("wrong-source", None, f"{book.title} is simulated from a shoe only.")
    most = book.places.most if book.places else MOST_BOXES
    if type(deal.boxes) is not int or not 1 <= deal.boxes <= most:
        raise Refusal(
            "bad-box",
            None,
            f"{book.title} is dealt to 1 to {most} boxes, not {quoted(deal.boxes)}.",
        )
    if isinstance(procedure, ThreeCardHands):
        return _three_card(book, procedure, deal)
    if isinstance(procedure, LuckyDrawHands):
        return _lucky_draw(book, procedure, deal)
    if procedure.takes_boxes or procedure.takes_decisions:
        raise Refusal("not-simulated", None, f"No compiled dealer knows how {book.title} is dealt.")
    return _own(book, deal)


def _own(book: Rulebook, deal: Deal) -> PlainDealer:
    """Return a dealer of real cards for a procedure of its author's own. The most cards of a coup
    are known from exact counting, which deals by the same procedure."""
    if deal.boxes != 1:
        raise Refusal("bad-box", None, f"{book.title} is not dealt to boxes.")
    most = sum(role.sizes[-1] for role in plan_of(book.procedure, ()).roles)
    return _plain(book, deal, spaces_of(book), most - len(book.procedure.initial(())))


def spaces_of(book: Rulebook) -> tuple[FactsSpace, ...]:
    """Return the facts spaces of the wagers, each once, those of boxes first."""
    spaces = dict.fromkeys(wager.space for wager in book.wagers)
    return tuple(sorted(spaces, key=lambda space: not space.per_box))


def _source(book: Rulebook, source: str | None) -> str:
    """Return the source of the cards: the one named, or the first that the document has."""
    sources = book.preparation.sources
    return sources.allowed[0] if source is None else check_source(sources, source)


def _spaces(book: Rulebook, *per_box: bool) -> tuple[FactsSpace, ...]:
    """Return the facts spaces of the wagers if they are just these: of a box, or of all."""
    spaces = spaces_of(book)
    if tuple(space.per_box for space in spaces) == per_box:
        return spaces
    kinds = {True: "of a box", False: "of the whole table"}
    asked = " and ".join(kinds[each] for each in per_box)
    found = " and ".join(f"({', '.join(space.fields)})" for space in spaces)
    raise Refusal(
        "not-simulated",
        None,
        f"{book.title} is simulated with one kind of facts {asked}, and its wagers read {found}.",
    )


def _common(book: Rulebook, procedure: CommonHands, deal: Deal, source: str) -> Dealer:
    (space,) = _spaces(book, False)
    cards = deal.stack()
    if is_known(procedure, space):
        lookup: Lookup = common_lookup(procedure, space)
    else:
        try:
            lookup = any_lookup(procedure, checked(book, space))
        except TooMuchSeen:
            if source != SHOE and not deal.fresh:
                raise
            return _plain(book, deal, (space,), MOST_THIRDS)
    if deal.fresh:
        return CommonFresh(cards, lookup)
    if source == DEVICE:
        rack = book.preparation.rack_coups
        assert rack is not None, "a device needs to know when cards come back"
        return CommonDevices(cards, burned(book), rack, lookup)
    ready = prepared(book, len(cards), lookup.most_cards, deal.behind)
    if isinstance(lookup, CommonLookup):
        lookup = lookahead_lookup(procedure, lookup) or lookup
    return CommonShoes(cards, _room(cards, len(procedure.deal_order)), ready, lookup)


def _three_card(book: Rulebook, procedure: ThreeCardHands, deal: Deal) -> Dealer:
    boxes, banker = _spaces(book, True, False)
    lookup = three_card_lookup(procedure, boxes, banker, deal.boxes)
    kinds = kinds_of_cards(banker)
    taken = lookup.places.size
    ready = _ready(book, deal, taken, kinds)
    coups = FRESH_COUPS if ready is None else _room(deal.stack(), taken)
    return ThreeCardDealer(deal.stack(kinds), coups, ready, lookup, (deal.boxes, 1))


def _lucky_draw(book: Rulebook, procedure: LuckyDrawHands, deal: Deal) -> Dealer:
    (space,) = _spaces(book, True)
    draws = decisions(procedure, deal.strategy)
    lookup, cards = lucky_draw_lookup(procedure, space, deal.boxes, draws), deal.stack()
    ready = _ready(book, deal, 3 * (deal.boxes + 1), VALUES)
    least = 2 * (deal.boxes + 1)
    coups = FRESH_COUPS if ready is None else _room(cards, least)
    return LuckyDrawDealer(cards, coups, ready, lookup, (deal.boxes,))


def _ready(book: Rulebook, deal: Deal, most: int, kinds: Sequence[int]) -> Prepared | None:
    return None if deal.fresh else prepared(book, len(deal.stack()), most, deal.behind, kinds)


def _room(cards: Words, least: int) -> int:
    """Return more coups than a shoe can have, if each takes at least `least` cards."""
    return len(cards) // least + 2
