"""The policy in force: adopted, refused, ended by two; and a self-exclusion under it."""

from datetime import date

from sabot.accounts import NotePlay
from sabot.aml import AML_STREAM, Alert, ScreenDay
from sabot.policies import POLICY_STREAM, shipped_text
from support.tour.house import TourHouse, card_of
from support.tour.steps import Act, At, Steps, wait

POLICY = At(POLICY_STREAM)
OWN = """
name = "own"
title = "Reports of the casino's own"
[[edition]]
from = 2026-01-01
cash.report_from = { value = 10000, choice = "a try", date = 2026-03-15 }
alerts.report_days = { value = 3, choice = "a try", date = 2026-03-15 }
cash.report_days = { value = 10, choice = "a try", date = 2026-03-15 }
"""
"""A policy without a calendar of holidays."""
JONAS, PARLOUR = At("player:jonas"), At("table:parlour")


def chapter(house: TourHouse) -> Steps:
    text = shipped_text("nsw")
    yield POLICY("greta", "adopt-policy", text=text, reason="the law of the state")
    yield from long_play(house)
    yield from large_cash(house)
    yield POLICY.refused("bad-policy", "greta", "adopt-policy", text="name = 1", reason="a slip")
    yield POLICY.waits("greta", "end-policy", reason="another one comes")
    yield POLICY("marek", "refuse-statement", number=3, reason="not before it is there")
    yield POLICY("greta", "end-policy", reason="the rest of the evening is played without one")
    yield POLICY.waits("greta", "adopt-policy", text=text, reason="for tomorrow")


def large_cash(house: TourHouse) -> Steps:
    """Under a policy of the casino's own, cash of the amount of a report becomes a duty, and what a
    screening finds is decided."""
    yield POLICY("greta", "adopt-policy", text=OWN, reason="to try the reports")
    boris, desk = At("player:boris"), At(AML_STREAM)
    paid = {"amount": "10000", "method": "cash", "reference": "slip 9901"}
    yield boris("cass", "deposit", **paid)
    yield desk("dylan", "give-notice", number=1, channel="TTR 1")
    yield Act("the server screens a day", lambda: _screen(house))
    yield desk("dylan", "decide-alert", number=1, verdict="reported", reason="no reason to sit")
    yield desk("dylan", "decide-alert", number=2, verdict="closed", reason="a known collector")
    yield desk("dylan", "give-notice", number=2, channel="SMR 1")


def long_play(house: TourHouse) -> Steps:
    """Jonas declines limits, plays for twelve hours, is assessed and rests; then he suspends his
    play and asks for its data."""
    seat = {"player": "jonas", "card": card_of("jonas", 2)}
    opening = {"rulebook": "star-baccarat", "method": "A", "feed": "typed"}
    sign = {"minimum": "5", "maximum": "1000"}
    yield PARLOUR("carla", "open-table", sign=sign, **opening)
    yield PARLOUR.refused("limits-not-said", "dora", "join-table", **seat)
    yield JONAS("jonas", "decline-limits")
    yield PARLOUR("dora", "join-table", **seat)
    yield wait(hours=12, minutes=1)
    yield Act("the server notes the time of play", lambda: _note(house))
    yield PARLOUR.refused("resting", "dora", "join-table", **seat)
    yield JONAS.refused("unknown-outcome", "carla", "give-notice", number=1, channel="a talk")
    yield JONAS("carla", "give-notice", number=1, channel="was asked to leave", note="tired")
    yield JONAS("jonas", "suspend-play", hours=24)
    yield JONAS("jonas", "request-play-data")
    yield JONAS("carla", "give-notice", number=2, channel="printed")


def _screen(house: TourHouse) -> None:
    found = tuple(
        Alert(kind, ("boris",), date(2026, 3, 14), 2_500_00, ("player:boris 3",))
        for kind in ("little play", "chips of unknown origin")
    )
    command = ScreenDay(
        id=f"{AML_STREAM}/2026-03-14",
        actor="house",
        role="casino operator",
        day=date(2026, 3, 14),
        edition="own@2026-01-01",
        found=found,
    )
    answer = house.floor.give(AML_STREAM, command)
    assert answer.rejected is None, answer.rejected


def _note(house: TourHouse) -> None:
    command = NotePlay(id="player:jonas/play", actor="house", role="casino operator")
    answer = house.floor.give("player:jonas", command)
    assert answer.rejected is None, answer.rejected
