"""Many clients at one table at once: robots that play and others that send anything at all."""

import random
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Barrier, Thread

import msgspec

from sabot.core.refusal import Refusal
from sabot.floor import Answer, Floor
from sabot.robots import Robot, RobotDealer, RobotPlayer, View
from sabot.rules.roles import PLAYER
from sabot.store import open_store
from sabot.table import TABLE
from support.accounts import funded
from support.chaos import PLAYERS, Chaos, encoded

Told = list[tuple[str, bytes]]
"""Ids of commands and the answers that they got."""

TABLE_NAME = "1"
LIVELY = {
    "join-table", "leave-table", "take-box", "place-wager", "withdraw-wager", "no-more-bets",
    "place-your-bets", "deal-card", "expose-cards", "pass-hand", "decide-hand", "announce-counts",
    "announce-result", "settle-wagers", "clear-cards", "fill", "credit", "buy-chips", "post-sign",
    "show-rules", "approve", "withdraw-approval", "exchange-voucher",
}  # fmt: skip
"""Messages of the troublemakers: none would bring the game to an end."""
WAITS = 600
"""So often a robot looks in vain for its turn before it goes."""


def ask(floor: Floor, line: bytes, id_: str) -> tuple[str, bytes]:
    """Send a command until it is decided: with others at the table that may take some tries."""
    while True:
        try:
            return id_, msgspec.json.encode(floor.do(TABLE_NAME, floor.read(line)))
        except Refusal as refused:
            assert refused.code == "busy", refused


def a_robot(floor: Floor, robot: Robot, name: str, turns: int) -> Told:
    """A client that plays as well as it can while everybody else does something too."""
    view, told = View(floor, TABLE_NAME), Told()
    waited = 0
    while len(told) < turns and waited < WAITS:
        view.look()
        scene = view.scene(robot.name if robot.role == PLAYER else None)
        wish = robot.wish(scene)
        if wish is None:
            waited += 1
            time.sleep(0.001)
            continue
        id_ = f"{name}-{len(told)}"
        told.append(ask(floor, wish.command(id_), id_))
        rejected = msgspec.json.decode(told[-1][1], type=Answer).rejected
        if rejected is not None:
            with suppress(Refusal):  # a robot that is alone with its dealer knows no such trouble
                robot.refused(scene, wish, rejected)
    return told


def a_troublemaker(floor: Floor, seed: str, turns: int) -> Told:
    """A client that sends anything; two with the same seed send the same, under the same ids."""
    chaos, mind = Chaos(seed), random.Random(seed)
    kinds = [k for k in TABLE.commands if k.__struct_config__.tag in LIVELY]
    told = Told()
    for turn in range(turns):
        id_ = f"{seed}-{turn}"
        told.append(ask(floor, encoded(chaos.command(mind.choice(kinds)), id_), id_))
    return told


def crowd(floor: Floor, rulebook: str, party: str, turns: int) -> Told:
    """Eight clients in threads; what each of them was told."""
    for name in PLAYERS[:3]:
        with suppress(AssertionError):  # another party may have been faster
            funded(floor, name, "5000", f"card of {name}")
    players = [RobotPlayer(name, place) for place, name in enumerate(PLAYERS[:3], 1)]
    robots: list[Robot] = [RobotDealer(rulebook), *players]
    clients: list[Callable[[], Told]] = [
        lambda robot=robot, n=n: a_robot(floor, robot, f"{party} robot {n}", turns)  # type: ignore[misc]
        for n, robot in enumerate(robots)
    ]
    clients += [
        lambda seed=seed: a_troublemaker(floor, seed, turns)  # type: ignore[misc]
        for seed in ("left", "left", "right", f"{party} alone")
    ]
    told: list[Told] = [[] for _ in clients]
    start = Barrier(len(clients))

    def run(number: int) -> None:
        start.wait()
        told[number] = clients[number]()

    threads = [Thread(target=run, args=(number,)) for number in range(len(clients))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [each for part in told for each in part]


def crowd_elsewhere(url: str, rulebook: str, party: str, turns: int) -> Told:
    """The same in a process of its own."""
    with open_store(url) as store:
        return crowd(Floor(store), rulebook, party, turns)
