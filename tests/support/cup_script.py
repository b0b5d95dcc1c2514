"""A tournament's night as commands, the same each time, and what must be left of it after kills."""

from datetime import timedelta
from tempfile import TemporaryDirectory

import msgspec

from sabot.audit.audit import Audit
from sabot.floor import Floor, read_line
from sabot.floor.kinds import ACCOUNTS, TABLES, TOURNAMENTS
from sabot.robots.tournaments import RobotCup
from sabot.store import Store, open_store
from support.evening import START
from support.night_script import (
    SECONDS_APART,
    Line,
    NightFloor,
    Recording,
    log_of,
    play_lines,
    rigged,
)

CUP = "cup"


def compose_cup(game: str, players: int, seats: int, coups: int) -> list[Line]:
    """From the conditions to the last prize, by robots."""
    with rigged():
        floor = Recording()
        robots = RobotCup(
            floor, CUP, lambda: START + timedelta(seconds=SECONDS_APART * len(floor.lines))
        )
        robots._ids = (f"n{len(floor.lines)}" for _ in iter(int, 1))
        robots.run(game, [f"p{number}" for number in range(players)], seats, coups)
        assert robots.contest.phase == "paid"
        floor.store.close()
    return floor.lines


class UnkilledCup:
    """Result of an undisturbed night."""

    def __init__(self, night: list[Line]) -> None:
        with TemporaryDirectory() as place, rigged(), open_store(f"{place}/night.db") as store:
            floor = NightFloor(store)
            self.answers = dict(play_lines(floor, night))
            self.log = log_of(store)
            self.streams = states(floor, store)
            self.sealed = sealed(store)

    @property
    def writes(self) -> int:
        """Return how many commands were written; commands of one unit count as one write."""
        return len({read_line(line).id.rpartition("/")[2] for line in self.log})


def states(floor: Floor, store: Store) -> dict[str, object]:
    """Every stream as it stands."""
    found: dict[str, object] = {}
    for stream in store.streams():
        for kind in (TABLES, ACCOUNTS, TOURNAMENTS):
            if kind.has(stream):
                found[stream] = floor.state(kind, kind.name(stream))
    return found


def sealed(store: Store) -> list[bytes | None]:
    tables = [each for each in store.streams() if TABLES.has(each)]
    return [store.unseal(each, "stack") for each in sorted(tables)]


def check_cup_survived(
    url: str, answers: dict[int, str], night: list[Line], unkilled: UnkilledCup
) -> None:
    """The log, the vault, every state and every answer are those of the undisturbed night; asking
    again for any command gives its first answer, and an audit finds nothing."""
    assert answers == unkilled.answers
    with rigged(), open_store(url) as store:
        assert log_of(store) == unkilled.log
        floor = Floor(store)
        assert states(floor, store) == unkilled.streams and sealed(store) == unkilled.sealed
        logged = {read_line(line).id for line in unkilled.log}
        for number, line in enumerate(night):
            if msgspec.json.decode(line.command)["id"] in logged:
                ((_, again),) = play_lines(floor, [line])
                assert again == answers[number]
        assert log_of(store) == unkilled.log
        audit = Audit()
        found = [each for line in unkilled.log for each in audit.take(line)]
        assert [*found, *audit.end()] == []
