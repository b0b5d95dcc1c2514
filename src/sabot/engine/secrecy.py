"""Fields that not everybody may see, found in the types of commands and events.

A field says by its type who must not see it (`declarations.Guard`). From that is derived here what
takes the place of a secret before a command is decided and logged (`with_digests`), and what staff
see of a line of the log (`Secrecy.shown`). What players see is named by each event's `sight`, which
never goes beyond a guard (tests/test_secrecy.py).
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from typing import Any, Final

import msgspec
from msgspec import inspect

from sabot.core.card_numbers import looks_kept, shown
from sabot.core.refusal import Refusal
from sabot.engine.declarations import GUARD, Guard
from sabot.engine.messages import Command
from sabot.engine.streams import Fields, Stream

SECRET: Final = frozenset({Guard.DIGEST, Guard.UNKEPT})
HIDDEN: Final = SECRET | {Guard.WATCHERS}
"""Guards of fields that gaming staff do not see as they are."""
EACH: Final = "*"
"""Stands for every key of a dictionary."""
WHOLE: Final = ""
"""Stands for a record as a whole, where its parts have guards of their own too."""
_decode: Final = msgspec.json.Decoder(dict[str, Any]).decode
_encode: Final = msgspec.json.Encoder().encode


class Inside:
    """Stands for a command inside another message, which names itself under `do`."""


INSIDE: Final = Inside()
Node = Guard | Inside | dict[str, Any] | None
"""The guard of a field, or of the fields of a record; None where nothing is guarded."""
Change = Callable[[Guard, Any], Any]
"""Returns the replacement of a guarded value."""


@cache
def guards_of(kind: type[Any]) -> dict[str, Any]:
    """Return the guards of a command's or an event's fields, by field."""
    return _record(inspect.type_info(kind), ())


def _record(info: Any, above: tuple[type, ...]) -> dict[str, Any]:
    found = {each.encode_name: _node(each.type, (*above, info.cls)) for each in info.fields}
    return {name: node for name, node in found.items() if node is not None}


def _node(info: Any, above: tuple[type, ...]) -> Node:
    if isinstance(info, inspect.Metadata):
        guard, inner = (info.extra or {}).get(GUARD), _node(info.type, above)
        if guard is None or not isinstance(inner, dict):
            return inner if guard is None else guard
        return {**inner, WHOLE: guard}
    if isinstance(info, inspect.UnionType):
        found = (_node(each, above) for each in info.types)
        return next((each for each in found if each is not None), None)
    if isinstance(info, inspect.StructType):
        guard = getattr(info.cls, "guard", None)
        parts = {} if info.cls in above else _record(info, above)
        return {**parts, WHOLE: guard} if isinstance(guard, Guard) else parts or None
    if isinstance(info, inspect.DictType):
        if isinstance(info.value_type, inspect.AnyType):
            return INSIDE
        inner = _node(info.value_type, above)
        return None if inner is None else {EACH: inner}
    item = getattr(info, "item_type", None)
    return None if item is None else _node(item, above)


def _changed(value: Any, node: Node, change: Change, inside: Callable[[Any], Any]) -> Any:
    """Return a value with what takes the place of its guarded parts; the value itself where nothing
    changes."""
    if value is None or node is None:
        return value
    if isinstance(value, list | tuple):
        parts = [_changed(each, node, change, inside) for each in value]
        same = all(one is other for one, other in zip(parts, value, strict=True))
        return value if same else type(value)(parts)
    if isinstance(node, Guard):
        return change(node, value)
    if isinstance(node, Inside):
        return inside(value)
    if isinstance(value, msgspec.Struct):
        found = _parts(msgspec.structs.asdict(value), node, change, inside)
        return msgspec.structs.replace(value, **found) if found else value
    if not isinstance(value, dict):
        return value
    found = _parts(value, node, change, inside)
    whole = {**value, **found}
    return {name: each for name, each in whole.items() if each is not _LEFT_OUT} if found else value


def _parts(
    value: Mapping[str, Any], node: dict[str, Any], change: Change, inside: Callable[[Any], Any]
) -> dict[str, Any]:
    """Return the parts of a record or a dictionary that change."""
    named = dict.fromkeys(value, node[EACH]) if EACH in node else node
    found: dict[str, Any] = {}
    for name, part in named.items():
        if name in value:
            new = _changed(value[name], part, change, inside)
            if new is not value[name]:
                found[name] = new
    return found


_LEFT_OUT: Final = object()
"""Takes the place of what a view does not have at all."""


def _for_staff(guard: Guard, value: Any) -> Any:
    if guard is Guard.DIGEST:
        return shown(value) if isinstance(value, str) else value
    return _LEFT_OUT if guard in HIDDEN else value


def without_secrets(fields: Fields, guards: dict[str, Any]) -> Fields:
    """Return the fields of a message as gaming staff see them."""
    found: Fields = _changed(fields, guards, _for_staff, lambda inside: inside)
    return found


def has(node: Node, wanted: Iterable[Guard]) -> bool:
    """Return whether a part of a message is guarded in one of these ways."""
    if isinstance(node, dict):
        return any(has(each, wanted) for each in node.values())
    return isinstance(node, Guard) and node in wanted


class Secrecy:
    """The guarded fields of all commands and events of one kind of stream."""

    def __init__(self, rules: Stream[Any]) -> None:
        self._rules = rules

    @cached_property
    def commands(self) -> dict[str, dict[str, Any]]:
        """Guards by the command's name."""
        return {str(each.__struct_config__.tag): guards_of(each) for each in self._rules.commands}

    @cached_property
    def events(self) -> dict[str, dict[str, Any]]:
        """Guards by the event's name, of today's version and of older ones."""
        return {
            name: guards_of(each)
            for each in self._rules.events
            for name in self._rules.names_of(each)
        }

    @cached_property
    def _hides(self) -> Callable[[bytes], Any]:
        """Find out quickly whether a line can have something that staff do not see."""
        every = {**self.commands, **self.events}
        names = [name for name, node in every.items() if has(node, HIDDEN)]
        return re.compile(
            rb'"(?:what|do)":"(?:%b)"' % b"|".join(re.escape(each).encode() for each in names)
            if names
            else rb"(?!)"
        ).search

    def shown(self, line: bytes) -> bytes:
        """Return a line of the log as gaming staff see it: of a card's number the last digits, and
        no order of a stack. The line itself where it has neither."""
        if self._hides(line) is None:
            return line
        event = _decode(line)
        told = self.told(event)
        return line if told is event else _encode(told)

    def told(self, event: Fields) -> Fields:
        """Return the fields of an event, and of the command with it, as gaming staff see them."""
        node = {**self.events.get(str(event.get("what")), {}), "do": INSIDE}
        found: Fields = _changed(event, node, _for_staff, self.asked)
        return found

    def hides_from_person(self, line: bytes) -> bool:
        """Return whether a line of the log has something in it that even the person whom it is
        about does not see."""
        event = _decode(line)

        def left_out(guard: Guard, value: Any) -> Any:
            return _LEFT_OUT if guard in HIDDEN or guard is Guard.STAFF else value

        def inside(command: Any) -> Any:
            tag = command.get("do") if isinstance(command, dict) else None
            return _changed(command, self.commands.get(str(tag)), left_out, inside)

        node = {**self.events.get(str(event.get("what")), {}), "do": INSIDE}
        return _changed(event, node, left_out, inside) is not event

    def asked(self, command: Any) -> Any:
        """Return the fields of a command as gaming staff see them."""
        tag = command.get("do") if isinstance(command, dict) else None
        node = self.commands.get(str(tag))
        return _changed(command, node, _for_staff, self.asked) if node else command


