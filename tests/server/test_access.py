"""Every route and every page, asked by every role: what is not open to a role is closed to it."""

import re
from collections.abc import Iterator

import httpx
import pytest

from sabot.server.app import ROUTES
from sabot.server.http.routes import EVERYONE, ROLES, Route
from sabot.server.http.site import PAGES
from server.harness import NAMES, House, running

PATHS = {"id": "baccarat", "name": "bob", "number": "1", "act": "unlock", "token": "none"}
CLOSED = (401, 403)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("access")) as house:
        yield house


def filled(path: str) -> str:
    if path.startswith(
        ("/api/rulebooks", "/api/odds", "/api/paytables", "/api/strategy", "/rules")
    ):
        path = path.replace("{id}", "star-baccarat").replace("{rulebook}", "star-baccarat")
    return re.sub(r"{(\w+)}", lambda found: PATHS.get(found[1], "1"), path)


def test_every_role_has_a_name() -> None:
    assert set(NAMES) == set(ROLES)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_a_route_is_closed_to_every_role_that_it_does_not_name(house: House, route: Route) -> None:
    if route.while_locked:
        return
    for role in (*ROLES, ""):
        answer = house.ask(role, route.method, filled(route.path))
        refused = answer.status_code in CLOSED
        if role in route.who:
            # A body is missing, so that nothing is done; the door is open all the same.
            assert not refused or answer.json()["error"]["code"] == "unknown", (role, answer.text)
        else:
            assert answer.status_code == (403 if role else 401), (role, answer.text)
            assert answer.json()["error"]["code"] == ("wrong-role" if role else "not-signed-in")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_shows_everybody_else_to_the_lobby(house: House, path: str) -> None:
    who = PAGES[path].who
    for role in (*ROLES, ""):
        answer = house.ask(role, "GET", filled(path))
        if role in who:
            assert answer.status_code == 200, (role, path)
            assert answer.headers["content-type"].startswith("text/html")
        else:
            assert answer.status_code == 303
            assert answer.headers["location"].startswith("/?")


def test_what_is_open_to_everyone_is_only_this() -> None:
    """A list for review: the author of a public route writes it here too."""
    opened = {f"{route.method} {route.path}" for route in ROUTES if route.who == EVERYONE}
    assert opened == {
        "POST /api/session",
        "DELETE /api/session",
        "GET /api/session",
        "GET /api/door",
        "POST /api/session/factor",
        "POST /api/session/unlock",
        "GET /api/tables",
        "GET /api/tables/{id}",
        "GET /api/tables/{id}/events",
        "GET /api/tables/{id}/video",
        "GET /api/tournaments",
        "GET /api/tournaments/{id}",
        "GET /api/tournaments/{id}/conditions",
        "GET /api/tournaments/{id}/events",
        "GET /healthz",
        "GET /readyz",
        "GET /metrics",
        "GET /api/openapi.json",
        "GET /api/rulebooks",
        "GET /api/rulebooks/{id}",
        "GET /api/rulebooks/{id}/book.html",
        "GET /api/rulebooks/{id}/book.json",
        "GET /api/rulebooks/{id}/book.xml",
        "GET /api/rulebooks/{id}/clauses",
        "GET /api/rulebooks/{id}/clauses/{clause}",
        "GET /api/tournaments/{id}/board",
        "GET /api/promotions",
        "GET /api/promotions/{id}",
        "GET /api/promotions/{id}/draw",
    }


def test_where_there_is_nothing_a_browser_gets_a_page_and_a_program_a_no(house: House) -> None:
    looking = {"accept": "text/html,application/xhtml+xml;q=0.9"}
    page = httpx.get(f"{house.origin}/nowhere/at/all", headers=looking)
    assert (page.status_code, page.headers["content-type"][:9]) == (404, "text/html")
    assert 'href="/"' in page.text
    for path, headers in (("/nowhere", {}), ("/api/nowhere", looking)):
        answer = httpx.get(house.origin + path, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not-found")


@pytest.mark.parametrize("name", ["Table 12", "十二", "", "-a", "a" * 41])
def test_a_table_by_a_name_that_no_address_can_have_is_refused_in_words(
    house: House, name: str
) -> None:
    said = {"id": f"open {name}", "name": name, "rulebook": "star-baccarat"}
    body = {**said, "sign": {"minimum": "10", "maximum": "1000"}}
    answer = house.ask("casino supervisor", "POST", "/api/tables", body)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (400, "bad-name")
    assert error["message"] == (
        "A table's name has small letters, figures and hyphens, 40 at most, such as table-12."
    )
