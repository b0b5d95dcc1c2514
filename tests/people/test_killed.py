"""Killed at a write: what the log says of sessions and tokens is what is kept of them. Every point:
campaigns/crash.py."""

import contextlib
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from people.night import BETTER, GOOD, HERE, Clock, log_of, people_on
from sabot.core.refusal import Refusal
from sabot.people import People
from sabot.people.sign_in.passes import public_id
from sabot.store import Store, open_store, verify_lines
from store.crash import Counter, hook_drivers, hook_sqlite_files, tell
from store.entries import chain_holds
from store.postgres import PostgresServer, mortal
from store.test_crash import spread
from support.forking import fork

ROUNDS = 4
ON_SQLITE, ON_POSTGRESQL = 12, 6


def evening(people: People, clock: Clock, sink: int) -> None:
    """Tell every act when it has been answered, with the token it was about."""

    def done(what: str, token: str) -> None:
        tell(sink, f"{what} {token}\n")

    people.add("dora", GOOD, "dealer", "console")
    done("password", GOOD.replace(" ", "_"))
    password = GOOD
    for number in range(ROUNDS):
        kept, _ = people.sign_in("dora", password, HERE)
        done("good", kept)
        over, _ = people.sign_in("dora", password, HERE)
        people.sign_out(over)
        done("over", over)
        clock.on(minutes=6)
        tell(sink, f"doubtful {kept}\n")
        fresh = people.unlock(kept, password)
        done("over", kept)
        program = people.issue_token("dora", "robot", "abe", 1)
        people.revoke_token(people.tokens("dora")[0].id, "abe")
        done("over", program)
        with contextlib.suppress(Refusal):
            people.sign_in("dora", "wrong", HERE)
        with contextlib.suppress(Refusal):
            people.sign_in("nobody.here", "wrong", HERE)
        password = GOOD if number % 2 else BETTER
        tell(sink, f"doubtful {fresh}\n")
        tell(sink, f"perhaps {password.replace(' ', '_')}\n")
        people.reset_password("dora", password, "abe")
        done("over", fresh)
        done("password", password.replace(" ", "_"))


def run_and_kill(url: str, point: int) -> tuple[list[tuple[str, str]], int | None]:
    """Return the acknowledged answers, and how many writes there were if the child lived."""
    source, sink = os.pipe()
    its_url, buried = mortal(url)
    child = fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            os.close(source)
            counter = Counter(point)
            hook_drivers(counter)
            hook_sqlite_files(counter)
            clock = Clock()
            with open_store(its_url) as store:
                evening(people_on(store, clock), clock, sink)
            tell(sink, f"writes {counter.count}\n")
        os._exit(0)
    os.close(sink)
    with os.fdopen(source) as heard:
        told = [(line.split()[0], line.split()[1]) for line in heard if line.endswith("\n")]
    os.waitpid(child, 0)
    buried()
    writes = [int(number) for what, number in told if what == "writes"]
    return told, writes[0] if writes else None


def kept_by_the_log(store: Store) -> set[str]:
    """Sessions and tokens that have begun and of which no event says that they were ended alone."""
    found: set[str] = set()
    for line in log_of(store).splitlines():
        event = json.loads(line)
        match event["what"].partition("/")[0]:
            case "signed-in":
                found.add(event["session"])
            case "session-unlocked":
                found.remove(event["instead_of"])
                found.add(event["session"])
            case "signed-out":
                found.remove(event["session"])
            case "token-issued":
                found.add(event["token"])
            case "token-revoked":
                found.remove(event["token"])
    return found


def check_what_is_left(url: str, told: list[tuple[str, str]]) -> None:
    with open_store(url) as store:
        lines = log_of(store).splitlines()
        assert chain_holds(lines) and not list(verify_lines(lines))
        rows = [public_id(kind, key) for kind in ("session", "token")
                for key in store.expiring_rows_of(kind)]  # fmt: skip
        assert {*rows} == kept_by_the_log(store)
        clock = Clock()
        clock.on(minutes=6 * ROUNDS)
        people = people_on(store, clock)
        state = {token: what for what, token in told if what in ("good", "doubtful", "over")}
        for token, what in state.items():
            assert what == "doubtful" or (people.session(token) is not None) is (what == "good")
        check_password(people, told)


def check_password(people: People, told: list[tuple[str, str]]) -> None:
    """The last one that was answered lets in, or the one that was on its way."""
    passwords = [word.replace("_", " ") for what, word in told if what == "password"]
    perhaps = [word.replace("_", " ") for what, word in told if what == "perhaps"]
    if people.person("dora") is None:
        assert not passwords
        people.add("dora", GOOD, "dealer", "console")
        passwords = [GOOD]
    good = 0
    for password in {*passwords[-1:], *perhaps[-1:], *([GOOD] if not passwords else [])}:
        with contextlib.suppress(Refusal):
            people.sign_in("dora", password, "198.51.100.99")
            good += 1
    assert good == 1


def kill_at(points: Iterable[int], address: Callable[[int], str]) -> int:
    """Killed at each of these writes; how many died there."""
    died = 0
    for point in points:
        told, lived = run_and_kill(url := address(point), point)
        died += lived is None
        check_what_is_left(url, told)
    return died


def writes_of(url: str) -> int:
    """Return how many there are when no process is killed."""
    told, writes = run_and_kill(url, 0)
    assert writes and [what for what, _ in told].count("password") == ROUNDS + 1
    check_what_is_left(url, told)
    return writes


def test_sqlite_killed_here_and_there(swift_path: Path) -> None:
    points = spread(writes_of(str(swift_path / "whole.db")), ON_SQLITE)
    assert kill_at(points, lambda point: str(swift_path / f"{point}.db")) >= ON_SQLITE - 2


def test_postgresql_client_killed_here_and_there(postgres_server: PostgresServer) -> None:
    points = spread(writes_of(postgres_server.fresh_url()), ON_POSTGRESQL)
    assert kill_at(points, lambda _: postgres_server.fresh_url()) >= ON_POSTGRESQL - 2