@cache
def secrets_of(kind: type[Command]) -> dict[str, Any] | None:
    """Return the guards of a command's fields where one of them is secret."""
    guards = guards_of(kind)
    return guards if has(guards, SECRET) else None


def with_digests(command: Command, digest: Callable[[str], str]) -> Command:
    """Return a command with digests in the place of card numbers."""
    found: Command = _changed(
        command,
        secrets_of(type(command)),
        lambda guard, value: digest(value) if guard is Guard.DIGEST else value,
        lambda inside: inside,
    )
    return found


def has_unkept(command: Command) -> bool:
    """Return whether a command has a secret that is used once and kept nowhere."""
    guards = secrets_of(type(command)) or {}
    return any(
        guard is Guard.UNKEPT and getattr(command, name, None) for name, guard in guards.items()
    )


def check_kept(command: Command) -> None:
    """Refuse to log a command that has a secret in clear: an error in the code that made it."""
    guards = secrets_of(type(command))
    if guards is not None:
        _changed(command, guards, _check, lambda inside: inside)


def _check(guard: Guard, value: Any) -> Any:
    if (guard is Guard.DIGEST and not looks_kept(value)) or (guard is Guard.UNKEPT and value):
        raise Refusal("secret-in-clear", None, "A number or PIN would stand in the log in clear.")
    return value


__all__ = [
    "HIDDEN", "SECRET", "Secrecy", "check_kept", "guards_of", "has", "has_unkept", "secrets_of",
    "with_digests",
    "without_secrets",
]  # fmt: skip
