"""Secrets that the tour must find in no other answer, and their readers.

Most secrets are enumerated rather than listed: everything in the store's vault that is not in its
log. The rest are what the tour itself gave: passwords, tokens, Player Card numbers.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from sabot.links.identities import IDENTITY
from sabot.rules.roles import GAMING_SUPERVISOR, may_act_as
from sabot.server.tables.cage import AT_CAGE
from sabot.store import Store, export_lines
from support.tour.house import MEMBERS, STAFF, card_of, password_of

Viewer = tuple[str, str]
"""Whose answer it is: the role and the name, both empty for a guest."""
LONG = 12
"""A text of so many characters is no accident."""


def nobody(viewer: Viewer) -> bool:
    return False


@dataclass(frozen=True)
class Secret:
    """A text that only some may read. `about` says what it is, without telling it."""

    about: str
    text: str
    may_read: Callable[[Viewer], bool] = nobody


def secrets_of(store: Store, tokens: Mapping[str, str]) -> list[Secret]:
    """All secrets of a store: `tokens` are those of the sessions that ask."""
    log = b"".join(export_lines(store)).decode()
    found = [*_of_vault(store, log), *_of_people(tokens)]
    return [each for each in found if each.text]


def _of_vault(store: Store, log: str) -> Iterator[Secret]:
    """Long texts that are sealed and not opened in the log."""
    for stream, name, _ in store.pages("vault", ("stream", "name"), "data"):
        sealed = store.unseal(stream, name)
        if sealed is None:
            continue
        about = f"{name.split()[0]} of {stream}"
        may_read = _readers(stream, name)
        for text in _texts(sealed):
            if len(text) >= LONG and text not in log:
                yield Secret(about, text, may_read)
        if name == "stack":
            yield Secret(f"order of {stream}", _undealt(sealed))
        if name.startswith("form "):
            yield Secret(f"form of {name[5:]}", _written(sealed), may_read)


def _readers(stream: str, name: str) -> Callable[[Viewer], bool]:
    if name.startswith("form "):
        writer = name.removeprefix("form ")
        return lambda viewer: viewer[1] == writer or may_act_as(viewer[0], GAMING_SUPERVISOR)
    if name == IDENTITY:
        return lambda viewer: viewer[0] in AT_CAGE
    if stream.startswith("promotion:") and name.startswith(("entrant-", "claim-")):
        return lambda viewer: viewer[0] in STAFF.values()  # the desk's own route decides whom
    return nobody


def _texts(sealed: bytes) -> Iterator[str]:
    """The texts of what is sealed, as JSON or as it is."""
    try:
        yield from _strings(msgspec.json.decode(sealed))
    except msgspec.DecodeError:
        yield sealed.decode(errors="replace")


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def _undealt(sealed: bytes) -> str:
    """The last ten cards of a shoe as JSON lists them: behind the cutting card, never dealt."""
    order = msgspec.json.decode(sealed)["order"]
    return ",".join(f'"{card}"' for card in order[-10:])


def _written(sealed: bytes) -> str:
    """Content of a form, as answers have it."""
    form = msgspec.json.decode(sealed)
    return f'"on":"{form["on"]}","amount":{form["amount"]}'


def _of_people(tokens: Mapping[str, str]) -> Iterator[Secret]:
    for name in (*STAFF, *MEMBERS, "norma"):
        yield Secret(f"password of {name}", password_of(name))
    for name, token in tokens.items():
        yield Secret(f"token of {name}", token)
    for player in MEMBERS:
        yield Secret(f"Player Card of {player}", card_of(player), _card_readers(player))


def _card_readers(player: str) -> Callable[[Viewer], bool]:
    return lambda viewer: viewer[1] == player or viewer[0] in STAFF.values()


FACE_DOWN = re.compile(r'"card":"[^"]+","up":false')
"""A card that lies face down, named."""


class Search:
    """Looks for secrets in answers: one pass for all of them."""

    def __init__(self, secrets: list[Secret]) -> None:
        self._by_text = {each.text: each for each in secrets}
        texts = sorted(map(re.escape, self._by_text), key=len, reverse=True)
        self._any = re.compile("|".join(texts))

    def found_in(self, text: str, viewer: Viewer) -> list[str]:
        """Return secrets in an answer that the viewer may not read."""
        hits = {match[0] for match in self._any.finditer(text)}
        found = [self._by_text[each] for each in hits]
        told = [each.about for each in found if not each.may_read(viewer)]
        if FACE_DOWN.search(text):
            told.append("a card that lies face down")
        return sorted(told)
