"""The approved documents as rulebooks, in all their editions, and their registry."""

from datetime import datetime

from sabot.core.refusal import Refusal, quoted
from sabot.rulebooks.canberra_mini import rulebook as canberra_mini
from sabot.rulebooks.star_baccarat import rulebook as star_baccarat
from sabot.rulebooks.star_lucky_draw import rulebook as star_lucky_draw
from sabot.rulebooks.star_seven_up import rulebook as star_seven_up
from sabot.rulebooks.star_three_card import rulebook as star_three_card
from sabot.rules import Rulebook

EDITIONS: dict[str, dict[str, Rulebook]] = {
    editions[0].id: {each.version: each for each in editions}
    for editions in (
        (star_baccarat.RULEBOOK,),
        (star_seven_up.RULEBOOK,),
        (star_three_card.RULEBOOK,),
        (star_lucky_draw.RULEBOOK,),
        (canberra_mini.RULEBOOK,),
    )
}
"""Every edition of every game by its version, the oldest first. None is ever taken out: a log names
the one that it was played under."""

RULEBOOKS: dict[str, Rulebook] = {
    id_: list(editions.values())[-1] for id_, editions in EDITIONS.items()
}
"""The newest edition of every game."""


def rulebook(id: object) -> Rulebook:  # noqa: A002
    """The newest edition of the rulebook of that id.

    >>> rulebook("star-baccarat").title
    'Baccarat'
    """
    found = RULEBOOKS.get(id) if isinstance(id, str) else None
    if found is None:
        known = ", ".join(RULEBOOKS)
        raise Refusal(
            "unknown-rulebook",
            None,
            "There is no rulebook {id}; there are {known}.",
            id=quoted(id),
            known=known,
        )
    return found


def edition(id: str, version: str) -> Rulebook:  # noqa: A002
    """Return an edition of a rulebook.

    >>> edition("star-baccarat", "version 4").in_force
    '2025-08-13'
    """
    try:
        return EDITIONS[id][version]
    except KeyError:
        known = ", ".join(EDITIONS[rulebook(id).id])
        raise Refusal(
            "unknown-edition",
            None,
            "{id} has no edition {version}; it has {known}.",
            id=id,
            version=quoted(version),
            known=known,
        ) from None


def edition_named(word: str) -> Rulebook:
    """The newest edition of a rulebook (`id`), or one of its editions, by its version or its first
    day (`id@edition`).

    >>> edition_named("star-baccarat@2025-08-13").version
    'version 4'
    """
    id_, at, wanted = word.partition("@")
    book = rulebook(id_)
    if not at:
        return book
    by_day = {each.in_force: each for each in EDITIONS[book.id].values()}
    return by_day.get(wanted) or edition(book.id, wanted)


def in_force(id: object, at: datetime) -> Rulebook:  # noqa: A002
    """The edition that tables open under at that moment.

    >>> in_force("star-baccarat", datetime.fromisoformat("2025-08-12T14:00Z")).version
    'version 4'
    """
    book = rulebook(id)
    begun = [each for each in EDITIONS[book.id].values() if each.has_begun(at)]
    if not begun:
        first = next(iter(EDITIONS[book.id].values()))
        raise Refusal(
            "not-in-force",
            None,
            "No edition of {game} is in force yet: {version} is from {in_force} on.",
            game=book.title,
            version=first.version,
            in_force=first.in_force,
        )
    return begun[-1]
