"""The Winning Result Display in a browser: roads, box histories, corrections, any monitor."""

import re
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, expect

from sabot.rules.roles import CASINO_SUPERVISOR, DEALER
from sabot.views.felt.boards import roads_of
from sabot.views.shapes import Past
from server.harness import NAMES, House
from web.browser import PageAs, serious
from web.floor_checks import ready, seat, whole_coup

ROADS = ("bead", "big", "big_eye", "small", "cockroach")


BETS: dict[str, dict[str, Any]] = {"star-lucky-draw": {"on": "enter", "box": 1}}


def played(house: House, table: str, coups: int) -> list[Any]:
    """So many more coups at a table; what is on display then."""
    house.prepare(table)
    if not house.see(table)["table"]["seats"]:
        house.sit(table, "alice")
    for _ in range(coups):
        house.done(table, "alice", "place-wager", player="alice", amount="10", on="player")
        house.play(table)
    return list(house.see(table)["table"]["past"])


def typed(house: House, name: str, rulebook: str, coups: int) -> list[Any]:
    """A table with cards that hands can touch, and so many coups at it."""
    ready(house, name, rulebook)
    seat(house, name, "al")
    bet = BETS.get(rulebook, {"on": "player"})
    if "box" in bet:
        house.done(name, "dealer", "take-box", player="al", box=bet["box"])
    for _ in range(coups):
        house.done(name, "dealer", "place-wager", player="al", amount="10", **bet)
        whole_coup(house, name, "9S 5H KD KC")
    return list(house.see(name)["table"]["past"])


def voided(house: House, table: str) -> Any:
    """The coup just over cannot be rebuilt: the supervisor has it voided."""
    house.done(table, CASINO_SUPERVISOR, "report-irregularity", situation="cannot-rebuild")
    return house.see(table)["table"]["past"][-1]


def last(page: Page) -> Locator:
    return page.locator("#last")


def shoe(letters: str) -> tuple[Past, ...]:
    results = {"P": "player", "B": "banker", "T": "tie"}
    return tuple(Past(n, results[letter]) for n, letter in enumerate(letters, 1))


SHOW = """([roads, past]) => {
    const board = document.querySelector("sabot-roads");
    Object.getPrototypeOf(board).show.call(board, roads, past);
    board.show = () => {};
}"""


def show(page: Page, past: tuple[Past, ...]) -> None:
    """Have the board draw a shoe of our own, and no longer that of its table."""
    page.wait_for_selector("sabot-roads")
    page.evaluate(SHOW, msgspec.to_builtins([roads_of(past), past]))


def test_the_display_needs_neither_seat_nor_sign_in(casino: House, page_as: PageAs) -> None:
    page = page_as("", "/display/mini")
    expect(page.get_by_role("heading", level=1)).to_have_text("Mini-Baccarat")
    expect(page.locator("#sign")).to_contain_text("$10 – $1,000")
    expect(last(page)).to_contain_text("Good luck")
    for kind in ROADS:
        expect(page.locator(f".road.{kind} svg")).to_be_visible()
    expect(page.locator("button")).to_have_count(1)
    expect(page.get_by_role("button", name="Full screen")).to_be_visible()


def test_a_result_is_announced_large_while_one_watches(casino: House, page_as: PageAs) -> None:
    page = page_as("", "/display/seven-up")
    expect(last(page)).to_contain_text("Good luck")
    coup = played(casino, "seven-up", 1)[-1]
    words = {"player": "Player wins", "banker": "Banker wins", "tie": "Tie"}[coup["result"]]
    expect(last(page).locator(".words")).to_contain_text(words)
    expect(last(page).locator(".points.player b")).to_have_text(str(coup["totals"]["player"]))
    expect(last(page).locator(".points.banker b")).to_have_text(str(coup["totals"]["banker"]))
    expect(page.locator(".road.bead .mark")).to_have_count(1)


