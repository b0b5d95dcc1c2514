"""The inspector's page: any coup again, a log verified as it grows, and files to take away."""

import csv
import hashlib
import io
import re
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from sabot.rules.roles import DUTY_MANAGER, GAMING_SUPERVISOR, INSPECTOR, SURVEILLANCE
from sabot.store import verify_lines
from server.harness import House
from web.browser import PageAs, every_part_fits, everywhere
from web.floor_checks import ready

PARTS = ("coups", "log", "search", "shoes", "audit", "notices", "exceptions", "cases", "exports")


@pytest.fixture(scope="module", autouse=True)
def evening(casino: House) -> None:
    """Three coups at one table, and a stack that was used and opened at another."""
    casino.prepare("baccarat")
    casino.sit("baccarat", "alice")
    for on in ("tie", "player", "banker"):
        bet(casino, on)
        casino.play("baccarat")
    casino.prepare("mini")
    casino.done("mini", DUTY_MANAGER, "shuffle", reason="a fresh stack")


def bet(casino: House, on: str) -> None:
    casino.done("baccarat", "alice", "place-wager", player="alice", on=on, amount="20")


def desk(page_as: PageAs, part: str, table: str = "baccarat", width: int = 1440) -> Page:
    page = page_as(INSPECTOR, f"/inspect?table={table}#{part}", width=width)
    expect(page.get_by_role("tabpanel")).to_be_visible()
    return page


# Times


def test_every_time_is_the_casinos_wherever_the_browser_stands(
    page_as: PageAs, casino: House
) -> None:
    page = page_as(INSPECTOR, "/inspect?table=baccarat#log", timezone_id="America/New_York")
    line = page.locator(".lines li").first
    at = msgspec.json.decode(line.locator("pre").text_content() or "")["at"]
    there = datetime.fromisoformat(at).astimezone(ZoneInfo(casino.casino.settings.zone))
    expect(line.locator("time")).to_have_text(f"{there:%Y-%m-%d %H:%M:%S}")
    note = page.locator(".zone-note")
    expect(note).to_have_text(
        re.compile(r"^Times are those of the casino: .+ \(Australia/Sydney\)\.$")
    )
    page.get_by_role("button", name="中文").click()
    expect(note).to_have_text(re.compile(r"^時間以娛樂場當地時間為準：.+（Australia/Sydney）。$"))
    there_and_back = """async (fields) => {
      const { inField, instantOf } = await import("/web/shared/said/times.js");
      return fields.map((field) => [instantOf(field), inField(instantOf(field))]);
    }"""
    fields = ["2026-11-18T00:05:00", "2026-07-01T12:00:00", "2026-10-04T03:00:00"]
    instants = ["2026-11-17T13:05", "2026-07-01T02:00", "2026-10-03T16:00"]
    told = page.evaluate(there_and_back, fields)
    assert told == [[f"{at}:00.000Z", field] for at, field in zip(instants, fields, strict=True)]


# Cases


def test_a_dispute_stays_and_is_found_in_the_pit_and_here(page_as: PageAs, casino: House) -> None:
    said = {"player": "alice", "about": "The tie was not paid."}
    casino.done("baccarat", "alice", "raise-dispute", **said)
    fate = {"decision": "The cards stand.", "reason": "The footage."}
    casino.done("baccarat", DUTY_MANAGER, "decide-dispute", number=1, **fate)
    for page in (page_as(GAMING_SUPERVISOR, "/cases"), desk(page_as, "cases")):
        page.get_by_label("Person concerned").fill("alice")
        page.get_by_role("button", name="Search", exact=True).last.click()
        case = page.locator(".case-list li")
        expect(case).to_contain_text("Dispute 1 of alice: The tie was not paid.")
        expect(case).to_contain_text("dylan decided")
        page.locator("input[type=date]:visible").last.fill("2020-01-01")
        page.get_by_role("button", name="Search", exact=True).last.click()
        expect(page.locator("p.muted[role=status]:visible")).to_have_text("Nothing is on record.")
    page.locator("input[type=date]:visible").last.fill("")
    page.get_by_role("button", name="中文").click()
    expect(page.locator(".case-list li")).to_contain_text("爭議 1（alice）： The tie was not paid.")


# Search and replay


def spoken(text: str) -> str:
    """An entry as the page says it: hands and results by their names."""
    if not text.startswith("called: "):
        return text
    result, _, counts = text.removeprefix("called: ").rpartition("; ")
    wins = {"player": "Player wins; ", "banker": "Banker wins; ", "tie": "Tie; ", "": ""}
    return f"Called: {wins[result]}{counts.title()}"


