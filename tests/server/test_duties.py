"""Duties over HTTP: who may read and give them, what is shown, and reading on after a restart."""

import json
import sqlite3
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sabot.compliance.duties import Calendar
from sabot.compliance.duties.kept import put_away, taken_up
from sabot.compliance.duties.shown import listed
from sabot.core.refusal import Refusal
from sabot.rules.roles import (
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    PLAYER,
    SURVEILLANCE,
)
from sabot.server.duties import desk
from sabot.server.duties.desk import CALENDAR, HOUSE, CalendarState, DutiesDesk, chosen, counted
from sabot.store import Swap, open_store
from server.harness import NAMES, House
from support.promotion_house import Casino as PromotionHouse
from support.promotion_house import form

STREAM = "table:baccarat"


@pytest.fixture(scope="module")
def house(casino: House) -> House:
    """A casino where a patron is held for an inspector, and a side bet was reserved."""
    casino.prepare("baccarat")
    casino.sit("baccarat", "alice")
    casino.done("baccarat", DUTY_MANAGER, "sanction-player", player="mallory",
                measures=["detain"], reason="a camera in a button")  # fmt: skip
    casino.done("baccarat", DUTY_MANAGER, "restrict-side-bet", wager="super-six",
                told=["surveillance"], sign=True)  # fmt: skip
    return casino


def asked(house: House, show: str, who: str = INSPECTOR, **more: Any) -> Any:
    query = "&".join(f"{key}={value}" for key, value in {"show": show, **more}.items())
    answer = house.ask(who, "GET", f"/api/duties?{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_what_is_due_and_what_was_done(house: House) -> None:
    page = asked(house, "today")
    (row,) = [each for each in page["rows"] if each["stream"] == STREAM]
    assert (row["clause"], row["to"], row["status"], row["until"]) == (
        "14.8.4", "inspector", "due", "at once",
    )  # fmt: skip
    assert row["by"] == NAMES[DUTY_MANAGER] and row["done"] is None and row["due"] is None
    assert page["zone"] == "Australia/Sydney" and not page["behind"]
    done = asked(house, "done", stream=STREAM, rulebook="star-baccarat")["rows"]
    assert {each["clause"] for each in done} >= {"6.1", "10.11.1", "10.11.2"}
    assert all(each["done"]["by"] and each["done"]["at"] and each["done"]["what"] for each in done)


@pytest.mark.parametrize("who", [GAMING_SUPERVISOR, CASINO_SUPERVISOR, INSPECTOR, SURVEILLANCE])
def test_supervisors_and_those_who_watch_read_them(house: House, who: str) -> None:
    assert asked(house, "open", who)["counts"]["open"] >= 1
    counts = house.ask(who, "GET", "/api/duties/count").json()["counts"]
    assert counts["today"] >= 1 and counts["late"] == 0
    calendar = house.ask(who, "GET", "/api/duties/calendar")
    assert calendar.headers["content-type"].startswith("text/calendar")
    assert "BEGIN:VEVENT" in calendar.text


@pytest.mark.parametrize("who", [PLAYER, DEALER])
def test_others_do_not(house: House, who: str) -> None:
    for path in ("/api/duties", "/api/duties/count", "/api/duties/calendar"):
        assert house.ask(who, "GET", path).status_code == 403


def give(house: House, who: str, **fields: Any) -> Any:
    body = {"id": f"give {who} {fields}", "stream": STREAM, "number": 1, "channel": "telephone"}
    return house.ask(who, "POST", "/api/duties", {**body, **fields})


def test_bad_input_is_one_sentence(house: House) -> None:
    for fields, code in (
        ({"channel": " "}, "no-channel"),
        ({"number": 99}, "no-notice"),
        ({"stream": "nowhere:1"}, "unknown-stream"),
        ({"stream": "player:alice"}, "no-notice"),
        ({"stream": "cage:house"}, "unknown-stream"),
    ):
        answer = give(house, DUTY_MANAGER, **fields)
        assert answer.json()["error"]["code"] == code, answer.text
    assert give(house, INSPECTOR).status_code == 403
    assert house.ask(INSPECTOR, "GET", "/api/duties?show=never").json()["error"]["code"] == (
        "bad-query"
    )


def test_a_notice_is_given_with_who_when_and_how(house: House) -> None:
    casino = house
    casino.done("baccarat", DUTY_MANAGER, "sanction-player", player="mallory",
                measures=["detain"], reason="again")  # fmt: skip
    assert give(casino, CASINO_SUPERVISOR, number=2, note="Inspector Lee").status_code == 200
    (row,) = [each for each in asked(casino, "done")["rows"] if each["number"] == 2]
    assert row["done"]["by"] == NAMES[CASINO_SUPERVISOR]
    assert row["done"]["how"] == "telephone: Inspector Lee" and not row["done"]["late"]
    again = give(casino, DUTY_MANAGER, number=2)
    assert again.json()["error"]["code"] == "already-given"


def test_a_server_that_starts_again_reads_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "EVERY", 1)
    store, clock = house.casino.store, house.clock
    first = DutiesDesk(store, "UTC", clock)
    seen = first.standing().views
    assert store.expiring_row(CALENDAR, HOUSE) is not None
    read: list[int] = []
    whole = type(store).read_all

    def read_one(self: Any, after: int = 0) -> Any:
        read.append(after)
        return islice(whole(self, after), 1)

    monkeypatch.setattr(type(store), "read_all", read_one)
    assert DutiesDesk(store, "UTC", clock).standing().views == seen
    last = store.last_position()
    assert set(read) == {last - 1, last}, "nothing of the past is read again"


