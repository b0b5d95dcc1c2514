"""Proofs of a store's events: the log's key, the events that are disclosed, and the proof file."""

import os
from pathlib import Path
from typing import Final

from sabot.server.inspect.disclosure import coup_events, draw_events, visit_events
from sabot.store import Signer, Store, Stored, open_store
from sabot.store.tlog.proof import ProofFile, Unverified, verify_proof_file
from sabot.store.tlog.tree import LogTree, broken_tree
from sabot.store.trust.keys import settings_file

KEY_VARIABLE: Final = "SABOT_LOG_KEY"
SUFFIX: Final = ".log-key"


def log_key_file(store: Store) -> Path:
    """Return the file of the log's key: beside the store, or among the user's settings if the
    store is not a file. The environment may name another one."""
    if os.environ.get(KEY_VARIABLE) or store.path is None:
        return settings_file(KEY_VARIABLE, "log.key")
    return Path(store.path + SUFFIX)


def has_own_key(store: Store) -> bool:
    """Return True if all servers of this store find one and the same key of the log without being
    told where it is: the store is a file, or the environment names the key's file."""
    return store.path is not None or KEY_VARIABLE in os.environ


def log_signer(store: Store, key: str | os.PathLike[str] | None = None) -> Signer:
    """Return the log's key, made at its first use for its owner only."""
    path = log_key_file(store) if key is None else Path(key)
    if key is None and store.path is None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Signer(path)


def proof_file(
    store: Store, events: list[Stored], signer: Signer, origin: str | None = None
) -> ProofFile:
    """Return the proof of these events. It is verified before it is returned."""
    key, disclosed = LogTree(store, origin).disclosed(events, signer)
    proof = ProofFile(key.name, str(key), tuple(disclosed))
    try:
        verify_proof_file(proof, str(key))
    except Unverified as unverified:
        why = str(unverified)
        raise broken_tree(why[:1].lower() + why[1:].rstrip(".")) from None
    return proof


def proof_of(
    url: str,
    key: str | None = None,
    origin: str | None = None,
    *,
    table: str | None = None,
    coup: int | None = None,
    draw: str | None = None,
    visit: str | None = None,
) -> ProofFile:
    """Return the proof of one coup, draw or visit in a store."""
    with open_store(url, create=False) as store:
        store.required_keys()
        if draw is not None:
            events = draw_events(store, draw)
        elif visit is not None:
            events = visit_events(store, visit, table)
        else:
            assert table is not None and coup is not None
            events = coup_events(store, table, coup)
        return proof_file(store, events, log_signer(store, key), origin)
