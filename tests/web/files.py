"""The files of the pages, read as they lie."""

import re
from pathlib import Path

import sabot

WEB = Path(sabot.__file__).parent / "web"
LANGUAGES = ("en", "zh")
ENTRY = re.compile(r'  (?:"([^"]+)"|(\w+)): "((?:[^"\\]|\\.)*)",')


def folders() -> list[str]:
    return sorted(each.name for each in WEB.iterdir() if each.is_dir())


def scripts_in(folder: str) -> list[Path]:
    return sorted((WEB / folder).rglob("*.js"))


def words_of(folder: str, language: str = "en") -> dict[str, str]:
    """A folder's words in one language: a key and its text on each line."""
    text = (WEB / folder / "words" / f"{language}.js").read_text(encoding="utf-8")
    words: dict[str, str] = {}
    for line in text.partition("export default {\n")[2].splitlines():
        if line and line != "};":
            entry = ENTRY.fullmatch(line)
            assert entry, (folder, language, line)
            key = entry[1] or entry[2]
            assert key not in words, (folder, language, key)
            words[key] = entry[3]
    return words
