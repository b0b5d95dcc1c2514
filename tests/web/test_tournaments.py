"""Tournaments in the browser: from the conditions to the seats, for those who run it, for a player
and on the screen in the room."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import connect
from websockets.typing import Origin

from sabot.rulebooks import RULEBOOKS
from sabot.rules.roles import CASHIER, DUTY_MANAGER, PLAYER, TOURNAMENT_MANAGER
from server.harness import NAMES, House, running
from support.contests import SMALL, final, session
from web.browser import PageAs, everywhere

GAME = "star-baccarat"
SAID = {**SMALL[GAME], "order_of_wagering": "none"}
PLAYERS = ("alice", "bob", "chen", "dee", "eve", "fay")


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[House]:
    """A casino for each test: a player has a seat in one tournament at a time."""
    with running(tmp_path) as house:
        yield house


def act(page: Page, name: str, **said: str) -> None:
    """Press the button of an act, say what it asks for, and send it."""
    page.locator(f"[data-act={name}]").click()
    dialog = page.locator("dialog")
    for field, text in said.items():
        control = dialog.locator(f"[name={field}]")
        if control.evaluate("each => each.localName") == "select":
            control.select_option(text)
        else:
            control.fill(text)
    send(page)


def send(page: Page) -> None:
    """Send the form; what is refused stays in it, and is what the test fails with."""
    page.locator("dialog .actions button").last.click()
    page.wait_for_function("""() => {
        const dialog = document.querySelector("dialog");
        return !dialog || !dialog.querySelector(".error").hidden;
    }""")
    assert not page.locator("dialog").count(), page.locator("dialog .error").inner_text()


def publish(page: Page) -> None:
    """Every item of the conditions has its field, its clause beside it."""
    page.locator("[data-act=publish-conditions]").click()
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text("15.4.2(a)")
    for key, value in SAID.items():
        field = dialog.locator(f"[name={key}]")
        if isinstance(value, bool):
            dialog.locator(f"[name={key}][value={'yes' if value else 'no'}]").check()
        elif key == "limits":
            field.fill("\n".join(", ".join(_step(each)) for each in value))
        elif key == "prizes":
            field.fill(", ".join(value))
        elif key not in ("rulebook", "name"):
            field.fill(str(value))
    everywhere(page)
    send(page)


def _step(limit: dict[str, Any]) -> list[str]:
    return [limit["minimum"], limit["maximum"], *([limit["at"]] if "at" in limit else [])]


def order(casino: House, who: str, cup: str, do: str, **said: Any) -> None:
    """Send a command of a tournament over HTTP; it has to be taken."""
    told = {"id": f"{who} {do} {said.get('player', '')}", "do": do, **said}
    answer = casino.ask(who, "POST", f"/api/tournaments/{cup}/commands", body=told)
    assert answer.status_code == 200, (do, answer.text)


def enter(casino: House, cup: str, player: str) -> None:
    """Take a player's entry at the cage; payment and form are used once in the casino."""
    once = f"{cup} {player}"
    paid = {"method": "cash", "reference": f"slip {once}", "form": f"F {once}", "copy": "printed"}
    order(casino, CASHIER, cup, "enter-tournament", player=player, **paid)


def seated(casino: House, cup: str) -> str:
    """Run a tournament of six players as far as their seats in the first session, three hours from
    now, and return its table."""
    new = {"id": f"draft {cup}", "do": "draft", "name": cup, "rulebook": GAME, "title": cup}
    answer = casino.ask(DUTY_MANAGER, "POST", "/api/tournaments", body=new)
    assert answer.status_code == 200, answer.text
    head = NAMES[TOURNAMENT_MANAGER]
    order(casino, DUTY_MANAGER, cup, "appoint-head", person=head, licence=f"L {cup}")
    order(casino, DUTY_MANAGER, cup, "publish-conditions", conditions=SAID)
    until = (casino.clock() + timedelta(days=1)).isoformat()
    order(casino, DUTY_MANAGER, cup, "open-entry", free_until=until)
    for player in PLAYERS:
        enter(casino, cup, player)
    legs = [session(GAME, seats=6), final(GAME)]
    for hours, leg in zip((2, 4), legs, strict=True):
        leg["starts"] = (casino.clock() + timedelta(hours=hours)).isoformat()
    order(casino, TOURNAMENT_MANAGER, cup, "set-schedule", sessions=legs)
    for do in ("close-entry", "start-tournament", "seal-draw"):
        order(casino, TOURNAMENT_MANAGER, cup, do)
    table = f"{cup}-1"
    open_table(casino, table)
    order(casino, TOURNAMENT_MANAGER, cup, "call-session", tables=[table])
    order(casino, TOURNAMENT_MANAGER, cup, "open-draw")
    return table


