"""Irregularities at Baccarat, The Star Sydney: section 12, section 13, and clauses elsewhere."""

from typing import Final

from sabot.rules.irregularities.irregularity import (
    AT_ONCE,
    BEFOREHAND,
    DAILY_SUMMARY,
    MONTH_END,
    Duty,
    Irregularities,
    cannot_happen,
    cell,
    items,
)
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.irregularities.situations import (
    ACCOUNT,
    BEFORE,
    CARD,
    CARDS_COUNTED,
    DISTURBANCE,
    DURING,
    FRAUD,
    METHOD_B,
    NOT_FLAT,
    OUTSIDE,
    PAST,
    REFUSED,
    STAKES_LOGGED,
)
from sabot.rules.roles import (
    CASINO_OPERATOR,
    CASINO_SUPERVISOR,
    COMMISSION,
    INSPECTOR,
    SURVEILLANCE,
)
from sabot.shoe.procedure import SHOE

_COMMON_HANDS: Final = cannot_happen("two common hands, dealt in every coup")

# fmt: off
IRREGULARITIES: Irregularities = {
    # Dealing errors
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
        cell("12.16", Outcome.STAYS_BURNED, burned=True),
        cell("12.1.1", Outcome.REBUILD_THEN_TAKE_DOWN, also=("12.1(b)",)),
    ),
    # Only (b) has a time by which gaming staff must hear of it; (a) asks for none.
    "wrong-deal": (
        cell("12.1.1", Outcome.REBUILD_THEN_TAKE_DOWN, in_doubt=True, also=("12.1(a)",),
             note="also when a designated player caused it"),
        cell("12.1.1", Outcome.REBUILD_THEN_TAKE_DOWN, also=("12.1(b)",),
             note="also when a designated player caused it"),
    ),
    "cannot-rebuild": (
        cell("12.1.2", Outcome.COUP_VOID, by=CASINO_SUPERVISOR),
    ),
    "cards-after-void": (
        cell("12.1.3", Outcome.NEW_CARDS_IF_AGREED, source=SHOE, by=CASINO_SUPERVISOR),
        cell("12.1.2", Outcome.CONTINUE),
    ),
    # "Such an error" is read of both limbs of 12.1: a doubt raised later comes too late too.
    "found-after-next-coup": (
        cell("12.1.4", Outcome.STAND),
    ),
    "found-after-closing": (
        cell("12.1.4", Outcome.STAND),
    ),
    "hand-without-wager": _COMMON_HANDS,
    "wrong-call-or-settlement": (
        cell("12.18", Outcome.RECTIFY, paid=True, by=CASINO_OPERATOR),
        cell(None, Outcome.NO_RULE),
    ),
    "wrong-scheme": (
        cell("12.10.1", Outcome.STAND, also=("12.10", "12.10.2"),
             note="play goes on under the right scheme"),
    ),
    "cards-to-wrong-player": (
        cell("12.15", Outcome.STAND, note="dealing method B"),
    ),
    "change-of-wagers": (
        cell("12.12", Outcome.REOPEN_WAGERS, exposed=False, method=METHOD_B, by=CASINO_SUPERVISOR,
             note="where strictness would be unfair"),
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
    # The text names the shoe; the cards of a shuffling device go by it too.
    "order-seen": (
        cell("4.13", Outcome.VOID_SHOE, in_shuffle=True, by=CASINO_SUPERVISOR,
             duties=(Duty(INSPECTOR, DAILY_SUMMARY, "4.13"),)),
        cell(None, Outcome.NO_RULE),
    ),
    # Cards and shuffle. Void is no result (1.1): the stakes of 12.6 and 12.13 go back, and 12.6
    # holds for a shuffling device as for the shoe that it names.
    "cards-run-out": (
        cell("12.6", Outcome.COUP_VOID, seen=CARDS_COUNTED),
    ),
    "missing-or-foreign-card": (
        cell("12.11.2", Outcome.VOID_AND_CHECK, also=("12.11", "12.11.1", "12.11.3"),
             duties=(Duty(SURVEILLANCE, AT_ONCE, "12.11.4"),
                     Duty(INSPECTOR, DAILY_SUMMARY, "12.11.4")),
             note="checked at the table; earlier coups stand"),
    ),
    "not-cut": (
        cell("12.7", Outcome.FINISH_THEN_SHUFFLE),
    ),
    "burn-forgotten": (
        cell("12.8", Outcome.CONTINUE, note="those cards are in play"),
    ),
    "not-shuffled": (
        cell("12.6", Outcome.COUP_VOID, enough_cards=False, seen=CARDS_COUNTED),
        cell("12.9", Outcome.FINISH_THEN_SHUFFLE),
    ),
    "cards-dropped": (
        cell("4.6.1", Outcome.VERIFY_ALL_RECOVERED,
             duties=(Duty(CASINO_SUPERVISOR, AT_ONCE, "4.6.1"),)),
    ),
    "not-mixed": (
        cell("4.1.3", Outcome.SHUFFLE_IF_DIRECTED, by=CASINO_SUPERVISOR),
    ),
    "cards-unfit": (
        cell("3.10", Outcome.REPLACE_CARDS, by=CASINO_SUPERVISOR),
    ),
    "check-ordered": (
        cell("3.11", Outcome.CHECK_CARDS, by=CASINO_SUPERVISOR, or_by=INSPECTOR),
    ),
    "cards-handled": (
        cell("3.9", Outcome.REPLACE_SHOE),
    ),
    "cutting-card-during-coup": (
        cell("4.9", Outcome.LAST_COUPS, note="this coup and one more"),
    ),
    "cutting-card-first": (
        cell("4.10", Outcome.LAST_COUPS, note="this coup is the last"),
    ),
    # Equipment
    "scanner-disagrees": (
        cell("12.13", Outcome.CONFIRM_OR_VOID, by=CASINO_SUPERVISOR),
    ),
    "display-wrong": (
        cell("12.14", Outcome.IGNORE_DISPLAY),
    ),
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
    # 12.20.1 explains the attempt to rectify of 12.18.2 and, as read here, of 12.19.1.
    "mispayment": (
        cell("12.18", Outcome.RECTIFY, by=CASINO_OPERATOR,
             also=(*items("12.18", 2), "12.20", "12.20.1", *items("12.20.1", 2), "12.20.2"),
             note="in reasonable time; telling the regulator will do too"),
    ),
    "mispayment-intended": (
        cell("12.19", Outcome.RECTIFY_AND_IDENTIFY, by=CASINO_OPERATOR,
             also=(*items("12.19", 2), "12.20.1")),
    ),
    "mispayment-large": (
        cell("12.20.2", Outcome.REPORT_MONTHLY, by=CASINO_OPERATOR,
             duties=(Duty(COMMISSION, MONTH_END, "12.20.2"),)),
    ),
    "invalid-wager": (
        cell("12.17", Outcome.RETURN_WAGER),
    ),
    # 12.21.2 speaks of winning wagers only: a losing one goes back by 12.17.
    "invalid-player-card": (
        cell("12.21.1", Outcome.RETURN_WAGER, when=BEFORE, also=("12.21", "14.1")),
        cell("12.21.3", Outcome.STAND, when=PAST),
        cell("12.21.2", Outcome.RETURN_WITHOUT_WINNINGS, winning=True),
        cell("12.17", Outcome.RETURN_WAGER),
    ),
    "loss-limit": (
        cell("12.22.2", Outcome.STAND, coup_over=True),
        cell("12.22.1", Outcome.RETURN_LAST_FIRST, duties_kept=False, also=("14.2",), seen=ACCOUNT),
        cell("12.22", Outcome.PARTIAL_STAKE, by=CASINO_OPERATOR, seen=ACCOUNT),
    ),
    "prohibited-device": (
        cell("14.8", Outcome.SANCTION, device=True, by=CASINO_SUPERVISOR,
             also=("14.6", *items("14.8", 4)), note="also out of the casino, or held"),
        cell(None, Outcome.NO_RULE),
    ),
    "disturbance-or-fraud": (
        cell("14.9.1", Outcome.INVALIDATE, cause=DISTURBANCE, by=CASINO_SUPERVISOR,
             also=("14.9", "14.10")),
        cell("14.9.2", Outcome.INVALIDATE, cause=FRAUD, by=CASINO_SUPERVISOR,
             also=("14.9", "14.10"), note="the cheat's stake may be forfeited"),
        cell(None, Outcome.NO_RULE),
    ),
    "wager-refused": (
        cell("14.17", Outcome.REFUSE_WAGER, by=CASINO_SUPERVISOR),
    ),
    "no-exact-pay": (
        cell("5.8", Outcome.ROUND_UP),
    ),
    "no-decision": cannot_happen("players decide nothing in a coup"),
    "idle-player": (
        cell("14.15", Outcome.MAY_LOSE_SEAT),
    ),
    # 5.7 makes the player answer for the spot: the wager is settled as it lies.
    "misplaced-wager": (
        cell("5.5.1", Outcome.RETURN_WAGER, placed=OUTSIDE, also=("12.17",)),
        cell("5.5.3", Outcome.RETURN_WAGER, placed=NOT_FLAT, also=("12.17",)),
        cell("5.7", Outcome.SETTLED_WHERE_IT_LIES),
    ),
    # 8.14.1 is read of a hand without a wager.
    "cards-refused": (
        cell("8.9", Outcome.NEXT_BETTOR, cards=REFUSED,
             also=("8.10", "8.11", "8.14", *items("8.14", 2))),
        cell("8.15.2", Outcome.DEALER_TURNS),
    ),
    "only-side-bets": (
        cell("10.4", Outcome.NOT_ALLOWED, restricted=True,
             also=("10.11", "10.16", "10.21", "10.27", "10.32", "10.37")),
        cell("10.2", Outcome.ALLOWED,
             also=("10.9", "10.14", "10.19", "10.25", "10.30", "10.35")),
    ),
    # No-bet coups
    "no-bet-empty-table": (
        cell("7.4", Outcome.NO_BET_COUP, source=SHOE, by=CASINO_SUPERVISOR,
             duties=(Duty(SURVEILLANCE, BEFOREHAND, "7.4"),),
             note="a marker on the layout will do instead of Surveillance"),
        cell("7.4", Outcome.NO_BET_BARRED),
    ),
    "no-bet-agreed": (
        cell("7.5", Outcome.NO_BET_COUP, by=CASINO_SUPERVISOR),
    ),
    "no-bet-forced": (
        cell("12.3", Outcome.NO_BET_MUST, forced_by=CARD),
        cell("12.1.1", Outcome.NO_BET_MUST),
    ),
    "no-bet-dealt": (
        cell("12.4", Outcome.DEALT_WITHOUT_WAGERS, note="by dealing method A"),
    ),
}
# fmt: on
