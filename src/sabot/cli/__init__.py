"""The `sabot` command: one module for each word after it, imported only when it is used."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from sabot import __version__
from sabot.refusal import Refusal, quoted

COMMANDS = {
    "games": "the rulebooks, their wagers and schemes",
    "rules": "a clause in our words, where it is enforced, and its tests",
    "adjudicate": "what should have happened in a coup: JSON Lines in, JSON Lines out",
    "audit": "a log decided again, event by event, and any coup of it as a protocol",
    "duties": "every notice, sign, report and deadline, and what became of it",
    "keys": "the keys that a store is signed and sealed with",
    "odds": "what every wager is worth, exactly, from any shoe",
    "simulate": "deal millions of coups, and compare with the exact odds",
    "promotion": "a promotion's terms checked by clause, and a draw that anyone can check",
    "people": "who may sign in, and in which role",
    "play": "a table in the terminal",
    "serve": "the casino on the web: tables, dealers, supervisors, inspectors, odds lab",
    "table": "a live table: commands in, answers out, JSON Lines",
    "tournament": "a tournament's wagers, places, prizes and conditions, on paper too",
    "verify": "every row of a store held against the house's key and the log",
}
REFUSED = 2


class Words(argparse.ArgumentParser):
    """A parser that says what is wrong in one sentence, like everything else here."""

    def error(self, message: str) -> NoReturn:
        sentence = message[0].upper() + message[1:]
        raise Refusal("bad-words", None, f"{sentence}; `{self.prog} --help` tells more.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and answer its exit status; a refusal is one sentence and status 2."""
    if sys.stdout is None:
        return REFUSED
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    try:
        status = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
        return status
    except Refusal as refusal:
        where = f" (clause {refusal.clause})" if refusal.clause else ""
        print(f"sabot: {refusal.message}{where}", file=sys.stderr)
        return REFUSED
    except BrokenPipeError:
        # Whoever read our output has enough of it; say nothing more, not even at exit.
        _drop_output()
        return 0
    except OSError as error:
        print(f"sabot: {error.strerror or error}.", file=sys.stderr)
        _drop_output()
        return REFUSED
    except KeyboardInterrupt:
        return 130


def _run(words: list[str]) -> int:
    parser = _parser()
    if not words:
        parser.print_help()
        return 0
    command = words[0]
    if command not in COMMANDS:
        parser.parse_args(words)
        parser.error(f"there is no command {quoted(command)}")
    module = importlib.import_module(f"sabot.cli.{command}")
    options = Words(prog=f"sabot {command}", description=_sentence(COMMANDS[command]))
    module.declare(options)
    status: int = module.run(options.parse_args(words[1:]))
    return status


def _drop_output() -> None:
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = None


def _parser() -> argparse.ArgumentParser:
    listed = "\n".join(f"  {name:12}{what}" for name, what in COMMANDS.items())
    parser = Words(
        prog="sabot",
        description="The approved baccarat family: five games, run clause by clause.",
        epilog=f"commands:\n{listed}\n\n`sabot COMMAND --help` tells more of each.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="sabot [--version] COMMAND ...",
    )
    parser.add_argument("--version", action="version", version=f"sabot {__version__}")
    parser.add_argument("command", choices=tuple(COMMANDS), help=argparse.SUPPRESS)
    return parser


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."
