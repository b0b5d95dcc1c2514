"""The player's table on any screen, over any line, in any language, and when it was left alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from sabot.rules.roles import DUTY_MANAGER
from server.harness import PASSWORD, TABLES, House, running
from web.browser import DESKTOP, PHONE, PageAs, new_context, serious
from web.seated import (
    area,
    choose_chip,
    deal_until,
    drop,
    main_bet,
    money,
    open_table,
    own_stakes,
    seated,
    send_home,
    staked,
)

HEAVIEST = 340_000  # bytes of the page with everything it loads, before compression
TAP = 44
LABELS_SCROLL_WITH_SEATS = """() => {
  const seats = document.querySelector(".seats");
  const labels = [...seats.querySelectorAll(".visually-hidden")];
  return labels.every(({ offsetParent: above }) => !above || above === seats);
}"""
"""With many players at the table, they would else make the whole page wider."""


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Time enough to bet, also on a slow machine."""
    with running(tmp_path_factory.mktemp("casino"), betting_seconds=900) as house:
        for table in TABLES.values():
            house.prepare(table)
        yield house


@pytest.fixture(autouse=True)
def evening(casino: House) -> Iterator[None]:
    yield
    for table in TABLES.values():
        send_home(casino, table)


@pytest.mark.parametrize("table", list(TABLES.values()))
def test_a_phone_has_room_for_everything(page_as: PageAs, casino: House, table: str) -> None:
    page = seated(page_as, casino, table, width=PHONE, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE
    assert page.evaluate(LABELS_SCROLL_WITH_SEATS)
    for button in page.locator("button:visible, a.button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= TAP - 0.5, (button.inner_text(), box)
        assert box["x"] >= -0.5, button.inner_text()
    on, number = main_bet(table, 2)
    choose_chip(page, "25")
    area(page, on, number).tap()
    staked(page, "25.00", on, number)


def test_a_lost_line_in_mid_coup_loses_nothing(page_as: PageAs, casino: House) -> None:
    page = seated(page_as, casino, "baccarat")
    drop(page, "25", "banker")
    staked(page, "25.00", "banker")
    casino.done("baccarat", DUTY_MANAGER, "no-more-bets")
    casino.step("baccarat")
    expect(page.locator(".dealt")).to_have_count(1)
    page.context.set_offline(True)
    expect(page.locator(".status-note")).to_have_text("Connecting again…")
    deal_until(casino, "baccarat", "clear")
    expect(page.locator(".dealt")).to_have_count(1)
    page.context.set_offline(False)
    expect(page.locator(".status-note")).to_be_hidden()
    view = casino.see("baccarat", "alice")
    dealt = sum(len(hand["cards"]) for hand in view["table"]["hands"])
    expect(page.locator(".dealt")).to_have_count(dealt)
    expect(page.locator(".end")).to_have_count(1)
    expect(page.locator(".balance")).to_contain_text(money(view["you"]["balance"]))


def test_a_bet_made_without_a_line_arrives_once(page_as: PageAs, casino: House) -> None:
    page = seated(page_as, casino, "baccarat")
    page.context.set_offline(True)
    expect(page.locator(".status-note")).to_be_visible()
    drop(page, "25", "banker")
    expect(area(page, "banker").locator(".chips.pending")).to_have_count(1)
    page.context.set_offline(False)
    staked(page, "25.00", "banker")
    assert own_stakes(casino, "baccarat") == {"banker": 2500}


@pytest.mark.parametrize("table", list(TABLES.values()))
def test_no_area_lies_under_the_rack_and_axe_finds_nothing_serious(
    page_as: PageAs, casino: House, table: str
) -> None:
    page = seated(page_as, casino, table)
    assert serious(page) == []
    for width, height in ((1440, 900), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        rack = page.locator(".rack").bounding_box()
        assert rack is not None
        for each in page.locator(".area").all():
            box = each.bounding_box()
            assert box is not None
            below = box["y"] + box["height"] <= rack["y"]
            beside = box["x"] + box["width"] <= rack["x"]
            assert below or beside, each.get_attribute("aria-label")
    page.set_viewport_size({"width": PHONE, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.get_by_role("button", name="Odds and limits").click()
    assert serious(page) == []


def test_a_game_without_a_layout_gets_one(page_as: PageAs, casino: House) -> None:
    """A sixth game works from what its table offers."""
    page = open_table(page_as, "baccarat")
    layout = page.evaluate(
        """async () => {
            const { layoutOf } = await import("/web/layouts/index.js");
            const wager = (id, more) => ({ id, name: id.toUpperCase(), lines: [], ...more });
            const side = wager("dragon", { side: true }), own = wager("own", { per_box: true });
            return layoutOf({ rulebook: "a-sixth-game", wagers: [wager("player"), side, own] });
        }"""
    )
    assert [[each["on"] for each in row] for row in layout["rows"]] == [["dragon"], ["player"]]
    assert [each["on"] for each in layout["box"]] == ["own"]
    assert layout["names"]["dragon"]["en"] == "DRAGON"


def test_a_page_left_alone_is_locked_and_opened_again(browser: Browser, tmp_path: Path) -> None:
    """30 minutes lock a player's session; the password opens it, and the table goes on."""
    with running(tmp_path, betting_seconds=9000) as house:
        house.prepare("baccarat")
        house.sit("baccarat", "alice", chips="500", place=2)
        context = new_context(browser, house, "alice", DESKTOP, "light")
        page = context.new_page()
        page.goto(f"{house.origin}/table/baccarat")
        page.wait_for_selector("body.ready")
        drop(page, "25", "player")
        staked(page, "25.00", "player")
        house.clock.advance(minutes=31)
        drop(page, "25", "tie")
        dialog = page.get_by_role("dialog", name="The page is locked")
        expect(dialog).to_be_visible()
        dialog.get_by_label("Password").fill("not this one, surely")
        dialog.get_by_role("button", name="Unlock").click()
        expect(dialog.get_by_role("alert")).not_to_be_empty()
        page.keyboard.press("Escape")
        dialog.get_by_label("Password").fill(PASSWORD)
        dialog.get_by_role("button", name="Unlock").click()
        expect(dialog).to_be_hidden()
        staked(page, "25.00", "player")
        staked(page, "25.00", "tie")
        context.close()


def test_all_chips_on_the_layout_leave_nothing(page_as: PageAs, casino: House) -> None:
    page = seated(page_as, casino, "baccarat")
    for _ in range(5):
        drop(page, "100", "player")
    staked(page, "500.00", "player")
    expect(page.locator(".balance")).to_have_text("$0.00")


def test_who_sits_elsewhere_may_leave_there_and_sit_here(page_as: PageAs, casino: House) -> None:
    casino.sit("mini", "alice", chips="500", place=2)
    page = open_table(page_as, "baccarat")
    page.get_by_role("button", name="Sit down", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("You are still seated at table mini")
    dialog.get_by_role("button", name="Leave it and sit here").click()
    dialog.get_by_role("button", name="Sit down with").click()
    expect(page.locator(".rack")).to_be_visible()
    assert not casino.see("mini")["table"]["seats"]


def test_a_loss_limit_is_shown_as_it_was_set_and_its_player_may_change_tables(
    page_as: PageAs, casino: House
) -> None:
    command = {"id": "limit of chen", "do": "set-loss-limit", "amount": "1200"}
    casino.ask("chen", "POST", "/api/account/commands", command)
    casino.sit("baccarat", "chen", chips="500", place=3)
    casino.done("baccarat", "chen", "place-wager", player="chen", on="player", amount="100")
    casino.done("baccarat", "chen", "place-wager", player="chen", on="tie", amount="10")
    casino.play("baccarat")
    own = casino.see("baccarat", "chen")["you"]
    assert own["room"] == 120_000 - own["lost"]
    left = f"You can lose ${money(own['room'])} more"
    page = open_table(page_as, "baccarat", "chen")
    notes = page.locator('[data-at="notes"]')
    expect(notes).to_contain_text("Your loss limit is $1,200.00 a day.")
    expect(notes).to_contain_text(left)
    page.goto(f"{casino.origin}/account")
    limit = page.locator(".limit.loss")
    expect(limit.locator(".standing li")).to_have_text(["$1,200.00 a day"])
    expect(limit).to_contain_text(left)
    page.goto(f"{casino.origin}/table/mini")
    page.get_by_role("button", name="Sit down", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Leave it and sit here").click()
    dialog.get_by_role("button", name="Sit down with").click()
    expect(page.locator(".rack")).to_be_visible()
    assert not casino.see("baccarat")["table"]["seats"]
    page.get_by_role("button", name="Leave the table").click()
    dialog.get_by_role("button", name="Leave the table").click()
    expect(page.locator(".rack")).to_be_hidden()


def test_a_table_that_is_not_there(page_as: PageAs) -> None:
    page = page_as("alice", "/table/nowhere")
    expect(page.get_by_role("alert")).to_contain_text("There is no such table.")
    expect(page.get_by_role("alert").get_by_role("link")).to_have_attribute("href", "/")
