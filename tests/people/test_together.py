"""Many at once, in threads and in processes: a lock-out counts every guess, and only once."""

import json
import os
import threading
from collections.abc import Callable
from typing import Any

import argon2
import pytest

from people.night import BETTER, GOOD, HERE, START, Clock, log_of, people_on
from sabot.core.refusal import Refusal
from sabot.people import People
from sabot.people.sign_in import passes, sessions
from sabot.store import Store, open_store, verify_lines
from support.forking import fork


def at_once(times: int, work: Callable[[int], object]) -> None:
    """The same in so many threads."""
    start = threading.Barrier(times)

    def one(number: int) -> None:
        start.wait()
        work(number)

    threads = [threading.Thread(target=one, args=[number]) for number in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def whats_of(store: Store) -> list[str]:
    return [json.loads(line)["what"].partition("/")[0] for line in log_of(store).splitlines()]


def guess(people: People, name: str, password: str, address: str) -> str | None:
    try:
        return people.sign_in(name, password, address)[0]
    except Refusal as refusal:
        assert refusal.code == "not-signed-in"
        return None


def test_thirty_guesses_at_once_are_three(people: People, store: Store) -> None:
    people.add("dora", GOOD, "dealer", "console")
    at_once(30, lambda number: guess(people, "dora", f"guess {number}", HERE))
    assert whats_of(store).count("sign-in-failed") == 3
    assert whats_of(store).count("locked-out") == 1
    assert guess(people, "dora", GOOD, HERE) is None


def test_thirty_guesses_from_thirty_places_are_ten(people: People, store: Store) -> None:
    people.add("dora", GOOD, "dealer", "console")
    at_once(30, lambda number: guess(people, "dora", f"guess {number}", f"203.0.113.{number}"))
    assert whats_of(store).count("sign-in-failed") == 10
    assert guess(people, "dora", GOOD, HERE) is None


def in_processes(url: str, number: int, work: Callable[[People, int], bool]) -> None:
    open_store(url).close()
    children = []
    for place in range(number):
        child = fork()
        if child == 0:
            status = 1
            try:
                with open_store(url) as store:
                    status = 0 if work(people_on(store, Clock()), place) else 1
            finally:
                os._exit(status)
        children.append(child)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert codes == [0] * number


def test_guesses_in_three_processes_are_three(lasting_url: str, clock: Clock) -> None:
    with open_store(lasting_url) as store:
        people_on(store, clock).add("dora", GOOD, "dealer", "console")
    in_processes(
        lasting_url,
        3,
        lambda people, place: not any(guess(people, "dora", "wrong", HERE) for _ in range(10)),
    )
    with open_store(lasting_url) as store:
        assert whats_of(store).count("sign-in-failed") == 3
        found = people_on(store, clock).person("dora")
        assert found is not None and found.locked_until is not None
        assert not list(verify_lines(log_of(store).splitlines(keepends=True)))


def test_everybody_signs_in_at_once(people: People, store: Store) -> None:
    for number in range(5):
        people.add(f"dora{number}", BETTER, "dealer", "console")
    tokens: list[str] = []

    def work(number: int) -> None:
        token = guess(people, f"dora{number % 5}", BETTER, HERE)
        assert token is not None and people.session(token) is not None
        tokens.append(token)

    at_once(20, work)
    assert len({*tokens}) == 20 and len(store.expiring_rows_of("session")) == 20


def test_a_name_is_given_once(people: People, store: Store) -> None:
    outcomes: list[str] = []

    def work(number: int) -> None:
        try:
            people.add("Dora" if number % 2 else "dora", GOOD, "dealer", "console")
            outcomes.append("added")
        except Refusal as refusal:
            outcomes.append(refusal.code)

    at_once(8, work)
    assert sorted(outcomes) == ["added"] + ["name-taken"] * 7
    assert len(people.everyone()) == 1


def test_a_name_is_given_once_by_all_processes(lasting_url: str) -> None:
    def work(people: People, place: int) -> bool:
        try:
            return people.add(f"{'dD'[place % 2]}ora", GOOD, "dealer", "console").made == START
        except Refusal as refusal:
            return refusal.code == "name-taken"

    in_processes(lasting_url, 4, work)
    with open_store(lasting_url) as store:
        assert whats_of(store) == ["person-added"]


def test_a_session_is_unlocked_once(people: People, clock: Clock) -> None:
    people.add("dora", GOOD, "dealer", "console")
    old, _ = people.sign_in("dora", GOOD, HERE)
    clock.on(minutes=6)
    fresh: list[str] = []
    codes: list[str] = []

    def work(number: int) -> None:
        try:
            fresh.append(people.unlock(old, GOOD))
        except Refusal as refusal:
            codes.append(refusal.code)

    at_once(6, work)
    assert len(fresh) == 1 and codes == ["not-signed-in"] * 5
    assert people.session(fresh[0]) is not None and people.session(old) is None


def test_a_session_that_ends_while_it_is_looked_up_is_not_remembered(
    folk: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, _ = folk.sign_in("dora", GOOD, HERE)
    ends = [lambda: folk.end_sessions("dora", "abe")]

    def judged(*given: Any) -> bool:
        found = passes.is_good(*given)
        if ends:
            ends.pop()()
        return found

    monkeypatch.setattr(sessions, "is_good", judged)
    assert folk.session(token) is not None  # it was good when it was looked up
    assert folk.session(token) is None


def test_a_password_that_changes_while_the_old_one_is_checked(
    folk: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = [lambda: folk.reset_password("dora", BETTER, "abe")]
    verify = argon2.PasswordHasher.verify

    def verified(self: argon2.PasswordHasher, *given: str) -> bool:
        found = verify(self, *given)
        if changes:
            changes.pop()()
        return found

    monkeypatch.setattr(argon2.PasswordHasher, "verify", verified)
    assert guess(folk, "dora", GOOD, HERE) is None
    assert guess(folk, "dora", BETTER, HERE) is not None


def test_no_session_outlives_its_end_whoever_looks(people: People) -> None:
    """Threads look while it is ended: after the acknowledgement none sees it."""
    people.add("dora", GOOD, "dealer", "console")
    for _ in range(8):
        token, _ = people.sign_in_as("dora", "demo")
        over = threading.Event()
        seen_after: list[bool] = []

        def look(token: str, over: threading.Event, seen_after: list[bool]) -> None:
            while not over.is_set():
                people.session(token)
            seen_after.append(people.session(token) is not None)

        threads = [threading.Thread(target=look, args=[token, over, seen_after]) for _ in range(3)]
        for thread in threads:
            thread.start()
        people.end_sessions("dora", "abe")
        over.set()
        for thread in threads:
            thread.join()
        assert seen_after == [False] * 3
