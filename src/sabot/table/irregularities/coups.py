"""What becomes of the coup: rebuilt, taken down, void, reversed, or put right."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from sabot.declarations import StaffAmounts, Topic, in_topics, public, statement, transfers_of
from sabot.ledger import CURRENCIES, FLOAT, WORLD, Move, balance, place_of
from sabot.money import TOURNAMENT
from sabot.parts.past import Past, player_in
from sabot.refusal import Refusal
from sabot.revision import WAGERS, holds
from sabot.rules.irregularity import UNRULED, Cell
from sabot.streams import Event
from sabot.table.heat.undoing import does_not_count, taken_back
from sabot.table.heat.words import desk_of, has_seat
from sabot.table.irregularities.cards import empty_and_check
from sabot.table.irregularities.rebuilding import check_not_late, rebuild, reopen
from sabot.table.players.offers import offer
from sabot.table.result.voiding import lying_stakes, void_coup, with_changes
from sabot.table.state import CLOSED, DEALING, IN_COUP, Table
from sabot.table.stream import TABLE, affordable, moved, past_of, replace


def rebuild_binding(table: Table, report: Any, cell: Cell, now: datetime) -> Sequence[Event]:
    return rebuilt(table, report, cell, now)


def rebuilt(
    table: Table, report: Any, cell: Cell, now: datetime, *, fewer: bool = False
) -> list[Event]:
    """The coup open again, where it was settled, and its cards laid in their true order."""
    opened = reopen(table, str(cell.clause))
    for event in opened:
        table = TABLE.evolve(table, event, now)
    return [*opened, *rebuild(table, report, cell, fewer=fewer)]


def rebuild_then_take_down(table: Table, report: Any, cell: Cell, now: datetime) -> Sequence[Event]:
    reopen(table, str(cell.clause))  # or it is too late for it
    if not report.cards and table.round.void is None:
        raise Refusal(
            "say-more",
            cell.clause,
            "Rebuild the deal first: name its cards in their true order, null for one unseen.",
        )
    events = rebuild_binding(table, report, cell, now)
    for event in events:
        table = TABLE.evolve(table, event, now)
    return [*events, *take_down(table, report, cell, now)]


def take_down(table: Table, report: Any, cell: Cell, now: datetime) -> Sequence[Event]:
    """Whoever has a wager that is not settled may remove it; without any, nothing is offered."""
    if table.phase not in IN_COUP:
        raise Refusal(
            "wrong-phase",
            cell.clause,
            "No {coup_word} is being dealt now.",
            coup_word=table.book.coup,
        )
    if table.round.void is not None:
        raise Refusal(
            "void", table.round.void, "The {coup_word} is void already.", coup_word=table.book.coup
        )
    return [offer(str(cell.clause), now)] if lying_stakes(table) else ()


def correct(table: Table, report: Any, cell: Cell, now: datetime) -> Sequence[Event]:
    """The settlement is undone; the result is called and settled again."""
    if table.phase == DEALING and table.round.result is None and not table.round.settled:
        raise Refusal("not-so", cell.clause, "Nothing has been announced or settled yet.")
    return rebuild_binding(table, report, cell, now)


def confirm_or_void(table: Table, report: Any, cell: Cell, now: datetime) -> Sequence[Event]:
    """The true cards, where the supervisor can confirm them; else the coup is void."""
    if report.confirmed is None:
        raise Refusal("say-more", cell.clause, "Say whether the true outcome could be confirmed.")
    if report.confirmed:
        return rebuilt(table, report, cell, now, fewer=True)
    return void(table, report, cell, now)


# Void


def void(table: Table, report: Any, cell: Cell, now: datetime) -> Sequence[Event]:
    """The coup in progress, or the one just over, has no result."""
    clause = str(cell.clause)
    if table.phase in IN_COUP:
        return [void_coup(table, clause, reverse=True)]
    if table.past is None:
        raise Refusal(
            "nothing-there", clause, "No {coup_word} has been played.", coup_word=table.book.coup
        )
    check_not_late(table, clause)
    return reverse_last(table, table.past, clause, now)


def void_and_check(table: Table, report: Any, cell: Cell, now: datetime) -> Sequence[Event]:
    """Between coups, or in one that is void already, there is nothing to void."""
    clause = str(cell.clause)
    voided = [void_coup(table, clause, reverse=True)] if _lives(table) else []
    return [*voided, *empty_and_check(table, report, cell, now)]


def void_save_settled(table: Table, report: Any, cell: Cell, now: datetime) -> Sequence[Event]:
    clause = str(cell.clause)
    revised = holds(report, WAGERS) and clause != UNRULED  # whose words a supervisor chooses
    how = {"reverse": True, "interim": True} if revised else {"keep_settled": True}
    voided = [void_coup(table, clause, **how)] if _lives(table) else []
    return [*voided, *empty_and_check(table, report, cell, now)]


def _lives(table: Table) -> bool:
    return table.phase in IN_COUP and table.round.void is None


# Reversing a coup that is over, with later ones untouched


class CoupReversed(Event, frozen=True, kw_only=True):
    """Stakes and payouts of an earlier coup go back. Players who have left settle beyond the table:
    `absent` is what each of them is owed (or owes, below nothing), and `accounts` are those of them
    who played on an account. `losses` is how this changes what players have lost at this visit,
    `short` what they owe for winnings no longer held. `before`: the event that put something on
    file, or reversed a coup, before this one, 0 for the first. `only`: whose wagers of that coup
    are void, where all others stand."""

    basis = statement("reversal")
    sight = public("number clause")
    grows_with = "the wagers of a coup"
    transfers = transfers_of()
    topics = in_topics(Topic.IRREGULARITY, Topic.DECISION, Topic.COUP)
    may_leave_debt = True
    untold = True

    number: int
    moves: tuple[Move, ...]
    absent: StaffAmounts
    clause: str
    losses: StaffAmounts = msgspec.field(default_factory=dict)
    short: StaffAmounts = msgspec.field(default_factory=dict)
    accounts: tuple[str, ...] = ()
    before: int = 0
    only: str | None = None


def _house(table: Table, currency: str) -> str:
    """Where the house's money is: in the float, unless that is locked."""
    house = CURRENCIES[currency].house
    is_locked = table.shift is None or not table.shift.is_open
    return WORLD if house == FLOAT and is_locked else house


