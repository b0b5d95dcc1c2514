"""Irregularities at Mini-Baccarat, Casino Canberra: section 12, and clauses elsewhere."""

from typing import Final

from sabot.rules.irregularities.irregularity import (
    NO_RULE,
    Cell,
    Irregularities,
    cannot_happen,
    cell,
)
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.irregularities.situations import (
    CARD,
    CARDS_COUNTED,
    DISTURBANCE,
    PAST,
    STAKES_LOGGED,
)
from sabot.rules.roles import CASINO_OPERATOR, CASINO_SUPERVISOR

# By the dictionary's "Void" payments go back as well, those of 9.9 to Pairs included.
_VOID_NOTE: Final = "payments go back too, Pairs included"


def _void(clause: str, by: str | None = None, seen: str | None = None) -> Cell:
    return cell(clause, Outcome.COUP_VOID, by=by, note=_VOID_NOTE, seen=seen)


# 12.4 offers wagers back only while the cards are unseen; 4.6 keeps them down otherwise.
_REBUILD: Final = (
    cell("12.4", Outcome.REBUILD_BINDING, exposed=True),
    cell("12.4", Outcome.REBUILD_THEN_TAKE_DOWN),
)
# 12.4 is for errors found during a round, 12.5 for those found in a later one: nothing between.
_BETWEEN: Final = cell(None, Outcome.NO_RULE, coup_over=True)
_NO_DEVICE: Final = cannot_happen("all cards come from a shoe")

