"""Dealers sign on at a table, hand over to one another, and go on their break."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import RECORD, STAFF_ONLY, on_pages, stops
from sabot.engine.streams import Command, Event
from sabot.rules.roles import DEALER
from sabot.table.dealer import SignedOnDealer
from sabot.table.state import IN_COUP, OPEN, Table
from sabot.table.stream import BY_DEALER, TABLE, replace


class SignOn(Command, frozen=True, kw_only=True):
    """Deal at this table from now on, relieving the dealer before."""

    pages = on_pages("deal")
    stopped_by = stops()


class DealerSignedOn(Event, frozen=True, kw_only=True):
    """A dealer signed on; `relieves` is the dealer before, if any."""

    basis = RECORD
    sight = STAFF_ONLY

    dealer: str
    since: datetime
    relieves: str | None = None


@TABLE.decides(SignOn, BY_DEALER, OPEN)
def sign_on(table: Table, command: SignOn, now: datetime) -> Sequence[Event]:
    """Sign a dealer on; a coup is finished by the dealer who began it."""
    deals = table.dealer
    if deals is not None and deals.name == command.actor:
        message = "{dealer} deals at this table already."
        raise Refusal("deals-here", None, message, dealer=named(deals.name))
    if deals is not None and table.phase in IN_COUP:
        message = "{dealer} finishes the coup first."
        raise Refusal("coup-runs", None, message, dealer=named(deals.name))
    relieves = None if deals is None else deals.name
    return [DealerSignedOn(dealer=command.actor, since=now, relieves=relieves)]


@TABLE.evolves(DealerSignedOn)
def dealer_signed_on(table: Table, event: DealerSignedOn) -> Table:
    return replace(table, dealer=SignedOnDealer(event.dealer, event.since))


class SignOff(Command, frozen=True, kw_only=True):
    """Stop dealing here, for a break or for the night, without a relief."""

    pages = on_pages("deal")
    stopped_by = stops()


class DealerSignedOff(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    dealer: str


@TABLE.decides(SignOff, BY_DEALER)
def sign_off(table: Table, command: SignOff, now: datetime) -> Sequence[Event]:
    """A dealer finishes the coup first; a supervisor signs off one who cannot."""
    if table.dealer is None:
        raise Refusal("nobody-deals", None, "No dealer has signed on at this table.")
    if table.phase in IN_COUP and command.role == DEALER:
        message = "{dealer} finishes the coup first."
        raise Refusal("coup-runs", None, message, dealer=named(table.dealer.name))
    return [DealerSignedOff(dealer=table.dealer.name)]


@TABLE.evolves(DealerSignedOff)
def dealer_signed_off(table: Table, event: DealerSignedOff) -> Table:
    return replace(table, dealer=None)


def check_dealer(table: Table, command: Command) -> None:
    """Reject a dealer who has not signed on where another has: the log names the one who deals."""
    deals = table.dealer
    if deals is None or command.role != DEALER or isinstance(command, SignOn):
        return
    if command.actor != deals.name:
        message = "{dealer} deals at this table: sign on to take over."
        raise Refusal("not-signed-on", None, message, dealer=named(deals.name))


TABLE.admits(check_dealer)
