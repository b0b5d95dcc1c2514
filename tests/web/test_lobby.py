"""The lobby in a browser: the door, every table live, and what each role finds there."""

import json
import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from sabot.people import ADMINISTRATOR
from sabot.rules.roles import (
    DEALER,
    DUTY_MANAGER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    PLAYER,
    SURVEILLANCE,
    TOURNAMENT_DIRECTOR,
    TOURNAMENT_MANAGER,
)
from server.harness import NAMES, PASSWORD, TABLES, House
from server.serving import await_ready, served
from web.browser import DESKTOP, PageAs, new_context, serious


def card(page: Page, table: str) -> Locator:
    return page.locator(f"[data-table={table}]")


def sign_in(page: Page, name: str, password: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def weigh(page: Page) -> list[int]:
    """The sizes of all that a page loads from now on."""
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body())) if answer.ok else None)
    return sizes


def test_a_stranger_sees_the_door_and_the_tables(page_as: PageAs) -> None:
    page = page_as("", "/")
    expect(page.get_by_role("heading", name="Take a seat.")).to_be_visible()
    expect(page.locator("article")).to_have_count(len(TABLES))
    expect(page.get_by_role("button", name=re.compile("Play as"))).to_have_count(0)
    acts = card(page, "mini").get_by_role("link")
    expect(acts).to_have_text(["Display"])


@pytest.mark.parametrize("name", ["alice", "nobody"])
def test_a_wrong_name_or_password_gets_one_and_the_same_sentence(
    page_as: PageAs, name: str
) -> None:
    page = page_as("", "/")
    sign_in(page, name, "not the password at all")
    sentence = page.locator(".sign-in").get_by_role("alert")
    expect(sentence).to_have_text(re.compile(r"^[A-Z][^.]*\.( [A-Z][^.]*\.)?$"))
    expect(page.get_by_label("Password")).to_have_value("")
    expect(page.get_by_label("Password")).to_be_focused()


def test_an_unknown_address_has_a_page_that_leads_home(page_as: PageAs) -> None:
    stranger = page_as("", "/nowhere")
    expect(stranger.get_by_role("heading", name="There is no such page")).to_be_visible()
    page = page_as("alice", "/baccarat/nowhere")
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    stranger.wait_for_load_state("networkidle")
    expect(stranger).to_have_url(re.compile("/nowhere$"))
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_role("heading", name="沒有此頁")).to_be_visible()
    assert not serious(page)
    page.get_by_role("link", name="返回大廳", exact=True).click()
    expect(page.locator("article")).to_have_count(len(TABLES))


def test_the_right_password_opens_the_lobby(page_as: PageAs) -> None:
    page = page_as("", "/")
    sign_in(page, "bob", PASSWORD)
    expect(page.get_by_role("heading", name="Welcome, bob")).to_be_visible()
    expect(page.locator("#balance")).to_have_text("$20,000.00")


def test_signing_in_leads_on_to_the_page_that_was_asked_for(casino: House, page_as: PageAs) -> None:
    page = page_as("", "/account")
    expect(page).to_have_url(re.compile(r"/\?next=%2Faccount|/\?next=/account"))
    sign_in(page, "bob", PASSWORD)
    expect(page).to_have_url(f"{casino.origin}/account")


AWAY = (
    "//evil.example/", "///evil.example", "https://evil.example/", "https:evil.example",
    "/\\evil.example", "\\\\evil.example", "/\t/evil.example", "\t//evil.example",
    "/\n/evil.example", "/\r\n/evil.example", " //evil.example", "\x00//evil.example",
    "/\t\\evil.example", "//bob:secret@evil.example/", "//{host}@evil.example", "//bob@{host}/pit",
    "ftp://{host}/", "https://{host}/pit", "blob:{origin}/pit", "javascript:alert(1)",
    "data:text/html,x", "//[",
)  # fmt: skip
"""Ways to write another site, or no page at all."""
HOME = {
    "/account": "/account",
    "/inspect?table=mini#log": "/inspect?table=mini#log",
    "/%09/evil.example": "/%09/evil.example",
    "/.//evil.example": "//evil.example",
    "/pit/../..//evil.example": "//evil.example",
}
"""Paths of this site, however they are written, and where they lead on it."""


