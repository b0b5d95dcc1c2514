"""Which commands each page sends, read off its JavaScript.

A page sends a command where its modules have `do: "the-command"`, or an entry `"the-command": {…}`
of a table of actions; where it shows the server's next step (`do: next.do`), every command that can
be one; and where it posts to a route that takes no other command.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from sabot.engine.kind import Kind
from sabot.engine.streams import Command
from sabot.floor.kinds import KINDS
from sabot.server import reach
from sabot.server.app import ROUTES
from sabot.server.http.pages import WEB
from sabot.server.http.routes import Route
from sabot.server.reach import every_command, web_senders
from sabot.views.steps.next_step import AWAITED

IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)["']""")
SCRIPT = re.compile(r'src="/web/([^"]+\.js)"')
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
DONE = re.compile(r"""\bdo: ["']([a-z-]+)["']""")
ENTRY = re.compile(r"""^\s*["']?([a-z][a-z-]*)["']?: \{""", re.MULTILINE)
PLACE = re.compile(r"\{[a-z]+\}")
NEXT_STEP = "do: next.do"
Sent = tuple[str, str]
"""The prefix of a kind of stream, and the name of a command."""


@cache
def modules_of(page: str) -> frozenset[Path]:
    """Return the modules that a page runs, those that they import among them."""
    found: set[Path] = set()
    wanted = [WEB / name for name in SCRIPT.findall((WEB / f"{page}.html").read_text("utf-8"))]
    while wanted:
        module = wanted.pop().resolve()
        if module not in found:
            found.add(module)
            text = module.read_text("utf-8")
            wanted += [module.parent / name for name in IMPORTED.findall(text)]
    return frozenset(found)


@cache
def text_of(page: str) -> str:
    """Return a page's JavaScript without comments."""
    return "\n".join(COMMENT.sub("", each.read_text("utf-8")) for each in sorted(modules_of(page)))


@cache
def sent_by(page: str) -> frozenset[Sent]:
    """Return the commands that a page sends."""
    text = text_of(page)
    named = {*DONE.findall(text), *ENTRY.findall(text)}
    if NEXT_STEP in text:
        named |= AWAITED.keys()
    return frozenset(sent for route in ROUTES for sent in _by_route(route, text, named))


def _by_route(route: Route, text: str, named: set[str]) -> Iterator[Sent]:
    for hears in route.hears:
        tags = {str(each.__struct_config__.tag) for each in hears.commands}
        if route.path.endswith("/commands"):
            start = route.path if "{" not in route.path else route.path.partition("{")[0]
            yield from ((hears.kind.prefix, tag) for tag in tags & named if start in text)
        elif re.search(rf"""\b(post|put|send)\(\s*["'`]{_spelled(route.path)}["'`]""", text):
            yield from ((hears.kind.prefix, tag) for tag in tags)


def _spelled(path: str) -> str:
    """Return a pattern of how JavaScript spells a path: `${…}` where the route has a name."""
    return PLACE.sub(r"\\$\\{[^{}]*\\}", path)


def problems(kinds: tuple[Kind[Any], ...] = KINDS) -> list[str]:
    """Return what is wrong with the pages that commands declare, a sentence each."""
    pairs = list(every_command(kinds))
    found: list[str] = []
    for kind, command in pairs:
        found += _without_page(kind, command)
        found += _undeclared(kind, command, pairs)
    for command in dict.fromkeys(command for _, command in pairs):
        found += _wrong(command, [kind for kind, each in pairs if each is command])
    return found


def name_of(command: type[Command]) -> str:
    return str(command.__struct_config__.tag)


def pages_for(kind: Kind[Any], command: type[Command], role: str) -> list[str]:
    """Return the declared pages on which a role sends a command to such a stream."""
    sent = (kind.prefix, name_of(command))
    declared = kind.rules.pages(command).names
    return [
        page for page in declared if role in reach.DOERS.get(page, ()) and sent in sent_by(page)
    ]


def _without_page(kind: Kind[Any], command: type[Command]) -> Iterator[str]:
    pages = kind.rules.pages(command)
    if pages.server or pages.reason:
        return
    for role in sorted(web_senders(kind, command) - pages.without.keys()):
        if not pages_for(kind, command, role):
            where = " or ".join(pages.names)
            yield f"{name_of(command)} of a {kind.word}: a {role} does not find it on {where}"


def _undeclared(
    kind: Kind[Any], command: type[Command], pairs: list[tuple[Kind[Any], type[Command]]]
) -> Iterator[str]:
    """Yield pages that send a command which does not declare them for any kind."""
    name, senders = name_of(command), web_senders(kind, command)
    declared = {
        page for each, one in pairs if one is command for page in each.rules.pages(one).names
    }
    for page, doers in reach.DOERS.items():
        if (kind.prefix, name) in sent_by(page) and doers & senders and page not in declared:
            yield f"{name} of a {kind.word} is sent by {page}, which it does not declare"


def _wrong(command: type[Command], kinds: list[Kind[Any]]) -> Iterator[str]:
    """Yield declared pages that do not send it, and reasons for roles that have a page."""
    name = name_of(command)
    for page in {page for kind in kinds for page in kind.rules.pages(command).names}:
        if page not in reach.DOERS:
            yield f"{name} declares {page}, which is no page"
        elif not any((kind.prefix, name) in sent_by(page) for kind in kinds):
            yield f"{name} declares {page}, which does not send it"
    for role in {role for kind in kinds for role in kind.rules.pages(command).without}:
        asked = [kind for kind in kinds if role in web_senders(kind, command)]
        if asked and all(pages_for(kind, command, role) for kind in asked):
            yield f"{name} excuses the {role}, who has a page"
