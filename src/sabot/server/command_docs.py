"""Write `docs/commands.md`, the page of all commands and events, from their declarations.

Run `python -m sabot.server.command_docs docs/commands.md` after a command or event has changed.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from sabot.kind import Kind
from sabot.kinds import KINDS
from sabot.server.http.routes import ROLES
from sabot.server.reach import web_senders
from sabot.streams import Command, Event

HEAD: Final = """# Commands and events

This page is written by `python -m sabot.server.command_docs docs/commands.md` from the
declarations of every command and event. Do not edit it.

"""
COMMON: Final = frozenset(each.name for each in msgspec.structs.fields(Command))
"""Fields that every command has."""


def page(kinds: tuple[Kind[Any], ...] = KINDS) -> str:
    """Return the whole page."""
    return HEAD + "\n".join(line for kind in kinds for line in _kind(kind)) + "\n"


def _kind(kind: Kind[Any]) -> Iterator[str]:
    rules = kind.rules
    if rules.commands:
        yield f"## Commands to a {kind.word}\n"
        for command in rules.commands:
            yield from _command(kind, command)
        yield f"### Which role may send what to a {kind.word}\n"
        yield "| command | roles that may send it over HTTP |\n|---|---|"
        for command in rules.commands:
            sent = web_senders(kind, command)
            yield f"| `{_tag(command)}` | {', '.join(each for each in ROLES if each in sent)} |"
        yield ""
    yield f"## Events of a {kind.word}\n"
    yield "| event | rests on | on the exceptions report | claims | players see |"
    yield "|---|---|---|---|---|"
    for event in rules.events:
        yield _event(event)
    yield ""


def _command(kind: Kind[Any], command: type[Command]) -> Iterator[str]:
    rules = kind.rules
    pages = rules.pages(command)
    fields = [each for each in msgspec.structs.fields(command) if each.name not in COMMON]
    where = ", ".join(pages.names) or ("the server alone" if pages.server else pages.reason)
    yield f"### `{_tag(command)}`\n"
    yield f"{_first(command)}\n"
    if fields:
        told = (f"`{each.name}`{'' if each.required else ' (optional)'}" for each in fields)
        yield f"- Fields: {', '.join(told)}"
    yield f"- Sent by: {', '.join(rules.sent_by(command)) or 'nobody'}"
    if rules.confirmers(command):
        yield f"- Confirmed by: {', '.join(rules.confirmers(command))}"
    if rules.rests_on(command):
        yield f"- Money moves on: {rules.rests_on(command)}"
    yield f"- Where: {where}"
    for role, reason in sorted(pages.without.items()):
        yield f"- No page for a {role}: {reason}"
    if rules.sender_may_play(command):
        yield "- The sender may be a player here."
    yield ""


def _event(event: type[Event]) -> str:
    basis, sight = event.basis, event.sight
    seen = ", ".join(f"`{each}`" for each in sight.everybody or ()) or "–"
    own = ", ".join(f"`{each}`" for each in sight.own or ())
    seen += f"; the {sight.whose} also {own}" if own else ""
    claims = ", ".join(each.words for each in event.claim_kinds) or "–"
    return f"| `{_tag(event)}` | {basis.rests} | {basis.effect or '–'} | {claims} | {seen} |"


def _first(command: type[Command]) -> str:
    """Return the first sentence of a command's docstring, on one line."""
    return " ".join((command.__doc__ or "").split()).partition(". ")[0].rstrip(".") + "."


def _tag(each: type[Command] | type[Event]) -> str:
    return str(each.__struct_config__.tag)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
