"""Where in a stream the answer to a command begins: a passing thing for each, kept for ever.

It stands in the same transaction as the events, so that no command is answered twice, however many
processes are asked and however long ago it was. The log has the last word on whose answer it is.
"""

from hashlib import blake2b
from typing import Final

from sabot.store.passing import Key, Swap

ANSWERED: Final = "answered"


def own(sender: str, id_: str) -> str:
    """A command's id with whose it is: senders choose their ids, so that an id alone says nothing.

    >>> own("ann", "1") == own("ann", "1"), own("an", "n 1") == own("ann", " 1")
    (True, False)
    """
    return f"{len(sender)} {sender} {id_}"


def answer_key(stream: str, sender: str, id_: str) -> Key:
    """Under which the place is kept."""
    text = f"{stream} {own(sender, id_)}".encode("utf-8", "surrogatepass")
    return ANSWERED, blake2b(text, digest_size=16).hexdigest()


def answered_at(stream: str, sender: str, id_: str, seq: int) -> Swap:
    """That the answer begins with this event: refused if there is one already."""
    return Swap(*answer_key(stream, sender, id_), None, b"%d" % seq)