def test_a_coup_is_found_and_replayed_step_by_step(page_as: PageAs, casino: House) -> None:
    page = desk(page_as, "search")
    page.get_by_label("Player or person").fill("alice")
    page.get_by_label("Kind of event").fill("wager-placed")
    page.get_by_role("button", name="Search", exact=True).click()
    found = page.locator(".found li")
    expect(found).to_have_count(3)
    expect(found.nth(1)).to_contain_text("alice bets $20.00 on Player.")
    found.nth(1).get_by_role("button", name="Replay coup 2").click()

    replay = page.locator(".replay")
    expect(replay.get_by_role("heading", name="Coup 2, table baccarat")).to_be_focused()
    expect(replay).to_contain_text("REPLAY")
    told = casino.ask(INSPECTOR, "GET", "/api/tables/baccarat/coups/2").json()
    expect(replay.locator(".entries li")).to_have_count(len(told["entries"]))
    expect(replay.locator(".entries")).to_contain_text("alice bets $20.00 on Player")
    expect(replay.get_by_role("link", name="Baccarat", exact=True)).to_be_visible()
    expect(replay.locator(".replay-felt .cards svg")).to_have_count(0)
    for place, entry in enumerate(told["entries"][1:], 2):
        page.get_by_role("button", name="Next event").click()
        expect(replay.locator(".saying")).to_contain_text(spoken(entry["text"]))
        dealt = [card for card in told["cards"] if card["seq"] <= entry["seq"]]
        expect(replay.locator(".replay-felt .cards svg")).to_have_count(len(dealt))
        expect(replay).to_contain_text(f"{place} of {len(told['entries'])}")
    expect(replay.locator(".verdict[data-verdict=holds]")).to_have_count(len(told["entries"]))
    settled = told["settlement"][0]
    expect(replay.get_by_role("row", name=re.compile("alice Player"))).to_contain_text(
        settled["clause"]
    )


def test_hands_and_wagers_have_their_names_in_chinese_too(page_as: PageAs) -> None:
    page = desk(page_as, "coups")
    row = page.locator(".coups tbody tr").last
    expect(row).to_contain_text(re.compile(r"Player \d, Banker \d"))
    page.get_by_role("button", name="中文").click()
    expect(row).to_contain_text(re.compile(r"閒 \d，莊 \d"))
    row.get_by_role("button").click()
    replay = page.locator(".replay")
    expect(replay.locator(".entries")).to_contain_text("alice 投注 $20.00（和）。")
    expect(replay.get_by_role("row", name=re.compile("alice 和"))).to_be_visible()
    expect(replay.get_by_role("link", name="百家樂", exact=True)).to_be_visible()


def test_a_replay_goes_by_the_keyboard(page_as: PageAs) -> None:
    page = desk(page_as, "coups")
    page.get_by_role("spinbutton", name="Coup number").fill("1")
    page.get_by_role("spinbutton", name="Coup number").press("Enter")
    replay = page.locator(".replay")
    expect(replay.get_by_role("heading", name="Coup 1, table baccarat")).to_be_focused()
    page.keyboard.press("End")
    expect(replay.locator(".saying")).to_have_text("Coup 1 is over.")
    page.keyboard.press("ArrowLeft")
    expect(replay.locator(".saying")).to_contain_text("settled")
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(replay.locator(".replay-felt .cards svg").first).to_be_visible()
    page.get_by_role("button", name="Pause").click()


def test_a_coup_that_was_never_played_is_refused_in_a_sentence(page_as: PageAs) -> None:
    page = desk(page_as, "coups")
    page.get_by_role("spinbutton", name="Coup number").fill("77")
    page.get_by_role("button", name="Replay", exact=True).first.click()
    expect(page.locator(".toast.error")).to_contain_text("no coup 77")
    expect(page.locator(".replay")).to_have_count(0)


# The log


def test_the_chain_is_verified_while_coups_are_played(page_as: PageAs, casino: House) -> None:
    page = desk(page_as, "log")
    summary = page.locator(".chain-summary")
    before = casino.casino.store.head("table:baccarat").seq
    expect(summary).to_have_attribute("data-last", str(before))
    expect(summary).to_contain_text("The chain holds")
    bet(casino, "tie")
    casino.play("baccarat")
    after = casino.casino.store.head("table:baccarat").seq
    assert after > before
    expect(summary).to_have_attribute("data-last", str(after))
    expect(summary).to_have_attribute("data-state", "holds")
    expect(summary).to_contain_text("is the head that the store names")
    newest = page.locator(".lines:not(.broken-lines) li").first
    expect(newest.locator(".what")).to_have_text(re.compile(r"^Coup \d+ is over\.$"))
    newest.locator("summary").click()
    expect(newest.locator("pre")).to_contain_text('"what":"coup-ended/1"')
    page.get_by_role("button", name="Verify from the first event").click()
    expect(summary).to_contain_text(f"{after} lines verified, events 1 to {after}")


