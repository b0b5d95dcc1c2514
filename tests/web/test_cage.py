"""The cashier's desk and the player's requests, in a browser."""

from playwright.sync_api import expect

from sabot.rules.roles import CASHIER, DEALER, DUTY_MANAGER, GAMING_MANAGER
from server.harness import House
from web.browser import PageAs, everywhere


def test_a_request_is_seen_on_both_sides(casino: House, page_as: PageAs) -> None:
    before = casino.ask("bob", "GET", "/api/account").json()["balance"]
    player = page_as("bob", "/account")
    player.locator("#withdraw").fill("150")
    player.get_by_role("button", name="Withdraw", exact=True).click()
    row = player.locator(".requests li").first
    expect(row).to_contain_text("Withdraw $150.00")
    expect(row).to_contain_text("waits for the cashier")
    expect(player.locator("#reserved")).to_contain_text("$150.00")

    desk = page_as(CASHIER, "/cage")
    expect(desk.locator(".thresholds")).to_contain_text("$10,000.00")
    waits = desk.locator(".waiting li").first
    expect(waits).to_contain_text("bob: $150.00 out by cash")
    waits.get_by_role("button", name="Refuse").click()
    dialog = desk.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("bring your card")
    dialog.get_by_role("button", name="Confirm").click()
    expect(desk.get_by_text("Nothing waits for a second person.")).to_be_visible()
    expect(row).to_contain_text("refused")
    expect(row).to_contain_text("bring your card")

    player.locator("#deposit").fill("25")
    player.get_by_role("button", name="Deposit", exact=True).click()
    expect(row).to_contain_text("Deposit $25.00")
    waits.get_by_role("button", name="Confirm").click()
    expect(row).to_contain_text("done")
    after = casino.ask("bob", "GET", "/api/account").json()["balance"]
    assert after == before + 25_00
    player.get_by_role("button", name="中文").click()
    expect(row).to_contain_text("已完成")


def test_the_desk_takes_and_pays_by_the_card(casino: House, page_as: PageAs) -> None:
    desk = page_as(CASHIER, "/cage")
    paying = desk.locator("form.withdraw")
    paying.get_by_label("Player Card").fill("card of chen")
    paying.get_by_label("Amount in dollars").fill("40")
    paying.get_by_label("Reference").fill("slip 4")
    paying.get_by_role("button", name="Pay out").click()
    expect(paying.get_by_role("status")).to_have_text("$40.00 is paid out to chen.")
    taking = desk.locator("form.deposit")
    taking.get_by_label("Player Card").fill("no such card")
    taking.get_by_label("Amount in dollars").fill("10001")
    taking.get_by_label("Reference").fill("slip 5")
    taking.get_by_role("button", name="Take a deposit").click()
    expect(taking.get_by_role("status")).to_contain_text("Nobody has a Player Card")
    taking.get_by_label("Player Card").fill("card of chen")
    taking.get_by_role("button", name="Take a deposit").click()
    expect(taking.get_by_role("status")).to_have_text("It waits for somebody else to confirm it.")
    waits = desk.locator(".waiting li").first
    expect(waits).to_contain_text("Somebody else confirms this.")
    everywhere(desk)
    desk.get_by_role("button", name="中文").click()
    expect(waits).to_contain_text("須由他人確認")
    expect(desk.get_by_role("heading", level=1)).to_have_text("帳房櫃枱")


def test_managers_change_the_thresholds_by_two(page_as: PageAs) -> None:
    one, other = page_as(DUTY_MANAGER, "/cage"), page_as(GAMING_MANAGER, "/cage")
    form = one.locator(".thresholds-form")
    form.get_by_label("Two persons above, in").fill("7000")
    form.get_by_label("Two persons above, out").fill("6000")
    form.get_by_label("Two persons above, one cashier").fill("20000")
    form.get_by_label("Reason").fill("a quiet week")
    form.get_by_role("button", name="State it").click()
    expect(form.get_by_role("status")).to_contain_text("somebody else")
    row = other.locator(".waiting li").filter(has_text="New thresholds: $7,000.00 in")
    row.get_by_role("button", name="Confirm").click()
    expect(other.locator(".thresholds")).to_contain_text("$7,000.00")
    everywhere(other)


def test_the_desk_is_not_a_dealer_s(page_as: PageAs) -> None:
    page = page_as(DEALER, "/cage")
    expect(page.get_by_text("That page is not open to your role.")).to_be_visible()
