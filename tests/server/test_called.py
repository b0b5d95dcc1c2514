"""Display names over HTTP: staff read them, players do not, and they decide nothing."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from websockets.sync.client import connect

from sabot.people import ADMINISTRATOR
from sabot.rules.roles import (
    CASHIER,
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    PLAYER,
)
from server.harness import NAMES, PASSWORD, PATIENCE, SIGN, House, voucher
from support.contests import SMALL

GAME, CUP = "star-baccarat", "/api/tournaments/cup"
CALLED = {
    "alice": "Alice Moreau", "chen": "Chen Wei", "dora": "Dora Lee", "dylan": "Dylan Hart",
    "tessa": "Tessa Vane",
}  # fmt: skip


@pytest.fixture(scope="module")
def house(casino: House) -> House:
    """Play a coup with a wager of Alice's, a voucher that Dora has stated and Dylan confirmed, a
    dispute, Chen held for an inspector, and a tournament that Tessa runs; all of it before any
    display name is set."""
    casino.prepare("baccarat")
    casino.sit("baccarat", "alice")
    casino.done("baccarat", DEALER, "sign-on")
    casino.done("baccarat", "alice", "place-wager", player="alice", on="player", amount="20")
    casino.play("baccarat")
    casino.done("baccarat", DEALER, "exchange-voucher", **voucher("70"))
    casino.done("baccarat", DUTY_MANAGER, "confirm-statement", number=1, reason="counted")
    casino.done("baccarat", "alice", "raise-dispute", player="alice", about="the payment")
    said = {"decision": "it stands", "reason": "the footage"}
    casino.done("baccarat", CASINO_SUPERVISOR, "decide-dispute", number=1, **said)
    casino.done("baccarat", DUTY_MANAGER, "sanction-player", player="chen", measures=["detain"],
                reason="a camera in a button")  # fmt: skip
    _cup(casino)
    asked(casino, CASINO_SUPERVISOR, "/api/exceptions?table=baccarat")
    asked(casino, CASINO_SUPERVISOR, "/api/duties?show=open")
    for name, called in CALLED.items():
        assert renamed(casino, name, called).status_code == 200
    return casino


def _cup(casino: House) -> None:
    """A tournament with Alice's entry in it."""
    new = {"id": "cup", "do": "draft", "name": "cup", "rulebook": GAME, "title": "Spring Cup"}
    assert casino.ask(DUTY_MANAGER, "POST", "/api/tournaments", new).status_code == 200
    _in_cup(casino, DUTY_MANAGER, "appoint-head", person="tessa", licence="L 1")
    _in_cup(casino, DUTY_MANAGER, "publish-conditions", conditions=SMALL[GAME])
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    _in_cup(casino, DUTY_MANAGER, "open-entry", free_until=until)
    paid = {"method": "cash", "reference": "slip 7", "form": "F 1", "copy": "printed"}
    _in_cup(casino, CASHIER, "enter-tournament", player="alice", **paid)


def _in_cup(casino: House, who: str, do: str, **fields: Any) -> None:
    answer = casino.ask(who, "POST", f"{CUP}/commands", {"id": f"{who} {do}", "do": do, **fields})
    assert answer.status_code == 200, answer.text


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
    return next(row for row in rows if row["effects"] == ["voucher"])


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
        assert error["message"].startswith("The name ") and error["words"]["zh"]
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
    """A display name is a label; the line of the log still has the id."""
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
    assert renamed(house, "dora", CALLED["dora"]).status_code == 200
    replay = asked(house, INSPECTOR, "/api/tables/baccarat/coups/1")
    texts = [each["text"] for each in replay["entries"]]
    assert any("Alice Moreau (alice)" in each for each in texts)
    log = asked(house, ADMINISTRATOR, "/api/people/log?newest=true&limit=500")
    [told] = [each for each in log if each["what"] == "person-renamed" and each["who"] == "dylan"]
    assert told["text"] == (
        "dylan is called Dylan Hart from now on, instead of dylan: as they wish."
    )


