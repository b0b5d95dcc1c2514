"""The policy in force over HTTP: shown to all, changed by managers only."""

from collections.abc import Iterator
from typing import Any

import pytest

from sabot.rules.roles import (
    CASHIER,
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    INSPECTOR,
    PLAYER,
)
from server.harness import House, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("policy")) as house:
        yield house


def shown(house: House, who: str = PLAYER) -> Any:
    return house.ask(who, "GET", "/api/policy").json()


def test_a_policy_is_shown_adopted_and_ended(house: House) -> None:
    for who in (PLAYER, DEALER, CASHIER, INSPECTOR):
        seen = shown(house, who)
        assert (seen["name"], seen["in_force"], seen["shipped"]) == (None, False, ["nsw"])
    text = house.ask(DUTY_MANAGER, "GET", "/api/policy/files/nsw").json()["text"]
    unknown = house.ask(DUTY_MANAGER, "GET", "/api/policy/files/..%2Fnsw")
    assert unknown.status_code == 404
    change = {"id": "p1", "reason": "the law", "text": text}
    for who in (PLAYER, DEALER, CASHIER, INSPECTOR, CASINO_SUPERVISOR):
        assert house.ask(who, "PUT", "/api/policy", change).status_code == 403, who
    wrong = {**change, "id": "p0", "text": text + "\nx = 1"}
    faulty = house.ask(DUTY_MANAGER, "PUT", "/api/policy", wrong)
    assert faulty.json()["error"]["code"] == "bad-policy"
    assert house.ask(DUTY_MANAGER, "PUT", "/api/policy", change).status_code == 200
    (row,) = house.pending(GAMING_MANAGER)
    assert (row["do"], row["about"], row["yours"]) == ("adopt-policy", "casino", True)
    assert house.decide(GAMING_MANAGER, row["stream"], row["number"]).status_code == 200
    seen = shown(house)
    assert (seen["name"], seen["in_force"]) == ("nsw", True)
    rules = {each["rule"]: each for each in seen["editions"][0]["rules"]}
    days = rules["exclusion.least_days"]
    assert (days["value"], days["unit"], days["choice"]) == (180, "days", True)
    end = {"id": "p2", "reason": "a test"}
    assert house.ask(DUTY_MANAGER, "PUT", "/api/policy", end).status_code == 200
    (row,) = house.pending(GAMING_MANAGER)
    house.decide(GAMING_MANAGER, row["stream"], row["number"])
    assert shown(house)["name"] is None
