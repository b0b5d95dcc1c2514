"""The pit in a real browser: the floor at a glance, and what supervisors do, each with a reason."""

import re
from collections.abc import Iterator
from itertools import cycle

import pytest
from playwright.sync_api import expect

from server.harness import House, running
from web.browser import LOOKS, PageAs, everywhere
from web.files import scripts_in, words_of
from web.floor_checks import choose, deal, event, events, fits, next_is, ready, seat
from web.pit_checks import act, do_it, field, form, pit, press, refused, tab

ACTIONS = """Promise.all(
        ["pit/actions/actions.js", "deal/more.js"].map((file) => import(`/web/${file}`)))
    .then((modules) => modules.flatMap(({ ACTIONS }) => Object.keys(ACTIONS)))"""


LATER = """async (ms) => {
    const { Live } = await import("/web/shared/live.js");
    Live.prototype.now = function () { return Date.now() + this.offset + ms; };
}"""
"""Set the page's clock forward."""


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("pit"), feed="typed") as house:
        yield house


# The floor


def test_a_table_that_calls_comes_first(casino: House, page_as: PageAs) -> None:
    """The dealer's call is seen at once, answered here, and gone at the console."""
    table = ready(casino, "zz-calls")
    page = pit(page_as)
    console = page_as("dealer", f"/deal/{table}")
    console.locator(".tools").get_by_role("button", name="Call supervisor").click()
    console.locator("dialog").get_by_label("What about").select_option("A payment is in doubt")
    console.locator("dialog").get_by_role("button", name="Call supervisor").click()
    expect(page.locator(".table-card .name").first).to_have_text(table)
    page.locator(".attention button").first.click()
    expect(page.locator(".banner")).to_contain_text("Calls: A payment is in doubt")
    press(page, "Answer the call")
    do_it(page, "paid again")
    expect(console.locator(".banner")).to_have_count(0)
    expect(page.locator(".attention", has_text=table)).to_have_count(0)
    opening = {"rulebook": "star-baccarat", "sign": {"minimum": "10", "maximum": "100"}}
    casino.ask(
        "duty manager", "POST", "/api/tables", {"id": "new", "name": "shut-float", **opening}
    )
    expect(page.locator(".attention", has_text="shut-float")).to_contain_text("supervisor")
    assert event(casino, table, "call-answered/1")["note"] == "paid again"


def test_a_table_is_opened_from_here(casino: House, page_as: PageAs) -> None:
    page = pit(page_as)
    page.get_by_role("button", name="Open a table").click()
    field(page, "Game").select_option("star-lucky-draw")
    page.get_by_role("button", name="Go on", exact=True).click()
    name = page.get_by_role("textbox", name="Name")
    expect(name).to_have_value("Lucky Draw Baccarat 1")
    name.fill("baccarat")
    expect(form(page).locator("output.error")).to_have_text(
        "A table called baccarat is open already."
    )
    name.fill("Table 12")
    expect(act(page)).to_have_text("Open Table 12")
    field(page, "Minimum").fill("20")
    field(page, "Decks").select_option("6")
    field(page, "Cards are").select_option("typed")
    field(page, "Places").fill("9")
    field(page, "Reason").fill("a long queue")
    act(page).click()
    expect(page.locator("dialog .error")).to_contain_text("1 to 7 places, not 9. (2.1)")
    field(page, "Places").fill("5")
    do_it(page, "a long queue")
    expect(page.locator(".table-panel h2")).to_contain_text("Table 12")
    expect(page.locator('[data-table="table-12"] .name')).to_have_text("Table 12")
    expect(page.locator(".banner")).to_contain_text("Waits for a Casino supervisor: Open the float")
    press(page, "Open the float")
    form(page).locator('input[name="chips-10000"]').fill("500")
    expect(form(page).locator(".chips-total")).to_have_text("Total: $50,000.00")
    do_it(page)
    expect(page.locator('[data-table="table-12"]')).to_contain_text("Float $50,000")
    opened = event(casino, "table-12", "table-opened/1")
    assert opened["setup"]["decks"] == 6 and opened["do"]["why"] == "a long queue"


# Through dealer and supervisor


