"""Numbers of answered commands: where in a stream the answer to a command begins.

The number is written in the transaction of the events and kept for ever, so that no command is
answered twice by any number of processes. The log decides whose answer it is: two commands with the
same number (one pair in 2^63) are told to use another id.
"""

from hashlib import blake2b


def own(sender: str, id_: str) -> str:
    """Join a command's id with its sender: senders choose their ids, so an id alone is not unique.

    >>> own("ann", "1") == own("ann", "1"), own("an", "n 1") == own("ann", " 1")
    (True, False)
    """
    return f"{len(sender)} {sender} {id_}"


def number_of(stream: str, sender: str, id_: str) -> int:
    """Return the number of a command: 64 bits, signed, as databases store integers."""
    text = f"{stream} {own(sender, id_)}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big", signed=True)
