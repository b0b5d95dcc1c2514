"""Signing in: how often from one place and for one name, by which cookies and digits."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pyotp
import pytest

from sabot.rules.roles import PLAYER
from sabot.server.http.guard import COOKIE, DEVICE_COOKIE
from sabot.server.settings import Settings
from server.harness import NAMES, PASSWORD, House, running

FEW = 30
"""Wrong passwords of one place at once; a house has more."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(
        tmp_path_factory.mktemp("throttle"),
        asks_factor=True,
        origin="https://casino.example",
        behind_proxy=True,
        sign_ins=Settings().sign_ins,
        wrong=0.01,
        wrong_burst=FEW,
    ) as house:
        yield house


class Browser:
    """A client at an address, with the cookies that it was given."""

    def __init__(self, house: House, address: str) -> None:
        self._url, self._address = house.origin, address
        self._http = httpx.Client(timeout=120)
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        headers = {
            "origin": "https://casino.example",
            "x-forwarded-for": self._address,
            "cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        }
        answer = self._http.request(method, self._url + path, json=body, headers=headers)
        for given in answer.headers.get_list("set-cookie"):
            name, _, value = given.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def sign_in(self, name: str, password: str = PASSWORD, code: str = "") -> httpx.Response:
        return self.ask("POST", "/api/session", {"name": name, "password": password, "code": code})


def code_of(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["code"])


def test_ones_own_cookie_is_no_bypass(house: House) -> None:
    """Guesses at many names: a place has so many wrong ones, with or without a session."""
    browser = Browser(house, "203.0.113.1")
    assert browser.sign_in("alice").status_code == 200
    own = dict(browser.cookies)
    statuses = []
    for number in range(FEW + 20):
        browser.cookies = dict(own)
        statuses.append(browser.sign_in(f"guess{number}", "not it").status_code)
        if number % 2:
            browser.cookies.pop(COOKIE)
    assert set(statuses) == {401, 429} and FEW <= statuses.count(401) < FEW + 20
    fresh = Browser(house, "203.0.113.1")
    assert fresh.sign_in("bob").status_code == 429
    assert Browser(house, "203.0.113.2").sign_in("bob").status_code == 200
    browser.cookies = dict(own)
    assert browser.sign_in("alice").status_code == 200, "a browser that is known has its own count"


def test_a_hall_of_players_signs_in_from_one_address(house: House) -> None:
    """Sign in a thousand in a minute; now and then a password is mistyped."""
    people = house.casino.people
    names = [f"guest{number:03}" for number in range(40)]
    for name in names:
        people.add(name, PASSWORD, PLAYER, "a test")

    def comes(name: str) -> int:
        browser = Browser(house, "203.0.113.3")
        if name.endswith("0"):
            assert browser.sign_in(name, "mistyped").status_code == 401
        return browser.sign_in(name).status_code

    with ThreadPoolExecutor(8) as hall:
        assert set(hall.map(comes, names)) == {200}
    settings = Settings()
    assert settings.sign_in_burst + 60 * settings.sign_ins >= 1_000 * 1.1
    assert settings.wrong_burst + 60 * settings.wrong >= 1_000 * 0.1


def test_nobody_locks_a_name_for_everybody(house: House) -> None:
    chen = Browser(house, "203.0.113.4")
    assert chen.sign_in("chen").status_code == 200
    for number in range(12):
        answer = Browser(house, f"198.51.100.{number}").sign_in("chen", "not it")
        assert answer.status_code == 401
    assert Browser(house, "198.51.100.99").sign_in("chen").status_code == 401
    travelling = Browser(house, "198.51.100.98")
    travelling.cookies = {DEVICE_COOKIE: chen.cookies[DEVICE_COOKIE]}
    assert travelling.sign_in("chen").status_code == 200


def test_the_cookie_of_a_browser_lets_nobody_in(house: House) -> None:
    browser = Browser(house, "203.0.113.5")
    answer = browser.sign_in("bob")
    given = next(
        each for each in answer.headers.get_list("set-cookie") if each.startswith(DEVICE_COOKIE)
    )
    for part in ("Path=/", "Secure", "HttpOnly", "SameSite=Strict", "Max-Age="):
        assert part in given
    del browser.cookies[COOKIE]
    assert browser.ask("GET", "/api/session").status_code == 401
    assert DEVICE_COOKIE not in str(browser.sign_in("bob").headers.get_list("set-cookie"))


def test_staff_enrol_and_come_in_with_digits(house: House) -> None:
    dora = Browser(house, "203.0.113.6")
    assert code_of(dora.sign_in("dora")) == "enrol-factor"
    said = {"name": "dora", "password": PASSWORD}
    offer = dora.ask("POST", "/api/session/factor", said).json()
    assert offer["svg"].startswith("<svg") and offer["uri"].startswith("otpauth://totp/")
    clock = pyotp.TOTP(offer["secret"])
    assert code_of(dora.sign_in("dora", code="000000")) == "wrong-code"
    assert dora.sign_in("dora", code=clock.at(house.clock())).json()["role"] == "dealer"
    assert code_of(dora.sign_in("dora")) == "second-factor"
    assert dora.sign_in("dora", code=offer["codes"][1]).status_code == 200
    assert code_of(dora.ask("POST", "/api/session/factor", said)) == "has-factor"
    stated = house.ask("ada", "POST", "/api/people/dora/reset-factor")
    assert stated.json() == {"waits": True}
    (row,) = [each for each in house.pending("ines") if each["stream"] == "person:dora"]
    assert house.decide("ines", row["stream"], row["number"]).status_code == 200
    assert code_of(dora.sign_in("dora")) == "enrol-factor"


def test_everybody_sees_and_ends_their_own_sign_ins(house: House) -> None:
    here, there = Browser(house, "203.0.113.7"), Browser(house, "203.0.113.8")
    for browser in (here, there):
        assert browser.sign_in("bob").status_code == 200
    rows = here.ask("GET", "/api/session/sign-ins").json()
    (own,) = [row for row in rows if row["here"]]
    (other,) = [row for row in rows if row["address"] == "203.0.113.8"]
    assert own["address"] == "203.0.113.7"
    ended = f"/api/session/sign-ins/{other['id']}"
    assert Browser(house, "203.0.113.7").ask("DELETE", ended).status_code == 401
    assert house.ask(NAMES[PLAYER], "DELETE", ended).status_code == 404, "somebody else's"
    assert here.ask("DELETE", ended).status_code == 204
    assert there.ask("GET", "/api/session").status_code == 401
    assert here.ask("DELETE", ended).status_code == 404
    assert there.sign_in("bob").status_code == 200
    assert here.ask("DELETE", "/api/session/sign-ins").status_code == 204
    assert there.ask("GET", "/api/session").status_code == 401
    assert len(here.ask("GET", "/api/session/sign-ins").json()) == 1
