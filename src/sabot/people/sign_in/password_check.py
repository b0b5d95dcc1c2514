"""Password check at sign-in. Every refusal has one sentence and is counted."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

from sabot.core.refusal import Refusal
from sabot.engine.streams import Event
from sabot.people.persons.person import LOCK, WINDOW, Denied, LockedOut, SignInDenied, SignInFailed
from sabot.people.persons.roster import PASSWORD, Roster, Update
from sabot.people.persons.state import Known
from sabot.people.sign_in.door import NOBODY, Door
from sabot.people.sign_in.factor import CodeWrong
from sabot.people.sign_in.passwords import Passwords
from sabot.store import Swap

WRONG: Final = "Wrong name or password. After several wrong tries you must wait before the next."
"""The one message for an unknown name, a wrong password, and a locked or disabled name."""
WRONG_INSIDE: Final = "That is not the password; after a few tries it takes a while."
TURNED_AWAY: Final = "turned-away"
ASKED: Final = "asked"
LONGEST_ASKED: Final = 200
FROM_ONE_ADDRESS: Final = 3
IN_ALL: Final = 10


class Doorman:
    """Check passwords. Every check hashes one password and writes once, with any result."""

    def __init__(self, roster: Roster, passwords: Passwords, door: Door) -> None:
        self._roster = roster
        self._passwords = passwords
        self._door = door

    def admit(
        self,
        name: str,
        password: str,
        desk: str,
        welcome: Callable[[Known, datetime], Update],
        inside: bool = False,
        device: str | None = None,
        prove: Callable[[Known, datetime], Update | None] | None = None,
    ) -> Known:
        """Make the change that `welcome` returns for a person who gives the right password.
        `inside`: the person has a session, so the refusal says what is wrong, and lock-outs from
        other addresses do not count. A `device` used before counts as an address of its own.
        `prove` checks a further factor; it returns the change that follows, or None if it was
        wrong."""
        known = self._roster.known(name)
        sealed = None if known is None else self._roster.sealed(name)
        is_right = self._passwords.fits(sealed, password)
        if known is None or sealed is None:
            self._door.knock(desk)
            raise _wrong(inside)
        renewed = {}
        if is_right and self._passwords.is_outdated(sealed):
            renewed = {PASSWORD: self._passwords.sealed(password)}
        checked = known.password

        def decide(known: Known, now: datetime) -> Update:
            """Decide on the person's state at the time of writing, so that guesses made at the same
            time count like guesses made one after another."""
            place = device if device is not None and device in known.devices else desk
            if known.is_out or is_locked_out(known, place, now, inside):
                return Update()
            if not is_right or known.password != checked:
                return Update(failed(known, place, now))
            proof = Update() if prove is None else prove(known, now)
            if proof is None:
                return Update([*failed(known, place, now), CodeWrong(address=place)])
            made = welcome(known, now)
            seal = {**renewed, **proof.seal, **made.seal}
            return Update([*proof.events, *made.events], seal, made.swaps)

        after, change = self._roster.change(name, name if is_right else NOBODY, decide)
        if not change.events:
            self._count(TURNED_AWAY, name, desk)
        if change.events and isinstance(change.events[-1], CodeWrong):
            message = "Those digits are wrong, or were used: wait for the next ones."
            raise Refusal("wrong-code", None, message)
        if not change.events or isinstance(change.events[0], SignInFailed):
            raise _wrong(inside)
        return after

    def denied(self, name: str, asked: str, desk: str) -> None:
        """Count a request for which the person's role has no right."""
        self._count(ASKED, name, desk, asked[:LONGEST_ASKED])

    def settle(self) -> None:
        """Log all refusals that were counted and have waited long enough."""
        self._door.settle(self._told)

    def _count(self, kind: str, name: str, desk: str, asked: str = "") -> None:
        def decide(known: Known, now: datetime) -> Update:
            count, swap = self._door.once_more(f"{kind} {name}", desk, now, asked)
            return Update([_event(kind, desk, asked, count)] if count else [], swaps=[swap])

        with suppress(Refusal):  # under a flood of requests counting cannot keep up
            self._roster.change(name, NOBODY if kind == TURNED_AWAY else name, decide)

    def _told(self, key: str, address: str, asked: str, count: int, swap: Swap) -> None:
        kind, _, name = key.partition(" ")
        by = NOBODY if kind == TURNED_AWAY else name

        def decide(known: Known, now: datetime) -> Update:
            if not self._door.is_current(swap):
                return Update()
            return Update([_event(kind, address, asked, count)], swaps=[swap])

        with suppress(Refusal):
            self._roster.change(name, by, decide)


def _event(kind: str, address: str, asked: str, count: int) -> Event:
    if kind == ASKED:
        return Denied(address=address, asked=asked, count=count)
    return SignInDenied(address=address, count=count)


def _wrong(inside: bool) -> Refusal:
    if inside:
        return Refusal("wrong-password", None, WRONG_INSIDE)
    return Refusal("not-signed-in", None, WRONG)


def failed(known: Known, address: str, now: datetime) -> Sequence[Event]:
    """Return the events that follow from a wrong password.

    Three within half an hour from one address lock the name against that address for a quarter of
    an hour. Other addresses are not affected, so that a stranger cannot lock a person out of their
    work. After ten from all addresses, the name is open only to browsers and addresses that the
    person has used before.
    """
    near = (each.address for each in known.failures if abs(now - each.at) < WINDOW)
    recent = [*near, address]
    events: list[Event] = [SignInFailed(address=address, moment=now)]
    if recent.count(address) >= FROM_ONE_ADDRESS:
        events.append(LockedOut(address=address, until=now + LOCK))
    if len(recent) >= IN_ALL:
        events.append(LockedOut(address=None, until=now + LOCK))
    return events


def is_locked_out(known: Known, address: str, now: datetime, inside: bool = False) -> bool:
    """Return True if the name is locked against that address. For a person `inside`, who has a
    session already, and for a known browser or address, only attempts from there count, so that
    strangers cannot lock a name against its owner."""
    is_seen = inside or address in known.devices or address in known.places
    against = {address} if is_seen else {address, None}
    return any(
        now < each.until <= now + LOCK and each.address in against for each in known.lock_outs
    )
