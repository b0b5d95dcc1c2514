"""The adjudicate contract: answers, refusals with their codes, and the stream."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sabot
from sabot.coup.adjudication import answer_line

Json = dict[str, Any]

COUP: Json = {
    "rulebook": "star-baccarat",
    "scheme": "commission",
    "decks": 8,
    "cards": ["4S", "5H", "KD", "KC", "8H"],
    "chip": "0.50",
    "wagers": [
        {"id": "w1", "on": "banker", "amount": "25.00"},
        {"id": "w2", "on": "tie", "amount": "5.00"},
    ],
}
ROUND: Json = {
    "rulebook": "star-lucky-draw",
    "boxes": [1, 3],
    "decisions": {"1": "draw"},
    "cards": ["3S", "9H", "8D", "3S", "KC", "3S", "KD"],
    "wagers": [
        {"id": "a", "box": 1, "on": "enter", "amount": "10"},
        {"id": "b", "box": 1, "on": "draw", "amount": "10"},
        {"id": "c", "box": 3, "on": "enter", "amount": "10"},
    ],
}


def ask(question: object) -> Json:
    answer: Json = json.loads(answer_line(json.dumps(question).encode()))
    return answer


def code(question: object) -> str:
    error = ask(question)["error"]
    assert set(error) == {"code", "clause", "message"}
    assert error["message"].endswith(".") and "\n" not in error["message"]
    assert len(error["message"]) < 400
    found: str = error["code"]
    return found


def test_the_example_of_a_common_coup() -> None:
    assert ask(COUP) == {
        "hands": [
            {"hand": "player", "cards": ["4S", "KD", "8H"], "total": 2},
            {"hand": "banker", "cards": ["5H", "KC"], "total": 5},
        ],
        "result": "banker",
        "cards_used": 5,
        "wagers": [
            {
                "id": "w1",
                "outcome": "win",
                "odds": "19:20",
                "clause": "11.1.3",
                "pays": "24.00",
                "returns": "49.00",
            },
            {
                "id": "w2",
                "outcome": "lose",
                "odds": None,
                "clause": "5.1.3",
                "pays": "0.00",
                "returns": "0.00",
            },
        ],
    }


def test_the_example_of_boxes_and_decisions() -> None:
    answer = ask(ROUND)
    assert "result" not in answer
    assert [hand["hand"] for hand in answer["hands"]] == ["box 1", "box 3", "dealer"]
    assert answer["hands"][0] == {"hand": "box 1", "cards": ["3S", "3S", "3S"], "total": 9}
    assert [(w["odds"], w["clause"], w["returns"]) for w in answer["wagers"]] == [
        ("1:1", "9.1.1", "20.00"),
        ("30:1", "9.1.5.2", "310.00"),
        ("1:1", "9.1.1", "20.00"),
    ]


def test_the_printed_seven_is_in_the_hand_but_not_among_the_cards_used() -> None:
    answer = ask({"rulebook": "star-seven-up", "cards": ["9C", "KD", "TH"]})
    assert answer["hands"][0] == {"hand": "player", "cards": ["7", "KD"], "total": 7}
    assert answer["cards_used"] == 3


def test_ten_is_read_both_ways_and_written_as_t() -> None:
    answer = ask(COUP | {"cards": ["4S", "5H", "10D", "TC", "8H"]})
    assert answer["hands"][0]["cards"] == ["4S", "TD", "8H"]


def test_defaults_are_commission_most_decks_and_a_cent() -> None:
    asked = {"rulebook": "star-baccarat", "cards": COUP["cards"], "wagers": COUP["wagers"]}
    assert ask(asked)["wagers"][0]["pays"] == "23.75"


def test_the_same_answer_from_python() -> None:
    assert sabot.adjudicate(COUP) == ask(COUP)
    with pytest.raises(sabot.Refusal, match='no rulebook "poker"'):
        sabot.adjudicate({"rulebook": "poker", "cards": []})


NOT_AMOUNTS: list[Any] = [
    "-5", "0", "0.00", "five", "", " 5", "5 ", "5.", ".5", "1e3", "1.005", "1,000", "+5", "NaN",
    "Infinity", "٣", "9" * 40, "1000000000000", 5, 5.5, None, True, [], {},
]  # fmt: skip
NOT_RULEBOOKS: list[Any] = ["poker", "", 5, None, [], True]
NOT_DECKS: list[Any] = [7, 0, -1, 8.0, "8", True, [8]]
NOT_WAGERS: list[Any] = ["enter", "Banker", "", 5, None, []]
NOT_CARDS: list[Any] = ["1S", "5X", "5", "", "joker", "5h", "7", 5, None, ["5H"], {}]

REFUSED: dict[str, list[Any]] = {
    "bad-json": [
        [],
        7,
        None,
        "coup",
        {},
        {"rulebook": "star-baccarat"},
        {"cards": []},
        COUP | {"cards": "4S 5H"},
        COUP | {"wagers": {}},
        COUP | {"wagers": [5]},
        COUP | {"wagers": [{"id": "w", "amount": "5"}]},
        ROUND | {"boxes": 1},
        ROUND | {"decisions": ["draw"]},
    ],
    "unknown-rulebook": [COUP | {"rulebook": each} for each in NOT_RULEBOOKS],
    "wrong-scheme": [
        COUP | {"scheme": "non-commission"},
        COUP | {"scheme": 1},
        ROUND | {"scheme": "commission"},
        {"rulebook": "star-seven-up", "scheme": "commission", "cards": ["9C", "KD", "TH"]},
    ],
    "wrong-decks": [COUP | {"decks": each} for each in NOT_DECKS]
    + [{"rulebook": "canberra-mini", "decks": 6, "cards": COUP["cards"]}],
    "bad-amount": [
        COUP | {"wagers": [{"id": "w", "on": "tie", "amount": each}]}
        for each in NOT_AMOUNTS
    ]
    + [COUP | {"chip": each} for each in ("0", "-1", 1, "x")]
    + [COUP | {"wagers": [{"id": "w", "on": "tie"}]}],
    "bad-box": [
        COUP | {"boxes": [1]},
        COUP | {"wagers": [{"id": "w", "on": "tie", "amount": "5", "box": 1}]},
        ROUND | {"boxes": [1, 1]},
        ROUND | {"boxes": [0]},
        ROUND | {"boxes": [8]},
        ROUND | {"boxes": ["1"]},
        ROUND | {"boxes": [True]},
        ROUND | {"boxes": [1.0]},
        ROUND | {"decisions": {"2": "draw"}},
        ROUND | {"wagers": [{"id": "w", "on": "enter", "amount": "5"}]},
        ROUND | {"wagers": [{"id": "w", "on": "enter", "amount": "5", "box": 2}]},
        ROUND | {"wagers": [{"id": "w", "on": "enter", "amount": "5", "box": "1"}]},
        ROUND | {"wagers": [{"id": "w", "on": "enter", "amount": "5", "box": True}]},
    ],
    "unknown-wager": [
        COUP | {"wagers": [{"id": "w", "on": each, "amount": "5"}]}
        for each in NOT_WAGERS
    ],
    "draw-mismatch": [
        ROUND | {"decisions": {"1": "hit"}},
        ROUND | {"decisions": {"1": None}},
        COUP | {"decisions": {"1": "draw"}},
        ROUND | {"decisions": {}},
        ROUND | {"decisions": {"1": "stand"}},
        ROUND | {"wagers": [{"id": "w", "on": "draw", "amount": "10", "box": 1}]},
        ROUND | {"wagers": [*ROUND["wagers"][:1], ROUND["wagers"][1] | {"amount": "9.99"}]},
    ],
    "unknown-card": [
        COUP | {"cards": ["4S", each, "KD", "KC", "8H"]}
        for each in NOT_CARDS
    ],
    "too-many-copies": [
        COUP | {"decks": 3, "cards": ["4S", "4S", "4S", "4S", "KD", "KC"]},
        {"rulebook": "star-three-card", "decks": 6, "boxes": [1, 2], "cards": ["AS"] * 9},
    ],
    "too-few-cards": [COUP | {"cards": COUP["cards"][:count]} for count in range(5)]
    + [ROUND | {"cards": ROUND["cards"][:6]}],
    "too-many-cards": [
        COUP | {"cards": [*COUP["cards"], "AS"]},
        ROUND | {"cards": [*ROUND["cards"], "AS"]},
        {"rulebook": "star-three-card", "cards": ["AS", "2S", "3S", "4S"]},
    ],
    "no-rule": [
        COUP
        | {"rulebook": "canberra-mini", "wagers": [{"id": "w", "on": "banker", "amount": "25.01"}]}
    ],
}  # fmt: skip
CASES = [
    pytest.param(expected, question, id=f"{expected}-{number}")
    for expected, questions in REFUSED.items()
    for number, question in enumerate(questions)
]


@pytest.mark.parametrize(("expected", "question"), CASES)
def test_one_refusal_for_each_fault(expected: str, question: object) -> None:
    assert code(question) == expected


def test_refusals_cite_the_clause_that_speaks() -> None:
    cited = {
        "3.1": COUP | {"decks": 7},
        "2.1": ROUND | {"boxes": [8]},
        "8.2": ROUND | {"decisions": {}},
        "9.3.1": COUP | {"cards": COUP["cards"][:4]},
        "7.3": COUP | {"cards": []},
    }
    assert {clause: ask(asked)["error"]["clause"] for clause, asked in cited.items()} == {
        clause: clause for clause in cited
    }


def test_exact_pay_needs_no_rule_and_losses_never_do() -> None:
    canberra = COUP | {"rulebook": "canberra-mini", "chip": "5"}
    fine = [{"id": 1, "on": "banker", "amount": "100"}, {"id": 2, "on": "tie", "amount": "0.01"}]
    assert [w["pays"] for w in ask(canberra | {"wagers": fine})["wagers"]] == ["95.00", "0.00"]
    assert code(canberra | {"wagers": [{"id": 1, "on": "banker", "amount": "101"}]}) == "no-rule"


@pytest.mark.parametrize("field", ["rulebook", "cards", "scheme", "decks", "chip", "boxes"])
@pytest.mark.parametrize("depth", [400, 980, 985, 990, 995, 1000, 5000])
def test_deep_nesting_gets_one_answer(field: str, depth: int) -> None:
    deep = json.dumps(COUP | {field: "@"}).replace('"@"', "[" * depth + "]" * depth)
    assert set(json.loads(answer_line(deep.encode()))) == {"error"}


def test_a_line_of_very_many_boxes_is_answered_soon() -> None:
    question = {"rulebook": "star-three-card", "boxes": list(range(1, 60_001)), "cards": []}
    assert code(question) == "too-few-cards"
    assert code(COUP | {"rulebook": "x" * 500_000}) == "unknown-rulebook"


def test_empty_boxes_and_decisions_are_none() -> None:
    assert ask(COUP | {"boxes": [], "decisions": {}}) == ask(COUP)


@pytest.mark.parametrize(
    "line", [b"", b"  ", b"{", b"nul", b"\xff\xfe", b'{"a":1}{"b":2}', b"[" * 100_000]
)
def test_broken_lines_are_bad_json(line: bytes) -> None:
    assert json.loads(answer_line(line))["error"]["code"] == "bad-json"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from([*ROUND, "id", "on", "box", "amount", "1"]), inner, max_size=8
        )
    ),
    max_leaves=12,
)


@given(json_values)
def test_anything_gets_an_answer(question: object) -> None:
    assert isinstance(json.loads(answer_line(json.dumps(question).encode())), dict)


@given(
    st.sampled_from([COUP, ROUND]),
    st.dictionaries(st.sampled_from([*ROUND, "chip", "decks", "scheme"]), json_values),
)
def test_anything_put_into_a_good_question_gets_an_answer(good: Json, put: Json) -> None:
    answer = json.loads(answer_line(json.dumps(good | put).encode()))
    assert set(answer) == {"error"} or {"hands", "cards_used", "wagers"} <= set(answer)


def run(*arguments: str, given_input: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "sabot", "adjudicate", *arguments],
        input=given_input,
        capture_output=True,
        timeout=120,
        check=False,
    )


def test_a_file_and_a_pipe_give_one_answer_for_each_line(tmp_path: Path) -> None:
    good = json.dumps(COUP).encode()
    text = good + b"\n\n{broken\r\n" + good + b"\r\n" + good
    file = tmp_path / "coups.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + text)
    for done in (run(str(file)), run("-", given_input=text), run(given_input=text)):
        assert (done.returncode, done.stderr) == (0, b"")
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert [set(each) == {"error"} for each in answers] == [False, True, True, False, False]


@pytest.mark.parametrize("make", ["missing", "folder", "empty"])
def test_unreadable_or_empty_input_is_one_sentence_and_status_2(make: str, tmp_path: Path) -> None:
    path = tmp_path / "input"
    if make == "folder":
        path.mkdir()
    elif make == "empty":
        path.write_bytes(b"")
    done = run(str(path))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith("sabot: The file ") and done.stderr.count(b"\n") == 1


def test_a_line_without_end_is_refused_without_being_held() -> None:
    good = json.dumps(COUP).encode()
    done = run(given_input=b"[" * 5_000_000 + b"\n" + good + b"\n" + b" " * 3_000_000)
    codes = [json.loads(line).get("error", {}).get("code") for line in done.stdout.splitlines()]
    assert codes == ["bad-json", None, "bad-json"]
    done = run(given_input=good + b" " * 3_000_000 + b"garbage\n")
    assert json.loads(done.stdout)["error"]["code"] == "bad-json"


def test_a_program_that_waits_for_each_answer_gets_it() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "sabot", "adjudicate"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout
        for _ in range(3):
            process.stdin.write(json.dumps(COUP).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["result"] == "banker"
        process.stdin.close()
        assert process.wait(120) == 0


def test_a_reader_that_has_enough_ends_it_quietly() -> None:
    lines = (json.dumps(COUP) + "\n") * 20_000
    done = subprocess.run(
        f"{sys.executable} -m sabot adjudicate | head -n 1",
        shell=True,
        input=lines.encode(),
        capture_output=True,
        check=False,
    )
    assert (done.stdout.count(b"\n"), done.stderr) == (1, b"")
