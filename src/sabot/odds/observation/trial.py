"""Trial deals: check that a counter knows what a caller's facts read of the cards.

The counters group cards that the facts of the five documents cannot tell apart. With other facts,
or another way of dealing, they may group cards that count. So every coup of some small shoes is
dealt by the rulebook's own procedure and read by its own facts, and what a counter makes of the
same shoes is held against it. Rulebooks of the registry are known: the tests try them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache, partial

from sabot.core.cards import DECK, Card, Hand, point_count
from sabot.core.refusal import Refusal, quoted
from sabot.coup import deal_so_far
from sabot.odds.composition import Composition, falling
from sabot.odds.counters.common import tables_fit
from sabot.odds.observation.small_shoes import CARDS, small_shoes
from sabot.rulebooks import EDITIONS
from sabot.rules import (
    CommonHands,
    Decision,
    FactsSpace,
    Hands,
    Procedure,
    Rulebook,
    Wager,
    box_name,
)

Cards = tuple[Card, ...]
Key = tuple[int, ...]
KEPT = 1024


def composition_of(cards: Cards) -> Composition:
    """The shoe that holds just these cards."""
    copies = Counter(cards)
    return Composition(tuple(copies[card] for card in DECK), max(copies.values()))


def coups(
    book: Rulebook, space: FactsSpace, shoe: Cards, decision: Decision | None = None
) -> Iterator[tuple[Cards, int, int]]:
    """Every coup that these cards can make, with one box if the facts are about one: its cards,
    the code of its facts, and in how many ways it comes, completed to as many cards as any."""
    boxes = (1,) if space.per_box else ()
    box = box_name(1) if boxes else ""
    decisions: dict[int, Decision] = {1: decision} if decision else {}
    initial, copies = len(book.procedure.initial(boxes)), Counter(shoe)
    waiting: list[tuple[Cards, int]] = [((), 1)]
    while waiting:
        cards, ways = waiting.pop()
        if len(cards) >= initial:
            dealing = deal_so_far(book, cards, boxes, decisions)
            if dealing.due is None:
                rest = falling(len(shoe) - len(cards), CARDS - len(cards))
                yield cards, code_of(space, hands_of(dealing.hands), box), ways * rest
                continue
        if len(cards) == CARDS:
            raise Refusal(
                "not-counted", None, f"{book.title} may take more cards than a counter counts."
            )
        for card, number in copies.items():
            left = number - cards.count(card)
            if left:
                waiting.append(((*cards, card), ways * left))


def hands_of(held: Mapping[str, list[Card]]) -> dict[str, Hand]:
    """Hands of their own: facts may do with the cards what they like."""
    return {name: Hand([*cards], point_count(cards)) for name, cards in held.items()}


def code_of(space: FactsSpace, hands: Hands, box: str) -> int:
    """The code of a finished coup; a rulebook's own mistakes are told as such."""
    try:
        facts = space.read(hands, box)
    except KeyError as missing:
        raise Refusal(
            "bad-facts",
            None,
            f"These facts ask for a hand that is not dealt: {quoted(*missing.args[:1])}.",
        ) from missing
    try:
        return space.code(facts)
    except ValueError:
        read = ", ".join(
            f"{name} {value}" for name, value in zip(space.fields, facts, strict=False)
        )
        raise Refusal(
            "bad-facts", None, f"Facts were read that their own fields do not allow: {read}."
        ) from None


def check_facts(
    book: Rulebook,
    space: FactsSpace,
    counted: Callable[[Composition], Mapping[Key, int]],
    key: Callable[[Cards, Decision | None], Key] = lambda cards, decision: (),
    decisions: tuple[Decision | None, ...] = (None,),
) -> None:
    """Refuse facts that a counter does not know.

    `counted` is what it makes of a shoe: the ways to each code, the last part of a key whose
    other parts are `key` of a coup's cards and of the decision.
    """
    tried = book.procedure, space
    if is_known(*tried):
        return
    if space.per_box and not book.procedure.takes_boxes:
        raise Refusal(
            "not-counted", None, f"{book.title} deals no hands to boxes, so no facts are of a box."
        )
    if book.procedure.takes_decisions and not space.per_box:
        raise Refusal(
            "not-counted", None, f"Players decide in {book.title}: facts there are of a box."
        )
    if tried not in _TRIED:
        _TRIED[tried] = _stands(book, space, counted, key, decisions)
    if not _TRIED[tried]:
        raise Refusal(
            "not-counted",
            None,
            f"The odds of these facts of {book.title} cannot be counted "
            f"({', '.join(space.fields)}): they see more of the cards, or of the deal, than the "
            "counter can tell apart.",
        )


