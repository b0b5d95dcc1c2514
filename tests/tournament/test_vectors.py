"""Worked examples: what a director would count by hand, and the manual's own."""

import json
import re
from typing import Any

import pytest

from sabot.tournament.fairness.question import answer_chances
from sabot.tournament.questions import answer_prizes, answer_rank, answer_wagers
from support.conditions import PAGE
from support.heats import RESULTS, asked, code, counts, form, gone, heat, one, paid, player
from support.heats import prizes as ask_prizes
from support.heats import rank as ask_rank

STAR = ("star-baccarat", "star-seven-up")
MINI = "canberra-mini"


@pytest.mark.parametrize("game", STAR)
@pytest.mark.parametrize(
    ("chips", "laid", "counted", "back", "state"),
    [
        ("1500", "250", "200.00", "50.00", "in"),
        ("1500", "1150", "1000.00", "150.00", "in"),
        ("500", "80", "100.00", "0.00", "in"),
        ("80", "80", "0.00", "80.00", "eliminated"),
    ],
)
def test_open_wagers(game: str, chips: str, laid: str, counted: str, back: str, state: str) -> None:
    after = one(game, player(chips, ("player", laid)))
    (end,) = after["settled"]
    assert (end["counts"], end["back"], after["state"]) == (counted, back, state)


@pytest.mark.parametrize("game", STAR)
@pytest.mark.parametrize(
    ("written", "deemed"),
    [("700", "400.00"), ("300", "300.00"), ("50", "100.00"), ("2000", "400.00")],
)
def test_forms_beside_an_open_wager(game: str, written: str, deemed: str) -> None:
    after = one(game, player("1500", ("player", "600"), **form("tie", written)))
    assert counts(after) == ["600.00", deemed]


@pytest.mark.parametrize("game", STAR)
def test_a_form_of_all_the_chips_keeps_its_part_unit(game: str) -> None:
    after = one(game, player("830", **form("banker", "1000")))
    assert counts(after) == ["830.00"] and (after["chips"], after["state"]) == (
        "0.00",
        "eliminated",
    )


@pytest.mark.parametrize("game", STAR)
def test_a_part_unit_that_goes_back_may_make_up_another_wager(game: str) -> None:
    for laid in ((("player", "450"), ("tie", "50")), (("tie", "50"), ("player", "450"))):
        after = one(game, player("500", *laid))
        assert sorted(counts(after)) == ["100.00", "400.00"]


@pytest.mark.parametrize("game", STAR)
def test_two_short_wagers_are_made_up_in_the_order_of_placing(game: str) -> None:
    both = one(game, player("200", ("player", "80"), ("tie", "70")))
    assert counts(both) == ["100.00", "100.00"]
    first = one(game, player("190", ("player", "80"), ("tie", "70")))
    assert counts(first) == ["100.00", "0.00"]
    last = one(game, player("150", ("player", "80"), ("tie", "70")))
    assert counts(last) == ["0.00", "100.00"]


def test_a_heat_is_answered_whole() -> None:
    players = [
        player("1000", ("banker", "200"), ("tie", "100"), name="ann"),
        player("600", name="bob", passes=True),
        player("600", name="cy", absent=True),
        player("600", name="di"),
    ]
    assert heat("star-baccarat", *players, result="banker", chip="25") == {
        "result": "banker",
        "players": [
            {
                "name": "ann",
                "settled": [
                    {
                        "on": "banker",
                        "undisclosed": False,
                        "counts": "200.00",
                        "back": "0.00",
                        "outcome": "win",
                        "pays": "200.00",
                        "clause": "11.1.3",
                    },
                    {
                        "on": "tie",
                        "undisclosed": False,
                        "counts": "100.00",
                        "back": "0.00",
                        "outcome": "lose",
                        "pays": "0.00",
                        "clause": "5.1.3",
                    },
                ],
                "chips": "1100.00",
                "state": "in",
                "clause": None,
            },
            {"name": "bob", "settled": [], "chips": "600.00", "state": "in", "clause": None},
            {"name": "cy", "settled": [], "chips": "600.00", "state": "in", "clause": None},
            {
                "name": "di",
                "settled": [],
                "chips": "600.00",
                "state": "disqualified",
                "clause": "15.6.4",
            },
        ],
    }


def test_a_tie_is_a_standoff_and_schemes_are_those_of_the_game() -> None:
    after = one("star-baccarat", player("500", ("player", "300")), result="tie")
    assert (after["settled"][0]["outcome"], after["chips"]) == ("standoff", "500.00")
    even = one(
        "star-baccarat", player("500", ("banker", "300")), result="banker", scheme="even-money"
    )
    assert even["chips"] == "800.00"
    any_wager = one("star-baccarat", player("500", ("tiger", "300")), result="banker")
    assert any_wager["settled"][0]["outcome"] == "lose"


def test_mini_baccarat_stands_as_laid() -> None:
    laid = ("player", "250"), ("tie", "80"), ("banker", "1150")
    after = one(MINI, player("2000", *laid))
    assert counts(after) == ["250.00", "80.00", "1000.00"]
    assert [each["back"] for each in after["settled"]] == ["0.00", "0.00", "150.00"]
    assert after["chips"] == "1170.00"
    short = one(MINI, player("500", ("player", "80")))
    assert (counts(short), short["state"], short["chips"]) == (["80.00"], "in", "580.00")


