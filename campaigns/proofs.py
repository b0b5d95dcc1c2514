"""Mutated proofs of coups of all five games: none is believed by `sabot proof verify` or by the
verifier that was written from the standards alone (`tests/support/tlog_verifier.py`).

Run it with `PYTHONPATH=tests`; `quick` for a small sample. Where Debian's golang-go and
golang-golang-x-mod-dev are installed, Go's packages for signed notes and transparency logs verify
all of them too (`campaigns/go/verify.go`). Go reads base64 generously: a mutation is believed there
if its lines, numbers or checkpoint are others and the file is accepted all the same.
"""

import base64
import json
import os
import random
import shutil
import subprocess
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
(`tests/support/proof_edits.py`). No mutation may be believed. Go's own packages (`sumdb/note` and
`sumdb/tlog` of golang.org/x/mod, by `campaigns/go/verify.go`) verify the same files; they take
base64 with other unused bits for the same signature, so that only other lines, numbers or
checkpoints count.

| tables | proofs mutated | believed by Sabot | by the other | by Go | seconds |
|---|---|---|---|---|---|
"""
GOCODE = Path("/usr/share/gocode")


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


def said_by_go(folder: Path, files: list[tuple[bytes, str]]) -> list[bool] | None:
    """Return for each file and key whether Go's packages accept it; None if they are not here."""
    if shutil.which("go") is None or not (GOCODE / "src" / "golang.org" / "x" / "mod").is_dir():
        return None
    source, program = Path(__file__).parent / "go" / "verify.go", folder / "verify"
    settings = {"GO111MODULE": "off", "GOPATH": str(GOCODE), "GOCACHE": str(folder / "cache")}
    build = ["go", "build", "-o", str(program), str(source)]
    subprocess.run(build, check=True, env=os.environ | settings)
    lines = [f"{vkey} {base64.b64encode(data).decode()}\n" for data, vkey in files]
    answers = subprocess.run(
        [str(program)], input="".join(lines), capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert len(answers) == len(files)
    return [answer.startswith("ok ") for answer in answers]


def is_other(data: bytes, text: bytes) -> bool:
    """Return True if a file that Go accepts says something else than the one it was made from: the
    encoding of signatures and salts apart."""
    said, meant = json.loads(data), json.loads(text)
    parts = [
        [(each["line"], each["proof"].partition("\n\n— ")[0]) for each in file["events"]]
        for file in (said, meant)
    ]
    return parts[0] != parts[1]


def main() -> None:
    count, rng, began = MUTATED // 50 if "quick" in sys.argv else MUTATED, random.Random(33), 0.0
    with tempfile.TemporaryDirectory() as folder, open_store("sqlite://") as store:
        with GOLDEN.open("rb") as lines:
            import_lines(store, lines)
        every, began = proofs(store, Signer(Path(folder) / "key")), time.perf_counter()
    ours = theirs = 0
    files = list(every)
    for number in range(count):
        text, vkey = every[number % len(every)]
        name, data = mutated(text, rng)
        believed = is_believed(data, vkey), is_believed_elsewhere(data, vkey)
        ours, theirs = ours + believed[0], theirs + believed[1]
        if any(believed):
            print(f"BELIEVED: {name}")
        files.append((data, vkey))
    seconds = time.perf_counter() - began
    with tempfile.TemporaryDirectory() as folder:
        accepted = said_by_go(Path(folder), files)
    by_go = "not here"
    if accepted is not None:
        assert all(accepted[: len(every)]), "Go accepts the proofs of all games"
        taken = [
            place for place, is_taken in enumerate(accepted) if is_taken and place >= len(every)
        ]
        other = sum(is_other(files[n][0], every[(n - len(every)) % len(every)][0]) for n in taken)
        by_go = f"{other} ({len(taken)} with other base64)"
    row = f"| {len(every)} | {count:,} | {ours} | {theirs} | {by_go} | {seconds:.0f} |\n"
    print(HEAD + row)
    if "quick" not in sys.argv:
        REPORT.write_text(HEAD + row, encoding="utf-8")


if __name__ == "__main__":
    main()
