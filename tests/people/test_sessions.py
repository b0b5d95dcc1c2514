"""Sessions: how they begin, when they lock, and everything that ends them."""

import hashlib
from collections.abc import Callable
from datetime import timedelta

import pytest

from people.night import BETTER, GOOD, HERE, START, Clock, people_on, refused, whats
from sabot.people import SIGN_IN_ROLES, People, Session, idle_seconds
from sabot.store import Store, open_store


def is_locked(people: People, token: str) -> bool | None:
    session = people.session(token)
    return None if session is None else session.locked


def test_a_session_begins(people: People, clock: Clock) -> None:
    people.add("dora", GOOD, "dealer", "console")
    token, session = people.sign_in("dora", GOOD, HERE)
    assert session == Session("dora", "dealer", session.id, START, START, False)
    assert people.session(token) == session and session.id.startswith("session:")
    other, second = people.sign_in("dora", GOOD, HERE)
    assert other != token and second.id != session.id
    assert people.session(token) == session and people.session(other) == second


def test_a_token_has_256_bits_and_only_its_hash_is_kept(people: People, store: Store) -> None:
    people.add("dora", GOOD, "dealer", "console")
    token, session = people.sign_in("dora", GOOD, HERE)
    assert len(token) == 43
    (key,) = store.expiring_rows_of("session")
    assert key == hashlib.sha256(token.encode()).hexdigest()
    assert people.session(key) is None and people.session(session.id) is None
    assert token.encode() not in store.expiring_rows_of("session")[key]


@pytest.mark.parametrize("token", ["", "x", "x" * 43, "x" * 44, "sabot_", "sabot_" + "x" * 43,
                                   "é" * 43, "x" * 10_000_000, None, 7, b"x" * 43])  # fmt: skip
def test_what_is_no_token(folk: People, token: str) -> None:
    assert folk.session(token) is None
    folk.touch(token)
    folk.sign_out(token)
    refused("not-signed-in", folk.unlock, token, GOOD)


def test_one_letter_off_is_nobody(folk: People) -> None:
    token, _ = folk.sign_in("dora", GOOD, HERE)
    for near in (token[:-1], token + "A", token.swapcase(), f" {token[:-1]}"):
        assert folk.session(near) is None


def test_without_a_password_for_demo_and_robots(people: People) -> None:
    people.add("dora", GOOD, "dealer", "console")
    token, session = people.sign_in_as("dora", "demo")
    assert people.session(token) == session and session.person == "dora"
    assert [(each.what, each.by) for each in people.log()][1:] == [("signed-in", "demo")]


@pytest.mark.parametrize("role", SIGN_IN_ROLES)
def test_an_idle_session_is_locked(memory: Store, clock: Clock, role: str) -> None:
    people = people_on(memory, clock)
    people.add("lee", GOOD, role, "console")
    token, _ = people.sign_in("lee", GOOD, HERE)
    minutes = 30 if role == "player" else 5
    assert idle_seconds(role) == minutes * 60
    clock.on(minutes=minutes, microseconds=-1)
    assert is_locked(people, token) is False
    clock.on(microseconds=1)
    assert is_locked(people, token) is True
    people.touch(token)
    assert is_locked(people, token) is True


def test_activity_puts_the_lock_off(people: People, clock: Clock) -> None:
    people.add("dora", GOOD, "dealer", "console")
    token, _ = people.sign_in("dora", GOOD, HERE)
    for _ in range(100):
        clock.on(minutes=4, seconds=59)
        people.touch(token)
        session = people.session(token)
        assert session is not None and not session.locked and session.seen == clock.now
    clock.on(minutes=5)
    assert is_locked(people, token) is True


def test_asking_alone_is_no_activity(folk: People, clock: Clock) -> None:
    token, _ = folk.sign_in("dora", GOOD, HERE)
    for _ in range(300):
        assert is_locked(folk, token) is False
        clock.on(seconds=1)
    assert is_locked(folk, token) is True


def test_a_locked_session_is_unlocked_with_a_new_token(people: People, clock: Clock) -> None:
    people.add("dora", GOOD, "dealer", "console")
    old, before = people.sign_in("dora", GOOD, HERE)
    heard: list[str] = []
    people.changed.append(heard.append)
    clock.on(minutes=6)
    refused("wrong-password", people.unlock, old, BETTER)
    assert is_locked(people, old) is True
    new = people.unlock(old, GOOD)
    assert new != old and people.session(old) is None and heard == [before.id]
    session = people.session(new)
    assert session is not None and not session.locked and session.made == START
    refused("not-signed-in", people.unlock, old, GOOD)
    assert whats(people)[-2:] == ["sign-in-failed", "session-unlocked"]


