"""The odds lab: exact figures for staff, full-shoe figures for players who are at no table."""

from fractions import Fraction
from typing import Any

import pytest

from games import GAMES
from sabot.core.cards import read_cards
from sabot.odds import Composition, odds
from sabot.odds.whatif import changed
from sabot.rulebooks import RULEBOOKS
from sabot.rules.roles import (
    DEALER,
    INSPECTOR,
    PLAYER,
    SURVEILLANCE,
    TOURNAMENT_MANAGER,
)
from server.harness import TABLES, House

LAB: dict[str, Any] = {
    "/api/odds/star-baccarat": None,
    "/api/odds/star-baccarat/sheet.csv": None,
    "/api/strategy/star-lucky-draw": None,
    "/api/nights/star-baccarat": None,
    "/api/removal/star-baccarat": None,
    "/api/what-if": {"rulebook": "star-baccarat"},
    "/api/simulations": {"rulebook": "star-poker", "coups": 1},
    "/api/wagers": {"text": "id = 'x'"},
    "/api/plans": {
        "rulebook": "star-baccarat",
        "stakes": {"player": "1"},
        "bankroll": "0.5",
        "coups": 1,
        "sessions": 1,
    },
    "/api/fairness": {
        "rulebook": "star-baccarat",
        "minimum": "1",
        "players": [{"name": "1", "chips": "10"}, {"name": "2", "chips": "10"}],
    },
}
THERE = {"/api/simulations": 404, "/api/wagers": 409, "/api/plans": 409}
"""Answers to staff whose request would start a long computation: it started."""