def test_signing_in_never_leads_to_another_site(casino: House, page_as: PageAs) -> None:
    page = page_as("", "/")
    host = casino.origin.removeprefix("http://")
    away = [each.format(host=host, origin=casino.origin) for each in AWAY]
    wanted = """async (forms) => {
        const { wanted } = await import("/web/lobby/door.js");
        return forms.map((each) => wanted(`?next=${encodeURIComponent(each)}`));
    }"""
    assert page.evaluate(wanted, away) == [f"{casino.origin}/"] * len(away)
    assert page.evaluate(wanted, [*HOME]) == [casino.origin + path for path in HOME.values()]
    page.goto(f"{casino.origin}/?next=/%09/evil.example")
    sign_in(page, "bob", PASSWORD)
    expect(page.get_by_role("heading", name="Welcome, bob")).to_be_visible()
    assert page.url == f"{casino.origin}/"


ACTS = {
    PLAYER: ("Sit down", "/table/mini"),
    DEALER: ("Deal", "/deal/mini"),
    GAMING_SUPERVISOR: ("Supervise", "/pit#mini"),
    DUTY_MANAGER: ("Supervise", "/pit#mini"),
    SURVEILLANCE: ("Watch", "/table/mini"),
    INSPECTOR: ("Inspect", "/inspect?table=mini"),
    TOURNAMENT_MANAGER: ("Watch", "/table/mini"),
    TOURNAMENT_DIRECTOR: ("Watch", "/table/mini"),
    ADMINISTRATOR: ("Watch", "/table/mini"),
}


@pytest.mark.parametrize("role", ACTS)
def test_every_role_finds_its_own_work_first(page_as: PageAs, role: str) -> None:
    act, href = ACTS[role]
    page = page_as(role, "/")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Welcome, {NAMES[role]}")
    first = card(page, "mini").get_by_role("link").first
    expect(first).to_have_text(act)
    expect(first).to_have_attribute("href", href)
    expect(page.locator("#balance")).to_have_count(1 if role == PLAYER else 0)


def test_a_page_that_is_not_for_the_role_leads_back_with_a_sentence(page_as: PageAs) -> None:
    page = page_as(PLAYER, "/people")
    expect(page.get_by_text("That page is not open to your role.")).to_be_visible()


def test_the_cards_move_with_the_tables(casino: House, page_as: PageAs) -> None:
    page = page_as("", "/")
    mini = card(page, "mini")
    expect(mini.locator(".phase")).to_have_text("Shuffling")
    casino.prepare("mini")
    expect(mini.locator(".phase")).to_have_text("Bets open")
    casino.sit("mini", "chen")
    expect(mini).to_contain_text("1 of 7")
    result = "tie"
    while result == "tie":
        casino.done("mini", "chen", "place-wager", player="chen", on="player", amount="10")
        casino.play("mini")
        result = casino.see("mini")["table"]["past"][-1]["result"]
    road = mini.get_by_role("img", name=re.compile("Big road"))
    expect(road.locator(".mark")).to_have_count(1)
    expect(mini).to_contain_text("$10 – $1,000")


def test_the_results_of_a_box_stand_in_one_row(page_as: PageAs) -> None:
    page = page_as("", "/")
    expect(page.locator("article")).to_have_count(len(TABLES))
    rows = page.evaluate(
        """async (ends) => {
            const { tableCard } = await import("/web/lobby/tables.js");
            const past = ends.map((boxes, coup) => ({ coup, boxes }));
            const card = { id: "boxes", casino: "Here", phase: "betting", past, coup: 4 };
            document.getElementById("tables").prepend(tableCard(card, ""));
            return [...document.querySelectorAll("[data-table=boxes] .mini-boxes .end")].map(
                (end) => [end.dataset.box, Math.round(end.getBoundingClientRect().top),
                          end.classList[1]]);
        }""",
        [
            {"box 3": "win", "box 10": "lose"},
            {"box 10": "standoff"},
            {"box 2": "lose", "box 3": "win"},
        ],
    )
    tops = {box: {top for name, top, _ in rows if name == box} for box, _, _ in rows}
    assert [box for box, _ in sorted(tops.items(), key=lambda each: min(each[1]))] == [
        "box 2",
        "box 3",
        "box 10",
    ]
    assert all(len(each) == 1 for each in tops.values())
    assert [end for box, _, end in rows if box == "box 10"] == ["lose", "standoff", "none"]


def test_a_player_who_is_seated_is_led_back(casino: House, page_as: PageAs) -> None:
    casino.sit("seven-up", "alice")
    page = page_as("alice", "/")
    expect(page.get_by_text("You are playing at 7-Up Baccarat.")).to_be_visible()
    link = page.get_by_role("link", name="Return to the table")
    expect(link).to_have_attribute("href", "/table/seven-up")
    expect(card(page, "seven-up").get_by_role("link").first).to_have_text("Return")
    expect(card(page, "mini").get_by_role("link").first).to_have_text("Sit down")


