"""Speed of a tournament: a session's end for thirty tables, and seats for the next.

Run it as `PYTHONPATH=tests:. python -P benchmarks/tournament.py [TABLES]`: counts of all tables,
each stated by one person and confirmed by another, ranking and announcement, and the next session
called, drawn and seated, each command durable in a SQLite file.
"""

import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from sabot.floor import Floor
from sabot.robots.programme import CHIP, conditions_of, schedule_of
from sabot.robots.tournaments import RobotCup
from sabot.rulebooks import in_force
from sabot.store import open_store
from sabot.tournament.desk.next import Next, next_step

TABLES, SEATS = 30, 7


class Watched(RobotCup):
    """Robots who play all tables to the last count, and are timed from there on."""

    def end_of_session(self, tables: list[str]) -> float:
        """Seconds for counts, ranking and everybody's next seat; play-offs are not timed."""
        sitting = self.contest.sitting
        assert sitting is not None
        for table in sitting.seats:
            self.play_out(table)
        started = time.perf_counter()
        for table in sitting.seats:
            self.count(table)
        seconds = time.perf_counter() - started
        for table in sitting.seats:
            self.leave(table)
        while next_step(self.contest) != Next("announce-session", self.contest.desk.head):
            step = next_step(self.contest)
            assert step is not None
            self.go_on(step.do, tables)
        started = time.perf_counter()
        for do in ("announce-session", "seal-draw", "call-session", "open-draw"):
            self.go_on(do, tables)
        return seconds + time.perf_counter() - started


def main(tables: int = TABLES) -> None:
    def clock() -> datetime:
        return datetime.now(UTC)

    with tempfile.TemporaryDirectory() as folder:
        floor = Floor(open_store(f"sqlite:///{Path(folder) / 'cup.db'}"), clock)
        cup = Watched(floor, "cup", clock)
        players = [f"p{number}" for number in range(tables * SEATS - 10)]
        now = clock()
        sessions = schedule_of(len(players), SEATS, 2, now)
        book = in_force("star-baccarat", now)
        cup.publish(conditions_of(book, "Cup", len(players), len(sessions), now))
        cup.enter(players, "500")
        cup.start(sessions, chip=CHIP)
        started = time.perf_counter()
        named = [f"t{number}" for number in range(tables)]
        cup.to_start(named)
        print(f"{len(players)} players seated and started at {tables} tables:", end=" ")
        print(f"{time.perf_counter() - started:.2f} s with the tables' opening")
        seconds = cup.end_of_session(named)
        sitting = cup.contest.sitting
        assert sitting is not None
        print(f"session's end: counts, ranking, seats for {len(sitting.players)}: {seconds:.2f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
