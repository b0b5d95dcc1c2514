"""The page of alerts, in a browser: one is decided with a reason, in both languages."""

from datetime import date

from playwright.sync_api import expect

from sabot.aml import AML_STREAM, Alert, ScreenDay
from sabot.rules.roles import DUTY_MANAGER
from server.harness import House
from web.browser import PageAs, everywhere


def test_a_duty_manager_closes_an_alert(casino: House, page_as: PageAs) -> None:
    found = Alert("offsetting bets", ("bob", "chen"), date(2026, 3, 14), 4_200_00, ("table:x 9",))
    command = ScreenDay(
        id=f"{AML_STREAM}/day", actor="house", role="casino operator", day=date(2026, 3, 14),
        edition="nsw@2025-08-13", found=(found,),
    )  # fmt: skip
    assert casino.casino.floor.give(AML_STREAM, command).rejected is None
    page = page_as(DUTY_MANAGER, "/alerts")
    expect(page.locator("#alerts-policy")).to_contain_text("No policy is in force")
    alert = page.locator('.alert[data-number="1"]')
    expect(alert).to_contain_text("Bets against each other")
    alert.get_by_label("Reason").fill("a couple that plays for fun")
    alert.get_by_role("button", name="Close it").click()
    expect(page.locator(".alert.decided")).to_contain_text("a couple that plays for fun")
    everywhere(page)
    page.get_by_role("button", name="中文").click()
    expect(page.locator(".alert.decided")).to_contain_text("互相對賭")
