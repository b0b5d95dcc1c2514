"""Counting the ways to each code of a kind of facts, by the counter that knows it."""

from collections.abc import Sequence

from sabot.bench import book_of
from sabot.core.cards import Card, read_cards
from sabot.core.refusal import Refusal, quoted
from sabot.odds.composition import Composition
from sabot.odds.counters.boxes import count_three_card_facts
from sabot.odds.counters.common import count_common_facts
from sabot.odds.counters.starts import Array
from sabot.odds.observation.certified_counter import count_any_facts
from sabot.odds.observation.trial import is_known
from sabot.rules import CommonHands, FactsSpace, Rulebook, ThreeCardHands


def count_facts(
    rulebook: Rulebook | str,
    space: FactsSpace,
    composition: Composition,
    given: str | Sequence[Card | str] = (),
) -> tuple[Array, int]:
    """The ways to each code of a space, and to all; for games that leave no decision.

    `given` are the cards of the coup that lie there already, gone from the composition.

    >>> from sabot import rulebook
    >>> book = rulebook("star-baccarat")
    >>> ways, total = count_facts(book, book.wagers[0].space, Composition.full(8))
    >>> total, len(ways), int(ways.sum()) == total
    (4998398275503360, 1000, True)
    """
    rulebook, given = book_of(rulebook), read_cards(given)
    procedure = rulebook.procedure
    if procedure.takes_decisions:
        raise Refusal(
            "not-counted",
            None,
            f"The facts of {rulebook.title} cannot be counted: players decide there.",
        )
    if given or not is_known(procedure, space):
        return count_any_facts(rulebook, space, composition, given)
    if isinstance(procedure, CommonHands):
        return count_common_facts(procedure, space, composition)
    assert isinstance(procedure, ThreeCardHands), "no other document leaves no decision"
    return count_three_card_facts(procedure, space, composition)


def shoe_of(
    rulebook: Rulebook,
    decks: int | None,
    composition: Composition | None,
    given: Sequence[Card] = (),
) -> Composition:
    """The composition that was named, or full decks without the cards that are given."""
    if composition is None:
        return Composition.full(rulebook.decks(decks)).without(given)
    if not isinstance(composition, Composition):
        raise Refusal(
            "bad-composition",
            None,
            f"{quoted(composition)} is not a composition: write Composition.full(8).",
        )
    if decks is not None and decks != composition.decks:
        raise Refusal(
            "wrong-decks",
            None,
            f"The composition is of {composition.decks} decks, not of {quoted(decks)}.",
        )
    rulebook.decks(composition.decks)
    return composition
