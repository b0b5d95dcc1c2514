"""Players cut a virtual stack in their own session: in whose turn, how deep, and after what."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from sabot.audit.audit import Audit
from sabot.store import export_lines
from server.harness import TABLES, House, running

CUT = {
    "star-baccarat": ("4.4", "4.5"),
    "star-three-card": ("4.4", "4.5"),
    "star-lucky-draw": ("4.7", "4.8"),
    "canberra-mini": ("5.3", "5.4"),
}
"""The clauses of the offer and of the cut itself. 7-Up's device is not cut."""
IN_TURN = [game for game in CUT if game != "canberra-mini"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("cut")) as house:
        yield house


def shuffled(house: House, game: str, *players: str) -> str:
    """A table whose cards are shuffled and not cut, with these players at it."""
    table = TABLES[game]
    for gone in ("alice", "bob", "chen"):
        for other in TABLES.values():
            if gone in str(house.see(other)["table"]["seats"]):
                house.do(other, gone, "leave-table", player=gone)
    house.prepare(table)
    for place, player in enumerate(players, 1):
        where: dict[str, Any] = {"place": place} if game in IN_TURN else {}
        house.sit(table, player, **where)
    if game == "star-baccarat":  # 4.3: at a supervisor's discretion
        house.done(table, "dylan", "approve", what="players cut")
    house.done(table, "dylan", "shuffle", reason="a fresh stack")
    while (step := house.see(table)["staff"]["next"])["do"] != "cut-cards":
        assert house.step(table), step
    return table


def no(answer: Any) -> tuple[str, str | None]:
    error = answer.json()["error"]
    return error["code"], error["clause"]


@pytest.mark.parametrize("game", IN_TURN)
def test_the_cut_goes_round_in_order_and_the_player_cuts(house: House, game: str) -> None:
    table = shuffled(house, game, "alice", "bob")
    offered, clause = CUT[game]
    first, then = (
        ("alice", "bob") if house.see(table, "alice")["you"].get("cut") else ("bob", "alice")
    )
    offer = house.see(table, first)["you"]["cut"]
    assert offer["least"] == 52 and offer["clause"] == clause
    assert "cut" not in house.see(table, then)["you"]
    assert no(house.do(table, then, "take-cut", depth=100)) == ("wrong-cut", offered)
    assert no(house.do(table, then, "pass-cut")) == ("wrong-cut", offered)
    assert no(house.do(table, "dora", "take-cut", depth=100))[0] == "wrong-role"
    house.done(table, first, "pass-cut")
    for depth in (51, offer["most"] + 1):
        assert no(house.do(table, then, "take-cut", depth=depth)) == ("wrong-cut", clause)
    house.done(table, then, "take-cut", depth=77)
    assert no(house.do(table, then, "take-cut", depth=77))[0] != ""
    stack = house.casino.floor.table(table).stack
    assert (stack.depth, stack.stage, stack.passed) == (77, "ready", ())


def test_5_3_any_player_may_cut(house: House) -> None:
    table = shuffled(house, "canberra-mini", "alice", "bob")
    assert house.see(table, "alice")["you"]["cut"] and house.see(table, "bob")["you"]["cut"]
    house.done(table, "bob", "pass-cut")
    assert "cut" not in house.see(table, "bob")["you"]
    assert no(house.do(table, "bob", "take-cut", depth=60)) == ("wrong-cut", "5.3")
    house.done(table, "alice", "take-cut", depth=60)
    assert house.casino.floor.table(table).stack.depth == 60


def test_once_all_have_passed_the_supervisor_cuts(house: House) -> None:
    table = shuffled(house, "star-three-card", "alice")
    house.done(table, "alice", "pass-cut")
    assert no(house.do(table, "alice", "take-cut", depth=60))[0] == "wrong-cut"
    back = house.see(table)["staff"]["next"]["fields"]["from_back"]
    house.done(table, "dora", "cut-cards", depth=60, from_back=back)
    assert house.casino.floor.table(table).stack.stage == "ready"


def test_a_device_is_not_cut(house: House) -> None:
    house.prepare("seven-up")
    assert no(house.do("seven-up", "alice", "take-cut", depth=60))[0] == "not-shuffled"


def test_the_order_was_bound_before_the_cut_and_the_audit_finds_nothing(house: House) -> None:
    cut = shuffled(house, "star-baccarat", "alice")
    house.done(cut, "alice", "take-cut", depth=60)
    lines = [*export_lines(house.casino.store)]
    table = [line for line in lines if b'"stream":"table:baccarat"' in line]
    kinds = [str(json.loads(line)["what"]) for line in table]
    steps = [kind for kind in kinds if kind in ("cards-shuffled/1", "cards-cut/1")]
    assert steps == ["cards-shuffled/1", "cards-cut/1"] * (len(steps) // 2) != []
    audit = Audit()
    found = [each for line in lines for each in audit.take(line)]
    assert [*found, *audit.end()] == []
