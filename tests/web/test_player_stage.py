"""A stage on one screen: essentials in view, a result that stays, a seat one click away."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from server.harness import TABLES, House, running
from web.browser import DESKTOP, PHONE, PageAs, height_of
from web.seated import (
    answer_for_players,
    area,
    deal_until,
    drop,
    finish_coup,
    main_bet,
    money,
    open_table,
    own_stakes,
    seated,
    send_home,
    staked,
    unstaked,
)

METHOD_B = {"star-baccarat": {"method": "B"}}
STAGE = (".deal", ".call", ".layout", ".rack", ".shoe-results", ".felt-top")
"""Elements that a player needs in every moment of a coup."""


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("casino")
    with running(folder, options=METHOD_B, betting_seconds=900) as house:
        for table in TABLES.values():
            house.prepare(table)
        yield house


@pytest.fixture(autouse=True)
def evening(casino: House) -> Iterator[None]:
    yield
    for table in TABLES.values():
        send_home(casino, table)


def in_view(page: Page, *parts: str) -> None:
    """All of these are on the screen as it comes, at both sizes."""
    for width in (PHONE, DESKTOP):
        page.set_viewport_size({"width": width, "height": height_of(width)})
        page.evaluate("scrollTo(0, 0)")
        for part in parts:
            seen = page.locator(part).first
            expect(seen).to_be_visible()
            box = seen.bounding_box()
            assert box is not None
            assert box["y"] >= 0 and box["x"] >= -0.5, (part, width, box)
            assert box["x"] + box["width"] <= width + 0.5, (part, width, box)
            assert box["y"] + box["height"] <= height_of(width) + 0.5, (part, width, box)


@pytest.mark.parametrize("table", list(TABLES.values()))
def test_all_that_matters_is_in_view_from_the_first_bet_to_the_last_card(
    page_as: PageAs, casino: House, table: str
) -> None:
    """While bets are open, while a player decides or squeezes, and when it is over."""
    casino.sit(table, "bob", chips="500", place=4)
    page = seated(page_as, casino, table, reduced_motion="reduce")
    on, box = main_bet(table, 2)
    drop(page, "100", on, box)
    staked(page, "100.00", on, box)
    in_view(page, *STAGE, ".clock")
    if deal_until(casino, table, "clear") != "clear":
        asked = ".squeeze-card" if table == "baccarat" else ".decision"
        expect(page.locator(asked).first).to_be_visible()
        waits = (".clock", ".deal", ".call", ".rack", ".shoe-results")
        in_view(page, *waits, asked)
        expect(page.locator(".clock.own b")).to_have_text(re.compile(r"^\d+$"))
        while deal_until(casino, table, "clear") != "clear":
            answer_for_players(casino, table)
    expect(page.locator(".amount")).to_be_visible()
    in_view(page, *STAGE, ".amount")


def test_roads_fold_on_a_phone_and_never_go(page_as: PageAs, casino: House) -> None:
    casino.sit("seven-up", "bob", chips="500", place=4)
    casino.done("seven-up", "bob", "place-wager", player="bob", on="player", amount="50")
    casino.play("seven-up")
    page = open_table(page_as, "seven-up", width=PHONE)
    strip = page.get_by_role("button", name="Results of this shoe")
    marks = casino.see("seven-up")["table"]["roads"]["big"]
    expect(strip.locator(".mark")).to_have_count(len(marks))
    expect(page.locator("sabot-roads")).to_be_hidden()
    strip.click()
    expect(page.locator("sabot-roads")).to_be_visible()
    expect(strip).to_have_attribute("aria-expanded", "true")
    page.set_viewport_size({"width": DESKTOP, "height": height_of(DESKTOP)})
    expect(strip).to_be_hidden()
    expect(page.locator("sabot-roads")).to_be_visible()


def test_from_the_lobby_to_a_bet_are_three_clicks_and_the_buy_in_is_asked(
    page_as: PageAs, casino: House
) -> None:
    page = page_as("alice", "/")
    page.locator('[data-table="mini"]').get_by_role("link", name="Sit down").click()
    dialog = page.get_by_role("dialog", name="Sit down at this table")
    expect(dialog).to_contain_text("Each wager $10 to $1,000")
    assert not casino.see("mini")["table"]["seats"]  # no money moves without a yes
    dialog.get_by_label("Buy-in", exact=True).first.fill("450")
    dialog.get_by_role("button", name="Sit down with $450").click()
    expect(page.locator(".rack")).to_be_visible()
    area(page, "player").click()
    staked(page, "10.00", "player")
    assert own_stakes(casino, "mini") == {"player": 1000}
    assert casino.see("mini", "alice")["you"]["balance"] == 44_000
    page.reload()
    expect(page.locator(".rack")).to_be_visible()
    page.goto(f"{casino.origin}/table/seven-up")
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()  # no page spends by itself
    expect(page.get_by_role("dialog")).to_have_count(0)


def lit(page: Page) -> Locator:
    return page.locator(".area.lit")


@pytest.mark.parametrize("motion", [None, "reduce"])
def test_the_result_is_a_moment_and_stays_until_the_next_bet(
    page_as: PageAs, casino: House, motion: str | None
) -> None:
    page = seated(page_as, casino, "mini", reduced_motion=motion)
    drop(page, "100", "banker")
    staked(page, "100.00", "banker")
    deal_until(casino, "mini", "clear")
    view = casino.see("mini", "alice")
    coup = view["table"]["coup"]
    net = sum(e["returns"] - e["staked"] for e in view["table"]["ends"] if e["player"] == "alice")
    sign = "+" if net > 0 else "−"
    brought = f"{sign}${money(abs(net))}" if net else "Stake back"
    amount, result = page.locator(".amount"), page.locator(".call-line.result")
    expect(amount).to_have_text(brought)
    expect(lit(page)).to_have_attribute("data-on", coup["result"])
    dealt = sum(len(hand["cards"]) for hand in view["table"]["hands"])
    expect(page.locator(".hand.winner")).to_have_count(0 if coup["result"] == "tie" else 1)
    expect(page.locator(".visit b")).to_have_text(f"{sign if net else ''}${money(abs(net))}")
    assert view["you"].get("lost", 0) == -net

    finish_coup(casino, "mini")
    unstaked(page, "banker")
    expect(page.locator(".wait-line")).to_have_text("Place your bets")
    expect(page.locator(".dealt")).to_have_count(dealt)
    expect(result).to_contain_text(f"Banker {coup['totals']['banker']}")
    expect(amount).to_have_text(brought)
    drop(page, "25", "player")
    expect(page.locator(".dealt")).to_have_count(0)
    expect(result).to_have_count(0)
    expect(amount).to_be_hidden()
    expect(lit(page)).to_have_count(0)
    staked(page, "25.00", "player")


def test_sounds_are_off_until_asked_for_and_remembered(page_as: PageAs, casino: House) -> None:
    page = open_table(page_as, "baccarat")
    button = page.get_by_role("button", name="Sounds")
    expect(button).to_have_attribute("aria-pressed", "false")
    made = "() => new Promise((done) => { const Real = AudioContext; let count = 0;" + (
        " window.AudioContext = class extends Real { constructor() { super(); count += 1; } };"
        " done(() => count); })"
    )
    counted = page.evaluate_handle(made)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert counted.evaluate("(count) => count()") == 1
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_a_favourite_is_saved_and_laid_again(page_as: PageAs, casino: House) -> None:
    page = seated(page_as, casino, "lucky-draw")
    star = page.get_by_role("button", name="Favourite bets")
    star.click()
    dialog = page.get_by_role("dialog", name="Favourite bets")
    expect(dialog).to_contain_text("None yet")
    dialog.get_by_role("button", name="Close").click()
    drop(page, "25", "enter", 2)
    staked(page, "25.00", "enter", 2)
    star.click()
    dialog.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Clear").click()
    unstaked(page, "enter", 2)
    page.reload()
    star.click()
    dialog.locator("li button").first.click()
    staked(page, "25.00", "enter", 2)
    assert own_stakes(casino, "lucky-draw") == {"enter@2": 2500}
    star.click()
    dialog.get_by_role("button", name="Forget").click()
    expect(dialog.locator("li")).to_have_count(0)


def test_chips_beyond_the_purse_are_dimmed(page_as: PageAs, casino: House) -> None:
    casino.sit("baccarat", "alice", chips="110", place=2)
    page = open_table(page_as, "baccarat")
    hundred = page.get_by_role("radio", name="Chip 100,")
    expect(hundred).to_have_attribute("aria-disabled", "false")
    expect(page.get_by_role("radio", name="Chip 500,")).to_have_attribute("aria-disabled", "true")
    drop(page, "25", "player")
    staked(page, "25.00", "player")
    expect(hundred).to_have_attribute("aria-disabled", "true")
    hundred.click(force=True)
    expect(page.locator(".toast")).to_have_text("You have fewer chips than that.")
    expect(hundred).to_have_attribute("aria-checked", "false")


def test_chips_are_bought_at_the_table_from_the_account(page_as: PageAs, casino: House) -> None:
    page = seated(page_as, casino, "baccarat")
    account = casino.see("baccarat", "alice")["you"]["account"]
    drop(page, "25", "player")
    staked(page, "25.00", "player")
    page.get_by_role("button", name="Buy chips").click()
    dialog = page.get_by_role("dialog", name="Buy chips")
    dialog.get_by_label("Buy-in", exact=True).first.fill("150")
    dialog.get_by_role("button", name="Buy chips").click()
    expect(page.locator(".balance")).to_have_text("$625.00")
    expect(page.locator(".visit b")).to_have_text("$0.00")
    assert casino.see("baccarat", "alice")["you"]["account"] == account - 15_000
    more = {"player": "alice", "amount": "1000000"}
    assert casino.do("baccarat", "alice", "fetch-chips", **more).status_code == 409
    proxy = casino.do("baccarat", "bob", "fetch-chips", player="alice", amount="10")
    assert proxy.status_code == 403
    expect(page.locator(".balance")).to_have_text("$625.00")


def test_help_has_what_is_paid_and_a_supervisor_and_no_figures(
    page_as: PageAs, casino: House
) -> None:
    """The value of a wager is shown away from the tables only (14.6)."""
    page = seated(page_as, casino, "baccarat")
    asked = page.get_by_role("button", name="Help")
    asked.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("House edge is shown after you leave")
    refused = casino.ask("alice", "GET", "/api/paytables/star-baccarat").json()["error"]
    assert (refused["code"], refused["clause"]) == ("playing", "14.6"), refused
    dialog.get_by_role("button", name="Odds and limits").click()
    expect(page.get_by_role("dialog", name="Odds and limits of Baccarat")).to_be_visible()
    page.keyboard.press("Escape")
    asked.click()
    dialog.get_by_role("button", name="Raise a dispute").click()
    dialog.get_by_label("What is it about?").fill("The dealer paid me too little.")
    dialog.get_by_role("button", name="Call a supervisor").click()
    expect(page.locator(".toast.ok")).to_have_text("A supervisor has been told.")
    (case,) = casino.see("baccarat", "alice")["you"]["disputes"]
    assert case["about"] == "The dealer paid me too little."
