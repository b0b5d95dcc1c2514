"""Side bets: one of a kind, reserved for main bettors, and who comes first where room is short."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, on_pages, public, record, stops, transfers_of
from sabot.engine.ledger import LAYOUT, Move, of_player
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.operation.conduct import SideBet
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.betting.one_wager import REVISED
from sabot.table.state import OPEN, Laid, Table
from sabot.table.stream import TABLE, leave, moved, replace


def mains_of(table: Table, player: str) -> bool:
    """Return True if the player has a main bet on the layout."""
    by_id = table.book.by_id
    return any(
        laid.player == player and not by_id[laid.on].side_bet
        for laid in table.round.stakes.values()
    )


def check_side_bet(
    table: Table, player: str, on: str, area: int | None, *, whole: bool = REVISED
) -> Sequence[Event]:
    """Reject a side bet that finds no room; return an event for the bet that gives way to it, if
    any. Where a player places a single wager of a kind, more on the same area raises it; before the
    revision `WAGERS` that was rejected too."""
    rule = table.conduct.side_bet(on)
    if rule is None:
        return ()
    own = [s for s in table.round.stakes.values() if s.player == player and s.on == on]
    if rule.one_each is not None and any(not whole or laid.area != area for laid in own):
        name = table.book.by_id[on].name
        raise Refusal(
            "one-each", rule.one_each, "A player places one {name} wager a coup.", name=name
        )
    has_main = mains_of(table, player)
    if on in table.restricted and not has_main:
        raise Refusal(
            "main-bettors-only",
            table.restricted[on],
            "{on} is for players with a main wager now.",
            on=table.book.names[on],
        )
    if any(rule.positions is None or laid.area == area for laid in own):
        return ()  # raising a wager takes no further position
    return _room(table, rule, on, area, has_main)


def _room(
    table: Table, rule: SideBet, on: str, area: int | None, has_main: bool
) -> Sequence[Event]:
    room = rule.positions if rule.positions is not None else table.sign.positions
    if room is None:
        return ()
    taken = [
        laid
        for laid in table.round.stakes.values()
        if laid.on == on and (rule.positions is None or laid.area == area)
    ]
    bettors = list(dict.fromkeys(laid.player for laid in taken))
    if len(bettors) < room:
        return ()
    others = [player for player in bettors if not mains_of(table, player)]
    if not has_main or not others:
        raise Refusal(
            "no-room",
            rule.preference,
            "All {room} places for {on} are taken.",
            room=room,
            on=table.book.names[on],
        )
    return [
        WagerDisplaced(
            sequence=laid.sequence, moves=(back(laid),), clause=rule.preference or rule.sign
        )
        for laid in taken
        if laid.player == others[-1]
    ]


def back(laid: Laid) -> Move:
    """The move that hands a stake back."""
    return Move(LAYOUT, of_player(laid.player), laid.live, laid.currency)


class WagerDisplaced(Event, frozen=True, kw_only=True):
    """A side bet gives way to one of a player with a main bet."""

    basis = record("the main wager it hung on")
    sight = public("sequence clause")
    transfers = transfers_of()

    sequence: int
    moves: tuple[Move, ...]
    clause: str


@TABLE.evolves(WagerDisplaced)
def wager_displaced(table: Table, event: WagerDisplaced) -> Table:
    return moved(without(table, [event.sequence]), event.moves)


def without(table: Table, sequences: Sequence[int]) -> Table:
    """The table with these stakes off the layout."""
    stakes = {key: laid for key, laid in table.round.stakes.items() if key not in sequences}
    return replace(table, round=replace(table.round, stakes=stakes))


class RestrictSideBet(Command, frozen=True, kw_only=True):
    """Reserve a side bet for players with a main bet. `told` are those who were told before."""

    pages = on_pages("pit")
    stopped_by = stops()

    wager: str
    told: tuple[str, ...] = ()
    sign: bool = False


class SideBetRestricted(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("wagers clause")
    grows_with = "the players at the table"

    wagers: tuple[str, ...]
    told: tuple[str, ...]
    clause: str


def _restricts(table: Table, command: RestrictSideBet) -> Leave:
    rule = table.conduct.side_bet(command.wager)
    return leave(rule.restrict if rule else None)


@TABLE.decides(RestrictSideBet, _restricts, OPEN, sent_by=(CASINO_SUPERVISOR,))
def restrict_side_bet(table: Table, command: RestrictSideBet, now: datetime) -> Sequence[Event]:
    table.book.wager(command.wager)
    rule = table.conduct.side_bet(command.wager)
    if rule is None or rule.restrict is None:
        raise Refusal(
            "no-rule",
            None,
            "No clause reserves {wager} for anyone.",
            wager=table.book.names[command.wager],
        )
    missing = [who for who in rule.tells if who not in command.told]
    if missing:
        raise Refusal(
            "not-told",
            rule.told,
            "First tell {missing} of the restriction.",
            missing=" and ".join(missing),
        )
    if not command.sign:
        raise Refusal("no-sign", rule.restrict_sign, "A sign has to tell players of it.")
    return [SideBetRestricted(wagers=rule.wagers, told=command.told, clause=rule.restrict.clause)]


@TABLE.evolves(SideBetRestricted)
def side_bet_restricted(table: Table, event: SideBetRestricted) -> Table:
    restricted = {**table.restricted, **dict.fromkeys(event.wagers, event.clause)}
    return replace(table, restricted=restricted)


class LiftRestriction(Command, frozen=True, kw_only=True):
    pages = on_pages("pit")
    stopped_by = stops()

    wager: str


class RestrictionLifted(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("wagers")

    wagers: tuple[str, ...]


@TABLE.decides(LiftRestriction, _restricts, OPEN, sent_by=(CASINO_SUPERVISOR,))
def lift_restriction(table: Table, command: LiftRestriction, now: datetime) -> Sequence[Event]:
    name, rule = table.book.wager(command.wager).name, table.conduct.side_bet(command.wager)
    if rule is None or command.wager not in table.restricted:
        raise Refusal("not-restricted", None, "{name} is open to everyone.", name=name)
    return [RestrictionLifted(wagers=rule.wagers)]


@TABLE.evolves(RestrictionLifted)
def restriction_lifted(table: Table, event: RestrictionLifted) -> Table:
    restricted = {k: v for k, v in table.restricted.items() if k not in event.wagers}
    return replace(table, restricted=restricted)
