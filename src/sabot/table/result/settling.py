"""Settlement: the result is called, wagers are taken and paid, the cards are cleared."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from sabot.coup import Coup, Stake, settle_one
from sabot.ledger import (
    CURRENCIES,
    FLOAT,
    LAYOUT,
    Move,
    of_player,
)
from sabot.refusal import Refusal
from sabot.rules import BANKER, PLAYER, box_name
from sabot.rules.results import result_of
from sabot.rules.roles import CASINO_SUPERVISOR, may_act_as
from sabot.rules.wager import verdict
from sabot.streams import Command, Event
from sabot.table.betting.sides import back
from sabot.table.coup.dealing import check_not_held, early_stakes
from sabot.table.shoe.cards import counts_clause, counts_of, coup_of, due, is_initial
from sabot.table.state import (
    DEALING,
    SETTLED,
    Laid,
    Patron,
    Table,
)
from sabot.table.stream import BY_DEALER, TABLE, affordable, amount_of, moved, reason_of, replace


class AnnounceResult(Command, frozen=True, kw_only=True):
    """Call the result of the coup, with all cards out and face up."""


class ResultAnnounced(Event, frozen=True, kw_only=True):
    """`result` is player, banker or tie; empty where every box has its own."""

    result: str
    counts: dict[str, int]


@TABLE.decides(AnnounceResult, BY_DEALER, (DEALING,))
def announce_result(table: Table, command: AnnounceResult, now: datetime) -> Sequence[Event]:
    check_not_held(table)
    if table.round.result is not None:
        raise Refusal("announced", None, "The result is announced already.")
    if due(table) is not None:
        raise Refusal(
            "not-complete", None, "The {coup_word} is not complete yet.", coup_word=table.book.coup
        )
    counts = counts_clause(table)
    if counts is not None and not table.round.counts:
        raise Refusal("not-announced", counts, "Announce the point counts first.")
    return [ResultAnnounced(result=result_now(table) or "", counts=counts_of(table))]


def result_now(table: Table) -> str | None:
    if table.book.procedure.takes_boxes:
        return None
    counts = counts_of(table)
    return result_of(counts[PLAYER], counts[BANKER])


@TABLE.evolves(ResultAnnounced)
def result_announced(table: Table, event: ResultAnnounced) -> Table:
    return replace(table, round=replace(table.round, result=event.result))


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one stake ended: what it earned and all that went back, in cents."""

    sequence: int
    outcome: str
    clause: str
    pays: int
    returns: int
    odds: str | None = None


class SettleWagers(Command, frozen=True, kw_only=True):
    """Take and pay whatever can be settled now.

    Where no rule says how chips make a payment, a casino supervisor names it: `pays`, by sequence,
    with a reason.
    """

    pays: dict[int, str] = msgspec.field(default_factory=dict)
    reason: str = ""


class WagersSettled(Event, frozen=True, kw_only=True):
    """`reason` is a supervisor's, for payments that no rule could make."""

    lines: tuple[Line, ...]
    moves: tuple[Move, ...]
    early: bool
    reason: str = ""


@TABLE.decides(
    SettleWagers, BY_DEALER, (DEALING,), seen="the cards on the layout and the stakes in the log"
)
def settle_wagers(table: Table, command: SettleWagers, now: datetime) -> Sequence[Event]:
    """Early wagers on the initial deal; all others once the result is called."""
    check_not_held(table)
    early = is_initial(table) and bool(early_stakes(table)) and table.round.result is None
    if not early and table.round.result is None:
        raise Refusal("not-announced", None, "Announce the result first.")
    stakes = early_stakes(table) if early else open_stakes(table)
    if waits_for_marker(table, stakes):
        clause = table.conduct.calls.marker
        raise Refusal("not-marked", clause, "Put the marker on the Banker's point total first.")
    decided = _decided_pays(command)
    lines = settle_lines(table, stakes, decided)
    moves = affordable(table, [m for line in lines for m in line_moves(table, line)])
    reason = command.reason if decided else ""
    return [WagersSettled(lines=tuple(lines), moves=moves, early=early, reason=reason)]


def waits_for_marker(table: Table, stakes: Sequence[Laid]) -> bool:
    """Whether wagers on the Banker's point total lie, and no marker shows it yet."""
    marked = table.conduct.calls.marked if table.round.marker is None else ()
    return any(laid.on in marked for laid in stakes)


def _decided_pays(command: SettleWagers) -> dict[int, int]:
    """Payments that a supervisor names, with a reason."""
    if not command.pays:
        return {}
    if not may_act_as(command.role, CASINO_SUPERVISOR):
        raise Refusal("wrong-role", None, "Only a casino supervisor names a payment.")
    reason_of(command.reason)
    return {sequence: amount_of(text) for sequence, text in command.pays.items()}


def open_stakes(table: Table) -> list[Laid]:
    """Stakes that have not been settled."""
    return [s for s in table.round.stakes.values() if s.sequence not in table.round.settled]


