"""Any sequence of commands: the account against a naive model of it, and against its own log."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.desk import ALICE, CASHIER, COLIN, NOON, Desk, utc
from accounts.model import Model, day_in_sydney, loosened_on, loosens
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
    OpenVisit,
    PayContest,
    PostReversal,
    RaiseVisit,
    RecordIdentity,
    RecordStaffName,
    RequestPlayData,
    ReversalPosted,
    SetDepositLimit,
    SetHouseLimit,
    SetLossLimit,
    SetPin,
    SuspendPlay,
    UnlockPin,
    Withdraw,
    deposit_room,
    loss_room,
)
from sabot.accounts.pin import MOST_MISSES
from sabot.core.card_numbers import digest_of
from sabot.core.money import dollars
from sabot.engine.ledger import is_balanced
from sabot.engine.streams import Command, Event, Rejection
from sabot.parts.notices import GiveNotice
from sabot.parts.statements import (
    ConfirmStatement,
    RefuseStatement,
    StatementMade,
)
from sabot.policies import PolicyTerms
from support.thorough import tries

STARTS = [
    NOON,
    utc("2025-10-04 10:00"),  # before the 23 hour day
    utc("2026-04-04 10:00"),  # before the 25 hour day
    utc("2026-02-28 10:00"),
    utc("2025-12-31 10:00"),
]
WAITS = [0, 0, 1, 60, 61, 240, 23 * 60, 24 * 60 - 1, 24 * 60, 25 * 60, 7 * 24 * 60, 31 * 24 * 60]

amounts = st.sampled_from([1, 50, 999, 1000, 1001, 2000, 5000, 10000])
limits = st.sampled_from([None, 0, 1, 1000, 2000, 5000, 5001, 10000, 20000, 50000])
methods = st.sampled_from(["cash", "eftpos", "debit card", "bank transfer", "winnings", "transfer"])
tables = st.sampled_from(["T1", "T1", "T1", "T2"])
cards = st.sampled_from(["C1", "C2"])
periods = st.sampled_from(["day", "day", "week", "month"])
kinds = st.sampled_from(["deposit", "loss"])
signs = st.sampled_from([-1, 1])


def step(kind: type[Command], /, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.tuples(st.just(kind), st.fixed_dictionaries(fields))


def often(*choices: tuple[int, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    """Commands of a session, each as often as its number says: mostly visits, few exclusions."""
    return st.sampled_from([each for times, each in choices for _ in range(times)]).flatmap(
        lambda each: each
    )


steps = often(
    (6, step(Deposit, amount=amounts, method=methods)),
    (2, step(Withdraw, amount=amounts)),
    (2, step(SetDepositLimit, amount=limits)),
    (2, step(SetLossLimit, amount=limits, period=periods)),
    (1, step(SetHouseLimit, kind=kinds, amount=limits, period=periods)),
    (6, step(OpenVisit, table=tables, chips=amounts)),
    (1, step(OpenVisit, table=tables, chips=amounts, card=cards, card_demanded=st.booleans())),
    (6, step(CloseVisit, table=tables, chips=amounts | st.just(0), lost=amounts, sign=signs)),
    (2, step(PostReversal, table=tables, amount=amounts, sign=signs)),
    (1, step(ExcludePlayer)),
    (3, step(LiftExclusion)),
    (2, step(IssuePlayerCard, card=cards)),
    (1, step(CancelPlayerCard, card=cards)),
)


def written(desk: Desk, kind: type[Command], fields: dict[str, Any]) -> Command:
    """The command of a step, with its amounts as text."""
    fields = dict(fields)
    sign = fields.pop("sign", 1)
    signed = "lost" if "lost" in fields else "amount"
    for name in ("amount", "chips", "lost"):
        if fields.get(name) is not None:
            fields[name] = dollars(fields[name] * (sign if name == signed else 1))
    if kind is PostReversal:
        fields["coup"] = 1
    if "reason" in kind.__struct_fields__:
        fields["reason"] = "because"
    return desk.command(kind, ALICE if kind is OpenVisit else None, fields)


def decided(desk: Desk, command: Command) -> Sequence[Event] | Rejection:
    """Return the event, confirmed by another person where that is needed."""
    answer = desk.decide(command)
    if isinstance(answer, Rejection) or not isinstance(answer[0], StatementMade):
        return answer
    number = answer[0].number
    return desk.decide(desk.command(ConfirmStatement, COLIN, {"number": number}))


def expected(model: Model, kind: type[Command], f: dict[str, Any], now: datetime) -> str | None:
    """Return the model's reason for refusing a step; None if it happens."""
    if kind is Deposit and f["method"] in ("winnings", "transfer"):
        return None
    if kind is Deposit:
        room = model.room("deposit", now)
        over = room is not None and f["amount"] > room
        return "excluded" if model.excluded else "deposit-limit" if over else None
    if kind is Withdraw:
        return "short-of-money" if f["amount"] > model.balance else None
    if kind in (SetDepositLimit, SetLossLimit):
        own = model.own_deposit if kind is SetDepositLimit else model.own_loss
        if (not own or own[-1][1] is None) and f["amount"] is None:
            return "no-limit"
        new = (now, f["amount"], f.get("period", "day"))
        often = loosened_on(own, day_in_sydney(now)) >= 3
        return "loosened-often" if own and often and loosens(own[-1], new) else None
    if kind is SetHouseLimit:
        if f["kind"] == "deposit" and f["period"] != "day":
            return "bad-period"
        house = model.house_deposit if f["kind"] == "deposit" else model.house_loss
        return "no-limit" if house is None and f["amount"] is None else None
    return _expected_of_the_rest(model, kind, f, now)


