"""Chips by denomination in a browser: float, fill, payment, colour-up, drop box, counting room."""

from playwright.sync_api import Locator, Page, expect

from sabot.rules.roles import CASHIER, CASINO_SUPERVISOR, DEALER
from server.harness import PASSWORD, House
from web.browser import PageAs
from web.floor_checks import deal, seat
from web.pit_checks import act, form, pit, press, tab

COUNTERS = ("clara", "cleo")
"""Cashiers who sign no slip of the table."""


def opened(house: House, name: str) -> str:
    """A table with small floats of each chip, cards ready, and two more cashiers."""
    sign = {"minimum": "10", "maximum": "1000"}
    body = {"id": f"open {name}", "name": name, "rulebook": "star-baccarat", "sign": sign}
    body |= {"feed": "typed", "chip": "5"}
    assert house.ask(CASINO_SUPERVISOR, "POST", "/api/tables", body).status_code == 200
    chips = {"500": 10, "100": 20, "25": 40, "5": 20}
    house.done(name, CASINO_SUPERVISOR, "open-float", amount="8100", chips=chips)
    house.prepare(name)
    for cashier in COUNTERS:
        house.casino.people.add(cashier, PASSWORD, CASHIER, "a test")
    return name


def count(form: Locator, **pieces: int) -> None:
    """Type numbers of chips by their value in dollars."""
    for value, number in pieces.items():
        form.locator(f'input[name$="-{value}"]').fill(str(number))


def confirm(page: Page, words: str) -> None:
    row = page.locator(".waiting li", has_text=words)
    row.get_by_role("button", name="Confirm").click()
    expect(row).to_have_count(0)


def printed(page: Page, number: str, *words: str) -> None:
    """Find a slip by its number; the last paper has these words and two lines to sign on."""
    form = page.locator(".slip-again")
    form.get_by_label("Number of the slip or seal").fill(number)
    form.get_by_role("button", name="Show the slip").click()
    for each in words:
        expect(page.locator(".paper").last).to_contain_text(each)
    expect(page.locator(".paper").last.locator(".signatures p")).to_have_count(2)


def test_a_night_of_chips(casino: House, page_as: PageAs) -> None:
    table = opened(casino, "chips")
    seat(casino, table, "anna", "player", "75")
    seat(casino, table, "bert", "banker", "80")
    casino.done(table, DEALER, "buy-chips", player="anna", amount="200", chips={"25": 8})

    dealer = page_as(DEALER, f"/deal/{table}")
    tray = dealer.locator(".float")
    tray.locator("summary").click()
    expect(tray.locator(".small-chips li").nth(3)).to_contain_text("× 32")
    tray.get_by_role("button", name="Ask for a fill").click()
    asking = dealer.get_by_role("dialog")
    count(asking, **{"2500": 40})
    expect(asking.locator(".chips-total")).to_have_text("Total: $1,000.00")
    asking.get_by_role("button", name="Ask for a fill").click()
    expect(tray.locator(".banner")).to_contain_text("asked for a fill of $1,000.00")

    floor = pit(page_as, table)
    desk = page_as(CASHIER, "/cage")
    expect(desk.locator(".chip-desk")).to_contain_text("40 × $25.00")
    tab(floor, "money")
    press(floor, "Fill")
    filling = form(floor)
    expect(filling.locator('input[name$="-2500"]')).to_have_value("40")
    filling.get_by_label("Slip number").fill("F 77")
    filling.get_by_label("Reason").fill("asked for")
    act(floor).click()
    expect(desk.locator(".waiting li").first).to_contain_text("slip F 77")
    confirm(desk, "F 77")
    expect(tray.locator(".banner")).to_have_count(0)
    expect(tray.locator(".small-chips li").nth(3)).to_contain_text("× 72")

    deal(casino, table, "9S 5H KD KC")
    casino.done(table, DEALER, "announce-counts")
    casino.done(table, DEALER, "announce-result")
    paid = dealer.locator(".payments .payment").first
    expect(paid.locator(".chips li").first).to_contain_text("× 3")
    casino.done(table, DEALER, "settle-wagers")
    casino.done(table, DEALER, "clear-cards")

    tray.get_by_role("button", name="Colour up").click()
    up = dealer.get_by_role("dialog")
    up.get_by_label("Player").select_option("anna")
    count(up, **{"2500": 8})
    up.get_by_role("button", name="Colour up").click()
    expect(up).to_have_count(0)

    press(floor, "Collect the drop")
    sealing = form(floor)
    sealing.get_by_label("Seal number").fill("S 901")
    sealing.get_by_label("Reason").fill("the shift ends")
    act(floor).click()
    expect(floor.locator(".items", has_text="S 901")).to_be_visible()

    expect(desk.locator(".chip-desk")).to_contain_text("Another team counts this box.")
    first, second = (page_as(each, "/cage") for each in COUNTERS)
    box = first.locator(".chip-desk .count-drop")
    assert "200" not in first.locator(".chip-desk").inner_text(), "it is counted blind"
    box.locator("summary").click()
    box.get_by_label("$100.00").fill("1")
    box.get_by_label("$50.00").fill("1")
    box.get_by_role("button", name="Count the drop box").click()
    expect(first.locator(".chip-desk .said")).to_contain_text("Counted: $150.00")
    confirm(second, "S 901 has $150.00")
    expect(first.locator(".chip-desk")).to_contain_text("No drop box waits")
    printed(first, "s901", "Count of the drop box, seal S 901", "$150.00", "clara", "cleo")
    assert "200" not in first.locator(".paper").first.inner_text(), "a drop slip has no amount"
    printed(first, "F 77", "Fill, slip F 77", "$1,000.00")
    first.emulate_media(media="print")
    expect(first.locator(".chip-desk")).to_be_hidden()
    expect(first.locator(".signatures")).to_be_visible()
    first.emulate_media(media="screen")
    first.get_by_role("button", name="中文").click()
    expect(first.locator(".chip-desk")).to_contain_text("點算室")
