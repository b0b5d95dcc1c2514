"""The append-only log of events: SQLite or PostgreSQL, one line of chained JSON an event."""

from sabot.store.backends.database import MARK_EVERY
from sabot.store.expiring_rows import Swap
from sabot.store.log.batch import Batch, Entry, Stored
from sabot.store.log.chain import Flaw, verify_lines
from sabot.store.log.checkpoint import verify_checkpoints
from sabot.store.log.lines import Head
from sabot.store.log.transfer import export_lines, import_lines
from sabot.store.store import Store, open_store
from sabot.store.trust.signer import Signer
from sabot.store.trust.witness import Witness

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
