"""Fixtures of all tests, and the order in which the tests are run."""

import gc
import os
from collections.abc import Generator
from functools import cache
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from _pytest.nodeid import coerce_node_id

from store.postgres import postgres_server, postgres_url
from support.declared import hold_to_declarations
from support.thorough import TIMES
from web.browser import browser, casino, known, page_as

__all__ = ["browser", "casino", "known", "page_as", "postgres_server", "postgres_url"]

# No test makes a key among the settings of whoever runs it.
os.environ.setdefault("SABOT_KEYS", "5ab07" + "0" * 59)
hold_to_declarations()
gc.disable()
OBJECTS_BETWEEN_COLLECTIONS = 50_000
TESTS = Path(__file__).parent
FAILED = os.environ.pop("SABOT_FAILED", "")
"""File for the ids of failed tests; taken out, since tests run pytest too."""
# Whole folders and single files that need a server, a browser, a compiler or a killed process.
# They come first and in this order, so that the short ones fill what is left at the end.
SLOW = (
    "web",
    "table/test_machines.py",
    "server",
    "tour",
    "simulate",
    "odds",
    "robots",
    "test_cup_night.py",
    "test_options.py",
    "tournament/test_cup_machine.py",
    "tournament/test_kills.py",
    "tournament/test_machine.py",
    "tournament/test_playing_out.py",
    "views/test_properties.py",
    "test_night.py",
    "test_play.py",
    "test_play_shoe.py",
    "test_play_processes.py",
    "test_table_command.py",
    "test_crowd.py",
    "test_judges.py",
    "test_notebook.py",
    "test_readme.py",
    "test_cli.py",
    "store",
    "people",
    "client",
    "compliance",
    "accounts/test_model.py",
)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Examples are in the package: looking for them in every test takes a quarter of the time."""
    return [each for each in (yield) if not isinstance(each, DoctestModule)]


def pytest_collection_finish() -> None:
    """Freeze what was collected, so that the garbage collector need not look at it."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if TIMES == 1:  # a kept test sees the same fault: see the marker's place
        left = [item for item in items if item.get_closest_marker("campaign") is not None]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item.get_closest_marker("campaign") is None]
    for item in items:
        if item.parent is not None and not item.nodeid.endswith(item.name):
            # Of those with one id xdist runs a single one.
            item._id = coerce_node_id(f"{item.parent.nodeid}::{item.name}")
        if 0 <= rank(item.path) < len(SLOW):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: rank(item.path))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Write down a failed test for `support/second_run.py`; workers of xdist have no file."""
    if report.failed and FAILED:
        with Path(FAILED).open("a") as file:
            file.write(f"{report.nodeid}\n")


@cache
def rank(file: Path) -> int:
    """The place of a test's file: what checks every file first, then the slow, then the others."""
    if not file.is_relative_to(TESTS):  # a doctest of the package
        return len(SLOW)
    path = file.relative_to(TESTS).as_posix()
    if path == "test_tidy.py":
        return -1
    places = (n for n, each in enumerate(SLOW) if path == each or path.startswith(f"{each}/"))
    return next(places, len(SLOW))
