"""Reach of commands: who can send which from where, by rules, routes and pages."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from sabot.engine.kind import Kind
from sabot.engine.streams import Command
from sabot.floor.kinds import KINDS
from sabot.server.app import ROUTES
from sabot.server.http.routes import Hears, Route
from sabot.server.http.site import PAGES


class Way(NamedTuple):
    """A route by which a command can be sent, and its declaration of the command's kind."""

    route: Route
    hears: Hears


DOERS: Final = {page.name: page.doers for page in PAGES.values()}
"""The roles that do something on each page, by the name of its file."""


def every_command(
    kinds: tuple[Kind[Any], ...] = KINDS,
) -> Iterator[tuple[Kind[Any], type[Command]]]:
    """Yield every command of every kind; one that several kinds take comes once for each."""
    for kind in kinds:
        for command in kind.rules.commands:
            yield kind, command


def ways(kind: Kind[Any], command: type[Command]) -> list[Way]:
    """Return the routes that take such a command for a stream of this kind."""
    return [
        Way(route, hears)
        for route in ROUTES
        for hears in route.hears
        if hears.kind.prefix == kind.prefix and command in hears.commands
    ]


def web_senders(kind: Kind[Any], command: type[Command]) -> frozenset[str]:
    """Return the roles that may send a command by the command's rule and by some route."""
    if kind.rules.pages(command).server:
        return frozenset()
    reached = (way.route.who & way.hears.who for way in ways(kind, command))
    return kind.rules.senders(command) & frozenset().union(*reached)
