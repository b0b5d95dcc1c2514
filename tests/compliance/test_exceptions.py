"""The exceptions report: every kind of exception once, counted by hand."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from compliance.exceptional import SUPERVISOR, begin, bet, conduct, mini, money
from compliance.nights import Night, audited, night, typed
from games import GAMES
from sabot.cli import main
from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.compliance.exceptions.rows import (
    ALONE,
    CONFIRMED,
    PENDING,
    RECORD,
    REFUSED,
    ExceptionRow,
    PersonTotals,
)
from sabot.engine.streams import read_line
from support.routine import but_routine


def reported(lines: Iterable[bytes]) -> list[ExceptionRow]:
    report = ExceptionsReport()
    rows = [row for line in lines for row in report.take(line)]
    assert report.unread == 0
    return but_routine([*rows, *report.rest(), *report.waiting()])


def test_chips_that_a_dealer_counted_alone_are_on_the_report() -> None:
    """And those that two have counted, as such; what came from an account is no exception."""
    lines = money().lines()
    report = ExceptionsReport()
    rows = [row for line in lines for row in report.take(line)]
    alone = [row for row in rows if row.rests == ALONE and row.effects == ("declared-chips",)]
    assert {row.players for row in alone} == {("alice",), ("bob",)}
    assert all(row.cents > 0 and row.decided_by == "dan" and row.text for row in alone)


def test_cash_that_a_dealer_counted_alone_is_on_the_report() -> None:
    """Every purchase, however small; what two have counted says so."""
    played = typed("star-baccarat")
    for _ in range(3):
        played.say("buy-chips", player="alice", amount="9000")
    played.do("buy-chips", player="bob", amount="10005")
    found = [row for row in seen(reported(played.lines())) if row[0] == ("sold-chips",)]
    assert found == [
        *[(("sold-chips",), ALONE, None, "dan", ("alice",), 900_000)] * 3,
        (("sold-chips",), CONFIRMED, "dan", "vera", ("bob",), 1_000_500),
    ]


def test_baccarat_4_3_that_players_cut_is_on_the_report() -> None:
    played = typed("star-baccarat")
    played.say("approve", **SUPERVISOR, what="players cut")
    rows = reported(played.lines())
    assert seen(rows) == [(("approval",), ALONE, None, "sue", (), 0)]
    assert rows[0].clause == "4.3"


Seen = tuple[tuple[str, ...], str, str | None, str | None, tuple[str, ...], int]


def seen(rows: Iterable[ExceptionRow]) -> list[Seen]:
    return [
        (row.effects, row.rests, row.stated_by, row.decided_by, row.players, row.cents)
        for row in rows
    ]


MONEY: list[Seen] = [
    (("declared-chips",), CONFIRMED, "dan", "vera", ("alice",), 70_000),
    (("statement",), REFUSED, "dan", "vera", ("bob",), 0),
    (("voucher",), CONFIRMED, "dan", "vera", ("alice",), 5_000),
    (("mispayment",), CONFIRMED, "dan", "vera", ("alice",), 2_000),
    (("mispayment",), CONFIRMED, "sue", "walt", ("alice",), 2_000),
    (("refused-wager",), ALONE, None, "sue", ("alice",), 10_000),
    (("variance",), CONFIRMED, "sue", "vera", (), 300),
    (("statement",), PENDING, "dan", None, ("bob",), 0),
]
CONDUCT: list[Seen] = [
    (("late-stake",), CONFIRMED, "dan", "vera", ("bob",), 100_000),
    (("invalidation", "void"), ALONE, None, "sue", ("alice",), 20_000),
    (("sanction", "void"), ALONE, None, "sue", ("alice",), 6_000),
    (("reopened", "rebuilt", "take-down"), CONFIRMED, "dan", "vera", ("bob",), 7_500),
    (("rescued-stake",), RECORD, "bob", None, ("bob",), 7_500),
]
MINI: list[Seen] = [
    (("reversal",), CONFIRMED, "dan", "vera", ("alice",), 8_000),
    (("decision", "void"), ALONE, "dan", "sue", ("bob",), 8_000),
]
EVENINGS: list[tuple[Callable[[], Night], list[Seen]]] = [
    (money, MONEY), (conduct, CONDUCT), (mini, MINI),
]  # fmt: skip


@pytest.mark.parametrize(
    ("evening", "expected"), EVENINGS, ids=lambda x: getattr(x, "__name__", "")
)
def test_every_exception_is_on_the_report(
    evening: Callable[[], Night], expected: list[Seen]
) -> None:
    lines = evening().lines()
    assert audited(lines) == []
    rows = reported(lines)
    assert seen(rows) == expected
    assert all(row.table == "1" and row.dealer == "dan" and row.coup for row in rows)
    assert all(row.text and row.words["zh"] for row in rows)


def test_a_line_says_where_and_what() -> None:
    rows = reported(money().lines())
    assert [row.coup for row in rows] == [1, 1, 1, 1, 2, 2, 2, 2]
    assert [row.asked for row in rows] == [0, 90_000, 0, 0, 0, 0, 0, 4_000]
    assert [row.clause for row in rows] == [
        None,
        None,
        "5.2",
        "12.18",
        "12.18.2",
        "14.17",
        None,
        None,
    ]
    assert rows[1].text == (
        "dan reports: bob brings chips of $900.00; a casino supervisor has to confirm it."
        " vera refuses statement 2, made by dan. Reason: no chips there."
    )
    assert rows[1].words["zh"] == (
        "dan 報稱：bob 帶來籌碼 $900.00；須由另一位娛樂場主任確認。"
        "vera 拒絕 dan 的陳述 2。理由：no chips there。"
    )
    assert rows[-1].role == "dealer" and rows[0].role == "casino supervisor"


def test_totals_say_how_often_and_how_much() -> None:
    totals = PersonTotals(reported(money().lines())).rows()
    found = {(each.by, each.name, each.other): (each.times, each.cents) for each in totals}
    assert found == {
        ("table", "1", None): (8, 89_300),
        ("dealer", "dan", None): (8, 89_300),
        ("confirmer", "vera", None): (5, 77_300),
        ("confirmer", "walt", None): (1, 2_000),
        ("confirmer", "sue", None): (1, 10_000),
        ("player", "alice", None): (5, 89_000),
        ("player", "bob", None): (2, 0),
        ("pair", "dan", "vera"): (4, 77_000),
        ("pair", "sue", "vera"): (1, 300),
        ("pair", "sue", "walt"): (1, 2_000),
    }
    assert [each.name for each in totals if each.by == "confirmer"] == ["vera", "sue", "walt"]


def test_wagers_changed_after_a_card() -> None:
    """Canberra 12.6: a player who changes a wager in a round that has begun is on the report."""
    played = Night("canberra-mini")
    bet(played, "alice", "100")
    bet(played, "bob", "50")
    begin(played)
    while len(played.table.round.slots) < 3:
        played.deal()
    played.do("report-irregularity", **SUPERVISOR, situation="change-of-wagers",
              circumstances={"deal_correct": True, "exposed": False})  # fmt: skip
    bet(played, "alice", "20", "tie")
    played.say("withdraw-wager", "bob", "player", player="bob", on="player")
    assert seen(reported(played.lines())) == [
        (("reopened",), ALONE, None, "sue", (), 0),
        (("late-stake",), RECORD, "alice", None, ("alice",), 2_000),
        (("rescued-stake",), RECORD, "bob", None, ("bob",), 5_000),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_an_honest_night_has_none(game: str) -> None:
    assert reported(night(game, 4)) == []


def test_reading_on_says_the_same_as_reading_at_once() -> None:
    """A reader who stops after any command and goes on later reads the same lines."""
    lines = conduct().lines()
    report, rows = ExceptionsReport(), list[ExceptionRow]()
    for place, line in enumerate(lines):
        rows += report.take(line)
        if place + 1 == len(lines) or bytes(read_line(lines[place + 1]).do):
            rows += report.rest()
    assert but_routine([*rows, *report.waiting()]) == reported(lines)


def test_lines_that_nobody_can_read_are_counted() -> None:
    report = ExceptionsReport()
    for line in (b'{"what":"coup-voided/1"}', b'"what":"coup-voided/1"', b"", b"\xff"):
        assert list(report.take(line)) == []
    assert report.unread == 2


def run(capsys: pytest.CaptureFixture[str], log: Path, *words: str) -> tuple[int, str, str]:
    status = main(["audit", str(log), "--exceptions", *words])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_the_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    log = tmp_path / "night.jsonl"
    log.write_bytes(b"".join(money().lines()))
    status, out, err = run(capsys, log, "--json")
    found = [json.loads(line) for line in out.splitlines()]
    kinds = [each["kind"] for each in found]
    assert (status, err) == (0, "")
    assert kinds == ["exception"] * 11 + ["total"] * 11 + ["luck"] * 2
    assert sum(each["cents"] for each in found if each["kind"] == "exception") == 102_089_300
    assert {each["of"] for each in found[-2:]} == {"player", "dealer"}
    status, out, err = run(capsys, log)
    assert (status, err) == (0, "")
    assert out.startswith("11 exceptions, $1,020,893.00 moved because of them.\n")
    assert "dan states, vera confirms" in out and "not confirmed yet" in out
    assert "about 1 of 1,000 honest" in out
    status, out, err = run(capsys, log, "--coup", "1")
    assert (status, out) == (2, "") and "goes with --table and --json" in err
    status, out, err = run(capsys, log, "--table", "2")
    assert (status, out) == (2, "") and err == "sabot: The log has no table 2.\n"


def test_what_a_log_says_cannot_command_a_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    played = typed("star-baccarat")
    played.do("declare-chips", player="alice", amount="700")
    played.say("declare-chips", player="bob", amount="5")
    played.say("refuse-statement", "vera", "casino supervisor", number=2,
               reason="[red]\x1b[2Jno[/red]")  # fmt: skip
    log = tmp_path / "night.jsonl"
    log.write_bytes(b"".join(played.lines()))
    status, out, _ = run(capsys, log)
    assert status == 0 and "\x1b" not in out and "[red]" in out


def test_canberra_8_8_a_supervisors_lawful_payment_passes_the_audit() -> None:
    """A wager that is found late and that chips cannot pay exactly is paid up, with a reason."""
    sign = {"minimum": "20", "maximum": "1000"}
    played = typed("canberra-mini", chip="5", sign=sign)
    played.do("place-wager", "alice", "player", player="alice", on="tie", amount="20")
    played.say("no-more-bets")
    played.do("show-odds")
    played.do("deal-card", card="KS")
    found = {"player": "alice", "on": "banker", "amount": "15"}
    played.do("report-irregularity", situation="below-minimum", **found)
    for card in ("9S", "KD", "KC"):
        played.do("deal-card", card=card)
    played.do("announce-result")
    assert played.no("settle-wagers", **SUPERVISOR, pays={2: "10"}, reason="14.25") == "bad-amount"
    played.do("settle-wagers", **SUPERVISOR, pays={2: "15"}, reason="14.25 in chips of 5")
    assert audited(played.lines()) == []
