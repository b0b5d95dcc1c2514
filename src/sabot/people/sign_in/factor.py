"""The second factor of staff: six digits that change (RFC 6238), or a recovery code on paper.

Each recovery code is good once. The vault keeps the secret, and the codes as hashes. The log has
neither.
"""

import hmac
import io
import secrets
from datetime import datetime
from typing import Final

import msgspec

from sabot.engine.declarations import RECORD, STAFF_ONLY, Address, decision
from sabot.engine.streams import Event
from sabot.people.persons.person import PERSON, ended, replace
from sabot.people.persons.state import Known

FACTOR: Final = "factor"
OFFERED: Final = "factor offered"
"""Names in the vault of the factor in use, and of one that was offered and is not proven yet."""
SECONDS: Final = 30
NEAR: Final = (0, -1, 1)
"""Steps whose digits are accepted: clocks differ, so that of the step before and after too."""
CODES: Final = 8
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS, GROUP = 3, 4
ISSUER: Final = "Sabot"


class Second(msgspec.Struct, frozen=True):
    """Second factor in the vault: the secret, the last step whose digits were used, and the hashes
    of the remaining recovery codes."""

    secret: str
    step: int = 0
    codes: tuple[str, ...] = ()

    def step_of(self, digits: str, now: datetime) -> int | None:
        """Return the step that these digits belong to; None if they are wrong or used."""
        import pyotp

        at, clock = int(now.timestamp()) // SECONDS, pyotp.TOTP(self.secret)
        for step in (at + each for each in NEAR):
            if step > self.step and hmac.compare_digest(clock.generate_otp(step), digits):
                return step
        return None


class FactorOffer(msgspec.Struct, frozen=True):
    """Second factor as it is shown once: the secret as text, as a URL for an authenticator and as
    an image (SVG) of that URL, and the recovery codes."""

    secret: str
    uri: str
    svg: str
    codes: tuple[str, ...]


def fresh_offer(name: str) -> FactorOffer:
    import pyotp
    import segno

    secret = pyotp.random_base32()
    uri = pyotp.TOTP(secret).provisioning_uri(name, issuer_name=ISSUER)
    picture = io.BytesIO()
    segno.make(uri, error="m").save(picture, "svg", xmldecl=False, border=4, light="#fff")
    return FactorOffer(
        secret, uri, picture.getvalue().decode(), tuple(_code() for _ in range(CODES))
    )


def _code() -> str:
    """Return a random code of sixty bits: `abcd-efgh-jkmn`."""
    groups = ("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))
    return "-".join(groups)


def plain_code(said: str) -> str:
    """Return a typed code in the form in which it was issued."""
    text = "".join(letter for letter in said.casefold() if letter.isalnum())
    if text.isdigit() or len(text) != GROUPS * GROUP:
        return text
    return "-".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))


class FactorOffered(Event, frozen=True, kw_only=True):
    """Record that a person who gave the password was offered a second factor."""

    basis = RECORD
    sight = STAFF_ONLY

    address: Address


class FactorSet(Event, frozen=True, kw_only=True):
    """Record that the second factor was proven and is required from now on. `codes`: recovery
    codes."""

    basis = RECORD
    sight = STAFF_ONLY

    codes: int


class CodeWrong(Event, frozen=True, kw_only=True):
    """Record a right password with a wrong second factor."""

    basis = RECORD
    sight = STAFF_ONLY

    address: Address


class RecoveryUsed(Event, frozen=True, kw_only=True):
    """Record the use of a recovery code. `left`: codes that remain."""

    basis = RECORD
    sight = STAFF_ONLY

    left: int


class FactorReset(Event, frozen=True, kw_only=True):
    """Record the loss of the second factor; another one is enrolled at the next sign-in."""

    basis = decision("rights", alone=False)
    sight = STAFF_ONLY
    ends_sessions = True


@PERSON.evolves(FactorOffered)
@PERSON.evolves(RecoveryUsed)
@PERSON.evolves(CodeWrong)
def factor_noted(known: Known, event: Event) -> Known:
    return known


@PERSON.evolves(FactorSet)
def factor_set(known: Known, event: FactorSet) -> Known:
    return replace(known, factor=known.version + 1)


@PERSON.evolves(FactorReset)
def factor_reset(known: Known, event: FactorReset) -> Known:
    return replace(ended(known), factor=0)
