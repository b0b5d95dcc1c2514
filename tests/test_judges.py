"""Our answers against those of a naive second judge, written from the clauses by another hand."""

import json
import random

import pytest

from sabot import RULEBOOKS
from sabot.coup.adjudication import answer_line
from support.judge import judge
from support.judge_questions import random_question
from support.thorough import tries

COUPS = tries(2_000)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_both_judges_agree(rulebook: str) -> None:
    rng = random.Random(rulebook)
    for _ in range(COUPS):
        question = random_question(rulebook, rng)
        assert_same(question, judge(question))


def assert_same(question: dict[str, object], expected: dict[str, object]) -> None:
    answer = json.loads(answer_line(json.dumps(question).encode()))
    if "error" in expected:
        assert answer["error"]["code"] == expected["error"]["code"], question  # type: ignore[index]
    else:
        assert answer == expected, question