def test_twelve_hours_and_no_longer(people: People, clock: Clock) -> None:
    people.add("dora", GOOD, "dealer", "console")
    token, _ = people.sign_in("dora", GOOD, HERE)
    for _ in range(12 * 15 - 1):
        clock.on(minutes=4)
        people.touch(token)
    clock.on(minutes=4, microseconds=-1)
    assert is_locked(people, token) is False
    clock.on(microseconds=1)
    assert people.session(token) is None
    refused("not-signed-in", people.unlock, token, GOOD)


def test_unlocking_gives_no_longer_life(folk: People, clock: Clock) -> None:
    token, _ = folk.sign_in("dora", GOOD, HERE)
    clock.on(hours=11, minutes=59)
    token = folk.unlock(token, GOOD)
    assert is_locked(folk, token) is False
    clock.on(minutes=1)
    assert folk.session(token) is None


def test_signing_out_ends_one_session(people: People) -> None:
    people.add("dora", GOOD, "dealer", "console")
    one, session = people.sign_in("dora", GOOD, HERE)
    other, _ = people.sign_in("dora", GOOD, HERE)
    heard: list[str] = []
    people.changed.append(heard.append)
    people.sign_out(one)
    people.sign_out(one)
    assert people.session(one) is None and people.session(other) is not None
    assert heard == [session.id] and whats(people).count("signed-out") == 1


def ended_by(people: People, how: str) -> None:
    acts: dict[str, Callable[[], object]] = {
        "disabled": lambda: people.disable("dora", "abe"),
        "role": lambda: people.change_role("dora", "inspector", "abe"),
        "own password": lambda: people.change_password("dora", GOOD, BETTER),
        "reset": lambda: people.reset_password("dora", BETTER, "abe"),
        "everywhere": lambda: people.end_sessions("dora", "abe"),
    }
    acts[how]()


HOW = ["disabled", "role", "own password", "reset", "everywhere"]


@pytest.mark.parametrize("how", HOW)
def test_all_sessions_of_a_person_end_at_once(people: People, store: Store, clock: Clock,
                                              how: str) -> None:  # fmt: skip
    people.add("dora", GOOD, "dealer", "console")
    people.add("paul", GOOD, "player", "console")
    tokens = [people.sign_in("dora", GOOD, HERE)[0] for _ in range(3)]
    pauls, _ = people.sign_in("paul", GOOD, HERE)
    assert all(people.session(token) for token in tokens)
    heard: list[str] = []
    people.changed.append(heard.append)
    ended_by(people, how)
    assert heard == ["dora"]
    assert [people.session(token) for token in tokens] == [None] * 3
    assert people.session(pauls) is not None
    assert people_on(store, clock).session(tokens[0]) is None
    if how == "disabled":
        people.enable("dora", "abe")
        assert people.session(tokens[0]) is None


def test_what_does_not_end_sessions(folk: People) -> None:
    token, _ = folk.sign_in("dora", GOOD, HERE)
    heard: list[str] = []
    folk.changed.append(heard.append)
    folk.enable("dora", "abe")
    folk.unlock_person("dora", "abe")
    folk.change_role("dora", "dealer", "abe")
    refused("wrong-password", folk.change_password, "dora", BETTER, GOOD)
    refused("weak-password", folk.reset_password, "dora", "short", "abe")
    folk.disable("paul", "abe")
    assert folk.session(token) is not None and heard == ["paul"]


@pytest.mark.parametrize("how", [*HOW, "signed out"])
def test_another_process_notices_within_two_seconds(
    lasting_url: str, clock: Clock, how: str
) -> None:
    with open_store(lasting_url) as here, open_store(lasting_url) as there:
        one, other = people_on(here, clock), people_on(there, clock)
        one.add("dora", GOOD, "dealer", "console")
        token, session = one.sign_in("dora", GOOD, HERE)
        clock.on(seconds=30)
        heard: list[str] = []
        other.changed.append(heard.append)
        assert other.session(token) == one.session(token)
        if how == "signed out":
            one.sign_out(token)
        else:
            ended_by(one, how)
        assert one.session(token) is None
        clock.on(seconds=2)
        assert other.session(token) is None and heard == [session.id]


