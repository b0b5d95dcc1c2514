"""Sessions of people and tokens of programs. Only their hashes are kept, in expiring rows.

A session is good while its person has not been disabled, given another role or password, or signed
out everywhere since. It stores the number of the event that last did one of these; such an event
ends all sessions at once, even if the process that wrote it stops right after.
"""

import secrets
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache
from threading import Lock
from typing import Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.live import read_line
from sabot.people.persons.person import (
    PERSON,
)
from sabot.people.persons.roster import STREAM, Roster
from sabot.people.persons.state import Known
from sabot.people.sign_in.passes import (
    BYTES,
    PROGRAM,
    SESSION,
    TOKEN,
    HeldSession,
    Row,
    Session,
    SignIn,
    Token,
    digest,
    idle,
    is_good,
    kind_and_key,
    public_id,
    recent,
    token_of,
)
from sabot.store import Store, Swap

LIFE: Final = timedelta(hours=12)
SAVED: Final = 20
"""Times that the activity of a session is written in one idle time."""
MOST_CACHED: Final = 50_000
SWEPT_EVERY: Final = timedelta(minutes=10)


@cache
def endings() -> frozenset[str]:
    """Return the names of events after which a person's sessions and tokens are looked at again."""
    ending = (event for event in PERSON.events if event.ends_sessions)
    return frozenset(name for event in ending for name in PERSON.names_of(event))


def idle_seconds(role: str) -> int:
    """Return the seconds without activity after which a session is locked.

    >>> idle_seconds("dealer"), idle_seconds("player")
    (300, 1800)
    """
    return int(idle(role).total_seconds())


