"""A table's sheet against the ledger, event by event, in a night with every kind of command."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from typing import Any
from unittest import mock

import pytest

from compliance import exceptional
from compliance.nights import START
from compliance.nights import night as played
from compliance.test_exceptions_luck import always
from games import GAMES
from sabot.compliance.exceptions.luck import LuckRow
from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.core.money import CHIPS
from sabot.coup import Stake
from sabot.engine.ledger import LAYOUT, balance
from sabot.engine.live import Moved, read_line
from sabot.floor.kinds import TABLES
from sabot.odds.distributions.together import Game
from sabot.pit import ShiftSheet, figures, is_money, price_of, rating_rows, table_figures
from sabot.pit import sheet as sheets
from sabot.pit.shapes import pace_of
from sabot.store import open_store
from sabot.table import TABLE, Table
from sabot.table.chips.floats import result_of_shift
from sabot.table.result.ends import Stakes
from support.night_script import NightFloor, compose, play_lines, rigged
from test_floor import Casino

GAME = Game("star-baccarat", "2025-08-13", 8, None, 50)


class Followed:
    """Every table's sheet, fed by what the floor tells; each looked at after every event."""

    def __init__(self) -> None:
        self.sheets: dict[str, ShiftSheet] = {}
        self.stakes: dict[str, Stakes] = {}
        self.tables: dict[str, Table] = {}
        self.kept: dict[str, bytes] = {}

    def __call__(self, stream: str, moves: Sequence[Moved[Any]]) -> None:
        if not TABLES.has(stream):
            return
        name = TABLES.name(stream)
        sheet = self.sheets.setdefault(name, ShiftSheet())
        stakes = self.stakes.setdefault(name, Stakes())
        for moved in moves:
            stakes.put(moved.event)
            sheet.put(moved.event, moved.line, moved.at, stakes)
            self.tables[name] = moved.after
            if sheet.to_keep is not None:
                self.kept[name], sheet.to_keep = sheet.to_keep, None
            agrees(sheet, moved.after)


def agrees(sheet: ShiftSheet, table: Table) -> None:
    """Win as the ledger has it; every cent of it is some player's, on the layout, or owed."""
    figures = sheet.figures
    assert figures.seq == table.version
    if table.shift is None or not is_money(table):
        return
    assert figures.win == result_of_shift(table).win
    results = [*figures.ratings.values(), *filter(None, [figures.others])]
    lies = balance(table.balances, LAYOUT, CHIPS)
    lost = -sum(each.result for each in results)
    assert figures.win + figures.unpaid - table.shift.variance == lost - lies


class Night:
    def __init__(self) -> None:
        self.followed = Followed()
        with rigged(), open_store("sqlite://") as store:
            floor = NightFloor(store)
            floor.followers.append(self.followed)
            for _ in play_lines(floor, compose()):
                pass
            self.lines = {name: [*floor.events(name)] for name in self.followed.tables}


@pytest.fixture(scope="module")
def night() -> Iterator[Night]:
    before, sheets.KEEP_EVERY = sheets.KEEP_EVERY, 20  # type: ignore[misc]
    yield Night()
    sheets.KEEP_EVERY = before  # type: ignore[misc]


def owing() -> Casino:
    """Ann took her winnings of 100 away and came back with 40; the coup is void then (12.1.2)."""
    casino = Casino("star-baccarat", feed="typed")
    for place, player in enumerate(("ann", "ben"), 1):
        casino.ok("join-table", player=player, place=place, chips="200", card=f"card {player}")
        own = {"actor": player, "role": "player", "player": player}
        casino.ok("place-wager", **own, on=("player", "banker")[place - 1], amount="100")
    casino.coup("9S 5H KD 2C")
    casino.ok("leave-table", player="ann")
    casino.ok("join-table", player="ann", place=1, chips="40", card="card ann")
    sue = {"actor": "sue", "role": "casino supervisor"}
    casino.ok("report-irregularity", **sue, situation="cannot-rebuild")
    assert casino.table.debts["ann"].amount == 60_00
    return casino


