"""`sabot tournament`: arithmetic of a tournament, also for those run on paper."""

import argparse
import tomllib
from collections.abc import Callable
from pathlib import Path

import msgspec

from sabot.cli.lines import answer_file, declare_file, in_turn
from sabot.core.refusal import Refusal
from sabot.tournament.conditions import faults
from sabot.tournament.questions import answer_prizes, answer_rank, answer_wagers

QUESTIONS = {
    "wagers": ("One coup of a heat", "how much of each wager of a heat counts, and what it pays"),
    "rank": ("One session", "the order of a session's players, and who goes on"),
    "prizes": ("One prize pool", "the prize pool, and what each place is paid"),
    "chances": (
        "The last coups",
        "the players' chances in the last coups, by the order of wagering",
    ),
}
DEMO = "a whole tournament by robots at tables of this process"
FILE = "the file of a tournament for the regulator, from a log"
ORDER = "who wagered when in the last coups of sessions, and how often each turn went through"
CHECK = "what is missing from a tournament's conditions, or forbidden in them"
FAULTY = 1


def declare(options: argparse.ArgumentParser) -> None:
    words = options.add_subparsers(dest="what", metavar="WHAT", required=True)
    for name, (_, told) in QUESTIONS.items():
        declare_file(words.add_parser(name, help=told, description=_sentence(told)))
    check = words.add_parser("check", help=CHECK, description=_sentence(CHECK))
    check.add_argument("file", metavar="FILE", help="the conditions, in TOML")
    _declare_demo(words.add_parser("demo", help=DEMO, description=_sentence(DEMO)))
    for name, told in (("file", FILE), ("order", ORDER)):
        from_log = words.add_parser(name, help=told, description=_sentence(told))
        from_log.add_argument(
            "source", metavar="SOURCE", help="an exported log, or a database's URL"
        )
        from_log.add_argument("name", metavar="NAME", help="the tournament's name")
        from_log.add_argument("--json", action="store_true", help="one object")


def _declare_demo(demo: argparse.ArgumentParser) -> None:
    demo.add_argument("--rulebook", metavar="RULEBOOK", help="of which game")
    demo.add_argument("--players", type=int, default=24, metavar="N", help="so many (24)")
    demo.add_argument("--seats", type=int, default=6, metavar="N", help="at a table at most (6)")
    demo.add_argument("--coups", type=int, default=10, metavar="N", help="in a session (10)")
    demo.add_argument("--seed", type=int, default=1, metavar="S", help="of the robots' wagers")
    demo.add_argument("--store", metavar="URL", help="keep the log there")
    demo.add_argument("--json", action="store_true", help="one object")


def run(chosen: argparse.Namespace) -> int:
    if chosen.what == "check":
        return _check(chosen.file)
    if chosen.what in ("demo", "file", "order"):
        from sabot.cli.casino import tournament_demo

        return {
            "demo": tournament_demo.demo,
            "file": tournament_demo.file,
            "order": tournament_demo.order,
        }[chosen.what](chosen)
    asked, _ = QUESTIONS[chosen.what]
    return answer_file(chosen.file, in_turn(_answers(chosen.what)), asked)


def _answers(what: str) -> Callable[[bytes], bytes]:
    """Return the answering function; the compiled ones for chances are loaded only when needed."""
    if what == "chances":
        from sabot.tournament.fairness.question import answer_chances

        return answer_chances
    return {"wagers": answer_wagers, "rank": answer_rank, "prizes": answer_prizes}[what]


def _check(file: str) -> int:
    found = faults(_conditions(file))
    for fault in found:
        print(msgspec.json.encode(fault).decode())
    return FAULTY if found else 0


def _conditions(file: str) -> dict[str, object]:
    try:
        return tomllib.loads(Path(file).read_text("utf-8"))
    except OSError as error:
        why = error.strerror
    except UnicodeDecodeError:
        why = "it is not text in UTF-8"
    except tomllib.TOMLDecodeError as error:
        why = f"it is not TOML ({error})"
    except (RecursionError, ValueError):
        why = "no file can be named so" if "\0" in file else "it holds what no conditions hold"
    raise Refusal("unreadable", None, f"The file {file} cannot be read: {why}.")


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
