"""Sign and encrypt a whole store: for the first time, or under another key.

It is one transaction, and no other process writes meanwhile. Schema version 1 signed nothing;
version 2 did not sign the expiry of rows.
"""

from collections.abc import Callable
from typing import Final

from sabot.core.refusal import Refusal
from sabot.store.backends.database import SCHEMA, SCHEMA_VERSION, Database, TransactionWork
from sabot.store.backends.queries import Reading
from sabot.store.backends.sqlite import SqliteFile
from sabot.store.expiring_rows import ExpiringRow, Key
from sabot.store.log.lines import START, EventOrder, Head, follows
from sabot.store.store import Store, address_of
from sabot.store.transaction import Transaction
from sabot.store.trust.keys import Keyring, keyring
from sabot.store.trust.signed_head import NOTHING, WHOLE, SignedHead, broken, kept_digest
from sabot.store.trust.verified_reader import VerifiedReader, read_undated_row, sign_row

Opens = Callable[[str, str, bytes], bytes]
Passes = Callable[[Key, ExpiringRow], bytes | None]
UNSIGNED: Final = 1


def adopt(url: str, keys: Keyring | None = None) -> int:
    """Sign what an earlier release wrote and did not sign, by an operator's word; how many events
    that are. The chain must be whole, and what was signed must be the house's word."""
    database, held = _to_adopt(url, keys)
    try:
        database.begin(alone=True)
        try:
            reading = VerifiedReader(database, held)
            if reading.schema() >= SCHEMA:
                raise Refusal("not-old", None, "What this store says of itself is signed already.")
            heads, order = _walked(reading)
            if reading.schema() == UNSIGNED:
                work = _resealed(reading, held, heads, order, _as_it_is, _as_it_passes)
            else:
                work = _dated(reading, held, heads, order)
            work.about[SCHEMA_VERSION] = str(database.version)
            database.finish(work)
        finally:
            database.abandon()
    finally:
        database.close()
    return order.events


def reseal(store: Store) -> None:
    """Sign and seal all of it anew, under the key that is in use. What cannot be believed is
    refused: verify first."""
    keys = store.required_keys()

    def opens(stream: str, name: str, row: bytes) -> bytes:
        data = keys.unseal(row, stream.encode(), name.encode())
        if data is None:
            raise broken(stream, f"what the vault keeps as {name} is not what the house put there")
        return data

    def draft(transaction: Transaction) -> None:
        heads: dict[str, Head] = {}
        for stream, _ in store.pages("head", ("stream",), "data"):
            signed_head = store.signed_head(stream)
            if signed_head is None:
                raise broken(stream, "where it stands was not signed by this house's key")
            heads[stream] = signed_head.head
        order = EventOrder(*heads.pop(WHOLE, Head(*EventOrder())))
        fresh = _resealed(store, keys, heads, order, opens, store.opened)
        transaction.work.seals.update(fresh.seals)
        transaction.work.heads.update(fresh.heads)
        transaction.work.passing.update(fresh.passing)
        transaction.work.wipes.extend(fresh.wipes)

    store.write_exclusively(draft)


def _to_adopt(url: str, keys: Keyring | None) -> tuple[Database, Keyring]:
    path, folder = address_of(url)
    held = keys or keyring(folder)
    assert held is not None
    if path is not None:
        return SqliteFile(path, adopts=True), held
    from sabot.store.backends.postgres.database import PostgresDatabase

    return PostgresDatabase(url, adopts=True), held


def _as_it_is(stream: str, name: str, row: bytes) -> bytes:
    return row


def _as_it_passes(key: Key, laid: ExpiringRow) -> bytes | None:
    return laid.data


def _walked(reading: Reading) -> tuple[dict[str, Head], EventOrder]:
    heads, order = dict[str, Head](), EventOrder()
    for stored in reading.read_all():
        head = heads.get(stored.stream, START)
        found = follows(stored.line, stored.stream, head.seq + 1, head.hash)
        if found is None or (stored.seq, stored.position) != (head.seq + 1, order.events + 1):
            raise broken(stored.stream, f"event {stored.seq} does not follow the one before it")
        heads[stored.stream] = Head(stored.seq, found)
        order = order.then(found)
    return heads, order


def _resealed(
    reading: Reading,
    keys: Keyring,
    heads: dict[str, Head],
    order: EventOrder,
    opens: Opens,
    passes: Passes,
) -> TransactionWork:
    work = TransactionWork.none()._replace(wipes=[True])
    kept: dict[str, dict[str, bytes]] = {}
    for stream, name, row in reading.pages("vault", ("stream", "name"), "data"):
        sealed = keys.seal(opens(stream, name, row), stream.encode(), name.encode())
        work.seals[stream, name] = sealed
        kept.setdefault(stream, {})[name] = kept_digest(sealed)
    for stream in {**heads, **kept}:
        signed_head = SignedHead(heads.get(stream, NOTHING.head), kept.get(stream, {}))
        work.heads[stream] = signed_head.signed(keys, stream)
    work.heads[WHOLE] = SignedHead(Head(*order)).signed(keys, WHOLE)
    _passing(reading, keys, work, passes)
    return work


def _dated(
    reader: VerifiedReader, keys: Keyring, heads: dict[str, Head], order: EventOrder
) -> TransactionWork:
    """Verify what version 2 had signed, and sign expiring rows together with their expiry."""
    for stream, head in {WHOLE: Head(*order), **heads}.items():
        signed_head = reader.signed_head(stream)
        if signed_head is None or signed_head.head != head:
            raise broken(stream, "it does not stand where this house's key has signed it")
    work = TransactionWork.none()
    _passing(reader, keys, work, lambda key, laid: read_undated_row(keys, key, laid.data or b""))
    return work


def _passing(reading: Reading, keys: Keyring, work: TransactionWork, passes: Passes) -> None:
    """Sign the expiring rows that are valid. Rows that were not signed by the casino stay as they
    are and count for nothing."""
    for kind, name, *row in reading.pages("passing", ("kind", "name"), "data", "until"):
        laid = ExpiringRow(*row)
        data = passes((kind, name), laid)
        if data is not None:
            work.passing[kind, name] = sign_row(keys, (kind, name), data, laid.until)