def test_from_the_conditions_to_the_seats(page_as: PageAs, casino: House) -> None:
    manager = page_as(DUTY_MANAGER, "/tournaments")
    expect(manager.locator(".empty")).to_have_text("No tournament is on.")
    manager.get_by_role("button", name="Begin a tournament").click()
    for field, text in (("title", "Spring Cup"), ("name", "cup")):
        manager.locator(f"dialog [name={field}]").fill(text)
    games = manager.locator("dialog [name=rulebook] option:not([value=''])")
    offered = games.evaluate_all("all => all.map((each) => each.value)")
    assert offered == [each.id for each in RULEBOOKS.values() if each.tournament is not None]
    manager.locator("dialog [name=rulebook]").select_option(GAME)
    manager.locator("dialog .actions button").last.click()
    expect(manager.locator("h1")).to_have_text("Spring Cup")
    act(manager, "appoint-head", person=NAMES[TOURNAMENT_MANAGER], licence="L 1")
    publish(manager)
    act(manager, "open-entry", free_until=f"{casino.clock() + timedelta(days=1):%Y-%m-%dT%H:%M:%S}")
    expect(manager.locator(".pill, .muted").first).to_contain_text("open for entries")
    everywhere(manager)

    player = page_as(PLAYER, "/tournament/cup")
    act(player, "enter-tournament")
    expect(player.locator(".yours h2")).to_have_text("Your entry, number 1")
    for name in PLAYERS[1:]:
        enter(casino, "cup", name)

    head = page_as(TOURNAMENT_MANAGER, "/tournament/cup")
    expect(head.locator("tbody tr")).to_have_count(6)
    act(head, "set-schedule")
    act(head, "close-entry")
    act(head, "start-tournament")
    act(head, "seal-draw")
    open_table(casino, "cup-1")
    lobby = page_as("bob", "/").locator("[data-table=cup-1]")
    expect(lobby.locator("header p")).to_contain_text("Tournament · ")
    expect(lobby.get_by_role("link")).to_have_text(["To the tournament", "Watch", "Display"])
    head.reload()
    head.locator("[data-act=call-session]").click()
    head.locator("dialog [name=tables][value=cup-1]").check()
    send(head)
    act(head, "open-draw")
    expect(head.locator(".seats li")).to_have_count(6)
    everywhere(head)

    expect(player.locator(".yours .seat")).to_contain_text("You sit at table Baccarat 2")
    everywhere(player)
    at_table = page_as(PLAYER, "/table/cup-1")
    expect(at_table.locator(".heat h2")).to_have_text("Tournament, session 1")
    expect(at_table.locator("[data-entrant=alice] b")).to_have_text("◉10,000")
    everywhere(at_table)
    room = page_as("", "/room/cup")
    expect(room.locator(".boards li")).to_have_count(6)
    everywhere(room)
    chinese = page_as(PLAYER, "/tournament/cup", locale="zh-TW")
    expect(chinese.locator(".yours .seat")).to_contain_text("百家樂 2")


def open_table(casino: House, name: str) -> None:
    casino.clock.advance(seconds=1)
    said = {"id": f"open {name}", "do": "open", "rulebook": GAME, "overlay": "tournament",
            "sign": {"minimum": "100", "maximum": "1000"}, "chip": "1", "name": name,
            "called": "Baccarat 2"}  # fmt: skip
    answer = casino.ask(DUTY_MANAGER, "POST", "/api/tables", body=said)
    assert answer.status_code == 200, answer.text
    casino.done(name, DUTY_MANAGER, "open-float", amount="1000000")