def test_mini_baccarat_eliminates_and_else_has_no_rule() -> None:
    poor = one(MINI, player("99", ("player", "99")))
    assert (poor["state"], poor["clause"], poor["chips"]) == ("eliminated", "15.14", "99.00")
    assert poor["settled"][0]["clause"] == "15.14"
    lost = one(MINI, player("150", ("banker", "100")))
    assert (lost["state"], lost["clause"]) == ("eliminated", "15.14")
    for who in (
        player("500", passes=True),
        player("500", **form("tie", "100")),
        player("500"),
    ):
        assert code(heat(MINI, who))[0] == "no-rule"
    uneven = heat(MINI, player("500", ("banker", "101")), result="banker", chip="1")
    assert code(uneven)[0] == "no-rule"
    away = one(MINI, player("500", absent=True))
    assert (away["chips"], away["state"]) == ("500.00", "in")


@pytest.mark.parametrize("game", [*STAR, MINI])
def test_places(game: str) -> None:
    one_left = ask_rank(game, 2, [("a", "900"), ("b", "700"), ("c", "700"), ("d", "400")])
    assert one_left == {
        "order": [["a"], ["b", "c"], ["d"]],
        "through": ["a"],
        "play_off": {"names": ["b", "c"], "places": 1},
    }
    fits = ask_rank(game, 2, [("a", "700"), ("b", "700"), ("c", "400")])
    assert (fits["through"], fits["play_off"]) == (["a", "b"], None)


@pytest.mark.parametrize("game", STAR)
def test_all_bust_in_the_last_coup(game: str) -> None:
    out = [gone("a", 40, "0", "300"), gone("b", 40, "30", "200"), gone("c", 40, "0", "500")]
    answer = ask_rank(game, 1, [], out=out)
    assert (answer["order"], answer["through"]) == ([["b"], ["c"], ["a"]], ["b"])
    boxes = [gone("box 3", 40, "0", "500", 1), gone("box 5", 40, "0", "500", 2)]
    assert ask_rank(game, 1, [], out=boxes)["order"] == [["box 5"], ["box 3"]]


@pytest.mark.parametrize("game", [*STAR, MINI])
def test_the_disqualified_have_no_place(game: str) -> None:
    out = [gone("c", 9, "0", "300"), gone("d", 8, "0", "300")]
    answer = ask_rank(game, 2, [("a", "900"), ("b", "700")], out=out, disqualified=["a", "d", "z"])
    assert (answer["order"], answer["through"]) == ([["b"], ["c"]], ["b", "c"])


def test_nobody_and_everybody_goes_on() -> None:
    game, standing = STAR[0], [("a", "900"), ("b", "700")]
    nobody = ask_rank(game, 0, standing)
    assert (nobody["through"], nobody["play_off"]) == ([], None)
    assert ask_rank(game, 99, standing)["through"] == ["a", "b"]
    assert ask_rank(game, 1, []) == {"order": [], "through": [], "play_off": None}


@pytest.mark.parametrize("game", STAR)
def test_a_pool_and_its_guarantee(game: str) -> None:
    promise: dict[str, Any] = {"guarantee": {"amount": "15000", "from_entries": 50}}
    some = ask_prizes(game, 40, "250", added="2000", shares=["100"], **promise)
    enough = ask_prizes(game, 50, "250", added="2000", shares=["100"], **promise)
    assert (some["pool"], enough["pool"]) == ("12000.00", "15000.00")
    assert code(ask_prizes(game, 40, "250", commission="10", shares=["100"]))[0] == "no-rule"
    assert ask_prizes(game, 40, "250", commission="0", shares=["100"])["pool"] == "10000.00"


def test_level_places_share() -> None:
    three = ["1000", "600", "401"]
    answer = ask_prizes(MINI, 1, "2001", prizes=three, level=[[1, 2, 3]])
    assert paid(answer) == ["667.00"] * 3
    odd = ask_prizes(MINI, 1, "100.01", prizes=["50.01", "30", "20"], level=[[3, 2]])
    assert paid(odd) == ["50.01", "25.00", "25.00"]
    cents = ask_prizes(MINI, 1, "100", shares=["33", "33", "34"], level=[[1, 2, 3]])
    assert paid(cents) == ["33.34", "33.33", "33.33"]


def test_a_level_place_beyond_the_last_prize_counts_nothing_and_is_listed() -> None:
    answer = ask_prizes(MINI, 1, "100", shares=["60", "40"], level=[[2, 3], [5, 6]])
    assert answer["places"] == [
        {"place": 1, "amount": "60.00"},
        {"place": 2, "amount": "20.00"},
        {"place": 3, "amount": "20.00"},
        {"place": 5, "amount": "0.00"},
        {"place": 6, "amount": "0.00"},
    ]


def test_leftover_cents_go_from_the_first_place_down() -> None:
    answer = ask_prizes("star-baccarat", 1, "0.05", shares=["30", "30", "40"])
    assert paid(answer) == ["0.02", "0.01", "0.02"]


def test_the_manual_shows_what_happens() -> None:
    answers = {"cards": answer_wagers, "advance": answer_rank, "entries": answer_prizes}
    blocks = re.findall(r"```json\n(.*?)\n```", PAGE.read_text(), re.S)
    pairs = list(zip(blocks[::2], blocks[1::2], strict=True))
    assert len(pairs) == 5
    for question, answer in pairs:
        asked_ = json.loads(question)
        ask = next((e for key, e in answers.items() if key in asked_), answer_chances)
        assert ask(question.encode()).decode() == answer


def test_the_same_answers_for_cards_named_otherwise() -> None:
    named = [card.replace("K", "10") for card in RESULTS["player"]]
    question = {"rulebook": MINI, "minimum": "1", "maximum": "1", "cards": named, "players": []}
    assert asked(answer_wagers, question) == {"result": "player", "players": []}
