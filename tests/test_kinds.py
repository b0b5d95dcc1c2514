"""A new kind of stream: its own rules and one row, and the whole house knows it."""

import ast
import itertools
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import msgspec
import pytest

import sabot
from sabot.accounts import Deposit, PayContest
from sabot.audit.audit import Audit
from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, STAFF_ONLY, api_only
from sabot.engine.enrichment import Context
from sabot.engine.finding import Finding, Step
from sabot.engine.kind import PRIVATE, Kind
from sabot.engine.live import Answer
from sabot.engine.streams import (
    Claim,
    ClaimKind,
    Command,
    Event,
    FollowUp,
    Leave,
    Rejection,
    Stream,
)
from sabot.floor import Floor
from sabot.floor.kinds import ACCOUNTS, KINDS, TABLES, kind_of
from sabot.rules.roles import CASHIER, CASINO_SUPERVISOR, DEALER, INSPECTOR
from sabot.store import Batch, Stored, open_store

SLIPS = (f"slip {number}" for number in itertools.count(1))


def by_cash() -> dict[str, str]:
    """A payment at the desk, with a slip of its own."""
    return {"method": "cash", "reference": next(SLIPS)}


NOW = datetime(2026, 3, 14, 9, 0, tzinfo=UTC)

# A raffle: tickets are paid from accounts, and the pot is paid out to one of them.


class Raffle(msgspec.Struct, frozen=True):
    name: str = ""
    version: int = 0
    at: datetime | None = None
    price: int = 0
    sold: tuple[str, ...] = ()
    winner: str = ""


RAFFLE: Stream[Raffle] = Stream(
    lambda raffle: raffle.version,
    lambda raffle: "over" if raffle.winner else "open",
    lambda raffle, at: msgspec.structs.replace(raffle, version=raffle.version + 1, at=at),
    lambda raffle: raffle.price > 0,
)


LUCKY = ClaimKind("lucky price", "a lucky price")


class OpenRaffle(Command, frozen=True, kw_only=True):
    pages = api_only("A test")

    price: int


