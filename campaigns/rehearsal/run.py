"""Execute the files of `deploy/` and try faults on a cluster; write docs/campaigns/rehearsal.md.

`make rehearsal` runs it as root on Debian, and installs nginx, HAProxy, Prometheus and systemd's
tools if they are missing. It takes eight minutes. With the word `files` it runs the files only.
"""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from rehearsal.clients import Outcome
from rehearsal.faults import FAULTS, tried
from rehearsal.files import CHECKS, Check, missing

REPORT: Final = Path(__file__).parents[2] / "docs" / "campaigns" / "rehearsal.md"
PACKAGES: Final = (
    "nginx-light", "haproxy", "prometheus", "systemd", "logrotate", "openssl", "libfaketime",
)  # fmt: skip
HEAD: Final = """# A deployment, executed

`make rehearsal` executes each file of `deploy/` with the program that it is for. Then it tries
faults on two servers over one PostgreSQL database behind HAProxy, each in a casino of its own,
while ten clients send ten commands a second each. A client sends a command again under its id until
it is answered. `lost`: acknowledged commands that the log does not have, and commands that were
never taken. `doubled`: commands that it has twice.
"""


def main() -> int:
    if missing():
        subprocess.run(["apt-get", "-qq", "update"], check=True)
        install = ["apt-get", "-qq", "install", "-y", "--no-install-recommends", *PACKAGES]
        subprocess.run(install, check=True, stdout=subprocess.DEVNULL)
    checks = [check for each in CHECKS for check in each()]
    for check in checks:
        print(f"{check.name}: {check.fault or 'in order'}", flush=True)
    outcomes = []
    for fault in () if "files" in sys.argv else FAULTS:
        outcomes.append(tried(fault))
        print(outcomes[-1], flush=True)
    if outcomes:
        REPORT.write_text(report(checks, outcomes))
    wrong = any(check.fault for check in checks) or any(
        each.lost or each.doubled for each in outcomes
    )
    return 1 if wrong else 0


def report(checks: list[Check], outcomes: list[Outcome]) -> str:
    """Return the page of what was executed and found."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, check=True
    )
    lines = [
        HEAD,
        f"Written by `campaigns/rehearsal/run.py` on {datetime.now(UTC):%-d %B %Y}, commit "
        f"{commit.stdout.decode().strip()}.",
        "",
        "| executed | found |",
        "|---|---|",
        *(f"| {each.name} | {each.fault or 'in order'} |" for each in checks),
        "",
        "| fault | acknowledged | lost | doubled | longest outage of a table, s "
        "| of all tables, s | refused meanwhile | remark |",
        "|---|---|---|---|---|---|---|---|",
        *(
            f"| {each.fault} | {each.acknowledged:,} | {each.lost} | {each.doubled} | "
            f"{each.longest:.1f} | {each.silent:.1f} | {each.refusals or 'none'} | {each.remark} |"
            for each in outcomes
        ),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