def changed(text: str, seq: int, how: str) -> str:
    """The answer with one line spoiled: its text, or its text and its hash, or taken out."""
    view = msgspec.json.decode(text)
    lines: list[str] = []
    for line in view["lines"]:
        if msgspec.json.decode(line)["seq"] != seq:
            lines.append(line)
        elif how == "text":
            lines.append(line.replace('"by":"', '"by":"x', 1))
        elif how == "rehashed":
            body = line.replace('"by":"', '"by":"x', 1)[: -len(',"hash":"') - 66] + "}"
            digest = hashlib.sha256(body.encode()).hexdigest()
            lines.append(f'{body[:-1]},"hash":"{digest}"}}')
    return msgspec.json.encode({**view, "lines": lines}).decode()


@pytest.mark.parametrize(
    ("how", "seq", "verdict"),
    [("text", 5, "wrong-hash"), ("rehashed", 6, "wrong-prev"), ("taken out", 6, "gap")],
)
def test_a_line_that_was_tampered_with_is_shown_in_red(
    page_as: PageAs, casino: House, how: str, seq: int, verdict: str
) -> None:
    """A text changed is found by its own hash; with a new hash, by the line after it."""
    page = desk(page_as, "coups")

    def spoil(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=changed(answer.text(), 5, how))

    page.route("**/api/log?*", spoil)
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("button", name="Verify from the first event").click()
    broken = page.locator(".broken-lines li")
    expect(broken).to_have_count(1)
    expect(broken).to_have_attribute("data-seq", str(seq))
    expect(broken.locator(f"[data-verdict={verdict}]")).to_be_visible()
    expect(page.locator(".chain-summary")).to_have_attribute("data-state", "broken")
    colour = broken.locator(".what").evaluate("(node) => getComputedStyle(node).color")
    assert colour == "rgb(155, 28, 28)"
    expect(page.get_by_role("alert").first).to_contain_text(f"Event {seq} fails")


def test_another_table_is_another_log(page_as: PageAs, casino: House) -> None:
    """Results of a check, replay or audit are not left under another heading."""
    page = desk(page_as, "log", table="baccarat")
    summary, stream = page.locator(".chain-summary"), page.get_by_label("Stream").first
    for table in ("baccarat", "mini", "baccarat"):
        page.get_by_label("Table", exact=True).first.select_option(table)
        head = casino.casino.store.head(f"table:{table}")
        expect(summary).to_have_attribute("data-last", str(head.seq))
        expect(stream).to_have_value(f"table:{table}")
        expect(page.locator(".lines .raw").first).to_contain_text(f'"stream":"table:{table}"')
    page.route("**/api/audit/*", lambda route: None)
    page.get_by_role("tab", name="Audit").click()
    page.get_by_role("button", name="Audit this table").click()
    page.get_by_label("Table", exact=True).first.select_option("mini")
    expect(page.get_by_role("button", name="Audit this table")).to_be_enabled()
    expect(page.locator(".outcome").first).to_be_empty()
    page.get_by_role("tab", name="Log").click()
    expect(stream).to_have_value("table:mini")
    expect(summary).to_contain_text("The chain holds")


# What bound the house, what was signed, who must be told


