"""Receipts of a tournament over HTTP: fees that were paid and prizes that were paid out."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

import msgspec

from sabot.engine.streams import Event, read_line
from sabot.floor.kinds import TOURNAMENTS
from sabot.rules.roles import CASHIER, HEADS, PLAYER
from sabot.server.http.names import telling
from sabot.server.http.routes import GAMING_STAFF, WATCHERS, Asked, Route
from sabot.server.tournaments.tournaments import contest_of
from sabot.tournament.entries.registration import BoughtBack, TournamentEntered
from sabot.tournament.purse.payments import OwedPaid
from sabot.tournament.sessions.buy_ins import BuyInPaid

READERS: Final = GAMING_STAFF | WATCHERS | HEADS | {CASHIER, PLAYER}
FEE, BUY_IN, BUY_BACK, PRIZE = "fee", "buy-in", "buy-back", "prize"


class FeeReceipt(msgspec.Struct, frozen=True):
    """A payment: `number` is that of its event in the tournament's log, `what` is "fee", "buy-in",
    "buy-back" or "prize" (all that was owed), `by` the person who took or paid it."""

    number: int
    at: datetime
    player: str
    what: str
    amount: int
    method: str
    reference: str
    by: str


def receipts_of(event: Event, number: int, at: datetime, by: str) -> Iterator[FeeReceipt]:
    """Yield the receipts of an event: one for each player who paid or was paid."""
    match event:
        case TournamentEntered():
            yield _paid_in(event, FEE, number, at, by)
        case BuyInPaid():
            yield _paid_in(event, BUY_IN, number, at, by)
        case BoughtBack():
            yield _paid_in(event, BUY_BACK, number, at, by)
        case OwedPaid():
            for player, amount in event.paid.items():
                method, reference = event.method, event.reference
                yield FeeReceipt(number, at, player, PRIZE, amount, method, reference, by)


def _paid_in(event: Any, what: str, number: int, at: datetime, by: str) -> FeeReceipt:
    amount = sum(move.amount for move in event.moves)
    return FeeReceipt(number, at, event.player, what, amount, event.method, event.reference, by)


def _receipts(asked: Asked) -> list[FeeReceipt]:
    name, person = asked.path["id"], asked.person
    contest_of(asked.casino, name)
    found: list[FeeReceipt] = []
    for stored in asked.casino.store.read(TOURNAMENTS.stream(name)):
        line, event = read_line(stored.line), TOURNAMENTS.rules.read_event(stored.line)
        found += receipts_of(event, line.seq, line.at, line.by)
    if person.role != PLAYER:
        return found
    own = (each for each in found if each.player == person.name)
    return [msgspec.structs.replace(each, by="") for each in own]


async def receipts(asked: Asked) -> list[FeeReceipt]:
    return await asked.casino.work(telling(asked, _receipts), asked)


ROUTES = (
    Route(
        "GET", "/api/tournaments/{id}/receipts", READERS, receipts,
        "Receipts for fees and prizes: a player's own, or all of them for the desk.",
        gives=list[FeeReceipt], refuses=("unknown-tournament",),
    ),
)  # fmt: skip