def after_reversal(past: Past, event: CoupReversed) -> Past:
    """The coup from then on: void, or without the wagers of one player."""
    if event.only is None:
        return replace(past, void=True)
    gains = {key: gain for key, gain in past.gains.items() if player_in(key) != event.only}
    return replace(past, gains=gains)


def reverse_last(
    table: Table, past: Past, clause: str, now: datetime, *, forfeits: str | None = None
) -> list[Event]:
    """The coup just over reversed; in a heat it counts for nothing then, and is bet on again."""
    first = taken_back(table, clause) if past.number == table.round.number - 1 else []
    for event in first:
        table = TABLE.evolve(table, event, now)
    undone = reverse_past(table, past, clause, forfeits=forfeits)
    more = does_not_count(TABLE.evolve(table, undone, now), now) if first else []
    return [*first, undone, *more]


def _check_heat(table: Table, past: Past) -> None:
    """Who is in and who goes on follows from every coup of a session: only the one just over is
    reversed, and only while its session is on."""
    if not any(place_of(key)[1] == TOURNAMENT for key in past.gains):
        return
    heat = table.heat
    is_last = past.number == table.round.number - (0 if table.phase in IN_COUP else 1)
    if heat is None or heat.started is None or heat.closed or not is_last:
        coup = table.book.coup.capitalize()
        message = (
            "{coup} {past} of the session stands: others were played with its chips. What"
            " is wrong with it is for who runs the tournament to decide."
        )
        raise Refusal(
            "too-late", desk_of(table).disputes.first.clause, message, coup=coup, past=past.number
        )


def reverse_past(
    table: Table, past: Past, clause: str, *, only: str | None = None, forfeits: str | None = None
) -> CoupReversed:
    """Each player has again what they had before that coup; one who holds too little for it gives
    back all they hold. `only`: of this player alone; `forfeits`: who does not get the stake back.
    """
    if past.void:
        coup = table.book.coup.capitalize()
        raise Refusal("void", clause, "{coup} {past} is void already.", coup=coup, past=past.number)
    _check_heat(table, past)
    moves: list[Move] = []
    absent, losses, short = Counter[str](), Counter[str](), Counter[str]()
    for key, gain in past.gains.items():
        place, currency = place_of(key)
        player, own = player_in(key), place
        if only not in (None, player) or (currency == TOURNAMENT and not has_seat(table, player)):
            continue
        gain += past.staked.get(key, 0) if player == forfeits else 0
        house, is_loss = _house(table, currency), CURRENCIES[currency].is_loss
        if player not in table.patrons and not has_seat(table, player):
            absent[player] -= gain if is_loss else 0
            own = WORLD
        else:
            losses[player] += gain if is_loss else 0
        held = gain if own == WORLD else max(balance(table.balances, own, currency), 0)
        given = min(gain, held)
        short[player] += gain - given
        source, target = (own, house) if given > 0 else (house, own)
        moves.append(Move(source, target, abs(given), currency))
    return CoupReversed(
        number=past.number,
        moves=affordable(table, (m for m in moves if m.amount and m.source != m.target)),
        absent={player: amount for player, amount in absent.items() if amount},
        clause=clause,
        losses={player: change for player, change in losses.items() if change},
        short={player: amount for player, amount in short.items() if amount},
        accounts=tuple(player for player in past.accounts if absent[player]),
        before=table.filed,
        only=only,
    )


@TABLE.evolves(CoupReversed)
def coup_reversed(table: Table, event: CoupReversed) -> Table:
    past = table.past
    if past is not None and past.number == event.number:
        past = after_reversal(past, event)
    patrons, filed = with_changes(table, event.losses), table.version + 1
    return moved(replace(table, past=past, patrons=patrons, filed=filed), event.moves)


def late_void(table: Table, report: Any, cell: Cell, now: datetime) -> Sequence[Event]:
    """That coup alone is reversed; those after it stand."""
    if report.coup is None:
        raise Refusal("say-more", cell.clause, "Say in which round the error was made.")
    if table.phase == CLOSED:
        raise Refusal("wrong-phase", cell.clause, "The table is closed: report it as found then.")
    if report.coup >= table.round.number:
        raise Refusal("not-so", cell.clause, "Round {coup} is not over yet.", coup=report.coup)
    if report.coup == table.round.number - 1 and table.phase not in IN_COUP:
        raise Refusal(
            "not-so", cell.clause, "No round has begun since round {coup}.", coup=report.coup
        )
    past = past_of(table, report.coup, report.record)
    if past is None:
        raise Refusal("nothing-there", cell.clause, "There is no round {coup}.", coup=report.coup)
    return [reverse_past(table, past, str(cell.clause))]
