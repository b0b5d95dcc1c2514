"""Renew the pictures of the README: odds of a game, a live table and the pit of the demo.

    PYTHONPATH=tests:. python campaigns/pictures.py

The demo casino plays for some minutes, so that its roads have marks, and is photographed at
1280 by 800 in the light scheme. Look at the pictures before you commit them.
"""

import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, ViewportSize, sync_playwright

import sabot
from web.browser import launch

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
GAME = "star-baccarat"
TABLE = "baccarat"
SECONDS_OF_PLAY = 150
SIZE: Final[ViewportSize] = {"width": 1280, "height": 800}


def main() -> None:
    sabot.price(GAME).plot().save(PICTURES / "odds.svg")
    command = [sys.executable, "-m", "sabot", "serve", "--demo", "--port", "0"]
    pace = ["--betting-seconds", "6"]
    with subprocess.Popen([*command, *pace], stdout=subprocess.PIPE, text=True) as server:
        try:
            photograph(_address(server))
        finally:
            server.terminate()


def _address(server: subprocess.Popen[str]) -> str:
    """Return the address that the server prints when it listens."""
    assert server.stdout is not None
    for line in server.stdout:
        for word in line.split():
            if word.startswith("http://"):
                return word.rstrip(".,;:")
    raise SystemExit("The demo did not start.")


def photograph(url: str) -> None:
    """Save the table as a player sees it, and the pit as a supervisor sees it."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        player, supervisor = (
            browser.new_context(locale="en", viewport=SIZE, color_scheme="light").new_page()
            for _ in range(2)
        )
        time.sleep(SECONDS_OF_PLAY)
        _enter(player, url, "player")
        player.goto(f"{url}/table/{TABLE}")
        player.wait_for_selector(".playing-card, .card", timeout=60_000)
        player.screenshot(path=PICTURES / "table.png")
        _enter(supervisor, url, "casino supervisor")
        supervisor.goto(f"{url}/pit")
        supervisor.wait_for_load_state("networkidle")
        supervisor.screenshot(path=PICTURES / "pit.png")
        browser.close()


def _enter(page: Page, url: str, role: str) -> None:
    """Sign in as the demo's first person of a role."""
    page.goto(url)
    page.wait_for_load_state("networkidle")
    button = page.locator(".role", has_text=role.capitalize())
    if role != "player":
        page.get_by_text("Staff roles").click()
    (button if role != "player" else page.get_by_role("button", name="Play as")).first.click()
    page.get_by_role("heading", name="Welcome").wait_for()


if __name__ == "__main__":
    main()
