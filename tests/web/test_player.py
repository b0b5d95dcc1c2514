"""The player's table in a browser: a coup of every game, bets, words, phones, lost lines."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Route, expect

from sabot.rules.roles import DUTY_MANAGER, INSPECTOR
from server.harness import TABLES, House, running
from web.browser import DESKTOP, PHONE, PageAs
from web.seated import (
    answer_for_players,
    area,
    choose_chip,
    deal_until,
    drop,
    finish_coup,
    main_bet,
    money,
    open_table,
    own_stakes,
    seated,
    send_home,
    sit_down,
    staked,
    unstaked,
)


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


# A coup of every game


@pytest.mark.parametrize("table", list(TABLES.values()))
def test_a_player_plays_a_whole_coup(page_as: PageAs, casino: House, table: str) -> None:
    """Sit down, bet, see the cards, see what it brought and why, go home with it."""
    page = open_table(page_as, table)
    sit_down(page, place=3)
    on, box = main_bet(table, 3)
    drop(page, "25", on, box)
    staked(page, "25.00", on, box)
    while deal_until(casino, table, "clear") != "clear":
        answer_for_players(casino, table)

    view = casino.see(table, "alice")
    hands = {hand["hand"]: hand for hand in view["table"]["hands"]}
    for name, hand in hands.items():
        words = name.replace("box", "Box").capitalize()
        shown = page.get_by_role("group", name=f"{words}, {hand['total']}", exact=True)
        expect(shown.locator(".dealt[data-slot]")).to_have_count(len(hand["cards"]))
        expect(shown.locator(".sides.turned")).to_have_count(len(hand["cards"]))

    (end,) = [each for each in view["table"]["ends"] if each["player"] == "alice"]
    line = page.locator(".end")
    expect(line).to_have_count(1)
    expect(line).to_have_attribute("aria-label", re.compile(re.escape(f"Clause {end['clause']}.")))
    expect(line.locator(".end-clause")).to_have_css("opacity", "0")
    line.hover()
    expect(line.locator(".end-clause")).to_have_css("opacity", "1")
    expect(page.locator(".balance")).to_contain_text(money(view["you"]["balance"]))

    finish_coup(casino, table)
    account = view["you"]["account"] + view["you"]["balance"]
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("button", name="Sit down", exact=True)).to_be_visible()
    assert casino.see(table, "alice")["you"]["account"] == account


def test_the_printed_seven_is_the_first_card_of_the_player(page_as: PageAs, casino: House) -> None:
    page = open_table(page_as, "seven-up")
    printed = page.get_by_role("group", name="Player", exact=True).locator(".dealt.printed")
    expect(printed.get_by_role("img", name="Seven")).to_be_visible()


def test_three_card_has_ten_point_totals_and_boxes(page_as: PageAs, casino: House) -> None:
    page = seated(page_as, casino, "three-card")
    for total in range(10):
        expect(area(page, f"point-total-{total}")).to_contain_text(str(total))
    expect(page.locator(".box")).to_have_count(casino.see("three-card")["table"]["places"])
    drop(page, "25", "player", 2)
    staked(page, "25.00", "player", 2)
    drop(page, "10", "point-total-7")
    staked(page, "10.00", "point-total-7")


def test_a_box_is_taken_and_given_up(page_as: PageAs, casino: House) -> None:
    page = seated(page_as, casino, "lucky-draw")
    area(page, "enter", 5).click(force=True)
    expect(page.locator(".toast")).to_have_text("Play this box first.")
    page.get_by_role("button", name="Play box 5").click()
    drop(page, "25", "enter", 5)
    staked(page, "25.00", "enter", 5)
    area(page, "enter", 5).press("Delete")
    unstaked(page, "enter", 5)
    page.get_by_role("button", name="Leave box 5").click()
    expect(page.get_by_role("button", name="Play box 5")).to_be_visible()


@pytest.mark.parametrize("decision", ["draw", "stand"])
def test_lucky_draw_asks_the_player_to_draw_or_stand(
    page_as: PageAs, casino: House, decision: str
) -> None:
    page = seated(page_as, casino, "lucky-draw")
    drop(page, "25", "enter", 2)
    staked(page, "25.00", "enter", 2)
    buttons = page.locator(".decision button")
    expect(buttons).to_have_count(0)
    assert deal_until(casino, "lucky-draw") == "decision"
    total = casino.see("lucky-draw")["table"]["hands"][0]["total"]
    expect(page.get_by_role("heading", name=f"Box 2 has {total}")).to_be_visible()
    name = "Draw for $25.00" if decision == "draw" else "Stand"
    page.get_by_role("button", name=name).click()
    expect(buttons).to_have_count(0)
    drawn = {"enter@2": 2500, "draw@2": 2500}
    assert own_stakes(casino, "lucky-draw") == (drawn if decision == "draw" else {"enter@2": 2500})


# Chips


def test_chips_dropped_at_once_are_one_wager(page_as: PageAs, casino: House) -> None:
    page = seated(page_as, casino, "baccarat")
    choose_chip(page, "25")
    area(page, "player").dblclick()
    staked(page, "50.00", "player")
    assert len(casino.see("baccarat")["table"]["stakes"]) == 1
    area(page, "player").click()
    staked(page, "75.00", "player")


def test_less_than_the_minimum_waits_for_more(page_as: PageAs, casino: House) -> None:
    page = seated(page_as, casino, "baccarat")
    page.keyboard.press("1")
    area(page, "tie").click()
    expect(area(page, "tie").locator(".hint")).to_have_text("From $10")
    assert own_stakes(casino, "baccarat") == {}
    area(page, "tie").click()
    staked(page, "10.00", "tie")
    area(page, "player").click()
    expect(area(page, "player").locator(".hint")).to_be_visible()
    casino.done("baccarat", DUTY_MANAGER, "no-more-bets")
    expect(page.locator(".toast.error")).to_contain_text(
        "Player were not placed: the minimum is $10"
    )
    unstaked(page, "player")


def test_a_refusal_is_a_sentence_and_has_its_clause_for_those_who_ask(
    page_as: PageAs, casino: House
) -> None:
    """Player and Banker together need leave; the sentence stands beside the spot."""
    page = seated(page_as, casino, "baccarat")
    drop(page, "25", "player")
    staked(page, "25.00", "player")
    drop(page, "25", "banker")
    said = page.locator(".toast.error")
    expect(said).to_contain_text("needs")
    expect(said).not_to_contain_text("5.6.6")
    assert _near(said, area(page, "banker"))
    unstaked(page, "banker")
    page.get_by_role("button", name="Help").click()
    page.get_by_label("Show clause numbers").check()
    page.keyboard.press("Escape")
    drop(page, "25", "banker")
    expect(page.locator(".toast.error").last).to_contain_text("(5.6.6)")
    unstaked(page, "banker")
    assert own_stakes(casino, "baccarat") == {"player": 2500}


def test_undo_takes_back_drop_by_drop(page_as: PageAs, casino: House) -> None:
    page = seated(page_as, casino, "baccarat")
    drop(page, "25", "player")
    staked(page, "25.00", "player")
    drop(page, "10", "tie")
    staked(page, "10.00", "tie")
    drop(page, "100", "player")
    staked(page, "125.00", "player")
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    staked(page, "25.00", "player")
    undo.click()
    unstaked(page, "tie")
    undo.click()
    unstaked(page, "player")
    undo.click()
    expect(page.locator(".toast")).to_have_text("You have no wager to take back.")
    expect(page.locator(".balance")).to_contain_text("500.00")


@pytest.mark.parametrize("table", ["baccarat", "mini"])
def test_repeat_double_and_clear(page_as: PageAs, casino: House, table: str) -> None:
    """Canberra allows one wager on each option (4.5(a)): doubling it takes it back first."""
    page = seated(page_as, casino, table)
    side = "pairs-player" if table == "baccarat" else "perfect-pairs-player"
    page.get_by_role("button", name="Repeat").click()
    expect(page.locator(".toast")).to_have_text("There is no earlier bet to repeat.")
    drop(page, "100", "banker")
    drop(page, "10", side)
    staked(page, "100.00", "banker")
    staked(page, "10.00", side)
    deal_until(casino, table, "clear")
    finish_coup(casino, table)
    unstaked(page, "banker")
    page.get_by_role("button", name="Repeat").click()
    staked(page, "10.00", side)
    page.get_by_role("button", name="Double").click()
    staked(page, "20.00", side)
    assert own_stakes(casino, table) == {"banker": 20000, side: 2000}
    page.get_by_role("button", name="Clear").click()
    unstaked(page, side)
    unstaked(page, "banker")
    assert own_stakes(casino, table) == {}


def test_the_keyboard_alone_is_enough(page_as: PageAs, casino: House) -> None:
    page = seated(page_as, casino, "baccarat")
    area(page, "tie").focus()
    page.keyboard.press("ArrowDown")
    focused = page.locator(".area:focus")
    expect(focused).to_have_attribute("data-on", re.compile("player|banker"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_count(1)
    on = str(focused.get_attribute("data-on"))
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    staked(page, "25.00", on)
    page.keyboard.press(" ")
    staked(page, "50.00", on)
    page.keyboard.press("Delete")
    unstaked(page, on)
    page.get_by_role("radio", name="Chip 25,").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Chip 100,")).to_be_focused()


WALK = """() => {
    const areas = [...document.querySelectorAll(".area")];
    const box = (key) => document.querySelector(`[data-key="${key}"]`).getBoundingClientRect();
    const ways = areas.flatMap(({ dataset: { key: from } }) =>
        ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].map((way) => {
            const area = document.querySelector(`[data-key="${from}"]`);
            area.focus();
            area.dispatchEvent(new KeyboardEvent("keydown", { key: way, bubbles: true }));
            return [from, way, document.activeElement.dataset.key];
        }));
    const down = ([from, way, to]) => way === "ArrowDown" && from !== to;
    const between = ([from, , to]) => areas.some((area) => {
        const [here, there, each] = [box(from), box(to), area.getBoundingClientRect()];
        return each.left < here.right && each.right > here.left
            && each.top > here.bottom - 4 && each.bottom < there.top + 4;
    });
    const reached = new Set([areas[0].dataset.key]);
    for (const from of reached) for (const [at, , to] of ways) if (at === from) reached.add(to);
    return [areas.map((area) => area.dataset.key).filter((key) => !reached.has(key)),
        ways.filter(down).filter(between)];
}"""
"""Which areas no arrow leads to, and which steps down pass over an area that lies between."""


def test_arrows_lead_to_every_area_and_pass_over_none(page_as: PageAs, casino: House) -> None:
    page = open_table(page_as, "baccarat")
    area(page, "pairs-player").focus()
    for on in ("tie", "player"):
        page.keyboard.press("ArrowDown")
        expect(area(page, on)).to_be_focused()
    for table in TABLES.values():
        page.goto(f"{casino.origin}/table/{table}")
        page.wait_for_selector("body.ready")
        assert page.evaluate(WALK) == [[], []], table


# What comes and goes


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_a_refusal_and_a_result_cover_and_move_nothing(
    page_as: PageAs, casino: House, width: int
) -> None:
    page = seated(page_as, casino, "mini", width=width)
    chips = page.locator(".rack-chips")
    lying = [chip.bounding_box() for chip in chips.locator("button").all()]
    for amount in ("100.00", "200.00", "300.00"):
        drop(page, "100", "player")
        staked(page, amount, "player")
    page.get_by_role("button", name="Double").click()
    said = page.locator(".toast.error")
    expect(said).to_be_visible()
    assert _near(said, area(page, "player"))
    assert not _overlap(said, page.locator(".rack"))
    page.evaluate("document.querySelector('.toast.error')?.click()")  # unless it has gone by itself
    expect(said).to_have_count(0)
    staked(page, "300.00", "player")  # one wager on each area: the refused raise took it back
    deal_until(casino, "mini", "clear")
    expect(page.locator(".rack .net")).to_be_visible()
    assert chips.evaluate("(tray) => tray.scrollWidth <= tray.clientWidth")
    moved = [chip.bounding_box() for chip in chips.locator("button").all()]
    assert [each["x"] for each in moved if each] == [each["x"] for each in lying if each]


def _near(said: Locator, spot: Locator) -> bool:
    """A sentence stands over the spot that it speaks of: right above or right below it."""
    (left, top, right, bottom), (west, north, east, south) = _sides(said), _sides(spot)
    return left < east and west < right and (abs(north - bottom) < 20 or abs(top - south) < 20)


def _overlap(one: Locator, other: Locator) -> bool:
    (left, top, right, bottom), (west, north, east, south) = _sides(one), _sides(other)
    return left < east and west < right and top < south and north < bottom


def _sides(node: Locator) -> tuple[float, float, float, float]:
    box = node.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


# What is on show


def test_the_sign_has_limits_odds_and_clauses(page_as: PageAs, casino: House) -> None:
    page = open_table(page_as, "mini")
    page.get_by_role("button", name="Odds and limits").click()
    dialog = page.get_by_role("dialog", name="Odds and limits of Mini-Baccarat")
    expect(dialog.get_by_role("columnheader", name="Clause")).to_have_count(0)
    dialog.get_by_label("Show clause numbers").check()
    for wager in casino.see("mini")["table"]["wagers"]:
        expect(dialog.get_by_role("rowheader", name=wager["name"]).first).to_be_visible()
        for line in wager["lines"]:
            expect(
                dialog.get_by_role("cell", name=line["clause"], exact=True).first
            ).to_be_visible()


def test_who_watches_sees_everything_public(page_as: PageAs, casino: House) -> None:
    casino.sit("baccarat", "bob", chips="500", place=4)
    page = open_table(page_as, "baccarat")
    held: list[Route] = []
    page.route("**/web/joined/table.*", lambda route: held.append(route))
    page.reload(
        wait_until="commit"
    )  # the table is there before the page's script is whole, and cannot be used yet
    expect(area(page, "banker")).to_be_visible()
    expect(area(page, "banker").locator(".odds")).to_have_text("19:20")
    expect(page.locator(".fact-pill").first).to_have_text("$10 to $1,000")
    expect(page.locator(".seat.taken")).to_contain_text("bob")
    expect(page.locator("[data-at=layout]")).to_have_js_property("inert", value=True)
    held[0].continue_()
    page.wait_for_selector("body.ready")
    expect(page.locator("[data-at=layout]")).to_have_js_property("inert", value=False)
    casino.done("baccarat", "bob", "place-wager", player="bob", on="banker", amount="50")
    expect(page.locator(".seat.taken")).to_contain_text("bob")
    expect(page.locator(".seat.taken .stake")).to_have_text("Banker 50")
    expect(area(page, "banker").locator(".others")).to_have_text("50")
    area(page, "player").click(force=True)
    expect(page.locator(".toast")).to_have_text("Sit down to bet.")
    deal_until(casino, "baccarat", "clear")
    expect(page.locator(".call-line.result")).to_have_text(re.compile("wins|Tie"))
    expect(page.locator(".end")).to_have_count(0)


def test_staff_watch_and_do_not_bet(page_as: PageAs, casino: House) -> None:
    page = open_table(page_as, "baccarat", INSPECTOR)
    expect(page.locator(".notes")).to_have_text("You watch as Inspector; staff do not bet.")
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    expect(page.locator(".rack")).to_be_hidden()
    area(page, "player").click(force=True)
    expect(page.locator(".toast")).to_have_text("You are watching.")


def test_calls_are_shown_and_spoken(page_as: PageAs, casino: House) -> None:
    page = seated(page_as, casino, "baccarat")
    drop(page, "25", "player")
    staked(page, "25.00", "player")
    casino.done("baccarat", DUTY_MANAGER, "no-more-bets")
    expect(page.locator(".call-line")).to_have_text("No more bets")
    expect(page.locator("#announce-polite")).to_contain_text("No more bets")
    deal_until(casino, "baccarat", "settle")
    totals = casino.see("baccarat")["table"]["coup"]["totals"]
    said = f"Player {totals['player']}, Banker {totals['banker']}"
    expect(page.locator(".call-line")).to_contain_text(said)
    expect(page.locator("#announce-polite")).to_contain_text(said)


def test_both_languages_at_once(page_as: PageAs, casino: House) -> None:
    page = seated(page_as, casino, "baccarat")
    drop(page, "25", "player")
    staked(page, "25.00", "player")
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    expect(page.get_by_role("heading", name="百家樂")).to_be_visible()
    expect(area(page, "player")).to_have_attribute(
        "aria-label", re.compile("閒。.*您的注碼 \\$25.00")
    )
    expect(page.get_by_role("button", name="取消上一注")).to_be_visible()
    area(page, "banker").click()
    expect(page.locator(".toast.error")).to_have_text("同押莊及閒須經娛樂場主任批准。")
    page.reload()
    expect(page.get_by_role("button", name="離枱")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
