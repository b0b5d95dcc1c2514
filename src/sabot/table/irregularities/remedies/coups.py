"""Remedies for the coup: rebuilt, taken down, void, reversed, or put right."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

import msgspec

from sabot.core.money import TOURNAMENT
from sabot.core.refusal import Refusal
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import (
    StaffAmounts,
    Topic,
    in_topics,
    public,
    statement,
    transfers_of,
)
from sabot.engine.ledger import CURRENCIES, WORLD, Move, balance, of_player, place_of
from sabot.engine.streams import Event
from sabot.parts.past import PastCoup, player_in
from sabot.rules.irregularities.irregularity import UNRULED, Cell
from sabot.table.betting.sides import without
from sabot.table.heat.reversal import does_not_count, taken_back
from sabot.table.heat.words import desk_of, has_seat
from sabot.table.irregularities.occasions import is_over
from sabot.table.irregularities.remedies.cards import empty_and_check
from sabot.table.irregularities.remedies.reconstruction import check_not_late, reopen
from sabot.table.irregularities.remedies.true_order import rebuild
from sabot.table.irregularities.report_command import ReportIrregularity as Report
from sabot.table.players.offers import offer
from sabot.table.players.room import with_rooms
from sabot.table.result.debts import (
    from_kept,
    house_of,
    is_absent,
    kept_for,
    only_some,
    take_back,
    with_owing,
)
from sabot.table.result.repayments import set_off
from sabot.table.result.void_wagers import lying_stakes, void_coup, with_changes
from sabot.table.state import CLOSED, DEALING, IN_COUP, Table
from sabot.table.stream import TABLE, affordable, moved, past_of, replace


def rebuild_binding(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    return rebuilt(table, report, cell, now)


def rebuilt(
    table: Table, report: Report, cell: Cell, now: datetime, *, fewer: bool = False
) -> list[Event]:
    """The coup open again, where it was settled, and its cards laid in their true order."""
    opened = reopen(table, str(cell.clause), revised=holds(report, WAGERS))
    for event in opened:
        table = TABLE.evolve(table, event, now)
    return [*opened, *rebuild(table, report, cell, fewer=fewer)]


def rebuild_then_take_down(
    table: Table, report: Report, cell: Cell, now: datetime
) -> Sequence[Event]:
    reopen(table, str(cell.clause), revised=holds(report, WAGERS))  # or it is too late for it
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


def take_down(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """Offer the removal of wagers that are not settled; without any, nothing is offered."""
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


def correct(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """The settlement is undone; the result is called and settled again."""
    if table.phase == DEALING and table.round.result is None and not table.round.settled:
        raise Refusal("not-so", cell.clause, "Nothing has been announced or settled yet.")
    return rebuild_binding(table, report, cell, now)


def confirm_or_void(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """The true cards, where the supervisor can confirm them; else the coup is void."""
    if report.confirmed is None:
        raise Refusal("say-more", cell.clause, "Say whether the true outcome could be confirmed.")
    if report.confirmed:
        return rebuilt(table, report, cell, now, fewer=True)
    return void(table, report, cell, now)


# Void


def void(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """The coup in progress, or the one just over, has no result."""
    clause = str(cell.clause)
    if table.phase in IN_COUP:
        return [void_coup(table, clause, reverse=True, revised=holds(report, WAGERS))]
    if table.past is None:
        raise Refusal(
            "nothing-there", clause, "No {coup_word} has been played.", coup_word=table.book.coup
        )
    check_not_late(table, clause, revised=holds(report, WAGERS))
    return reverse_last(table, table.past, clause, now, revised=holds(report, WAGERS))


def void_and_check(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """Between coups, or in one that is void already, there is nothing to void."""
    clause = str(cell.clause)
    revised = holds(report, WAGERS)
    lives = _lives(table) and not (revised and is_over(table))
    voided = [void_coup(table, clause, reverse=True, revised=revised)] if lives else []
    return [*voided, *empty_and_check(table, report, cell, now)]


def void_save_settled(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
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
    who played on an account. `losses` is how this changes what players have lost at this visit.
    `returned` are wagers for the next coup that went back to players who had to give money back,
    `owed` is what each player owes after that, here or gone, and `kept` what is kept for players
    who have left and have no account; `short` is what was owed in logs of the first release.
    `before`: the event that put something on file, or reversed a coup, before this one, 0 for the
    first. `only`: whose wagers of that coup are void, where all others stand. `days`: the local day
    on which players with a Loss Limit had placed their wagers."""

    basis = statement("reversal")
    sight = public("number clause returned")
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
    returned: tuple[int, ...] = ()
    owed: StaffAmounts = msgspec.field(default_factory=dict)
    kept: StaffAmounts = msgspec.field(default_factory=dict)
    days: dict[str, date] = msgspec.field(default_factory=dict)


