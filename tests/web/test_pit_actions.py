"""Supervisors' work in the pit, in a real browser: limits, approvals, money, people."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from server.harness import PASSWORD, House, running
from web.browser import PageAs
from web.floor_checks import confirmed, deal, event, events, ready, seat
from web.pit_checks import act, do_it, field, form, pit, press, refused, tab

NOMINATE = "Let others turn the cards (8.4)"


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("actions"), feed="typed") as house:
        yield house


# Limits


def bet(casino: House, table: str, player: str, amount: str) -> str:
    answer = casino.do(table, player, "place-wager", player=player, on="player", amount=amount)
    return "taken" if answer.status_code == 200 else str(answer.json()["error"]["code"])


def test_a_raised_minimum_protects_who_was_there(casino: House, page_as: PageAs) -> None:
    """Raised at once, the player who is here keeps the old minimum and a newcomer has the new one;
    after a sign has stood its twenty minutes, all have the new one."""
    table = ready(casino, "limits")
    casino.sit(table, "alice")
    page = pit(page_as, table)
    tab(page, "limits")
    press(page, "Raise minimum now")
    expect(page.locator("dialog")).to_contain_text("These players keep the old minimum: alice.")
    field(page, "Minimum").fill("25")
    do_it(page, "a busy night")
    expect(page.locator(".tab-body")).to_contain_text("alice keeps $10.00")
    assert event(casino, table, "minimum-raised/1")["do"]["why"] == "a busy night"
    casino.sit(table, "bob")
    assert bet(casino, table, "alice", "10") == "taken"
    assert bet(casino, table, "bob", "10") == "below-minimum"
    assert bet(casino, table, "bob", "25") == "taken"
    press(page, "Post a sign")
    field(page, "Sign").select_option("protection")
    field(page, "Amount").fill("25")
    do_it(page)
    expect(page.locator(".sign .clock")).to_contain_text("19:")
    press(page, "End old minimums")
    assert "must stand for 20 minutes" in refused(page)
    casino.clock.advance(minutes=21)
    unlock(page)
    expect(page.locator(".sign .clock.over")).to_be_visible()
    press(page, "End old minimums")
    do_it(page)
    expect(page.locator(".tab-body")).to_contain_text("No player keeps an old minimum")
    casino.done(table, "alice", "withdraw-wager", player="alice", on="player")
    assert bet(casino, table, "alice", "10") == "below-minimum"
    for player in ("alice", "bob"):
        casino.do(table, player, "withdraw-wager", player=player, on="player")
        casino.done(table, player, "leave-table", player=player, declared="5000")


def test_whoever_holds_chips_declares_them_on_leaving(casino: House, page_as: PageAs) -> None:
    """Here chips are in the hand, and a player with a Loss Limit declares what is left of them;
    chips that the table's books do not have are counted first."""
    table = ready(casino, "declared")
    command = {"id": "limit of chen", "do": "set-loss-limit", "amount": "1200"}
    casino.ask("chen", "POST", "/api/account/commands", command)
    casino.sit(table, "chen", chips="500")
    page = page_as("chen", f"/table/{table}")
    dialog = page.get_by_role("dialog")
    for chips in ("400", "500"):
        page.get_by_role("button", name="Leave the table").click()
        dialog.get_by_label("Chips you hold").fill(chips)
        dialog.get_by_role("button", name="Leave the table").click()
        if chips == "400":
            expect(page.locator(".toast")).to_contain_text("A supervisor counts your chips")
            (stated,) = casino.see(table)["staff"]["statements"]
            assert stated["about"] == "chen leaves and declares $400.00 in chips"
            casino.done(table, "casino supervisor", "refuse-statement", number=stated["number"],
                        reason="there are 500")  # fmt: skip
    expect(page.get_by_role("button", name="Sit down", exact=True)).to_be_visible()
    left = event(casino, table, "player-left/1")
    assert (left["declared"], left["clause"]) == (50_000, "14.2.3")


def unlock(page: Page) -> None:
    """Five minutes have passed: the password opens the page again."""
    page.locator("#lock-password").fill(PASSWORD)
    page.get_by_role("button", name="Unlock").click()
    expect(page.locator("dialog")).to_have_count(0)


