"""A real browser for tests: Debian's Chromium, driven by Playwright."""

from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from server.harness import NAMES, House, running

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE, DESKTOP = 390, 1440
PageAs = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=[*FLAGS])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A casino with virtual tables of every game and no robots, one for each test module."""
    with running(tmp_path_factory.mktemp("casino")) as house:
        yield house


@pytest.fixture
def page_as(browser: Browser, casino: House) -> Iterator[PageAs]:
    """Open a page as somebody: a role or a name, "" for nobody. Complaints of the page fail the
    test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(
        who: str, path: str, width: int = DESKTOP, scheme: str = "light", **options: Any
    ) -> Page:
        context = new_context(browser, casino, who, width, scheme, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: _complain(complaints, said))
        page.goto(casino.origin + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints, complaints


def _complain(complaints: list[str], said: Any) -> None:
    """A page that breaks its own security policy, or fails in script, says so on the console."""
    if said.type == "error" and "status of 40" not in said.text:
        complaints.append(said.text)


def new_context(
    browser: Browser, house: House, who: str, width: int, scheme: Any, **options: Any
) -> BrowserContext:
    """A browser of its own for somebody, signed in."""
    height = 844 if width <= PHONE else 900
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, locale="en", **options
    )
    if who:
        token = house.token(NAMES.get(who, who))
        context.add_cookies(
            [
                {
                    "name": "__Host-sabot",
                    "value": token,
                    "url": house.origin.replace("http:", "https:"),
                    "secure": True,
                    "httpOnly": True,
                    "sameSite": "Strict",
                }
            ]
        )
    return context


def serious(page: Page) -> list[str]:
    """What axe-core finds that is serious or worse."""
    script = Path(str(files("axe_playwright_python"))) / "axe.min.js"
    page.evaluate(script.read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run()")
    return [
        f"{each['id']}: {node['html'][:120]} {node.get('failureSummary', '')[:200]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
