"""Which copy of a store may sign into a witness.

After each signature the store keeps, for that witness, where it lies: the file of SQLite with its
inode, the server and name of a PostgreSQL database. A restored backup or a copied file lies
elsewhere, and is refused until an operator adopts the witness by its name.
"""

from hashlib import sha256
from pathlib import Path
from typing import Final

from sabot.core.refusal import Refusal, quoted
from sabot.server.casino import Casino
from sabot.store.expiring_rows import Swap

ADOPTED: Final = "witnessed-from"
"""Kind of the rows that say where the store lay that signed into a witness last."""


def place_of(casino: Casino) -> str:
    """Return where the store lies, without a password."""
    path = casino.store.path
    if path is None:
        return casino.settings.store.rpartition("@")[2].partition("?")[0]
    return f"{Path(path).resolve()} {Path(path).stat().st_ino}"


def check_adopted(casino: Casino, witness: str) -> None:
    """Refuse to sign into a witness that another copy of this store has signed into, unless it is
    adopted by its name."""
    row = casino.store.expiring_row(ADOPTED, _name(witness))
    if row is None or row.decode() == place_of(casino):
        return
    if witness in casino.settings.adopt_witness:
        return
    message = (
        "This store is a copy: the witness {witness} knows the one at {place}. If this one takes"
        " its place, and the other never signs again, say --adopt-witness {witness}."
    )
    raise Refusal("witness-not-adopted", None, message, witness=witness, place=quoted(row.decode()))


def keep_adopted(casino: Casino, witness: str) -> None:
    """Keep that this copy of the store is the one that signs into the witness."""
    row, place = casino.store.expiring_row(ADOPTED, _name(witness)), place_of(casino).encode()
    if row != place:
        casino.store.swap(Swap(ADOPTED, _name(witness), row, place))


def _name(witness: str) -> str:
    return sha256(witness.encode()).hexdigest()
