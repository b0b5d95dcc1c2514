"""The `sabot` command: `COMMANDS` lists its words, `FOLDERS` the folder of each word's module."""

import argparse
import importlib
import os
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from types import ModuleType
from typing import Final, NoReturn

from sabot import __version__
from sabot.core.refusal import Refusal, quoted

COMMANDS: Final = {
    "games": "list the rulebooks, their wagers and pay schemes",
    "rules": "show a clause in our words, the code that enforces it, and its tests",
    "adjudicate": "say what should have happened in a coup: JSON Lines in, JSON Lines out",
    "audit": "decide every command of a log again, and print any coup as a protocol",
    "backup": "write a store to one sealed file while the casino is running",
    "device": "make keys of a table's devices, bridge a serial line, simulate devices",
    "duties": "list every notice, sign, report and deadline, and whether it was met",
    "clock": "show the log's time, or confirm that the machine's clock is right",
    "reports": "write reports: daily summary, wrong payments, a table's day, statements",
    "fleet": "watch many casinos: readiness, release, and whether each log only grows",
    "keys": "show or replace the keys that sign and seal a store",
    "count": "count cards: can a wager be beaten, from which count, and by how much",
    "completion": "print a script that makes a shell complete commands and options",
    "odds": "compute the exact value of every wager, from any shoe",
    "math-report": "write the mathematical report of a game or a wager",
    "simulate": "deal millions of coups, and compare them with the exact odds",
    "policy": "check a policy file: values of the law around the games, with sources",
    "proof": "prove one coup, draw or visit so that other tools can verify it",
    "promotion": "check a promotion's terms by clause, and hold a draw that anyone can check",
    "people": "manage who may sign in, and in which role",
    "play": "play at a table in the terminal",
    "drill": "practise as a dealer: payouts, third cards and irregularities, by clause",
    "restore": "restore a store from its backup, and compare it with the witness",
    "serve": "run the casino on the web: tables, pages of staff and players, odds lab",
    "table": "run a live table: commands in, answers out, JSON Lines",
    "tournament": "work out a tournament's wagers, places, prizes and conditions, on paper too",
    "verify": "verify every row of a store with the casino's key and the log",
}
FOLDERS: Final = {
    "analysis": ("adjudicate", "count", "drill", "math-report", "odds", "simulate"),
    "documents": ("games", "rules"),
    "casino": (
        "backup",
        "clock",
        "device",
        "keys",
        "people",
        "policy",
        "promotion",
        "restore",
        "serve",
        "table",
        "tournament",
    ),
    "oversight": ("audit", "duties", "fleet", "proof", "reports", "verify"),
}
"""The folder of each command's module; `completion` and `play` stand beside the folders."""
FORMER_NAMES = {"report": "math-report"}
"""Former names of commands, which keep working, with a note on the error output."""
REFUSED = 2


class Words(argparse.ArgumentParser):
    """A parser that reports an error in one sentence, like every other refusal."""

    def error(self, message: str) -> NoReturn:
        sentence = _plain_words(message)
        strange = [word.partition("=")[0] for word in message.split() if word.startswith("--")]
        strange = [word.rstrip(":") for word in strange]
        near = [meant for word in strange[:1] for meant in self._near(word)]
        asked = f"; did you mean {near[0]}?" if near else f"; `{self.prog} --help` tells more."
        raise Refusal("bad-words", None, sentence + asked)

    def _near(self, option: str) -> list[str]:
        known = [each for each in self._option_string_actions if each.startswith("--")]
        return [] if option in known else get_close_matches(option, known, 1)


def _plain_words(message: str) -> str:
    """Return an error message of argparse as a plain sentence."""
    said = re.fullmatch(r"argument (\S+): (.*)", message, re.DOTALL)
    if said is None:
        return message[0].upper() + message[1:]
    option, why = said[1], said[2]
    number = re.fullmatch(r"invalid int value: '(.*)'", why, re.DOTALL)
    if number is not None:
        return f"{option} must be a whole number, not {quoted(number[1])}"
    if why == "expected one argument":
        return f"{option} needs a value"
    return f"{option}: {why}".replace("'", '"')


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
        # The reader of our output has closed the pipe: print nothing more, not even at exit.
        _drop_output()
        return 0
    except OSError as error:
        print(f"sabot: {error.strerror or error}.", file=sys.stderr)
        _drop_output()
        return REFUSED
    except KeyboardInterrupt:
        print("sabot: Interrupted.", file=sys.stderr)
        return 130


def _run(words: list[str]) -> int:
    parser = _parser()
    if not words:
        parser.print_help()
        return 0
    command = words[0]
    if command in FORMER_NAMES:
        now = FORMER_NAMES[command]
        print(f"sabot: `sabot {command}` is now called `sabot {now}`.", file=sys.stderr)
        command = now
    if command not in COMMANDS:
        if command.startswith("-"):
            parser.parse_args(words)
        near = get_close_matches(command, COMMANDS, 1)
        meant = f"did you mean {near[0]}?" if near else "`sabot --help` lists them."
        raise Refusal("bad-words", None, f"There is no command {quoted(command)}; {meant}")
    module = _installed(command)
    status: int = module.run(options_of(command, module).parse_args(words[1:]))
    return status


def options_of(command: str, module: ModuleType) -> argparse.ArgumentParser:
    """Return the option parser of a command."""
    options = Words(prog=f"sabot {command}", description=_sentence(COMMANDS[command]))
    module.declare(options)
    return options


def module_of(command: str) -> ModuleType:
    """Import the module of a command."""
    folder = next((f"{name}." for name, commands in FOLDERS.items() if command in commands), "")
    return importlib.import_module(f"sabot.cli.{folder}{command.replace('-', '_')}")


def _installed(command: str) -> ModuleType:
    try:
        return module_of(command)
    except ModuleNotFoundError as missing:
        if (missing.name or "sabot").partition(".")[0] == "sabot":
            raise
        raise Refusal(
            "not-installed",
            None,
            f"`sabot {command}` needs {missing.name}, which the casino brings: install it with "
            "pip install 'sabot[casino]'.",
        ) from None


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
