"""The administrator's page: people, roles, lock-outs, sessions, tokens, and the log of access."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from sabot.core.refusal import Refusal
from sabot.people import ADMINISTRATOR
from sabot.rules.roles import DEALER, INSPECTOR
from server.harness import PASSWORD, House
from web.browser import PHONE, PageAs, every_part_fits, new_context, serious

SECRET = "seven quiet herons at dusk"


@pytest.fixture
def person(casino: House, request: pytest.FixtureRequest) -> Iterator[str]:
    """Add a person for this test alone."""
    name = re.sub("[^a-z]", "-", request.node.name)[-28:].strip("-")
    casino.casino.people.add(name, PASSWORD, DEALER, "a test")
    yield name


SECOND = "nother administrator or an inspector"


def office(page_as: PageAs, **options: object) -> Page:
    page = page_as(ADMINISTRATOR, "/people", **options)
    expect(page.locator(".people-list tbody tr[data-name]").first).to_be_visible()
    return page


def row_of(page: Page, name: str) -> Locator:
    return page.locator(f"tr[data-name='{name}']")


def manage(page: Page, name: str) -> Locator:
    page.get_by_role("button", name=f"Manage {name}").click()
    dialog = page.locator("dialog.manage")
    expect(dialog).to_be_visible()
    return dialog


def test_a_person_is_added_and_can_sign_in(page_as: PageAs, casino: House) -> None:
    page = office(page_as)
    form = page.locator("form", has=page.get_by_role("heading", name="Add a person"))
    form.get_by_label("Name").fill("nora")
    form.get_by_label("Password").fill(SECRET)
    form.get_by_label("Role").select_option("surveillance")
    form.get_by_role("button", name="Add a person").click()
    expect(page.locator(".toast.ok")).to_contain_text("nora was added. Another administrator")
    expect(row_of(page, "nora")).to_contain_text("Surveillance")
    expect(row_of(page, "nora")).to_contain_text("waiting for a second person")
    second = page_as(INSPECTOR, "/cage")
    expect(second.get_by_role("heading", level=1)).to_have_text("Waiting for a second person")
    row = second.locator(".waiting li").filter(has_text="nora may sign in as Surveillance")
    row.get_by_role("button", name="Confirm").click()
    expect(row).to_have_count(0)
    _, session = casino.casino.people.sign_in("nora", SECRET, "test")
    assert session.role == "surveillance"


@pytest.mark.parametrize(
    ("name", "password", "said"),
    [("alice", SECRET, "alice"), ("n", "short", "password"), ("../x", SECRET, "name")],
)
def test_nobody_is_added_wrongly(page_as: PageAs, name: str, password: str, said: str) -> None:
    page = office(page_as)
    form = page.locator("form", has=page.get_by_role("heading", name="Add a person"))
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(password)
    form.get_by_role("button", name="Add a person").click()
    expect(page.locator(".toast.error")).to_contain_text(re.compile(said, re.I))


def test_somebody_is_called_otherwise_and_the_log_of_access_says_so(
    page_as: PageAs, person: str
) -> None:
    page = office(page_as)
    dialog = manage(page, person)
    dialog.get_by_label("Shown as").fill("Dora")
    dialog.get_by_label("Reason").fill("as they wish")
    dialog.get_by_role("button", name="Change", exact=True).click()
    expect(dialog.locator(".said")).to_contain_text("The name Dora is taken")
    dialog.get_by_label("Shown as").fill("Dana Okafor")
    dialog.get_by_role("button", name="Change", exact=True).click()
    expect(dialog.get_by_role("heading", level=2)).to_have_text(f"Dana Okafor {person}")
    dialog.get_by_role("button", name="Close").click()
    expect(row_of(page, person).locator("th")).to_have_text(f"Dana Okafor {person}")
    page.get_by_role("tab", name="Access log").click()
    told = page.locator("tr", has=page.locator("[data-what=person-renamed]")).first
    expect(told).to_contain_text(f"{person} is called Dana Okafor from now on")
    expect(told.locator("th")).to_have_text("Dana Okafor")
    expect(told.locator("th span")).to_have_attribute("title", person)


def test_sessions_are_ended_and_the_page_of_that_person_closes(
    page_as: PageAs, casino: House, browser: Browser, person: str
) -> None:
    context = new_context(browser, casino, person, 1440, "light")
    theirs = context.new_page()
    theirs.goto(casino.origin + "/lab")
    expect(theirs.get_by_role("heading", name="Odds lab")).to_be_visible()
    token = casino.token(person)
    page = office(page_as)
    dialog = manage(page, person)
    dialog.get_by_role("button", name="End all sessions").click()
    page.locator("dialog:not(.manage)").get_by_role("button", name="End all sessions").click()
    expect(dialog.get_by_role("status")).to_have_text("Done.")
    assert casino.casino.people.session(token) is None
    theirs.reload()
    expect(theirs).to_have_url(re.compile(r"/\?next="))
    context.close()


def test_nothing_is_done_without_a_second_look(page_as: PageAs, casino: House, person: str) -> None:
    token = casino.token(person)
    page = office(page_as)
    dialog = manage(page, person)
    dialog.get_by_role("button", name="End all sessions").click()
    page.locator("dialog:not(.manage)").get_by_role("button", name="Cancel").click()
    expect(dialog.get_by_role("status")).to_have_text("")
    assert casino.casino.people.session(token) is not None


def test_somebody_is_disabled_and_enabled(page_as: PageAs, casino: House, person: str) -> None:
    """Disabling holds at once; to let a member of staff in again takes a second person."""
    page = office(page_as)
    dialog = manage(page, person)
    dialog.get_by_role("button", name="Disable").click()
    page.locator("dialog:not(.manage)").get_by_role("button", name="Disable").click()
    expect(dialog.get_by_role("status")).to_have_text("Done.")
    dialog.get_by_role("button", name="Close").click()
    expect(row_of(page, person).locator(".pill")).to_have_text("disabled")
    dialog = manage(page, person)
    dialog.get_by_role("button", name="Enable").click()
    expect(dialog.get_by_role("status")).to_contain_text(SECOND)
    assert casino.decide(INSPECTOR, f"person:{person}", 1).status_code == 200
    page.reload()
    expect(row_of(page, person)).to_contain_text("Active")


def test_a_role_and_a_password_are_changed(page_as: PageAs, casino: House, person: str) -> None:
    page = office(page_as)
    dialog = manage(page, person)
    dialog.get_by_label("Role").select_option("tournament manager")
    dialog.get_by_role("button", name="Change role").click()
    expect(dialog.get_by_role("status")).to_contain_text(SECOND)
    assert casino.decide(INSPECTOR, f"person:{person}", 1).status_code == 200
    dialog.get_by_label("Role").select_option("inspector")
    dialog.get_by_role("button", name="Change role").click()
    expect(dialog.get_by_role("status")).to_contain_text("nother administrator or an inspector")
    dialog.get_by_label("New password").fill("short")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.locator(".said .error")).to_be_visible()
    dialog.get_by_label("New password").fill(SECRET)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("status")).to_contain_text("nother administrator or an inspector")
    dialog.get_by_role("button", name="Close").click()
    for number in (2, 3):
        assert casino.decide(INSPECTOR, f"person:{person}", number).status_code == 200
    page.reload()
    expect(row_of(page, person)).to_contain_text("Inspector")
    _, session = casino.casino.people.sign_in(person, SECRET, "test")
    assert session.role == INSPECTOR


def test_a_lock_out_is_shown_and_lifted(page_as: PageAs, casino: House, person: str) -> None:
    for number in range(10):
        with pytest.raises(Refusal):
            casino.casino.people.sign_in(person, "wrong", f"10.0.0.{number}")
    page = office(page_as)
    expect(row_of(page, person)).to_contain_text("locked out until")
    manage(page, person).get_by_role("button", name="Lift the lock-out").click()
    page.locator("dialog.manage").get_by_role("button", name="Close").click()
    expect(row_of(page, person)).to_contain_text("Active")


def test_a_token_is_shown_once_and_revoked(page_as: PageAs, casino: House, person: str) -> None:
    page = office(page_as)
    expect(manage(page, person).get_by_text("make the tokens for their own")).to_be_visible()
    page.keyboard.press("Escape")
    person = "ada"
    dialog = manage(page, person)
    dialog.get_by_label("What it is for").fill("nightly report")
    dialog.get_by_label("Days").fill("30")
    dialog.get_by_role("button", name="Issue a token").click()
    token = dialog.locator(".token").text_content() or ""
    assert token.startswith("sabot_")
    session = casino.casino.people.session(token)
    assert session is not None and session.person == person
    dialog.get_by_role("button", name="Close").click()
    dialog = manage(page, person)
    expect(dialog.get_by_text("nightly report")).to_be_visible()
    expect(dialog.locator(".token")).to_have_count(0)
    dialog.get_by_role("button", name="Revoke nightly report").click()
    expect(dialog.get_by_text("No program has a token")).to_be_visible()
    assert casino.casino.people.session(token) is None


def test_nobody_locks_themselves_out(page_as: PageAs) -> None:
    page = office(page_as)
    expect(row_of(page, "ada")).to_contain_text("you")
    dialog = manage(page, "ada")
    expect(dialog.get_by_role("button", name="Disable")).to_have_count(0)
    expect(dialog.get_by_role("button", name="Change role")).to_have_count(0)


def test_the_log_of_access(page_as: PageAs, casino: House) -> None:
    casino.ask(DEALER, "GET", "/api/people")
    page = page_as(ADMINISTRATOR, "/people#log")
    rows = page.locator(".access-log tbody tr")
    denied = rows.filter(has=page.locator("[data-what=denied]")).first
    expect(denied).to_contain_text("dora")
    expect(denied).to_contain_text("GET /api/people")
    added = page.locator("[data-what=person-added]").first
    expect(added).to_contain_text("is added as")
    page.get_by_role("button", name="中文").click()
    expect(added).to_contain_text("獲登記為")


def test_people_are_found_by_name_or_role(page_as: PageAs) -> None:
    page = office(page_as)
    page.get_by_label("Search by name or role").fill("gaming manager")
    expect(page.locator(".people-list tbody tr[data-name]")).to_have_count(2)
    expect(page.locator(".people-list .of-role")).to_have_count(2)
    page.get_by_label("Search by name or role").fill("greta")
    expect(page.locator(".people-list tbody tr[data-name]")).to_have_count(1)


def test_the_page_fits_and_can_be_used_by_everybody(page_as: PageAs) -> None:
    every_part_fits(page_as(ADMINISTRATOR, "/people#people"), ("people", "log"))


def test_the_dialog_can_be_used_by_everybody(page_as: PageAs) -> None:
    page = office(page_as, width=PHONE)
    manage(page, "dora")
    assert not serious(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog.manage")).to_have_count(0)
