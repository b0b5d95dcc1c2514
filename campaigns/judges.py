"""A hundred thousand random coups of each game, all wagers and schemes, before both judges."""

import random
import sys
from pathlib import Path

from sabot import RULEBOOKS
from support.judge import judge, random_question
from test_judges import assert_same

COUPS = 100_000
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "judges.md"


def main() -> int:
    rows = []
    for name in RULEBOOKS:
        rng = random.Random(f"campaign {name}")
        wagers = 0
        for _ in range(COUPS):
            question = random_question(name, rng)
            wagers += len(question["wagers"])
            assert_same(question, judge(question))
        rows.append(f"| {name} | {COUPS:,} | {wagers:,} | 0 |")
        print(rows[-1], flush=True)
    REPORT.write_text(
        "# Two judges\n\nOur answers against a naive second judge written straight from the\n"
        "clauses (`tests/support/judge.py`): every field of every answer compared.\n\n"
        "| rulebook | coups | wagers | differences |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
