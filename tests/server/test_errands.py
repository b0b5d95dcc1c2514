"""Errands: long work in a process of its own, one for a person and two in all."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from sabot.odds import expected_values
from sabot.rulebooks import RULEBOOKS
from sabot.rules.roles import DEALER, INSPECTOR
from sabot.server.errands.errands import PROGRAM
from sabot.simulate import simulate
from server.harness import PATIENCE, House, running

LONG = {"rulebook": "star-baccarat", "coups": 10**9}


@contextmanager
def simulating(house: House, who: str, **order: Any) -> Iterator[tuple[httpx.Response, Any]]:
    """A simulation that runs, and its words as they come."""
    with (
        httpx.Client(base_url=house.origin, timeout=PATIENCE) as client,
        client.stream(
            "POST", "/api/simulations", json={**LONG, **order}, headers=house.headers(who)
        ) as answer,
    ):
        yield answer, map(msgspec.json.decode, answer.iter_lines())


def words_of(house: House, /, who: str = DEALER, **order: Any) -> list[dict[str, Any]]:
    with simulating(house, who, **order) as (answer, words):
        assert answer.status_code == 200
        return list(words)


def refused(house: House, who: str, **order: Any) -> tuple[int, str]:
    answer = house.ask(who, "POST", "/api/simulations", {**LONG, **order})
    return answer.status_code, answer.json()["error"]["code"]


def processes(house: House) -> list[int]:
    """The processes of the errands that run."""
    return [each.process.pid for each in house.casino.errands._running if each.end.alive]


def eventually(holds: Any) -> None:
    """The result comes before long; the time does not matter."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def is_gone(pid: int) -> bool:
    """The process has ended; its parent may still have to take note of that."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


@pytest.fixture
def idle(casino: House) -> House:
    """A casino in which no errand is left from another test."""
    eventually(lambda: not casino.casino.errands._asked.total())
    return casino


def test_a_simulation_tells_how_far_it_is_and_ends(idle: House) -> None:
    """And the address of the store stands on no command line."""
    with simulating(idle, DEALER, coups=20_000_000) as (_, told):
        words = [next(told)]
        (pid,) = processes(idle)
        line = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        words += told
    assert [part.decode() for part in line[:-1]] == list(PROGRAM)
    assert [word["type"] for word in words] == ["progress"] * (len(words) - 1) + ["done"]
    counts = [word["coups"] for word in words]
    assert counts == sorted(counts) and counts[-1] == 20_000_000 and len(words) > 1
    exact = expected_values(RULEBOOKS["star-baccarat"])
    for wager in words[-1]["wagers"]:
        assert wager["exact"] == float(exact[wager["wager"]])
        assert abs(wager["z"]) < 6 and 0 < wager["stderr"] < words[0]["wagers"][0]["stderr"] * 100


@pytest.mark.parametrize("id_", ["star-seven-up", "star-three-card"])
def test_common_hands_and_boxes_are_dealt(idle: House, id_: str) -> None:
    """And the same seed deals the same as in this process."""
    last = words_of(idle, rulebook=id_, coups=50_000, seed=7)[-1]
    assert last["coups"] == 50_000 and last["seed"] == "7"
    assert all(abs(each["z"]) < 6 for each in last["wagers"])
    here = simulate(id_, 50_000, seed=7).wagers
    assert [each["ev"] for each in last["wagers"]] == [each.ev for each in here.values()]


def test_boxes_and_strategies(idle: House) -> None:
    order: dict[str, Any] = {"rulebook": "star-lucky-draw", "coups": 100_000, "boxes": 3}
    best = words_of(idle, **order)[-1]["wagers"]
    never = words_of(idle, **order, strategy="never")[-1]["wagers"]
    assert {each["wager"] for each in best} == {"enter", "draw", "round"}
    (draw,) = [each for each in never if each["wager"] == "draw"]
    assert draw["ev"] is None and draw["z"] is None  # nobody ever placed one


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ({"rulebook": "star-poker"}, (404, "unknown-rulebook")),
        ({"decks": 5}, (409, "wrong-decks")),
        ({"scheme": "free"}, (409, "wrong-scheme")),
        ({"strategy": "total"}, (409, "bad-strategy")),
        ({"rulebook": "star-lucky-draw", "strategy": "guess"}, (409, "unknown-strategy")),
        ({"boxes": 3}, (409, "bad-box")),
        ({"coups": 0}, (400, "bad-command")),
        ({"coups": 10**9 + 1}, (400, "bad-command")),
        ({"seed": -1}, (400, "bad-command")),
        ({"workers": 64}, (400, "bad-command")),
    ],
)
def test_an_order_that_cannot_be_dealt(
    idle: House, order: dict[str, Any], expected: tuple[int, str]
) -> None:
    assert refused(idle, DEALER, **order) == expected
    eventually(lambda: not idle.casino.errands._asked.total())


def test_one_for_a_person_and_two_in_all(idle: House) -> None:
    with simulating(idle, DEALER) as (_, words):
        assert next(words)["type"] == "progress"
        assert refused(idle, DEALER) == (429, "too-many")
        with simulating(idle, INSPECTOR) as (_, others):
            assert next(others)["type"] == "progress"
            assert refused(idle, "surveillance") == (429, "too-many")
            assert idle.ask(INSPECTOR, "GET", "/api/audit/baccarat").status_code == 429


def test_whoever_hangs_up_stops_it(idle: House) -> None:
    with simulating(idle, DEALER) as (_, words):
        next(words)
        (pid,) = processes(idle)
    eventually(lambda: is_gone(pid))
    eventually(lambda: not idle.casino.errands._asked.total())
    assert words_of(idle, coups=1000)[-1]["type"] == "done"


def test_one_that_breaks_off_says_so(idle: House) -> None:
    with simulating(idle, DEALER) as (_, words):
        next(words)
        (pid,) = processes(idle)
        os.kill(pid, signal.SIGKILL)
        *_, last = words
    assert (last["type"], last["code"]) == ("refused", "broken-off")
    eventually(lambda: not idle.casino.errands._asked.total())


def test_a_server_that_stops_takes_its_errands_with_it(tmp_path: Path) -> None:
    with running(tmp_path) as house, simulating(house, DEALER) as (_, words):
        next(words)
        (pid,) = processes(house)
        house.stop()
        eventually(lambda: is_gone(pid))


def test_an_errand_ends_when_nobody_is_left_who_asked() -> None:
    """As after a kill -9 of the server: the input ends."""
    order = b'{"errand":"simulate","rulebook":"star-baccarat","coups":1000000000,"decks":8}\n'
    with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as errand:
        assert errand.stdin is not None and errand.stdout is not None
        errand.stdin.write(order)
        errand.stdin.flush()
        assert b'"progress"' in errand.stdout.readline()
        errand.stdin.close()
        assert errand.wait(PATIENCE) == 1
