"""Commands that the caller may send, so that pages offer those and no others."""

from functools import cache

from sabot.server.http.routes import SIGNED_IN, Asked, Route


@cache
def commands_of(role: str) -> dict[str, list[str]]:
    """Return the names of the commands that a role may send, by the word of their kind."""
    from sabot.server.reach import (  # imported late: it imports all routes
        every_command,
        web_senders,
    )

    found: dict[str, list[str]] = {}
    for kind, command in every_command():
        if role in web_senders(kind, command):
            found.setdefault(kind.word, []).append(str(command.__struct_config__.tag))
    return found


async def permitted(asked: Asked) -> dict[str, list[str]]:
    return await asked.casino.work(commands_of, asked.person.role)


ROUTES = (
    Route("GET", "/api/commands", SIGNED_IN, permitted,
          "The commands that your role may send, by the kind of thing that they are sent to.",
          gives=dict[str, list[str]]),
)  # fmt: skip
