"""Mutated proofs of coups of all five games: none is believed by `sabot proof verify` or by the
verifier that was written from the standards alone (`tests/support/tlog_verifier.py`).

Run it with `PYTHONPATH=tests`; `quick` for a small sample.
"""

import random
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from sabot.server.inspect.disclosure import coup_events
from sabot.server.inspect.log_proofs import proof_file
from sabot.store import Signer, Store, import_lines, open_store
from sabot.store.tlog.proof import Unverified, read_proof_file, verify_proof_file
from support import tlog_verifier
from support.proof_edits import mutated

GOLDEN = Path(__file__).parent.parent / "tests" / "golden" / "1.0.0" / "five-tables.jsonl"
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "proofs.md"
MUTATED = 10_000
HEAD = """\
# Mutated proofs

Proofs of coups of all five games are verified by Sabot and by a verifier that was written from the
standards alone (`tests/support/tlog_verifier.py`: RFC 6962, RFC 8032, the C2SP specifications).
Then a proof is mutated: a bit is flipped anywhere in the file, or one part is changed by meaning
(`tests/support/proof_edits.py`). No mutation may be believed.

| tables | proofs mutated | believed by Sabot | believed by the other | seconds |
|---|---|---|---|---|
"""


def proofs(store: Store, signer: Signer) -> list[tuple[bytes, str]]:
    """Return a proof of the first coup of every table."""
    found = []
    for stream in store.streams_like("table:"):
        events = coup_events(store, stream.removeprefix("table:"), 1)
        proof = proof_file(store, events, signer)
        text = msgspec.json.encode(proof)
        assert len(tlog_verifier.verify(text, proof.vkey)) == len(events)
        found.append((text, proof.vkey))
    return found


def is_believed(data: bytes, vkey: str) -> bool:
    try:
        verify_proof_file(read_proof_file(data), vkey)
    except (Unverified, ValueError):
        return False
    return True


def is_believed_elsewhere(data: bytes, vkey: str) -> bool:
    try:
        tlog_verifier.verify(data, vkey)
    except tlog_verifier.Refused:
        return False
    return True


def main() -> None:
    count, rng, began = MUTATED // 50 if "quick" in sys.argv else MUTATED, random.Random(33), 0.0
    with tempfile.TemporaryDirectory() as folder, open_store("sqlite://") as store:
        with GOLDEN.open("rb") as lines:
            import_lines(store, lines)
        every, began = proofs(store, Signer(Path(folder) / "key")), time.perf_counter()
    ours = theirs = 0
    for number in range(count):
        text, vkey = every[number % len(every)]
        name, data = mutated(text, rng)
        believed = is_believed(data, vkey), is_believed_elsewhere(data, vkey)
        ours, theirs = ours + believed[0], theirs + believed[1]
        if any(believed):
            print(f"BELIEVED: {name}")
    seconds = time.perf_counter() - began
    row = f"| {len(every)} | {count:,} | {ours} | {theirs} | {seconds:.0f} |\n"
    print(HEAD + row)
    if "quick" not in sys.argv:
        REPORT.write_text(HEAD + row, encoding="utf-8")


if __name__ == "__main__":
    main()
