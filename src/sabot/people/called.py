"""What people are called where others read of them.

It is a label: every rule, the log and every question go by the sign-in name. Since people tell one
another apart by it all the same, nobody is called so that it looks like somebody else, and what
somebody was called once stays theirs.
"""

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from sabot.alike import is_of_one_script, is_seen, skeletons
from sabot.people.names import NAME, RESERVED, SIGNS, name_claims
from sabot.people.person import PERSON, Known, PersonAdded, replace
from sabot.people.roster import Change, Roster
from sabot.refusal import Refusal, named, quoted
from sabot.store import Store, Swap
from sabot.streams import Event

LONGEST_CALLED: Final = 60
BETWEEN: Final = frozenset(" .,-'’·")
"""What may stand beside letters and digits; no brackets, for a page has the sign-in name there."""
WORDS: Final = re.compile(r"[^\W_]+")


class PersonRenamed(Event, frozen=True, kw_only=True):
    """Somebody is called otherwise from now on; they sign in as before."""

    shown: str
    instead_of: str
    reason: str


@PERSON.evolves(PersonRenamed)
def person_renamed(known: Known, event: PersonRenamed) -> Known:
    return replace(known, shown=event.shown)


def checked_called(text: object) -> str:
    """The name to show, with one space between its words; refused if nobody can be called so.

    >>> checked_called(" Dana  Okafor"), checked_called("陳大文")
    ('Dana Okafor', '陳大文')
    """
    called = re.sub(" +", " ", text.strip(" ")) if isinstance(text, str) else ""
    letters = all(
        letter.isalnum() or letter in BETWEEN or unicodedata.category(letter)[0] == "M"
        for letter in called
    )
    plain = unicodedata.normalize("NFKC", called) == called and is_seen(called)
    ends = called[:1].isalnum() and called[-1:] not in BETWEEN
    fits = 0 < len(called) <= LONGEST_CALLED and ends and letters and plain
    if not fits or not is_of_one_script(called) or {*_looks(called)} & _reserved():
        raise Refusal(
            "bad-name",
            None,
            "{text} is no name to show: up to {longest} letters and digits of one alphabet, and"
            " spaces, . , - ' between them.",
            text=quoted(text),
            longest=LONGEST_CALLED,
        )
    return called


class Callings:
    """What everybody is called. Claims are kept with the person, so that of two who are called
    alike at the same time, by whatever process, one is refused."""

    def __init__(self, roster: Roster, store: Store) -> None:
        self._roster = roster
        self._store = store

    def of(self, name: str) -> str:
        """What others read instead of a name; that name itself where it is nobody's."""
        known = self._roster.known(name)
        return name if known is None else known.shown or name

    def rename(self, name: str, called: str, reason: str, by: str, via: str | None = None) -> str:
        """Call somebody otherwise. They sign in as before, and nothing ends."""
        shown = checked_called(called)
        if not reason.strip():
            raise Refusal("no-reason", None, "Say why: the reason is kept with the name.")

        def decide(known: Known, now: datetime) -> Change:
            if shown == known.shown:
                return Change()
            event = PersonRenamed(shown=shown, instead_of=known.shown, reason=reason.strip())
            return Change([event], swaps=self.called(name, shown))

        self._roster.change(name, by, decide, via)
        return shown

    def added(self, name: str, called: str) -> list[Swap]:
        """What a new person takes beside the sign-in name itself, so that nobody else is called
        like them; refused if somebody is."""
        self._check(name, name, _callings(name))
        swaps = self._swaps(name, _letters(name))
        return swaps if called == name else [*swaps, *self.called(name, called)]

    def called(self, name: str, called: str) -> list[Swap]:
        """What the person of that sign-in name takes to be called so; refused if somebody else is,
        or signs in so, or so that it looks the same."""
        words = WORDS.findall(called)
        as_names = [key for sign in ("", *SIGNS) for key in name_claims(sign.join(words))]
        self._check(name, called, [*_callings(called), *_letters(called), *as_names])
        return self._swaps(name, _callings(called))

    def _check(self, name: str, said: str, keys: Iterable[str]) -> None:
        if any(self._held(key) not in (None, name) for key in keys):
            raise taken(said)

    def _swaps(self, name: str, keys: Iterable[str]) -> list[Swap]:
        free = (key for key in keys if self._held(key) is None)
        return [Swap(NAME, key, None, name.encode()) for key in free]

    def _held(self, key: str) -> str | None:
        held = self._store.passing(NAME, key)
        return None if held is None else held.decode()


def taken(name: str) -> Refusal:
    message = "Somebody is called {name} already, or so that it looks the same."
    return Refusal("name-taken", None, message, name=named(name))


def claims_of_person(name: str, event: object) -> list[str]:
    """What the rows of names have by an event of the person with that sign-in name."""
    match event:
        case PersonAdded(shown=shown):
            beside = [] if shown in ("", name) else _callings(shown)
            return [*name_claims(name), *_letters(name), *beside]
        case PersonRenamed(shown=shown):
            return _callings(shown)
    return []


def _callings(called: str) -> list[str]:
    return [f"called {look}" for look in _looks(called)]


def _letters(name: str) -> list[str]:
    return [f"letters {look}" for look in _looks(name)]


def _looks(text: str) -> list[str]:
    """How its letters look, whatever stands between them."""
    return sorted(skeletons("".join(filter(str.isalnum, text)) or text))


def _reserved() -> set[str]:
    return {look for name in RESERVED for look in _looks(name)}
