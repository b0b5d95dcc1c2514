"""The dealers' school in a browser: a question of each subject, its answer, and its clause."""

import re

from playwright.sync_api import Page, expect

from sabot.rulebooks import RULEBOOKS
from sabot.rules.roles import DEALER
from sabot.school import DRAWS, HAPPENS, PAYS, lesson
from web.browser import PageAs, everywhere

BOOK = RULEBOOKS["star-baccarat"]


def choose(page: Page, subject: str) -> None:
    page.get_by_label("Subject").select_option(subject)
    expect(page.locator("h2")).to_be_visible()


def test_a_lesson_of_every_subject(page_as: PageAs) -> None:
    page = page_as(DEALER, "/school")
    asked = lesson(BOOK, PAYS, 1, 1)
    expect(page.locator(".stake")).to_contain_text(asked.question.wager)
    page.get_by_label("Amount in dollars").fill("1.23")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".verdict")).to_have_text(f"No: ${asked.answer}.")
    expect(page.locator(".law")).to_contain_text(f"Clause {asked.clause}")
    page.get_by_role("button", name="Next question").click()
    second = lesson(BOOK, PAYS, 1, 2)
    page.get_by_label("Amount in dollars").fill(second.answer)
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_have_text("Right.")
    expect(page.locator(".board-head")).to_contain_text("1 of 2 right")
    everywhere(page)

    choose(page, DRAWS)
    third = lesson(BOOK, DRAWS, 1, 1)
    name = third.question.choices[int(third.answer)].capitalize()
    expect(page.locator(".playing-card")).to_have_count(
        sum(map(len, third.question.hands.values()))
    )
    page.locator(".choices").get_by_role("button", name=name).click()
    expect(page.locator(".verdict")).to_have_text("Right.")

    choose(page, HAPPENS)
    fourth = lesson(BOOK, HAPPENS, 1, 1)
    expect(page.locator(".case")).to_contain_text(fourth.question.situation)
    page.locator(".choices button").nth(int(fourth.answer)).click()
    expect(page.locator(".verdict")).to_have_text("Right.")

    page.reload()
    expect(page.locator(".board-head")).to_contain_text("1 of 2 right")  # gone on with


def test_in_chinese_on_a_phone(page_as: PageAs) -> None:
    page = page_as(DEALER, "/school", width=390, locale="zh-Hant")
    page.get_by_label("科目").select_option(HAPPENS)
    expect(page.locator("h2")).to_have_text("現在如何處理？")
    for words in (page.locator(".case"), page.locator(".choices button").first):
        assert not re.search("[A-Za-z]{3}", words.inner_text())
    page.locator(".choices button").first.click()
    expect(page.locator(".verdict")).to_be_visible()
    everywhere(page)
