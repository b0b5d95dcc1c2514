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
from sabot.refusal import Refusal, quoted
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.store import Batch
from sabot.streams import Command
from sabot.table import Table
from sabot.table.gaming import room_left
from sabot.table.seats import JoinTable, LeaveTable, Visit

TABLE_STREAM: Final = "table:"
PLAYER_STREAM: Final = "player:"


HOUSE_IDS: Final = (TABLE_STREAM, PLAYER_STREAM)
"""How the ids begin of what the house itself asks of a stream; no sender's own may."""


def house_id(stream: str, command: Command, what: str) -> str:
    """The id of what a command in one stream asks of another, which no other command has there.

    >>> house_id("table:a/b", Command(id="1", actor="ann", role="player"), "visit")
    'table:a%2Fb/visit/1'
    """
    return f"{stream.replace('%', '%25').replace('/', '%2F')}/{what}/{command.id}"


def check_id(command: Command) -> None:
    """Nobody takes an id that the house would give."""
    if command.id.startswith(HOUSE_IDS):
        raise Refusal(
            "bad-command",
            None,
            f"The id {quoted(command.id)} begins like those of the house: take another.",
        )


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
        id=house_id(TABLE_STREAM + name, command, "visit"),
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
        id=house_id(TABLE_STREAM + name, command, "visit"),
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
    accounts: tuple[str, ...]


def reversals(name: str, command: Command, batch: Batch) -> Iterator[tuple[str, PostReversal]]:
    """What a reversed coup means for players who played it on an account and have left, in the
    order of their names."""
    for entry in batch.entries:
        if not entry.what.startswith("coup-reversed/"):
            continue
        event = msgspec.json.decode(b"{" + entry.fields + b"}", type=_Absent)
        for player in sorted(event.accounts):
            yield (
                player,
                PostReversal(
                    id=house_id(TABLE_STREAM + name, command, f"reversal {event.number}"),
                    actor=command.actor,
                    role=CASINO_SUPERVISOR,
                    table=name,
                    coup=event.number,
                    amount=dollars(event.absent[player]),
                    reason=f"clause {event.clause}",
                ),
            )
