"""Disputes, decisions and exclusions over HTTP: by table, person and day, page by page."""

from datetime import timedelta
from typing import Any

import pytest

from sabot.parts.periods import day_in
from sabot.rules.roles import (
    CASHIER,
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    PLAYER,
    SURVEILLANCE,
)
from sabot.server.inspect import cases
from server.harness import NAMES, House


@pytest.fixture(scope="module")
def house(casino: House) -> House:
    """Alice's dispute was decided and is on file, Bob's at another table is open, and Mallory was
    sanctioned; then days went by, and play went on."""
    for table, player in (("baccarat", "alice"), ("seven-up", "bob")):
        casino.prepare(table)
        casino.sit(table, player)
        casino.done(table, player, "raise-dispute", player=player, about="the last payment")
    said = {"decision": "it stands", "reason": "the footage"}
    casino.done("baccarat", CASINO_SUPERVISOR, "decide-dispute", number=1, **said)
    casino.done("baccarat", DUTY_MANAGER, "sanction-player", player="mallory",
                measures=["exclude"], reason="a device")  # fmt: skip
    casino.clock.advance(days=3)
    casino.done("baccarat", "alice", "place-wager", player="alice", on="player", amount="20")
    casino.play("baccarat")
    return casino


def asked(house: House, who: str = INSPECTOR, **query: Any) -> Any:
    pairs = "&".join(f"{key}={value}" for key, value in query.items())
    answer = house.ask(who, "GET", f"/api/cases?{pairs}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_cases_stay_and_are_found_by_table_person_kind_and_day(house: House) -> None:
    rows = asked(house)["rows"]
    by_kind = {kind: [row for row in rows if row["kind"] == kind] for kind in cases.KINDS.values()}
    assert [row["at"] for row in rows] == sorted((row["at"] for row in rows), reverse=True)
    alice, bob = (next(row for row in by_kind["dispute"] if row["dispute"]["player"] == name)
                  for name in ("alice", "bob"))  # fmt: skip
    assert alice["dispute"]["decision"] == "it stands"
    assert alice["dispute"]["decider"] == NAMES[CASINO_SUPERVISOR]
    assert bob["dispute"]["open"] and "decision" not in bob["dispute"]
    assert by_kind["exclusion"] and len(by_kind["dispute"]) == 2, "each dispute once"
    assert asked(house, table="seven-up")["rows"] == [bob]
    assert asked(house, person="alice")["rows"] == [alice]
    assert asked(house, kind="exclusion", person="mallory")["rows"] == by_kind["exclusion"]
    assert alice in asked(house, person=NAMES[CASINO_SUPERVISOR])["rows"], "whoever decided it"
    today = day_in(house.casino.settings.zone, house.clock())
    before = today - timedelta(days=3)
    assert asked(house, first=today)["rows"] == []
    assert asked(house, first=before, last=before)["rows"] == rows
    assert asked(house, last=before - timedelta(days=1))["rows"] == []


def test_pages_meet_and_none_looks_at_more_than_its_share(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = asked(house)["rows"]
    assert gathered(house, limit=1) == (rows, len(rows) + 1)
    here = [row for row in rows if row["stream"] == "table:baccarat"]
    assert gathered(house, limit=2, table="baccarat")[0] == here
    monkeypatch.setattr(cases, "SCANNED", 7)
    monkeypatch.setattr(cases, "CHUNK", 3)
    found, pages = gathered(house)
    assert found == rows and pages >= house.casino.store.last_position() // 7


def gathered(house: House, **query: Any) -> tuple[list[Any], int]:
    """All pages together, and how many there were."""
    found: list[Any] = []
    before: int | None = 0
    pages = 0
    while before is not None:
        page = asked(house, **query, before=before)
        assert len(page["rows"]) <= query.get("limit", 50)
        found, before, pages = [*found, *page["rows"]], page["before"], pages + 1
    return found, pages


@pytest.mark.parametrize("role", [GAMING_SUPERVISOR, DUTY_MANAGER, SURVEILLANCE, INSPECTOR])
def test_the_pit_and_the_inspector_may_search(house: House, role: str) -> None:
    assert asked(house, who=role)["rows"]


@pytest.mark.parametrize("role", ["", PLAYER, DEALER, CASHIER])
def test_nobody_else_may(house: House, role: str) -> None:
    assert house.ask(role, "GET", "/api/cases").status_code in (401, 403)


def test_what_is_no_question_is_refused_in_a_sentence(house: House) -> None:
    for query, message in (
        ("first=yesterday", '"yesterday" is no day: write it as 2026-03-31.'),
        ("first=2026-03-02&last=2026-03-01", "The last day is before the first."),
        ("table=nowhere", 'The log has no table "nowhere".'),
    ):
        answer = house.ask(INSPECTOR, "GET", f"/api/cases?{query}")
        assert answer.json()["error"]["message"] == message
    assert house.ask(INSPECTOR, "GET", "/api/cases?kind=gossip").status_code == 400
