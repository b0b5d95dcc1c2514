"""Receipts that a remote witness has signed, kept beside the log. A witness cannot deny a receipt
later, nor change its key unnoticed."""

from hashlib import sha256
from typing import Final

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.store.expiring_rows import Swap
from sabot.store.store import Store
from sabot.store.trust.remote_witness import Receipt, RemoteWitness

RECEIPT: Final = "receipt"


def kept_receipt(store: Store, url: str) -> Receipt | None:
    """The last receipt that the witness at this address gave."""
    raw = store.expiring_row(RECEIPT, _name(url))
    return None if raw is None else msgspec.json.decode(raw, type=Receipt)


def keep_receipt(store: Store, witness: RemoteWitness) -> None:
    """Put the newest in the place of the one before. A server beside this one may be quicker."""
    receipt, name = witness.receipt, _name(witness.url)
    raw = store.expiring_row(RECEIPT, name)
    if receipt is not None and raw != msgspec.json.encode(receipt):
        store.swap(Swap(RECEIPT, name, raw, msgspec.json.encode(receipt)))


def check_receipt(store: Store, witness: RemoteWitness) -> None:
    """Refuse a witness that no longer knows what it has signed, or signs with another key."""
    kept, said = kept_receipt(store, witness.url), witness.last()
    if kept is None:
        return
    where = f"The witness {quoted(witness.url)}"
    if said is None or said.number < kept.number:
        raise Refusal(
            "witness-differs",
            None,
            f"{where} has signed that it saw checkpoint {kept.number} at {kept.at}, and says now"
            " that it has not: ask its keeper, or say --new-witness.",
        )
    if said.key != kept.key:
        raise Refusal(
            "witness-differs",
            None,
            f"{where} signs with another key than before: ask its keeper, or say --new-witness.",
        )


def _name(url: str) -> str:
    return sha256(url.encode()).hexdigest()
