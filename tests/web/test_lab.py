"""The odds lab and the rulebook in a browser: sliders, charts, a simulation, every clause."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from sabot.odds import odds
from sabot.odds.whatif import changed
from sabot.rulebooks import RULEBOOKS
from sabot.rulebooks.catalogue import catalogue
from sabot.rules.roles import DEALER, GAMING_MANAGER, INSPECTOR
from sabot.server.tables.howto import howto_of
from server.harness import House
from web.browser import PageAs, every_part_fits, everywhere

PARTS = (
    "sheet",
    "what-if",
    "night",
    "strategy",
    "removed",
    "fairness",
    "simulation",
    "plan",
    "draft",
)


@pytest.fixture
def seated(casino: House) -> Iterator[None]:
    """Alice is at a table for the time of a test."""
    casino.sit("mini", "alice")
    yield
    casino.done("mini", "alice", "leave-table", player="alice")


def lab(page_as: PageAs, part: str, rulebook: str = "star-baccarat", **options: object) -> Page:
    page = page_as(GAMING_MANAGER, f"/lab?rulebook={rulebook}#{part}", **options)
    expect(page.get_by_role("tabpanel")).to_be_visible()
    return page


def shown(figure: float, digits: int = 4) -> str:
    return f"{100 * figure:.{digits}f}%".replace("-", "−")


def slide(slider: Locator, value: int) -> None:
    slider.fill(str(value))


# Figures


def test_a_pay_sheet_with_its_chart_and_its_table(page_as: PageAs) -> None:
    page = lab(page_as, "sheet")
    exact = odds(RULEBOOKS["star-baccarat"])
    chart = page.get_by_role("img", name=re.compile("House edge by wager"))
    expect(chart).to_be_visible()
    expect(chart.locator("text.value")).to_have_text([shown(w.edge, 2) for w in exact.wagers])
    assert "Banker" in (chart.locator("desc").text_content() or "")
    figure = page.locator("figure.chart")
    figure.locator("summary").click()
    expect(figure.get_by_role("row", name=re.compile("^Tie"))).to_contain_text(
        shown(exact["tie"].edge)
    )
    wager = page.locator("details.wager-sheet", has_text="Tie").first
    wager.locator("summary").first.click()
    expect(wager).to_contain_text(f"{exact['tie'].win:,}")
    expect(wager).to_contain_text("Pays 8 to 1")


def test_a_wager_of_ones_own_is_checked_and_priced(page_as: PageAs) -> None:
    page = lab(page_as, "draft")
    page.get_by_role("button", name="Price it").click()
    sheet = page.locator("details.wager-sheet")
    expect(sheet).to_contain_text("Panda 8")
    expect(sheet).to_contain_text("10.1876%")
    page.get_by_label("The wager as a file").fill('id = "x"')
    page.get_by_role("button", name="Price it").click()
    expect(page.get_by_role("alert")).to_contain_text("has no name")


def test_a_betting_plan_is_played(page_as: PageAs) -> None:
    page = lab(page_as, "plan")
    page.get_by_role("spinbutton", name="Seed").fill("3")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("dl.facts")).to_contain_text("Kept by the house")
    page.get_by_label("Bankroll").fill("0.5")
    page.get_by_label("Bankroll").evaluate("field => field.removeAttribute('min')")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("alert")).to_contain_text("does not cover")


def test_the_order_of_wagering_by_stacks(page_as: PageAs) -> None:
    """Two players are counted; a third is played out, with the error beside it."""
    page = lab(page_as, "fairness")
    row = page.locator("table.fairness tbody tr")
    expect(row.nth(0)).to_contain_text("45.86%")
    expect(row.nth(1)).to_contain_text("54.14%")
    expect(page.locator("#fair-how")).to_contain_text("Counted exactly")
    for chips in ("3", "2"):
        page.get_by_label(f"Player {4 - int(chips)}", exact=True).fill(chips)
    page.get_by_role("button", name="One more player").click()
    page.get_by_role("combobox", name="Coups left").select_option("2")
    page.get_by_role("button", name="Calculate").click()
    expect(page.locator("#fair-how")).to_contain_text("1,000 trials")
    expect(row).to_have_count(3)
    page.get_by_role("textbox", name="Maximum").fill("1.50")
    page.get_by_role("button", name="Calculate").click()
    expect(page.get_by_role("alert")).to_contain_text("is no multiple of the minimum")


def test_other_decks_and_another_way_to_settle(page_as: PageAs) -> None:
    page = lab(page_as, "sheet")
    page.get_by_role("combobox", name="Decks").select_option("6")
    page.get_by_label("Settlement").select_option("even-money")
    banker = page.locator("details.wager-sheet").nth(1).locator("summary .pill")
    exact = odds(RULEBOOKS["star-baccarat"], 6, "even-money")["banker"]
    expect(banker).to_have_text(f"Edge {shown(exact.edge)}")
    page.get_by_label("Rulebook").select_option("star-seven-up")
    expect(page.get_by_text("6 decks, 312 cards.")).to_be_visible()
    expect(page).to_have_url(re.compile("rulebook=star-seven-up#sheet"))


def test_a_pay_sheet_can_be_taken_away(page_as: PageAs) -> None:
    page = lab(page_as, "sheet")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Pay sheet as CSV").click()
    assert waiting.value.suggested_filename == "star-baccarat-pay-sheet.csv"
    expect(page.get_by_role("link", name=re.compile("^Pay sheet as"))).to_have_text(
        [f"Pay sheet as {form}" for form in ("CSV", "Markdown", "Web page", "Picture")]
    )
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Pay sheet as Picture").click()
    assert waiting.value.suggested_filename == "star-baccarat-pay-sheet.svg"


# What if


def test_a_slider_changes_the_edge_at_once(page_as: PageAs) -> None:
    page = lab(page_as, "what-if")
    page.get_by_label("Wager", exact=True).select_option("tie")
    book = RULEBOOKS["star-baccarat"]
    now = page.locator(".edge-now")
    expect(now).to_have_text(shown(odds(book)["tie"].edge))
    slider = page.get_by_label(re.compile("Clause 11.1.5, approved 8 to 1"))
    slide(slider, 9)
    expect(now).to_have_text(shown(odds(changed(book, {"tie": "9:1"}))["tie"].edge))
    expect(page.locator(".sliders output").first).to_have_text("9 to 1")
    expect(slider).to_have_attribute("aria-valuetext", "9 to 1")
    slider.press("ArrowRight")
    expect(now).to_have_text(shown(odds(changed(book, {"tie": "10:1"}))["tie"].edge))
    page.get_by_role("button", name="As approved").click()
    expect(now).to_have_text(shown(odds(book)["tie"].edge))


def test_decks_that_the_document_forbids_are_marked(page_as: PageAs) -> None:
    page = lab(page_as, "what-if", "star-seven-up")
    slide(page.locator("#slide-decks"), 1)
    expect(page.get_by_text("1 decks (the document forbids it)")).to_be_visible()
    exact = odds(changed(RULEBOOKS["star-seven-up"], decks=1))["player"]
    expect(page.locator(".edge-now")).to_have_text(shown(exact.edge))


def test_one_line_of_a_clause_with_several(page_as: PageAs) -> None:
    page = lab(page_as, "what-if", "star-seven-up")
    page.get_by_label("Wager", exact=True).select_option("super-sevens")
    slide(page.locator("#slide-super-sevens-5"), 800)
    exact = odds(changed(RULEBOOKS["star-seven-up"], {"super-sevens/5": "800:1"}))
    expect(page.locator(".edge-now")).to_have_text(shown(exact["super-sevens"].edge))


# A night, a strategy, cards that are gone


def test_a_nights_result_as_a_distribution(page_as: PageAs) -> None:
    page = lab(page_as, "night")
    page.get_by_label("Wager", exact=True).select_option("banker")
    slide(page.get_by_label(re.compile("Coups of one unit")), 8)
    chart = page.get_by_role("img", name=re.compile("Result of 1,000 coups of one unit on Banker"))
    expect(chart).to_be_visible()
    banker = odds(RULEBOOKS["star-baccarat"])["banker"]
    heights = [float(bar.get_attribute("height") or 0) for bar in chart.locator("rect").all()]
    top = heights.index(max(heights))
    assert heights[: top + 1] == sorted(heights[: top + 1])
    assert heights[top:] == sorted(heights[top:], reverse=True)
    mean = float(banker.ev) * 1000
    expect(page.locator(".facts")).to_contain_text(f"−{abs(mean):.2f}")


def test_the_strategy_grid_and_what_it_is_worth(page_as: PageAs) -> None:
    page = lab(page_as, "strategy", "star-lucky-draw")
    grid = page.locator(".strategy-grid tbody")
    expect(grid.locator("td")).to_have_count(100)
    expect(grid.locator("tr").nth(0).locator("td.draw")).to_have_count(10)
    expect(grid.locator("tr").nth(9).locator("td.stand")).to_have_count(10)
    page.get_by_role("combobox", name="Strategy").select_option("never")
    expect(grid.locator("td.stand")).to_have_count(100)
    page.get_by_label("Rulebook").select_option("star-baccarat")
    expect(page.get_by_text("There are no player decisions in Baccarat")).to_be_visible()


def test_cards_that_are_gone_change_the_edges(page_as: PageAs) -> None:
    page = lab(page_as, "removed")
    page.get_by_label("Cards gone from the shoe").fill("as kd, 7h")
    page.get_by_role("button", name="Calculate").click()
    expect(page.get_by_text("House edge with 413 cards left").first).to_be_visible()
    expect(page.locator("table.heat tbody tr")).to_have_count(11)
    page.get_by_label("Cards gone from the shoe").fill("1Z")
    page.get_by_role("button", name="Calculate").click()
    expect(page.get_by_role("alert").first).to_contain_text("1Z")


# Simulation


def test_a_simulation_runs_to_its_end(page_as: PageAs) -> None:
    """That it tells how far it is can be seen at the one that is stopped, which is longer."""
    page = lab(page_as, "simulation")
    page.get_by_label("Coups", exact=True).select_option("1000000")
    page.get_by_label("Seed").fill("5")
    page.get_by_role("button", name="Deal").click()
    status = page.locator(".panel > [role=status]")
    expect(status).to_have_attribute("data-state", "done")
    expect(status).to_contain_text("1,000,000 coups")
    expect(status).to_contain_text("Seed 5")
    assert page.get_by_role("progressbar").evaluate("(bar) => bar.value === bar.max")
    row = page.locator("tr[data-wager=banker]")
    expect(row).to_contain_text("±")
    expect(row).to_contain_text(shown(odds(RULEBOOKS["star-baccarat"])["banker"].edge))
    expect(page.get_by_role("button", name="Deal")).to_be_enabled()


def test_a_simulation_is_stopped(page_as: PageAs, casino: House) -> None:
    page = lab(page_as, "simulation")
    page.get_by_label("Coups", exact=True).select_option("1000000000")
    page.get_by_role("button", name="Deal").click()
    status = page.locator(".panel > [role=status]")
    expect(status).to_have_attribute("data-state", "progress")
    page.get_by_role("button", name="Stop").click()
    expect(status).to_contain_text("Stopped.")
    expect(page.get_by_role("button", name="Deal")).to_be_enabled()
    page.wait_for_function("() => true")
    page.get_by_label("Coups", exact=True).select_option("100000")
    expect(page.locator(".toast.error")).to_have_count(0)


# Players


def test_a_player_sees_full_shoe_figures_and_nothing_else(page_as: PageAs) -> None:
    page = page_as("bob", "/lab?rulebook=canberra-mini")
    expect(page.get_by_role("img", name=re.compile("House edge by wager"))).to_be_visible()
    expect(page.get_by_role("tab")).to_have_text(["Pay sheet"])
    expect(page.get_by_role("link", name=re.compile("Pay sheet as"))).to_have_count(0)


@pytest.mark.usefixtures("seated")
def test_a_player_at_a_table_is_refused(page_as: PageAs) -> None:
    page = page_as("alice", "/lab?rulebook=star-baccarat")
    expect(page.get_by_role("alert")).to_contain_text("leave it before you look")
    expect(page.get_by_role("img", name=re.compile("House edge"))).to_have_count(0)


# The rulebook


def test_every_clause_with_its_status_and_search(page_as: PageAs) -> None:
    page = page_as(INSPECTOR, "/rules/star-baccarat")
    clauses = catalogue("star-baccarat").clauses
    expect(page.locator(".clause-row")).to_have_count(len(clauses))
    page.get_by_label("Search the clauses").fill("cutting card loads")
    expect(page.locator(".clause-row")).to_have_count(1)
    row = page.locator("[id='clause-4.6']")
    row.locator("summary").click()
    expect(row).to_contain_text(clauses["4.6"].where)
    expect(row).to_contain_text(clauses["4.6"].tests[0])
    page.get_by_label("Search the clauses").fill("")
    page.get_by_role("button", name="enforced").click()
    enforced = sum(clause.kind == "enforced" for clause in clauses.values())
    expect(page.locator(".clause-row")).to_have_count(len(clauses) - enforced)


def test_a_link_leads_to_its_clause(page_as: PageAs) -> None:
    page = page_as(DEALER, "/rules/star-seven-up#clause-11.1.2")
    expect(page.locator("[id='clause-11.1.2']")).to_have_attribute("open", "")
    page.get_by_role("tab", name="Wagers and pay").click()
    expect(page.get_by_role("heading", name=re.compile("Super 7's"))).to_be_visible()
    page.get_by_role("link", name="11.1.3").first.click()
    expect(page.locator("[id='clause-11.1.3'] summary")).to_be_focused()


def test_the_matrix_of_irregularities_is_for_staff(page_as: PageAs) -> None:
    page = page_as(DEALER, "/rules/star-seven-up#irregularities")
    page.get_by_label("Search the situations").fill("dropped")
    expect(page.locator(".situation")).to_have_count(1)
    expect(page.locator(".situation")).to_contain_text("4.3")
    page = page_as("bob", "/rules/star-seven-up#irregularities")
    expect(page.get_by_role("tab")).to_have_text(["How to play", "Clauses", "Wagers and pay"])


def test_a_player_learns_the_game_in_a_minute(page_as: PageAs) -> None:
    page = page_as("bob", "/rules/star-baccarat", reduced_motion="reduce")
    expect(page.get_by_role("heading", name="The game in one minute")).to_be_visible()
    expect(page.locator(".minute")).to_contain_text("If either has 8 or 9, no more cards are drawn")
    howto = howto_of("star-baccarat", RULEBOOKS["star-baccarat"].version)
    expect(page.locator(".felted .playing-card")).to_have_count(len(howto.dealt))
    expect(page.locator(".paid .win")).to_have_text("Player wins $100")
    tie = odds(RULEBOOKS["star-baccarat"])["tie"]
    expect(page.get_by_role("row", name=re.compile("^Tie"))).to_contain_text(
        f"${100 * tie.edge:.2f}"
    )
    expect(page.locator(".digest, .coverage")).to_have_count(0)  # the inspector's
    everywhere(page)


def test_the_example_is_dealt_card_by_card(page_as: PageAs) -> None:
    page = page_as("bob", "/rules/star-lucky-draw")
    howto = howto_of("star-lucky-draw", RULEBOOKS["star-lucky-draw"].version)
    expect(page.locator(".felted .playing-card")).to_have_count(len(howto.dealt))
    expect(page.get_by_role("button", name="Deal it again")).to_be_enabled()
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_role("heading", name="一分鐘學會")).to_be_visible()


def test_in_chinese_the_rulebook_is_told_in_chinese(page_as: PageAs) -> None:
    page = page_as(DEALER, "/rules/star-baccarat")
    expect(page.locator("[id='clause-2.1'] .says")).to_have_text(
        "Baccarat needs a gaming table to be played on."
    )
    page.get_by_role("button", name="中文").click()
    expect(page.locator("[id='clause-2.1'] .says")).to_have_text("百家樂須在賭枱上進行。")
    expect(page.get_by_role("heading", name="2. 枱面佈局與設備")).to_be_visible()
    page.locator("[id='clause-4.8'] summary").click()
    expect(page.locator("[id='clause-4.8'] .ruling").first).to_contain_text("適用於第 4.7.4 條。")


def test_a_rulebook_that_is_not_there(page_as: PageAs) -> None:
    page = page_as(DEALER, "/rules/star-poker")
    expect(page.get_by_role("alert")).to_contain_text("There is no rulebook")


# Everywhere


def test_every_part_fits_and_can_be_used_by_everybody(page_as: PageAs) -> None:
    every_part_fits(lab(page_as, PARTS[0], "star-lucky-draw"), PARTS)


def test_the_rulebook_fits_and_can_be_used_by_everybody(page_as: PageAs) -> None:
    page = page_as(INSPECTOR, "/rules/canberra-mini#clauses")
    every_part_fits(page, ("clauses", "pay", "irregularities"))


def test_the_lab_speaks_chinese_at_once(page_as: PageAs) -> None:
    page = lab(page_as, "sheet")
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_role("tab", name="賠率表")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("各投注的賭場優勢"))).to_be_visible()
