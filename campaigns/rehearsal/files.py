"""The files of `deploy/`, executed with the programs that they are for."""

import json
import os
import re
import secrets
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parents[2]
DEPLOY: Final = HERE / "deploy"
UNITS: Final = ("sabot.service", "sabot-backup.service")
MOST_EXPOSED: Final = 30
"""Ten times the highest exposure that systemd-analyze may find."""
PROGRAM: Final = HERE / ".venv" / "bin" / "sabot"
PASSWORD: Final = b"a long enough phrase for a rehearsal\n"


class Check(NamedTuple):
    """A thing that was executed, and the fault that it showed, if any."""

    name: str
    fault: str


def done(*words: str, folder: Path | None = None, **more: str) -> str:
    """Run a program; return what it said if it failed, else nothing."""
    environment = {**os.environ, **more}
    said = subprocess.run(
        words, capture_output=True, cwd=folder, env=environment, input=PASSWORD, check=False
    )
    text = (said.stdout + said.stderr).decode(errors="replace").strip()
    return "" if said.returncode == 0 else f"status {said.returncode}: {text[-600:]}"


def units() -> Iterator[Check]:
    """Verify the systemd units, and how much of the system they leave open."""
    with tempfile.TemporaryDirectory() as folder:
        for file in DEPLOY.glob("sabot*.*"):
            text = file.read_text().replace("/opt/sabot/bin/sabot", str(PROGRAM))
            (Path(folder) / file.name).write_text(text)
        for name in (*UNITS, "sabot-backup.timer"):
            path = str(Path(folder) / name)
            yield Check(f"systemd-analyze verify {name}", done("systemd-analyze", "verify", path))
        for name in UNITS:
            words = ("--offline=true", f"--threshold={MOST_EXPOSED}", str(Path(folder) / name))
            fault = done("systemd-analyze", "security", *words)
            yield Check(f"systemd-analyze security {name}", fault)


def proxies() -> Iterator[Check]:
    """Have nginx and HAProxy read their files, with a certificate made for it."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        key, cert = folder / "casino.example.key", folder / "casino.example.pem"
        subject = ("-subj", "/CN=casino.example", "-days", "2", "-nodes")
        files = ("-keyout", str(key), "-out", str(cert))
        fault = done("openssl", "req", "-x509", "-newkey", "rsa:2048", *subject, *files)
        yield Check("a certificate", fault)
        both = folder / "casino.example.both.pem"
        both.write_bytes(cert.read_bytes() + key.read_bytes())
        site = folder / "site.conf"
        site.write_text(_with(folder, "nginx.conf"))
        whole = folder / "nginx.conf"
        whole.write_text(f"events {{}}\nhttp {{ include {site}; }}\n")
        yield Check("nginx -t", done("nginx", "-t", "-c", str(whole), "-p", str(folder)))
        balancer = folder / "haproxy.cfg"
        balancer.write_text(_with(folder, "haproxy.cfg"))
        yield Check("haproxy -c", done("haproxy", "-c", "-f", str(balancer)))


def _with(folder: Path, name: str) -> str:
    return (DEPLOY / name).read_text().replace("/etc/ssl/", f"{folder}/")


def alerts() -> Iterator[Check]:
    """Check the alerts, and run their unit tests."""
    yield Check(
        "promtool check rules", done("promtool", "check", "rules", "alerts.yml", folder=DEPLOY)
    )
    yield Check(
        "promtool test rules", done("promtool", "test", "rules", "alerts.test.yml", folder=DEPLOY)
    )


def logs() -> Iterator[Check]:
    """Have logrotate read its file."""
    with tempfile.TemporaryDirectory() as folder:
        text = (DEPLOY / "logrotate.conf").read_text().replace("sabot sabot", "root root")
        file = Path(folder) / "logrotate.conf"
        file.write_text(text)
        file.chmod(0o644)
        words = ("--debug", "--state", str(Path(folder) / "state"), str(file))
        yield Check("logrotate --debug", done("logrotate", *words))


def first_start_and_backups() -> Iterator[Check]:
    """Do what docs/deployment.md says on one machine: administrators, start, reload, backups."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "backups").mkdir()
        more = {"SABOT_KEYS": secrets.token_hex(32), "SABOT_ORIGIN": "https://casino.example"}
        for name in ("ada", "ben"):
            words = (str(PROGRAM), "people", "add", name, "--role", "administrator")
            yield Check(f"people add {name}", done(*words, folder=folder, **more))
        start = command_of("sabot.service", "ExecStart")
        yield Check("ExecStart, reload and stop", served([*start, "--port", "0"], folder, more))
        backup = [
            each.replace("/var/lib/sabot", made) for each in command_of("sabot-backup.service")
        ]
        keep = int(backup[backup.index("--keep") + 1])
        faults = [done(*backup, folder=folder, **more) for _ in range(keep + 2)]
        yield Check("the backup unit's command", next(filter(None, faults), ""))
        kept = len([*(folder / "backups").iterdir()])
        yield Check("backups kept", "" if kept == keep else f"{kept} instead of {keep}")
        check = (str(PROGRAM), "backup", str(folder / "backups"), "--check")
        yield Check("backup --check", done(*check, folder=folder, **more))


