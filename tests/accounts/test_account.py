"""Opening an account, Player Cards, exclusion, and who may do what."""

from datetime import date
from typing import Any

import pytest

from accounts.desk import ALICE, CASHIER, DEALER, INSPECTOR, NOON, STRANGER, SUPERVISOR, Desk
from sabot.accounts import (
    ACCOUNT,
    Account,
    CancelPlayerCard,
    CloseVisit,
    CollectDebt,
    CountDebtCash,
    CountPinMiss,
    CountPurchase,
    CoverPlayerCard,
    CreditContest,
    DeclareFunds,
    DeclineLimits,
    Deposit,
    ExcludePlayer,
    IssuePlayerCard,
    LiftExclusion,
    NotePlay,
    OpenAccount,
    OpenVisit,
    PayContest,
    PostReversal,
    RaiseVisit,
    RecordIdentity,
    RecordStaffName,
    RequestPlayData,
    SetDepositLimit,
    SetHouseLimit,
    SetLossLimit,
    SetPin,
    SuspendPlay,
    UnlockPin,
    Withdraw,
    visit_of,
)
from sabot.engine.streams import Command, Rejection
from sabot.parts.notices import GiveNotice
from sabot.parts.statements import ConfirmStatement, RefuseStatement
from sabot.rulebooks import RULEBOOKS

EXAMPLES: dict[type[Command], dict[str, Any]] = {
    IssuePlayerCard: {"card": "C2"},
    CancelPlayerCard: {"card": "C1", "reason": "lost"},
    ExcludePlayer: {"reason": "asked"},
    LiftExclusion: {"reason": "time is over"},
    Deposit: {"amount": "5", "method": "eftpos", "reference": "T 5"},
    Withdraw: {"amount": "5", "reference": "slip 5"},
    SetPin: {"kept": True, "shown": "passport"},
    RecordIdentity: {"kind": "passport", "document": "N 1", "expires": date(2099, 1, 1)},
    DeclareFunds: {"source": "salary", "form": "F 1"},
    UnlockPin: {"reason": "asked"},
    CountPinMiss: {},
    SetDepositLimit: {"amount": "5"},
    SetLossLimit: {"amount": "5", "period": "week"},
    SetHouseLimit: {"kind": "loss", "amount": "5"},
    RecordStaffName: {"staff": "dana", "reason": "works here"},
    OpenVisit: {"table": "T1", "chips": "5"},
    RaiseVisit: {"table": "T1", "chips": "5"},
    CountPurchase: {"table": "T1", "amount": "5"},
    CountDebtCash: {"table": "T1", "amount": "5"},
    CloseVisit: {"table": "T1", "chips": "5", "lost": "-2.50"},
    PostReversal: {"table": "T1", "coup": 7, "amount": "-5", "reason": "cards misplaced"},
    CollectDebt: {"table": "T1", "amount": "5", "reason": "clause 12.5"},
    PayContest: {"tournament": "cup", "what": "entry", "amount": "5"},
    CreditContest: {"tournament": "cup", "what": "prize", "amount": "5"},
    CoverPlayerCard: {"card": "C1"},
    DeclineLimits: {},
    SuspendPlay: {"hours": 24},
    RequestPlayData: {},
    NotePlay: {},
    GiveNotice: {"number": 1, "channel": "may play on"},
}
AT_DESK = {Deposit, Withdraw, SetPin, RecordIdentity, DeclareFunds}
OWN = {RaiseVisit}
BY_PLAYER_TOO = {DeclineLimits, SuspendPlay, RequestPlayData}
BY_PLAYER = {ExcludePlayer, Deposit, Withdraw, SetPin, SetDepositLimit, SetLossLimit, OpenVisit,
             PayContest, *BY_PLAYER_TOO, *OWN}  # fmt: skip
BY_DEALER = {CancelPlayerCard, OpenVisit, CountPurchase, CountDebtCash, CloseVisit}
BY_CASHIER = {IssuePlayerCard, CancelPlayerCard, RecordIdentity, Deposit, Withdraw, SetPin,
              UnlockPin, SetDepositLimit, SetLossLimit, PayContest, CreditContest,
              RecordStaffName, DeclareFunds, *BY_PLAYER_TOO}  # fmt: skip


def test_every_command_has_an_example_here() -> None:
    assert {OpenAccount, ConfirmStatement, RefuseStatement, *EXAMPLES} == set(ACCOUNT.commands)


@pytest.mark.parametrize("kind", EXAMPLES)
def test_roles(kind: type[Command]) -> None:
    """A wrong role is reported before every other fault."""
    for who, allowed in (
        (ALICE, kind in BY_PLAYER),
        (STRANGER, False),
        (DEALER, kind in BY_DEALER),
        (CASHIER, kind in BY_CASHIER),
        ({"actor": "greta", "role": "gaming supervisor"}, kind not in AT_DESK | OWN),
        (SUPERVISOR, kind not in AT_DESK | OWN),
        (INSPECTOR, False),
        ({"actor": "alice", "role": "surveillance"}, False),
    ):
        answer = Desk().decide(kind(id="1", **who, **EXAMPLES[kind]))
        refused = isinstance(answer, Rejection) and answer.code in ("wrong-role", "proxy")
        assert refused != allowed, who


@pytest.mark.parametrize("kind", EXAMPLES)
def test_nothing_happens_before_the_account_is_opened(kind: type[Command]) -> None:
    who = CASHIER if kind in AT_DESK else ALICE if kind in OWN else SUPERVISOR
    command = kind(id="1", **who, **EXAMPLES[kind])
    answer = ACCOUNT.decide(Account(), command, NOON)
    assert isinstance(answer, Rejection)
    assert answer.code == "no-account"


