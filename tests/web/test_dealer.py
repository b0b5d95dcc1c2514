"""The dealer's console in a real browser: a whole coup by keyboard, scanner and thumb, the calls,
irregularities, and the lock."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, WebSocketRoute, expect

from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.irregularities.situations import CIRCUMSTANCES, SITUATIONS
from server.harness import PASSWORD, House, running
from web.browser import PHONE, PageAs, everywhere
from web.files import WORDS
from web.floor_checks import (
    confirmed,
    console,
    deal,
    enter,
    event,
    events,
    fits,
    next_do,
    next_is,
    open_table,
    ready,
    seat,
)
from web.pit_checks import act

DONE = {
    "no-more-bets": "No more bets",
    "deal-card": "Deal a card",
    "announce-counts": "Call the counts",
    "announce-result": "Call the result",
    "settle-wagers": "Take and pay",
    "clear-cards": "Clear the cards",
}


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A casino in which the dealers type or scan the cards, and no countdown holds them up."""
    folder = tmp_path_factory.mktemp("typed")
    with running(folder, feed="typed", betting_seconds=0) as house:
        yield house


def type_card(page: Page, card: str, then: str) -> None:
    page.keyboard.type(card)
    next_is(page, then)


def test_a_whole_coup_by_keyboard(casino: House, page_as: PageAs) -> None:
    """From the shuffle to the cleared table, without touching the mouse."""
    table = open_table(casino, "keys")
    page = console(page_as, table)
    enter(page, "Shuffle", "Cut the cards", "Burn")
    next_is(page, "Players are betting")
    seat(casino, table, "al", "player", "125")
    enter(page, "No more bets")
    next_is(page, "Deal a card: Player")
    expect(page.locator("#card-field")).to_be_focused()
    type_card(page, "4s", "Deal a card: Banker")
    type_card(page, "7h", "Deal a card: Player")
    type_card(page, "td", "Deal a card: Banker")
    type_card(page, "10♣", "Call the counts")
    enter(page, "Call the counts")
    next_is(page, "Deal a card: Player")
    expect(page.locator(".action .why")).to_contain_text("Clause")
    type_card(page, "5c", "Call the result")
    enter(page, "Call the result")
    expect(page.locator(".say")).to_contain_text("Player wins: Player 9, Banker 7")
    expect(page.locator(".payment")).to_contain_text("125.00")
    enter(page, "Take and pay", "Clear the cards")
    next_is(page, "Players are betting")
    assert events(casino, table)[-1] == "coup-ended/1"
    dealt = [slot for slot in events(casino, table) if slot == "card-dealt/1"]
    assert len(dealt) == 5


def test_a_scanner_may_be_faster_than_the_table(casino: House, page_as: PageAs) -> None:
    """Four cards in one burst go in their order; a fifth that is not due is dropped and said so."""
    table = ready(casino, "scanner", feed="scanned")
    seat(casino, table, "al", "banker")
    page = console(page_as, table)
    enter(page, "No more bets")
    next_is(page, "Deal a card: Player")
    for card in ("KH", "4D", "8S", "5C", "2S"):
        page.keyboard.type(f"{card}\n")
    expect(page.locator(".toast.error")).to_contain_text("Two of Spades was not taken")
    next_is(page, "Call the counts")
    hands = {hand["hand"]: hand for hand in casino.see(table)["table"]["hands"]}
    assert [card["card"] for card in hands["player"]["cards"]] == ["KH", "8S"]
    assert [card["card"] for card in hands["banker"]["cards"]] == ["4D", "5C"]
    enter(page, "Call the counts and the result")
    expect(page.locator(".payment .chips li")).to_have_count(3)
    expect(page.locator(".payment")).to_contain_text("47.50")
    enter(page, "Take and pay", "Clear the cards")


def test_a_whole_hand_by_thumb_on_a_phone(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "thumb")
    seat(casino, table, "al", "player")
    page = console(page_as, table, PHONE, has_touch=True)  # type: ignore[arg-type]
    page.locator("#next-button").tap()
    next_is(page, "Deal a card: Player")
    for card, then in (("9S", "Banker"), ("5H", "Player"), ("KD", "Banker"), ("KC", "Call")):
        page.locator(f'[data-card="{card}"]').tap()
        next_is(page, then)
    for words in ("Call the counts", "Take and pay", "Clear the cards"):
        next_is(page, words)
        page.locator("#next-button").tap()
    next_is(page, "Players are betting")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE
    assert casino.see(table)["table"]["past"][-1]["result"] == "player"


