"""The account's stream, and the few words that every topic of it uses."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from sabot.accounts.days import moment
from sabot.accounts.state import Account, reserved_by
from sabot.core.money import CASH, cash, cents
from sabot.core.refusal import Refusal, named
from sabot.engine.ledger import Move, post
from sabot.engine.streams import Command, Confirmer, Leave, Stream
from sabot.parts.statements import is_same, take_statements
from sabot.rules.roles import CAGE, CASHIER, CASINO_SUPERVISOR, PLAYER, STAFF, may_act_as

replace = msgspec.structs.replace
BY_PIN, BY_SESSION, BY_REQUEST = "pin", "session", "request"
"""Ways in which a player allows a withdrawal: by the PIN at the desk, by confirming a cashier's
statement in their own session, or by requesting it there."""


def _advance(account: Account, at: datetime) -> Account:
    return replace(account, version=account.version + 1, at=moment(account, at))


ACCOUNT: Stream[Account] = Stream(
    lambda account: account.version, lambda account: account.phase, _advance
)


def is_holder(account: Account, person: str) -> bool:
    """Return whether the account is a person's own, by their player name or their staff name."""
    by_staff = bool(account.staff) and is_same(person, account.staff)
    return by_staff or is_same(person, account.player)


def _takes_part(account: Account, stated: Command, person: str) -> bool:
    """Return whether a statement is about a person: the holder, or who would be linked to it."""
    if getattr(stated, "authorised", "") == BY_SESSION:  # the holder's own word is asked for
        return person != account.player
    said = str(getattr(stated, "staff", ""))
    return is_holder(account, person) or (bool(said) and is_same(person, said))


take_statements(ACCOUNT, _takes_part)

BY_STAFF = Leave(None, STAFF)
BY_CAGE = Leave(None, CAGE)
BY_CASHIER = Leave(None, CASHIER)
BY_SUPERVISOR = Leave(None, CASINO_SUPERVISOR)
BY_ANOTHER = Confirmer(None, CASINO_SUPERVISOR)
"""Confirmer of statements about an account's holder."""


def check_opened(account: Account) -> None:
    """Nothing can be done with an account before it is opened."""
    if not account.player:
        raise Refusal("no-account", None, "This account has not been opened.")


def check_not_own(account: Account, command: Command) -> None:
    """Refuse a member of staff who acts for the casino at an account of their own."""
    if command.role != PLAYER and is_holder(account, command.actor):
        raise own_account(account.player)


def own_account(player: str) -> Refusal:
    """Return the refusal of a member of staff who acts for the casino on their own account."""
    message = "{player} is the player here: another person must act for the casino."
    return Refusal("own-account", None, message, player=named(player))


def acts_for(account: Account, command: Command, other: str) -> None:
    """Reject senders other than the player of this account, or a person who may act as `other`."""
    if command.role != PLAYER and not may_act_as(command.role, other):
        raise Refusal(
            "wrong-role",
            None,
            "This is for the player or a {other}, not for a {role}.",
            other=other,
            role=command.role,
        )
    check_opened(account)
    check_not_own(account, command)
    if command.role == PLAYER and command.actor != account.player:
        raise Refusal(
            "proxy",
            None,
            "{actor} cannot act for {player}.",
            actor=named(command.actor),
            player=named(account.player),
        )


def paid(source: str, target: str, amount: int) -> tuple[Move, ...]:
    """The money of an event: no move at all where there is nothing to move."""
    return (Move(source, target, amount, CASH),) if amount else ()


def check_balance(account: Account, amount: int, command: Command) -> None:
    """Reject an amount beyond the balance less the reservations of other commands. An account in
    debt cannot even pay zero."""
    asked = (command.actor, command.id)
    aside = sum(
        reserved_by(each.command)
        for each in account.statements.pending.values()
        if (each.actor, each.command["id"]) != asked
    )
    if amount > account.balance - aside:
        put = f", {cash(aside)} of it put aside" if aside else ""
        raise Refusal(
            "short-of-money",
            None,
            "The account holds {balance}{put}, which is less than {amount}.",
            balance=cash(account.balance),
            put=put,
            amount=cash(amount),
        )


def check_card(account: Account, card: str | None, clause: str | None = None) -> None:
    """Reject moving a player's money by another person's hand unless the player's own card is
    shown."""
    if account.card is None or card != account.card:
        raise Refusal(
            "no-consent",
            clause,
            "Only {player} can do this, or staff to whom they show their Player Card.",
            player=named(account.player),
        )


def moved(account: Account, moves: Iterable[Move]) -> Account:
    """The account after money has moved."""
    return replace(account, balances=post(account.balances, moves))


def or_nothing(text: str) -> int:
    """The cents of an amount that may be nothing.

    >>> or_nothing("12.50"), or_nothing("0")
    (1250, 0)
    """
    return 0 if text in ("0", "0.0", "0.00") else cents(text)


def signed(text: str) -> int:
    """The cents of an amount that may be below nothing.

    >>> signed("-12.50"), signed("7"), signed("0")
    (-1250, 700, 0)
    """
    return -or_nothing(text[1:]) if text.startswith("-") else or_nothing(text)


def reason_of(text: str) -> str:
    """Return a reason without surrounding spaces; reject an empty one."""
    if not text.strip():
        raise Refusal("no-reason", None, "Say why: the reason is kept with the account.")
    return text.strip()
