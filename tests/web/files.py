"""The files of the pages, read as they lie."""

import json
from pathlib import Path

import sabot
from sabot.core.languages import words_of_commands

WEB = Path(sabot.__file__).parent / "web"
WORDS = WEB.parent / "words"


def folders() -> list[str]:
    return sorted(each.name for each in WEB.iterdir() if each.is_dir())


def scripts_in(folder: str) -> list[Path]:
    return sorted((WEB / folder).rglob("*.js"))


def words_of(folder: str, language: str = "en") -> dict[str, str]:
    """A folder's own words in one language, each once."""

    def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
        assert len(dict(pairs)) == len(pairs), (folder, language)
        return dict(pairs)

    text = (WORDS / language / "pages" / f"{folder}.json").read_text(encoding="utf-8")
    words: dict[str, str] = json.loads(text, object_pairs_hook=once)
    of_commands = words_of_commands().get((language, folder), {})
    assert not words.keys() & of_commands.keys(), (folder, language)
    return words | of_commands
