"""Wagers without a result: a coup that is void, or one player's wagers in it. What lies on the
layout goes back, and settlements may be undone."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.declarations import (
    StaffAmounts,
    Topic,
    in_topics,
    public,
    statement,
    transfers_of,
)
from sabot.engine.ledger import CURRENCIES, FLOAT, Move, balance, of_player
from sabot.engine.streams import Event
from sabot.rules import box_name
from sabot.table.betting.sides import back, without
from sabot.table.players.room import with_loss
from sabot.table.result.debts import with_owing
from sabot.table.state import IN_COUP, SETTLED, Laid, Patron, Round, Table
from sabot.table.stream import TABLE, affordable, moved, replace

NO_DAYS: Final[Mapping[str, date]] = MappingProxyType({})
"""No day is named: losses belong to each player's latest day at the table."""


class CoupVoided(Event, frozen=True, kw_only=True):
    """The coup has no result. `returned` are the stakes that are back with their owners, `undone`
    those of them that had been settled before; `losses` is how that changes what each player has
    lost at this visit. `owed` is what players owe for winnings that they no longer hold; `short` is
    the same in logs of the first release, where it was no debt.
    """

    basis = statement("void")
    sight = public("clause returned undone")
    grows_with = "the wagers of a coup"
    transfers = transfers_of()
    topics = in_topics(Topic.IRREGULARITY, Topic.COUP)
    may_leave_debt = True
    untold = True

    clause: str
    moves: tuple[Move, ...]
    returned: tuple[int, ...]
    undone: tuple[int, ...] = ()
    losses: StaffAmounts = msgspec.field(default_factory=dict)
    short: StaffAmounts = msgspec.field(default_factory=dict)
    owed: StaffAmounts = msgspec.field(default_factory=dict)


def void_coup(
    table: Table,
    clause: str,
    *,
    reverse: bool | None = None,
    keep_settled: bool = False,
    interim: bool = False,
    revised: bool = True,
) -> CoupVoided:
    """Make the coup void by this clause, while it is dealt or before its cards are cleared.

    Unsettled stakes go back. `reverse`: settlements of this coup are undone as well (None: as the
    document has it); `keep_settled`: settlements stand, even where the document undoes them;
    `interim`: payments made to players before the end stand, and collected stakes go back;
    `revised`: amounts that players do not hold are debts.
    """
    check_can_void(table, clause)
    undo = table.conduct.void_reverses if reverse is None else reverse
    lying = lying_stakes(table)
    if interim and table.phase != SETTLED:
        return _save_paid(table, clause, lying)
    if keep_settled or not undo:
        return CoupVoided(
            clause=clause,
            moves=tuple(back(laid) for laid in lying if laid.live),
            returned=tuple(laid.sequence for laid in lying),
        )
    undoing = undo_settlements(table, {laid.player for laid in table.round.stakes.values()})
    return CoupVoided(
        clause=clause,
        moves=affordable(table, (*(back(laid) for laid in lying if laid.live), *undoing.moves)),
        returned=tuple(sorted(table.round.stakes)),
        undone=undoing.stakes,
        losses=undoing.losses,
        short={} if revised else undoing.short,
        owed=undoing.short if revised else {},
    )


def _save_paid(table: Table, clause: str, lying: Sequence[Laid]) -> CoupVoided:
    """Return every stake but those that were paid before the coup's end."""
    given = Counter(table.round.moves)
    taken, losses = list[Laid](), Counter[str]()
    for laid in table.round.stakes.values():
        if laid.sequence not in table.round.settled:
            continue
        if given[back(laid)]:
            given[back(laid)] -= 1
            continue
        taken.append(laid)
        losses[laid.player] -= laid.live if CURRENCIES[laid.currency].is_loss else 0
    collected = (
        Move(CURRENCIES[laid.currency].house, of_player(laid.player), laid.live, laid.currency)
        for laid in taken
    )
    return CoupVoided(
        clause=clause,
        moves=affordable(table, (*(back(laid) for laid in lying if laid.live), *collected)),
        returned=tuple(sorted(laid.sequence for laid in (*lying, *taken))),
        undone=tuple(laid.sequence for laid in taken),
        losses={player: change for player, change in losses.items() if change},
    )


