"""A small casino on a disk, and an editor of any row of any of its tables."""

import random
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import psycopg

from sabot.audit.claims import verify_house
from sabot.core.refusal import Refusal
from sabot.floor import Floor
from sabot.floor.kinds import ACCOUNTS
from sabot.people import Hashing, People
from sabot.people.leases import Leases
from sabot.store import Signer, Store, Witness, open_store
from sabot.store.backends.database import RELEASE, SCHEMA_VERSION
from sabot.store.expiring_rows import ExpiringRow
from sabot.store.transaction import Transaction
from sabot.store.trust.keys import MARK
from sabot.store.trust.verified_reader import PASSING

GOOD = "a long enough phrase for a test"
MENDED = {"wrong-answer", "lost-claim", "spare-claim", "schema-dropped"}
"""Tables that are checked against the log."""
TABLES = ("event", "head", "snapshot", "vault", "passing", "answer", "checkpoint", "about")


def tables_of(url: str) -> tuple[str, ...]:
    """Return the tables that have rows: on PostgreSQL the places of events are in one of their
    own."""
    return (*TABLES, "place") if url.startswith("postgresql") else TABLES


class Truth(NamedTuple):
    """Truths that must not change: balances, roles, and the order of the cards to come."""

    balances: dict[str, int]
    roles: dict[str, str]
    card: bytes | None


POSITION_IN_ROW = """
ALTER TABLE event ADD COLUMN position bigint;
SET session_replication_role = replica;
UPDATE event SET position = place.position FROM place
    WHERE (place.stream, place.seq) = (event.stream, event.seq);
ALTER TABLE event ADD PRIMARY KEY (position);
DROP TABLE place, arrival;
UPDATE about SET value = '3' WHERE name = 'schema version'
"""
"""Makes the tables of version 3 from those of today."""


