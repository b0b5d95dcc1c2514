"""Totals on the layout: area maximum, differential, and which cut of a stake comes first."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from sabot.core.refusal import Refusal
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import decision, on_pages, public, stops, transfers_of
from sabot.engine.ledger import LAYOUT, Move, of_player
from sabot.engine.streams import Command, Event
from sabot.rules import BANKER, PLAYER
from sabot.table.betting.one_wager import REVISED, kept_of, live_on, wagers_in
from sabot.table.limits.limits import bounds
from sabot.table.running.approvals import (
    differential,
    is_beyond,
    is_imbalance_approved,
    side_total,
)
from sabot.table.sights import CUT
from sabot.table.state import BETTING, BETWEEN, Laid, Round, Table
from sabot.table.stream import BY_DEALER, TABLE, moved, replace


class StakeCut(msgspec.Struct, frozen=True):
    """A stake that is live in part only: what stays live, what goes back, and why.

    `clause` is None where an account's Loss Limit cuts it and the document has no clause of it."""

    sequence: int
    live: int
    returned: int
    clause: str | None


def shares(amounts: Sequence[int], total: int, chip: int) -> list[int]:
    """`amounts` cut pro rata so that they add up to `total` at most, in whole chips.

    Rounded down; what is left over goes by the largest fraction, then by order of placing.

    >>> shares([5000, 2500, 2500], 5000, 500)
    [2500, 1500, 1000]
    """
    whole = sum(amounts)
    if whole <= total:
        return list(amounts)
    exact = [divmod(amount * total, whole * chip) for amount in amounts]
    chips = [units for units, _ in exact]
    spare = total // chip - sum(chips)
    for index in sorted(range(len(exact)), key=lambda i: (-exact[i][1], i))[:spare]:
        chips[index] += 1
    return [min(units * chip, amount) for units, amount in zip(chips, amounts, strict=True)]


def cuts_to(stakes: Sequence[Laid], total: int, chip: int, clause: str) -> list[StakeCut]:
    """Return the cuts that reduce the stakes to `total`, each in proportion."""
    kept = shares([laid.live for laid in stakes], total, chip)
    return [
        StakeCut(laid.sequence, live, laid.live - live, clause)
        for laid, live in zip(stakes, kept, strict=True)
        if live < laid.live
    ]


def apply_cuts(stakes: Mapping[int, Laid], cuts: Sequence[StakeCut]) -> dict[int, Laid]:
    """The stakes after some were cut."""
    after = dict(stakes)
    for each in cuts:
        laid = after[each.sequence]
        after[each.sequence] = replace(
            laid, live=each.live, returned=laid.returned + each.returned, clause=each.clause
        )
    return after


def returns_of(stakes: Mapping[int, Laid], cuts: Sequence[StakeCut]) -> tuple[Move, ...]:
    """The moves that hand back what was cut."""
    return tuple(
        Move(LAYOUT, of_player(laid.player), each.returned, laid.currency)
        for each in cuts
        for laid in (stakes[each.sequence],)
    )


def by_area(round_: Round) -> dict[tuple[int | str, str], list[Laid]]:
    """The stakes on one playing area: one wager on one box, by one or several players."""
    areas: dict[tuple[int | str, str], list[Laid]] = {}
    for laid in round_.stakes.values():
        areas.setdefault(area_of(laid), []).append(laid)
    return areas


def area_of(laid: Laid) -> tuple[int | str, str]:
    """Return the playing area and the wager of a stake; a player without an area counts as an area
    of their own."""
    area = laid.box if laid.box is not None else laid.area
    return laid.player if area is None else area, laid.on


def late_cuts(table: Table, *, whole: bool = REVISED) -> list[StakeCut]:
    """Return what is not live when the first card comes: of each player's wagers what is beyond the
    maximum, then of what counts on a playing area what is beyond the area's maximum."""
    first, after = _cuts_to_maximum(table, whole), table
    if first:
        stakes_after = apply_cuts(table.round.stakes, first)
        after = replace(table, round=replace(table.round, stakes=stakes_after))
    shared = table.conduct.limits.pro_rata is not None
    return merged(first, area_cuts(after, whole=whole) if shared else _single_cuts(after, whole))


def _cuts_to_maximum(table: Table, whole: bool) -> list[StakeCut]:
    """Cut each player's wagers on a bet to the maximum, where a clause says so."""
    clause, cuts = table.conduct.limits.late_maximum, list[StakeCut]()
    if clause is None:
        return []
    groups: dict[tuple[str, str, int | None], list[Laid]] = {}
    for laid in table.round.stakes.values():
        groups.setdefault((laid.player, laid.on, laid.box), []).append(laid)
    for (player, on, _), stakes in groups.items():
        most = bounds(table, table.patrons[player], on, whole=whole)[1]
        cuts += cut_whole(stakes, most, table.opened.chip, clause, whole)
    return cuts


