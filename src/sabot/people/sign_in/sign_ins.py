"""Signing in with a password and a second factor; listing and ending one's own sign-ins."""

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.people.persons.person import SignedIn, SignedOut
from sabot.people.persons.roster import Roster, Update
from sabot.people.persons.state import Known
from sabot.people.sign_in.door import desk_of
from sabot.people.sign_in.factor import (
    FACTOR,
    OFFERED,
    FactorOffer,
    FactorOffered,
    FactorSet,
    RecoveryUsed,
    Second,
    fresh_offer,
    plain_code,
)
from sabot.people.sign_in.passes import BYTES, LENGTH, Session, SignIn, digest
from sabot.people.sign_in.password_check import Doorman
from sabot.people.sign_in.passwords import Passwords
from sabot.people.sign_in.sessions import Sessions
from sabot.rules.roles import PLAYER

DEVICE: Final = "device"


class Came(msgspec.Struct, frozen=True):
    """A sign-in that succeeded. `device` identifies the browser at its next sign-in."""

    token: str
    session: Session
    device: str


def device_id(secret: str) -> str | None:
    """Return the name of a known browser in the log; None if the secret is not one that Sabot
    issued."""
    is_one = len(secret) == LENGTH and secret.isascii()
    return f"{DEVICE}:{digest(secret)[:32]}" if is_one else None


class Comings:
    """Sign people in, list their sign-ins and end them. `asks`: staff must show a second factor."""

    def __init__(
        self,
        roster: Roster,
        sessions: Sessions,
        doorman: Doorman,
        passwords: Passwords,
        asks: bool,
    ) -> None:
        self._roster = roster
        self._sessions = sessions
        self._doorman = doorman
        self._passwords = passwords
        self._asks = asks

    def sign_in(
        self, name: str, password: str, address: str, device: str = "", code: str = ""
    ) -> Came:
        """Open a session.

        Any fault is refused as `not-signed-in`, with one sentence and after about the same time.
        Only a caller who knows the password is told `second-factor` (a code is needed),
        `enrol-factor` (none is enrolled yet: ask for an `offer`) or `wrong-code`.
        """
        desk, made = desk_of(address), list[Came]()
        seen = device_id(device)
        kept = device if seen is not None else secrets.token_urlsafe(BYTES)

        def welcome(known: Known, now: datetime) -> Update:
            token, swap, session = self._sessions.fresh(known, desk, now)
            made[:] = [Came(token, session, kept)]
            event = SignedIn(address=desk, session=session.id, device=device_id(kept))
            return Update([event], swaps=[swap])

        self._doorman.admit(
            name, password, desk, welcome, device=seen, prove=self._prove(name, code)
        )
        return made[0]

    def offer(self, name: str, password: str, address: str, device: str = "") -> FactorOffer:
        """Return a new second factor for a member of staff who has none. Signing in with its digits
        proves it."""
        desk, shown = desk_of(address), fresh_offer(name)

        def welcome(known: Known, now: datetime) -> Update:
            if not self._is_asked(known) or known.factor:
                message = "Only staff enrol a second factor, and only once."
                raise Refusal("has-factor", None, message)
            hashes = tuple(self._passwords.hash_of(code) for code in shown.codes)
            second = msgspec.json.encode(Second(shown.secret, codes=hashes))
            return Update([FactorOffered(address=desk)], {OFFERED: second})

        self._doorman.admit(name, password, desk, welcome, device=device_id(device))
        return shown

    def knows(self, name: str, device: str) -> bool:
        """Return True if the person has signed in with this browser before."""
        known, seen = self._roster.known(name), device_id(device)
        return known is not None and seen is not None and seen in known.devices

    def of(self, name: str) -> list[SignIn]:
        """Return a person's sign-ins, newest first."""
        known = self._roster.known(name)
        return [] if known is None else [each for each, _ in self._sessions.of(known)]

    def end(self, name: str, ids: Callable[[str], bool], via: str | None) -> int:
        """End those of a person's own sign-ins whose id `ids` accepts; return how many there
        were."""

        def leave(known: Known, now: datetime) -> Update:
            found = [(each, gone) for each, gone in self._sessions.of(known) if ids(each.id)]
            events = [SignedOut(session=each.id) for each, _ in found]
            return Update(events, swaps=[gone for _, gone in found])

        _, made = self._roster.change(name, name, leave, via)
        for swap in made.swaps:
            self._sessions.forget(*swap.key)
        return len(made.swaps)

    def prove_again(self, name: str, said: str) -> Callable[[Known, datetime], Update | None]:
        """Return a check that asks a signed-in member of staff for the second factor once more. A
        token lets a program in without it, and must not be enough to change the password."""
        prove = self._prove(name, said)

        def again(known: Known, now: datetime) -> Update | None:
            if self._is_asked(known) and not known.factor:
                message = "Sign in and enrol a second factor first."
                raise Refusal("enrol-factor", None, message)
            return prove(known, now)

        return again

    def _is_asked(self, known: Known) -> bool:
        return self._asks and known.role != PLAYER

    def _prove(self, name: str, said: str) -> Callable[[Known, datetime], Update | None]:
        code = plain_code(said)

        def prove(known: Known, now: datetime) -> Update | None:
            if not self._is_asked(known):
                return Update()
            kept = self._roster.sealed(name, FACTOR if known.factor else OFFERED)
            if known.factor and not code:
                message = "Now the six digits of your authenticator, or a recovery code."
                raise Refusal("second-factor", None, message)
            if not code or kept is None:
                message = "Staff enrol a second factor at the first sign-in."
                raise Refusal("enrol-factor", None, message)
            return self._shown(known, msgspec.json.decode(kept, type=Second), code, now)

        return prove

    def _shown(self, known: Known, second: Second, code: str, now: datetime) -> Update | None:
        """Return the change that a code leads to; None if the code is wrong."""
        step = second.step_of(code, now)
        if step is not None:
            kept = msgspec.json.encode(msgspec.structs.replace(second, step=step))
            if known.factor:
                return Update((), {FACTOR: kept})
            return Update([FactorSet(codes=len(second.codes))], {FACTOR: kept, OFFERED: None})
        fits = [each for each in second.codes if self._passwords.is_hash_of(each, code)]
        if not known.factor or not fits:
            return None
        left = tuple(each for each in second.codes if each not in fits)
        kept = msgspec.json.encode(msgspec.structs.replace(second, codes=left))
        return Update([RecoveryUsed(left=len(left))], {FACTOR: kept})
