"""A night of about five hundred commands at five tables, the same every time it is composed.

Everything that is chance in a night is derived from the command that needs it, so that a process
which takes over in the middle goes on as the first one would have: a night that was interrupted
ends with the same log, byte by byte.
"""

import hashlib
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest import mock

import msgspec

from sabot import RULEBOOKS
from sabot.core.cards import Card
from sabot.engine.streams import Command, Rejection
from sabot.floor import Answer, Floor
from sabot.robots import RobotDealer, RobotPlayer, RobotSession
from sabot.shoe import commitment
from sabot.shoe.randomness import Seeded
from sabot.store import Store, open_store
from sabot.table import TABLE
from support.chaos import KINDS, Chaos, encoded
from support.evening import START

SEED = 4
COUPS = 3
TIMES_EACH_KIND = 2
SECONDS_APART = 7
PLAYERS = ("Ada", "Ben", "Cleo")
METHODS = {"star-baccarat": "B", "star-three-card": "B", "canberra-mini": "down"}
SIDE_BETS = {"star-baccarat": ["pairs-player"], "canberra-mini": ["perfect-pairs-player"]}


class Line(msgspec.Struct, frozen=True):
    """A command of the night and the table that it is sent to."""

    table: str
    command: msgspec.Raw


class Fate:
    """Chance that follows from the command alone."""

    def __init__(self) -> None:
        self._now = Seeded("nobody")

    def turn_to(self, id_: str) -> None:
        self._now = Seeded(id_)

    def below(self, limit: int) -> int:
        return self._now.below(limit)


def _salted_by_order(order: tuple[Card, ...]) -> Any:
    salt = hashlib.sha256(" ".join(card.name for card in order).encode()).digest()
    return commitment.commit(order, salt)


@contextmanager
def rigged() -> Iterator[None]:
    """Salts follow from the cards, and all stores have one card key: only so can two runs be
    compared."""
    salted = mock.patch("sabot.links.virtual_shoe.commit", _salted_by_order)
    with salted, mock.patch("sabot.floor.intake.card_key", lambda store: b"k" * 32):
        yield


class NightFloor(Floor):
    """A floor whose chance and clock follow from the command."""

    def __init__(self, store: Store) -> None:
        self._fate = Fate()
        super().__init__(store, lambda: START, self._fate)

    def do(self, name: str, command: Command) -> Answer:
        self._fate.turn_to(command.id)
        return super().do(name, command)


class Recording(NightFloor):
    """Writes down every command that is sent, with the time at which it is."""

    def __init__(self) -> None:
        super().__init__(open_store("sqlite://"))
        self.lines: list[Line] = []

    def do(self, name: str, command: Command) -> Answer:
        at = START + timedelta(seconds=SECONDS_APART * len(self.lines))
        command = msgspec.structs.replace(command, at=at)
        self.lines.append(Line(name, msgspec.Raw(msgspec.json.encode(command))))
        return super().do(name, command)


def compose(seed: int = SEED) -> list[Line]:
    """The night: each game at a table of its own, first played by robots, among rejections, then
    given every kind of command that there is."""
    with rigged():
        floor, chaos, mind = Recording(), Chaos(seed), random.Random(seed)
        kinds = [kind for kind in KINDS for _ in range(TIMES_EACH_KIND)]
        mind.shuffle(kinds)
        for number, book in enumerate(RULEBOOKS, 1):
            chaos.names = [f"{name} {number}" for name in PLAYERS]
            _open_account(floor, chaos.names[0])
            _play(floor, str(number), book, chaos, mind)
            for kind in kinds[number - 1 :: len(RULEBOOKS)]:
                _send(floor, str(number), _likely(floor, str(number), kind, chaos))
        floor.store.close()
    return floor.lines


def _send(floor: Recording, table: str, command: dict[str, Any]) -> Answer:
    return floor.do(table, floor.read(encoded(command, f"n{len(floor.lines)}")))


def _open_account(floor: Recording, player: str) -> None:
    """A player at each table comes with an account and sits down by a visit."""
    staff = {"actor": "cage", "role": "cashier", "stream": f"player:{player}"}
    _send(floor, "1", {"do": "open-account", "player": player, **staff})
    _send(floor, "1", {"do": "issue-player-card", "card": f"card of {player}", **staff})
    paid = {"amount": "50000", "method": "cash", "reference": "slip 1"}
    _send(floor, "1", {"do": "deposit", **paid, **staff})
    second = {**staff, "actor": "second"}
    _send(floor, "1", {"do": "confirm-statement", "number": 1, "reason": "seen", **second})


def _play(floor: Recording, table: str, book: str, chaos: Chaos, mind: random.Random) -> None:
    """Some coups, and between the commands of the robots others that are refused."""
    options: dict[str, Any] = {"method": METHODS.get(book), "side_bets": SIDE_BETS.get(book, [])}
    players = [RobotPlayer(name, place) for place, name in enumerate(chaos.names, 1)]
    ids = (f"n{len(floor.lines)}" for _ in iter(int, 1))
    session = RobotSession(floor, table, RobotDealer(book, **options), players, ids)
    while session.table.coups < COUPS:
        assert session.step()
        if mind.random() < 0.1:
            command = chaos.command(mind.choice(TABLE.commands), session.table)
            read = floor.read(encoded(command, "trial"))
            if isinstance(TABLE.decide(session.table, read, START), Rejection):
                _send(floor, table, command)


def _likely(floor: Recording, table: str, kind: type[Command], chaos: Chaos) -> dict[str, Any]:
    """A command of that kind that is accepted, if one is found soon."""
    state = floor.table(table)
    at = START + timedelta(seconds=SECONDS_APART * len(floor.lines))
    for _ in range(60):
        command = chaos.command(kind, state)
        read = floor.read(encoded(command, "trial"))
        if kind not in TABLE.commands or not isinstance(TABLE.decide(state, read, at), Rejection):
            break
    return command


def play_lines(floor: Floor, lines: Sequence[Line], first: int = 0) -> Iterator[tuple[int, str]]:
    """Send the commands from number `first` on: each number, and the digest of its answer."""
    for number, line in enumerate(lines[first:], first):
        answer = floor.do(line.table, floor.read(bytes(line.command)))
        yield number, hashlib.sha256(msgspec.json.encode(answer)).hexdigest()


def log_of(store: Store) -> list[bytes]:
    """The whole log, in the order in which it was written."""
    return [stored.line for stored in store.read_all()]
