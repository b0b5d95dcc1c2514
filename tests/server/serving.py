"""A server in a process of its own, as `sabot serve` opens it."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

import httpx

LONGEST = 300.0


@contextmanager
def served(*words: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A server of its own, on a port that the system gives, and where it says it is open."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sabot", "serve", "--port", "0", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    patience = Timer(LONGEST, process.kill)
    patience.start()
    try:
        _, found, origin = process.stdout.readline().strip().partition(" open at ")
        assert found
        yield process, origin
    finally:
        patience.cancel()
        process.kill()
        process.wait()
        process.stdout.close()


def ask(url: str) -> httpx.Response:
    return httpx.get(url, timeout=LONGEST)


def await_ready(origin: str) -> None:
    """Wait until every table is open; a disk that other tests keep busy may be away meanwhile."""
    while (answer := ask(f"{origin}/readyz")).status_code == 503:
        assert answer.json()["error"]["code"] in ("opening", "store-unavailable")
        time.sleep(0.05)
    assert answer.json() == {"status": "ready"}
