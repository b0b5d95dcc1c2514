"""The situations that the matrix of irregularities compares, and the circumstances it asks about.

One situation is one row, numbered; the cells are each document's own.
"""

from collections.abc import Mapping
from typing import Final

from sabot.rules.coup.deal import BANKER, PLAYER
from sabot.rules.irregularities.irregularity import Situation, Value
from sabot.shoe.procedure import DEVICE, SHOE

BEFORE: Final = "before"
DURING: Final = "during"
PAST: Final = "past"
NOBODY, SOMEBODY, EVERYBODY = "nobody", "somebody", "everybody"
WAGER, CHIPS = "wager", "chips"
ELSEWHERE, OUTSIDE, NOT_FLAT = "elsewhere", "outside", "not flat"
REFUSED, UNTURNED = "refused", "unturned"
DISTURBANCE, FRAUD, IMPRACTICAL = "disturbance", "fraud", "impractical"
CARD, TAKEN_DOWN = "card", "taken down"

CARDS_COUNTED: Final = "the count of the cards"
STAKES_LOGGED: Final = "the stakes in the log"
ACCOUNT: Final = "the player's account"
"""Parts of the table's own record that can show a situation."""
METHOD_A, METHOD_B = "A", "B"


def _yes_no(yes: str, no: str) -> Mapping[Value, str]:
    return {True: yes, False: no}


# fmt: off
CIRCUMSTANCES: Final[Mapping[str, Mapping[Value, str]]] = {
    "exposed": _yes_no("seen", "unseen"),
    "face_up": _yes_no("found face up", "seen in another way"),
    "handled": _yes_no("a player has handled cards", "no player has handled cards"),
    "hand_complete": _yes_no("hand already complete", "hand not yet complete"),
    "hand": {PLAYER: "a Player hand", BANKER: "the Banker's or dealer's hand"},
    "burned": _yes_no("burned", "dealt"),
    "refused": {
        NOBODY: "no player declines it",
        SOMEBODY: "a player declines it",
        EVERYBODY: "all players decline it",
    },
    "in_doubt": _yes_no("only the order is in doubt", "an error is established"),
    "coup_over": _yes_no("the coup is over", "the coup is in progress"),
    "next_started": _yes_no("the next coup has begun", "before the next coup"),
    "rebuildable": _yes_no("it can be rebuilt", "it cannot be rebuilt"),
    "paid": _yes_no("money has moved", "no money has moved"),
    "deal_correct": _yes_no("dealt correctly so far", "dealt wrongly"),
    "method": {METHOD_A: "dealing method A", METHOD_B: "dealing method B"},
    "source": {SHOE: "card shoe", DEVICE: "shuffling device"},
    "in_shuffle": _yes_no("in the shuffle or cut", "later"),
    "pre_shuffled": _yes_no("pre-shuffled cards", "cards shuffled here"),
    "enough_cards": _yes_no("enough cards are left", "too few cards are left"),
    "damaged": _yes_no("cards damaged", "cards sound"),
    "when": {
        BEFORE: "before the first card",
        DURING: "after the first card",
        PAST: "in an earlier coup",
    },
    "several": _yes_no("several wagers together", "one wager alone"),
    "paid_for": {WAGER: "a wager", CHIPS: "chips bought or changed"},
    "winning": _yes_no("it won", "it lost"),
    "duties_kept": _yes_no("the player kept the duties", "the player broke a duty"),
    "device": _yes_no("a device", "another breach"),
    "cause": {DISTURBANCE: "disturbance", FRAUD: "fraud", IMPRACTICAL: "play is impractical"},
    "placed": {
        ELSEWHERE: "on another bet's area",
        OUTSIDE: "outside every area",
        NOT_FLAT: "not flat, or upon another bet",
    },
    "cards": {REFUSED: "cards refused", UNTURNED: "cards left unturned"},
    "other_hand": _yes_no("a bettor's further hand, with no other player seated there", "own hand"),
    "restricted": _yes_no("side bets need an own main bet", "side bets are open to all"),
    "asked": _yes_no("a player asked", "no player asked"),
    "forced_by": {CARD: "a card that has to open it", TAKEN_DOWN: "every wager taken down"},
}
"""The values of every circumstance, in words."""

