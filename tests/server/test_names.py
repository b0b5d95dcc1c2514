"""Over the network: staff who play, players by other spellings, other zones, ids used twice."""

import itertools
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from sabot.rules.roles import CASHIER, DEALER, GAMING_MANAGER
from server.harness import PASSWORD, House, running

SUPERVISOR = "carla"
IDS = itertools.count(1)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("names")) as house:
        yield house


def code(answer: httpx.Response) -> str:
    return "" if answer.status_code == 200 else str(answer.json()["error"]["code"])


def desk(house: House, whose: str, do: str, who: str = CASHIER, **fields: Any) -> httpx.Response:
    body = {"id": f"names-{next(IDS)}", "do": do, **fields}
    return house.ask(who, "POST", f"/api/players/{whose}/commands", body)


def test_a_dealer_who_plays_under_a_second_name_does_not_deal_there(house: House) -> None:
    """bob is dora's own account: two others have said so. At another table she deals."""
    said = {"staff": "dora", "reason": "works here"}
    assert code(desk(house, "bob", "record-staff-name", **said)) == ""
    assert house.decide(DEALER, "player:bob", 2).status_code == 404, "it is not hers to see"
    assert house.decide(SUPERVISOR, "player:bob", 2).status_code == 200
    house.sit("mini", "bob")
    assert code(house.do("mini", DEALER, "sign-on")) == "plays-here"
    house.prepare("mini")
    house.done("mini", "bob", "place-wager", player="bob", on="player", amount="10")
    for do in ("no-more-bets", "settle-wagers", "clear-cards", "deal-card"):
        assert house.do("mini", DEALER, do).status_code != 200, do
    assert code(house.do("baccarat", DEALER, "sign-on")) == ""
    card = {"player": "bob", "card": "card of bob", "chips": "10"}
    house.play("mini")
    house.done("mini", "bob", "leave-table", player="bob")
    assert code(house.do("baccarat", "bob", "join-table", **card)) == "deals-here"
    house.done("baccarat", DEALER, "sign-off")


def test_a_dealer_locks_no_supervisor_out(house: House) -> None:
    for name in ("carla", "Carla", "CARLA", "c.arla", "car1a"):
        answer = house.do("seven-up", DEALER, "join-table", player=name, card="X 1")
        assert code(answer) in ("staff-name", "not-a-player"), name
    sign = {"minimum": "10", "maximum": "900"}
    assert code(house.do("seven-up", SUPERVISOR, "change-limits", sign=sign)) == ""


def test_an_excluded_player_does_not_return_by_spelling_or_card(house: House) -> None:
    out = {"reason": "a device", "casino": True}
    assert code(desk(house, "chen", "exclude-player", who=GAMING_MANAGER, **out)) == ""
    for name in ("CHEN", "ch.en", "\u0441hen"):
        answer = house.do("seven-up", DEALER, "join-table", player=name, card="X 2")
        assert code(answer) == "excluded", name
        added = {"name": name, "password": PASSWORD, "role": "player"}
        login = house.ask("ada", "POST", "/api/people", added)
        assert login.json()["error"]["code"] in ("excluded", "bad-name"), name
    house.casino.people.add("nina", PASSWORD, "player", "a test")
    other = {"player": "nina", "card": "Card-of CHEN"}
    assert code(house.do("baccarat", DEALER, "join-table", **other)) == "player-card"
    assert code(desk(house, "nina", "open-account", player="nina")) == ""


def test_an_account_has_the_casinos_own_zone(house: House) -> None:
    house.casino.people.add("olga", PASSWORD, "player", "a test")
    elsewhere = {"player": "olga", "zone": "Pacific/Kiritimati"}
    assert code(desk(house, "olga", "open-account", **elsewhere)) == "wrong-zone"
    own = {"player": "olga", "zone": "Australia/Sydney"}
    assert code(desk(house, "olga", "open-account", **own)) == ""


def test_an_id_that_comes_with_other_content_is_refused(house: House) -> None:
    limit = {"id": "once", "do": "set-loss-limit", "amount": "500", "period": "day"}
    path = "/api/account/commands"
    first = house.ask("alice", "POST", path, limit)
    assert first.status_code == 200
    other = house.ask("alice", "POST", path, {**limit, "amount": "400"})
    assert (other.status_code, code(other)) == (409, "id-used")
    assert house.ask("alice", "POST", path, limit).json() == first.json()
