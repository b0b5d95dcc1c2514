"""Run the whole suite, and tests that fail beside others once more, one after another.

Tests with a browser, several servers or killed processes wait for a machine that others may keep
busy. A few that fail are run again alone, and named as unsteady if they pass. A fault of the
program fails both times. Run it as `python tests/support/second_run.py PYTEST-ARGUMENTS`.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOME_FAILED = 1
"""pytest's exit status where tests failed; others mean that it did not come to its end."""
MOST = 30
"""Tests run again, as many as share a browser: where more fail, the program is at fault."""


def suite(*arguments: str, failed: Path) -> int:
    """Run pytest and return its status; `conftest.py` writes ids of failed tests to `failed`."""
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(command, env=os.environ | {"SABOT_FAILED": str(failed)}).returncode


def main(arguments: list[str]) -> int:
    """Return 0 if every test passed, together or alone; otherwise pytest's exit status."""
    with tempfile.TemporaryDirectory() as folder:
        failed = Path(folder) / "failed"
        status = suite(*arguments, failed=failed)
        ids = sorted(set(failed.read_text().splitlines())) if failed.exists() else []
        if status != SOME_FAILED or not 0 < len(ids) <= MOST:
            return status
        print(f"\nOnce more, one after another: {len(ids)} failed beside others.", flush=True)
        status = suite("-n", "0", *ids, failed=Path(folder) / "again")
    if status == 0:
        print("Unsteady (failed beside others, passed alone):", *ids, sep="\n  ", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
