"""`sabot tournament demo` and `file`: a tournament played by robots, and a tournament's file."""

import argparse
from collections.abc import Iterable

import msgspec

from sabot.audit.source import opened
from sabot.compliance.tournaments import turns
from sabot.compliance.tournaments.file import NOTHING, File, as_text, file_of
from sabot.core.clock import system_clock
from sabot.core.money import cash
from sabot.core.refusal import Refusal, named
from sabot.engine.streams import read_line
from sabot.floor import Floor
from sabot.floor.kinds import TOURNAMENTS
from sabot.robots.tournaments import RobotCup
from sabot.rulebooks import RULEBOOKS
from sabot.store import open_store

NAME = "robot-cup"
MOST_PLAYERS, MOST_COUPS, MOST_SEATS = 1_000, 1_000, 7


def demo(chosen: argparse.Namespace) -> int:
    """Play a tournament and print its winners and prizes."""
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
    """Print nothing: for programs only the answer is printed."""


def _check(what: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise Refusal("bad-number", None, f"There are from {least} to {most} {what}.")


def file(chosen: argparse.Namespace) -> int:
    """Print the file of a tournament."""
    with opened(chosen.source) as log:
        found = _file(chosen.name, log.lines())
    print(msgspec.json.encode(found).decode() if chosen.json else as_text(found))
    return 0


def order(chosen: argparse.Namespace) -> int:
    """Print the order of wagering in the last coups, and how often each turn was completed."""
    with opened(chosen.source) as log:
        found = _file(chosen.name, log.lines())
        orders = turns.last_orders(chosen.name, log.lines())
    told = turns.report(found, orders)
    if chosen.json:
        print(msgspec.json.encode({"orders": orders, "turns": told}).decode())
        return 0
    for each in orders:
        print(f"session {each.number}, {each.table}, coup {each.coup}: {', '.join(each.players)}")
    print("\n".join(turns.as_lines(told)) or NOTHING)
    return 0


def _file(name: str, log: Iterable[bytes]) -> File:
    stream = TOURNAMENTS.stream(name)
    lines = [line for line in log if read_line(line).stream == stream]
    if not lines:
        raise Refusal(
            "unknown-tournament", None, f"There is no tournament {named(name)} in that log."
        )
    return file_of(name, lines)
