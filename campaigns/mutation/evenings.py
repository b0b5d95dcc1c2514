"""Mixed evenings as tests of a mutant: the product's log for the audit, and the reference."""

import pickle
import sys
import time
from collections import Counter
from contextlib import suppress
from itertools import compress
from typing import Any

import msgspec

from mutation.calls import Calls, Marked, Ran
from mutation.places import KEPT
from mutation.texts import Texts

CALLS, MOVES_OF = KEPT / "evening-calls.json", KEPT / "evenings.pickle"
EVENINGS, MOVES = 180, 90
"""Evenings of each game that are tried, spread over its pairs and settings, and the most moves of
one. Every other one has more trouble (`busy.py`)."""
RARE = 6
"""An evening is kept if it runs a statement that fewer evenings of its game run."""


def measure() -> int:
    """Play the evenings and write down their moves and the statements that each runs.

    Runs in a process of its own, since the product has marks in it afterwards.
    """
    marked = Marked()
    sys.meta_path.insert(0, Texts(marked))
    from comparison.generator import evening
    from comparison.themes import game_names, possible, settings_of
    from mutation.busy import busy_evening

    tests, played = dict[str, Ran](), dict[str, Any]()
    for game in game_names():
        whole, often = len(possible(game)) * len(settings_of(game)), Counter[int]()
        for number in range(EVENINGS):
            draw = busy_evening if number % 2 else evening
            mixed = draw(game, number * whole // EVENINGS)
            marked.marks[:] = bytes(len(marked.marks))
            began = time.process_time()
            try:
                is_whole = mixed.play(MOVES) is None
            except Exception as error:  # the move at which it broke is left out
                print(f"{game} {mixed.seed}: {error!r}", flush=True)
                is_whole = False
            moves = mixed.both.moves if is_whole else mixed.both.moves[:-1]
            ran = list(compress(range(len(marked.marks)), marked.marks))
            if all(often[each] >= RARE for each in ran):
                continue  # runs only what others run often
            name = f"{game}::{mixed.seed}{' busy' * (number % 2)}"
            if said := audited(mixed.setting, moves) or compared(mixed.setting, moves):
                print(f"left out, with nothing altered: {name}: {said}", flush=True)
                continue
            often.update(ran)
            tests[name] = Ran(time.process_time() - began, ran)
            played[name] = mixed.setting, list(moves)
    KEPT.mkdir(exist_ok=True)
    CALLS.write_bytes(msgspec.json.encode(Calls(marked.statements, tests)))
    MOVES_OF.write_bytes(pickle.dumps(played))
    return 0


def load() -> tuple[Calls, dict[str, Any]]:
    """Return the statements of each evening, and each evening's setting and moves."""
    found = msgspec.json.decode(CALLS.read_bytes(), type=Calls)
    return found, pickle.loads(MOVES_OF.read_bytes())


def audited(setting: Any, moves: list[Any]) -> str:
    """Play an evening at the product alone; return the first finding of the audit's checks."""
    from sabot.audit.checks import of_table
    from sabot.audit.checks.commands import CommandsCheck
    from sabot.engine.finding import Step
    from sabot.store.envelope import EventEnvelope
    from sabot.table import TABLE
    from sabot.table.state import Table

    checks, table = of_table(), Table(name="1")
    live = _played(setting, moves)
    for seq, (event, at) in enumerate(live.log):
        by, do = live.commands.get(seq, ("", b""))
        tag = str(type(event).__struct_config__.tag)
        line = EventEnvelope("table:1", seq, at, by, tag, str(seq), msgspec.Raw(do))
        after = TABLE.evolve(table, event, at)
        step = Step(line, event, table, after)
        for check in checks:
            for finding in check(step):
                return f"{finding.finding}: {finding.message}"
        table = after
    for check in checks:  # notices wait for people who do not play here
        if isinstance(check, CommandsCheck):
            for finding in check.end(live.now):
                return f"{finding.finding}: {finding.message}"
    return ""


def _played(setting: Any, moves: list[Any]) -> Any:
    from comparison.live import Declined, Live
    from comparison.settings import PLAYERS
    from comparison.side_by_side import AT_AREA, PREPARE
    from comparison.translation import MOVES as WAYS
    from comparison.translation import Move
    from sabot.core.revision import CURRENT
    from sabot.engine.streams import Rejection
    from sabot.table import TABLE
    from sabot.table.cases.records import wanted, with_record

    class Logged(Live):
        """A table that keeps the commands of its log."""

        commands: dict[int, tuple[str, bytes]]

        def ask(self, do: str, *, actor: str = "dana", role: str = "dealer", **fields: Any) -> Any:
            if not hasattr(self, "commands"):
                self.commands = {}
            command = self.read(do, actor, role, **fields)
            sought = wanted(self.table, command)
            record = None if sought is None else self.record(sought)
            told = command if record is None else with_record(command, record)
            decided = TABLE.decide(self.table, told, self.now)
            if not isinstance(decided, Rejection):
                under = {**msgspec.to_builtins(told), "under": CURRENT}
                self.commands[len(self.log)] = actor, msgspec.json.encode(under)
            return decided

        def back_to(self, mark: tuple[Any, int]) -> None:
            super().back_to(mark)
            self.commands = {seq: do for seq, do in self.commands.items() if seq < mark[1]}

    live = Logged(setting)
    if setting.shared:
        with suppress(Declined):  # where a document lets several share an area
            live.send("limit-players", "casino supervisor", area=AT_AREA)
    opening = [*(Move("come", {"player": name}) for name in PLAYERS), PREPARE]
    for move in (*opening, *moves):
        before, mark = live.now, live.mark()
        try:
            WAYS[move.name][1](live, **move.args)
        except Declined:
            live.back_to(mark)
            live.now = before
        except Exception:  # the log up to here is audited; the fault shows at the table itself
            live.back_to(mark)
            break
    return live


def compared(setting: Any, moves: list[Any]) -> str:
    """Play an evening beside the reference; return the first difference."""
    from comparison.side_by_side import play

    try:
        found, _ = play(setting, moves)
    except Exception as error:
        return f"fault: {type(error).__name__}"
    return "" if found is None else f"{found.kind} after {found.move}"
