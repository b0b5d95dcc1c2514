"""Writers, sequencers and databases killed while several processes write to one PostgreSQL.

Run it with `PYTHONPATH=tests python -P campaigns/writers.py [SECONDS]`. Each writer appends to
streams of its own, to streams that all share, and to both at once, claims things that others want
too, and sometimes asks for the order of all events. Processes are killed at random moments; the
database crashes now and then. Afterwards everything acknowledged must be there once, a claim must
have one owner, and what a follower has read on the way must be the log's own beginning.
"""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sabot.core.refusal import Refusal
from sabot.store import Batch, Entry, Store, Swap, open_store
from sabot.store.trust.verification import verify_store
from store.postgres import PostgresServer

REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "writers-killed.md"
WRITERS = 4
SHARED = ("cage:house", "table:1", "table:2")
CLAIMS = 40
AT = datetime(2026, 1, 31, 20, 15, tzinfo=UTC)


def say(**said: Any) -> None:
    os.write(1, json.dumps(said).encode() + b"\n")


def entry(mark: int) -> Entry:
    return Entry(AT, "dora", "wager-placed/1", b'"mark":%d' % mark)


def opened(url: str) -> Store:
    """Open the store, once its database is there."""
    while True:
        try:
            return open_store(url)
        except Refusal:
            time.sleep(0.2)


def write(url: str, place: int, life: int) -> None:
    """Append until killed; tell each acknowledged mark, and each claim that was won."""
    rng, mark = random.Random(place * 10_000 + life), (place * 10_000 + life) * 100_000
    with opened(url) as store:
        store.keep_order()
        while True:
            mark += 1
            streams = {rng.choice((f"own:{place}", *SHARED)), rng.choice((f"own:{place}", *SHARED))}
            claim = f"card {rng.randrange(CLAIMS)}" if rng.random() < 0.1 else ""
            swaps = (Swap("claims", claim, None, str(mark).encode()),) if claim else ()
            try:
                batches = [
                    Batch(stream, store.head(stream).seq, [entry(mark)], {"at": str(mark).encode()})
                    for stream in sorted(streams)
                ]
                first = batches[0]
                numbered = Batch(first.stream, first.expect, first.entries, first.seal, swaps, mark)
                store.append(numbered, *batches[1:])
                say(mark=mark, streams=sorted(streams), claim=claim)
                if rng.random() < 0.05:
                    store.last_position()
            except Refusal as refused:
                if refused.code not in ("stale-version", "store-unavailable", "outcome-unknown"):
                    say(fault=f"{refused.code}: {refused.message}")
                say(refused=refused.code)
                time.sleep(0.01 * (refused.code != "stale-version"))


def follow(url: str) -> None:
    """Read on from one position to the next; tell what was read."""
    with opened(url) as store:
        position = 0
        while True:
            try:
                for stored in store.read_all(position):
                    position += 1
                    if stored.position != position:
                        say(fault=f"place {stored.position} was read after {position - 1}")
                    say(place=position, hash=stored.hash)
            except Refusal as refused:
                say(refused=refused.code)
            time.sleep(0.02)


class Child:
    """A process that is killed and begun again."""

    def __init__(self, url: str, kind: str, place: int) -> None:
        self.words, self.place, self.life = (url, kind), place, 0
        self.said: list[dict[str, Any]] = []
        self.readers: list[threading.Thread] = []
        self.start()

    def start(self) -> None:
        self.life += 1
        command = [sys.executable, "-P", __file__, *self.words, str(self.place), str(self.life)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE)
        reader = threading.Thread(target=self._read, args=[self.process])
        self.readers.append(reader)
        reader.start()

    def _read(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdout is not None
        for line in process.stdout:
            if line.endswith(b"\n"):
                self.said.append(json.loads(line))

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def faults(store: Store, said: list[dict[str, Any]]) -> Iterator[str]:
    """Yield what is wrong with what is left."""
    yield from (each["fault"] for each in said if "fault" in each)
    for flaw in verify_store(store):
        if flaw.kind != "wrong-answer":  # these events answer no command of the log
            yield f"{flaw.kind}: {flaw.message}"
    every = list(store.read_all())
    kept = Counter((each.stream, json.loads(each.line)["mark"]) for each in every)
    yield from (f"{each} is there {many} times" for each, many in kept.items() if many > 1)
    owners = store.expiring_rows_of("claims")
    for each in said:
        for stream in each.get("streams", ()):
            if (stream, each["mark"]) not in kept:
                yield f"mark {each['mark']} of {stream} is lost"
        if each.get("claim") and owners.get(each["claim"]) != str(each["mark"]).encode():
            yield f"{each['claim']} was given to two"
    for each in said:
        if "place" in each and every[each["place"] - 1].hash != each["hash"]:
            yield f"place {each['place']} was another event before"


def main(seconds: float) -> int:
    server, rng = PostgresServer(), random.Random(7)
    url = server.fresh_url()
    open_store(url).close()
    children = [Child(url, "write", place) for place in range(WRITERS)]
    children += [Child(url, "follow", WRITERS)]
    kills = crashes = 0
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        time.sleep(rng.uniform(0.5, 3.0))
        if rng.random() < 0.1:
            server.stop("immediate")
            server.start()
            crashes += 1
        else:
            child = rng.choice(children)
            child.kill()
            child.start()
            kills += 1
    for child in children:
        child.kill()
        for reader in child.readers:
            reader.join()
    said = [each for child in children for each in child.said]
    with open_store(url) as store:
        found, events = list(faults(store, said)), store.last_position()
    server.remove()
    told = sum("mark" in each for each in said)
    refused = Counter(each["refused"] for each in said if "refused" in each)
    REPORT.write_text(
        "# Writers killed beside one another\n\n"
        f"`campaigns/writers.py`: {WRITERS} processes wrote for {seconds:.0f} seconds to one"
        " PostgreSQL, to streams of their\nown and to streams that all share, with claims that"
        " others wanted too; another one followed the order of all\nevents. Processes were killed"
        f" {kills} times, the database crashed {crashes} times. {told:,} commands were"
        f" acknowledged,\n{events:,} events are in the log, {refused['stale-version']:,} commands"
        f" came too late, {sum(refused.values()) - refused['stale-version']:,} met a database that"
        " was away.\n\nLost, doubled, given to two owners, read in another order than the log has,"
        f" or a flaw of `verify`: {len(found)}.\n"
    )
    print(REPORT.read_text(), *found[:20], sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) > 3:
        if sys.argv[2] == "write":
            write(sys.argv[1], int(sys.argv[3]), int(sys.argv[4]))
        follow(sys.argv[1])
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 300.0))
