"""Fast path against full path: the same answers to every request."""

import json
import random
from typing import Any

import pytest

from sabot import RULEBOOKS
from sabot.cli import main
from sabot.coup.adjudication import Question, _answer, answer_line
from sabot.coup.line_protocol import answering
from support.judge_questions import random_question
from support.thorough import tries

WITH_CARE = answering(Question, _answer)
ODD: list[Any] = [
    None, True, 0, 1, 1.0, -1, 8, "", "1", "10", "0", "0.5", "10H", "4S", "tie", "player", [], [1],
    [1.0, 2], {}, {"1": "draw"}, {"01": "draw"}, {"x": 1}, "é", '"', 10**30,
]  # fmt: skip


def bent(question: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The question with one part of it changed, taken away, or put in twice."""
    where: Any = question
    wagers, cards = question.get("wagers"), question.get("cards")
    if isinstance(wagers, list) and wagers and isinstance(wagers[0], dict) and chance.randrange(2):
        where = wagers[0]
    elif isinstance(cards, list) and chance.random() < 0.4:
        where = cards
    if isinstance(where, list):
        place = chance.randrange(len(where)) if where else 0
        where[place : place + chance.randrange(2)] = [chance.choice([*ODD, *where])]
    elif where and chance.random() < 0.2:
        where.pop(chance.choice([*where]))
    else:
        keys = ["id", "on", "amount", "box", "scheme", "decks", "chip", "boxes", "decisions"]
        where[chance.choice([*where, *keys])] = chance.choice(ODD)
    return question


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_both_hands_agree_on_anything(rulebook: str) -> None:
    chance = random.Random(f"croupier {rulebook}")
    for _ in range(tries(600)):
        question = random_question(rulebook, chance)
        for _ in range(chance.randrange(3)):
            question = bent(question, chance)
        line = json.dumps(question, ensure_ascii=chance.random() < 0.5).encode()
        assert json.loads(answer_line(line)) == json.loads(WITH_CARE(line)), line


@pytest.mark.slow
def test_workers_answer_alike_and_in_order(
    tmp_path: Any, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    chance = random.Random(7)
    asked = [random_question(chance.choice([*RULEBOOKS]), chance) for _ in range(3_000)]
    file = tmp_path / "coups.jsonl"
    file.write_text("\n".join(map(json.dumps, asked)))
    assert main(["adjudicate", str(file)]) == 0
    alone = capfdbinary.readouterr().out
    assert main(["adjudicate", str(file), "--workers", "2"]) == 0
    assert capfdbinary.readouterr().out == alone and alone.count(b"\n") == len(asked)
    assert main(["adjudicate", str(file), "--workers", "0"]) == 2
    assert b"Workers are 1 to" in capfdbinary.readouterr().err
