"""A player's account and history in a browser: money, limits, exclusion, replays."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sabot.rules.roles import CASHIER, DEALER, DUTY_MANAGER, INSPECTOR
from server.harness import PASSWORD, House
from web.browser import PageAs, everywhere
from web.floor_checks import deal, ready, whole_coup
from web.seated import money


def balance(casino: House) -> int:
    """Return what alice has on account, in cents: other tests of the evening play with it."""
    return int(casino.ask("alice", "GET", "/api/account").json()["balance"])


def shown(page: Page, cents: int) -> None:
    expect(page.locator("#balance")).to_have_text(f"${money(cents)}")


def test_the_card_and_the_balance(casino: House, page_as: PageAs) -> None:
    page = page_as("alice", "/account")
    expect(page.locator(".player-card")).to_contain_text("…lice")
    shown(page, balance(casino))


def confirmed(casino: House) -> None:
    """The cashier confirms what waits."""
    (row,) = casino.pending()
    assert casino.decide(CASHIER, row["stream"], row["number"]).status_code == 200


def test_a_deposit_and_a_withdrawal(casino: House, page_as: PageAs) -> None:
    before = balance(casino)
    page = page_as("alice", "/account")
    page.locator("#deposit").fill("250.50")
    page.get_by_role("button", name="Deposit", exact=True).click()
    expect(page.locator(".requests .pending")).to_contain_text("$250.50")
    confirmed(casino)
    shown(page, before + 250_50)
    page.locator("#withdraw").fill("250.50")
    page.get_by_role("button", name="Withdraw", exact=True).click()
    expect(page.locator("#reserved")).to_contain_text("$250.50")
    confirmed(casino)
    shown(page, before)
    assert balance(casino) == before


@pytest.mark.parametrize(
    ("amount", "sentence"),
    [("many", "Write an amount"), ("-5", "Write an amount"), ("90000", "More than $10,000.00")],
)
def test_what_cannot_be_withdrawn_gets_a_sentence(
    casino: House, page_as: PageAs, amount: str, sentence: str
) -> None:
    before = balance(casino)
    page = page_as("alice", "/account")
    page.locator("#withdraw").fill(amount)
    page.get_by_role("button", name="Withdraw", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
    shown(page, before)
    assert balance(casino) == before


def test_a_tighter_limit_holds_at_once_and_a_looser_one_is_shown_as_waiting(
    page_as: PageAs,
) -> None:
    page = page_as("bob", "/account")
    limit = page.locator(".limit.deposit")
    expect(limit).to_contain_text("None set.")
    page.locator("#deposit-limit").fill("20100")
    limit.get_by_role("button", name="Set limit").click()
    expect(limit.locator(".standing li")).to_have_text(["$20,100.00 a day"])
    expect(limit).to_contain_text("You can deposit $100.00 more today.")
    page.locator("#deposit-limit").fill("25000")
    limit.get_by_role("button", name="Set limit").click()
    expect(limit.locator(".standing .old")).to_contain_text("$20,100.00 a day")
    expect(limit.locator(".standing .old")).to_contain_text("applies until")
    expect(limit.locator(".standing .own")).to_contain_text("$25,000.00 a day")
    expect(limit).to_contain_text("You can deposit $100.00 more today.")
    page.locator("#deposit").fill("101")
    page.get_by_role("button", name="Deposit", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Deposit Limit")).to_be_visible()


def test_a_loss_limit_has_a_period_and_can_be_taken_away(page_as: PageAs) -> None:
    page = page_as("bob", "/account")
    limit = page.locator(".limit.loss")
    page.locator("#loss-limit").fill("300")
    page.locator("#loss-period").select_option("week")
    limit.get_by_role("button", name="Set limit").click()
    expect(limit.locator(".standing li")).to_have_text(["$300.00 a week"])
    limit.get_by_role("button", name="Take the limit away").click()
    expect(limit.locator(".standing .old")).to_contain_text("applies until")
    expect(limit.get_by_role("button", name="Take the limit away")).to_have_count(0)


def test_exclusion_asks_first_and_then_holds(casino: House, page_as: PageAs) -> None:
    page = page_as("chen", "/account")
    page.get_by_role("button", name="Exclude me from play").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Cancel").click()
    assert casino.ask("chen", "GET", "/api/account").json()["excluded"] is None
    page.get_by_role("button", name="Exclude me from play").click()
    dialog.get_by_role("textbox").fill("I need a rest")
    dialog.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("You are excluded from play: I need a rest")).to_be_visible()
    expect(page.get_by_role("button", name="Exclude me from play")).to_have_count(0)
    answer = casino.do("mini", "chen", "join-table", player="chen", chips="100")
    assert answer.json()["error"]["code"] == "excluded"


def test_the_password_can_be_changed_and_a_weak_one_cannot(page_as: PageAs) -> None:
    page = page_as("bob", "/account")
    page.locator("#old-password").fill(PASSWORD)
    page.locator("#new-password").fill("short")
    page.get_by_role("button", name="Change password").click()
    expect(page.locator("form[aria-label='Change password'] .error")).not_to_be_empty()
    page.locator("#new-password").fill("another long enough phrase")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Your password is changed.")).to_be_visible()


def test_signing_out_leads_to_the_door(page_as: PageAs) -> None:
    page = page_as("chen", "/account")
    page.get_by_role("button", name="Sign out on this device").click()
    expect(page.get_by_role("heading", name="Take a seat.")).to_be_visible()


def test_staff_have_no_account(page_as: PageAs) -> None:
    page = page_as(DEALER, "/account")
    expect(page.get_by_text("That page is not open to your role.")).to_be_visible()


# History


def coup_of(house: House) -> dict[str, int | str]:
    """A coup on which alice bets; what the table shows of it."""
    if not house.see("baccarat")["table"]["seats"]:
        house.prepare("baccarat")
        house.sit("baccarat", "alice")
    for on in ("player", "tie"):
        house.done("baccarat", "alice", "place-wager", player="alice", on=on, amount="10")
    house.play("baccarat")
    past: dict[str, int | str] = house.see("baccarat")["table"]["past"][-1]
    return past


def test_somebody_who_never_played_has_no_history(page_as: PageAs) -> None:
    page = page_as("bob", "/history")
    expect(page.get_by_role("heading", name="You have not bet on a coup yet.")).to_be_visible()
    expect(page.get_by_role("link", name="To the tables")).to_have_attribute("href", "/")


def test_a_coup_is_replayed_card_by_card(casino: House, page_as: PageAs) -> None:
    past = coup_of(casino)
    page = page_as("alice", "/history")
    page.get_by_role("button", name=f"Replay coup {past['coup']}:").click()
    replay = page.locator("#replay")
    expect(replay.get_by_role("heading", level=2)).to_have_text(f"Baccarat, coup {past['coup']}")
    expect(replay.get_by_text("Replay", exact=True).first).to_be_visible()
    cards = replay.locator(".cards svg.card, .cards > svg")
    expect(cards).to_have_count(0)
    for fallen in range(1, 5):
        while cards.count() < fallen:
            replay.get_by_role("button", name="Next").click()
        expect(cards).to_have_count(fallen)
        expect(replay.locator(".called")).to_have_count(0)
    replay.get_by_role("button", name="Back").click()
    expect(cards).to_have_count(3)
    replay.get_by_role("button", name="Last").click()
    words = {"player": "Player wins", "banker": "Banker wins", "tie": "Tie"}
    expect(replay.locator(".called")).to_have_text(words[str(past["result"])])
    lines = replay.locator(".ends tbody tr")
    expect(lines).to_have_count(2)
    expect(lines.first.locator(".clause")).to_have_text(re.compile(r"^\d+\.\d"))
    expect(replay.get_by_role("button", name="Next")).to_be_disabled()


def test_a_player_checks_the_shoe_in_the_browser(casino: House, page_as: PageAs) -> None:
    past = coup_of(casino)
    page = page_as("alice", f"/history?table=baccarat&coup={past['coup']}")
    check = page.get_by_role("button", name="Check this shoe")
    verdict = page.locator(".verdict [role=status]")
    check.click()
    expect(verdict).to_contain_text("still in use")
    casino.done("baccarat", "dylan", "shuffle", reason="a fresh stack")
    check.click()
    expect(verdict).to_contain_text("Verified")
    page.route("**/shoe", lambda route: route.fulfill(json=lie(route.fetch().json())))
    check.click()
    expect(verdict).to_contain_text("Verification failed")
    page.unroute("**/shoe")
    casino.prepare("baccarat")


def lie(shoe: dict[str, Any]) -> dict[str, Any]:
    """Another order than the one that was bound."""
    first, second, *rest = shoe["order"].split(" ")
    return {**shoe, "order": " ".join([second, first, *rest]), "salt": "00" + shoe["salt"][2:]}


def test_a_replay_plays_by_itself_and_speaks_chinese(casino: House, page_as: PageAs) -> None:
    past = coup_of(casino)
    page = page_as("alice", f"/history?table=baccarat&coup={past['coup']}")
    replay = page.locator("#replay")
    replay.get_by_role("button", name="Play", exact=True).click()
    expect(replay.get_by_role("button", name="Pause")).to_be_visible()
    expect(replay.locator(".cards > svg")).not_to_have_count(0)
    replay.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="中文").click()
    expect(replay.get_by_role("heading", level=2)).to_have_text(f"百家樂，第 {past['coup']} 局")
    replay.get_by_role("button", name="最後").click()
    expect(replay.locator(".said")).to_have_text(re.compile(r"^第 \d+ 局結束。$"))


def test_a_wager_taken_back_is_none_and_the_coup_keeps_its_number(
    casino: House, page_as: PageAs
) -> None:
    coup_of(casino)
    own: dict[str, Any] = {"table": "baccarat", "who": "alice", "player": "alice"}
    casino.done(do="place-wager", on="banker", amount="30", **own)
    casino.done(do="withdraw-wager", on="banker", **own)
    past = coup_of(casino)
    (row,) = casino.ask("alice", "GET", "/api/tables/baccarat/coups?limit=1").json()
    net = row.get("returned", 0) - row["staked"]
    gained = f"{'+' if net > 0 else '−' if net else ''}${abs(net) / 100:,.2f}"
    page = page_as("alice", "/table/baccarat")
    expect(page.locator(".net-line")).to_have_text(f"Coup {past['coup']}: {gained}")
    page.goto(f"{casino.origin}/history?table=baccarat&coup={past['coup']}")
    listed = page.get_by_role("button", name=f"Replay coup {past['coup']}:")
    expect(listed).to_contain_text("Staked $20.00")
    expect(listed).to_contain_text(gained)
    expect(page.locator("#replay .stakes li")).to_have_count(2)


def test_a_void_coup_has_no_winner(casino: House, page_as: PageAs) -> None:
    """Voided after its result was called, or undone when it was over, at a table with cards that
    hands can touch."""
    table, cards = ready(casino, "hands"), "9S 5H KD KC"
    void = {"situation": "cannot-rebuild", "note": "a card is missing"}
    if casino.see("baccarat")["table"]["seats"]:
        casino.done("baccarat", "alice", "leave-table", player="alice")
    casino.sit(table, "alice")
    casino.done(table, "alice", "place-wager", player="alice", on="tie", amount="10")
    deal(casino, table, cards)
    casino.play(table, until="settle")
    casino.done(table, DUTY_MANAGER, "report-irregularity", **void)
    casino.play(table)
    casino.done(table, "alice", "place-wager", player="alice", on="tie", amount="10")
    whole_coup(casino, table, cards)
    casino.done(table, DUTY_MANAGER, "report-irregularity", **void)
    casino.done(table, "alice", "leave-table", player="alice")
    voided, undone = (each["coup"] for each in casino.see(table)["table"]["past"][-2:])
    for coup in (voided, undone):
        page = page_as("alice", f"/history?table={table}&coup={coup}")
        name = re.compile(rf"^Replay coup {coup}: Void, clause 12\.1\.2, Net \$0\.00$")
        expect(page.get_by_role("button", name=name)).to_be_visible()
        replay = page.locator("#replay")
        replay.get_by_role("button", name="Last").click()
        expect(replay.locator(".called")).to_have_text("Void, clause 12.1.2")
    page = page_as(INSPECTOR, f"/inspect?table={table}")
    page.get_by_label("Coup number").first.fill(str(voided))
    page.get_by_role("button", name="Replay", exact=True).first.click()
    expect(page.locator(".replay header")).to_contain_text("Void 12.1.2")
    expect(page.locator(".replay header")).not_to_contain_text("wins")


def test_nothing_is_cut_off_and_axe_finds_nothing(casino: House, page_as: PageAs) -> None:
    past = coup_of(casino)
    page = page_as("alice", f"/history?table=baccarat&coup={past['coup']}")
    page.get_by_role("button", name="Last").click()
    everywhere(page)
