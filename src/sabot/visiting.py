"""What passes between a player's account and a table: the words of a visit."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from sabot.accounts import ACCOUNT_KIND, Account
from sabot.accounts.days import local_day
from sabot.accounts.limits import loss_limits, loss_margin, loss_room, net_loss
from sabot.accounts.visits import CloseVisit, OpenVisit, PostReversal
from sabot.kind import Asked, Look
from sabot.ledger import balance, of_player
from sabot.money import dollars
from sabot.parts.periods import start_of
from sabot.refusal import Refusal
from sabot.rules.roles import CASINO_OPERATOR, CASINO_SUPERVISOR
from sabot.streams import Command, Event
from sabot.table import TABLE_KIND, Table
from sabot.table.irregularities.coups import CoupReversed
from sabot.table.players.gaming import room_left
from sabot.table.players.room import by_day
from sabot.table.players.seats import JoinTable, LeaveTable, Visit
from sabot.table.players.visits import ChangeVisit
from sabot.table.state import LossLimit, Patron

ONLY_THE_HOUSE: Final = "The house says what an account has, nobody else."
replace = msgspec.structs.replace


def house_id(stream: str, command: Command, what: str) -> str:
    """The id of what a command in one stream asks of another, which no other command has there.

    >>> house_id("table:a/b", Command(id="1", actor="ann", role="player"), "visit")
    'table:a%2Fb/visit/1'
    """
    return f"{stream.replace('%', '%25').replace('/', '%2F')}/{what}/{command.id}"


def word_of(account: Account, now: datetime) -> Visit:
    """What an account says of its player to a table. What the visit brings is added to the room
    there, so that a room below nothing is told as it is."""
    excluded, day = account.exclusion, local_day(account, now)
    return Visit(
        card=account.card,
        room=loss_margin(account, now),
        excluded=None if excluded is None else excluded.clause or excluded.reason,
        limits=tuple(
            LossLimit(
                limit.amount,
                limit.period,
                start_of(limit.period, day),
                net_loss(account, limit.period, now),
                limit.until,
            )
            for limit in loss_limits(account, now)
        ),
        zone=account.zone,
        day=day,
    )


def room_of(account: Account, table: Table | None, now: datetime) -> int | None:
    """How much the player may still lose. `table` is where they are, if anywhere: it knows what
    the visit has brought so far, which the account learns at its end."""
    patron = None if table is None else table.patrons.get(account.player)
    return loss_room(account, now) if patron is None else room_left(patron)


def opening(name: str, table: Table, command: JoinTable) -> OpenVisit:
    """What coming to a table asks of the account."""
    return OpenVisit(
        id=house_id(TABLE_KIND.stream(name), command, "visit"),
        actor=command.actor,
        role=command.role,
        table=name,
        chips=command.chips,
        card=command.card,
        card_demanded=table.conduct.wagering.player_card is not None,
    )


def closing(name: str, table: Table, command: LeaveTable) -> CloseVisit:
    """What leaving a table tells the account."""
    held, patron = balance(table.balances, of_player(command.player)), table.patrons[command.player]
    return CloseVisit(
        id=house_id(TABLE_KIND.stream(name), command, "visit"),
        actor=command.actor,
        role=CASINO_SUPERVISOR,
        table=name,
        chips=dollars(held),
        lost=dollars(patron.lost),
        by_day={day: dollars(lost) for day, lost in by_day(patron).items()},
    )


class AtTable:
    """What a table's commands ask of accounts: coming and leaving are visits there, and a reversed
    coup reaches players who have left."""

    asking: tuple[type[Command], ...] = (JoinTable, LeaveTable)

    def before(self, name: str, state: Table, command: Command, look: Look) -> Iterator[Asked]:
        if isinstance(command, JoinTable) and command.visit is not None:
            raise Refusal("bad-command", None, ONLY_THE_HOUSE)
        if not isinstance(command, JoinTable | LeaveTable) or state.setup is None:
            return
        stream = ACCOUNT_KIND.stream(command.player)
        if not look(stream).player:
            return
        if isinstance(command, JoinTable):
            yield Asked(stream, opening(name, state, command))
        else:
            patron = state.patrons.get(command.player)
            if patron is not None and patron.account:
                yield Asked(stream, closing(name, state, command))

    def filled(self, command: Command, after: Mapping[str, Any], now: datetime) -> Command:
        if not isinstance(command, JoinTable):
            return command
        account = after.get(ACCOUNT_KIND.stream(command.player))
        return command if account is None else replace(command, visit=word_of(account, now))

    def after(
        self, name: str, command: Command, events: Sequence[Event], state: Table, look: Look,
        now: datetime,
    ) -> Iterator[Asked]:  # fmt: skip
        for event in events:
            if isinstance(event, CoupReversed):
                for player in sorted(event.accounts):
                    asked = _reversal(name, command, event, event.absent[player])
                    stream = ACCOUNT_KIND.stream(player)
                    if look(stream).player:
                        yield Asked(stream, asked, may_fail=True)


def _reversal(name: str, command: Command, event: CoupReversed, amount: int) -> PostReversal:
    return PostReversal(
        id=house_id(TABLE_KIND.stream(name), command, f"reversal {event.number}"),
        actor=command.actor,
        role=CASINO_SUPERVISOR,
        table=name,
        coup=event.number,
        amount=dollars(amount),
        reason=f"clause {event.clause}",
    )


def _is_told(patron: Patron, word: Visit) -> bool:
    """Whether the table knows what the account says; the room follows from the limits."""
    told = (patron.card, patron.excluded, [(each.amount, each.period) for each in patron.limits])
    return told == (word.card, word.excluded, [(e.amount, e.period) for e in word.limits])


class AtAccount:
    """A table hears at once what an account decides about a player who sits there."""

    asking: tuple[type[Command], ...] = ()

    def before(self, name: str, state: Account, command: Command, look: Look) -> Iterator[Asked]:
        yield from ()

    def filled(self, command: Command, after: Mapping[str, Any], now: datetime) -> Command:
        return command

    def after(
        self, name: str, command: Command, events: Sequence[Event], state: Account, look: Look,
        now: datetime,
    ) -> Iterator[Asked]:  # fmt: skip
        if state.stay is None or isinstance(command, ACCOUNT_KIND.own):
            return
        stream = TABLE_KIND.stream(state.stay.table)
        patron, word = look(stream).patrons.get(name), word_of(state, now)
        if patron is None or _is_told(patron, word):
            return
        asked = ChangeVisit(
            id=house_id(ACCOUNT_KIND.stream(name), command, "visit"),
            actor=command.actor,
            role=CASINO_OPERATOR,
            player=name,
            visit=word,
        )
        yield Asked(stream, asked, may_fail=True)