def after_reversal(past: PastCoup, event: CoupReversed) -> PastCoup:
    """The coup from then on: void, or without the wagers of one player."""
    paid = past.paid
    if paid is not None:
        undone = (
            each
            if event.only not in (None, each.player)
            else replace(each, paid=each.live - each.tokens)
            for each in paid.wagers
        )
        paid = replace(paid, wagers=tuple(undone))
    if event.only is None:
        return replace(past, void=True, paid=paid)
    gains = {key: gain for key, gain in past.gains.items() if player_in(key) != event.only}
    wrong = {key: each for key, each in past.wrong.items() if player_in(key) != event.only}
    return replace(past, gains=gains, paid=paid, wrong=wrong)


def reverse_last(
    table: Table,
    past: PastCoup,
    clause: str,
    now: datetime,
    *,
    forfeits: str | None = None,
    revised: bool = True,
) -> list[Event]:
    """The coup just over reversed; in a heat it counts for nothing then, and is bet on again."""
    first = taken_back(table, clause) if past.number == table.round.number - 1 else []
    for event in first:
        table = TABLE.evolve(table, event, now)
    undone = reverse_past(table, past, clause, forfeits=forfeits, revised=revised)
    for event in undone:
        table = TABLE.evolve(table, event, now)
    return [*first, *undone, *(does_not_count(table, now) if first else [])]


def _check_heat(table: Table, past: PastCoup) -> None:
    """Reject the reversal of a session's coup unless it is the one just over and the session is on:
    every later coup depends on it."""
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
    table: Table,
    past: PastCoup,
    clause: str,
    *,
    only: str | None = None,
    forfeits: str | None = None,
    revised: bool = True,
) -> list[Event]:
    """Restore each player's money as before that coup; an amount that a player does not hold is a
    debt. `only`: this player alone; `forfeits`: the player who does not get the stake back;
    `revised`: wagers for the next coup go back first, and unpaid money is not credited to the
    float."""
    if past.void:
        coup = table.book.coup.capitalize()
        raise Refusal("void", clause, "{coup} {past} is void already.", coup=coup, past=past.number)
    _check_heat(table, past)
    due = _due(table, past, only, forfeits)
    undoing = _undo(table, due) if revised else _undo_unrecorded(table, due)
    absent = undoing.absent
    accounts = tuple(player for player in past.accounts if absent[player])
    kept: dict[str, int] = {}
    if revised:
        kept, paid = from_kept(table, undoing.owed, kept_for(absent, accounts))
        undoing.moves += paid
    undone = CoupReversed(
        number=past.number,
        moves=affordable(table, (m for m in undoing.moves if m.amount and m.source != m.target)),
        absent=only_some(absent),
        clause=clause,
        losses=only_some(undoing.losses),
        short={} if revised else only_some(undoing.owed),
        accounts=accounts,
        before=table.filed,
        only=only,
        returned=tuple(undoing.returned),
        owed=only_some(undoing.owed) if revised else {},
        kept=kept,
        days={player: day for player, day in past.days.items() if only in (None, player)},
    )
    return [undone, *(set_off(table, undone) if revised else [])]


