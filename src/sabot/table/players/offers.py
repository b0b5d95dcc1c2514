"""Offers to players in a coup that has stopped, and their answers: each may remove their own
wagers, and play goes on once all have answered, or their time is over."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sabot.core.refusal import Refusal, named
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import (
    RECORD,
    Stop,
    Topic,
    in_topics,
    on_pages,
    public,
    statement,
    stops,
    transfers_of,
)
from sabot.engine.ledger import Move
from sabot.engine.streams import Command, Event, Leave
from sabot.rules import box_name
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.roles import STAFF
from sabot.table.betting.sides import back, without
from sabot.table.betting.wagers import check_each_allowed
from sabot.table.heat.duty import check_withdrawal
from sabot.table.players.recipients import able, no_touch
from sabot.table.result.debts import is_absent
from sabot.table.result.void_wagers import HandVoided, boxes_left, lying_stakes, void_coup
from sabot.table.state import DEALING, Laid, Table
from sabot.table.stream import OF_PLAYERS, TABLE, consents, moved, replace

TIME_TO_ANSWER: Final = timedelta(seconds=60)
"""No document counts the seconds: so long is stated with every offer."""


class TakeDownOffered(Event, frozen=True, kw_only=True):
    """Each player may remove their own wagers before the coup goes on, and has `until` then to
    say so."""

    basis = statement("take-down")
    sight = public("clause until")
    topics = in_topics(Topic.COUP)

    clause: str
    until: datetime | None = None


def offer(clause: str, now: datetime) -> TakeDownOffered:
    return TakeDownOffered(clause=clause, until=now + TIME_TO_ANSWER)


@TABLE.evolves(TakeDownOffered)
def take_down_offered(table: Table, event: TakeDownOffered) -> Table:
    round_ = replace(table.round, take_down=event.clause, answer_by=event.until, answered=())
    return replace(table, round=replace(round_, reopened=None))


class WagersReturned(Event, frozen=True, kw_only=True):
    basis = statement("rescued-stake")
    sight = public("sequences clause")
    grows_with = "the wagers of a coup"
    transfers = transfers_of()

    sequences: tuple[int, ...]
    moves: tuple[Move, ...]
    clause: str


@TABLE.evolves(WagersReturned)
def wagers_returned(table: Table, event: WagersReturned) -> Table:
    stakes = table.round.stakes
    if event.clause == table.round.take_down:
        for player in dict.fromkeys(stakes[each].player for each in event.sequences):
            table = _answered(table, player)
    return moved(without(table, event.sequences), event.moves)


def _answered(table: Table, player: str) -> Table:
    answered = tuple(dict.fromkeys((*table.round.answered, player)))
    return replace(table, round=replace(table.round, answered=answered))


class TakeDown(Command, frozen=True, kw_only=True):
    """Remove one's own wagers while that is offered; they cannot come back. `on`, `box` and `area`
    choose among them."""

    pages = on_pages("deal", "table")
    stopped_by = stops(Stop.STATEMENT)

    player: str
    on: str | None = None
    box: int | None = None
    area: int | None = None


@TABLE.decides(
    TakeDown,
    phases=(DEALING,),
    seen="an offer in the log, and the player's answer",
    sent_by=OF_PLAYERS,
)
def take_down(table: Table, command: TakeDown, now: datetime) -> Sequence[Event]:
    clause = _offered(table, command, command.player)
    stakes = own_wagers(table, command.player, command.on, command.box)
    stakes = [laid for laid in stakes if command.area in (None, laid.area)]
    if not stakes:
        raise Refusal(
            "no-wager", clause, "{player} has no such wager.", player=named(command.player)
        )
    check_withdrawal(table, command.player)
    stakes = _with_dependents(table, command.player, stakes)
    sequences = tuple(laid.sequence for laid in stakes)
    moves = tuple(back(laid) for laid in stakes)
    return [WagersReturned(sequences=sequences, moves=moves, clause=clause)]


def _with_dependents(table: Table, player: str, stakes: list[Laid]) -> list[Laid]:
    """Return the stakes that come down, with those that may not lie without them."""
    gone, boxes = [laid.sequence for laid in stakes], {laid.box for laid in stakes}
    try:
        check_each_allowed(table, player, gone)
        return stakes
    except Refusal as refused:
        bets = {laid.on for laid in stakes}
        beside = [
            laid
            for laid in own_wagers(table, player, None, None)
            if laid.sequence not in gone
            and (laid.box in boxes or laid.box is None)
            and table.book.together.hangs_on(laid.on, bets)
        ]
        if not beside:
            raise refused
        check_each_allowed(table, player, [*gone, *(laid.sequence for laid in beside)])
        return [*stakes, *beside]


def _offered(table: Table, command: Command, player: str) -> str:
    """The clause of the offer, which the player answers alone."""
    consents(table, command, player)
    clause = table.round.take_down
    if clause is None:
        untouched = table.conduct.wagering.untouched
        raise Refusal("not-offered", untouched, "No wager may be removed now.")
    if holds(command, WAGERS) and is_absent(table, player):
        message = "{player} has left: that wager stays, and is settled by the result."
        raise Refusal("not-at-table", clause, message, player=named(player))
    return clause


def own_wagers(table: Table, player: str, on: str | None, box: int | None) -> list[Laid]:
    """The wagers of a player that are not settled: all, or those on one bet."""
    return [
        laid
        for laid in table.round.stakes.values()
        if laid.player == player
        and on in (None, laid.on)
        and box in (None, laid.box)
        and laid.sequence not in table.round.settled
    ]


class KeepWagers(Command, frozen=True, kw_only=True):
    """Leave one's wagers where they lie, though they may be removed."""

    pages = on_pages("deal", "table")
    stopped_by = stops(Stop.STATEMENT)

    player: str


