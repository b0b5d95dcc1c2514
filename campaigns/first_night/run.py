"""Open a new casino in a browser, from an empty store to the day's report, and measure it.

The first two administrators are made as docs/serve.md says, by `sabot people add`. All else is
done by people with roles at their own pages, with clicks and with text typed into fields: no API is
called and no log is read. It prints seconds, clicks and fields by stage, and keeps a picture of
each page, and of each paper as it would be printed, in the folder that is named.

    PYTHONPATH=tests:campaigns python -P campaigns/first_night/run.py --pictures /tmp/first-night
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from first_night.people import password
from first_night.stages import ADMINISTRATORS, Night
from web.browser import launch


@contextmanager
def new_casino(folder: Path) -> Iterator[str]:
    """A server over an empty store, once its first two administrators are made."""
    sabot = [sys.executable, "-m", "sabot"]
    store = ["--store", str(folder / "store" / "casino.db")]
    for each in ("store", "keys"):
        (folder / each).mkdir()
    environment = {**os.environ, "SABOT_KEY_FILE": str(folder / "keys" / "key")}
    environment.pop("SABOT_KEYS", None)
    for name in ADMINISTRATORS:
        add = ["people", "add", name, "--role", "administrator"]
        subprocess.run([*sabot, *add, *store], input=password(name), text=True,
                       env=environment, check=True)  # fmt: skip
    command = [*sabot, "serve", *store, "--port", "0", "--betting-seconds", "5"]
    with subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as server:  # fmt: skip
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            address = said.strip().rpartition(" ")[2]
            assert address.startswith("http"), said
            yield address
        finally:
            server.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path)
    pictures: Path | None = parser.parse_args().pictures
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=30_000)
    with (
        tempfile.TemporaryDirectory() as folder,
        new_casino(Path(folder)) as origin,
        sync_playwright() as playwright,
    ):
        night = Night(launch(playwright), origin, pictures)
        night.play()
        clicks, fields = night.done()
        seconds = sum(each[1] for each in night.stages)
        print(f"| all | {seconds:.1f} | {clicks} | {fields} |")


if __name__ == "__main__":
    main()