class _Due(NamedTuple):
    """Amount that a purse has to give back; negative if it gets money back."""

    player: str
    currency: str
    amount: int


def _due(table: Table, past: PastCoup, only: str | None, forfeits: str | None) -> list[_Due]:
    due = []
    for key in {**past.gains, **past.wrong}:  # a win of tokens may be found later, in chips
        currency, player, gain = place_of(key)[1], player_in(key), past.gains.get(key, 0)
        if only not in (None, player) or (currency == TOURNAMENT and not has_seat(table, player)):
            continue
        staked = past.staked.get(key, 0) if player == forfeits else 0
        wrong = past.wrong.get(key, 0)  # due, or given back, as a wrong payment
        due.append(_Due(player, currency, gain + staked - wrong))
    return due


class _Undoing:
    """Moves, losses and debts of undoing a coup, purse by purse."""

    def __init__(self) -> None:
        self.moves: list[Move] = []
        self.returned: list[int] = []
        self.absent: Counter[str] = Counter()
        self.losses: Counter[str] = Counter()
        self.owed: Counter[str] = Counter()


def _undo(table: Table, due: Sequence[_Due]) -> _Undoing:
    """Give back and take back; from players who have left nothing comes to this table."""
    undoing = _Undoing()
    for player, currency, amount in due:
        house, is_loss = house_of(table, currency), CURRENCIES[currency].is_loss
        gone = is_absent(table, player)
        (undoing.absent if gone else undoing.losses)[player] += _signed(amount, gone, is_loss)
        if amount <= 0:
            target = WORLD if gone and is_loss else of_player(player)
            undoing.moves.append(Move(house, target, -amount, currency))
        elif gone:
            undoing.owed[player] += amount if is_loss else 0
        else:
            lying = currency != TOURNAMENT
            taken = take_back(table, player, amount, currency, lying, undoing.returned)
            undoing.moves += taken.moves
            undoing.returned += taken.returned
            undoing.owed[player] += taken.owed
    return undoing


def _signed(amount: int, gone: bool, is_loss: bool) -> int:
    """Return how a purse's part counts: as due to a player who has left, or as lost here."""
    return 0 if not is_loss else -amount if gone else amount


def _undo_unrecorded(table: Table, due: Sequence[_Due]) -> _Undoing:
    """Undo as the first release did: players who have left settle with the world, and what a
    player does not hold is written down and forgotten."""
    undoing = _Undoing()
    for player, currency, amount in due:
        house, is_loss = house_of(table, currency), CURRENCIES[currency].is_loss
        gone = is_absent(table, player)
        (undoing.absent if gone else undoing.losses)[player] += _signed(amount, gone, is_loss)
        own = WORLD if gone else of_player(player)
        held = amount if gone else max(balance(table.balances, own, currency), 0)
        given = min(amount, held)
        undoing.owed[player] += amount - given
        source, target = (own, house) if given > 0 else (house, own)
        undoing.moves.append(Move(source, target, abs(given), currency))
    return undoing


@TABLE.evolves(CoupReversed)
def coup_reversed(table: Table, event: CoupReversed) -> Table:
    past = table.past
    if past is not None and past.number == event.number:
        past = after_reversal(past, event)
    patrons, filed = with_changes(table, event.losses, event.days), table.version + 1
    table = with_rooms(without(table, event.returned), patrons)
    table = replace(table, past=past, patrons=patrons, filed=filed)
    return moved(with_owing(table, event.clause, event.owed, event.kept), event.moves)


def late_void(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
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
    return reverse_past(table, past, str(cell.clause), revised=holds(report, WAGERS))


def named_past(table: Table, number: int | None, record: PastCoup | None, clause: str) -> PastCoup:
    """Return the coup that a command names, from the table or as the server filled it in."""
    past = past_of(table, number, record)
    if past is None:
        coup = table.book.coup
        raise Refusal(
            "no-such-coup",
            clause,
            "There was no {coup} {coup2} here yet.",
            coup=coup,
            coup2=number,
        )
    return past