def with_positions_in_rows(url: str) -> None:
    """Give a store in PostgreSQL the tables of an earlier release."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(POSITION_IN_ROW)


def as_version_2(store: Store) -> None:
    """Fields that pass signed without their date, as version 2 had them."""
    keys = store.required_keys()
    rows = dict[tuple[str, str], ExpiringRow]()
    for kind, name, row, until in store.pages("passing", ("kind", "name"), "data", "until"):
        mark = keys.sign(PASSING, kind.encode(), name.encode(), row[MARK:])
        rows[kind, name] = ExpiringRow(mark + row[MARK:], until)

    def draft(transaction: Transaction) -> None:
        transaction.work.passing.update(rows)
        transaction.work.about.update({SCHEMA_VERSION: "2", RELEASE: "0.0.9"})

    store.write_exclusively(draft)


def casino(store: Store, folder: Path) -> Truth:
    """Two accounts with money, one with a Player Card, three people, a lease, something that waits
    for a second person, a table with a committed shoe, a checkpoint."""
    floor, people = Floor(store), People(store, hashing=Hashing(memory=8))
    for name, role in (("ada", "administrator"), ("dora", "dealer"), ("paul", "player")):
        people.add(name, GOOD, role, "console")
    people.sign_in_as("ada", "demo")
    people.issue_token("ada", "robot", "ada", 9)
    manager = {"actor": "dylan", "role": "duty manager"}
    for number, player in enumerate(("alice", "bob"), 1):
        stream = {"stream": f"player:{player}"}
        _do(floor, id=f"o{number}", do="open-account", player=player, **manager, **stream)
        cash = {"actor": "cass", "role": "cashier", "method": "cash", "reference": player}
        _do(floor, id=f"d{number}", do="deposit", amount="260", **cash, **stream)
        shelf = floor._shelves[ACCOUNTS.prefix]
        shelf.keep_snapshot(shelf.live(player))
    card = {"actor": "cass", "role": "cashier", "card": "4711", "stream": "player:alice"}
    _do(floor, id="c", do="issue-player-card", **card)
    _do(floor, id="w", do="issue-player-card", **{**card, "card": "12", "stream": "player:bob"})
    second = {"actor": "vera", "role": "casino supervisor", "stream": "player:alice"}
    _do(floor, id="y", do="confirm-statement", number=1, reason="seen", **second)
    Leases(store, "here").take("robots", 10**6)
    sign = {"minimum": "10", "maximum": "1000"}
    _do(floor, id="t", do="open-table", rulebook="star-baccarat", sign=sign, **manager)
    _do(floor, id="f", do="open-float", amount="100000", **manager)
    for do in ("bring-cards", "check-cards", "shuffle"):
        more = {"back": "red", "secured": True} if do == "bring-cards" else {}
        floor.do("1", _read(floor, id=do, do=do, **manager, **more))
    floor.keep_snapshot("1")
    store.checkpoint(Signer(folder / "key"), Witness(folder / "witness"))
    return truth(store)


def _read(floor: Floor, **fields: Any) -> Any:
    return floor.read(msgspec.json.encode(fields))


def _do(floor: Floor, **fields: Any) -> None:
    answer = floor.do("1", _read(floor, **fields))
    assert answer.rejected is None, answer.rejected


def truth(store: Store) -> Truth:
    floor, people = Floor(store), People(store, hashing=Hashing(memory=8))
    balances = {player: floor.account(player).balance for player in ("alice", "bob")}
    roles = {each.name: each.role for each in people.everyone()}
    floor.table("1")
    return Truth(balances, roles, store.unseal("table:1", "stack"))


class Disk:
    """The database's own."""

    def __init__(self, connection: Any, mark: str) -> None:
        self._connection = connection
        self._mark = mark

    def do(self, question: str, *values: Any) -> Any:
        return self._connection.execute(question.replace("?", self._mark), values)

    def rows(self, table: str) -> list[tuple[Any, ...]]:
        return list(self.do(f"SELECT * FROM {table}").fetchall())

    def put(self, table: str, rows: list[tuple[Any, ...]]) -> None:
        """The whole table as it shall be: what is there otherwise goes, what lacks comes."""
        there, shall = Counter(self.rows(table)), Counter(rows)
        found = self.do(f"SELECT * FROM {table} WHERE false")
        columns = [each[0] for each in found.description]
        for row in there - shall:
            where = " AND ".join(f"{column} = ?" for column in columns)
            self.do(f"DELETE FROM {table} WHERE {where}", *row)
        for row in shall - there:
            self.do(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", *row)


@contextmanager
def disk(url: str, bare: bool = True) -> Iterator[Disk]:
    """Connect as the holder of the disk: `bare` without the triggers that keep events as they are,
    which are there again afterwards."""
    if url.startswith("postgresql"):
        with psycopg.connect(url, autocommit=True) as connection:
            if bare:
                connection.execute("SET session_replication_role = replica")
            yield Disk(connection, "%s")
        return
    with sqlite3.connect(url) as file, without_triggers(file) if bare else nullcontext():
        yield Disk(file, "?")
    file.close()


@contextmanager
def without_triggers(file: sqlite3.Connection) -> Iterator[None]:
    """Take the triggers of a file off, and put them back."""
    kept = file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in kept:
        file.execute(f"DROP TRIGGER {name}")
    yield
    for _, sql in kept:
        file.execute(sql)


def edit(table: str, rows: list[tuple[Any, ...]], rng: random.Random) -> list[tuple[Any, ...]]:
    """Edit one table so that it differs: a hash made right again may undo a change of the hash
    itself, and two rows may be alike."""
    while True:
        edited = _edit(table, rows, rng)
        if sorted(edited, key=repr) != sorted(rows, key=repr):
            return edited


def _edit(table: str, rows: list[tuple[Any, ...]], rng: random.Random) -> list[tuple[Any, ...]]:
    """A row changed in any column, forged, taken out, or swapped with another."""
    rows = list(rows)
    how = rng.choice(("change", "change", "column", "delete", "swap", "rehash"))
    place = rng.randrange(len(rows))
    if how == "delete":
        return rows[:place] + rows[place + 1 :]
    if how == "swap" and len(rows) > 1:
        one, other = rng.sample(range(len(rows)), 2)
        a, b = list(rows[one]), list(rows[other])
        a[-1], b[-1] = b[-1], a[-1]
        rows[one], rows[other] = tuple(a), tuple(b)
        return rows
    row = list(rows[place])
    column = 2 if table in ("snapshot", "vault", "passing") else 1
    if table == "event":
        column = len(row) - 1
    if how == "column":
        column = rng.randrange(len(row))
    row[column] = changed(row[column], rng, rehash=how == "rehash" and table == "event")
    rows[place] = tuple(row)
    return rows


def changed(value: Any, rng: random.Random, rehash: bool) -> Any:
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 7))
    if isinstance(value, str):
        return value + rng.choice("019x") if rng.random() < 0.5 else value[:-1]
    data = bytearray(value)
    digits = [m.start() for m in re.finditer(rb"\d", bytes(data))]
    if digits and rng.random() < 0.5:
        spot = rng.choice(digits)
        data[spot] = ord("0") + (data[spot] - ord("0") + rng.randrange(1, 10)) % 10
    else:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    if rehash:
        text = bytes(data)[: bytes(data).rfind(b',"hash"')]
        return b'%b,"hash":"%b"}' % (text, sha256(text + b"}").hexdigest().encode())
    return bytes(data)


def outcome(url: str, before: Truth, witness: list[bytes]) -> str:
    """Return the fate of an edit: refused, found or mended; a changed truth is `BELIEVED`."""
    try:
        with open_store(url) as store:
            told: list[str] = []
            store.on_report.append(lambda report: told.append(report.table))
            try:
                seen = truth(store)
            except Refusal:
                return "refused"
            if seen != before and set(seen.roles) == set(before.roles):
                return "BELIEVED"
            flaws = {flaw.kind for flaw in verify_house(store, mend=True)}
            if flaws or told:
                return "mended" if flaws and flaws <= MENDED else "found"
            if list(store.checkpoints()) != [line.removesuffix(b"\n") for line in witness]:
                return "found"
            return "harmless" if seen == before else "BELIEVED"
    except Refusal:
        return "refused"
