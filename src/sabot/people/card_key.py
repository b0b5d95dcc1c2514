"""The key of Player Card numbers: random, made by each casino, sealed in the vault.

Numbers are kept as digests under it (see `card_numbers`). The key is made with the first card and
never changes: `sabot keys replace` seals the vault anew under another key of the store and leaves
every card as it is. A backup contains the key, sealed. An export of the log does not: a store that
is filled from an export makes a key of its own, and its cards are issued again.
"""

import secrets
from typing import Final

from sabot.core.card_numbers import key_name
from sabot.core.refusal import Refusal
from sabot.people.custody import STREAM
from sabot.store import Batch, Store, Swap

NAME: Final = "card key"
"""Name of the key in the vault, in the custodian's stream."""
MADE: Final = "card-key"
"""Kind of the row that records that the key was made, so that two processes do not make one each.
"""
BYTES: Final = 32


def card_key(store: Store) -> bytes:
    """Return the key of this store's card numbers; make it if there is none yet."""
    found = store.unseal(STREAM, NAME)
    if found is not None:
        return found
    key = secrets.token_bytes(BYTES)
    made = Swap(MADE, STREAM, None, key_name(key).encode())
    while True:
        try:
            store.append(Batch(STREAM, store.head(STREAM).seq, seal={NAME: key}, swaps=[made]))
            return key
        except Refusal as refused:
            if refused.code != "stale-version":
                raise
        found = store.unseal(STREAM, NAME)
        if found is not None:
            return found
        if store.expiring_row(MADE, STREAM) is not None:
            message = "The vault has lost the key of Player Cards: restore a backup that has it."
            raise Refusal("rigged-vault", None, message)