def test_a_coup_that_cannot_be_rebuilt_through_dealer_and_supervisor(
    casino: House, page_as: PageAs
) -> None:
    """The dealer sees that 12.1.2 is a supervisor's and calls; the supervisor sees the same clause,
    gives a reason and voids the coup; the console goes on from there."""
    table = ready(casino, "rebuild")
    seat(casino, table, "al", "player")
    deal(casino, table, "9S 5H KD")
    console = page_as("dealer", f"/deal/{table}")
    choose(console, "cannot-rebuild")
    expect(console.locator(".rule")).to_contain_text("Waits for: Casino supervisor")
    console.get_by_role("button", name="Call supervisor for this").click()
    page = pit(page_as, table)
    expect(page.locator(".banner")).to_contain_text("(12.1.2)")
    choose(page, "cannot-rebuild")
    expect(page.locator(".rule .outcome")).to_have_text(
        "The coup is void and every stake goes back"
    )
    expect(act(page)).to_have_text("Void coup 1: $50 go back to one player")
    do_it(page, "nobody knows the order")
    expect(console.locator(".banner", has_text="This coup is void (12.1.2)")).to_be_visible()
    next_is(console, "Clear the cards")
    console.keyboard.press("Enter")
    next_is(console, "Players are betting")
    told = event(casino, table, "irregularity-reported/1")
    assert (told["by"], told["note"]) == ("carla", "nobody knows the order")
    assert casino.see(table)["staff"]["patrons"][0]["balance"] == 500_000


def test_a_surplus_card_through_dealer_and_supervisor(casino: House, page_as: PageAs) -> None:
    """The dealer does by 12.3 what the dealer may; the supervisor sees the no-bet coup to come."""
    table = ready(casino, "surplus")
    seat(casino, table, "al", "player")
    deal(casino, table, "9S 5H KD KC")
    page = pit(page_as, table)
    console = page_as("dealer", f"/deal/{table}")
    choose(console, "surplus-to-player-banker-stands")
    console.get_by_label("Seen", exact=True).check()
    expect(console.locator(".rule dd.clause")).to_have_text("12.3, 12.4")
    console.get_by_label("The card that came out").fill("7D")
    act(console).click()
    expect(console.locator("#card-field")).to_be_focused()
    for words in ("Call the counts", "Take and pay", "Clear the cards"):
        next_is(console, words)
        console.keyboard.press("Enter")
    expect(page.locator(".tab-body .facts")).to_contain_text("No wagers 12.3")
    assert events(casino, table).count("no-bet-forced/1") == 1


def test_what_no_clause_decides_is_decided_here(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "question")
    seat(casino, table, "al", "player")
    deal(casino, table, "9S 5H KD KC")
    casino.done(table, "dealer", "report-irregularity", situation="wrong-call-or-settlement",
                circumstances={"paid": False})  # fmt: skip
    page = pit(page_as, table)
    expect(page.locator("#tab-now")).to_contain_text("1")
    page.locator(".banner").get_by_role("button", name="Decide").click()
    field(page, "Decision").select_option("COUP_VOID")
    page.get_by_role("button", name="Go on", exact=True).click()
    do_it(page, "the call misled everybody")
    expect(page.locator(".banner")).to_have_count(0)
    decided = event(casino, table, "report-decided/1")
    assert (decided["outcome"], decided["decider"]) == ("COUP_VOID", "carla")
    assert decided["reason"] == "the call misled everybody"
    assert casino.see(table)["table"]["coup"]["void"]


def test_a_decision_may_need_a_card(casino: House, page_as: PageAs) -> None:
    """The outcome says what it needs: here the card that came out."""
    table = ready(casino, "needs")
    seat(casino, table, "al", "player")
    deal(casino, table, "9S 5H KD KC")
    casino.done(table, "dealer", "report-irregularity", situation="wrong-call-or-settlement",
                circumstances={"paid": False})  # fmt: skip
    page = pit(page_as, table)
    page.locator(".banner").get_by_role("button", name="Decide").click()
    field(page, "Decision").select_option("BURN")
    page.get_by_role("button", name="Go on", exact=True).click()
    field(page, "The card that came out").fill("2h")
    do_it(page, "it fell out")
    assert event(casino, table, "card-burned/1")["card"] == "2H"


# Whose page, how it looks, and what it weighs


def test_a_role_that_may_not_is_told_so_by_the_table(casino: House, page_as: PageAs) -> None:
    """The page shows the button to a gaming supervisor; the table knows whose it is."""
    table = ready(casino, "roles", "canberra-mini")
    page = pit(page_as, table, who="gaming supervisor")
    tab(page, "cards")
    press(page, "Bring other cards")
    field(page, "Occasion").select_option(index=1)
    said = refused(page)
    assert "This is for a casino operator to do, not for a gaming supervisor" in said


