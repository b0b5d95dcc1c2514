"""A tournament with its tables and its entrants' accounts, on a floor."""

import itertools
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from sabot.audit.audit import Audit
from sabot.compliance.reports import Records, ReportRequest, make
from sabot.compliance.tournaments.file import File, as_text, file_of, seat_order
from sabot.core.refusal import Refusal
from sabot.engine.finding import Step
from sabot.engine.streams import read_line
from sabot.floor import Floor
from sabot.floor.kinds import TOURNAMENTS
from sabot.robots.programme import CHIP, conditions_of, schedule_of
from sabot.robots.tournaments import RobotCup, RobotRejected
from sabot.rulebooks import in_force
from sabot.rules.roles import CASHIER, CASINO_OPERATOR, CASINO_SUPERVISOR, PLAYER
from sabot.store import Batch, Store, Stored, open_store

GAMES = ("star-baccarat", "star-seven-up", "canberra-mini")
START = datetime(2026, 3, 14, 9, tzinfo=UTC)
PLAYERS = ("ann", "bob", "cy", "di", "ed", "flo", "gus", "hal")


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        self.now += timedelta(milliseconds=20)
        return self.now


def cup(name: str = "cup", store: Store | None = None, seed: int = 1) -> tuple[RobotCup, Floor]:
    clock = Clock()
    floor = Floor(store or open_store("sqlite://"), clock)
    return RobotCup(floor, name, clock, seed), floor


def begun(game: str = "star-baccarat", name: str = "cup") -> tuple[RobotCup, Floor, list[str]]:
    """Eight players at two tables, seated and started."""
    robots, floor = cup(name)
    sessions = schedule_of(len(PLAYERS), 5, 2, START)
    book = in_force(game, START)
    robots.publish(conditions_of(book, "Cup", 12, len(sessions), START))
    robots.enter(PLAYERS, "500")
    robots.start(sessions, chip=CHIP)
    tables = [f"{name}-1", f"{name}-2"]
    robots.to_start(tables)
    return robots, floor, tables


def findings(store: Store) -> list[str]:
    audit = Audit()
    found = [each for line in store.read_all() for each in audit.take(line.line)]
    return [str(each) for each in (*found, *audit.end())]


@pytest.mark.parametrize("game", GAMES)
def test_from_the_conditions_to_the_last_prize(game: str) -> None:
    robots, floor = cup()
    robots.run(game, PLAYERS, 3, 3)
    contest = robots.contest
    assert contest.phase == "paid" and findings(floor.store) == []
    fee = 50_00
    won = {name: floor.account(name).balance - 500_00 + fee for name in PLAYERS}
    kept = contest.balances.get("cash@commission", 0)
    assert sum(won.values()) + kept == fee * len(PLAYERS) and min(won.values()) == 0
    again = Floor(floor.store, lambda: START)
    assert again.state(TOURNAMENTS, "cup") == contest
    lines = [each.line for each in floor.store.read(TOURNAMENTS.stream("cup"))]
    file = file_of("cup", lines)
    assert all(each.proven for each in file.seats) and file.pool == sum(file.prizes.values())
    assert sum(n for n, _ in seat_order(file).values()) >= len(PLAYERS)
    text = as_text(file)
    assert "proven" in text and "NOT PROVEN" not in text and "Places" in text
    report_agrees(floor.store, file)


def report_agrees(store: Store, file: File) -> None:
    """The file as a report has the same figures, each with its events."""
    now = START + timedelta(days=30)
    sheet = make(Records(store, now, "UTC", list), ReportRequest("tournament-file", of="cup"))
    found = {each.name: each.rows for each in sheet.sections}
    assert not sheet.nothing and [each.name for each in sheet.sections][-1] == "What happened"
    assert [row[2].value for row in found["Entries"]] == [each["player"] for each in file.entries]
    assert {row[5].value for row in found["Seats, as they were drawn"]} == {"yes"}
    assert len(found["Counts of the tables"]) == len(file.sheets)
    prizes = {row[1].value: row[2].value for row in found["Places and prizes"]}
    assert {name: won for name, won in prizes.items() if won} == file.prizes
    paid = [row[3] for row in found["Places and prizes"] if row[2].value]
    assert all(cell.value and cell.events for cell in paid)


