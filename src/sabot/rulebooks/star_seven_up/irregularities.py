"""Irregularities at 7-Up Baccarat, The Star Sydney: section 12, section 13, and elsewhere."""

from typing import Final

from sabot.rules.irregularities.irregularity import (
    AT_ONCE,
    NO_RULE,
    Duty,
    Irregularities,
    cannot_happen,
    cell,
    items,
)
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.irregularities.situations import (
    BEFORE,
    CARD,
    CARDS_COUNTED,
    DISTURBANCE,
    DURING,
    FRAUD,
    PAST,
    STAKES_LOGGED,
)
from sabot.rules.roles import (
    ASSISTANT_GAMING_MANAGER,
    CASINO_SUPERVISOR,
    GAMING_MANAGER,
    INSPECTOR,
    SURVEILLANCE,
)

_NO_CUT: Final = cannot_happen("no cut and no cutting card: all cards come from a device")
_NOT_HANDLED: Final = cannot_happen("players never handle the cards")

# fmt: off
IRREGULARITIES: Irregularities = {
    # Dealing errors. The Player's "second card" of 12.2 is the one drawn beside the printed 7 and
    # the dealt card.
    "surplus-to-player-banker-draws": (
        cell("12.2", Outcome.REASSIGN_TO_BANKER),
    ),
    # 12.2 does not ask whether the card was seen, 12.3 does: a seen card goes by 12.3.
    "surplus-to-player-banker-stands": (
        cell("12.3", Outcome.FIRST_OF_NO_BET, exposed=True, also=("12.4",)),
        cell("12.2", Outcome.FIRST_OF_NEXT),
    ),
    "surplus-to-banker": (
        cell("12.3", Outcome.FIRST_OF_NO_BET, also=("12.4",)),
    ),
    "hand-short": (
        cell("12.1.1", Outcome.REBUILD_THEN_TAKE_DOWN, also=("12.1(b)",)),
    ),
    "dealt-or-burned-in-error": (
        cell("12.10", Outcome.STAYS_BURNED, burned=True),
        cell("12.1.1", Outcome.REBUILD_THEN_TAKE_DOWN, also=("12.1(b)",)),
    ),
    # Only (b) has a time by which gaming staff must hear of it; (a) asks for none.
    "wrong-deal": (
        cell("12.1.1", Outcome.REBUILD_THEN_TAKE_DOWN, in_doubt=True, also=("12.1(a)",)),
        cell("12.1.1", Outcome.REBUILD_THEN_TAKE_DOWN, also=("12.1(b)",)),
    ),
    "cannot-rebuild": (
        cell("12.1.2", Outcome.COUP_VOID, by=CASINO_SUPERVISOR),
    ),
    "cards-after-void": (
        cell("12.1.2", Outcome.CONTINUE),
    ),
    # "Such an error" is read of both limbs of 12.1: a doubt raised later comes too late too.
    "found-after-next-coup": (
        cell("12.1.3", Outcome.STAND),
    ),
    "found-after-closing": (
        cell("12.1.3", Outcome.STAND),
    ),
    "hand-without-wager": cannot_happen("two common hands, dealt in every coup"),
    "wrong-call-or-settlement": NO_RULE,
    "wrong-scheme": cannot_happen("one pay scheme only"),
    "cards-to-wrong-player": _NOT_HANDLED,
    "change-of-wagers": (
        cell("5.4", Outcome.WAGERS_STAY),
    ),
    # Exposed cards
    "first-card-exposed": (
        cell("12.3", Outcome.FIRST_OF_NO_BET, also=("12.4",)),
    ),
    "face-up-card": (
        cell("12.5", Outcome.PLAY_AS_DEALT),
    ),
    "more-face-up": (
        cell("12.5.1", Outcome.CHECK_DEVICE, by=CASINO_SUPERVISOR),
    ),
    # 4.5 and 12.8.4 set no time for telling people: at once.
    "order-seen": (
        cell("4.5", Outcome.VOID_SHOE, by=GAMING_MANAGER,
             duties=(Duty(INSPECTOR, AT_ONCE, "4.5"),)),
    ),
    # Cards and shuffle. Void is no result (1.1): the stakes of 12.6 go back.
    "cards-run-out": (
        cell("12.6", Outcome.COUP_VOID, seen=CARDS_COUNTED),
    ),
    "missing-or-foreign-card": (
        cell("12.8.2", Outcome.VOID_AND_CHECK, also=("12.8", "12.8.1", "12.8.3"),
             duties=(Duty(SURVEILLANCE, AT_ONCE, "12.8.4"),
                     Duty(INSPECTOR, AT_ONCE, "12.8.4")),
             note="checked at the table; earlier coups stand"),
    ),
    "not-cut": _NO_CUT,
    "burn-forgotten": (
        cell("12.7", Outcome.CONTINUE, note="those cards are in play"),
    ),
    "not-shuffled": _NO_CUT,
    "cards-dropped": (
        cell("4.3", Outcome.VERIFY_ALL_RECOVERED,
             duties=(Duty(CASINO_SUPERVISOR, AT_ONCE, "4.3"),)),
    ),
    "not-mixed": NO_RULE,
    "cards-unfit": (
        cell("3.8", Outcome.REPLACE_CARDS, by=CASINO_SUPERVISOR),
    ),
    "check-ordered": (
        cell("3.9", Outcome.CHECK_CARDS, by=CASINO_SUPERVISOR, or_by=INSPECTOR),
    ),
    "cards-handled": _NOT_HANDLED,
    "cutting-card-during-coup": _NO_CUT,
    "cutting-card-first": _NO_CUT,
    # Equipment
    "scanner-disagrees": cannot_happen("no card shoe: all cards come from a device"),
    "display-wrong": (
        cell("12.9", Outcome.IGNORE_DISPLAY),
    ),
    "device-fails": (
        cell("13.2", Outcome.TRANSFER_CARDS, also=("13.1", *items("13.1", 4))),
    ),
    "device-damages-cards": (
        cell("13.3", Outcome.REPLACE_DAMAGED, also=items("13.3", 4)),
    ),
    "device-harms": (
        cell("13.4", Outcome.COUP_VOID, note="earlier coups stand"),
    ),
    # 13.2 voids the coup for want of a spare, and a transfer that is not practicable is read the
    # same; but it is about sound cards, and 13.3 does not say what to do without a spare.
    "device-without-spare": (
        cell(None, Outcome.NO_RULE, damaged=True),
        cell("13.2", Outcome.COUP_VOID, note="earlier coups stand"),
    ),
    # Wagers and money. 6.2 and 6.3 name a shoe, read as the device.
    "below-minimum": (
        cell("6.4", Outcome.VALID, seen=STAKES_LOGGED),
    ),
    "above-maximum": (
        cell("6.5.1", Outcome.STAND, when=PAST),
        cell("6.5", Outcome.TO_MAXIMUM, seen=STAKES_LOGGED),
    ),
    "area-maximum": (
        cell("6.2", Outcome.REDUCE_PRO_RATA, when=BEFORE, seen=STAKES_LOGGED),
        cell("6.5", Outcome.PRO_RATA, when=DURING, seen=STAKES_LOGGED),
        cell("6.5.1", Outcome.STAND),
    ),
    "differential": (
        cell("6.2", Outcome.REDUCE_PRO_RATA, when=BEFORE, seen=STAKES_LOGGED),
        cell("6.3", Outcome.ALL_VALID, when=DURING),
        cell("6.5.1", Outcome.STAND),
    ),
    "mispayment": NO_RULE,
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
        cell("14.11", Outcome.REFUSE_WAGER, by=CASINO_SUPERVISOR),
    ),
    "no-exact-pay": (
        cell("5.7", Outcome.ROUND_UP),
    ),
    "no-decision": cannot_happen("players decide nothing in a coup"),
    "idle-player": (
        cell("14.9", Outcome.MAY_LOSE_SEAT),
    ),
    "misplaced-wager": NO_RULE,
    "cards-refused": _NOT_HANDLED,
    "only-side-bets": (
        cell("10.2", Outcome.NOT_ALLOWED, restricted=True),
        cell("5.6.8", Outcome.NOT_ALLOWED, also=("10.3",),
             note="any player's Player, Banker or Tie bet suffices"),
    ),
    # No-bet coups
    "no-bet-empty-table": NO_RULE,
    "no-bet-agreed": (
        cell("7.4", Outcome.NO_BET_COUP, by=ASSISTANT_GAMING_MANAGER),
    ),
    "no-bet-forced": (
        cell("12.3", Outcome.NO_BET_MUST, forced_by=CARD),
        cell("12.1.1", Outcome.NO_BET_MUST),
    ),
    "no-bet-dealt": (
        cell("12.4", Outcome.DEALT_WITHOUT_WAGERS),
    ),
}
# fmt: on
