"""The rulebook's answer to an irregularity, asked over HTTP; asking changes nothing."""

from collections.abc import Iterator
from typing import Any

import pytest

from sabot.rulebooks import RULEBOOKS
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.irregularities.situations import CIRCUMSTANCES, SITUATIONS
from sabot.server.tables.needs import FIELDS
from sabot.table.irregularities import ReportIrregularity
from server.harness import TABLES, House, running
from support.provisions import whole

STANDS = "surplus-to-player-banker-stands"


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Tables at which the dealer types the cards; at Baccarat a natural nine lies before Al."""
    with running(tmp_path_factory.mktemp("typed"), feed="typed") as house:
        house.prepare("baccarat")
        staff = "dealer"
        house.done("baccarat", staff, "join-table", player="al", chips="500", card="al 1")
        house.done("baccarat", staff, "place-wager", player="al", on="player", amount="50")
        house.done("baccarat", staff, "no-more-bets")
        for card in ("9S", "5H", "KD", "KC"):
            house.done("baccarat", staff, "deal-card", card=card)
        yield house


def guide(house: House, who: str = "dealer", table: str = "baccarat", **said: Any) -> Any:
    answer = house.ask(who, "POST", f"/api/tables/{table}/guide", said)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(house: House, who: str = "dealer", table: str = "baccarat", **said: Any) -> Any:
    answer = house.ask(who, "POST", f"/api/tables/{table}/guide", said)
    return answer.status_code, answer.json()["error"]["code"]


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_document_shows_every_situation_with_its_cells(typed: House, book: str) -> None:
    shown = typed.ask("dealer", "GET", f"/api/rulebooks/{book}/irregularities").json()
    assert [each["name"] for each in shown["situations"]] == [each.name for each in SITUATIONS]
    for each in shown["situations"]:
        cells = RULEBOOKS[book].conduct.irregularities[each["name"]]
        assert [cell["clause"] for cell in each["cells"]] == [cell.clause for cell in cells]
        assert [cell["outcome"] for cell in each["cells"]] == [cell.outcome.name for cell in cells]
        told = [[duty["clause"] for duty in cell["duties"]] for cell in each["cells"]]
        assert told == [[duty.clause for duty in cell.duties] for cell in cells]
        for question in each["asks"]:
            values = [option["value"] for option in question["options"]]
            assert values == list(CIRCUMSTANCES[question["name"]])
    assert "NO_RULE" not in {each["name"] for each in shown["outcomes"]}


def test_an_unknown_document_is_not_found(typed: House) -> None:
    answer = typed.ask("dealer", "GET", "/api/rulebooks/pontoon/irregularities")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown-rulebook")


def test_questions_come_before_the_rule(typed: House) -> None:
    """The table answers what it sees; only what it cannot see is left to ask."""
    first = guide(typed, situation=STANDS)
    assert first["rule"] is None and not first["yours"]
    (asked,) = first["asks"]
    assert (asked["name"], asked["kind"], asked.get("known")) == ("exposed", "yes-no", None)
    assert {option["words"] for option in asked["options"]} == {"seen", "unseen"}


def test_the_rule_its_clause_and_the_steps(typed: House) -> None:
    told = guide(typed, situation=STANDS, circumstances={"exposed": True}, card="7D")
    rule = told["rule"]
    assert (rule["clause"], rule["outcome"], rule["also"]) == ("12.3", "FIRST_OF_NO_BET", ["12.4"])
    assert told["yours"] and told["decides"] is None and told["refused"] is None
    assert told["steps"] == [
        "The card opens a no-bet coup (12.3).",
        "The next coup is dealt without wagers, that card first.",
    ]
    (need,) = told["needs"]
    assert (need["field"], need["kind"], need["required"]) == ("card", "card", True)


def test_the_other_circumstance_is_another_clause(typed: House) -> None:
    told = guide(typed, situation=STANDS, circumstances={"exposed": False})
    assert (told["rule"]["clause"], told["rule"]["outcome"]) == ("12.2", "FIRST_OF_NEXT")
    assert not told["needs"][0]["required"]


def test_the_table_says_what_it_would_refuse(typed: House) -> None:
    unnamed = guide(typed, situation=STANDS, circumstances={"exposed": True})
    assert unnamed["refused"]["code"] == "unknown-card"
    draws = guide(typed, situation="surplus-to-player-banker-draws", card="7D")
    assert (draws["refused"]["code"], draws["refused"]["clause"]) == ("not-so", "12.2")


def test_what_a_supervisor_has_to_say_waits_for_one(typed: House) -> None:
    asked = {"situation": "cannot-rebuild"}
    dealer = guide(typed, **asked)
    assert (dealer["decides"], dealer["yours"]) == ("casino supervisor", False)
    assert dealer["refused"]["code"] == "wrong-role"
    assert dealer["steps"][0] == "A casino supervisor has to say so (12.1.2)."
    assert guide(typed, "gaming supervisor", **asked)["yours"]


def test_who_has_to_confirm_is_said_before_it_is_sent(typed: House) -> None:
    """A wager that was not keyed is one person's word; keyed ones are on record."""
    found = {"situation": "below-minimum", "player": "al", "on": "tie", "amount": "5"}
    told = guide(typed, **found)
    assert (told["confirms"], told["yours"]) == ("casino supervisor", True)
    assert told["steps"][0] == "Before anything moves, a casino supervisor confirms what is said."
    keyed = guide(typed, situation="below-minimum")
    assert keyed["confirms"] is None
    assert keyed["steps"][0] == "No confirmation is needed: it rests on the stakes in the log."


