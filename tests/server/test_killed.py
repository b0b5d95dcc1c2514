"""Killed in the middle of a coup and started again: nothing is lost, nothing is doubled."""

import json
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from sabot.store import open_store, verify_lines
from server.harness import TABLES, running
from server.serving import LONGEST, served

TABLE = TABLES["canberra-mini"]


def test_a_killed_server_loses_and_doubles_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        house.prepare(TABLE)
        house.sit(TABLE, "alice")
        tokens = {name: house.token(name) for name in ("alice", "dylan")}
    store = str(tmp_path / "casino.db")
    headers = {name: {"authorization": f"Bearer {each}"} for name, each in tokens.items()}
    bet = {"id": "the bet", "do": "place-wager", "player": "alice", "on": "player", "amount": "50"}
    with (
        served("--store", store) as (_, origin),
        connect(_live(origin), additional_headers=headers["alice"]) as socket,
    ):
        seq = json.loads(socket.recv(LONGEST))["seq"]
        socket.send(json.dumps(bet))
        messages = [json.loads(socket.recv(LONGEST)) for _ in range(2)]
        answer = next(each for each in messages if each["type"] == "answer")
        for number, do in enumerate(("no-more-bets", "deal-card", "deal-card")):
            _do(origin, headers["dylan"], {"id": f"first {number}", "do": do})
        # The process is killed here, with two cards on the table.
    with (
        served("--store", store) as (_, origin),
        connect(_live(origin, seq), additional_headers=headers["alice"]) as socket,
    ):
        missed = json.loads(socket.recv(LONGEST))
        assert missed["type"] == "events"
        assert [each["seq"] for each in missed["events"]] == list(range(seq + 1, missed["seq"] + 1))
        assert sum(each["what"] == "wager-placed/1" for each in missed["events"]) == 1
        assert missed["table"]["coup"]["number"] == 1
        assert [len(hand["cards"]) for hand in missed["table"]["hands"]] == [1, 1]
        socket.send(json.dumps(bet))
        assert json.loads(socket.recv(LONGEST)) == answer
        before = missed["you"]["balance"]
        _play_out(origin, headers["dylan"])
        seen = _see(origin, headers["alice"])
        returned = sum(each["returns"] for each in seen["table"]["ends"])
        assert seen["you"]["balance"] == before + returned
    with open_store(store) as kept:
        lines = [each.line for each in kept.read_all()]
        assert not list(verify_lines(lines))


def _live(origin: str, after: int | None = None) -> str:
    path = f"{origin.replace('http', 'ws', 1)}/api/tables/{TABLE}/live"
    return path if after is None else f"{path}?after={after}"


def _do(origin: str, headers: dict[str, str], body: dict[str, Any]) -> Any:
    url = f"{origin}/api/tables/{TABLE}/commands"
    answer = httpx.post(url, json=body, headers=headers, timeout=LONGEST)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _see(origin: str, headers: dict[str, str]) -> Any:
    url = f"{origin}/api/tables/{TABLE}"
    return httpx.get(url, headers=headers, timeout=LONGEST).json()


def _play_out(origin: str, headers: dict[str, str]) -> None:
    number = 0
    while (seen := _see(origin, headers))["table"]["wait"]["step"] != "bets":
        step = seen["staff"]["next"]
        number += 1
        _do(origin, headers, {"id": f"then {number}", "do": step["do"], **step.get("fields", {})})
