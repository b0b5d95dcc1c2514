"""Ten thousand random wagers and facts: the exact count against every sequence of small shoes.

A run may be broken off, or be given so many seconds: the next goes on where it ended. What was
tried is kept beside the report, and the report says how far it has come. Facts that see much of
the cards take their time and wait until all others have been tried.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from odds.test_any_facts import random_expression, random_facts
from sabot.odds.observation import function_tables

ASKED = 10_000
FEW_RUNS, MANY_RUNS = 3_000, function_tables.MOST_RUNS
"""Wagers that need more runs of the facts than these are tried last, with as many as any wager
gets."""
EVERY = 20
FOLDER = Path(__file__).parent.parent
KEPT = FOLDER / "docs" / "campaigns" / "wagers.json"
REPORT = FOLDER / "docs" / "campaigns" / "wagers.md"
KINDS = {"expressions": random_expression, "facts": random_facts}
Tried = dict[str, dict[str, Any]]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=float("inf"))
    until = time.monotonic() + options.parse_args().seconds
    tried: Tried = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    for kind in KINDS:
        tried[kind] = {"tried": 0, "counted": 0, "refused": 0, "waiting": []} | tried.get(kind, {})
    try:
        while time.monotonic() < until and sum(each["tried"] for each in tried.values()) < ASKED:
            go_on(tried)
    finally:
        keep(tried)
        write(tried)
    return 0


def go_on(tried: Tried) -> None:
    """Try the next one; a difference ends the campaign here."""
    first = sum(map(taken, tried.values())) < ASKED
    if first:
        kind = min(KINDS, key=lambda each: taken(tried[each]))
    else:
        kind = next(each for each in KINDS if tried[each]["waiting"])
    one = tried[kind]
    seed = taken(one) + 1 if first else one["waiting"][0]
    function_tables.MOST_RUNS = FEW_RUNS if first else MANY_RUNS
    counted = KINDS[kind](seed)
    if first and not counted:
        one["waiting"].append(seed)
        return
    if not first:
        del one["waiting"][0]
    one["tried"] += 1
    one["counted" if counted else "refused"] += 1
    if not first or not one["tried"] % EVERY:
        keep(tried)


def taken(one: dict[str, Any]) -> int:
    return int(one["tried"]) + len(one["waiting"])


def keep(tried: Tried) -> None:
    KEPT.write_text(json.dumps(tried))


def write(tried: Tried) -> None:
    rows = "".join(
        f"| {kind} | {each['tried']:,} | {each['counted']:,} | {each['refused']:,} | 0 |\n"
        for kind, each in tried.items()
    )
    total = sum(each["tried"] for each in tried.values())
    REPORT.write_text(
        "# Random wagers\n\n"
        "Wagers of the language and facts of any cards, made up by seed; the exact\n"
        "count of each against dealing every sequence of a small shoe by the rulebook's own\n"
        "procedure (`tests/odds/test_any_facts.py`). Refused are those that see too much of the\n"
        "cards at once, in a sentence that offers the simulation; there was no other refusal.\n"
        "Expressions are also evaluated by Python itself, coup by coup.\n\n"
        f"{total:,} of {ASKED:,} tried.\n\n"
        "| what | tried | counted alike | refused in a sentence | differences |\n"
        f"|---|---|---|---|---|\n{rows}"
    )
    print(rows, end="", flush=True)


if __name__ == "__main__":
    sys.exit(main())
