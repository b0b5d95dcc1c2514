"""A further language is a folder of files: nothing else knows of it."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from sabot.core.languages import ELSEWHERE, forget, languages, others
from sabot.sentences.vocabulary import refused
from sabot.sentences.words import told
from server.harness import House
from web.browser import PageAs

FILES = {
    "language.json": json.dumps({"name": "Trikolano", "tag": "eo", "locale": "eo"}),
    "pages/lobby.json": json.dumps({"lobby.headline": "Sidiĝu, bonvole."}),
    "pages/layouts.json": json.dumps({"title.star-baccarat": "Bakarato"}),
    "sentences.tsv": "player-left\t{player} foriras kun {chips:cash}.\n",
    "phrases.tsv": "Chips and cards\tĴetonoj kaj kartoj\n",
    "refusals.tsv": "not-found\tĈi tie estas nenio.\n",
}


@pytest.fixture
def third(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for name, text in FILES.items():
        path = tmp_path / "eo" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setenv(ELSEWHERE, str(tmp_path))
    forget()
    yield "eo"
    monkeypatch.undo()
    forget()


def test_a_page_speaks_a_language_that_was_dropped_beside_the_others(
    third: str, page_as: PageAs
) -> None:
    page = page_as("", "/")
    expect(page.get_by_role("heading", name="Take a seat.")).to_be_visible()
    switch = page.locator("sabot-language button")
    for _ in languages():
        if page.locator("html").get_attribute("lang") != "eo":
            said = switch.inner_text()
            switch.click()
            expect(switch).not_to_have_text(said)
    expect(page.get_by_role("heading", name="Sidiĝu, bonvole.")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "eo")
    expect(page.get_by_role("heading", name="Bakarato")).to_be_visible()
    # What it has no words for is said in English.
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Sidiĝu, bonvole.")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Take a seat.")).to_be_visible()


def test_the_server_speaks_it_too(third: str, casino: House) -> None:
    assert {"en", "zh", third} <= set(languages())
    left = told("player-left/1", {"player": "ada", "chips": 5000, "lost": 0})
    assert left[third] == "ada foriras kun $50.00."
    assert told("box-taken/1", {"player": "ada", "box": 2})[third] == "ada takes box 2."
    assert others("Chips and cards")[third] == "Ĵetonoj kaj kartoj"
    assert (
        refused("not-found", "There is nothing here by that name.", {})[third]
        == FILES["refusals.tsv"].split("\t")[1].strip()
    )
    answer = httpx.get(f"{casino.origin}/api/nowhere").json()["error"]
    assert answer["words"][third] == "Ĉi tie estas nenio."


def test_words_are_kept_by_browsers_and_asked_for_by_name(casino: House) -> None:
    path = f"{casino.origin}/words/zh/shared+lobby.json"
    first = httpx.get(path)
    assert first.json()["language"] == "zh" and first.json()["words"]["lobby.headline"] == "請入座"
    again = httpx.get(path, headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304 and not again.content
    unknown = httpx.get(f"{casino.origin}/words/xx/shared.json").json()
    assert unknown["language"] == "en" and "lobby.headline" not in unknown["words"]


@pytest.mark.parametrize("path", ["zh/attic", "zh/shared+attic", "zh/..", "zh/" + 9 * "shared+"])
def test_what_is_no_folder_of_words_is_refused(casino: House, path: str) -> None:
    assert httpx.get(f"{casino.origin}/words/{path}.json").status_code == 404
