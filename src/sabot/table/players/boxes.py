"""Playing areas: who plays where, how many share one, and who makes room for others."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import RECORD, Stop, on_pages, public, stops
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.operation.conduct import Power
from sabot.rules.roles import CASINO_SUPERVISOR, PLAYER
from sabot.table.state import BETWEEN, OPEN, Patron, Table
from sabot.table.stream import OF_PLAYERS, TABLE, leave, patron_of, replace, speaks_for, with_patron


class TakeBox(Command, frozen=True, kw_only=True):
    """Play another playing area besides one's own."""

    pages = on_pages("deal", "table")
    stopped_by = stops(Stop.HEAT_SEATS)

    player: str
    box: int


class BoxTaken(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("player box")

    player: str
    box: int


@TABLE.decides(TakeBox, phases=BETWEEN, sent_by=OF_PLAYERS)
def take_box(table: Table, command: TakeBox, now: datetime) -> Sequence[Event]:
    speaks_for(table, command, command.player)
    patron = patron_of(table, command.player)
    sharing = table.conduct.sharing
    if patron.barred is not None:
        raise Refusal(
            "barred",
            patron.barred,
            "{player} is barred from this game.",
            player=named(command.player),
        )
    if not 1 <= command.box <= table.opened.places:
        raise Refusal("bad-box", None, "There is no playing area {box}.", box=command.box)
    if command.box in patron.boxes:
        raise Refusal("bad-box", None, "Playing area {box} is theirs already.", box=command.box)
    if patron.boxes and any(each.wants_box for each in table.patrons.values()):
        raise Refusal("give-up", sharing.give_up, "Other players are waiting for an area.")
    check_sharing(table, command.player, command.box)
    return [BoxTaken(player=command.player, box=command.box)]


def check_sharing(table: Table, player: str, area: int) -> None:
    """Reject a player on a playing area that is full."""
    if not has_room(table, player, area):
        clause = table.conduct.sharing.clause
        raise Refusal(
            "area-full",
            clause,
            "Area {area} takes {table} and is full.",
            area=area,
            table=_most(table),
        )


def _most(table: Table) -> int | None:
    """Return the number of players that a playing area takes; None: any number."""
    at_first = table.conduct.sharing.at_first
    return at_first if table.area_players is None else table.area_players


def has_room(table: Table, player: str, area: int) -> bool:
    """Return True if an area takes that player beside those who bet on it and, unless the player
    plays it too, those who play it."""
    most = _most(table)
    if most is None:
        return True
    others = {
        laid.player
        for laid in table.round.stakes.values()
        if laid.area == area and not has_own_places(table, laid.on)
    }
    patron = table.patrons.get(player)
    if patron is None or area not in patron.boxes:
        others |= {name for name, each in table.patrons.items() if area in each.boxes}
    return len(others - {player}) < most


def has_own_places(table: Table, wager: str) -> bool:
    """Return True if a clause for that wager limits its places on one playing area."""
    rule = table.conduct.side_bet(wager)
    return rule is not None and rule.positions is not None


@TABLE.evolves(BoxTaken)
def box_taken(table: Table, event: BoxTaken) -> Table:
    patron = table.patrons[event.player]
    boxes = tuple(sorted((*patron.boxes, event.box)))
    return with_patron(table, event.player, replace(patron, boxes=boxes, wants_box=False))


class AskForBox(Command, frozen=True, kw_only=True):
    """Say that one waits for a playing area."""

    pages = on_pages("deal", "table")
    stopped_by = stops(Stop.HEAT_SEATS)

    player: str


class BoxAskedFor(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("player")

    player: str


@TABLE.decides(AskForBox, phases=OPEN, sent_by=OF_PLAYERS)
def ask_for_box(table: Table, command: AskForBox, now: datetime) -> Sequence[Event]:
    speaks_for(table, command, command.player)
    if patron_of(table, command.player).boxes:
        raise Refusal("bad-box", None, "{player} has a playing area.", player=named(command.player))
    return [BoxAskedFor(player=command.player)]


@TABLE.evolves(BoxAskedFor)
def box_asked_for(table: Table, event: BoxAskedFor) -> Table:
    patron = replace(table.patrons[event.player], wants_box=True)
    return with_patron(table, event.player, patron)


class GiveUpBox(Command, frozen=True, kw_only=True):
    """Leave a playing area. Staff may ask it of a player on several while others wait."""

    pages = on_pages("deal", "table")
    stopped_by = stops(Stop.HEAT_SEATS)

    player: str
    box: int


class BoxGivenUp(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("player box clause")

    player: str
    box: int
    clause: str | None


@TABLE.decides(GiveUpBox, phases=BETWEEN, sent_by=OF_PLAYERS)
def give_up_box(table: Table, command: GiveUpBox, now: datetime) -> Sequence[Event]:
    speaks_for(table, command, command.player)
    patron, sharing = patron_of(table, command.player), table.conduct.sharing
    if command.box not in patron.boxes:
        raise Refusal("bad-box", None, "Playing area {box} is not theirs.", box=command.box)
    if any(
        s.player == command.player and s.area == command.box for s in table.round.stakes.values()
    ):
        raise Refusal("wagers-lie", None, "A wager lies on playing area {box}.", box=command.box)
    clause = None
    if command.role != PLAYER:
        clause = _check_demand(table, patron, command.box)
    return [BoxGivenUp(player=command.player, box=command.box, clause=clause or sharing.give_up)]


def _check_demand(table: Table, patron: Patron, box: int) -> str | None:
    """Reject taking an area from a player unless the player has several, another one waits, and no
    area is free. An area is free only if no player plays it, seated there or not."""
    sharing = table.conduct.sharing
    waiting = any(each.wants_box for each in table.patrons.values())
    played = {area for each in table.patrons.values() for area in each.boxes}
    short = len(played) >= table.opened.places
    if len(patron.boxes) < 2 or not waiting or not short or sharing.give_up is None:
        raise Refusal(
            "no-demand",
            sharing.give_up,
            "An area is given up by a player on several, when others wait and none is free.",
        )
    if box == patron.place:
        raise Refusal("no-demand", sharing.give_up, "A player keeps the area at their own seat.")
    return sharing.give_up


@TABLE.evolves(BoxGivenUp)
def box_given_up(table: Table, event: BoxGivenUp) -> Table:
    patron = table.patrons[event.player]
    boxes = tuple(box for box in patron.boxes if box != event.box)
    return with_patron(table, event.player, replace(patron, boxes=boxes))


class LimitPlayers(Command, frozen=True, kw_only=True):
    """Limit how many players there are at the table, or on one playing area. What is not said stays
    as it is; with nothing said both limits are lifted."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.HEAT_SEATS)

    table: int | None = None
    area: int | None = None


class PlayersLimited(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("table area clause")

    table: int | None
    area: int | None
    clause: str


def _limits_players(table: Table, command: LimitPlayers) -> Leave:
    return leave(_limit_power(table, command))


def _limit_power(table: Table, command: LimitPlayers) -> Power | None:
    sharing = table.conduct.sharing
    if command.table is not None:
        return sharing.at_table
    return sharing.limit


@TABLE.decides(LimitPlayers, _limits_players, OPEN, sent_by=(CASINO_SUPERVISOR,))
def limit_players(table: Table, command: LimitPlayers, now: datetime) -> Sequence[Event]:
    sharing = table.conduct.sharing
    power = _limit_power(table, command)
    if power is None or (command.area is not None and sharing.limit is None):
        raise Refusal("no-rule", sharing.clause, "No clause lets anyone change that number here.")
    for number in (command.table, command.area):
        if number is not None and number < 1:
            raise Refusal("bad-number", power.clause, "The number of players is at least one.")
    most = sharing.most or 1  # a document without a number speaks of one player a box
    if command.area is not None and command.area > most:
        raise Refusal(
            "bad-number", sharing.clause, "The most for one playing area is {most}.", most=most
        )
    return [PlayersLimited(table=command.table, area=command.area, clause=power.clause)]


@TABLE.evolves(PlayersLimited)
def players_limited(table: Table, event: PlayersLimited) -> Table:
    if event.table is None and event.area is None:
        return replace(table, most_players=None, area_players=None)
    if event.table is not None:
        table = replace(table, most_players=event.table)
    return table if event.area is None else replace(table, area_players=event.area)
