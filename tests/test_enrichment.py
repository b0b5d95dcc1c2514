"""Fields that the server fills in: declared at the command, set by an enrichment, refused to a
sender."""

from datetime import datetime
from typing import Any

import msgspec
import pytest

from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, STAFF_ONLY, api_only, server_fills
from sabot.engine.enrichment import CONFIRMER, DECISION, EnrichmentContext
from sabot.engine.kind import Kind
from sabot.engine.streams import Command, Event, Stream
from sabot.floor import Floor
from sabot.floor.kinds import KINDS
from sabot.rules.roles import DEALER
from sabot.store import open_store

FILLED = [
    pytest.param(kind, command, id=f"{kind.word} {command.__struct_config__.tag}")
    for kind in KINDS
    for command in kind.rules.commands
    if command.server_fields.fills or command.server_fields.changes
]


COMMANDS = dict.fromkeys(command for kind in KINDS for command in kind.rules.commands)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each.__struct_config__.tag)
def test_every_declared_field_is_set_by_an_enrichment(command: Any) -> None:
    """In some kind that takes the command: a promotion has no coup that a dispute is about."""
    declared = command.server_fields
    assert {*declared.fills, *declared.changes} <= {*command.__struct_fields__}
    set_by = [
        each.fills
        for kind in KINDS
        for before in (CONFIRMER, DECISION)
        for each in kind.rules.enrichments.of(before, command)
    ]
    assert frozenset().union(*set_by) == {*declared.fills, *declared.changes}


def as_sent(command: type[Command], **fields: Any) -> Command:
    """Return a command in which a sender has set these fields, beside those that it needs."""
    needed = [each.name for each in msgspec.structs.fields(command) if each.required]
    return command(**{**dict.fromkeys(needed), **fields})


class Anything:
    """A state of which everything is true that a declaration asks."""

    def __getattr__(self, name: str) -> Any:
        return "virtual" if name == "feed" else self


@pytest.mark.parametrize(("kind", "command"), FILLED)
def test_a_sender_who_sets_one_is_refused(kind: Kind[Any], command: type[Command]) -> None:
    check = kind.rules.enrichments.check_sender
    check(Anything(), as_sent(command))
    for name in command.server_fields.fills:
        with pytest.raises(Refusal, match=f'The server fills in "{name}": leave it out.') as no:
            check(Anything(), as_sent(command, **{name: {"a": "sender's word"}}))
        assert no.value.code == ("meddling" if kind.word == "promotion" else "bad-command")


# A toy: a parcel is weighed by the server, and stamped in its own way


class Parcel(msgspec.Struct, frozen=True):
    version: int = 0
    at: datetime | None = None
    grams: int = 0


class Weigh(Command, frozen=True, kw_only=True):
    pages = api_only("A test")
    server_fields = server_fills("grams", changes="note")

    grams: int = 0
    note: str = ""


class Weighed(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    grams: int


class Drop(Command, frozen=True, kw_only=True):
    pages = api_only("A test")


def post() -> Stream[Parcel]:
    stream: Stream[Parcel] = Stream(
        lambda parcel: parcel.version,
        lambda parcel: "open",
        lambda parcel, at: msgspec.structs.replace(parcel, version=parcel.version + 1, at=at),
    )
    stream.decides(Weigh, sent_by=(DEALER,))(
        lambda parcel, command, now: [Weighed(grams=command.grams)]
    )
    stream.evolves(Weighed)(
        lambda parcel, event: msgspec.structs.replace(parcel, grams=event.grams)
    )
    return stream


def floor_of(stream: Stream[Parcel]) -> Floor:
    kind = Kind("post:", "parcel", stream, Parcel, lambda name: Parcel(), "sabot.table")
    return Floor(open_store("sqlite://"), kinds=(kind,))


def weigh(floor: Floor, **fields: Any) -> Any:
    return floor.do("", Weigh(id="1", actor="ann", role=DEALER, stream="post:1", **fields))


def set_grams(context: EnrichmentContext[Parcel], command: Weigh) -> Weigh:
    return msgspec.structs.replace(command, grams=context.state.grams + 7)


def test_the_server_fills_it_in_and_the_log_has_it() -> None:
    stream = post()
    stream.enriches(Weigh, "grams")(set_grams)
    (event,) = weigh(floor_of(stream), note="fragile").events
    assert msgspec.json.decode(event)["do"]["grams"] == 7


def test_nearest_miss_only_in_states_in_which_it_runs() -> None:
    stream = post()
    stream.enriches(Weigh, "grams", when=lambda parcel: parcel.version > 0)(set_grams)
    (event,) = weigh(floor_of(stream)).events
    assert "grams" not in msgspec.json.decode(event)["do"]


def test_an_enrichment_of_a_command_that_the_stream_does_not_take_fails_at_once() -> None:
    with pytest.raises(AssertionError, match="no rule for Drop"):
        post().enriches(Drop)


def test_an_enrichment_of_an_undeclared_field_fails_at_once() -> None:
    with pytest.raises(AssertionError, match="Weigh declares no"):
        post().enriches(Weigh, "grams why")(set_grams)


def test_a_consequence_of_an_event_that_the_stream_does_not_have_fails_at_once() -> None:
    with pytest.raises(AssertionError):
        post().follows(Event)


def test_an_enrichment_that_sets_another_field_fails() -> None:
    stream = post()
    stream.enriches(Weigh, "note")(set_grams)
    with pytest.raises(TypeError, match="set_grams sets grams"):
        weigh(floor_of(stream))


def test_every_command_of_a_stream_can_be_refused_by_one_enrichment() -> None:
    stream = post()

    @stream.enriches(Command)
    def refuse(context: EnrichmentContext[Parcel], command: Command) -> Command:
        raise Refusal("shut", None, "The post is shut.")

    assert weigh(floor_of(stream)).rejected.code == "shut"
