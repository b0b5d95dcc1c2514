"""The felt under the finger: what is shown in order, what never moves, and what is told in time."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sabot.rules.roles import CASINO_SUPERVISOR
from server.harness import TABLES, House, running
from web.browser import DESKTOP, PHONE, PageAs, height_of
from web.seated import (
    answer_for_players,
    area,
    deal_until,
    drop,
    finish_coup,
    main_bet,
    own_stakes,
    seated,
    send_home,
    staked,
    unstaked,
)


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    options = {"star-baccarat": {"method": "B"}}
    with running(tmp_path_factory.mktemp("casino"), options=options, betting_seconds=900) as house:
        for table in TABLES.values():
            house.prepare(table)
        yield house


@pytest.fixture(autouse=True)
def evening(casino: House) -> Iterator[None]:
    yield
    for table in TABLES.values():
        send_home(casino, table)


REVEAL = """async () => {
    const { Hands } = await import("/web/table/stage/hands.js");
    const board = document.createElement("div"), shoe = document.createElement("div");
    const hosts = { player: document.createElement("div"), banker: document.createElement("div") };
    board.append(shoe, hosts.player, hosts.banker);
    document.body.append(board);
    const seen = [];
    const note = (what) => seen.push([what, performance.now()]);
    const look = () => {
        for (const [name, host] of Object.entries(hosts)) {
            const faces = host.querySelectorAll(".sides.turned").length;
            const total = host.querySelector(".total")?.textContent;
            const said = [`${name} faces ${faces}`, total && `${name} total ${total}`,
                host.querySelector(".hand-note")?.textContent && `${name} natural`];
            for (const each of said) if (each && !seen.some(([old]) => old === each)) note(each);
        }
    };
    const watching = new MutationObserver(look);
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    watching.observe(board, all);
    const done = new Promise((told) => (window.toldAll = told));
    const hands = new Hands(shoe, (hand) => hosts[hand], { told: () => window.toldAll() });
    const card = (slot, name) => ({ slot, card: name, up: true });
    const hand = (name, cards, total, natural) => ({ hand: name, cards, total, natural });
    const layout = { hands: ["player", "banker"] };
    const table = { shoe: { number: 1 }, coup: { number: 1 }, hands: [
        hand("player", [card(0, "4S"), card(2, "5H")], 9, true),
        hand("banker", [card(1, "KD"), card(3, "2C")], 2, false),
    ] };
    hands.update(table, null, false, layout);
    const busy = hands.busy;
    await done;
    look();
    board.remove();
    return [seen, busy, hands.busy];
}"""
"""Both hands come at once: in which order are faces, totals and names seen."""


@pytest.mark.parametrize("motion", [None, "reduce"])
def test_a_face_comes_before_its_total_and_the_total_before_natural(
    page_as: PageAs, motion: str | None
) -> None:
    page = page_as("alice", "/table/mini", reduced_motion=motion)
    page.wait_for_selector("body.ready")
    seen, busy, after = page.evaluate(REVEAL)
    at = dict(seen)
    assert busy and not after
    assert at["player faces 2"] < at["player total 9"] < at["player natural"], seen
    assert at["banker faces 2"] < at["banker total 2"], seen
    assert "banker natural" not in at


STREAKS = """async () => {
    const { missedByOne, streakWords } = await import("/web/table/stage/streak.js");
    const past = (letters) => [...letters].map((each) => (
        { result: { P: "player", B: "banker", T: "tie" }[each] }));
    const lost = (on, box) => [{ on, box, outcome: "lose" }];
    const coup = (totals) => ({ coup: { totals } });
    return [
        streakWords({ missed: false, wins: 0, past: past("PBBTB") }),
        streakWords({ missed: false, wins: 0, past: past("PBB") }),
        streakWords({ missed: false, wins: 4, past: past("PBBB") }),
        streakWords({ missed: true, wins: 0, past: past("PPP") }),
        [...missedByOne(coup({ player: 6, banker: 7 }), lost("player"))],
        [...missedByOne(coup({ player: 5, banker: 7 }), lost("player"))],
        [...missedByOne(coup({ "box 2": 4, "box 3": 9, dealer: 5 }), lost("enter", 2))],
    ];
}"""


def test_a_streak_and_a_single_missing_point_are_told(page_as: PageAs) -> None:
    page = page_as("alice", "/table/mini")
    page.wait_for_selector("body.ready")
    told = page.evaluate(STREAKS)
    assert told[:4] == ["Banker 3 in a row", "", "4 wins in a row", "One point short"]
    assert told[4:] == [["player"], [], ["box 2"]]


HEIGHTS = """() => {
    window.heights = new Set();
    window.tops = new Set();
    const felt = document.querySelector(".table-felt"), layout = document.querySelector(".layout");
    const rack = document.querySelector(".rack");
    const look = () => {
        window.heights.add(Math.round(felt.getBoundingClientRect().height));
        window.tops.add(Math.round(layout.getBoundingClientRect().top + scrollY));
        window.tops.add(-Math.round(rack.getBoundingClientRect().top + scrollY));
        requestAnimationFrame(look);
    };
    look();
}"""
COVERED = """() => {
    const rack = document.querySelector(".rack").getBoundingClientRect();
    return [...document.querySelectorAll(".area, .box-ask, .felt-tools button")].filter((node) => {
        const box = node.getBoundingClientRect();
        return box.width && box.left < rack.right - 1 && box.right > rack.left + 1
            && box.top < rack.bottom - 1 && box.bottom > rack.top + 1;
    }).map((node) => node.dataset.key ?? node.textContent);
}"""
HIDDEN = """() => [...document.querySelectorAll(".area")].filter((area) => {
    if (!area.offsetParent) return false;
    const names = [...area.querySelectorAll(".print > *")].map((name) => {
        const words = document.createRange();
        words.selectNodeContents(name);
        return words.getBoundingClientRect();
    });
    return [...area.querySelectorAll(".chips svg, .others:not(:empty)")].some((lying) => {
        const chip = lying.getBoundingClientRect();
        return names.some((box) => box.width
            && box.left < chip.right - 1 && box.right > chip.left + 1
            && box.top < chip.bottom - 1 && box.bottom > chip.top + 1);
    });
}).map((area) => area.dataset.key)"""
SIZES = ((DESKTOP, 900), (PHONE, 844), (1920, 1080), (720, 450))
"""The last is 1440 by 900 at a zoom of 200%."""


def spots_of(house: House, table: str) -> list[tuple[str, int | None]]:
    """Return the spots of a table on which a player in box 2 may put chips."""
    wagers = house.see(table)["table"]["wagers"]
    return [
        (each["id"], 2 if each.get("per_box") else None)
        for each in wagers
        if not each.get("with_decision") and each["id"] != "banker"
    ]


@pytest.mark.parametrize("table", list(TABLES.values()))
def test_nothing_moves_through_a_whole_coup_and_no_chip_hides_a_name(
    page_as: PageAs, casino: House, table: str
) -> None:
    casino.sit(table, "bob", chips="500", place=4)
    page = seated(page_as, casino, table, reduced_motion="reduce")
    page.evaluate(HEIGHTS)
    on, box = main_bet(table, 2)
    for each, number in [(on, box), *spots_of(casino, table)]:
        drop(page, "10", each, number)
        if number is None and each != on:
            casino.done(table, "bob", "place-wager", player="bob", on=each, amount="10")
    staked(page, "20.00", on, box)
    odds = page.locator(".area .odds")
    assert all(text.strip() for text in odds.all_inner_texts())
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(COVERED) == [], (width, height)
        assert page.evaluate(HIDDEN) == [], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    for width in (PHONE, DESKTOP):
        page.set_viewport_size({"width": width, "height": height_of(width)})
        page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => drawn()))")
        page.evaluate("() => { heights.clear(); tops.clear(); }")
        while deal_until(casino, table, "clear") != "clear":
            asked = page.locator(".squeeze-card, .decision").first
            if casino.see(table)["table"]["wait"].get("player") == "alice":
                expect(asked).to_be_visible()
            answer_for_players(casino, table)
        expect(page.locator(".amount")).to_be_visible()
        finish_coup(casino, table)
        unstaked(page, on, box)
        drop(page, "10", on, box)
        staked(page, "10.00", on, box)
        assert len(page.evaluate("[...heights]")) == 1, (width, page.evaluate("[...heights]"))
        assert len(page.evaluate("[...tops]")) == 2, (width, page.evaluate("[...tops]"))


def test_undo_takes_back_a_whole_double_and_a_whole_repeat(page_as: PageAs, casino: House) -> None:
    """Also where a side bet needs a main bet beside it."""
    page = seated(page_as, casino, "baccarat")
    drop(page, "100", "player")
    staked(page, "100.00", "player")
    drop(page, "10", "pairs-player")
    staked(page, "10.00", "pairs-player")
    lies = page.locator(".results .lies")
    expect(lies).to_have_text(["Player$100.00", "Pairs Player$10.00"])
    expect(page.locator(".results .net-line")).to_have_text("On the layout: $110.00")
    page.get_by_role("button", name="Double").click()
    staked(page, "200.00", "player")
    staked(page, "20.00", "pairs-player")
    page.get_by_role("button", name="Undo").click()
    staked(page, "100.00", "player")
    staked(page, "10.00", "pairs-player")
    assert own_stakes(casino, "baccarat") == {"player": 10000, "pairs-player": 1000}
    page.get_by_role("button", name="Clear").click()
    unstaked(page, "player")
    expect(lies).to_have_count(0)
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    expect(page.locator(".toast")).to_have_text("You have no wager to take back.")


def test_undo_of_a_bet_that_is_on_its_way_takes_it_back_when_it_has_come(
    page_as: PageAs, casino: House
) -> None:
    page = seated(page_as, casino, "baccarat")
    page.context.set_offline(True)
    expect(page.locator(".status-note")).to_be_visible()
    drop(page, "25", "player")
    expect(area(page, "player").locator(".chips.pending")).to_have_count(1)
    page.wait_for_timeout(400)  # the drop is gathered for 0.3 s, then sent
    page.get_by_role("button", name="Undo").click()
    page.context.set_offline(False)
    expect(page.locator(".status-note")).to_be_hidden()
    drop(page, "10", "tie")
    staked(page, "10.00", "tie")
    unstaked(page, "player")
    expect(page.locator(".results .lies")).to_have_count(1)
    assert own_stakes(casino, "baccarat") == {"tie": 1000}


def _post(house: House, table: str, **fields: Any) -> None:
    when = house.clock() + timedelta(minutes=30)
    effect = {"takes_effect": when.isoformat(), **fields}
    house.done(table, CASINO_SUPERVISOR, "post-sign", kind="minimum", **effect)


def test_a_sign_says_its_amount_and_time_and_counts_down_on_both_pages(
    page_as: PageAs, casino: House
) -> None:
    page = seated(page_as, casino, "mini")
    display = page_as("", "/display/mini")
    _post(casino, "mini", amount="25")
    for each, place in ((page, ".next-sign"), (page, ".sign .posted"), (display, ".posted")):
        said = each.locator(place)
        expect(said).to_contain_text("the minimum is $25 · in 29 min")
        before = said.inner_text()
        expect(said).not_to_have_text(before)
    _post(casino, "mini", amount="30", wager="tie")
    expect(page.locator(".sign .posted")).to_have_count(2)
    expect(display.locator("#changes")).to_contain_text("the minimum on Tie is $30")
    page.get_by_role("button", name="中文").click()
    expect(page.locator(".next-sign")).to_contain_text("最低注額為 $25 · 尚餘 29 分")


def test_a_dealer_who_does_not_call_is_said_to_be_away(page_as: PageAs, casino: House) -> None:
    """The server's clock is a quarter of an hour past the end of the countdown."""
    page = seated(page_as, casino, "mini")
    display = page_as("", "/display/mini")
    drop(page, "25", "player")
    staked(page, "25.00", "player")
    expect(page.locator(".call-line")).to_have_text("Place your bets")
    for each in (page, display):
        later(each, 16)
    expect(page.locator(".call-line")).to_contain_text("The dealer is away.")
    expect(display.locator(".doing")).to_have_text("The dealer is away")
    later(page, -16)
    expect(page.locator(".call-line")).to_have_text("Place your bets")


