"""A tournament's night in which the process is killed again and again: nothing is lost, and nothing
done twice. Every write: campaigns/night.py."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from store.conftest import swift_path
from support.cup_script import UnkilledCup, check_cup_survived, compose_cup
from support.night_script import Line
from support.nursery import STAGES, Kill, Nursery, Part, survive

__all__ = ["swift_path"]

KILLS = 6
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def night() -> list[Line]:
    return compose_cup("star-baccarat", 4, 3, 1)


@pytest.fixture(scope="module")
def unkilled(night: list[Line]) -> UnkilledCup:
    return UnkilledCup(night)


@pytest.fixture(scope="module")
def nursery(night: list[Line], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    with Nursery(night, tmp_path_factory.mktemp("nursery")) as opened:
        yield opened


def test_a_night_is_the_same_each_time(night: list[Line], unkilled: UnkilledCup) -> None:
    assert compose_cup("star-baccarat", 4, 3, 1) == night
    assert unkilled.writes == len(night), "every command of it is kept"


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_killed_on_the_way(
    database: str, swift_path: Path, night: list[Line], unkilled: UnkilledCup, nursery: Nursery,
    request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    url = f"sqlite:///{swift_path}/cup.db"
    if database == "postgresql":
        url = request.getfixturevalue("postgres_url")
    mind, step = random.Random(database), len(night) // KILLS
    kills = [Kill(mind.randint(1, step), STAGES[n % len(STAGES)]) for n in range(KILLS)]
    part = Part(url=url, snapshot_every=20)
    answers, died = survive(nursery, part, lambda n: kills[n] if n < KILLS else None, len(night))
    assert died == KILLS
    check_cup_survived(url, answers, night, unkilled)
