"""Sit and go: a table starts with the player who makes its number full, and not before."""

from typing import Any

import pytest

from sabot.core.refusal import Refusal
from sabot.floor import Floor
from sabot.floor.kinds import TOURNAMENTS
from sabot.robots.programme import CHIP, conditions_of, schedule_of
from sabot.robots.tournaments import RobotCup, RobotRejected, card_of
from sabot.rulebooks import in_force
from sabot.rules.roles import PLAYER
from tournament.test_cups import PLAYERS, START, cup, findings

GAME = "canberra-mini"


def seated(starts: Any) -> tuple[RobotCup, Floor, dict[str, list[str]]]:
    """Eight players with seats at two tables, who have not sat down."""
    robots, floor = cup()
    sessions = schedule_of(len(PLAYERS), 5, 2, START)
    said = conditions_of(in_force(GAME, START), "Cup", 12, len(sessions), START)
    more = {"sit_and_go": True, "session_starts": starts, "seating": "ballot"}
    robots.publish({**said, **more})
    robots.enter(PLAYERS, "500")
    robots.start(sessions, chip=CHIP)
    for table in ("cup-1", "cup-2"):
        robots.open(table)
    for do in ("seal-draw", "call-session", "open-draw"):
        robots.go_on(do, ["cup-1", "cup-2"])
    sitting = robots.contest.sitting
    assert sitting is not None
    return robots, floor, {table: [*seats.values()] for table, seats in sitting.seats.items()}


def sit(robots: RobotCup, table: str, player: str) -> None:
    robots.do(table, "join-table", player, PLAYER, player=player, card=card_of(player))


def begun(robots: RobotCup) -> tuple[str, ...]:
    sitting = robots.contest.sitting
    assert sitting is not None
    return sitting.begun


def test_15_3_a_ii_b_a_session_commences_when_the_announced_number_sits() -> None:
    robots, floor, seats = seated(4)
    for player in seats["cup-1"][:-1]:
        sit(robots, "cup-1", player)
    assert begun(robots) == ()
    sit(robots, "cup-1", seats["cup-1"][-1])
    assert begun(robots) == ("cup-1",) and floor.table("cup-2").heat.started is None  # type: ignore[union-attr]
    for player in seats["cup-2"]:
        sit(robots, "cup-2", player)
    assert begun(robots) == ("cup-1", "cup-2")
    assert findings(floor.store) == []


def test_15_3_a_ii_b_nearest_miss_in_words_the_director_starts_it() -> None:
    robots, floor, seats = seated("when the Director says so")
    for table, players in seats.items():
        for player in players:
            sit(robots, table, player)
    assert begun(robots) == ()
    robots._head("start-session")
    assert begun(robots) == ("cup-1", "cup-2") and findings(floor.store) == []


def test_who_is_late_for_the_number_has_lost_the_seat() -> None:
    """15.9: the table starts with three of four."""
    robots, floor, seats = seated(3)
    for player in seats["cup-1"][:3]:
        sit(robots, "cup-1", player)
    late = seats["cup-1"][3]
    entry = floor.state(TOURNAMENTS, "cup").entries[late]
    assert begun(robots) == ("cup-1",) and (entry.status, entry.clause) == ("disqualified", "15.9")
    with pytest.raises(RobotRejected, match="plays no more"):
        sit(robots, "cup-1", late)


def test_prizes_for_more_places_than_the_final_has_seats_are_refused() -> None:
    robots, _ = cup()
    sessions = schedule_of(len(PLAYERS), 5, 2, START)
    sessions[-1]["seats"] = 2
    said = conditions_of(in_force(GAME, START), "Cup", 12, len(sessions), START)
    robots.publish(said)
    robots.enter(PLAYERS, "500")
    with pytest.raises(Refusal, match="no session decides") as no:
        robots.start(sessions, chip=CHIP)
    assert (no.value.code, no.value.clause) == ("bad-schedule", "15.3(a)(x)")
