"""Remedies for a wager: found late, cut to a maximum, returned, taken down, reopened."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.money import cash, cents
from sabot.core.refusal import Refusal, named
from sabot.core.revision import REPAIRS, WAGERS, holds
from sabot.engine.declarations import Topic, in_topics, public, statement, transfers_of
from sabot.engine.ledger import CURRENCIES, LAYOUT, Move, of_player
from sabot.engine.streams import Event
from sabot.rules import box_name
from sabot.rules.irregularities.irregularity import Cell
from sabot.rules.irregularities.outcomes import Outcome
from sabot.table.betting.sides import back
from sabot.table.betting.totals import StakeCut, apply_cuts, area_cuts, reduction, returns_of
from sabot.table.betting.wagers import (
    check_loss_limit,
    check_offered,
    check_player,
    check_together,
)
from sabot.table.irregularities.remedies.reconstruction import reopen
from sabot.table.irregularities.report_command import ReportIrregularity as Report
from sabot.table.limits.limits import bounds
from sabot.table.players.boxes import check_sharing
from sabot.table.players.gaming import loss_limit_cuts
from sabot.table.players.offers import WagersReturned
from sabot.table.players.offers import own_wagers as wagers_of
from sabot.table.result.void_wagers import HandVoided, boxes_left
from sabot.table.sights import CUT, STAKE
from sabot.table.state import DEALING, SETTLED, VIRTUAL, Laid, Table
from sabot.table.stream import (
    TABLE,
    affordable,
    moved,
    patron_of,
    replace,
    with_patron,
)


class WagerFound(Event, frozen=True, kw_only=True):
    """A wager lay on the layout unnoticed when the first card came: it is live as far as the
    document lets it be, and the rest goes back."""

    basis = statement("late-stake")
    sight = public("clause", stake=STAKE)
    transfers = transfers_of()

    stake: Laid
    moves: tuple[Move, ...]
    clause: str
    warned: bool = False


@TABLE.evolves(WagerFound)
def wager_found(table: Table, event: WagerFound) -> Table:
    stakes = {**table.round.stakes, event.stake.sequence: event.stake}
    boxes = table.round.boxes
    if event.stake.box is not None and event.stake.box not in boxes:
        boxes = tuple(sorted((*boxes, event.stake.box)))
    round_ = replace(table.round, stakes=stakes, boxes=boxes)
    return moved(replace(table, sequence=event.stake.sequence, round=round_), event.moves)


def find_wager(
    table: Table,
    report: Report,
    cell: Cell,
    most: int | None = None,
    *,
    warned: bool = False,
) -> WagerFound:
    """The wager that was found, live up to `most`."""
    player, on, found = _said(report, cell)
    if table.phase != DEALING or table.round.result is not None:
        raise Refusal("wrong-phase", cell.clause, "The coup is not being dealt.")
    if table.round.no_bet is not None:
        raise Refusal("no-bet-coup", table.round.no_bet, "No wager counts in a no-bet coup.")
    if table.round.take_down is not None:
        raise Refusal("take-down", table.round.take_down, "Wagers only come down now.")
    if table.opened.feed == VIRTUAL:
        raise Refusal("cannot-happen", cell.clause, "No chip lies unseen at a virtual table.")
    patron = patron_of(table, player)
    check_player(table, player, patron)
    wager = check_offered(table, on)
    table.book.check_box(wager, report.box, _boxes(table, report.box))
    if not own_wagers(table, report):
        check_together(table, report, player, report.box, wager, report.area)
    if report.box is not None:
        check_sharing(table, player, report.box)
    amount = cents(found)
    live = amount if most is None else max(0, min(amount, most - _lying(table, report)))
    currency = table.opened.currency
    stake = Laid(
        table.sequence + 1, player, wager.id, amount, live, report.box,
        report.box if report.box is not None else report.area,
        returned=amount - live, currency=currency, clause=cell.clause,
    )  # fmt: skip
    affordable(table, (Move(of_player(player), LAYOUT, amount, currency),))
    if CURRENCIES[currency].is_loss:
        check_loss_limit(table, report, player, patron, live)
    moves = (Move(of_player(player), LAYOUT, live, currency),) if live else ()
    return WagerFound(stake=stake, moves=moves, clause=str(cell.clause), warned=warned)


def _said(report: Report, cell: Cell) -> tuple[str, str, str]:
    """Return the player, the wager and the amount that a report names."""
    if report.player is None or report.on is None or report.amount is None:
        raise Refusal("say-more", cell.clause, "Say whose wager was found, on what, how much.")
    return report.player, report.on, report.amount


def _boxes(table: Table, box: int | None) -> tuple[int, ...]:
    """The boxes that are dealt to, and this one too while the deal has not passed it."""
    boxes, slots = table.round.boxes, table.round.slots
    if box is None or not table.book.procedure.takes_boxes or not 1 <= box <= table.opened.places:
        return boxes
    joined = tuple(sorted({*boxes, box}))
    order = table.book.procedure.initial(joined)[: len(slots)]
    return joined if [due.hand for due in order] == [slot.hand for slot in slots] else boxes


def _lying(table: Table, report: Report) -> int:
    """Return the cents that the player already has on that wager."""
    return sum(laid.live for laid in own_wagers(table, report))


def valid(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    return _below(table, report, cell, warned=False)


def valid_with_warning(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    return _below(table, report, cell, warned=True)


def _below(table: Table, report: Report, cell: Cell, *, warned: bool) -> Sequence[Event]:
    """Find a wager below the minimum that had gone unseen; it is live as it is."""
    if report.amount is None:
        return ()
    found = find_wager(table, report, cell, warned=warned)
    least, _ = bounds(table, patron_of(table, found.stake.player), found.stake.on)
    if found.stake.live + _lying(table, report) >= least:
        raise Refusal("not-so", cell.clause, "That wager is not below the minimum.")
    return [found]


def to_maximum(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    if report.amount is None:
        return ()
    player, on, _ = _said(report, cell)
    _, most = bounds(table, patron_of(table, player), on)
    if report.situation == "area-maximum" and table.sign.area is not None:
        most = min(most, table.sign.area)
    found = find_wager(table, report, cell, most)
    if not found.stake.returned:
        raise Refusal("not-so", cell.clause, "That wager is not above the maximum.")
    return [found]


class StakesCut(Event, frozen=True, kw_only=True):
    """Stakes that are live in part only from now on."""

    basis = statement("cut-stake")
    sight = public("", cuts=CUT)
    grows_with = "the wagers of a coup"
    transfers = transfers_of()
    topics = in_topics(Topic.LIMIT_MET)

    cuts: tuple[StakeCut, ...]
    moves: tuple[Move, ...]
    clause: str
    reminded: str | None = None


@TABLE.evolves(StakesCut)
def stakes_cut(table: Table, event: StakesCut) -> Table:
    stakes = apply_cuts(table.round.stakes, event.cuts)
    patron = table.patrons.get(event.reminded or "")
    if patron is not None and event.reminded is not None:
        patron = replace(patron, reminded=patron.reminded + 1)
        table = with_patron(table, event.reminded, patron)
    return moved(replace(table, round=replace(table.round, stakes=stakes)), event.moves)


def pro_rata(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """All wagers on the area, the one that was found among them, share what the area takes."""
    if report.amount is None:
        raise Refusal(
            "not-so", cell.clause, "Amounts above a maximum were returned at the first card."
        )
    found: list[Event] = [find_wager(table, report, cell)]
    table = TABLE.evolve(table, found[0], now)
    cuts = tuple(area_cuts(table))
    if not cuts:
        raise Refusal("not-so", cell.clause, "No playing area is above its maximum.")
    moves = returns_of(table.round.stakes, cuts)
    return [*found, StakesCut(cuts=cuts, moves=moves, clause=str(cell.clause))]


def reduce_pro_rata(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    whole = holds(report, WAGERS)
    return [reduction(table, str(report.on), whole=whole)] if report.on is not None else ()


def own_wagers(table: Table, report: Report) -> list[Laid]:
    """The wagers that a report means: all of a player's, or those on one bet."""
    if report.player is None:
        return []
    return wagers_of(table, report.player, report.on, report.box)


