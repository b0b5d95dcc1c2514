"""Money in and out: by a cashier, or by a payment that a cashier confirms.

A player's request moves nothing until a cashier confirms it; the money of a withdrawal is reserved
meanwhile. A cashier takes and pays on the player's behalf, with the method and reference of the
payment and, for withdrawals, the player's own card; beyond the cage's thresholds, and for the
casino's own money, another member of the cage confirms that first. One threshold counts deposits or
withdrawals of a player on one day, the other all that one cashier takes and pays alone.

A cashier pays out with the player's consent: by their PIN, typed at the desk, or in their own
session, where they confirm the cashier's statement or make the request themselves.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any, Final

from sabot.accounts.account import check_not_excluded
from sabot.accounts.cage import SECOND_ABOVE, CageRule, CashierTotal
from sabot.accounts.cash import check_cash, with_cash
from sabot.accounts.days import added, counted, local_day
from sabot.accounts.identity import check_identity
from sabot.accounts.limits import check_deposit
from sabot.accounts.pin import check_unlocked
from sabot.accounts.play import check_not_suspended
from sabot.accounts.source_of_funds import check_declared
from sabot.accounts.state import PURSE, Account, PeriodTally
from sabot.accounts.stream import (
    ACCOUNT,
    BY_PIN,
    BY_REQUEST,
    BY_SESSION,
    acts_for,
    check_balance,
    check_card,
    moved,
    paid,
    replace,
)
from sabot.core.money import cash, cents
from sabot.core.refusal import Refusal, named, quoted
from sabot.core.revision import CARDS, holds
from sabot.engine.declarations import STAFF_ONLY, CardNumber, Pin, on_pages, server_fills, statement
from sabot.engine.ledger import WORLD, Move
from sabot.engine.streams import Claim, Command, Confirmer, Event
from sabot.parts.papers import PAYMENT, RECEIPT, number_on, used_payment, used_receipt
from sabot.policies.rules import PolicyTerms
from sabot.rules.roles import CAGE, CASHIER, PLAYER

CASH_AT_CASHIER: Final = "cash"
EXTERNAL: Final = (CASH_AT_CASHIER, "debit card", "eftpos", "bank transfer", "cheque")
INTERNAL: Final = ("winnings", "transfer")
"""External funds count against the Deposit Limit; what the house owes or moves does not."""

BY_PLAYER: Final = ("debit card", "eftpos", "bank transfer")
"""Methods that players can use away from the cashier; cash needs a cashier's count."""
MOST_REQUESTS: Final = 5
PAID_BY: Final = (CASH_AT_CASHIER, "bank transfer", "cheque")


def _by_two(
    command: "Deposit | Withdraw", so_far: PeriodTally | None, day: date | None = None
) -> bool:
    """Return True if the amount exceeds what one person may take or pay on one day: the day of the
    request, or of the payment."""
    rule, amount = command.cage, cents(command.amount)
    if day is None:
        day = rule.day if rule is not None else so_far.start if so_far is not None else date.min
    if command.role == CASHIER and _is_beyond(command.desk, amount):
        return True
    return counted(so_far, day) + amount > (rule.above if rule else SECOND_ABOVE)


def _is_beyond(desk: CashierTotal | None, amount: int) -> bool:
    """Return whether a cashier would do more alone on one day than one person may."""
    return desk is not None and desk.alone + amount > desk.above


def _check_total(command: "Deposit | Withdraw", amount: int) -> None:
    """Refuse a cashier who confirms a player's request, or whose payment a player allows, beyond
    what one cashier does alone."""
    paying = command.paying if isinstance(command, Withdraw) else None
    if paying is not None and _is_beyond(paying, amount):
        message = "{cashier} has taken and paid {alone} alone today: another cashier pays this out."
        raise Refusal(
            "cashier-total", None, message, cashier=named(paying.cashier), alone=cash(paying.alone)
        )
    desk = command.desk
    if command.role == PLAYER and desk is not None and _is_beyond(desk, amount):
        message = "{cashier} has taken and paid {alone} alone today: another cashier confirms this."
        raise Refusal(
            "cashier-total", None, message, cashier=named(desk.cashier), alone=cash(desk.alone)
        )


def _alone(command: "Deposit | Withdraw", amount: int) -> dict[str, Any]:
    """Return the fields of an event that say how much one person did alone, and who that was."""
    desk = command.desk
    return {"alone": amount, "cashier": desk.cashier if desk is not None and amount else ""}


def _drawer(command: "Deposit | Withdraw") -> str:
    """Return the cashier whose drawer the cash of a payment goes through; reject cash without an
    open drawer where the policy in force asks for one."""
    if command.method != CASH_AT_CASHIER:
        return ""
    if not command.drawer and command.terms is not None and command.terms.cage_drawers:
        message = "Cash is taken and paid from an open drawer: count one and open it first."
        raise Refusal("no-drawer", None, message)
    return command.drawer


