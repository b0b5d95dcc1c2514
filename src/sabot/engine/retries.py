"""Tell a command that is sent again from another command with the same id.

A sender gives every command an id, and sends it again with the same id if no answer came. An id
that comes with other content is another command, and refused: its sender would take the first
answer for its own. What counts is what was sent. Where the server has filled something in, the
logged command says more, or has less where a secret went into the vault: then the log has a mark of
what was sent, under the casino's key, from which the content cannot be found by trying.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final, NamedTuple

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.core.revision import FIRST, RESENT
from sabot.engine.streams import Command, Rejection
from sabot.store.trust.keys import Keyring

USE: Final = b"sent command"
NOT_CONTENT: Final = dict.fromkeys(("via", "under", "sent", "plays_as", "expect", "stream"))
"""Fields that say how a command came, and not what it asks for."""


def content(command: Command) -> Command:
    """Return a command without what does not belong to its content."""
    return msgspec.structs.replace(command, **NOT_CONTENT)


def as_sent(command: Command) -> Command:
    """Return a command that may be copied from a log without what the server wrote into it there:
    it is decided as any other."""
    if command.under is None and command.sent is None and command.plays_as is None:
        return command
    return msgspec.structs.replace(command, under=None, sent=None, plays_as=None)


def with_mark(keys: Keyring | None, sent: Command, command: Command) -> Command:
    """Return a command as it is decided, with the mark of what was sent where the two differ."""
    if keys is None or content(sent) == content(command):
        return command
    mark = keys.mark(USE, _encoded(sent))
    return msgspec.structs.replace(command, sent=urlsafe_b64encode(mark).decode())


def is_repeat(keys: Keyring | None, logged: Command, command: Command) -> bool:
    """Return whether a command is the logged one once more. A log of an older release, or marked
    under a key that is not here, does not say: then it is."""
    if (FIRST if logged.under is None else logged.under) < RESENT:
        return True
    if logged.sent is None:
        return content(logged) == content(command)
    marked = urlsafe_b64decode(logged.sent)
    return keys is None or keys.is_marked(marked, USE, _encoded(command)) is not False


class RejectedCommand(NamedTuple):
    """A command that was rejected, as it was sent, and why."""

    command: Command
    why: Rejection

    def answer(self, command: Command) -> Rejection:
        """Return the same rejection for the same command, and another one for any other."""
        return self.why if self.command == content(command) else id_used(command)


def _encoded(command: Command) -> bytes:
    return msgspec.json.encode(msgspec.structs.asdict(content(command)))


def id_used(command: Command) -> Rejection:
    """Return the rejection of a command whose id belongs to another one."""
    form = "The id {id} was given to another command: send this one with an id of its own."
    no = Refusal("id-used", None, form, id=quoted(command.id))
    return Rejection(no.code, no.clause, no.message, no.form, no.slots)
