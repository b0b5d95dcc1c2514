"""Settlement: the result is called, wagers are taken and paid, the cards are cleared."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from sabot.core.denominations import Count
from sabot.core.refusal import Refusal
from sabot.core.revision import RESULTS, WAGERS, holds
from sabot.coup import Coup, Stake, settle_one
from sabot.engine.declarations import (
    RECORD,
    Stop,
    Topic,
    decision,
    in_topics,
    on_pages,
    public,
    stops,
    transfers_of,
)
from sabot.engine.ledger import (
    CURRENCIES,
    FLOAT,
    LAYOUT,
    Move,
    of_player,
)
from sabot.engine.streams import Command, Event
from sabot.rules import BANKER, PLAYER, box_name
from sabot.rules.coup.results import result_of
from sabot.rules.coup.wager import verdict
from sabot.rules.irregularities.irregularity import UNRULED
from sabot.rules.roles import CASINO_SUPERVISOR, may_act_as
from sabot.table.betting.one_wager import REVISED, live_on, parts_of, wagers_in
from sabot.table.betting.sides import back
from sabot.table.coup.dealing import check_early, early_stakes
from sabot.table.coup.holds import check_not_held
from sabot.table.devices.comparison import (
    card_difference,
    differing,
    result_difference,
)
from sabot.table.players.room import with_loss
from sabot.table.shoe.cards import counts_clause, counts_of, coup_of, due, is_initial
from sabot.table.sights import LINE
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

    pages = on_pages("deal")
    stopped_by = stops(Stop.STATEMENT)
    awaited = "result"


class ResultAnnounced(Event, frozen=True, kw_only=True):
    """`result` is player, banker or tie; empty where every box has its own."""

    basis = RECORD
    sight = public("result counts")
    topics = in_topics(Topic.COUP)

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
    if holds(command, WAGERS):
        check_early(table)
    found = result_difference(table)
    if found is not None:
        return [differing(found)]
    totals = counts_of(table)
    boxes = table.book.procedure.takes_boxes
    result = "" if boxes else result_of(totals[PLAYER], totals[BANKER])
    return [ResultAnnounced(result=result, counts=totals)]


@TABLE.evolves(ResultAnnounced)
def result_announced(table: Table, event: ResultAnnounced) -> Table:
    return replace(table, round=replace(table.round, result=event.result))


class SettledLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settlement of a stake: its earnings and the whole return, in cents."""

    sequence: int
    outcome: str
    clause: str
    pays: int
    returns: int
    odds: str | None = None


class SettleWagers(Command, frozen=True, kw_only=True):
    """Take and pay the wagers that can be settled now. Where no rule says how chips make a payment,
    a casino supervisor names it: `pays`, by sequence, with a reason."""

    pages = on_pages("deal", "pit")
    stopped_by = stops(Stop.STATEMENT)
    awaited = "settle"

    pays: dict[int, str] = msgspec.field(default_factory=dict)
    reason: str = ""


class WagersSettled(Event, frozen=True, kw_only=True):
    """`reason` is a supervisor's, for payments that no rule could make."""

    basis = decision(
        "decision",
        when=lambda event, at: bool(event.reason),
        amount=lambda event: sum(line.pays for line in event.lines if line.clause == UNRULED),
    )
    sight = public("early", lines=LINE)
    grows_with = "the wagers of a coup"
    transfers = transfers_of()
    topics = in_topics(Topic.COUP)

    lines: tuple[SettledLine, ...]
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
    found = card_difference(table)
    if found is not None:
        return [differing(found)]
    stakes = early_stakes(table) if early else open_stakes(table)
    if not early and waits_for_marker(table, stakes, revised=holds(command, WAGERS)):
        clause = table.conduct.calls.marker
        raise Refusal("not-marked", clause, "Put the marker on the Banker's point total first.")
    decided = _decided_pays(command)
    whole, heats = holds(command, WAGERS), holds(command, RESULTS)
    lines = settle_lines(table, stakes, decided, whole=whole, heats=heats)
    moves = affordable(table, [m for line in lines for m in line_moves(table, line)])
    reason = command.reason if decided else ""
    return [WagersSettled(lines=tuple(lines), moves=moves, early=early, reason=reason)]


def waits_for_marker(table: Table, stakes: Sequence[Laid], *, revised: bool = True) -> bool:
    """Return True if no marker shows the Banker's point total yet.

    Before the revision `WAGERS`, only wagers on the total waited for a marker.
    """
    calls = table.conduct.calls
    if table.round.marker is not None or calls.marker is None:
        return False
    return revised or any(laid.on in calls.marked for laid in stakes)


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
    table: Table,
    stakes: Sequence[Laid],
    decided: Mapping[int, int] | None = None,
    *,
    whole: bool = REVISED,
    heats: bool = REVISED,
) -> list[SettledLine]:
    """Return how each stake ends, in the order given. Each wager is paid and rounded once.
    `decided` are payments that a supervisor named where no rule can, by a wager's first stake."""
    coup, lines, named = coup_of(table), dict[int, SettledLine](), decided or {}
    played: list[Laid] = []
    for laid in stakes:
        void = _void_clause(table, laid)
        if void is not None:
            lines[laid.sequence] = SettledLine(laid.sequence, "void", void, 0, laid.live)
        elif laid.invalid is not None:
            lines[laid.sequence] = _invalid_line(table, laid)
        else:
            played.append(laid)
    for wager in wagers_in(played, whole, heats):
        for line in _settled_wager(table, coup, wager, named, whole):
            lines[line.sequence] = line
    return [lines[laid.sequence] for laid in stakes]