def _expected_of_the_rest(
    model: Model, kind: type[Command], f: dict[str, Any], now: datetime
) -> str | None:
    if kind is OpenVisit:
        wrong_card = f.get("card") not in (None, model.card)
        for wrong, code in (
            (model.table, "visit-open"),
            (model.excluded, "excluded"),
            (wrong_card, "player-card"),
            (model.room("loss", now) == 0, "loss-limit"),
            (f["chips"] > model.balance, "short-of-money"),
        ):
            if wrong:
                return code
        return None
    if kind is CloseVisit:
        return None if model.table == f["table"] else "no-visit"
    if kind is PostReversal:
        there = model.table == f["table"]
        return "still-there" if there else None
    if kind is ExcludePlayer:
        return "excluded" if model.excluded else None
    if kind is LiftExclusion:
        return None if model.excluded else "not-excluded"
    if kind is CancelPlayerCard:
        return None if model.card == f["card"] else "unknown-card"
    if model.card:
        return "second-card"
    return "cancelled-card" if f["card"] in model.old_cards else None


def happen(model: Model, kind: type[Command], f: dict[str, Any], now: datetime) -> None:
    if kind is Deposit:
        model.balance += f["amount"]
        if f["method"] not in ("winnings", "transfer"):
            model.deposits.append((now, f["amount"]))
    elif kind is Withdraw:
        model.balance -= f["amount"]
    elif kind is SetDepositLimit:
        model.own_deposit.append((now, f["amount"], "day"))
    elif kind is SetLossLimit:
        model.own_loss.append((now, f["amount"], f["period"]))
    elif kind is SetHouseLimit:
        limit = None if f["amount"] is None else (f["amount"], f["period"])
        setattr(model, f"house_{f['kind']}", limit)
    elif kind is OpenVisit:
        model.balance -= f["chips"]
        model.table = f["table"]
    elif kind is CloseVisit:
        model.balance += f["chips"]
        model.table = None
        model.losses.append((now, f["lost"] * f["sign"]))
    elif kind is PostReversal:
        model.balance += f["amount"] * f["sign"]
        model.losses.append((now, -f["amount"] * f["sign"]))
    elif kind in (ExcludePlayer, LiftExclusion):
        model.excluded = kind is ExcludePlayer
    elif kind is IssuePlayerCard:
        model.card = f["card"]
    else:
        model.card = None
        model.old_cards.add(f["card"])


def check_below_nothing(before: Account, after: Account, events: Sequence[Event]) -> None:
    """Nothing but a reversal takes the account below nothing, and it says how far."""
    for event in events:
        if isinstance(event, ReversalPosted):
            assert event.overdrawn == max(0, -after.balance)
        else:
            assert after.balance >= min(0, before.balance)


def check_replay(desk: Desk) -> None:
    """The log, written and read again, gives the same account; so does the account's own text."""
    again = Account()
    for event, at in desk.log:
        read = ACCOUNT.read_event(msgspec.json.encode(event))
        assert read == event
        again = ACCOUNT.evolve(again, read, at)
    assert again == desk.account
    assert msgspec.json.decode(msgspec.json.encode(again), type=Account) == again


@settings(max_examples=tries(60), deadline=None)
@given(
    st.sampled_from(STARTS),
    st.lists(st.tuples(st.sampled_from(WAITS), steps), min_size=20, max_size=60),
)
def test_the_account_does_what_the_model_does(start: datetime, session: list[Any]) -> None:
    desk, model = Desk(at=start), Model()
    for wait, (kind, fields) in session:
        if desk.now < utc("2027-12-01 00:00"):  # the model knows no clock changes beyond
            desk.now += timedelta(minutes=wait)
        command = written(desk, kind, fields)
        assert ACCOUNT.read_command(msgspec.json.encode(command)) == command
        before, code = desk.account, expected(model, kind, fields, desk.now)
        answer = decided(desk, command)
        if isinstance(answer, Rejection):
            assert (answer.code, desk.account) == (code, before)
            continue
        assert code is None
        happen(model, kind, fields, desk.now)
        check_below_nothing(before, desk.account, answer)
        assert desk.account.balance == model.balance
        assert is_balanced(desk.account.balances)
        assert deposit_room(desk.account, desk.now) == model.room("deposit", desk.now)
        assert loss_room(desk.account, desk.now) == model.room("loss", desk.now)
    check_replay(desk)


settings_only = often(
    (1, step(SetDepositLimit, amount=limits)),
    (2, step(SetLossLimit, amount=limits, period=periods)),
)


