"""The table's stream, and the few words that every topic of it uses."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

import msgspec

from sabot.accounts import ACCOUNT_KIND
from sabot.core.money import CHIPS, cents
from sabot.core.refusal import Refusal, named
from sabot.core.revision import MONEY, holds
from sabot.engine.ledger import Move, check_funds, post
from sabot.engine.streams import Command, Confirmer, Leave, Stream
from sabot.parts.past import PastCoup
from sabot.rules.operation.conduct import Power
from sabot.rules.roles import CASINO_SUPERVISOR, DEALER, PLAYER, STAFF, may_act_as
from sabot.table.chip_set import after_moves
from sabot.table.state import BETTING, VIRTUAL, Patron, Table

replace = msgspec.structs.replace
PREFIX: Final = "table:"
"""Prefix of the names of all tables' streams."""
OF_SERVER: Final = (PREFIX, ACCOUNT_KIND.prefix)
"""Prefixes of ids that the server gives to consequences of other commands; senders may not use
them."""


def _advance(table: Table, at: datetime) -> Table:
    """Count the event. Start the betting time of the coup with the event that opened betting."""
    round_, setup = table.round, table.setup
    if table.phase == BETTING and round_.answer_by is None and setup is not None and setup.chance:
        round_ = replace(round_, answer_by=at + timedelta(seconds=setup.chance))
    return replace(table, version=table.version + 1, at=at, round=round_)


TABLE: Stream[Table] = Stream(
    lambda table: table.version,
    lambda table: table.phase,
    _advance,
    lambda table: table.setup is not None,
)

BY_DEALER = Leave(None, DEALER)
BY_SUPERVISOR = Leave(None, CASINO_SUPERVISOR)
BY_STAFF = Leave(None, STAFF)
OF_PLAYERS: Final = (PLAYER, STAFF)
"""Senders of a player's commands: the player, or staff for a player at the table."""
COUNTED_AGAIN = Confirmer(None, CASINO_SUPERVISOR)
"""Chips, or what stands for them, that one person says are there: another counts them too."""


def is_virtual(table: Table) -> bool:
    """Return whether the table was opened with virtual cards, which the server deals."""
    return table.setup is not None and table.setup.feed == VIRTUAL


def leave(power: Power | None) -> Leave:
    """Return the role that holds a power of the document; a casino supervisor where the power is
    None."""
    return BY_SUPERVISOR if power is None else Leave(power.clause, power.by)


def moved(table: Table, moves: Iterable[Move]) -> Table:
    """The table after money has moved, with the float by denomination."""
    if table.tray is None:
        return replace(table, balances=post(table.balances, moves))
    moves = tuple(moves)
    kinds = () if table.setup is None else table.setup.chips
    tray = after_moves(table.tray, kinds, moves)
    return replace(table, balances=post(table.balances, moves), tray=tray)


def with_buy_in(table: Table, moves: Iterable[Move]) -> Table:
    """The table where a player brings chips from an account: they count as drop."""
    shift = table.shift
    if shift is None or not shift.is_open:
        return table
    brought = sum(move.amount for move in moves if move.currency == CHIPS)
    return replace(table, shift=replace(shift, accounts=shift.accounts + brought))


def affordable(table: Table, moves: Iterable[Move]) -> tuple[Move, ...]:
    """The moves, if every place can afford them."""
    moves = tuple(moves)
    check_funds(table.balances, moves)
    return moves


def past_of(table: Table, number: int | None, record: PastCoup | None) -> PastCoup | None:
    """A coup that is over: the last one, or an earlier one as the log has it."""
    known = [each for each in (table.past, record) if each is not None and each.number == number]
    return known[0] if known and 1 <= known[0].number < table.round.number else None


def is_void(table: Table, number: int) -> bool:
    """Return True if the last coup has that number and was reversed or void."""
    return table.past is not None and table.past.number == number and table.past.void


def patron_of(table: Table, player: str) -> Patron:
    """The player, who must be at the table."""
    patron = table.patrons.get(player)
    if patron is None:
        raise Refusal("not-at-table", None, "{player} is not at this table.", player=named(player))
    return patron


def with_patron(table: Table, player: str, patron: Patron) -> Table:
    return replace(table, patrons={**table.patrons, player: patron})


def speaks_for(table: Table, command: Command, player: str) -> None:
    """A player acts for themselves only; staff carry out what a player at the table asks for."""
    if command.role == PLAYER and command.actor != player:
        card = table.conduct.wagering.player_card
        raise Refusal(
            "proxy",
            card.proxy if card else None,
            "{actor} cannot act for {player}: players bet for themselves.",
            actor=named(command.actor),
            player=named(player),
        )
    if command.role != PLAYER:
        by_staff(command)


def consents(table: Table, command: Command, player: str) -> None:
    """Reject a stake that another person places for a player at a virtual table on an account. At
    other tables chips lie on the layout, and the dealer who keys them in sees them."""
    speaks_for(table, command, player)
    patron = table.patrons.get(player)
    seen = table.opened.feed != VIRTUAL or patron is None or not patron.account
    if command.role != PLAYER and not seen:
        card = table.conduct.wagering.player_card
        raise Refusal(
            "no-consent",
            card.proxy if card else None,
            "At a virtual table {player} stakes for themselves.",
            player=named(player),
        )


ON_ACCOUNT: Final = (
    "Players come to a virtual table by themselves, with chips of their own account."
)


def check_felt(
    table: Table, command: Command, message: str, clause: str | None = None, code: str = "virtual"
) -> None:
    """Refuse at a virtual table what rests on chips or cash that a person sees: there are none."""
    if table.opened.feed == VIRTUAL and holds(command, MONEY):
        raise Refusal(code, clause, message)


def by_staff(command: Command) -> None:
    if not may_act_as(command.role, STAFF):
        raise Refusal(
            "wrong-role",
            None,
            "This is for the player or gaming staff, not for a {role}.",
            role=command.role,
        )


def amount_of(text: str) -> int:
    """The cents of an amount in a command: more than nothing."""
    return cents(text)


def reason_of(text: str) -> str:
    """Return a reason without surrounding spaces; reject an empty one."""
    if not text.strip():
        raise Refusal("no-reason", None, "Say why: a reason is kept with this decision.")
    return text.strip()