def _settled_wager(
    table: Table, coup: Coup, stakes: Sequence[Laid], decided: Mapping[int, int], whole: bool
) -> list[SettledLine]:
    """Settle one wager, and tell what each of its stakes has of it."""
    first, scheme = stakes[0], table.round.scheme
    wager, stake = table.book.by_id[first.on], Stake(first.on, live_on(stakes), first.box)
    try:
        ended = settle_one(coup, wager, stake, scheme, table.opened.chip)
        pays, clause = ended.pays, ended.clause
        outcome, odds = ended.outcome, None if ended.odds is None else str(ended.odds)
    except Refusal as refused:
        named = decided.get(first.sequence)
        if refused.code != "no-rule" or named is None:
            raise
        _check_rounded(table, coup, stakes, named, whole)
        pays, clause, outcome, odds = named, UNRULED, "win", None
    return [
        SettledLine(
            laid.sequence,
            outcome,
            clause,
            part,
            0 if outcome == "lose" else laid.live + part,
            odds,
        )
        for laid, part in zip(stakes, parts_of(pays, stakes), strict=True)
    ]


def _check_rounded(
    table: Table, coup: Coup, stakes: Sequence[Laid], pays: int, whole: bool
) -> None:
    """Reject a named payment that is not the exact one rounded up to whole chips; before the
    revision `WAGERS`, a supervisor could also round it down."""
    up = _rounded_up(table, coup, stakes)
    if pays != up and (whole or pays != up - table.opened.chip):
        message = (
            "Chips can pay {up} here, and never less than the odds: {pays} is less or cannot be"
            " made."
        )
        raise Refusal("bad-amount", None, message, up=table.told(up), pays=table.told(pays))


def _rounded_up(table: Table, coup: Coup, stakes: Sequence[Laid]) -> int:
    """Return the amount next above a winning wager's exact pay that chips can make."""
    wager, chip = table.book.by_id[stakes[0].on], table.opened.chip
    _, odds, _ = verdict(wager, table.round.scheme, coup.facts(wager.space, stakes[0].box))
    assert odds is not None
    return -(-live_on(stakes) * odds.pays // (odds.per * chip)) * chip


def to_name(table: Table, stakes: Sequence[Laid]) -> dict[int, int]:
    """Return the payments that no rule can make, by the first stake of each wager: what a
    supervisor has to name."""
    coup, unnamed = coup_of(table), {}
    for wager in wagers_in(stakes):
        try:
            settle_lines(table, wager)
        except Refusal as refused:
            if refused.code != "no-rule":
                raise
            unnamed[wager[0].sequence] = _rounded_up(table, coup, wager)
    return unnamed


def _invalid_line(table: Table, laid: Laid) -> SettledLine:
    """A wager found invalid is returned and earns nothing."""
    return SettledLine(laid.sequence, "invalid", laid.invalid or "", 0, laid.live)


def _void_clause(table: Table, laid: Laid) -> str | None:
    """A wager about a hand that was declared void falls with it."""
    if laid.box is None:
        return None
    return table.round.void_hands.get(box_name(laid.box))


def chips_of(laid: Laid) -> Count | None:
    """Return the chips of a stake as they were counted; None where a part of it went back."""
    return laid.chips if laid.live == laid.staked else None


def line_moves(table: Table, line: SettledLine) -> tuple[Move, ...]:
    """Losing stakes go to the house, winning ones come back with their pay."""
    laid = table.round.stakes[line.sequence]
    if line.outcome == "lose":
        house, chips = CURRENCIES[laid.currency].house, chips_of(laid)
        return (Move(LAYOUT, house, laid.live, laid.currency, chips),)
    if not line.pays:
        return (back(laid),)
    paid_in = CURRENCIES[laid.currency].pays
    return back(laid), Move(FLOAT, of_player(laid.player), line.pays, paid_in)


@TABLE.evolves(WagersSettled)
def wagers_settled(table: Table, event: WagersSettled) -> Table:
    settled = (*table.round.settled, *(line.sequence for line in event.lines))
    returns = {line.sequence: line.returns for line in event.lines}
    table = replace(
        table,
        phase=table.phase if event.early else SETTLED,
        round=replace(
            table.round,
            settled=settled,
            moves=(*table.round.moves, *event.moves),
            returns=table.round.returns | returns,
        ),
        patrons=with_losses(table, event.lines),
    )
    return moved(table, event.moves)


def _lost(laid: Laid, line: SettledLine) -> int:
    """Return the player's loss in a settlement, as a Loss Limit counts it."""
    currency = CURRENCIES[laid.currency]
    if line.outcome == "lose":
        return laid.live if currency.is_loss else 0
    return -line.pays if CURRENCIES[currency.pays].is_loss else 0


def with_losses(table: Table, lines: Sequence[SettledLine]) -> dict[str, Patron]:
    """Return the players with their losses of this visit after these settlements."""
    patrons = dict(table.patrons)
    for line in lines:
        laid = table.round.stakes[line.sequence]
        patron = patrons.get(laid.player)
        if patron is None:
            continue
        day = table.round.days.get(laid.player)
        patrons[laid.player] = with_loss(patron, _lost(laid, line), day, table.at)
    return patrons