def test_a_debt_is_no_win_before_it_is_paid() -> None:
    """Each payment is followed by the sheet, and what is written off was never won."""
    casino = owing()
    assert folded([*casino.floor.events("1")])[0].figures.unpaid == 60_00
    win = result_of_shift(casino.table).win
    casino.ok("pay-debt", player="ann", amount="25", means="cash")
    assert result_of_shift(casino.table).win == win + 25_00
    casino.ok("buy-chips", player="ann", amount="20")
    assert result_of_shift(casino.table).win == win + 45_00
    sue = {"actor": "sue", "role": "casino supervisor"}
    casino.ok("write-off-debt", **sue, player="ann", reason="gone for good")
    number = max(casino.table.statements.pending)
    casino.ok(
        "confirm-statement", actor="vera", role="casino supervisor", number=number, reason="so"
    )
    assert not casino.table.debts and result_of_shift(casino.table).win == win + 45_00
    sheet, _ = folded([*casino.floor.events("1")])
    assert sheet.figures.unpaid == 0


def test_the_win_is_the_ledgers_after_every_event(night: Night) -> None:
    assert len(night.followed.tables) >= 5
    assert sum(sheet.figures.coups for sheet in night.followed.sheets.values()) >= 15


def after_of(lines: list[bytes]) -> Callable[[int], Iterator[bytes]]:
    return lambda after: iter(lines[after:])


def test_a_sheet_that_is_taken_up_again_is_the_same(night: Night) -> None:
    """From the log, and from what was kept of it."""
    assert night.followed.kept
    for name, sheet in night.followed.sheets.items():
        lines, table = night.lines[name], night.followed.tables[name]
        for kept in (None, night.followed.kept.get(name), b"nonsense"):
            again = ShiftSheet.resume(table, after_of(lines), kept)
            assert again.figures == sheet.figures, (name, kept)


@pytest.mark.parametrize("seen", range(1, 12))
def test_wherever_a_table_is_taken_up_the_figures_come_to_the_same(seen: int) -> None:
    """From its opening on, before the float and after it."""
    lines = at_table(played("canberra-mini", 4))
    table = Table(name="1")
    for line in lines[:seen]:
        table = TABLE.evolve(table, TABLE.read_event(line), read_line(line).at)
    sheet, stakes = ShiftSheet.resume(table, after_of(lines)), Stakes()
    for number, line in enumerate(lines):
        event = TABLE.read_event(line)
        stakes.put(event)
        if number >= seen:
            sheet.put(event, line, read_line(line).at, stakes)
    count(sheet)
    assert sheet.figures == folded(lines)[0].figures


# Against the odds


def at_table(lines: Sequence[bytes]) -> list[bytes]:
    """Those of a log that are a table's, and no account's."""
    return [line for line in lines if TABLES.has(read_line(line).stream)]


def folded(lines: Sequence[bytes], at_once: bool = False) -> tuple[ShiftSheet, Table]:
    """The sheet of a log, looked at after every event; coups are counted `at_once` or at last."""
    sheet, stakes, table = ShiftSheet(), Stakes(), Table(name="1")
    for line in at_table(lines):
        event, at = TABLE.read_event(line), read_line(line).at
        table = TABLE.evolve(table, event, at)
        stakes.put(event)
        sheet.put(event, line, at, stakes)
        agrees(sheet, table)
        if at_once:
            count(sheet)
    count(sheet)
    return sheet, table


def count(sheet: ShiftSheet) -> None:
    sheet.price([(over, price_of(over)) for over in sheet.figures.unpriced])


def again() -> tuple[bytes, ...]:
    """A coup that is opened again and settled otherwise, and one that is void in the end."""
    night = always("592K", 2)
    dealt = [slot.card for slot in night.table.last.slots] if night.table.last else []
    night.do("report-irregularity", situation="wrong-deal", circumstances={"in_doubt": True},
             cards=[dealt[1], dealt[0], dealt[3], dealt[2]], note="hands swapped")  # fmt: skip
    night.say("keep-wagers", player="alice")
    night.say("resume-play")
    night.finish()
    exceptional.bet(night, "alice", "100")
    exceptional.begin(night)
    night.say("invalidate-outcome", **exceptional.SUPERVISOR, cause="disturbance", reason="fire",
              refund=True)  # fmt: skip
    night.say("clear-cards")
    return tuple(night.floor.events("1"))


