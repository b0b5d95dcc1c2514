"""Outcomes of irregularities: one row for each, which all code about outcomes reads.

A new outcome is a row here and, if it is carried out at the table, the function that the row names.
"""

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from typing import Final

from sabot.core.record import record

MUST, MAY = True, False
_CARD: Final = {"card": MAY}
_TRUE_ORDER: Final = {"cards": MAY}
_WAGER: Final = {"player": MAY, "on": MAY, "amount": MAY, "box": MAY, "area": MAY}
_RETURNED: Final = {"player": MUST, "on": MAY, "amount": MAY, "box": MAY, "area": MAY}
_LOSS: Final = {"player": MUST, "amount": MUST}

FACE_UP: Final = "face up"
FACE_DOWN: Final = "face down"
BURNED: Final = "burned"

DISCARDS: Final = "the discards"
CARDS_LEFT: Final = "the cards left"


@record(frozen=True, slots=True)
class Effect:
    """A row. `remedy` carries it out, a function of `sabot.table.irregularities`; without one it is
    recorded, and a command of its own may follow: `then` names it."""

    words: str
    remedy: str | None = None
    needs: Mapping[str, bool] = field(default_factory=dict, hash=False)
    """Fields of `report-irregularity` that a report needs (True) or may have (False)."""
    card: str | None = None
    """For an outcome about a card that has left the stack: the face of that card if it was not
    seen."""
    set_aside: bool = False
    """That card may have been reported, and set aside, before."""
    renews: str | None = None
    """The coup is finished with these cards in a new order."""
    in_coup: bool = False
    """True if the outcome needs a coup that has begun, in a situation that can come up at any
    time."""
    then: str | None = None
    """The next command, where the remedy leaves something to do."""
    money: bool = False
    """True if the outcome adds, moves, returns or voids stakes, or permits that."""
    shoe: bool = False
    """True if the outcome takes cards out of play early, which a dealer's report alone does not
    do."""
    until_announced: bool = False
    """True if the outcome can be declared only until the result is announced; then the next rule
    holds."""
    follows: bool = True
    """Something follows, so that a supervisor may decide on it where no clause speaks."""

    @property
    def said(self) -> str:
        """The words at the beginning of a sentence."""
        return f"{self.words[0].upper()}{self.words[1:]}"


