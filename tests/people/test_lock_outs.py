"""Lock-outs: every number and its nearest miss."""

from datetime import timedelta

import pytest

from people.night import BETTER, GOOD, HERE, START, THERE, Clock, fail, people_on, refused, whats
from sabot.core.refusal import Refusal
from sabot.people import People
from sabot.people.sign_in.door import desk_of
from sabot.store import Store, open_store


def enters(people: People, name: str = "dora", address: str = HERE) -> bool:
    """Return True if the right password is accepted now."""
    try:
        people.sign_in(name, GOOD, address)
    except Refusal as refusal:
        assert refusal.code == "not-signed-in"
        return False
    return True


def test_two_failures_do_not_lock(folk: People) -> None:
    fail(folk, "dora", 2)
    assert enters(folk)


def test_three_failures_lock_that_address_for_fifteen_minutes(people: People, clock: Clock) -> None:
    people.add("dora", GOOD, "dealer", "console")
    people.add("paul", GOOD, "player", "console")
    fail(people, "dora", 3)
    assert not enters(people)
    assert enters(people, address=THERE) and enters(people, "paul")
    found = people.person("dora")
    assert found is not None and found.locked_until == START + timedelta(minutes=15)
    clock.on(minutes=15, microseconds=-1)
    assert not enters(people)
    clock.on(microseconds=1)
    found = people.person("dora")
    assert enters(people) and found is not None and found.locked_until is None


def test_failures_count_for_thirty_minutes(folk: People, clock: Clock) -> None:
    fail(folk, "dora", 1)
    clock.on(minutes=29)
    fail(folk, "dora", 1)
    clock.on(seconds=59)
    fail(folk, "dora", 1)
    assert not enters(folk)


def test_and_not_a_moment_longer(folk: People, clock: Clock) -> None:
    fail(folk, "dora", 2)
    clock.on(minutes=30)
    fail(folk, "dora", 2)
    assert enters(folk)


def test_after_the_lock_one_more_failure_locks_again(folk: People, clock: Clock) -> None:
    fail(folk, "dora", 3)
    clock.on(minutes=15)
    fail(folk, "dora", 1)
    assert not enters(folk)
    clock.on(minutes=15)
    assert enters(folk)


def test_signing_in_forgives_the_failures_of_that_address(folk: People) -> None:
    fail(folk, "dora", 2)
    fail(folk, "dora", 2, THERE)
    assert enters(folk)
    fail(folk, "dora", 2)
    assert enters(folk)
    fail(folk, "dora", 1, THERE)
    assert not enters(folk, address=THERE)


def test_nine_failures_from_anywhere_lock_nobody_else(folk: People) -> None:
    for number in range(3):
        fail(folk, "dora", 3, f"203.0.113.{number}")
    assert enters(folk)


def test_the_tenth_locks_the_name_for_everybody(people: People, clock: Clock) -> None:
    people.add("dora", GOOD, "dealer", "console")
    for number in range(10):
        fail(people, "dora", 1, f"203.0.113.{number}")
    assert not enters(people) and not enters(people, address=THERE)
    assert whats(people).count("locked-out") == 1
    clock.on(minutes=15, microseconds=-1)
    assert not enters(people)
    clock.on(microseconds=1)
    assert enters(people)


def test_one_address_alone_never_locks_the_name_for_others(folk: People, clock: Clock) -> None:
    for _ in range(300):
        fail(folk, "dora", 2)
        assert not folk.log() or enters(folk, address=THERE)
        clock.on(minutes=1)


def test_while_locked_nothing_counts(folk: People, clock: Clock) -> None:
    fail(folk, "dora", 3)
    fail(folk, "dora", 50)
    refused("not-signed-in", folk.sign_in, "dora", GOOD, HERE)
    assert whats(folk).count("sign-in-failed") == 3
    clock.on(minutes=15)
    assert enters(folk)


@pytest.mark.parametrize("times", [3, 12])
def test_an_administrator_unlocks(people: People, times: int) -> None:
    people.add("dora", GOOD, "dealer", "console")
    for number in range(times):
        fail(people, "dora", 1, f"203.0.113.{number % 4}")
    people.unlock_person("dora", "abe")
    fail(people, "dora", 2, "203.0.113.0")
    assert all(enters(people, address=f"203.0.113.{number}") for number in range(4))
    unlocked = [(each.by, each.who) for each in people.log() if each.what == "person-unlocked"]
    assert unlocked == [("abe", "dora")]


def test_unlocking_somebody_who_is_not_locked_says_nothing(folk: People) -> None:
    folk.unlock_person("dora", "abe")
    assert "person-unlocked" not in whats(folk)


def test_a_new_password_does_not_unlock(folk: People) -> None:
    fail(folk, "dora", 3)
    folk.reset_password("dora", BETTER, "abe")
    refused("not-signed-in", folk.sign_in, "dora", BETTER, HERE)


def test_sessions_go_on_while_the_name_is_locked(folk: People, clock: Clock) -> None:
    token, _ = folk.sign_in("dora", GOOD, HERE)
    for number in range(10):
        fail(folk, "dora", 1, f"203.0.113.{number}")
    assert folk.session(token) is not None
    clock.on(minutes=5)
    session = folk.session(token)
    assert session is not None and session.locked
    fresh = folk.unlock(token, GOOD)  # nobody keeps a dealer from the table from afar
    assert folk.session(fresh) is not None


def test_guesses_at_an_idle_session_are_counted_too(folk: People, clock: Clock) -> None:
    token, _ = folk.sign_in("dora", GOOD, HERE)
    clock.on(minutes=5)
    for _ in range(3):
        refused("wrong-password", folk.unlock, token, "not the right one")
    refused("wrong-password", folk.unlock, token, GOOD)
    assert not enters(folk) and enters(folk, address=THERE)
    clock.on(minutes=15)
    assert folk.session(folk.unlock(token, GOOD))


def test_guesses_at_ones_own_old_password_are_counted_too(folk: People, clock: Clock) -> None:
    for _ in range(3):
        refused("wrong-password", folk.change_password, "dora", "not the right one", BETTER)
    refused("wrong-password", folk.change_password, "dora", GOOD, BETTER)
    assert enters(folk)
    clock.on(minutes=15)
    folk.change_password("dora", GOOD, BETTER)


def test_a_lock_out_is_known_to_every_process(lasting_url: str, clock: Clock) -> None:
    with open_store(lasting_url) as here, open_store(lasting_url) as there:
        one, other = people_on(here, clock), people_on(there, clock)
        one.add("dora", GOOD, "dealer", "console")
        fail(one, "dora", 1)
        fail(other, "dora", 1)
        fail(one, "dora", 1)
        assert not enters(other) and not enters(one) and enters(other, address=THERE)
    with open_store(lasting_url) as again:
        assert not enters(people_on(again, clock))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("testclient", "testclient", True),
        ("testclient", "other", False),
        ("", None, False),
    ],
)
def test_places_that_are_one(one: str, other: str, same: bool) -> None:
    assert (desk_of(one) == desk_of(other)) is same


def test_odd_addresses_do_no_harm(folk: People, memory: Store) -> None:
    for address in ("", "x" * 5000, "a\nb", '"', "\ud800", "百", None, 7):
        refused("not-signed-in", folk.sign_in, "dora", "wrong", address)
        refused("not-signed-in", folk.sign_in, "nobody.here", "wrong", address)
    assert max(len(each.address or "") for each in folk.log(limit=1000)) <= 60
