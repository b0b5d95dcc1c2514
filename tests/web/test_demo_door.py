"""The demo's door in a browser: who came in by one click comes back by one click, and what lies
behind a lock cannot be read."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from server.demo_house import demo
from server.harness import Clock
from web.browser import serious


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def url(clock: Clock) -> Iterator[str]:
    with demo(clock, betting_seconds=900) as (_, url):
        yield url


@pytest.fixture
def page(browser: Browser, url: str) -> Iterator[Page]:
    context = browser.new_context(
        locale="en", viewport={"width": 1440, "height": 900}, color_scheme="light"
    )
    page = context.new_page()
    page.clock.install()
    page.goto(url)
    yield page
    context.close()


def go_on(page: Page, name: str, secret: str) -> None:
    """A single click opens the lock; until then nothing of the page is in the document."""
    dialog = page.get_by_role("dialog", name="The page is locked")
    expect(dialog).to_be_visible()
    assert dialog.locator("input").count() == 0
    everything = page.evaluate("document.body.textContent")
    assert everything == dialog.text_content() and secret not in everything
    page.keyboard.press("Escape")
    dialog.get_by_role("button", name=f"Go on as {name}").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_text(secret).first).to_be_visible()


def test_a_stranger_at_the_door_is_no_error(browser: Browser, url: str) -> None:
    """Not even one that only a console shows."""
    page = browser.new_page(locale="en")
    said: list[str] = []
    page.on("console", lambda each: said.append(each.text))
    page.goto(url)
    expect(page.get_by_role("button", name="Play as Bruno")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert not said
    page.close()


def test_one_click_opens_a_locked_page_again(page: Page, url: str, clock: Clock) -> None:
    page.get_by_text("Staff roles").click()
    page.locator(".role", has_text="Dana").click()
    expect(page.get_by_role("heading", name="Welcome, Dana")).to_be_visible()
    page.goto(f"{url}/deal/baccarat")
    page.get_by_role("button", name="Irregularity", exact=True).click()
    guide = page.locator("dialog .situation")
    expect(guide.first).to_be_visible()
    clock.advance(minutes=6)
    go_on(page, "Dana", guide.first.text_content() or "")
    expect(page.locator("dialog:modal .situation").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".status")).to_contain_text("Live")
    page.reload()
    expect(page.locator(".status")).to_contain_text("Live")


def test_a_page_without_a_line_locks_too(page: Page, url: str, clock: Clock) -> None:
    """Nothing is asked for on it, and yet it does not stay open."""
    page.get_by_role("button", name="Play as Bruno").click()
    expect(page.get_by_role("heading", name="Welcome, Bruno")).to_be_visible()
    page.goto(f"{url}/account")
    expect(page.get_by_text("$10,000.00").first).to_be_visible()
    clock.advance(minutes=31)
    page.clock.fast_forward(16_000)
    go_on(page, "Bruno", "$10,000.00")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_names_of_the_fields_can_be_read(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.get_by_text("Sign in with a name and password").click()
    for label in page.locator(".sign-in label").all():
        expect(label).to_be_visible()
        assert label.evaluate(CONTRAST) > 7
    assert not serious(page)


CONTRAST = """(label) => {
    const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((each) => each / 255)
        .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
        .reduce((sum, each, place) => sum + each * [0.2126, 0.7152, 0.0722][place], 0);
    let ground = label;
    while (rgb(getComputedStyle(ground).backgroundColor)[3] === 0) ground = ground.parentElement;
    const [one, other] = [getComputedStyle(label).color, getComputedStyle(ground).backgroundColor]
        .map((colour) => light(rgb(colour)) + 0.05);
    return Math.max(one, other) / Math.min(one, other);
}"""
"""Return the contrast of a text with its background."""