class RaffleOpened(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY
    claim_kinds = (LUCKY,)

    price: int

    def claims(self, name: str) -> Iterator[Claim]:
        if self.price == 7:
            yield Claim(LUCKY, "7", Rejection("taken", None, "One raffle at 7 is enough."))


class SellTicket(Command, frozen=True, kw_only=True):
    pages = api_only("A test")

    player: str


class TicketSold(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    player: str
    number: int


class PayOut(Command, frozen=True, kw_only=True):
    pages = api_only("A test")

    player: str


class PotPaid(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    player: str
    pot: int


@RAFFLE.decides(OpenRaffle, Leave(None, CASINO_SUPERVISOR), begins=True)
def open_raffle(raffle: Raffle, command: OpenRaffle, now: datetime) -> Sequence[Event]:
    return [RaffleOpened(price=command.price)]


@RAFFLE.evolves(RaffleOpened)
def raffle_opened(raffle: Raffle, event: RaffleOpened) -> Raffle:
    return msgspec.structs.replace(raffle, price=event.price)


@RAFFLE.decides(SellTicket, Leave(None, DEALER), ("open",))
def sell_ticket(raffle: Raffle, command: SellTicket, now: datetime) -> Sequence[Event]:
    return [TicketSold(player=command.player, number=len(raffle.sold) + 1)]


@RAFFLE.evolves(TicketSold)
def ticket_sold(raffle: Raffle, event: TicketSold) -> Raffle:
    return msgspec.structs.replace(raffle, sold=(*raffle.sold, event.player))


@RAFFLE.decides(PayOut, Leave(None, CASINO_SUPERVISOR), ("open",))
def pay_out(raffle: Raffle, command: PayOut, now: datetime) -> Sequence[Event]:
    if command.player not in raffle.sold:
        raise Refusal("no-ticket", None, "That player has no ticket.")
    return [PotPaid(player=command.player, pot=raffle.price * len(raffle.sold))]


@RAFFLE.evolves(PotPaid)
def pot_paid(raffle: Raffle, event: PotPaid) -> Raffle:
    return msgspec.structs.replace(raffle, winner=event.player)


# Tickets and pot move through the accounts.


@RAFFLE.follows(TicketSold)
def charge(context: Context[Raffle], command: Command, event: TicketSold) -> Iterator[FollowUp]:
    payment = PayContest(
        id=f"raffle:{context.name}/{command.id}",
        actor=command.actor,
        role=CASHIER,
        tournament=context.name,
        what="a ticket",
        amount=str(context.state.price),
        card=context.look(ACCOUNTS.stream(event.player)).card,
    )
    yield FollowUp(ACCOUNTS.stream(event.player), payment)


@RAFFLE.follows(PotPaid)
def credit(context: Context[Raffle], command: Command, event: PotPaid) -> Iterator[FollowUp]:
    prize = Deposit(
        id=f"raffle:{context.name}/{command.id}",
        actor=command.actor,
        role=CASHIER,
        amount=str(event.pot),
        method="cash",
        reference=f"the pot of {context.name}",
    )
    yield FollowUp(ACCOUNTS.stream(event.player), prize)


def whole_pot(step: Step[Raffle]) -> Iterator[Finding]:
    if isinstance(step.event, PotPaid) and step.event.pot % step.before.price:
        yield step.finding("odd-pot", "The pot is no whole number of tickets.")


RAFFLES: Kind[Raffle] = Kind(
    prefix="raffle:",
    word="raffle",
    rules=RAFFLE,
    state=Raffle,
    empty=lambda name: Raffle(name=name),
    words="sabot.table",
    checks=lambda: [whole_pot],
    whose="raffle's",
)
WITH_RAFFLES = (RAFFLES, *KINDS)


class House:
    def __init__(self) -> None:
        self.store = open_store("sqlite://")
        self.floor = Floor(self.store, lambda: NOW, kinds=WITH_RAFFLES)
        self._ids = itertools.count(1)

    def do(self, do: str, role: str = CASINO_SUPERVISOR, **fields: Any) -> Answer:
        who = {"id": str(next(self._ids)), "do": do, "actor": "sue", "role": role}
        return self.floor.do("", self.floor.read(msgspec.json.encode({**who, **fields})))

    def ok(self, do: str, **fields: Any) -> None:
        answer = self.do(do, **fields)
        assert answer.rejected is None, answer

    def members(self, *players: str, money: str = "100") -> None:
        for player in players:
            self.ok("open-account", player=player)
            stream = f"player:{player}"
            self.ok("issue-player-card", stream=stream, card=f"card of {player}")
            self.ok("deposit", role=CASHIER, stream=stream, amount=money, **by_cash())

    def cash(self, player: str) -> int:
        return self.floor.account(player).balance

    def findings(self) -> list[str]:
        audit = Audit(kinds=WITH_RAFFLES)
        found = [each for line in self.store.read_all() for each in audit.take(line.line)]
        return [each.finding for each in (*found, *audit.end())]


@pytest.fixture
def house() -> House:
    house = House()
    house.members("ann", "bob")
    house.ok("open-raffle", stream="raffle:spring", price=30)
    return house


def test_a_command_and_what_it_asks_elsewhere_are_kept_together(house: House) -> None:
    house.ok("sell-ticket", stream="raffle:spring", player="ann")
    house.ok("sell-ticket", stream="raffle:spring", player="bob")
    assert (house.cash("ann"), house.cash("bob")) == (7000, 7000)
    house.ok("pay-out", stream="raffle:spring", player="bob")
    assert house.cash("bob") == 13_000
    assert house.floor.state(RAFFLES, "spring").winner == "bob"
    assert house.findings() == []


def test_or_none_of_them_is(house: House) -> None:
    for _ in range(3):
        house.ok("sell-ticket", stream="raffle:spring", player="ann")
    before = house.store.last_position()
    answer = house.do("sell-ticket", stream="raffle:spring", player="ann")
    assert answer.rejected is not None and answer.rejected.code == "short-of-money"
    assert house.store.last_position() == before and house.cash("ann") == 1000
    assert len(house.floor.state(RAFFLES, "spring").sold) == 3


def test_its_own_rules_refuse_in_the_usual_order(house: House) -> None:
    assert house.do("sell-ticket", stream="raffle:autumn", player="ann").rejected is not None
    wrong = house.do("sell-ticket", role="player", stream="raffle:spring", player="ann")
    assert wrong.rejected is not None and wrong.rejected.code == "wrong-role"
    with pytest.raises(Refusal, match="Say whose raffle"):
        house.do("sell-ticket", player="ann")


def test_another_process_sees_it_and_a_snapshot_keeps_it(house: House) -> None:
    house.ok("sell-ticket", stream="raffle:spring", player="ann")
    again = Floor(house.store, lambda: NOW, kinds=WITH_RAFFLES)
    assert again.state(RAFFLES, "spring") == house.floor.state(RAFFLES, "spring")


def test_a_claim_is_the_first_ones(house: House) -> None:
    house.ok("open-raffle", stream="raffle:one", price=7)
    refused = house.do("open-raffle", stream="raffle:two", price=7)
    assert refused.rejected is not None and refused.rejected.code == "taken"


def test_the_audit_knows_it_and_asks_its_check(house: House) -> None:
    house.ok("sell-ticket", stream="raffle:spring", player="ann")
    assert house.findings() == []
    without = Audit()
    found = [each for line in house.store.read_all() for each in without.take(line.line)]
    assert {each.finding for each in found} == {"unknown-stream"}


def test_who_is_not_staff_sees_only_that_there_was_something(house: House) -> None:
    (*_, line) = [each.line for each in house.store.read("raffle:spring")]
    assert RAFFLES.sees(INSPECTOR, "ida", line) == line
    assert msgspec.json.decode(RAFFLES.sees("player", "ann", line))["what"] == PRIVATE


def test_units_that_meet_from_both_sides_never_wait_for_each_other(house: House) -> None:
    """A raffle reaches for accounts while accounts' commands hold them."""
    barrier = Barrier(4)

    def sell(player: str) -> None:
        barrier.wait()
        for _ in range(20):
            house.do("sell-ticket", stream="raffle:spring", player=player)

    def deposit(player: str) -> None:
        barrier.wait()
        for _ in range(20):
            stream = f"player:{player}"
            house.do("deposit", role=CASHIER, stream=stream, amount="30", **by_cash())

    threads = [Thread(target=sell, args=(name,)) for name in ("ann", "bob")]
    threads += [Thread(target=deposit, args=(name,)) for name in ("ann", "bob")]
    for each in threads:
        each.start()
    for each in threads:
        each.join(120)
        assert not each.is_alive()
    assert house.findings() == []
    sold = house.floor.state(RAFFLES, "spring").sold
    for player in ("ann", "bob"):
        assert house.cash(player) == 10_000 + 20 * 3000 - 3000 * sold.count(player)


def test_five_hundred_players_join_in_one_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    floor, names = house.floor, [f"p{number}" for number in range(500)]
    who = {"actor": "sue", "role": CASINO_SUPERVISOR}
    opening: dict[str, Any] = {"id": "o", "do": "open-table", "rulebook": "star-baccarat", **who}
    sign = {"minimum": "10", "maximum": "100"}
    floor.do("hall", floor.read(msgspec.json.encode({**opening, "sign": sign})))
    accounts = [
        msgspec.json.encode({"id": f"a{name}", "do": "open-account", "player": name, **who})
        for name in names
    ]
    floor.do_each([("", floor.read(each)) for each in accounts])
    cards = [
        msgspec.json.encode({"id": f"c{name}", "do": "issue-player-card", "card": f"card {name}",
                             "stream": f"player:{name}", **who})
        for name in names
    ]  # fmt: skip
    floor.do_each([("", floor.read(each)) for each in cards])
    joins = [
        msgspec.json.encode({"id": f"j{name}", "do": "join-table", "player": name,
                             "card": f"card {name}", "actor": name, "role": "player"})
        for name in names
    ]  # fmt: skip
    commits: list[int] = []
    append = house.store.append_each

    def counted(*submissions: Sequence[Batch]) -> list[list[Stored] | Refusal]:
        commits.append(len(submissions))
        return append(*submissions)

    monkeypatch.setattr(house.store, "append_each", counted)
    answers = floor.do_each([("hall", floor.read(each)) for each in joins])
    assert [each.rejected for each in answers if each.rejected] == [] and commits == [500]
    assert len(floor.table("hall").patrons) == 500


def test_no_module_spells_a_prefix_twice() -> None:
    """Each kind's prefix stands where the kind is made, and nowhere else."""
    source = Path(sabot.__file__).parent
    spelled = [
        (node.value, str(path.relative_to(source)))
        for path in source.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    for kind in KINDS:
        if kind.prefix.endswith(":"):
            found = [where for text, where in spelled if text.startswith(kind.prefix)]
            assert len(found) == 1, (kind.prefix, found)


def test_every_stream_is_of_one_kind() -> None:
    assert kind_of("table:1") is TABLES and kind_of("nothing:1") is None
    prefixes = [kind.prefix for kind in KINDS]
    assert not any(one != other and one.startswith(other) for one in prefixes for other in prefixes)