# fmt: off
IRREGULARITIES: Irregularities = {
    # Dealing errors
    "surplus-to-player-banker-draws": (
        cell("12.1", Outcome.REASSIGN_TO_BANKER),
    ),
    "surplus-to-player-banker-stands": (
        cell("12.2", Outcome.FIRST_OF_NO_BET, exposed=True, note="all wagers cleared first"),
        cell("12.3", Outcome.FIRST_OF_NEXT),
    ),
    "surplus-to-banker": (
        cell("12.2", Outcome.FIRST_OF_NO_BET, exposed=True, note="all wagers cleared first"),
        cell("12.3", Outcome.FIRST_OF_NEXT),
    ),
    "hand-short": (
        _BETWEEN,
        *_REBUILD,
    ),
    "dealt-or-burned-in-error": (
        cell(None, Outcome.NO_RULE, burned=True),
        *_REBUILD,
    ),
    # 12.4 wants an error that was detected; a mere doubt of the order has no rule.
    "wrong-deal": (
        cell(None, Outcome.NO_RULE, in_doubt=True),
        _BETWEEN,
        *_REBUILD,
    ),
    "cannot-rebuild": (
        _BETWEEN,
        _void("12.4", by=CASINO_SUPERVISOR),
    ),
    "cards-after-void": (
        cell("5.1(c)", Outcome.SHUFFLE_IF_DIRECTED, by=CASINO_SUPERVISOR, also=("12.4",),
             note="otherwise play goes on with them"),
    ),
    "found-after-next-coup": (
        cell(None, Outcome.NO_RULE, in_doubt=True),
        cell("12.5", Outcome.LATE_VOID, note="Pairs included"),
    ),
    "found-after-closing": NO_RULE,
    "hand-without-wager": cannot_happen("two common hands, dealt in every round"),
    "wrong-call-or-settlement": NO_RULE,
    "wrong-scheme": NO_RULE,
    # 4.6 does not list 12.9 among its exceptions, but it is one.
    "cards-to-wrong-player": (
        cell(None, Outcome.NO_RULE, coup_over=True),
        cell("12.9", Outcome.TAKE_DOWN_ONLY, note="even when a card has been seen"),
    ),
    "change-of-wagers": (
        cell("12.6(a)", Outcome.REOPEN_WAGERS, exposed=False, deal_correct=True,
             by=CASINO_SUPERVISOR, also=("12.6(b)",)),
        cell("4.6", Outcome.WAGERS_STAY),
    ),
    # Exposed cards. 12.2 is for a card drawn out too many, not for one face up inside the shoe.
    "first-card-exposed": (
        cell(None, Outcome.NO_RULE, face_up=True),
        cell("12.2", Outcome.FIRST_OF_NO_BET, note="all wagers cleared first"),
    ),
    "face-up-card": NO_RULE,
    "more-face-up": _NO_DEVICE,
    "order-seen": NO_RULE,
    # Cards and shuffle
    "cards-run-out": (
        _void("12.7", seen=CARDS_COUNTED),
    ),
    "missing-or-foreign-card": NO_RULE,
    "not-cut": NO_RULE,
    "burn-forgotten": (
        cell("12.8", Outcome.CONTINUE),
    ),
    "not-shuffled": (
        cell("12.7", Outcome.COUP_VOID, enough_cards=False, note=_VOID_NOTE, seen=CARDS_COUNTED),
        cell(None, Outcome.NO_RULE),
    ),
    "cards-dropped": NO_RULE,
    "not-mixed": (
        cell("5.1(c)", Outcome.SHUFFLE_IF_DIRECTED, by=CASINO_SUPERVISOR, note="no reason needed"),
    ),
    "cards-unfit": (
        cell("2.3", Outcome.REPLACE_CARDS, by=CASINO_OPERATOR,
             note="for any reason; supervisor and dealer check each card"),
    ),
    "check-ordered": NO_RULE,
    "cards-handled": NO_RULE,
    "cutting-card-during-coup": (
        cell("5.8", Outcome.LAST_COUPS, note="this round, and one more after a tie"),
    ),
    "cutting-card-first": (
        cell("5.8", Outcome.LAST_COUPS, note="this round, and one more after a tie"),
    ),
    # Equipment
    "scanner-disagrees": NO_RULE,
    "display-wrong": NO_RULE,
    "device-fails": _NO_DEVICE,
    "device-damages-cards": _NO_DEVICE,
    "device-harms": _NO_DEVICE,
    "device-without-spare": _NO_DEVICE,
    # Wagers and money
    "below-minimum": (
        cell("3.4", Outcome.VALID_WITH_WARNING, seen=STAKES_LOGGED),
    ),
    "above-maximum": (
        cell(None, Outcome.NO_RULE, when=PAST),
        cell("3.5", Outcome.TO_MAXIMUM, seen=STAKES_LOGGED),
    ),
    "area-maximum": cannot_happen("limits are for a player"),
    # 3.6 and 3.7 know a differential, and no clause says what becomes of an excess.
    "differential": NO_RULE,
    "mispayment": NO_RULE,
    "mispayment-intended": NO_RULE,
    "mispayment-large": NO_RULE,
    "invalid-wager": NO_RULE,
    "invalid-player-card": cannot_happen("no player card is asked for"),
    "loss-limit": cannot_happen("no loss limits"),
    # 14.2 is for breaches of the rules, and no rule forbids a device.
    "prohibited-device": (
        cell(None, Outcome.NO_RULE, device=True),
        cell("14.2", Outcome.SANCTION, by=CASINO_OPERATOR, also=("14.2(a)", "14.2(b)")),
    ),
    "disturbance-or-fraud": (
        cell("14.1", Outcome.INVALIDATE_ONLY, cause=DISTURBANCE, by=CASINO_OPERATOR),
        _void("14.3", by=CASINO_OPERATOR),
    ),
    "wager-refused": NO_RULE,
    "no-exact-pay": NO_RULE,
    "no-decision": cannot_happen("players decide nothing in a round"),
    "idle-player": (
        cell("14.6", Outcome.MAY_LOSE_SEAT),
    ),
    "misplaced-wager": NO_RULE,
    "cards-refused": (
        cell("6.3", Outcome.DEALER_TURNS, note="or any hand dealt face down"),
    ),
    "only-side-bets": (
        cell("9.4", Outcome.ALLOWED, also=("9.4(a)",)),
    ),
    # No-bet coups
    "no-bet-empty-table": (
        cell("4.8", Outcome.NO_BET_COUP, by=CASINO_SUPERVISOR),
    ),
    "no-bet-agreed": (
        cell("4.7", Outcome.NO_BET_COUP, asked=True, by=CASINO_SUPERVISOR,
             also=("4.7(a)", "4.7(b)")),
        cell("4.7", Outcome.NO_BET_BARRED),
    ),
    "no-bet-forced": (
        cell("12.2", Outcome.NO_BET_MUST, forced_by=CARD),
        cell("12.4", Outcome.NO_BET_MUST, also=("12.6(b)", "12.9")),
    ),
    "no-bet-dealt": (
        cell("4.9", Outcome.DEALT_WITHOUT_WAGERS),
    ),
}
# fmt: on
