"""A table's sheet against the ledger, event by event, in a night with every kind of command."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest

from compliance import exceptional
from compliance.nights import GAMES
from compliance.nights import night as played
from sabot.compliance.luck import LuckRow
from sabot.compliance.report import Report
from sabot.kinds import TABLES
from sabot.ledger import LAYOUT, balance
from sabot.live import Moved, read_line
from sabot.money import CHIPS
from sabot.pit import Sheet, is_money, price_of, rating_rows, table_figures
from sabot.pit import sheet as sheets
from sabot.store import open_store
from sabot.table import TABLE, Table
from sabot.table.result.ends import Stakes
from sabot.table.running.floats import result_of_shift
from support.night_script import NightFloor, compose, play_lines, rigged


class Followed:
    """Every table's sheet, fed by what the floor tells; each looked at after every event."""

    def __init__(self) -> None:
        self.sheets: dict[str, Sheet] = {}
        self.stakes: dict[str, Stakes] = {}
        self.tables: dict[str, Table] = {}
        self.kept: dict[str, bytes] = {}

    def __call__(self, stream: str, moves: Sequence[Moved[Any]]) -> None:
        if not TABLES.has(stream):
            return
        name = TABLES.name(stream)
        sheet = self.sheets.setdefault(name, Sheet())
        stakes = self.stakes.setdefault(name, Stakes())
        for moved in moves:
            stakes.put(moved.event)
            sheet.put(moved.event, moved.line, moved.at, stakes)
            self.tables[name] = moved.after
            if sheet.to_keep is not None:
                self.kept[name], sheet.to_keep = sheet.to_keep, None
            agrees(sheet, moved.after)


def agrees(sheet: Sheet, table: Table) -> None:
    """Win as the ledger has it; every cent of it is some player's, or lies on the layout."""
    figures = sheet.figures
    assert figures.seq == table.version
    if table.shift is None or not is_money(table):
        return
    assert figures.win == result_of_shift(table).win
    results = [*figures.ratings.values(), *filter(None, [figures.others])]
    lies = balance(table.balances, LAYOUT, CHIPS)
    assert figures.win - table.shift.variance == -sum(each.result for each in results) - lies


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
            again = Sheet.resume(table, after_of(lines), kept)
            assert again.figures == sheet.figures, (name, kept)


@pytest.mark.parametrize("seen", range(1, 12))
def test_wherever_a_table_is_taken_up_the_figures_come_to_the_same(seen: int) -> None:
    """From its opening on, before the float and after it."""
    lines = [*played("canberra-mini", 4)]
    table = Table(name="1")
    for line in lines[:seen]:
        table = TABLE.evolve(table, TABLE.read_event(line), read_line(line).at)
    sheet, stakes = Sheet.resume(table, after_of(lines)), Stakes()
    for number, line in enumerate(lines):
        event = TABLE.read_event(line)
        stakes.put(event)
        if number >= seen:
            sheet.put(event, line, read_line(line).at, stakes)
    sheet.price({over.number: price_of(over) for over in sheet.figures.unpriced})
    assert sheet.figures == folded(lines)[0].figures


# Against the odds


def folded(lines: Sequence[bytes]) -> tuple[Sheet, Table]:
    """The sheet of a log, looked at after every event."""
    sheet, stakes, table = Sheet(), Stakes(), Table(name="1")
    for line in lines:
        event, at = TABLE.read_event(line), read_line(line).at
        table = TABLE.evolve(table, event, at)
        stakes.put(event)
        sheet.put(event, line, at, stakes)
        agrees(sheet, table)
    sheet.price({over.number: price_of(over) for over in sheet.figures.unpriced})
    return sheet, table


def by_luck(lines: Sequence[bytes]) -> dict[str, LuckRow]:
    report = Report()
    for line in lines:
        deque(report.take(line), maxlen=0)
    report.end()
    return {row.name: row for row in report.luck.rows() if row.of == "player"}


NIGHTS: dict[str, Callable[[], tuple[bytes, ...]]] = {
    **{game: partial(played, game, 4) for game in GAMES},
    "money": lambda: tuple(exceptional.money().floor.events("1")),
    "conduct": lambda: tuple(exceptional.conduct().floor.events("1")),
    "mini": lambda: tuple(exceptional.mini().floor.events("1")),
}


@pytest.mark.parametrize("name", NIGHTS)
def test_what_was_expected_is_what_luck_expects(name: str) -> None:
    lines = NIGHTS[name]()
    sheet, table = folded(lines)
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
