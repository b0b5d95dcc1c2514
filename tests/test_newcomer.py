"""First steps of a newcomer who types the documents' commands, and some wrong ones."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from compliance.nights import night
from sabot.cli import main
from sabot.cli.casino.table import answer_to
from sabot.floor import Floor
from sabot.store import import_lines, open_store
from support.irregular import at_table, refused

ROOT = Path(__file__).parent.parent
EVENING = (ROOT / "docs" / "evening.jsonl").read_bytes().splitlines()


def rejection(line: bytes | dict[str, Any]) -> Any:
    """Why the table of docs/evening.jsonl refuses this line."""
    with open_store("sqlite://") as store:
        floor = Floor(store)
        for each in EVENING[:6]:
            assert answer_to(floor, "1", each).events
        text = line if isinstance(line, bytes) else json.dumps(line).encode()
        return answer_to(floor, "1", text).rejected


def command(do: str, **fields: Any) -> dict[str, Any]:
    return {"id": "x", "do": do, "actor": "dan", "role": "dealer", **fields}


@pytest.mark.parametrize(
    "name", ["a\nb", "a\0", "\x1b[31m", "\u202egnp", " x", "x ", "x" * 101, "a/b", "a@b", ""]
)
def test_a_player_has_a_name_that_can_be_read(name: str) -> None:
    joining = command("join-table", player=name, chips="50", card="B-1")
    assert rejection(joining).code == "bad-name"
    opening = command("open-account", player=name, stream=f"player:{name}", role="cashier")
    assert rejection(opening).code in ("bad-name", "bad-command")


@pytest.mark.parametrize("name", ["Zoë O'Hara", "日本", "x" * 100])
def test_nearest_miss_names_of_all_languages(name: str) -> None:
    assert rejection(command("join-table", player=name, chips="50", card="B-1")) is None


@pytest.mark.parametrize("line", [b"", b"  ", b"{"])
def test_no_line_at_all_is_told_what_a_line_is(line: bytes) -> None:
    """A line that is too long is handed on as an open bracket."""
    told = rejection(line)
    assert (told.code, "mebibyte" in told.message) == ("bad-command", True)


def test_a_command_has_an_id_and_somebody_who_asks() -> None:
    for wrong in ({"id": ""}, {"actor": ""}):
        assert rejection(command("no-more-bets") | wrong).code == "bad-command"


def test_a_time_out_of_range_is_called_a_time() -> None:
    assert "time" in rejection(command("no-more-bets", at="0001-01-01T00:00:00+14:00")).message


def test_what_is_done_at_a_table_is_not_done_in_an_account() -> None:
    assert rejection(command("no-more-bets", stream="player:alice")).code == "bad-command"
    assert rejection(command("no-more-bets", stream="table:1")) is None


def test_the_wrong_moment_names_the_command() -> None:
    assert rejection(command("announce-result")).message == (
        "This table is betting: this can be done while it is dealing."
    )


def test_a_report_says_what_it_lacks() -> None:
    evening = at_table("canberra-mini", "player")
    assert "--irregularities" in refused(evening, "unknown-situation", "rain").message
    assert "asks for" in refused(evening, "bad-circumstances", "hand-short", {"x": True}).message
    assert 'seen ("exposed" is true)' in refused(evening, "say-more", "hand-short").message


def test_situations_are_named_beside_each_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    main(["rules", "--irregularities"])
    assert "hand-short" in capsys.readouterr().out
    main(["rules", "--irregularities", "star-baccarat"])
    told = "(hand-short; circumstances hand, handled, exposed, coup_over)"
    assert told in " ".join(capsys.readouterr().out.split())


def test_outcomes_are_called_what_a_decision_calls_them(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "--irregularities", "--json"])
    cells = json.loads(capsys.readouterr().out)["hand-short"]["cells"]["star-baccarat"]
    assert {cell["outcome"] for cell in cells} == {"REBUILD_THEN_TAKE_DOWN"}


def test_a_log_that_may_only_be_read_is_audited(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "casino #1?.db"
    with open_store(str(path)) as store:
        import_lines(store, iter(night("star-baccarat", 2)))
    before = path.read_bytes()
    monkeypatch.setattr(os, "access", lambda *_: False)
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    try:
        assert main(["audit", str(path)]) == 0
    finally:
        tmp_path.chmod(0o700)
    assert "2 coups: nothing found" in capsys.readouterr().out
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def reopened(tmp_path: Path) -> Path:
    """The log of a coup that was over, and reopened because a hand was short."""
    path = tmp_path / "casino.db"
    cards = ["9S", "4D", "KC", "3C"]
    short = {"situation": "hand-short", "at": "2026-03-14T20:07:00Z", "cards": cards}
    last = json.dumps(command("report-irregularity", **short)).encode()
    seen = {"actor": "vera", "role": "casino supervisor", "number": 1, "reason": "seen"}
    sure = json.dumps(command("confirm-statement", at="2026-03-14T20:08:00Z", **seen)).encode()
    with open_store(str(path)) as store:
        floor = Floor(store)
        for line in (*EVENING, last, sure):
            answer_to(floor, "1", line)
    return path


def test_a_protocol_has_what_reopened_the_coup(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["audit", str(reopened(tmp_path)), "--coup", "1", "--json"]) == 0
    protocol = json.loads(capsys.readouterr().out)
    told = [entry["what"] for entry in protocol["entries"]]
    assert told[0] == "wager-placed/1"
    ended = told.index("coup-ended/1")
    what = ["statement-confirmed/1", "irregularity-reported/1", "coup-reopened/1"]
    assert told[ended + 1 : ended + 4] == what
    assert not protocol["over"] and protocol["result"] is None
    assert [each["undone"] for each in protocol["settlement"]] == [True]
    assert {each["place"]: each["before"] for each in protocol["money"]} == {
        "float": 1000000,
        "alice": 50000,
    }


def test_a_protocol_speaks_of_dollars(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "casino.db"
    stated = command("fill", amount="250", slip="F 7", role="casino supervisor")
    signed = command("confirm-statement", number=1, reason="counted", actor="cass", role="cashier")
    fill = [json.dumps(each).encode() for each in (stated, signed)]
    with open_store(str(path)) as store:
        floor = Floor(store)
        for line in (*EVENING[:8], *fill, *EVENING[8:]):
            answer_to(floor, "1", line)
    main(["audit", str(path), "--coup", "1"])
    out = capsys.readouterr().out
    assert "The float is filled with $250.00, slip F 7." in out and "25000" not in out