@settings(max_examples=tries(40), deadline=None)
@given(
    st.sampled_from(STARTS),
    st.lists(st.tuples(st.sampled_from(WAITS[:9]), settings_only), min_size=10, max_size=60),
)
def test_dropped_limits_never_bind_and_few_are_kept(start: datetime, session: list[Any]) -> None:
    """Money put aside leaves the room of a model that keeps everything, at every later moment."""
    desk, model = Desk(at=start), Model()
    for wait, (kind, fields) in session:
        desk.now += timedelta(minutes=wait)
        code = expected(model, kind, fields, desk.now)
        answer = decided(desk, written(desk, kind, fields))
        assert (answer.code if isinstance(answer, Rejection) else None) == code
        if code is None:
            happen(model, kind, fields, desk.now)
        for later in (0, 1, 600, 1439, 1440, 1441, 2880):
            then = desk.now + timedelta(minutes=later)
            assert deposit_room(desk.account, then) == model.room("deposit", then)
            assert loss_room(desk.account, then) == model.room("loss", then)
        assert max(len(desk.account.deposit_limits), len(desk.account.loss_limits)) <= 10


PASSPORT = {
    "kind": "passport",
    "document": digest_of("N 1234 5678", bytes(32)),
    "expires": date(2099, 1, 1),
    "kept": True,
}


def test_every_event_can_be_written_and_read() -> None:
    """Play one session that has them all, so that none is left to chance."""
    desk = Desk(rules=None)
    session: list[tuple[type[Command], dict[str, Any]]] = [
        (IssuePlayerCard, {"card": "C1"}),
        (RecordIdentity, PASSPORT),
        (DeclareFunds, {"source": "salary", "form": "F 1"}),
        (SetDepositLimit, {"amount": "100"}),
        (SetDepositLimit, {"amount": None}),
        (SetLossLimit, {"amount": "100", "period": "week"}),
        (SetLossLimit, {"amount": "200", "period": "month"}),
        (SetHouseLimit, {"kind": "loss", "amount": "50"}),
        (Deposit, {"amount": "90", "method": "cash"}),
        (OpenVisit, {"table": "T1", "chips": "80", "card": "C1"}),
        (RaiseVisit, {"table": "T1", "chips": "5"}),
        (CountPurchase, {"table": "T1", "amount": "5"}),
        (CountDebtCash, {"table": "T1", "amount": "5"}),
        (CollectDebt, {"table": "T1", "amount": "2", "reason": "clause 12.5"}),
        (CloseVisit, {"table": "T1", "chips": "70", "lost": "10"}),
        (PostReversal, {"table": "T1", "coup": 3, "amount": "-99", "reason": "void"}),
        (Deposit, {"amount": "50", "method": "transfer"}),
        (Withdraw, {"amount": "1"}),
        (SetPin, {"kept": True, "shown": "passport"}),
        *((CountPinMiss, {}) for _ in range(MOST_MISSES)),
        (UnlockPin, {"reason": "asked"}),
        (PayContest, {"tournament": "cup", "what": "entry", "amount": "1", "card": "C1"}),
        (CreditContest, {"tournament": "cup", "what": "prize", "amount": "1"}),
        (CoverPlayerCard, {"card": "C1"}),
        (CancelPlayerCard, {"card": "C1", "reason": "lost"}),
        (ExcludePlayer, {"reason": "asked"}),
        (LiftExclusion, {"reason": "asked"}),
    ]
    for kind, fields in session:
        who = {RaiseVisit: [ALICE], SetPin: [CASHIER], RecordIdentity: [CASHIER]}.get(kind, [])
        who = [CASHIER] if kind is DeclareFunds else who
        desk.do(kind, *who, **fields)
    number = desk.ask(Withdraw, amount="1")
    desk.do(RefuseStatement, COLIN, number=number, reason="no card")
    number = desk.ask(RecordStaffName, staff="dana", reason="works here")
    desk.confirm(number, {"actor": "vera", "role": "casino supervisor"})
    long = PolicyTerms(
        "a@2026-01-01", play_assessed_hours=1, play_break_minutes=1,
        play_short_hours=1, play_short_window_hours=2, play_short_rest_hours=1,
    )  # fmt: skip
    asked = PolicyTerms("a@2026-01-01", data_request_hours=48)
    desk.do(SetLossLimit, amount=None)
    desk.do(SetHouseLimit, kind="loss", amount=None)
    desk.now += timedelta(days=40)
    desk.do(DeclineLimits, ALICE)
    desk.do(OpenVisit, ALICE, table="T1")
    desk.now += timedelta(hours=1)
    desk.decide(desk.command(NotePlay, None, {"terms": long}))
    desk.do(GiveNotice, number=1, channel="may play on")
    desk.do(CloseVisit, table="T1", chips="0", lost="0")
    desk.do(RequestPlayData, ALICE, terms=asked)
    desk.do(SuspendPlay, ALICE, hours=24)
    told = {type(event) for event, _ in desk.log}
    assert told == set(ACCOUNT.events)
    check_replay(desk)
