"""Killed in the middle of a coup and started again: nothing is lost, nothing is doubled."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from sabot.store import open_store, verify_lines
from server.harness import TABLES, running
from server.test_serve_command import free_port

TABLE = TABLES["canberra-mini"]


@contextmanager
def served(store: str, port: int) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-m", "sabot", "serve", "--store", store, "--port", str(port)]
    process = subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert "open at" in process.stdout.readline()
        yield process
    finally:
        process.kill()
        process.wait()


def test_a_killed_server_loses_and_doubles_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        house.prepare(TABLE)
        house.sit(TABLE, "alice")
        tokens = {name: house.token(name) for name in ("alice", "dylan")}
    store, port = str(tmp_path / "casino.db"), free_port()
    headers = {name: {"authorization": f"Bearer {each}"} for name, each in tokens.items()}
    live = f"ws://127.0.0.1:{port}/api/tables/{TABLE}/live"
    bet = {"id": "the bet", "do": "place-wager", "player": "alice", "on": "player", "amount": "50"}
    with served(store, port), connect(live, additional_headers=headers["alice"]) as socket:
        seq = json.loads(socket.recv(10))["seq"]
        socket.send(json.dumps(bet))
        messages = [json.loads(socket.recv(10)) for _ in range(2)]
        answer = next(each for each in messages if each["type"] == "answer")
        for do in ("no-more-bets", "deal-card", "deal-card"):
            _do(port, headers["dylan"], {"id": f"first {do} {len(messages)}", "do": do})
            messages.append({})
        # The process is killed here, with two cards on the table.
    again_at = f"{live}?after={seq}"
    with served(store, port), connect(again_at, additional_headers=headers["alice"]) as s:
        missed = json.loads(s.recv(10))
        assert missed["type"] == "events"
        assert [each["seq"] for each in missed["events"]] == list(range(seq + 1, missed["seq"] + 1))
        assert sum(each["what"] == "wager-placed/1" for each in missed["events"]) == 1
        assert missed["table"]["coup"]["number"] == 1
        assert [len(hand["cards"]) for hand in missed["table"]["hands"]] == [1, 1]
        s.send(json.dumps(bet))
        again = json.loads(s.recv(10))
        assert again == answer
        before = missed["you"]["balance"]
        _play_out(port, headers["dylan"])
        you = _see(port, headers["alice"])["you"]
        ends = _see(port, headers["alice"])["table"]["ends"]
        assert you["balance"] == before + sum(each["returns"] for each in ends)
    with open_store(store) as kept:
        lines = [each.line for each in kept.read_all()]
        assert not list(verify_lines(lines))


def _do(port: int, headers: dict[str, str], body: dict[str, Any]) -> Any:
    answer = httpx.post(
        f"http://127.0.0.1:{port}/api/tables/{TABLE}/commands", json=body, headers=headers
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def _see(port: int, headers: dict[str, str]) -> Any:
    return httpx.get(f"http://127.0.0.1:{port}/api/tables/{TABLE}", headers=headers).json()


def _play_out(port: int, headers: dict[str, str]) -> None:
    number = 0
    while (seen := _see(port, headers))["table"]["wait"]["step"] != "bets":
        step = seen["staff"]["next"]
        number += 1
        _do(port, headers, {"id": f"then {number}", "do": step["do"], **step.get("fields", {})})
