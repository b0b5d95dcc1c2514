"""`sabot table`: one live table; commands in and answers out, one line each, in order."""

import argparse
import inspect
import sys
import textwrap
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

import msgspec

from sabot.accounts import ACCOUNT
from sabot.cli.lines import CUT_OFF, lines_of, standard_input
from sabot.cli.options import given
from sabot.core.refusal import Refusal, quoted
from sabot.engine.ledger import is_player_name
from sabot.engine.streams import Command, Rejection
from sabot.floor import Answer, Floor, read_line
from sabot.floor.kinds import TABLES
from sabot.robots import RobotDealer, RobotPlayer, RobotSession, Wish
from sabot.rulebooks import rulebook
from sabot.store import Signer, Store, Witness, export_lines, import_lines, open_store
from sabot.store.log.checkpoint import EVERY_SECONDS
from sabot.store.log.lines import is_name
from sabot.table import TABLE

STORE = "sabot.db"
ID = "1"
CHECKPOINT_EVERY = 1000
ROBOT_PLAYERS = ("Ada", "Ben", "Cleo")
WELCOME = "Table {} stands at event {}. One command a line, as a JSON object; Ctrl-D ends."


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "--store",
        metavar="URL",
        help=f"a file, sqlite:// (memory) or postgresql://… (default: {STORE})",
    )
    options.add_argument("--id", metavar="ID", help=f"which table (default: {ID})")
    options.add_argument(
        "--after", metavar="SEQ", help="first print the events after this number (0: all)"
    )
    options.add_argument("--key", metavar="FILE", help="sign checkpoints with the key in this file")
    options.add_argument("--witness", metavar="FILE", help="where the signed checkpoints also go")
    options.add_argument(
        "--checkpoint-every",
        metavar="N",
        help=f"sign after so many events, each minute and at the end (default: {CHECKPOINT_EVERY})",
    )
    options.add_argument(
        "--commands", action="store_true", help="list the commands and their fields, and end"
    )
    options.add_argument(
        "--export", action="store_true", help="print the whole log of the store, and end"
    )
    options.add_argument(
        "--import",
        dest="imported",
        metavar="FILE",
        help="first copy an exported log into the store, checked line by line",
    )
    options.add_argument("--robots", action="store_true", help="robots deal and play, no input")
    options.add_argument("--rulebook", metavar="RULEBOOK", help="game that the robots open")
    options.add_argument("--coups", metavar="N", help="how many coups the robots deal")
    options.add_argument("--quiet", action="store_true", help="robots: one line at the end")


def run(chosen: argparse.Namespace) -> int:
    _check_alone(chosen)
    if chosen.commands:
        for kind in dict.fromkeys((*TABLE.commands, *ACCOUNT.commands)):
            print(_described(kind))
        return 0
    after = _number("--after", chosen.after, least=0)
    coups = _check_robots(chosen)
    name = ID if chosen.id is None else chosen.id
    if not name or not is_name(TABLES.stream(name)):
        raise Refusal("bad-id", None, f"{quoted(name)} cannot name a table.")
    url = STORE if chosen.store is None else chosen.store
    with open_store(url, create=not chosen.export) as store:
        if chosen.export:
            for line in export_lines(store):
                sys.stdout.buffer.write(line)
            return 0
        if chosen.imported is not None:
            _import(store, Path(chosen.imported))
        watchman = _watchman(chosen, store)
        floor = Floor(store)
        if after is not None:
            for line in floor.events(name, after):
                _write(line)
        if coups is not None:
            _let_robots_play(floor, name, chosen, coups, watchman)
        else:
            _serve(floor, name, watchman)
        watchman.sign()
    return 0


def _check_alone(chosen: argparse.Namespace) -> None:
    """Refuse other options beside `--commands` and `--export`; an export may name a store."""
    written = [option for option in vars(chosen) if given(chosen, option)]
    for alone, beside in (("commands", ()), ("export", ("store",))):
        if alone in written and set(written) - {alone, *beside}:
            raise Refusal("bad-words", None, f"--{alone} goes alone.")


def _import(store: Store, path: Path) -> None:
    try:
        with path.open("rb") as lines:
            import_lines(store, lines)
    except OSError as error:
        why = error.strerror or "it cannot be opened"
        raise Refusal("no-file", None, f"The file {path} cannot be read: {why}.") from None


def _described(kind: type[Command]) -> str:
    """Return a command, its fields (optional ones in brackets), and its purpose."""
    fields = [
        field.encode_name if field.required else f"[{field.encode_name}]"
        for field in msgspec.structs.fields(kind)
        if field.name not in Command.__struct_fields__
    ]
    told = inspect.getdoc(kind) or ""
    sentence = " ".join(told.partition("\n\n")[0].split())
    lines = [f"{kind.__struct_config__.tag}  {' '.join(fields)}".rstrip()]
    if kind.__doc__ and sentence:
        lines += textwrap.wrap(sentence, 96, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines)


def _number(option: str, text: str | None, least: int) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 16 and int(text) >= least):
        raise Refusal(
            "bad-number",
            None,
            f"{option} must be a whole number of at least {least}, not {quoted(text)}.",
        )
    return int(text)


def _check_robots(chosen: argparse.Namespace) -> int | None:
    """Return the number of coups that the robots deal; None where people send the commands."""
    if chosen.robots:
        if chosen.rulebook is None or chosen.coups is None:
            raise Refusal("bad-words", None, "--robots needs --rulebook and --coups.")
        rulebook(chosen.rulebook)
        return _number("--coups", chosen.coups, least=1)
    if chosen.rulebook is not None or chosen.coups is not None or chosen.quiet:
        raise Refusal("bad-words", None, "--rulebook, --coups and --quiet go with --robots.")
    return None


