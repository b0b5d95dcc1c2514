"""Every command is on a page of every role that may send it, or says why it is on none."""

import re
from typing import Any

import msgspec
import pytest

from sabot.core.languages import languages, words_of_pages
from sabot.engine.declarations import Pages
from sabot.server import reach
from sabot.server.http.pages import WEB
from sabot.server.http.site import LINKS, PAGES
from sabot.server.reach import every_command, web_senders
from sabot.table import TABLE
from sabot.table.chips.fills import Fill
from sabot.table.running.relief import SignOn
from web import sending
from web.sending import COMMENT, ENTRY, name_of, problems, sent_by

ACTIONS = sorted((WEB / "pit" / "actions").glob("*.js"))


def test_whoever_may_send_a_command_finds_it_on_a_page() -> None:
    found = problems()
    assert not found, "\n".join(found)


def test_a_reason_for_no_page_is_a_sentence() -> None:
    for kind, command in every_command():
        pages = kind.rules.pages(command)
        for reason in (*([pages.reason] if pages.reason else ()), *pages.without.values()):
            assert re.fullmatch(r"[A-Z].{10,99}\.", reason), (name_of(command), reason)


def test_what_nobody_can_send_by_a_route_is_on_no_page() -> None:
    for kind, command in every_command():
        pages = kind.rules.pages(command)
        if pages.names and kind.rules.senders(command):
            assert web_senders(kind, command), f"{name_of(command)} of a {kind.word}"


# The check finds what is missing


def test_a_page_that_lost_its_button_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {page: sent_by(page) for page in reach.DOERS}
    without = {page: sent - {("table:", "fill")} for page, sent in kept.items()}
    monkeypatch.setattr(sending, "sent_by", lambda page: without[page])
    assert "fill declares pit, which does not send it" in problems()
    assert "fill of a table: a gaming manager does not find it on pit" in problems()


def test_a_page_that_is_not_declared_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = msgspec.structs.replace(TABLE._rules[Fill], pages=Pages(("deal",)))
    rules: dict[Any, Any] = {**TABLE._rules, Fill: rule}
    monkeypatch.setattr(TABLE, "_rules", rules)
    assert "fill of a table is sent by pit, which it does not declare" in problems()
    assert "fill declares deal, which does not send it" in problems()


def test_a_page_of_another_role_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(reach.DOERS, "deal", reach.DOERS["deal"] - {"dealer"})
    assert "sign-on of a table: a dealer does not find it on deal" in problems()
    assert name_of(SignOn) == "sign-on"


# Buttons of the pit


def entries() -> dict[str, str]:
    """Return the actions of the pit by name, each with its text."""
    found: dict[str, str] = {}
    for path in ACTIONS:
        text = COMMENT.sub("", path.read_text("utf-8"))
        parts = re.split(r"^(?=  \S.*: \{)", text, flags=re.MULTILINE)
        for part in parts:
            if (entry := ENTRY.match(part)) is not None and part.startswith("  "):
                found[entry[1]] = part
    return found


def test_every_action_of_the_pit_has_a_place() -> None:
    panel = "".join(
        path.read_text("utf-8") for path in sorted((WEB / "pit" / "panel").glob("*.js"))
    )
    places = {*re.findall(r"""\b(?:acts|buttonsAt|actionsAt)\("([a-z]+)\"""", panel), "step"}
    for name, text in entries().items():
        at = re.search(r"\bat: \[([^]]+)\]", text)
        assert at is not None, f"{name} has no place in the pit: say at which its button stands"
        assert set(re.findall(r'"([a-z]+)"', at[1])) <= places, name
    assert len(entries()) > 40


@pytest.mark.parametrize("language", languages())
def test_every_action_has_a_name_on_its_button(language: str) -> None:
    scripts = [(WEB / "deal" / name).read_text("utf-8") for name in ("more.js", "heats.js")]
    console = COMMENT.sub("", "\n".join(scripts))
    named = {"pit": {*entries()}, "deal": {*ENTRY.findall(console)}}
    for page, names in named.items():
        words = words_of_pages(language, ("shared", "staff", page))
        assert {f"do.{name}" for name in names} <= words.keys(), page


# The header


def test_the_header_links_only_to_pages_that_open() -> None:
    for path, page in PAGES.items():
        for word, roles in page.links.items():
            assert roles <= page.who - {""}, (path, word)
    assert all(links[0].page == "lobby" for links in LINKS.values())


@pytest.mark.parametrize("language", languages())
def test_every_link_of_the_header_has_a_word(language: str) -> None:
    words = words_of_pages(language, ("shared",))
    linked = {f"page.{link.page}" for links in LINKS.values() for link in links}
    assert linked <= words.keys()
