"""Twenty thousand evenings of a hundred random commands for every game, beside the naive model."""

import sys
import time
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from sabot import RULEBOOKS
from support.machine import machine_of

EVENINGS, COMMANDS = 20_000, 100
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "machines.md"


def main(evenings: int = EVENINGS) -> int:
    rows = []
    for name in RULEBOOKS:
        started = time.perf_counter()
        run_state_machine_as_test(
            machine_of(name),
            settings=settings(
                max_examples=evenings,
                stateful_step_count=COMMANDS,
                deadline=None,
                database=None,
                phases=(Phase.generate, Phase.shrink),
                suppress_health_check=list(HealthCheck),
            ),
        )
        seconds = time.perf_counter() - started
        rows.append(f"| {name} | {evenings:,} | {COMMANDS} | {seconds:,.0f} s | 0 |")
        print(rows[-1], flush=True)
    REPORT.write_text(
        "# Random evenings\n\nRandom commands by random roles at a live table, beside a naive model"
        " (`tests/support/model.py`,\n`tests/support/machine.py`): money conserved, one card in one"
        " place, nothing"
        " accepted out of phase, the\nlog replays to the same table.\n\n"
        "| rulebook | evenings | commands each | time | broken |\n|---|---|---|---|---|\n"
        + "\n".join(rows)
        + "\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
