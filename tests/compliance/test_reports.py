"""Reports: figures as the table's own books have them, each with its events, in every form."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from compliance.nights import START, Night, large, typed
from sabot import __version__
from sabot.cli import main
from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.compliance.reports import REPORTS, Records, ReportRequest, ReportSheet, make
from sabot.compliance.reports.records import NEAR
from sabot.compliance.reports.sheet import Section, SheetCell
from sabot.compliance.reports.written.forms import as_csv
from sabot.compliance.reports.written.page import as_html
from sabot.core.refusal import Refusal
from sabot.engine.streams import read_line
from sabot.links.promotion_people import whose
from sabot.store import Batch, Entry, Store, open_store
from sabot.table.chips.floats import report_of_shift
from support.promotion_checks import prize
from support.promotion_house import Casino, form

SYDNEY = "Australia/Sydney"
SUE: dict[str, Any] = {"actor": "sue", "role": "casino supervisor"}
DAY = "2026-03-15"


def records(store: Store, now: datetime | None = None) -> Records:
    def exceptions() -> Iterator[Any]:
        report = ExceptionsReport()
        for stored in store.read_all():
            yield from report.take(stored.line)
        yield from report.rest()

    return Records(store, now or datetime(2026, 5, 1, tzinfo=UTC), SYDNEY, exceptions, "The Star")


def cells(section: Section, row: int = 0) -> dict[str, SheetCell]:
    return {
        column.name: cell for column, cell in zip(section.columns, section.rows[row], strict=True)
    }


def whats(store: Store, cell: SheetCell) -> set[str]:
    """Return the events of a figure."""
    lines = [store.line(each.stream, each.seq) for each in cell.events]
    return {read_line(line).what.partition("/")[0] for line in lines if line is not None}


def evening() -> Night:
    night = typed("star-baccarat").coups(3)
    night.do("fill", **SUE, amount="500", slip="F1")
    night.do("credit", **SUE, amount="200", slip="C1")
    night.do("buy-chips", player="alice", amount="1000", means="cash")
    night.do("buy-chips", player="bob", amount="500", means="cash")
    return night


# A table's day


def test_a_tables_day_is_what_its_own_books_say() -> None:
    night = evening()
    shift = report_of_shift(night.table)
    assert shift is not None
    (section,) = make(records(night.store), ReportRequest("table-day", day=DAY)).sections
    row = cells(section)
    for name, own in (("Fills", shift.fills), ("Credits", shift.credits), ("Drop", shift.drop),
                      ("Cash drop", shift.cash), ("Win", shift.win), ("Hold", shift.hold),
                      ("Float at last", shift.float_now), ("Coups", 3)):  # fmt: skip
        assert row[name].value == own, name
    assert whats(night.store, row["Fills"]) == {"float-filled"}
    assert whats(night.store, row["Credits"]) == {"float-credited"}
    assert whats(night.store, row["Drop"]) == {"chips-bought"} and len(row["Drop"].events) == 2
    assert whats(night.store, row["Coups"]) == {"coup-ended"}
    staked, back = row["Staked"].value, row["Paid back"].value
    assert isinstance(staked, int) and isinstance(back, int)
    assert staked - back == shift.win, "nothing else moved the float"
    assert whats(night.store, row["Win"]) == {
        "float-opened", "wagers-settled", "float-filled", "float-credited", "chips-bought",
    }  # fmt: skip


def test_a_table_goes_by_its_name_and_its_id_stands_behind_it() -> None:
    night = Night("star-baccarat", called="Baccarat 3, high limit").coups(1)
    beside = Night("star-baccarat", "2", beside=night, called="Salon Privé").coups(1)
    Night("star-baccarat", "3", beside=beside).coups(1)
    (section,) = make(records(night.store), ReportRequest("table-day", day=DAY)).sections
    named = [cells(section, row)["Table"] for row in range(3)]
    assert [each.value for each in named] == ["Baccarat 3, high limit", "Salon Privé", "3"]
    assert named[0].words == {"zh": "百家樂 3, high limit"} and not named[1].words
    streams = [cells(section, row)["Coups"].events[0].stream for row in range(3)]
    assert streams == ["table:1", "table:2", "table:3"]


def test_a_shift_across_midnight_is_shared_by_two_days() -> None:
    night = evening()
    first = report_of_shift(night.table)
    night.now = datetime(2026, 3, 15, 13, 0, tzinfo=UTC) - timedelta(seconds=2)  # midnight, Sydney
    night.do("fill", **SUE, amount="70", slip="F2")
    night.coups(2)
    float_now = night.table.balances["chips@float"]
    night.say("close-float", **SUE, counted=f"{float_now // 100}.{float_now % 100:02}")
    closed = report_of_shift(night.table)
    assert first is not None and closed is not None
    days = [cells(make(records(night.store), ReportRequest("table-day", day=day)).sections[0])
            for day in (DAY, "2026-03-16")]  # fmt: skip
    assert [day["Fills"].value for day in days] == [50_000, 7_000]
    assert [day["Win"].value for day in days] == [first.win, closed.win - first.win]
    assert days[1]["Float at first"].value == first.float_now
    assert days[1]["Float at last"].value is None, "it is locked"
    both = make(records(night.store), ReportRequest("table-day", first=DAY, last="2026-03-16"))
    assert cells(both.sections[0])["Win"].value == closed.win
    assert cells(both.sections[0])["Hold"].value == closed.hold


def test_exceptions_are_those_of_the_exceptions_report() -> None:
    night = evening()
    night.say("place-wager", "alice", "player", player="alice", on="player", amount="100")
    night.say("refuse-wager", **SUE, player="alice", on="player", reason="a disputed chip")
    found = list(records(night.store).exceptions())
    row = cells(make(records(night.store), ReportRequest("table-day", day=DAY)).sections[0])
    assert row["Exceptions"].value == len(found) == 8  # float, chips brought and bought
    assert [each.seq for each in row["Exceptions"].events] == [each.seq for each in found]


# Wrong payments, claims


def test_12_20_2_the_month_of_a_wrong_payment_ends_at_midnight() -> None:
    night = large().coups(3)
    moments = ("2026-03-31T12:59:55Z", "1000.01"), ("2026-03-31T13:00:00Z", "1500")
    for coup, (moment, amount) in enumerate(moments, 1):
        night.now = datetime.fromisoformat(moment)
        night.do("find-mispayment", of="wager", coup=coup, amount=amount, over=True,
                 player="alice", note="a plaque")  # fmt: skip
    night.do("find-mispayment", of="wager", coup=3, amount="1000", over=True, player="alice",
             note="exactly")  # fmt: skip
    night.do("rectify-payment", **SUE, number=1, amount="300")
    night.say("give-notice", **SUE, number=1, channel="letter")
    march, others = make(
        records(night.store), ReportRequest("mispayments", month="2026-03")
    ).sections
    assert march.clause == "12.20.2" and not others.rows and len(march.rows) == 1
    row = cells(march)
    assert (row["Amount"].value, row["Put right"].value) == (100_001, 30_000)
    assert whats(night.store, row["Put right"]) == {"payment-rectified"}
    assert str(row["Regulator told"].value).startswith("sue, 2026-04-01 00:00:14")
    april, others = make(
        records(night.store), ReportRequest("mispayments", month="2026-04")
    ).sections
    assert [cells(each)["Amount"].value for each in (april, others)] == [150_000, 100_000]


@pytest.mark.parametrize(
    ("game", "clauses"),
    [
        ("star-baccarat", ("16.9", "16.9.1")),
        ("star-seven-up", ("16.11", "16.11.1")),
        ("star-three-card", ("15.10", "15.10.1")),
        ("star-lucky-draw", ("13.10", "13.10.1")),
    ],
)
def test_16_9_1_denied_claims_over_100_dollars_are_kept_with_their_details(
    game: str, clauses: tuple[str, str]
) -> None:
    """Drawn, claimed and refused as they are live."""
    casino = Casino()
    casino.drawn(form([game], [prize(value="100.00"), prize(value="100.01")]))
    for number in (1, 2):
        casino.ok("claim-prize", prize=number, person="Zoe Patron", address="1 High Street")
        casino.agreed("refuse-claim", number=number, reason="no ticket")
    sheet = make(records(casino.store), ReportRequest("denied-claims", month="2026-12"))
    kept, others = sheet.sections
    assert (len(kept.rows), len(others.rows)) == (1, 1) and clauses[1] in kept.clause
    assert cells(kept)["Value"].value == 10_001 and cells(others)["Value"].value == 10_000
    row = cells(kept)
    assert row["Name and address"].value == "claim-2" and row["Clause"].value == clauses[0]
    assert whats(casino.store, row["Value"]) == {"claim-refused"}
    person = whose(casino.store, "p", str(row["Name and address"].value))
    assert person is not None and (person.name, person.address) == ("Zoe Patron", "1 High Street")
    for text in (as_csv(sheet), as_html(sheet)):
        assert "Zoe" not in text, "the vault alone has names"


def test_the_file_of_a_promotion_is_laid_out_from_its_terms_to_the_last_prize() -> None:
    casino = Casino()
    casino.drawn(form(["star-baccarat", "star-seven-up"], [prize(), prize(value="80")]), entries=6)
    casino.ok("tell-winner", prize=1, way="telephone", reached=True, note="she was glad")
    entrant = casino.standing().awards[1].entrant
    casino.ok("claim-prize", prize=1, entrant=entrant)
    casino.agreed("hand-over", prize=1, reference="a receipt")
    casino.ok("claim-prize", prize=2, person="Xanthe", address="nowhere")
    casino.agreed("refuse-claim", number=2, reason="no ticket")
    casino.ok("publish-results", where="at the desk")
    sheet = make(records(casino.store, casino.now), ReportRequest("promotion-file", of="p"))
    found = {each.name: each for each in sheet.sections}
    assert [*found] == [
        "Promotion", "Terms by version", "Prizes", "Entries", "Draw", "Winners", "Winners told",
        "Claims that were denied", "Duties", "What happened",
    ]  # fmt: skip
    draw = {str(row[0].value): row[1] for row in found["Draw"].rows}
    assert draw["Proven"].value == "yes" and draw["Proven"].words["zh"] == "是"
    assert whats(casino.store, draw["Secret"]) == {"order-opened"}
    assert draw["Secret"].value == casino.standing().draw.secret
    first, second = cells(found["Winners"]), cells(found["Winners"], 1)
    assert (first["State"].value, second["State"].value) == ("handed over", "to be claimed")
    assert whats(casino.store, first["Amount"]) == {"prize-handed-over"}
    assert cells(found["Entries"])["Tickets"].value == 6
    assert cells(found["Winners told"])["Note"].value == "she was glad"
    assert cells(found["Claims that were denied"])["Reason"].value == "no ticket"
    for section in sheet.sections:
        assert section.words and all(column.words for column in section.columns)
    assert "she was glad" in as_html(sheet, "zh") and "Xanthe" not in as_html(sheet)


def test_a_table_day_says_when_exceptions_have_left_the_memory() -> None:
    night = evening()
    seen = records(night.store)
    for gone, told in ((None, False), (START - timedelta(days=2), False), (START, True)):
        known = replace(seen, gone=partial(max, [gone])) if gone else seen
        (tables,) = make(known, ReportRequest("table-day", day=DAY)).sections
        assert bool(tables.note) == bool(tables.note_words) == told
        assert (
            "are not all counted" in as_html(make(known, ReportRequest("table-day", day=DAY)))
        ) == told
        assert (
            "are not all counted" in as_csv(make(known, ReportRequest("table-day", day=DAY)))
        ) == told


# Summary, inventory, protection, statement


def test_4_13_what_is_for_the_daily_summary_is_in_it() -> None:
    night = evening()
    night.do("report-irregularity", **SUE, situation="order-seen",
             circumstances={"in_shuffle": True}, note="they fell face up")  # fmt: skip
    sheet = make(records(night.store, night.now), ReportRequest("daily-summary", day=DAY))
    owed, wrong, *_ = sheet.sections
    row = cells(owed)
    assert (row["Clause"].value, row["State"].value, row["To"].value) == (
        "4.13",
        "due",
        "inspector",
    )
    assert row["Duty"].words and whats(night.store, row["Duty"]) == {"notice-due"}
    assert "irregularity-reported" in whats(night.store, cells(wrong)["What happened"])
    assert (
        not make(records(night.store), ReportRequest("daily-summary", day="2026-03-16"))
        .sections[0]
        .rows
    )


def test_chips_and_cards_are_those_of_the_books() -> None:
    night = evening()
    chips, cards, came = make(records(night.store), ReportRequest("inventory", day=DAY)).sections
    balances = night.table.balances
    row = cells(chips)
    assert row["Float"].value == balances["chips@float"]
    assert row["Players"].value == sum(
        balances[f"chips@player/{name}"] for name in ("alice", "bob")
    )
    assert row["Drop box"].value == 150_000
    assert cells(cards)["Dealt"].value == night.table.stack.dealt
    assert cells(came)["What happened"].value == "The cards are checked."


def test_14_8_3_exclusions_and_limits_are_listed() -> None:
    night = evening()
    night.account("open-account", "carol", player="carol", rules="star-baccarat")
    night.account(
        "set-loss-limit", "carol", role="player", actor="carol", amount="100", period="day"
    )
    night.say("sanction-player", **SUE, player="mallory", measures=["exclude"], reason="a camera")
    out, met, limits = make(
        records(night.store), ReportRequest("protection", month="2026-03")
    ).sections
    assert "mallory" in str(cells(out)["What happened"].value) and not met.rows
    assert "100" in str(cells(limits)["What happened"].value)


def test_a_stake_cut_by_a_loss_limit_that_no_clause_knows_is_listed() -> None:
    night = Night("star-three-card")
    bet = {"player": "alice", "on": "player", "amount": "100", "box": 1}
    night.do("place-wager", "alice", "player", **bet)
    night.do("no-more-bets")
    limit: dict[str, Any] = {"actor": "alice", "role": "player", "amount": "40"}
    night.account("set-loss-limit", "alice", **limit)
    night.deal()
    _, met, _ = make(records(night.store), ReportRequest("protection", month="2026-03")).sections
    assert len(met.rows) == 1 and "$40" in str(cells(met)["What happened"].value)


def test_a_players_statement_adds_up() -> None:
    night = evening()
    night.account("open-account", "carol", player="carol", rules="star-baccarat")
    night.account("issue-player-card", "carol", card="C 9")
    night.account("deposit", "carol", amount="300", method="cash", reference="slip 1")
    night.account("set-pin", "carol", actor="carol", role="player", pin="73910")
    paid = {"amount": "120", "method": "cash", "reference": "slip 2", "card": "C 9"}
    night.account("withdraw", "carol", **paid, pin="73910")
    summary, money, *_ = make(
        records(night.store), ReportRequest("statement", month="2026-03", of="carol")
    ).sections
    amounts = [row[1].value for row in summary.rows]
    assert amounts == [0, 30_000, -12_000, 0, 0, 0, 18_000]
    assert sum(each for each in amounts[:-1] if isinstance(each, int)) == amounts[-1]
    assert [row[2].value for row in money.rows] == [30_000, -12_000]


@pytest.mark.parametrize("name", [name for name, each in REPORTS.items()
                                  if not each.of or each.of.endswith("?")])  # fmt: skip
def test_nothing_to_report_is_said(name: str) -> None:
    night = evening()
    sheet = make(records(night.store), ReportRequest(name, month="2025-01"))
    assert sheet.nothing and (sheet.operator, sheet.release) == ("The Star", __version__)
    assert "Nothing to report." in as_csv(sheet) and "Nothing to report." in as_html(sheet)
    assert "無事可報。" in as_html(sheet, "zh")


def test_a_report_reads_its_own_time_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    night = evening()
    night.now = datetime(2026, 4, 20, tzinfo=UTC)
    night.coups(1)
    whole = night.store.last_position()
    found = records(night.store)
    read = len(list(found._stored(datetime(2026, 4, 19, tzinfo=UTC), None)))
    assert 0 < read < whole / 2
    start = found.position_before(datetime(2026, 4, 19, tzinfo=UTC))
    assert whole - read - NEAR <= start <= whole - read


# Forms


def sheet_of(night: Night) -> ReportSheet:
    return make(records(night.store), ReportRequest("mispayments", month="2026-03"))


def bad_words() -> Night:
    night = evening()
    night.do("find-mispayment", of="wager", coup=1, amount="20", over=True, player="alice",
             on="player", note='=1+1 <script>alert("x")</script>')  # fmt: skip
    return night


def test_what_people_wrote_is_text_in_every_form() -> None:
    sheet = sheet_of(bad_words())
    page = as_html(sheet)
    assert "<script>" not in page and "&lt;script&gt;" in page
    rows = list(csv.reader(io.StringIO(as_csv(sheet))))
    (row,) = [row for row in rows if any("script" in cell for cell in row)]
    assert any(cell.startswith("'=1+1") for cell in row), "no formula for a spreadsheet"
    assert "20.00" in row and row[-1].startswith("table:1#")


def test_a_page_names_operator_interval_time_and_release() -> None:
    page = as_html(sheet_of(bad_words()))
    for said in ("Wrong payments of the month", "The Star", "2026-03-01 00:00:00",
                 f"sabot {__version__}", "2026-04-01 00:00:00", SYDNEY,
                 "12.20.2", "table:1#"):  # fmt: skip
        assert said in page
    linked = as_html(sheet_of(bad_words()), link=True)
    assert 'href="/inspect?stream=table%3A1&amp;seq=' in linked


# The command


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("reports") / "log.jsonl"
    file.write_bytes(b"".join(each.line + b"\n" for each in bad_words().store.read_all()))
    return str(file)


def test_the_command_writes_every_form(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["reports", "table-day", log, "--day", DAY, "--json", "--operator", "The Star"]) == 0
    )
    sheet = json.loads(capsys.readouterr().out)
    assert (sheet["operator"], sheet["nothing"], sheet["report"]) == (
        "The Star",
        False,
        "table-day",
    )
    assert main(["reports", "table-day", log, "--day", DAY, "--html", "--language", "zh"]) == 0
    assert "贏額" in capsys.readouterr().out
    assert main(["reports", "table-day", log, "--day", DAY, "--csv"]) == 0
    assert "Cash drop" in capsys.readouterr().out
    assert main(["reports", "mispayments", log, "--month", "2026-02"]) == 0
    assert "Nothing to report." in capsys.readouterr().out
    assert main(["reports"]) == 0
    assert {*REPORTS} <= {*capsys.readouterr().out.split()}
    assert main(["reports", "--json"]) == 0
    assert {each["report"] for each in json.loads(capsys.readouterr().out)} == {*REPORTS}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["weather", "LOG"], 'There is no report "weather"'),
        (["table-day"], "Name the log after the report"),
        (["table-day", "LOG", "--day", "yesterday"], '"yesterday" is no day'),
        (["table-day", "LOG", "--day", "2026-02-30"], '"2026-02-30" is no day'),
        (["table-day", "LOG", "--month", "March"], '"March" is no month'),
        (["table-day", "LOG", "--day", DAY, "--month", "2026-03"], "Name a day, a month"),
        (["table-day", "LOG", "--last", DAY], "Name a day, a month"),
        (["table-day", "LOG", "--first", DAY, "--last", "2026-03-01"], "before the first"),
        (["table-day", "LOG", "--of", "9"], 'The log has no table "9"'),
        (["statement", "LOG"], "Name the player of this report"),
        (["statement", "LOG", "--of", "nobody"], 'The log has no player "nobody"'),
        (["tournament-file", "LOG", "--of", "x"], 'The log has no tournament "x"'),
        (["mispayments", "LOG", "--of", "1"], "covers the whole casino"),
        (["table-day", "LOG", "--csv", "--html"], "are two forms"),
        (["table-day", "LOG", "--zone", "Nowhere"], "There is no time zone"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], said: str, log: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reports", *(log if word == "LOG" else word for word in words)]) == 2
    told = capsys.readouterr()
    assert said in told.err and len(told.err.splitlines()) == 1 and told.out == ""


def test_a_broken_export_is_refused(log: str, tmp_path: Path, capsys: Any) -> None:
    lines = Path(log).read_bytes().splitlines(keepends=True)
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"".join([*lines[:5], lines[5].replace(b"dan", b"eve"), *lines[6:]]))
    assert main(["reports", "table-day", str(broken)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_day_out_of_all_time_is_refused() -> None:
    with pytest.raises(Refusal):
        make(records(evening().store), ReportRequest("table-day", day="0001-01-01"))


@pytest.mark.parametrize("where", [0, 7, 400, 993, 1000])
def test_a_day_is_whole_though_a_few_events_were_written_down_two_days_later(where: int) -> None:
    start = datetime(2026, 3, 1, tzinfo=UTC)
    times = [start + timedelta(minutes=5 * number) for number in range(1000)]
    late = times[min(where, 999)] - timedelta(days=2, seconds=1)
    times[where:where] = [late] * 60
    with open_store("sqlite://") as store:
        written = [Entry(at, "gus", "told", b'"id":"1"') for at in times]
        store.append(Batch("table:1", 0, written))
        records = Records(store, times[-1], "UTC", lambda: ())
        for hour in range(-48, 96, 5):
            moment = start + timedelta(hours=hour)
            first = records.position_before(moment)
            assert all(at < moment for at in times[:first])
            assert first >= min(len(times), sum(at < moment for at in times) - 2 * 60 - NEAR)
            last = records.position_after(moment)
            assert all(at >= moment or at == late for at in times[last:])
