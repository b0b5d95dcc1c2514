"""The demo casino for tests: in this process, without its robots, by a clock that can be set."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from sabot.server.app import application
from sabot.server.casino import Casino
from sabot.server.demo.demo import ROUTES, open_demo
from sabot.server.serve import bound, configured
from sabot.server.settings import Settings
from sabot.store import open_store
from server.harness import PATIENCE, Clock


@contextmanager
def demo(clock: Clock | None = None, betting_seconds: int = 1) -> Iterator[tuple[Casino, str]]:
    """Yield the house and its address, until the block ends."""
    listening = bound(Settings(port=0))
    port = listening.getsockname()[1]
    settings = Settings(port=port, store="sqlite://", demo=True, betting_seconds=betting_seconds)
    with open_store(settings.store) as store:
        casino = Casino(store, settings, clock or Clock())
        server = uvicorn.Server(configured(application(casino, ROUTES, open_demo), settings))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
        thread.start()
        try:
            while not server.started and thread.is_alive():
                thread.join(0.01)
            yield casino, f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            listening.close()
