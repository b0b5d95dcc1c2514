"""Scorecards: text and JSON say the same, and settle as `sabot adjudicate` does."""

import json
import random
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from sabot import RULEBOOKS, Refusal, deal, load, rulebook
from sabot.core.money import dollars
from sabot.coup.adjudication import answer_line
from sabot.coup.roads import Scored, plot
from sabot.coup.scorecard import Scorecard, WrittenCoup, loads, loads_json, loads_table
from sabot.odds import odds
from support.judge import judge
from support.judge_questions import random_question

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
    first = WrittenCoup("star-baccarat", ("4S",), decks=6)
    with pytest.raises(Refusal, match="cannot take back the decks"):
        Scorecard((first, WrittenCoup("star-baccarat", ("4S",)))).text()


def test_things_print_short() -> None:
    coup = deal("star-baccarat", "4S 5H KD KC 8H")
    for thing in (coup, rulebook("star-baccarat"), odds("star-baccarat"), odds("ox-6").wagers[0]):
        assert len(repr(thing)) < 120, repr(thing)
    assert odds("star-baccarat") == odds(rulebook("star-baccarat"))


# Nights of results, tables of other programs, frames and pictures


def test_a_night_of_results_has_roads_and_no_money() -> None:
    card = loads("rulebook star-baccarat\nshoe\nresults BPT 庄\n4S 5H KD KC 8H | banker 25")
    assert [each.result for each in card.scored()] == ["banker", "player", "tie", *["banker"] * 2]
    frame = card.to_pandas()
    assert list(frame["result"]) == ["banker", "player", "tie", "banker", "banker"]
    assert list(frame["staked"]) == [0, 0, 0, 0, 2500] and list(frame["won"])[-1] == 2375
    assert list(frame["cards"])[3:] == ["", "4S 5H KD KC 8H"] and set(frame["shoe"]) == {1}
    assert loads(card.text()) == loads_json(card.json_lines()) == card
    with pytest.raises(Refusal, match="Coup 1: only its result is known"):
        list(card.replay())
    with pytest.raises(Refusal, match='"X" is no result'):
        loads("rulebook star-baccarat\nresults BPX")
    with pytest.raises(Refusal, match="no rulebook is named"):
        loads("results BP")


def test_a_card_knows_pairs_and_naturals_of_its_coups() -> None:
    card = loads("rulebook star-baccarat\n4S 5H 4D KC\n9S 2H KD 2C")
    pair, natural = card.scored()
    assert pair == Scored("player", player_pair=True, natural=True)
    assert natural == Scored("player", banker_pair=True, natural=True)
    with pytest.raises(Refusal, match="has no result for the roads"):
        loads("rulebook star-lucky-draw\n3S 8H 3S 3S KD | boxes 1 | draw 1").scored()


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("shoe,cards\n1,4S 5H KD KC 8H\n2,9S 2H KD 6C", ["banker", "player"]),
        ("Player;Banker\n4♠ K♦ 8♥;5♥ K♣\n9s kd;2h 6c", ["banker", "player"]),
        ("\ufeffshoe\tWinner\n7\tBanker\n7\tP\n8\tTie", ["banker", "player", "tie"]),
        ("outcome\n闲\n和", ["player", "tie"]),
    ],
)
def test_tables_of_other_programs(text: str, results: list[str], tmp_path: Path) -> None:
    card = loads_table(text, "star-baccarat")
    assert [each.result for each in card.scored()] == results
    file = tmp_path / "night.csv"
    file.write_text(text)
    assert load(file, "star-baccarat") == card
    with pytest.raises(Refusal, match="Name the rulebook"):
        load(file)


def test_tables_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="neither cards nor a result"):
        loads_table("winner\nBanker\nnone", "star-baccarat")
    assert [each.shoe for each in loads_table("shoe,winner\n5,B\n5,B\n6,P", "x").coups] == [1, 1, 2]
    file = tmp_path / "night.txt"
    file.write_text(NIGHT)
    with pytest.raises(Refusal, match="names its rulebook itself"):
        load(file, "star-baccarat")


def test_the_roads_of_a_night_are_drawn(tmp_path: Path) -> None:
    card = loads("rulebook star-baccarat\nresults BBPTBBBBBBBP")
    drawn = card.plot()
    root = ElementTree.fromstring(str(drawn))
    marks = root.findall(".//{http://www.w3.org/2000/svg}circle")
    filled = [each for each in marks if each.get("fill") != "none"]
    assert len(filled) == 12  # the bead plate has every coup, ties included
    rings = [each for each in marks if each.get("fill") == "none"]
    assert len(rings) > 11 and len({(each.get("cx"), each.get("cy")) for each in marks}) == len(
        marks
    )
    ties = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert ties == ["1"]
    assert drawn == plot("BBPTBBBBBBBP")
    assert repr(drawn).endswith("bytes of SVG)") and drawn._repr_svg_() == str(drawn)
    drawn.save(tmp_path / "roads.svg")
    assert (tmp_path / "roads.svg").read_text() == f"{drawn}\n"
    for name, why in (("roads.png", "written as .svg"), ("no/where.svg", "cannot be written")):
        with pytest.raises(Refusal, match=why):
            drawn.save(tmp_path / name)
    assert "Roads of 0 coups" in str(plot(""))