def test_a_higher_minimum_for_all_waits_for_its_sign(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "sign")
    seat(casino, table, "al")
    page = pit(page_as, table)
    tab(page, "limits")
    press(page, "Change limits")
    field(page, "Minimum").fill("50")
    said = refused(page)
    assert "No sign at the table announces this" in said and "(6.7)" in said
    press(page, "Post a sign")
    field(page, "Amount").fill("50")
    do_it(page)
    expect(page.locator(".sign")).to_contain_text("Minimum $50.00")
    expect(page.locator(f'[data-table="{table}"] .tick')).to_contain_text("19:")
    press(page, "Change limits")
    field(page, "Minimum").fill("50")
    assert "must stand for 20 minutes" in refused(page)
    press(page, "Change limits")
    field(page, "Maximum").fill("2000")
    do_it(page)
    expect(page.locator(".tab-body .facts")).to_contain_text("$10.00 – $2,000.00")


def test_a_personal_maximum(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "personal")
    seat(casino, table, "al")
    page = pit(page_as, table)
    tab(page, "players")
    page.locator("tbody tr", has_text="al").get_by_role("button", name="Actions").click()
    page.get_by_role("button", name="Personal maximum").last.click()
    field(page, "Maximum").fill("900")
    field(page, "Reason").fill("asked for more")
    act(page).click()
    expect(page.locator("dialog .error")).to_contain_text("above the table's $1,000.00")
    field(page, "Maximum").fill("3000")
    do_it(page, "asked for more")
    expect(page.locator("tbody tr", has_text="al")).to_contain_text("Own $10–$3,000")


# Approvals, money, people


def test_an_approval_is_given_and_withdrawn(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "approvals", method="B", face="down")
    seat(casino, table, "al")
    page = pit(page_as, table)
    tab(page, "approvals")
    press(page, "Approve")
    field(page, "What").select_option(label=NOMINATE)
    assert "Say for which player" in refused(page)
    press(page, "Approve")
    field(page, "What").select_option(label=NOMINATE)
    field(page, "Player").select_option("al")
    do_it(page, "his wife turns them")
    expect(page.locator(".item")).to_contain_text("Let others turn the cards: al · by carla")
    given = event(casino, table, "approved/1")
    assert (given["player"], given["do"]["why"]) == ("al", "his wife turns them")
    press(page, "Withdraw")
    do_it(page)
    expect(page.locator(".tab-body")).to_contain_text("No approval was given")


def test_the_float_is_filled_and_a_wrong_payment_put_right(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "money")
    seat(casino, table, "al", "player")
    deal(casino, table, "9S 5H KD KC")
    casino.play(table)
    page = pit(page_as, table)
    tab(page, "players")
    expect(page.locator("tbody tr", has_text="al")).to_contain_text("+$50.00")
    tab(page, "money")
    press(page, "Fill")
    for value, pieces in ((100_000, 2), (50_000, 1), (50, 1)):
        form(page).locator(f'input[name="chips-{value}"]').fill(str(pieces))
    field(page, "Slip number").fill("F-17")
    do_it(page)
    assert casino.decide("cashier", f"table:{table}", 1).status_code == 200
    assert event(casino, table, "float-filled/1")["amount"] == 250_050
    press(page, "Report a wrong payment")
    field(page, "Amount").fill("12.5O")
    field(page, "Reason").fill("a chip too many")
    page.get_by_role("group", name="Too much?").get_by_label("Yes").check()
    field(page, "Player").select_option("al")
    expect(form(page)).to_contain_text("A casino supervisor other than you has to confirm this")
    page.get_by_role("button", name="Report it").click()
    expect(page.locator("dialog")).to_be_visible()
    field(page, "Amount").fill("12.50")
    page.get_by_role("button", name="Report it").click()
    expect(page.locator(".toast.ok").last).to_contain_text("A casino supervisor must confirm it")
    expect(page.locator(".tab-body")).to_contain_text("None was found.")
    tab(page, "now")
    said = "in coup 1 $12.50 too much was paid to al for a wager: a chip too many"
    expect(page.locator(".statement")).to_contain_text(said)
    expect(page.locator(".statement")).to_contain_text("Waits for another casino supervisor.")
    expect(page.locator(".statement button")).to_have_text(["Take it back"])
    other = pit(page_as, table, who="duty manager")
    other.locator(".statement").get_by_role("button", name="Confirm", exact=True).click()
    field(other, "Reason").fill("counted again")
    form(other).get_by_role("button", name="Confirm").click()
    expect(page.locator(".statement")).to_have_count(0)
    tab(page, "money")
    expect(page.locator(".item")).to_contain_text("al was paid $12.50 too much, coup 1.")
    press(page, "Put right")
    do_it(page, "he gave it back")
    confirmed(casino, table, "gaming manager")
    expect(page.locator(".item")).to_contain_text("Put right.")
    press(page, "Close the float")
    expect(form(page)).to_contain_text("If it is not what the table's books have")
    form(page).locator('input[name="chips-100000"]').fill("100")
    expect(form(page).locator(".chips-total")).to_have_text("Total: $100,000.00")
    do_it(page, "the end of the day")
    expect(page.locator("#tab-now")).to_have_text("Now1")
    assert "float-closed/1" not in events(casino, table)