def test_nobody_asks_the_store_in_between(lasting_url: str, clock: Clock) -> None:
    """For two seconds a session is told from memory, even if the store is gone."""
    store = open_store(lasting_url)
    people = people_on(store, clock)
    people.add("dora", GOOD, "dealer", "console")
    token, _ = people.sign_in("dora", GOOD, HERE)
    assert people.session(token) is not None
    clock.on(seconds=1, milliseconds=999)
    store.close()
    assert people.session(token) is not None
    clock.on(milliseconds=1)
    refused("store-unavailable", people.session, token)


def test_activity_in_one_process_counts_in_another(lasting_url: str, clock: Clock) -> None:
    with open_store(lasting_url) as here, open_store(lasting_url) as there:
        one, other = people_on(here, clock), people_on(there, clock)
        one.add("dora", GOOD, "dealer", "console")
        token, _ = one.sign_in("dora", GOOD, HERE)
        assert is_locked(other, token) is False
        clock.on(minutes=4)
        one.touch(token)
        assert one._store.swap()  # whatever waited to be written is written
        clock.on(minutes=1)
        assert is_locked(other, token) is False and is_locked(one, token) is False
        clock.on(minutes=4)
        assert is_locked(other, token) is True and is_locked(one, token) is True


def test_a_second_look_forgets_no_activity(folk: People, clock: Clock) -> None:
    token, _ = folk.sign_in("dora", GOOD, HERE)
    other, _ = folk.sign_in("dora", GOOD, HERE)
    assert folk.session(token)
    clock.on(seconds=10)
    folk.touch(token)  # not written yet
    folk.sign_out(other)
    clock.on(seconds=2)
    session = folk.session(token)
    assert session is not None and session.seen == START + timedelta(seconds=10)


def test_activity_is_written_every_fifteen_seconds(memory: Store, clock: Clock) -> None:
    people = people_on(memory, clock)
    people.add("dora", GOOD, "dealer", "console")
    token, _ = people.sign_in("dora", GOOD, HERE)

    def kept() -> bytes:
        memory.swap()  # whatever waited is written
        return next(iter(memory.expiring_rows_of("session").values()))

    first = kept()
    clock.on(seconds=14, milliseconds=999)
    people.touch(token)
    assert kept() == first
    clock.on(milliseconds=1)
    people.touch(token)
    second = kept()
    assert second != first
    clock.on(seconds=5)
    people.touch(token)
    assert kept() == second
    again = people_on(memory, clock).session(token)
    assert again is not None and again.seen == START + timedelta(seconds=15)


def test_activity_brings_no_session_back(lasting_url: str, clock: Clock) -> None:
    with open_store(lasting_url) as here, open_store(lasting_url) as there:
        one, other = people_on(here, clock), people_on(there, clock)
        one.add("dora", GOOD, "dealer", "console")
        token, _ = one.sign_in("dora", GOOD, HERE)
        assert other.session(token)
        clock.on(seconds=20)
        assert other.session(token)
        one.sign_out(token)
        other.touch(token)  # the other one has not heard yet
        there.swap()
        clock.on(seconds=2)
        assert other.session(token) is None and here.expiring_rows_of("session") == {}


MANY = 1_200


def test_many_sessions_and_those_that_are_over(memory: Store, clock: Clock) -> None:
    people = people_on(memory, clock)
    people.add("dora", GOOD, "dealer", "console")
    crowd = [f"paul{number}" for number in range(6)]
    for name in crowd:
        people.add(name, GOOD, "player", "console")
    tokens = [people.sign_in_as(name, "demo")[0] for name in crowd for _ in range(MANY // 6)]
    assert len({(people.session(token) or refused).id for token in tokens}) == MANY  # type: ignore[union-attr]
    dora, _ = people.sign_in_as("dora", "demo")
    assert len(memory.expiring_rows_of("session")) == MANY + 1
    clock.on(hours=11)
    people.sign_in_as("dora", "demo")
    assert len(memory.expiring_rows_of("session")) == MANY + 2
    clock.on(hours=1, microseconds=1)
    people.sign_in_as("dora", "demo")
    assert len(memory.expiring_rows_of("session")) == 2
    assert people.session(tokens[0]) is None and people.session(dora) is None
    assert len(people._sessions._held) <= 2
