"""The page of the policy in force, in a browser."""

import re

from playwright.sync_api import expect

from sabot.rules.roles import DUTY_MANAGER, GAMING_MANAGER
from server.harness import House
from web.browser import PageAs, everywhere


def test_two_managers_put_a_policy_in_force(casino: House, page_as: PageAs) -> None:
    player = page_as("alice", "/policy")
    expect(player.locator(".policy-state")).to_have_text("No policy is in force")
    expect(player.locator("form")).to_have_count(0)
    first = page_as(DUTY_MANAGER, "/policy")
    form = first.locator("form.adopt")
    form.get_by_label("Policy file").fill('name = "x"')
    form.get_by_label("Reason").fill("the law")
    form.get_by_role("button", name="Submit").click()
    expect(form.get_by_role("status")).to_contain_text("The policy has no edition.")
    form.get_by_role("button", name="Load nsw").click()
    expect(form.get_by_label("Policy file")).to_have_value(re.compile("nsw"))
    form.get_by_role("button", name="Submit").click()
    expect(form.get_by_role("status")).to_have_text("Submitted. Another manager must confirm it.")
    second = page_as(GAMING_MANAGER, "/policy")
    second.locator(".waiting li").get_by_role("button", name="Confirm").click()
    expect(second.locator(".policy-state")).to_contain_text("is in force since 2025-08-13")
    row = second.locator('tr[data-rule="exclusion.least_days"]').first
    expect(row).to_contain_text("180 days")
    expect(row).to_contain_text("own choice")
    everywhere(second)
    player.reload()
    expect(player.locator(".policy-state")).to_contain_text("in force")
    player.get_by_role("button", name="中文").click()
    expect(player.locator('tr[data-rule="exclusion.least_days"]').first).to_contain_text("180 日")