class Sessions:
    """Sessions and tokens of all persons. `ended` is called with every session that is found to be
    over."""

    def __init__(
        self,
        store: Store,
        roster: Roster,
        clock: Callable[[], datetime],
        ended: Callable[[str], None],
    ) -> None:
        self._store = store
        self._roster = roster
        self._clock = clock
        self._ended = ended
        self._held: dict[str, HeldSession] = {}
        self._lock = Lock()
        self._swept: datetime | None = None
        self._endings = 0
        self._following = Lock()
        self._followed: datetime | None = None
        self._position = store.last_position()

    def fresh(
        self, known: Known, address: str, now: datetime, made: datetime | None = None
    ) -> tuple[str, Swap, Session]:
        """Return a new session that is not yet written: its token, the swap that writes it, and the
        session. `made`: time of the sign-in, if that was earlier."""
        token = secrets.token_urlsafe(BYTES)
        key, made = digest(token), made or now
        row = Row(known.name, known.sessions_since, made, made + LIFE, now, address)
        swap = Swap(SESSION, key, None, msgspec.json.encode(row), row.until)
        session = Session(known.name, known.role, public_id(SESSION, key), made, now, False)
        return token, swap, session

    def find(self, token: object) -> Session | None:
        """Return the session of a token; None if it is over or never was."""
        found = kind_and_key(token)
        if found is None:
            return None
        kind, key = found
        now = self._clock()
        self._follow(now)
        held = self._held.get(key)
        if held is None or not held.is_fresh(now):
            held = self._load(kind, key, now)
        return None if held is None else held.session(now)

    def at_hand(self, token: object) -> Session | None:
        """Return the session of a token from memory; None: call `find`."""
        now = self._clock()
        held = self._at_hand(token, now)
        return None if held is None else held[1].session(now)

    def awake(self, token: object) -> Session | None:
        """Return the session of a token from memory and note activity."""
        now = self._clock()
        held = self._at_hand(token, now)
        if held is None:
            return None
        self._touch(*held, now)
        return held[1].session(now)

    def _at_hand(self, token: object, now: datetime) -> tuple[str, HeldSession] | None:
        found = kind_and_key(token)
        if found is None or not recent(self._followed, now):
            return None
        held = self._held.get(found[1])
        return (found[1], held) if held is not None and held.is_fresh(now) else None

    def _follow(self, now: datetime) -> None:
        """Read every two seconds from the log whose sessions ended: one query for all."""
        if recent(self._followed, now):
            return
        with self._following:
            if recent(self._followed, now):
                return
            up_to = self._store.last_position()
            moved = self._store.read_since(STREAM, self._position, up_to)
            ended = {each.stream for each in moved if read_line(each.line).what in endings()}
            if ended:
                with self._lock:
                    self._endings += 1
                    for held in self._held.values():
                        held.is_doubtful |= STREAM + held.row.person in ended
            self._position, self._followed = up_to, now

    def row(self, token: object) -> tuple[str, bytes, Row] | None:
        """Return a stored session: its key, its bytes, and the decoded row."""
        found = kind_and_key(token)
        if found is None or found[0] != SESSION:
            return None
        raw = self._store.expiring_row(*found)
        return None if raw is None else (found[1], raw, msgspec.json.decode(raw, type=Row))

    def touch(self, token: object) -> None:
        """Note activity; never waits for the disk. Without effect on a locked session."""
        found = kind_and_key(token)
        if found is None or self.find(token) is None:
            return
        held = self._held.get(found[1])
        if held is not None:
            self._touch(found[1], held, self._clock())

    def _touch(self, key: str, held: HeldSession, now: datetime) -> None:
        if held.kind == TOKEN or held.is_locked(now):
            return
        held.seen = max(held.seen, now)
        if now - held.row.seen >= idle(held.role) / SAVED and not held.saving:
            self._save(key, held)

    def _save(self, key: str, held: HeldSession) -> None:
        held.saving = True
        row = msgspec.structs.replace(held.row, seen=held.seen)
        raw = msgspec.json.encode(row)

        def saved(done: "Future[bool]") -> None:
            held.saving = False
            if done.exception() is not None:
                return
            if done.result():
                held.row, held.raw = row, raw
            else:
                self._held.pop(key, None)  # changed by another process: read it again

        with suppress(Refusal):  # the store is closed
            later = self._store.swap_later(Swap(held.kind, key, held.raw, raw, row.until))
            later.add_done_callback(saved)

    def forget(self, kind: str, key: str) -> None:
        """Drop a session or token that this process has just ended."""
        with self._lock:
            self._endings += 1
            self._held.pop(key, None)
        self._ended(public_id(kind, key))

    def forget_person(self, name: str) -> None:
        """Drop all sessions of a person, which are over."""
        with self._lock:
            self._endings += 1
            for key in [key for key, held in self._held.items() if held.row.person == name]:
                self._held.pop(key, None)
        self._ended(name)

    def _load(self, kind: str, key: str, now: datetime) -> HeldSession | None:
        before, endings = self._held.get(key), self._endings
        raw = self._store.expiring_row(kind, key)
        row = None if raw is None else msgspec.json.decode(raw, type=Row)
        known = None if row is None else self._roster.known(row.person)
        if raw is None or row is None or known is None or not is_good(kind, key, row, known, now):
            if self._held.pop(key, None) is not None:
                self._ended(public_id(kind, key))
            return None
        seen = row.seen if before is None else max(row.seen, before.seen)
        held = HeldSession(kind, row, raw, known.role, public_id(kind, key), now, seen)
        with self._lock:
            if len(self._held) >= MOST_CACHED:
                self._held.clear()
            if endings == self._endings:  # otherwise a session ended meanwhile: read it again
                self._held[key] = held
        return held

    def sweep(self, now: datetime, *kinds: str) -> None:
        """Delete expired rows, at most once in `SWEPT_EVERY`."""
        if recent(self._swept, now, SWEPT_EVERY):
            return
        self._swept = now
        self._store.sweep(now, SESSION, TOKEN, *kinds)
        with self._lock:
            for key in [key for key, held in self._held.items() if held.row.until <= now]:
                del self._held[key]

    def of(self, known: Known) -> list[tuple[SignIn, Swap]]:
        """Return a person's valid sessions, newest first, each with the swap that ends it."""
        now, found = self._clock(), []
        for key, raw in self._store.expiring_rows_of(SESSION).items():
            id_ = public_id(SESSION, key)
            if id_ not in known.sessions:
                continue
            row = msgspec.json.decode(raw, type=Row)
            if row.person == known.name and is_good(SESSION, key, row, known, now):
                held = self._held.get(key)
                seen = row.seen if held is None else max(row.seen, held.seen)
                one = SignIn(id_, row.address, row.made, seen, row.until)
                found.append((one, Swap(SESSION, key, raw, None)))
        return sorted(found, key=lambda each: each[0].made, reverse=True)

    def fresh_token(
        self, known: Known, label: str, by: str, now: datetime, life: timedelta
    ) -> tuple[str, Swap, Token]:
        """Return a new token that is not yet written: its secret, the swap that writes it, and the
        token."""
        token = PROGRAM + secrets.token_urlsafe(BYTES)
        key = digest(token)
        row = Row(known.name, known.tokens_since, now, now + life, now, label=label, by=by)
        swap = Swap(TOKEN, key, None, msgspec.json.encode(row), row.until)
        return token, swap, token_of(key, row)

    def tokens(self) -> list[tuple[Token, Swap]]:
        """Return all valid tokens, each with the swap that ends it."""
        now, found = self._clock(), []
        for key, raw in self._store.expiring_rows_of(TOKEN).items():
            row = msgspec.json.decode(raw, type=Row)
            known = self._roster.known(row.person)
            if known is not None and is_good(TOKEN, key, row, known, now):
                found.append((token_of(key, row), Swap(TOKEN, key, raw, None)))
        return sorted(found, key=lambda each: (each[0].made, each[0].id))
