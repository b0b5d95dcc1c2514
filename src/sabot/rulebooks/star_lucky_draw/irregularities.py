"""Irregularities at Lucky Draw Baccarat, The Star Sydney: sections 10 and 11, and elsewhere."""

from typing import Final

from sabot.rules.irregularities.irregularity import (
    NO_RULE,
    Irregularities,
    cannot_happen,
    cell,
    items,
)
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.irregularities.situations import (
    DISTURBANCE,
    EVERYBODY,
    FRAUD,
    PAST,
    SOMEBODY,
    STAKES_LOGGED,
)
from sabot.rules.roles import CASINO_SUPERVISOR, INSPECTOR

# 10.3 goes before 10.8: a misdealt card is the next card, and the round is rebuilt where
# that does not restore the order.
_NEXT_CARD: Final = (cell("10.3", Outcome.DEAL_AS_NEXT, also=("10.4", "10.5")),)

_NOT_HANDLED: Final = cannot_happen("players never handle the cards")
_NO_NO_BET: Final = cannot_happen("the document knows no no-bet coup")

# fmt: off
IRREGULARITIES: Irregularities = {
    # Dealing errors
    "surplus-to-player-banker-draws": _NEXT_CARD,
    "surplus-to-player-banker-stands": _NEXT_CARD,
    "surplus-to-banker": (
        cell("10.7", Outcome.FIRST_OF_NEXT, exposed=False,
             note="deemed never drawn, so wagers stay open"),
        cell("10.6", Outcome.BURN, exposed=True, hand_complete=True),
        cell("10.3", Outcome.DEAL_AS_NEXT),
    ),
    "hand-short": (
        cell("10.8", Outcome.REBUILD_BINDING),
    ),
    "dealt-or-burned-in-error": (
        cell("10.5", Outcome.DEALERS_NEXT, refused=EVERYBODY),
        cell("10.4", Outcome.DRAW_REFUSED, refused=SOMEBODY),
        cell("10.3", Outcome.DEAL_AS_NEXT, note="even when it was burned"),
    ),
    # 10.8 wants an error; a mere doubt of the order has no rule.
    "wrong-deal": (
        cell(None, Outcome.NO_RULE, in_doubt=True),
        cell("10.8", Outcome.REBUILD_BINDING),
    ),
    "cannot-rebuild": (
        cell("10.8", Outcome.COUP_VOID, by=CASINO_SUPERVISOR),
    ),
    "cards-after-void": (
        cell("10.9", Outcome.CONTINUE),
    ),
    "found-after-next-coup": NO_RULE,
    "found-after-closing": NO_RULE,
    "hand-without-wager": _NEXT_CARD,
    "wrong-call-or-settlement": NO_RULE,
    "wrong-scheme": cannot_happen("one pay scheme only"),
    "cards-to-wrong-player": _NOT_HANDLED,
    "change-of-wagers": (
        cell("5.8", Outcome.WAGERS_STAY, also=("8.2",), note="save the DRAW wager"),
    ),
    # Exposed cards
    "first-card-exposed": (
        cell("10.1", Outcome.BURN, face_up=True),
        cell(None, Outcome.NO_RULE),
    ),
    "face-up-card": (
        cell("10.1", Outcome.BURN),
    ),
    "more-face-up": (
        cell("10.2", Outcome.CHECK_DEVICE, by=CASINO_SUPERVISOR),
    ),
    "order-seen": NO_RULE,
    # Cards and shuffle
    "cards-run-out": (
        cell("10.10", Outcome.RESHUFFLE_AND_FINISH),
    ),
    "missing-or-foreign-card": (
        cell("10.15.2", Outcome.VOID_SAVE_SETTLED, also=("10.15", "10.15.1", "10.15.3"),
             note="earlier rounds stand"),
    ),
    "not-cut": (
        cell("10.12", Outcome.FINISH_THEN_SHUFFLE),
    ),
    # 10.13 cites 4.7 for the burn, read as 4.10.
    "burn-forgotten": (
        cell("10.13", Outcome.CONTINUE, note="that card is in play"),
    ),
    "not-shuffled": (
        cell("10.10", Outcome.RESHUFFLE_AND_FINISH, enough_cards=False),
        cell("10.14", Outcome.FINISH_THEN_SHUFFLE),
    ),
    "cards-dropped": NO_RULE,
    "not-mixed": (
        cell("4.3.2", Outcome.SHUFFLE_IF_DIRECTED, pre_shuffled=True, by=CASINO_SUPERVISOR),
        cell("4.1.4", Outcome.SHUFFLE_IF_DIRECTED, by=CASINO_SUPERVISOR),
    ),
    "cards-unfit": (
        cell("3.8", Outcome.REPLACE_CARDS, by=CASINO_SUPERVISOR),
    ),
    "check-ordered": (
        cell("3.9", Outcome.CHECK_CARDS, by=CASINO_SUPERVISOR, or_by=INSPECTOR),
    ),
    "cards-handled": _NOT_HANDLED,
    "cutting-card-during-coup": (
        cell("4.1.3", Outcome.LAST_COUPS, note="this round is the last"),
    ),
    # 4.1.2 is read as a shuffle before that round is played.
    "cutting-card-first": (
        cell("4.1.2", Outcome.LAST_COUPS, note="shuffled before this round"),
    ),
    # Equipment
    "scanner-disagrees": NO_RULE,
    "display-wrong": NO_RULE,
    "device-fails": (
        cell("11.2", Outcome.TRANSFER_CARDS, also=("11.1", *items("11.1", 5))),
    ),
    "device-damages-cards": (
        cell("11.3", Outcome.REPLACE_DAMAGED, also=items("11.3", 4)),
    ),
    # Where 11.4 and 11.5 both fit, 11.4 goes first: it gives all players everything back.
    "device-harms": (
        cell("11.4", Outcome.END_COUP, note="earlier rounds stand"),
    ),
    "device-without-spare": (
        cell("11.5", Outcome.REFUND_OR_FINISH, also=items("11.5", 4)),
    ),
    # Wagers and money
    "below-minimum": (
        cell("6.2", Outcome.VALID, seen=STAKES_LOGGED),
    ),
    "above-maximum": cannot_happen("limits are for a playing area"),
    # An area takes one wager (5.6), so 6.3 cuts without shares.
    "area-maximum": (
        cell("6.3", Outcome.STAND, when=PAST),
        cell("6.3", Outcome.TO_MAXIMUM, also=("5.6",), seen=STAKES_LOGGED),
    ),
    "differential": cannot_happen("no table differential"),
    "mispayment": NO_RULE,
    "mispayment-intended": NO_RULE,
    "mispayment-large": NO_RULE,
    "invalid-wager": NO_RULE,
    "invalid-player-card": cannot_happen("no player card is asked for"),
    "loss-limit": cannot_happen("no loss limits"),
    "prohibited-device": (
        cell("12.3", Outcome.SANCTION, device=True, by=CASINO_SUPERVISOR,
             also=("12.1", *items("12.3", 4)), note="also out of the casino, or held"),
        cell(None, Outcome.NO_RULE),
    ),
    # 12.5 reads as though the forfeit is always ordered, where the sister documents leave it open.
    "disturbance-or-fraud": (
        cell("12.4.1", Outcome.INVALIDATE, cause=DISTURBANCE, by=CASINO_SUPERVISOR,
             also=("12.4", "12.5")),
        cell("12.4.2", Outcome.INVALIDATE, cause=FRAUD, by=CASINO_SUPERVISOR,
             also=("12.4", "12.5"), note="the cheat's stake is forfeited"),
        cell(None, Outcome.NO_RULE),
    ),
    "wager-refused": (
        cell("12.10", Outcome.REFUSE_WAGER, by=CASINO_SUPERVISOR),
    ),
    "no-exact-pay": (
        cell("5.9", Outcome.ROUND_UP),
    ),
    "no-decision": (
        cell("10.11", Outcome.DEEMED_STAND),
    ),
    "idle-player": NO_RULE,
    "misplaced-wager": NO_RULE,
    "cards-refused": _NOT_HANDLED,
    "only-side-bets": cannot_happen("no side bets"),
    # No-bet coups
    "no-bet-empty-table": _NO_NO_BET,
    "no-bet-agreed": _NO_NO_BET,
    "no-bet-forced": _NO_NO_BET,
    "no-bet-dealt": _NO_NO_BET,
}
# fmt: on
