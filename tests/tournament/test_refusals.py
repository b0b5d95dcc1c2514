"""A faulty question gets one sentence on its line, with its code."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.cli import main
from sabot.tournament.questions import answer_prizes, answer_rank, answer_wagers
from support.heats import RESULTS, asked, form, gone, player

Json = dict[str, Any]
HEAT: Json = {
    "rulebook": "star-baccarat",
    "minimum": "100",
    "maximum": "1000",
    "cards": RESULTS["player"],
    "players": [player("500", ("player", "100"))],
}
SESSION: Json = {
    "rulebook": "star-baccarat",
    "advance": 1,
    "in": [{"name": "ann", "chips": "500"}],
    "out": [gone("bob", 9, "0", "100", 1)],
    "disqualified": [],
}
POOL: Json = {
    "rulebook": "canberra-mini",
    "entries": 10,
    "fee": "100",
    "commission": "10",
    "added": "100",
    "guarantee": {"amount": "500", "from_entries": 5},
    "shares": ["60", "40"],
    "level": [[1, 2]],
}
NOT_AMOUNTS: list[Any] = ["-5", "five", "", "1e3", "1.005", "NaN", "9" * 40, 5, 5.5, True, [], {}]
NO_QUESTIONS: list[Any] = [[], 7, None, "heat", {}]
NOT_PLAYERS: list[Any] = [{}, [5], [{"name": "ann"}], [["ann", "5"]]]
NOT_LISTS: list[Any] = [5, [["1", "2"]], [[1.5]], {}]
NOT_LEVEL: list[Any] = [
    [[1, 3]], [[0, 1]], [[-1]], [[1, 1]], [[]], [[1, 2], [2, 3]], [[1, 10**15]]
]  # fmt: skip
NO_BOXES: list[Any] = [0, -1, "1", 1.5, True, []]
NOT_PERCENTAGES: list[Any] = ["100.5", "-1", "10%", "half", "", "1e1", "NaN", 10, 0.5, True, []]
NOT_GAMES: list[Any] = ["poker", "", 5, None, [], True]
NONE_OF_IT: list[Any] = ["star-three-card", "star-lucky-draw"]


def without(question: Json, key: str) -> Json:
    return {name: said for name, said in question.items() if name != key}


def heat(*players: Json, **fields: Any) -> Json:
    return HEAT | {"players": list(players)} | fields


HEATS: dict[str, list[Any]] = {
    "bad-json": NO_QUESTIONS
    + [without(HEAT, key) for key in HEAT]
    + [
        HEAT | {"players": {}},
        HEAT | {"players": [5]},
        HEAT | {"cards": "9S"},
        heat({"name": "ann", "chips": "500"}),
        heat({"chips": "500", "open": []}),
        heat({"name": "ann", "open": []}),
        heat(player("500") | {"name": 5}),
        heat(player("500") | {"pass": "yes"}),
        heat(player("500") | {"absent": 1}),
        heat(player("500") | {"open": None}),
        heat(player("500") | {"open": [{"on": "tie"}]}),
        heat(player("500") | {"undisclosed": "tie 100"}),
    ],
    "unknown-rulebook": [HEAT | {"rulebook": each} for each in NOT_GAMES],
    "no-tournament": [HEAT | {"rulebook": each} for each in NONE_OF_IT],
    "wrong-scheme": [HEAT | {"scheme": "non-commission"}],
    "wrong-decks": [HEAT | {"decks": 7}],
    "bad-amount": [HEAT | {key: each} for key in ("minimum", "maximum") for each in NOT_AMOUNTS]
    + [HEAT | {"minimum": "0"}, HEAT | {"maximum": "0"}, HEAT | {"chip": "0"}]
    + [heat(player("500", ("tie", "1")) | {"chips": each}) for each in [*NOT_AMOUNTS, None]]
    + [heat(player("500", ("tie", each))) for each in [*NOT_AMOUNTS, "0", None]]
    + [heat(player("500", **form("tie", each))) for each in [*NOT_AMOUNTS, "0"]]
    + [heat(player("500", ("tie", "300"), ("player", "200.01")))],
    "bad-limits": [
        HEAT | {"maximum": each} for each in ("50", "150", "1000.01")
    ],
    "unknown-card": [HEAT | {"cards": ["9X"]}],
    "too-many-copies": [HEAT | {"cards": ["9S"] * 9}],
    "too-few-cards": [HEAT | {"cards": RESULTS["player"][:3]}],
    "too-many-cards": [HEAT | {"cards": [*RESULTS["player"], "AS"]}],
    "unknown-wager": [
        heat(player("500", ("enter", "100"))),
        heat(player("500", **form("Tie", "100"))),
    ],
    "bad-box": [heat(player("500") | {"box": each}) for each in NO_BOXES]
    + [heat(player("500") | {"box": 10}, rulebook="star-seven-up", cards=["9C", "KD", "TH"])],
    "bad-players": [
        heat(player("500", ("tie", "100")), player("500", ("tie", "100"))),
        heat(player("500", ("tie", "100"), name="")),
        heat(player("500", ("tie", "100")) | {"pass": True}),
        heat(player("500", ("tie", "100"), absent=True)),
        heat(player("500", **form(None, None)) | {"pass": True}),
        heat(player("500", **form("tie", "100")) | {"absent": True}),
        heat(player("500", absent=True) | {"pass": True}),
    ],
}  # fmt: skip
SESSIONS: dict[str, list[Any]] = {
    "bad-json": NO_QUESTIONS
    + [without(SESSION, key) for key in ("rulebook", "advance", "in")]
    + [SESSION | {"advance": each} for each in (-1, "1", 1.5, None, True)]
    + [SESSION | {"in": each} for each in NOT_PLAYERS]
    + [SESSION | {"out": [gone("bob", 9, "0", "1") | each]} for each in (
        {"coup": "9"}, {"coup": -1}, {"coup": None}, {"collected": 0}, {"collected": "1"}
    )]
    + [SESSION | {"disqualified": each} for each in ("ann", [5])],
    "unknown-rulebook": [SESSION | {"rulebook": each} for each in NOT_GAMES],
    "no-tournament": [SESSION | {"rulebook": each} for each in NONE_OF_IT],
    "bad-players": [
        SESSION | {"out": [gone("ann", 9, "0", "1")]},
        SESSION | {"in": [{"name": "a", "chips": "1"}] * 2},
        SESSION | {"in": [{"name": " ", "chips": "1"}]},
    ],
    "bad-amount": [SESSION | {"in": [{"name": "a", "chips": c}]} for c in [*NOT_AMOUNTS, "0"]]
    + [SESSION | {"out": [gone("b", 9, "0", "1") | {key: each}]}
       for key in ("residual", "wager") for each in [*NOT_AMOUNTS, None]],
}  # fmt: skip
POOLS: dict[str, list[Any]] = {
    "bad-json": NO_QUESTIONS
    + [without(POOL, key) for key in ("rulebook", "entries", "fee", "shares")]
    + [POOL | {"prizes": ["1000", "0"]}, POOL | {"shares": "100"}, POOL | {"level": [1, 2]}]
    + [POOL | {"entries": each} for each in (-1, "10", 1.5, None, True)]
    + [POOL | {"guarantee": each} for each in ("500", {}, {"amount": "5"}, {"from_entries": 5})]
    + [POOL | {"level": each} for each in NOT_LISTS],
    "unknown-rulebook": [POOL | {"rulebook": each} for each in NOT_GAMES],
    "no-tournament": [POOL | {"rulebook": each} for each in NONE_OF_IT],
    "bad-amount": [POOL | {"fee": each} for each in [*NOT_AMOUNTS, None]]
    + [POOL | {"added": each} for each in NOT_AMOUNTS]
    + [POOL | {"commission": each} for each in NOT_PERCENTAGES]
    + [POOL | {"entries": 10**30}, POOL | {"entries": 10**12, "fee": "999999999999"}]
    + [POOL | {"guarantee": {"amount": each, "from_entries": 1}} for each in NOT_AMOUNTS]
    + [POOL | {"shares": [each]} for each in NOT_PERCENTAGES]
    + [POOL | {"shares": None, "prizes": [each]} for each in NOT_AMOUNTS],
    "no-rule": [POOL | {"rulebook": "star-seven-up"}],
    "bad-prizes": [POOL | {"shares": each} for each in ([], ["60", "39.99"], ["60", "60"])]
    + [POOL | {"shares": None, "prizes": each} for each in ([], ["999.99"], ["1000", "0.01"])]
    + [POOL | {"level": each} for each in NOT_LEVEL],
}  # fmt: skip
Answers = Callable[[bytes], bytes]
CASES = [
    pytest.param(answer, code, question, id=f"{name}-{code}-{number}")
    for name, answer, refused in (
        ("wagers", answer_wagers, HEATS),
        ("rank", answer_rank, SESSIONS),
        ("prizes", answer_prizes, POOLS),
    )
    for code, questions in refused.items()
    for number, question in enumerate(questions)
]
ALL = ((answer_wagers, HEAT), (answer_rank, SESSION), (answer_prizes, POOL))


@pytest.mark.parametrize(("answer", "question"), ALL)
def test_the_question_itself_is_answered(answer: Answers, question: Json) -> None:
    assert "error" not in asked(answer, question)


@pytest.mark.parametrize(("answer", "expected", "question"), CASES)
def test_one_refusal_for_each_fault(answer: Answers, expected: str, question: Any) -> None:
    assert asked(answer, question)["error"]["code"] == expected


@pytest.mark.parametrize(("answer", "question"), ALL)
@pytest.mark.parametrize("depth", [400, 990, 5000])
def test_deep_nesting_gets_one_answer(answer: Answers, question: Json, depth: int) -> None:
    for key in question:
        deep = json.dumps(question | {key: "@"}).replace('"@"', "[" * depth + "]" * depth)
        assert set(json.loads(answer(deep.encode()))) == {"error"}


@pytest.mark.parametrize("answer", [answer_wagers, answer_rank, answer_prizes])
@pytest.mark.parametrize("line", [b"", b" ", b"{", b"\xff", b'{"a":NaN}', b"[" * 100_000])
def test_broken_lines_are_bad_json(answer: Answers, line: bytes) -> None:
    assert json.loads(answer(line))["error"]["code"] == "bad-json"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)


@given(st.sampled_from(ALL), st.data())
def test_any_value_in_any_field_gets_an_answer(
    asking: tuple[Answers, Json], data: st.DataObject
) -> None:
    answer, question = asking
    key = data.draw(st.sampled_from(sorted(question)))
    asked(answer, question | {key: data.draw(JSON)})


def test_many_players_and_wagers_are_answered_soon() -> None:
    many = [player("1000000", *[("tie", "1")] * 40, name=str(n)) for n in range(500)]
    assert len(asked(answer_wagers, heat(*many))["players"]) == 500
    level = [{"name": str(n), "chips": "1"} for n in range(20_000)]
    assert asked(answer_rank, SESSION | {"in": level})["play_off"]["places"] == 1


# The command


@pytest.mark.parametrize(
    "words",
    [
        ("tournament",),
        ("tournament", "cards"),
        ("tournament", "wagers", "/no/such/file"),
        ("tournament", "rank", "\0"),
        ("tournament", "check"),
        ("tournament", "check", "/no/such/file"),
    ],
)
def test_bad_words_are_one_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("sabot: ") and err.count("\n") == 1


@pytest.mark.parametrize("what", ["wagers", "rank", "prizes"])
def test_each_line_has_its_answer(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Any, what: str
) -> None:
    question = {"wagers": HEAT, "rank": SESSION, "prizes": POOL}[what]
    file = tmp_path / "asked.jsonl"
    file.write_text(f"{json.dumps(question)}\n\nno json\n{json.dumps(question)}")
    assert main(["tournament", what, str(file)]) == 0
    answers = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert ["error" in each for each in answers] == [False, True, True, False]
    file.write_text("")
    assert main(["tournament", what, str(file)]) == 2