def test_a_player_reads_of_nobody_else_what_they_are_called(house: House) -> None:
    for path in (
        "/api/tables/baccarat", "/api/tables/baccarat/coups", "/api/tables/baccarat/coups/1",
        "/api/account", "/api/statement",
    ):  # fmt: skip
        for who, self_called in ((PLAYER, CALLED["alice"]), ("bob", "")):
            text = house.ask(who, "GET", path).text
            others = set(CALLED.values()) - {self_called}
            assert not any(called in text for called in others), (who, path)


def test_reports_are_told_as_whoever_asks_may_read_them(house: House) -> None:
    sheet = asked(house, CASINO_SUPERVISOR, "/api/reports/daily-summary")
    text = json.dumps(sheet)
    assert "Chen Wei" in text and '"Dylan Hart"' in text and "(dylan)" not in text
    watched = json.dumps(asked(house, INSPECTOR, "/api/reports/daily-summary"))
    assert "Chen Wei (chen)" in watched and '"Dylan Hart (dylan)"' in watched
    own = asked(house, INSPECTOR, "/api/reports/statement?of=alice")
    assert own["about"] == "alice" and "Alice Moreau (alice)" in json.dumps(own)
    cup = asked(house, DUTY_MANAGER, "/api/reports/tournament-file?of=cup")
    (heads,) = [
        row[1]["value"] for row in cup["sections"][0]["rows"] if row[0]["value"] == "Run by"
    ]
    assert heads == "Tessa Vane (L 1)"
    (entry,) = cup["sections"][2]["rows"]
    assert entry[2]["value"] == "Alice Moreau"


def test_duties_name_people_as_staff_read_them(house: House) -> None:
    (held,) = [
        row for row in asked(house, CASINO_SUPERVISOR, "/api/duties?show=open")["rows"]
        if row["clause"] == "14.8.4"
    ]  # fmt: skip
    assert held["about"] == "Chen Wei is detained with a prohibited device"
    assert held["about_words"]["zh"].startswith("Chen Wei ") and held["by"] == "dylan"
    rows = asked(house, INSPECTOR, "/api/duties?show=open")["rows"]
    assert "Chen Wei (chen) is detained with a prohibited device" in {row["about"] for row in rows}
    done = asked(house, CASINO_SUPERVISOR, "/api/duties?show=done")["rows"]
    assert done and all(row["done"]["by"] not in CALLED.values() for row in done)
    assert "\u2068" not in json.dumps([rows, done], ensure_ascii=False)
    file = house.ask(CASINO_SUPERVISOR, "GET", "/api/duties/calendar").text
    assert "chen is detained" in file.replace("\r\n ", "") and "\u2068" not in file


def test_a_tournament_has_its_ids_and_tells_of_people_by_their_names(house: House) -> None:
    paid = {"method": "cash", "reference": "slip 8", "form": "F 2", "copy": "printed"}
    body = {"id": "again", "do": "enter-tournament", "player": "alice", **paid}
    refused = house.ask(CASHIER, "POST", f"{CUP}/commands", body).json()["error"]
    assert refused["message"] == "Alice Moreau has entered already."
    assert "Alice Moreau" in refused["words"]["zh"]
    view = asked(house, DUTY_MANAGER, CUP)
    assert [each["player"] for each in view["entries"]] == ["alice"] and view["heads"] == ["tessa"]
    assert asked(house, INSPECTOR, f"{CUP}/file")["heads"] == ["tessa (L 1)"]


def test_a_no_names_people_as_whoever_is_refused_reads_of_them(house: House) -> None:
    said = {"player": "chen", "on": "player", "amount": "20"}
    no = house.do("baccarat", DUTY_MANAGER, "place-wager", **said).json()["error"]
    assert "Chen Wei" in no["message"] and "Chen Wei" in no["words"]["zh"]
    for who, called in ((INSPECTOR, "Tessa Vane (tessa)"), (CASINO_SUPERVISOR, "Tessa Vane")):
        missing = house.ask(who, "GET", "/api/ratings/tessa")
        assert called in missing.json()["error"]["message"], missing.text
    url = f"{house.origin.replace('http', 'ws')}/api/tables/baccarat/live"
    with connect(url, additional_headers=house.headers(DUTY_MANAGER)) as socket:
        socket.send(json.dumps({"id": "by socket", "do": "place-wager", **said}))
        heard = (json.loads(socket.recv(PATIENCE)) for _ in range(20))
        assert next(each for each in heard if each["type"] == "answer")["error"] == no
    own = house.do("baccarat", "bob", "place-wager", **said).json()["error"]
    assert not any(called in json.dumps(own) for called in CALLED.values())


