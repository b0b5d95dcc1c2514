"""Faults on purpose while clients play: lost commands, doubled ones, and outages."""

import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from rehearsal.clients import Crowd, Outcome, outcome
from rehearsal.cluster import Cluster, Server, cluster, free_port
from rehearsal.sockets import Viewers
from sabot.store import open_store

CALM: Final = 3.0
"""Seconds of undisturbed commands before a fault."""
AFTER: Final = 12.0
"""Seconds from the fault to the end of the measurement."""
STORM: Final = 300
"""Viewers who connect again at once."""
SLOW: Final = 100
"""Viewers who never read."""


@dataclass(frozen=True)
class Fault:
    """A fault, and the casino that it needs. It may return a remark for the table."""

    happens: Callable[[Cluster], str | None]
    small_disk: bool = False
    """The database lies on a small disk of its own."""
    own_clock: bool = False
    """The first server has a clock that can be set."""
    viewers: int = 0
    reading: bool = True
    """The viewers read what they are told."""


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


def disk_full(cluster: Cluster) -> str:
    """Fill the database's disk, and free it six seconds later."""
    filled = cluster.disk.fill()
    time.sleep(6)
    cluster.disk.free()
    return f"{filled / 2**20:,.0f} MiB filled"


def clock_ahead(cluster: Cluster) -> None:
    """Set the clock of one server two hours ahead, and back after five seconds."""
    _set_clock(cluster, "+7200")


def clock_behind(cluster: Cluster) -> None:
    """Set the clock of one server two hours back, and right again after five seconds."""
    _set_clock(cluster, "-7200")


def _set_clock(cluster: Cluster, offset: str) -> None:
    cluster.servers[0].set_clock(offset)
    time.sleep(5)
    cluster.servers[0].set_clock("+0")


def earlier_release(cluster: Cluster) -> str:
    """Start a server of release 1.0.0 beside the others; it has to refuse their store."""
    find = ["git", "log", "--grep", "^Release 1.0.0", "--format=%H", "-1"]
    commit = subprocess.run(find, capture_output=True, check=True, text=True).stdout.strip()
    folder = cluster.folder / "release-1.0.0"
    subprocess.run(["git", "worktree", "add", "--detach", str(folder), commit], check=True,
                   capture_output=True)  # fmt: skip
    try:
        server = Server(cluster, free_port())
        server.start(source=folder / "src")
        assert server.process is not None
        status = server.process.wait(30)
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", str(folder)], check=True)
    said = server.log.read_text().strip().splitlines()[-1]
    server.forwarder.close()
    assert status not in (0, None), said
    return f"ended with status {status}: {said}"


def storm(cluster: Cluster) -> None:
    """Kill one server, so that its viewers all connect to the other one."""
    cluster.servers[0].stop(signal.SIGKILL)


FAULTS: Final[dict[str, Fault]] = {
    "none": Fault(nothing),
    "reload (SIGHUP)": Fault(hangup),
    "a server killed": Fault(server_killed),
    "a server hangs": Fault(server_hangs),
    "a server cut off from the database": Fault(server_cut_off),
    "the database crashes": Fault(database_crashes),
    "a slow database (+50 ms)": Fault(database_slow),
    "the database's disk full for 6 s": Fault(disk_full, small_disk=True),
    "a server's clock two hours ahead for 5 s": Fault(clock_ahead, own_clock=True),
    "a server's clock two hours back for 5 s": Fault(clock_behind, own_clock=True),
    "rolling restart": Fault(rolling_restart),
    "a server of release 1.0.0 is started": Fault(earlier_release),
    f"a server killed, {STORM} viewers connect again": Fault(storm, viewers=STORM),
    f"{SLOW} viewers who never read": Fault(nothing, viewers=SLOW, reading=False),
}


def tried(name: str) -> Outcome:
    """Run one fault in a casino of its own."""
    fault = FAULTS[name]
    with cluster(fault.small_disk, fault.own_clock) as casino:
        viewers = Viewers(casino.url, casino.tokens, fault.viewers, fault.reading)
        viewers.start()
        crowd = Crowd(casino.url, casino.tokens)
        crowd.start()
        time.sleep(CALM)
        since = time.monotonic()
        remark = fault.happens(casino) or ""
        time.sleep(max(0.0, AFTER - (time.monotonic() - since)))
        until = time.monotonic()
        crowd.stop()
        viewers.stop()
        if fault.viewers:
            remark = _told(viewers)
        with open_store(casino.database.url()) as store:
            return replace(outcome(name, crowd, store, since, until), remark=remark)


def _told(viewers: Viewers) -> str:
    """Return what became of the viewers."""
    if viewers.reading:
        return (
            f"{viewers.lost} viewers lost their socket, all back after {viewers.back_after:.1f} s"
        )
    return f"{viewers.lost} of {viewers.number} were sent away"
