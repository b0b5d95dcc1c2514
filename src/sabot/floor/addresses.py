"""Addresses of commands: read a command, and find the stream that it is for."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.engine.kind import Kind
from sabot.engine.retries import as_sent
from sabot.engine.streams import Command, reader
from sabot.floor.kinds import TABLES, kind_of


class _Addressed(msgspec.Struct):
    do: str = ""
    stream: str | None = None


class Addresses:
    """The commands of all kinds of stream, and the kind that each belongs to."""

    def __init__(self, kinds: tuple[Kind[Any], ...]) -> None:
        self.kinds = kinds
        tables_first = sorted(kinds, key=lambda kind: kind.prefix != TABLES.prefix)
        self._kinds: dict[type[Command], Kind[Any]] = {
            each: kind for kind in reversed(tables_first) for each in kind.rules.commands
        }
        self._prefixes = tuple(kind.prefix for kind in kinds)
        self._peek = msgspec.json.Decoder(_Addressed)

    @cached_property
    def _reader(self) -> Callable[[bytes | str], Command]:
        tags = {str(each.__struct_config__.tag): each for each in self._kinds}
        return reader(tuple(tags.values()))

    def read(self, text: bytes | str) -> Command:
        """Return the command of a JSON text; refuse one that no stream takes. Where two kinds have
        a command of one name, the stream in the text decides."""
        kind = self._meant(text)
        command = self._reader(text) if kind is None else kind.rules.read_command(text)
        if command.via is not None:
            raise Refusal("bad-command", None, "The server says what a command came through.")
        return as_sent(command)

    def _meant(self, text: bytes | str) -> Kind[Any] | None:
        try:
            found = self._peek.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        kind = None if found.stream is None else kind_of(found.stream, self.kinds)
        return kind if kind is not None and found.do in kind.rules.tags else None

    def check_id(self, command: Command) -> None:
        """Refuse an id of the form that the server gives to its own commands."""
        if command.id.startswith(self._prefixes):
            raise Refusal(
                "bad-command",
                None,
                "The id {id} begins like those of the house: take another.",
                id=quoted(command.id),
            )

    def stream(self, name: str, command: Command) -> str:
        """Return the stream of a command: the table `name`, or the stream that it names itself."""
        given = command.stream
        kind = self._kind(command)
        if kind.prefix == TABLES.prefix:
            if given not in (None, kind.stream(name)):
                message = "That is done at a table, not in {given}."
                raise Refusal("bad-command", None, message, given=quoted(given))
            return kind.stream(name)
        meant = kind.name(given) if given is not None and kind.has(given) else ""
        own = str(getattr(command, kind.named_by, "")) if kind.named_by else ""
        if not (own or meant) or (own and meant and own != meant):
            raise Refusal(
                "bad-command",
                None,
                'Say whose {word}: "stream": "{prefix}" and the {whose} name.',
                word=kind.word,
                prefix=kind.prefix,
                whose=kind.whose,
            )
        return kind.stream(own or meant)

    def _kind(self, command: Command) -> Kind[Any]:
        """Return the kind that a command is for: that of its stream; without one the tables, or the
        first kind that has such a command."""
        named = None if command.stream is None else kind_of(command.stream, self.kinds)
        if named is not None and named.rules.takes(command):
            return named
        return self._kinds[type(command)]
