"""The door of a house that asks for a second factor, and one's own sign-ins."""

from collections.abc import Iterator

import pyotp
import pytest
from playwright.sync_api import Browser, Page, expect

from server.harness import PASSWORD, House, running
from web.browser import PHONE, browser, everywhere, new_context

__all__ = ["browser"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("second"), asks_factor=True) as house:
        yield house


def at_the_door(browser: Browser, house: House, width: int = 1440) -> Page:
    page = new_context(browser, house, "", width, "light").new_page()
    page.goto(f"{house.origin}/?next=/deal/baccarat")
    page.get_by_label("Name").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    return page


def test_staff_enrol_at_the_door_and_come_in(browser: Browser, house: House) -> None:
    page = at_the_door(browser, house, PHONE)
    code = page.get_by_label("Digits of your authenticator")
    expect(code).to_be_focused()
    expect(page.locator("img.qr")).to_be_visible()
    assert page.evaluate("document.querySelector('img.qr').naturalWidth") > 0
    codes = page.locator(".codes li").all_text_contents()
    assert len(codes) == 8
    everywhere(page)
    secret = page.locator(".secret").inner_text().replace(" ", "")
    code.fill("000000")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("digits are wrong")
    code.fill(pyotp.TOTP(secret).at(house.clock()))
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/deal/baccarat")
    page.context.close()
    page = at_the_door(browser, house)
    expect(page.locator("img.qr")).to_have_count(0)
    page.get_by_label("Digits of your authenticator").fill(codes[0])
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/deal/baccarat")
    page.context.close()


def test_ones_own_sign_ins_are_seen_and_ended(browser: Browser, house: House) -> None:
    token, _ = house.casino.people.sign_in("alice", PASSWORD, "203.0.113.9")
    context = new_context(browser, house, "alice", PHONE, "dark")
    page = context.new_page()
    page.goto(f"{house.origin}/me")
    expect(page.get_by_role("heading", level=1)).to_have_text("Where you are signed in")
    expect(page.locator(".sign-ins .pill")).to_have_text("this one")
    everywhere(page)
    page.get_by_role("button", name="End the sign-in from 203.0.113.9").click()
    expect(page.locator(".toast.ok")).to_be_visible()
    expect(page.locator(".sign-ins tbody tr")).to_have_count(1)
    assert house.casino.people.session(token) is None
    context.close()