def container() -> Iterator[Check]:
    """Run the container's command with its secrets and an empty folder for its data."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        text = (DEPLOY / "Containerfile").read_text()
        words = json.loads(re.findall(r"^CMD (.*)$", text, re.MULTILINE)[0])
        words = [each.replace("/run/secrets", made).replace("/data", made) for each in words]
        files = ("-keyout", str(folder / "tls.key"), "-out", str(folder / "tls.crt"))
        subject = ("-subj", "/CN=casino.example", "-days", "2", "-nodes")
        yield Check(
            "secrets", done("openssl", "req", "-x509", "-newkey", "rsa:2048", *subject, *files)
        )
        (folder / "tls.key").chmod(0o600)
        more = {"SABOT_KEYS": secrets.token_hex(32), "SABOT_ORIGIN": "https://casino.example:8443"}
        for name in ("ada", "ben"):
            add = (str(PROGRAM), "people", "add", name, "--role", "administrator")
            store = ("--store", str(folder / "casino.db"))
            yield Check(f"people add {name}", done(*add, *store, folder=folder, **more))
        words[words.index("--port") + 1] = "0"
        yield Check("the container's command", served([str(PROGRAM), *words], folder, more))


def command_of(unit: str, name: str = "ExecStart") -> list[str]:
    """Return a unit's command, with this project's program in place of the installed one."""
    found = re.findall(rf"^{name}=(.*)$", (DEPLOY / unit).read_text(), re.MULTILINE)
    return [each.replace("/opt/sabot/bin/sabot", str(PROGRAM)) for each in found[0].split()]


def served(words: list[str], folder: Path, more: Mapping[str, str]) -> str:
    """Start a server, ask whether it is ready, reload it, stop it; return what went wrong."""
    log = folder / "server.log"
    with log.open("wb") as said:
        process = subprocess.Popen(
            words, cwd=folder, env={**os.environ, **more}, stdout=said, stderr=said,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    try:
        ends = time.monotonic() + 60
        while "is open at" not in log.read_text():
            if process.poll() is not None or time.monotonic() > ends:
                return f"it did not start: {log.read_text()[-600:]}"
            time.sleep(0.1)
        process.send_signal(1)
        time.sleep(1)
        if process.poll() is not None:
            return f"a reload ended it with status {process.returncode}"
        process.terminate()
        status = process.wait(60)
        return "" if status == 0 else f"it ended with status {status}: {log.read_text()[-600:]}"
    finally:
        process.kill()
        process.wait()


CHECKS: Final[tuple[Callable[[], Iterator[Check]], ...]] = (
    units, proxies, alerts, logs, first_start_and_backups, container,
)  # fmt: skip


def missing() -> list[str]:
    """Return the programs that this machine lacks."""
    needed = ("systemd-analyze", "nginx", "haproxy", "promtool", "logrotate", "openssl")
    return [each for each in needed if shutil.which(each) is None]
