"""What has to be said with a report so that its remedy can be carried out, and what comes after.

The remedies themselves, in `sabot.table.irregularities`, have the last word: these are the
questions that a page puts beforehand.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from sabot.house import CARD_OUT
from sabot.rules.irregularity import Outcome
from sabot.table import Table
from sabot.table.irregularities import ReportIrregularity
from sabot.table.irregularities.cards import was_seen
from sabot.table.irregularities.hands import WRONG_PLAYER
from sabot.table.state import VIRTUAL


class Need(msgspec.Struct, frozen=True):
    """One field of a report. `kind` is how it is asked: a card, cards in order, a hand, a box, a
    player or several, a wager, an amount, a coup, a number, yes or no."""

    field: str
    kind: str
    required: bool
    words: str


FIELDS: Final[Mapping[str, tuple[str, str]]] = {
    "card": ("card", "the card that came out"),
    "cards": ("cards", "the cards in their true order, a question mark for one that nobody saw"),
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

MUST, MAY = True, False
_WAGER: Final = {"player": MAY, "on": MAY, "amount": MAY, "box": MAY, "area": MAY}
_TRUE_ORDER: Final = {"cards": MAY}
_RETURNED: Final = {"player": MUST, "on": MAY, "box": MAY}
_LOSS: Final = {"player": MUST, "amount": MUST}

NEEDS: Final[Mapping[Outcome, Mapping[str, bool]]] = {
    **{outcome: {"card": MAY} for outcome in CARD_OUT},
    Outcome.PLAY_AS_DEALT: {"card": MUST},
    Outcome.DRAW_REFUSED: {"box": MUST, "card": MAY},
    Outcome.DEEMED_STAND: {"box": MUST},
    Outcome.REBUILD_THEN_TAKE_DOWN: _TRUE_ORDER,
    Outcome.REBUILD_BINDING: _TRUE_ORDER,
    Outcome.CORRECT: _TRUE_ORDER,
    Outcome.MISDEAL: _TRUE_ORDER,
    Outcome.HAND_VOID: {"box": MUST, "cards": MAY},
    Outcome.HAND_OR_COUP_VOID: {"box": MAY, "cards": MAY},
    Outcome.DISCARD_HAND: {"box": MAY, "cards": MUST},
    Outcome.LATE_VOID: {"coup": MUST},
    Outcome.CONFIRM_OR_VOID: {"confirmed": MUST, "cards": MAY},
    Outcome.NEW_CARDS_IF_AGREED: {"agreed": MAY},
    Outcome.RESHUFFLE_AND_FINISH: {"depth": MAY, "from_back": MAY},
    Outcome.REPLACE_DAMAGED: {"damaged": MUST},
    Outcome.REFUND_OR_FINISH: {"damaged": MAY, "depth": MAY},
    Outcome.VALID: _WAGER,
    Outcome.VALID_WITH_WARNING: _WAGER,
    Outcome.TO_MAXIMUM: _WAGER,
    Outcome.PRO_RATA: _WAGER,
    Outcome.REDUCE_PRO_RATA: {"on": MAY},
    Outcome.RETURN_WAGER: _RETURNED,
    Outcome.RETURN_WITHOUT_WINNINGS: _RETURNED,
    Outcome.PARTIAL_STAKE: _LOSS,
    Outcome.RETURN_LAST_FIRST: _LOSS,
}
"""The fields that a remedy reads; an outcome that is not here asks for none."""

NEXT: Final[Mapping[Outcome, str]] = {
    Outcome.FIRST_OF_NO_BET: "The next coup is dealt without wagers, that card first.",
    Outcome.REBUILD_THEN_TAKE_DOWN: "Let each player take wagers down, then let play go on.",
    Outcome.TAKE_DOWN_ONLY: "Let each player take wagers down, then let play go on.",
    Outcome.REFUND_OR_FINISH: "Let each player take wagers down, then let play go on.",
    Outcome.REOPEN_WAGERS: "Let players change their wagers, then let play go on.",
    Outcome.REBUILD_BINDING: "Call the result of the cards as they lie then, and settle.",
    Outcome.CORRECT: "Call the result again, and settle.",
    Outcome.MISDEAL: "Clear the cards and deal another coup.",
    Outcome.COUP_VOID: "Clear the cards.",
    Outcome.END_COUP: "Clear the cards.",
    Outcome.VOID_AND_CHECK: "Clear the cards; then check them.",
    Outcome.VOID_SAVE_SETTLED: "Clear the cards; then check them.",
    Outcome.VOID_SHOE: "Prepare new cards.",
    Outcome.FINISH_THEN_SHUFFLE: "Finish the coup; then shuffle.",
    Outcome.SHUFFLE_IF_DIRECTED: "Finish the coup; then shuffle.",
    Outcome.NEW_CARDS_IF_AGREED: "Finish the coup; then shuffle.",
    Outcome.CHECK_DEVICE: "Finish the coup; then empty the device and check the cards.",
    Outcome.CHECK_CARDS: "Check the cards before the next coup.",
    Outcome.VERIFY_ALL_RECOVERED: "Check the cards before the next coup.",
    Outcome.REPLACE_CARDS: "Bring new cards before the next coup.",
    Outcome.RECTIFY: "Report the payment, and put it right.",
    Outcome.RECTIFY_AND_IDENTIFY: "Report the payment, find the patron, and put it right.",
    Outcome.NO_BET_COUP: "Call a no-bet coup.",
    Outcome.NO_BET_MUST: "Call a no-bet coup.",
    Outcome.REFUSE_WAGER: "Refuse the wager, with a reason.",
    Outcome.MAY_LOSE_SEAT: "Ask for the seat.",
}
"""What somebody does next, where the remedy leaves something to do."""


def needs_of(outcome: Outcome, required: Mapping[str, bool] | None = None) -> tuple[Need, ...]:
    """The fields of an outcome's remedy; `required` puts some of them differently."""
    wanted = {**NEEDS.get(outcome, {}), **(required or {})}
    return tuple(
        Need(name, FIELDS[name][0], must, FIELDS[name][1]) for name, must in wanted.items()
    )


def needs_here(table: Table, report: ReportIrregularity, outcome: Outcome) -> tuple[Need, ...]:
    """The same as this table stands: a virtual shoe knows its cards, and a card that somebody has
    seen has to be named."""
    required: dict[str, bool] = {}
    if outcome in CARD_OUT and outcome is not Outcome.PLAY_AS_DEALT:
        shown = outcome is Outcome.REASSIGN_TO_BANKER and table.round.face == "up"
        required["card"] = shown or was_seen(report)
    if outcome is Outcome.STAND and report.situation == WRONG_PLAYER:
        required |= {"hand": MAY, "player": MAY}
    found = needs_of(outcome, required)
    if table.opened.feed == VIRTUAL:
        return tuple(need for need in found if need.field not in ("card", "cards"))
    return found
