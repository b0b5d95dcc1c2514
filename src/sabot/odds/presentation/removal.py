"""Cards removed: what each rank's absence does to each wager.

A shuffling device can be counted too where the cards of a coup wait in the rack (star-seven-up
8.4): they are known to be out, and the edge of the next coup moves a little. `sabot.counting` says
by how much.
"""

from fractions import Fraction

from sabot.bench import book_of
from sabot.core.cards import DECK, RANKS, SUITS
from sabot.odds.composition import Composition
from sabot.odds.observation.trial import is_known
from sabot.odds.sheet import odds
from sabot.rules import Rulebook


def effects(
    rulebook: Rulebook | str, decks: int | None = None, scheme: str | None = None
) -> dict[str, dict[str, float]]:
    """For each wager and rank: how much the player's expectation changes when one card of that
    rank is gone, averaged over the suits; to the documents' own facts all suits are alike."""
    rulebook = book_of(rulebook)
    full = Composition.full(rulebook.decks(decks))
    before = {each.wager: each.ev for each in odds(rulebook, None, scheme, full).wagers}
    changes: dict[str, dict[str, float]] = {wager: {} for wager in before}
    known = all(is_known(rulebook.procedure, wager.space) for wager in rulebook.wagers)
    for rank in RANKS:
        suits = [card for card in DECK if card.rank == rank][: 1 if known else len(SUITS)]
        sheets = [odds(rulebook, None, scheme, full.without([card])) for card in suits]
        for wager, ev in before.items():
            moved = sum((sheet[wager].ev - ev for sheet in sheets), Fraction())
            changes[wager][rank] = float(moved / len(suits))
    return changes
