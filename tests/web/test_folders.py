"""The folders of the web: what each may import, and one layout of words for all."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import pytest

from sabot.core.languages import languages
from sabot.rulebooks import RULEBOOKS
from sabot.server.http.bundles import PageFiles, Unjoined
from web.files import WEB, WORDS, folders, scripts_in, words_of
from web.sending import COMMENT

FOLDERS = folders()
COMMON = "shared"
MAY_IMPORT = {
    "deal": {"layouts", "staff"},
    "desk": {"staff", "tournaments"},
    "pit": {"staff"},
    "policy": {"cage"},
    "promote": {"staff"},
    "promotions": {"promote"},
    "history": {"layouts"},
    "inspect": {"cases", "exceptions"},
    "school": {"staff"},
    "table": {"layouts"},
    "tournaments": {"staff"},
    "room": {"staff", "tournaments"},
}
"""From which folders a folder may take beside itself and what all share."""
WORDED = [each for each in FOLDERS if each != "layouts"]
PAGES = {"index": "lobby", "tournament": "tournaments"}
"""Pages whose folder has another name."""
IMPORT = re.compile(r"""\bimport\b\s*(?:[\w*{}\s,$]+?\bfrom\b\s*|\(\s*)?["'`]([^"'`]+)["'`]""")
EXPORT = re.compile(r"""\bexport\b[\w*{}\s,$]+?\bfrom\b\s*["']([^"']+)["']""")
NAMED = re.compile(r"`(wager|title|when)\.")
"""Names of games and wagers: their words are with the layouts."""
ADDRESS = re.compile(r"/web/([\w-]+)/")
FILE = re.compile(r"""["']/web/([^"'$]+\.\w+)["']""")
MOST_FILES, LONGEST = 12, 400
EXAMPLES = {"lab/exact/draft.js": "star-baccarat"}
"""A wager's file to begin with, in the text that a person edits: such a file names its game."""


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


def test_whatever_is_imported_is_there() -> None:
    for path in WEB.rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        for name in (*IMPORT.findall(text), *EXPORT.findall(text)):
            assert "$" in name or (path.parent / name).is_file(), (path.name, name)
    for path in (each for kind in ("html", "js") for each in WEB.rglob(f"*.{kind}")):
        for name in FILE.findall(path.read_text(encoding="utf-8")):
            assert (WEB / name).is_file(), (path.name, name)


def test_a_folder_is_seen_at_a_glance_and_a_file_read_in_one_go() -> None:
    for place in (WEB / folder for folder in FOLDERS):
        for inside in (place, *(each for each in place.rglob("*") if each.is_dir())):
            files = [each for each in inside.iterdir() if each.is_file()]
            assert len(files) <= MOST_FILES, inside
            for path in files:
                assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST, path


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
    first, *others = languages()
    english = words_of(folder, first)
    for language in others:
        assert (WORDS / language / "pages" / f"{folder}.json").is_file(), (language, folder)
        other = words_of(folder, language)
        lacks, more = sorted(set(english) - set(other)), sorted(set(other) - set(english))
        assert not lacks, f"words/{language}/pages/{folder}.json lacks {', '.join(lacks)}"
        assert not more, f"words/{language}/pages/{folder}.json has more: {', '.join(more)}"
        for key, text in english.items():
            assert asks(other[key]) <= asks(text), key


@pytest.mark.parametrize("folder", WORDED)
def test_words_of_one_name_ask_for_the_same_things(folder: str) -> None:
    """A page's own words lie over those that it shares: both are filled in alike."""
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


@pytest.mark.parametrize("page", sorted(WEB.glob("*.html")), ids=lambda page: str(page.stem))
def test_a_page_names_the_folders_whose_words_it_needs(page: PurePosixPath) -> None:
    text = (WEB / page.name).read_text(encoding="utf-8")
    found = re.search(r'<html lang="en" data-words="([a-z ]+)"[ >]', text)
    assert found, "the root element has no data-words"
    named, folder = found[1].split(), PAGES.get(page.stem, page.stem)
    assert named[0] == COMMON and named[-1] == folder
    scripts = reached(WEB / script for script in re.findall(r'src="/web/([^"]+\.js)"', text))
    spoken = {path.relative_to(WEB).parts[0] for path in scripts} & set(WORDED)
    if any(NAMED.search(path.read_text(encoding="utf-8")) for path in scripts):
        spoken.add("layouts")
    assert set(named) == spoken
    first = text.index('<script type="module"')
    assert text[first:].startswith('<script type="module" src="/web/shared/words.js">')


@pytest.mark.parametrize("page", sorted(each.stem for each in WEB.glob("*.html")))
def test_all_that_a_page_needs_is_joined(page: str) -> None:
    """A script that is found only in another one comes a round trip later; the lock may, and what
    only a table with a stream needs."""
    text = (WEB / f"{page}.html").read_text(encoding="utf-8")
    entries = re.findall(r'src="/web/([^"]+\.js)"', text)
    needed = {path.relative_to(WEB).as_posix() for path in reached(map(WEB.joinpath, entries))}
    found = PageFiles(WEB).page(page)
    first = found.html.plain if "data-first" in text else b""
    script = (first + found.script.plain).decode()
    joined = re.findall(r'^__all\["([^"]+)"\] = ', script, re.MULTILINE)
    needed -= {"shared/frame/lock.js", "table/video/hls.js", "table/video/playlist.js"}
    assert needed <= set(joined)
    assert len(set(joined)) == len(joined)


def test_a_first_view_is_within_the_page_and_the_rest_follows_it(tmp_path: Path) -> None:
    for name, text in {
        "both.js": "export const both = 1;\n",
        "first.js": 'import { both } from "./both.js";\nawait both;\n',
        "rest.js": 'import { both } from "./both.js";\nboth;\n',
        "now.css": '.a { content: "; }"; }\n',
        "later.css": ".b { top: 0; }\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    html = """<title></title>
<link rel="stylesheet" href="/web/now.css">
<link rel="stylesheet" href="/web/later.css" data-later>
<script type="module" src="/web/first.js" data-first></script>
<script type="module" src="/web/rest.js"></script></body>"""
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    page = PageFiles(tmp_path).page("page")
    within, rest = page.html.plain.decode(), page.script.plain.decode()
    assert re.findall(r'^__all\["([^"]+)"\] = ', within, re.MULTILINE) == ["both.js", "first.js"]
    assert re.findall(r'^__all\["([^"]+)"\] = ', rest, re.MULTILINE) == ["rest.js"]
    assert '>.a{content: "; }";}</style>' in within
    assert "top: 0" in rest and "top: 0" not in within
    assert 'while (!__all["first.js"])' in rest
    assert within.index(page.script.digest) > within.index('__all["first.js"] = ')


def test_what_is_chosen_as_the_page_runs_comes_before_it_is_chosen(tmp_path: Path) -> None:
    """A page that waits for a choice before its script has ended would wait for good."""
    (tmp_path / "all").mkdir()
    (tmp_path / "all/choose.js").write_text(
        "export const choose = (name) => import(`./${name}.js`);\n", encoding="utf-8"
    )
    for name in ("a", "z"):
        (tmp_path / f"all/{name}.js").write_text("export default 1;\n", encoding="utf-8")
    (tmp_path / "main.js").write_text(
        'import { choose } from "./all/choose.js";\nawait choose("z");\n', encoding="utf-8"
    )
    html = '<title></title><script type="module" src="/web/main.js"></script></body>'
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    script = PageFiles(tmp_path).page("page").script.plain.decode()
    joined = re.findall(r'^__all\["([^"]+)"\] = ', script, re.MULTILINE)
    assert joined == ["all/a.js", "all/z.js", "all/choose.js", "main.js"]


def test_a_name_that_is_not_found_is_no_gap_in_a_joined_script(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("export const one = 1,\n  two = 2;\n", encoding="utf-8")
    (tmp_path / "main.js").write_text('import { one, two } from "./a.js";\n', encoding="utf-8")
    html = '<title></title><script type="module" src="/web/main.js"></script></body>'
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    with pytest.raises(Unjoined, match=re.escape("a.js has no two for main.js")):
        PageFiles(tmp_path).page("page")


@pytest.mark.parametrize("module", ['let a = 1;\nexport { a as b };\nexport * from "./c.js";\n'])
def test_a_form_that_cannot_be_joined_is_refused(tmp_path: Path, module: str) -> None:
    (tmp_path / "main.js").write_text(module, encoding="utf-8")
    html = '<title></title><script type="module" src="/web/main.js"></script></body>'
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    with pytest.raises(Unjoined, match=re.escape("export *")):
        PageFiles(tmp_path).page("page")


def reached(scripts: Iterable[Path]) -> set[Path]:
    """All that some scripts import, and what that imports."""
    found, open_ = set(), [path.resolve() for path in scripts]
    while open_:
        path = open_.pop()
        if path not in found and path.is_file():
            found.add(path)
            text = path.read_text(encoding="utf-8")
            names = (*IMPORT.findall(text), *EXPORT.findall(text))
            open_ += [(path.parent / name).resolve() for name in names]
    return found


def test_words_lie_with_their_language_and_nowhere_else() -> None:
    assert not list(WEB.rglob("words/*")) and not list(WEB.rglob("*-zh.*"))
    for language in languages():
        for path in (WORDS / language / "pages").iterdir():
            assert path.stem in FOLDERS, path


def asks(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


def test_no_page_names_a_game() -> None:
    """Pages ask the server for the games; only a cloth is drawn for one of them."""
    named = {
        script.relative_to(WEB).as_posix(): game
        for folder in FOLDERS
        for script in scripts_in(folder)
        if folder != "layouts"
        for game in RULEBOOKS
        if game in COMMENT.sub("", script.read_text(encoding="utf-8"))
    }
    assert named == EXAMPLES
