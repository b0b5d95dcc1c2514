"""Exports: files that a spreadsheet or another auditor can take away."""

import csv
import io
from typing import Any

import msgspec
import pytest

from sabot.rules.roles import INSPECTOR
from sabot.server.inspect.exports import FILES, Amount, cells, file_name, rows_of
from sabot.store import verify_lines
from sabot.store.log.lines import ZEROS, stamp, write_line
from sabot.table.irregularities.remedies.coups import CoupReversed
from server.harness import House
from support.evening import Evening
from support.irregular import at_table, report

COUPS = 2


@pytest.fixture(scope="module")
def house(casino: House) -> House:
    """A casino in which two coups were played."""
    casino.prepare("baccarat")
    casino.sit("baccarat", "alice")
    for _ in range(COUPS):
        for on in ("tie", "player"):
            casino.done("baccarat", "alice", "place-wager", player="alice", on=on, amount="20")
        casino.play("baccarat")
    return casino


def download(house: House, path: str) -> tuple[str, str, str]:
    answer = house.ask(INSPECTOR, "GET", f"/api/export/{path}")
    assert answer.status_code == 200, answer.text
    return answer.text, answer.headers["content-type"], answer.headers["content-disposition"]


def rows_in(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_the_lines_of_a_table_are_what_the_log_keeps(house: House) -> None:
    text, kind, name = download(house, "baccarat/events.jsonl")
    assert kind == "application/x-ndjson"
    assert name.startswith('attachment; filename="table-baccarat-events.jsonl"')
    kept = [each.line for each in house.casino.store.read("table:baccarat")]
    assert text.encode().splitlines() == kept


def test_the_whole_log_can_be_verified_elsewhere(house: House) -> None:
    text, _, name = download(house, "log.jsonl")
    assert name == 'attachment; filename="log.jsonl"'
    lines = text.encode().splitlines(keepends=True)
    assert not list(verify_lines(lines))
    assert len(lines) == sum(head.seq for head in house.casino.store.heads().values())


def test_a_row_for_each_event(house: House) -> None:
    text, kind, _ = download(house, "baccarat/events.csv")
    assert kind.startswith("text/csv")
    rows, kept = rows_in(text), list(house.casino.store.read("table:baccarat"))
    assert [int(row["event"]) for row in rows] == [each.seq for each in kept]
    assert [row["hash"] for row in rows] == [each.hash for each in kept]
    assert "Coup 2 is over." in {row["text"] for row in rows}


def test_a_row_for_each_settlement_agrees_with_the_protocol(house: House) -> None:
    rows = rows_in(download(house, "baccarat/settlements.csv")[0])
    assert len(rows) == 2 * COUPS and {row["row"] for row in rows} == {"settled"}
    for coup in range(1, COUPS + 1):
        told = house.ask(INSPECTOR, "GET", f"/api/tables/baccarat/coups/{coup}").json()
        settled = [
            (each["player"], each["on"], each["outcome"], f"{each['returns'] / 100:.2f}")
            for each in told["settlement"]
        ]
        mine = [row for row in rows if row["coup"] == str(coup)]
        assert [(r["player"], r["wager"], r["outcome"], r["returns"]) for r in mine] == settled
        assert {row["staked"] for row in mine} == {"20.00"}


def test_a_row_for_each_coup(house: House) -> None:
    rows = rows_in(download(house, "baccarat/coups.csv")[0])
    assert [row["coup"] for row in rows] == ["1", "2"]
    assert {row["staked"] for row in rows} == {"40.00"} and {row["time"] for row in rows} == {"1"}
    listed = house.ask(INSPECTOR, "GET", "/api/tables/baccarat/coups").json()
    assert [row["result"] for row in rows] == [each["result"] for each in reversed(listed)]
    assert int(rows[0]["last event"]) + 1 == int(rows[1]["first event"])
    for row in rows:
        player, banker = row["hands"].split("; ")
        assert player.startswith("player ") and banker.startswith("banker ")


def test_only_files_that_exist_and_tables_that_exist(house: House) -> None:
    for path in ("baccarat/other.csv", "nowhere/coups.csv", "nowhere/events.jsonl"):
        assert house.ask(INSPECTOR, "GET", f"/api/export/{path}").status_code == 404


# Rows


def test_cells_are_quoted_and_never_run() -> None:
    """RFC 4180, and nothing that a spreadsheet would take for a formula."""
    risky = ['=HYPERLINK("x")', "-1", "+1", "@a", "\tx", "\rx"]
    risky += ["＝1", "＋1", "－1", "＠a"]
    plain = ["a,b", 'a"b', "two\r\nlines", "player 4S; banker 5H"]
    text = cells([(*risky, *plain)])
    assert text.endswith(b"\r\n")
    (row,) = csv.reader(io.StringIO(text.decode(), newline=""))
    assert row == [*(f"'{each}" for each in risky), *plain]


@pytest.mark.parametrize("between", [";", ";  ", "\t", "|", "\r\n", '; "'])
def test_cells_do_not_run_where_others_are_apart_by_other_signs(between: str) -> None:
    (row,) = csv.reader(io.StringIO(cells([(f"a{between}＝1+1",)]).decode(), newline=""))
    assert row == [f"a{between}'＝1+1"]


def test_numbers_stay_numbers() -> None:
    assert cells([(-5, Amount(-1250), Amount(5), None, True, False)]) == b"-5,-12.50,0.05,,yes,\r\n"


@pytest.mark.parametrize("table", ["one", 'a"b', "a/../b", "枱", "x\r\ny: z"])
def test_a_download_has_a_safe_name(table: str) -> None:
    header = file_name(table, "coups.csv")
    assert header.isascii() and header.isprintable()
    plain, encoded = header.removeprefix("attachment; ").split("; ")
    assert plain.count('"') == 2 and "/" not in plain and encoded.startswith("filename*=UTF-8''")


def lines_of(evening: Evening) -> list[bytes]:
    """The evening as a log would keep it."""
    lines, prev = [], ZEROS
    for seq, (event, at) in enumerate(evening.log, 1):
        what = str(event.__struct_config__.tag)
        body = msgspec.json.encode(event)[len(f'{{"what":"{what}"') : -1]
        fields = b'"id":"%d"' % seq + body
        line, prev = write_line("table:1", seq, stamp(at), '"dana"', what, fields, prev)
        lines.append(line)
    return lines


def rows_for(evening: Evening, file: str) -> list[dict[str, Any]]:
    undone = {event.number for event, _ in evening.log if isinstance(event, CoupReversed)}
    book = FILES[file]("1", undone)
    return [dict(zip(book.head, row, strict=True)) for row in rows_of(book, lines_of(evening))]


def test_a_settlement_that_is_undone_has_a_second_row() -> None:
    evening = at_table("star-baccarat", "banker", cards="4S 5H KD KC 8H")
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    report(evening, "wrong-deal", {"in_doubt": False}, cards=["4S", "5H", "8H", "KC", "KD"])
    evening.ok("resume-play")
    evening.ok("announce-counts")
    evening.finish()
    rows = rows_for(evening, "settlements.csv")
    assert [row["row"] for row in rows] == ["settled", "undone", "settled"]
    assert rows[0]["stake"] == rows[1]["stake"] == rows[2]["stake"]
    assert rows[0]["returns"] == rows[1]["returns"] and rows[0]["event"] < rows[1]["event"]
    (coup,) = rows_for(evening, "coups.csv")
    assert coup["hands"] == "player 4S 8H KD; banker 5H KC"
    assert str(coup["returned"]) == str(rows[2]["returns"])


def test_a_round_reversed_long_after_has_a_second_row() -> None:
    evening = at_table("canberra-mini", "player", cards="9S 5H KD QC")
    evening.finish()
    for _ in range(3):
        evening.bet("bob", "banker")
        evening.coup("9S 5H KD QC")
    evening.bet("bob", "banker")
    evening.deal("9S")
    report(evening, "found-after-next-coup", {"in_doubt": False}, coup=1)
    coups = rows_for(evening, "coups.csv")
    assert [(row["coup"], row["time"]) for row in coups] == [
        (1, 1), (2, 1), (3, 1), (4, 1), (1, 2),
    ]  # fmt: skip
    assert (coups[-1]["void"], str(coups[-1]["returned"])) == ("12.5", "100.00")
    rows = [row for row in rows_for(evening, "settlements.csv") if row["coup"] == 1]
    assert [row["row"] for row in rows] == ["settled", "undone", "settled"]


def test_a_void_coup_gives_its_stakes_back() -> None:
    evening = at_table("star-baccarat", "banker", cards="4S 5H KD KC 8H")
    report(evening, "cannot-rebuild", role="gaming supervisor")
    evening.ok("clear-cards")
    (coup,) = rows_for(evening, "coups.csv")
    assert coup["void"] == "12.1.2" and str(coup["returned"]) == str(coup["staked"]) == "100.00"
    (row,) = rows_for(evening, "settlements.csv")
    assert (row["row"], row["outcome"], row["clause"]) == ("settled", "void", "12.1.2")
    assert str(row["returns"]) == "100.00"


def test_a_line_that_is_no_event_has_no_row() -> None:
    evening = at_table("star-baccarat", "banker", cards="4S 5H KD KC 8H")
    lines = [b"\xff", b"{}", *lines_of(evening)]
    for file, book in FILES.items():
        rows = rows_of(book("1"), lines)
        assert len(rows) == (len(lines) - 2 if file == "events.csv" else 0)
    unknown, _ = write_line(
        "table:1", 1, "2026-01-31T20:15:00.000000Z", '"x"', "odd/9", b'"id":"1"', ZEROS
    )
    assert rows_of(FILES["coups.csv"]("1"), [unknown]) == []
    ((*_, words, _),) = rows_of(FILES["events.csv"]("1"), [unknown])
    assert words == ""
