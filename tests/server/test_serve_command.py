"""`sabot serve` as people start it: what is wrong is one sentence, and status 2."""

import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pyotp
import pytest

from sabot.cli import main
from sabot.core.refusal import Refusal
from sabot.people import ADMINISTRATOR, Hashing, People
from sabot.server.casino import Casino
from sabot.server.serve import serve
from sabot.server.settings import Settings
from sabot.store import open_store
from server.serving import LONGEST, ask, await_ready, served

PASSWORD = "a long enough phrase for a test"
"""Seconds after which a server that does not go on is ended, however busy the machine."""


class Refused:
    """`sabot serve` in this process, which ends before it serves."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str) -> str:
        assert main(["serve", *words]) == 2
        captured = self._capsys.readouterr()
        (line,) = captured.err.splitlines()
        assert line.startswith("sabot: ") and not captured.out
        return line


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Refused:
    monkeypatch.setattr("sabot.cli.casino.serve.write_logs", lambda level: None)
    monkeypatch.delenv("SABOT_DATABASE_URL", raising=False)
    return Refused(capsys)


def with_administrator(folder: Path) -> str:
    url = str(folder / "casino.db")
    with open_store(url) as store:
        People(store, hashing=Hashing(memory=8)).add("ada", PASSWORD, ADMINISTRATOR, "a test")
    return url


@pytest.fixture(scope="module")
def production(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """A casino with people who can sign in: its store, and its address."""
    store = with_administrator(tmp_path_factory.mktemp("production"))
    with served("--store", store) as (_, origin):
        yield store, origin


def test_a_port_that_is_taken(refused: Refused, tmp_path: Path) -> None:
    store = with_administrator(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "--port" in refused("--store", store, "--port", port)


def test_the_first_start_asks_for_an_administrator(refused: Refused, tmp_path: Path) -> None:
    assert "sabot people add" in refused("--store", str(tmp_path / "casino.db"))


def test_a_database_that_cannot_be_reached(
    refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SABOT_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    assert "1" in refused()


@pytest.mark.parametrize(
    "words",
    [
        ("--host", "0.0.0.0"),
        ("--port", "99999"),
        ("--port", "x"),
        ("--certificate", "none.pem"),
        ("--origin", "ftp://x"),
        ("--betting-seconds", "1"),
        ("--store", "ftp://nowhere"),
        ("--demo", "--host", "0.0.0.0"),
        ("--demo", "--store", "casino.db"),
        ("--demo", "--origin", "https://casino.example"),
        ("--what",),
    ],
)
def test_bad_settings(refused: Refused, words: tuple[str, ...]) -> None:
    refused(*words)


def test_the_demo_never_opens_a_given_database(
    refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SABOT_DATABASE_URL", "sqlite:///casino.db")
    assert "SABOT_DATABASE_URL" in refused("--demo")


def test_a_casino_that_cannot_be_opened_does_not_stay_half_open() -> None:
    def prepare(casino: Casino) -> Iterator[str]:
        raise Refusal("store-unavailable", None, "The cards are wet.")
        yield ""

    with pytest.raises(Refusal, match="wet"):
        serve(Settings(port=0, store="sqlite://"), prepare)


def test_production_has_no_demo_door(production: tuple[str, str]) -> None:
    _, origin = production
    await_ready(origin)
    assert ask(f"{origin}/api/demo").status_code == 404
    headers = {"origin": origin}
    answer = httpx.post(
        f"{origin}/api/demo/session", json={"role": "player"}, headers=headers, timeout=LONGEST
    )
    assert answer.status_code == 404
    assert ask(f"{origin}/api/tables").json() == []
    who = {"name": "ada", "password": PASSWORD}

    def said(path: str, **more: str) -> httpx.Response:
        return httpx.post(origin + path, json=who | more, headers=headers, timeout=LONGEST)

    assert said("/api/session").json()["error"]["code"] == "enrol-factor"
    offer = said("/api/session/factor").json()
    signed = said("/api/session", code=pyotp.TOTP(offer["secret"]).now())
    assert signed.json()["role"] == "administrator"
    assert not signed.json()["demo"]


def test_a_file_has_one_server(production: tuple[str, str], refused: Refused) -> None:
    store, _ = production
    assert "Another server" in refused("--store", store, "--port", "0")


def test_it_stops_in_order_and_opens_again_even_after_a_kill(tmp_path: Path) -> None:
    store = with_administrator(tmp_path)
    with served("--store", store) as (process, origin):
        await_ready(origin)
        process.send_signal(signal.SIGTERM)
        assert process.wait(LONGEST) == 0
    with served("--store", store) as (process, origin):
        process.kill()
        process.wait()
    with served("--store", store) as (_, origin):
        await_ready(origin)


def test_the_demo_opens_five_tables_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with served("--demo") as (process, origin):
        assert ask(f"{origin}/api/tables").status_code == 200
        await_ready(origin)
        assert len(ask(f"{origin}/api/tables").json()) == 5
        assert ask(f"{origin}/api/demo").json()["roles"]
        assert list(tmp_path.glob("sabot-demo-*/casino.db"))
        process.send_signal(signal.SIGTERM)
        assert process.wait(LONGEST) == 0
        assert not list(tmp_path.iterdir())