def settle_lines(
    table: Table, stakes: Sequence[Laid], decided: Mapping[int, int] | None = None
) -> list[Line]:
    """How each stake ends. `decided` are payments that a supervisor named where no rule can."""
    coup = coup_of(table)
    lines = []
    for laid in stakes:
        void = _void_clause(table, laid)
        if void is not None:
            lines.append(Line(laid.sequence, "void", void, 0, laid.live))
            continue
        if laid.invalid is not None:
            lines.append(_invalid_line(table, laid))
            continue
        lines.append(_settled_line(table, coup, laid, decided or {}))
    return lines


def _settled_line(table: Table, coup: Coup, laid: Laid, decided: Mapping[int, int]) -> Line:
    setup, wager = table.opened, table.book.by_id[laid.on]
    stake = Stake(laid.on, laid.live, laid.box)
    try:
        ended = settle_one(coup, wager, stake, table.round.scheme, setup.chip)
    except Refusal as refused:
        pays = decided.get(laid.sequence)
        if refused.code != "no-rule" or pays is None:
            raise
        _check_rounded(table, coup, laid, pays)
        return Line(laid.sequence, "win", "no rule", pays, laid.live + pays)
    odds = None if ended.odds is None else str(ended.odds)
    return Line(laid.sequence, ended.outcome, ended.clause, ended.pays, ended.returns, odds)


def _check_rounded(table: Table, coup: Coup, laid: Laid, pays: int) -> None:
    """Whoever names a payment rounds it, down or up to what chips can make, and gives nothing."""
    down, up = _rounded(table, coup, laid)
    if pays not in (down, up):
        raise Refusal(
            "bad-amount",
            None,
            "Chips can pay {down} or {up} here, not {pays}.",
            down=table.told(down),
            up=table.told(up),
            pays=table.told(pays),
        )


def _rounded(table: Table, coup: Coup, laid: Laid) -> tuple[int, int]:
    """What chips can pay on a winning stake, a little less and a little more than it earns."""
    wager, chip = table.book.by_id[laid.on], table.opened.chip
    _, odds, _ = verdict(wager, table.round.scheme, coup.facts(wager.space, laid.box))
    assert odds is not None
    down = laid.live * odds.pays // (odds.per * chip) * chip
    return down, down + chip


def to_name(table: Table, stakes: Sequence[Laid]) -> dict[int, tuple[int, int]]:
    """The payments that no rule can make, by sequence: which two a supervisor may name."""
    coup, unnamed = coup_of(table), {}
    for laid in stakes:
        try:
            settle_lines(table, [laid])
        except Refusal as refused:
            if refused.code != "no-rule":
                raise
            unnamed[laid.sequence] = _rounded(table, coup, laid)
    return unnamed


def _invalid_line(table: Table, laid: Laid) -> Line:
    """A wager found invalid is returned and earns nothing."""
    return Line(laid.sequence, "invalid", laid.invalid or "", 0, laid.live)


def _void_clause(table: Table, laid: Laid) -> str | None:
    """A wager about a hand that was declared void falls with it."""
    if laid.box is None:
        return None
    return table.round.void_hands.get(box_name(laid.box))


def line_moves(table: Table, line: Line) -> tuple[Move, ...]:
    """Losing stakes go to the house, winning ones come back with their pay."""
    laid = table.round.stakes[line.sequence]
    if line.outcome == "lose":
        return (Move(LAYOUT, CURRENCIES[laid.currency].house, laid.live, laid.currency),)
    if not line.pays:
        return (back(laid),)
    paid_in = CURRENCIES[laid.currency].pays
    return back(laid), Move(FLOAT, of_player(laid.player), line.pays, paid_in)


@TABLE.evolves(WagersSettled)
def wagers_settled(table: Table, event: WagersSettled) -> Table:
    settled = (*table.round.settled, *(line.sequence for line in event.lines))
    table = replace(
        table,
        phase=table.phase if event.early else SETTLED,
        round=replace(table.round, settled=settled, moves=(*table.round.moves, *event.moves)),
        patrons=with_losses(table, event.lines),
    )
    return moved(table, event.moves)


def _lost(laid: Laid, line: Line) -> int:
    """What a settlement cost the player, as a Loss Limit counts it."""
    currency = CURRENCIES[laid.currency]
    if line.outcome == "lose":
        return laid.live if currency.is_loss else 0
    return -line.pays if CURRENCIES[currency.pays].is_loss else 0


def with_losses(table: Table, lines: Sequence[Line]) -> dict[str, Patron]:
    """What each player has lost at this visit, after these settlements."""
    patrons = dict(table.patrons)
    for line in lines:
        laid = table.round.stakes[line.sequence]
        patron = patrons.get(laid.player)
        if patron is None:
            continue
        patrons[laid.player] = replace(patron, lost=patron.lost + _lost(laid, line))
    return patrons