def asked(house: House, path: str, body: Any = None, who: str = DEALER) -> Any:
    answer = house.ask(who, "GET" if body is None else "POST", path, body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(house: House, path: str, body: Any = None, who: str = DEALER) -> tuple[int, str]:
    answer = house.ask(who, "GET" if body is None else "POST", path, body)
    return answer.status_code, answer.json()["error"]["code"]


@pytest.mark.parametrize("path", LAB)
def test_the_lab_is_for_staff(casino: House, path: str) -> None:
    assert refused(casino, path, LAB[path], PLAYER) == (403, "wrong-role")
    assert refused(casino, path, LAB[path], "") == (401, "not-signed-in")
    for who in (DEALER, INSPECTOR, SURVEILLANCE, TOURNAMENT_MANAGER, "administrator"):
        method = "GET" if LAB[path] is None else "POST"
        assert casino.ask(who, method, path, LAB[path]).status_code == THERE.get(path, 200)


# What somebody brings along

PANDA = """
id = "panda"
name = "Panda"
game = "star-baccarat"
[[pays]]
odds = "25:1"
when = "player_total == 8 and player_cards == 3 and winner == 'player'"
"""
PLAN = LAB["/api/plans"] | {"bankroll": "100", "coups": 50, "sessions": 500, "seed": 4}


def test_a_wager_of_ones_own(casino: House) -> None:
    sheet = asked(casino, "/api/wagers", {"text": PANDA})
    (wager,) = sheet["wagers"]
    assert wager["edge"] == odds("panda-8")["panda-8"].edge and sheet["changed"]
    six = asked(casino, "/api/wagers", {"text": PANDA, "decks": 6})
    assert six["decks"] == 6 and six["wagers"][0]["edge"] != wager["edge"]
    for text in ("", "id = 1", PANDA.replace("winner", "winer"), "x" * 100, PANDA + "\n[[pays]]"):
        assert refused(casino, "/api/wagers", {"text": text})[1] == "bad-wager"
    assert refused(casino, "/api/wagers", {"text": "x" * 20_001})[0] == 400


def test_a_plan_and_its_rule(casino: House) -> None:
    flat = asked(casino, "/api/plans", PLAN)
    grown = asked(casino, "/api/plans", PLAN | {"rule": "martingale"})
    assert flat["seed"] == grown["seed"] == "4" and grown["staked"] > flat["staked"]
    assert asked(casino, "/api/plans", PLAN) == flat
    assert refused(casino, "/api/plans", PLAN | {"rule": "luck"})[1] == "bad-rule"
    assert refused(casino, "/api/plans", PLAN | {"sessions": 1_000_000})[1] == "bad-plan"
    assert refused(casino, "/api/plans", PLAN | {"stakes": {"x": "1"}})[1] == "unknown-wager"
    lucky = PLAN | {"rulebook": "star-lucky-draw", "stakes": {"enter": "1"}}
    assert refused(casino, "/api/plans", lucky)[1] == "bad-plan"


# Exact figures


@pytest.mark.parametrize("id_", RULEBOOKS)
def test_a_sheet_is_what_the_odds_room_counts(casino: House, id_: str) -> None:
    sheet, exact = asked(casino, f"/api/odds/{id_}"), odds(RULEBOOKS[id_])
    assert [each["wager"] for each in sheet["wagers"]] == [each.wager for each in exact.wagers]
    for shown, wager in zip(sheet["wagers"], exact.wagers, strict=True):
        assert Fraction(shown["ev"]) == wager.ev
        assert int(shown["ways"]["total"]) == wager.total == sum(
            int(line["ways"]) for line in shown["lines"]
        )  # fmt: skip
        assert shown["edge"] == wager.edge
        assert sum(line["probability"] for line in shown["lines"]) == pytest.approx(1)


def test_decks_schemes_and_cards_that_are_gone(casino: House) -> None:
    book = RULEBOOKS["star-baccarat"]
    six = asked(casino, "/api/odds/star-baccarat?decks=6&scheme=even-money")
    assert (six["decks"], six["scheme"]) == (6, "even-money")
    assert Fraction(six["wagers"][1]["ev"]) == odds(book, 6, "even-money")["banker"].ev
    left = Composition.full(8).without(read_cards("AS KD KD 7H"))
    gone = asked(casino, "/api/odds/star-baccarat?removed=AS,KD,KD,7H")
    assert gone["cards"] == 412
    assert Fraction(gone["wagers"][2]["ev"]) == odds(book, None, None, left)["tie"].ev


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/api/odds/star-poker", (404, "unknown-rulebook")),
        ("/api/odds/star-baccarat?decks=5", (409, "wrong-decks")),
        ("/api/odds/star-baccarat?decks=0", (400, "bad-query")),
        ("/api/odds/star-baccarat?decks=many", (400, "bad-query")),
        ("/api/odds/star-baccarat?scheme=no", (409, "wrong-scheme")),
        ("/api/odds/star-baccarat?strategy=total", (409, "bad-strategy")),
        ("/api/odds/star-lucky-draw?strategy=guess", (409, "unknown-strategy")),
        ("/api/odds/star-baccarat?removed=1Z", (409, "unknown-card")),
        ("/api/odds/star-seven-up?removed=" + ",".join(["AS"] * 7), (409, "bad-composition")),
        ("/api/odds/star-baccarat?removed=" + "AS," * 700, (400, "bad-query")),
        ("/api/odds/star-baccarat/sheet.pdf", (404, "not-found")),
        ("/api/odds/star-baccarat/sheet.csv?decks=5", (409, "wrong-decks")),
        ("/api/strategy/star-baccarat", (409, "no-strategy")),
        ("/api/nights/star-baccarat?wager=roulette", (409, "unknown-wager")),
        ("/api/nights/star-baccarat?coups=100001", (400, "bad-query")),
        ("/api/removal/star-poker", (404, "unknown-rulebook")),
    ],
)
def test_what_cannot_be_reckoned_is_refused(
    casino: House, path: str, expected: tuple[int, str]
) -> None:
    assert refused(casino, path) == expected


@pytest.mark.parametrize(
    ("end", "kind", "begins"),
    [
        ("csv", "text/csv", "wager,clause"),
        ("md", "text/markdown", "# Pay sheet"),
        ("html", "text/html", "<!doctype html>"),
        ("svg", "image/svg+xml", "<svg"),
    ],
)
def test_a_pay_sheet_is_a_download(casino: House, end: str, kind: str, begins: str) -> None:
    answer = casino.ask(DEALER, "GET", f"/api/odds/star-seven-up/sheet.{end}")
    assert answer.headers["content-type"] == f"{kind}; charset=utf-8"
    assert answer.headers["content-disposition"] == (
        f'attachment; filename="star-seven-up-pay-sheet.{end}"'
    )
    assert answer.text.startswith(begins)


