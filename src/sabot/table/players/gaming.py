"""Loss Limits at the table: breaks from wagering, reminders, and wagers that went past a limit."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import RECORD, StaffText, Topic, in_topics, on_pages, own, stops
from sabot.engine.ledger import CURRENCIES
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.operation.conduct import Gaming
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.betting.totals import StakeCut, apply_cuts, merged
from sabot.table.limits.limits import chip_step
from sabot.table.players.room import rooms_of
from sabot.table.state import OPEN, Laid, Patron, Table
from sabot.table.stream import (
    BY_STAFF,
    BY_SUPERVISOR,
    TABLE,
    leave,
    patron_of,
    reason_of,
    replace,
    with_patron,
)


def within_room(
    stakes: Sequence[Laid],
    room_left: int,
    clause: str | None,
    step: Callable[[str], int] = lambda on: 1,
) -> list[StakeCut]:
    """Return the cuts by which no more than `room_left` can be lost, the last bet first. `stakes`
    are in the order of placing. The live rest of a bet is a multiple of its `step`."""
    cuts: list[StakeCut] = []
    excess = sum(laid.live for laid in stakes) - max(room_left, 0)
    for laid in reversed(stakes):
        if excess <= 0:
            break
        live = max(laid.live - excess, 0)
        live -= live % step(laid.on)
        cuts.append(StakeCut(laid.sequence, live, laid.live - live, clause))
        excess -= laid.live - live
    return cuts


def loss_limit_cuts(
    table: Table, player: str, room_left: int, clause: str | None
) -> list[StakeCut]:
    """Return the cuts of a player's wagers of this coup, the last bet first. Settled wagers stand,
    and promotional tokens are no loss of the player's."""
    stakes = [
        laid
        for _, laid in sorted(table.round.stakes.items())
        if laid.player == player
        and CURRENCIES[laid.currency].is_loss
        and laid.live
        and laid.sequence not in table.round.settled
    ]
    return within_room(stakes, room_left, clause, lambda on: chip_step(table, on))


def within_limits(table: Table, cuts: list[StakeCut], *, everywhere: bool = True) -> list[StakeCut]:
    """Return these cuts, and what an account's Loss Limit does not let its player lose: a limit
    that was lowered since the wager was placed holds for it as well, once the first card comes.
    The clause is the document's, where it has one; before the revision `MONEY`, a limit was not
    held to `everywhere`, but only where it has."""
    gaming = table.conduct.gaming
    if gaming is None and not everywhere:
        return cuts
    rooms = rooms_of(table.patrons)
    if not rooms:
        return cuts
    clause = gaming.live_part if gaming else None
    stakes = apply_cuts(table.round.stakes, cuts)
    after = replace(table, round=replace(table.round, stakes=stakes))
    more: list[StakeCut] = []
    for player, room in rooms.items():
        more += loss_limit_cuts(after, player, room, clause)
    return merged(cuts, more)


def room_left(patron: Patron) -> int | None:
    """Return the cents that the player may still lose, wagers on the layout not counted; None
    without a Loss Limit."""
    return None if patron.room is None else max(patron.room - patron.lost, 0)


def gaming_of(table: Table, player: str) -> tuple[Gaming, Patron]:
    """The document's rules of Loss Limits and the player at the table, who must have one."""
    patron, gaming = patron_of(table, player), table.conduct.gaming
    if gaming is None:
        raise Refusal("no-rule", None, "{game} has no Loss Limits.", game=table.book.title)
    if patron.room is None:
        raise Refusal(
            "no-loss-limit", gaming.duties, "{player} has set no Loss Limit.", player=named(player)
        )
    return gaming, patron


def _pauses(table: Table, command: Command) -> Leave:
    gaming = table.conduct.gaming if table.setup is not None else None
    return leave(gaming.pause) if gaming else BY_SUPERVISOR


class PausePlayer(Command, frozen=True, kw_only=True):
    """Keep a player from wagering until their Loss Limit starts anew. Wagers that lie stay."""

    pages = on_pages("pit")
    stopped_by = stops()

    player: str
    reason: str


class PlayerPaused(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = own("player reason clause")
    topics = in_topics(Topic.LIMIT_MET)

    player: str
    reason: str
    clause: str


@TABLE.decides(PausePlayer, _pauses, OPEN, sent_by=(CASINO_SUPERVISOR,))
def pause_player(table: Table, command: PausePlayer, now: datetime) -> Sequence[Event]:
    gaming, patron = gaming_of(table, command.player)
    clause = gaming.pause.clause
    if patron.paused:
        raise Refusal(
            "paused", clause, "{player} takes a break already.", player=named(command.player)
        )
    reason = reason_of(command.reason)
    return [PlayerPaused(player=command.player, reason=reason, clause=clause)]


@TABLE.evolves(PlayerPaused)
def player_paused(table: Table, event: PlayerPaused) -> Table:
    return with_patron(table, event.player, replace(table.patrons[event.player], paused=True))


class ResumePlayer(Command, frozen=True, kw_only=True):
    """Let the player wager again."""

    pages = on_pages("pit")
    stopped_by = stops()

    player: str


class PlayerResumed(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = own("player clause")
    topics = in_topics(Topic.LIMIT_MET)

    player: str
    clause: str


@TABLE.decides(ResumePlayer, _pauses, OPEN, sent_by=(CASINO_SUPERVISOR,))
def resume_player(table: Table, command: ResumePlayer, now: datetime) -> Sequence[Event]:
    gaming, patron = gaming_of(table, command.player)
    clause = gaming.pause.clause
    if not patron.paused:
        raise Refusal(
            "not-paused",
            clause,
            "{player} takes no break from wagering.",
            player=named(command.player),
        )
    return [PlayerResumed(player=command.player, clause=clause)]


@TABLE.evolves(PlayerResumed)
def player_resumed(table: Table, event: PlayerResumed) -> Table:
    return with_patron(table, event.player, replace(table.patrons[event.player], paused=False))


class RemindPlayer(Command, frozen=True, kw_only=True):
    """Explain to a player the duties that come with a Loss Limit, or give a direction about it."""

    pages = on_pages("deal", "pit")
    stopped_by = stops()

    player: str
    note: StaffText = ""


class PlayerReminded(Event, frozen=True, kw_only=True):
    """`duties` is the clause that lists them, `clause` the one that asks for the reminder."""

    basis = RECORD
    sight = own("player duties clause")
    topics = in_topics(Topic.LIMIT_MET)

    player: str
    duties: str
    clause: str
    note: StaffText


def reminder(table: Table, player: str, note: str = "") -> PlayerReminded:
    """The reminder, for a player with a Loss Limit."""
    gaming, _ = gaming_of(table, player)
    return PlayerReminded(player=player, duties=gaming.duties, clause=gaming.last_first, note=note)


@TABLE.decides(RemindPlayer, BY_STAFF, OPEN)
def remind_player(table: Table, command: RemindPlayer, now: datetime) -> Sequence[Event]:
    return [reminder(table, command.player, command.note)]


@TABLE.evolves(PlayerReminded)
def player_reminded(table: Table, event: PlayerReminded) -> Table:
    patron = table.patrons[event.player]
    return with_patron(table, event.player, replace(patron, reminded=patron.reminded + 1))
