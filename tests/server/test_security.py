"""Headers, origins, cookies, floods, hosts: what keeps a browser's session its own."""

import logging
import re
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from sabot.server.app import ROUTES
from sabot.server.door.entrance import SAFE
from sabot.server.http.guard import COOKIE, HEADERS
from sabot.server.http.routes import Route
from server.harness import NAMES, PASSWORD, House, running

UNSAFE = [route for route in ROUTES if route.method not in SAFE]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("security")) as house:
        yield house


def signed_in(house: House, name: str = "alice", password: str = PASSWORD) -> httpx.Response:
    return httpx.post(
        f"{house.origin}/api/session",
        json={"name": name, "password": password},
        headers={"origin": house.origin},
    )


@pytest.mark.parametrize(
    "path",
    ["/", "/api/tables", "/api/tables/none", "/nothing", "/web/style.css", "/web/none.css",
     "/table/baccarat", "/healthz", "/metrics", "/api/people", "/api/openapi.json", "/web/../x"],
)  # fmt: skip
def test_every_answer_has_the_headers(house: House, path: str) -> None:
    answer = httpx.get(house.origin + path)
    sent = dict(answer.headers)
    # A page adds the digests of the scripts within it, and nothing else.
    policy = re.sub(r" 'sha256-[\w+/]+='", "", sent["content-security-policy"])
    for name, value in HEADERS:
        shown = policy if name == b"content-security-policy" else sent[name.decode()]
        assert shown == value.decode(), (path, name)
    assert "server" not in answer.headers
    assert "unsafe-inline" not in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] in ("no-store", "no-cache")


def test_the_session_cookie_is_the_browsers_alone(house: House) -> None:
    answer = signed_in(house)
    assert answer.status_code == 200, answer.text
    given = answer.headers["set-cookie"]
    assert given.startswith(f"{COOKIE}=")
    for part in ("Path=/", "Secure", "HttpOnly", "SameSite=Strict"):
        assert part in given
    assert "Domain" not in given


@pytest.mark.parametrize("route", UNSAFE, ids=lambda route: f"{route.method} {route.path}")
@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
def test_nothing_changes_from_a_foreign_page(
    house: House, route: Route, origin: str | None
) -> None:
    headers = {"cookie": f"{COOKIE}={house.token('ada')}", "content-type": "application/json"}
    if origin is not None:
        headers["origin"] = origin
    answer = httpx.request(route.method, house.origin + route.path, headers=headers, content="{}")
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "wrong-origin"


def test_no_get_changes_anything(house: House) -> None:
    heads = house.casino.store.heads()
    for route in ROUTES:
        if route.method == "GET":
            house.ask("inspector", "GET", route.path.replace("{id}", "baccarat"))
    moved = {
        stream for stream, head in house.casino.store.heads().items() if heads.get(stream) != head
    }
    assert not {stream for stream in moved if not stream.startswith("person:")}, moved


def test_a_socket_from_a_foreign_page_is_refused(house: House) -> None:
    url = f"ws://127.0.0.1:{house.port}/api/tables/baccarat/live"
    cookie = {"Cookie": f"{COOKIE}={house.token('alice')}"}
    for origin in (Origin("http://evil.example"), None):
        with pytest.raises(InvalidStatus) as refused:
            connect(url, additional_headers=cookie, origin=origin)
        assert refused.value.response.status_code == 403
    with connect(url, additional_headers=cookie, origin=Origin(house.origin)) as socket:
        assert '"snapshot"' in str(socket.recv(60))


AWAY = (
    "//evil.example", "///evil.example/pit", "https://evil.example/pit", "https:/pit",
    "/\\evil.example", "/\t/evil.example", "\t//evil.example/pit", "/\n/evil.example",
    "//bob@evil.example/pit", "//[", "javascript:alert(1)", "pit", "", "/.//evil.example",
    "/nothing-of-ours",
)  # fmt: skip


def test_the_door_leads_on_to_our_own_pages_only(house: House) -> None:
    for away in AWAY:
        answer = httpx.get(f"{house.origin}/", params={"next": away})
        assert (answer.status_code, answer.headers["location"]) == (303, "/"), away
    for page in ("/", "/table/mini", "/inspect?table=mini", "/pit#mini"):
        assert httpx.get(f"{house.origin}/", params={"next": page}).status_code == 200, page
    asked = httpx.get(f"{house.origin}/inspect", params={"table": "a&b"})
    assert asked.headers["location"] == "/?next=/inspect%3Ftable%3Da%2526b"


