"""Tournaments over HTTP: everybody sees what is announced, the desk its books, a player the own."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from sabot.rules.roles import (
    CASHIER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    INSPECTOR,
    PLAYER,
    TOURNAMENT_MANAGER,
)
from server.harness import NAMES, House, running
from support.contests import SMALL, final, session

GAME = "star-baccarat"
CUP = "/api/tournaments/cup"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("tournaments")) as house:
        _draft(house)
        yield house


def _do(house: House, role: str, do: str, **fields: Any) -> httpx.Response:
    said = {"id": f"{role}-{do}-{fields.get('player', '')}", "do": do, **fields}
    return house.ask(role, "POST", f"{CUP}/commands", body=said)


def _ok(house: House, role: str, do: str, **fields: Any) -> Any:
    answer = _do(house, role, do, **fields)
    assert answer.status_code == 200, answer.text
    return answer.json()["events"]


def _draft(house: House) -> None:
    new = {"id": "1", "do": "draft", "name": "cup", "rulebook": GAME, "title": "Spring Cup"}
    answer = house.ask(DUTY_MANAGER, "POST", "/api/tournaments", body=new)
    assert answer.status_code == 200, answer.text
    _ok(house, DUTY_MANAGER, "appoint-head", person=NAMES[TOURNAMENT_MANAGER], licence="L 1")
    _ok(house, DUTY_MANAGER, "publish-conditions", conditions=SMALL[GAME])
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    _ok(house, DUTY_MANAGER, "open-entry", free_until=until)
    paid = {"method": "cash", "reference": "slip 7", "form": "F 1", "copy": "printed"}
    _ok(house, CASHIER, "enter-tournament", player=NAMES[PLAYER], **paid)
    legs = [{**each, "starts": each["starts"].isoformat()} for each in (session(GAME), final(GAME))]
    _ok(house, TOURNAMENT_MANAGER, "set-schedule", sessions=legs)


def test_everybody_sees_the_list_and_the_announcements(house: House) -> None:
    (card,) = house.ask("", "GET", "/api/tournaments").json()
    assert (card["id"], card["phase"], card["players"]) == ("cup", "open for entries", 1)
    seen = house.ask("", "GET", CUP).json()
    assert seen["card"]["title"] == "Spring Cup" and seen["books"] is None and seen["you"] is None
    assert seen["entries"][0]["player"] == NAMES[PLAYER] and seen["entries"][0]["method"] is None
    assert seen["next"] == {"do": "close-entry", "by": "tournament manager"}


def test_a_player_sees_their_own_entry_and_the_desk_its_books(house: House) -> None:
    seen = house.ask(PLAYER, "GET", CUP).json()
    assert seen["you"]["entry"]["method"] == "cash" and seen["books"] is None
    books = house.ask(TOURNAMENT_MANAGER, "GET", CUP).json()["books"]
    assert books["fees"] == 250_00 and books["owed"] == {}


def test_events_are_filtered_by_who_asks(house: House) -> None:
    public = house.ask("", "GET", f"{CUP}/events?limit=100").json()
    entered = next(e for e in public["events"] if e["what"] == "tournament-entered/1")
    assert set(entered) == {"seq", "at", "what", "number", "player", "clause"}
    assert "reference" not in house.ask(PLAYER, "GET", f"{CUP}/events").text
    assert "slip 7" in house.ask(INSPECTOR, "GET", f"{CUP}/events").text
    assert public["seq"] == len(public["events"])


def test_commands_are_refused_in_one_sentence_with_their_clause(house: House) -> None:
    again = _do(house, PLAYER, "enter-tournament", player=NAMES[PLAYER], copy="shown")
    assert again.status_code == 409 and again.json()["error"]["code"] == "entered"
    other = _do(house, PLAYER, "enter-tournament", player="bob", copy="shown")
    assert other.status_code == 403 and other.json()["error"]["code"] == "proxy"
    staff = _do(house, PLAYER, "close-entry")
    assert staff.status_code == 403 and staff.json()["error"]["code"] == "wrong-role"
    own = house.ask(DUTY_MANAGER, "POST", f"{CUP}/commands",
                    body={"id": "h", "do": "hear-start", "table": "T", "number": 1})  # fmt: skip
    assert own.status_code == 400
    nothing = house.ask("", "GET", "/api/tournaments/none")
    assert nothing.status_code == 404 and nothing.json()["error"]["code"] == "unknown-tournament"
    bad = {"id": "9", "do": "draft", "name": "A B", "rulebook": GAME, "title": "x"}
    assert house.ask(DUTY_MANAGER, "POST", "/api/tournaments", body=bad).status_code == 400


def test_what_waits_for_a_second_person_is_answered_where_all_statements_are(house: House) -> None:
    (made,) = _ok(house, DUTY_MANAGER, "add-value", amount="100")
    assert made["what"] == "statement-made/1"
    waiting = house.ask(GAMING_MANAGER, "GET", "/api/statements").json()
    (mine,) = [each for each in waiting if each["stream"] == "tournament:cup"]
    assert mine["do"] == "add-value" and mine["yours"] is True
    said = {"stream": "tournament:cup", "number": mine["number"], "confirm": True, "reason": "ok"}
    own = house.ask(DUTY_MANAGER, "POST", "/api/statements", body={"id": "s1", **said})
    assert own.json()["error"]["code"] == "own-statement"
    done = house.ask(GAMING_MANAGER, "POST", "/api/statements", body={"id": "s2", **said})
    assert [each["what"] for each in done.json()["events"]][1] == "value-added/1"
    assert house.ask("", "GET", CUP).json()["card"]["pool"] == 350_00


def test_the_file_is_for_who_watches(house: House) -> None:
    file = house.ask(INSPECTOR, "GET", f"{CUP}/file").json()
    assert file["conditions"][0]["number"] == 1 and file["heads"] == ["tessa (L 1)"]
    assert file["entries"][0]["player"] == NAMES[PLAYER]
    assert house.ask(PLAYER, "GET", f"{CUP}/file").status_code == 403
