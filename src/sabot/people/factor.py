"""The second factor of whoever works here: six digits that change (RFC 6238), or one of a few codes
on paper, each good once. The secret lies in the vault, the codes as hashes; the log has neither."""

import hmac
import io
import secrets
from datetime import datetime
from typing import Final

import msgspec

from sabot.declarations import RECORD, Address, decision
from sabot.people.person import PERSON, ended, replace
from sabot.people.state import Known
from sabot.streams import Event

FACTOR: Final = "factor"
OFFERED: Final = "factor offered"
"""Where the vault keeps the factor in use, and one that was shown and not proven yet."""
SECONDS: Final = 30
NEAR: Final = (0, -1, 1)
"""Digits of the step before and after are good too: clocks differ."""
CODES: Final = 8
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS, GROUP = 3, 4
ISSUER: Final = "Sabot"


class Second(msgspec.Struct, frozen=True):
    """What the vault has: the secret, the last step whose digits were used, and the hashes of the
    recovery codes that are left."""

    secret: str
    step: int = 0
    codes: tuple[str, ...] = ()

    def step_of(self, digits: str, now: datetime) -> int | None:
        """The step that these digits are of; None for those that are wrong, or were used."""
        import pyotp

        at, clock = int(now.timestamp()) // SECONDS, pyotp.TOTP(self.secret)
        for step in (at + each for each in NEAR):
            if step > self.step and hmac.compare_digest(clock.generate_otp(step), digits):
                return step
        return None


class Offer(msgspec.Struct, frozen=True):
    """What somebody is shown once: the secret as text, as an address for an authenticator and as a
    picture (SVG) of that, and the recovery codes."""

    secret: str
    uri: str
    svg: str
    codes: tuple[str, ...]


def fresh_offer(name: str) -> Offer:
    import pyotp
    import segno

    secret = pyotp.random_base32()
    uri = pyotp.TOTP(secret).provisioning_uri(name, issuer_name=ISSUER)
    picture = io.BytesIO()
    segno.make(uri, error="m").save(picture, "svg", xmldecl=False, border=4, light="#fff")
    return Offer(secret, uri, picture.getvalue().decode(), tuple(_code() for _ in range(CODES)))


def _code() -> str:
    """Sixty bits by chance: `abcd-efgh-jkmn`."""
    groups = ("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))
    return "-".join(groups)


def plain_code(said: str) -> str:
    """As it was given out, however it was typed.

    >>> plain_code(" 123 456"), plain_code("ABCD efgh jkmn")
    ('123456', 'abcd-efgh-jkmn')
    """
    text = "".join(letter for letter in said.casefold() if letter.isalnum())
    if text.isdigit() or len(text) != GROUPS * GROUP:
        return text
    return "-".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))


class FactorOffered(Event, frozen=True, kw_only=True):
    """Somebody who knows the password was shown a second factor, to be proven."""

    basis = RECORD

    address: Address


class FactorSet(Event, frozen=True, kw_only=True):
    """It was proven, and is asked for from now on; with so many recovery codes."""

    basis = RECORD

    codes: int


class CodeWrong(Event, frozen=True, kw_only=True):
    """The password was right, and the second factor was not."""

    basis = RECORD

    address: Address


class RecoveryUsed(Event, frozen=True, kw_only=True):
    """A code on paper was used instead; so many are left."""

    basis = RECORD

    left: int


class FactorReset(Event, frozen=True, kw_only=True):
    """It is lost: another one is enrolled at the next sign-in."""

    basis = decision("rights", alone=False)
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