def _check_desk(account: Account, command: "Deposit | Withdraw", is_large: bool) -> str:
    """Reject a deposit or withdrawal that this sender may not make here; return the payment's
    reference."""
    others = [
        each
        for each in account.statements.pending.values()
        if each.actor == command.actor and each.command["id"] != command.id
    ]
    if command.role == PLAYER and len(others) >= MOST_REQUESTS:
        raise Refusal(
            "too-many-requests",
            None,
            "{most_requests} requests wait for the cashier already: take one back, or wait.",
            most_requests=MOST_REQUESTS,
        )
    in_session = isinstance(command, Withdraw) and command.authorised == BY_SESSION
    if is_large and (command.role == PLAYER or in_session):
        above = SECOND_ABOVE if command.cage is None else command.cage.above
        raise Refusal(
            "at-the-desk",
            None,
            "More than {above} on one day is taken and paid at the cashier's desk, by two.",
            above=cash(above),
        )
    reference = number_on(command.reference, command)
    if command.role == CASHIER and not reference:
        raise Refusal("no-reference", None, "Give the payment's reference: a slip or its number.")
    return reference


def _check_method(method: str, known: Sequence[str]) -> None:
    if method not in known:
        listed = ", ".join(known)
        raise Refusal(
            "unknown-method",
            None,
            "Money moves by {listed}, not by {method}.",
            listed=listed,
            method=quoted(method),
        )


# In


class Deposit(Command, frozen=True, kw_only=True):
    """Put money into the account. `reference` is the payment's own, such as a slip's number. The
    server fills in the cage's rule, the total of the cashier who takes the money, the `terms` of
    the policy in force, the number of the `receipt` and the cashier whose `drawer` takes cash."""

    pages = on_pages("account", "cage")
    server_fields = server_fills("cage desk terms receipt drawer")

    amount: str
    method: str
    reference: str = ""
    cage: CageRule | None = None
    desk: CashierTotal | None = None
    terms: PolicyTerms | None = None
    receipt: int | None = None
    drawer: str = ""


class Deposited(Event, frozen=True, kw_only=True):
    """`counted` is what counts against the Deposit Limit of that local day, `alone` what one person
    of the house took alone; `cashier` is that person. `receipt` is the number of its receipt,
    `drawer` the cashier into whose drawer the cash goes."""

    basis = statement("cage", alone=True)
    sight = STAFF_ONLY
    claim_kinds = (PAYMENT, RECEIPT)

    method: str
    counted: int
    day: date
    moves: tuple[Move, ...]
    reference: str = ""
    alone: int = 0
    cashier: str = ""
    receipt: int | None = None
    drawer: str = ""

    def claims(self, name: str) -> Iterator[Claim]:
        yield from used_payment(self.method, self.reference)
        yield from used_receipt(self.receipt)


def _confirms_deposit(account: Account, command: Deposit) -> Confirmer | None:
    if command.role == PLAYER:
        return Confirmer(None, CASHIER)
    own_money = command.method in INTERNAL
    if command.role == CASHIER and (own_money or _by_two(command, account.taken_alone)):
        return Confirmer(None, CAGE)
    return None


@ACCOUNT.decides(
    Deposit, confirmed_by=_confirms_deposit, sent_by=(PLAYER, CASHIER), confirmers=(CASHIER, CAGE)
)
def deposit(account: Account, command: Deposit, now: datetime) -> Sequence[Event]:
    acts_for(account, command, CASHIER)
    _check_method(command.method, BY_PLAYER if command.role == PLAYER else (*EXTERNAL, *INTERNAL))
    amount, today = cents(command.amount), local_day(account, now)
    by_two = _by_two(command, account.taken_alone, today)
    reference = _check_desk(account, command, by_two)
    _check_total(command, amount)
    external = command.method in EXTERNAL
    if command.method == CASH_AT_CASHIER:
        check_cash(account, amount, command.terms, now)
    if external:
        check_not_excluded(account)
        check_not_suspended(account, now)
        check_identity(account, command.terms, now)
        check_declared(account, amount, command.terms, now)
        check_deposit(account, amount, now)
    return [
        Deposited(
            method=command.method,
            counted=amount if external else 0,
            day=today,
            moves=paid(WORLD, PURSE, amount),
            reference=reference,
            **_alone(command, amount if external and not by_two else 0),
            receipt=command.receipt,
            drawer=_drawer(command),
        )
    ]


@ACCOUNT.evolves(Deposited)
def deposited(account: Account, event: Deposited) -> Account:
    tally = added(account.deposited, event.day, event.counted)
    alone = added(account.taken_alone, event.day, event.alone)
    account = with_cash(account, event.day, cash_of(event))
    return moved(replace(account, deposited=tally, taken_alone=alone), event.moves)


def cash_of(event: "Deposited | Withdrawn") -> int:
    """Return the cents of cash that a payment moves."""
    is_cash = event.method == CASH_AT_CASHIER
    return sum(move.amount for move in event.moves) if is_cash else 0


