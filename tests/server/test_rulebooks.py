"""The rulebooks over HTTP: open to everybody, as each document wants it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from sabot.rulebooks import RULEBOOKS, in_force
from sabot.rulebooks.catalogue import catalogue
from sabot.rules.roles import DEALER, PLAYER
from server.harness import House
from support.editions import CHANGED, FIRST, SECOND, enact


@pytest.mark.parametrize("who", ["", PLAYER])
def test_the_approved_documents_are_listed(casino: House, who: str) -> None:
    listed = casino.ask(who, "GET", "/api/rulebooks").json()
    assert [each["id"] for each in listed] == list(RULEBOOKS)
    for each in listed:
        book = in_force(each["id"], casino.casino.clock())
        assert (each["digest"], each["tournaments"]) == (book.digest, book.tournament is not None)
    assert {each["tournaments"] for each in listed} == {True, False}


@pytest.mark.parametrize("id_", RULEBOOKS)
def test_a_document_says_what_it_allows(casino: House, id_: str) -> None:
    book = in_force(id_, casino.casino.clock())
    view = casino.ask("", "GET", f"/api/rulebooks/{id_}").json()
    assert view["decks"] == list(book.preparation.decks.allowed)
    assert view["schemes"] == book.schemes
    assert view["counts"] == catalogue(id_, book.version).count()
    assert view["decides"] == (book.procedure.takes_decisions is not None)
    for shown, wager in zip(view["wagers"], book.wagers, strict=True):
        assert (shown["id"], shown["clause"]) == (wager.id, wager.clause)
        lines = [(each["pays"], each["clause"], each.get("scheme")) for each in shown["lines"]]
        assert lines == [(str(line.pays), line.clause, line.scheme) for line in wager.lines]
        assert [each["name"] for each in shown["lines"]] == [
            f"{wager.id}/{place}" for place in range(1, len(lines) + 1)
        ]
        assert all(each["when"] for each in shown["lines"])


@pytest.mark.parametrize("id_", RULEBOOKS)
def test_every_clause_is_there_with_its_status(casino: House, id_: str) -> None:
    path = f"/api/rulebooks/{id_}/clauses"
    listed = casino.ask("", "GET", path).json()
    kept = list(catalogue(id_, in_force(id_, datetime.now(UTC)).version).clauses.values())
    assert [each["clause"] for each in listed] == [each.number for each in kept]
    assert [each["kind"] for each in listed] == [each.kind for each in kept]
    assert [tuple(each.get("tests", ())) for each in listed] == [each.tests for each in kept]
    short = casino.ask("", "GET", f"{path}?tests=false").json()
    assert not any("tests" in each for each in short) and len(short) == len(listed)
    assert len(casino.ask("", "GET", f"{path}?tests=false").content) < 160_000


def test_one_clause_with_its_odds_and_its_readings(casino: House) -> None:
    shown = casino.ask("", "GET", "/api/rulebooks/star-baccarat/clauses/11.1.3").json()
    assert shown["pays"] == ["Banker: 19 to 20, commission"]
    assert shown["rulings"][0]["question"].startswith("When are 19 to 20")
    lettered = casino.ask("", "GET", "/api/rulebooks/canberra-mini/clauses/8.8(b)").json()
    assert lettered["clause"] == "8.8"


def test_an_edition_is_asked_for_by_its_version(
    casino: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a table names it; else the one that is in force is shown."""
    later = replace(SECOND, in_force="2999-01-01")
    enact(monkeypatch, FIRST, later)

    def asked(more: str = "") -> tuple[str, str, str]:
        view = casino.ask("", "GET", f"/api/rulebooks/star-baccarat{more}").json()
        (tie,) = [each for each in view["wagers"] if each["id"] == "tie"]
        path = f"/api/rulebooks/star-baccarat/irregularities{more}"
        matrix = casino.ask(DEALER, "GET", path).json()
        (cells,) = [each["cells"] for each in matrix["situations"] if each["name"] == CHANGED]
        return view["version"], tie["lines"][0]["pays"], cells[0]["outcome"]

    assert asked() == asked("?edition=version 4") == ("version 4", "8:1", "FIRST_OF_NO_BET")
    assert asked("?edition=version 99") == ("version 99", "9:1", "BURN")
    listed = casino.ask("", "GET", "/api/rulebooks").json()
    assert [each["version"] for each in listed if each["id"] == "star-baccarat"] == ["version 4"]
    enact(monkeypatch, FIRST, SECOND)
    assert asked()[0] == "version 99"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/rulebooks/star-poker", "unknown-rulebook"),
        ("/api/rulebooks/star-poker/clauses", "unknown-rulebook"),
        ("/api/rulebooks/star-baccarat/clauses/99.1", "unknown-clause"),
        ("/api/rulebooks/star-baccarat?edition=5", "unknown-edition"),
        ("/api/rulebooks/star-baccarat/clauses?edition=5", "unknown-edition"),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(casino: House, path: str, code: str) -> None:
    answer = casino.ask("", "GET", path)
    assert answer.status_code == 404 and answer.json()["error"]["code"] == code
    assert casino.ask("", "GET", "/api/rulebooks/star-baccarat/clauses?x=1").status_code == 400
