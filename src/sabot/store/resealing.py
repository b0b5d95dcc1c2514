"""A store signed and sealed as a whole: for the first time, or under another key.

All of it happens in one transaction, while nobody else writes.
"""

from collections.abc import Callable

from sabot.refusal import Refusal
from sabot.store.database import SCHEMA, SCHEMA_VERSION, Database, Reading, Work
from sabot.store.jobs import Desk
from sabot.store.keys import Keyring, keyring
from sabot.store.lines import START, Head, Order, follows
from sabot.store.passing import Laid
from sabot.store.sound import signed_passing
from sabot.store.sqlite import SqliteFile
from sabot.store.standing import NOTHING, WHOLE, Standing, broken, kept_digest
from sabot.store.store import Store, address_of

Opens = Callable[[str, str, bytes], bytes]


def adopt(url: str, keys: Keyring | None = None) -> int:
    """Sign what an earlier release wrote and nobody signed, by an operator's word; how many events
    that are. The chain must be whole."""
    database, held = _to_adopt(url, keys)
    try:
        database.begin()
        try:
            reading = Reading(database)
            if reading.schema() >= SCHEMA:
                raise Refusal("not-old", None, "What this store says of itself is signed already.")
            heads, order = _walked(reading)
            work = _resealed(reading, held, heads, order, lambda stream, name, row: row)
            work.about[SCHEMA_VERSION] = str(SCHEMA)
            database.finish(work)
        finally:
            database.abandon()
    finally:
        database.close()
    return order.events


def reseal(store: Store) -> None:
    """Sign and seal all of it anew, under the key that is in use. What cannot be believed is
    refused: verify first."""
    keys = store.the_keys()

    def opens(stream: str, name: str, row: bytes) -> bytes:
        data = keys.unseal(row, stream.encode(), name.encode())
        if data is None:
            raise broken(stream, f"what the vault keeps as {name} is not what the house put there")
        return data

    def draft(desk: Desk) -> None:
        heads: dict[str, Head] = {}
        for stream, _ in store.pages("head", ("stream",), "data"):
            standing = store.standing(stream)
            if standing is None:
                raise broken(stream, "where it stands was not signed by this house's key")
            heads[stream] = standing.head
        order = Order(*heads.pop(WHOLE, Head(*Order())))
        fresh = _resealed(store, keys, heads, order, opens)
        desk.work.seals.update(fresh.seals)
        desk.work.heads.update(fresh.heads)
        desk.work.passing.update(fresh.passing)
        desk.work.wipes.extend(fresh.wipes)

    store.do_alone(draft)


def _to_adopt(url: str, keys: Keyring | None) -> tuple[Database, Keyring]:
    path, folder = address_of(url)
    held = keys or keyring(folder)
    assert held is not None
    if path is not None:
        return SqliteFile(path, adopts=True), held
    from sabot.store.postgres import PostgresDatabase

    return PostgresDatabase(url, adopts=True), held


def _walked(reading: Reading) -> tuple[dict[str, Head], Order]:
    heads, order = dict[str, Head](), Order()
    for stored in reading.read_all():
        head = heads.get(stored.stream, START)
        found = follows(stored.line, stored.stream, head.seq + 1, head.hash)
        if found is None or (stored.seq, stored.position) != (head.seq + 1, order.events + 1):
            raise broken(stored.stream, f"event {stored.seq} does not follow the one before it")
        heads[stored.stream] = Head(stored.seq, found)
        order = order.then(found)
    return heads, order


def _resealed(
    reading: Reading, keys: Keyring, heads: dict[str, Head], order: Order, opens: Opens
) -> Work:
    work = Work.none()._replace(wipes=[True])
    kept: dict[str, dict[str, bytes]] = {}
    for stream, name, row in reading.pages("vault", ("stream", "name"), "data"):
        sealed = keys.seal(opens(stream, name, row), stream.encode(), name.encode())
        work.seals[stream, name] = sealed
        kept.setdefault(stream, {})[name] = kept_digest(sealed)
    for stream in {**heads, **kept}:
        standing = Standing(heads.get(stream, NOTHING.head), kept.get(stream, {}))
        work.heads[stream] = standing.signed(keys, stream)
    work.heads[WHOLE] = Standing(Head(*order)).signed(keys, WHOLE)
    _passing(reading, keys, work)
    return work


def _passing(reading: Reading, keys: Keyring, work: Work) -> None:
    """What somebody else wrote is left as it is: it counts for nothing."""
    for kind, name, row, until in reading.pages("passing", ("kind", "name"), "data", "until"):
        data = reading.opened((kind, name), row) if isinstance(reading, Store) else row
        if data is not None:
            work.passing[kind, name] = Laid(signed_passing(keys, (kind, name), data), until)
