"""The tests that need no server and no browser, on each Python from 3.12 on that is here.

Each gets an environment of its own outside the project, with what the lock names for it. Python
3.11 is what `make test` runs on. `--pythons 3.13` takes these only.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from wheel import found

FOLDER = Path(__file__).parent.parent
REPORT = FOLDER / "docs" / "campaigns" / "versions.md"
PAGE = """# Other Pythons

`pytest -m "not slow"` with the versions that the lock has for each; Python 3.11 runs all tests.

| Python | outcome | seconds |
|---|---|---|
"""


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pythons", default="3.12,3.13")
    rows = [tried(version) for version in options.parse_args().pythons.split(",")]
    REPORT.write_text(PAGE + "".join(row for row, _ in rows))
    return max(status for _, status in rows)


def tried(version: str) -> tuple[str, int]:
    """Return one Python's row, and the status of its tests."""
    python = found(version)
    if python is None:
        return f"| {version} | not on this machine | |\n", 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([python, "-m", "venv", folder], check=True)
        pip = [f"{folder}/bin/python", "-m", "pip", "install", "--quiet"]
        for lock in ("requirements.lock", "requirements-test.lock"):
            subprocess.run([*pip, "--require-hashes", "-r", str(FOLDER / lock)], check=True)
        own = ["--no-deps", "--no-build-isolation", "--editable", str(FOLDER)]
        subprocess.run([*pip, *own], check=True)
        started = time.perf_counter()
        tests = [f"{folder}/bin/python", "-m", "pytest", "-v", "-n", "2", "-m", "not slow"]
        done = subprocess.run(tests, cwd=FOLDER, capture_output=True, text=True)
    sys.stdout.write(done.stdout)
    last = re.findall(r"=+ (.*) in .*=+$", done.stdout, re.MULTILINE)
    full = re.search(r"\d+\.\d+\.\d+", subprocess.check_output([python, "--version"], text=True))
    seconds = time.perf_counter() - started
    name = full[0] if full else version
    return f"| {name} | {last[-1] if last else 'nothing ran'} | {seconds:.0f} |\n", done.returncode


if __name__ == "__main__":
    sys.exit(main())
