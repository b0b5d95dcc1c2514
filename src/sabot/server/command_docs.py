"""Write `docs/commands.md`, the page of all commands and events, from their declarations.

Run `python -m sabot.server.command_docs docs/commands.md` after a command or event has changed.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect

from sabot.core.languages import ENGLISH
from sabot.engine.declarations import GUARD, Guard
from sabot.engine.kind import Kind
from sabot.engine.streams import Command, Event
from sabot.floor.kinds import KINDS
from sabot.sentences.event_text import sentence_of
from sabot.server.http.routes import ROLES
from sabot.server.reach import web_senders
from sabot.store.envelope import LARGE, SMALL

HEAD: Final = f"""# Commands and events

This page is written by `python -m sabot.server.command_docs docs/commands.md` from the
declarations of every command and event. Do not edit it.

A command has `id`, `do`, `actor` and `role`, and may have `at`, `expect`, `stream` and `why`; its
own fields are listed here. A field with a star is required; one that the server fills in is
rejected from a sender. A name in capitals stands for a record, whose fields are listed at the end.
An event has at most {SMALL >> 10} KiB; one that says with what it grows has at most
{LARGE >> 10:,} KiB.

"""
COMMON: Final = frozenset(each.name for each in msgspec.structs.fields(Command))
"""Fields that every command has."""
WORDS: Final[dict[type, str]] = {
    inspect.AnyType: "any",
    inspect.NoneType: "null",
    inspect.BoolType: "true or false",
    inspect.IntType: "whole number",
    inspect.FloatType: "number",
    inspect.DecimalType: "decimal",
    inspect.TimeDeltaType: "duration",
    inspect.TimeType: "time of day",
    inspect.StrType: "text",
    inspect.DateTimeType: "time",
    inspect.DateType: "date",
}
RECORDS: Final = (inspect.StructType, inspect.DataclassType, inspect.NamedTupleType)
GUARDS: Final[dict[Guard, str]] = {
    Guard.DIGEST: "kept as a digest",
    Guard.UNKEPT: "never kept",
    Guard.WATCHERS: "for surveillance and inspectors",
    Guard.STAFF: "for staff",
    Guard.PERSON: "for staff and the person",
}


def page(kinds: tuple[Kind[Any], ...] = KINDS) -> str:
    """Return the whole page."""
    records: dict[str, type[Any]] = {}
    lines = [line for kind in kinds for line in _kind(kind, records)]
    return HEAD + "\n".join([*lines, *_records(records)]) + "\n"


def _kind(kind: Kind[Any], records: dict[str, type[Any]]) -> Iterator[str]:
    rules = kind.rules
    if rules.commands:
        yield f"## Commands to a {kind.word}\n"
        for command in rules.commands:
            yield from command_entry(kind, command, records)
        yield f"### Which role may send what to a {kind.word}\n"
        yield "| command | roles that may send it over HTTP |\n|---|---|"
        for command in rules.commands:
            sent = web_senders(kind, command)
            yield f"| `{_tag(command)}` | {', '.join(each for each in ROLES if each in sent)} |"
        yield ""
    yield f"## Events of a {kind.word}\n"
    for event in rules.events:
        yield from event_entry(event, records)


def command_entry(
    kind: Kind[Any], command: type[Command], records: dict[str, type[Any]]
) -> Iterator[str]:
    """Yield the lines about a command."""
    rules = kind.rules
    pages = rules.pages(command)
    where = ", ".join(pages.names) or ("the server alone" if pages.server else pages.reason)
    yield from _head(command)
    yield from _fields(command, records, command.server_fields.fills)
    if command.server_fields.changes:
        told = ", ".join(f"`{each}`" for each in command.server_fields.changes)
        yield f"- The server completes or replaces: {told}"
    yield f"- Sent by: {', '.join(rules.sent_by(command)) or 'no role; it is refused'}"
    if rules.confirmers(command):
        yield f"- Confirmed by: {', '.join(rules.confirmers(command))}"
        yield f"- Sentence when it is stated: {_sentence(f'{_tag(command)} stated')}"
    if rules.rests_on(command):
        yield f"- Money moves on: {rules.rests_on(command)}"
    yield f"- Where: {where}"
    for role, reason in sorted(pages.without.items()):
        yield f"- No page for a {role}: {reason}"
    if "stopped_by" in vars(command):
        yield f"- Stopped by: {'; '.join(sorted(command.stopped_by)) or 'nothing'}"
    if command.awaited:
        yield f"- Until then the table waits for: `{command.awaited}`"
    if rules.sender_may_play(command):
        yield "- The sender may be a player here."
    yield ""


def event_entry(event: type[Event], records: dict[str, type[Any]]) -> Iterator[str]:
    """Yield the lines about an event."""
    basis, sight = event.basis, event.sight
    yield from _head(event)
    yield from _fields(event, records)
    yield f"- Sentence: {_sentence(_tag(event).partition('/')[0])}"
    source = f": {basis.source}" if basis.source else ""
    yield f"- Rests on: {basis.rests}{source}"
    if basis.effect:
        alone = ", where one person acts alone too" if basis.alone else ""
        yield f"- On the exceptions report as: {basis.effect}{alone}"
    if event.claim_kinds:
        yield f"- Claims: {', '.join(each.words for each in event.claim_kinds)}"
    if event.topics:
        yield f"- Listed among: {'; '.join(sorted(event.topics))}"
    seen = ", ".join(f"`{each}`" for each in sight.everybody or ()) or "nothing"
    own = ", ".join(f"`{each}`" for each in sight.own or ())
    yield f"- Players see: {seen}" + (f"; the {sight.whose} also {own}" if own else "")
    if event.untold:
        yield "- Players read no sentence of it."
    if "transfers" in vars(event):
        purses = ", ".join(sorted(event.transfers)) or "none; what it moves is won or lost"
        yield f"- Moves without a winner chips of: {purses}"
    if event.may_leave_debt:
        yield "- A player may owe money after it."
    if event.ends_sessions:
        yield "- Sessions of the person may be over after it."
    if event.grows_with:
        yield f"- Grows with: {event.grows_with}"
    yield ""


def _head(each: type[Command] | type[Event]) -> Iterator[str]:
    yield f"### `{_tag(each)}`\n"
    told = " ".join((vars(each).get("__doc__") or "").split())
    if told:
        yield f"{told}\n"


def _fields(
    each: type[Any], records: dict[str, type[Any]], fills: tuple[str, ...] = ()
) -> Iterator[str]:
    """Yield a line with the fields and their types, if there are any."""
    info = inspect.type_info(each)
    assert isinstance(info, RECORDS)
    common = COMMON if issubclass(each, Command) else frozenset[str]()
    told = [
        f"`{field.encode_name}`{'*' if field.required else ''} {_type(field.type, records)}"
        + (" (the server fills it in)" if field.encode_name in fills else "")
        for field in info.fields
        if field.name not in common
    ]
    if told:
        yield f"- Fields: {', '.join(told)}"


def _type(info: Any, records: dict[str, type[Any]]) -> str:
    if isinstance(info, inspect.Metadata):
        guard = (info.extra or {}).get(GUARD)
        note = f" ({GUARDS[guard]})" if guard in GUARDS else ""
        return _type(info.type, records) + note
    if isinstance(info, inspect.UnionType):
        return " or ".join(_type(each, records) for each in info.types)
    if isinstance(info, inspect.LiteralType):
        return " or ".join(f'"{each}"' for each in info.values)
    if isinstance(info, inspect.EnumType):
        return " or ".join(f'"{each.value}"' for each in info.cls)
    if isinstance(info, RECORDS):
        return _named(info.cls, records)
    if (item := getattr(info, "item_type", None)) is not None:
        return f"list of {_type(item, records)}"
    if isinstance(info, inspect.TupleType):
        return f"list of {', '.join(_type(each, records) for each in info.item_types)}"
    if isinstance(info, inspect.DictType):
        return f"object of {_type(info.value_type, records)}"
    return WORDS.get(type(info)) or type(info).__name__.removesuffix("Type").lower()


def _named(record: type[Any], records: dict[str, type[Any]]) -> str:
    """Return the name of a record in capitals, with its module where two have one name."""
    name = record.__name__.upper()
    if records.setdefault(name, record) is not record:
        name = f"{name} ({record.__module__.rpartition('.')[2]})"
        records[name] = record
    return name


def _records(records: dict[str, type[Any]]) -> Iterator[str]:
    """Yield the records that fields have, and those that these have in turn."""
    yield "## Records\n"
    done = 0
    while done < len(records):
        name, record = list(records.items())[done]
        done += 1
        yield f"### {name}\n"
        told = " ".join((vars(record).get("__doc__") or "").split())
        if told:
            yield f"{told}\n"
        yield from _fields(record, records)
        yield ""


def _sentence(name: str) -> str:
    return sentence_of(name, ENGLISH) or "none"


def _tag(each: type[Command] | type[Event]) -> str:
    return str(each.__struct_config__.tag)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
