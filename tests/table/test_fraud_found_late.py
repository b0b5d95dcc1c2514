"""Fraud found late: no clause sets a time, so that any coup of the past can be reached, its players
who have left included, and later coups are untouched."""

import pytest

from sabot.table.irregularities.remedies.coups import CoupReversed
from support.evening import Evening, Json
from support.irregular import at_table

FRAUD = {
    "star-baccarat": ("14.9.2", "14.8.1"),
    "star-seven-up": ("14.4.2", "14.3.1"),
    "canberra-mini": ("14.3", "14.2(a)"),
}
CARDS = {
    "star-baccarat": "9S 5H KD 2C",
    "star-seven-up": "5S 2H KD",
    "canberra-mini": "9S 5H KD 2C",
}
FULL, STAKE = 1_000_000, 10_000
OPERATOR: Json = {"actor": "olga", "role": "casino operator"}


def three_coups(game: str) -> Evening:
    """Alice bets on Player and Bob on Banker, three times; then Alice leaves."""
    evening = at_table(game, **({"method": "up"} if game == "canberra-mini" else {}))
    for _ in range(3):
        evening.bet("alice", "player")
        evening.bet("bob", "banker")
        evening.coup(CARDS[game])
    return evening


def undone(evening: Evening, **fields: object) -> CoupReversed:
    said: Json = {"cause": "fraud", "reason": "marked cards", "refund": True, **fields}
    events = evening.ok("invalidate-outcome", **OPERATOR, **said)
    (found,) = [event for event in events if isinstance(event, CoupReversed)]
    return found


@pytest.mark.parametrize("game", FRAUD)
def test_a_coup_of_long_ago_is_invalid_and_later_ones_stand(game: str) -> None:
    evening = three_coups(game)
    won, lost = evening.chips("alice") - FULL, evening.chips("bob") - FULL
    assert won > 0 > lost == -3 * STAKE
    event = undone(evening, coup=1)
    assert (event.number, event.clause) == (1, FRAUD[game][0])
    assert evening.chips("alice") == FULL + won * 2 // 3
    assert evening.chips("bob") == FULL - 2 * STAKE
    again = {"cause": "fraud", "reason": "again", "refund": True, "coup": 1}
    evening.no("void", "invalidate-outcome", **OPERATOR, **again)
    evening.no("no-such-coup", "invalidate-outcome", **OPERATOR, **{**again, "coup": 9})


@pytest.mark.parametrize("game", FRAUD)
def test_it_reaches_who_has_left(game: str) -> None:
    evening = three_coups(game)
    won = evening.chips("alice") - FULL
    evening.ok("leave-table", player="alice")
    event = undone(evening, coup=1)
    assert event.absent == {"alice": -won // 3}
    assert evening.chips("bob") == FULL - 2 * STAKE


@pytest.mark.parametrize("game", ["star-baccarat", "star-seven-up"])
def test_the_cheats_stake_of_then_is_forfeited(game: str) -> None:
    evening = three_coups(game)
    won = evening.chips("alice") - FULL
    undone(evening, coup=2, by_player="alice", forfeit=True)
    assert evening.chips("alice") == FULL + won * 2 // 3 - STAKE
    assert evening.chips("bob") == FULL - 2 * STAKE


@pytest.mark.parametrize("game", FRAUD)
def test_one_players_wagers_of_then_are_void_and_those_of_others_stand(game: str) -> None:
    evening = three_coups(game)
    won, bob = evening.chips("alice") - FULL, evening.chips("bob")
    sanction: Json = {"player": "alice", "measures": ["void"], "reason": "a device", "coup": 1}
    if game == "canberra-mini":
        sanction["offence"] = "14.7"
    events = evening.ok("sanction-player", **OPERATOR, **sanction)
    assert events[-1].clause == FRAUD[game][1]  # type: ignore[attr-defined]
    assert evening.chips("alice") == FULL + won * 2 // 3
    assert evening.chips("bob") == bob
    evening.no("no-wager", "sanction-player", **OPERATOR, **sanction)
    undone(evening, coup=1)
    assert evening.chips("alice") == FULL + won * 2 // 3
    assert evening.chips("bob") == FULL - 2 * STAKE


def test_nearest_miss_a_dealer_reaches_nothing() -> None:
    evening = three_coups("star-baccarat")
    said: Json = {"cause": "fraud", "reason": "marked cards", "refund": True, "coup": 1}
    assert evening.no("wrong-role", "invalidate-outcome", **said).clause == "14.9.2"
