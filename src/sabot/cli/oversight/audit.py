"""`sabot audit`: every command of a log decided again, and one coup of it as a protocol."""

import argparse
import gc
import itertools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from sabot.audit.audit import Audit
from sabot.audit.chain import (
    chain,
    checkpoints,
    key_of,
    misfiled,
    signing_keys,
    told,
    trusted,
    unseen,
    unsigned,
    witnessed,
)
from sabot.audit.notes import Notes, read_notes, write_notes
from sabot.audit.protocol import Protocol, Recorder
from sabot.audit.shoes import shoe_checks
from sabot.audit.source import Log, check_readable, opened, read_witness
from sabot.cli.options import refuse_beside
from sabot.cli.oversight.exceptions import report
from sabot.core.money import dollars
from sabot.core.refusal import Refusal
from sabot.engine.finding import Finding
from sabot.floor.kinds import TABLES
from sabot.people.custody import STREAM as CUSTODY_STREAM
from sabot.store.log.checkpoint import Signed
from sabot.store.trust.remote_witness import RemoteWitness, SeenCheckpoint

FOUND = 1
KEY_DIGITS = 64
NONE_TO_HOLD = "There are no checkpoints to hold against that key."
OBJECTS_BETWEEN_COLLECTIONS = 200_000


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "source",
        metavar="SOURCE",
        help="an exported log (JSON Lines), - for the input, a SQLite file, or a database's URL",
    )
    options.add_argument("--coup", type=int, metavar="N", help="print one coup as a protocol")
    options.add_argument(
        "--shoe", action="store_true", help="check every virtual shoe of a table (--table)"
    )
    options.add_argument("--table", metavar="ID", help="this table only, and who visited it")
    options.add_argument(
        "--exceptions",
        action="store_true",
        help="report what moved on a person's word, and improbable luck, instead of an audit",
    )
    options.add_argument(
        "--witness",
        metavar="FILE",
        help="the checkpoints that a witness has seen of the log, or the URL of one elsewhere",
    )
    options.add_argument(
        "--key", metavar="HEX", help="the public key that its checkpoints are signed with"
    )
    options.add_argument(
        "--notes",
        metavar="FILE",
        help="go on from where the last audit with these notes ended, and write them anew",
    )
    options.add_argument("--json", action="store_true", help="one object a line")


def run(chosen: argparse.Namespace) -> int:
    if chosen.exceptions and (chosen.coup is not None or chosen.witness or chosen.key):
        raise Refusal("bad-words", None, "--exceptions goes with --table and --json, and no other.")
    if chosen.shoe:
        refuse_beside(chosen, "shoe", "coup", "exceptions", "witness", "key")
    if chosen.notes and (chosen.exceptions or chosen.shoe or chosen.table or chosen.coup):
        raise Refusal("bad-words", None, "--notes are of a whole log: no part goes with them.")
    # Events hold no cycles: collecting seldom saves a fifth of the time.
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    # The witness is read first: the log that is opened next must have all that it has seen.
    is_remote = chosen.witness is not None and chosen.witness.startswith(("http://", "https://"))
    seen = RemoteWitness(chosen.witness).seen() if is_remote else None
    witness = None if chosen.witness is None or is_remote else read_witness(chosen.witness)
    with opened(chosen.source) as log:
        check_readable(log, chosen.source)
        if chosen.exceptions:
            return report(log, chosen.table, chosen.json)
        if chosen.shoe:
            return _print_shoes(log, chosen)
        only = None if chosen.table is None else TABLES.name(chosen.table)
        recorder = None if chosen.coup is None else Recorder(chosen.coup)
        notes = read_notes(Path(chosen.notes)) if chosen.notes else Notes(Audit(only, recorder))
        notes.check(log)
        begun, keys = notes.events, _keys(log, witness, chosen.key)
        findings = _findings(log, notes, witness, seen, keys, chosen)
        if recorder is not None:
            return _print_protocol(recorder, list(findings), notes.audit, only, chosen.json)
        status = _print_findings(
            findings, notes.audit, only, chosen, list(signing_keys(log.of(CUSTODY_STREAM)))
        )
        if begun and not chosen.json:
            print(f"Begun after {begun:,} events that were audited before; these were not read.")
        return status