SITUATIONS: Final = (
    # Dealing errors
    Situation("1", "surplus-to-player-banker-draws",
              "Surplus card to the Player's hand, Banker has to draw", ("handled",), by_hand=True),
    Situation("2", "surplus-to-player-banker-stands",
              "Surplus card to the Player's hand, Banker has to stand", ("exposed", "handled"),
              by_hand=True),
    Situation("3", "surplus-to-banker",
              "Surplus card to the Banker's or dealer's hand", ("exposed", "hand_complete"),
              by_hand=True),
    Situation("4", "hand-short", "A hand is short of cards, found before the next coup",
              ("hand", "handled", "exposed", "coup_over"), by_hand=True),
    Situation("5", "dealt-or-burned-in-error",
              "A card was wrongly dealt or burned, the coup in progress",
              ("burned", "refused", "handled", "exposed"), by_hand=True),
    Situation("6", "wrong-deal", "Wrong deal or doubtful order, found before the next coup",
              ("in_doubt", "handled", "exposed", "coup_over"), by_hand=True),
    Situation("7", "cannot-rebuild", "A wrong deal cannot be rebuilt", ("coup_over",),
              by_hand=True),
    Situation("8", "cards-after-void", "After such a void: what becomes of the cards left",
              ("source",)),
    Situation("9", "found-after-next-coup", "Wrong deal found after the next coup began",
              ("in_doubt",), by_hand=True),
    Situation("10", "found-after-closing",
              "Wrong deal found after all cards were taken out or the table closed", by_hand=True),
    Situation("11", "hand-without-wager", "A hand was dealt where no wager lies",
              ("handled",), by_hand=True),
    Situation("12", "wrong-call-or-settlement",
              "Wrong result called or wager wrongly settled, found before the next coup",
              ("paid", "rebuildable"), by_hand=True),
    Situation("13", "wrong-scheme", "Wagers settled by the other pay scheme",
              ("next_started", "rebuildable")),
    Situation("14", "cards-to-wrong-player", "Cards were handed to the wrong player",
              ("coup_over",)),
    Situation("15", "change-of-wagers", "Players want to change wagers after the first card",
              ("exposed", "method", "deal_correct")),
    # Exposed cards
    Situation("16", "first-card-exposed", "The coming coup's first card is seen", ("face_up",),
              by_hand=True),
    Situation("17", "face-up-card", "A card turns up face up after the first card", by_hand=True),
    Situation("18", "more-face-up", "More face-up cards are suspected in the shuffling device",
              by_hand=True),
    Situation("19", "order-seen", "Players have seen the order of the cards", ("in_shuffle",),
              by_hand=True),
    # Cards and shuffle
    Situation("20", "cards-run-out", "Too few cards are left to finish the coup"),
    Situation("21", "missing-or-foreign-card", "A card is missing or does not belong",
              by_hand=True),
    Situation("22", "not-cut", "The cards were not cut as they should be"),
    Situation("23", "burn-forgotten", "The burn was forgotten"),
    Situation("24", "not-shuffled", "No shuffle after the cutting card", ("enough_cards",)),
    Situation("25", "cards-dropped", "Cards are dropped or mishandled", by_hand=True),
    Situation("26", "not-mixed", "The cards may not be well mixed", ("pre_shuffled",)),
    Situation("27", "cards-unfit", "Cards are unfit for use", by_hand=True),
    Situation("28", "check-ordered", "A check of the cards is ordered"),
    Situation("29", "cards-handled", "Players have handled cards of the shoe", by_hand=True),
    Situation("30", "cutting-card-during-coup", "The cutting card comes during a coup"),
    Situation("31", "cutting-card-first", "The cutting card comes as first card"),
    # Equipment
    Situation("32", "scanner-disagrees", "The scanning shoe disagrees with the cards"),
    Situation("33", "display-wrong", "The result display is wrong"),
    Situation("34a", "device-fails",
              "Device fails: cards sound, no player disadvantaged, a spare can take them"),
    Situation("34b", "device-damages-cards",
              "Device fails: cards damaged, no player disadvantaged, a spare can take the rest",
              by_hand=True),
    Situation("34c", "device-harms", "Device fails: the casino or a player is worse off"),
    Situation("34d", "device-without-spare",
              "Device fails: no player disadvantaged, no spare or no practicable transfer",
              ("damaged",)),
    # Wagers and money
    Situation("35", "below-minimum", "Wager below the minimum, found after the first card"),
    Situation("35b", "above-maximum", "Wager above a player's maximum", ("when",)),
    Situation("35c", "area-maximum", "Wagers above a playing area's maximum", ("when", "several")),
    Situation("35d", "differential", "Table differential exceeded", ("when",)),
    Situation("36", "mispayment", "Over- or underpayment, not intended",
              ("paid_for", "next_started", "rebuildable"), by_hand=True),
    Situation("37", "mispayment-intended", "Over- or underpayment, intent suspected",
              by_hand=True),
    Situation("38", "mispayment-large", "A single over- or underpayment of more than $1,000",
              by_hand=True),
    Situation("39", "invalid-wager", "Wager found to be invalid when the first card is out"),
    Situation("40", "invalid-player-card", "Wager invalid for want of an own player card",
              ("when", "winning")),
    Situation("41", "loss-limit", "A player's loss limit is passed", ("coup_over", "duties_kept")),
    Situation("42", "prohibited-device", "Prohibited device or another breach", ("device",)),
    Situation("43", "disturbance-or-fraud", "Disturbance, fraud, or play impractical", ("cause",)),
    Situation("44", "wager-refused", "The casino would refuse a wager before the first card"),
    Situation("45", "no-exact-pay", "Chips cannot pay a wager exactly"),
    Situation("46", "no-decision", "A player is absent or does not decide"),
    Situation("47", "idle-player", "No wager for three coups at a full table"),
    Situation("48", "misplaced-wager", "A wager in the wrong spot, or placed as misheard",
              ("placed",), by_hand=True),
    Situation("49", "cards-refused", "A player refuses the cards or leaves them unturned",
              ("cards", "other_hand")),
    Situation("50", "only-side-bets", "Only side bets are on the layout", ("restricted",)),
    # No-bet coups
    Situation("51", "no-bet-empty-table", "No-bet coups at an empty table", ("source",)),
    Situation("52", "no-bet-agreed", "No-bet coups that all players agree to", ("asked",)),
    Situation("53", "no-bet-forced", "A no-bet coup forced by an irregularity",
              ("forced_by",)),
    Situation("54", "no-bet-dealt", "How a no-bet coup is dealt"),
)
# fmt: on
"""Every row of the matrix, in order."""
