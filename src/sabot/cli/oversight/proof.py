"""`sabot proof`: one coup, draw or visit as a proof that other tools verify; and verify one."""

import argparse
import os
import sys
from pathlib import Path
from typing import Final

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.store.tlog.note import BadNote
from sabot.store.tlog.proof import (
    ProofFile,
    Unverified,
    Verified,
    read_proof_file,
    verify_proof_file,
)

VERIFY: Final = "verify"
UNVERIFIED: Final = 1
UNREADABLE: Final = 2
LONGEST: Final = 500_000_000
"""Longest proof file, in bytes."""


def declare(options: argparse.ArgumentParser) -> None:
    options.usage = (
        "sabot proof SOURCE (--table ID --coup N | --draw NAME | --visit PLAYER [--table ID])"
        " --output FILE [--key FILE] [--origin NAME]\n"
        "       sabot proof verify FILE [--vkey KEY] [--witness KEY] [--json]"
    )
    options.add_argument(
        "source",
        metavar="SOURCE",
        help="a store: a file, or postgresql://…; or the word verify",
    )
    options.add_argument("file", nargs="?", metavar="FILE", help="the proof to verify; - for stdin")
    options.add_argument("--table", metavar="ID", help="the table of the coup, or of the visit")
    options.add_argument("--coup", type=int, metavar="N", help="the number of the coup")
    options.add_argument("--draw", metavar="NAME", help="the draws of a promotion or tournament")
    options.add_argument("--visit", metavar="PLAYER", help="this player's last visit that is over")
    options.add_argument("--output", metavar="FILE", help="where the proof goes; - for the output")
    options.add_argument(
        "--key", metavar="FILE", help="the log's key (default: beside the store, made if missing)"
    )
    options.add_argument(
        "--origin", metavar="NAME", help="permanent name of the log, given with its first proof"
    )
    options.add_argument("--vkey", metavar="KEY", help="the log's public key, to verify with")
    options.add_argument(
        "--witness",
        action="append",
        metavar="KEY",
        help="the key of a witness that must have cosigned; may be given several times",
    )
    options.add_argument("--json", action="store_true", help="for a program to read")


def run(chosen: argparse.Namespace) -> int:
    if chosen.source == VERIFY:
        _check_words(chosen, "proof verify", ("table", "coup", "draw", "visit", "output", "key"))
        if chosen.file is None:
            raise Refusal("bad-words", None, "`sabot proof verify` needs a FILE.")
        return _verify(chosen)
    _check_words(chosen, "proof SOURCE", ("file", "vkey", "witness"))
    return _prove(chosen)


def _check_words(chosen: argparse.Namespace, what: str, others: tuple[str, ...]) -> None:
    for other in others:
        if getattr(chosen, other) is not None:
            name = quoted(chosen.file) if other == "file" else f"--{other}"
            raise Refusal("bad-words", None, f"{name} says nothing beside `sabot {what}`.")


def _prove(chosen: argparse.Namespace) -> int:
    from sabot.server.inspect.log_proofs import proof_of  # imported late: it loads all games

    if chosen.output is None:
        raise Refusal("bad-words", None, "`sabot proof` needs --output FILE.")
    subjects = [each for each in ("coup", "draw", "visit") if getattr(chosen, each) is not None]
    if len(subjects) != 1 or (subjects == ["coup"]) > (chosen.table is not None):
        message = (
            "Name one thing to prove: --table ID with --coup N, --draw NAME or --visit PLAYER."
        )
        raise Refusal("bad-words", None, message)
    if subjects == ["draw"] and chosen.table is not None:
        raise Refusal("bad-words", None, "--table says nothing beside --draw.")
    proof = proof_of(
        chosen.source,
        chosen.key,
        chosen.origin,
        table=chosen.table,
        coup=chosen.coup,
        draw=chosen.draw,
        visit=chosen.visit,
    )
    data = msgspec.json.format(msgspec.json.encode(proof), indent=1) + b"\n"
    if chosen.output == "-":
        sys.stdout.buffer.write(data)
        return 0
    _write(Path(chosen.output), data)
    size = verify_proof_file(proof).head.size
    if chosen.json:
        told = {"output": chosen.output, "origin": proof.origin, "vkey": proof.vkey}
        print(msgspec.json.encode(told | {"events": len(proof.events), "size": size}).decode())
    else:
        print(f"{len(proof.events):,} events, proven in a log of {size:,}: {chosen.output}")
        print(f"Public key of the log: {proof.vkey}")
    return 0


def _write(path: Path, data: bytes) -> None:
    """Write the file under another name first, so that no half proof is left. Salts are in it."""
    draft = path.with_name(f".{path.name}.part")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        message = f"{quoted(str(path))} cannot be written: {error.strerror}."
        raise Refusal("unwritable", None, message) from None


def _verify(chosen: argparse.Namespace) -> int:
    try:
        found = read_proof_file(_read(chosen.file))
    except ValueError as error:
        return _say_unreadable(chosen, f"{quoted(chosen.file)} cannot be read: {error}.")
    try:
        verified = verify_proof_file(found, chosen.vkey, chosen.witness or ())
    except BadNote as bad:
        return _say_unreadable(chosen, f"A key that was given: {bad}")
    except Unverified as unverified:
        if chosen.json:
            _print_json({"verified": False, "error": str(unverified)})
        else:
            print(f"NOT VERIFIED. {unverified}")
        return UNVERIFIED
    if chosen.json:
        _print_json(_as_json(verified, found))
    else:
        _tell(verified, found, chosen.vkey is not None)
    return 0


def _say_unreadable(chosen: argparse.Namespace, message: str) -> int:
    if chosen.json:
        _print_json({"verified": False, "error": message})
        return UNREADABLE
    raise Refusal("unreadable", None, message)


def _read(name: str) -> bytes:
    try:
        if name == "-":
            data = sys.stdin.buffer.read(LONGEST + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LONGEST + 1)
    except OSError as error:
        raise ValueError((error.strerror or str(error)).lower()) from None
    if len(data) > LONGEST:
        raise ValueError(f"it has more than {LONGEST:,} bytes")
    return data


def _print_json(told: object) -> None:
    print(msgspec.json.encode(told).decode())


def _as_json(verified: Verified, found: ProofFile) -> dict[str, object]:
    return {
        "verified": True,
        "origin": found.origin,
        "vkey": found.vkey,
        "size": verified.head.size,
        "root": verified.head.root.hex(),
        "events": verified.events,
        "streams": verified.ranges,
        "unchecked_signatures": [
            each for each in verified.cosigners if each not in verified.cosigned
        ],
        "cosigned": verified.cosigned,
    }


def _tell(verified: Verified, found: ProofFile, was_given: bool) -> None:
    print(f"Verified: {verified.events:,} events of the log {found.origin}.")
    for stream, runs in verified.ranges.items():
        told = ", ".join(f"{a} to {b}" if a != b else f"{a}" for a, b in runs)
        print(f"  {stream}: {told}")
    print(f"Checkpoint: {verified.head.size:,} events, root {verified.head.root.hex()}")
    key = "the key that you gave" if was_given else "the file's own key; compare it"
    print(f"Signed with {key}: {found.vkey}")
    for name in verified.cosigned:
        print(f"Cosigned by {name}, verified with the key that you gave.")
    for name in verified.cosigners:
        if name not in verified.cosigned:
            print(f"Cosigned by {name}, not checked: give its key with --witness.")