def test_a_wager_that_nobody_ever_places_is_not_on_the_sheet(casino: House) -> None:
    sheet = asked(casino, "/api/odds/star-lucky-draw?strategy=never")
    assert [each["wager"] for each in sheet["wagers"]] == ["round", "enter"]
    path = "/api/nights/star-lucky-draw?strategy=never&wager=draw"
    assert refused(casino, path) == (409, "unknown-wager")
    for end in ("csv", "md", "html", "svg"):
        path = f"/api/odds/star-lucky-draw/sheet.{end}?strategy=never"
        assert casino.ask(DEALER, "GET", path).status_code == 200


# What if


def test_other_odds_by_wager_by_clause_and_by_line(casino: House) -> None:
    book = RULEBOOKS["star-baccarat"]
    for changes in ({"tie": "9:1"}, {"11.1.9.2": "20:1"}, {"tiger/2": "20:1", "tie/1": "10:1"}):
        given = asked(casino, "/api/what-if", {"rulebook": book.id, "changes": changes})
        exact, approved = odds(changed(book, changes)), odds(book)
        assert {each["wager"]: each["edge"] for each in given["sheet"]["wagers"]} == {
            each.wager: each.edge for each in exact.wagers
        }
        assert given["approved"] == {each.wager: each.edge for each in approved.wagers}


def test_one_line_of_several_under_a_clause(casino: House) -> None:
    """Five lines of Super 7's stand in one clause: each can be changed by itself."""
    before = asked(casino, "/api/what-if", {"rulebook": "star-seven-up"})["approved"]
    body = {"rulebook": "star-seven-up", "changes": {"super-sevens/5": "701:1"}}
    after = asked(casino, "/api/what-if", body)
    (wager,) = [each for each in after["sheet"]["wagers"] if each["wager"] == "super-sevens"]
    paid = [line["odds"] for line in wager["lines"] if line["odds"]]
    assert paid == ["2:1", "5:1", "17:1", "70:1", "701:1"]
    assert wager["edge"] < before["super-sevens"]
    assert after["sheet"]["changed"] == ["Super 7's pays 701:1, not 700:1"]
    assert [line["clause"] for line in wager["lines"] if line["odds"]][3:] == ["11.1.3", None]


def test_decks_that_the_document_forbids(casino: House) -> None:
    body = {"rulebook": "star-seven-up", "decks": 1}
    assert refused(casino, "/api/what-if", body) == (409, "wrong-decks")
    one = asked(casino, "/api/what-if", {**body, "any_decks": True})
    assert one["sheet"]["cards"] == 52
    six = {"rulebook": "star-baccarat", "decks": 6}
    assert (
        asked(casino, "/api/what-if", {**six, "any_decks": True})["approved"]
        == asked(casino, "/api/what-if", six)["approved"]
    ), "the approved edge is of the same decks wherever they are allowed"
    assert (
        one["approved"] == asked(casino, "/api/what-if", {"rulebook": "star-seven-up"})["approved"]
    )


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"rulebook": "star-poker"}, (404, "unknown-rulebook")),
        ({"rulebook": "star-baccarat", "changes": {"tie": "free"}}, (409, "bad-odds")),
        ({"rulebook": "star-baccarat", "changes": {"tie/2/3": "9:1"}}, (409, "unknown-wager")),
        ({"rulebook": "star-baccarat", "changes": {"player/3": "9:1"}}, (409, "unknown-wager")),
        ({"rulebook": "star-baccarat", "changes": {"tie": "9" * 21}}, (400, "bad-command")),
        ({"rulebook": "star-baccarat", "more": 1}, (400, "bad-command")),
        ({"changes": {}}, (400, "bad-command")),
    ],
)
def test_a_question_that_makes_no_sense(
    casino: House, body: dict[str, Any], expected: tuple[int, str]
) -> None:
    assert refused(casino, "/api/what-if", body) == expected


# A night, a strategy, a card


