"""The folders of the web: what each may import, and one layout of words for all."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest

from web.files import LANGUAGES, WEB, folders, scripts_in, words_of

FOLDERS = folders()
COMMON = "shared"
MAY_IMPORT = {
    "shared": {"layouts"},
    "staff": {"layouts"},
    "deal": {"staff"},
    "pit": {"staff"},
    "promote": {"staff"},
    "history": {"layouts"},
    "inspect": {"exceptions", "layouts"},
    "lab": {"layouts"},
    "school": {"staff"},
    "rules": {"layouts"},
    "table": {"layouts"},
    "tournaments": {"staff"},
    "room": {"tournaments"},
}
"""From which folders a folder may take beside itself and what all share."""
WORDED = [each for each in FOLDERS if each != "layouts"]
PAGES = {"index": "lobby", "tournament": "tournaments"}
"""Pages whose folder has another name."""
IMPORT = re.compile(r"""\bimport\b\s*(?:[\w*{}\s,$]+?\bfrom\b\s*|\(\s*)?["'`]([^"'`]+)["'`]""")
EXPORT = re.compile(r"""\bexport\b[\w*{}\s,$]+?\bfrom\b\s*["']([^"']+)["']""")
ADDRESS = re.compile(r"/web/([\w-]+)/")


def taken_by(folder: str, text: str, below: PurePosixPath) -> Iterator[str]:
    """The folders from which a script of a folder takes something."""
    for name in (*IMPORT.findall(text), *EXPORT.findall(text)):
        assert name.startswith(("./", "../")), (folder, name)
        place = list(below.parts)
        for part in PurePosixPath(name).parts:
            if part == "..":
                place.pop()
            else:
                place.append(part)
        yield place[0]
    yield from ADDRESS.findall(text)


def allowed(folder: str) -> set[str]:
    return {folder, COMMON, *MAY_IMPORT.get(folder, ())}


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_imports_only_what_it_may(folder: str) -> None:
    taken: set[str] = set()
    for path in scripts_in(folder):
        below = PurePosixPath(path.relative_to(WEB).as_posix()).parent
        found = set(taken_by(folder, path.read_text(encoding="utf-8"), below))
        assert found <= allowed(folder), path.name
        taken |= found
    assert MAY_IMPORT.get(folder, set()) <= taken, "The table allows more than is needed."


def test_imports_of_every_form_are_seen() -> None:
    script = """
import "../pit/a.js";
import words from '../lab/b.js';
import {
  one,
  two as other,
} from "./c.js";
export * from "../rules/d.js";
const late = await import(`../people/words/${language}.js`);
fetch("/web/table/e.json");
"""
    found = set(taken_by("deal", script, PurePosixPath("deal")))
    assert found == {"pit", "lab", "deal", "rules", "people", "table"}


@pytest.mark.parametrize("page", sorted(WEB.glob("*.html")), ids=lambda page: str(page.stem))
def test_a_page_loads_from_its_own_folder_and_what_that_may_import(page: PurePosixPath) -> None:
    folder = PAGES.get(page.stem, page.stem)
    loaded = set(ADDRESS.findall((WEB / page.name).read_text(encoding="utf-8")))
    assert folder in loaded
    assert loaded <= allowed(folder)


@pytest.mark.parametrize("folder", WORDED)
def test_every_folder_has_its_words_in_every_language(folder: str) -> None:
    assert (WEB / folder / "words.js").is_file()
    first, *others = (words_of(folder, language) for language in LANGUAGES)
    for other in others:
        assert set(other) == set(first)
        for key, text in first.items():
            assert asks(other[key]) <= asks(text), key


@pytest.mark.parametrize("folder", WORDED)
def test_words_of_one_name_ask_for_the_same_things(folder: str) -> None:
    """A page's own words lie over those that it shares: whoever uses them fills in both alike."""
    own = words_of(folder)
    for under in allowed(folder) & set(WORDED) - {folder}:
        for key, text in words_of(under).items():
            assert asks(own.get(key, text)) == asks(text), (under, key)


@pytest.mark.parametrize("folder", WORDED)
def test_every_word_that_a_folder_says_is_there(folder: str) -> None:
    words = {key for each in allowed(folder) & set(WORDED) for key in words_of(each)}
    text = "".join(path.read_text(encoding="utf-8") for path in scripts_in(folder))
    said = set(re.findall(r'\bt\("([^"]+)"', text))
    assert said <= words, sorted(said - words)


def test_the_languages_are_those_of_the_switch() -> None:
    text = (WEB / "shared" / "words.js").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^  (\w+): \{ tag:", text, re.MULTILINE)) == LANGUAGES


def asks(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))
