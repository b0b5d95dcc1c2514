"""Patrons at the desk over HTTP: look-up, identity, accounts without a sign-in, receipts."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from sabot.audit.audit import Audit
from sabot.rules.roles import (
    CASHIER,
    CASINO_SUPERVISOR,
    DEALER,
    INSPECTOR,
    PLAYER,
    SURVEILLANCE,
)
from server.harness import House, running

PASSPORT = {
    "kind": "passport",
    "document": "N 1234 5678",
    "number": "N 1234 5678",
    "full_name": "Bob  Moreau",
    "born": "1990-02-03",
    "expires": "2099-01-01",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Bob has shown his passport."""
    with running(tmp_path_factory.mktemp("patrons")) as house:
        assert desk(house, "bob", "record-identity", **PASSPORT).status_code == 200
        yield house


IDS = itertools.count(1)


def desk(house: House, at: str, do: str, who: str = CASHIER, /, **fields: Any) -> httpx.Response:
    body = {"id": f"p{next(IDS)}", "do": do, **fields}
    return house.ask(who, "POST", f"/api/players/{at}/commands", body)


def code(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["code"])


def found(house: House, like: str, who: str = CASHIER) -> list[tuple[str, str]]:
    answer = house.ask(who, "POST", "/api/cage/patrons", {"like": like})
    assert answer.status_code == 200, answer.text
    return [(each["player"], each["by"]) for each in answer.json()["patrons"]]


def test_a_patron_is_found_by_name_card_and_document(house: House) -> None:
    assert found(house, "bob") == [("bob", "name")]
    assert found(house, "OB") == [("bob", "name")]
    assert found(house, "Card of BOB") == [("bob", "card")]
    assert found(house, "n12345678") == [("bob", "document")]
    assert found(house, "…5678") == found(house, "no such") == []
    for who in (PLAYER, DEALER, INSPECTOR):
        refused = house.ask(who, "POST", "/api/cage/patrons", {"like": "bob"})
        assert refused.status_code == 403, who


def test_personal_data_is_in_the_vault_and_for_the_cage_alone(house: House) -> None:
    for who in (CASHIER, CASINO_SUPERVISOR):
        seen = house.ask(who, "GET", "/api/players/bob/identity").json()
        assert seen == {"full_name": "Bob Moreau", "born": "1990-02-03", "number": "N 1234 5678"}
    for who in (PLAYER, DEALER, INSPECTOR, SURVEILLANCE):
        assert house.ask(who, "GET", "/api/players/bob/identity").status_code == 403, who
    shown = house.ask(DEALER, "GET", "/api/players/bob").json()["identity"]
    assert (shown["document"], shown["valid"]) == ("…5678", True)
    log = b"".join(each.line for each in house.casino.store.read_all())
    for private in (b"Moreau", b"1990-02-03", b"1234 5678", b"12345678"):
        assert private not in log, private
    assert house.ask(CASHIER, "GET", "/api/players/alice/identity").status_code == 409


def test_a_document_belongs_to_one_account_and_has_not_expired(house: House) -> None:
    assert code(desk(house, "chen", "record-identity", **PASSPORT)) == "document-taken"
    other = {**PASSPORT, "document": "L 99", "number": "L 99"}
    assert code(desk(house, "chen", "record-identity", **{**other, "kind": "library card"})) == (
        "unknown-document"
    )
    assert code(desk(house, "chen", "record-identity", **{**other, "number": "L 98"})) == (
        "no-identity"
    )
    assert code(desk(house, "chen", "record-identity", **{**other, "born": "soon"})) == (
        "no-identity"
    )
    past = {**other, "expires": "2001-01-01"}
    assert code(desk(house, "chen", "record-identity", **past)) == "expired-document"
    assert code(desk(house, "chen", "record-identity", CASINO_SUPERVISOR, **other)) == "wrong-role"
    assert desk(house, "chen", "record-identity", **other).status_code == 200


