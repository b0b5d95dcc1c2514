"""`sabot duties` and `sabot rules --duties`: as a table, as JSON, as a calendar file."""

import json
from pathlib import Path
from typing import Any

import pytest

from compliance.nights import large
from sabot.cli import main

SUE: dict[str, Any] = {"actor": "sue", "role": "casino supervisor"}


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal on which nothing wraps."""
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A notice given, one for the month, a review, and a side bet reserved."""
    night = large().coups(1)
    night.say("sanction-player", **SUE, player="bob", measures=["detain"], reason="a camera")
    night.say("give-notice", **SUE, number=1, channel="telephone", note="Inspector Lee")
    night.do("find-mispayment", of="wager", coup=1, amount="1200", over=True, player="alice",
             note="a plaque, too many; by far")  # fmt: skip
    night.say("raise-dispute", "alice", "player", player="alice", about="the third card")
    night.say("decide-dispute", **SUE, number=1, decision="it stands", reason="the video")
    night.say("ask-review", "alice", "player", number=1)
    file = tmp_path_factory.mktemp("duties") / "log.jsonl"
    file.write_bytes(b"".join(stored.line + b"\n" for stored in night.store.read_all()))
    return str(file)


def lines(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> list[dict[str, Any]]:
    assert main(["duties", *words, "--json"]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_all_of_them_the_most_pressing_first(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = lines(capsys, log, "--at", "2026-03-31T12:59:59Z")
    signs = [each for each in found if each["duty"] in ("limits-shown", "side-bet-amount")]
    assert {each["status"] for each in signs} == {"done"}
    found = [each for each in found if each not in signs]
    assert [(each["status"], each["clause"]) for each in found] == [
        ("due", "12.20.2"), ("open", "12.18.2"), ("open", "14.19"), ("done", "14.8.4"),
    ]  # fmt: skip
    done = found[-1]["done"]
    assert (done["by"], done["what"], done["how"]) == (
        "sue", "notice-given", "telephone: Inspector Lee",
    )  # fmt: skip
    assert done["seq"] > found[-1]["seq"] and done["at"].startswith("2026-03-14T20:")


def test_late_by_one_second(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert lines(capsys, log, "--late", "--at", "2026-03-31T12:59:59Z") == []
    found = lines(capsys, log, "--late", "--at", "2026-03-31T13:00:00Z", status=1)
    assert [(each["status"], each["clause"]) for each in found] == [("late", "12.20.2")]


def test_as_it_stood_then(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert lines(capsys, log, "--at", "2026-03-14T20:00:01Z") == []


def test_for_people(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duties", log, "--at", "2026-04-01T00:00:00Z"]) == 0
    shown = capsys.readouterr().out
    assert "2026-04-01 00:00:00" in shown and "Report a wrong payment over $1,000" in shown
    assert "3 duties, 1 late; times in Australia/Sydney." in shown and "14.8.4" not in shown
    assert main(["duties", log, "--late", "--at", "2026-03-15T00:00:00Z"]) == 0
    assert capsys.readouterr().out == "Nothing to report: no duty is late.\n"
    assert main(["duties", log, "--at", "2020-03-15T00:00:00Z"]) == 0
    assert capsys.readouterr().out == "Nothing to report: no duty is on the calendar.\n"


def test_what_was_done_too(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duties", log, "--done", "--at", "2026-04-01T00:00:00Z"]) == 0
    assert "14.8.4" in capsys.readouterr().out
    for other in ("--json", "--ics", "--late"):
        assert main(["duties", log, "--done", other]) == 2
        assert "says nothing beside --done" in capsys.readouterr().err


def test_as_a_calendar_file(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duties", log, "--ics", "--at", "2026-03-15T00:00:00Z"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
    assert text.count("BEGIN:VEVENT") == text.count("END:VEVENT") == 3, "what is done is not there"
    assert "DTSTART:20260331T130000Z\r\n" in text
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    whole = text.replace("\r\n ", "")
    assert r"a plaque\, too many\; by far" in whole
    assert r"wrong payment 1 of $1\,200.00" in whole


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere.db"], '"nowhere.db" cannot be read: No such file or directory.'),
        (["LOG", "--at", "yesterday"], '"yesterday" is no time with its zone'),
        (["LOG", "--at", "2026-03-31T13:00"], "is no time with its zone"),
        (["LOG", "--zone", "Sydney"], 'There is no time zone "Sydney".'),
        (["LOG", "--json", "--ics"], "--json and --ics are two forms"),
        ([], "the following arguments are required: SOURCE"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], said: str, log: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["duties", *(log if word == "LOG" else word for word in words)]) == 2
    told = capsys.readouterr()
    assert said.lower() in told.err.lower() and len(told.err.splitlines()) == 1
    assert told.out == ""


def test_an_empty_file_and_one_that_is_no_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, other = tmp_path / "empty", tmp_path / "other"
    empty.write_bytes(b"")
    other.write_bytes(b"hello\n")
    assert main(["duties", str(empty)]) == 2
    assert "there is nothing to remind of" in capsys.readouterr().err
    assert main(["duties", str(other)]) == 2
    assert "is no log" in capsys.readouterr().err


def test_the_rows_of_every_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--duties"]) == 0
    shown = capsys.readouterr().out
    assert "canberra-mini" in shown and "within 48 hours" in shown
    assert main(["rules", "star-seven-up", "--duties", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {"16.13", "10.2.1"} <= {row["clause"] for row in rows}
    assert main(["rules", "star-seven-up", "16.13", "--duties"]) == 2
    assert "not listed by clause" in capsys.readouterr().err
