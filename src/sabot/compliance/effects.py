"""What each event means on the exceptions report, if it is on it at all."""

from collections.abc import Mapping
from typing import Final

from sabot.accounts.account import ExclusionLifted, PlayerExcluded
from sabot.parts.disputes import DisputeDecided, DisputeReviewed
from sabot.promotions.running.attempts import AttemptNoted
from sabot.promotions.running.doubting import IntegrityLost, IntegrityValidated
from sabot.promotions.running.draw.committing import OrderOpened
from sabot.promotions.running.prizes.awarding import WinnerPassedOver
from sabot.promotions.running.prizes.claiming import ClaimRefused
from sabot.promotions.running.prizes.handing import PrizeHandedOver
from sabot.promotions.running.submitting import TermsChanged
from sabot.streams import Event
from sabot.table.betting.wagers import WagerPlaced, WagerRefused, WagerWithdrawn
from sabot.table.cases.payments import MispaymentFound, PaymentRectified
from sabot.table.coup.keying import CardCorrected
from sabot.table.heat.absence import AbsenceDeducted
from sabot.table.heat.putting_out import EntrantDisqualified
from sabot.table.heat.turns import OutOfTurnVoided
from sabot.table.irregularities.cards import NoBetForced
from sabot.table.irregularities.coups import CoupReversed
from sabot.table.irregularities.hands import HandVoided
from sabot.table.irregularities.rebuilding import CoupRebuilt, CoupReopened
from sabot.table.irregularities.report import ReportDecided
from sabot.table.irregularities.wagers import (
    StakesCut,
    WagerFound,
    WagersReopened,
)
from sabot.table.players.offers import TakeDownOffered, WagersReturned
from sabot.table.players.sanctions import OutcomeInvalidated, PlayerSanctioned, StakesForfeited
from sabot.table.players.seats import PlayerJoined, PlayerLeft
from sabot.table.players.vouchers import VoucherExchanged
from sabot.table.result.settling import WagersSettled
from sabot.table.result.voiding import CoupVoided, WagersVoided
from sabot.table.running.approvals import Approved
from sabot.table.running.change import ChipsBought, ChipsDeclared
from sabot.table.running.floats import FloatClosed
from sabot.tournament.entries.leaving import RefundApproved

LATE, RESCUED = "late-stake", "rescued-stake"
EFFECTS: Final[Mapping[type[Event], str]] = {
    WagerFound: LATE,
    WagersReopened: "reopened",
    CoupReopened: "reopened",
    CoupRebuilt: "rebuilt",
    CardCorrected: "corrected",
    TakeDownOffered: "take-down",
    WagersReturned: RESCUED,
    StakesCut: "cut-stake",
    CoupVoided: "void",
    WagersVoided: "void",
    OutOfTurnVoided: "void",
    HandVoided: "void",
    NoBetForced: "void",
    CoupReversed: "reversal",
    OutcomeInvalidated: "invalidation",
    StakesForfeited: "forfeit",
    PlayerSanctioned: "sanction",
    EntrantDisqualified: "sanction",
    AbsenceDeducted: "sanction",
    PlayerExcluded: "sanction",
    ExclusionLifted: "sanction",
    MispaymentFound: "mispayment",
    PaymentRectified: "mispayment",
    FloatClosed: "variance",
    PlayerLeft: "variance",
    PlayerJoined: "declared-chips",
    ChipsDeclared: "declared-chips",
    ChipsBought: "sold-chips",
    Approved: "approval",
    VoucherExchanged: "voucher",
    WagerRefused: "refused-wager",
    ReportDecided: "decision",
    DisputeDecided: "decision",
    DisputeReviewed: "decision",
    WagersSettled: "decision",
    RefundApproved: "decision",
    OrderOpened: "draw",
    WinnerPassedOver: "draw",
    AttemptNoted: "attempt",
    TermsChanged: "terms",
    ClaimRefused: "claim",
    PrizeHandedOver: "prize",
    IntegrityLost: "integrity",
    IntegrityValidated: "integrity",
}
"""What each event means on the report, if it is on it at all."""
IN_COUP: Final[Mapping[type[Event], str]] = {WagerPlaced: LATE, WagerWithdrawn: RESCUED}
"""What is in order before the first card, and on the report after it."""
ONE_PERSON: Final = frozenset(
    {
        WagerRefused, PlayerSanctioned, PlayerExcluded, ExclusionLifted, OutcomeInvalidated,
        ReportDecided, DisputeDecided, DisputeReviewed, WagersSettled, ClaimRefused, IntegrityLost,
        PlayerJoined, ChipsBought, Approved, OutOfTurnVoided, EntrantDisqualified, AbsenceDeducted,
        RefundApproved,
    }
)  # fmt: skip
"""What a document leaves to one person, and the chips and the cash that a dealer counts alone."""
KINDS: Final = tuple(dict.fromkeys((*EFFECTS.values(), "statement")))


def effect_of(event: Event, dealing: bool, confirmed: bool) -> str | None:
    """What an event means on the report; None where it is in order."""
    match event:
        case FloatClosed() if not event.variance:
            return None
        case PlayerJoined() if event.account or not event.moves:
            return None
        case PlayerLeft() if not confirmed:
            return None
        case WagersSettled() if not event.reason:
            return None
        case NoBetForced() if not event.returned:
            return None
        case WagerPlaced() | WagerWithdrawn():
            return IN_COUP[type(event)] if dealing else None
    return EFFECTS.get(type(event))
