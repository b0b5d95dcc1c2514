"""Patrons at the cashier's desk: found by name, card or document; their identity; receipts."""

from datetime import date, datetime
from typing import Annotated, Final

import msgspec

from sabot.accounts import ACCOUNT, Deposited, Withdrawn
from sabot.accounts.identity import DOCUMENT_KINDS
from sabot.accounts.state import PURSE
from sabot.core.refusal import Refusal, named
from sabot.engine.ledger import Move
from sabot.engine.live import read_line
from sabot.floor.kinds import ACCOUNTS
from sabot.links.identities import IDENTITY, read_personal_data
from sabot.parts.papers import RECEIPT
from sabot.rules.roles import CASHIER, PLAYER
from sabot.server.casino import Casino
from sabot.server.http.routes import SUPERVISORS, WATCHERS, Asked, Route
from sabot.server.tables.accounts import has_account

AT_CAGE: Final = SUPERVISORS | {CASHIER}
BY_CARD, BY_DOCUMENT, BY_NAME = "card", "document", "name"
MOST: Final = 20
"""Most patrons found at once; more letters narrow the search."""
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class PatronQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Letters of a name, the number of a Player Card, or that of an identity document."""

    like: Text


class FoundPatron(msgspec.Struct, frozen=True):
    """A patron with an account, and whether the card, the document or the name was found."""

    player: str
    called: str
    by: str


class PatronsFound(msgspec.Struct, frozen=True):
    """Patrons that were found, and the kinds of documents that show an identity."""

    patrons: list[FoundPatron]
    documents: tuple[str, ...] = DOCUMENT_KINDS


class PersonalView(msgspec.Struct, frozen=True):
    """Personal data of an account's holder, from the vault."""

    full_name: str
    born: date
    number: str


class CageReceipt(msgspec.Struct, frozen=True):
    """Receipt of money that came into an account or went out of it, numbered in one series of the
    casino; `balance` is that after it, in cents."""

    number: int
    player: str
    called: str
    at: datetime
    do: str
    amount: int
    method: str
    reference: str
    by: str
    balance: int


async def find(asked: Asked) -> PatronsFound:
    said: PatronQuery = asked.body
    return PatronsFound(await asked.casino.work(_found, asked.casino, said.like.strip()))


def _found(casino: Casino, like: str) -> list[FoundPatron]:
    """Find by the card, by the document, then by names that begin so before those that have it
    further in."""
    found: dict[str, str] = {}
    intake = casino.floor.intake
    for way, look in ((BY_CARD, intake.holder), (BY_DOCUMENT, intake.document_holder)):
        try:
            player = look(like)
        except Refusal:  # the number as a screen shows it
            player = None
        if player is not None:
            found.setdefault(player, way)
    letters = like.casefold()
    people = {each.name: each.called for each in casino.people.everyone() if each.role == PLAYER}
    accounts = (ACCOUNTS.name(each) for each in casino.store.streams_like(ACCOUNTS.stream(like)))
    names = [
        *(like, *accounts),
        *sorted(
            (name for name, called in people.items() if _fits(letters, name, called)),
            key=lambda name: (not _begins(letters, name, people[name]), name),
        ),
    ]
    for name in names:
        if len(found) < MOST and name not in found and has_account(casino, name):
            found[name] = BY_NAME
    return [FoundPatron(name, people.get(name, name), way) for name, way in found.items()]


def _fits(letters: str, *names: str) -> bool:
    return any(letters in each.casefold() for each in names)


def _begins(letters: str, *names: str) -> bool:
    return any(each.casefold().startswith(letters) for each in names)


async def identity(asked: Asked) -> PersonalView:
    player = asked.path["id"]
    sealed = await asked.casino.work(asked.casino.store.unseal, ACCOUNTS.stream(player), IDENTITY)
    if sealed is None:
        message = "No document of {player} is recorded."
        raise Refusal("no-identity", None, message, player=named(player))
    data = read_personal_data(sealed)
    return PersonalView(data.full_name, data.born, data.number)


async def receipt(asked: Asked) -> CageReceipt:
    text = asked.path["number"]
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
    found = await asked.casino.work(receipt_of, asked.casino, number)
    if found is None:
        message = "There is no receipt {number}."
        raise Refusal("no-receipt", None, message, number=number)
    return found


def receipt_of(casino: Casino, number: int) -> CageReceipt | None:
    """Return the receipt of a number; None where no payment has it."""
    owner = casino.store.expiring_row(RECEIPT.key, str(number))
    if owner is None:
        return None
    player, balance = owner.decode(), 0
    for stored in casino.store.read(ACCOUNTS.stream(player)):
        event = ACCOUNT.read_event(stored.line)
        balance += _into(getattr(event, "moves", ()))
        if not isinstance(event, Deposited | Withdrawn) or event.receipt != number:
            continue
        line = read_line(stored.line)
        return CageReceipt(
            number=number,
            player=player,
            called=_full_name(casino, player),
            at=line.at,
            do="deposit" if isinstance(event, Deposited) else "withdraw",
            amount=sum(move.amount for move in event.moves),
            method=event.method,
            reference=event.reference,
            by=event.cashier or line.by,
            balance=balance,
        )
    return None


def _full_name(casino: Casino, player: str) -> str:
    """Return a player's name: as their document has it, where the cage has seen one."""
    sealed = casino.store.unseal(ACCOUNTS.stream(player), IDENTITY)
    if sealed is not None:
        return read_personal_data(sealed).full_name
    person = casino.people.person(player)
    return player if person is None else person.called


def _into(moves: tuple[Move, ...]) -> int:
    """Return the cents that moves bring into the account's purse."""
    came = sum(move.amount for move in moves if move.target == PURSE)
    return came - sum(move.amount for move in moves if move.source == PURSE)


ROUTES = (
    Route("POST", "/api/cage/patrons", AT_CAGE, find,
          "Patrons by name, Player Card or document. Numbers are in no address.",
          takes=PatronQuery, gives=PatronsFound),
    Route("GET", "/api/players/{id}/identity", AT_CAGE, identity,
          "Personal data of an account's holder, from the vault.", gives=PersonalView,
          refuses=("no-identity",)),
    Route("GET", "/api/cage/receipts/{number}", AT_CAGE | WATCHERS, receipt,
          "A receipt of a deposit or withdrawal, to print.", gives=CageReceipt,
          refuses=("no-receipt",)),
)  # fmt: skip
