"""A real browser for tests: Debian's Chromium, driven by Playwright."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.resources import files
from itertools import cycle
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from server.harness import NAMES, House, running

# The headless shell does a third of the work that the whole browser does for the same page.
CHROMIUM = "/usr/bin/chromium-headless-shell"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--in-process-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE, DESKTOP = 390, 1440
# Sizes and colours go in pairs: layout hangs on the one, contrast on the other.
Look = tuple[int, Literal["light", "dark"]]
LOOKS: tuple[Look, ...] = ((DESKTOP, "light"), (PHONE, "dark"))
PageAs = Callable[..., Page]
# Soft shadows are an eighth of the work of drawing, and neither layout nor contrast hangs on them.
WITHOUT_SHADOWS = """
const plain = new CSSStyleSheet();
plain.replaceSync("*, ::before, ::after { box-shadow: none !important; filter: none !important; }");
document.adoptedStyleSheets = [...document.adoptedStyleSheets, plain];
"""

# What a page has to show may take long on a busy machine; what it must not do is never show it.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


def launch(playwright: Playwright) -> Browser:
    """Start Chromium; once more if it crashes, as it does in about one of a thousand starts."""
    try:
        return playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
    except Error:
        return playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A module's browser: while one is open, nothing else in its process can have an event loop."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A casino with virtual tables of every game and no robots, one for each test module."""
    with running(tmp_path_factory.mktemp("casino")) as house:
        yield house


@pytest.fixture(scope="module")
def known(browser: Browser) -> Iterator[dict[str, BrowserContext]]:
    """Everybody's own browser, kept while a module runs, so that scripts are fetched once."""
    contexts: dict[str, BrowserContext] = {}
    yield contexts
    for context in contexts.values():
        context.close()


@pytest.fixture
def page_as(browser: Browser, casino: House, known: dict[str, BrowserContext]) -> Iterator[PageAs]:
    """Open a page as a role or a name, "" for signed out. Complaints of the page fail the test."""
    pages: list[Page] = []
    complaints: list[str] = []

    def open_page(
        who: str, path: str, width: int = DESKTOP, scheme: Any = "light", **options: Any
    ) -> Page:
        motion = options.pop("reduced_motion", None)
        key = f"{who} {options}"
        context = known.get(key)
        if context is None:
            context = known[key] = new_context(browser, casino, who, width, scheme, **options)
        else:
            sign_in(context, casino, who)
        page = context.new_page()
        pages.append(page)
        page.set_viewport_size({"width": width, "height": height_of(width)})
        page.emulate_media(color_scheme=scheme, reduced_motion=motion)
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: _complain(complaints, said))
        page.goto(casino.origin + path)
        return page

    yield open_page
    for page in pages:
        kept = {"origin": casino.origin, "storageTypes": "local_storage"}
        page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", kept)
        shut(page)  # an answer on its way would bring its cookie back
        page.context.clear_cookies()
    assert not complaints, complaints


def shut(page: Page) -> None:
    """Close a page. One that is on its way to another does not hear it: it is told again."""
    while not page.is_closed():
        with suppress(Error), page.expect_event("close", timeout=PATIENCE / 60):
            page.context.new_cdp_session(page).send("Page.close")


def _complain(complaints: list[str], said: Any) -> None:
    """A page that breaks its own security policy, or fails in script, says so on the console."""
    if said.type == "error" and "status of 40" not in said.text:
        complaints.append(said.text)


def new_context(
    browser: Browser, house: House, who: str, width: int, scheme: Any, **options: Any
) -> BrowserContext:
    """Open a browser of its own for a person, signed in."""
    viewport: Any = {"width": width, "height": height_of(width)}
    options = {"locale": "en", **options}
    context = browser.new_context(viewport=viewport, color_scheme=scheme, **options)
    context.add_init_script(f"{{{WITHOUT_SHADOWS}}}")
    sign_in(context, house, who)
    return context


def height_of(width: int) -> int:
    return 844 if width <= PHONE else 900


def sign_in(context: BrowserContext, house: House, who: str) -> None:
    if not who:
        return
    context.add_cookies(
        [
            {
                "name": "__Host-sabot",
                "value": house.token(NAMES.get(who, who)),
                "url": house.origin.replace("http:", "https:"),
                "secure": True,
                "httpOnly": True,
                "sameSite": "Strict",
            }
        ]
    )


def serious(page: Page) -> list[str]:
    """Return axe-core's serious findings."""
    if page.evaluate("() => !window.axe"):
        script = Path(str(files("axe_playwright_python"))) / "axe.min.js"
        page.evaluate(script.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run({ resultTypes: ['violations'] })).violations")
    return [
        f"{each['id']}: {node['html'][:120]} {node.get('failureSummary', '')[:200]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def look(page: Page, width: int, scheme: Literal["light", "dark"]) -> None:
    """The same page at another size and in other colours, without moving parts."""
    page.set_viewport_size({"width": width, "height": height_of(width)})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => drawn()))")


def everywhere(page: Page, looks: Sequence[Look] = LOOKS) -> None:
    """The page as it stands is cut off nowhere, and in these looks everybody can use it."""
    for width, scheme in reversed(LOOKS):
        look(page, width, scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, scheme)
        if (width, scheme) in looks:
            found = serious(page)
            assert not found, f"{width} {scheme}: {found}"


def every_part_fits(page: Page, parts: Iterable[str]) -> None:
    """The same of every part of a page with tabs, by turns by day and by night."""
    for part, seen in zip(parts, cycle(LOOKS), strict=False):
        page.locator(f"#tab-{part}").click()
        expect(page.locator(f"#part-{part}")).to_be_visible()
        page.wait_for_load_state("networkidle")
        everywhere(page, [seen])
