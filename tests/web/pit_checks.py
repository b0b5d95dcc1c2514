"""Helpers for the pit's page: its tabs, its forms, and the table's answers."""

from playwright.sync_api import Locator, Page, expect

from web.browser import PageAs


def pit(page_as: PageAs, table: str = "", who: str = "casino supervisor", width: int = 1440,
        scheme: str = "light") -> Page:  # fmt: skip
    page = page_as(who, f"/pit#{table}" if table else "/pit", width, scheme)
    expect(page.locator(".table-card").first).to_be_visible()
    if table:
        expect(page.locator(".tab-body .acts").first).to_be_visible()
    return page


def tab(page: Page, name: str) -> None:
    page.locator(f"#tab-{name}").click()
    expect(page.locator(f"#tab-{name}")).to_have_attribute("aria-selected", "true")


def press(page: Page, name: str) -> None:
    """An action's button in the open tab."""
    page.locator(".tab-body").get_by_role("button", name=name, exact=True).first.click()


def form(page: Page) -> Locator:
    return page.locator("dialog[open]")


def field(page: Page, label: str) -> Locator:
    """A field of the open form."""
    return form(page).get_by_label(label, exact=True)


def act(page: Page) -> Locator:
    """The button of the open form, which names what it does."""
    return form(page).locator(".actions button:not([type=button])")


def do_it(page: Page, reason: str = "the floor is busy") -> None:
    """Give the reason, and do it."""
    field(page, "Reason").fill(reason)
    act(page).click()
    expect(page.locator("dialog")).to_have_count(0)


def refused(page: Page, reason: str = "the floor is busy") -> str:
    """Give the reason, and hear the table's no."""
    field(page, "Reason").fill(reason)
    act(page).click()
    expect(page.locator("dialog .error")).to_be_visible()
    said = page.locator("dialog .error").inner_text()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    return said
