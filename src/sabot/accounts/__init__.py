"""Players' accounts: the stream `player:ID`, with its money, its limits and its visits.

>>> from datetime import UTC, datetime
>>> opening = OpenAccount(id="1", actor="bob", role="cashier", player="alice")
>>> ACCOUNT.decide(Account(), opening, datetime(2025, 10, 5, tzinfo=UTC))
[AccountOpened(player='alice', zone='Australia/Sydney', rules=None, staff='')]
"""

from functools import partial

from sabot.accounts.account import (
    PLAYER_NAMES,
    AccountOpened,
    CancelPlayerCard,
    ExcludePlayer,
    ExclusionLifted,
    IssuePlayerCard,
    LiftExclusion,
    OpenAccount,
    PlayerCardCancelled,
    PlayerCardIssued,
    PlayerExcluded,
)
from sabot.accounts.cage import CAGE_KIND, CAGE_STREAM, Cage, CageRule, SetThresholds
from sabot.accounts.card_digests import CoverPlayerCard, PlayerCardCovered, Uncovered
from sabot.accounts.drawers import CloseDrawer, OpenDrawer, SupplyDrawer
from sabot.accounts.funds import Deposit, Deposited, Withdraw, Withdrawn
from sabot.accounts.holder import RecordStaffName, StaffNameRecorded
from sabot.accounts.identity import IdentityRecorded, RecordIdentity
from sabot.accounts.limit_questions import DeclineLimits, LimitsDeclined
from sabot.accounts.limits import (
    DepositLimitSet,
    HouseLimitSet,
    LossLimitSet,
    SetDepositLimit,
    SetHouseLimit,
    SetLossLimit,
    deposit_limit,
    deposit_room,
    loss_limits,
    loss_room,
    net_loss,
    next_easing,
)
from sabot.accounts.pin import CountPinMiss, PinMissed, PinSet, PinUnlocked, SetPin, UnlockPin
from sabot.accounts.play import AssessmentAsked, NotePlay, RestBegun, VisitTimed
from sabot.accounts.play_data import RequestPlayData
from sabot.accounts.reversals import CollectDebt, DebtCollected, PostReversal, ReversalPosted
from sabot.accounts.source_of_funds import DeclareFunds, FundsDeclared
from sabot.accounts.state import SYDNEY, Account, AccountLimit, Exclusion, PeriodTally, Stay
from sabot.accounts.stream import ACCOUNT
from sabot.accounts.suspension import PlaySuspended, SuspendPlay
from sabot.accounts.tournament_payments import (
    ContestCredited,
    ContestPaid,
    CreditContest,
    PayContest,
)
from sabot.accounts.visits import (
    CloseVisit,
    CountDebtCash,
    CountPurchase,
    DebtCashCounted,
    OpenVisit,
    PurchaseCounted,
    RaiseVisit,
    VisitClosed,
    VisitOpened,
    VisitRaised,
    visit_of,
)
from sabot.engine.kind import Kind, only_staff
from sabot.rules.roles import CASHIER

ACCOUNT_KIND = Kind(
    prefix="player:",
    word="account",
    rules=ACCOUNT,
    state=Account,
    empty=lambda name: Account(),
    words=__name__,
    named_by="player",
    seen=partial(only_staff, also=frozenset({CASHIER})),
    whose="player's",
    refused="This follows from what is done at a table or a tournament.",
)

__all__ = [
    "ACCOUNT",
    "ACCOUNT_KIND",
    "CAGE_KIND",
    "CAGE_STREAM",
    "PLAYER_NAMES",
    "SYDNEY",
    "Account",
    "AccountLimit",
    "AccountOpened",
    "AssessmentAsked",
    "Cage",
    "CageRule",
    "CancelPlayerCard",
    "CloseDrawer",
    "CloseVisit",
    "CollectDebt",
    "ContestCredited",
    "ContestPaid",
    "CountDebtCash",
    "CountPinMiss",
    "CountPurchase",
    "CoverPlayerCard",
    "CreditContest",
    "DebtCashCounted",
    "DebtCollected",
    "DeclareFunds",
    "DeclineLimits",
    "Deposit",
    "DepositLimitSet",
    "Deposited",
    "ExcludePlayer",
    "Exclusion",
    "ExclusionLifted",
    "FundsDeclared",
    "HouseLimitSet",
    "IdentityRecorded",
    "IssuePlayerCard",
    "LiftExclusion",
    "LimitsDeclined",
    "LossLimitSet",
    "NotePlay",
    "OpenAccount",
    "OpenDrawer",
    "OpenVisit",
    "PayContest",
    "PeriodTally",
    "PinMissed",
    "PinSet",
    "PinUnlocked",
    "PlaySuspended",
    "PlayerCardCancelled",
    "PlayerCardCovered",
    "PlayerCardIssued",
    "PlayerExcluded",
    "PostReversal",
    "PurchaseCounted",
    "RaiseVisit",
    "RecordIdentity",
    "RecordStaffName",
    "RequestPlayData",
    "RestBegun",
    "ReversalPosted",
    "SetDepositLimit",
    "SetHouseLimit",
    "SetLossLimit",
    "SetPin",
    "SetThresholds",
    "StaffNameRecorded",
    "Stay",
    "SupplyDrawer",
    "SuspendPlay",
    "Uncovered",
    "UnlockPin",
    "VisitClosed",
    "VisitOpened",
    "VisitRaised",
    "VisitTimed",
    "Withdraw",
    "Withdrawn",
    "deposit_limit",
    "deposit_room",
    "loss_limits",
    "loss_room",
    "net_loss",
    "next_easing",
    "visit_of",
]