def lies(page: Page, on: str, whose: str) -> None:
    """A player's stack lies on a spot, whole."""
    spot = page.locator(f'.spot[data-on="{on}"]')
    expect(spot).to_have_attribute("aria-label", re.compile(re.escape(whose)))
    expect(spot.locator(".stake:not(.waits)")).to_have_count(len(whose.split(", ")))


def test_wagers_are_tapped_on_the_layout(casino: House, page_as: PageAs) -> None:
    """A seat, a chip, a spot: chips gather into one wager, and below the minimum they wait."""
    table = ready(casino, "tapped")
    for place, player in ((5, "bo"), (2, "al")):
        casino.done(table, "dealer", "join-table", player=player, chips="5000",
                    card=f"{player} 1", place=place)  # fmt: skip
    page = console(page_as, table)
    expect(page.locator(".seat b")).to_have_text(["al", "bo"])
    page.get_by_role("button", name="Seat 4 is free: seat a player").click()
    expect(page.get_by_label("Seat", exact=True)).to_have_value("4")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Chip of $100").click()
    banker = page.locator('.spot[data-on="banker"]')
    banker.dblclick()
    lies(page, "banker", "al $200")
    page.locator('.seat[data-player="bo"]').click()
    page.get_by_role("button", name="Chip of $5", exact=True).click()
    tie = page.locator('.spot[data-on="tie"]')
    tie.click()
    expect(tie.locator(".waits")).to_contain_text("minimum $10")
    assert event(casino, table, "wager-placed/1")["stake"]["staked"] == 20000
    tie.click()
    lies(page, "tie", "bo $10")
    page.get_by_role("button", name="Chip of $1,000").click()
    banker.dblclick()
    expect(page.locator(".toast.error")).to_contain_text("takes at most $1,000.00 here")
    lies(page, "banker", "al $200")
    page.get_by_role("button", name="Take back").click()
    tie.click()
    expect(tie.locator(".stake")).to_have_count(0)
    expect(page.locator("#card-field")).to_be_focused()
    everywhere(page)
    page.get_by_role("button", name="Chip of $5", exact=True).click()
    tie.click()  # too little, and said so
    page.get_by_role("button", name="Chip of $25").click()
    page.locator('.spot[data-on="player"]').click()  # on its way when the bets are closed
    enter(page, "No more bets")
    next_is(page, "Deal a card: Player")
    lies(page, "player", "bo $25")
    expect(page.locator(".toast.error").last).to_contain_text("Tie are below $10")
    expect(page.locator(".tray")).to_be_hidden()
    expect(banker).to_have_attribute("aria-disabled", "true")


def test_who_is_paid_is_told_in_the_order_of_seats(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "order")
    for place, player, on in ((7, "zo", "player"), (3, "bo", "banker"), (1, "al", "player")):
        casino.done(table, "dealer", "join-table", player=player, chips="5000",
                    card=f"{player} 1", place=place)  # fmt: skip
        casino.done(table, "dealer", "place-wager", player=player, on=on, amount="350")
    deal(casino, table, "9S 5H KD KC")
    casino.done(table, "dealer", "announce-counts")
    casino.done(table, "dealer", "announce-result")
    page = console(page_as, table)
    expect(page.locator(".payment p b:first-of-type")).to_have_text(
        ["al", "$350.00", "zo", "$350.00"]
    )
    expect(page.locator(".pay .plain li")).to_contain_text("3 bo")
    expect(page.locator(".payment").first.locator(".chip-stack").first).to_have_attribute(
        "aria-label", "3 × 100"
    )


HELP = ("Call supervisor", "Late bet", "Irregularity")


def places(page: Page) -> list[object]:
    """Return the places of the buttons for help."""
    tools = page.locator(".tools")
    return [tools.get_by_role("button", name=name).bounding_box() for name in HELP]


def test_a_four_card_coup_takes_twelve_keys(casino: House, page_as: PageAs) -> None:
    """The suit completes a card, one key calls counts and result, and help never moves."""
    table = ready(casino, "twelve")
    seat(casino, table, "al", "player")
    page = console(page_as, table)
    page.evaluate(
        "() => { window.keys = 0; addEventListener('keydown', () => (window.keys += 1), true); }"
    )
    next_is(page, "No more bets")
    stand = places(page)
    page.keyboard.press("Enter")
    for card, then in (("9S", "Banker"), ("5H", "Player"), ("KD", "Banker"), ("KC", "Call")):
        for key in card:
            page.keyboard.press(key)
        next_is(page, then)
        assert places(page) == stand
    for words in ("Call the counts and the result", "Take and pay", "Clear the cards"):
        next_is(page, words)
        expect(page.locator("#next-button")).to_be_enabled()
        assert places(page) == stand
        page.keyboard.press("Enter")
    next_is(page, "Players are betting")
    assert places(page) == stand
    assert page.evaluate("() => window.keys") <= 12
    assert casino.see(table)["table"]["past"][-1]["result"] == "player"