def test_a_nights_distribution_adds_up(casino: House) -> None:
    night = asked(casino, "/api/nights/star-baccarat?wager=tie&coups=200")
    tie = odds(RULEBOOKS["star-baccarat"])["tie"]
    assert night["mean"] == pytest.approx(float(tie.ev) * 200)
    assert night["deviation"] == pytest.approx(tie.standard_deviation * 200**0.5)
    assert sum(bar["chance"] for bar in night["bars"]) == pytest.approx(1, abs=0.01)
    shares = list(night["shares"].values())
    assert shares == sorted(shares) and 0 < night["ahead"] < 0.5
    first = asked(casino, "/api/nights/star-baccarat")
    assert first["wager"] == "player"


def test_the_strategy_of_the_game_in_which_players_decide(casino: House) -> None:
    best = asked(casino, "/api/strategy/star-lucky-draw")
    assert len(best["draws"]) == 10 and all(len(row) == 10 for row in best["draws"])
    assert best["draws"][0] == [1.0] * 10 and best["draws"][9] == [0.0] * 10
    assert best["worth"]["optimal"] == max(best["worth"].values())
    assert best["values"][7][9]["stand"] > best["values"][7][9]["draw"]
    never = asked(casino, "/api/strategy/star-lucky-draw?strategy=never&decks=6")
    assert not any(map(any, never["draws"])) and never["decks"] == 6


def test_the_effect_of_one_card(casino: House) -> None:
    found = asked(casino, "/api/removal/star-seven-up")
    assert set(found["effects"]) == {"player", "banker", "tie", "super-sevens"}
    # Sevens are what Super 7's lives on.
    assert min(found["effects"]["super-sevens"].items(), key=lambda each: each[1])[0] == "7"


# Players


def test_players_see_full_shoe_figures_away_from_the_tables(casino: House) -> None:
    figures = asked(casino, "/api/paytables/star-baccarat", who="bob")
    assert figures == asked(casino, "/api/odds/star-baccarat")
    assert refused(casino, "/api/paytables/star-baccarat?removed=AS", who="bob")[0] == 400
    assert refused(casino, "/api/paytables/star-baccarat", who="") == (401, "not-signed-in")


@pytest.mark.parametrize("id_", RULEBOOKS)
def test_no_figures_at_a_table_by_its_own_clause(casino: House, id_: str) -> None:
    table = TABLES[id_]
    casino.sit(table, "chen")
    try:
        for asked_for in RULEBOOKS:
            answer = casino.ask("chen", "GET", f"/api/paytables/{asked_for}")
            error = answer.json()["error"]
            assert (answer.status_code, error["code"]) == (409, "playing")
            assert error["clause"] == GAMES[id_].figures
        assert casino.ask("bob", "GET", f"/api/paytables/{id_}").status_code == 200
        assert casino.ask(DEALER, "GET", f"/api/paytables/{id_}").status_code == 200
    finally:
        casino.done(table, "chen", "leave-table", player="chen")
    assert casino.ask("chen", "GET", f"/api/paytables/{id_}").status_code == 200


# The order of wagering


def test_the_order_of_wagering_is_counted_for_two_and_played_out_for_more(casino: House) -> None:
    question: dict[str, Any] = LAB["/api/fairness"]
    two = asked(casino, "/api/fairness", question)
    assert [round(each["chance"], 4) for each in two["players"]] == [0.4586, 0.5414]
    assert "simulated" not in two and "error" not in two["players"][0]
    three = {**question, "players": [{"name": str(each), "chips": "2"} for each in range(3)]}
    played = asked(casino, "/api/fairness", three)
    assert played["simulated"]["trials"] and all("error" in each for each in played["players"])


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("no-tournament", {"rulebook": "star-three-card"}),
        ("bad-amount", {"minimum": "x"}),
        ("bad-limits", {"minimum": "2", "maximum": "3"}),
        ("bad-number", {"coups": 4}),
        ("bad-number", {"advance": 2}),
        ("bad-players", {"players": []}),
        ("bad-command", {"players": [{"name": "1"}]}),
    ],
)
def test_what_is_wrong_with_an_order_is_a_sentence(
    casino: House, code: str, said: dict[str, Any]
) -> None:
    assert refused(casino, "/api/fairness", {**LAB["/api/fairness"], **said})[1] == code
