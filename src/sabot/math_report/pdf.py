"""A page as a PDF, printed by a Chromium browser of this machine."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from sabot.core.refusal import Refusal, quoted

BROWSER = "SABOT_BROWSER"
"""This variable of the environment names the browser, where it is not found by its usual names."""
BROWSERS = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable", "chrome", "msedge",
)  # fmt: skip
SECONDS = 120
BEGINNING = b"%PDF-"


def find_browser() -> str:
    """The path of a browser that can print, or a refusal that says what to do."""
    named = os.environ.get(BROWSER)
    found = (shutil.which(each) for each in ([named] if named else BROWSERS))
    path = next((each for each in found if each), None)
    if path is None:
        raise Refusal(
            "no-browser",
            None,
            "A PDF is printed by Chromium or Chrome, and none is found here: write a file that "
            f"ends in .html and print that, or name a browser in {BROWSER}.",
        )
    return path


def print_pdf(html: str, path: Path) -> None:
    """Print a page to a PDF file; nothing is written if the browser fails."""
    browser = find_browser()
    with tempfile.TemporaryDirectory(prefix="sabot-print-") as folder:
        page, printed = Path(folder, "page.html"), Path(folder, "page.pdf")
        page.write_text(html, "utf-8")
        words = [
            browser, "--headless", "--disable-gpu", "--no-pdf-header-footer",
            f"--user-data-dir={folder}/profile", f"--print-to-pdf={printed}", page.as_uri(),
        ]  # fmt: skip
        if os.name == "posix" and os.geteuid() == 0:
            words.insert(1, "--no-sandbox")  # Chromium has no sandbox for root; the page is ours.
        try:
            subprocess.run(  # noqa: S603  a browser that the owner of this machine chose
                words, capture_output=True, timeout=SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            printed.unlink(missing_ok=True)
        if not printed.is_file() or not printed.read_bytes().startswith(BEGINNING):
            raise Refusal(
                "no-browser",
                None,
                f"{Path(browser).name} did not print the page: write a file that ends in .html "
                "and print that.",
            )
        try:
            path.write_bytes(printed.read_bytes())
        except (OSError, ValueError):
            raise Refusal(
                "unwritable", None, f"The file {quoted(str(path))} cannot be written."
            ) from None
