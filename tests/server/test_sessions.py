"""Sessions over HTTP: they lock when idle, end when they are ended, and begin anew."""

from collections.abc import Iterator

import httpx
import pytest

from sabot.people.persons.oversight import GUARDED
from sabot.server.http.guard import COOKIE
from server.harness import NAMES, PASSWORD, House, running


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("sessions")) as house:
        yield house


class Browser:
    """A browser's side: it keeps the cookie and says where it comes from."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.token = ""

    def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        answer = httpx.request(
            method,
            self._house.origin + path,
            json=body,
            headers={"origin": self._house.origin, "cookie": f"{COOKIE}={self.token}"},
        )
        given = answer.headers.get("set-cookie", "")
        if given:
            self.token = given.partition("=")[2].partition(";")[0]
        return answer

    def sign_in(self, role: str) -> httpx.Response:
        name = NAMES.get(role, role)
        return self.ask("POST", "/api/session", {"name": name, "password": PASSWORD})


def code(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["code"])


@pytest.mark.parametrize(("role", "minutes"), [("dealer", 5), ("duty manager", 5), ("player", 30)])
def test_a_session_locks_when_nobody_is_there(house: House, role: str, minutes: int) -> None:
    browser = Browser(house)
    assert browser.sign_in(role).json()["idle_seconds"] == minutes * 60
    house.clock.advance(minutes=minutes, seconds=-20)
    assert browser.ask("GET", "/api/tables/mini/coups").status_code == 200
    house.clock.advance(minutes=minutes, seconds=20)
    locked = browser.ask("GET", "/api/tables/mini/coups")
    assert (locked.status_code, code(locked)) == (401, "locked")
    assert code(browser.ask("GET", "/api/session")) == "locked"
    assert code(browser.ask("GET", "/api/door")) == "locked"
    wrong = browser.ask("POST", "/api/session/unlock", {"password": "not this one at all"})
    assert (wrong.status_code, code(wrong)) == (403, "wrong-password")
    before = browser.token
    assert browser.ask("POST", "/api/session/unlock", {"password": PASSWORD}).status_code == 200
    assert browser.token != before
    assert browser.ask("GET", "/api/tables/mini/coups").status_code == 200


def test_asking_who_one_is_keeps_nobody_awake(house: House) -> None:
    browser = Browser(house)
    browser.sign_in("dealer")
    for _ in range(6):
        house.clock.advance(minutes=1)
        answer = browser.ask("GET", "/api/session")
    assert code(answer) == "locked"


def test_signing_out_ends_it(house: House) -> None:
    browser = Browser(house)
    browser.sign_in("player")
    token = browser.token
    out = browser.ask("DELETE", "/api/session")
    assert out.status_code == 204
    assert "Max-Age=0" in out.headers["set-cookie"]
    browser.token = token
    assert code(browser.ask("GET", "/api/session")) == "not-signed-in"


def test_an_administrator_ends_the_sessions_of_others(house: House) -> None:
    player, admin = Browser(house), Browser(house)
    house.casino.people.add("paul", PASSWORD, "player", "a test")
    player.sign_in("paul")
    admin.sign_in("administrator")
    assert admin.ask("POST", "/api/people/paul/end-sessions").json() == {"waits": False}
    assert code(player.ask("GET", "/api/session")) == "not-signed-in"
    player.sign_in("paul")
    dealer = {"role": "dealer"}
    assert admin.ask("PUT", "/api/people/paul/role", dealer).json() == {"waits": True}
    assert player.ask("GET", "/api/session").json()["role"] == "player"
    assert house.decide("inspector", "person:paul", 1).status_code == 200
    assert code(player.ask("GET", "/api/session")) == "not-signed-in"
    assert player.sign_in("paul").json()["role"] == "dealer"
    assert admin.ask("POST", "/api/people/paul/disable").json() == {"waits": False}
    assert player.sign_in("paul").status_code == 401


def test_an_administrator_gets_into_nobody_s_name_alone(house: House) -> None:
    admin, fresh = Browser(house), "another phrase that is long enough"
    admin.sign_in("administrator")
    made = admin.ask("POST", "/api/people/ines/tokens", {"label": "mine", "days": 3})
    assert made.status_code in (404, 405)
    for name in ("ines", "cass", "carla", "alice"):
        put = admin.ask("PUT", f"/api/people/{name}/password", {"password": fresh})
        assert put.json() == {"waits": True}, name
        said = admin.ask("POST", "/api/session", {"name": name, "password": fresh})
        assert said.status_code == 401, name
    admin.sign_in("administrator")
    for stream in ("person:ines", "person:cass"):
        assert code(house.decide("administrator", stream, 1)) == "own-statement"
        for who in ("dealer", "casino supervisor", "cashier", "surveillance"):
            assert house.decide(who, stream, 1).status_code in (403, 404), who
    assert house.decide("inspector", "person:cass", 1).status_code == 200
    again = Browser(house).ask("POST", "/api/session", {"name": "cass", "password": fresh})
    assert again.status_code == 200
    for name in ("ines", "carla", "alice"):
        no = house.decide("administrator", f"person:{name}", 1, confirm=False, reason="a test")
        assert no.status_code == 200


def test_an_administrator_makes_no_second_self(house: House) -> None:
    admin = Browser(house)
    admin.sign_in("administrator")
    for role in sorted(GUARDED):
        name = f"puppet-{role.replace(' ', '-')}"
        added = {"name": name, "password": PASSWORD, "role": role}
        assert admin.ask("POST", "/api/people", added).json()["waits"] == 1
        assert Browser(house).sign_in(name).status_code == 401
        assert admin.ask("POST", f"/api/people/{name}/enable").status_code == 409
        assert Browser(house).sign_in(name).status_code == 401
    assert admin.ask("POST", "/api/people/ines/disable").json() == {"waits": True}
    assert Browser(house).sign_in("inspector").status_code == 200
    house.decide("administrator", "person:ines", 2, confirm=False, reason="a test")


def test_nobody_raises_themselves(house: House) -> None:
    admin = Browser(house)
    admin.sign_in("administrator")
    assert admin.ask("PUT", "/api/people/ada/role", {"role": "duty manager"}).status_code == 403
    assert admin.ask("POST", "/api/people/ada/disable").status_code == 403
    added = {"name": "eve", "password": PASSWORD, "role": "player", "disabled": False}
    assert admin.ask("POST", "/api/people", added).status_code == 400, "no field that is not ours"


def test_a_player_at_a_table_stays_a_player(house: House) -> None:
    admin = Browser(house)
    admin.sign_in("administrator")
    house.sit("mini", "bob")
    for _ in range(2):  # at the table, and with money in the account
        refused = admin.ask("PUT", "/api/people/bob/role", {"role": "dealer"})
        assert (refused.status_code, code(refused)) == (409, "has-account")
        if house.casino.floor.account("bob").stay is not None:
            house.done("mini", "bob", "leave-table", player="bob")


def test_tokens_of_programs_are_shown_once_and_can_be_revoked(house: House) -> None:
    admin, bob = Browser(house), Browser(house)
    admin.sign_in("administrator")
    bob.sign_in("bob")
    given = bob.ask("POST", "/api/session/tokens", {"label": "a robot", "days": 3})
    assert given.status_code == 201
    token = given.json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    assert httpx.get(f"{house.origin}/api/account", headers=headers).json()["player"] == "bob"
    another = {"label": "another", "days": 3}
    made = httpx.post(f"{house.origin}/api/session/tokens", json=another, headers=headers)
    assert (made.status_code, code(made)) == (403, "forbidden")
    listed = admin.ask("GET", "/api/people/bob/tokens")
    assert token not in listed.text
    (kept,) = listed.json()
    assert admin.ask("DELETE", f"/api/people/bob/tokens/{kept['id']}").status_code == 204
    assert httpx.get(f"{house.origin}/api/account", headers=headers).status_code == 401


def test_what_was_denied_is_written_down(house: House) -> None:
    assert house.ask("alice", "GET", "/api/people").status_code == 403
    said = house.ask("ada", "GET", "/api/people/log?limit=500").text
    assert "GET /api/people" in said


def test_a_player_is_added_by_one_administrator(house: House) -> None:
    """The nearest lawful case."""
    admin = Browser(house)
    admin.sign_in("administrator")
    added = {"name": "petra", "password": PASSWORD, "role": "player"}
    assert admin.ask("POST", "/api/people", added).json()["waits"] == 0
    assert Browser(house).sign_in("petra").status_code == 200


def test_an_own_password_needs_the_old_one(house: House) -> None:
    browser = Browser(house)
    browser.sign_in("bob")
    fresh = "another phrase that is long enough"
    wrong = browser.ask("PUT", "/api/session/password", {"old": "no no no no no", "new": fresh})
    assert (wrong.status_code, code(wrong)) == (403, "wrong-password")
    done = browser.ask("PUT", "/api/session/password", {"old": PASSWORD, "new": fresh})
    assert done.status_code == 204
    assert browser.sign_in("bob").status_code == 401
    again = browser.ask("POST", "/api/session", {"name": "bob", "password": fresh})
    assert again.status_code == 200