def _write(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


class Watchman:
    """Sign the log after a number of events, and at intervals while events come. Without a key it
    signs nothing."""

    def __init__(self, store: Store, key: str | None, witness: str | None, every: int) -> None:
        self._store = store
        self._every = every
        self._unsigned = 0
        self._signed_at = time.monotonic()
        self._signs = (Signer(key), Witness(witness)) if key and witness else None
        self._heads: dict[str, int] = {}
        if self._signs:
            self._heads = {stream: head.seq for stream, head in store.heads().items()}
            # The witness knows more than the store: events were lost, or belong to another store.
            self._signs[1].catch_up(store.checkpoints)

    def saw(self, answer: "Answer | Unanswered") -> None:
        """Count the new events of an answer, and sign when it is time."""
        if not (self._signs and answer.events):
            return
        last = read_line(bytes(answer.events[-1]))
        if last.seq > self._heads.get(last.stream, 0):
            self._heads[last.stream] = last.seq
            self._unsigned += len(answer.events)
        if self._unsigned >= self._every or time.monotonic() - self._signed_at >= EVERY_SECONDS:
            self.sign()

    def sign(self) -> None:
        """Sign the unsigned events; the table goes on even if that fails."""
        if self._signs and self._unsigned:
            try:
                self._store.checkpoint(*self._signs)
            except Refusal as refused:
                print(f"sabot: {refused.message}", file=sys.stderr)
        self._unsigned, self._signed_at = 0, time.monotonic()


def _watchman(chosen: argparse.Namespace, store: Store) -> Watchman:
    if (chosen.key is None) != (chosen.witness is None):
        raise Refusal("bad-words", None, "--key and --witness go together.")
    if chosen.checkpoint_every is not None and chosen.key is None:
        raise Refusal("bad-words", None, "--checkpoint-every needs --key and --witness.")
    every = _number("--checkpoint-every", chosen.checkpoint_every, least=1)
    return Watchman(store, chosen.key, chosen.witness, every or CHECKPOINT_EVERY)


def _plain(answer: "Answer | Unanswered") -> "Answer | Unanswered":
    """Return the answer with English text only; forms and slots are for pages."""
    if not isinstance(answer, Answer) or (no := answer.rejected) is None:
        return answer
    rejected = Rejection(no.code, no.clause, no.message)
    return msgspec.structs.replace(answer, rejected=rejected)


def _serve(floor: Floor, name: str, watchman: Watchman) -> None:
    """Answer every line of the input."""
    source = standard_input()
    if sys.stdin.isatty():
        print(WELCOME.format(name, floor.table(name).version), file=sys.stderr)
    for line in _each(source):
        answer = answer_to(floor, name, line)
        _write(msgspec.json.encode(_plain(answer)))
        watchman.saw(answer)


def _each(source: int) -> Iterator[bytes]:
    for lines in lines_of(source):
        yield from lines


class Unanswered(msgspec.Struct, frozen=True):
    """Answer to a line that the table could not decide, with its id if that can be read."""

    id: str | int | None
    rejected: Rejection
    events: msgspec.UnsetType = msgspec.UNSET


def answer_to(floor: Floor, name: str, line: bytes) -> Answer | Unanswered:
    """Return the answer to one line of input. No input stops the table."""
    try:
        if line.strip() in (b"", CUT_OFF):
            message = "A line is one whole JSON object, and not longer than a mebibyte."
            raise Refusal("bad-command", None, message)
        return floor.do(name, floor.read(line))
    except Refusal as refused:
        why = Rejection(refused.code, refused.clause, refused.message)
    except Exception as fault:
        # The table decides before it writes: a failed decision has changed nothing.
        traceback.print_exc()
        why = Rejection("fault", None, f"Sabot failed here, and changed nothing: {quoted(fault)}.")
    return Unanswered(_id_of(line), why)


class _Named(msgspec.Struct):
    id: str | int | None = None


def _id_of(line: bytes) -> str | int | None:
    """Return the id of an invalid command, if it can be read."""
    try:
        return msgspec.json.decode(line, type=_Named).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _named(robot: str, table: str) -> str:
    """Return the name of a robot at that table: an account is at one table at a time."""
    name = f"{robot} {table}"
    return name if is_player_name(name) else robot


def _let_robots_play(
    floor: Floor, name: str, chosen: argparse.Namespace, coups: int, watchman: Watchman
) -> None:
    commands = events = 0
    started = time.perf_counter()

    def watch(wish: Wish, answer: Answer) -> None:
        nonlocal commands, events
        commands += 1
        events += len(answer.events or ())
        if not chosen.quiet:
            for line in answer.events or ():
                _write(bytes(line))
        watchman.saw(answer)

    names = [_named(each, name) for each in ROBOT_PLAYERS]
    players = [RobotPlayer(each, place) for place, each in enumerate(names, 1)]
    session = RobotSession(floor, name, RobotDealer(chosen.rulebook), players, watch=watch)
    session.play(coups)
    session.end()
    if chosen.quiet:
        told = {
            "table": name,
            "rulebook": session.table.opened.rulebook,
            "coups": coups,
            "commands": commands,
            "events": events,
            "seconds": round(time.perf_counter() - started, 3),
        }
        _write(msgspec.json.encode(told))
