"""The cashier's desk and the player's requests, in a browser."""

import re

from playwright.sync_api import Locator, expect

from sabot.rules.roles import CASHIER, DEALER, DUTY_MANAGER, GAMING_MANAGER
from server.harness import House
from web.browser import PageAs, everywhere


def clear(casino: House) -> None:
    """Refuse all that other tests left waiting for a second person."""
    for row in casino.pending(DUTY_MANAGER):
        answer = casino.decide(DUTY_MANAGER, row["stream"], row["number"], confirm=False)
        assert answer.status_code == 200, answer.text


def test_a_request_is_seen_on_both_sides(casino: House, page_as: PageAs) -> None:
    clear(casino)
    before = casino.ask("bob", "GET", "/api/account").json()["balance"]
    player = page_as("bob", "/account")
    player.locator("#withdraw").fill("150")
    player.get_by_role("button", name="Withdraw", exact=True).click()
    row = player.locator(".requests li").first
    expect(row).to_contain_text("Withdraw $150.00")
    expect(row).to_contain_text("waits for the cashier")
    expect(player.locator("#reserved")).to_contain_text("$150.00")

    desk = page_as(CASHIER, "/cage")
    waits = desk.locator(".waiting li").first
    expect(waits).to_contain_text("bob: $150.00 out by cash")
    waits.get_by_role("button", name="Refuse").click()
    dialog = desk.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("bring your card")
    dialog.get_by_role("button", name="Confirm").click()
    expect(desk.get_by_text("All clear: nothing waits for a second person.")).to_be_visible()
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
    chosen = {"id": "pin of chen", "do": "set-pin", "pin": "73910"}
    assert casino.ask("chen", "POST", "/api/account/commands", chosen).status_code == 200
    paying = desk.locator("form.withdraw")
    pay(paying, "40", "slip 4", pin="73911")
    expect(paying.get_by_role("status")).to_contain_text("4 more wrong ones lock it")
    pay(paying, "40", "slip 4", pin="73910")
    said = re.compile(r"Paid \$40\.00 to chen\. Balance \$[0-9,]+\.00\. Receipt \d+\.")
    expect(paying.get_by_role("status")).to_have_text(said)
    expect(paying.locator(".holder")).to_have_text("Player Card of chen")
    expect(desk.locator(".receipt")).to_contain_text("slip 4")
    taking = desk.locator("form.deposit")
    taking.get_by_label("Player Card").fill("no such card")
    taking.get_by_label("Amount in dollars").fill("10001")
    taking.get_by_label("Reference").fill("slip 5")
    taking.get_by_role("button", name="Take a deposit").click()
    expect(taking.get_by_role("status")).to_contain_text("There is no Player Card")
    taking.get_by_label("Player Card").fill("card of chen")
    taking.get_by_role("button", name="Take a deposit").click()
    expect(taking.get_by_role("status")).to_have_text("Submitted. Another person must confirm it.")
    waits = desk.locator(".waiting li").first
    expect(waits).to_contain_text("Another person must confirm this.")
    everywhere(desk)
    desk.get_by_role("button", name="中文").click()
    expect(waits).to_contain_text("須由他人確認")
    expect(desk.get_by_role("heading", level=1)).to_have_text("帳房櫃枱")


def pay(form: Locator, amount: str, reference: str, pin: str = "") -> None:
    """A cashier pays chen out; the player types the PIN."""
    form.get_by_label("Player Card").fill("card of chen")
    form.get_by_label("Amount in dollars").fill(amount)
    form.get_by_label("Reference").fill(reference)
    form.get_by_label("PIN").fill(pin)
    form.get_by_role("button", name="Pay out").click()


def test_a_player_allows_a_payment_in_their_own_session(casino: House, page_as: PageAs) -> None:
    desk, player = page_as(CASHIER, "/cage"), page_as("chen", "/account")
    before = casino.ask("chen", "GET", "/api/account").json()["balance"]
    paying = desk.locator("form.withdraw")
    pay(paying, "30", "slip 30")
    expect(paying.get_by_role("status")).to_contain_text("It waits for the player")
    asked = player.locator(".to-allow li")
    expect(asked).to_contain_text("Withdraw $30.00")
    waits = desk.locator(".waiting li").filter(has_text="chen: $30.00 out by cash")
    expect(waits.get_by_role("button", name="Confirm")).to_have_count(0)
    everywhere(player)
    asked.get_by_role("button", name="Allow").click()
    expect(player.locator(".toasts")).to_contain_text("Allowed.")
    expect(waits).to_have_count(0)
    assert casino.ask("chen", "GET", "/api/account").json()["balance"] == before - 30_00

    pay(paying, "20", "slip 31")
    waits = desk.locator(".waiting li").filter(has_text="chen: $20.00 out by cash")
    waits.get_by_role("button", name="Take back").click()
    dialog = desk.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("the player went away")
    dialog.get_by_role("button", name="Confirm").click()
    expect(waits).to_have_count(0)
    expect(asked).to_have_count(0)


