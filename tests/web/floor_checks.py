"""Tables and people for the tests of the dealer's console and of the pit."""

from typing import Any

from playwright.sync_api import Page, expect

from sabot.rules.roles import PLAYER
from sabot.table.state import VIRTUAL
from server.harness import NAMES, OTHER_PLAYERS, House
from support.chips import spread
from web.browser import PageAs

CARDS = 'dialog[open] [data-situation="{}"]'


def open_table(house: House, name: str, rulebook: str = "star-baccarat", **options: Any) -> str:
    """A table of its own, with its float open and cards ready; the dealer types the cards."""
    sign = {"minimum": "10", "maximum": "1000"}
    body = {"id": f"open {name}", "name": name, "rulebook": rulebook, "sign": sign}
    answer = house.ask(
        "casino supervisor", "POST", "/api/tables", {**body, "feed": "typed", **options}
    )
    assert answer.status_code == 200, answer.text
    chips = spread(100_000_00, house.casino.floor.table(name).opened.chips)
    more = {} if chips is None else {"chips": chips}
    house.done(name, "casino supervisor", "open-float", amount="100000", **more)
    return name


def ready(house: House, name: str, rulebook: str = "star-baccarat", **options: Any) -> str:
    """The same, with cards shuffled, cut and burned."""
    open_table(house, name, rulebook, **options)
    house.prepare(name)
    return name


def seat(house: House, table: str, player: str, on: str | None = None, amount: str = "50") -> None:
    """A player comes to the table, from an account where it is virtual, and bets if told to."""
    who = "dealer"
    if house.casino.floor.table(table).opened.feed == VIRTUAL:
        known, floor = (NAMES[PLAYER], *OTHER_PLAYERS), house.casino.floor
        who = player = next(each for each in known if floor.account(each).stay is None)
        house.sit(table, player)
    else:
        house.done(table, who, "join-table", player=player, chips="5000", card=f"{player} 1")
    if on is not None:
        house.done(table, who, "place-wager", player=player, on=on, amount=amount)


def deal(house: House, table: str, cards: str) -> None:
    """The dealer closes the bets and deals these cards."""
    house.done(table, "dealer", "no-more-bets")
    for card in cards.split():
        house.done(table, "dealer", "deal-card", card=card)


def whole_coup(house: House, table: str, cards: str) -> None:
    """Play a coup to its end, the dealer typing these cards; players who must decide stand."""
    left = iter(cards.split())
    while True:
        seen = house.see(table)
        step, wait = seen["staff"]["next"], seen["table"]["wait"]
        if step is None and wait["step"] != "decision":
            return
        if step is None:
            house.done(table, "dealer", "decide-hand", box=wait["box"], decision="stand")
        else:
            house.step(table, **({"card": next(left)} if step.get("card") else {}))


def confirmed(house: House, table: str, who: str = "casino supervisor") -> None:
    """Confirm the last statement as another person."""
    number = max(each["number"] for each in house.see(table)["staff"]["statements"])
    house.done(table, who, "confirm-statement", number=number, reason="seen on camera")


def next_do(house: House, table: str) -> str | None:
    step = house.see(table)["staff"]["next"]
    return None if step is None else str(step["do"])


def next_is(page: Page, words: str) -> None:
    """The console shows this as the one next action."""
    expect(page.locator("#next-button")).to_contain_text(words)


def console(page_as: PageAs, table: str, width: int = 1440, **more: str) -> Page:
    page = page_as("dealer", f"/deal/{table}", width, **more)
    expect(page.locator(".status h1")).to_contain_text(table)
    return page


def enter(page: Page, *words: str) -> None:
    """The next action by the Enter key, each time once the console shows it."""
    for word in words:
        next_is(page, word)
        expect(page.locator("#next-button")).to_be_enabled()
        page.keyboard.press("Enter")


def choose(page: Page, situation: str) -> None:
    """Open the guide and choose a situation in it."""
    page.get_by_role("button", name="Irregularity", exact=True).click()
    page.locator(CARDS.format(situation)).click()


def events(house: House, table: str) -> list[str]:
    """Return the table's events so far, by name."""
    lines = house.ask("inspector", "GET", f"/api/tables/{table}/events?limit=500").json()["events"]
    return [str(line["what"]) for line in lines]


def event(house: House, table: str, what: str) -> Any:
    """The last event of that name, as the log keeps it."""
    lines = house.ask("inspector", "GET", f"/api/tables/{table}/events?limit=500").json()["events"]
    return [line for line in lines if line["what"] == what][-1]


def fits(page: Page) -> bool:
    """Return True if the open dialog is inside the window and not cut off sideways."""
    dialog = page.locator("dialog[open]")
    box, size = dialog.bounding_box(), page.viewport_size
    assert box is not None and size is not None
    inside = box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    return inside and bool(dialog.evaluate("(node) => node.scrollWidth <= node.clientWidth"))
