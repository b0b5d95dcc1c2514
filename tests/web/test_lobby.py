"""The lobby in a browser: the door, every table live, and what each role finds there."""

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from sabot.people import ADMINISTRATOR
from sabot.rules.roles import (
    DEALER,
    DUTY_MANAGER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    PLAYER,
    SURVEILLANCE,
    TOURNAMENT_MANAGER,
)
from server.harness import NAMES, PASSWORD, TABLES, House
from web.browser import DESKTOP, PHONE, PageAs, new_context, serious


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


WORDS = """Promise.all([
  ...["table", "lobby", "display", "account", "history", "inspect", "lab", "people", "rules",
    "deal"].map(async (page) => [page, (await import(`/web/${page}/words.js`)).default]),
  import("/web/shared/roads-words.js").then(({ WORDS }) => ["roads", WORDS]),
  Promise.all(["en", "zh"].map((each) => import(`/web/shared/words/${each}.js`)))
    .then(([en, zh]) => ["shared", { en: en.default, zh: zh.default }]),
]).then(Object.fromEntries)"""


def test_words_of_one_name_ask_for_the_same_things(page_as: PageAs) -> None:
    """A page's own words lie over those that all share: whoever uses them fills in both alike."""
    words = page_as("", "/").evaluate(WORDS)
    for page, said in words.items():
        assert set(said["en"]) == set(said["zh"]), page
        for key, text in said["en"].items():
            asks = set(re.findall(r"{(\w+)}", text))
            assert set(re.findall(r"{(\w+)}", said["zh"][key])) <= asks, (page, key)
            for shared in ("shared", "roads"):
                other = words[shared]["en"].get(key, text)
                assert set(re.findall(r"{(\w+)}", other)) == asks, (page, key)


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


def test_signing_in_leads_on_to_the_page_that_was_asked_for(page_as: PageAs) -> None:
    page = page_as("", "/account")
    expect(page).to_have_url(re.compile(r"/\?next=%2Faccount|/\?next=/account"))
    sign_in(page, "bob", PASSWORD)
    expect(page).to_have_url(re.compile("/account$"))


@pytest.mark.parametrize("away", ["//evil.example/", "https://evil.example/", "/%5Cevil.example"])
def test_signing_in_never_leads_to_another_site(casino: House, page_as: PageAs, away: str) -> None:
    page = page_as("", f"/?next={away}")
    sign_in(page, "bob", PASSWORD)
    expect(page.get_by_role("heading", name="Welcome, bob")).to_be_visible()
    assert page.url.startswith(casino.origin)


ACTS = {
    PLAYER: ("Sit down", "/table/mini"),
    DEALER: ("Deal", "/deal/mini"),
    GAMING_SUPERVISOR: ("Supervise", "/pit#mini"),
    DUTY_MANAGER: ("Supervise", "/pit#mini"),
    SURVEILLANCE: ("Watch", "/table/mini"),
    INSPECTOR: ("Inspect", "/inspect?table=mini"),
    TOURNAMENT_MANAGER: ("Watch", "/table/mini"),
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


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("who", ["", PLAYER, DUTY_MANAGER])
def test_nothing_is_cut_off_and_axe_finds_nothing(
    page_as: PageAs, who: str, width: int, scheme: str
) -> None:
    page = page_as(who, "/", width, scheme)
    expect(page.locator("article")).to_have_count(len(TABLES))
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert not serious(page)


@pytest.mark.parametrize("path", ["/", "/display/mini", "/account", "/history"])
def test_every_page_is_light(casino: House, browser: Browser, path: str) -> None:
    context = new_context(browser, casino, PLAYER, DESKTOP, "light")
    page = context.new_page()
    sizes = weigh(page)
    page.goto(casino.origin + path, wait_until="networkidle")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    context.close()
    assert 20_000 < sum(sizes) < 300_000


def test_a_session_that_has_ended_leaves_a_visitor_at_the_door(
    casino: House, browser: Browser
) -> None:
    context = new_context(browser, casino, "bob", DESKTOP, "light")
    page = context.new_page()
    page.goto(casino.origin)
    expect(page.get_by_role("heading", name="Welcome, bob")).to_be_visible()
    casino.casino.people.end_sessions("bob", "a test")
    expect(page.get_by_role("heading", name="Take a seat.")).to_be_visible(timeout=15_000)
    visits: list[str] = []
    page.on("framenavigated", lambda frame: visits.append(frame.url))
    page.reload()
    expect(page.locator("article")).to_have_count(len(TABLES))
    expect(page.locator("#tables")).not_to_have_class(re.compile("stale"))
    assert len(visits) == 1
    context.close()


# The demo, as `make run` opens it


@pytest.fixture(scope="module")
def demo() -> Iterator[str]:
    """The demo casino with its robots, in a process of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "sabot", "serve", "--demo", "--port", str(port)]
    serving = subprocess.Popen(command)
    url = f"http://127.0.0.1:{port}"
    try:
        while not _answers(url):
            assert serving.poll() is None
            time.sleep(0.1)
        yield url
    finally:
        serving.terminate()
        serving.wait(30)


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz").status_code == 200
    except httpx.TransportError:
        return False


def test_one_click_comes_in_as_any_role(browser: Browser, demo: str) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.goto(demo)
    for chair in httpx.get(f"{demo}/api/demo").json()["roles"]:
        if chair["role"] == PLAYER:
            page.get_by_role("button", name=f"Play as {chair['name']}").click()
        else:
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
