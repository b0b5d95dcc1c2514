"""Irregularities at the dealer's console, in a real browser: the clause before it is done."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from server.harness import House, running
from web.browser import PageAs, serious
from web.floor_checks import (
    choose,
    confirmed,
    console,
    deal,
    enter,
    event,
    events,
    next_is,
    ready,
    seat,
)
from web.pit_checks import act, pit


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
    do_it = act(page)
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
    steps = page.locator(".checklist li")
    count = steps.count()
    assert count
    page.reload()  # the list stays until each step is done
    page.get_by_role("button", name="中文").click()
    expect(page.locator(".checklist h3")).to_contain_text("閒")
    page.get_by_role("button", name="English").click()
    for _ in range(count):
        expect(page.locator(".checklist")).to_contain_text("12.3")
        page.locator(".checklist input:not(:checked)").first.click()
    expect(page.locator(".checklist")).to_have_count(0)
    page.locator(".status h1").click()
    enter(page, "Call the counts", "Take and pay", "Clear the cards")
    expect(page.locator(".banner")).to_contain_text("No-bet coup: no wagers (12.3)")
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
    expect(act(page)).to_be_disabled()
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
    expect(page.locator(".rule")).to_contain_text("No clause covers it")
    act(page).click()
    expect(page.locator(".banner")).to_contain_text("Waiting for a Casino supervisor: question 1")
    expect(page.locator(".banner")).to_have_count(1)
    next_is(page, "A supervisor is needed")
    expect(page.locator("#card-field")).to_be_focused()
    page.keyboard.press("Enter")
    casino.done(table, "casino supervisor", "decide-report", number=1, outcome="CONTINUE",
                reason="the call was right")  # fmt: skip
    expect(page.locator(".banner")).to_have_count(0)
    enter(page, "Call the counts")
    next_is(page, "Take and pay")


def report_late(page: Page, player: str) -> None:
    """The dealer reports a wager above the maximum that was not keyed."""
    choose(page, "above-maximum")
    page.get_by_label("After the first card").check()
    page.get_by_label("Which player").select_option(player)
    page.get_by_label("On which wager").select_option("tie")
    page.get_by_label("How much").fill("3000")
    expect(page.locator(".rule dl")).to_contain_text("ConfirmsCasino supervisor, another person")
    expect(page.locator(".rule .refused")).to_have_count(0)
    page.get_by_role("button", name="Report it").click()


def test_what_only_one_person_says_waits_for_another(casino: House, page_as: PageAs) -> None:
    """6.5: a wager that was not keyed before the first card. Nothing moves on the dealer's word; it
    is on the supervisor's desk at once, and the decision is heard at the table."""
    table = ready(casino, "late")
    seat(casino, table, "al", "player")
    deal(casino, table, "9S 5H KD KC")
    desk = pit(page_as, table)
    room = page_as("", f"/display/{table}")
    player = page_as("alice", f"/table/{table}")
    page = console(page_as, table)
    report_late(page, "al")
    expect(page.locator(".toast.ok")).to_contain_text("A casino supervisor must confirm it")
    said = "Wager above a player's maximum (after the first card), al, Tie, $3,000.00 Clause 6.5"
    for seen in (page, desk):
        expect(seen.locator(".statement .about")).to_have_text(said)
        expect(seen.locator(".statement")).to_contain_text("Statement 1 · dora, dealer, at")
        expect(seen.locator(".statement")).to_contain_text("Play waits for this")
        then = "Once confirmed: The wager is live to the maximum and the rest goes back."
        expect(seen.locator(".statement")).to_contain_text(then)
    expect(page.locator(".statement")).to_contain_text("Waits for a casino supervisor.")
    expect(page.locator(".statement button")).to_have_text(["Take it back"])
    next_is(page, "A supervisor is needed")
    expect(desk.locator(".attention")).to_contain_text(f"{table}To confirm: 1")
    expect(desk.locator("#tab-now")).to_have_text("Now1")
    for sign in (room.locator("#sign"), player.locator(".call")):
        expect(sign).to_contain_text("Please wait: a supervisor is checking")
    assert "maximum" not in room.locator("body").inner_text()
    assert len(casino.see(table)["table"]["stakes"]) == 1
    desk.locator(".statement").get_by_role("button", name="Confirm", exact=True).click()
    desk.locator("dialog").get_by_role("button", name="Confirm").click()
    expect(desk.locator("dialog")).to_be_visible()  # a reason is kept with it
    desk.get_by_label("Reason").fill("it lay there, says the camera")
    desk.locator("dialog").get_by_role("button", name="Confirm").click()
    for seen in (page, desk):
        expect(seen.locator(".statement")).to_have_count(0)
    expect(page.locator(".stakes")).to_contain_text("$1,000.00")
    expect(room.locator("#sign")).not_to_contain_text("Please wait")
    assert event(casino, table, "statement-confirmed/1")["confirmed_by"] == "carla"
    page.get_by_role("button", name="中文").click()
    casino.done(table, "dealer", "report-irregularity", situation="invalid-wager", player="al",
                on="player", note="one chip is not ours")  # fmt: skip
    words = "首張牌派出後發現注碼無效，al，閒；one chip is not ours 第 12.17 條"
    expect(page.locator(".statement .about")).to_have_text(words)
    assert serious(page) == []
    page.get_by_role("button", name="撤回").click()
    page.get_by_label("理由").fill("it is ours")
    page.locator("dialog").get_by_role("button", name="撤回").click()
    for seen in (page, desk):
        expect(seen.locator(".statement")).to_have_count(0)
    taken = event(casino, table, "statement-refused/1")
    assert (taken["refused_by"], taken["reason"]) == ("dora", "it is ours")
    next_is(page, "宣告點數")


def test_a_voucher_waits_too_and_play_goes_on(casino: House, page_as: PageAs) -> None:
    """Options that take hands are not offered where there are none; a voucher holds up no play."""
    table = ready(casino, "voucher", feed="virtual")
    seat(casino, table, "al")
    page = console(page_as, table)
    page.get_by_role("button", name="Irregularity", exact=True).click()
    expect(page.locator('[data-situation="display-wrong"]')).to_be_visible()
    expect(page.locator('[data-situation="cards-dropped"]')).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Exchange a voucher").click()
    expect(page.locator("dialog .intro")).to_contain_text("A casino supervisor other than you")
    page.get_by_label("Voucher number").fill("V-7")
    page.get_by_label("Amount").fill("25")
    page.get_by_label("Conditions, as printed on it").fill("main bets only")
    page.locator("dialog").get_by_role("button", name="Report it").click()
    waits = page.locator(".statement:not(.holds)")
    expect(waits).to_contain_text("exchanges voucher V-7 for $25.00, conditions: main bets only")
    confirmed(casino, table)
    expect(waits).to_have_count(0)
    assert event(casino, table, "voucher-exchanged/1")["number"] == "V-7"