def test_a_table_with_a_name_of_its_own_goes_by_it_in_the_sentences(house: House) -> None:
    body = {"id": "salon", "do": "open", "rulebook": GAME, "sign": SIGN, "name": "salon"}
    opened = house.ask(DUTY_MANAGER, "POST", "/api/tables", {**body, "called": "Baccarat 9"})
    assert opened.status_code == 200, opened.text
    house.done("salon", DUTY_MANAGER, "open-float", amount="1000000")
    house.prepare("salon")
    house.sit("salon", "bob", "100")
    path = "/api/log/search?stream=player:bob&what=visit-opened"
    (found,) = asked(house, INSPECTOR, path)["found"]
    assert found["text"] == "bob goes to Baccarat 9 (salon) with $100.00."
    assert found["words"]["zh"] == "bob 帶 $100.00 往百家樂 9 (salon)。"
    own = house.ask("bob", "GET", "/api/statement").text
    assert "bob goes to table salon with $100.00." in own
    path = "/api/log/search?stream=player:alice&what=visit-opened"
    (other,) = asked(house, INSPECTOR, path)["found"]
    assert "goes to table baccarat with" in other["text"], "which has none"


def test_people_are_found_by_either_name_and_meant_by_the_one_they_sign_in_with(
    house: House,
) -> None:
    def found(like: str, role: str = "", who: str = CASHIER) -> Any:
        return asked(house, who, f"/api/people/found?like={like}&role={role}")

    assert found("moreau") == found("ALI") == [{"name": "alice", "called": "Alice Moreau"}]
    assert [each["name"] for each in found("vane", who=INSPECTOR)] == ["tessa"]
    assert found("vane", "player") == [] and found("vane", "tournament manager")
    assert next(each["name"] for each in found("b")) == "bob", "who begins so comes first"
    assert house.ask(CASHIER, "GET", "/api/people/found?like=").status_code == 400
    for who in (PLAYER, DEALER):
        assert house.ask(who, "GET", "/api/people/found?like=alice").status_code == 403


def test_files_keep_the_sign_in_names(house: House) -> None:
    for path in (
        "/api/export/baccarat/events.csv", "/api/reports/statement?of=alice&form=csv",
        "/api/reports/statement?of=alice&form=html", "/api/reports/statement?of=alice&form=json",
    ):  # fmt: skip
        answer = house.ask(INSPECTOR, "GET", path)
        assert answer.status_code == 200 and "alice" in answer.text, path
        assert not any(called in answer.text for called in CALLED.values())


def test_nothing_is_decided_by_what_somebody_is_called(house: House) -> None:
    """Signatures, statements and confirmations go by the sign-in name."""
    people = asked(house, DUTY_MANAGER, "/api/tables/baccarat/people")
    assert "dora" in people["dealers"] and people["players"] == ["alice"]
    house.done("baccarat", DUTY_MANAGER, "exchange-voucher", **voucher("5"))
    answer = house.do("baccarat", DUTY_MANAGER, "confirm-statement", number=2, reason="seen")
    assert answer.json()["error"]["code"] == "own-statement"
    answer = house.do("baccarat", "alice", "place-wager", player=CALLED["alice"], on="player",
                      amount="20")  # fmt: skip
    assert answer.status_code != 200
    lines = [each.line for each in house.casino.store.read("table:baccarat")]
    assert not any(called.encode() in line for line in lines for called in CALLED.values())
    assert {json.loads(each)["by"] for each in lines} <= {*NAMES.values(), "the house", "house"}
