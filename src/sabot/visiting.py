"""What passes between a player's account and a table: the words of a visit."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

import msgspec

from sabot.accounts import Account
from sabot.accounts.limits import loss_margin, loss_room
from sabot.accounts.visits import CloseVisit, OpenVisit, PostReversal
from sabot.ledger import balance, of_player
from sabot.money import dollars
from sabot.refusal import Refusal
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.store import Batch
from sabot.streams import Command
from sabot.table import Table
from sabot.table.gaming import room_left
from sabot.table.seats import JoinTable, LeaveTable, Visit

PLAYER_STREAM: Final = "player:"


def player_of(command: Command) -> str:
    """The player whose account a command is for."""
    stream = command.stream or ""
    player = stream.removeprefix(PLAYER_STREAM) if stream.startswith(PLAYER_STREAM) else ""
    named = getattr(command, "player", "") or player
    if not named or (player and named != player):
        raise Refusal(
            "bad-command", None, 'Say whose account: "stream": "player:" and the player\'s name.'
        )
    return str(named)


def word_of(account: Account, now: datetime) -> Visit:
    """What an account says of its player to a table. What the visit brings is added to the room
    there, so that a room below nothing is told as it is."""
    excluded = account.exclusion
    return Visit(
        card=account.card,
        room=loss_margin(account, now),
        excluded=None if excluded is None else excluded.clause or excluded.reason,
    )


def room_of(account: Account, table: Table | None, now: datetime) -> int | None:
    """How much the player may still lose. `table` is where they are, if anywhere: it knows what
    the visit has brought so far, which the account learns at its end."""
    patron = None if table is None else table.patrons.get(account.player)
    return loss_room(account, now) if patron is None else room_left(patron)


def opening(name: str, table: Table, command: JoinTable) -> OpenVisit:
    """What coming to a table asks of the account."""
    return OpenVisit(
        id=f"{command.id}/visit",
        actor=command.actor,
        role=command.role,
        table=name,
        chips=command.chips,
        card=command.card,
        card_demanded=table.conduct.wagering.player_card is not None,
    )


def closing(name: str, table: Table, command: LeaveTable) -> CloseVisit:
    """What leaving a table tells the account."""
    held = balance(table.balances, of_player(command.player))
    return CloseVisit(
        id=f"{command.id}/visit",
        actor=command.actor,
        role=CASINO_SUPERVISOR,
        table=name,
        chips=dollars(held),
        lost=dollars(table.patrons[command.player].lost),
    )


class _Absent(msgspec.Struct):
    """The part of a reversal that reaches beyond the table."""

    number: int
    clause: str
    absent: dict[str, int]


def reversals(name: str, command: Command, batch: Batch) -> Iterator[tuple[str, PostReversal]]:
    """What a reversed coup means for players who have left, in the order of their names."""
    for entry in batch.entries:
        if not entry.what.startswith("coup-reversed/"):
            continue
        event = msgspec.json.decode(b"{" + entry.fields + b"}", type=_Absent)
        for player, amount in sorted(event.absent.items()):
            yield (
                player,
                PostReversal(
                    id=f"{command.id}/reversal/{player}",
                    actor=command.actor,
                    role=CASINO_SUPERVISOR,
                    table=name,
                    coup=event.number,
                    amount=dollars(amount),
                    reason=f"clause {event.clause}",
                ),
            )
