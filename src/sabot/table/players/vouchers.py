"""Promotional vouchers, which become tokens to wager with, each of them once."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sabot.alike import letters_of
from sabot.kind import Claim
from sabot.ledger import WORLD, Move, of_player
from sabot.money import TOKENS
from sabot.refusal import Refusal
from sabot.streams import Command, Event, Rejection
from sabot.table.state import OPEN, Table
from sabot.table.stream import BY_STAFF, COUNTED_AGAIN, TABLE, amount_of, moved, patron_of


class ExchangeVoucher(Command, frozen=True, kw_only=True):
    """A promotional voucher becomes tokens to wager with: its number, its value and what its
    conditions are, as they are printed on it."""

    player: str
    amount: str
    number: str = ""
    conditions: str = ""


class VoucherExchanged(Event, frozen=True, kw_only=True):
    player: str
    moves: tuple[Move, ...]
    clause: str
    number: str
    conditions: str


@TABLE.decides(ExchangeVoucher, BY_STAFF, OPEN, confirmed_by=COUNTED_AGAIN)
def exchange_voucher(table: Table, command: ExchangeVoucher, now: datetime) -> Sequence[Event]:
    rule = table.conduct.wagering
    patron_of(table, command.player)
    if TOKENS not in rule.takes:
        raise Refusal("no-tokens", rule.chips, "Wagers are made here with gaming chips only.")
    number, conditions = command.number.strip(), command.conditions.strip()
    if not number or not conditions:
        message = "Say the voucher's number and its conditions, as printed on it."
        raise Refusal("say-more", rule.chips, message)
    amount = amount_of(command.amount)
    move = Move(WORLD, of_player(command.player), amount, TOKENS)
    return [
        VoucherExchanged(
            player=command.player,
            moves=(move,),
            clause=rule.chips,
            number=number,
            conditions=conditions,
        )
    ]


@TABLE.evolves(VoucherExchanged)
def voucher_exchanged(table: Table, event: VoucherExchanged) -> Table:
    return moved(table, event.moves)


def vouchers(name: str, event: Event) -> Iterator[Claim]:
    """A voucher is exchanged once, whichever table it is brought to and however its number is
    spelled there."""
    if isinstance(event, VoucherExchanged):
        used = f"Voucher {event.number} has been exchanged already."
        number = letters_of(event.number)
        yield Claim("voucher", number, Rejection("used", event.clause, used), once=True)
