"""A supervisor is called to the table and comes; the log keeps why."""

import msgspec
import pytest

from compliance.nights import Night, audited
from sabot.table.running.calls import CallAnswered, SupervisorCalled
from support.evening import Evening

SUPERVISOR = {"actor": "sue", "role": "gaming supervisor"}


def test_a_call_stands_until_a_supervisor_answers_it() -> None:
    evening = Evening("star-baccarat")
    assert evening.table.calling is None
    assert evening.ok("call-supervisor", reason=" a disputed pay ") == [
        SupervisorCalled(reason="a disputed pay")
    ]
    assert evening.table.calling == "a disputed pay"
    evening.ok("call-supervisor", reason="a disturbance")
    assert evening.ok("answer-call", note="both parted", **SUPERVISOR) == [
        CallAnswered(reason="a disturbance", note="both parted")
    ]
    assert evening.table.calling is None
    assert evening.replayed() == evening.table


def test_a_call_needs_a_reason_and_an_answer_a_call() -> None:
    evening = Evening("canberra-mini")
    evening.no("no-reason", "call-supervisor", reason="  ")
    evening.no("not-called", "answer-call", **SUPERVISOR)


@pytest.mark.parametrize("role", ["player", "surveillance", "inspector", "janitor"])
def test_only_gaming_staff_call(role: str) -> None:
    Evening("star-seven-up").no("wrong-role", "call-supervisor", role=role, reason="help")


def test_a_dealer_does_not_answer() -> None:
    evening = Evening("star-baccarat")
    evening.ok("call-supervisor", reason="help")
    evening.no("wrong-role", "answer-call")
    assert evening.table.calling == "help"


def test_play_goes_on_while_a_supervisor_is_called() -> None:
    evening = Evening("star-baccarat")
    evening.join("al", 1)
    evening.bet("al", "player", "100")
    evening.ok("call-supervisor", reason="float low")
    evening.deal("9S 5H KD KC")
    evening.ok("announce-result")
    assert evening.table.calling == "float low"


def test_a_closed_table_calls_nobody_but_an_open_call_is_answered_there() -> None:
    evening = Evening("star-baccarat")
    evening.ok("call-supervisor", reason="end of shift")
    evening.ok("close-table", **SUPERVISOR)
    evening.no("wrong-phase", "call-supervisor", reason="again")
    evening.ok("answer-call", **SUPERVISOR)
    assert evening.table.calling is None


def test_the_log_keeps_calls_and_the_reason_of_any_command() -> None:
    """Calls are decided again by an audit; `why` is in the log with its command, and a command
    without one is kept as before."""
    night = Night("star-baccarat")
    night.do("call-supervisor", reason="float low")
    night.do("fill", "sue", "casino supervisor", amount="1000", slip="F 1", why="chips ran short")
    night.do("answer-call", "sue", "casino supervisor", note="filled")
    lines = night.lines()
    assert audited(lines) == []
    asked = [msgspec.json.decode(line).get("do", {}) for line in lines]
    assert [each["why"] for each in asked if "why" in each] == ["chips ran short"]
    assert any(each.get("do") == "call-supervisor" for each in asked)