# Out


class Withdraw(Command, frozen=True, kw_only=True):
    """Take money out of the account; an excluded player may, too. `card` is the Player Card that
    the cashier is shown, `pin` what the player types at the desk: without it the player confirms
    the withdrawal in their own session. The server takes the PIN out and fills in how the player
    has `authorised` it, if in their session what the cashier who is `paying` has done alone by
    then, the `terms` of the policy in force, the number of the `receipt` and the cashier from whose
    `drawer` cash is paid."""

    pages = on_pages("account", "cage")
    server_fields = server_fills("cage desk authorised paying terms receipt drawer", changes="pin")

    amount: str
    method: str = CASH_AT_CASHIER
    reference: str = ""
    card: CardNumber | None = None
    pin: Pin = ""
    cage: CageRule | None = None
    desk: CashierTotal | None = None
    authorised: str = ""
    paying: CashierTotal | None = None
    terms: PolicyTerms | None = None
    receipt: int | None = None
    drawer: str = ""


class Withdrawn(Event, frozen=True, kw_only=True):
    """`alone` is what one person of the house paid alone; `cashier` is that person. `authorised`:
    how the player has allowed it, "pin", "session" or "request". `receipt` is the number of its
    receipt, `drawer` the cashier from whose drawer the cash comes."""

    basis = statement("cage", alone=True)
    sight = STAFF_ONLY
    claim_kinds = (PAYMENT, RECEIPT)

    moves: tuple[Move, ...]
    day: date
    method: str = CASH_AT_CASHIER
    reference: str = ""
    alone: int = 0
    cashier: str = ""
    authorised: str = ""
    receipt: int | None = None
    drawer: str = ""

    def claims(self, name: str) -> Iterator[Claim]:
        """Claim the payment of a cashier; a player's request names where the money should go."""
        if self.authorised != BY_REQUEST:
            yield from used_payment(self.method, self.reference)
        yield from used_receipt(self.receipt)


def _confirms_withdrawal(account: Account, command: Withdraw) -> Confirmer | None:
    if command.role == PLAYER:
        return Confirmer(None, CASHIER)
    if command.role != CASHIER:
        return None
    by_two = _by_two(command, account.paid_alone)
    if holds(command, CARDS) and command.authorised != BY_PIN and not by_two:
        _check_payable(account, command)
        return Confirmer(None, PLAYER, tried=False)
    return Confirmer(None, CAGE) if by_two else None


def _check_payable(account: Account, command: Withdraw) -> None:
    """Reject a withdrawal that a cashier cannot pay out, even with the player's consent."""
    acts_for(account, command, CASHIER)
    _check_method(command.method, PAID_BY)
    _check_desk(account, command, is_large=False)
    check_card(account, command.card)
    check_balance(account, cents(command.amount), command)


def _check_authorised(account: Account, command: Withdraw) -> str:
    """Return how the player has allowed a withdrawal; refuse one that they have not."""
    if not holds(command, CARDS):
        return ""
    if command.role == PLAYER:
        return BY_REQUEST
    if command.authorised not in (BY_PIN, BY_SESSION):
        message = "{player} types their PIN at the desk, or allows it in their own session."
        raise Refusal("not-authorised", None, message, player=named(account.player))
    if command.authorised == BY_PIN:
        check_unlocked(account)
    return command.authorised


@ACCOUNT.decides(
    Withdraw,
    confirmed_by=_confirms_withdrawal,
    sent_by=(PLAYER, CASHIER),
    confirmers=(CASHIER, CAGE, PLAYER),
)
def withdraw(account: Account, command: Withdraw, now: datetime) -> Sequence[Event]:
    acts_for(account, command, CASHIER)
    _check_method(command.method, PAID_BY)
    amount, today = cents(command.amount), local_day(account, now)
    by_two = _by_two(command, account.paid_alone, today)
    reference = _check_desk(account, command, by_two)
    _check_total(command, amount)
    if command.role != PLAYER:
        check_card(account, command.card)
    authorised = _check_authorised(account, command)
    check_balance(account, amount, command)
    if command.method == CASH_AT_CASHIER:
        check_cash(account, amount, command.terms, now)
    return [
        Withdrawn(
            moves=paid(PURSE, WORLD, amount),
            day=today,
            method=command.method,
            reference=reference,
            **_alone(command, 0 if by_two else amount),
            authorised=authorised,
            receipt=command.receipt,
            drawer=_drawer(command),
        )
    ]


@ACCOUNT.evolves(Withdrawn)
def withdrawn(account: Account, event: Withdrawn) -> Account:
    alone = added(account.paid_alone, event.day, event.alone)
    typed_now = event.authorised == BY_PIN and event.alone > 0  # not before a second person came
    misses = 0 if typed_now else account.pin_misses
    account = with_cash(account, event.day, cash_of(event))
    return moved(replace(account, paid_alone=alone, pin_misses=misses), event.moves)