def test_an_account_is_opened_once_by_staff() -> None:
    desk = Desk()
    assert (desk.account.player, desk.account.zone, desk.account.balance) == (
        "alice",
        "Australia/Sydney",
        0,
    )
    desk.no("already-open", OpenAccount, player="alice")
    opening = OpenAccount(id="1", **ALICE, player="alice")
    answer = ACCOUNT.decide(Account(), opening, NOON)
    assert isinstance(answer, Rejection)
    assert answer.code == "wrong-role"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"player": " "}, "bad-name"),
        ({"player": "a/b"}, "bad-name"),
        ({"player": "a@b"}, "bad-name"),
        ({"player": "a", "zone": "Australia/Atlantis"}, "unknown-zone"),
        ({"player": "a", "zone": "Australia"}, "unknown-zone"),
        ({"player": "a", "zone": "../etc/passwd"}, "unknown-zone"),
        ({"player": "a", "zone": ""}, "unknown-zone"),
        ({"player": "a", "zone": "a\0b"}, "unknown-zone"),
        ({"player": "a", "rules": "whist"}, "unknown-rulebook"),
    ],
)
def test_openings_that_are_refused(fields: dict[str, Any], code: str) -> None:
    answer = ACCOUNT.decide(Account(), OpenAccount(id="1", **CASHIER, **fields), NOON)
    assert isinstance(answer, Rejection)
    assert answer.code == code


def test_an_old_version_is_refused() -> None:
    desk = Desk()
    desk.no("stale-version", IssuePlayerCard, card="C1", expect=0)
    desk.do(IssuePlayerCard, card="C1", expect=1)
    assert desk.account.version == 2


# Player Cards


def test_one_valid_card_at_a_time() -> None:
    desk = Desk()
    desk.do(IssuePlayerCard, card="C1")
    desk.no("second-card", IssuePlayerCard, card="C2")
    desk.no("unknown-card", CancelPlayerCard, card="C2", reason="lost")
    desk.no("no-reason", CancelPlayerCard, card="C1", reason=" ")
    desk.do(CancelPlayerCard, card="C1", reason="lost")
    assert desk.account.card is None
    desk.do(IssuePlayerCard, card="C2")
    assert desk.account.card == "C2"


def test_a_cancelled_card_stays_invalid() -> None:
    desk = Desk()
    desk.no("bad-card", IssuePlayerCard, card="")
    desk.do(IssuePlayerCard, card="C1")
    desk.do(CancelPlayerCard, card="C1", reason="lost")
    desk.no("cancelled-card", IssuePlayerCard, card="C1")
    desk.no("unknown-card", CancelPlayerCard, card="C1", reason="lost again")


@pytest.mark.parametrize("book", [None, *RULEBOOKS])
def test_a_visit_shows_the_card_where_it_is_demanded(book: str | None) -> None:
    rule = RULEBOOKS[book].conduct.wagering.player_card if book else None
    desk = Desk(rules=book)
    clause = desk.no("player-card", OpenVisit, ALICE, table="T1", card_demanded=True)
    assert clause == (rule.clause if rule else None)
    clause = desk.no("player-card", OpenVisit, ALICE, table="T1", card="C1")
    assert clause == (rule.own if rule else None)
    desk.do(IssuePlayerCard, card="C1")
    desk.no("player-card", OpenVisit, ALICE, table="T1", card="C2", card_demanded=True)
    desk.do(OpenVisit, ALICE, table="T1", card="C1", card_demanded=True)
    desk.do(CloseVisit, table="T1", chips="0", lost="0")
    desk.do(CancelPlayerCard, card="C1", reason="lost")
    clause = desk.no("player-card", OpenVisit, ALICE, table="T1", card="C1", card_demanded=True)
    assert clause == (rule.clause if rule else None)
    desk.do(OpenVisit, ALICE, table="T1")


# Exclusion


def test_an_excluded_player_takes_money_out_and_does_nothing_else() -> None:
    desk = Desk()
    desk.do(Deposit, amount="100", method="cash")
    desk.do(ExcludePlayer, reason="a device", clause="14.8.3")
    assert desk.no("excluded", OpenVisit, ALICE, table="T1", chips="1") == "14.8.3"
    assert desk.no("excluded", Deposit, ALICE, amount="1", method="eftpos") == "14.8.3"
    desk.do(Deposit, amount="2", method="winnings")
    desk.do(Withdraw, ALICE, amount="102")
    desk.do(LiftExclusion, reason="a calculator, it turned out")
    desk.do(Deposit, ALICE, amount="1", method="eftpos")
    desk.do(OpenVisit, ALICE, table="T1", chips="1")


def test_players_exclude_themselves_and_cannot_lift_it() -> None:
    desk = Desk()
    desk.no("not-excluded", LiftExclusion, reason="nothing")
    desk.no("no-reason", ExcludePlayer, ALICE, reason="")
    desk.do(ExcludePlayer, ALICE, reason="enough")
    desk.no("excluded", ExcludePlayer, reason="again")
    desk.no("wrong-role", LiftExclusion, ALICE, reason="bored")
    desk.no("wrong-role", LiftExclusion, DEALER, reason="kind")
    desk.no("no-reason", LiftExclusion, reason="")
    assert desk.account.exclusion is not None
    assert desk.no("excluded", OpenVisit, ALICE, table="T1") is None


def test_a_visit_that_is_open_comes_back_after_exclusion() -> None:
    desk = Desk()
    desk.do(Deposit, amount="100", method="cash")
    desk.do(OpenVisit, ALICE, table="T1", chips="60")
    desk.do(ExcludePlayer, reason="asked for it")
    desk.do(CloseVisit, table="T1", chips="50", lost="10")
    assert (desk.account.balance, visit_of(desk.account)) == (9000, None)