def test_the_boards_show_what_the_table_says(casino: House, page_as: PageAs) -> None:
    past = played(casino, "seven-up", 9)
    page = page_as("", "/display/seven-up")
    roads = casino.see("seven-up")["table"]["roads"]
    for kind in ROADS:
        expect(page.locator(f".road.{kind} .mark")).to_have_count(len(roads[kind]))
    for key in ("player", "banker", "tie", "natural"):
        expect(page.locator(f".road-counts .{key} b")).to_have_text(str(roads["counts"][key]))
    label = page.locator("sabot-roads").get_attribute("aria-label") or ""
    assert label.startswith(f"Roads after {len(past)} coups: Player {roads['counts']['player']}")
    told = page.get_by_role("list", name="Results of this shoe").get_by_role("listitem")
    expect(told).to_have_count(len(past))
    expect(told.first).to_contain_text(f"Coup {past[0]['coup']}")


def test_a_voided_coup_is_taken_off_the_roads_and_crossed_out_with_its_clause(
    casino: House, page_as: PageAs
) -> None:
    typed(casino, "hands", "star-baccarat", 4)
    page = page_as("", "/display/hands")
    expect(page.locator(".road.bead .mark")).to_have_count(4)
    coup = voided(casino, "hands")
    assert coup["void"]
    assert coup["corrected"] == "12.1.2"
    expect(page.locator(".road.bead .mark")).to_have_count(3)
    crossed = page.locator(".road-corrections li.void")
    expect(crossed).to_contain_text("12.1.2")
    expect(crossed.locator("s")).to_contain_text(f"Coup {coup['coup']}")
    expect(last(page).locator("s")).to_be_visible()
    expect(last(page)).to_contain_text("12.1.2")
    assert not serious(page)


def test_a_game_of_boxes_has_a_history_and_crosses_out_too(casino: House, page_as: PageAs) -> None:
    past = typed(casino, "boxes", "star-lucky-draw", 3)
    page = page_as("", "/display/boxes")
    expect(page.locator("sabot-roads")).to_have_count(0)
    table = page.get_by_role("table", name=re.compile("Results of the last 3"))
    expect(table.get_by_role("row", name=re.compile("^Box 1"))).to_be_visible()
    expect(table.get_by_role("row", name=re.compile("^Dealer"))).to_contain_text(
        str(past[-1]["totals"]["dealer"])
    )
    coup = voided(casino, "boxes")
    expect(table.locator("thead .void s")).to_have_text(str(coup["coup"]))
    expect(table.locator("td.crossed")).not_to_have_count(0)
    expect(page.locator(".road-corrections")).to_contain_text(coup["corrected"])
    assert not serious(page)


def test_it_goes_on_when_whoever_opened_it_is_signed_out(casino: House, page_as: PageAs) -> None:
    page = page_as(DEALER, "/display/seven-up")
    expect(page.get_by_role("heading", level=1)).to_have_text("7-Up Baccarat")
    casino.casino.people.end_sessions(NAMES[DEALER], "a test")
    coup = played(casino, "seven-up", 1)[-1]
    expect(last(page)).to_contain_text(f"Coup {coup['coup']}")
    expect(page).to_have_url(re.compile("/display/seven-up$"))


FIRST_MESSAGE = """(path) => new Promise((heard) => {
    const socket = new WebSocket(location.origin.replace("http", "ws") + path);
    socket.onmessage = (message) => heard(JSON.parse(message.data));
})"""


def test_a_monitor_is_told_what_everybody_may_see_and_no_more(page_as: PageAs) -> None:
    page = page_as(DEALER, "/")
    path = "/api/tables/seven-up/live"
    assert page.evaluate(FIRST_MESSAGE, path)["staff"] is not None
    told = page.evaluate(FIRST_MESSAGE, f"{path}?as=nobody")
    assert (told["staff"], told["you"]) == (None, None)


def test_there_is_no_display_of_a_table_that_does_not_exist(page_as: PageAs) -> None:
    page = page_as("", "/display/nowhere")
    expect(last(page)).to_contain_text("There is no such table.")


