"""`sabot serve` as people start it: what is wrong is one sentence, and status 2."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

PASSWORD = "a long enough phrase for a test"
SABOT = [sys.executable, "-m", "sabot"]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def refused(*words: str, **environment: str) -> str:
    done = subprocess.run(
        [*SABOT, "serve", *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        env={**os.environ, **environment},
    )
    assert done.returncode == 2, done
    (line,) = done.stderr.splitlines()
    assert line.startswith("sabot: ")
    assert "Traceback" not in done.stderr
    return line


def with_administrator(folder: Path) -> str:
    store = str(folder / "casino.db")
    subprocess.run(
        [*SABOT, "people", "add", "ada", "--role", "administrator", "--store", store],
        input=f"{PASSWORD}\n",
        text=True,
        check=True,
        capture_output=True,
        timeout=60,
    )
    return store


@contextmanager
def served(*words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    port = free_port()
    process = subprocess.Popen(
        [*SABOT, "serve", "--port", str(port), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert "open at" in process.stdout.readline()
        yield process, f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    store = with_administrator(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "--port" in refused("--store", store, "--port", port)


def test_the_first_start_asks_for_an_administrator(tmp_path: Path) -> None:
    said = refused("--store", str(tmp_path / "casino.db"))
    assert "sabot people add" in said


def test_a_database_that_cannot_be_reached() -> None:
    said = refused(SABOT_DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")
    assert "1" in said


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
def test_bad_settings(words: tuple[str, ...]) -> None:
    refused(*words)


def test_the_demo_never_opens_a_given_database() -> None:
    refused("--demo", SABOT_DATABASE_URL="sqlite:///casino.db")


def test_production_has_no_demo_door(tmp_path: Path) -> None:
    with served("--store", with_administrator(tmp_path)) as (_, origin):
        assert httpx.get(f"{origin}/api/demo").status_code == 404
        answer = httpx.post(
            f"{origin}/api/demo/session", json={"role": "player"}, headers={"origin": origin}
        )
        assert answer.status_code == 404
        assert httpx.get(f"{origin}/api/tables").json() == []
        signed = httpx.post(
            f"{origin}/api/session",
            json={"name": "ada", "password": PASSWORD},
            headers={"origin": origin},
        )
        assert signed.json()["role"] == "administrator"
        assert not signed.json()["demo"]


def test_a_file_has_one_server(tmp_path: Path) -> None:
    store = with_administrator(tmp_path)
    with served("--store", store):
        said = refused("--store", store, "--port", str(free_port()))
        assert "Another server" in said


def test_it_stops_in_order_when_told_to(tmp_path: Path) -> None:
    store = with_administrator(tmp_path)
    with served("--store", store) as (process, _):
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    with served("--store", store) as (_, origin):
        assert httpx.get(f"{origin}/readyz").json() == {"status": "ready"}


def test_after_a_kill_it_opens_again(tmp_path: Path) -> None:
    store = with_administrator(tmp_path)
    with served("--store", store) as (process, _):
        process.kill()
        process.wait()
    with served("--store", store) as (_, origin):
        assert httpx.get(f"{origin}/readyz").status_code == 200


def test_the_demo_opens_five_tables_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with served("--demo") as (process, origin):
        assert len(httpx.get(f"{origin}/api/tables").json()) == 5
        roles = httpx.get(f"{origin}/api/demo").json()
        assert roles
        assert list(tmp_path.glob("sabot-demo-*/casino.db"))
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        assert not list(tmp_path.iterdir())
