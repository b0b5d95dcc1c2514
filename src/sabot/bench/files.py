"""Wagers and games in files: a wager in TOML, a game in Python."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from sabot.bench.drafts import drafted
from sabot.bench.game import ID, Bet, Pays, is_pay, wagers_of
from sabot.bench.library import LIBRARY, library_text
from sabot.core.refusal import Refusal, quoted
from sabot.rulebooks import RULEBOOKS, rulebook
from sabot.rules import Rulebook, Wager

KEYS = {"id": True, "name": True, "game": True, "source": False, "pays": True}
"""Keys of a wager file; True for required ones."""
LARGEST_FILE = 1 << 20


def book_of(word: str | Path | Rulebook) -> Rulebook:
    """The game that a word names: a rulebook, a wager or game in a file, or a public wager.

    A wager's game comes with that wager alone. A rulebook is itself.

    >>> book_of("panda-8").wagers[0].name
    'Panda 8'
    """
    if isinstance(word, Rulebook):
        return word
    if isinstance(word, Path):
        word = str(word)
    if not isinstance(word, str):
        return rulebook(word)
    if word.endswith(".toml"):
        return offering_only(*wager_file(word))
    if word.endswith(".py"):
        return drafted(word)
    if word in LIBRARY and word not in RULEBOOKS:
        return offering_only(*read_wager(library_text(word), f"The library's {word}"))
    near = get_close_matches(word, (*RULEBOOKS, *LIBRARY), 1)
    if word not in RULEBOOKS and near:
        raise Refusal(
            "unknown-rulebook",
            None,
            f"There is no rulebook {quoted(word)}, and no public side bet; did you mean {near[0]}?",
        )
    return rulebook(word)


def offering_only(book: Rulebook, wager: Wager) -> Rulebook:
    """A game with nothing but that wager; its lines know no schemes."""
    return replace(book, wagers=(wager,), schemes={})


def with_wagers(paths: Iterable[str]) -> dict[str, Rulebook]:
    """Return the games of some files by their ids: the game of a wager file with the wager added,
    and games defined by users.

    >>> with_wagers([])
    {}
    """
    found: dict[str, Rulebook] = {}
    for path in paths:
        if path.endswith(".py"):
            book = drafted(path)
            found[book.id] = book
            continue
        game, wager = wager_file(path)
        book = found.get(game.id, game)
        if wager.id in book.by_id:
            raise _bad(
                f"{book.title} has a wager {quoted(wager.id)} already: give yours another id."
            )
        found[game.id] = replace(book, wagers=(*book.wagers, wager))
    return found


def wager_file(path: str) -> tuple[Rulebook, Wager]:
    """The wager that a file describes, and the game whose cards decide it.

    >>> wager_file("nowhere.toml")
    Traceback (most recent call last):
    sabot.core.refusal.Refusal: There is no file "nowhere.toml" to be read.
    """
    try:
        with Path(path).open("rb") as file:
            text = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError):
        raise Refusal("unreadable", None, f"There is no file {quoted(path)} to be read.") from None
    if len(text) > LARGEST_FILE:
        raise _bad(f"{quoted(path)} is too long for a wager file.")
    try:
        return read_wager(text.decode("utf-8-sig"), quoted(path))
    except UnicodeDecodeError:
        raise _bad(f"{quoted(path)} is no text.") from None


def read_wager(text: str, where: str = "The wager") -> tuple[Rulebook, Wager]:
    """The wager that a TOML text describes.

    >>> line = "[[pays]]\\nodds = '9:1'\\nwhen = 'player_pair'"
    >>> book, wager = read_wager(f"id = 'mine'\\nname = 'Mine'\\ngame = 'star-baccarat'\\n{line}")
    >>> book.id, wager.id
    ('star-baccarat', 'mine')
    """
    try:
        given = tomllib.loads(text)
    except RecursionError:
        raise _bad(f"{where} is not TOML that can be read: it nests too deep.") from None
    except (tomllib.TOMLDecodeError, ValueError) as error:
        raise _bad(
            f"{where} is not TOML: {str(error).rstrip('.').replace(chr(39), chr(34))}."
        ) from None
    _check_keys(given, KEYS, where)
    id_, name, game = (_text(given, key, where) for key in ("id", "name", "game"))
    if not ID.fullmatch(id_):
        raise _bad(f"{where} has the id {quoted(id_)}: write letters and digits, as in panda-8.")
    if "source" in given:
        _text(given, "source", where)
    book = _game(game)
    pays = given["pays"]
    if not isinstance(pays, list) or not pays:
        raise _bad(f"{where} needs at least one [[pays]] with odds and when.")
    return book, _wager(id_, name, book, pays, where)


def _game(word: str) -> Rulebook:
    near = get_close_matches(word, RULEBOOKS, 1)
    if word not in RULEBOOKS and near:
        raise Refusal(
            "unknown-rulebook",
            None,
            f"There is no rulebook {quoted(word)}; did you mean {near[0]}?",
        )
    return rulebook(word)


def _wager(id_: str, name: str, book: Rulebook, pays: list[Any], where: str) -> Wager:
    lines: list[Pays] = []
    for number, each in enumerate(pays, 1):
        place = f"Line {number} of {where}"
        if not isinstance(each, Mapping):
            raise _bad(f"{place} is no [[pays]] table.")
        _check_keys(each, {"odds": True, "when": True}, place)
        odds = _odds(_text(each, "odds", place), place)
        lines.append((odds, _text(each, "when", place)))
    (wager,) = wagers_of(book.procedure, book.title, [Bet(id_, name, tuple(lines))])
    return wager


def _odds(text: str, place: str) -> str:
    if not is_pay(text):
        raise _bad(f'{place} pays {quoted(text)}: odds are such as "25:1", or "push".')
    return text


def _check_keys(given: Mapping[str, Any], keys: Mapping[str, bool], where: str) -> None:
    for key in given:
        if key not in keys:
            raise _bad(
                f"{where} has {quoted(key)}, which says nothing; it may have {_listed(keys)}."
            )
    for key, needed in keys.items():
        if needed and key not in given:
            raise _bad(
                f"{where} has no {key}; it needs {_listed(k for k, must in keys.items() if must)}."
            )


def _listed(words: Any) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else str(last)


def _text(given: Mapping[str, Any], key: str, where: str) -> str:
    value = given[key]
    if not isinstance(value, str) or not value.strip():
        raise _bad(
            f"The {key} of {where[:1].lower() + where[1:]} is a text, and not {_shown(value)}."
        )
    if key == "name" and not value.isprintable():
        raise _bad(f"The name in {where[:1].lower() + where[1:]} has signs that cannot be shown.")
    return value


def _shown(value: object) -> str:
    return "a blank one" if isinstance(value, str) else quoted(value)


def _bad(message: str) -> Refusal:
    return Refusal("bad-wager", None, message)
