"""What people are called, over HTTP: staff read it, players do not, and it decides nothing."""

import json
from typing import Any

import pytest

from sabot.people import ADMINISTRATOR
from sabot.rules.roles import (
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    PLAYER,
)
from server.harness import NAMES, PASSWORD, House

CALLED = {"alice": "Alice Moreau", "dora": "Dora Lee", "dylan": "Dylan Hart"}


@pytest.fixture(scope="module")
def house(casino: House) -> House:
    """A coup with a wager of Alice's, chips that Dora has stated and Dylan confirmed, and a
    dispute; all of it before anybody was called anything."""
    casino.prepare("baccarat")
    casino.sit("baccarat", "alice")
    casino.done("baccarat", DEALER, "sign-on")
    casino.done("baccarat", "alice", "place-wager", player="alice", on="player", amount="20")
    casino.play("baccarat")
    casino.done("baccarat", DEALER, "declare-chips", player="alice", amount="70")
    casino.done("baccarat", DUTY_MANAGER, "confirm-statement", number=1, reason="counted")
    casino.done("baccarat", "alice", "raise-dispute", player="alice", about="the payment")
    said = {"decision": "it stands", "reason": "the footage"}
    casino.done("baccarat", CASINO_SUPERVISOR, "decide-dispute", number=1, **said)
    asked(casino, CASINO_SUPERVISOR, "/api/exceptions?table=baccarat")
    for name, called in CALLED.items():
        assert renamed(casino, name, called).status_code == 200
    return casino


def renamed(house: House, name: str, called: str, who: str = ADMINISTRATOR) -> Any:
    body = {"called": called, "reason": "as they wish"}
    return house.ask(who, "PUT", f"/api/people/{name}/called", body)


def asked(house: House, who: str, path: str) -> Any:
    answer = house.ask(who, "GET", path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def stated(house: House) -> Any:
    """Dora's chips for Alice, on the exceptions report."""
    rows = asked(house, CASINO_SUPERVISOR, "/api/exceptions?table=baccarat")["rows"]
    return next(row for row in rows if row["effects"] == ["declared-chips"])


def test_staff_read_what_people_are_called_and_players_do_not(house: House) -> None:
    path = "/api/people/called?names=alice,dora,bob,nobody%20here"
    for who in (DEALER, GAMING_SUPERVISOR, INSPECTOR, ADMINISTRATOR):
        assert asked(house, who, path) == {"alice": "Alice Moreau", "dora": "Dora Lee"}
    assert house.ask(PLAYER, "GET", path).status_code == 403
    assert house.ask("", "GET", path).status_code == 401


@pytest.mark.parametrize("who", [PLAYER, DEALER, CASINO_SUPERVISOR, INSPECTOR])
def test_only_an_administrator_calls_somebody_otherwise(house: House, who: str) -> None:
    answer = renamed(house, "bob", "Bob Brown", who)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "wrong-role")
    assert "bob" not in asked(house, ADMINISTRATOR, "/api/people/called?names=bob")


def test_a_name_that_looks_like_anothers_is_refused_in_a_sentence(house: House) -> None:
    for called in ("D0ra Lee", "alice", "Doralee"):
        answer = renamed(house, "bob", called)
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (409, "name-taken"), called
        assert error["message"].startswith("Somebody is called") and error["words"]["zh"]
    body = {"called": "Bob Brown", "reason": " "}
    answer = house.ask(ADMINISTRATOR, "PUT", "/api/people/bob/called", body)
    assert answer.json()["error"]["code"] == "no-reason"


def test_whoever_adds_somebody_chooses_what_they_are_called(house: House) -> None:
    person = {"name": "nina", "password": PASSWORD, "role": "player", "called": "Nina Frank"}
    answer = house.ask(ADMINISTRATOR, "POST", "/api/people", person)
    assert (answer.status_code, answer.json()["called"]) == (201, "Nina Frank")
    taken = {**person, "name": "nino", "called": "Nina  Frank"}
    refused = house.ask(ADMINISTRATOR, "POST", "/api/people", taken)
    assert refused.json()["error"]["code"] == "name-taken"
    me = asked(house, "nina", "/api/session")
    assert (me["name"], me["called"]) == ("nina", "Nina Frank")


def test_what_happened_before_is_told_by_the_new_name(house: House) -> None:
    """It is a label; the line of the log has the id, as ever."""
    found = asked(house, INSPECTOR, "/api/log/search?stream=table:baccarat&what=wager-placed")
    assert "Alice Moreau (alice)" in found["found"][0]["text"]
    assert "Alice Moreau (alice)" in found["found"][0]["words"]["zh"]
    assert found["found"][0]["by"] == "alice"
    row = stated(house)
    assert "Alice Moreau" in row["text"] and "(alice)" not in row["text"]
    assert "Dora Lee" in row["text"] and "Dylan Hart" in row["text"]
    assert "\u2068" not in json.dumps(row, ensure_ascii=False)
    assert (row["stated_by"], row["decided_by"], row["players"]) == ("dora", "dylan", ["alice"])
    renamed(house, "dora", "Dora Quinn")
    assert "Dora Quinn" in stated(house)["text"] and "Dora Lee" not in stated(house)["text"]
    replay = asked(house, INSPECTOR, "/api/tables/baccarat/coups/1")
    texts = [each["text"] for each in replay["entries"]]
    assert any("Alice Moreau (alice)" in each for each in texts)
    log = asked(house, ADMINISTRATOR, "/api/people/log?newest=true&limit=500")
    [told] = [each for each in log if each["what"] == "person-renamed" and each["who"] == "dylan"]
    assert told["text"] == (
        "dylan is called Dylan Hart from now on, instead of dylan: as they wish."
    )


def test_a_player_reads_of_nobody_what_they_are_called(house: House) -> None:
    for path in (
        "/api/tables/baccarat", "/api/tables/baccarat/coups", "/api/tables/baccarat/coups/1",
        "/api/account", "/api/statement",
    ):  # fmt: skip
        for who in (PLAYER, "bob"):
            text = house.ask(who, "GET", path).text
            assert not any(called in text for called in CALLED.values()), (who, path)


def test_reports_and_files_keep_the_sign_in_names(house: House) -> None:
    for path in ("/api/export/baccarat/events.csv", "/api/reports/statement?of=alice&form=csv"):
        answer = house.ask(INSPECTOR, "GET", path)
        assert answer.status_code == 200 and "alice" in answer.text, path
        assert not any(called in answer.text for called in CALLED.values())


def test_nothing_is_decided_by_what_somebody_is_called(house: House) -> None:
    """Who signs, states and confirms goes by the sign-in name, whatever they are called."""
    people = asked(house, DUTY_MANAGER, "/api/tables/baccarat/people")
    assert "dora" in people["dealers"] and people["players"] == ["alice"]
    house.done("baccarat", DUTY_MANAGER, "declare-chips", player="alice", amount="5")
    answer = house.do("baccarat", DUTY_MANAGER, "confirm-statement", number=2, reason="seen")
    assert answer.json()["error"]["code"] == "own-statement"
    answer = house.do("baccarat", "alice", "place-wager", player=CALLED["alice"], on="player",
                      amount="20")  # fmt: skip
    assert answer.status_code != 200
    lines = [each.line for each in house.casino.store.read("table:baccarat")]
    assert not any(called.encode() in line for line in lines for called in CALLED.values())
    assert {json.loads(each)["by"] for each in lines} <= {*NAMES.values(), "the house", "house"}
