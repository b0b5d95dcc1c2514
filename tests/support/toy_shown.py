"""Print what the package derives from the toy command and event, as JSON. Run as a program."""

import support.toy  # isort: skip  # before all that knows the kinds

import json
from typing import Any

from compliance.nights import Night, audited
from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.server import reach
from sabot.server.command_docs import page
from support.tour.tour import Reached
from web import sending

SENT = ("table:", "give-tip")


def rows(lines: list[bytes]) -> list[Any]:
    """Return the lines of the exceptions report that the tip makes."""
    report = ExceptionsReport()
    found = [*(row for line in lines for row in report.take(line)), *report.rest()]
    tips = (row for row in found if "tip" in row.effects)
    return [[row.effects, row.decided_by, row.cents] for row in tips]


def of_toy(told: list[str]) -> list[str]:
    return [each for each in told if "give-tip" in each or "tip-given" in each]


def main() -> None:
    played = Night("star-baccarat")
    played.do("give-tip", "sue", "casino supervisor", dealer="dan", amount="25")
    without = of_toy(sending.problems())
    kept = {name: sending.sent_by(name) for name in reach.DOERS}
    pit = {**kept, "pit": kept["pit"] | {SENT}}
    sending.sent_by = pit.__getitem__  # type: ignore[assignment]
    shown = {
        "report": rows(played.lines()),
        "findings": [str(each) for each in audited(played.lines())],
        "tour": of_toy(Reached().missing()),
        "docs": of_toy(page().splitlines()),
        "without a page": without,
        "with a page": of_toy(sending.problems()),
    }
    print(json.dumps(shown))


assert support.toy.__doc__
if __name__ == "__main__":
    main()