def test_a_situation_without_a_rule_is_the_supervisors_to_decide(typed: House) -> None:
    told = guide(typed, situation="wrong-call-or-settlement", circumstances={"paid": False})
    assert (told["rule"]["outcome"], told["rule"]["clause"]) == ("NO_RULE", None)
    assert told["decides"] == "casino supervisor" and told["yours"]


def test_who_must_be_told_is_said(typed: House) -> None:
    told = guide(typed, situation="missing-or-foreign-card")
    duties = [(duty["to"], duty["clause"]) for duty in told["rule"]["duties"]]
    assert duties == [("surveillance", "12.11.4"), ("inspector", "12.11.4")]
    assert told["steps"][-2:] == [
        "Tell Surveillance at once (12.11.4).",
        "Tell the inspector in the daily summary or as a breach report (12.11.4).",
    ]


def test_what_the_table_knows_nobody_is_asked(typed: House) -> None:
    told = guide(typed, situation="change-of-wagers")
    known = {each["name"]: each.get("known") for each in told["asks"]}
    assert known == {"exposed": True, "method": "A"}
    assert told["rule"]["clause"] == "5.4"


def test_nothing_is_done_by_asking(typed: House) -> None:
    before = typed.see("baccarat")
    guide(typed, situation="missing-or-foreign-card")
    guide(typed, "duty manager", situation="cannot-rebuild")
    assert typed.see("baccarat") == before


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        ({"situation": "rain"}, 409, "unknown-situation"),
        ({"situation": STANDS, "circumstances": {"mood": True}}, 409, "bad-circumstances"),
        ({"situation": "hand-without-wager"}, 409, "cannot-happen"),
        ({}, 400, "bad-command"),
        ({"situation": STANDS, "colour": "red"}, 400, "bad-command"),
    ],
)
def test_nonsense_is_refused(typed: House, said: dict[str, Any], status: int, code: str) -> None:
    assert refused(typed, **said) == (status, code)


def test_a_table_that_is_not_there(typed: House) -> None:
    assert refused(typed, table="nowhere", situation=STANDS) == (404, "unknown-table")


@pytest.mark.parametrize("who", ["alice", "administrator", "tournament manager"])
def test_only_gaming_staff_and_those_who_watch_ask(typed: House, who: str) -> None:
    assert refused(typed, who, situation=STANDS) == (403, "wrong-role")
    assert typed.ask(who, "GET", "/api/tables/baccarat/choices").status_code == 403


def test_at_a_virtual_table_nothing_falls(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("virtual")) as house:
        house.prepare("baccarat")
        answer = house.ask("dealer", "POST", "/api/tables/baccarat/guide",
                           {"situation": "first-card-exposed"})  # fmt: skip
        assert answer.json()["error"]["code"] == "cannot-happen"


def test_every_field_of_a_remedy_is_one_of_the_report() -> None:
    fields = set(ReportIrregularity.__struct_fields__)
    assert set(FIELDS) <= fields
    assert {name for each in Outcome for name in each.value.needs} <= set(FIELDS)


# What a supervisor can choose from


@pytest.mark.parametrize(("book", "table"), TABLES.items())
def test_the_choices_of_a_table_are_its_documents(typed: House, book: str, table: str) -> None:
    shown = typed.ask("gaming supervisor", "GET", f"/api/tables/{table}/choices").json()
    rules = RULEBOOKS[book]
    opening = shown["opening"]
    assert opening == typed.ask("dealer", "GET", f"/api/rulebooks/{book}/opening").json()
    assert opening["decks"][0] == rules.decks()
    assert [each["name"] for each in opening["methods"]] == [m.name for m in rules.conduct.methods]
    assert [each["name"] for each in opening["schemes"]] == list(rules.schemes)
    signs = {sign["name"]: sign for sign in shown["signs"]}
    assert signs["close"]["clause"] == whole(rules.conduct.general).close.clause
    change = rules.conduct.limits.change
    assert change is not None
    assert signs["minimum" if change.minutes else "limits"]["minutes"] == change.minutes
    at_once = shown["raise_minimum"]
    assert (at_once and at_once["clause"]) == rules.conduct.limits.at_once
    assert shown["dispute"]["by"] == whole(rules.conduct.general).disputes.first.by
    assert {each["name"] for each in shown["replacements"]} == {
        each.occasion for each in rules.preparation.replacements
    }


def test_approvals_are_those_that_the_document_knows(typed: House) -> None:
    shown = typed.ask("dealer", "GET", "/api/tables/baccarat/choices").json()["approvals"]
    found = {(each["what"], each.get("way")): each["clause"] for each in shown}
    assert ("burn", "counted") in found and ("nominate", None) in found
    assert all(clause for clause in found.values())
    assert {each["what"]: each.get("player", False) for each in shown}["nominate"]


def test_every_optional_bet_can_be_chosen(typed: House) -> None:
    bets = typed.ask("dealer", "GET", "/api/rulebooks/star-baccarat/opening").json()["side_bets"]
    assert {bet["id"] for bet in bets} >= {"pairs-player", "pairs-banker"}
    answer = typed.ask("dealer", "GET", "/api/rulebooks/pontoon/opening")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown-rulebook")
