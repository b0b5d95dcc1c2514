"""A log with its witness, and edits that would rewrite the past."""

import io
import json
import random
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from sabot.store import (
    Batch,
    Signer,
    Witness,
    export_lines,
    open_store,
    verify_checkpoints,
    verify_lines,
)
from store.entries import entry

Edit = Callable[[list[bytes], random.Random], list[bytes]]


class Evidence(NamedTuple):
    """An exported log, what the witness saw, and the key that is trusted."""

    log: list[bytes]
    witness: list[bytes]
    key: str


def evidence(folder: Path, events: int = 40) -> Evidence:
    """A small log of four streams with checkpoints on the way and at its end."""
    rng = random.Random("evidence")
    signer, witness = Signer(folder / "key"), Witness(folder / "witness")
    with open_store("sqlite://") as store:
        for number in range(events):
            stream = rng.choice(["table:1", "table:2", "player:é", "player:2"])
            fields = {"amount": rng.randrange(10_000), "on": rng.choice(["banker", "tie"])}
            store.append(Batch(stream, store.head(stream).seq, [entry(number, **fields)]))
            if number % 15 == 14:
                store.checkpoint(signer, witness)
        store.checkpoint(signer, witness)
        return Evidence(list(export_lines(store)), witness.lines(), signer.key)


def found(log: list[bytes], given: Evidence) -> bool:
    """Return True if the change is noticed."""
    return any(verify_lines(log)) or any(verify_checkpoints(given.witness, log, given.key))


def split(text: bytes) -> list[bytes]:
    return io.BytesIO(text).readlines()


def flip_a_bit(log: list[bytes], rng: random.Random) -> list[bytes]:
    text = bytearray(b"".join(log))
    text[rng.randrange(len(text))] ^= 1 << rng.randrange(8)
    return split(bytes(text))


def replace_a_byte(log: list[bytes], rng: random.Random) -> list[bytes]:
    text = bytearray(b"".join(log))
    place = rng.randrange(len(text))
    text[place] = (text[place] + rng.randrange(1, 256)) % 256
    return split(bytes(text))


def insert_a_byte(log: list[bytes], rng: random.Random) -> list[bytes]:
    text = b"".join(log)
    place = rng.randrange(len(text) + 1)
    return split(text[:place] + rng.choice([b" ", b"\n", b"\t", b"0", b"}", b"\0"]) + text[place:])


def delete_a_line(log: list[bytes], rng: random.Random) -> list[bytes]:
    place = rng.randrange(len(log))
    return log[:place] + log[place + 1 :]


def swap_lines(log: list[bytes], rng: random.Random) -> list[bytes]:
    one, other = rng.sample(range(len(log)), 2)
    log = list(log)
    log[one], log[other] = log[other], log[one]
    return log


def insert_a_copy(log: list[bytes], rng: random.Random) -> list[bytes]:
    place = rng.randrange(len(log) + 1)
    return [*log[:place], rng.choice(log), *log[place:]]


def cut_the_tail(log: list[bytes], rng: random.Random) -> list[bytes]:
    text = b"".join(log)
    return split(text[: rng.randrange(len(text))])


def cut_whole_lines(log: list[bytes], rng: random.Random) -> list[bytes]:
    return log[: rng.randrange(len(log))]


def forget_a_stream(log: list[bytes], rng: random.Random) -> list[bytes]:
    stream = json.loads(rng.choice(log))["stream"]
    return [line for line in log if json.loads(line)["stream"] != stream]


def edit_one_line(log: list[bytes], rng: random.Random) -> list[bytes]:
    """Another amount, and that line's hash made right."""
    place = rng.randrange(len(log))
    return [*log[:place], hashed(changed(log[place], rng)), *log[place + 1 :]]


def edit_and_hash_the_tail(log: list[bytes], rng: random.Random) -> list[bytes]:
    """Another amount, and all hashes after it made right: only the witness knows better."""
    place = rng.randrange(len(log))
    return chained([*log[:place], changed(log[place], rng), *log[place + 1 :]])


def drop_and_hash_the_tail(log: list[bytes], rng: random.Random) -> list[bytes]:
    """An event taken out, those after it renumbered and chained again."""
    place = rng.randrange(len(log))
    return chained(log[:place] + log[place + 1 :])


def slip_in_and_hash_the_tail(log: list[bytes], rng: random.Random) -> list[bytes]:
    """An event more somewhere before the last one, those after it renumbered and chained again."""
    place = rng.randrange(len(log))
    return chained([*log[:place], changed(rng.choice(log), rng), *log[place:]])


def changed(line: bytes, rng: random.Random) -> bytes:
    old = re.search(rb'"amount":(\d+)', line)
    assert old
    amount = (int(old[1]) + rng.randrange(1, 10_000)) % 20_000
    return line.replace(old[0], b'"amount":%d' % amount, 1)


def hashed(line: bytes) -> bytes:
    text = line[: line.rindex(b',"hash"')]
    return b'%b,"hash":"%b"}\n' % (text, sha256(text + b"}").hexdigest().encode())


def chained(log: list[bytes]) -> list[bytes]:
    heads: dict[str, tuple[int, bytes]] = {}
    lines = []
    for line in log:
        stream = json.loads(line)["stream"]
        seq, prev = heads.get(stream, (0, b"0" * 64))
        line = re.sub(rb'"seq":\d+', b'"seq":%d' % (seq + 1), line, count=1)
        line = hashed(re.sub(rb'"prev":"\w+"', b'"prev":"%b"' % prev, line))
        heads[stream] = seq + 1, line[-67:-3]
        lines.append(line)
    return lines


EDITS: list[Edit] = [
    flip_a_bit,
    replace_a_byte,
    insert_a_byte,
    delete_a_line,
    swap_lines,
    insert_a_copy,
    cut_the_tail,
    cut_whole_lines,
    forget_a_stream,
    edit_one_line,
    edit_and_hash_the_tail,
    drop_and_hash_the_tail,
    slip_in_and_hash_the_tail,
]
