"""Irregularities at the dealer's console, in a real browser: the clause before it is done."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from server.harness import House, running
from web.browser import PageAs, serious
from web.floor_checks import choose, console, deal, enter, event, events, next_is, ready, seat


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("irregular"), feed="typed") as house:
        yield house


def test_a_surplus_card_shows_its_clause_and_is_done(casino: House, page_as: PageAs) -> None:
    """12.3: a card seen, drawn while the Banker stands, opens a no-bet coup."""
    table = ready(casino, "surplus")
    seat(casino, table, "al", "player")
    deal(casino, table, "9S 5H KD KC")
    page = console(page_as, table)
    choose(page, "surplus-to-player-banker-stands")
    do_it = page.get_by_role("button", name="Do it")
    expect(page.locator("dialog")).to_contain_text("Answer the questions")
    expect(do_it).to_be_disabled()
    page.get_by_label("Unseen").check()
    expect(page.locator(".rule .outcome")).to_have_text("The card opens the next coup")
    page.get_by_label("Seen", exact=True).check()
    expect(page.locator(".rule .outcome")).to_have_text("The card opens a no-bet coup")
    expect(page.locator(".rule dd.clause")).to_have_text("12.3, 12.4")
    assert "irregularity-reported/1" not in events(casino, table)
    page.get_by_label("The card that came out").fill("7d")
    page.get_by_label("Note").fill("drawn too fast")
    assert serious(page) == []
    do_it.click()
    expect(page.locator(".toast.ok")).to_contain_text("Done and recorded")
    expect(page.locator("#card-field")).to_be_focused()
    told = event(casino, table, "irregularity-reported/1")
    assert (told["clause"], told["outcome"], told["note"]) == (
        "12.3", "FIRST_OF_NO_BET", "drawn too fast",
    )  # fmt: skip
    enter(page, "Call the counts", "Call the result", "Take and pay", "Clear the cards")
    expect(page.locator(".banner")).to_contain_text("No-bet coup: nobody wagers (12.3)")
    enter(page, "Deal a card")
    next_is(page, "Deal a card: Banker")
    hands = {hand["hand"]: hand["cards"] for hand in casino.see(table)["table"]["hands"]}
    assert [card["card"] for card in hands["player"]] == ["7D"]


def test_what_a_supervisor_has_to_say_is_called_for(casino: House, page_as: PageAs) -> None:
    """12.1.2: only a supervisor voids a coup that cannot be rebuilt; the dealer calls one with the
    clause, and nothing has happened yet."""
    table = ready(casino, "callfor")
    seat(casino, table, "al", "player")
    deal(casino, table, "9S 5H KD")
    page = console(page_as, table)
    choose(page, "cannot-rebuild")
    expect(page.locator(".rule")).to_contain_text("Waits for: Casino supervisor")
    expect(page.get_by_role("button", name="Do it")).to_be_disabled()
    page.get_by_role("button", name="Call supervisor for this").click()
    expect(page.locator(".banner")).to_contain_text("A wrong deal cannot be rebuilt (12.1.2)")
    assert "irregularity-reported/1" not in events(casino, table)


def test_a_question_that_no_clause_answers_holds_play(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "held")
    seat(casino, table, "al", "player")
    deal(casino, table, "9S 5H KD KC")
    page = console(page_as, table)
    choose(page, "wrong-call-or-settlement")
    page.get_by_label("No money has moved").check()
    expect(page.locator(".rule")).to_contain_text("No clause speaks of it")
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(".banner")).to_contain_text("Waiting for a Casino supervisor: question 1")
    expect(page.locator(".banner")).to_have_count(1)
    next_is(page, "A supervisor is needed")
    expect(page.locator("#card-field")).to_be_focused()
    page.keyboard.press("Enter")
    casino.done(table, "casino supervisor", "decide-report", number=1, outcome="CONTINUE",
                reason="the call was right")  # fmt: skip
    expect(page.locator(".banner")).to_have_count(0)
    enter(page, "Call the counts")
    next_is(page, "Call the result")
