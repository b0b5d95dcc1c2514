"""Irregularities with cards that only the house knows: the remedy has the right card, nobody can
name one, and the auditor follows every card."""

from typing import Any

import pytest

from compliance.nights import Night, audited
from sabot.rules import Choice
from sabot.shoe.procedure import DEVICE, SHOE
from sabot.table.shoe.cards import due
from sabot.table.state import DEALING

SUPERVISOR = ("sue", "casino supervisor")


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


@pytest.mark.parametrize("source", [SHOE, DEVICE])
def test_a_card_that_a_player_declines_waits_for_the_next(source: str) -> None:
    night = begun(Night("star-lucky-draw", source=source), 5)
    night.do("announce-counts")
    step = due(night.table)
    assert isinstance(step, Choice)
    said = {"burned": False, "refused": "somebody", "exposed": True}
    report(night, "dealt-or-burned-in-error", circumstances=said, box=step.box)
    (waiting,) = night.table.stack.carried
    assert waiting.card is not None
    said = {"burned": False, "refused": "everybody", "exposed": True}
    report(night, "dealt-or-burned-in-error", circumstances=said)
    night.deal()
    assert night.table.round.slots[-1].card == waiting.card
    assert night.table.round.slots[-1].hand == "dealer"
    ended(night)


@pytest.mark.parametrize("source", [SHOE, DEVICE])
def test_an_unseen_card_that_opens_a_void_round_goes_to_the_rack_unseen(source: str) -> None:
    night = begun(Night("star-lucky-draw", source=source), 5)
    report(night, "surplus-to-banker", circumstances={"exposed": False})
    night.finish()
    assert night.table.stack.carried[0].card is None
    begun(night, 1)
    report(night, "cannot-rebuild", *SUPERVISOR)
    ended(night)


@pytest.mark.parametrize("source", [SHOE, DEVICE])
def test_cards_of_a_void_hand_are_never_turned(source: str) -> None:
    night = begun(Night("star-three-card", source=source, method="B"), 6)
    night.do("pass-hand", hand="box 1", player="alice")
    report(night, "hand-short", circumstances={"hand": "player"}, box=1)
    ended(night)


@pytest.mark.parametrize("game", ["star-three-card", "star-lucky-draw"])
def test_a_coup_is_finished_from_a_shoe_in_a_new_order(game: str) -> None:
    night = begun(Night(game, source=DEVICE), 2)
    report(night, "device-without-spare", circumstances={"damaged": True}, damaged=2)
    night.do("resume-play")
    ended(night)


def test_a_card_burned_since_is_not_forgotten_when_the_coup_before_is_put_right() -> None:
    night = begun(Night("star-three-card"), 1)
    night.finish()
    report(night, "first-card-exposed", circumstances={"face_up": True})
    dealt, burned = night.table.stack.dealt, night.table.stack.rack[-1][-1]
    report(night, "wrong-call-or-settlement", circumstances={"paid": True, "rebuildable": True})
    assert night.table.stack.dealt == dealt
    night.finish()
    assert night.table.stack.dealt == dealt
    assert burned in [card for cards in night.table.stack.rack for card in cards]
    ended(night)
