"""Promotional vouchers, which become tokens to wager with, each of them once."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from sabot.core.alike import letters_of
from sabot.core.money import TOKENS
from sabot.core.refusal import Refusal
from sabot.engine.declarations import Stop, on_pages, own, statement, stops, transfers_of
from sabot.engine.ledger import WORLD, Move, of_player
from sabot.engine.streams import Claim, ClaimKind, Command, Event, Rejection
from sabot.parts.papers import number_on
from sabot.table.chip_set import check_tokens
from sabot.table.state import OPEN, Table
from sabot.table.stream import BY_STAFF, COUNTED_AGAIN, TABLE, amount_of, moved, patron_of

VOUCHER: Final = ClaimKind("voucher", "a voucher")


class ExchangeVoucher(Command, frozen=True, kw_only=True):
    """A promotional voucher becomes tokens to wager with: its number, its value and what its
    conditions are, as they are printed on it."""

    pages = on_pages("deal")
    stopped_by = stops(Stop.TOURNAMENT)

    player: str
    amount: str
    number: str = ""
    conditions: str = ""


class VoucherExchanged(Event, frozen=True, kw_only=True):
    basis = statement("voucher")
    claim_kinds = (VOUCHER,)
    sight = own("player clause")
    transfers = transfers_of()

    player: str
    moves: tuple[Move, ...]
    clause: str
    number: str
    conditions: str

    def claims(self, name: str) -> Iterator[Claim]:
        """Claim the voucher's number in the whole casino, under any spelling."""
        used = f"Voucher {self.number} has been exchanged already."
        taken = Rejection("used", self.clause, used)
        yield Claim(VOUCHER, letters_of(self.number), taken, once=True)


@TABLE.decides(ExchangeVoucher, BY_STAFF, OPEN, confirmed_by=COUNTED_AGAIN)
def exchange_voucher(table: Table, command: ExchangeVoucher, now: datetime) -> Sequence[Event]:
    rule = table.conduct.wagering
    patron_of(table, command.player)
    if TOKENS not in rule.takes:
        raise Refusal("no-tokens", rule.chips, "Wagers are made here with gaming chips only.")
    number, conditions = number_on(command.number, command), command.conditions.strip()
    if not number or not conditions:
        message = "Say the voucher's number and its conditions, as printed on it."
        raise Refusal("say-more", rule.chips, message)
    amount = amount_of(command.amount)
    check_tokens(table.opened.chips, amount)
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
