"""The calendar of duties: for duty managers and inspectors, and its count in the pit."""

import pytest
from playwright.sync_api import expect

from sabot.rules.roles import CASINO_SUPERVISOR, DUTY_MANAGER, INSPECTOR
from server.harness import NAMES, House
from web.browser import PageAs, everywhere
from web.floor_checks import ready, seat, whole_coup


@pytest.fixture(scope="module", autouse=True)
def evening(casino: House) -> None:
    """A patron is held for an inspector, a wrong payment is for the month, a side bet reserved."""
    casino.prepare("baccarat")
    casino.sit("baccarat", "alice")
    casino.done("baccarat", "alice", "place-wager", player="alice", on="player", amount="20")
    casino.play("baccarat")
    casino.done("baccarat", DUTY_MANAGER, "sanction-player", player="mallory",
                measures=["detain"], reason="a camera in a button")  # fmt: skip
    felt = ready(casino, "felt")
    seat(casino, felt, "al", "player", "600")
    whole_coup(casino, felt, "9S 5H KD KC")
    casino.done(felt, DUTY_MANAGER, "find-mispayment", of="wager", coup=1, amount="1200",
                over=True, player="al", note="a plaque too many")  # fmt: skip
    casino.done(felt, CASINO_SUPERVISOR, "confirm-statement", number=1, reason="counted")
    casino.done("baccarat", DUTY_MANAGER, "restrict-side-bet", wager="super-six",
                told=["surveillance"], sign=True)  # fmt: skip


def test_a_duty_manager_gives_a_notice_and_it_is_kept(page_as: PageAs, casino: House) -> None:
    page = page_as(DUTY_MANAGER, "/pit")
    expect(page.locator("a.duties")).to_contain_text("1 due")
    casino.clock.advance(days=40)  # the month is over
    page = page_as(DUTY_MANAGER, "/pit")
    link = page.locator("a.duties")
    expect(link.locator(".danger")).to_have_text("1 late")
    link.click()
    rows = page.locator("#part-late tbody tr")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Report a wrong payment over $1,000")
    everywhere(page)
    page.locator("#tab-today").click()
    held = page.locator("#part-today tr[data-duty=detained]")
    expect(held.locator(".pill.danger")).to_have_text("Due")
    held.get_by_role("button", name="Give notice").click()
    page.get_by_label("How were they told?").fill("telephone")
    page.get_by_label("Who was told, and any remarks").fill("Inspector Lee")
    page.get_by_role("button", name="Mark as given").click()
    expect(held).to_have_count(0)
    page.locator("#tab-done").click()
    done = page.locator("#part-done tr[data-duty=detained]")
    expect(done).to_contain_text(NAMES[DUTY_MANAGER])
    expect(done).to_contain_text("telephone: Inspector Lee")
    everywhere(page)


def test_an_inspector_reads_it_in_chinese_and_finds_the_event(page_as: PageAs) -> None:
    page = page_as(INSPECTOR, "/duties#open")
    rows = page.locator("#part-open tbody tr")
    expect(rows.filter(has_text="Put a wrong payment right")).to_have_count(1)
    expect(page.get_by_role("button", name="Give notice")).to_have_count(0)
    page.get_by_role("button", name="中文").click()
    expect(rows.filter(has_text="更正錯誤賠付")).to_contain_text("合理時間內")
    page.get_by_role("button", name="English").click()
    rows.filter(has_text="Put a wrong payment right").get_by_role("link", name="event").click()
    item = page.locator("#part-log details[open]")
    expect(item.locator(".what")).to_contain_text("too much")
    everywhere(page)
