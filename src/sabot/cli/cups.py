"""`sabot tournament demo` and `file`: a tournament by robots, and a tournament's file."""

import argparse

import msgspec

from sabot.clock import system_clock
from sabot.compliance.source import opened
from sabot.compliance.tournaments import as_text, file_of
from sabot.floor import Floor
from sabot.kinds import TOURNAMENTS
from sabot.money import cash
from sabot.refusal import Refusal, named
from sabot.robots.cups import RobotCup
from sabot.rulebooks import RULEBOOKS
from sabot.store import open_store
from sabot.streams import read_line

NAME = "robot-cup"
MOST_PLAYERS, MOST_COUPS, MOST_SEATS = 1_000, 1_000, 7


def demo(chosen: argparse.Namespace) -> int:
    """Play it, and print who has won what."""
    first = next(each.id for each in RULEBOOKS.values() if each.tournament is not None)
    _check("players", chosen.players, 2, MOST_PLAYERS)
    _check("seats", chosen.seats, 3, MOST_SEATS)
    _check("coups", chosen.coups, 1, MOST_COUPS)
    floor = Floor(open_store(chosen.store or "sqlite://"), system_clock)
    cup = RobotCup(floor, NAME, system_clock, chosen.seed, _quiet if chosen.json else print)
    players = [f"player {number}" for number in range(1, chosen.players + 1)]
    cup.run(chosen.rulebook or first, players, chosen.seats, chosen.coups)
    stream = TOURNAMENTS.stream(NAME)
    found = file_of(NAME, (each.line for each in floor.store.read(stream)))
    if chosen.json:
        print(msgspec.json.encode(found).decode())
        return 0
    for place, names in enumerate(found.places, 1):
        won = ", ".join(f"{name} {cash(found.prizes.get(name, 0))}" for name in names)
        print(f"{place}. {won}")
    print(f"Pool {cash(found.pool)}, commission {cash(found.commission)}.")
    return 0


def _quiet(text: str) -> None:
    """Nothing but the answer is printed for programs."""


def _check(what: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise Refusal("bad-number", None, f"There are from {least} to {most} {what}.")


def file(chosen: argparse.Namespace) -> int:
    """Print the file of a tournament."""
    stream = TOURNAMENTS.stream(chosen.name)
    with opened(chosen.source) as log:
        lines = [line for line in log.lines() if read_line(line).stream == stream]
    if not lines:
        raise Refusal(
            "unknown-tournament", None, f"There is no tournament {named(chosen.name)} in that log."
        )
    found = file_of(chosen.name, lines)
    print(msgspec.json.encode(found).decode() if chosen.json else as_text(found))
    return 0