def test_an_opened_stack_is_checked_in_the_browser(page_as: PageAs) -> None:
    page = desk(page_as, "shoes", table="mini")
    rows = page.locator(".shoes tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("opened as sealed")
    expect(rows.nth(1)).to_contain_text("in use")
    rows.nth(0).get_by_role("button", name=re.compile("Check the stack")).click()
    expect(rows.nth(0)).to_contain_text("The digest matches")
    expect(rows.nth(1).get_by_role("button")).to_have_count(0)


def test_a_table_is_audited(page_as: PageAs) -> None:
    page = desk(page_as, "audit")
    page.get_by_role("button", name="Audit this table").click()
    expect(page.locator(".outcome .pill").first).to_have_text("Clean: no discrepancy")
    expect(page.get_by_text("No checkpoint has been signed.")).to_be_visible()
    page.get_by_role("button", name="Verify the whole log").click()
    refused = page.locator(".toast.error")
    expect(refused).to_contain_text("No checkpoint has been signed")


def test_notices_with_their_deadlines(page_as: PageAs, casino: House) -> None:
    page = desk(page_as, "notices")
    expect(page.get_by_text("No notice is waiting")).to_be_visible()
    table = ready(casino, "hands", "star-seven-up")
    casino.done(table, "dealer", "report-irregularity", situation="cards-dropped", note="one fell")
    page.reload()
    row = page.get_by_role("row", name=re.compile("casino supervisor"))
    expect(row).to_contain_text("at once")
    expect(row).to_contain_text("waiting")
    expect(row.get_by_role("link", name="4.3")).to_have_attribute(
        "href", "/rules/star-seven-up#clause-4.3"
    )


# A report to hand over


def test_a_coup_is_reported_for_a_court(page_as: PageAs) -> None:
    """The report shows what holds, what cannot be known, the digests, and how to check it."""
    page = desk(page_as, "coups")
    page.get_by_role("spinbutton", name="Coup number").fill("1")
    page.get_by_role("spinbutton", name="Coup number").press("Enter")
    link = page.locator(".replay").get_by_role("link", name="Report on coup 1")
    page.goto(page.url.split("/inspect")[0] + str(link.get_attribute("href")))
    sheet = page.locator(".sheet")
    expect(sheet.get_by_role("heading", level=1)).to_have_text("Coup 1 at table baccarat")
    expect(sheet.locator(".verdict")).to_have_attribute("data-verdict", "partly")
    for check in ("chain", "decided"):
        expect(sheet.locator(f".checks.ok [data-check={check}]")).to_be_visible()
    for check in ("cards", "signed", "witness", "key"):
        expect(sheet.locator(f".checks.open [data-check={check}]")).to_be_visible()
    expect(sheet.locator("[data-check=signed]")).to_contain_text("nothing was signed over it")
    expect(sheet.locator(".told")).to_contain_text("alice bets $20.00 on Tie.")
    expect(sheet).to_contain_text("sabot audit log.jsonl --table baccarat --coup 1")
    everywhere(page)
    page.get_by_role("button", name="中文").click()
    expect(sheet.get_by_role("heading", level=1)).to_have_text("baccarat 枱第 1 局")
    expect(sheet.locator("[data-check=witness]")).to_contain_text("沒有見證者")
    page.emulate_media(media="print")
    expect(page.locator(".tools")).to_be_hidden()
    expect(sheet.locator(".verdict")).to_be_visible()


def test_a_stack_and_a_visit_are_reported_too(page_as: PageAs) -> None:
    page = desk(page_as, "shoes", table="mini")
    row = page.locator(".shoes tbody tr").first
    href = row.get_by_role("link", name=re.compile("Report on the stack")).get_attribute("href")
    origin = page.url.split("/inspect")[0]
    page.goto(origin + str(href))
    sheet = page.locator(".sheet")
    expect(sheet.locator(".checks.ok [data-check=cards]")).to_contain_text("sealed before the cut")
    page.goto(f"{origin}/inspect?table=baccarat#coups")
    page.get_by_label("Last visit of").fill("alice")
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Report", exact=True).click()
    expect(opened.value.locator(".sheet h1")).to_have_text("The visit of alice to table baccarat")
    expect(opened.value.locator(".sheet dl").first).to_contain_text("Wagers of this player")
    opened.value.close()
    page.goto(f"{origin}/proof/baccarat?player=nobody")
    expect(page.get_by_role("alert")).to_contain_text("never came to this table")


# Files


@pytest.mark.parametrize(
    "file", ["events.jsonl", "events.csv", "settlements.csv", "coups.csv", "log.jsonl"]
)
def test_exports_are_downloads(page_as: PageAs, tmp_path: Path, file: str) -> None:
    page = desk(page_as, "exports")
    with page.expect_download() as waiting:
        page.locator("a.export", has_text=re.compile(f"{file}")).first.click()
    name = waiting.value.suggested_filename
    assert name == (file if file == "log.jsonl" else f"table-baccarat-{file}")
    kept = tmp_path / name
    waiting.value.save_as(kept)
    text = kept.read_bytes()
    if file.endswith(".jsonl"):
        assert not list(verify_lines(text.splitlines(keepends=True)))
    else:
        rows = list(csv.DictReader(io.StringIO(text.decode(), newline="")))
        assert rows and {row["table"] for row in rows} == {"baccarat"}


# Everybody and everywhere


def test_surveillance_sees_the_same(page_as: PageAs) -> None:
    page = page_as(SURVEILLANCE, "/inspect#log")
    expect(page.locator(".chain-summary")).to_contain_text("The chain holds")


def test_every_part_fits_and_can_be_used_by_everybody(page_as: PageAs) -> None:
    page = page_as(INSPECTOR, f"/inspect?table=mini#{PARTS[0]}")
    every_part_fits(page, PARTS)


def test_the_language_is_switched_at_once(page_as: PageAs) -> None:
    page = desk(page_as, "log")
    expect(page.locator(".chain-summary")).to_contain_text("The chain holds")
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_role("tab", name="日誌")).to_be_visible()
    expect(page.locator(".chain-summary")).to_contain_text("鏈完整")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