def test_a_dispute_is_decided_and_reviewed_by_another(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "dispute")
    seat(casino, table, "al")
    page = pit(page_as, table, who="gaming manager")
    tab(page, "disputes")
    press(page, "A dispute")
    expect(field(page, "Player").locator("option")).to_have_text(["al"])
    field(page, "About").fill("the count")
    do_it(page)
    expect(page.locator("#tab-disputes")).to_have_text("Disputes1")
    press(page, "Decide")
    field(page, "Decision").fill("the count stands")
    do_it(page, "seen on camera")
    first = re.compile(
        r"1\. al: the count.* Decided.*Decided by greta, .+\d: the count stands", re.S
    )
    expect(page.locator(".item")).to_have_text(first)
    expect(page.locator("#tab-disputes")).to_have_text("Disputes")
    press(page, "Review asked for")
    field(page, "Dispute number").fill("1")
    do_it(page, "he asks")
    expect(page.locator(".item")).to_contain_text("A review is asked for")
    press(page, "Decide on review")
    field(page, "Decision").fill("it stands")
    assert "another reviews it" in refused(page, "again")
    other = pit(page_as, table, who="duty manager")
    tab(other, "disputes")
    press(other, "Decide on review")
    field(other, "Decision").fill("it stands")
    do_it(other, "the recording is clear")
    last = re.compile(r"Decided by greta.*Reviewed by dylan, .+\d: it stands", re.S)
    expect(page.locator(".item")).to_have_text(last)
    assert event(casino, table, "dispute-reviewed/1")["reviewer"] == "dylan"


def test_a_notice_is_given(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "notices")
    casino.done(table, "dealer", "report-irregularity", situation="missing-or-foreign-card")
    confirmed(casino, table)
    page = pit(page_as, table)
    expect(page.locator(".attention")).to_contain_text("Notice to Surveillance")
    tab(page, "notices")
    expect(page.locator(".item")).to_have_count(2)
    press(page, "Was told")
    field(page, "How").fill("telephone")
    do_it(page, "told Sven")
    given = event(casino, table, "notice-given/1")
    assert (given["to"], given["channel"], given["note"]) == (
        "surveillance",
        "telephone",
        "told Sven",
    )


def test_a_no_bet_coup_a_sanction_and_the_end(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "end")
    seat(casino, table, "al")
    page = pit(page_as, table)
    press(page, "No-bet coup")
    assert "has not agreed" in refused(page)
    press(page, "No-bet coup")
    form(page).get_by_role("group", name="Who agrees").get_by_label("al").check()
    field(page, "Who asked").select_option("al")
    field(page, "A marker lies on the layout").check()
    do_it(page)
    expect(page.locator(".tab-body .facts")).to_contain_text("No wagers")
    tab(page, "players")
    press(page, "Sanction")
    field(page, "Player").select_option("al")
    form(page).get_by_label("Bar from the game").check()
    do_it(page, "a device in his sleeve")
    expect(page.locator("tbody tr", has_text="al")).to_contain_text("Barred")
    tab(page, "now")
    press(page, "Close the table")
    assert "No sign" in refused(page)


def test_every_action_asks_for_a_reason(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "reasons")
    page = pit(page_as, table)
    press(page, "Order a shuffle")
    act(page).click()
    expect(page.locator("dialog")).to_be_visible()
    assert "shuffle-ordered/1" not in events(casino, table)
    do_it(page, "clumps were seen")
    assert event(casino, table, "shuffle-ordered/1")["reason"] == "clumps were seen"


def test_a_press_is_not_lost_while_the_table_moves(casino: House, page_as: PageAs) -> None:
    """The panel is drawn anew at each event, but never under a finger."""
    table = ready(casino, "busy")
    page = pit(page_as, table)
    with page.expect_websocket(lambda line: f"/{table}/" in line.url) as line:
        page.reload()
    page.locator(".tab-body").get_by_role("button", name="Order a shuffle").hover()
    page.mouse.down()
    with line.value.expect_event("framereceived", lambda told: "wager-placed" in str(told)):
        seat(casino, table, "al", "player")
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => drawn()))")
    page.mouse.up()
    expect(form(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".stakes")).to_contain_text("50.00")
