"""Irregularities at Three Card Baccarat, The Star Sydney: sections 12 and 13, and elsewhere."""

from typing import Final

from sabot.rules.coup.deal import BANKER
from sabot.rules.irregularities.irregularity import (
    NO_RULE,
    Irregularities,
    cannot_happen,
    cell,
    items,
)
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.irregularities.situations import (
    BEFORE,
    CARDS_COUNTED,
    CHIPS,
    DISTURBANCE,
    FRAUD,
    PAST,
    STAKES_LOGGED,
)
from sabot.rules.roles import CASINO_SUPERVISOR

# 12.1 comes before 12.5: an error seen before any player handles cards is a misdeal. In dealing
# method A players never handle them. A misdeal ends with the announcement of the result.
_MISDEAL: Final = cell("12.1", Outcome.MISDEAL, handled=False, also=("12.3",))

# Void is no result (1.1): the stakes of 12.3, 12.5 and 12.7 go back.
_WRONG_NUMBER: Final = (
    _MISDEAL,
    cell("12.5", Outcome.HAND_VOID,
         note="its Player and Tie wagers go back; wagers on the Banker hand stand"),
)  # fmt: skip

_SETTLING: Final = (
    cell("12.6", Outcome.CORRECT, rebuildable=True),
    cell("12.6", Outcome.HAND_OR_COUP_VOID, by=CASINO_SUPERVISOR),
)

_NO_NO_BET: Final = cannot_happen("the document knows no no-bet coup")