class WagersKept(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("player clause")

    player: str
    clause: str


@TABLE.decides(KeepWagers, phases=(DEALING,), sent_by=OF_PLAYERS)
def keep_wagers(table: Table, command: KeepWagers, now: datetime) -> Sequence[Event]:
    clause = _offered(table, command, command.player)
    if command.player not in undecided(table):
        who = named(command.player)
        raise Refusal("answered", clause, "{who} has answered, or has no wager to remove.", who=who)
    return [WagersKept(player=command.player, clause=clause)]


@TABLE.evolves(WagersKept)
def wagers_kept(table: Table, event: WagersKept) -> Table:
    return _answered(table, event.player)


def undecided(table: Table) -> list[str]:
    """Return the players at the table who may remove wagers and have not answered."""
    round_ = table.round
    bettors = dict.fromkeys(laid.player for laid in lying_stakes(table))
    asked = (player for player in bettors if not is_absent(table, player))
    return [player for player in asked if player not in round_.answered]


class ResumePlay(Command, frozen=True, kw_only=True):
    """Players have had their choice: the coup goes on."""

    pages = on_pages("deal", "pit")
    stopped_by = stops(Stop.STATEMENT)
    awaited = "take-down"


class PlayResumed(Event, frozen=True, kw_only=True):
    """`no_bet`: every wager was removed, so what goes on is a no-bet coup, dealt by `method`."""

    basis = RECORD
    sight = public("clause no_bet")

    clause: str
    no_bet: bool
    method: str | None


@TABLE.decides(ResumePlay, Leave(None, STAFF), (DEALING,), seen="what players have answered")
def resume_play(table: Table, command: ResumePlay, now: datetime) -> Sequence[Event]:
    clause = table.round.take_down or table.round.reopened
    if clause is None:
        raise Refusal("not-stopped", None, "Play has not stopped.")
    if not table.round.stakes and _ends_unbet(table, clause):
        return [void_coup(table, clause, revised=holds(command, WAGERS))]
    for hand, holder in table.round.out.items():
        if holder not in able(table, hand):
            raise Refusal(
                "cards-out",
                no_touch(table),
                "{holder} has the {hand} hand and no wager on it: collect it first.",
                holder=named(holder),
                hand=hand,
            )
    if table.round.take_down is not None:
        _check_answered(table, clause, now)
    method = None if table.round.stakes else table.conduct.no_bet_method
    resumed = PlayResumed(
        clause=clause,
        no_bet=not table.round.stakes,
        method=method or table.round.method,
    )
    left = _boxes_left(table, clause) if holds(command, WAGERS) else []
    return [resumed, *(HandVoided(hand=box_name(box), clause=clause) for box in left)]


def _boxes_left(table: Table, clause: str) -> list[int]:
    """Return the boxes whose stakes have all gone back, where the coup is finished only for the
    players who left theirs: no further card is dealt to them."""
    return boxes_left(table) if _ends_unbet(table, clause) else []


def _check_answered(table: Table, clause: str, now: datetime) -> None:
    """The choice is the players' until they answer, or the time that was stated has run."""
    until, waiting = table.round.answer_by, undecided(table)
    if waiting and until is not None and now < until:
        seconds = -(-(until - now) // timedelta(seconds=1))
        raise Refusal(
            "not-answered",
            clause,
            "{waiting} may still take wagers down: wait for the answer, or {seconds} more seconds.",
            waiting=named(waiting[0]),
            seconds=seconds,
        )


def _ends_unbet(table: Table, clause: str) -> bool:
    """Return True if that clause finishes a coup only for players who left their wagers down."""
    cells = table.conduct.irregularities["device-without-spare"]
    return any(c.outcome is Outcome.REFUND_OR_FINISH and c.clause == clause for c in cells)


@TABLE.evolves(PlayResumed)
def play_resumed(table: Table, event: PlayResumed) -> Table:
    round_ = replace(table.round, take_down=None, reopened=None, answered=(), answer_by=None)
    if event.no_bet:
        round_ = replace(round_, no_bet=event.clause, method=event.method)
    return replace(table, round=round_)
