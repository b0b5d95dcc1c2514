"""Scorecards: text and JSON say the same, and settle as `sabot adjudicate` does."""

import json
import random
from pathlib import Path

import msgspec
import pytest

from sabot import RULEBOOKS, Refusal, deal, load, rulebook
from sabot.core.money import dollars
from sabot.coup.adjudication import answer_line
from sabot.coup.scorecard import Scorecard, Written, loads, loads_json
from sabot.odds import odds
from support.judge import judge, random_question

NIGHT = """
# Friday, table 7
rulebook star-baccarat
chip 0.50
shoe
4S 5H KD KC 8H | banker 25, tie 5
9S 2H KD 6C    | player 10        # a natural
shoe
10S 10H 8D 7C
rulebook star-lucky-draw
chip 1
3S 8H 3S 3S KD | boxes 1 | draw 1 | enter@1 10, draw@1 10
"""


def test_a_night_is_settled_again(tmp_path: Path) -> None:
    file = tmp_path / "night.txt"
    file.write_text(NIGHT)
    card = load(file)
    assert repr(card) == "Scorecard(4 coups)" and [each.shoe for each in card.coups] == [1, 1, 2, 2]
    ends = [[each.returns for each in settled] for _, settled in card.settled()]
    assert ends == [[4900, 0], [2000], [], [2000, 31000]]
    assert [coup.result for coup in card.replay()] == ["banker", "player", "player", None]
    twin = tmp_path / "night.jsonl"
    twin.write_text(card.json_lines())
    assert load(twin) == card == loads(card.text())


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_card_settles_as_adjudicate_does(name: str) -> None:
    chance = random.Random(f"card {name}")
    for _ in range(150):
        question = random_question(name, chance)
        if "error" in judge(question):
            continue
        line = json.dumps(question)
        try:
            card = loads_json(line)
        except Refusal:
            continue
        answer = json.loads(answer_line(line.encode()))
        ((coup, ends),) = card.settled()
        assert coup.cards_used == answer["cards_used"]
        told = [(each["outcome"], each["pays"], each["returns"]) for each in answer["wagers"]]
        assert [(e.outcome, dollars(e.pays), dollars(e.returns)) for e in ends] == told
        plain = [msgspec.structs.replace(stake, id=None) for stake in card.coups[0].wagers]
        named = msgspec.structs.replace(card.coups[0], wagers=tuple(plain))
        drew = {box: said for box, said in named.decisions.items() if said == "draw"}
        named = msgspec.structs.replace(named, decisions=drew)
        assert loads(Scorecard((named,)).text()).coups == (named,)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("4S 5H KD KC 8H", "Line 1 .* no rulebook"),
        ("rulebook", "takes one word"),
        ("rulebook star-baccarat\ndecks many", "no number of decks"),
        ("rulebook star-baccarat\n4S 5H KD KC 8H | banker", "a wager and an amount"),
        ("rulebook star-baccarat\n4S 5H KD KC 8H | tie 1 | tie 2", "twice"),
        ("rulebook star-baccarat\n4S 5H KD KC 8H | tie@x 1", "is no box"),
        ("rulebook star-baccarat\n4S 5H KD KC", "Coup 1: .* do not finish"),
        ("rulebook star-baccarat\n4S 5H KD KC 1H", "Coup 1: .* is not a card"),
        ("rulebook star-baccarat\n4S 5H KD KC 8H | dragon 5", "has no wager"),
        ("rulebook star-bacarat\n4S 5H KD KC 8H", "no rulebook"),
        ("rulebook star-baccarat\n4S 5H KD KC 8H | tie 0", "is not an amount"),
        ("rulebook star-baccarat\ndecks 5\n4S 5H KD KC 8H", "not 5"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        list(loads(text).settled())


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="There is no scorecard"):
        load(tmp_path / "none.txt")
    with pytest.raises(Refusal, match="no coup in JSON"):
        loads_json("{")
    first = Written("star-baccarat", ("4S",), decks=6)
    with pytest.raises(Refusal, match="cannot take back the decks"):
        Scorecard((first, Written("star-baccarat", ("4S",)))).text()


def test_things_print_short() -> None:
    coup = deal("star-baccarat", "4S 5H KD KC 8H")
    for thing in (coup, rulebook("star-baccarat"), odds("star-baccarat"), odds("ox-6").wagers[0]):
        assert len(repr(thing)) < 120, repr(thing)
    assert odds("star-baccarat") == odds(rulebook("star-baccarat"))
