"""Which copy of a store may sign into a witness.

After each signature the store keeps, for that witness, where it lies: the file of SQLite with its
inode, the server, name and schema of a PostgreSQL database as the address says them. A restored
backup, a copied or moved file or another address lies elsewhere, and is refused until an operator
adopts the witness by its name.
"""

from hashlib import sha256
from pathlib import Path
from typing import Final

from psycopg.conninfo import conninfo_to_dict

from sabot.core.refusal import Refusal, quoted
from sabot.server.casino import Casino
from sabot.store.expiring_rows import Swap

ADOPTED: Final = "witnessed-from"
"""Kind of the rows that say where the store lay that signed into a witness last."""

PLACE: Final = ("host", "hostaddr", "port", "dbname", "options")
"""Parts of a PostgreSQL address that say where a store lies; `options` may name its schema."""


def place_of(casino: Casino) -> str:
    """Return where the store lies, without a password."""
    path = casino.store.path
    if path is None:
        return _place_in_postgres(casino.settings.store)
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


def _place_in_postgres(address: str) -> str:
    if "://" not in address or address.startswith("sqlite:"):
        return address
    said = conninfo_to_dict(address)
    return " ".join(f"{each}={said[each]}" for each in PLACE if said.get(each))


def _name(witness: str) -> str:
    return sha256(witness.encode()).hexdigest()
