"""Cards in a player's hands, in a browser: squeezed, turned, refused, given back; wagers down."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from sabot.rules.roles import DUTY_MANAGER
from server.harness import TABLES, House, running
from web.browser import PHONE, PageAs, serious
from web.floor_checks import confirmed, deal, ready
from web.seated import (
    area,
    deal_until,
    drop,
    finish_coup,
    open_table,
    own_stakes,
    send_home,
    staked,
)

METHOD_B = {"star-baccarat": {"method": "B"}}
TABLE = "baccarat"


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("casino")
    with running(folder, options=METHOD_B, betting_seconds=900) as house:
        for table in TABLES.values():
            house.prepare(table)
        yield house


@pytest.fixture(autouse=True)
def evening(casino: House) -> Iterator[None]:
    yield
    for table in (TABLE, "mini"):
        send_home(casino, table)


def betting(page_as: PageAs, casino: House, **options: Any) -> Page:
    """Alice has bet most on Player."""
    casino.sit(TABLE, "alice", chips="500", place=2)
    casino.sit(TABLE, "bob", chips="500", place=4)
    page = open_table(page_as, TABLE, **options)
    drop(page, "100", "player")
    staked(page, "100.00", "player")
    casino.done(TABLE, "bob", "place-wager", player="bob", on="player", amount="50")
    return page


def holding(page_as: PageAs, casino: House, **options: Any) -> Page:
    """She is handed the two cards of Player."""
    page = betting(page_as, casino, **options)
    assert deal_until(casino, TABLE) == "expose"
    expect(page.locator(".squeeze-card")).to_have_count(2)
    return page


def held_slots(casino: House) -> list[int]:
    held = casino.see(TABLE, "alice")["you"].get("held", [])
    return [slot for each in held for slot in each["slots"]]


def grab(page: Page, card: Locator, x: float, y: float) -> FloatRect:
    """Put a finger on the card, at parts of its width and height."""
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * x, box["y"] + box["height"] * y)
    page.mouse.down()
    return box


def pull(page: Page, box: FloatRect, x: float, y: float) -> None:
    page.mouse.move(box["x"] + box["width"] * x, box["y"] + box["height"] * y, steps=6)


def test_a_card_is_peeled_and_turned_by_dragging(page_as: PageAs, casino: House) -> None:
    """A short pull shows a corner of the face to its holder only; a long one turns the card."""
    page = holding(page_as, casino)
    watching = open_table(page_as, TABLE, "chen")
    first, second = held_slots(casino)
    card = page.locator(f'.squeeze-card[data-slot="{first}"]')
    flap = card.locator(".flap")
    expect(flap).to_have_attribute("visibility", "hidden")

    box = grab(page, card, 0.5, 0.97)
    pull(page, box, 0.5, 0.6)
    expect(flap).to_have_attribute("visibility", "visible")
    expect(card.locator("[clip-path] .playing-card").last).to_be_attached()
    page.mouse.up()
    expect(flap).to_have_attribute("visibility", "hidden")
    assert held_slots(casino) == [first, second]
    expect(watching.locator(".sides.turned")).to_have_count(0)
    expect(watching.locator(".hand-note", has_text="alice has these cards")).to_be_visible()
    expect(watching.locator(".squeeze-card")).to_have_count(0)

    box = grab(page, card, 0.5, 0.97)
    pull(page, box, 0.5, 0.02)  # not across the whole card: a finger stays on it
    page.mouse.up()
    expect(page.locator(".squeeze-card")).to_have_count(1)
    assert held_slots(casino) == [second]
    expect(page.locator(f'.dealt[data-slot="{first}"] .turned')).to_have_count(1)
    expect(watching.locator(f'.dealt[data-slot="{first}"] .turned')).to_have_count(1)

    page.locator(".squeeze-box").get_by_role("button", name="Turn", exact=True).click()
    expect(page.locator(".squeeze-card")).to_have_count(0)
    assert held_slots(casino) == []


def test_a_corner_is_peeled_by_touch_on_a_phone(page_as: PageAs, casino: House) -> None:
    page = holding(page_as, casino, width=PHONE, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE
    card = page.locator(".squeeze-card").first
    box = grab(page, card, 0.95, 0.05)
    pull(page, box, 0.6, 0.3)
    expect(card.locator(".flap")).to_have_attribute("visibility", "visible")
    pull(page, box, -0.4, 1.1)
    page.mouse.up()
    expect(page.locator(".squeeze-card")).to_have_count(1)


def test_keys_peel_and_turn(page_as: PageAs, casino: House) -> None:
    page = holding(page_as, casino)
    card = page.locator(".squeeze-card").first
    faces = {seen["slot"]: seen["card"] for seen in peek(casino, "alice")}
    card.focus()
    page.keyboard.press("ArrowUp")
    expect(card.locator(".flap")).to_have_attribute("visibility", "visible")
    page.keyboard.press("ArrowDown")
    expect(card.locator(".flap")).to_have_attribute("visibility", "hidden")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    said = page.locator("#announce-polite")
    name = page.evaluate(
        "async (card) => (await import('/web/shared/cards/cards.js')).cardName(card)",
        faces[held_slots(casino)[0]],
    )
    expect(said).to_contain_text(name)
    page.keyboard.press("Escape")
    expect(card.locator(".flap")).to_have_attribute("visibility", "hidden")
    page.keyboard.press("Enter")
    expect(page.locator(".squeeze-card")).to_have_count(1)


def peek(casino: House, who: str) -> list[dict[str, object]]:
    reply = casino.ask(who, "GET", f"/api/tables/{TABLE}/peek")
    assert reply.status_code == 200, reply.text
    return list(reply.json())


def test_nobody_else_is_told_a_face(page_as: PageAs, casino: House) -> None:
    holding(page_as, casino)
    assert len(peek(casino, "alice")) == 2
    assert peek(casino, "bob") == []
    assert peek(casino, "chen") == []


def test_all_cards_are_turned_at_once(page_as: PageAs, casino: House) -> None:
    page = holding(page_as, casino)
    page.get_by_role("button", name="Turn all").dblclick()  # and nothing is refused
    expect(page.locator(".squeeze-card")).to_have_count(0)
    expect(page.locator(".toast")).to_have_count(0)
    hand = page.get_by_role("group", name="Player,")
    expect(hand.locator(".sides.turned")).to_have_count(2)


HEIGHTS = """() => new ResizeObserver(([{ target, contentRect }]) => {
  target.dataset.heights = `${target.dataset.heights ?? ""} ${contentRect.height}`;
}).observe(document.querySelector(".table-felt"))"""


def test_nothing_moves_on_the_felt_through_a_coup(page_as: PageAs, casino: House) -> None:
    """A question meanwhile lies over the layout: a felt that grows is drawn as a whole again."""
    page = betting(page_as, casino)
    page.evaluate(HEIGHTS)
    assert deal_until(casino, TABLE) == "expose"
    expect(page.locator(".squeeze-card")).to_have_count(2)
    finish_coup(casino, TABLE)
    expect(page.locator(".call-line.result")).to_be_visible()
    heights = page.locator(".table-felt").get_attribute("data-heights")
    assert heights and len(heights.split()) == 1, heights


def test_cards_are_given_back_unturned(page_as: PageAs, casino: House) -> None:
    page = holding(page_as, casino)
    page.get_by_role("button", name="Let the dealer turn").click()
    expect(page.locator(".squeeze-card")).to_have_count(0)
    assert held_slots(casino) == []
    assert not any(seen.get("up") for seen in casino.see(TABLE)["table"]["hands"][0]["cards"])


def test_another_player_turns_the_cards_by_a_supervisors_leave(
    page_as: PageAs, casino: House
) -> None:
    page = holding(page_as, casino)
    expect(page.locator(".turns")).to_contain_text("By a supervisor’s leave")
    expect(page.locator("[data-nominate]")).to_have_count(0)
    leave = {"what": "nominate", "player": "alice", "why": "he squeezes better"}
    casino.done(TABLE, DUTY_MANAGER, "approve", **leave)
    bob = open_table(page_as, TABLE, who="bob")
    page.locator("[data-nominate]").click()
    assert not serious(page)
    page.get_by_label("Card 1", exact=True).select_option("bob")
    page.get_by_label("Card 2", exact=True).select_option("alice")
    page.get_by_role("button", name="Let them turn").click()
    expect(page.locator(".turns")).to_contain_text("bob turns your cards for you.")
    expect(page.locator(".squeeze-card")).to_have_count(0)
    page.get_by_role("button", name="Choose again").click()
    for card in ("Card 1", "Card 2"):
        page.get_by_label(card, exact=True).select_option("alice")
    page.get_by_role("button", name="Let them turn").click()
    expect(page.locator(".toast.error").first).to_contain_text("Name one other")
    page.get_by_role("button", name="中文").click()
    page.get_by_role("button", name="重新選擇").click()
    for card in ("第 1 張", "第 2 張"):
        page.get_by_label(card, exact=True).select_option("bob")
    page.get_by_role("button", name="由其開牌").click()
    expect(page.locator(".turns")).to_contain_text("由 bob 代您開牌。")
    expect(bob.locator(".squeeze-card")).to_have_count(2)
    bob.get_by_role("button", name="Turn all").click()
    expect(bob.locator(".squeeze-card")).to_have_count(0)
    expect(page.locator(".turns .turn:not([hidden])")).to_have_count(0)


def test_4_1_a_player_of_mini_baccarat_sits_a_coup_out(page_as: PageAs, casino: House) -> None:
    casino.sit("mini", "alice", chips="500", place=2)
    casino.sit("mini", "bob", chips="500", place=4)
    page = open_table(page_as, "mini", width=PHONE)
    button = page.get_by_role("button", name="Sit out")
    button.click()
    expect(page.locator(".toast").first).to_contain_text("You are sitting this one out.")
    expect(button).to_be_hidden()
    casino.done("mini", "bob", "place-wager", player="bob", on="player", amount="50")
    assert casino.step("mini") is not None, "bets are closed before the time has run"


def test_cards_are_refused_before_they_are_handed_over(page_as: PageAs, casino: House) -> None:
    """They are offered to the next who bet on that hand."""
    casino.sit(TABLE, "alice", chips="500", place=2)
    casino.sit(TABLE, "bob", chips="500", place=4)
    page = open_table(page_as, TABLE)
    casino.done(TABLE, "alice", "place-wager", player="alice", on="player", amount="100")
    casino.done(TABLE, "bob", "place-wager", player="bob", on="player", amount="50")
    assert deal_until(casino, TABLE, "expose") == "expose"
    expect(page.get_by_text("The Player cards are offered to you.")).to_be_visible()
    page.get_by_role("button", name="Let the dealer turn").click()
    expect(page.get_by_role("button", name="Let the dealer turn")).to_have_count(0)
    assert casino.see(TABLE)["table"]["wait"]["player"] == "bob"


def test_a_line_lost_while_squeezing_loses_nothing(page_as: PageAs, casino: House) -> None:
    page = holding(page_as, casino)
    page.context.set_offline(True)
    expect(page.locator(".status-note")).to_be_visible()
    page.locator(".squeeze-box").first.get_by_role("button", name="Turn", exact=True).click()
    assert len(held_slots(casino)) == 2
    page.context.set_offline(False)
    expect(page.locator(".squeeze-card")).to_have_count(1)
    assert len(held_slots(casino)) == 1


def test_axe_finds_nothing_serious_in_the_squeeze(page_as: PageAs, casino: House) -> None:
    assert serious(holding(page_as, casino)) == []


def test_wagers_are_taken_down_while_that_is_offered(page_as: PageAs, casino: House) -> None:
    """12.1.1 of 7-Up: a coup rebuilt after a doubtful deal lets players take wagers down.

    Chen stays at that table: alice and bob are wanted at the others."""
    table = ready(casino, "hands", "star-seven-up")
    casino.sit(table, "chen", chips="500", place=2)
    page = open_table(page_as, table, "chen")
    drop(page, "25", "player")
    drop(page, "10", "tie")
    staked(page, "25.00", "player")
    staked(page, "10.00", "tie")
    deal(casino, table, "2S 5H")
    casino.done(table, "dealer", "report-irregularity", situation="wrong-deal",
                circumstances={"in_doubt": True}, cards=["5H", "2S"])  # fmt: skip
    confirmed(casino, table)
    leave = page.get_by_role("button", name="Leave them")
    expect(leave).to_be_visible()
    answer = casino.do(table, DUTY_MANAGER, "resume-play").json()
    assert answer["error"]["code"] == "not-answered"
    page.get_by_role("button", name="Take wagers down").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("What comes down cannot come back.")
    dialog.get_by_role("button", name="Take down Tie, $10.00").click()
    expect(area(page, "tie").locator(".chips svg")).to_have_count(0)
    assert own_stakes(casino, table, "chen") == {"player": 2500}
    expect(leave).to_have_count(0)
    casino.done(table, DUTY_MANAGER, "resume-play")
    expect(page.get_by_role("button", name="Take wagers down")).to_have_count(0)


def test_a_folded_card_shows_its_face_where_it_lies(page_as: PageAs, casino: House) -> None:
    """The grip goes where it is pulled, a whole card stays a whole card, nothing is mirrored."""
    page = open_table(page_as, TABLE)
    found = page.evaluate(
        """async () => {
            const { foldOf, gripOf, WIDTH, HEIGHT } = await import("/web/table/turns/fold.js");
            const lie = ([a, b, c, d, e, f], [x, y]) => [a * x + c * y + e, b * x + d * y + f];
            const pulls = [[[100, 140], [40, 60]], [[50, 140], [50, 100]], [[0, 30], [70, 20]]];
            return {
                grips: [gripOf(97, 138), gripOf(50, 120), gripOf(12, 70)],
                none: foldOf([0, 0], [0, 0]),
                folds: pulls.map(([grip, pull]) => {
                    const fold = foldOf(grip, pull);
                    const [a, b, c, d] = fold.matrix;
                    return {
                        at: lie(fold.matrix, [WIDTH - grip[0], grip[1]]),
                        pull,
                        turn: a * d - b * c,
                        part: fold.part,
                    };
                }),
            };
        }"""
    )
    assert found["grips"] == [[100, 140], [50, 140], [0, 70]]
    assert found["none"] is None
    for fold in found["folds"]:
        assert fold["at"] == pytest.approx(fold["pull"])
        assert fold["turn"] == pytest.approx(1)
        assert 0 < fold["part"] < 1
    assert found["folds"][1]["part"] == pytest.approx(20 / 140)