def check_can_void(table: Table, clause: str | None) -> None:
    """Only a coup that has begun, and is not void yet, can be made void."""
    if table.phase not in IN_COUP:
        raise Refusal(
            "wrong-phase", clause, "No {coup_word} is being dealt now.", coup_word=table.book.coup
        )
    if table.round.void is not None:
        raise Refusal(
            "void", table.round.void, "The {coup_word} is void already.", coup_word=table.book.coup
        )


def lying_stakes(table: Table, player: str | None = None) -> list[Laid]:
    """The stakes on the layout that are not settled: a player's, or everyone's."""
    return [
        laid
        for laid in table.round.stakes.values()
        if laid.sequence not in table.round.settled and player in (None, laid.player)
    ]


def has_open_wagers(table: Table, player: str) -> bool:
    """Return True if the coup still settles a wager of the player, or its end may undo one."""
    return any(
        laid.player == player and (laid.invalid is None or laid.sequence not in table.round.settled)
        for laid in table.round.stakes.values()
    )


class Undoing(msgspec.Struct, frozen=True):
    """Moves that undo settlements, the stakes they are about, what changes in players' losses, and
    what players cannot give back."""

    moves: tuple[Move, ...]
    stakes: tuple[int, ...]
    losses: StaffAmounts
    short: StaffAmounts


def undo_settlements(table: Table, players: Collection[str]) -> Undoing:
    """Everything settled for these players in this coup undone: each gets their stakes back and
    nothing else. A player who holds too little for it gives back all they hold."""
    settled = [
        laid
        for laid in table.round.stakes.values()
        if laid.sequence in table.round.settled and laid.player in players
    ]
    due = Counter[tuple[str, str]]()
    for laid in settled:
        due[laid.player, laid.currency] += laid.live
    places = {of_player(player): player for player in players}
    for move in table.round.moves:
        if move.target in places:
            due[places[move.target], move.currency] -= move.amount
        if move.source in places:
            due[places[move.source], move.currency] += move.amount
    lying = Counter[tuple[str, str]]()
    for laid in lying_stakes(table):
        lying[laid.player, laid.currency] += laid.live
    moves, losses, short = [], Counter[str](), Counter[str]()
    for (player, currency), amount in due.items():
        place = of_player(player)
        if amount > 0:
            moves.append(Move(CURRENCIES[currency].house, place, amount, currency))
        elif amount < 0:
            held = balance(table.balances, place, currency) + lying[player, currency]
            given = min(-amount, held)
            short[player] += -amount - given
            moves.append(Move(place, FLOAT, given, currency))
        losses[player] -= amount if CURRENCIES[currency].is_loss else 0
    return Undoing(
        tuple(move for move in moves if move.amount),
        tuple(laid.sequence for laid in settled),
        {player: change for player, change in losses.items() if change},
        {player: amount for player, amount in short.items() if amount},
    )


def with_changes(
    table: Table, losses: Mapping[str, int], days: Mapping[str, date] = NO_DAYS
) -> dict[str, Patron]:
    """Return the players with changes of what they have lost, by wagers of the days named."""
    return {
        player: with_loss(patron, losses[player], days.get(player), table.at)
        if player in losses
        else patron
        for player, patron in table.patrons.items()
    }


def returned_whole(round_: Round, sequences: Iterable[int]) -> dict[int, int]:
    """Return what went back for each stake, when these went back as they were."""
    stakes = round_.stakes
    return round_.returns | {key: stakes[key].live for key in sequences if key in stakes}


@TABLE.evolves(CoupVoided)
def coup_voided(table: Table, event: CoupVoided) -> Table:
    """End all stakes and take back all cards; only clearing is left."""
    round_ = replace(
        table.round,
        void=event.clause,
        settled=tuple(table.round.stakes),
        moves=(*table.round.moves, *event.moves),
        returns=returned_whole(table.round, event.returned),
        out={},
        held=None,
        take_down=None,
        answered=(),
        answer_by=None,
        reopened=None,
    )
    patrons = with_changes(table, event.losses)
    table = with_owing(table, event.clause, event.owed)
    return moved(replace(table, phase=SETTLED, patrons=patrons, round=round_), event.moves)


