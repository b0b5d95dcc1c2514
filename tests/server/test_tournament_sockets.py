"""A tournament over a socket: each role sees what it may, and no viewer misses an event."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from sabot.floor.kinds import TOURNAMENTS
from sabot.rules.roles import (
    CASHIER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    INSPECTOR,
    PLAYER,
    TOURNAMENT_MANAGER,
)
from sabot.server.live.follower import KEPT
from sabot.server.live.load_failures import ClosedStreams
from sabot.server.live.tournaments import RESTS_AFTER, Contests, FollowedContest
from sabot.store import open_store
from server.harness import NAMES, PATIENCE, House, running
from server.test_tournaments import CUP, _draft, _ok
from tournament.test_cups import PLAYERS, START, cup


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("tournament sockets")) as house:
        _draft(house)
        yield house


def live(house: House, role: str = "", after: int | None = None) -> ClientConnection:
    more = "" if after is None else f"?after={after}"
    url = f"ws://127.0.0.1:{house.port}{CUP}/live{more}"
    if not role:
        return connect(url, origin=Origin(house.origin))
    return connect(url, additional_headers=house.headers(role))


def heard(line: ClientConnection, type_: str = "events") -> Any:
    """The next message of that type."""
    while True:
        said = json.loads(line.recv(PATIENCE))
        if said["type"] == type_:
            return said


def test_a_snapshot_is_what_the_caller_may_see_over_http(house: House) -> None:
    for role in ("", PLAYER, TOURNAMENT_MANAGER, INSPECTOR):
        with live(house, role) as line:
            said = heard(line, "snapshot")
        asked = house.ask(role, "GET", CUP).json()
        assert said["seq"] == asked["version"]
        assert {**said["tournament"], "you": said["you"]} == {
            key: value for key, value in asked.items() if key != "now"
        }


def test_what_happens_is_told_to_each_as_they_may_see_it(house: House) -> None:
    while house.casino.contests._later:  # the room hears of what came before a moment later
        time.sleep(0.01)
    _ok(house, DUTY_MANAGER, "refuse-entry", player=NAMES[PLAYER], reason="not of age")
    number = house.casino.floor.state(TOURNAMENTS, CUP.rsplit("/", 1)[1]).statements.count
    with live(house) as nobody, live(house, PLAYER) as player, live(house, CASHIER) as desk:
        lines = {"": nobody, PLAYER: player, CASHIER: desk}
        seqs = {role: heard(line, "snapshot")["seq"] for role, line in lines.items()}
        _ok(house, GAMING_MANAGER, "confirm-statement", number=number, reason="seen")
        for role, line in lines.items():
            said, log = heard(line), house.ask(role, "GET", f"{CUP}/events?after={seqs[role]}")
            assert said["events"] == log.json()["events"] and said["seq"] == log.json()["seq"]
            assert ("not of age" in json.dumps(said)) == (role != "")
            assert ("books" in said["tournament"]) == (role == CASHIER)
            assert "conditions" not in said["tournament"], "what has not changed is not told"


def test_who_comes_back_is_told_what_was_missed_and_nothing_twice(house: House) -> None:
    with live(house, DUTY_MANAGER) as line:
        seq = heard(line, "snapshot")["seq"]
    _ok(house, TOURNAMENT_MANAGER, "require-agreement")
    with live(house, DUTY_MANAGER, seq) as line:
        said = heard(line)
        assert [each["what"] for each in said["events"]] == ["agreement-required/1"]
        assert said["tournament"]["agreement"] is True
    with live(house, DUTY_MANAGER, said["seq"]) as line:
        assert heard(line)["events"] == []
    with live(house, DUTY_MANAGER, 10**9) as line:
        assert heard(line, "snapshot")["seq"] == said["seq"]


def test_commands_are_taken_and_refused_on_the_socket(house: House) -> None:
    with live(house, TOURNAMENT_MANAGER) as head, live(house, INSPECTOR) as ines:
        head.send('{"type":"ping"}')
        assert heard(head, "pong")
        head.send(json.dumps({"id": "s1", "do": "open-draw"}))
        said = heard(head, "answer")
        assert said["id"] == "s1" and said["error"]["code"] == "wrong-phase"
        head.send(json.dumps({"id": "s2", "do": "hear-start", "table": "T", "number": 1}))
        assert heard(head, "answer")["error"]["code"] == "bad-command"
        ines.send(json.dumps({"id": "s3", "do": "close-entry"}))
        assert heard(ines, "answer")["error"]["code"] == "wrong-role"
    with live(house, PLAYER) as player:
        other = {"id": "s4", "do": "enter-tournament", "player": "bob", "copy": "shown"}
        player.send(json.dumps(other))
        assert heard(player, "answer")["error"]["code"] == "proxy"


def test_there_is_no_socket_for_a_tournament_that_is_none(house: House) -> None:
    url = f"ws://127.0.0.1:{house.port}/api/tournaments/none/live"
    with (
        connect(url, origin=Origin(house.origin)) as line,
        pytest.raises(ConnectionClosed) as closed,
    ):
        line.recv(PATIENCE)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404


def test_one_that_is_over_leaves_the_list_and_the_memory() -> None:
    now = START
    with open_store("sqlite://") as store:
        robots, floor = cup(store=store)
        robots.run("star-baccarat", PLAYERS[:3], 3, 1)
        contests = Contests(floor, lambda: now, _never, _never, ClosedStreams(store))
        contest = floor.state(TOURNAMENTS, "cup")
        lines = [each.line for each in store.read(TOURNAMENTS.stream("cup"))]
        followed = FollowedContest(contest, lines, now)
        contests.followed["cup"] = followed
        assert contest.at is not None
        now = contest.at
        assert [each.phase for each in contests.cards()] == ["paid"]
        assert followed.since(contest.version - 2) == lines[-2:] and len(followed.lines) <= KEPT
        now = contest.at + RESTS_AFTER
        assert contests.cards() == [] and contests.followed == {}


def _never(*args: object) -> Any:
    raise AssertionError
