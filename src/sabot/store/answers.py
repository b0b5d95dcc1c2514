"""Where in a stream the answer to a command begins: one number for each command, kept for ever.

It is written in the same transaction as the events, so that no command is answered twice, however
many processes are asked and however long ago it was. The log has the last word on whose answer it
is: two commands of one number, one pair in 2^63, would be told to try another id.
"""

from hashlib import blake2b


def own(sender: str, id_: str) -> str:
    """A command's id with whose it is: senders choose their ids, so that an id alone says nothing.

    >>> own("ann", "1") == own("ann", "1"), own("an", "n 1") == own("ann", " 1")
    (True, False)
    """
    return f"{len(sender)} {sender} {id_}"


def number_of(stream: str, sender: str, id_: str) -> int:
    """The number of a command, which fits into a database's whole numbers."""
    text = f"{stream} {own(sender, id_)}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big", signed=True)
