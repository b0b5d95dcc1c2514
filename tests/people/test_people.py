"""Persons: who can be one, what can be done to them, and what the log says of it."""

import json
from datetime import timedelta

import pytest

from people.night import BETTER, GOOD, HERE, START, Clock, log_of, people_on, refused, whats
from sabot.people import ADMINISTRATOR, SIGN_IN_ROLES, People, Person
from sabot.rules.roles import ROLES
from sabot.store import Store, open_store, verify_lines
from store.entries import chain_holds


def test_nobody_at_first(people: People) -> None:
    assert people.is_empty() and people.everyone() == [] and people.log() == []
    assert people.person("dora") is None and people.tokens("dora") == []


def test_somebody_is_added(people: People, store: Store, clock: Clock) -> None:
    added = people.add("dora", GOOD, "dealer", "console")
    assert added == Person("dora", "dealer", False, None, START, "dora")
    assert people.person("dora") == added and people.everyone() == [added]
    assert not people.is_empty() and not people_on(store, clock).is_empty()
    people.add("zoë", GOOD, "player", "console", called="Zoë O'Hara")
    people.add("abe", GOOD, ADMINISTRATOR, "console")
    assert [each.name for each in people.everyone()] == ["abe", "dora", "zoë"]
    assert people.everyone() == people_on(store, clock).everyone()
    assert people.everyone()[2].called == "Zoë O'Hara"


def test_another_process_sees_all_of_it(lasting_url: str, clock: Clock) -> None:
    with open_store(lasting_url) as here, open_store(lasting_url) as there:
        one, other = people_on(here, clock), people_on(there, clock)
        assert other.everyone() == [] and other.is_empty()
        one.add("dora", GOOD, "dealer", "console")
        assert other.everyone() == one.everyone() and not other.is_empty()
        other.disable("dora", "console")
        one.add("paul", GOOD, "player", "console")
        assert [(each.name, each.disabled) for each in one.everyone()] == [
            ("dora", True),
            ("paul", False),
        ]
        assert one.everyone() == other.everyone()


@pytest.mark.parametrize(
    "name",
    ["a", "dora", "Dora", "d.o_r-a'", "陳大文", "zoë", "9", "x" * 32, "O'Hara"],
)
def test_names_that_somebody_may_have(folk: People, name: str) -> None:
    if name.casefold() != "dora":
        assert folk.add(name, BETTER, "player", "console").name == name
        assert folk.sign_in(name, BETTER, HERE)[1].person == name


@pytest.mark.parametrize(
    "name",
    [
        "", " ", "a b", "-a", ".a", "'", "a/b", "a:b", "a@b", "a?b", "a#b", "a%b", "a\n", "a\0",
        "x" * 33, "\ud800", "ﬁ", "Console", "house", "demo", "nobody", "a\u202e", None, 7, b"a",
        "dо", "Αnna", "раul陳", "nоbody", "hοuse", "dem0", "a\u115f", "\u1160", "\u3164", "a\u200b",
    ],
)  # fmt: skip
def test_names_that_nobody_may_have(folk: People, name: str) -> None:
    refused("bad-name", folk.add, name, BETTER, "player", "console")
    assert folk.person(name) is None
    refused("not-signed-in", folk.sign_in, name, BETTER, HERE)


def test_a_name_is_taken_in_any_capitals(people: People) -> None:
    people.add("Dora", GOOD, "dealer", "console")
    for name in ("Dora", "dora", "DORA"):
        refused("name-taken", people.add, name, BETTER, "player", "console")
    assert [each.name for each in people.everyone()] == ["Dora"]
    people.add("dorah", GOOD, "dealer", "console")


@pytest.mark.parametrize(
    ("first", "then"),
    [("cacopa", "сасора"), ("Ida", "lda"), ("mike", "rnike"), ("alice1", "alicel"), ("Bo0", "BoO")],
)
def test_a_name_is_taken_in_letters_that_look_the_same(folk: People, first: str, then: str) -> None:
    folk.add(first, GOOD, "dealer", "console")
    refused("name-taken", folk.add, then, GOOD, "dealer", "console")


@pytest.mark.parametrize("other", ["doris", "anna", "dóra", "陳大文", "Дора", "dora2"])
def test_names_that_look_otherwise_are_free(folk: People, other: str) -> None:
    assert folk.add(other, GOOD, "dealer", "console").name == other


def test_nobody_is_shown_as_nothing(folk: People) -> None:
    for shown in ("\u3164", "a\u200bb", "\u1160x"):
        refused("bad-name", folk.add, "gil", GOOD, "player", "console", shown)


def test_roles(people: People) -> None:
    for role in SIGN_IN_ROLES:
        name = role.replace(" ", "-")
        assert people.add(name, GOOD, role, "console").role == role
    assert {*SIGN_IN_ROLES} - {ADMINISTRATOR} < {*ROLES}
    for no_role in ("casino operator", "commission", "member of staff", "", "Dealer", "dealer ", 7):
        refused("bad-role", people.add, "x", GOOD, no_role, "console")
        refused("bad-role", people.change_role, "dealer", no_role, "console")


def test_what_is_shown_instead_of_the_name(folk: People) -> None:
    refused("bad-name", folk.add, "x", GOOD, "player", "console", "a\nb")
    refused("bad-name", folk.add, "x", GOOD, "player", "console", " ")
    refused("bad-name", folk.add, "x", GOOD, "player", "console", "x" * 61)
    assert folk.add("x", GOOD, "player", "console", "x" * 60).called == "x" * 60