def _single_cuts(table: Table, whole: bool) -> list[StakeCut]:
    """Cut each player's wager to the maximum of its area, where no clause has several share it."""
    clause, cuts = table.conduct.limits.late_maximum, list[StakeCut]()
    if table.sign.area is None or clause is None:
        return []
    for stakes in by_area(table.round).values():
        for player in dict.fromkeys(laid.player for laid in stakes):
            own = [laid for laid in stakes if laid.player == player]
            cuts += cut_whole(own, _area_most(table, player), table.opened.chip, clause, whole)
    return cuts


def cut_whole(
    stakes: Sequence[Laid], total: int, chip: int, clause: str, whole: bool = REVISED
) -> list[StakeCut]:
    """Cut what one player has on a bet to `total`, the last laid first; before the revision
    `WAGERS`, pro rata in whole chips."""
    if not whole:
        return cuts_to(stakes, total, chip, clause)
    return [
        StakeCut(laid.sequence, live, laid.live - live, clause)
        for laid, live in zip(stakes, kept_of(stakes, total), strict=True)
        if live < laid.live
    ]


def cut_pro_rata(
    stakes: Sequence[Laid], total: int, chip: int, clause: str, whole: bool = REVISED
) -> list[StakeCut]:
    """Cut the wagers to `total` together, each in proportion; of one wager the last laid goes
    first. Before the revision `WAGERS`, each stake was cut in proportion."""
    wagers = wagers_in(stakes, whole)
    kept = shares([live_on(wager) for wager in wagers], total, chip)
    cuts = list[StakeCut]()
    for wager, live in zip(wagers, kept, strict=True):
        cuts += cut_whole(wager, live, chip, clause)
    return cuts


def _area_most(table: Table, player: str) -> int:
    """Return the most that a player has on one area. A personal maximum lifts the area's only where
    no clause has the wagers of an area share it."""
    own = table.patrons[player].own
    lifts = table.conduct.limits.pro_rata is None
    return max(table.sign.area or 0, own.most or 0 if own and lifts else 0)


def check_areas(table: Table) -> None:
    """Reject the deal while several players' wagers together exceed their area's maximum and no
    clause has them share it. After the first card it would be undefined whose wager is cut."""
    for stakes in by_area(table.round).values():
        if len({laid.player for laid in stakes}) > 1:
            _check_area(table, stakes)


def check_placed(table: Table, stake: Laid, *, whole: bool = REVISED) -> None:
    """Reject a wager that its area cannot take beside those that lie there. Where a clause has the
    wagers of an area share its maximum, only one of a player with a personal maximum and one laid
    after the first card are rejected: all others are cut."""
    after = replace(table.round, stakes={**table.round.stakes, stake.sequence: stake})
    for stakes in by_area(after).values():
        if stake not in stakes:
            continue
        late, patron = table.phase != BETTING, table.patrons[stake.player]
        _check_area(table, stakes, shared=whole and (late or patron.own is not None))
    if whole and table.phase != BETTING:
        _check_differential(replace(table, round=after), stake.on)


def _check_differential(table: Table, on: str) -> None:
    """Reject a wager laid after the first card that takes its hand beyond the differential."""
    if on not in (PLAYER, BANKER):
        return
    other = side_total(table.round, BANKER if on == PLAYER else PLAYER)
    rules, apart = table.conduct.limits, side_total(table.round, on) - other
    if table.sign.differential is not None and is_beyond(table, max(0, apart)):
        raise Refusal(
            "above-differential",
            rules.differential,
            "Player and Banker would differ by {apart}, and the sign allows {most}.",
            apart=table.told(apart),
            most=table.told(table.sign.differential),
        )


def _check_area(table: Table, stakes: Sequence[Laid], *, shared: bool = False) -> None:
    """Reject wagers on one area that exceed its maximum, unless they are to share it later."""
    rules = table.conduct.limits
    if table.sign.area is None or (rules.pro_rata is not None and not shared):
        return
    most = max(_area_most(table, laid.player) for laid in stakes)
    total = sum(laid.live for laid in stakes)
    if total > most:
        raise Refusal(
            "above-maximum",
            rules.area,
            "A playing area takes {most} at most here, not {total}.",
            most=table.told(most),
            total=table.told(total),
        )


def merged(first: Sequence[StakeCut], further: Sequence[StakeCut]) -> list[StakeCut]:
    """Cuts, and further cuts of what they left, as one cut for each stake."""
    cuts = {cut.sequence: cut for cut in first}
    for cut in further:
        before = cuts[cut.sequence].returned if cut.sequence in cuts else 0
        cuts[cut.sequence] = replace(cut, returned=cut.returned + before)
    return list(cuts.values())


