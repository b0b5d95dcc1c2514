"""What-ifs, pay sheets, nights and cards removed, from Python and from the command line."""

import csv
import io
import json
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from sabot import RULEBOOKS, Refusal, rulebook
from sabot.cli import main
from sabot.core.cards import read_cards
from sabot.odds import Composition, odds
from sabot.odds.distributions.nights import bars, chance_of_profit, distribution, histogram
from sabot.odds.presentation.paysheet import BOUNDS, comma_separated, hold, markdown, page
from sabot.odds.presentation.pictures import picture
from sabot.odds.presentation.removal import effects
from sabot.odds.whatif import changed
from sabot.rules import Rulebook, to
from support.house_games import DRAGON_7, offering, repaid

BACCARAT = rulebook("star-baccarat")


def test_tie_at_nine_to_one_changes_the_tie_and_nothing_else() -> None:
    before, after = odds(BACCARAT), odds(changed(BACCARAT, {"tie": "9:1"}))
    assert after["tie"].ev - before["tie"].ev == Fraction(before["tie"].win, before["tie"].total)
    assert after["banker"].ev == before["banker"].ev


def test_one_line_of_a_wager_can_change_alone() -> None:
    after = odds(changed(BACCARAT, {"11.1.9.1": "20:1"}))["tiger"]
    assert {line.clause: str(line.odds) for line in after.lines if line.odds} == {
        None: "20:1",
        "11.1.9.2": "22:1",
    }


def test_one_of_several_lines_under_a_clause_can_change_alone() -> None:
    book = rulebook("star-seven-up")
    after = odds(changed(book, {"super-sevens/4": "60:1"}))["super-sevens"]
    paid = [str(line.odds) for line in after.lines if line.odds]
    assert paid == ["2:1", "5:1", "17:1", "60:1", "700:1"]
    with pytest.raises(Refusal, match="no wager or pay line"):
        changed(book, {"player/3": "2:1"})  # a stand-off pays nothing
    with pytest.raises(Refusal, match="no wager or pay line"):
        changed(book, {"super-sevens/6": "2:1"})


# What is changed says so, and has no clause of a document


def test_a_changed_sheet_is_marked_in_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    approved, sheet = odds(BACCARAT), odds(changed(BACCARAT, {"tie": "9:1"}))
    assert sheet.changes == ("Tie pays 9:1, not 8:1",) and not approved.changes
    for form in (markdown, page, comma_separated, picture):
        marked, plain = form(sheet), form(approved)
        assert "CHANGED, not approved" in marked and "version 4" not in marked
        assert "11.1.5" not in marked and "hanged" not in plain
        assert ("11.1.5" in plain) == (form is not picture)
    rows = list(csv.DictReader(io.StringIO(comma_separated(sheet))))
    assert {row["sheet"] for row in rows} == {"CHANGED, not approved"}
    assert [row["clause"] for row in rows if row["wager"] == "tie"] == ["changed", "5.1.3"]
    for words in ((), ("--removal",), ("--counting", "1")):
        assert main(("odds", "star-baccarat", "--change", "tie=9:1", *words)) == 0
        shown = capsys.readouterr().out
        assert shown.startswith("CHANGED, not approved") and "version 4" not in shown
    assert main(("odds", "star-baccarat", "--change", "tie=9:1", "--json")) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["changed"] == ["Tie pays 9:1, not 8:1"]
    assert told["wagers"][2]["lines"] == [
        {"clause": None, "odds": "9:1", "ways": approved["tie"].win}
    ]


def test_only_the_line_that_changed_loses_its_clause() -> None:
    after = odds(changed(rulebook("star-seven-up"), {"super-sevens/4": "60:1"}))["super-sevens"]
    clauses = [line.clause for line in after.lines if line.odds]
    assert clauses == ["11.1.3", "11.1.3", "11.1.3", None, "11.1.3"]
    together = odds(changed(rulebook("star-lucky-draw"), {"9.1.5.2": "31:1"}))["round"]
    assert [line.clause for line in together.lines].count(None) == 1


def test_whatever_is_not_as_approved_is_told() -> None:
    assert odds(repaid(BACCARAT, "tie", to(9, 1))).heading.startswith("CHANGED")
    assert odds(offering(BACCARAT, DRAGON_7)).changes == (
        "Dragon 7 offered where the document does not",
    )
    assert odds(changed(BACCARAT, decks=1)).changes[0] == "1 deck"
    assert odds(changed(BACCARAT, decks=4)).changes != ()
    assert odds(changed(BACCARAT, {"tie": "8:1"}, decks=8)).changes == ()