def by_luck(lines: Sequence[bytes]) -> dict[str, LuckRow]:
    report = ExceptionsReport()
    for line in lines:
        deque(report.take(line), maxlen=0)
    report.end()
    return {row.name: row for row in report.luck.rows() if row.of == "player"}


NIGHTS: dict[str, Callable[[], tuple[bytes, ...]]] = {
    **{game: partial(played, game, 4) for game in GAMES},
    "money": lambda: tuple(exceptional.money().floor.events("1")),
    "conduct": lambda: tuple(exceptional.conduct().floor.events("1")),
    "mini": lambda: tuple(exceptional.mini().floor.events("1")),
    "again": again,
}


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("name", NIGHTS)
def test_what_was_expected_is_what_luck_expects(name: str, at_once: bool) -> None:
    lines = NIGHTS[name]()
    sheet, table = folded(lines, at_once)
    rows = by_luck(lines)
    for player, row in rows.items():
        rating = sheet.figures.ratings[player]
        assert (rating.net, rating.coups) == (row.net, row.coups)
        assert rating.expected == pytest.approx(row.expected)
    shown = table_figures(table, sheet.figures, sheet.figures.ended[-1])
    assert shown.played == -sum(row.net for row in rows.values())
    assert shown.expected == pytest.approx(-sum(row.expected for row in rows.values()), abs=1)
    assert shown.low <= shown.expected <= shown.high and not shown.waiting
    for rated in rating_rows(table, sheet.figures, sheet.figures.ended[-1]):
        assert rated.theoretical >= 0 and rated.staked >= 0


def test_who_left_long_ago_goes_to_the_others() -> None:
    """A sheet does not grow with all visitors, and loses no player's cents."""
    with mock.patch.object(figures, "MOST_RATED", 3):
        shift = figures.Figures(since=START)
        for number in range(10):
            at = START + timedelta(minutes=number)
            rating = figures.rated(shift, f"player {number}", at)
            rating.result, rating.left = -100, at
        assert len(shift.ratings) == 3 and "player 9" in shift.ratings
        assert shift.others is not None and shift.others.result == -700
        figures.rated(shift, "player 0").result += 40
        assert shift.others.result == -660


def test_a_trend_has_a_bounded_number_of_points() -> None:
    shift = figures.Figures(since=START)
    for number in range(1, 1001):
        over = figures.FinishedCoup(number, GAME, {"al": (Stake("player", 100),)}, {"al": -1})
        figures.put_price(shift, over, figures.Price(-1.2, 9000.0, {"al": -1.2}))
    assert len(shift.trend) <= figures.TREND
    assert shift.trend[-1].coups > 900 and shift.trend[0].coups < 100
    assert [each.win for each in shift.trend] == [each.coups for each in shift.trend]


@pytest.mark.parametrize(
    ("minutes", "pace"),
    [((), None), ((0, 1, 2, 3), 60), ((-300,), 0), ((-300, 0, 1, 2, 3), 4), ((3,), 60)],
)
def test_the_pace_is_that_of_the_last_hour(minutes: tuple[int, ...], pace: int | None) -> None:
    ended = [START + timedelta(minutes=each) for each in minutes]
    assert pace_of(ended, START + timedelta(minutes=4)) == pace


def test_a_price_that_comes_too_late_is_none() -> None:
    """A coup was opened again while it was counted: it is counted as it ended at last."""
    lines, waiting = again(), list[figures.FinishedCoup]()
    sheet, stakes = ShiftSheet(), Stakes()
    for line in lines:
        event = TABLE.read_event(line)
        stakes.put(event)
        sheet.put(event, line, read_line(line).at, stakes)
        waiting += [each for each in sheet.figures.unpriced if each not in waiting]
    late = [(over, price_of(over)) for over in waiting if over not in sheet.figures.unpriced]
    assert late
    sheet.price(late)
    count(sheet)
    assert sheet.figures == folded(lines)[0].figures
