"""The five approved documents as rulebooks, and their registry."""

from sabot.refusal import Refusal, quoted
from sabot.rulebooks import (
    canberra_mini,
    star_baccarat,
    star_lucky_draw,
    star_seven_up,
    star_three_card,
)
from sabot.rules import Rulebook

RULEBOOKS: dict[str, Rulebook] = {
    module.RULEBOOK.id: module.RULEBOOK
    for module in (star_baccarat, star_seven_up, star_three_card, star_lucky_draw, canberra_mini)
}


def rulebook(id: object) -> Rulebook:  # noqa: A002
    """The rulebook of that id.

    >>> rulebook("star-baccarat").title
    'Baccarat'
    """
    found = RULEBOOKS.get(id) if isinstance(id, str) else None
    if found is None:
        known = ", ".join(RULEBOOKS)
        raise Refusal(
            "unknown-rulebook", None, f"There is no rulebook {quoted(id)}; there are {known}."
        )
    return found
