"""Tokens of programs."""

import hashlib
from datetime import timedelta

import pytest

from people.night import GOOD, HERE, START, Clock, people_on, refused, whats
from people.test_sessions import HOW, ended_by
from sabot.people import People, Token
from sabot.store import Store, open_store


def test_a_program_acts_as_its_person(people: People, store: Store, clock: Clock) -> None:
    people.add("dora", GOOD, "dealer", "console")
    token = people.issue_token("dora", "night robot", "abe", 30)
    assert token.startswith("sabot_") and len(token) == 6 + 43
    session = people.session(token)
    assert session is not None and (session.person, session.role) == ("dora", "dealer")
    assert session.id.startswith("token:") and not session.locked
    assert people.tokens("dora") == [
        Token(session.id, "dora", "night robot", START, START + timedelta(days=30), "abe")
    ]
    assert list(store.expiring_rows_of("token")) == [hashlib.sha256(token.encode()).hexdigest()]
    assert people_on(store, clock).session(token) == session


def test_it_has_no_idle_lock_and_ends_at_its_time(people: People, clock: Clock) -> None:
    people.add("dora", GOOD, "dealer", "console")
    token = people.issue_token("dora", "robot", "abe", 1)
    clock.on(days=1, microseconds=-1)
    session = people.session(token)
    assert session is not None and not session.locked and session.seen == clock.now
    people.touch(token)
    clock.on(microseconds=1)
    assert people.session(token) is None and people.tokens("dora") == []


def test_how_long_and_what_for(folk: People) -> None:
    for days in (0, -1, 366, 1.5, True, "7", None):
        refused("bad-number", folk.issue_token, "dora", "robot", "abe", days)
    for label in ("", " ", "a\nb", "x" * 61, None):
        refused("bad-label", folk.issue_token, "dora", label, "abe", 1)
    folk.issue_token("dora", " x ", "abe", 365)
    assert [each.label for each in folk.tokens("dora")] == ["x"]


def test_it_is_revoked_by_its_id(people: People, clock: Clock) -> None:
    people.add("dora", GOOD, "dealer", "console")
    one = people.issue_token("dora", "one", "abe", 1)
    clock.on(seconds=1)
    other = people.issue_token("dora", "other", "abe", 1)
    assert people.session(one) and people.session(other)
    heard: list[str] = []
    people.changed.append(heard.append)
    first, second = people.tokens("dora")
    assert people.revoke_token(first.id, "abe") == first
    assert people.session(one) is None and people.session(other) is not None
    assert people.tokens("dora") == [second] and heard == [first.id]
    refused("unknown-token", people.revoke_token, first.id, "abe")
    refused("unknown-token", people.revoke_token, "", "abe")
    refused("unknown-token", people.revoke_token, other, "abe")
    assert whats(people)[-3:] == ["token-issued", "token-issued", "token-revoked"]


@pytest.mark.parametrize("how", HOW)
def test_what_ends_tokens(folk: People, how: str) -> None:
    token = folk.issue_token("dora", "robot", "abe", 1)
    assert folk.session(token)
    ended_by(folk, how)
    assert (folk.session(token) is not None) is (how == "everywhere")
    assert bool(folk.tokens("dora")) is (how == "everywhere")
    if how == "disabled":
        refused("disabled", folk.issue_token, "dora", "robot", "abe", 1)
        folk.enable("dora", "abe")
        assert folk.session(token) is None


def test_a_token_is_not_a_session(folk: People) -> None:
    token = folk.issue_token("dora", "robot", "abe", 1)
    folk.sign_out(token)
    refused("not-signed-in", folk.unlock, token, GOOD)
    assert folk.session(token) is not None


def test_tokens_are_their_persons_own(folk: People) -> None:
    folk.issue_token("dora", "robot", "abe", 1)
    assert folk.tokens("paul") == [] and folk.tokens("nobody.here") == []


def test_another_process_notices_within_two_seconds(lasting_url: str, clock: Clock) -> None:
    with open_store(lasting_url) as here, open_store(lasting_url) as there:
        one, other = people_on(here, clock), people_on(there, clock)
        one.add("dora", GOOD, "dealer", "console")
        token = one.issue_token("dora", "robot", "abe", 1)
        clock.on(seconds=30)
        assert other.session(token)
        one.revoke_token(other.tokens("dora")[0].id, "abe")
        clock.on(seconds=2)
        assert other.session(token) is None
        one.sign_in("dora", GOOD, HERE)
