"""Refused sign-ins are counted, and cannot flood the log."""

from datetime import timedelta

import pytest

from people.night import GOOD, HERE, START, THERE, Clock, fail, people_on, refused
from sabot.people import People, Significant
from sabot.store import Store, open_store


def told(people: People, what: str) -> list[Significant]:
    return [each for each in people.log(limit=100_000) if each.what == what]


def test_an_unknown_name_is_told_without_the_name(people: People, store: Store) -> None:
    secret = "hunter2-typed-in-the-wrong-box"
    refused("not-signed-in", people.sign_in, secret, "x", HERE)
    (event,) = told(people, "name-unknown")
    assert (event.who, event.by, event.address, event.at) == ("", "nobody", HERE, START)
    assert event.more == {"count": 1}
    assert store.streams() == ["door"]


def test_a_flood_from_one_address_is_one_event_in_ten_seconds(people: People, clock: Clock) -> None:
    for number in range(1, 41):
        refused("not-signed-in", people.sign_in, f"name{number}", "x", HERE)
        clock.on(milliseconds=500)
    events = told(people, "name-unknown")
    assert [event.more["count"] for event in events] == [1, 20, 19]
    assert [event.at - START for event in events] == [
        timedelta(0),
        timedelta(seconds=10),
        timedelta(seconds=20),
    ]


def test_floods_from_many_addresses_are_one_event_in_a_second(folk: People, clock: Clock) -> None:
    for number in range(200):
        refused("not-signed-in", folk.sign_in, "nobody.here", "x", f"203.0.113.{number}")
        clock.on(milliseconds=20)
    assert len(told(folk, "name-unknown")) == 4
    clock.on(seconds=10)
    events = told(folk, "name-unknown")
    assert sum(event.more["count"] for event in events) == 200
    assert {event.address for event in events} == {f"203.0.113.{n}" for n in range(200)}


def test_a_locked_name_is_told_once_in_ten_seconds(people: People, clock: Clock) -> None:
    people.add("dora", GOOD, "dealer", "console")
    fail(people, "dora", 3)
    for _ in range(30):
        refused("not-signed-in", people.sign_in, "dora", GOOD, HERE)
        clock.on(seconds=1)
    events = told(people, "sign-in-denied")
    assert [event.more["count"] for event in events] == [1, 10, 10, 9]
    assert {(event.who, event.by, event.address) for event in events} == {("dora", "nobody", HERE)}


def test_what_waits_is_told_when_the_log_is_read(people: People, clock: Clock) -> None:
    people.add("dora", GOOD, "dealer", "console")
    people.disable("dora", "abe")
    for _ in range(3):
        refused("not-signed-in", people.sign_in, "dora", GOOD, THERE)
        refused("not-signed-in", people.sign_in, "nobody.here", GOOD, THERE)
        people.denied("dora", "GET /api/people", THERE)
    kinds = ("sign-in-denied", "name-unknown", "denied")
    assert [[e.more["count"] for e in told(people, kind)] for kind in kinds] == [[1]] * 3
    clock.on(seconds=10)
    assert [[e.more["count"] for e in told(people, kind)] for kind in kinds] == [[1, 2]] * 3
    clock.on(seconds=10)
    assert len(people.log()) == 2 + 6
    assert told(people, "denied")[1].more == {"asked": "GET /api/people", "count": 2}


def test_counts_outlive_the_process(lasting_url: str, clock: Clock) -> None:
    for _ in range(3):
        with open_store(lasting_url) as store:
            refused("not-signed-in", people_on(store, clock).sign_in, "nobody.here", "x", HERE)
    clock.on(seconds=10)
    with open_store(lasting_url) as store:
        events = told(people_on(store, clock), "name-unknown")
        assert [event.more["count"] for event in events] == [1, 2]


def test_two_processes_count_together(lasting_url: str, clock: Clock) -> None:
    with open_store(lasting_url) as here, open_store(lasting_url) as there:
        one, other = people_on(here, clock), people_on(there, clock)
        for _ in range(5):
            refused("not-signed-in", one.sign_in, "nobody.here", "x", HERE)
            refused("not-signed-in", other.sign_in, "nobody.here", "x", HERE)
        clock.on(seconds=10)
        refused("not-signed-in", other.sign_in, "nobody.here", "x", HERE)
        assert [event.more["count"] for event in told(one, "name-unknown")] == [1, 10]


def test_counts_are_swept_away_too(memory: Store, clock: Clock) -> None:
    people = people_on(memory, clock)
    people.add("dora", GOOD, "dealer", "console")
    refused("not-signed-in", people.sign_in, "nobody.here", "x", HERE)
    assert len(memory.expiring_rows_of("count")) == 1
    clock.on(hours=1, seconds=1)
    people.sign_in("dora", GOOD, HERE)
    assert memory.expiring_rows_of("count") == {}


def test_what_is_not_for_a_role_is_told(people: People) -> None:
    people.add("dora", GOOD, "dealer", "console")
    people.denied("dora", "POST /api/people", HERE)
    (event,) = told(people, "denied")
    assert (event.who, event.by, event.address) == ("dora", "dora", HERE)
    assert event.more == {"asked": "POST /api/people", "count": 1}
    people.denied("dora", "x" * 10_000, HERE)


@pytest.mark.parametrize("times", [1, 5])
def test_a_clock_that_is_set_back_stops_nothing(people: People, clock: Clock, times: int) -> None:
    people.add("dora", GOOD, "dealer", "console")
    for _ in range(times):
        refused("not-signed-in", people.sign_in, "nobody.here", "x", HERE)
        clock.on(hours=-1)
    token, _ = people.sign_in("dora", GOOD, HERE)
    assert people.session(token) is not None
    assert sum(event.more["count"] for event in told(people, "name-unknown")) == times
