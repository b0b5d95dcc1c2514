"""Stores of every kind, each empty."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from sabot.store import Store, open_store
from store.postgres import PostgresServer

MEMORY = Path("/dev/shm")


@pytest.fixture
def swift_path(tmp_path: Path) -> Iterator[Path]:
    """Return a folder that waits for no disk, where the machine has one: a killed process loses
    nothing there either."""
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(prefix="sabot-", dir=MEMORY) as folder:
        yield Path(folder)


def _url(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    if kind == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres_server")
        return server.fresh_url()
    return "sqlite://" if kind == "memory" else f"sqlite:///{folder}/casino.db"


@pytest.fixture(params=["sqlite", "memory", "postgresql"])
def store_url(request: pytest.FixtureRequest, swift_path: Path) -> str:
    """Yield the address of an empty store, of each kind in turn."""
    return _url(request.param, swift_path, request)


@pytest.fixture(params=["sqlite", "postgresql"])
def lasting_url(request: pytest.FixtureRequest, swift_path: Path) -> str:
    """The same, of those kinds that outlive a process."""
    return _url(request.param, swift_path, request)


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """An empty store of each kind in turn."""
    with open_store(store_url) as opened:
        yield opened