def _unsettled(table: Table, report: Report, cell: Cell) -> list[Event]:
    """Open a settled coup again, while its cards lie."""
    if table.phase != SETTLED:
        return []
    return reopen(table, str(cell.clause), revised=holds(report, WAGERS))


def return_wager(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """An invalid wager goes back; one that was settled by mistake is first unsettled."""
    opened = _unsettled(table, report, cell)
    for event in opened:
        table = TABLE.evolve(table, event, now)
    stakes = _found_invalid(table, report, cell)
    returned = WagersReturned(
        sequences=tuple(laid.sequence for laid in stakes),
        moves=tuple(back(laid) for laid in stakes),
        clause=str(cell.clause),
    )
    revised = holds(report, WAGERS) and table.phase == DEALING
    empty = boxes_left(TABLE.evolve(table, returned, now)) if revised else []
    voided = (HandVoided(hand=box_name(box), clause=str(cell.clause)) for box in empty)
    return [*opened, returned, *voided]


def _found_invalid(table: Table, report: Report, cell: Cell) -> list[Laid]:
    """Return the wagers that a report finds invalid: with an `area` those there, with an `amount`
    what was laid last, as a raise beside the wager itself."""
    stakes, player = own_wagers(table, report), report.player or ""
    if holds(report, REPAIRS):
        stakes = [laid for laid in stakes if report.area in (None, laid.area)]
    if not stakes:
        raise Refusal("no-wager", cell.clause, "{player} has no such wager.", player=named(player))
    if report.amount is None or not holds(report, REPAIRS):
        return stakes
    amount = cents(report.amount)
    found = next((stakes[i:] for i in range(len(stakes)) if _staked(stakes[i:]) == amount), None)
    if found is None:
        message = "{amount} is not what {player} laid there last."
        told = table.told(amount)
        raise Refusal("bad-amount", cell.clause, message, amount=told, player=named(player))
    return found


def _staked(stakes: Sequence[Laid]) -> int:
    return sum(laid.staked for laid in stakes)


def loss_limit(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """Only what lies inside the limit is live: the excess goes back, last bet first. `amount` is
    how much the player may still lose, where no account knows it."""
    if report.player is None or report.amount is None:
        raise Refusal("say-more", cell.clause, "Say which player, and how much may be lost yet.")
    patron = patron_of(table, report.player)
    if patron.account and patron.room is None:
        raise Refusal(
            "no-loss-limit",
            cell.clause,
            "{player} has set no Loss Limit.",
            player=named(report.player),
        )
    room = 0 if report.amount in ("0", "0.00") else cents(report.amount)
    known = table.round.rooms.get(report.player)
    if known is not None and room != known:
        raise Refusal("not-so", cell.clause, "The account left {known} to lose.", known=cash(known))
    opened = _unsettled(table, report, cell)
    for event in opened:
        table = TABLE.evolve(table, event, now)
    cuts = tuple(loss_limit_cuts(table, report.player, room, str(cell.clause)))
    if not cuts:
        raise Refusal(
            "not-so",
            cell.clause,
            "{player} has not passed the Loss Limit.",
            player=named(report.player),
        )
    moves = returns_of(table.round.stakes, cuts)
    reminded = report.player if cell.outcome is Outcome.RETURN_LAST_FIRST else None
    cut = StakesCut(cuts=cuts, moves=moves, clause=str(cell.clause), reminded=reminded)
    return [*opened, cut]


class WagersReopened(Event, frozen=True, kw_only=True):
    """Until a card is exposed or play resumes, players may change their wagers."""

    basis = statement("reopened")
    sight = public("clause")

    clause: str


@TABLE.evolves(WagersReopened)
def wagers_reopened(table: Table, event: WagersReopened) -> Table:
    return replace(table, round=replace(table.round, reopened=event.clause))


def reopen_wagers(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    if table.phase != DEALING or any(slot.up for slot in table.round.slots):
        raise Refusal("not-so", cell.clause, "Only in a coup of which no card has been exposed.")
    if table.round.out:
        holder = named(next(iter(table.round.out.values())))
        raise Refusal(
            "cards-out", cell.clause, "{holder} may have seen cards: collect them.", holder=holder
        )
    if table.round.handled:
        raise Refusal("not-so", cell.clause, "A player has had cards in hand, and may know them.")
    if table.round.no_bet is not None and holds(report, WAGERS):
        what = "No wagers: this is a no-bet {coup_word}."
        raise Refusal("no-bet-coup", table.round.no_bet, what, coup_word=table.book.coup)
    return [WagersReopened(clause=str(cell.clause))]
