"""Processes that play a part of a night and are killed at a chosen write.

`Nursery` starts one process that has everything imported; for every part it forks, so a restart
costs milliseconds. The hooks that kill are here, around the store's writes: the product has none.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from sabot.engine import live
from sabot.store import open_store
from sabot.store.backends.database import Unavailable
from sabot.store.backends.postgres import database as on_postgres
from sabot.store.backends.postgres import wire
from sabot.store.backends.postgres.database import PostgresDatabase
from sabot.store.backends.sqlite import SqliteFile
from support.night_script import Line, NightFloor, play_lines, rigged

STAGES = ("before", "within", "after")
"""Moments of a write: before anything is sent, with all of it written and nothing committed, or
with all of it committed and not announced."""


class Kill(msgspec.Struct, frozen=True):
    """Die at the `write`th write of a process, counted from 1."""

    write: int
    stage: str


class Part(msgspec.Struct, frozen=True):
    """Task of a process: which commands, where, and when to die."""

    url: str
    first: int = 0
    kill: Kill | None = None
    snapshot_every: int = 1000


class Nursery:
    """Starts processes one after another, each for a part of the same night."""

    def __init__(self, night: Sequence[Line], folder: Path) -> None:
        script = folder / "night.json"
        script.write_bytes(msgspec.json.encode(night))
        self._mother = subprocess.Popen(
            [sys.executable, __file__, str(script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )

    def run(self, part: Part) -> tuple[list[tuple[int, str]], bool]:
        """The answers that a process gave, by command, and whether it was killed."""
        assert self._mother.stdin and self._mother.stdout
        self._mother.stdin.write(msgspec.json.encode(part) + b"\n")
        self._mother.stdin.flush()
        told: list[tuple[int, str]] = []
        for line in self._mother.stdout:
            word, _, rest = line.decode().strip().partition(" ")
            if word == "ended":
                assert int(rest) in (0, signal.SIGKILL), f"A process ended with {rest}."
                return told, int(rest) == signal.SIGKILL
            told.append((int(word), rest))
        raise AssertionError("The mother of all processes is gone.")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._mother.stdin
        self._mother.stdin.close()
        self._mother.wait()


def survive(
    nursery: Nursery, part: Part, kills: Callable[[int], Kill | None], commands: int
) -> tuple[dict[int, str], int]:
    """Play the night through, with the kill that `kills` gives each process by its number. The
    first command without an answer is sent again: every answer, by command, and how many died."""
    answers: dict[int, str] = {}
    died = started = 0
    while len(answers) < commands:
        kill = kills(started)
        part = msgspec.structs.replace(part, first=len(answers), kill=kill)
        told, killed = nursery.run(part)
        assert [number for number, _ in told] == list(range(part.first, part.first + len(told)))
        answers.update(told)
        started, died = started + 1, died + killed
        assert killed or len(answers) == commands
    return answers, died


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(60)


def _arm(kill: Kill) -> None:
    """Put the hooks around the writes of both databases."""
    count = 0

    def at(stage: str) -> bool:
        return count == kill.write and stage == kill.stage

    def around(finish: Any) -> Any:
        def finish_or_die(self: Any, work: Any) -> None:
            nonlocal count
            count += 1
            if at("before"):
                _die()
            try:
                finish(self, work)
            except Unavailable as no:
                count -= 1 if no.twice else 0  # it was written before: this is no write
                raise
            if at("after"):
                _die()

        return finish_or_die

    def written_in_file(self: Any, work: Any) -> None:
        write_file(self, work)
        if at("within"):
            _die()

    def written_in_database(connection: Any, work: Any) -> None:
        write_database(connection, work)
        if at("within"):
            connection.pgconn.flush()
            _die()

    def said_to_database(connection: Any, *statements: str) -> Any:
        if at("within") and statements[-1] == on_postgres.COMMIT:
            say(connection, *statements[:-1])
            _die()
        return say(connection, *statements)

    write_file, write_database, say = SqliteFile._write, on_postgres._write, wire.say
    hooked: Any = SqliteFile
    hooked.finish, hooked._write = around(SqliteFile.finish), written_in_file
    hooked = PostgresDatabase
    hooked.finish = around(PostgresDatabase.finish)
    on_postgres._write, wire.say = written_in_database, said_to_database


def _play(part: Part, night: Sequence[Line]) -> None:
    live.SNAPSHOT_EVERY = part.snapshot_every
    if part.kill is not None:
        _arm(part.kill)
    with rigged(), open_store(part.url) as store:
        for number, digest in play_lines(NightFloor(store), night, part.first):
            os.write(1, f"{number} {digest}\n".encode())


def _mother_of_all() -> None:
    night = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=list[Line])
    while line := os.read(0, 1 << 16):
        part = msgspec.json.decode(line, type=Part)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                _play(part, night)
                status = 0
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        how = os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        os.write(1, f"ended {how}\n".encode())


if __name__ == "__main__":
    _mother_of_all()
