"""The identity of an account's holder: a document that a cashier has seen.

The log has the kind of the document, a keyed digest of its number and its last day; the vault has
the number in clear, the holder's full name and their date of birth. A document belongs to one
account, so that one person has one account.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Final

import msgspec

from sabot.accounts.account import claim_name
from sabot.accounts.days import local_day
from sabot.accounts.state import Account, Identity
from sabot.accounts.stream import ACCOUNT, BY_CASHIER, check_not_own, check_opened, replace
from sabot.core.card_numbers import is_digest
from sabot.core.refusal import Refusal, named, quoted
from sabot.core.revision import PEOPLE
from sabot.engine.declarations import (
    STAFF_ONLY,
    CardNumber,
    Unkept,
    on_pages,
    server_fills,
    statement,
)
from sabot.engine.streams import Claim, ClaimKind, Command, Event, Rejection
from sabot.policies.rules import PolicyTerms

PASSPORT: Final = "passport"
DOCUMENT_KINDS: Final = (
    PASSPORT,
    "driver licence",
    "proof of age card",
    "national identity card",
)
LONGEST_NAME: Final = 100
DOCUMENTS: Final = ClaimKind("identity-document", "an identity document", since=PEOPLE)
"""Keyed digests of the numbers of identity documents, each of which belongs to one account."""


class RecordIdentity(Command, frozen=True, kw_only=True):
    """Record the document by which a cashier has checked who the player is. `document` is its
    number, of which the log keeps a digest; `number` is the same, for the vault, as are `full_name`
    and `born`. The server moves these into the vault and fills in that they are `kept`, the `terms`
    of the policy in force, and whether the player is `of_age` by them."""

    pages = on_pages("cage")
    server_fields = server_fills("kept terms of_age", changes="number full_name born")

    kind: str
    document: CardNumber
    expires: date
    number: Unkept = ""
    full_name: Unkept = ""
    born: Unkept = ""
    kept: bool = False
    terms: PolicyTerms | None = None
    of_age: bool = False


class IdentityRecorded(Event, frozen=True, kw_only=True):
    """`expires` is the last day on which the document is valid, `checked` the local day on which
    the cashier saw it."""

    basis = statement("player-card", alone=True)
    sight = STAFF_ONLY
    claim_kinds = (DOCUMENTS,)

    kind: str
    document: CardNumber
    expires: date
    checked: date

    def claims(self, name: str) -> Iterator[Claim]:
        message = "Another account was opened with that document: one person has one account."
        taken = Rejection("document-taken", None, message)
        yield Claim(DOCUMENTS, claim_name(self.document), taken)


class PersonalData(msgspec.Struct, frozen=True):
    """Personal data of an account's holder, as the vault keeps it."""

    number: str
    full_name: str
    born: date


def personal_data(command: RecordIdentity) -> PersonalData:
    """Return the personal data of a command; reject data that is missing or cannot be."""
    full_name = " ".join(command.full_name.split())
    if not full_name or len(full_name) > LONGEST_NAME:
        raise Refusal("no-identity", None, "Give the full name as the document has it.")
    try:
        born = date.fromisoformat(command.born)
    except ValueError:
        message = "Give the date of birth as 1990-12-31."
        raise Refusal("no-identity", None, message) from None
    return PersonalData(command.number, full_name, born)


def years_old(born: date, today: date) -> int:
    """Return a person's age in whole years.

    >>> born = date(2000, 2, 29)
    >>> years_old(born, date(2018, 2, 28)), years_old(born, date(2018, 3, 1))
    (17, 18)
    """
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


@ACCOUNT.decides(RecordIdentity, BY_CASHIER)
def record_identity(account: Account, command: RecordIdentity, now: datetime) -> Sequence[Event]:
    check_opened(account)
    check_not_own(account, command)
    if command.kind not in DOCUMENT_KINDS:
        listed = ", ".join(DOCUMENT_KINDS)
        message = "An identity is shown by {listed}, not by {kind}."
        raise Refusal("unknown-document", None, message, listed=listed, kind=quoted(command.kind))
    if not is_digest(command.document) or not command.kept:
        raise Refusal("no-identity", None, "Give the number of the document.")
    _check_age(command)
    today = local_day(account, now)
    if command.expires < today:
        message = "That document was valid until {expires}: ask for one that is valid."
        raise Refusal("expired-document", None, message, expires=command.expires.isoformat())
    return [
        IdentityRecorded(
            kind=command.kind, document=command.document, expires=command.expires, checked=today
        )
    ]


def _check_age(command: RecordIdentity) -> None:
    """Reject a holder who is too young by the policy in force."""
    age = None if command.terms is None else command.terms.identity_least_age
    if age is not None and not command.of_age:
        message = "The holder of this document is younger than {age}: no document is recorded."
        raise Refusal("too-young", None, message, age=age)


@ACCOUNT.evolves(IdentityRecorded)
def identity_recorded(account: Account, event: IdentityRecorded) -> Account:
    found = Identity(event.kind, event.document, event.expires, event.checked)
    return replace(account, identity=found)


def check_identity(account: Account, terms: PolicyTerms | None, now: datetime) -> None:
    """Reject play and deposits of a player whose identity was not checked by a document that is
    still valid, where the policy in force asks for it."""
    if terms is None or not terms.identity_checked:
        return
    if account.identity is None:
        message = "The cage has not checked who {player} is: it records a document first."
        raise Refusal("no-identity", None, message, player=named(account.player))
    if account.identity.expires < local_day(account, now):
        message = "The document of {player} was valid until {expires}: the cage records a new one."
        raise Refusal(
            "expired-document",
            None,
            message,
            player=named(account.player),
            expires=account.identity.expires.isoformat(),
        )
