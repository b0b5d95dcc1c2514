"""Reports as a page: chosen, read with the events of a figure, in both languages, and printed."""

import pytest
from playwright.sync_api import expect

from sabot.rules.roles import DUTY_MANAGER, INSPECTOR, PLAYER
from server.harness import House
from web.browser import PageAs, everywhere


@pytest.fixture(scope="module", autouse=True)
def evening(casino: House) -> None:
    casino.prepare("baccarat")
    casino.sit("baccarat", "alice")
    for _ in range(2):
        casino.done("baccarat", "alice", "place-wager", player="alice", on="player", amount="20")
        casino.play("baccarat")
    casino.casino.people.callings.rename("alice", "Alice Moreau", "as she wishes", "ada")


def test_an_inspector_reads_a_tables_day_and_finds_its_events(page_as: PageAs) -> None:
    page = page_as(INSPECTOR, "/reports?report=table-day&of=baccarat")
    sheet = page.locator("article.report")
    expect(sheet.locator("tbody tr")).to_have_count(1)
    expect(sheet).to_contain_text("Australia/Sydney")
    expect(sheet.locator("tbody td").nth(12)).to_contain_text("2")
    everywhere(page)
    page.get_by_role("button", name="中文").click()
    expect(sheet).to_contain_text("贏額")
    page.get_by_role("button", name="English").click()
    page.get_by_label("Report", exact=True).select_option("mispayments")
    page.get_by_role("button", name="Show").click()
    expect(sheet.locator(".nothing").first).to_have_text("Nothing to report.")
    page.emulate_media(media="print")
    expect(page.locator(".report-form")).to_be_hidden()
    page.emulate_media(media="screen")
    page.get_by_label("Report", exact=True).select_option("inventory")
    page.get_by_role("button", name="Show").click()
    sheet.get_by_role("link", name="Table baccarat, event").first.click()
    expect(page.locator("#part-log details[open]")).to_have_count(1)


def test_files_and_what_is_wrong_with_a_question(page_as: PageAs, casino: House) -> None:
    page = page_as(DUTY_MANAGER, "/reports")
    expect(page.locator("article.report")).to_be_visible()
    for name, form in (("Page to print", "html"), ("Spreadsheet (CSV)", "csv")):
        with page.expect_download() as download:
            page.get_by_role("link", name=name).click()
        assert download.value.suggested_filename == f"daily-summary.{form}"
    page.get_by_label("Report", exact=True).select_option("statement")
    page.get_by_label("Player", exact=True).fill("nobody")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".toast.error")).to_have_text('The log has no player "nobody".')
    page.get_by_label("Player", exact=True).fill("moreau")
    expect(page.locator("#people-found option")).to_have_attribute("value", "alice")
    page.get_by_label("Player", exact=True).fill("alice")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".report-head")).to_contain_text("OfAlice Moreau")
    expect(page.locator("article.report")).to_contain_text("Alice Moreau goes to table baccarat")
    mine = page_as(PLAYER, "/account")
    with mine.expect_download() as download:
        mine.locator("#statement").click()
    assert "Player&#x27;s statement" in download.value.path().read_text(encoding="utf-8")
