"""The machine's clock jumps, forward and back: the house's does not."""

import asyncio
import itertools
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from compliance.nights import Night
from people.night import GOOD, NOON, Machine, people_on
from sabot.cli import main
from sabot.core.clock import AWAY, JUMP, GuardedClock
from sabot.core.refusal import Refusal
from sabot.floor import Floor
from sabot.parts.notices import due_at, is_late
from sabot.people.custody import last_time
from sabot.people.leases import Leases
from sabot.server.casino import Casino
from sabot.server.operations.clock import keep_time
from sabot.server.settings import Settings
from sabot.store import Batch, Entry, Store, open_store
from support.thorough import tries

DAYS = 200
SYDNEY = ZoneInfo("Australia/Sydney")
LIMIT = 100
"""Dollars that alice may deposit a day."""


@pytest.mark.parametrize("days", [DAYS, -DAYS])
def test_a_jump_is_not_followed_until_somebody_says_so(days: int) -> None:
    machine = Machine()
    clock = machine.clock()
    machine.ticks += 60
    machine.off = timedelta(days=days)
    assert clock() == machine.true() and clock.jump == machine.off
    machine.off = timedelta(0)
    machine.ticks += 1
    assert clock() == machine.true() and not clock.jump
    machine.off = timedelta(days=days)
    clock.accept()
    assert clock() == machine.wall() and not clock.jump


def test_what_is_put_right_little_by_little_is_followed_and_never_goes_back() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.off = timedelta(seconds=-3)
    before = clock()
    for _ in range(60):
        machine.ticks += 1
        now = clock()
        assert now > before
        before = now
    assert now == machine.wall()


@pytest.mark.parametrize("off", [AWAY + timedelta(seconds=1), -JUMP - timedelta(seconds=1)])
def test_a_house_does_not_open_on_a_clock_that_the_log_contradicts(off: timedelta) -> None:
    machine = Machine()
    machine.off = off
    with pytest.raises(Refusal) as caught:
        machine.clock(last=NOON)
    assert caught.value.code == "clock-jumped" and "sabot clock accept" in caught.value.message
    machine.off = AWAY - timedelta(hours=1)
    assert machine.clock(last=NOON)() == machine.wall(), "a house may be closed overnight"


def test_an_operators_word_is_recorded_and_respected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "casino.db")
    for days in (-300, 300):
        with open_store(path) as store:
            at = datetime.now(UTC) + timedelta(days=days)
            store.append(Batch(f"t{days}", 0, [Entry(at, "dora", "x/1", b'"id":"1"')]))
            with pytest.raises(Refusal):
                GuardedClock(last_time(store))
        assert main(["clock", "accept", "--store", path]) == 2, "without a reason"
        assert main(["clock", "accept", "--store", path, "--reason", "a battery"]) == 0
        with open_store(path) as store:
            assert abs(GuardedClock(last_time(store))() - datetime.now(UTC)) < JUMP
            *_, entry = store.read("custody")
            assert b"clock-accepted/1" in entry.line and b"a battery" in entry.line
    assert "the log knows" in capsys.readouterr().out


def test_a_jump_is_entered_into_the_custodians_book() -> None:
    machine = Machine()

    async def watched() -> None:
        clock = machine.clock()
        casino = Casino(store, Settings(), clock)
        task = casino.start(keep_time(casino, clock, every=0.001))
        await asyncio.sleep(0.01)
        machine.off = timedelta(days=DAYS)
        while not store.head("custody").seq:
            await asyncio.sleep(0.001)
        task.cancel()
        await casino.close()

    with open_store("sqlite://") as store:
        asyncio.run(asyncio.wait_for(watched(), 60))
        (entry,) = store.read("custody")
        assert b"clock-marked/1" in entry.line and b'"seconds":17280000' in entry.line


class At(Night):
    """A table with real cards, by the house's clock."""

    def __init__(self, store: Store, clock: GuardedClock) -> None:
        self._clock = clock
        super().__init__("star-baccarat", store=store, feed="typed")
        self.bets = [{"player": "alice", "on": "player", "amount": "1000"}]
        cards = itertools.cycle(("4S", "5H", "KD", "2C", "9H", "8S"))
        self.card = lambda: next(cards)

    def clock(self) -> datetime:
        return self._clock()

    def open_again(self, clock: GuardedClock) -> None:
        self._clock = clock
        self.floor = Floor(self.store, self.clock)

    def deposited(self, amount: int) -> str | None:
        """Why a deposit was refused, if it was."""
        fields = {"id": f"cash {next(self._ids)}", "do": "deposit", "amount": str(amount)}
        paid = {"method": "cash", "reference": fields["id"], "actor": "cass", "role": "cashier"}
        said = {**fields, **paid, "stream": "player:alice"}
        rejected = self.floor.do("", self.floor.read(msgspec.json.encode(said))).rejected
        return None if rejected is None else rejected.code

    def mispaid(self) -> None:
        """The payment of one more coup was wrong."""
        self.coup()
        what = {"of": "wager", "amount": "2000", "player": "alice", "note": "counted"}
        self.do("find-mispayment", coup=self.table.coups, over=True, **what)