def test_a_card_waits_for_the_call_before_it(casino: House, page_as: PageAs) -> None:
    """A card that is keyed while the table has not answered yet goes to the step after."""
    table, held = ready(casino, "swift"), list[Callable[[], None]]()
    seat(casino, table, "al", "player")

    def hold(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def on(message: str | bytes) -> None:
            if "no-more-bets" in str(message):
                held.append(lambda: server.send(message))
            else:
                server.send(message)

        line.on_message(on)

    page = page_as("dealer", "/")
    page.route_web_socket(re.compile(f"/api/tables/{table}/live"), hold)
    page.goto(f"{casino.origin}/deal/{table}")
    next_is(page, "No more bets")
    page.keyboard.press("Enter")
    page.keyboard.type("9S")
    expect(page.locator("#card-field")).to_have_value("")
    while not held:
        page.wait_for_timeout(20)
    held[0]()
    next_is(page, "Deal a card: Banker")
    expect(page.locator(".toast.error")).to_have_count(0)


def test_the_dealer_alone_corrects_a_card_that_changes_no_wager(
    casino: House, page_as: PageAs
) -> None:
    table = ready(casino, "slipped")
    seat(casino, table, "al", "player")
    deal(casino, table, "4S 7H")
    page = console(page_as, table)
    page.get_by_role("button", name="Wrong card").click()
    page.get_by_label("Card on the table").fill("2d")
    page.locator("dialog").get_by_role("button", name="Correct").click()
    expect(page.locator(".toast.ok")).to_contain_text("on the exceptions report")
    expect(page.locator(".keyed")).to_contain_text("Two of Diamonds")
    next_is(page, "Deal a card: Player")


def test_a_late_bet_has_its_button(casino: House, page_as: PageAs) -> None:
    """5.4: who, where, and what the document says; it is on record that the bet was given back."""
    table = ready(casino, "latebet")
    seat(casino, table, "al", "player")
    deal(casino, table, "4S 7H")
    page = console(page_as, table)
    page.get_by_role("button", name="Late bet").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Player", exact=True).select_option("al")
    dialog.get_by_label("Wager", exact=True).select_option("banker")
    dialog.get_by_label("Amount").fill("50")
    expect(dialog.locator(".rule .outcome")).to_have_text("No wager may be touched")
    expect(dialog.locator(".rule dd.clause")).to_contain_text("5.4")
    act(page).click()
    expect(page.locator(".toast.ok")).to_contain_text("Done and recorded")
    assert event(casino, table, "irregularity-reported/1")["note"] == "Late bet: al, Banker, 50.00."


def test_a_card_keyed_wrongly_is_put_right_by_two(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "miskeyed")
    seat(casino, table, "al", "player")
    deal(casino, table, "4S 7H KD 3C")
    page = console(page_as, table)
    expect(page.locator(".keyed")).to_have_text("Keyed last: Banker, Three of ClubsWrong card")
    page.get_by_role("button", name="Wrong card").click()
    page.get_by_label("Card on the table").fill("2c")
    page.locator("dialog").get_by_role("button", name="Correct").click()
    expect(page.locator(".statement .about")).to_have_text(
        "the last card was keyed as 3♣, and 2♣ lies there"
    )
    expect(page.locator(".keyed")).to_be_hidden()
    next_is(page, "A supervisor is needed")
    confirmed(casino, table)
    next_is(page, "Call the counts")
    expect(page.locator(".hand.banker .count")).to_have_text("9")
    expect(page.locator(".keyed")).to_contain_text("Two of Clubs")


def test_what_is_no_card_is_refused_in_words(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "nocard")
    seat(casino, table, "al", "player")
    page = console(page_as, table)
    enter(page, "No more bets")
    next_is(page, "Deal a card: Player")
    page.keyboard.type("1z\n")
    expect(page.locator(".toast.error")).to_contain_text("“1z” is not a card")
    page.keyboard.type("\n")
    assert next_do(casino, table) == "deal-card"
    assert "card-dealt/1" not in events(casino, table)


def test_face_down_cards_are_named_as_they_are_turned(casino: House, page_as: PageAs) -> None:
    """Method B: cards go out unseen, players turn them, and the dealer types what they turn."""
    table = ready(casino, "down", face="down", method="A")
    seat(casino, table, "al", "player")
    page = console(page_as, table)
    enter(page, "No more bets")
    enter(page, *["Deal a card: Player", "Deal a card: Banker"] * 2)
    next_is(page, "Turn the cards: Player")
    for card in ("9s", "kd"):
        page.keyboard.type(f"{card}\n")
    next_is(page, "Turn the cards: Banker")
    for card in ("5h", "kc"):
        page.keyboard.type(f"{card}\n")
    next_is(page, "Call the counts")
    hands = {hand["hand"]: hand for hand in casino.see(table)["table"]["hands"]}
    assert [card["card"] for card in hands["player"]["cards"]] == ["9S", "KD"]
    enter(page, "Call the counts", "Take and pay", "Clear the cards")
    next_is(page, "Players are betting")


def test_a_virtual_shoe_is_dealt_by_enter_alone(casino: House, page_as: PageAs) -> None:
    """No card is named; the clock shows how long players may bet."""
    table = ready(casino, "virtual", feed="virtual")
    seat(casino, table, "al", "player")
    page = console(page_as, table)
    expect(page.locator(".status .clock")).to_be_visible()
    expect(page.locator("#card-field")).to_be_hidden()
    while (step := casino.see(table)["staff"]["next"]) is not None:
        before, then = casino.see(table)["seq"], step.get("then")
        enter(page, DONE[step["do"]])
        while casino.see(table)["seq"] == before or (then and next_do(casino, table) == then):
            page.wait_for_timeout(20)
    next_is(page, "Players are betting")
    assert events(casino, table)[-1] == "coup-ended/1"


def test_bets_are_closed_early_by_a_second_press_only(
    casino: House, page_as: PageAs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first press says what the second does, from any focus; a press that comes too soon to
    have been read is ignored."""
    unhurried = replace(casino.casino.settings, betting_seconds=900)
    monkeypatch.setattr(casino.casino, "settings", unhurried)
    table = ready(casino, "early", feed="virtual")
    seat(casino, table, "al", "player")
    page = page_as("dealer", "/")
    page.clock.install()
    page.goto(f"{casino.origin}/deal/{table}")
    next_is(page, "No more bets")
    for elsewhere in (".status h1", ".more summary", ".stakes td >> nth=0"):
        page.locator(elsewhere).click()
        enter(page, "No more bets")
        next_is(page, "Close the bets early")
        expect(page.locator(".action .why")).to_contain_text("players may still bet. Press once")
        page.keyboard.press("Enter")
        page.clock.fast_forward(7_000)
        next_is(page, "No more bets")
    page.get_by_role("button", name="No more bets").last.click()
    next_is(page, "Close the bets early")
    assert next_do(casino, table) == "no-more-bets"
    page.clock.fast_forward(1_000)
    page.keyboard.press("Enter")
    next_is(page, "Deal a card")


def test_a_cutting_card_comes_with_a_card(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "cutting")
    seat(casino, table, "al", "player")
    page = console(page_as, table)
    enter(page, "No more bets")
    next_is(page, "Deal a card: Player")
    page.keyboard.type("9s\n")
    next_is(page, "Deal a card: Banker")
    page.locator("#cutting-card").check()
    page.locator('[data-card="5H"]').click()
    next_is(page, "Deal a card: Player")
    assert "cutting-card-out/1" in events(casino, table)
    expect(page.locator("#cutting-card")).not_to_be_checked()


def test_a_refusal_is_shown_with_its_clause(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "refusal")
    seat(casino, table, "al")
    page = console(page_as, table)
    page.locator(".more summary").click()
    page.get_by_role("button", name="Place a wager").click()
    page.get_by_label("Amount").fill("5000")
    act(page).click()
    expect(page.locator("dialog .error")).to_contain_text("takes at most $1,000.00 here")
    expect(page.locator("dialog .error")).to_contain_text("(6.1)")
    page.get_by_label("Amount").fill("100")
    act(page).click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".stakes")).to_contain_text("100.00")


def test_a_player_who_signals_is_keyed_in(casino: House, page_as: PageAs) -> None:
    """Lucky Draw: the dealer presses what the player shows."""
    table = ready(casino, "signals", "star-lucky-draw", places=5)
    casino.done(table, "dealer", "join-table", player="al", chips="500", place=1, card="al 1")
    casino.done(table, "dealer", "place-wager", player="al", on="enter", amount="50", box=1)
    deal(casino, table, "5S 9H KD")
    page = console(page_as, table)
    next_is(page, "Call the counts")
    page.keyboard.press("Enter")
    next_is(page, "A player decides")
    page.get_by_role("button", name="Stands").click()
    expect(page.get_by_role("button", name="Stands")).to_have_count(0)
    assert event(casino, table, "hand-decided/1")["decision"] == "stand"


def test_what_only_a_supervisor_may_do_says_so(casino: House, page_as: PageAs) -> None:
    body = {"id": "o", "name": "float", "rulebook": "star-baccarat", "feed": "typed"}
    sign = {"minimum": "10", "maximum": "100"}
    casino.ask("casino supervisor", "POST", "/api/tables", {**body, "sign": sign})
    page = console(page_as, "float")
    next_is(page, "Open the float")
    expect(page.locator("#next-button")).to_be_disabled()
    expect(page.locator(".why")).to_contain_text("For the Casino supervisor")
    page.locator(".action").get_by_role("button", name="Call supervisor").click()
    page.locator("dialog").get_by_role("button", name="Call supervisor").click()
    expect(page.locator(".banner")).to_contain_text("Supervisor called: A player disputes")
    assert casino.see("float")["staff"]["calling"] == "A player disputes"


# Whose page, how it looks, and what it weighs


def test_there_is_no_such_table(page_as: PageAs) -> None:
    page = page_as("dealer", "/deal/nowhere")
    expect(page.get_by_role("alert")).to_contain_text("There is no such table")


def test_it_looks_right_everywhere(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "look")
    seat(casino, table, "al", "player", "125")
    seat(casino, table, "bo", "banker")
    deal(casino, table, "4S 7H TD 5C")
    casino.done(table, "dealer", "announce-counts")
    page = console(page_as, table)
    next_is(page, "Deal a card: Player")
    everywhere(page)
    page.get_by_role("button", name="Irregularity", exact=True).click()
    expect(page.locator(".situation").first).to_be_visible()
    everywhere(page)
    page.locator('[data-situation="missing-or-foreign-card"]').click()
    expect(page.locator(".rule")).to_be_visible()
    expect(page.get_by_role("button", name="Report it")).not_to_be_focused()
    everywhere(page)
    assert fits(page)


def test_the_language_switches_at_once(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "language")
    seat(casino, table, "al", "player")
    page = console(page_as, table)
    next_is(page, "No more bets")
    page.get_by_role("button", name="中文").click()
    next_is(page, "停止投注")
    page.get_by_role("button", name="異常情況").click()
    expect(page.locator(".guide .groups")).to_contain_text("閒")
    assert page.locator("html").get_attribute("lang") == "zh-Hant"


def test_the_rules_have_words_in_both_languages() -> None:
    words = json.loads((WORDS / "zh" / "matrix.json").read_text(encoding="utf-8"))
    assert set(words["situations"]) == {each.name for each in SITUATIONS}
    assert set(words["outcomes"]) == {each.name for each in Outcome}
    assert set(words["circumstances"]) == set(CIRCUMSTANCES)
    assert set(words["next"]) == {each.name for each in Outcome if each.value.then}
    for name, values in CIRCUMSTANCES.items():
        written = {str(value).lower() if value in (True, False) else value for value in values}
        assert set(words["circumstances"][name]) == written


def test_the_page_is_light(page_as: PageAs) -> None:
    """Everything that the console loads, with the guide open."""
    sizes: list[int] = []
    page = page_as("dealer", "/")
    page.on("response", lambda answer: sizes.append(len(answer.body()) if answer.ok else 0))
    page.goto(page.url.split("?")[0].rstrip("/") + "/deal/baccarat")
    page.get_by_role("button", name="Irregularity", exact=True).click()
    expect(page.locator(".situation").first).to_be_visible()
    assert sum(sizes) < 300_000


def test_the_console_locks_when_nobody_is_there(casino: House, page_as: PageAs) -> None:
    """After five minutes the password is asked for, and the console goes on where it was."""
    table = ready(casino, "lock")
    seat(casino, table, "al", "player")
    page = console(page_as, table)
    next_is(page, "No more bets")
    casino.clock.advance(minutes=6)
    page.locator("#lock-password").fill(PASSWORD)
    page.get_by_role("button", name="Unlock").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".status")).to_contain_text("Live")
    expect(page.locator("#card-field")).to_be_focused()
    enter(page, "No more bets")
    next_is(page, "Deal a card")


def test_no_rule_lives_in_the_page() -> None:
    """The console knows no game and no clause: what it shows comes from the table."""
    folder = Path(__file__).parents[2] / "src" / "sabot" / "web" / "deal"
    text = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.js"))
    assert "star-" not in text and "canberra" not in text
