"""What there is one of in the house, held against the log: Player Cards, seats in tournaments,
names of persons, streams in which a statement waits.

The store keeps a row for each, so that nobody has to read the log to know it. Whoever takes a row
away could give a card to a second player, or hide what waits for a second person: the log knows
better, and the row is written anew.
"""

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from sabot.accounts.account import CARDS
from sabot.kinds import KINDS, PERSONS, kind_of
from sabot.parts.statements import (
    StatementConfirmed,
    StatementLapsed,
    StatementMade,
    StatementRefused,
)
from sabot.people.called import claims_of_person
from sabot.people.names import NAME
from sabot.refusal import Refusal
from sabot.store import Flaw, Store, Stored, Swap
from sabot.store.database import PAGE
from sabot.store.passing import Key
from sabot.store.verifying import OF_THE_LOG, verify_store
from sabot.streams import Event
from sabot.tournament.desk.claims import SEAT
from sabot.work import WAITING

WORDS: Final = {
    CARDS: "a Player Card's owner",
    SEAT: "a seat in a tournament",
    NAME: "a person's name",
    WAITING: "a statement that waits",
}
ROUNDS: Final = 3
"""Somebody may write meanwhile: what differs so often is not believed."""


def verify_house(
    store: Store, rest: Callable[[], None] = lambda: None, mend: bool = False
) -> Iterator[Flaw]:
    """All that `verify_store` finds, and then, if the log itself can be believed, what the log says
    of claims: `lost-claim`, `spare-claim`. `mend`: what the log knows better is written anew."""
    sound = True
    for flaw in verify_store(store, rest, mend):
        sound = sound and flaw.kind not in OF_THE_LOG
        yield flaw
    if sound:
        yield from _verify_claims(store, rest, mend)


def _verify_claims(store: Store, rest: Callable[[], None], mend: bool) -> Iterator[Flaw]:
    claims, wrong = _Claims(), dict[Key, tuple[bytes | None, bytes | None]]()
    for each in range(ROUNDS):
        claims.read_on(store, rest)
        differs = claims.differences(store)
        wrong = {key: both for key, both in differs.items() if not each or key in wrong}
        if not wrong:
            return
    for (what, name), (there, owner) in wrong.items():
        lost = owner is not None
        said = f"The log has {WORDS[what]}" if lost else f"The log does not have {WORDS[what]}"
        message = f"{said}, and the row beside it says otherwise: {name}."
        yield Flaw("lost-claim" if lost else "spare-claim", None, None, 0, message)
        if mend:
            store.swap(Swap(what, name, there, owner))


class _Claims:
    """Whose everything is, by the events read so far."""

    def __init__(self) -> None:
        self._owners: dict[Key, bytes] = {}
        self._waiting: dict[str, set[int]] = {}
        self._position = 0

    def read_on(self, store: Store, rest: Callable[[], None]) -> None:
        for stored in store.read_all(self._position):
            self._position = stored.position
            self._take(stored)
            if not stored.position % PAGE:
                rest()

    def differences(self, store: Store) -> dict[Key, tuple[bytes | None, bytes | None]]:
        """Where the rows say otherwise: what is there, and what should be."""
        should = dict(self._owners)
        should.update({(WAITING, stream): b"1" for stream in self._waiting})
        there = {
            (what, name): data for what in WORDS for name, data in store.passing_of(what).items()
        }
        return {
            key: (there.get(key), should.get(key))
            for key in sorted(should.keys() | there.keys())
            if there.get(key) != should.get(key)
        }

    def _take(self, stored: Stored) -> None:
        kind = kind_of(stored.stream, KINDS)
        if kind is None:
            return
        try:
            event = kind.rules.read_event(stored.line)
        except (Refusal, msgspec.DecodeError, ValueError):
            return  # the audit tells of it
        name = kind.name(stored.stream)
        if kind is PERSONS:
            for taken in claims_of_person(name, event):
                self._owners.setdefault((NAME, taken), name.encode())
            return
        self._statement(stored.stream, event)
        for claim in kind.claims(name, event) if kind.claims is not None else ():
            key = claim.what, claim.name
            if not claim.over:
                self._owners.setdefault(key, name.encode())
            elif self._owners.get(key) == name.encode():
                del self._owners[key]

    def _statement(self, stream: str, event: Event) -> None:
        if isinstance(event, StatementMade):
            self._waiting.setdefault(stream, set()).add(event.number)
        elif isinstance(event, StatementConfirmed | StatementRefused | StatementLapsed):
            self._waiting.get(stream, set()).discard(event.number)
            if not self._waiting.get(stream):
                self._waiting.pop(stream, None)
