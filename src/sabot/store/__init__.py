"""The append-only log of events: SQLite or PostgreSQL, one line of chained JSON an event."""

from sabot.store.batch import Batch, Entry, Stored
from sabot.store.chain import Flaw, verify_lines
from sabot.store.checkpoint import verify_checkpoints
from sabot.store.copies import export_lines, import_lines
from sabot.store.database import MARK_EVERY
from sabot.store.lines import Head
from sabot.store.passing import Swap
from sabot.store.signer import Signer
from sabot.store.store import Store, open_store
from sabot.store.witness import Witness

__all__ = [
    "MARK_EVERY",
    "Batch",
    "Entry",
    "Flaw",
    "Head",
    "Signer",
    "Store",
    "Stored",
    "Swap",
    "Witness",
    "export_lines",
    "import_lines",
    "open_store",
    "verify_checkpoints",
    "verify_lines",
]
