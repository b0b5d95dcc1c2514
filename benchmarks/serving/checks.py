"""After a run: is everything that the crowd was told in the log, once, and nothing else?"""

import hashlib
import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

import msgspec
from benchmarks.serving.crowd import Viewer

from sabot.audit.audit import Audit
from sabot.store import Store, verify_lines
from sabot.views import seen_by

Sees = Callable[[str, str, bytes], bytes]


class _Id(msgspec.Struct):
    id: str
    what: str


_id = msgspec.json.Decoder(_Id)


def streams(store: Store, viewers: Sequence[Viewer]) -> list[str]:
    """Return the differences between viewers' messages and the log."""
    faults = [f"{each.name}: {fault}" for each in viewers for fault in each.faults]
    by_table: defaultdict[str, list[Viewer]] = defaultdict(list)
    for viewer in viewers:
        by_table[viewer.table].append(viewer)
    for table, there in by_table.items():
        lines = [stored.line for stored in store.read(f"table:{table}")]
        faults += told(there, lines, seen_by)
    return faults


def told(viewers: Sequence[Viewer], lines: Sequence[bytes], sees: Sees) -> list[str]:
    """Return the differences between the messages of one stream's viewers and its lines."""
    faults = []
    for viewer in viewers:
        if viewer.begun is None:
            faults.append(f"{viewer.name} was never told anything")
        elif _digest(viewer, lines, sees) != viewer.digest.digest():
            faults.append(f"{viewer.name} was told something else than the log has")
    return faults


def _digest(viewer: Viewer, lines: Sequence[bytes], sees: Sees) -> bytes:
    made = hashlib.blake2b(digest_size=16)
    for line in lines[viewer.begun : viewer.seq]:
        made.update(sees(viewer.role, viewer.name, line))
    return made.digest()


def bets(store: Store, tables: Iterable[str], acknowledged: Sequence[str]) -> list[str]:
    """Each bet that was acknowledged is in the log once; no other is there twice."""
    lines = itertools.chain.from_iterable(store.read(f"table:{table}") for table in tables)
    read = (_id.decode(stored.line) for stored in lines)
    placed = Counter(each.id for each in read if each.what.startswith("wager-placed/"))
    faults = [f"bet {id_} is lost" for id_ in acknowledged if not placed[id_]]
    return faults + [
        f"bet {id_} was taken {times} times" for id_, times in placed.items() if times > 1
    ]


def audit(store: Store, prefix: str = "table:") -> list[str]:
    """The log of all streams that begin so decided again: every settlement, every cent."""
    faults = [str(each) for each in verify_lines(stored.line for stored in store.read_all())]
    auditor = Audit()
    for stored in store.read_all():
        if stored.stream.startswith(prefix):
            faults += [finding.message for finding in auditor.take(stored.line)]
    return faults + [finding.message for finding in auditor.end()]
