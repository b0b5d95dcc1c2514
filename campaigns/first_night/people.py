"""People at their own browsers: what they press and type is counted."""

from collections.abc import Mapping

import pyotp
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect


def password(name: str) -> str:
    return f"correct horse battery {name} 42"


class Person:
    """A person who works or plays here, with a browser and a telephone that shows digits."""

    def __init__(self, browser: Browser, origin: str, name: str) -> None:
        context = browser.new_context(locale="en", viewport={"width": 1440, "height": 900})
        self.name, self.clicks, self.fields, self.secret = name, 0, 0, ""
        self.complaints: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._said)
        self.page.goto(origin)
        self.sign_in()

    def _said(self, said: ConsoleMessage) -> None:
        if said.type == "error" and "status of 40" not in said.text:
            self.complaints.append(said.text)

    def click(self, place: Locator) -> None:
        place.click()
        self.clicks += 1

    def press(self, name: str, within: Locator | None = None) -> None:
        """Press a button by its words."""
        self.click((within or self.page).get_by_role("button", name=name, exact=True).first)

    def type(self, label: str, text: str, within: Locator | None = None) -> None:
        """Fill a field by its label, or choose in it."""
        place = (within or self.page).get_by_label(label).first
        if place.evaluate("each => each.localName") == "select":
            place.select_option(label=text)
        else:
            place.fill(text)
        self.fields += 1

    def count(self, within: Locator, pieces: Mapping[str, int]) -> None:
        """Type how many of each chip, by its value in dollars."""
        for value, number in pieces.items():
            cents = round(float(value) * 100)
            within.locator(f'input[name$="-{cents}"]').fill(str(number))
            self.fields += 1

    def sign_in(self) -> None:
        """Give name and password, and digits where they are asked for."""
        self.type("Name", self.name)
        self.type("Password", password(self.name))
        self.press("Sign in")
        code, header = self.page.locator("#code"), self.page.locator("sabot-header a.who")
        expect(code.or_(header).first).to_be_visible()
        if code.count():
            self.secret = self.page.locator(".secret").inner_text().replace(" ", "")
            self.type("Digits of your authenticator", pyotp.TOTP(self.secret).now())
            self.press("Sign in")
        expect(header).to_be_visible()

    def go(self, words: str) -> None:
        """Follow a link of the header."""
        self.click(self.page.locator("sabot-header nav a", has_text=words).first)
        self.page.wait_for_load_state("networkidle")

    def table(self, act: str, called: str) -> None:
        """Follow a link of a table in the lobby."""
        self.click(self.page.locator("a.brand"))
        self.click(self.page.get_by_role("link", name=f"{act}:").and_(
            self.page.locator(f'[aria-label$="{called}"]')))  # fmt: skip
        self.page.wait_for_load_state("networkidle")

    def form(self) -> Locator:
        return self.page.locator("dialog[open]")

    def send(self, reason: str = "") -> None:
        """Give the reason and send the open form."""
        if reason:
            self.type("Reason", reason, self.form())
        self.click(self.form().locator(".actions button").last)
        expect(self.page.locator("dialog")).to_have_count(0)

    def act(self, summary: str, fields: Mapping[str, str], within: str, said: str) -> None:
        """Open a form behind its title, fill it in, send it, and read the sentence after it."""
        place = self.page.locator(within)
        form = place.locator("details.act").filter(
            has=self.page.locator("summary", has_text=summary)
        )
        self.click(form.first.locator("summary"))
        for label, text in fields.items():
            self.type(label, text, form.first)
        self.press(summary, form.first)
        expect(place).to_contain_text(said)

    def confirm(self, words: str) -> None:
        """Confirm what another has stated."""
        row = self.page.locator(".waiting li", has_text=words).first
        self.press("Confirm", row)
        expect(row).to_have_count(0)