def test_surveillance_watches_and_does_nothing(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "watched")
    seat(casino, table, "al", "player")
    page = page_as("surveillance", f"/pit#{table}")
    for name in ("now", "players", "limits", "cards", "money", "approvals", "disputes", "notices"):
        tab(page, name)
        offered = page.locator(".tab-body button").all_inner_texts()
        assert offered == (["Rating card"] if name == "players" else []), name
    for act_of_theirs in ("Open a table", "Many tables"):
        expect(page.get_by_role("button", name=act_of_theirs)).to_have_count(0)
    expect(page.get_by_role("link", name="Inspector").last).to_have_attribute(
        "href", f"/inspect?table={table}"
    )
    assert casino.do(table, "surveillance", "order-shuffle", reason="doubt").status_code == 403
    assert "shuffle-ordered/1" not in events(casino, table)


def test_it_looks_right_everywhere(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "look")
    seat(casino, table, "al", "player", "125")
    casino.done(table, "dealer", "raise-dispute", player="al", about="the last payment")
    casino.done(table, "dealer", "report-irregularity", situation="missing-or-foreign-card")
    page = pit(page_as, table)
    names = ("now", "players", "limits", "cards", "money", "approvals", "disputes", "notices")
    for name, seen in zip(names, cycle(LOOKS), strict=False):
        tab(page, name)
        everywhere(page, [seen])
    tab(page, "limits")
    press(page, "Change limits")
    everywhere(page)
    assert fits(page)


def test_the_language_switches_at_once(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "language")
    page = pit(page_as, table)
    page.get_by_role("button", name="中文").click()
    expect(page.locator("#tab-limits")).to_have_text("限額")
    expect(page.get_by_role("button", name="異常情況")).to_be_visible()


def test_the_page_is_light(page_as: PageAs) -> None:
    sizes: list[int] = []
    page = page_as("casino supervisor", "/")
    page.on("response", lambda answer: sizes.append(len(answer.body()) if answer.ok else 0))
    page.goto(page.url.split("?")[0].rstrip("/") + "/pit#baccarat")
    expect(page.locator(".tab-body .acts").first).to_be_visible()
    assert sum(sizes) < 300_000


def scripts(*folders: str) -> str:
    files = [path for folder in folders for path in scripts_in(folder)]
    return "".join(path.read_text(encoding="utf-8") for path in files)


def test_no_rule_lives_in_the_page() -> None:
    text = scripts("pit")
    assert "star-" not in text and "canberra" not in text


def test_every_word_that_the_pages_say_is_there(page_as: PageAs) -> None:
    page = page_as("casino supervisor", "/pit")
    words = {key for folder in ("shared", "staff", "deal", "pit") for key in words_of(folder)}
    text = scripts("staff", "deal", "pit")
    said = set(re.findall(r'\bt\("([^"]+)"', text))
    said |= {f"field.{name}" for name in re.findall(r'\bfield\("([^"]+)"', text)}
    said |= {f"do.{name}" for name in page.evaluate(ACTIONS)}
    assert said <= words, sorted(said - words)


def test_a_stalled_table_and_an_idle_dealer_are_called_out(casino: House, page_as: PageAs) -> None:
    """No card and no call for five times the table's own pace: the supervisor's page says so, and
    that all is clear once a card comes."""
    table, empty = ready(casino, "slowly"), ready(casino, "unvisited")
    seat(casino, table, "al", "player")
    deal(casino, table, "4S 7H")
    casino.done(empty, "dealer", "sign-on")
    page = page_as("casino supervisor", "/pit")
    of = {
        name: page.locator(".attention li", has=page.locator("b", has_text=re.compile(f"^{name}$")))
        for name in (table, empty)
    }
    expect(page.locator(f'.table-card[data-table="{table}"]')).to_be_visible()
    expect(of[table]).to_have_count(0)
    page.evaluate(LATER, 360_000)
    expect(of[table]).to_contain_text("Stalled: no card or call since")
    expect(of[empty]).to_contain_text("has no players")
    everywhere(page)
    page.get_by_role("button", name="中文").click()
    expect(of[table]).to_contain_text("停頓")
    page.evaluate(LATER, 0)
    casino.done(table, "dealer", "deal-card", card="KD")
    expect(of[table]).to_have_count(0)