def test_the_language_switches_at_once(page_as: PageAs) -> None:
    page = page_as("", "/")
    expect(page.get_by_role("heading", name="Take a seat.")).to_be_visible()
    page.get_by_label("Name").fill("alice")
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_label("名稱")).to_have_value("alice")
    expect(page.get_by_role("heading", name="請入座")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    expect(card(page, "baccarat").get_by_role("heading")).to_have_text("百家樂")
    page.reload()
    expect(page.get_by_role("heading", name="賭枱", exact=True)).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()


def test_a_session_that_has_ended_leaves_a_visitor_at_the_door(
    casino: House, browser: Browser
) -> None:
    context = new_context(browser, casino, "bob", DESKTOP, "light")
    page = context.new_page()
    page.goto(casino.origin)
    expect(page.get_by_role("heading", name="Welcome, bob")).to_be_visible()
    casino.casino.people.end_sessions("bob", "a test")
    expect(page.get_by_role("heading", name="Take a seat.")).to_be_visible()
    visits: list[str] = []
    page.on("framenavigated", lambda frame: visits.append(frame.url))
    page.reload()
    expect(page.locator("article")).to_have_count(len(TABLES))
    expect(page.locator("#tables")).not_to_have_class(re.compile("stale"))
    assert len(visits) == 1
    context.close()


def test_tables_are_shown_as_they_open(casino: House, page_as: PageAs) -> None:
    page = page_as("", "/account")  # to the door; its own line to the floor is cut next
    tables = casino.ask("", "GET", "/api/tables").json()
    floor = [{**each, "called": f"{each['title']} 1"} for each in tables]
    lines: list[WebSocketRoute] = []
    page.route_web_socket(re.compile("/api/floor/live"), lambda line: lines.append(line))
    page.goto(casino.origin)

    def tell(number: int, opening: bool) -> None:
        message = {"type": "floor", "tables": floor[:number], "opening": opening}
        lines[-1].send(json.dumps({**message, "now": "2026-03-14T20:00:00Z"}))

    expect(page.get_by_role("heading", name="Take a seat.")).to_be_visible()
    while not lines:
        page.wait_for_timeout(10)
    tell(0, True)
    expect(page.locator("#tables")).to_have_text("The tables are being opened…")
    page.get_by_role("button", name="中文").click()
    expect(page.locator("#tables")).to_have_text("正在開枱…")
    for number in (1, len(floor)):
        tell(number, number < len(floor))
        expect(page.locator("article h3", has_text="百家樂 1")).to_have_count(number)


# The demo, as `make run` opens it


@pytest.fixture(scope="module")
def demo() -> Iterator[str]:
    """The demo casino with its robots, in a process of its own."""
    with served("--demo") as (_, origin):
        await_ready(origin)
        yield origin


def test_one_click_comes_in_as_any_role(browser: Browser, demo: str) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.goto(demo)
    chairs = httpx.get(f"{demo}/api/demo").json()["roles"]
    expect(page.locator(".role")).to_have_count(sum(chair["role"] != PLAYER for chair in chairs))
    for chair in (chairs[0], chairs[-1]):
        if chair["role"] == PLAYER:
            page.get_by_role("button", name=f"Play as {chair['name']}").click()
        else:
            page.get_by_text("Staff roles").click()
            page.locator(".role", has_text=chair["name"]).click()
        expect(page.get_by_role("heading", name=f"Welcome, {chair['name']}")).to_be_visible()
        page.get_by_role("button", name="Change role").click()
        expect(page.get_by_role("heading", name="Take a seat.")).to_be_visible()
    context.close()


def test_one_click_on_a_table_sits_a_visitor_of_the_demo_down_there(
    browser: Browser, demo: str
) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.goto(demo)
    card(page, "lucky-draw").get_by_role("button", name=re.compile("Sit down")).click()
    expect(page).to_have_url(re.compile("/table/lucky-draw$"))
    context.close()


def test_an_inspector_of_the_demo_audits_a_table_there(browser: Browser, demo: str) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.goto(demo)
    page.get_by_text("Staff roles").click()
    page.locator(".role", has_text="Ines").click()
    expect(page.get_by_role("heading", name="Welcome, Ines")).to_be_visible()
    page.goto(f"{demo}/inspect?table=baccarat#audit")
    page.get_by_role("button", name="Audit this table").click()
    expect(page.locator(".outcome .pill").first).to_have_text("Clean: no discrepancy")
    context.close()
