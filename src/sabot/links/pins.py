"""PINs of accounts: hashed into the vault when they are set, checked at the desk when money is paid
out and when a limit is loosened."""

from hmac import digest
from typing import Final, NamedTuple

import msgspec

from sabot.accounts import (
    ACCOUNT,
    CAGE_STREAM,
    Account,
    CountPinMiss,
    DeclineLimits,
    SetDepositLimit,
    SetLossLimit,
    SetPin,
    Withdraw,
)
from sabot.accounts.cage import total_of
from sabot.accounts.days import local_day
from sabot.accounts.pin import MOST_MISSES, check_pin, check_seldom, check_unlocked
from sabot.accounts.stream import BY_PIN, BY_SESSION, check_card
from sabot.core.refusal import Refusal, named
from sabot.engine.enrichment import CONFIRMER, EnrichmentContext
from sabot.engine.streams import Command
from sabot.people.sign_in.passwords import Hashing, Passwords
from sabot.rules.roles import CASHIER, CASINO_SUPERVISOR, PLAYER

PIN: Final = "pin"
"""Key of the hash in the account's vault."""
TYPED: Final = "pin typed"
"""Key of the hash of a PIN that was typed at the desk and waits for a second person."""
WRONG_PIN: Final = "wrong-pin"
"""Code of the refusal that counts as a miss."""
MARK: Final = 12
"""Bytes of the mark that tells tries apart."""
HASHES: Final = Passwords(Hashing())
replace = msgspec.structs.replace


class Typed(NamedTuple):
    """The hash of a PIN, and the command that it came with."""

    actor: str
    id: str
    hash: str


_typed: Final = msgspec.json.Decoder(Typed).decode


@ACCOUNT.enriches(SetPin, "pin kept", before=CONFIRMER)
def with_hash(context: EnrichmentContext[Account], command: SetPin) -> SetPin:
    """Take the PIN out of the command, and its hash into the vault."""
    if not command.pin:
        return command
    check_pin(command.pin)
    check_seldom(context.state, command, context.now)
    typed = Typed(command.actor, command.id, HASHES.hash_of(command.pin))
    context.seal(TYPED, msgspec.json.encode(typed))
    return replace(command, pin="", kept=True)


@ACCOUNT.enriches(SetPin)
def keep_hash(context: EnrichmentContext[Account], command: SetPin) -> SetPin:
    """Make the PIN that came with this command the account's own."""
    found = context.sealed.get(TYPED) or context.unseal(TYPED)
    typed = None if found is None else _typed(found)
    if typed is None or (typed.actor, typed.id) != (command.actor, command.id):
        raise Refusal("no-pin", None, "Another PIN was typed since: type it once more.")
    context.seal(PIN, typed.hash.encode())
    context.seal(TYPED, None)
    return command


@ACCOUNT.enriches(Withdraw, "pin authorised", before=CONFIRMER)
def with_pin_checked(context: EnrichmentContext[Account], command: Withdraw) -> Withdraw:
    """Take the PIN out of the command, and fill in that it was the right one."""
    if not command.pin or command.role != CASHIER:
        return replace(command, pin="") if command.pin else command
    _check_typed(context, command.card, command.pin)
    return replace(command, pin="", authorised=BY_PIN)


@ACCOUNT.enriches(DeclineLimits, "pin authorised", before=CONFIRMER)
@ACCOUNT.enriches(SetDepositLimit, "pin authorised", before=CONFIRMER)
@ACCOUNT.enriches(SetLossLimit, "pin authorised", before=CONFIRMER)
def with_limit_pin(
    context: EnrichmentContext[Account], command: SetDepositLimit | SetLossLimit | DeclineLimits
) -> SetDepositLimit | SetLossLimit | DeclineLimits:
    """Take the PIN out of the command, and fill in that it was the right one."""
    if not command.pin or command.role == PLAYER:
        return replace(command, pin="") if command.pin else command
    _check_typed(context, command.card, command.pin)
    return replace(command, pin="", authorised=BY_PIN)


def _check_typed(context: EnrichmentContext[Account], card: str | None, pin: str) -> None:
    """Reject a PIN that is not that of the account, or that comes without its card."""
    account = context.state
    check_card(account, card)
    check_unlocked(account)
    sealed = context.unseal(PIN) if account.pin else None
    if sealed is None:
        message = "{player} has no PIN yet: they set one in their own session or at the desk."
        raise Refusal("no-pin", None, message, player=named(account.player))
    if not HASHES.is_hash_of(sealed.decode(), pin):
        left = MOST_MISSES - account.pin_misses - 1
        message = "That is not the PIN of {player}: {left} more wrong ones lock it."
        if not left:
            message = "That is not the PIN of {player}, {left} tries are left: it is locked now."
        raise Refusal(WRONG_PIN, None, message, player=named(account.player), left=left)


@ACCOUNT.enriches(Withdraw, "authorised paying")
def with_own_word(context: EnrichmentContext[Account], command: Withdraw) -> Withdraw:
    """Fill in that the player has confirmed what a cashier stated, and what that cashier has done
    alone by now."""
    if command.role != CASHIER or context.confirmed_by != context.state.player:
        return command
    day = local_day(context.state, context.now)
    paying = total_of(context.look(CAGE_STREAM), command.actor, day)
    return replace(command, authorised=BY_SESSION, paying=paying)


def miss_of(stream: str, command: Command, key: bytes) -> CountPinMiss:
    """Return the server's command that counts a wrong PIN. The same PIN sent again under the same
    id is one try, another PIN another: the id has a mark of the PIN under the casino's key."""
    sent = msgspec.json.encode((command.id, getattr(command, "pin", "")))
    mark = digest(key, b"wrong PIN" + sent, "sha256")[:MARK].hex()
    return CountPinMiss(
        id=f"{stream}/miss/{mark}", actor=command.actor, via=command.via, role=CASINO_SUPERVISOR
    )
