"""A night in which the process is killed again and again, and nothing is lost or doubled."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest

from sabot.engine.ledger import is_balanced
from sabot.floor import Floor, read_line
from sabot.store import open_store, verify_lines
from store.conftest import swift_path
from support.chaos import KINDS
from support.editions import folded
from support.night_script import Line, NightFloor, compose, log_of, play_lines, rigged
from support.nursery import STAGES, Kill, Nursery, Part, survive

__all__ = ["swift_path"]

KILLS = 9
EVERY = 25
TABLES = ("1", "2", "3", "4", "5")


class Unkilled:
    """Result of an undisturbed night."""

    def __init__(self, night: list[Line]) -> None:
        with TemporaryDirectory() as place, rigged(), open_store(f"{place}/night.db") as store:
            floor = NightFloor(store)
            self.answers = dict(play_lines(floor, night))
            self.log = log_of(store)
            self.stacks = [store.unseal(f"table:{name}", "stack") for name in TABLES]
            self.tables = [floor.table(name) for name in TABLES]


@pytest.fixture(scope="module")
def night() -> list[Line]:
    return compose()


@pytest.fixture(scope="module")
def unkilled(night: list[Line]) -> Unkilled:
    return Unkilled(night)


@pytest.fixture(scope="module")
def nursery(night: list[Line], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    with Nursery(night, tmp_path_factory.mktemp("nursery")) as opened:
        yield opened


def test_a_night_has_every_kind_of_command_and_is_the_same_each_time(
    night: list[Line], unkilled: Unkilled
) -> None:
    sent = Counter(msgspec.json.decode(line.command)["do"] for line in night)
    assert set(sent) == {kind.__struct_config__.tag for kind in KINDS}
    assert len(night) >= 500
    accepted = {read_line(line).id for line in unkilled.log}
    assert 250 < len(accepted) < len(night)
    assert compose() == night


def test_an_undisturbed_night_balances(unkilled: Unkilled) -> None:
    assert not list(verify_lines(unkilled.log))
    assert all(is_balanced(table.balances) for table in unkilled.tables)
    assert all(table.coups >= 3 for table in unkilled.tables)


def test_an_undisturbed_night_is_folded_without_rulebooks(unkilled: Unkilled) -> None:
    states = folded(unkilled.log)
    assert [states[f"table:{name}"] for name in TABLES] == unkilled.tables


def check_survived(
    url: str, answers: dict[int, str], night: list[Line], unkilled: Unkilled
) -> None:
    """The log, the vault and every answer are those of the undisturbed night, and asking again for
    any command that changed something gives its first answer."""
    assert answers == unkilled.answers
    with rigged(), open_store(url) as store:
        assert log_of(store) == unkilled.log
        assert [store.unseal(f"table:{t}", "stack") for t in TABLES] == unkilled.stacks
        floor = Floor(store)
        assert [floor.table(name) for name in TABLES] == unkilled.tables
        logged = {read_line(line).id for line in unkilled.log}
        for number, line in enumerate(night):
            if msgspec.json.decode(line.command)["id"] in logged:
                ((_, again),) = play_lines(floor, [line])
                assert again == answers[number]
        assert log_of(store) == unkilled.log


def points(seed: str) -> list[Kill]:
    """Kills at random distances, short enough for all of them to come; each stage in turn."""
    mind = random.Random(seed)
    return [Kill(mind.randint(1, 2 * 12 - 1), STAGES[n % len(STAGES)]) for n in range(KILLS)]


def crash_through(url: str, nursery: Nursery, night: list[Line], unkilled: Unkilled) -> None:
    kills = points(url.partition(":")[0])
    answers, died = survive(
        nursery,
        Part(url=url, snapshot_every=EVERY),
        lambda started: kills[started] if started < KILLS else None,
        len(night),
    )
    assert died == KILLS
    check_survived(url, answers, night, unkilled)


def test_a_night_of_kills_on_sqlite(
    swift_path: Path, nursery: Nursery, night: list[Line], unkilled: Unkilled
) -> None:
    crash_through(f"sqlite:///{swift_path}/night.db", nursery, night, unkilled)


def test_a_night_of_kills_on_postgresql(
    postgres_url: str, nursery: Nursery, night: list[Line], unkilled: Unkilled
) -> None:
    crash_through(postgres_url, nursery, night, unkilled)