def test_figures_are_for_whom_they_are_meant(tmp_path_factory: pytest.TempPathFactory) -> None:
    """On this machine no token is needed; from elsewhere, or behind a proxy that hides the client,
    it is."""
    ours = {"origin": "https://casino.example"}
    for settings in (ours, {**ours, "behind_proxy": True}):
        with running(tmp_path_factory.mktemp("figures"), **settings) as house:
            url, far = f"{house.origin}/metrics", {"x-forwarded-for": "127.0.0.1, 203.0.113.9"}
            assert httpx.get(url, headers=far).status_code == 403
            for who, status in (("ada", 200), ("ines", 200), ("alice", 403), ("dora", 403)):
                asked = httpx.get(url, headers={**far, **house.headers(who)})
                assert asked.status_code == status
            near = httpx.get(url).status_code
            assert near == (200 if "behind_proxy" in settings else 403)


def test_another_host_name_is_refused(house: House) -> None:
    answer = httpx.get(f"{house.origin}/api/tables", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "wrong-host"


def test_forwarded_headers_are_not_believed(house: House) -> None:
    for number in range(4):
        signed_in_with = {"origin": house.origin, "x-forwarded-for": f"10.0.0.{number}"}
        httpx.post(
            f"{house.origin}/api/session",
            json={"name": "chen", "password": "wrong wrong wrong"},
            headers=signed_in_with,
        )
    assert signed_in(house, "chen").status_code == 401


def test_a_proxy_that_is_believed_says_who_asks(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Only the last address counts, which the proxy wrote: the rest can be forged."""
    with running(
        tmp_path_factory.mktemp("proxy"),
        origin="https://casino.example",
        behind_proxy=True,
        sign_ins=0.01,
        sign_in_burst=2,
    ) as house:
        statuses = []
        for said in ("9.9.9.9, 10.0.0.1", "8.8.8.8, 10.0.0.1", "7.7.7.7, 10.0.0.1", "10.0.0.2"):
            answer = httpx.post(
                f"{house.origin}/api/session",
                json={"name": "alice", "password": "not the right one"},
                headers={"origin": "https://casino.example", "x-forwarded-for": said},
            )
            statuses.append(answer.status_code)
        assert statuses == [401, 401, 429, 401]


def test_wrong_credentials_get_one_sentence(house: House) -> None:
    wrong = signed_in(house, "bob", "this is not it at all")
    unknown = signed_in(house, "nobody at all", PASSWORD)
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json()


def test_a_body_that_is_too_big_is_refused(house: House) -> None:
    answer = house.ask("alice", "POST", "/api/tables/baccarat/commands", {"id": "x" * 70_000})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"\xff", b"[" * 5000, b'{"do":"fly"}', b"1e999"]
)
def test_a_body_that_is_no_command_is_a_sentence(house: House, body: bytes) -> None:
    headers = {**house.headers("alice"), "content-type": "application/json"}
    answer = httpx.post(
        f"{house.origin}/api/tables/baccarat/commands", content=body, headers=headers
    )
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]["code"] == "bad-command"


def test_a_flood_is_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("flood"), sign_ins=0.1, sign_in_burst=5) as house:
        statuses = set()
        for _ in range(7):
            answer = httpx.post(
                f"{house.origin}/api/session",
                json={"name": "x", "password": "y"},
                headers={"origin": house.origin},
            )
            statuses.add(answer.status_code)
            if answer.status_code == 429:
                assert answer.headers["retry-after"] == "1"
        assert statuses == {401, 429}


def test_no_secret_is_in_a_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        answer = signed_in(house, "bob")
        token = (
            answer.cookies.get(COOKIE) or answer.headers["set-cookie"].split("=")[1].split(";")[0]
        )
        signed_in(house, "bob", "my secret mistake")
        house.ask("ada", "GET", "/api/people")
    ours = [each for each in caplog.records if each.name.startswith(("sabot", "uvicorn"))]
    written = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in ours)
    assert "sabot.access" in {record.name for record in caplog.records}
    for secret in (PASSWORD, token, "my secret mistake", house.token("ada")):
        assert secret not in written
    lines = b"\n".join(stored.line for stored in house.casino.store.read_all())
    for secret in (PASSWORD, token, "my secret mistake", house.token("ada")):
        assert secret.encode() not in lines
    assert NAMES["player"] == "alice"