def test_an_account_is_opened_for_a_patron_who_does_not_sign_in(house: House) -> None:
    assert code(desk(house, "walkin", "deposit", amount="5", method="cash")) == "unknown-player"
    assert desk(house, "walkin", "open-account", player="walkin").status_code == 200
    assert code(desk(house, "dora", "open-account", player="dora")) == "unknown-player"
    assert desk(house, "walkin", "issue-player-card", card="4242 4242").status_code == 200
    paid = {"amount": "12.50", "method": "cash", "reference": "w 1"}
    answer = desk(house, "walkin", "deposit", **paid)
    (event,) = answer.json()["events"]
    path = f"/api/cage/receipts/{event['receipt']}"
    receipt = house.ask(CASHIER, "GET", path).json()
    said = [receipt[each] for each in ("do", "amount", "balance", "by", "reference")]
    assert said == ["deposit", 12_50, 12_50, "cass", "w 1"]
    assert house.ask(PLAYER, "GET", path).status_code == 403
    for number in ("999", "0", "x"):
        path = f"/api/cage/receipts/{number}"
        assert house.ask(CASHIER, "GET", path).status_code == 404, number
    assert found(house, "walk") == [("walkin", "name")]
    again = desk(house, "bob", "deposit", **{**paid, "reference": "w 2"}).json()["events"]
    assert again[0]["receipt"] == event["receipt"] + 1, "one series for all accounts"


def test_nobody_at_the_desk_changes_a_players_own_limits_without_them(house: House) -> None:
    """A new limit takes the player's card; a looser one their PIN as well."""
    assert desk(house, "caller", "open-account", player="caller").status_code == 200
    assert desk(house, "caller", "issue-player-card", card="4343 4343").status_code == 200
    new = {"amount": "100", "period": "week"}
    for who in (CASHIER, CASINO_SUPERVISOR):
        assert code(desk(house, "caller", "set-loss-limit", who, **new)) == "no-consent"
        assert code(desk(house, "caller", "set-deposit-limit", who, amount="5")) == "no-consent"
        other = {**new, "card": "card of bob"}
        assert code(desk(house, "caller", "set-loss-limit", who, **other)) == "no-consent"
    shown = {"card": "4343 4343"}
    assert desk(house, "caller", "set-loss-limit", **new, **shown).status_code == 200
    tighter = {**new, "amount": "99", **shown}
    assert desk(house, "caller", "set-loss-limit", **tighter).status_code == 200
    for looser in ({**new, "amount": "99.01"}, {**new, "amount": None}, {"amount": "99"}):
        no = desk(house, "caller", "set-loss-limit", **looser, **shown)
        assert code(no) == "not-authorised"
    loose = {**new, **shown, "pin": "73910"}
    assert code(desk(house, "caller", "set-loss-limit", **loose)) == "no-pin"
    typed = {"pin": "73910", "shown": "passport"}
    assert desk(house, "caller", "set-pin", **typed).status_code == 200
    seen = {"number": 1, "reason": "seen"}
    assert desk(house, "caller", "confirm-statement", CASINO_SUPERVISOR, **seen).status_code == 200
    forged = {**new, **shown, "authorised": "pin"}
    assert desk(house, "caller", "set-loss-limit", **forged).status_code == 400
    assert code(desk(house, "caller", "set-loss-limit", **{**loose, "pin": "73911"})) == "wrong-pin"
    assert desk(house, "caller", "set-loss-limit", **loose).status_code == 200
    logged = b"".join(each.line for each in house.casino.store.read_all())
    assert not re.search(rb"(?<![0-9a-zA-Z])73910(?![0-9a-zA-Z])", logged), "not within a digest"


def test_the_log_is_in_order(house: House) -> None:
    audit = Audit()
    lines = [each.line for each in house.casino.store.read_all()]
    assert [each for line in lines for each in audit.take(line)] == []
