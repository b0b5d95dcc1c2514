"""Decisions of a tournament's head alone stand on the exceptions report."""

from pathlib import Path

from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.compliance.exceptions.rows import CONFIRMED, ExceptionRow
from support.heat_floor import HeatFloor
from support.routine import but_routine

TINA = {"actor": "tina", "role": "tournament manager"}


def reported(floor: HeatFloor) -> list[ExceptionRow]:
    report = ExceptionsReport()
    rows = [row for line in floor.log().splitlines() for row in report.take(line)]
    return but_routine([*rows, *report.rest()])


def test_who_was_put_out(tmp_path: Path) -> None:
    floor = HeatFloor(tmp_path)
    floor.ok("note-away", player="cy")
    for name in ("ann", "bea"):
        floor.by(name, "place-wager", on="player", amount="100")
    floor.ok("disqualify-entrant", **TINA, player="cy", grounds="absent", reason="went home")
    carl = {"actor": "carl", "role": "casino supervisor"}
    floor.ok("confirm-statement", **carl, number=1, reason="seen")
    rows = reported(floor)
    assert [(row.effects, row.rests, row.decided_by, row.players) for row in rows] == [
        (("sanction",), CONFIRMED, "carl", ("cy",)),
    ]
    assert rows[0].clause == "15.5.6.2" and "cy" in rows[0].text and rows[0].words["zh"]