def test_all_tables_of_a_session_are_seated_in_one_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    robots, floor = cup()
    sessions = schedule_of(len(PLAYERS), 5, 2, START)
    book = in_force("star-baccarat", START)
    robots.publish(conditions_of(book, "Cup", 12, len(sessions), START))
    robots.enter(PLAYERS, "500")
    robots.start(sessions, chip=CHIP)
    commits: list[list[str]] = []
    append = floor.store.append

    def counted(*batches: Batch) -> list[Stored]:
        commits.append([each.stream for each in batches])
        return append(*batches)

    monkeypatch.setattr(floor.store, "append", counted)
    robots.to_start(["cup-1", "cup-2"])
    seated = [each for each in commits if len(each) == 3]
    assert ["tournament:cup", "table:cup-1", "table:cup-2"] in seated


def test_a_table_that_cannot_take_it_keeps_everybody_from_being_seated() -> None:
    robots, floor = cup()
    sessions = schedule_of(len(PLAYERS), 5, 2, START)
    robots.publish(conditions_of(in_force("star-baccarat", START), "Cup", 12, 2, START))
    robots.enter(PLAYERS, "500")
    robots.start(sessions, chip=CHIP)
    robots.open("cup-1")
    head = ("robot head", robots.contest.desk.head)
    stream = TOURNAMENTS.stream("cup")
    robots.do(stream, "seal-draw", *head)
    robots.do(stream, "call-session", *head, tables=["cup-1", "nowhere"])
    before = floor.store.last_position()
    with pytest.raises(RobotRejected):
        robots.do(stream, "open-draw", *head)
    assert floor.store.last_position() == before
    assert floor.table("cup-1").heat is None


def test_nobody_has_a_seat_in_two_tournaments() -> None:
    robots, floor, _ = begun()
    other = RobotCup(floor, "other", Clock(), 2)
    sessions = schedule_of(4, 5, 2, START)
    other.publish(conditions_of(in_force("star-baccarat", START), "Other", 12, 1, START))
    stream = TOURNAMENTS.stream("other")
    for name in PLAYERS[:3]:
        other.do(stream, "enter-tournament", name, PLAYER, player=name, copy="shown")
    other.start(sessions, chip=CHIP)
    with pytest.raises(RobotRejected, match="another tournament"):
        other.to_start(["other-1"])
    for table in ("cup-1", "cup-2"):
        robots.play_out(table)
        robots.count(table)
        robots.leave(table)
    other.go_on("open-draw", ["other-1"])
    sitting = other.contest.sitting
    assert sitting is not None and sitting.state == "seated"
    assert findings(floor.store) == []


def test_who_may_not_gamble_does_not_enter() -> None:
    robots, floor = cup()
    robots.publish(conditions_of(in_force("star-baccarat", START), "Cup", 12, 1, START))
    robots.do("player:zed", "open-account", "cass", CASHIER, player="zed")
    robots.do("player:zed", "exclude-player", "sue", CASINO_SUPERVISOR, reason="harm")
    stream = TOURNAMENTS.stream("cup")
    with pytest.raises(RobotRejected, match="excluded"):
        robots.do(stream, "enter-tournament", "zed", PLAYER, player="zed", copy="shown")
    with pytest.raises(RobotRejected, match="not been opened"):
        robots.do(stream, "enter-tournament", "amy", PLAYER, player="amy", copy="shown")
    robots.do("player:amy", "open-account", "cass", CASHIER, player="amy")
    with pytest.raises(RobotRejected, match="less than"):
        robots.do(stream, "enter-tournament", "amy", PLAYER, player="amy", copy="shown")
    assert robots.contest.entries == {} and floor.account("amy").balance == 0


def test_a_fee_comes_back_to_the_account_within_the_period() -> None:
    robots, floor = cup()
    robots.publish(conditions_of(in_force("star-baccarat", START), "Cup", 12, 1, START))
    robots.enter(["ann"], "500")
    assert floor.account("ann").balance == 450_00
    stream = TOURNAMENTS.stream("cup")
    operator = ("olga", CASINO_OPERATOR)
    robots.do(stream, "refuse-entry", *operator, player="ann", reason="by the terms")
    assert floor.account("ann").balance == 450_00
    deputy = ("dirk", CASINO_OPERATOR)
    robots.do(stream, "confirm-statement", *deputy, number=1, reason="by the terms")
    assert floor.account("ann").balance == 500_00 and robots.contest.pool == 0
    assert findings(floor.store) == []


def test_a_head_of_another_tournament_has_no_say_at_its_tables() -> None:
    robots, _, tables = begun()
    with pytest.raises(RobotRejected, match="not appointed"):
        robots.do(tables[0], "finish-early", "tom", robots.contest.desk.head)


