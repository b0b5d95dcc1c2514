"""Counts of floats and drop boxes: the report, and what an audit finds about them."""

from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from compliance.nights import Night, audited, typed
from compliance.test_reports import DAY, SUE, cells, records
from sabot.audit.checks.chips import ChipsCheck
from sabot.compliance.reports import ReportRequest, make
from sabot.floor.kinds import TABLES
from sabot.table.chips.drop_count import DropCounted
from sabot.table.chips.fills import FloatFilled

CARL: dict[str, Any] = {"actor": "carl", "role": "cashier"}


def counted() -> Night:
    """Return a night with a drop box short by a note, a fill, and a float short by a chip."""
    night = typed("star-baccarat")
    night.do("buy-chips", player="alice", amount="700", means="cash")
    night.do("collect-drop", **SUE, seal="S 1")
    night.do("count-drop", **CARL, seal="S 1", counts={"100": 6, "50": 1})
    night.do("fill", **SUE, amount="500", slip="F1", chips={"25": 20})
    tray = night.table.tray
    assert tray is not None and tray[25_00]
    chips = {f"{value / 100:.2f}": pieces for value, pieces in tray.items()}
    night.do("count-float", **SUE, chips={**chips, "25.00": tray[25_00] - 1})
    return night


def test_each_count_has_its_variance_by_table_chip_and_dealer() -> None:
    night = counted()
    (section,) = make(records(night.store), ReportRequest("counts", day=DAY)).sections
    drop, float_, chip = (cells(section, row) for row in range(3))
    assert (drop["Seal"].value, drop["Books"].value, drop["Counted"].value) == (
        "S 1", 700_00, 650_00,
    )  # fmt: skip
    assert drop["Variance"].value == -50_00 and drop["Dealer"].value == "dan"
    assert float_["Variance"].value == -25_00 and float_["Shift from coup"].value == 1
    assert (chip["Chip"].value, chip["Pieces"].value, chip["Variance"].value) == (
        25_00, -1, -25_00,
    )  # fmt: skip


def test_an_audit_finds_chips_that_do_not_add_up_and_a_team_that_worked_there() -> None:
    night = counted()
    assert audited(night.lines()) == []
    check, found = ChipsCheck(), set[str]()
    stream = next(each for each in night.store.streams() if TABLES.has(each))
    early, late = datetime(2020, 1, 1, tzinfo=UTC), datetime(2030, 1, 1, tzinfo=UTC)
    _, steps = records(night.store).steps(TABLES, stream, early, late)
    for step in steps:
        forged = step
        if isinstance(step.event, DropCounted):
            forged = step._replace(event=replace(step.event, team=("dan", "carl")))
        elif isinstance(step.event, FloatFilled):
            (move,) = step.event.moves
            moves = (replace(move, chips={25_00: 21}),)
            forged = step._replace(event=replace(step.event, moves=moves))
        found |= {each.finding for each in check(forged)}
    assert found == {"chips-differ", "wrong-team"}
