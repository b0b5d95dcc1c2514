"""The exceptions report: as a page for supervisors, and as a part of the inspector's."""

import pytest
from playwright.sync_api import Page, expect

from sabot.rules.roles import CASINO_SUPERVISOR, DEALER, DUTY_MANAGER, INSPECTOR
from server.harness import NAMES, House, voucher
from web.browser import PageAs, everywhere


@pytest.fixture(scope="module", autouse=True)
def evening(casino: House) -> None:
    """Two coups, a voucher that was exchanged and confirmed, and one that is pending."""
    casino.prepare("baccarat")
    casino.sit("baccarat", "alice")
    for _ in range(2):
        casino.done("baccarat", "alice", "place-wager", player="alice", on="player", amount="20")
        casino.play("baccarat")
    for amount in ("70", "90"):
        casino.done("baccarat", DEALER, "exchange-voucher", **voucher(amount))
    casino.done("baccarat", DUTY_MANAGER, "confirm-statement", number=1, reason="counted")


def at_table(page: Page, table: str) -> None:
    """The exceptions of one table: the cage has its own."""
    form = page.locator("form:visible", has=page.get_by_label("Person"))
    form.get_by_label("Table", exact=True).select_option(table)
    form.get_by_role("button", name="Show").click()


def test_a_supervisor_reads_who_stated_and_who_confirmed(page_as: PageAs) -> None:
    page = page_as(CASINO_SUPERVISOR, "/exceptions")
    rows = page.locator(".exceptions-list tbody tr")
    at_table(page, "baccarat")
    expect(rows).to_have_count(3)
    expect(rows.nth(2)).to_contain_text("The float is opened with $1,000,000.00.")
    pending, voucher = rows.filter(has_text="Pending"), rows.filter(has_text="Decided by")
    times = rows.locator("time").evaluate_all("(times) => times.map((each) => each.dateTime)")
    assert times == sorted(times, reverse=True)
    expect(pending).to_contain_text("of $90.00 stated")
    expect(voucher.first).to_contain_text("Voucher")
    expect(voucher.first).to_contain_text(f"Stated by {NAMES[DEALER]}")
    expect(voucher.first).to_contain_text(f"Decided by {NAMES[DUTY_MANAGER]}")
    status = page.get_by_role("status").first
    expect(status).to_have_text("3 exceptions, $1,000,070.00 moved because of them.")
    pair = page.locator("[data-by=pair] tbody tr")
    expect(pair).to_have_text(f"{NAMES[DEALER]} → {NAMES[DUTY_MANAGER]}1$70.00")
    luck = page.locator(".exceptions-luck tbody tr")
    expect(luck).to_have_count(2)
    expect(luck.filter(has_text="alice")).to_contain_text("$20.00")
    page.get_by_label("Person").fill(NAMES[DUTY_MANAGER])
    page.get_by_role("button", name="Show").click()
    expect(rows).to_have_count(2)
    expect(status).to_have_text("2 exceptions, $1,000,070.00 moved because of them.")
    everywhere(page)


def test_an_inspector_has_it_in_both_languages_and_plays_the_coup_again(page_as: PageAs) -> None:
    page = page_as(INSPECTOR, "/inspect?table=baccarat#exceptions")
    rows = page.locator(".exceptions-list tbody tr")
    at_table(page, "baccarat")
    expect(rows).to_have_count(3)
    everywhere(page)
    page.get_by_role("button", name="中文").click()
    expect(rows.filter(has_text="待確認")).to_have_count(1)
    voucher = rows.filter(has_text="憑券").filter(has_text="已確認")
    expect(voucher).to_contain_text("alice")
    voucher.get_by_role("button", name="3").click()
    expect(page.locator("#part-coups")).to_be_visible()