def test_a_new_patron_gets_an_account_a_document_and_a_card(casino: House, page_as: PageAs) -> None:
    desk = page_as(CASHIER, "/cage")
    patrons = desk.locator(".patrons")
    patrons.get_by_label("Name, Player Card or document").fill("moreau")
    patrons.get_by_role("button", name="Find").click()
    expect(patrons).to_contain_text("No account was found.")
    patrons.get_by_role("button", name="Open an account").click()
    expect(patrons.get_by_role("status").first).to_contain_text("The account of moreau is open.")
    act(patrons, "Record a document", {
        "Number of the document": "N 7788 1234",
        "Full name": "Alice Moreau",
        "Date of birth": "1990-02-03",
        "Valid until": "2099-01-01",
    })  # fmt: skip
    expect(patrons.locator(".patron-name")).to_have_text("Alice Moreau")
    expect(patrons).to_contain_text("Passport …1234, valid until 2099-01-01")
    act(patrons, "Issue a Player Card", {})
    expect(patrons.get_by_role("status").first).to_have_text(
        "The Player Card of Alice Moreau is issued."
    )
    act(patrons, "Cancel the Player Card", {"Reason": "lost"})
    expect(patrons.get_by_role("status").first).to_contain_text("A new one can be issued.")
    act(patrons, "Issue a Player Card", {"Number of the new card": "4242 4242 4242 4242"})
    expect(patrons.get_by_role("status").first).to_contain_text("Another person must confirm")
    everywhere(desk)
    found = patrons.get_by_label("Name, Player Card or document")
    for said in ("n7788-1234", "MOREAU".lower(), "more"):
        found.fill(said)
        patrons.get_by_role("button", name="Find").click()
        expect(patrons.locator(".patron-name")).to_have_text("Alice Moreau")
    assert b"Alice Moreau" not in b"".join(each.line for each in casino.casino.store.read_all())
    assert b"77881234" not in b"".join(each.line for each in casino.casino.store.read_all())


def act(patrons: Locator, name: str, fields: dict[str, str]) -> None:
    """Open one of the patron's forms, fill it in and send it."""
    form = patrons.locator("details.act").filter(has=patrons.page.get_by_text(name, exact=True))
    form.locator("summary").click()
    for label, value in fields.items():
        form.get_by_label(label).fill(value)
    form.get_by_role("button", name=name, exact=True).click()


def test_a_supervisor_limits_and_excludes_a_patron(page_as: PageAs) -> None:
    desk = page_as(DUTY_MANAGER, "/cage")
    patrons = desk.locator(".patrons")
    patrons.get_by_label("Name, Player Card or document").fill("bob")
    patrons.get_by_role("button", name="Find").click()
    expect(patrons.locator(".patron-name")).to_have_text("bob")
    act(patrons, "Set a limit of the casino", {"Amount in dollars": "500"})
    expect(patrons.locator(".facts")).to_contain_text("the casino's, deposits $500.00 a day")
    act(patrons, "Exclude the player", {"Reason": "shouting"})
    expect(patrons.locator(".facts")).to_contain_text("shouting")
    act(patrons, "Lift the exclusion", {"Reason": "calm again"})
    expect(patrons.locator(".facts")).not_to_contain_text("shouting")
    act(patrons, "Set a limit of the casino", {"Amount in dollars": ""})
    expect(patrons.locator(".facts")).not_to_contain_text("$500.00")


