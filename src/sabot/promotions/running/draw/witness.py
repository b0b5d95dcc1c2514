"""The witness of a draw: whether one is needed, who it is, whether they stated what they saw."""

from sabot.core.alike import words_of
from sabot.core.refusal import Refusal, quoted
from sabot.parts.outside_values import NUMBERS
from sabot.promotions.prizes import needs_scrutineer
from sabot.promotions.running.state import PublishedTerms, sections_of


def needs_witness(standing: PublishedTerms) -> bool:
    """Return whether the draw opens only after a scrutineer's statement: a prize is worth enough,
    or its numbers come out of a drum."""
    if NUMBERS in standing.draw.beacon:
        return True
    prizes = standing.told.prizes
    return any(needs_scrutineer(prizes, each) for each in sections_of(standing).values())


def scrutineer_clause(standing: PublishedTerms) -> str:
    """Return the first clause about the scrutineer."""
    return next(iter(sections_of(standing).values())).scrutineer.clause


def is_named(standing: PublishedTerms, person: str, called: str) -> bool:
    """Return whether a person is the scrutineer: the one whom the casino has named since, or else
    one whose name stands in the terms or in the sealed name of the drum."""
    if standing.overseer:
        return person == standing.overseer
    texts = (standing.told.terms.scrutineer or "", standing.draw.scrutineer)
    return any(_stands_in(name, text) for name in (person, called) for text in texts)


def _stands_in(name: str, text: str) -> bool:
    """Return whether the words of a name stand in a text, one after another.

    >>> _stands_in("Mira Lee", "Ms. Mira Lee of Lee & Co."), _stands_in("Lee", "Leeds")
    (True, False)
    """
    wanted, found = words_of(name), words_of(text)
    starts = range(len(found) - len(wanted) + 1)
    return bool(wanted) and any(found[at : at + len(wanted)] == wanted for at in starts)


def check_seen(standing: PublishedTerms, value: str) -> None:
    """Refuse to open a draw that needs a scrutineer before their statement, or against it."""
    clause, seen = scrutineer_clause(standing), standing.scrutiny
    if seen is None:
        if needs_witness(standing):
            message = "The scrutineer states first what they saw of this draw."
            raise Refusal("not-seen", clause, message)
        return
    if not seen.sound:
        message = "The scrutineer found that the draw is not sound: have its integrity validated."
        raise Refusal("not-sound", clause, message)
    if seen.value and seen.value != value:
        message = "The scrutineer saw {seen} come out, and not {value}."
        raise Refusal("not-as-seen", clause, message, seen=quoted(seen.value), value=quoted(value))
