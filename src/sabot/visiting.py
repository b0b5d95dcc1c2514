"""What passes between a player's account and a table: the words of a visit."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from sabot.accounts import (
    ACCOUNT_KIND,
    CAGE_STREAM,
    Account,
    Cage,
    CageRule,
    Deposit,
    ExcludePlayer,
    ExclusionLifted,
    OpenAccount,
    PlayerExcluded,
    Withdraw,
)
from sabot.accounts.days import local_day
from sabot.accounts.limits import loss_limits, loss_margin, loss_room, net_loss
from sabot.accounts.visits import CloseVisit, OpenVisit, PostReversal, RaiseVisit
from sabot.kind import Asked, Look
from sabot.ledger import balance, is_player_name, of_player
from sabot.money import dollars
from sabot.parts.periods import start_of
from sabot.people.person import PERSON_KIND, KeepOut, LetIn
from sabot.refusal import Refusal, named
from sabot.rules.roles import CASINO_OPERATOR, CASINO_SUPERVISOR, PLAYER
from sabot.streams import Command, Event
from sabot.table import TABLE_KIND, Table
from sabot.table.heat.ending.counting import HeatCounted
from sabot.table.heat.putting_out import EntrantDisqualified, EntrantEliminated
from sabot.table.heat.seating import HeatCancelled
from sabot.table.irregularities.coups import CoupReversed
from sabot.table.players.gaming import room_left
from sabot.table.players.room import by_day
from sabot.table.players.sanctions import EXCLUDE, PlayerSanctioned
from sabot.table.players.seats import JoinTable, LeaveTable, Visit
from sabot.table.players.visits import ChangeVisit, FetchChips
from sabot.table.result.clearing import CoupEnded
from sabot.table.state import VIRTUAL, LossLimit, Patron

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
        via=command.via,
        role=command.role,
        table=name,
        chips=command.chips,
        card=command.card,
        card_demanded=table.conduct.wagering.player_card is not None,
        virtual=table.opened.feed == VIRTUAL,
    )


def raising(name: str, command: FetchChips) -> RaiseVisit:
    """What chips that are fetched ask of the account."""
    return RaiseVisit(
        id=house_id(TABLE_KIND.stream(name), command, "visit"),
        actor=command.actor,
        via=command.via,
        role=command.role,
        table=name,
        chips=command.amount,
    )


def closing(name: str, table: Table, command: LeaveTable) -> CloseVisit:
    """What leaving a table tells the account."""
    held, patron = balance(table.balances, of_player(command.player)), table.patrons[command.player]
    return CloseVisit(
        id=house_id(TABLE_KIND.stream(name), command, "visit"),
        actor=command.actor,
        via=command.via,
        role=CASINO_SUPERVISOR,
        table=name,
        chips=dollars(held),
        lost=dollars(patron.lost),
        by_day={day: dollars(lost) for day, lost in by_day(patron).items()},
    )


class AtTable:
    """What a table's commands ask of accounts: coming and leaving are visits there, and a reversed
    coup reaches players who have left."""

    asking: tuple[type[Command], ...] = (JoinTable, LeaveTable, FetchChips)

    def before(self, name: str, state: Table, command: Command, look: Look) -> Iterator[Asked]:
        if isinstance(command, JoinTable) and command.visit is not None:
            raise Refusal("bad-command", None, ONLY_THE_HOUSE)
        if not isinstance(command, JoinTable | LeaveTable | FetchChips) or state.setup is None:
            return
        if isinstance(command, JoinTable):
            _check_welcome(command.player, look)
        stream = ACCOUNT_KIND.stream(command.player)
        if not look(stream).player:
            return
        if isinstance(command, JoinTable):
            yield Asked(stream, opening(name, state, command))
        else:
            patron = state.patrons.get(command.player)
            if patron is None or not patron.account:
                return
            if isinstance(command, FetchChips):
                yield Asked(stream, raising(name, command))
            else:
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
            if isinstance(event, PlayerSanctioned) and EXCLUDE in event.measures:
                yield from _excluded(name, command, event, look)
                yield from _sent_away(name, command, look(TABLE_KIND.stream(name)), event.player)
            elif isinstance(event, CoupEnded):
                for player, patron in sorted(state.patrons.items()):
                    if (patron.barred or patron.excluded) and _is_kept_out(player, look):
                        yield from _sent_away(name, command, state, player)
            yield from _out_of_heat(name, command, event, state)
            if isinstance(event, CoupReversed):
                for player in sorted(event.accounts):
                    asked = _reversal(name, command, event, event.absent[player])
                    stream = ACCOUNT_KIND.stream(player)
                    if look(stream).player:
                        yield Asked(stream, asked, may_fail=True)


def _out_of_heat(name: str, command: Command, event: Event, table: Table) -> Iterator[Asked]:
    """Whoever is out of a session vacates the table; so do all when it is counted or called off."""
    gone: tuple[str, ...] = ()
    if isinstance(event, EntrantEliminated | EntrantDisqualified):
        gone = (event.player,)
    elif isinstance(event, HeatCounted | HeatCancelled):
        gone = tuple(sorted(table.patrons))
    for player in gone:
        yield from _sent_away(name, command, table, player)


def _reversal(name: str, command: Command, event: CoupReversed, amount: int) -> PostReversal:
    return PostReversal(
        id=house_id(TABLE_KIND.stream(name), command, f"reversal {event.number}"),
        actor=command.actor,
        via=command.via,
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


# Excluded from the casino


def _in_its_name(stream: str, command: Command, what: str) -> dict[str, Any]:
    """Who asks for what follows from a command: whoever gave that, as the house."""
    return {
        "id": house_id(stream, command, what),
        "actor": command.actor,
        "via": command.via,
        "role": CASINO_SUPERVISOR,
    }


def _check_welcome(player: str, look: Look) -> None:
    """Whoever is excluded from the casino plays at no table of it, with or without an account."""
    clause = look(PERSON_KIND.stream(player)).kept_out
    if clause is not None:
        message = "{player} is excluded from the casino."
        raise Refusal("excluded", clause, message, player=named(player))


def _is_kept_out(player: str, look: Look) -> bool:
    return look(PERSON_KIND.stream(player)).kept_out is not None


def _excluded(name: str, command: Command, event: PlayerSanctioned, look: Look) -> Iterator[Asked]:
    """What a table decides for the casino holds in all of it: at the account, or at the door where
    there is none."""
    clause, player = event.measures[EXCLUDE], event.player
    if not is_player_name(player):
        return
    account: Account = look(ACCOUNT_KIND.stream(player))
    given = _in_its_name(TABLE_KIND.stream(name), command, "exclusion")
    given |= {"reason": event.reason, "clause": clause}
    if account.player:
        excluding = ExcludePlayer(**given, casino=True)
        yield Asked(ACCOUNT_KIND.stream(player), excluding, may_fail=True)
    else:
        yield Asked(PERSON_KIND.stream(player), KeepOut(**given), may_fail=True)


def _sent_away(name: str, command: Command, table: Table, player: str) -> Iterator[Asked]:
    """A player who may not be here takes their chips and goes as soon as no wager of theirs lies on
    the layout; what lies there is played out."""
    if player not in table.patrons:
        return
    held = balance(table.balances, of_player(player))
    leaving = LeaveTable(
        **_in_its_name(TABLE_KIND.stream(name), command, f"leaving {player}"),
        player=player,
        declared=dollars(held) if table.opened.feed == VIRTUAL else None,
    )
    yield Asked(TABLE_KIND.stream(name), leaving, may_fail=True)


def with_cage_rule(
    name: str, account: Account, command: Command, look: Look, now: datetime
) -> Command:
    """A deposit or withdrawal with the cage's thresholds, and the day that it is."""
    if not isinstance(command, Deposit | Withdraw):
        return command
    if command.cage is not None:
        raise Refusal("bad-command", None, "The cage says when two persons are needed.")
    cage: Cage = look(CAGE_STREAM)
    above = cage.deposit if isinstance(command, Deposit) else cage.withdrawal
    return replace(command, cage=CageRule(above, local_day(account, now)))


