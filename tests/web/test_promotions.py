"""Promotions on the web: the desk, a player's tickets, the draw on the big screen."""

from playwright.sync_api import expect

from sabot.rules.roles import DEALER, DUTY_MANAGER, GAMING_MANAGER, PLAYER
from server.harness import House
from support.promotion_checks import prize
from support.promotion_desk import Desk
from web.browser import PageAs, everywhere


def opened(casino: House, name: str) -> Desk:
    """Open a promotion of that name, in which alice and two others have tickets."""
    prizes = [prize(), prize("money", value="500", description="five hundred dollars")]
    desk = Desk(casino, name, prizes=prizes)
    desk.open()
    desk.done("enter-by-form", PLAYER, player="alice")
    for n in (1, 2):
        desk.done(
            "enter-by-form",
            DEALER,
            form=f"{name} {n}",
            person=f"Patron {n}",
            address=f"{n} High Street",
        )
    return desk


def test_terms_are_written_and_read_in_one_form(page_as: PageAs, casino: House) -> None:
    page = page_as(GAMING_MANAGER, "/promote")
    page.get_by_role("button", name="New promotion").click()
    page.get_by_role("checkbox", name="Baccarat", exact=True).check()
    expect(page.locator(".field", has=page.get_by_label("How to claim"))).to_contain_text("16.7.8")
    page.get_by_label("Name", exact=True).fill("Autumn night")
    page.get_by_role("button", name="Write the form").click()
    form = page.get_by_label("Form", exact=True)
    assert 'name = "Autumn night"' in form.input_value()
    expect(page.locator(".found")).to_contain_text("The terms do not say how a prize is claimed.")
    expect(page.locator(".found")).to_contain_text("Baccarat 16.7.8")
    everywhere(page)
    desk = Desk(casino, "autumn")
    form.fill(desk.form)
    page.get_by_role("button", name="Read the form").click()
    expect(page.locator(".found")).to_contain_text("Complete")
    assert page.get_by_label("How to claim").input_value() == "at the desk within seven days"
    page.get_by_role("button", name="Write the form").click()
    expect(page.locator(".found")).to_contain_text("Complete")
    page.get_by_label("Name in the web address").fill("autumn")
    page.get_by_role("button", name="Hand in").click()
    article = page.locator("#desk-autumn")
    expect(article).to_contain_text("Commission: the terms of Lantern night (16.12)")
    article.get_by_role("button", name="Mark as given").click()
    page.get_by_label("How were they told?").fill("e-mail")
    page.locator("dialog .primary").click()
    expect(article.locator(".due")).to_have_count(0)
    assert casino.ask("", "GET", "/api/promotions/autumn").status_code == 200


def test_a_draw_by_two_before_everybody(page_as: PageAs, casino: House) -> None:
    desk = opened(casino, "lantern")
    screen = page_as("", "/draw/lantern", reduced_motion="no-preference")
    expect(screen.locator(".counted b")).to_have_text("3")
    player = page_as(PLAYER, "/promotions")
    mine = player.locator("#promotion-lantern .mine")
    expect(mine).to_contain_text("On the list you are E1")
    expect(player.locator("#promotion-lantern .countdown")).to_have_count(2)
    everywhere(player)
    desk.until("closes")
    desk.done("close-list")
    desk.until("drawn")
    one = page_as(GAMING_MANAGER, "/promote")
    article = one.locator("#desk-lantern")
    article.get_by_role("button", name="Open the draw").click()
    one.get_by_label("Result of the public random value").fill("5E1C")
    one.locator("dialog .primary").click()
    expect(article.locator(".waiting")).to_contain_text("5E1C")
    expect(article.get_by_role("button", name="Confirm")).to_have_count(0)
    two = page_as(DUTY_MANAGER, "/promote")
    two.locator("#desk-lantern").get_by_role("button", name="Confirm").click()
    two.get_by_label("Reason").fill("seen on the beacon's page")
    two.locator("dialog .primary").click()
    expect(two.locator("#desk-lantern .awards li")).to_have_count(2)
    for row in two.locator("#desk-lantern .awards li").all():
        expect(row.locator(".button.primary")).to_have_attribute("data-do", "tell-winner")
        expect(row.locator("details.more .button")).to_have_count(3)
    two.locator("#desk-lantern .awards li details.more summary").first.click()
    expect(two.locator("[data-do=hand-over]").first).to_be_visible()
    everywhere(two)
    winners = desk.see()["winners"]
    for each in winners:
        out = screen.locator(f".winners li.out[data-prize='{each['prize']}'] .ticket")
        expect(out).to_have_text(str(each["ticket"]))
    everywhere(screen)
    player = page_as(PLAYER, "/promotions")  # four days later
    mine = player.locator("#promotion-lantern .mine")
    won = [each for each in winners if each["entrant"] == "E1"]
    expect(mine.locator(".result")).to_contain_text("You have won" if won else "none of your")
    promotion = player.locator("#promotion-lantern")
    promotion.get_by_text("How the draw is proven").first.click()
    proof = promotion.locator(".proof")
    expect(proof.locator(".published dd").last).to_have_text(desk.see()["draw"]["secret"])
    player.get_by_role("button", name="中文").click()
    expect(mine.locator(".result")).to_contain_text("贏得" if won else "沒有中獎")
    everywhere(player)


def test_without_motion_the_result_is_simply_there(page_as: PageAs, casino: House) -> None:
    opened(casino, "still").draw()
    screen = page_as("", "/draw/still", reduced_motion="reduce")
    expect(screen.locator(".winners li.out")).to_have_count(2)