class House(RuleBasedStateMachine):
    """Changes of the machine's clock while people sign in, fail, hold leases, deposit up to their
    daily limit, and owe notices by a day."""

    @initialize()
    def open(self) -> None:
        self.machine = Machine()
        self.store = open_store("sqlite://")
        self.begin()
        self.people.add("dora", GOOD, "dealer", "console")
        self.night = At(self.store, self.clock)
        self.night.coups(1)
        self.night.account("open-account", "alice", player="alice")
        own = {"actor": "alice", "role": "player"}
        self.night.account("set-deposit-limit", "alice", amount=str(LIMIT), **own)
        self.deposited: dict[date, int] = {}
        self.owed: dict[int, datetime] = {}
        self.sessions: dict[str, float] = {}
        self.locked: float | None = None
        self.leased: float | None = None
        self.before = self.clock()

    def begin(self) -> None:
        try:
            self.clock = self.machine.clock(last_time(self.store))
        except Refusal:
            self.machine.off = timedelta(0)  # the operator puts it right
            self.clock = self.machine.clock(last_time(self.store))
        self.people = people_on(self.store, self.clock)  # type: ignore[arg-type]
        self.leases = Leases(self.store, "here", self.clock)
        if hasattr(self, "night"):
            self.night.open_again(self.clock)

    @rule()
    def deposit(self) -> None:
        """Deposit thirty dollars, as long as the day's hundred are not full, at any clock."""
        if self.near_midnight():
            return
        today = self.machine.true().astimezone(SYDNEY).date()
        fits = self.deposited.get(today, 0) + 30 <= LIMIT
        said = self.night.deposited(30)
        assert said == (None if fits else "deposit-limit")
        if fits:
            self.deposited[today] = self.deposited.get(today, 0) + 30

    @rule()
    def owe_a_notice(self) -> None:
        """A wrong payment is found: the regulator has to be told until a day."""
        if self.near_midnight() or len(self.owed) > 5:
            return
        known = set(self.night.table.notices.due)
        self.night.mispaid()
        for number in self.night.table.notices.due.keys() - known:
            self.owed[number] = self.machine.true()

    def near_midnight(self) -> bool:
        soon = self.machine.true().astimezone(SYDNEY) + timedelta(minutes=3)
        return soon.hour == 0 and soon.minute < 6

    @invariant()
    def a_notice_is_due_when_it_is_due(self) -> None:
        """Neither the day that is written down nor whether it is over depends on a false clock."""
        for number, since in getattr(self, "owed", {}).items():
            due = self.night.table.notices.due[number]
            assert due.by == due_at(since, due.deadline, SYDNEY.key)
            true = self.machine.true()
            if due.by is not None and abs(true - due.by) > timedelta(minutes=2):
                assert is_late(due, self.clock()) == is_late(due, true)

    @rule(seconds=st.sampled_from([1, 60, 299, 900, 3600, 43_000]))
    def wait(self, seconds: int) -> None:
        self.machine.ticks += seconds

    @rule(hours=st.sampled_from([-4800, -25, -1, 1, 25, 4800]))
    def jump(self, hours: int) -> None:
        self.machine.off = timedelta(hours=hours)

    @rule()
    def put_right(self) -> None:
        self.machine.off = timedelta(0)

    @rule()
    def start_again(self) -> None:
        off = self.machine.off
        if abs(off) <= AWAY:
            self.machine.off = timedelta(0)  # what nobody can tell from a night's rest
        self.begin()
        if abs(off) <= AWAY:
            self.machine.off = off

    @rule()
    def sign_in(self) -> None:
        if self.locked is not None and self.machine.ticks - self.locked < 900:
            return
        token, _ = self.people.sign_in("dora", GOOD, "here")
        self.sessions[token] = self.machine.ticks

    @rule()
    def fail(self) -> None:
        for _ in range(3):
            with pytest.raises(Refusal):
                self.people.sign_in("dora", "not the password", "elsewhere")
        self.locked = self.machine.ticks

    @rule()
    def lease(self) -> None:
        other = Leases(self.store, "there", self.clock)
        taken = other.take("robots", 30)
        if self.leased is not None and self.machine.ticks - self.leased >= 31:
            assert taken, "a lease is over when its time is"
        if taken:
            other.release("robots")
        if self.leases.take("robots", 30):
            self.leased = self.machine.ticks

    @invariant()
    def time_is_what_it_is(self) -> None:
        if not hasattr(self, "clock"):
            return
        now = self.clock()
        assert abs(now - self.machine.true()) <= JUMP + timedelta(minutes=1)
        assert now >= self.before - JUMP
        self.before = now

    @invariant()
    def sessions_last_as_long_as_they_last(self) -> None:
        for token, began in getattr(self, "sessions", {}).items():
            age = self.machine.ticks - began
            session = self.people.session(token)
            if age >= 12 * 3600 + 60:
                assert session is None
            elif age < 12 * 3600 - 60:
                assert session is not None and session.locked == (age >= 300)

    @invariant()
    def a_lock_out_lasts_a_quarter_of_an_hour(self) -> None:
        if getattr(self, "locked", None) is None or not hasattr(self, "people"):
            return
        assert self.locked is not None
        known = self.people._roster.known("dora")
        assert known is not None
        age = self.machine.ticks - self.locked
        now = self.clock()
        is_locked = any(now < each.until <= now + timedelta(minutes=15) for each in known.lock_outs)
        assert is_locked == (age < 900)

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()


TestHouse = House.TestCase
TestHouse.settings = settings(
    max_examples=tries(8),
    stateful_step_count=25,
    deadline=None,
    database=None,
    derandomize=True,
    phases=(Phase.generate,),
)
