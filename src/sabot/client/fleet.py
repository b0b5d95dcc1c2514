"""A look at many casinos at once: is each ready, which release does it run, does its log grow."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import httpx
import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.store.tlog.monitor import check_extends, read_checkpoint
from sabot.store.tlog.note import BadNote, VerifierKey, is_key_name, read_verifier_key

PATIENCE: Final = 5.0
"""Seconds for each answer."""
AT_ONCE: Final = 32
MOST_BYTES: Final = 1_000_000


class Address(NamedTuple):
    """A casino of a list: its name, the address of its server, and its log's key if it is known."""

    name: str
    url: str
    key: VerifierKey | None


class CasinoStatus(msgspec.Struct, omit_defaults=True):
    """Status of one casino. `wrong` is empty if nothing asks for a person."""

    name: str
    url: str
    ready: bool = False
    release: str = ""
    events: int | None = None
    """Events under the newest signed head."""
    cosigned: int = 0
    wrong: list[str] = []
    notes: list[str] = []
    """Things not in order that stop nothing: closed tables, restarted tasks, witnesses."""


def read_fleet(path: Path) -> list[Address]:
    """Read a list of casinos, a line each: name, address and, if it is known, the log's key."""
    found: dict[str, Address] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        where = f"Line {number} of {path}"
        if len(words) not in (2, 3) or not words[1].startswith(("http://", "https://")):
            message = f"{where} is not a name, an address (https://…) and perhaps the log's key."
            raise Refusal("bad-file", None, message)
        name = words[0]
        if name in found or not is_key_name(name) or name.startswith(".") or "/" in name:
            raise Refusal("bad-file", None, f"{where}: {quoted(name)} cannot be a casino's name.")
        try:
            key = read_verifier_key(words[2]) if len(words) == 3 else None
        except BadNote as bad:
            raise Refusal("bad-file", None, f"{where}: {bad}") from None
        found[name] = Address(name, words[1].rstrip("/"), key)
    if not found:
        raise Refusal("bad-file", None, f"{path} lists no casino.")
    return list(found.values())


def look_at(casinos: list[Address], seen: Path | None) -> list[CasinoStatus]:
    """Ask all casinos at once. `seen`: a folder with the last checkpoint of each, to compare with;
    it gets the new ones."""
    with (
        httpx.Client(timeout=PATIENCE, trust_env=False) as http,
        ThreadPoolExecutor(AT_ONCE) as threads,
    ):
        return list(threads.map(lambda each: _status(http, each, seen), casinos))


def _status(http: httpx.Client, casino: Address, seen: Path | None) -> CasinoStatus:
    status = CasinoStatus(casino.name, casino.url)
    try:
        _read_health(http, status)
    except (httpx.HTTPError, msgspec.MsgspecError, UnicodeDecodeError):
        status.wrong.append("It does not answer.")
        return status
    try:
        _read_log(http, casino, status, seen)
    except httpx.HTTPError:
        status.wrong.append("Its log does not answer.")
    except (BadNote, UnicodeDecodeError) as bad:
        status.wrong.append(str(bad))
    return status


class _Health(msgspec.Struct):
    release: str = ""


class _Error(msgspec.Struct):
    message: str = ""


class _Ready(msgspec.Struct):
    closed: dict[str, str] = {}
    failing: list[str] = []
    witnesses: dict[str, str] = {}
    error: _Error | None = None


def _read_health(http: httpx.Client, status: CasinoStatus) -> None:
    health = msgspec.json.decode(_get(http, f"{status.url}/healthz").content, type=_Health)
    status.release = health.release
    answer = _get(http, f"{status.url}/readyz")
    said = msgspec.json.decode(answer.content, type=_Ready)
    status.ready = answer.status_code == 200
    if not status.ready:
        status.wrong.append(said.error.message if said.error else "It is not ready.")
    status.notes += [f"{name} is closed: {why}" for name, why in said.closed.items()]
    status.notes += [f"The task {name} is being restarted." for name in said.failing]
    status.notes += [f"Witness {name}: {why}" for name, why in said.witnesses.items()]


def _read_log(http: httpx.Client, casino: Address, status: CasinoStatus, seen: Path | None) -> None:
    """Verify the newest signed head, and that it extends the one that was seen before."""
    answer = _get(http, f"{casino.url}/tlog/checkpoint")
    if answer.status_code != 200:
        status.notes.append("Its log has no signed head yet.")
        _check_not_lost(casino, seen)
        return
    note, head = read_checkpoint(answer.text, casino.key)
    status.events = head.size
    status.cosigned = sum(each.name != head.origin for each in note.signatures)
    if casino.key is None:
        status.notes.append("The key of its log is not in the list: the head was not verified.")
    if seen is None:
        return
    file = seen / f"{casino.name}.checkpoint"
    if file.exists():
        _, last = read_checkpoint(file.read_text(encoding="utf-8"), casino.key)
        check_extends(last, head, lambda path: _tile(http, f"{casino.url}/tlog/{path}"))
    seen.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    part.write_text(str(note), encoding="utf-8")
    part.replace(file)


def _check_not_lost(casino: Address, seen: Path | None) -> None:
    if seen is not None and (seen / f"{casino.name}.checkpoint").exists():
        raise BadNote("Its log had a signed head before, and has none now.")


def _tile(http: httpx.Client, url: str) -> bytes:
    answer = _get(http, url)
    return answer.content if answer.status_code == 200 else b""


def _get(http: httpx.Client, url: str) -> httpx.Response:
    """Get an answer that is not unreasonably large."""
    with http.stream("GET", url, headers={"accept": "*/*"}) as answer:
        body = b""
        for chunk in answer.iter_bytes():
            body += chunk
            if len(body) > MOST_BYTES:
                raise httpx.DecodingError("the answer is too large")
    return httpx.Response(answer.status_code, content=body, request=answer.request)
