"""The PIN of an account: what a player types at the cashier's desk to take money out.

The player sets it in their own session, or types it at the desk while a document shows who they are
and a second person of the cage confirms that. The vault keeps a salted, memory-hard hash of it; the
log says that there is one, how, and how often it was mistyped. After a few wrong ones in a row it
opens nothing until two persons unlock it.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

from sabot.accounts.days import added, counted, local_day
from sabot.accounts.state import Account
from sabot.accounts.stream import (
    ACCOUNT,
    BY_CAGE,
    BY_SUPERVISOR,
    acts_for,
    check_not_own,
    check_opened,
    reason_of,
    replace,
)
from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import (
    RECORD,
    SERVER_ONLY,
    STAFF_ONLY,
    Pin,
    StaffText,
    decision,
    on_pages,
    server_fills,
    statement,
)
from sabot.engine.streams import Command, Confirmer, Event
from sabot.rules.roles import CAGE, CASHIER, PLAYER

SHORTEST: Final = 4
LONGEST: Final = 8
MOST_MISSES: Final = 5
"""Number of wrong PINs in a row that locks the PIN."""
MOST_A_DAY: Final = 5
"""PINs that a player sets in their own session on one local day: each takes a slow hash."""
SESSION, DESK = "session", "desk"
"""Places where a PIN is set: the player's own session, or the cashier's desk."""
RUN: Final = "01234567890"


def check_pin(pin: str) -> None:
    """Reject a PIN of a wrong length or with other signs than digits, and one that is easy to
    guess."""
    if not (pin.isascii() and pin.isdigit() and SHORTEST <= len(pin) <= LONGEST):
        message = "A PIN has {shortest} to {longest} digits."
        raise Refusal("weak-pin", None, message, shortest=SHORTEST, longest=LONGEST)
    if len(set(pin)) == 1 or pin in RUN or pin in RUN[::-1]:
        message = (
            "That PIN is too easy to guess: choose digits that are neither all equal nor in "
            "sequence."
        )
        raise Refusal("weak-pin", None, message)


class SetPin(Command, frozen=True, kw_only=True):
    """Set the account's PIN: the player in their own session, or at the desk, where the player
    types it and `shown` names the document that shows who they are. The server takes the PIN out
    and fills in that the vault has its hash."""

    pages = on_pages("account", "cage")
    server_fields = server_fills("kept", changes="pin")

    pin: Pin = ""
    shown: StaffText = ""
    kept: bool = False


class PinSet(Event, frozen=True, kw_only=True):
    """`way`: in the player's own "session", or at the "desk". `day` is the local day of one that
    counts among those of the session."""

    basis = statement("player-card", alone=True, when=lambda event, at: event.way == DESK)
    sight = STAFF_ONLY

    way: str
    shown: StaffText = ""
    day: date | None = None


def check_seldom(account: Account, command: SetPin, now: datetime) -> None:
    """Refuse a player who has set the PIN often today."""
    if command.role == PLAYER and counted(account.pins, local_day(account, now)) >= MOST_A_DAY:
        message = "A PIN is set {most} times a day at most: wait until tomorrow, or go to the desk."
        raise Refusal("pins-often", None, message, most=MOST_A_DAY)


def _confirms_pin(account: Account, command: SetPin) -> Confirmer | None:
    """At the desk a second person sees the player and the document."""
    return None if command.role == PLAYER else Confirmer(None, CAGE)


@ACCOUNT.decides(SetPin, confirmed_by=_confirms_pin, sent_by=(PLAYER, CASHIER), confirmers=(CAGE,))
def set_pin(account: Account, command: SetPin, now: datetime) -> Sequence[Event]:
    acts_for(account, command, CASHIER)
    if not command.kept:
        raise Refusal("no-pin", None, "Type the PIN.")
    if command.role == PLAYER:
        check_unlocked(account)
        check_seldom(account, command, now)
        return [PinSet(way=SESSION, day=local_day(account, now))]
    if not command.shown.strip():
        message = "Say which document shows that it is {player} who types the PIN."
        raise Refusal("no-identity", None, message, player=named(account.player))
    return [PinSet(way=DESK, shown=command.shown.strip())]


@ACCOUNT.evolves(PinSet)
def pin_set(account: Account, event: PinSet) -> Account:
    pins = account.pins if event.day is None else added(account.pins, event.day, 1)
    return replace(account, pin=True, pin_misses=0, pins=pins)


# Mistyped, locked, unlocked


def is_locked(account: Account) -> bool:
    """Return whether the PIN was mistyped too often."""
    return account.pin_misses >= MOST_MISSES


def check_unlocked(account: Account) -> None:
    """Refuse a PIN that is locked."""
    if is_locked(account):
        message = "The PIN of {player} is locked: two persons of the cage unlock it."
        raise Refusal("pin-locked", None, message, player=named(account.player))


class CountPinMiss(Command, frozen=True, kw_only=True):
    """Count a wrong PIN."""

    pages = SERVER_ONLY


class PinMissed(Event, frozen=True, kw_only=True):
    """`misses` is how many wrong ones there were in a row."""

    basis = RECORD
    sight = STAFF_ONLY

    misses: int


@ACCOUNT.decides(CountPinMiss, BY_SUPERVISOR)
def count_pin_miss(account: Account, command: CountPinMiss, now: datetime) -> Sequence[Event]:
    check_opened(account)
    return [PinMissed(misses=account.pin_misses + 1)]


@ACCOUNT.evolves(PinMissed)
def pin_missed(account: Account, event: PinMissed) -> Account:
    return replace(account, pin_misses=event.misses)


class UnlockPin(Command, frozen=True, kw_only=True):
    """Let a PIN that was mistyped too often be used again."""

    pages = on_pages("cage")

    reason: str


class PinUnlocked(Event, frozen=True, kw_only=True):
    basis = decision("player-card", alone=False)
    sight = STAFF_ONLY

    reason: str


@ACCOUNT.decides(UnlockPin, BY_CAGE, confirmed_by=Confirmer(None, CAGE))
def unlock_pin(account: Account, command: UnlockPin, now: datetime) -> Sequence[Event]:
    check_opened(account)
    check_not_own(account, command)
    if not is_locked(account):
        raise Refusal("not-locked", None, "The PIN is not locked.")
    return [PinUnlocked(reason=reason_of(command.reason))]


@ACCOUNT.evolves(PinUnlocked)
def pin_unlocked(account: Account, event: PinUnlocked) -> Account:
    return replace(account, pin_misses=0)