def test_a_pass_card_and_a_sealed_wager_at_the_table(page_as: PageAs, casino: House) -> None:
    """The session starts, and alice does not show what she wagers."""
    table = seated(casino, "sealed")
    casino.clock.advance(hours=3)
    head = page_as(TOURNAMENT_MANAGER, "/tournament/sealed")
    act(head, "start-session")
    casino.prepare(table)
    page = page_as(PLAYER, f"/table/{table}")
    page.locator(".heat [data-do=join-table]").click()
    page.locator("[data-do=lay-pass-card]").click()
    page.locator("[data-do=take-pass-card]").click()
    page.locator("#form-on").select_option("tie")
    page.locator("#form-amount").fill("a lot")
    page.locator(".heat-form button").click()
    assert page.locator("#form-amount").evaluate("each => each.validationMessage")
    page.locator("#form-amount").fill("700")
    page.locator(".heat-form button").click()
    expect(page.locator("[data-entrant=alice]")).to_contain_text("sealed wager")
    other = page_as("bob", f"/table/{table}")
    expect(other.locator("[data-entrant=alice]")).to_contain_text("sealed wager")
    for who in ("bob", CASHIER, ""):
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/events?limit=500"):
            assert amounts(casino.ask(who, "GET", path).json()).isdisjoint(WAGERED), (who, path)
        told = first_word(casino, table, who)
        assert "alice" in told and amounts(json.loads(told)).isdisjoint(WAGERED), who
    lines = [json.loads(each.line) for each in casino.casino.store.read(f"table:{table}")]
    assert amounts(lines).isdisjoint(WAGERED)
    assert any(each["what"].startswith("form-written/") for each in lines)
    everywhere(page)


WAGERED = {70_000, 700, "70000", "700"}
"""The wager on alice's form, in cents and as she wrote it."""


def amounts(told: Any) -> set[int | str]:
    """Return all numbers and texts in an answer, each as a whole: a digest that happens to contain
    the digits of an amount is another text."""
    if isinstance(told, dict):
        told = list(told.values())
    if isinstance(told, list):
        return {each for part in told for each in amounts(part)}
    return {told} if isinstance(told, int | str) else set()


def first_word(casino: House, table: str, who: str) -> str:
    """Return what a socket at the table tells a person who comes now."""
    url = f"ws://127.0.0.1:{casino.port}/api/tables/{table}/live"
    how: dict[str, Any] = {"origin": Origin(casino.origin)}
    if who:
        how = {"additional_headers": casino.headers(who)}
    with connect(url, **how) as line:
        return str(line.recv(60))


def test_bad_input_is_one_sentence_with_its_clause(page_as: PageAs, casino: House) -> None:
    seated(casino, "odd")
    head = page_as(TOURNAMENT_MANAGER, "/tournament/odd")
    for name in ("announce-session", "start-session"):
        head.locator(f"[data-act={name}]").click()
        head.locator("dialog .actions button").last.click()
        error = head.locator("dialog .error")
        expect(error).to_be_visible()
        told = error.inner_text()
        assert told.rstrip(")").rstrip().endswith((".", "。")) or "(" in told, told
        assert "{" not in told and "_" not in told and "Traceback" not in told, told
        head.keyboard.press("Escape")
        expect(head.locator("dialog")).to_have_count(0)
    manager = page_as(DUTY_MANAGER, "/tournaments")
    manager.get_by_role("button", name="Begin a tournament").click()
    for field, text in (("title", "Twin"), ("name", "Not A Name!")):
        manager.locator(f"dialog [name={field}]").fill(text)
    manager.locator("dialog [name=rulebook]").select_option(GAME)
    manager.locator("dialog .actions button").last.click()
    expect(manager.locator("dialog .error")).to_contain_text("small letters")
    manager.locator("dialog [name=name]").fill("twin")
    manager.locator("dialog .actions button").last.click()
    expect(manager.locator("h1")).to_have_text("Twin")
    act(manager, "appoint-head", person=NAMES[TOURNAMENT_MANAGER], licence="L 1")
    manager.locator("[data-act=publish-conditions]").click()
    expect(manager.locator("dialog")).to_contain_text("15.4.2(a)")
    manager.locator("dialog .actions button").last.click()
    expect(manager.locator("dialog")).to_be_visible()
