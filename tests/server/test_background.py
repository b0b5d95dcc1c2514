"""Background tasks that fail are restarted with pauses, counted and part of readiness."""

import asyncio
import signal
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sabot.core.refusal import Refusal
from sabot.people import ADMINISTRATOR, Hashing, People
from sabot.rules.roles import DUTY_MANAGER
from sabot.server.operations.background import LONGEST_PAUSE, BackgroundTasks
from sabot.server.operations.metrics import REGISTRY
from sabot.server.operations.store_watch import PATIENCE
from sabot.store import open_store
from server.harness import PASSWORD, running
from server.serving import LONGEST, served

TABLE = "mini"


def metric(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_a_task_that_fails_is_restarted_with_growing_pauses() -> None:
    tasks, pauses, runs = BackgroundTasks(), list[float](), list[bool]()

    async def work() -> None:
        runs.append("broken" in tasks.failing)
        if len(runs) < 9:
            raise RuntimeError("a database blip")

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    before = metric("sabot_task_failures_total", task="broken")
    asyncio.run(tasks.keep("broken", work, needed=True, sleep=sleep))
    assert runs == [False, *[True] * 8]
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60] and LONGEST_PAUSE == 60
    assert metric("sabot_task_failures_total", task="broken") == before + 8
    assert tasks.stopped() == {"broken"}, "it has not run steadily since"
    tasks._recovered("broken")
    assert not tasks.stopped() and metric("sabot_tasks_failing") == 0


def test_a_task_that_returns_or_is_cancelled_is_not_restarted() -> None:
    async def evening() -> None:
        tasks, runs = BackgroundTasks(), list[int]()

        async def once() -> None:
            runs.append(1)

        await tasks.keep("once", once)
        kept = asyncio.create_task(tasks.keep("for ever", asyncio.Event().wait))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        kept.cancel()
        with pytest.raises(asyncio.CancelledError):
            await kept
        assert runs == [1] and not tasks.failing

    asyncio.run(evening())


def test_readiness_names_failing_tasks_and_refuses_without_a_needed_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sabot.server.operations.background.STEADY_SECONDS", 3600)
    with running(tmp_path) as house:
        tasks = house.casino.background
        assert {"store", "lobby", "sessions"} <= tasks.needed
        others = {"promotions", "prices", "time of play", "screening"}
        assert not others & tasks.needed
        for name in others:
            labels = {"task": name}
            assert REGISTRY.get_sample_value("sabot_task_failures_total", labels) is not None
        tasks.failing.add("promotions")
        said = house.ask("", "GET", "/readyz")
        assert (said.status_code, said.json()["failing"]) == (200, ["promotions"])
        tasks.failing.add("sessions")
        said = house.ask("", "GET", "/readyz")
        assert said.status_code == 503 and said.json()["error"]["code"] == "task-failing"
        tasks.failing.clear()


def test_a_store_that_hangs_is_told_at_once_and_given_up_after_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the network to the database is cut: nothing answers, and nothing fails either."""
    cut, mended = Event(), Event()

    def hangs(self: Any) -> None:
        if cut.is_set():
            mended.wait(60)

    monkeypatch.setattr("sabot.store.store.Store.check_writable", hangs)
    with running(tmp_path) as house:
        headers = house.headers("alice")
        url = f"ws://127.0.0.1:{house.port}/api/tables/{TABLE}/live"
        with connect(url, additional_headers=headers) as line:
            line.recv(LONGEST)
            house.casino.store_watch.is_shared = True
            cut.set()
            house.casino.store_watch._answered = float("-inf")
            said = house.ask("", "GET", "/readyz")
            assert said.status_code == 503
            assert said.json()["error"]["code"] == "store-unavailable"
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    line.recv(LONGEST)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
        answer = house.do(TABLE, DUTY_MANAGER, "show-rules", to="dylan")
        assert answer.status_code == 503
        assert answer.json()["error"]["code"] == "store-unavailable"
        with (
            connect(url, additional_headers=headers) as line,
            pytest.raises(ConnectionClosed) as closed,
        ):
            line.recv(LONGEST)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
        mended.set()
        while house.ask("", "GET", "/readyz").status_code == 503:
            pass
        assert house.do(TABLE, DUTY_MANAGER, "show-rules", to="dylan").status_code == 200
    assert PATIENCE < 1


def test_a_request_that_waits_for_the_store_is_answered_when_it_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut, mended = Event(), Event()

    def hangs(*args: Any) -> Any:
        cut.set()
        mended.wait(60)
        raise Refusal("store-unavailable", None, "connection to db.example (10.0.0.7) failed")

    def probe(self: Any) -> None:
        if cut.is_set():
            hangs()

    with running(tmp_path) as house:
        headers = house.headers(DUTY_MANAGER)
        monkeypatch.setattr("sabot.store.store.Store.check_writable", probe)
        monkeypatch.setattr(house.casino.floor, "do", hangs)
        monkeypatch.setattr(house.casino.floor, "do_each", hangs)
        house.casino.store_watch.is_shared = True
        said = httpx.post(
            f"http://127.0.0.1:{house.port}/api/tables/{TABLE}/commands",
            json={"id": "x", "do": "show-rules", "to": "dylan"}, headers=headers, timeout=LONGEST,
        )  # fmt: skip
        assert said.status_code == 503
        assert said.json()["error"]["code"] == "outcome-unknown"
        mended.set()


def test_nobody_reads_what_the_database_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: Any) -> Any:
        raise Refusal("store-unavailable", None, "connection to db.example (10.0.0.7) failed")

    with running(tmp_path) as house:
        monkeypatch.setattr(house.casino.floor, "do", away)
        said = house.do(TABLE, DUTY_MANAGER, "show-rules", to="dylan")
        assert said.status_code == 503 and "db.example" not in said.text
        assert said.json()["error"]["words"]["zh"]


@pytest.mark.parametrize(
    ("who", "text", "do", "code"),
    [
        ("alice", '{"id":"x","do":"no-such-thing"}', "unread", "bad-command"),
        ("alice", '{"id":"x","do":"no-more-bets"}', "no-more-bets", "wrong-role"),
        ("ada", '{"id":"x","do":"no-more-bets"}', "unread", "wrong-role"),
    ],
)
def test_every_refused_command_of_a_socket_is_counted(
    tmp_path: Path, who: str, text: str, do: str, code: str
) -> None:
    def counted() -> float:
        return sum(
            metric("sabot_commands_total", do=do, outcome=outcome, code=code)
            for outcome in ("refused", "rejected")
        )

    with running(tmp_path) as house:
        before = counted()
        url = f"ws://127.0.0.1:{house.port}/api/tables/{TABLE}/live"
        with connect(url, additional_headers=house.headers(who)) as line:
            line.recv(LONGEST)
            line.send(text)
            assert f'"{code}"' in str(line.recv(LONGEST))
        assert counted() == before + 1


def test_a_hangup_without_a_certificate_changes_nothing(tmp_path: Path) -> None:
    store = str(tmp_path / "casino.db")
    with open_store(store) as opened:
        People(opened, hashing=Hashing(memory=8)).add("ada", PASSWORD, ADMINISTRATOR, "a test")
    with served("--store", store) as (process, origin):
        process.send_signal(signal.SIGHUP)
        assert httpx.get(f"{origin}/healthz").status_code == 200
        assert process.poll() is None