def _print_shoes(log: Log, chosen: argparse.Namespace) -> int:
    """Report for each shoe if it opened as committed, and if its cards came from it."""
    if chosen.table is None:
        raise Refusal("bad-words", None, "--shoe needs --table.")
    found, stream, shoe = 0, TABLES.stream(TABLES.name(chosen.table)), None
    for shoe in shoe_checks(log.lines(), stream):
        sound = shoe.is_bound is not False and not shoe.wrong
        found += not sound
        if chosen.json:
            print(msgspec.json.encode(shoe).decode())
            continue
        said = "is in use" if shoe.opened is None else "opened as it was bound"
        said = said if sound else "is NOT what the house was bound to"
        coups = f"coups {shoe.coups[0]} to {shoe.coups[-1]}" if shoe.coups else "no coup"
        if shoe.put_aside:
            coups += (
                f", shuffled again ({shoe.clause or 'no clause'}: {shoe.reason or 'no reason'})"
            )
        print(
            f"Shoe of event {shoe.seq} {said}: {shoe.digest}, cut at {shoe.depth} by"
            f" {shoe.cutter or 'the house'}, {coups}, {shoe.cards} cards seen, {shoe.wrong} wrong."
        )
    if shoe is None:
        if not any(stream.encode() in line for line in log.of(stream)):
            raise Refusal("no-table", None, f"The log has no table {chosen.table}.")
        raise Refusal("no-shoe", None, f"Table {chosen.table} has had no virtual shoe.")
    return FOUND if found else 0


def _findings(
    log: Log,
    notes: Notes,
    witness: list[bytes] | None,
    seen: list[SeenCheckpoint] | None,
    keys: Sequence[str],
    chosen: argparse.Namespace,
) -> Iterator[Finding]:
    """Yield earlier and new findings; the notes are complete when all lines are read."""
    yield from tuple(notes.found)
    since = notes.events
    lasting = itertools.chain(
        chain(log.lines(since), notes.chain),
        misfiled(log.misfiled(since)),
        _signed(log, witness, notes.signed, keys),
    )
    yield from map(notes.put_down, lasting)
    yield from _witnessed(log, witness, seen, chosen)
    if not since:
        yield from log.beside()
    for line in log.lines(since):
        yield from map(notes.put_down, notes.audit.take(line))
    sealed = notes.sealed(log, log.checkpoints()) if chosen.notes else None
    yield from notes.audit.end()
    if sealed is not None:
        write_notes(Path(chosen.notes), sealed)


def _signed(
    log: Log, witness: list[bytes] | None, since: Signed, keys: Sequence[str]
) -> Iterator[Finding]:
    """Yield findings of the log's signatures: the database's checkpoints, a witness's, or both."""
    stored = log.checkpoints()
    if stored and (witness is None or witness != [line + b"\n" for line in stored]):
        yield from checkpoints(stored, log.lines(since.order.events), *keys, since=since)
    if witness is not None:
        yield from checkpoints(witness, log.lines(since.order.events), *keys, since=since)


def _witnessed(
    log: Log,
    witness: list[bytes] | None,
    seen: list[SeenCheckpoint] | None,
    chosen: argparse.Namespace,
) -> Iterator[Finding]:
    """Yield findings if the log is not signed, or a given witness has not seen all of it."""
    stored = log.checkpoints()
    if not stored and log.keeps_checkpoints:
        yield from unsigned(log.of(CUSTODY_STREAM))
    if not stored and witness is None and chosen.key is not None:
        yield Finding("no-checkpoint", None, None, None, NONE_TO_HOLD)
    if witness is not None and stored:
        yield from witnessed(witness, stored)
        # Read again: it may have received checkpoints while the log was opened.
        yield from unseen(read_witness(chosen.witness), stored)
    if seen is not None:
        yield from told(seen, stored)


def _keys(log: Log, witness: list[bytes] | None, named: str | None) -> list[str]:
    """Return the keys to trust: the one named, and its recorded replacements."""
    stored = log.checkpoints()
    key = _key(named, witness or stored)
    if named is not None and not stored and witness is None and not log.keeps_checkpoints:
        raise Refusal("no-checkpoint", None, NONE_TO_HOLD)
    return trusted(key, log.of(CUSTODY_STREAM))


def _key(named: str | None, signed: list[bytes]) -> str:
    """Return the key to trust: the one named, else that of the first checkpoint."""
    if named is None:
        return key_of(signed[0]) or "" if signed else ""
    key = named.lower()
    if len(key) != KEY_DIGITS or set(key) - set("0123456789abcdef"):
        raise Refusal("bad-key", None, f"A key is {KEY_DIGITS} hexadecimal digits.")
    return key


