"""A hundred thousand random coups of each game, all wagers and schemes, before both judges; and
heats, sessions and prize pools of the games that have tournaments."""

import random
import sys
from pathlib import Path

from sabot import RULEBOOKS
from support.judge import judge
from support.judge_questions import random_question
from support.tournament_judge import GAMES
from test_judges import assert_same
from tournament.test_judges import JUDGED, agree

COUPS = 100_000
TOURNAMENTS = {"wagers": 20_000, "rank": 5_000, "prizes": 5_000}
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
        "| rulebook | coups | wagers | differences |\n|---|---|---|---|\n"
        + "\n".join(rows)
        + "\n"
        + tournaments()
    )
    return 0


def tournaments() -> str:
    """The same of tournaments, against a judge of their own."""
    rows = []
    for name in GAMES:
        for what, questions in TOURNAMENTS.items():
            invent, judge_one, answer, _ = JUDGED[what]
            rng = random.Random(f"campaign {name} {what}")
            for _ in range(questions):
                agree(invent(name, rng), judge_one, answer)
        rows.append(f"| {name} | {' | '.join(f'{each:,}' for each in TOURNAMENTS.values())} | 0 |")
        print(rows[-1], flush=True)
    return (
        "\nCoups of heats, ends of sessions and prize pools against another such judge\n"
        "(`tests/support/tournament_judge.py`).\n\n"
        "| rulebook | coups of heats | sessions | prize pools | differences |\n"
        "|---|---|---|---|---|\n" + "\n".join(rows) + "\n"
    )


if __name__ == "__main__":
    sys.exit(main())