def later(page: Page, minutes: int) -> None:
    """Set the page's clock forward."""
    page.evaluate(
        "(ms) => { const now = Date.now.bind(Date); Date.now = () => now() + ms; }",
        minutes * 60_000,
    )


def test_no_button_lies_under_the_word_that_the_line_is_lost(
    page_as: PageAs, casino: House
) -> None:
    page = seated(page_as, casino, "baccarat")
    page.context.set_offline(True)
    for width in (PHONE, DESKTOP):
        page.set_viewport_size({"width": width, "height": height_of(width)})
        note = page.locator(".status-note")
        expect(note).to_be_visible()
        box = note.bounding_box()
        assert box is not None
        for button in page.locator("button:visible, a:visible").all():
            lies = button.bounding_box()
            assert lies is not None
            beside = lies["x"] >= box["x"] + box["width"] or lies["x"] + lies["width"] <= box["x"]
            apart = lies["y"] >= box["y"] + box["height"] or lies["y"] + lies["height"] <= box["y"]
            assert beside or apart, button.inner_text()
    page.context.set_offline(False)
    expect(page.locator(".status-note")).to_be_hidden()


def test_help_tells_how_to_play_and_the_lab_is_not_offered_at_a_table(
    page_as: PageAs, casino: House
) -> None:
    page = seated(page_as, casino, "lucky-draw")
    expect(page.get_by_role("link", name="Odds lab")).to_have_count(0)
    page.get_by_role("button", name="Help").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="How to play")).to_be_visible()
    expect(dialog.locator(".minute li").first).to_contain_text("Your box plays against the dealer")
    assert area(page, "draw", 2).locator(".odds").inner_text() == "1:1 – 30:1"


def test_road_cells_are_large_enough_to_read(page_as: PageAs, casino: House) -> None:
    page = seated(page_as, casino, "mini")
    for width, height, least in ((DESKTOP, 900, 18), (1920, 1080, 22)):
        page.set_viewport_size({"width": width, "height": height})
        for plot in page.locator(".shoe-results .plot").all():
            box = plot.bounding_box()
            assert box is not None and box["height"] / 6 >= least
        side = page.locator(".side").bounding_box()
        assert side is not None and width - side["x"] - side["width"] <= 24