def area_cuts(table: Table, *, whole: bool = REVISED) -> list[StakeCut]:
    """Return what is beyond a playing-area maximum once the first card is out: the wagers on it
    share the maximum pro rata of what counts of each."""
    rules, most = table.conduct.limits, table.sign.area
    clause, cuts = rules.pro_rata or rules.late_maximum, list[StakeCut]()
    if most is None or rules.area is None or clause is None:
        return []
    for stakes in by_area(table.round).values():
        wagers = wagers_in(stakes, whole, heats=False)
        counts = [_counting(table, wager, clause, whole) for wager in wagers]
        for wager, live in zip(wagers, shares(counts, most, table.opened.chip), strict=True):
            cuts += cut_whole(wager, live, table.opened.chip, clause)
    return cuts


def _counting(table: Table, wager: Sequence[Laid], clause: str, whole: bool) -> int:
    """Return what of a wager shares its area: what this clause has cut before counts, so that a
    wager found later shares with those, but never what is beyond the wager's own maximum."""
    placed = sum(laid.live + laid.returned * (laid.clause == clause) for laid in wager)
    if not whole:
        return placed
    return min(placed, bounds(table, table.patrons[wager[0].player], wager[0].on)[1])


def check_balanced(table: Table, command: Command) -> None:
    """Reject the first card while totals differ by more than the sign has it, where no clause lets
    wagers be cut. Before the revision `WAGERS` a supervisor other than who deals could approve it.
    """
    rules, most = table.conduct.limits, table.sign.differential
    apart = differential(table.round)
    if most is None or rules.reduce is not None or not is_beyond(table, apart):
        return
    if holds(command, WAGERS):
        raise Refusal(
            "imbalance",
            rules.differential,
            "Player and Banker differ by {apart}, and the sign allows {most}: take bets again.",
            apart=table.told(apart),
            most=table.told(most),
        )
    if not is_imbalance_approved(table, command, apart):
        raise Refusal(
            "imbalance",
            rules.differential,
            "Player and Banker differ by {apart}, and the sign allows {most}: take bets again, or"
            " have a casino supervisor approve it, other than who deals.",
            apart=table.told(apart),
            most=table.told(most),
        )


class ReduceWagers(Command, frozen=True, kw_only=True):
    """Cut wagers on one hand pro rata, before the first card, until the totals keep to the sign."""

    pages = on_pages("deal")
    stopped_by = stops()

    side: str


class WagersReduced(Event, frozen=True, kw_only=True):
    basis = decision("cut-stake")
    sight = public("side clause", cuts=CUT)
    grows_with = "the wagers of a coup"
    transfers = transfers_of()

    side: str
    cuts: tuple[StakeCut, ...]
    moves: tuple[Move, ...]
    clause: str


@TABLE.decides(ReduceWagers, BY_DEALER, BETWEEN, seen="the stakes in the log")
def reduce_wagers(table: Table, command: ReduceWagers, now: datetime) -> Sequence[Event]:
    return [reduction(table, command.side, whole=holds(command, WAGERS))]


def reduction(table: Table, side: str, *, whole: bool = REVISED) -> WagersReduced:
    """Return the cut that brings the totals on one hand back to the sign, pro rata of what each
    player has there."""
    rules = table.conduct.limits
    if rules.reduce is None:
        raise Refusal(
            "no-rule", rules.differential, "No clause lets the dealer reduce wagers here."
        )
    if side not in (PLAYER, BANKER):
        raise Refusal("bad-command", rules.reduce, "Wagers on Player or on Banker are reduced.")
    cuts = _excess(table, side, rules.reduce, whole)
    if not cuts:
        raise Refusal(
            "within-limits",
            rules.reduce,
            "The wagers on {side} are not too high: there is nothing to reduce.",
            side=table.book.names[side],
        )
    return WagersReduced(
        side=side,
        cuts=tuple(cuts),
        moves=returns_of(table.round.stakes, cuts),
        clause=rules.reduce,
    )


def _excess(table: Table, side: str, clause: str, whole: bool) -> list[StakeCut]:
    sign, chip = table.sign, table.opened.chip
    cuts: list[StakeCut] = []
    if sign.area is not None:
        for (_, on), stakes in by_area(table.round).items():
            if on == side:
                cuts += cut_pro_rata(stakes, sign.area, chip, clause, whole)
    after = replace(table.round, stakes=apply_cuts(table.round.stakes, cuts))
    if sign.differential is None:
        return cuts
    other = side_total(after, BANKER if side == PLAYER else PLAYER)
    stakes = [laid for laid in after.stakes.values() if laid.on == side]
    most = other + sign.differential
    return merged(cuts, cut_pro_rata(stakes, most, chip, clause, whole))


@TABLE.evolves(WagersReduced)
def wagers_reduced(table: Table, event: WagersReduced) -> Table:
    stakes = apply_cuts(table.round.stakes, event.cuts)
    stakes = {key: laid for key, laid in stakes.items() if laid.live}
    return moved(replace(table, round=replace(table.round, stakes=stakes)), event.moves)
