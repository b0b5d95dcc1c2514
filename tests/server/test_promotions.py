"""Promotions over HTTP: the whole of one, who may see and do what, and attempts on the report."""

import json
import time
from collections.abc import Iterator

import pytest

from promotions.by_description import complaint
from sabot.promotions.terms import read_terms
from sabot.promotions.terms_text import written_form
from sabot.rules.roles import (
    CASHIER,
    DEALER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    INSPECTOR,
    PLAYER,
    SURVEILLANCE,
)
from server.harness import PATIENCE, House, running
from support.promotion_checks import DETAILS, prize
from support.promotion_desk import Desk
from support.promotion_house import form


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("promotions")) as house:
        house.prepare("baccarat")
        house.sit("baccarat", "alice")
        yield house


def earn(desk: Desk) -> None:
    """Alice earns something at a table and by form, a visitor by form."""
    house = desk.house
    house.done("baccarat", "alice", "place-wager", player="alice", on="player", amount="20")
    house.play("baccarat")
    desk.done("enter-by-form", "alice", player="alice")
    zoe = {"person": "Zoe Patron", "address": "1 High Street"}
    desk.done("enter-by-form", DEALER, form=f"F {desk.name}", **zoe)


@pytest.fixture(scope="module")
def desk(house: House) -> Desk:
    """Open, with what was earned; no test closes its list."""
    desk = Desk(house)
    desk.open()
    earn(desk)
    return desk


def test_a_ticket_is_there_a_moment_after_the_coup(desk: Desk) -> None:
    until = time.monotonic() + PATIENCE
    while desk.see("alice", "/mine")["count"] < 2 and time.monotonic() < until:
        time.sleep(0.1)
    mine = desk.see("alice", "/mine")
    assert mine["entrant"] and sorted(each["table"] for each in mine["tickets"]) == ["", "baccarat"]
    assert all(each["number"] == 0 for each in mine["tickets"]), "not before the list is closed"
    nothing = {"entrant": "", "tickets": [], "count": 0, "prizes": [], "disputes": []}
    assert desk.see("bob", "/mine") == nothing


def test_no_role_gets_ahead_of_the_draw_and_what_they_try_is_on_the_report(house: House) -> None:
    desk = Desk(house, "early")
    desk.open()
    codes = {}
    for who in (PLAYER, DEALER, CASHIER, SURVEILLANCE, INSPECTOR, GAMING_MANAGER):
        answer = desk.do("close-list", who)
        codes[who] = answer.json()["error"]["code"]
    assert codes.pop(GAMING_MANAGER) == "entries-open"
    assert set(codes.values()) == {"wrong-role"}
    desk.do(
        "commit-draw", source="beacon", beacon="mine", known_from=desk.when["drawn"].isoformat()
    )
    desk.do("note-attempt", who=PLAYER, asked="x", code="x", why_not="x")  # nobody says so
    desk.do("open-order", value="5e1c")  # before the list is closed
    page = house.ask(INSPECTOR, "GET", "/api/exceptions").json()
    rows = [each for each in page["rows"] if each["stream"] == "promotion:early"]
    rows = [row for row in rows if row["effects"] == ["attempt"]]
    assert {row["stated_by"] for row in rows} >= {"alice", "dora", "cass", "sven", "ines", "greta"}
    assert len(rows) == 8, "and what greta tried three times"


def test_the_draw_is_public_and_anybody_can_check_it(house: House) -> None:
    desk = Desk(house, "drawn")
    desk.open()
    earn(desk)
    secret = house.casino.store.unseal("promotion:drawn", "draw")
    assert secret is not None
    desk.until("closes")
    desk.done("close-list")
    for who in ("", PLAYER, GAMING_MANAGER, INSPECTOR):
        assert secret.decode() not in json.dumps(desk.see(who)), "not before it is opened"
    desk.until("drawn")
    desk.done("open-order", value="5E1C")
    own = house.decide(GAMING_MANAGER, "promotion:drawn", 1)
    assert own.json()["error"]["code"] == "own-statement"
    assert not desk.see()["draw"]["first"]
    assert desk.confirm().status_code == 200
    view = desk.see()
    assert view["draw"]["secret"] == secret.decode() and len(view["draw"]["first"]) == 3
    assert complaint(desk.see("", "/draw")) == ""
    mine = desk.see("alice", "/mine")
    assert {each["place"] for each in mine["tickets"]} < {1, 2, 3}
    text = json.dumps(view)
    assert "alice" not in text and "Zoe" not in text, "references alone"


def test_the_vault_opens_for_those_who_have_to_know(desk: Desk) -> None:
    house = desk.house
    path = "/api/promotions/lantern/people/entrant-E2"
    found = [house.ask(DUTY_MANAGER, "GET", path.replace("E2", f"E{n}")) for n in (1, 2)]
    assert [each.json()["name"] for each in found if each.status_code == 200] == ["Zoe Patron"]
    assert house.ask(CASHIER, "GET", path).status_code == 403
    assert house.ask(DUTY_MANAGER, "GET", f"{path}/../../x").status_code == 404
    assert house.ask(DUTY_MANAGER, "GET", path.replace("entrant-E2", "draw")).status_code == 404


def test_bad_forms_get_one_sentence(house: House) -> None:
    for text in ("", "=", 'rulebooks = ["canberra-mini"]', "x" * 100):
        answer = house.ask(GAMING_MANAGER, "POST", "/api/promotions/check", {"form": text})
        assert answer.status_code in (400, 409) and answer.json()["error"]["message"], text
    lacking = form(["star-baccarat"], claim=" ")
    found = house.ask(GAMING_MANAGER, "POST", "/api/promotions/check", {"form": lacking}).json()
    assert [each["clause"] for each in found["lines"]] == ["16.7.8"]
    body = {"id": "x", "name": "Not A Name", "form": lacking}
    assert house.ask(GAMING_MANAGER, "POST", "/api/promotions", body).status_code == 400
    assert house.ask("", "GET", "/api/promotions/nothing").status_code == 404


@pytest.mark.parametrize("kind", ["goods", "liquor", *DETAILS])
def test_what_is_written_is_read_again(kind: str) -> None:
    more = {"litres": 0.75} if kind == "liquor" else {}
    earns = [{"on": "result", "wager": "tie", "minimum": "12.50", "days": ["friday"]}]
    terms = read_terms(form(["star-baccarat"], [prize(kind, **more)], earns).encode())
    assert read_terms(written_form(terms).encode()) == terms
