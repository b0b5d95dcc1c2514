"""The public view of a table.

It never tells which or how many cards are left in the shoe: no view for players may help them
count.
"""

from datetime import datetime
from typing import Any, Final

import msgspec

from sabot.core.cards import point_count, read_card
from sabot.engine.ledger import CURRENCIES
from sabot.rules import PLAYER, CommonHands
from sabot.table.seen import LOSS_LIMIT
from sabot.table.state import BETTING, BETWEEN, DEALING, VIRTUAL, Table
from sabot.views.competition.heat import heat_view
from sabot.views.felt.offer import sign_of, wagers_of
from sabot.views.felt.projection import Countdown, Watching
from sabot.views.felt.scoring import has_natural
from sabot.views.felt.table_shapes import (
    CoupView,
    HandView,
    SeatView,
    SeenCard,
    ShoeView,
    StakeView,
    TableView,
    WaitView,
)
from sabot.views.steps.next_step import wait_of

replace = msgspec.structs.replace
BETS: Final = "bets"
OF_DEALER: Final = frozenset({"card", "counts", "result", "settle", "clear"})
"""Steps that the dealer takes; play stands still until then."""


def view_of(table: Table, watching: Watching, countdown: Countdown | None = None) -> TableView:
    """Return the public view. `watching` has folded the table's log; `countdown` has the times that
    players are given, where the casino gives them any."""
    if table.setup is None:
        return _unopened(table)
    setup, book = table.setup, table.book
    hands, wait, closes = _hands(table), _wait(table), None
    if countdown is not None:
        closes = watching.closes(countdown.bets)
        wait = replace(wait, until=watching.until(table, wait, countdown))
    return TableView(
        id=table.name,
        rulebook=setup.rulebook,
        edition=setup.edition,
        title=book.title,
        casino=book.casino,
        phase=table.phase,
        scheme=setup.scheme,
        decks=setup.decks,
        feed=setup.feed,
        method=table.round.method or setup.method,
        face=table.round.face or setup.face,
        places=setup.places,
        chip=setup.chip,
        coup=_coup(table, hands, closes),
        hands=hands,
        stakes=_stakes(table),
        ends=watching.ends,
        seats=_seats(table),
        sign=sign_of(table),
        wagers=wagers_of(table),
        wait=wait,
        shoe=_shoe(table),
        past=watching.past,
        roads=None if book.procedure.takes_boxes else watching.roads,
        player_card=_player_card(table),
        heat=heat_view(table),
        layout=setup.layout,
        called=setup.called,
        money=CURRENCIES[setup.currency].sign,
    )


def _unopened(table: Table) -> TableView:
    return TableView(
        id=table.name,
        rulebook=None,
        edition=None,
        title="",
        casino="",
        phase=table.phase,
        scheme=None,
        decks=None,
        feed=None,
        method=None,
        face=None,
        places=0,
        chip=0,
        coup=CoupView(table.round.number),
        hands=(),
        stakes=(),
        ends=(),
        seats=(),
        sign=None,
        wagers=(),
        wait=wait_of(table),
        shoe=ShoeView(0, ""),
        past=(),
        roads=None,
        player_card=None,
    )


def _wait(table: Table) -> WaitView:
    """Return the step that the table waits for, and since when if it waits for the dealer."""
    wait = wait_of(table)
    unattended = table.opened.feed != VIRTUAL and table.dealer is None
    late = wait.step in OF_DEALER or (unattended and wait.step == BETS)
    return replace(wait, since=table.at) if late else wait


def _held(table: Table) -> str | None:
    """Return the statement or undecided report that play waits for."""
    stated = table.statements.holding
    return table.round.held if stated is None else f"statement {stated.number}"


def bets_are_open(table: Table) -> bool:
    """Return True if wagers can be placed now, as far as the phase of the coup goes."""
    round_ = table.round
    if round_.no_bet is not None:
        return False
    if table.phase in BETWEEN:
        return not round_.called
    untouched = round_.reopened is not None and not any(slot.up for slot in round_.slots)
    return table.phase == DEALING and untouched


def _coup(table: Table, hands: tuple[HandView, ...], closes: datetime | None) -> CoupView:
    round_ = table.round
    bets_open = bets_are_open(table)
    called = round_.counts or round_.result is not None
    totals = {each.hand: each.total for each in hands if each.total is not None} if called else {}
    return CoupView(
        number=round_.number,
        word=table.book.coup,
        bets_open=bets_open,
        called=round_.called,
        closes=closes if bets_open and table.phase == BETTING else None,
        boxes=round_.boxes,
        no_bet=round_.no_bet,
        void=round_.void,
        held=_held(table),
        take_down=round_.take_down,
        counts_called=round_.counts,
        result=round_.result,
        totals=totals,
        decisions=round_.decisions,
        marker=round_.marker,
    )


def _hands(table: Table) -> tuple[HandView, ...]:
    round_, procedure = table.round, table.book.procedure
    lying: dict[str, list[SeenCard]] = {name: [] for name in procedure.open(round_.boxes)}
    for index, slot in enumerate(round_.slots):
        seen = SeenCard(index, slot.card if slot.up else None, slot.up)
        lying.setdefault(slot.hand, []).append(seen)
    return tuple(_hand(table, name, cards) for name, cards in lying.items())


def _hand(table: Table, name: str, cards: list[SeenCard]) -> HandView:
    round_, procedure = table.round, table.book.procedure
    common = procedure if isinstance(procedure, CommonHands) else None
    printed = common.printed if common is not None and name == PLAYER else ()
    total = None
    if cards and all(each.up for each in cards):
        total = point_count([*printed, *(read_card(each.card) for each in cards)])
    return HandView(
        hand=name,
        cards=tuple(cards),
        total=total,
        printed=tuple(card.name for card in printed),
        void=round_.void_hands.get(name),
        holder=round_.out.get(name),
        natural=common is not None and total is not None and has_natural(common, round_, name),
    )


def _stakes(table: Table) -> tuple[StakeView, ...]:
    settled = table.round.settled
    return tuple(
        StakeView(
            sequence=laid.sequence,
            player=laid.player,
            on=laid.on,
            staked=laid.staked,
            live=laid.live,
            box=laid.box,
            area=laid.area,
            returned=laid.returned,
            currency=laid.currency,
            clause=laid.clause and _told(table, laid.clause),
            invalid=laid.invalid,
            settled=laid.sequence in settled,
        )
        for laid in table.round.stakes.values()
    )


def _told(table: Table, clause: str) -> str | None:
    """Return the clause by which a stake is not wholly live; None for a Loss Limit, which is
    private."""
    cells = table.conduct.irregularities.get(LOSS_LIMIT, ())
    return None if any(cell.clause == clause for cell in cells) else clause


def _seats(table: Table) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(player, patron.place, patron.boxes) for player, patron in table.patrons.items()
    )


def _shoe(table: Table) -> ShoeView:
    stack = table.stack
    return ShoeView(
        number=stack.number,
        source=table.opened.source,
        stage=stack.stage,
        digest=stack.digest,
        last_coups=stack.left,
    )


def _player_card(table: Table) -> str | None:
    rule = table.conduct.wagering.player_card
    today = table.at.date().isoformat() if table.at is not None else ""
    return None if rule is None or today < rule.since else rule.clause


def changed(old: TableView, new: TableView) -> dict[str, Any]:
    """Return the fields of the new view that differ from the old one."""
    return {
        name: now
        for name in TableView.__struct_fields__
        if (now := getattr(new, name)) is not (before := getattr(old, name)) and now != before
    }
