"""Fees: paid from the player's account or at a cashier's desk."""

from collections.abc import Iterator
from typing import Any, Final

from sabot.accounts.cage import SECOND_ABOVE
from sabot.accounts.funds import EXTERNAL
from sabot.core.money import cents_or_none
from sabot.core.refusal import Refusal, quoted
from sabot.engine.declarations import CardNumber, Moment
from sabot.engine.streams import Claim, Command, Confirmer
from sabot.parts.papers import number_on, used_payment
from sabot.rules.roles import CAGE, PLAYER, may_act_as
from sabot.tournament.desk.publication import said
from sabot.tournament.desk.state import Contest

ACCOUNT: Final = "account"
METHODS: Final = (ACCOUNT, *EXTERNAL)
ENTRY_FEE, BUY_BACK, BUY_IN = "entry fee", "buy-back", "buy-in"


def by_cashier(event: Any, moment: Moment) -> bool:
    """Return True for money that a cashier took or paid, and not an account."""
    return event.method != ACCOUNT and bool(event.moves)


def used_at_desk(event: Any) -> Iterator[Claim]:
    """Claim the reference of a payment that a cashier took or made."""
    if event.method != ACCOUNT:
        yield from used_payment(event.method, event.reference)


class Payment(Command, frozen=True, kw_only=True):
    """A fee for `player`: from the account, in that player's own session or with the Player Card
    shown; or at a cashier's desk, with the payment's reference."""

    player: str
    method: str = ACCOUNT
    reference: str = ""
    card: CardNumber | None = None


def entry_fee(contest: Contest) -> int:
    """In cents."""
    return amount_said(contest, "entry_fee")


def buy_in(contest: Contest) -> int:
    """Return the price of a session's chips in cents."""
    return amount_said(contest, "buy_in")


def amount_said(contest: Contest, key: str) -> int:
    """An amount of the conditions in cents; nothing where they say that there is none."""
    found = said(contest, key)
    return 0 if found is None else cents_or_none(found)


def check_payment(contest: Contest, command: Payment, amount: int) -> str:
    """Refuse a payment that this sender may not make; return its reference."""
    clause = contest.desk.entry
    if command.role == PLAYER and command.actor != command.player:
        raise Refusal("proxy", clause, "Players enter for themselves.")
    is_desk = may_act_as(command.role, CAGE)
    if command.role != PLAYER and not is_desk and (amount or command.role != contest.desk.head):
        raise Refusal("wrong-role", clause, "This is for the player, or for a cashier to take.")
    if command.method not in METHODS:
        known = ", ".join(METHODS)
        message = "A fee is paid by {known}, not by {method}."
        raise Refusal("unknown-method", clause, message, known=known, method=quoted(command.method))
    reference = number_on(command.reference, command)
    if command.method != ACCOUNT and amount:
        if not is_desk:
            message = "Other money than the account's is taken at the cashier's desk."
            raise Refusal("at-the-desk", clause, message)
        if not reference:
            message = "Give the payment's reference: a slip or its number."
            raise Refusal("no-reference", clause, message)
    return reference


def by_two(command: Payment, amount: int) -> Confirmer | None:
    """More than one person may take alone is confirmed by another of the cage."""
    large = command.method != ACCOUNT and amount > SECOND_ABOVE
    return Confirmer(None, CAGE) if large else None


def is_cashed(contest: Contest) -> bool:
    """Return True if chips turn into cash at the end of a session."""
    return bool(buy_in(contest)) and said(contest, "chips_at_the_end") == "cash"
