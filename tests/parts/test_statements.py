"""Statements and confirmations, shown by a kind of stream that the package does not have."""

import dataclasses
import itertools
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from sabot.accounts.funds import Deposit
from sabot.audit.audit import Audit
from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, STAFF_ONLY, api_only, server_fills
from sabot.engine.enrichment import Context, EnrichmentContext
from sabot.engine.kind import Kind
from sabot.engine.live import Answer
from sabot.engine.streams import Command, Confirmer, Event, FollowUp, Leave, Stream
from sabot.floor import Floor
from sabot.floor.kinds import ACCOUNTS, KINDS
from sabot.parts.statements import Pending, Statements, is_same, take_statements
from sabot.rules.roles import CASHIER, CASINO_SUPERVISOR, DEALER, GAMING_MANAGER, ROLES
from sabot.store import open_store

NOON = datetime(2026, 3, 14, 1, 0, tzinfo=UTC)
replace = msgspec.structs.replace

# A till: money is paid in and out of it, and out of it to somebody's account.


class Till(msgspec.Struct, frozen=True):
    version: int = 0
    at: datetime | None = None
    cash: int = 0
    shut: bool = False
    slips: tuple[str, ...] = ()
    statements: Statements = Statements()


TILL: Stream[Till] = Stream(
    lambda till: till.version,
    lambda till: "shut" if till.shut else "open",
    lambda till, at: replace(till, version=till.version + 1, at=at),
)
take_statements(TILL)
BY_SUPERVISOR = Confirmer("12.1", CASINO_SUPERVISOR)


class PayIn(Command, frozen=True, kw_only=True):
    pages = api_only("A test")

    amount: int


