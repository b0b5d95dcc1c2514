"""Display names: unique in look, and without effect on decisions."""

import json

import pytest

from people.night import BETTER, GOOD, HERE, Clock, log_of, people_on, refused, whats
from sabot.core.refusal import Refusal
from sabot.people import People
from sabot.store import Store, open_store

WHY = "married"


def rename(people: People, name: str, called: str, reason: str = WHY) -> str:
    return people.callings.rename(name, called, reason, "abe")


def test_whoever_has_no_other_name_is_called_as_they_sign_in(folk: People) -> None:
    assert folk.callings.of("dora") == "dora"
    assert folk.callings.of("nobody at all") == "nobody at all"


def test_somebody_is_called_otherwise_than_they_sign_in(people: People, store: Store) -> None:
    assert people.add("dana", GOOD, "dealer", "abe", " Dana  Okafor").called == "Dana Okafor"
    assert people.callings.of("dana") == "Dana Okafor"
    refused("not-signed-in", people.sign_in, "Dana Okafor", GOOD, HERE)
    assert people.sign_in("dana", GOOD, HERE)[1].person == "dana"
    assert people.person("Dana Okafor") is None


def test_a_new_name_is_in_the_log_with_its_reason_and_ends_nothing(
    people: People, store: Store, clock: Clock
) -> None:
    people.add("dana", GOOD, "dealer", "abe", "Dana Okafor")
    token, _ = people.sign_in("dana", GOOD, HERE)
    assert rename(people, "dana", "Dana Smith") == "Dana Smith"
    assert rename(people, "dana", "Dana Smith") == "Dana Smith"
    assert whats(people) == ["person-added", "signed-in", "person-renamed"]
    said = json.loads(log_of(store).splitlines()[-1])
    assert (said["stream"], said["by"]) == ("person:dana", "abe")
    assert (said["shown"], said["instead_of"]) == ("Dana Smith", "Dana Okafor")
    assert said["reason"] == WHY
    session = people.session(token)
    assert session is not None and session.person == "dana"
    assert people_on(store, clock).callings.of("dana") == "Dana Smith"


def test_a_new_name_needs_a_reason_and_somebody_to_have_it(folk: People) -> None:
    refused("no-reason", rename, folk, "dora", "Dora Lee", " ")
    refused("unknown-person", rename, folk, "nina", "Nina Lee")
    assert folk.callings.of("dora") == "dora"


@pytest.mark.parametrize(
    "called",
    ["Paul", "PAUL", "P. Aul", "pau1", "p-a-u-l", "Pаul", "Dana Okafor", "dana okafor",
     "DanaOkafor", "Dana O'Kafor", "Dana 0kafor", "Dana OkafOr", "DANA OKAFOR", "dana.okafor"],
)  # fmt: skip
def test_nobody_is_called_so_that_it_looks_like_another_person(folk: People, called: str) -> None:
    folk.add("dana", GOOD, "dealer", "abe", "Dana Okafor")
    for code in [_no(folk, called), _no_newcomer(folk, called)]:
        assert code in ("name-taken", "bad-name")
    assert folk.callings.of("dora") == "dora" and folk.person("nina") is None


def _no(people: People, called: str) -> str:
    with pytest.raises(Refusal) as caught:
        rename(people, "dora", called)
    return caught.value.code


def _no_newcomer(people: People, called: str) -> str:
    with pytest.raises(Refusal) as caught:
        people.add("nina", GOOD, "player", "abe", called)
    return caught.value.code


@pytest.mark.parametrize("name", ["danaokafor", "Dana.Okafor", "dana_okafor", "d-ana.okafor"])
def test_nobody_signs_in_so_that_it_looks_like_what_another_is_called(
    folk: People, name: str
) -> None:
    folk.add("dana", GOOD, "dealer", "abe", "Dana Okafor")
    refused("name-taken", folk.add, name, GOOD, "player", "abe")


@pytest.mark.parametrize("name", ["dana.okafor", "dana-okafor", "d.ana_okafor"])
def test_nobody_is_called_as_another_signs_in_with_signs_between(folk: People, name: str) -> None:
    folk.add(name, GOOD, "dealer", "abe")
    refused("name-taken", rename, folk, "dora", "Dana Okafor")
    assert rename(folk, name, "Dana Okafor") == "Dana Okafor"


def test_ones_own_sign_in_name_is_free_to_be_called(folk: People) -> None:
    assert rename(folk, "dora", "Dora") == "Dora"
    assert rename(folk, "dora", "dora") == "dora"


def test_what_somebody_was_called_once_stays_theirs(folk: People) -> None:
    rename(folk, "dora", "Dana Okafor")
    rename(folk, "dora", "Dana Smith")
    refused("name-taken", rename, folk, "paul", "Dana Okafor")
    assert rename(folk, "dora", "Dana Okafor") == "Dana Okafor"


@pytest.mark.parametrize(
    "called",
    ["", " ", "-Dana", "Dana.", "Dana (dora)", "Dana\nOkafor", "Dana\u202eOkafor", "Dana {x}",
     "x" * 61, "Dаna Okafor", "Console", "No body", "ﬁne", "a\u200bb", "\u3164", "Dana, "],
)  # fmt: skip
def test_names_that_nobody_can_be_called(folk: People, called: str) -> None:
    refused("bad-name", rename, folk, "dora", called)


@pytest.mark.parametrize("called", ["陳大文", "Zoë O'Hara", "J. R. Vega-Lee", "Дора Ким", "किरण"])
def test_names_of_any_alphabet_can_be_called(folk: People, called: str) -> None:
    assert rename(folk, "dora", called) == called


def test_of_two_who_are_called_alike_in_two_processes_one_is_refused(
    lasting_url: str, clock: Clock
) -> None:
    with open_store(lasting_url) as here, open_store(lasting_url) as there:
        one, other = people_on(here, clock), people_on(there, clock)
        one.add("dora", GOOD, "dealer", "abe")
        other.add("paul", BETTER, "player", "abe")
        rename(one, "dora", "Dana Okafor")
        refused("name-taken", rename, other, "paul", "dana okafor")
        assert other.callings.of("dora") == "Dana Okafor"
