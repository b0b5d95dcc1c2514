"""Irregularities at a virtual table: what takes hands cannot happen there, and of the rest the
auditor follows every card."""

from typing import Any

import pytest

from compliance.nights import Night, audited
from sabot.rules.irregularities.situations import CIRCUMSTANCES, SITUATIONS
from sabot.shoe.procedure import DEVICE
from sabot.table.players.offers import undecided
from sabot.table.state import DEALING

SUPERVISOR = ("sue", "casino supervisor")
BY_HAND = {each.name: each for each in SITUATIONS if each.by_hand}


def report(night: Night, situation: str, *who: str, **fields: Any) -> None:
    night.do("report-irregularity", *who, situation=situation, **fields)


def begun(night: Night, cards: int) -> Night:
    """A coup with so many cards out."""
    for bet in night.bets:
        night.do("place-wager", bet["player"], "player", **bet)
    night.do("no-more-bets")
    for _ in range(cards):
        night.deal()
    return night


def ended(night: Night) -> None:
    """More coups follow, the order is opened, and the log is sound."""
    if night.table.phase == DEALING:
        night.finish()
    elif night.table.phase == "settled":
        night.do("clear-cards")
    night.coups(2)
    night.cards()
    assert not audited(night.lines())


@pytest.mark.parametrize("name", BY_HAND)
def test_what_takes_hands_cannot_happen(name: str) -> None:
    night = begun(Night("star-baccarat"), 1)
    said = {each: next(iter(CIRCUMSTANCES[each])) for each in BY_HAND[name].asks}
    rejected = night.no("report-irregularity", *SUPERVISOR, situation=name, circumstances=said)
    assert rejected == "cannot-happen"


@pytest.mark.parametrize("situation", ["below-minimum", "above-maximum"])
def test_no_chip_lies_unseen(situation: str) -> None:
    night = begun(Night("star-baccarat"), 1)
    late: Any = {"player": "alice", "on": "tie", "amount": "1", "circumstances": {"when": "during"}}
    assert night.no("report-irregularity", situation=situation, **late) == "cannot-happen"


def test_no_supervisor_decides_that_a_card_came_out() -> None:
    night = begun(Night("star-baccarat"), 1)
    report(night, "disturbance-or-fraud", circumstances={"cause": "impractical"})
    burn: Any = {"number": 1, "outcome": "BURN", "reason": "it fell"}
    assert night.no("decide-report", *SUPERVISOR, **burn) == "cannot-happen"


@pytest.mark.parametrize("game", ["star-three-card", "star-lucky-draw"])
def test_a_coup_is_finished_from_a_shoe_in_a_new_order(game: str) -> None:
    night = begun(Night(game, source=DEVICE), 2)
    report(night, "device-without-spare", circumstances={"damaged": True}, damaged=2)
    assert night.no("resume-play") == "not-answered"
    for player in undecided(night.table):
        night.do("keep-wagers", player, "player", player=player)
    night.do("resume-play")
    assert night.no("deal-card") == "not-cut"
    night.do("cut-cards", depth=100, from_back=52, declined=list(night.table.patrons))
    assert night.no("deal-card") == "not-burned"
    night.do("burn-cards")
    ended(night)