def test_the_approved_edge_is_of_the_same_shoe_and_strategy(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("--decks", "6", "--removed", "3S,3H,3D", "--strategy", "never")
    lucky = rulebook("star-lucky-draw")
    left = Composition.full(6).without(read_cards("3S 3H 3D"))
    edge = odds(lucky, composition=left, strategy_name="never")["enter"].edge
    assert main(("odds", lucky.id, "--change", "enter=2:1", *words)) == 0
    (row,) = [each for each in capsys.readouterr().out.splitlines() if " enter " in each]
    assert row.split()[4] == f"{edge:.4%}"
    assert main(("odds", "star-baccarat", "--change", "tie=9:1", "--any-decks", "1")) == 0
    (row,) = [each for each in capsys.readouterr().out.splitlines() if " banker " in each]
    assert row.split()[3] == row.split()[4] == "1.0117%"


def test_a_wager_that_nobody_places_has_no_odds(capsys: pytest.CaptureFixture[str]) -> None:
    never = odds(rulebook("star-lucky-draw"), strategy_name="never")
    assert [each.wager for each in never.wagers] == ["round", "enter"]
    assert main(["odds", "star-lucky-draw", "--strategy", "never"]) == 0
    assert "never" in capsys.readouterr().out


def test_without_commission_the_banker_beats_the_house() -> None:
    assert odds(changed(BACCARAT, {"banker": "1:1"}))["banker"].ev > 0


def test_decks_that_the_document_forbids_may_be_imagined() -> None:
    one_deck = odds(changed(BACCARAT, decks=1))
    assert one_deck.composition.size == 52
    assert round(100 * one_deck["banker"].edge, 4) == 1.0117
    assert len(one_deck.wagers) == 11


def test_a_rulebook_is_never_touched() -> None:
    changed(BACCARAT, {"tie": "9:1"}, decks=2)
    assert odds(BACCARAT)["tie"].edge == pytest.approx(0.14359628778723826)
    assert BACCARAT.decks() == 8


@pytest.mark.parametrize(
    ("what", "decks", "sentence"),
    [
        ({"lottery": "2:1"}, None, "no wager or pay line"),
        ({"tie": "nine"}, None, "is not odds"),
        ({"tie": "0:1"}, None, "is not odds"),
        ({}, 0, "not to be imagined"),
    ],
)
def test_absurd_changes_are_refused(what: dict[str, str], decks: int | None, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        changed(BACCARAT, what, decks)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_pay_sheets_in_every_form_hold_every_line(name: str) -> None:
    sheet = odds(rulebook(name))
    rows = list(csv.DictReader(io.StringIO(comma_separated(sheet))))
    for wager in sheet.wagers:
        own = [row for row in rows if row["wager"] == wager.wager]
        assert sum(int(row["ways"]) for row in own) == wager.total
        returned = sum(float(row["return"]) for row in own)
        assert returned == pytest.approx(1 - wager.edge, abs=1e-8)
        assert wager.name in markdown(sheet)
    ET.fromstring(picture(sheet))
    assert page(sheet).count("<table>") == len(sheet.wagers)


def test_bounds_of_the_hold_shrink_with_the_root_of_the_coups() -> None:
    banker = odds(BACCARAT)["banker"]
    low, high = hold(banker, 10**4, BOUNDS["99%"])
    assert low < 0 < banker.edge < high
    lower, higher = hold(banker, 10**8, BOUNDS["99%"])
    assert (high - low) == pytest.approx(100 * (higher - lower))
    assert lower > 0


def test_a_night_has_the_mean_and_spread_of_its_coups() -> None:
    for wager in odds(BACCARAT).wagers[:3]:
        results, chances = distribution(wager, 500)
        assert chances.sum() == pytest.approx(1)
        mean = (results * chances).sum()
        assert mean == pytest.approx(float(wager.ev) * 500)
        assert ((results - mean) ** 2 * chances).sum() == pytest.approx(float(wager.variance) * 500)
        ET.fromstring(histogram(wager, 500))
    assert chance_of_profit(odds(BACCARAT)["player"], 10_000) < 0.2


@pytest.mark.parametrize("book", RULEBOOKS.values(), ids=lambda book: book.id)
def test_a_night_in_bars_is_no_comb(book: Rulebook) -> None:
    """Bars hold as many results each, so that they rise and fall once; and none mixes losses with
    what is no loss."""
    for wager, coups in product(odds(book).wagers, (50, 200, 300, 1000, 5000)):
        shown = bars(wager, coups)
        top = int(shown.chances.argmax())
        rise, fall = np.diff(shown.chances[: top + 1]), np.diff(shown.chances[top:])
        assert min(rise, default=0) > -0.02 * shown.chances[top], wager.name
        assert max(fall, default=0) < 0.02 * shown.chances[top], wager.name
        assert shown.chances.sum() == pytest.approx(1, abs=0.02)
        results, chances = distribution(wager, coups)
        for low, high, chance in zip(shown.lows, shown.highs, shown.chances, strict=True):
            assert low >= 0 or high < 0
            half = shown.step / 2
            inside = (results > low - half) & (results < high + half)
            assert chances[inside].sum() == pytest.approx(chance, abs=1e-12)


def test_removing_small_cards_hurts_the_player_and_sixes_help() -> None:
    player = effects(BACCARAT)["player"]
    assert player["4"] < 0 < player["6"]
    assert player["T"] == player["K"]
    assert sum(player.values()) == pytest.approx(0, abs=2e-5), "no rank is favoured on average"


def test_a_counter_of_main_wagers_gains_next_to_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(("odds", "star-baccarat", "--counting", "6", "--json")) == 0
    found = {each["wager"]: each for each in json.loads(capsys.readouterr().out)}
    assert list(found) == [wager.id for wager in BACCARAT.wagers]
    assert found["banker"]["units_per_shoe"] < 0.02
    assert found["banker"]["coups_per_shoe"] > 70
    assert found["tie"]["largest_advantage"] > float(odds(BACCARAT)["tie"].ev)


@pytest.mark.parametrize(
    "words",
    [
        ("star-baccarat", "--change", "tie=9:1", "--change", "11.1.9.2=20:1"),
        ("star-baccarat", "--any-decks", "2"),
        ("star-baccarat", "--removal"),
        ("star-baccarat", "--counting", "2"),
        ("star-lucky-draw", "--counting", "1"),
        ("star-seven-up", "--counting", "1"),
        ("star-lucky-draw", "--strategy", "total"),
        ("star-three-card", "--sheet", "markdown"),
        ("canberra-mini", "--sheet", "svg", "--scheme", "non-commission"),
    ],
)
def test_the_command_prints(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("odds", *words)) == 0
    assert capsys.readouterr().out.strip()


def test_the_contract_for_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("odds", "star-lucky-draw", "--decks", "6", "--json")) == 0
    answer = json.loads(capsys.readouterr().out)
    assert {"rulebook", "decks", "scheme", "wagers", "strategy"} == set(answer)
    assert [each["wager"] for each in answer["wagers"]] == ["round", "enter", "draw"]
    assert answer["strategy"]["round_ev"]["optimal"] == -answer["wagers"][0]["edge"]
    assert answer["strategy"]["values"]["9"]["0"]["stand"] > 0
    assert len(answer["strategy"]["cards"]) == 91 * 13
    for each in answer["wagers"]:
        assert set(each) == {"wager", "ways", "lines", "ev", "edge", "variance"}
        assert float(Fraction(each["ev"])) == -each["edge"]
        ways = each["ways"]
        assert ways["win"] + ways["lose"] + ways["push"] == ways["total"]


@pytest.mark.parametrize(
    "words",
    [
        ("poker",),
        ("star-baccarat", "--decks", "5"),
        ("star-baccarat", "--scheme", "none"),
        ("star-baccarat", "--removed", "AS,XX"),
        ("star-baccarat", "--removed", ",".join(["AS"] * 9)),
        ("star-baccarat", "--change", "tie"),
        ("star-baccarat", "--change", "nothing=2:1"),
        ("star-lucky-draw", "--strategy", "luck"),
        ("star-baccarat", "--counting", "0"),
        ("star-baccarat", "--counting", "-1"),
        ("star-baccarat", "--counting", "2", "--scheme", "even-money"),
        ("star-baccarat", "--counting", "2", "--removed", "AS"),
        ("star-baccarat", "--counting", "2", "--removal"),
        ("star-baccarat", "--counting", "2", "--sheet", "csv"),
        ("star-lucky-draw", "--removal", "--strategy", "total"),
        ("star-baccarat", "--removal", "--removed", "AS"),
        ("star-baccarat", "--removal", "--sheet", "csv"),
        ("star-baccarat", "--sheet", "csv", "--json"),
        ("star-baccarat", "--strategy", "optimal"),
        ("star-baccarat", "--decks", "8", "--any-decks", "8"),
        ("star-baccarat", "--change", "tie=9:1", "--change", "tie=10:1"),
        ("star-baccarat", "--change", "tie/1=9:1", "--change", "tie=10:1"),
        ("star-baccarat", "--change", "11.1.3=1:1", "--scheme", "even-money"),
        ("star-baccarat", "--change", "tiger=20:1", "--decks", "4"),
    ],
)
def test_bad_words_are_one_sentence(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("odds", *words)) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1