class PaidIn(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    amount: int


class PayOut(Command, frozen=True, kw_only=True):
    pages = api_only("A test")

    amount: int
    player: str = ""


class PaidOut(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    amount: int
    player: str


class WriteSlip(Command, frozen=True, kw_only=True):
    """The server fills in the slip's number."""

    pages = api_only("A test")
    server_fields = server_fills("slip")

    text: str
    slip: str | None = None


class SlipWritten(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    slip: str


class ShutTill(Command, frozen=True, kw_only=True):
    pages = api_only("A test")


class TillShut(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY


def _large(till: Till, command: PayOut) -> Confirmer | None:
    small = command.amount <= 20
    return None if small else Confirmer("12.2", GAMING_MANAGER)


@TILL.decides(PayIn, Leave("12.1", DEALER), ("open",), confirmed_by=BY_SUPERVISOR)
def pay_in(till: Till, command: PayIn, now: datetime) -> Sequence[Event]:
    if command.amount <= 0:
        raise Refusal("bad-amount", "12.1", "Pay in something.")
    return [PaidIn(amount=command.amount)]


@TILL.evolves(PaidIn)
def paid_in(till: Till, event: PaidIn) -> Till:
    return replace(till, cash=till.cash + event.amount)


@TILL.decides(
    PayOut, Leave("12.2", DEALER), ("open",), confirmed_by=_large, confirmers=(GAMING_MANAGER,)
)
def pay_out(till: Till, command: PayOut, now: datetime) -> Sequence[Event]:
    if command.amount > till.cash:
        raise Refusal("short", "12.2", "The till has not so much.")
    return [PaidOut(amount=command.amount, player=command.player)]


@TILL.evolves(PaidOut)
def paid_out(till: Till, event: PaidOut) -> Till:
    return replace(till, cash=till.cash - event.amount)


@TILL.decides(
    WriteSlip, confirmed_by=Confirmer(None, CASINO_SUPERVISOR, tried=False), sent_by=ROLES
)
def write_slip(till: Till, command: WriteSlip, now: datetime) -> Sequence[Event]:
    assert command.slip is not None, "the house has put it in"
    return [SlipWritten(slip=f"{command.slip}: {command.text}")]


@TILL.evolves(SlipWritten)
def slip_written(till: Till, event: SlipWritten) -> Till:
    return replace(till, slips=(*till.slips, event.slip))


TILL.decides(ShutTill, Leave(None, CASINO_SUPERVISOR))(lambda till, command, now: [TillShut()])
TILL.evolves(TillShut)(lambda till, event: replace(till, shut=True))


@TILL.follows(PaidOut)
def hand_on(context: Context[Till], command: Command, event: PaidOut) -> Iterator[FollowUp]:
    if event.player == "another till":
        asked = PayIn(id=f"till/{command.id}", actor=command.actor, role=DEALER, amount=1)
        yield FollowUp("till:other", asked)
    elif event.player:
        deposit = Deposit(
            id=f"till/{command.id}", actor=command.actor, role=CASHIER,
            amount=str(event.amount), method="cash", reference="a till",
        )  # fmt: skip
        yield FollowUp(ACCOUNTS.stream(event.player), deposit)


@TILL.enriches(WriteSlip, "slip")
def number_slip(context: EnrichmentContext[Till], command: WriteSlip) -> WriteSlip:
    """The vault keeps the last number."""
    number = int(context.unseal("slip") or b"0") + 1
    context.seal("slip", str(number).encode())
    return replace(command, slip=f"no {number}")


TILLS: Kind[Till] = Kind(
    "till:", "till", TILL, Till, lambda name: Till(), "sabot.table", whose="till's",
)  # fmt: skip
SAFES: Kind[Till] = dataclasses.replace(TILLS, prefix="safe:", word="safe", whose="safe's")
WITH_TILLS = (TILLS, *KINDS, SAFES)
DAN, SUE, MO = ("dan", DEALER), ("sue", CASINO_SUPERVISOR), ("mo", GAMING_MANAGER)


class Pit:
    def __init__(self) -> None:
        self.store = open_store("sqlite://")
        self.now = NOON
        self.open_again()
        self._ids = itertools.count(1)

    def open_again(self) -> None:
        """Another process over the same store."""
        self.floor = Floor(self.store, lambda: self.now, kinds=WITH_TILLS)

    @property
    def till(self) -> Till:
        till: Till = self.floor.state(TILLS, "1")
        return till

    def do(self, do: str, who: tuple[str, str] = DAN, **fields: Any) -> Answer:
        said = {"id": str(next(self._ids)), "actor": who[0], "role": who[1], "stream": "till:1"}
        return self.floor.do("", self.floor.read(msgspec.json.encode({"do": do, **said, **fields})))

    def ok(self, do: str, who: tuple[str, str] = DAN, **fields: Any) -> list[Any]:
        answer = self.do(do, who, **fields)
        assert answer.events is not None, answer
        return [msgspec.json.decode(each) for each in answer.events]

    def no(self, do: str, who: tuple[str, str] = DAN, **fields: Any) -> str:
        before = self.store.last_position()
        answer = self.do(do, who, **fields)
        assert answer.rejected is not None and self.store.last_position() == before
        return answer.rejected.code

    def paid_in(self, amount: int) -> None:
        (made,) = self.ok("pay-in", amount=amount)
        self.ok("confirm-statement", SUE, number=made["number"], reason="seen")

    def findings(self, *lines: bytes) -> set[str]:
        """Audit the store or other lines, and check that the replay is the same."""
        audit = Audit(kinds=WITH_TILLS)
        kept = lines or [each.line for each in self.store.read_all()]
        found = [each for line in kept for each in audit.take(line)]
        assert Floor(self.store, kinds=WITH_TILLS).state(TILLS, "1") == self.till
        return {each.finding for each in (*found, *audit.end())}


@pytest.fixture
def pit() -> Pit:
    return Pit()


def test_nothing_moves_until_somebody_else_confirms_it(pit: Pit) -> None:
    (made,) = pit.ok("pay-in", amount=50, why="from the cage")
    assert pit.till.cash == 0 and made["what"] == "statement-made/1"
    assert (made["stated_by"], made["role"], made["confirmer"]) == ("dan", DEALER, SUE[1])
    assert (made["clause"], made["why"]) == ("12.1", "from the cage")
    assert made["stated"]["amount"] == 50
    confirmed, paid = pit.ok("confirm-statement", SUE, number=1, reason="seen")
    assert (confirmed["stated_by"], confirmed["confirmed_by"], confirmed["by"]) == (
        "dan",
        "sue",
        "sue",
    )
    assert paid["what"] == "paid-in/1" and pit.till.cash == 50
    assert pit.till.statements == Statements(1, {}, confirmed_by="sue")
    assert pit.findings() == set()


def test_who_may_not_confirm_is_told_so(pit: Pit) -> None:
    pit.ok("pay-in", amount=50)
    assert (
        pit.no("confirm-statement", ("dan", CASINO_SUPERVISOR), number=1, reason="seen")
        == "own-statement"
    )
    assert pit.no("confirm-statement", ("dora", DEALER), number=1, reason="seen") == "wrong-role"
    assert pit.no("confirm-statement", SUE, number=2, reason="seen") == "no-statement"
    assert pit.no("refuse-statement", ("dora", DEALER), number=1, reason="no") == "wrong-role"
    assert pit.no("refuse-statement", SUE, number=1, reason=" ") == "no-reason"
    assert pit.no("confirm-statement", SUE, number=1, reason=" ") == "no-reason"
    filled = {"do": "pay-in", "id": "1", "actor": "dan", "role": DEALER, "amount": 500}
    assert pit.no("confirm-statement", SUE, number=1, reason="seen", filled=filled) == "bad-command"
    pit.ok("confirm-statement", MO, number=1, reason="seen")
    assert pit.till.cash == 50 and pit.findings() == set()


def test_what_is_confirmed_or_refused_is_so_once(pit: Pit) -> None:
    pit.ok("pay-in", amount=50)
    pit.ok("confirm-statement", SUE, number=1, reason="seen")
    assert pit.no("confirm-statement", SUE, number=1, reason="seen") == "not-pending"
    assert pit.no("refuse-statement", SUE, number=1, reason="late") == "not-pending"
    pit.ok("pay-in", amount=60)
    (refused,) = pit.ok("refuse-statement", SUE, number=2, reason="counted again: 50")
    assert (refused["stated_by"], refused["refused_by"]) == ("dan", "sue")
    assert pit.no("confirm-statement", MO, number=2, reason="seen") == "not-pending"
    pit.ok("pay-in", amount=70)
    pit.ok("refuse-statement", DAN, number=3, reason="my mistake")
    assert pit.till.cash == 50 and pit.findings() == set()


def test_what_is_wrong_from_the_start_is_not_even_stated(pit: Pit) -> None:
    assert pit.no("pay-in", amount=0) == "bad-amount"
    assert pit.no("pay-out", amount=500) == "short"
    assert pit.no("pay-in", ("ann", "player"), amount=1) == "wrong-role"
    assert pit.no("pay-in", amount=1, expect=3) == "stale-version"
    pit.ok("shut-till", SUE)
    assert pit.no("pay-in", amount=1) == "wrong-phase"


def test_two_wait_at_once_and_each_is_decided_when_it_is_confirmed(pit: Pit) -> None:
    """A statement that has become impossible is rejected with its own reason, and stays pending."""
    pit.paid_in(100)
    pit.ok("pay-out", amount=80)
    pit.ok("pay-out", amount=70, expect=pit.till.version)
    assert sorted(pit.till.statements.pending) == [2, 3]
    pit.ok("confirm-statement", MO, number=3, reason="seen")
    assert pit.till.cash == 30
    assert pit.no("confirm-statement", MO, number=2, reason="seen") == "short"
    assert sorted(pit.till.statements.pending) == [2]
    pit.paid_in(50)
    pit.ok("confirm-statement", MO, number=2, reason="seen")
    assert pit.till.cash == 0 and pit.findings() == set()
    pit.ok("pay-in", amount=5)
    pit.ok("shut-till", SUE)
    assert pit.no("confirm-statement", SUE, number=5, reason="seen") == "wrong-phase"
    pit.ok("refuse-statement", SUE, number=5, reason="the till is shut")
    assert pit.till.statements.pending == {} and pit.findings() == set()


def test_a_small_thing_needs_nobody(pit: Pit) -> None:
    pit.paid_in(100)
    assert [each["what"] for each in pit.ok("pay-out", amount=20)] == ["paid-out/1"]
    assert [each["what"] for each in pit.ok("pay-out", amount=21)] == ["statement-made/1"]


def test_a_repeated_id_has_the_same_answer(pit: Pit) -> None:
    first = pit.do("pay-in", id="once", amount=50)
    assert pit.do("pay-in", id="once", amount=50) == first
    confirmed = pit.do("confirm-statement", SUE, id="yes", number=1, reason="seen")
    assert pit.do("confirm-statement", SUE, id="yes", number=1, reason="seen") == confirmed
    pit.open_again()
    assert pit.do("pay-in", id="once", amount=50) == first
    assert pit.do("confirm-statement", SUE, id="yes", number=1, reason="seen") == confirmed
    assert pit.till.cash == 50 and pit.findings() == set()


def test_another_process_confirms_what_one_has_taken_down(pit: Pit) -> None:
    pit.ok("pay-in", amount=50)
    pit.floor._shelves[TILLS.prefix].keep_snapshot(pit.floor.live(TILLS, "1"))
    pit.open_again()
    assert isinstance(pit.till.statements.pending[1], Pending)
    pit.ok("confirm-statement", SUE, number=1, reason="seen")
    assert pit.till.cash == 50 and pit.findings() == set()


def test_what_goes_elsewhere_goes_when_it_is_confirmed(pit: Pit) -> None:
    pit.paid_in(200)
    account = {"stream": "player:ann", "player": "ann"}
    pit.ok("open-account", SUE, **account)
    pit.ok("pay-out", amount=120, player="ann")
    assert pit.floor.account("ann").balance == 0
    pit.ok("confirm-statement", MO, number=2, reason="seen")
    assert pit.floor.account("ann").balance == 12_000 and pit.findings() == set()
    pit.ok("pay-out", amount=60, player="nobody")
    assert pit.no("confirm-statement", MO, number=3, reason="seen") == "no-account"
    assert pit.till.cash == 80 and 3 in pit.till.statements.pending


def test_what_has_to_be_confirmed_never_follows_from_something_else(pit: Pit) -> None:
    pit.paid_in(100)
    assert pit.no("pay-out", amount=10, player="another till") == "not-confirmed"
    assert pit.till.cash == 100


def test_two_kinds_have_the_same_commands_and_the_stream_says_which_is_meant(pit: Pit) -> None:
    pit.ok("pay-in", amount=50)
    pit.ok("pay-in", amount=70, stream="safe:1")
    pit.ok("confirm-statement", SUE, number=1, reason="seen", stream="safe:1")
    assert (pit.till.cash, pit.floor.state(SAFES, "1").cash) == (0, 70)
    with pytest.raises(Refusal, match="That is done at a table"):
        pit.do("confirm-statement", SUE, number=1, reason="seen", stream="drawer:1")
    pit.ok("confirm-statement", SUE, number=1, reason="seen")
    assert pit.till.cash == 50 and pit.findings() == set()


def test_the_house_puts_its_part_in_when_it_is_confirmed(pit: Pit) -> None:
    pit.ok("write-slip", text="chips")
    pit.ok("write-slip", text="cards")
    assert pit.store.unseal("till:1", "slip") is None
    pit.ok("confirm-statement", SUE, number=2, reason="seen")
    pit.ok("confirm-statement", SUE, number=1, reason="seen")
    assert pit.till.slips == ("no 1: cards", "no 2: chips") and pit.findings() == set()


def test_a_log_in_which_another_thing_was_confirmed_is_found(pit: Pit) -> None:
    pit.ok("write-slip", text="chips")
    pit.ok("confirm-statement", SUE, number=1, reason="seen")
    lines = [each.line for each in pit.store.read_all()]
    forged = [*lines[:1], *(line.replace(b"chips", b"chops") for line in lines[1:])]
    assert forged != lines and "should-be-rejected" in pit.findings(*forged)
    alone = [line.replace(b'"actor":"sue"', b'"actor":"dan"') for line in lines]
    assert "should-be-rejected" in pit.findings(*alone)


@pytest.mark.parametrize(
    "spelled", ["Dana", " dana", "d.ana", "d ana", "dana\u200b", "d\u0430na", "\uff44ana", "DA-NA"]
)
def test_another_spelling_is_no_other_person(spelled: str) -> None:
    assert is_same(spelled, "dana") and is_same("dana", spelled)


@pytest.mark.parametrize(
    ("one", "other"), [("dana", "dan"), ("sue 1", "sue 2"), ("陳大文", "陳小文"), ("-", "--")]
)
def test_nearest_miss_two_persons(one: str, other: str) -> None:
    assert not is_same(one, other)
