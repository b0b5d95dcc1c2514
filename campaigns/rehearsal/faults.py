"""Faults on purpose while clients play: lost commands, doubled ones, and outages."""

import signal
import time
from collections.abc import Callable
from typing import Final

from rehearsal.clients import Crowd, Outcome, outcome
from rehearsal.cluster import Cluster, cluster
from sabot.store import open_store

CALM: Final = 3.0
"""Seconds of undisturbed commands before a fault."""
AFTER: Final = 12.0
"""Seconds from the fault to the end of the measurement."""
Fault = Callable[[Cluster], None]


def nothing(cluster: Cluster) -> None:
    """Do nothing, for comparison."""


def server_killed(cluster: Cluster) -> None:
    """Kill one server, and start it again three seconds later."""
    cluster.servers[0].stop(signal.SIGKILL)
    time.sleep(3)
    cluster.servers[0].start()


def server_hangs(cluster: Cluster) -> None:
    """Stop one server without a word for five seconds."""
    cluster.servers[0].send(signal.SIGSTOP)
    time.sleep(5)
    cluster.servers[0].send(signal.SIGCONT)


def server_cut_off(cluster: Cluster) -> None:
    """Cut one server off from the database for six seconds; its connections stay open."""
    cluster.servers[0].forwarder.is_cut.set()
    time.sleep(6)
    cluster.servers[0].forwarder.is_cut.clear()


def database_crashes(cluster: Cluster) -> None:
    """Crash the database, and start it again at once."""
    cluster.database.stop("immediate")
    cluster.database.start()


def database_slow(cluster: Cluster) -> None:
    """Delay each answer of the database by 50 ms, for six seconds."""
    for server in cluster.servers:
        server.forwarder.delay = 0.05
    time.sleep(6)
    for server in cluster.servers:
        server.forwarder.delay = 0.0


def rolling_restart(cluster: Cluster) -> None:
    """Stop each server in order and start it again, one after the other."""
    for server in cluster.servers:
        server.stop()
        server.start()
        server.await_ready()


def hangup(cluster: Cluster) -> None:
    """Tell each server to reload."""
    for server in cluster.servers:
        server.send(signal.SIGHUP)


FAULTS: Final[dict[str, Fault]] = {
    "none": nothing,
    "reload (SIGHUP)": hangup,
    "a server killed": server_killed,
    "a server hangs": server_hangs,
    "a server cut off from the database": server_cut_off,
    "the database crashes": database_crashes,
    "a slow database (+50 ms)": database_slow,
    "rolling restart": rolling_restart,
}


def tried(fault: str) -> Outcome:
    """Run one fault in a casino of its own."""
    with cluster() as casino:
        crowd = Crowd(casino.url, casino.tokens)
        crowd.start()
        time.sleep(CALM)
        since = time.monotonic()
        FAULTS[fault](casino)
        time.sleep(max(0.0, AFTER - (time.monotonic() - since)))
        until = time.monotonic()
        crowd.stop()
        with open_store(casino.database.url()) as store:
            return outcome(fault, crowd, store, since, until)