def test_disabled_and_enabled(people: People) -> None:
    people.add("dora", GOOD, "dealer", "console")
    assert people.disable("dora", "abe").disabled
    assert people.disable("dora", "abe").disabled
    refused("not-signed-in", people.sign_in, "dora", GOOD, HERE)
    refused("not-signed-in", people.sign_in_as, "dora", "demo")
    assert not people.enable("dora", "abe").disabled
    assert not people.enable("dora", "abe").disabled
    assert people.sign_in("dora", GOOD, HERE)[1].person == "dora"
    assert whats(people) == [
        "person-added",
        "person-disabled",
        "sign-in-denied",
        "person-enabled",
        "signed-in",
    ]


def test_a_role_is_changed(people: People) -> None:
    people.add("dora", GOOD, "dealer", "console")
    assert people.change_role("dora", "gaming supervisor", "abe").role == "gaming supervisor"
    people.change_role("dora", "gaming supervisor", "abe")
    assert people.sign_in("dora", GOOD, HERE)[1].role == "gaming supervisor"
    assert whats(people) == ["person-added", "role-changed", "signed-in"]


def test_a_players_short_password_is_no_password_for_staff(folk: People) -> None:
    folk.add("pat", "kX9#mQ2$vB1", "player", "console")
    refused("weak-password", folk.change_role, "pat", "dealer", "abe")
    folk.add("pam", "kX9#mQ2$vB1z", "player", "console")
    assert folk.change_role("pam", "dealer", "abe").role == "dealer"
    folk.reset_password("pat", GOOD, "abe")
    assert folk.change_role("pat", "dealer", "abe").role == "dealer"
    assert folk.change_role("dora", "player", "abe").role == "player"


def test_passwords_are_changed_and_reset(people: People) -> None:
    people.add("dora", GOOD, "dealer", "console")
    refused("wrong-password", people.change_password, "dora", BETTER, BETTER)
    refused("weak-password", people.change_password, "dora", GOOD, "short")
    people.change_password("dora", GOOD, BETTER)
    refused("not-signed-in", people.sign_in, "dora", GOOD, HERE)
    people.sign_in("dora", BETTER, HERE)
    people.reset_password("dora", GOOD, "abe")
    refused("weak-password", people.reset_password, "dora", "dora dora dora", "abe")
    people.sign_in("dora", GOOD, HERE)
    changes = [each for each in people.log() if each.what == "password-changed"]
    assert [(each.who, each.by, each.more) for each in changes] == [
        ("dora", "dora", {"reset": False}),
        ("dora", "abe", {"reset": True}),
    ]


def test_nobody_is_unknown_to_every_act(folk: People) -> None:
    for work in (folk.disable, folk.enable, folk.unlock_person, folk.end_sessions, folk.sign_in_as):
        refused("unknown-person", work, "nobody.here", "abe")
    refused("unknown-person", folk.change_role, "nobody.here", "dealer", "abe")
    refused("unknown-person", folk.change_password, "nobody.here", GOOD, BETTER)
    refused("unknown-person", folk.reset_password, "nobody.here", GOOD, "abe")
    refused("unknown-person", folk.issue_token, "nobody.here", "robot", "abe", 1)
    folk.denied("nobody.here", "GET /", HERE)
    assert "nobody.here" not in str(folk.log())


def test_the_log_tells_who_what_when_where_and_by_whom(people: People, clock: Clock) -> None:
    people.add("dora", GOOD, "dealer", "console")
    clock.on(seconds=1)
    _, session = people.sign_in("dora", GOOD, HERE)
    first, second = people.log()
    assert (first.who, first.what, first.at, first.address, first.by) == (
        "dora", "person-added", START, None, "console",
    )  # fmt: skip
    assert (second.who, second.what, second.at, second.address, second.by) == (
        "dora", "signed-in", START + timedelta(seconds=1), HERE, "dora",
    )  # fmt: skip
    assert second.more["session"] == session.id
    assert people.log(after=first.position) == [second] and people.log(limit=1) == [first]
    assert people.log(limit=1, newest=True) == [second]
    assert people.log(after=second.position) == []


def test_the_log_is_chained_like_any_other(people: People, store: Store, clock: Clock) -> None:
    people.add("dora", GOOD, "dealer", "console")
    clock.on(minutes=-5)  # a clock that was set back
    refused("not-signed-in", people.sign_in, "dora", "wrong", HERE)
    refused("not-signed-in", people.sign_in, "dorb", "wrong", HERE)
    clock.on(minutes=-5)
    refused("not-signed-in", people.sign_in, "dorc", "wrong", HERE)
    people.disable("dora", "abe")
    lines = log_of(store).splitlines()
    assert chain_holds(lines) and not list(verify_lines(lines))
    assert {json.loads(line)["stream"] for line in lines} == {"person:dora", "door"}


def test_a_long_history_is_opened_from_a_snapshot(memory: Store, clock: Clock) -> None:
    people = people_on(memory, clock)
    people.add("dora", GOOD, "dealer", "console")
    for _ in range(1005):
        people.end_sessions("dora", "abe")
    kept = memory.snapshot("person:dora")
    assert kept is not None and kept.head.seq == 1000
    again = people_on(memory, clock)
    assert again.everyone() == people.everyone()
    token, _ = again.sign_in("dora", GOOD, HERE)
    assert again.session(token) and people.session(token)
    memory.keep_snapshot("person:dora", 1000, b"not a snapshot")
    assert people_on(memory, clock).everyone() == people.everyone()
