"""Fields that a report must have so that its remedy can be carried out.

The remedies themselves, in `sabot.table.irregularities`, have the last word: these are the
questions that a page puts beforehand.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from sabot.rules.irregularities.outcomes import FACE_UP, MAY, Outcome
from sabot.table import Table
from sabot.table.irregularities import ReportIrregularity
from sabot.table.irregularities.remedies.cards import was_seen
from sabot.table.irregularities.remedies.hands import WRONG_PLAYER
from sabot.table.state import VIRTUAL


class Need(msgspec.Struct, frozen=True):
    """A field of a report. `kind` is how it is asked: a card, cards in order, a hand, a box, a
    player or several, a wager, an amount, a coup, a number, yes or no."""

    field: str
    kind: str
    required: bool
    words: str


FIELDS: Final[Mapping[str, tuple[str, str]]] = {
    "card": ("card", "the card that came out"),
    "cards": ("cards", "the cards in their true order, a question mark for an unseen card"),
    "hand": ("hand", "which hand"),
    "box": ("box", "which box"),
    "player": ("player", "which player"),
    "on": ("wager", "on which wager"),
    "amount": ("amount", "how much"),
    "area": ("number", "on which playing area"),
    "coup": ("coup", "in which coup"),
    "agreed": ("players", "who agrees"),
    "confirmed": ("yes-no", "whether the true outcome could be confirmed"),
    "damaged": ("number", "how many cards are damaged"),
    "depth": ("number", "after how many cards they are cut"),
    "from_back": ("number", "how many cards from the back the cutting card goes"),
}


def needs_of(outcome: Outcome, required: Mapping[str, bool] | None = None) -> tuple[Need, ...]:
    """The fields of an outcome's remedy; `required` puts some of them differently."""
    wanted = {**outcome.value.needs, **(required or {})}
    return tuple(
        Need(name, FIELDS[name][0], must, FIELDS[name][1]) for name, must in wanted.items()
    )


def needs_here(table: Table, report: ReportIrregularity, outcome: Outcome) -> tuple[Need, ...]:
    """Return the needs at this table: a virtual shoe knows its cards, and a card that was seen has
    to be named."""
    required: dict[str, bool] = {}
    effect = outcome.value
    if effect.card is not None and effect.needs["card"] is MAY:
        shown = effect.card == FACE_UP and table.round.face == "up"
        required["card"] = shown or was_seen(report)
    if outcome is Outcome.STAND and report.situation == WRONG_PLAYER:
        required |= {"hand": MAY, "player": MAY}
    found = needs_of(outcome, required)
    if table.opened.feed == VIRTUAL:
        return tuple(need for need in found if need.field not in ("card", "cards"))
    return found
