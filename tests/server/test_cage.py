"""The cashier's desk over HTTP: requests, two cashiers at once, and who may see and do what."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from sabot.audit.audit import Audit
from sabot.rules.roles import (
    CASHIER,
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    INSPECTOR,
    PLAYER,
)
from server.harness import PASSWORD, House, open_accounts, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("cage")) as house:
        house.casino.people.add("colin", PASSWORD, CASHIER, "a test")
        yield house


def account(house: House, do: str, who: str = "bob", **fields: Any) -> httpx.Response:
    """A player's command to their own account."""
    body = {"id": f"{do} {len(list(house.casino.store.read_all()))}", "do": do, **fields}
    return house.ask(who, "POST", "/api/account/commands", body)


def desk(house: House, who: str, do: str, player: str = "bob", **fields: Any) -> httpx.Response:
    body = {"id": f"{do} {len(list(house.casino.store.read_all()))}", "do": do, **fields}
    return house.ask(who, "POST", f"/api/players/{player}/commands", body)


def own(house: House, player: str = "bob") -> Any:
    return house.ask(player, "GET", "/api/account").json()


def number_of(house: House, player: str = "bob") -> int:
    found = [each for each in house.pending() if each["about"] == player]
    return int(found[-1]["number"])


def code(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["code"])


def test_a_request_waits_and_is_confirmed(house: House) -> None:
    before = own(house)["balance"]
    account(house, "deposit", amount="50", method="eftpos", reference="E 7")
    (row,) = house.pending()
    assert (row["do"], row["about"], row["stated_by"], row["yours"]) == (
        "deposit", "bob", "bob", True,
    )  # fmt: skip
    assert row["fields"] == {"amount": "50", "method": "eftpos", "reference": "E 7"}
    assert own(house)["balance"] == before
    assert own(house)["requests"][0]["state"] == "pending"
    for who in ("bob", PLAYER):
        assert house.decide(who, row["stream"], row["number"]).status_code == 403
    for who in (DEALER, CASINO_SUPERVISOR, INSPECTOR):
        assert house.decide(who, row["stream"], row["number"]).status_code in (403, 404), who
    assert house.decide(CASHIER, row["stream"], row["number"]).status_code == 200
    assert own(house)["balance"] == before + 50_00
    assert own(house)["requests"][0]["state"] == "confirmed"
    assert house.pending() == []


def test_a_request_is_refused_with_a_reason(house: House) -> None:
    before = own(house)["balance"]
    account(house, "withdraw", amount="100")
    assert (own(house)["balance"], own(house)["reserved"]) == (before, 100_00)
    number = number_of(house)
    assert (
        code(house.decide(CASHIER, "player:bob", number, confirm=False, reason="")) == "no-reason"
    )
    house.decide(CASHIER, "player:bob", number, confirm=False, reason="come to the desk")
    first = own(house)["requests"][0]
    assert (first["state"], first["reason"], first["by"]) == ("refused", "come to the desk", "cass")
    assert (own(house)["balance"], own(house)["reserved"]) == (before, 0)


def test_a_player_takes_back_only_their_own(house: House) -> None:
    account(house, "withdraw", amount="5")
    number = number_of(house)
    assert code(account(house, "refuse-statement", "chen", number=number, reason="x")) in (
        "no-statement", "not-pending",
    )  # fmt: skip
    assert code(account(house, "confirm-statement", number=number)) == "own-statement"
    assert account(house, "refuse-statement", number=number, reason="no").status_code == 200
    assert own(house)["reserved"] == 0


def test_two_cashiers_at_once_pay_it_once(house: House) -> None:
    before = own(house)["balance"]
    account(house, "withdraw", amount="10")
    number = number_of(house)
    with ThreadPoolExecutor(2) as threads:
        answers = list(
            threads.map(lambda who: house.decide(who, "player:bob", number), ("cass", "colin"))
        )
    assert sorted(each.status_code for each in answers) == [200, 409]
    assert own(house)["balance"] == before - 10_00


def test_a_dealer_has_no_way_to_a_player_s_money(house: House) -> None:
    card = {"card": "card of bob"}
    for who in (DEALER, CASINO_SUPERVISOR, DUTY_MANAGER):
        paid = {"amount": "5", "reference": "s"}
        assert code(desk(house, who, "deposit", method="cash", **paid)) == "wrong-role"
        assert code(desk(house, who, "withdraw", **card, **paid)) == "wrong-role"
    join = {"player": "bob", "chips": "5"}
    for who in (DEALER, DUTY_MANAGER):
        for table in ("baccarat", "mini"):
            assert code(house.do(table, who, "join-table", **join, **card)) == "no-consent"
    assert desk(house, DEALER, "issue-player-card", card="X").status_code == 403
    seen = house.ask(DEALER, "GET", "/api/players/bob").json()
    assert "card of bob" not in str(seen) and own(house)["card"] == seen["card"] == "…fbob"