def _print_findings(
    findings: Iterator[Finding],
    audit: Audit,
    only: str | None,
    chosen: argparse.Namespace,
    replaced: list[tuple[int, str, str]],
) -> int:
    found = 0
    for finding in findings:
        found += 1
        print(_json(finding) if chosen.json else _one_line(str(finding)))
    _check_table(audit, only)
    if chosen.json and not found:
        # Every line of standard output is a finding: "none" goes to standard error.
        print(_summary(audit, found), file=sys.stderr)
    if not chosen.json:
        print(_summary(audit, found))
        for seq, old, new in replaced:
            if old:
                print(f"The signing key {old} was replaced by {new} (custody {seq}).")
        _print_unsigned(chosen)
    return FOUND if found else 0


def _check_table(audit: Audit, only: str | None) -> None:
    if only is not None and not audit.counted["tables"]:
        raise Refusal("no-table", None, f"The log has no table {only}.")


def _summary(audit: Audit, found: int) -> str:
    counted = ", ".join(
        f"{audit.counted[name]:,} {name if audit.counted[name] != 1 else name[:-1]}"
        for name in ("events", "tables", "accounts", "coups")
    )
    many = "nothing found" if not found else f"{found:,} finding{'s' * (found > 1)}"
    return f"Audited {counted}: {many}."


def _print_unsigned(chosen: argparse.Namespace) -> None:
    """Report which proofs a clean audit lacks: a witness, or a trusted key."""
    if chosen.witness is None:
        print(
            "No witness was given: a tail cut off, or a whole log written anew, would not show.",
            file=sys.stderr,
        )
    elif chosen.key is None:
        print("No key was given: the checkpoints' own was believed.", file=sys.stderr)


def _json(finding: Finding) -> str:
    return msgspec.json.encode(finding).decode()


def _one_line(text: str) -> str:
    """Replace unprintable characters: a log may hold line ends or terminal commands."""
    return "".join(each if each.isprintable() else "�" for each in text)


def _print_protocol(
    recorder: Recorder, findings: list[Finding], audit: Audit, only: str | None, as_json: bool
) -> int:
    _check_table(audit, only)
    protocol = recorder.protocol(findings)
    if as_json:
        print(msgspec.json.encode(protocol).decode())
    else:
        for line in written(protocol):
            print(_one_line(line).rstrip())
        elsewhere = len(findings) - len(protocol.findings)
        if elsewhere:
            print(f"\nThe rest of the log has {elsewhere:,} findings: audit it without --coup.")
    return FOUND if findings else 0


def written(protocol: Protocol) -> Iterator[str]:
    """Yield the protocol as text, line by line."""
    entries = protocol.entries
    yield f"REPLAY of coup {protocol.coup} at table {protocol.table}, {protocol.rulebook}"
    yield (
        f"Events {entries[0].seq} to {entries[-1].seq} of the log, {entries[0].at:%Y-%m-%d}, times"
        f" in UTC{'' if protocol.over else '; the coup is not over'}"
    )
    yield ""
    for each in entries:
        clause = f" ({each.clause})" if each.clause else ""
        yield f"{each.seq:>7}  {each.at:%H:%M:%S}  {each.by:12}  {each.text}{clause}"
    yield from _cards(protocol)
    yield from _settlement(protocol)
    yield from ("", "Money before and after")
    for money in protocol.money:
        change = money.after - money.before
        yield (
            f"  {money.place:12} {dollars(money.before):>14} {dollars(money.after):>14}"
            f"  {'+' * (change > 0)}{dollars(change)} {money.currency}"
        )
    if protocol.findings:
        yield from ("", "Findings")
        for finding in protocol.findings:
            yield f"  {finding}"


def _cards(protocol: Protocol) -> Iterator[str]:
    yield from ("", "Cards as they fell")
    for card in protocol.cards:
        yield f"  {card.card or '??':3} {card.hand:8} ({card.clause})  event {card.seq}"
    result = protocol.result or "by box" if protocol.result is not None else "none"
    yield f"  Result: {result}" + (f", void by {protocol.void}" if protocol.void else "")


def _settlement(protocol: Protocol) -> Iterator[str]:
    yield from ("", "Settlement")
    for each in protocol.settlement:
        box = f" box {each.box}" if each.box is not None else ""
        odds = f" at {each.odds}" if each.odds else ""
        yield (
            f"  {each.player:12} {dollars(each.live):>10} on {each.on}{box}: {each.outcome}{odds},"
            f" pays {dollars(each.pays)}, returns {dollars(each.returns)} ({each.clause})"
            f"  event {each.seq}{', undone' * each.undone}"
        )