_TRIED: dict[tuple[Procedure, FactsSpace], bool] = {}


def _stands(
    book: Rulebook,
    space: FactsSpace,
    counted: Callable[[Composition], Mapping[Key, int]],
    key: Callable[[Cards, Decision | None], Key],
    decisions: tuple[Decision | None, ...],
) -> bool:
    """Return True if a counter is right about every small shoe."""
    for shoe in small_shoes():
        by_hand: Counter[Key] = Counter()
        for decision in decisions:
            for cards, code, ways in coups(book, space, shoe, decision):
                by_hand[*key(cards, decision), code] += ways
        if not _agree(by_hand, partial(counted, composition_of(shoe))):
            return False
    return True


def _agree(by_hand: Mapping[Key, int], ask: Callable[[], Mapping[Key, int]]) -> bool:
    """Return True if a counter gives every key the same share of all ways."""
    try:
        counted = {key: ways for key, ways in ask().items() if ways}
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return False  # facts of another shape than its own, or hands that these facts cannot read
    dealt_in_all, counted_in_all = sum(by_hand.values()), sum(counted.values())
    return counted.keys() == by_hand.keys() and all(
        ways * counted_in_all == counted[key] * dealt_in_all for key, ways in by_hand.items()
    )


def is_known(procedure: Procedure, space: FactsSpace) -> bool:
    """Return True if a rulebook of the registry has these facts and this procedure, and the fast
    counter can hold them."""
    if (procedure, space) not in _known_facts():
        return False
    return not isinstance(procedure, CommonHands) or tables_fit(procedure, space)


@cache
def _known_facts() -> frozenset[tuple[Procedure, FactsSpace]]:
    return frozenset(
        (book.procedure, wager.space)
        for editions in EDITIONS.values()
        for book in editions.values()
        for wager in book.wagers
    )


@cache
def _known_lines() -> frozenset[tuple[object, ...]]:
    return frozenset(
        _decided(each)
        for editions in EDITIONS.values()
        for book in editions.values()
        for each in book.wagers
    )


def _decided(wager: Wager) -> tuple[object, ...]:
    """All of a wager that a fact can decide: other odds or clauses change nothing in it."""
    when = tuple((line.when, line.scheme) for line in wager.lines)
    return wager.space, wager.reads, wager.played_when, when


def check_wager(book: Rulebook, wager: Wager) -> None:
    """Refuse a wager that two of its lines decide, or facts that it does not say it reads."""
    if _decided(wager) not in _known_lines():
        for scheme in book.schemes or [None]:
            _check_lines(book.coup, wager, scheme)
        _check_reads(wager)


@lru_cache(maxsize=KEPT)
def _check_lines(coup: str, wager: Wager, scheme: str | None) -> None:
    for facts in wager.space:
        applying = wager.applying(scheme, facts)
        if len(applying) > 1:
            both = " and ".join(line.clause for line in applying)
            raise Refusal(
                "two-lines", None, f"Two lines of {wager.name} apply to one {coup}: {both}."
            )


@lru_cache(maxsize=KEPT)
def _check_reads(wager: Wager) -> None:
    fields, said = wager.space.fields, " and ".join(wager.reads) or "nothing"
    if not set(wager.reads) <= set(fields):
        raise Refusal(
            "bad-reads",
            None,
            f"{wager.name} says that it reads {said}; its facts are {', '.join(fields)}.",
        )
    answers = {tuple(facts): _answers(wager, facts) for facts in wager.space}
    hidden = [
        name
        for place, name in enumerate(fields)
        if name not in wager.reads and _depends(answers, place)
    ]
    if hidden:
        raise Refusal(
            "bad-reads",
            None,
            f"{wager.name} says that it reads {said}, and it depends on {' and '.join(hidden)}.",
        )


def _answers(wager: Wager, facts: tuple[int, ...]) -> tuple[bool, ...]:
    """Which lines apply, and whether there can be such a wager."""
    played = wager.played_when is None or wager.played_when(facts)
    return (*(bool(line.when(facts)) for line in wager.lines), bool(played))


def _depends(answers: Mapping[tuple[int, ...], tuple[bool, ...]], place: int) -> bool:
    """Return True if facts that differ at this place only are ever answered differently."""
    seen: dict[tuple[int, ...], tuple[bool, ...]] = {}
    return any(
        seen.setdefault((*facts[:place], *facts[place + 1 :]), given) != given
        for facts, given in answers.items()
    )