def test_a_pin_is_set_by_the_player_or_at_the_desk_by_two(page_as: PageAs) -> None:
    player = page_as("bob", "/account")
    expect(player.locator("#pin-state")).to_contain_text("You have no PIN.")
    player.get_by_label("New PIN, 4 to 8 digits").fill("1234")
    player.get_by_role("button", name="Set PIN").click()
    expect(player.locator("#main")).to_contain_text("That PIN is too easy to guess")
    player.get_by_label("New PIN, 4 to 8 digits").fill("60413")
    player.get_by_role("button", name="Set PIN").click()
    expect(player.locator("#pin-state")).to_contain_text("You have a PIN.")
    player.get_by_role("button", name="中文").click()
    expect(player.locator("#pin-state")).to_contain_text("你已有 PIN 碼")

    desk, other = page_as(CASHIER, "/cage"), page_as(DUTY_MANAGER, "/cage")
    form = desk.locator("form.set-pin")
    form.get_by_label("Player Card").fill("card of bob")
    form.get_by_label("Document that the player shows").fill("passport")
    form.get_by_label("PIN").fill("73910")
    form.get_by_role("button", name="Set a PIN").click()
    expect(form.get_by_role("status")).to_contain_text("Another person")
    row = other.locator(".waiting li").filter(has_text="bob: a PIN was typed at the desk")
    row.get_by_role("button", name="Confirm").click()
    expect(row).to_have_count(0)
    form = desk.locator("form.unlock-pin")
    form.get_by_label("Player Card").fill("card of bob")
    form.get_by_label("Reason").fill("passport seen")
    form.get_by_role("button", name="Unlock a PIN").click()
    expect(form.get_by_role("status")).to_contain_text("The PIN is not locked.")


def test_managers_change_the_thresholds_by_two(page_as: PageAs) -> None:
    one, other = page_as(DUTY_MANAGER, "/cage"), page_as(GAMING_MANAGER, "/cage")
    expect(other.locator(".thresholds")).to_contain_text("$10,000.00")
    form = one.locator(".thresholds-form")
    form.get_by_label("Deposits: two persons").fill("7000")
    form.get_by_label("Withdrawals: two persons").fill("6000")
    form.get_by_label("One cashier in all").fill("20000")
    form.get_by_label("Reason").fill("a quiet week")
    form.get_by_role("button", name="Submit").click()
    expect(form.get_by_role("status")).to_contain_text("Another person")
    row = other.locator(".waiting li").filter(has_text="New thresholds: $7,000.00 in")
    row.get_by_role("button", name="Confirm").click()
    expect(other.locator(".thresholds")).to_contain_text("$7,000.00")
    everywhere(other)


def test_the_desk_is_not_a_dealer_s(page_as: PageAs) -> None:
    page = page_as(DEALER, "/cage")
    expect(page.get_by_text("That page is not open to your role.")).to_be_visible()


def test_a_cashier_opens_counts_and_closes_a_drawer(casino: House, page_as: PageAs) -> None:
    desk, other = page_as(CASHIER, "/cage"), page_as(DUTY_MANAGER, "/cage")
    panel = desk.locator(".drawer")
    expect(panel).to_contain_text("You have no open drawer.")
    count(panel.locator(".open-drawer"), {"$100.00": "3", "$0.05": "1"}, drawer="7")
    expect(panel.get_by_role("status")).to_have_text("Counted $300.05.")
    expect(panel).to_contain_text("Drawer 7 is yours, opened with $300.05.")
    expect(other.locator(".drawer")).to_contain_text("the books say $300.05")
    count(panel.locator(".close-drawer"), {"$100.00": "3"})
    expect(panel.get_by_role("status")).to_contain_text("Another person")
    row = other.locator(".waiting li").filter(has_text="Drawer 7 is closed with $300.00")
    row.get_by_role("button", name="Confirm").click()
    expect(panel).to_contain_text("Drawer 7 is closed with $300.00.")
    everywhere(desk)
    desk.locator(".receipt-again").get_by_label("Number of the receipt").fill("1")
    desk.get_by_role("button", name="Show the receipt").click()
    expect(desk.locator(".receipt").first).to_contain_text("Receipt 1")


def count(form: Locator, pieces: dict[str, str], drawer: str = "") -> None:
    """Count a drawer's notes and coins, and send the count."""
    form.locator("summary").click()
    if drawer:
        form.get_by_label("Name or number of the drawer").fill(drawer)
    for label, pieces_said in pieces.items():
        form.get_by_label(label, exact=True).fill(pieces_said)
    form.locator("button").click()


def test_a_patron_declares_where_the_money_comes_from(page_as: PageAs) -> None:
    desk = page_as(CASHIER, "/cage")
    patrons = desk.locator(".patrons")
    patrons.get_by_label("Name, Player Card or document").fill("bob")
    patrons.get_by_role("button", name="Find").click()
    act(patrons, "Declare where the money comes from", {"Number of the signed form": "F 9"})
    expect(patrons.locator(".facts")).to_contain_text("Salary, form F 9")
