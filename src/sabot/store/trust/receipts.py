"""Receipts that a remote witness has signed, kept beside the log. A witness cannot deny a receipt
later, nor change its key unnoticed."""

from hashlib import sha256
from typing import Final

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.store.expiring_rows import Swap
from sabot.store.store import Store
from sabot.store.trust.remote_witness import Receipt, RemoteWitness
from sabot.store.trust.witness import Witness

RECEIPT: Final = "receipt"
LENGTH: Final = "witness-length"
"""Kind of the rows that say how many checkpoints a witness's file had."""


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


def check_length(store: Store, witness: Witness) -> None:
    """Refuse a witness's file that has lost checkpoints which this store knows it had: those it was
    seen with, and those before the store's last one, which was signed after they were handed on."""
    last = store.last_checkpoint()
    known = 0 if last is None else _number(last) - 1
    row = store.expiring_row(LENGTH, _name(str(witness.path)))
    known = max(known, int(row or 0))
    seen = witness.last_number
    if seen < known:
        raise Refusal(
            "witness-differs",
            None,
            f"The witness {quoted(str(witness.path))} ends with checkpoint {seen:,}, and had seen"
            f" checkpoint {known:,}: it was cut. Audit the log with a copy of it, and say"
            " --new-witness.",
        )


def keep_length(store: Store, witness: Witness) -> None:
    """Keep how many checkpoints the witness's file has."""
    name, seen = _name(str(witness.path)), str(witness.last_number).encode()
    row = store.expiring_row(LENGTH, name)
    if row != seen:
        store.swap(Swap(LENGTH, name, row, seen))


def _number(checkpoint: bytes) -> int:
    number: int = msgspec.json.decode(checkpoint)["checkpoint"]
    return number


def _name(url: str) -> str:
    return sha256(url.encode()).hexdigest()
