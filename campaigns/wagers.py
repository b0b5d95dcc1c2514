"""Ten thousand random wagers and facts: the exact count against every sequence of small shoes.

A run may be broken off, or be given so many seconds: the next goes on where it ended. What was
tried is kept beside the report, and the report says how far it has come.
"""

import argparse
import json
import sys
import time
from pathlib import Path

from odds.test_any_facts import random_expression, random_facts

ASKED = 10_000
EVERY = 20
FOLDER = Path(__file__).parent.parent
KEPT = FOLDER / "artefacts" / "wagers.json"
REPORT = FOLDER / "docs" / "campaigns" / "wagers.md"
KINDS = {"expressions": random_expression, "facts": random_facts}
Tried = dict[str, dict[str, int]]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=float("inf"))
    until = time.monotonic() + options.parse_args().seconds
    tried: Tried = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    for kind in KINDS:
        tried.setdefault(kind, {"tried": 0, "counted": 0, "refused": 0})
    try:
        while time.monotonic() < until and sum(each["tried"] for each in tried.values()) < ASKED:
            kind = min(KINDS, key=lambda each: tried[each]["tried"])
            one = tried[kind]
            counted = KINDS[kind](one["tried"] + 1)  # a difference ends the campaign here
            one["tried"] += 1
            one["counted" if counted else "refused"] += 1
            if not one["tried"] % EVERY:
                keep(tried)
    finally:
        keep(tried)
        write(tried)
    return 0


def keep(tried: Tried) -> None:
    KEPT.parent.mkdir(exist_ok=True)
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
        "cards at once, in a sentence that offers the simulation; there was no other refusal.\n\n"
        f"{total:,} of {ASKED:,} tried.\n\n"
        "| what | tried | counted alike | refused in a sentence | differences |\n"
        f"|---|---|---|---|---|\n{rows}"
    )
    print(rows, end="", flush=True)


if __name__ == "__main__":
    sys.exit(main())