def test_a_thief_of_the_disk_makes_no_calendar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A snapshot is signed, and of this log: else the log itself is read."""
    monkeypatch.setattr(desk, "EVERY", 1)
    path = tmp_path / "casino.db"
    with open_store(str(path)) as store:
        casino = PromotionHouse(store=store)
        casino.submit(form(["star-baccarat"]))
        seen = DutiesDesk(store, "UTC", lambda: casino.now).standing().views
        assert [view.clause for view in seen] == ["16.12"]
    empty = put_away(Calendar(), 1, "")
    assert empty is not None
    with sqlite3.connect(path) as disk:
        row: bytes = disk.execute("SELECT data FROM passing WHERE kind = 'calendar'").fetchone()[0]
    for forged in (row[:36] + empty, row[:-1] + b"x", empty):
        with sqlite3.connect(path) as disk:
            disk.execute("UPDATE passing SET data = ? WHERE kind = 'calendar'", (forged,))
        with open_store(str(path)) as store:
            try:
                views = DutiesDesk(store, "UTC", lambda: casino.now).standing().views
            except Refusal as refused:
                assert refused.message.endswith(".")
            else:
                assert views == seen


def test_a_calendar_of_another_log_is_not_taken_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "EVERY", 1)
    houses = [PromotionHouse() for _ in range(2)]
    for name, casino in zip(("p", "q"), houses, strict=True):
        casino.submit(form(["star-baccarat"]), name)
    one, other = (casino.store for casino in houses)
    DutiesDesk(one, "UTC", lambda: houses[0].now).standing()
    kept = one.expiring_row(CALENDAR, HOUSE)
    assert kept is not None
    assert other.swap(Swap(CALENDAR, HOUSE, None, kept))
    (view,) = DutiesDesk(other, "UTC", lambda: houses[1].now).standing().views
    assert view.stream == "promotion:q"


def test_a_week_ends_with_its_sunday_where_the_casino_stands() -> None:
    """Also in the week that clocks go back in: 5 April 2026 is a Sunday of 25 hours."""
    monday = datetime(2026, 4, 5, 14, tzinfo=UTC)  # midnight in Sydney
    told = {"number": 1, "to": "inspector", "clause": "16.11", "about": "it",
            "deadline": "within 48 hours"}  # fmt: skip
    for due, now, shown in (
        (monday, monday - timedelta(days=6), True),
        (monday + timedelta(microseconds=1), monday - timedelta(days=6), False),
        (monday + timedelta(microseconds=1), monday, True),
    ):
        calendar = Calendar()
        notice = {**told, "by": due.isoformat()}
        line = {"stream": "table:1", "seq": 2, "at": "2026-03-30T20:00:00Z", "by": "sue",
                "what": "notice-due/1", "id": "1", "notice": notice}  # fmt: skip
        calendar.take(json.dumps(line, separators=(",", ":")).encode())
        views = listed(calendar.open(), now, "Australia/Sydney")
        standing = CalendarState(views, now, False)
        assert bool(chosen(standing, "week", "Australia/Sydney")) is shown
        assert counted(standing, "Australia/Sydney").week == shown


def test_what_was_put_away_by_another_release_is_left_there(monkeypatch: Any) -> None:
    calendar, _ = taken_up(None, str)
    data = put_away(calendar, 7, "7")
    assert taken_up(data, str)[1] == 7
    assert taken_up(data, lambda _: "another event")[1] == 0
    monkeypatch.setattr("sabot.compliance.duties.kept.reader", lambda: "another")
    assert taken_up(data, str)[1] == 0
    assert taken_up(b"no such thing", str)[1] == 0