# fmt: off
IRREGULARITIES: Irregularities = {
    # Dealing errors
    "surplus-to-player-banker-draws": _WRONG_NUMBER,
    "surplus-to-player-banker-stands": _WRONG_NUMBER,
    "surplus-to-banker": (
        cell("12.2", Outcome.MISDEAL, also=("12.3",)),
    ),
    "hand-short": (
        cell("12.2", Outcome.MISDEAL, hand=BANKER, also=("12.3",)),
        *_WRONG_NUMBER,
    ),
    "dealt-or-burned-in-error": (
        cell(None, Outcome.NO_RULE, burned=True),
        _MISDEAL,
        cell(None, Outcome.NO_RULE),
    ),
    # 12.1 wants an error; and once cards were handled only a wrong number of cards (12.2, 12.5)
    # or a hand without wager (12.4) has a rule.
    "wrong-deal": (
        cell(None, Outcome.NO_RULE, in_doubt=True),
        _MISDEAL,
        cell(None, Outcome.NO_RULE),
    ),
    "cannot-rebuild": cannot_happen("a wrong deal is never rebuilt"),
    "cards-after-void": NO_RULE,
    "found-after-next-coup": NO_RULE,
    "found-after-closing": NO_RULE,
    "hand-without-wager": (
        _MISDEAL,
        cell("12.4", Outcome.DISCARD_HAND),
    ),
    "wrong-call-or-settlement": _SETTLING,
    "wrong-scheme": (
        cell(None, Outcome.NO_RULE, next_started=True),
        *_SETTLING,
    ),
    "cards-to-wrong-player": NO_RULE,
    "change-of-wagers": (
        cell("5.5", Outcome.WAGERS_STAY),
    ),
    # Exposed cards
    "first-card-exposed": (
        cell("12.8", Outcome.BURN),
    ),
    "face-up-card": (
        cell("12.9", Outcome.PLAY_AS_DEALT),
    ),
    "more-face-up": (
        cell("12.9.1", Outcome.CHECK_DEVICE, by=CASINO_SUPERVISOR),
    ),
    "order-seen": NO_RULE,
    # Cards and shuffle. 12.7 names the shoe; a device that runs out goes by it too.
    "cards-run-out": (
        cell("12.7", Outcome.COUP_VOID, seen=CARDS_COUNTED),
    ),
    "missing-or-foreign-card": (
        cell("12.13.2", Outcome.VOID_AND_CHECK, also=("12.13", "12.13.1", "12.13.3"),
             note="earlier coups stand"),
    ),
    "not-cut": (
        cell("12.10", Outcome.FINISH_THEN_SHUFFLE),
    ),
    "burn-forgotten": (
        cell("12.11", Outcome.CONTINUE, note="those cards are in play"),
    ),
    "not-shuffled": (
        cell("12.7", Outcome.COUP_VOID, enough_cards=False, seen=CARDS_COUNTED),
        cell("12.12", Outcome.FINISH_THEN_SHUFFLE),
    ),
    "cards-dropped": NO_RULE,
    "not-mixed": (
        cell("4.1.3", Outcome.SHUFFLE_IF_DIRECTED, by=CASINO_SUPERVISOR),
    ),
    "cards-unfit": (
        cell("3.10", Outcome.REPLACE_CARDS, by=CASINO_SUPERVISOR),
    ),
    "check-ordered": NO_RULE,
    "cards-handled": NO_RULE,
    "cutting-card-during-coup": (
        cell("4.7", Outcome.LAST_COUPS, note="this coup is the last"),
    ),
    "cutting-card-first": (
        cell("4.8", Outcome.LAST_COUPS, note="this coup is the last"),
    ),
    # Equipment
    "scanner-disagrees": NO_RULE,
    "display-wrong": NO_RULE,
    "device-fails": (
        cell("13.2", Outcome.TRANSFER_CARDS, also=("13.1", *items("13.1", 5))),
    ),
    "device-damages-cards": (
        cell("13.3", Outcome.REPLACE_DAMAGED, also=items("13.3", 4)),
    ),
    # Where 13.4 and 13.5 both fit, 13.4 goes first: it gives all players everything back.
    "device-harms": (
        cell("13.4", Outcome.END_COUP, note="earlier coups stand"),
    ),
    "device-without-spare": (
        cell("13.5", Outcome.REFUND_OR_FINISH, also=items("13.5", 4)),
    ),
    # Wagers and money
    "below-minimum": (
        cell("6.2", Outcome.VALID, seen=STAKES_LOGGED),
    ),
    # 6.3 speaks of what is found after the first card only.
    "above-maximum": (
        cell(None, Outcome.NO_RULE, when=BEFORE),
        cell("6.3", Outcome.STAND, when=PAST),
        cell("6.3", Outcome.TO_MAXIMUM, seen=STAKES_LOGGED),
    ),
    # 6.1 knows a maximum for each playing area, 6.3 cuts "a wager": what several of them exceed
    # only together has no rule.
    "area-maximum": (
        cell(None, Outcome.NO_RULE, several=True),
        cell(None, Outcome.NO_RULE, when=BEFORE),
        cell("6.3", Outcome.STAND, when=PAST),
        cell("6.3", Outcome.TO_MAXIMUM, also=("6.1",), seen=STAKES_LOGGED),
    ),
    "differential": cannot_happen("no table differential"),
    # 12.6 is about settling wagers, and about errors: not chips, not intent.
    "mispayment": (
        cell(None, Outcome.NO_RULE, paid_for=CHIPS),
        cell(None, Outcome.NO_RULE, next_started=True),
        *_SETTLING,
    ),
    "mispayment-intended": NO_RULE,
    "mispayment-large": NO_RULE,
    "invalid-wager": NO_RULE,
    "invalid-player-card": cannot_happen("no player card is asked for"),
    "loss-limit": cannot_happen("no loss limits"),
    "prohibited-device": (
        cell("14.3", Outcome.SANCTION, device=True, by=CASINO_SUPERVISOR,
             also=("14.1", *items("14.3", 4)), note="also out of the casino, or held"),
        cell(None, Outcome.NO_RULE),
    ),
    "disturbance-or-fraud": (
        cell("14.4.1", Outcome.INVALIDATE, cause=DISTURBANCE, by=CASINO_SUPERVISOR,
             also=("14.4", "14.5")),
        cell("14.4.2", Outcome.INVALIDATE, cause=FRAUD, by=CASINO_SUPERVISOR,
             also=("14.4", "14.5"), note="the cheat's stake may be forfeited"),
        cell(None, Outcome.NO_RULE),
    ),
    "wager-refused": (
        cell("14.12", Outcome.REFUSE_WAGER, by=CASINO_SUPERVISOR),
    ),
    "no-exact-pay": (
        cell("5.11", Outcome.ROUND_UP),
    ),
    "no-decision": cannot_happen("players decide nothing in a coup"),
    "idle-player": (
        cell("14.10", Outcome.MAY_LOSE_SEAT),
    ),
    "misplaced-wager": (
        cell("5.12", Outcome.SETTLED_WHERE_IT_LIES),
    ),
    # The document passes no hand on: a hand that a player does not turn, for any reason, is 9.6.
    "cards-refused": (
        cell("9.4", Outcome.DEALER_TURNS, other_hand=True),
        cell("9.6", Outcome.DEALER_TURNS),
    ),
    "only-side-bets": (
        cell("8.2", Outcome.BANKER_ONLY, also=("5.2.2",), note="Tie needs a Player wager"),
    ),
    # No-bet coups
    "no-bet-empty-table": _NO_NO_BET,
    "no-bet-agreed": _NO_NO_BET,
    "no-bet-forced": _NO_NO_BET,
    "no-bet-dealt": _NO_NO_BET,
}
# fmt: on