class WagersVoided(Event, frozen=True, kw_only=True):
    """A player's wagers are void. `sequences` left the layout, `undone` had been settled; the last
    `undoing` of the moves undo their settlement."""

    basis = statement("void")
    sight = public("player clause sequences undone")
    grows_with = "the wagers of a coup"
    transfers = transfers_of()
    topics = in_topics(Topic.IRREGULARITY)

    player: str
    clause: str
    sequences: tuple[int, ...]
    moves: tuple[Move, ...]
    undone: tuple[int, ...] = ()
    undoing: int = 0
    losses: StaffAmounts = msgspec.field(default_factory=dict)
    short: StaffAmounts = msgspec.field(default_factory=dict)
    owed: StaffAmounts = msgspec.field(default_factory=dict)


def void_wagers(table: Table, player: str, clause: str, *, revised: bool = True) -> WagersVoided:
    """All that a player has bet in this coup made void: stakes go back, winnings are given up."""
    if not any(laid.player == player for laid in table.round.stakes.values()):
        raise Refusal("no-wager", clause, "That player has no wager here that could be void.")
    if table.round.void is not None:
        raise Refusal(
            "void", table.round.void, "The {coup_word} is void already.", coup_word=table.book.coup
        )
    lying = lying_stakes(table, player)
    undoing = undo_settlements(table, {player})
    returns = tuple(back(laid) for laid in lying if laid.live)
    return WagersVoided(
        player=player,
        clause=clause,
        sequences=tuple(laid.sequence for laid in lying),
        moves=affordable(table, (*returns, *undoing.moves)),
        undone=undoing.stakes,
        undoing=len(undoing.moves),
        losses=undoing.losses,
        short={} if revised else undoing.short,
        owed=undoing.short if revised else {},
    )


@TABLE.evolves(WagersVoided)
def wagers_voided(table: Table, event: WagersVoided) -> Table:
    table = without(table, event.sequences)
    undoing = event.moves[len(event.moves) - event.undoing :]
    stakes = {
        sequence: replace(laid, invalid=event.clause) if sequence in event.undone else laid
        for sequence, laid in table.round.stakes.items()
    }
    round_ = replace(
        table.round,
        stakes=stakes,
        moves=(*table.round.moves, *undoing),
        returns=returned_whole(table.round, event.undone),
    )
    patrons = with_changes(table, event.losses)
    table = with_owing(replace(table, round=round_, patrons=patrons), event.clause, event.owed)
    return moved(table, event.moves)


def boxes_left(table: Table) -> list[int]:
    """Return the boxes whose stakes have all gone back: no further card is dealt to them."""
    bet_on = {laid.box for laid in table.round.stakes.values()}
    void = table.round.void_hands
    return [box for box in table.round.boxes if box not in bet_on and box_name(box) not in void]


class HandVoided(Event, frozen=True, kw_only=True):
    """A hand is void: wagers on it go back when the coup is settled, and no player holds its
    cards."""

    basis = statement("void")
    sight = public("hand clause")
    topics = in_topics(Topic.IRREGULARITY, Topic.COUP)

    hand: str
    clause: str


@TABLE.evolves(HandVoided)
def hand_voided(table: Table, event: HandVoided) -> Table:
    round_ = table.round
    void_hands = {**round_.void_hands, event.hand: event.clause}
    out = {hand: player for hand, player in round_.out.items() if hand != event.hand}
    return replace(table, round=replace(round_, void_hands=void_hands, out=out))


def void_in_deal(table: Table, player: str, clause: str) -> list[Event]:
    """Make void what a player has bet while cards are dealt. Boxes without a wager get no further
    card; where every hand has a box and no wager is left, the coup is void."""
    voided = void_wagers(table, player, clause)
    left = without(table, voided.sequences)
    if table.round.boxes and not left.round.stakes:
        return [void_coup(table, clause)]
    empty = boxes_left(left)
    return [voided, *(HandVoided(hand=box_name(box), clause=clause) for box in empty)]