class Outcome(Enum):
    """Outcomes for the cards, the coup and the money."""

    CONTINUE = Effect("play goes on", "cards.burn_forgotten")
    REASSIGN_TO_BANKER = Effect(
        "the card becomes the Banker's third card",
        "cards.reassign_to_banker",
        needs=_CARD,
        card=FACE_UP,
    )
    FIRST_OF_NEXT = Effect(
        "the card opens the next coup", "cards.first_of_next", needs=_CARD, card=FACE_DOWN
    )
    FIRST_OF_NO_BET = Effect(
        "the card opens a no-bet coup",
        "cards.first_of_no_bet",
        needs=_CARD,
        card=FACE_DOWN,
        then="The next coup is dealt without wagers, that card first.",
    )
    BURN = Effect("the card is burned", "cards.burn_card", needs=_CARD, card=BURNED)
    STAYS_BURNED = Effect("a burned card stays burned", "cards.burn_card", needs=_CARD, card=BURNED)
    DEAL_AS_NEXT = Effect(
        "the card is dealt as the next one due",
        "next_card.deal_as_next",
        needs=_CARD,
        card=FACE_DOWN,
    )
    DEALERS_NEXT = Effect(
        "the card is the dealer's next card",
        "next_card.dealers_next",
        needs=_CARD,
        card=FACE_DOWN,
        set_aside=True,
    )
    PLAY_AS_DEALT = Effect(
        "the card is played as if found face down",
        "cards.play_as_dealt",
        needs={"card": MUST},
        card=FACE_UP,
    )
    REBUILD_THEN_TAKE_DOWN = Effect(
        "rebuild the deal; then each player may take down their own wagers",
        "coups.rebuild_then_take_down",
        needs={"cards": MUST},
        then="Let each player take wagers down, then let play go on.",
        money=True,
    )
    REBUILD_BINDING = Effect(
        "rebuild the deal; everyone takes the result",
        "coups.rebuild_binding",
        needs=_TRUE_ORDER,
        then="Call the result of the cards as they lie then, and settle.",
        money=True,
    )
    CORRECT = Effect(
        "the coup is rebuilt and put right",
        "coups.correct",
        needs=_TRUE_ORDER,
        then="Call the result again, and settle.",
        money=True,
    )
    MISDEAL = Effect(
        "a misdeal; every wager is void and another coup is dealt",
        "hands.misdeal",
        needs=_TRUE_ORDER,
        until_announced=True,
        then="Clear the cards and deal another coup.",
        money=True,
    )
    HAND_VOID = Effect(
        "that hand is void", "hands.void_hand", needs={"box": MUST, "cards": MAY}, money=True
    )
    HAND_OR_COUP_VOID = Effect(
        "that hand or the coup is void and its stakes go back",
        "hands.void_hand_or_coup",
        needs={"box": MAY, "cards": MAY},
        money=True,
    )
    DISCARD_HAND = Effect(
        "the cards of that hand are counted and discarded",
        "hands.discard_hand",
        needs={"box": MAY, "cards": MUST},
    )
    COUP_VOID = Effect(
        "the coup is void and every stake goes back",
        "coups.void",
        in_coup=True,
        then="Clear the cards.",
        money=True,
    )
    LATE_VOID = Effect(
        "that round is void, stakes and payouts are reversed, later rounds stand",
        "coups.late_void",
        needs={"coup": MUST},
        money=True,
    )
    STAND = Effect("results stand", "hands.handed_wrongly")
    NEW_CARDS_IF_AGREED = Effect(
        "if all players agree, the cards are shuffled or replaced",
        "cards.new_cards_if_agreed",
        needs={"agreed": MAY},
        then="Finish the coup; then shuffle.",
    )
    SHUFFLE_IF_DIRECTED = Effect(
        "a supervisor may order a shuffle after the coup",
        "cards.shuffle_if_directed",
        then="Finish the coup; then shuffle.",
    )
    RESHUFFLE_AND_FINISH = Effect(
        "the discards are shuffled and cut, and the round is finished",
        "devices.reshuffle_and_finish",
        needs={"depth": MAY, "from_back": MAY},
        renews=DISCARDS,
    )
    FINISH_THEN_SHUFFLE = Effect(
        "finish the coup, then shuffle and cut; earlier results stand",
        "cards.shuffle_after",
        then="Finish the coup; then shuffle.",
        shoe=True,
    )
    VOID_SHOE = Effect(
        "the cards are void and new ones are prepared",
        "cards.void_shoe",
        then="Prepare new cards.",
        money=True,
    )
    VOID_AND_CHECK = Effect(
        "the coup is void, the cards left come out and every deck is checked",
        "coups.void_and_check",
        then="Clear the cards; then check them.",
        money=True,
    )
    VOID_SAVE_SETTLED = Effect(
        "the coup is void save what is already settled, and the decks are checked",
        "coups.void_save_settled",
        then="Clear the cards; then check them.",
        money=True,
    )
    CHECK_DEVICE = Effect(
        "after the coup a supervisor may have the device emptied and checked",
        "cards.empty_and_check",
        then="Finish the coup; then empty the device and check the cards.",
    )
    CHECK_CARDS = Effect(
        "the dealer checks and verifies the cards",
        "cards.check_after",
        then="Check the cards before the next coup.",
    )
    VERIFY_ALL_RECOVERED = Effect(
        "the supervisor verifies that every card was recovered",
        "cards.check_after",
        then="Check the cards before the next coup.",
    )
    REPLACE_CARDS = Effect(
        "the cards are replaced between coups",
        "cards.replace_now",
        then="Bring new cards before the next coup.",
    )
    REPLACE_SHOE = Effect("every card of that shoe is replaced", "cards.replace_played_out")
    LAST_COUPS = Effect("the coups left in the shoe are counted", "cutting_card.last_coups")
    TAKE_DOWN_ONLY = Effect(
        "each player may take down their own wagers",
        "coups.take_down",
        needs={"hand": MAY, "player": MAY},
        then="Let each player take wagers down, then let play go on.",
        money=True,
    )
    REOPEN_WAGERS = Effect(
        "a supervisor may let wagers be changed",
        "wagers.reopen_wagers",
        then="Let players change their wagers, then let play go on.",
        money=True,
    )
    WAGERS_STAY = Effect("no wager may be touched")
    CONFIRM_OR_VOID = Effect(
        "the supervisor confirms the true outcome, or the coup is void",
        "coups.confirm_or_void",
        needs={"confirmed": MUST, "cards": MAY},
        money=True,
    )
    IGNORE_DISPLAY = Effect("the display is disregarded")
    TRANSFER_CARDS = Effect("the cards go to another device and play goes on", "devices.transfer")
    REPLACE_DAMAGED = Effect(
        "damaged cards are replaced, the rest go to another device, play goes on",
        "devices.replace_damaged",
        needs={"damaged": MUST},
    )
    END_COUP = Effect(
        "the coup ends and every stake goes back", "coups.void", then="Clear the cards.", money=True
    )
    REFUND_OR_FINISH = Effect(
        "each player may have stakes back; the coup is finished from a card shoe",
        "devices.refund_or_finish",
        needs={"damaged": MAY, "depth": MAY},
        renews=CARDS_LEFT,
        then="Let each player take wagers down, then let play go on.",
        money=True,
    )
    VALID = Effect("the wager is valid", "wagers.valid", needs=_WAGER, money=True)
    VALID_WITH_WARNING = Effect(
        "the wager is valid and its owner is warned",
        "wagers.valid_with_warning",
        needs=_WAGER,
        money=True,
    )
    TO_MAXIMUM = Effect(
        "the wager is live to the maximum and the rest goes back",
        "wagers.to_maximum",
        needs=_WAGER,
        money=True,
    )
    PRO_RATA = Effect(
        "the wagers are live pro rata to the maximum and the rest goes back",
        "wagers.pro_rata",
        needs=_WAGER,
        money=True,
    )
    ALL_VALID = Effect("all wagers are valid")
    REDUCE_PRO_RATA = Effect(
        "wagers may be cut pro rata by the dealer",
        "wagers.reduce_pro_rata",
        needs={"on": MAY},
        money=True,
    )
    RETURN_WAGER = Effect(
        "the wager is returned", "wagers.return_wager", needs=_RETURNED, in_coup=True, money=True
    )
    RETURN_WITHOUT_WINNINGS = Effect(
        "the wager is returned and earns nothing",
        "wagers.return_wager",
        needs=_RETURNED,
        in_coup=True,
        money=True,
    )
    PARTIAL_STAKE = Effect(
        "only the part inside the loss limit is live",
        "wagers.loss_limit",
        needs=_LOSS,
        in_coup=True,
        money=True,
    )
    RETURN_LAST_FIRST = Effect(
        "the excess is returned, last bet first, and the player is reminded",
        "wagers.loss_limit",
        needs=_LOSS,
        in_coup=True,
        money=True,
    )
    RECTIFY = Effect("rectify the payment or try to", then="Report the payment, and put it right.")
    RECTIFY_AND_IDENTIFY = Effect(
        "rectify the payment and try to identify the patron",
        then="Report the payment, find the patron, and put it right.",
    )
    REPORT_MONTHLY = Effect("it goes into the report of the month")
    SANCTION = Effect("wagers may be voided and the person barred")
    INVALIDATE = Effect("the outcome may be invalidated and stakes refunded")
    INVALIDATE_ONLY = Effect("the outcome may be invalidated; nothing is said of the stakes")
    REFUSE_WAGER = Effect("the wager may be refused", then="Refuse the wager, with a reason.")
    ROUND_UP = Effect("the payment goes up to the next amount that chips can make")
    DEEMED_STAND = Effect(
        "the player stands and may not place a DRAW wager",
        "next_card.deemed_stand",
        needs={"box": MUST},
    )
    MAY_LOSE_SEAT = Effect("the player may be told to leave the seat", then="Ask for the seat.")
    SETTLED_WHERE_IT_LIES = Effect("the player answers for it: the wager is settled where it lies")
    DEALER_TURNS = Effect("the dealer turns the cards that are left")
    NEXT_BETTOR = Effect("the cards go to the next highest bettor, or stay with the dealer")
    ALLOWED = Effect("allowed: the coup is played out")
    NOT_ALLOWED = Effect("not allowed without a main bet")
    BANKER_ONLY = Effect("only the Banker's hand is dealt")
    NO_BET_COUP = Effect("a no-bet coup may be dealt", then="Call a no-bet coup.")
    NO_BET_MUST = Effect("a no-bet coup has to follow", then="Call a no-bet coup.")
    NO_BET_BARRED = Effect("no no-bet coup may be dealt")
    DEALT_WITHOUT_WAGERS = Effect("it is dealt like any other, without wagers")
    DRAW_REFUSED = Effect(
        "the player gets no further card and may not place a DRAW wager",
        "next_card.decline_card",
        needs={"box": MUST, "card": MAY},
        card=FACE_DOWN,
        set_aside=True,
    )
    NO_RULE = Effect("no rule: a supervisor decides, with a reason", follows=False)
    NOT_APPLICABLE = Effect("cannot happen in this game", follows=False)
