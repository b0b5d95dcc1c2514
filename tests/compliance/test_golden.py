"""Logs of every release, audited by this one: what was found then is found now, and nothing else.

`campaigns/golden.py` writes those of a release when it is made. They are never written anew: what
a later release reads otherwise, it reads wrongly.
"""

from pathlib import Path

import msgspec
import pytest

from compliance.nights import audited
from sabot import __version__
from sabot.engine.finding import Finding

GOLDEN = Path(__file__).parent.parent / "golden"
LOGS = sorted(GOLDEN.glob("*/*.jsonl"))


def test_there_are_golden_logs_of_the_last_release() -> None:
    """A release under way (1.1.0.dev0) gets its own with its number; until then its last one's."""
    kept = {log.parent.name for log in LOGS}
    wanted = __version__ if ".dev" not in __version__ else max(kept)
    assert len([log for log in LOGS if log.parent.name == wanted]) >= 2


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.stem}")
def test_a_golden_log_has_the_findings_that_it_always_had(log: Path) -> None:
    with log.open("rb") as lines:
        found = audited(lines)
    kept = log.with_suffix(".findings").read_bytes().splitlines()
    assert found == [msgspec.json.decode(line, type=Finding) for line in kept]
