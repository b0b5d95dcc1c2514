"""Irregularities as a table: situation and circumstances to a clause and a typed outcome.

A document's cells for one situation are read from the top: the first whose circumstances all
hold is the rule. No cell, or the outcome NO_RULE, means that no clause speaks: a supervisor
decides, and the log keeps who, what and why.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

AT_ONCE: Final = "at once"
BEFOREHAND: Final = "beforehand"
DAILY_SUMMARY: Final = "in the daily summary or as a breach report"
MONTH_END: Final = "by the end of the month"


def within_hours(hours: int) -> str:
    """Counted from what happened, to the second."""
    return f"within {hours} hours"


def within_days(days: int) -> str:
    """Until the end of that calendar day."""
    return f"within {days} days"


def hours_before(hours: int) -> str:
    """Before something that is to begin, to the second."""
    return f"{hours} hours before"


class Outcome(Enum):
    """What becomes of the cards, the coup and the money."""

    CONTINUE = "play goes on"
    REASSIGN_TO_BANKER = "the card becomes the Banker's third card"
    FIRST_OF_NEXT = "the card opens the next coup"
    FIRST_OF_NO_BET = "the card opens a no-bet coup"
    BURN = "the card is burned"
    STAYS_BURNED = "a burned card stays burned"
    DEAL_AS_NEXT = "the card is dealt as the next one due"
    DEALERS_NEXT = "the card is the dealer's next card"
    PLAY_AS_DEALT = "the card is played as if found face down"
    REBUILD_THEN_TAKE_DOWN = "rebuild the deal; then each player may take down their own wagers"
    REBUILD_BINDING = "rebuild the deal; everyone takes the result"
    CORRECT = "the coup is rebuilt and put right"
    MISDEAL = "a misdeal; every wager is void and another coup is dealt"
    HAND_VOID = "that hand is void"
    HAND_OR_COUP_VOID = "that hand or the coup is void and its stakes go back"
    DISCARD_HAND = "the cards of that hand are counted and discarded"
    COUP_VOID = "the coup is void and every stake goes back"
    LATE_VOID = "that round is void, stakes and payouts are reversed, later rounds stand"
    STAND = "results stand"
    NEW_CARDS_IF_AGREED = "if all players agree, the cards are shuffled or replaced"
    SHUFFLE_IF_DIRECTED = "a supervisor may order a shuffle after the coup"
    RESHUFFLE_AND_FINISH = "the discards are shuffled and cut, and the round is finished"
    FINISH_THEN_SHUFFLE = "finish the coup, then shuffle and cut; earlier results stand"
    VOID_SHOE = "the cards are void and new ones are prepared"
    VOID_AND_CHECK = "the coup is void, the cards left come out and every deck is checked"
    VOID_SAVE_SETTLED = "the coup is void save what is already settled, and the decks are checked"
    CHECK_DEVICE = "after the coup a supervisor may have the device emptied and checked"
    CHECK_CARDS = "the dealer checks and verifies the cards"
    VERIFY_ALL_RECOVERED = "the supervisor verifies that every card was recovered"
    REPLACE_CARDS = "the cards are replaced between coups"
    REPLACE_SHOE = "every card of that shoe is replaced"
    LAST_COUPS = "the coups left in the shoe are counted"
    TAKE_DOWN_ONLY = "each player may take down their own wagers"
    REOPEN_WAGERS = "a supervisor may let wagers be changed"
    WAGERS_STAY = "no wager may be touched"
    CONFIRM_OR_VOID = "the supervisor confirms the true outcome, or the coup is void"
    IGNORE_DISPLAY = "the display is disregarded"
    TRANSFER_CARDS = "the cards go to another device and play goes on"
    REPLACE_DAMAGED = "damaged cards are replaced, the rest go to another device, play goes on"
    END_COUP = "the coup ends and every stake goes back"
    REFUND_OR_FINISH = "each player may have stakes back; the coup is finished from a card shoe"
    VALID = "the wager is valid"
    VALID_WITH_WARNING = "the wager is valid and its owner is warned"
    TO_MAXIMUM = "the wager is live to the maximum and the rest goes back"
    PRO_RATA = "the wagers are live pro rata to the maximum and the rest goes back"
    ALL_VALID = "all wagers are valid"
    REDUCE_PRO_RATA = "wagers may be cut pro rata by the dealer"
    RETURN_WAGER = "the wager is returned"
    RETURN_WITHOUT_WINNINGS = "the wager is returned and earns nothing"
    PARTIAL_STAKE = "only the part inside the loss limit is live"
    RETURN_LAST_FIRST = "the excess is returned, last bet first, and the player is reminded"
    RECTIFY = "rectify the payment or try to"
    RECTIFY_AND_IDENTIFY = "rectify the payment and try to identify the patron"
    REPORT_MONTHLY = "it goes into the report of the month"
    SANCTION = "wagers may be voided and the person barred"
    INVALIDATE = "the outcome may be invalidated and stakes refunded"
    INVALIDATE_ONLY = "the outcome may be invalidated; nothing is said of the stakes"
    REFUSE_WAGER = "the wager may be refused"
    ROUND_UP = "the payment goes up to the next amount that chips can make"
    DEEMED_STAND = "the player stands and may not place a DRAW wager"
    MAY_LOSE_SEAT = "the player may be told to leave the seat"
    SETTLED_WHERE_IT_LIES = "the player answers for it: the wager is settled where it lies"
    DEALER_TURNS = "the dealer turns the cards that are left"
    NEXT_BETTOR = "the cards go to the next highest bettor, or stay with the dealer"
    ALLOWED = "allowed: the coup is played out"
    NOT_ALLOWED = "not allowed without a main bet"
    BANKER_ONLY = "only the Banker's hand is dealt"
    NO_BET_COUP = "a no-bet coup may be dealt"
    NO_BET_MUST = "a no-bet coup has to follow"
    NO_BET_BARRED = "no no-bet coup may be dealt"
    DEALT_WITHOUT_WAGERS = "it is dealt like any other, without wagers"
    DRAW_REFUSED = "the player gets no further card and may not place a DRAW wager"
    NO_RULE = "no rule: a supervisor decides, with a reason"
    NOT_APPLICABLE = "cannot happen in this game"


@dataclass(frozen=True, slots=True)
class Duty:
    """Somebody who must be told, and by when: one of the words above."""

    to: str
    by: str
    clause: str


Value = bool | str | int


@dataclass(frozen=True, slots=True)
class Cell:
    """One rule of one document for a situation: the clause, what follows, in which circumstances,
    who has to say so (`or_by`: or who else), and who must be told. `also`: clauses beside the one
    that decides, such as the conditions and steps below it."""

    clause: str | None
    outcome: Outcome
    when: Mapping[str, Value] = field(default_factory=dict)
    by: str | None = None
    or_by: str | None = None
    duties: tuple[Duty, ...] = ()
    also: tuple[str, ...] = ()
    note: str = ""

    @property
    def citations(self) -> tuple[str, ...]:
        """Every clause that this cell rests on, the deciding one first."""
        first = () if self.clause is None else (self.clause,)
        return first + self.also + tuple(duty.clause for duty in self.duties)

    def holds(self, circumstances: Mapping[str, Value]) -> bool:
        return all(circumstances.get(name) == value for name, value in self.when.items())


@dataclass(frozen=True, slots=True)
class Situation:
    """One row of the matrix: its number, its name for commands, and what it is in our words.

    `asks` are the circumstances that some document distinguishes: whoever reports the situation
    has to say them.
    """

    number: str
    name: str
    title: str
    asks: tuple[str, ...] = ()


Irregularities = Mapping[str, tuple[Cell, ...]]
"""The cells of one document by situation name."""

NO_RULE: Final = (Cell(None, Outcome.NO_RULE),)
"""The cells of a situation of which a document says nothing."""


def cell(
    clause: str | None,
    outcome: Outcome,
    *,
    by: str | None = None,
    or_by: str | None = None,
    duties: tuple[Duty, ...] = (),
    also: tuple[str, ...] = (),
    note: str = "",
    **when: Value,
) -> Cell:
    """A cell whose circumstances are the further words, so that a document reads as a table.

    >>> cell("12.2", Outcome.BURN, exposed=True).when
    {'exposed': True}
    """
    return Cell(clause, outcome, when, by, or_by, duties, also, note)


def cannot_happen(why: str) -> tuple[Cell, ...]:
    """The cells of a situation that a game does not know."""
    return (Cell(None, Outcome.NOT_APPLICABLE, note=why),)


def items(clause: str, count: int) -> tuple[str, ...]:
    """The numbered items below a clause.

    >>> items("13.5", 2)
    ('13.5.1', '13.5.2')
    """
    return tuple(f"{clause}.{number}" for number in range(1, count + 1))


def rule_for(
    cells: Irregularities, situation: str, circumstances: Mapping[str, Value]
) -> Cell | None:
    """The first cell of a situation whose circumstances hold, if any."""
    return next((c for c in cells.get(situation, ()) if c.holds(circumstances)), None)
