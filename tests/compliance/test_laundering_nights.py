"""A small seeded season: launderers found, and false alarms; the campaign has larger ones."""

from sabot.policies import PolicyTerms
from support.laundering import judged, nsw, season


def test_a_season_is_screened_within_the_bar() -> None:
    outcome = judged(season(29, visits=10_000, launderers=20), nsw())
    found, seeded = sum(outcome.found.values()), sum(outcome.seeded.values())
    assert seeded == 100 and found * 100 >= 90 * seeded
    assert sum(outcome.false.values()) * 1000 <= outcome.honest


def test_without_rules_nothing_is_found() -> None:
    outcome = judged(season(29, visits=100, launderers=2), PolicyTerms("none@2026-01-01"))
    assert not sum(outcome.found.values()) and not outcome.false
