"""Dealing on a Dask cluster: the same blocks, sent elsewhere. Dask is imported only here."""

import asyncio
import logging
import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from sabot import __version__
from sabot.core.refusal import Refusal, quoted

PATIENCE = 5
"""Seconds to wait for a scheduler, and then for its first worker."""
DEATHS = 10
"""Workers that may die on one unit of work before the cluster gives it up."""


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield an executor on the cluster of the scheduler at this address, and its number of
    threads."""
    distributed = _distributed()
    client = _client(distributed, address)
    try:
        threads = _ready(client, address)
        yield client.get_executor(pure=False, retries=DEATHS), threads
    except (distributed.KilledWorker, CancelledError) as lost:
        raise Refusal(
            "lost-cluster", None, f"The cluster at {address} was lost before all was dealt."
        ) from lost
    finally:
        with _quiet():
            client.close(timeout=PATIENCE)


def version() -> str:
    """Return the version that a worker would deal with; asked of every worker."""
    return __version__


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise Refusal(
            "no-dask", None, "A cluster needs Dask: pip install 'sabot[cluster]'."
        ) from None


def _client(distributed: Any, address: object) -> Any:
    """Return a connected client; one without a scheduler would take long to close."""
    try:
        with _quiet():
            asyncio.run(_knock(distributed, address))
            return distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except Exception:  # another program at that address may answer anything
        raise Refusal(
            "no-scheduler", None, f"There is no Dask scheduler at {quoted(address)}."
        ) from None


async def _knock(distributed: Any, address: object) -> None:
    comm = await distributed.core.connect(address, timeout=PATIENCE)
    await comm.close()


def _ready(client: Any, address: str) -> int:
    """Return the threads of all workers, once each has the same version of Sabot."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise Refusal("no-workers", None, f"The cluster at {address} has no workers.") from None
    try:
        with _quiet():
            versions = set(client.run(version, on_error="return").values())
    except (OSError, RuntimeError):
        versions = set()
    if versions != {__version__}:
        raise Refusal(
            "wrong-workers",
            None,
            f"Every worker of the cluster at {address} needs Sabot {__version__}.",
        )
    return sum(client.nthreads().values())


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress Dask's log lines and warnings; a refusal says the same in a sentence."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