def test_a_cancelled_tournament_takes_its_heats_along() -> None:
    robots, floor, tables = begun()
    stream = TOURNAMENTS.stream("cup")
    robots.do(stream, "cancel-tournament", "olga", CASINO_OPERATOR, reason="a storm")
    robots.do(stream, "confirm-statement", "otto", CASINO_OPERATOR, number=1, reason="seen")
    assert all(floor.table(each).heat.closed for each in tables)  # type: ignore[union-attr]
    robots.do(stream, "pay-owed", "cass", CASHIER)
    robots.do(stream, "confirm-statement", "carl", CASHIER, number=2, reason="seen")
    assert all(floor.account(name).balance == 500_00 for name in PLAYERS)
    assert findings(floor.store) == []


class Falls(Exception):
    """The process is gone."""


@pytest.mark.parametrize("kept", [False, True], ids=["before the write", "after the write"])
def test_killed_in_the_middle_nothing_is_lost_or_done_twice(kept: bool) -> None:
    """Every so many writes the process dies, before or after the write; another one takes up the
    store and sends the same command again."""
    store = open_store("sqlite://")
    append, writes = store.append, itertools.count(1)

    def falls(*batches: Batch) -> list[Stored]:
        dies = next(writes) % 7 == 0
        if dies and not kept:
            raise Falls
        stored = append(*batches)
        if dies:
            raise Falls
        return stored

    store.append = falls  # type: ignore[method-assign]
    robots, _ = cup(store=store)
    robots.__class__ = Stubborn
    robots.run("star-baccarat", PLAYERS, 5, 1)
    store.append = append  # type: ignore[method-assign]
    assert robots.contest.phase == "paid" and findings(store) == []
    assert robots.contest.entered == len(PLAYERS)


class Stubborn(RobotCup):
    """Robots whose process dies now and then: they come again with the same command."""

    def give(self, where: str, said: bytes) -> Any:
        while True:
            try:
                return super().give(where, said)
            except Falls:
                self.restart()


# What an auditor finds


def _steps(robots: RobotCup, floor: Floor) -> list[Step[Any]]:
    rules, state, found = TOURNAMENTS.rules, TOURNAMENTS.empty("cup"), []
    for stored in floor.store.read(TOURNAMENTS.stream("cup")):
        line, event = stored.line, rules.read_event(stored.line)
        after = rules.evolve(state, event, START)
        found.append(Step(read_line(line), event, state, after))
        state = after
    return found


FORGED: Sequence[tuple[str, str, dict[str, Any]]] = (
    ("draw-opened", "wrong-draw", {"secret": "00" * 32}),
    ("seats-allotted", "wrong-seats", {"seats": {"cup-1": {1: "ann", 2: "ann"}, "cup-2": {}}}),
    ("table-counted", "wrong-order", {"order": ()}),
    ("session-announced", "wrong-places", {"out": ()}),
    ("places-announced", "wrong-places", {"places": (("zed",),)}),
    ("prizes-awarded", "pool-differs", {"won": {"ann": 1}}),
)


@pytest.fixture(scope="module")
def steps() -> list[Step[Any]]:
    robots, floor = cup()
    robots.run("star-baccarat", PLAYERS, 5, 2)
    return _steps(robots, floor)


@pytest.mark.parametrize(("what", "finding", "said"), FORGED, ids=[each[0] for each in FORGED])
def test_what_was_forged_is_found(
    steps: list[Step[Any]], what: str, finding: str, said: dict[str, Any]
) -> None:
    checks = TOURNAMENTS.checks()
    step = next(each for each in steps if each.is_a(what))
    assert [each for check in checks[3:] for each in check(step)] == []
    forged = step._replace(event=msgspec.structs.replace(step.event, **said))
    found = {each.finding for check in checks[3:] for each in check(forged)}
    assert finding in found


def test_chips_that_are_not_back_are_found(steps: list[Step[Any]]) -> None:
    step = next(each for each in steps if each.is_a("table-counted"))
    sheet = msgspec.structs.replace(step.event.sheet, returned=1)  # type: ignore[attr-defined]
    forged = step._replace(event=msgspec.structs.replace(step.event, sheet=sheet))
    found = {each.finding for check in TOURNAMENTS.checks()[3:] for each in check(forged)}
    assert "chips-differ" in found


def test_robots_that_are_refused_say_why() -> None:
    robots, _ = cup()
    with pytest.raises(Refusal, match="no rulebook"):
        robots.publish({"rulebook": "none", "name": "x"})
