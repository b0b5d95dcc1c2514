"""Display names: the names under which people are shown to others.

A display name is only a label. Rules, the log and all queries use the sign-in name. People still
tell one another apart by display names, so a display name may not look like another person's name,
and a former display name stays reserved for its owner.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from sabot.accounts import PLAYER_NAMES
from sabot.core.alike import is_of_one_script, is_seen, looks_of
from sabot.core.refusal import Refusal, named, quoted
from sabot.engine.declarations import RECORD, STAFF_ONLY
from sabot.engine.streams import Claim, Event
from sabot.people.names.identity import excluded
from sabot.people.names.sign_in_names import (
    KEPT_OUT,
    NAME,
    PERSON_LETTERS,
    PERSON_NAME,
    RESERVED,
    SIGNS,
    called_claims,
    claims_of_names,
    looks_without_signs,
    name_claims,
)
from sabot.people.persons.person import PERSON, replace
from sabot.people.persons.roster import Roster, Update
from sabot.people.persons.state import Known
from sabot.rules.roles import PLAYER
from sabot.store import Store

LONGEST_CALLED: Final = 60
BETWEEN: Final = frozenset(" .,-'’·")
"""Characters allowed beside letters and digits. Brackets are not: pages put the sign-in name in
them."""
WORDS: Final = re.compile(r"[^\W_]+")


class PersonRenamed(Event, frozen=True, kw_only=True):
    """Record a new display name; the sign-in name stays."""

    basis = RECORD
    sight = STAFF_ONLY
    claim_kinds = (PERSON_NAME,)

    shown: str
    instead_of: str
    reason: str

    def claims(self, name: str) -> Iterator[Claim]:
        """Claim the name to show; the earlier one stays claimed."""
        return claims_of_names(called_claims(self.shown))


@PERSON.evolves(PersonRenamed)
def person_renamed(known: Known, event: PersonRenamed) -> Known:
    return replace(known, shown=event.shown)


def checked_called(text: object) -> str:
    """Return the display name with single spaces between words; refuse one that is not permitted.

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
    if not fits or not is_of_one_script(called) or {*looks_without_signs(called)} & _reserved():
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
    """Set and look up display names.

    Each display name is claimed in the person's stream. If two processes give two persons similar
    names at the same time, one of the two is refused.
    """

    def __init__(self, roster: Roster, store: Store) -> None:
        self._roster = roster
        self._store = store

    def of(self, name: str) -> str:
        """Return the display name of a person; the given name itself if no such person exists."""
        known = self._roster.known(name)
        return name if known is None else known.shown or name

    def rename(self, name: str, called: str, reason: str, by: str, via: str | None = None) -> str:
        """Change a person's display name. The sign-in name and all sessions stay."""
        shown = checked_called(called)
        if not reason.strip():
            raise Refusal("no-reason", None, "Say why: the reason is kept with the name.")

        def decide(known: Known, now: datetime) -> Update:
            if shown == known.shown:
                return Update()
            self.check_called(name, shown)
            event = PersonRenamed(shown=shown, instead_of=known.shown, reason=reason.strip())
            return Update([event])

        self._roster.change(name, by, decide, via)
        return shown

    def check_free(self, name: str, role: str) -> None:
        """Refuse a name that looks like that of a person who is kept out, and to a member of staff
        one that looks like a player's."""
        for look in looks_of(name):
            if self._store.expiring_row(KEPT_OUT.key, look) not in (None, name.encode()):
                raise excluded(name, None)
            if role != PLAYER and self._store.expiring_row(PLAYER_NAMES.key, look) is not None:
                raise taken(name)

    def check_added(self, name: str, called: str) -> None:
        """Refuse a new person whose sign-in name or display name is another person's display
        name."""
        self._check(name, name, called_claims(name))
        if called != name:
            self.check_called(name, called)

    def check_called(self, name: str, called: str) -> None:
        """Refuse a display name for the person with that sign-in name if it is another person's
        sign-in or display name, or looks the same."""
        words = WORDS.findall(called)
        as_names = [key for sign in ("", *SIGNS) for key in name_claims(sign.join(words))]
        self._check(name, called, [*called_claims(called), *as_names])
        for look in looks_without_signs(called):
            if self._store.expiring_row(PERSON_LETTERS.key, look) not in (None, name.encode()):
                raise taken(called)

    def _check(self, name: str, said: str, keys: Iterable[str]) -> None:
        if any(self._held(key) not in (None, name) for key in keys):
            raise taken(said)

    def _held(self, key: str) -> str | None:
        held = self._store.expiring_row(NAME, key)
        return None if held is None else held.decode()


def taken(name: str) -> Refusal:
    message = "The name {name} is taken, or looks the same as one that is."
    return Refusal("name-taken", None, message, name=named(name))


def _reserved() -> set[str]:
    return {look for name in RESERVED for look in looks_without_signs(name)}
