"""The description of the API holds: allowed requests are answered as it says, never with 5xx."""

from collections.abc import Iterator
from random import Random
from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from sabot.server.app import ROUTES
from sabot.server.http.openapi import description
from server.harness import NAMES, PATIENCE, House, running
from support.thorough import TIMES, tries

DOZEN = 12
# Explicit are thousands of questions at every boundary of every field: for the long search.
PHASES = [hypothesis.Phase.generate, *([hypothesis.Phase.explicit] if TIMES > 1 else [])]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("openapi")) as house:
        house.prepare("baccarat")
        house.sit("baccarat")
        yield house


def sampled(described: Any) -> Any:
    """The description with a dozen of the many commands that a body may be: to make bodies out of
    all of them takes a minute, which only the long search has."""
    if isinstance(described, list):
        return [sampled(each) for each in described]
    if not isinstance(described, dict):
        return described
    return {
        key: Random(7).sample(each, DOZEN * TIMES)
        if key == "anyOf" and len(each) > DOZEN * TIMES
        else sampled(each)
        for key, each in described.items()
    }


schema = schemathesis.openapi.from_dict(sampled(description(ROUTES)))


@schema.parametrize()
@hypothesis.settings(
    max_examples=tries(4),
    deadline=None,
    derandomize=True,
    database=None,
    phases=PHASES,
    suppress_health_check=list(hypothesis.HealthCheck),
)
def test_every_answer_is_as_described(house: House, case: Any) -> None:
    roles = case.operation.definition.raw.get("x-roles", [])
    for key in case.path_parameters:
        # Half of the questions are about things that there are.
        if key in ("id", "name") and len(str(case.path_parameters[key])) % 2:
            case.path_parameters[key] = "baccarat" if key == "id" else "bob"
    role = roles[len(str(case.path_parameters)) % len(roles)] if roles else ""
    case.call_and_validate(
        base_url=house.origin,
        headers=house.headers(NAMES.get(role, "")),
        checks=CHECKS,
        timeout=PATIENCE,
    )


def test_every_route_is_described_once() -> None:
    paths = description(ROUTES)["paths"]
    described = {(path, method.upper()) for path, each in paths.items() for method in each}
    ours = {(route.path, route.method) for route in ROUTES if route.path != "/metrics"}
    assert described == ours
    names = [each["operationId"] for path in paths.values() for each in path.values()]
    assert len(names) == len(set(names)), sorted(names)
    assert all(route.summary for route in ROUTES)


def test_a_command_says_neither_who_nor_when() -> None:
    schemas = description(ROUTES)["components"]["schemas"]
    wager = schemas["PlaceWager"]
    assert {"actor", "role", "at", "stream"}.isdisjoint(wager["properties"])
    assert {"id", "do", "player", "on", "amount"} <= set(wager["required"])