def _at_door(name: str, command: Command, events: Sequence[Event]) -> Iterator[Asked]:
    """An account's exclusion from the casino, or its end, holds at the door."""
    given = _in_its_name(ACCOUNT_KIND.stream(name), command, "door")
    stream = PERSON_KIND.stream(name)
    for event in events:
        if isinstance(event, PlayerExcluded) and event.casino:
            out = KeepOut(**given, reason=event.reason, clause=event.clause)
            yield Asked(stream, out, may_fail=True)
        elif isinstance(event, ExclusionLifted):
            yield Asked(stream, LetIn(**given, reason=event.reason), may_fail=True)


class AtAccount:
    """A table hears at once what an account decides about a player who sits there. Nobody who works
    here has an account."""

    asking: tuple[type[Command], ...] = (OpenAccount,)

    def before(self, name: str, state: Account, command: Command, look: Look) -> Iterator[Asked]:
        known = look(PERSON_KIND.stream(name))
        if known.made is not None and known.role != PLAYER:
            message = "{name} is a {role} here: nobody is that and a player."
            raise Refusal("not-a-player", None, message, name=named(name), role=known.role)
        yield from ()

    def filled(self, command: Command, after: Mapping[str, Any], now: datetime) -> Command:
        return command

    def after(
        self, name: str, command: Command, events: Sequence[Event], state: Account, look: Look,
        now: datetime,
    ) -> Iterator[Asked]:  # fmt: skip
        yield from _at_door(name, command, events)
        if state.stay is None or isinstance(command, ACCOUNT_KIND.own):
            return
        stream = TABLE_KIND.stream(state.stay.table)
        patron, word = look(stream).patrons.get(name), word_of(state, now)
        if patron is None:
            return
        if not _is_told(patron, word):
            asked = ChangeVisit(
                id=house_id(ACCOUNT_KIND.stream(name), command, "visit"),
                actor=command.actor,
                via=command.via,
                role=CASINO_OPERATOR,
                player=name,
                visit=word,
            )
            yield Asked(stream, asked, may_fail=True)
        if state.exclusion is not None and state.exclusion.casino:
            yield from _sent_away(state.stay.table, command, look(stream), name)
