"""Every command and event declares what the rest of the package derives from it."""

import sys
from typing import Any

import msgspec
import pytest

from sabot.compliance.exceptions.effects import EFFECTS
from sabot.compliance.topics import names_in
from sabot.core.languages import ENGLISH, languages, phrases, words_of_pages
from sabot.engine.bounds import containers
from sabot.engine.declarations import DECISION_RESTS, RECORD_RESTS, STATEMENT_RESTS, Fields, Topic
from sabot.engine.streams import ClaimKind, Command, Event
from sabot.floor.claims import CLAIM_KINDS
from sabot.floor.kinds import KINDS
from sabot.table import TABLE

EVENTS = tuple(dict.fromkeys(event for kind in KINDS for event in kind.rules.events))
COMMANDS = tuple(dict.fromkeys(command for kind in KINDS for command in kind.rules.commands))

AT_TABLE = [each for each in TABLE.commands if each.__module__.startswith("sabot.table.")]
MOVING = [each for each in TABLE.events if "moves" in each.__struct_fields__]


def name(each: Any) -> str:
    return str(each.__struct_config__.tag)


@pytest.mark.parametrize("event", EVENTS, ids=name)
def test_an_event_rests_on_something(event: type[Event]) -> None:
    basis = event.basis
    assert basis.rests in (RECORD_RESTS, STATEMENT_RESTS, DECISION_RESTS)
    assert bool(basis.effect) == (basis.rests != RECORD_RESTS), "a person's word is reported"
    if "moves" in event.__struct_fields__:
        assert basis.effect or basis.source, f"{name(event)} moves money: say on which record"


@pytest.mark.parametrize("event", EVENTS, ids=name)
def test_a_sight_names_fields_that_the_event_has(event: type[Event]) -> None:
    for fields in (event.sight.everybody, event.sight.own):
        check_fields(fields, msgspec.inspect.type_info(event))
    if event.sight.own is not None:
        assert event.sight.whose in event.__struct_fields__


def check_fields(fields: Fields | None, info: msgspec.inspect.Type) -> None:
    if fields is None:
        return
    known = {each.encode_name: each.type for each in struct_of(info).fields}
    assert fields.keys() <= known.keys()
    for field, parts in fields.items():
        if parts is not None:
            check_fields(parts, known[field])


def struct_of(info: Any) -> msgspec.inspect.StructType:
    """Return the record in an optional field, a list or a dictionary."""
    if isinstance(info, msgspec.inspect.StructType):
        return info
    if isinstance(info, msgspec.inspect.Metadata):
        return struct_of(info.type)
    if isinstance(info, msgspec.inspect.UnionType):
        found = [each for each in info.types if not isinstance(each, msgspec.inspect.NoneType)]
        return struct_of(found[0])
    return struct_of(getattr(info, "item_type", None) or info.value_type)


@pytest.mark.parametrize("event", EVENTS, ids=name)
def test_an_event_that_claims_names_the_kinds(event: type[Event]) -> None:
    if event.claims is not Event.claims:
        assert event.claim_kinds, f"{name(event)} claims things, and declares no claim_kinds"
    keys = [each.key for each in event.claim_kinds]
    assert not keys or event.claims is not Event.claims, f"{name(event)} claims no {keys}"
    assert all(CLAIM_KINDS[each.key] is each for each in event.claim_kinds)


def test_every_kind_of_unique_thing_is_claimed_by_an_event() -> None:
    modules = [each for key, each in sorted(sys.modules.items()) if key.startswith("sabot.")]
    defined = {each for module in modules for each in vars(module).values()
               if isinstance(each, ClaimKind)}  # fmt: skip
    unclaimed = sorted(each.words for each in defined if each.key not in CLAIM_KINDS)
    assert not unclaimed, f"no event claims {', '.join(unclaimed)}"


@pytest.mark.parametrize("command", COMMANDS, ids=name)
def test_a_command_says_where_a_person_does_it(command: type[Command]) -> None:
    pages = command.pages
    assert sum((bool(pages.names), bool(pages.reason), pages.server)) == 1


@pytest.mark.parametrize("command", AT_TABLE, ids=name)
def test_a_command_of_a_table_says_what_stops_it(command: type[Command]) -> None:
    told = f"{name(command)} declares no stopped_by: stops(...), or stops() where nothing does"
    assert "stopped_by" in vars(command), told


@pytest.mark.parametrize("event", MOVING, ids=name)
def test_an_event_that_moves_chips_at_a_table_says_which_are_not_won(event: type[Event]) -> None:
    told = f"{name(event)} declares no transfers, by which the pit knows what is won"
    assert "transfers" in vars(event), told


@pytest.mark.parametrize("topic", Topic)
def test_every_topic_lists_events(topic: Topic) -> None:
    assert names_in(topic)


@pytest.mark.parametrize("each", (*COMMANDS, *EVENTS), ids=name)
def test_a_declaration_stands_in_the_class_itself(each: type[Command] | type[Event]) -> None:
    """An inherited declaration could be wrong without a trace."""
    for wanted in ("pages",) if issubclass(each, Command) else ("basis", "sight"):
        assert wanted in vars(each), f"{name(each)} declares no {wanted} of its own"


@pytest.mark.parametrize("language", languages())
def test_every_effect_has_words(language: str) -> None:
    words = words_of_pages(language, ("exceptions",))
    missing = {f"exceptions.effect.{each}" for each in EFFECTS} - words.keys()
    assert not missing, f"commands.tsv has no words for {', '.join(sorted(missing))}"


@pytest.mark.parametrize("language", [each for each in languages() if each != ENGLISH])
def test_every_kind_of_claim_has_words(language: str) -> None:
    assert {each.words for each in CLAIM_KINDS.values()} <= phrases(language).keys()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.word)
def test_every_container_of_a_state_declares_its_bound(kind: Any) -> None:
    missing = [each.name for each in containers(kind.state) if each.bound is None]
    assert not missing, f"declare a bound (bound, fixed or within) at {', '.join(missing)}"