def test_nobody_stakes_for_a_player_at_a_virtual_table(house: House) -> None:
    house.prepare("mini")
    house.sit("mini", "bob", chips="100")
    stake = {"player": "bob", "on": "player", "amount": "10"}
    assert code(house.do("mini", DEALER, "place-wager", **stake)) == "no-consent"
    house.done("mini", "bob", "place-wager", **stake)
    assert code(house.do("mini", DEALER, "withdraw-wager", player="bob", on="player")) == (
        "no-consent"
    )
    house.done("mini", "bob", "withdraw-wager", player="bob", on="player")
    house.done("mini", "bob", "leave-table", player="bob")


def test_the_desk_knows_whose_card_it_is(house: House) -> None:
    found = house.ask(CASHIER, "POST", "/api/cage/cards", {"card": "card of bob"})
    assert found.json() == {"player": "bob"}
    none = {"card": "none"}
    assert house.ask(CASHIER, "POST", "/api/cage/cards", none).status_code == 404
    assert house.ask(DEALER, "POST", "/api/cage/cards", none).status_code == 404
    assert house.ask("bob", "POST", "/api/cage/cards", none).status_code == 403


def test_above_the_threshold_another_person_confirms(house: House) -> None:
    before = own(house, "chen")["balance"]
    large = {"amount": "10000.01", "method": "cash", "reference": "s 9"}
    assert desk(house, CASHIER, "deposit", "chen", **large).status_code == 200
    number = number_of(house, "chen")
    assert code(house.decide(CASHIER, "player:chen", number)) == "own-statement"
    assert own(house, "chen")["balance"] == before
    assert house.decide(CASINO_SUPERVISOR, "player:chen", number).status_code == 200
    assert own(house, "chen")["balance"] == before + 10000_01
    assert code(account(house, "deposit", "chen", amount="10000.01", method="eftpos")) == (
        "at-the-desk"
    )


def test_thresholds_are_shown_and_changed_by_two(house: House) -> None:
    assert own(house)["deposit_above"] == 10_000_00
    new = {"id": "new", "deposit": "500", "withdrawal": "400", "reason": "a test"}
    assert house.ask(CASHIER, "PUT", "/api/cage", new).status_code == 403
    assert code(house.ask(CASINO_SUPERVISOR, "PUT", "/api/cage", new)) == "wrong-role"
    assert house.ask(DUTY_MANAGER, "PUT", "/api/cage", {**new, "id": "2"}).status_code == 200
    assert house.ask(CASHIER, "GET", "/api/cage").json()["deposit"] == 10_000_00
    assert code(house.decide(DUTY_MANAGER, "cage:house", 1)) == "own-statement"
    assert house.decide(GAMING_MANAGER, "cage:house", 1).status_code == 200
    assert house.ask(CASHIER, "GET", "/api/cage").json()["deposit"] == 500_00
    assert code(account(house, "deposit", amount="500.01", method="eftpos")) == "at-the-desk"
    back = {"id": "3", "deposit": "10000", "withdrawal": "10000", "reason": "a test"}
    house.ask(DUTY_MANAGER, "PUT", "/api/cage", back)
    house.decide(GAMING_MANAGER, "cage:house", 2)


def test_the_log_says_through_which_session_it_came(house: House) -> None:
    account(house, "deposit", amount="1", method="eftpos")
    house.decide(CASHIER, "player:bob", number_of(house))
    lines = [each.line for each in house.casino.store.read("player:bob")][-3:]
    sessions = [house.casino.people.session(house.token(name)) for name in ("bob", "cass", "cass")]
    for line, session in zip(lines, sessions, strict=True):
        assert session is not None and f'"via":"{session.id}"'.encode() in line
    found = house.ask(INSPECTOR, "GET", "/api/log/search?stream=player:bob").json()["found"]
    assert found[-1]["via"] == sessions[-1].id  # type: ignore[union-attr]


def test_whoever_is_excluded_from_the_casino_is_out_at_once(house: House) -> None:
    house.casino.people.add("mallory", PASSWORD, PLAYER, "a test")
    open_accounts(house.casino.floor, ("mallory",))
    token = house.token("mallory")
    house.sit("mini", "mallory", chips="500")
    device = {"measures": ["exclude"], "reason": "a device", "offence": "14.6"}
    house.done("baccarat", CASINO_SUPERVISOR, "sanction-player", player="mallory", **device)
    headers = {"authorization": f"Bearer {token}"}
    out = httpx.get(f"{house.origin}/api/account", headers=headers)
    ends = house.clock() + timedelta(seconds=30)
    while out.status_code != 401 and house.clock() < ends:
        out = httpx.get(f"{house.origin}/api/account", headers=headers)
    assert out.status_code == 401
    said = {"name": "mallory", "password": PASSWORD}
    again = httpx.post(f"{house.origin}/api/session", json=said, headers={"origin": house.origin})
    assert again.status_code == 401
    seen = house.ask(CASHIER, "GET", "/api/players/mallory").json()
    assert (seen["table"], seen["balance"]) == (None, 20_000_00)


