"""Stores of every kind, each empty."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sabot.store import Store, open_store
from store.postgres import PostgresServer


def _url(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    if kind == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres_server")
        return server.fresh_url()
    return "sqlite://" if kind == "memory" else f"sqlite:///{folder}/casino.db"


@pytest.fixture(params=["sqlite", "memory", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty store is, of each kind in turn."""
    return _url(request.param, tmp_path, request)


@pytest.fixture(params=["sqlite", "postgresql"])
def lasting_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The same, of those kinds that outlive a process."""
    return _url(request.param, tmp_path, request)


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """An empty store of each kind in turn."""
    with open_store(store_url) as opened:
        yield opened
