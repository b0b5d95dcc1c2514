"""Reports over HTTP: who may ask for which, in which form, and what is wrong with a question."""

from typing import Any

import pytest

from sabot.rules.roles import (
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    PLAYER,
    SURVEILLANCE,
)
from server.harness import House


@pytest.fixture(scope="module")
def house(casino: House) -> House:
    casino.prepare("baccarat")
    casino.sit("baccarat", "alice")
    casino.done("baccarat", "alice", "place-wager", player="alice", on="player", amount="20")
    casino.play("baccarat")
    return casino


def asked(house: House, path: str, who: str = INSPECTOR) -> Any:
    answer = house.ask(who, "GET", path)
    assert answer.status_code == 200, answer.text
    return answer


def test_every_report_has_a_head_and_sections(house: House) -> None:
    listed = asked(house, "/api/reports").json()
    for each in listed:
        if each["of"] and not each["of"].endswith("?") and each["of"] != "player":
            continue  # of a tournament or a promotion, of which there is none here
        of = "?of=alice" if each["of"] == "player" else ""
        sheet = asked(house, f"/api/reports/{each['report']}{of}").json()
        assert sheet["title"] == each["title"] and sheet["sections"] and sheet["release"]
        assert sheet["zone"] == "Australia/Sydney" and sheet["made"]


def test_a_figure_leads_to_its_events(house: House) -> None:
    sheet = asked(house, "/api/reports/table-day?of=baccarat").json()
    (section,) = sheet["sections"]
    names = [column["name"] for column in section["columns"]]
    (row,) = section["rows"]
    coups = row[names.index("Coups")]
    assert coups["value"] == 1
    (event,) = coups["events"]
    line = asked(house, f"/api/log?stream={event['stream']}&after={event['seq'] - 1}&limit=1")
    assert '"what":"coup-ended/' in line.json()["lines"][0]


def test_files_to_keep_and_to_print(house: House) -> None:
    page = asked(house, "/api/reports/table-day?form=html&language=zh")
    assert page.headers["content-type"].startswith("text/html") and "贏額" in page.text
    assert "attachment" in page.headers["content-disposition"]
    table = asked(house, "/api/reports/table-day?form=csv")
    assert table.headers["content-type"].startswith("text/csv") and "Cash drop" in table.text


@pytest.mark.parametrize("who", [CASINO_SUPERVISOR, DUTY_MANAGER, SURVEILLANCE, INSPECTOR])
def test_overseers_read_them(house: House, who: str) -> None:
    asked(house, "/api/reports/mispayments", who)


@pytest.mark.parametrize("who", [PLAYER, DEALER, GAMING_SUPERVISOR, ""])
def test_others_do_not(house: House, who: str) -> None:
    assert house.ask(who, "GET", "/api/reports/mispayments").status_code in (401, 403)
    assert house.ask(who, "GET", "/api/reports").status_code in (401, 403)


def test_a_player_has_their_own_statement_and_no_other(house: House) -> None:
    sheet = asked(house, "/api/statement?of=bob", PLAYER).json()
    assert sheet["about"] == "alice" and not sheet["nothing"]
    assert house.ask(INSPECTOR, "GET", "/api/statement").status_code == 403


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("weather", "unknown-report"),
        ("statement", "no-subject"),
        ("mispayments?of=1", "no-subject"),
        ("statement?of=nobody", "unknown-stream"),
        ("tournament-file?of=x", "unknown-stream"),
        ("table-day?day=tomorrow", "bad-time"),
        ("table-day?form=pdf", "bad-query"),
        ("table-day?colour=red", "bad-query"),
    ],
)
def test_bad_input_is_one_sentence(house: House, path: str, code: str) -> None:
    answer = house.ask(INSPECTOR, "GET", f"/api/reports/{path}")
    error = answer.json()["error"]
    assert error["code"] == code and answer.status_code in (400, 404)
    assert error["message"].endswith(".")