def test_all_of_it_is_audited_clean(house: House) -> None:
    lines = [each.line for each in house.casino.store.read_all()]
    audit = Audit()
    assert [each for line in lines for each in audit.take(line)] == []


def test_killed_between_a_request_and_its_answer(tmp_path: Path) -> None:
    url = str(tmp_path / "casino.db")
    with running(tmp_path, store=url) as first:
        account(first, "withdraw", amount="70")
        before = own(first)["balance"]
    with running(tmp_path, store=url, fresh=False) as second:
        assert own(second)["reserved"] == 70_00
        (row,) = second.pending()
        assert second.decide(CASHIER, row["stream"], row["number"]).status_code == 200
        assert (own(second)["balance"], own(second)["reserved"]) == (before - 70_00, 0)


def test_what_waits_at_a_table_is_answered_here_too(house: House) -> None:
    house.done("three-card", DUTY_MANAGER, "close-float", counted="999000")
    (row,) = [each for each in house.pending(CASINO_SUPERVISOR) if each["do"] == "close-float"]
    assert (row["stream"], row["about"], row["yours"]) == ("table:three-card", "three-card", True)
    assert all(each["stream"] != row["stream"] for each in house.pending())
    assert house.decide(CASHIER, row["stream"], row["number"]).status_code == 403
    answer = house.decide(CASINO_SUPERVISOR, row["stream"], row["number"])
    assert answer.status_code == 200, answer.text
    assert answer.json()["events"][0]["what"] == "statement-confirmed/1"
    assert all(each["stream"] != row["stream"] for each in house.pending(CASINO_SUPERVISOR))


def test_a_fill_is_signed_at_the_cage(house: House) -> None:
    """Chips come on a slip of the pit and the cage; pit staff do not sign for the cage."""
    house.done("baccarat", DUTY_MANAGER, "fill", amount="5000", slip="F 101")
    (row,) = [each for each in house.pending() if each["do"] == "fill"]
    assert (row["about"], row["fields"], row["yours"]) == (
        "baccarat", {"amount": "5000", "slip": "F 101"}, True,
    )  # fmt: skip
    assert house.decide(CASINO_SUPERVISOR, row["stream"], row["number"]).status_code == 403
    answer = house.decide(CASHIER, row["stream"], row["number"])
    assert answer.status_code == 200, answer.text
    assert len(answer.json()["events"]) == 2
    assert not [each for each in house.pending() if each["do"] == "fill"]


def test_a_player_allows_in_their_session_what_a_cashier_pays_out(house: House) -> None:
    before = own(house)["balance"]
    paid = {"amount": "15", "reference": "slip out 1", "card": "card of bob"}
    assert (
        desk(house, CASHIER, "withdraw", **paid)
        .json()["events"][0]["what"]
        .startswith("statement-made")
    )
    (asked,) = own(house)["to_allow"]
    assert asked["amount"] == "15" and own(house)["balance"] == before
    stream = "player:bob"
    assert house.decide(CASHIER, stream, asked["number"]).status_code in (403, 409)
    word = {"number": asked["number"], "reason": "yes"}
    assert account(house, "confirm-statement", **word).status_code == 200
    assert own(house)["balance"] == before - 15_00 and own(house)["to_allow"] == []


def test_a_player_fills_no_log_with_long_texts(house: House) -> None:
    """Requests of long texts, each taken back with another, filled the log."""
    asked = {"amount": "5", "method": "bank transfer"}
    before = own(house)["reserved"]
    assert code(account(house, "withdraw", **asked, reference="x" * 4_000)) == "too-big"
    assert account(house, "withdraw", **asked, reference="x" * 1_000).status_code == 200
    number = number_of(house)
    taken = account(house, "refuse-statement", number=number, reason="x" * 4_000)
    assert code(taken) == "too-big"
    assert account(house, "refuse-statement", number=number, reason="no").status_code == 200
    assert own(house)["reserved"] == before


def test_a_player_sets_a_pin_and_types_it_at_the_desk(house: House) -> None:
    before = own(house)["balance"]
    assert own(house)["pin"] is False
    answer = account(house, "set-pin", pin="73910")
    assert answer.status_code == 200, answer.text
    assert own(house)["pin"] is True
    paid = {"amount": "15", "reference": "slip out 2", "card": "card of bob"}
    refused = desk(house, CASHIER, "withdraw", **paid, pin="73911")
    assert code(refused) == "wrong-pin" and "4 more wrong ones" in refused.text
    assert desk(house, CASHIER, "withdraw", **paid, pin="73910").status_code == 200
    assert own(house)["balance"] == before - 15_00
