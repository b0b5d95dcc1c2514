"""Our answers against those of a naive second judge, written from section 15 by itself."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from sabot.tournament.questions import answer_prizes, answer_rank, answer_wagers
from support.heats import asked
from support.thorough import tries
from support.tournament_judge import (
    GAMES,
    judge_heat,
    judge_prizes,
    judge_session,
    random_heat,
    random_prizes,
    random_session,
)

Json = dict[str, Any]
JUDGED = {
    "wagers": (random_heat, judge_heat, answer_wagers, tries(350)),
    "rank": (random_session, judge_session, answer_rank, tries(250)),
    "prizes": (random_prizes, judge_prizes, answer_prizes, tries(100)),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", JUDGED)
def test_both_judges_agree(game: str, what: str) -> None:
    invent, judge, answer, questions = JUDGED[what]
    rng = random.Random(f"{game} {what}")
    for _ in range(questions):
        agree(invent(game, rng), judge, answer)


def agree(question: Json, judge: Callable[[Json], Json], answer: Callable[[bytes], bytes]) -> None:
    expected, found = judge(question), asked(answer, question)
    if "error" in expected:
        assert found["error"]["code"] == expected["error"]["code"], question
    else:
        assert found == expected, question
