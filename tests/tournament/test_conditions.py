"""Conditions of a tournament: every item that a document demands, and everything it forbids."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from sabot.cli import main
from sabot.core.refusal import Refusal
from sabot.rulebooks import RULEBOOKS
from sabot.rulebooks.catalogue import catalogue
from sabot.rules.clause import clause_of
from sabot.rules.tournament import ConditionsItem
from sabot.tournament import tournament_of
from sabot.tournament.conditions import faults
from support.conditions import SHOWN, cited, saying, without

GAMES = tuple(SHOWN)


def items(game: str) -> tuple[ConditionsItem, ...]:
    return tournament_of(RULEBOOKS[game]).conditions


DEMANDED = [
    pytest.param(game, item, id=f"{game}-{item.key}")
    for game in GAMES
    for item in items(game)
    if not item.optional and item.beside is None
]
DEPENDENT = [
    pytest.param(game, item, id=f"{game}-{item.key}")
    for game in GAMES
    for item in items(game)
    if item.beside
]
FORBIDDEN = [
    pytest.param(game, item, id=f"{game}-{item.key}")
    for game in GAMES
    for item in items(game)
    if item.only
]


@pytest.mark.parametrize("game", GAMES)
def test_the_conditions_shown_are_complete(game: str) -> None:
    assert faults(SHOWN[game]) == []
    assert faults({**SHOWN[game], "name_zh": "半小時盃"}) == []


@pytest.mark.parametrize(("game", "item"), DEMANDED)
def test_each_item_left_out_is_one_line_with_its_clause(game: str, item: ConditionsItem) -> None:
    below = [each for each in items(game) if each.beside == item.key]
    assert cited(without(game, item.key, *(each.key for each in below))) == [
        (item.key, item.clause)
    ]
    if item.says == "text":
        (blank,) = [each for each in saying(game, **{item.key: " \n"}) if each.item == item.key]
        assert blank.clause == item.clause


@pytest.mark.parametrize(("game", "item"), DEPENDENT)
def test_an_item_beside_another_is_asked_for_only_there(game: str, item: ConditionsItem) -> None:
    assert item.beside is not None
    (other,) = [each for each in items(game) if each.key == item.beside]
    something: Any = {"yes": True, "amount": "10", "percentage": "10"}.get(other.says, "as written")
    nothing: Any = False if other.says == "yes" else "none"
    left_out = {key: said for key, said in SHOWN[game].items() if key != item.key}
    asked = cited(faults(left_out | {item.beside: something}))
    assert (item.key, item.clause) in asked
    assert not [
        key for key, _ in cited(faults(left_out | {item.beside: nothing})) if key == item.key
    ]


@pytest.mark.parametrize(("game", "item"), FORBIDDEN)
def test_what_is_forbidden_is_one_line_with_its_clause(game: str, item: ConditionsItem) -> None:
    assert item.only is not None
    wrong: Any = {"yes": not item.only.answers[0], "percentage": "5"}.get(item.says, "for some")
    beside = {item.beside: "10"} if item.beside else {}
    assert cited(saying(game, **beside, **{item.key: wrong})) == [(item.key, item.only.clause)]
    for right in item.only.answers:
        assert saying(game, **beside, **{item.key: right}) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_citation_is_of_a_clause_that_exists(game: str) -> None:
    rules = tournament_of(RULEBOOKS[game])
    clauses = [item.clause for item in rules.conditions]
    clauses += [item.only.clause for item in rules.conditions if item.only]
    for part in (rules.betting, rules.betting.undisclosed, rules.placing, rules.prize_money):
        found = [] if part is None else [getattr(part, each.name) for each in fields(part)]
        clauses += [each for each in found if isinstance(each, str) and each[0].isdigit()]
    for each in clauses:
        assert catalogue(game).clause(clause_of(each))


@pytest.mark.parametrize("game", GAMES)
def test_keys_are_asked_for_once_and_beside_keys_that_exist(game: str) -> None:
    keys = [item.key for item in items(game)]
    assert len(set(keys)) == len(keys)
    for place, item in enumerate(items(game)):
        assert item.beside is None or item.beside in keys[:place]


STAR = [game for game in GAMES if game.startswith("star")]


@pytest.mark.parametrize("game", STAR)
def test_15_6_14_a_maximum_is_a_multiple_of_the_minimum(game: str) -> None:
    limits = [{"minimum": "100", "maximum": "1050"}]
    assert cited(saying(game, limits=limits)) == [("limits", "15.6.14")]
    assert saying(game, limits=[{"minimum": "100", "maximum": "100"}]) == []


def test_canberra_limits_are_any_that_allow_a_wager() -> None:
    uneven = [{"minimum": "100", "maximum": "1050"}]
    assert saying("canberra-mini", limits=uneven) == []
    upside_down = [{"minimum": "100", "maximum": "50"}]
    assert cited(saying("canberra-mini", limits=upside_down)) == [("limits", "15.3(a)(vii)")]


@pytest.mark.parametrize("game", STAR)
def test_15_6_15_limits_move_at_a_point_that_is_stated(game: str) -> None:
    first, second = {"minimum": "100", "maximum": "500"}, {"minimum": "200", "maximum": "800"}
    assert cited(saying(game, limits=[first, second])) == [("limits", "15.4.2(d)")]
    assert cited(saying(game, limits=[first, second | {"at": " "}])) == [("limits", "15.4.2(d)")]
    assert saying(game, limits=[first, second | {"at": "coup 20"}]) == []


@pytest.mark.parametrize("game", GAMES)
def test_shares_are_of_the_whole_pool(game: str) -> None:
    clause = tournament_of(RULEBOOKS[game]).prize_money.paid_out
    assert cited(saying(game, prizes=["50", "49.99"])) == [("prizes", clause)]
    assert saying(game, prizes=["50", "49.99", "0.01"]) == []
    assert saying(game, prizes="a car for the winner") == []
    assert [item for item, _ in cited(saying(game, prizes=[]))] == ["prizes"]


def test_canberra_15_22_no_more_commission_than_was_approved() -> None:
    game = "canberra-mini"
    assert cited(saying(game, commission="10.5")) == [("commission_approved", "15.22")]
    assert cited(saying(game, commission_approved="none")) == [("commission_approved", "15.22")]
    small = saying(game, commission="0.5", commission_approved="none")
    assert cited(small) == [("commission_approved", "15.22")]
    assert saying(game, commission="9", commission_approved="9") == []
    assert without(game, "commission", "commission_approved")[0].clause == "15.3(a)(iii)"


@pytest.mark.parametrize("game", GAMES)
def test_the_largest_number_of_players_is_not_below_the_least(game: str) -> None:
    found = saying(game, minimum_players=10, maximum_players=9)
    assert [each.item for each in found] == ["maximum_players"]
    assert saying(game, minimum_players=10, maximum_players=10) == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_said_is_everything_missing(game: str) -> None:
    found = faults({"rulebook": game})
    asked = [item for item in items(game) if not item.optional and item.beside is None]
    assert cited(found) == [(item.key, item.clause) for item in asked]


UNREADABLE: list[dict[str, Any]] = [
    {"rulebook": "poker"},
    {"rulebook": "star-lucky-draw"},
    {"rulebook": None},
    {"entry_fees": "10"},
    {"entry_fee": 250},
    {"entry_fee": "free"},
    {"entry_fee": "-1"},
    {"chips": "0"},
    {"compulsory_wager": "yes"},
    {"pass_cards": -1},
    {"pass_cards": True},
    {"pass_cards": 1.5},
    {"pass_cards": float("nan")},
    {"eligible": ["all"]},
    {"limits": {"minimum": "1", "maximum": "2"}},
    {"limits": "100 to 1000"},
    {"limits": [5]},
    {"limits": [{"minimum": "100"}]},
    {"limits": [{"minimum": "0", "maximum": "5"}]},
    {"limits": [{"minimum": "1", "maximum": "5", "step": "1"}]},
    {"prizes": {"first": "50"}},
    {"prizes": ["half"]},
    {"prizes": [50]},
    {"prizes": ["101"]},
    {"commission": 5},
]


@pytest.mark.parametrize("said", UNREADABLE, ids=str)
def test_what_cannot_be_read_is_one_sentence(said: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        saying("star-baccarat", **said)
    assert refused.value.message.endswith(".") and len(refused.value.message) < 300


def test_the_sentence_names_the_item() -> None:
    with pytest.raises(Refusal, match='read: under entry_fee, "free" is not an amount: an amount'):
        saying("star-baccarat", entry_fee="free")
    with pytest.raises(Refusal, match="read: pass_cards is a whole number, not true"):
        saying("star-baccarat", pass_cards=True)


def test_what_is_forbidden_is_told_with_its_reason() -> None:
    (fault,) = saying("star-baccarat", top_ups="once")
    assert fault.message == "Chips grow by winning wagers only: this is forbidden."


def test_none_of_it_may_be_said_as_nothing() -> None:
    assert saying("star-baccarat", pass_cards=0, undisclosed_wagers=0, entry_fee="0") == []
    assert saying("canberra-mini", commission="0", commission_approved="none") == []


def test_a_moment_has_an_offset() -> None:
    for starts in ("tomorrow", 5):
        with pytest.raises(Refusal, match="starts is a date and time with an offset"):
            saying("canberra-mini", starts=starts)


# The command


def check(
    capsys: pytest.CaptureFixture[str], file: Path, text: str | bytes
) -> tuple[int, str, str]:
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    status = main(["tournament", "check", str(file)])
    out, err = capsys.readouterr()
    return status, out, err


def test_the_command_prints_a_line_for_each(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out, err = check(capsys, tmp_path / "c.toml", 'rulebook = "canberra-mini"\n')
    lines = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (1, "")
    assert lines[0] == {
        "item": "starts",
        "clause": "15.3(a)(i)",
        "message": "The conditions do not say when the tournament starts.",
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rulebook = ",
        'rulebook = "poker"',
        "rulebook = 5",
        b"\xff\xfe",
        'rulebook = "star-baccarat"\nextra = 1',
        'rulebook = "star-baccarat"\npass_cards = ' + "9" * 5000,
        'rulebook = "star-baccarat"\nprizes = ' + "[" * 5000 + "]" * 5000,
        'rulebook = "canberra-mini"\nstarts = 2026-12-05T18:00:00',
    ],
    ids=range(9),
)
def test_what_is_unreadable_is_status_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str | bytes
) -> None:
    status, out, err = check(capsys, tmp_path / "c.toml", text)
    assert (status, out) == (2, "")
    assert err.startswith("sabot: ") and err.count("\n") == 1


def test_no_file_is_status_2(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for file in (str(tmp_path / "none.toml"), str(tmp_path), "\0"):
        assert main(["tournament", "check", file]) == 2
        assert capsys.readouterr().err.count("\n") == 1