def test_names_are_in_both_languages_and_switch_at_once(page_as: PageAs) -> None:
    page = page_as("", "/display/mini")
    heading = page.locator(".road.cockroach h3")
    expect(heading).to_have_text("Cockroach pig 曱甴路")
    page.evaluate("import('/web/shared/words.js').then((words) => words.setLanguage('zh'))")
    expect(heading).to_have_text("曱甴路 Cockroach pig")
    expect(page.get_by_role("heading", level=1)).to_have_text("迷你百家樂")
    expect(page.locator(".road-ask h3").first).to_contain_text("莊問路")
    show(page, shoe("BPT"))
    expect(page.locator(".road.bead text")).to_have_text(["莊", "閒", "和"])


def test_the_newest_columns_stay_in_sight(page_as: PageAs) -> None:
    page = page_as("", "/display/mini", width=390)
    show(page, shoe("BP" * 40))
    expect(page.locator(".road.big .mark.newest")).to_have_count(1)
    drawn = page.locator(".road.big .mark").count()
    assert 10 < drawn < 80
    plot = page.locator(".road.big .plot").bounding_box()
    newest = page.locator(".road.big .mark.newest").bounding_box()
    assert plot is not None
    assert newest is not None
    assert plot["x"] < newest["x"] < plot["x"] + plot["width"] - newest["width"] / 2


def test_marks_differ_in_shape_and_not_only_in_colour(page_as: PageAs) -> None:
    page = page_as("", "/display/mini")
    show(page, shoe("BBPPPBPBB"))
    for kind in ("big", "big_eye", "cockroach"):
        shapes = page.locator(f".road.{kind} .mark").evaluate_all(
            "marks => marks.map((mark) => [mark.innerHTML.includes('red'),"
            " mark.firstChild.localName"
            " + (mark.firstChild.getAttribute('d') ?? '').replace(/[^MLA]/g, '')])"
        )
        red = {shape for is_red, shape in shapes if is_red}
        blue = {shape for is_red, shape in shapes if not is_red}
        assert red
        assert blue
        assert not red & blue


def test_ties_are_a_slash_with_a_number_and_pairs_are_dots(page_as: PageAs) -> None:
    page = page_as("", "/display/mini")
    pairs = Past(4, "player", player_pair=True, banker_pair=True)
    show(page, (*shoe("BTT"), pairs))
    banker, player = page.locator(".road.big .mark").all()
    expect(banker.locator(".tie-slash")).to_have_count(1)
    expect(banker.locator("text")).to_have_text("2")
    dots = [player.locator(f".pair.{colour}").bounding_box() for colour in ("red", "blue")]
    red, blue = dots
    assert red is not None
    assert blue is not None
    assert red["x"] < blue["x"]
    assert red["y"] < blue["y"]


SIZES = [(1920, 1080), (1440, 900), (1024, 600), (1080, 1920), (390, 844)]


def test_it_fits_any_monitor(page_as: PageAs) -> None:
    page = page_as("", "/display/mini")
    past = shoe("BBBBBBBBBPTPPBTTBPBPPPPPPPPBBPTBPBBBPPB" * 2)
    show(page, (*past, Past(79, "banker", void=True, corrected="12.5")))
    for number, (width, height) in enumerate(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if number % 2 else "light")
        across, down = page.evaluate(
            "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert across == width
        assert down <= height or width < 900
        boards = [page.locator(f".road.{kind} .plot").bounding_box() for kind in ROADS]
        info = page.locator(".road-info").bounding_box()
        for one, other in ((a, b) for a in boards for b in [*boards, info] if a is not b):
            assert one is not None
            assert other is not None
            assert not overlap(one, other)
        assert not serious(page)


def overlap(one: Any, other: Any) -> bool:
    """Return True if two boxes share more than a hairline."""
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return bool(across > 1 and down > 1)
