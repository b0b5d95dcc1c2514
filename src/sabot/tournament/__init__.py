"""A tournament's arithmetic, pure: for a live heat, and for directors who run one on paper."""

from sabot.core.refusal import Refusal
from sabot.rules import Rulebook
from sabot.rules.tournament import Tournament


def tournament_of(book: Rulebook) -> Tournament:
    """The document's rules for tournaments, if it has any.

    >>> from sabot import rulebook
    >>> tournament_of(rulebook("canberra-mini")).betting.unable
    '15.14'
    """
    if book.tournament is None:
        raise Refusal(
            "no-tournament", None, "{game} has no rules for tournaments.", game=book.title
        )
    return book.tournament
