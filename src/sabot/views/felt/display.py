"""The display of a table, folded event by event: coups with their results, stakes with their
ends."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

import msgspec

from sabot.engine.streams import Event
from sabot.shoe.procedure import DEVICE
from sabot.table.betting.announcements import BetsClosed, BetsOpened
from sabot.table.betting.wagers import WagerPlaced
from sabot.table.coup.card_corrections import CardCorrected
from sabot.table.coup.dealing import CardDealt, CoupStarted
from sabot.table.coup.decisions import HandDecided
from sabot.table.coup.exposure import CardsExposed
from sabot.table.coup.handouts import CardsRefused, HandPassed, HandReturned
from sabot.table.irregularities.remedies.cards import ShoeVoided
from sabot.table.irregularities.remedies.coups import CoupReversed
from sabot.table.irregularities.remedies.reconstruction import CoupReopened
from sabot.table.irregularities.remedies.true_order import CoupRebuilt
from sabot.table.irregularities.remedies.wagers import WagerFound
from sabot.table.result.clearance import CoupEnded
from sabot.table.result.ends import End, Stakes
from sabot.table.result.settlement import ResultAnnounced
from sabot.table.result.void_wagers import CoupVoided, HandVoided
from sabot.table.running.closure import TableClosed
from sabot.table.running.opening import TableOpened
from sabot.table.shoe.cutting import CardsCut
from sabot.table.shoe.preparation import CardsBrought, CardsShuffled
from sabot.table.state import Round, Slot, Table
from sabot.views.felt.scoring import scored
from sabot.views.felt.table_shapes import EndView, Past

PAGE: Final = 120
"""Coups on one page of the display. A shoe has fewer. A shuffling device has no end; there the
display keeps the newest page and the one before it."""
EMPTY: Final = Round(number=0)
HANDLING: Final = (CardDealt, CardsExposed, CardsRefused, HandDecided, HandPassed, HandReturned)
"""Events after which another player, or the same one anew, is waited for."""
replace = msgspec.structs.replace


class Display:
    """Display of a table: data beyond its state.

    `past`: coups of this shoe, newest last. A coup appears when its result is called or it is void,
    and is corrected in place if it is voided, reversed or played again. `ends`: ends of the stakes
    of this coup; until the next bet, of the last coup. `bets_opened_at`: time from which wagers are
    taken. `first_stake`: time of the first wager of the coup, or of the last reopening of bets.
    `handled`: time at which a card or hand last moved.
    """

    def __init__(self) -> None:
        self.past: tuple[Past, ...] = ()
        self.ends: tuple[EndView, ...] = ()
        self.bets_opened_at: datetime | None = None
        self.first_stake: datetime | None = None
        self.handled: datetime | None = None
        self.stakes = Stakes()
        self._round = EMPTY
        self._last: Round | None = None
        self._ended: int | None = None
        """The coup whose ends are shown."""

    def put(self, event: Event, at: datetime, table: Table) -> None:
        """Fold in one event of the table."""
        ended, shown = self.stakes.put(event), self._ended
        if isinstance(event, HANDLING):
            self.handled = at
        fold = _FOLDS.get(type(event))
        if fold is not None:
            fold(self, event, at, table)
        if self.stakes.lying != self._round.stakes:
            self._lay(at)
        if ended or self._ended != shown:
            ends = () if self._ended is None else self.stakes.ends_of(self._ended)
            self.ends = tuple(map(_shown, ends))

    # Wagers

    def _placed(self, event: WagerPlaced | WagerFound, at: datetime, table: Table) -> None:
        if not self._dealing and not self._round.stakes:
            self._ended = None

    def _lay(self, at: datetime) -> None:
        stakes = self.stakes.lying
        self._round = replace(self._round, stakes=stakes)
        if self._dealing or not stakes:
            self.first_stake = None
        elif self.first_stake is None and self.bets_opened_at is not None:
            self.first_stake = at

    @property
    def _dealing(self) -> bool:
        return self.stakes.dealing

    def _open_bets(self, at: datetime | None) -> None:
        self.bets_opened_at = at
        self.first_stake = at if self._round.stakes else None

    def _bets_opened(self, event: BetsOpened | CardsCut, at: datetime, table: Table) -> None:
        if not self._dealing:
            self._open_bets(at)

    def _bets_closed(
        self, event: BetsClosed | CardsBrought | ShoeVoided | TableClosed, at: datetime, _: Table
    ) -> None:
        self._open_bets(None)

    # Cards

    def _opened(self, event: TableOpened, at: datetime, table: Table) -> None:
        Display.__init__(self)

    def _shuffled(self, event: CardsShuffled, at: datetime, table: Table) -> None:
        """Start a new page: results of other cards no longer matter."""
        self.past = ()
        self._open_bets(at if table.opened.source == DEVICE else None)

    def _started(self, event: CoupStarted, at: datetime, table: Table) -> None:
        self._ended = event.number
        self._round = Round(event.number, self.stakes.lying, boxes=event.boxes)
        self._open_bets(None)
        self.first_stake = None

    def _dealt(self, event: CardDealt, at: datetime, table: Table) -> None:
        slot = Slot(event.hand, event.card, event.up)
        self._round = replace(self._round, slots=(*self._round.slots, slot))

    def _exposed(self, event: CardsExposed, at: datetime, table: Table) -> None:
        slots = list(self._round.slots)
        for turned in event.cards:
            slots[turned.slot] = replace(slots[turned.slot], card=turned.card, up=True)
        self._round = replace(self._round, slots=tuple(slots))

    def _corrected(self, event: CardCorrected, at: datetime, table: Table) -> None:
        slots = list(self._round.slots)
        slots[event.slot] = replace(slots[event.slot], card=event.card)
        self._round = replace(self._round, slots=tuple(slots))

    def _hand_voided(self, event: HandVoided, at: datetime, table: Table) -> None:
        void_hands = {**self._round.void_hands, event.hand: event.clause}
        self._round = replace(self._round, void_hands=void_hands)

    # Results

    def _called(self, event: ResultAnnounced, at: datetime, table: Table) -> None:
        before = self.find(self._round.number)
        shown = scored(table, self._round, event)
        self._show(shown if before is None else replace(shown, corrected=before.corrected))

    def _over(self, event: CoupEnded, at: datetime, table: Table) -> None:
        if self.find(event.number) is None:
            self._show(Past(event.number, event.result or None, void=event.void is not None))
        oldest = oldest_shown(event.number)
        if self.past[0].coup < oldest:
            self.past = tuple(each for each in self.past if each.coup >= oldest)
        self._last, self._round = self._round, EMPTY
        self._open_bets(at)

    # Corrections

    def _voided(self, event: CoupVoided, at: datetime, table: Table) -> None:
        self._cross_out(self._round.number, event.clause)

    def _reversed(self, event: CoupReversed, at: datetime, table: Table) -> None:
        if event.only is None and self.find(event.number) is not None:
            self._cross_out(event.number, event.clause)

    def _reopened(self, event: CoupReopened, at: datetime, table: Table) -> None:
        if self._last is not None and self._last.number == event.number:
            self._round, self._last = self._last, None
        self._ended = event.number
        self._open_bets(None)
        self.first_stake = None
        if self.find(event.number) is not None:
            self._show(Past(event.number, corrected=event.clause))

    def _rebuilt(self, event: CoupRebuilt, at: datetime, table: Table) -> None:
        self._round = replace(self._round, slots=event.slots)

    def _cross_out(self, coup: int, clause: str) -> None:
        shown = self.find(coup)
        self._show(
            Past(coup, void=True) if shown is None else replace(shown, void=True, corrected=clause)
        )

    # The boards

    def find(self, coup: int) -> Past | None:
        """Return the coup of that number, if it is on display."""
        return next((each for each in reversed(self.past) if each.coup == coup), None)

    def _show(self, shown: Past) -> None:
        if self.find(shown.coup) is None:
            self.past = (*self.past, shown)
        else:
            self.past = tuple(shown if each.coup == shown.coup else each for each in self.past)


def oldest_shown(coup: int) -> int:
    """Return the number of the oldest coup on display once this one is over."""
    return (coup // PAGE - 1) * PAGE + 1


def _shown(end: End) -> EndView:
    laid = end.laid
    return EndView(
        sequence=laid.sequence,
        coup=end.coup,
        player=laid.player,
        on=laid.on,
        outcome=end.outcome,
        pays=end.pays,
        returns=end.returns,
        clause=end.clause,
        staked=laid.staked,
        live=laid.live,
        returned=laid.returned,
        box=laid.box,
        odds=end.odds,
    )


_FOLDS: Final[dict[type[Event], Callable[[Display, Any, datetime, Table], None]]] = {
    WagerPlaced: Display._placed,
    WagerFound: Display._placed,
    BetsOpened: Display._bets_opened,
    CardsCut: Display._bets_opened,
    BetsClosed: Display._bets_closed,
    CardsBrought: Display._bets_closed,
    ShoeVoided: Display._bets_closed,
    TableClosed: Display._bets_closed,
    TableOpened: Display._opened,
    CardsShuffled: Display._shuffled,
    CoupStarted: Display._started,
    CardDealt: Display._dealt,
    CardsExposed: Display._exposed,
    CardCorrected: Display._corrected,
    HandVoided: Display._hand_voided,
    ResultAnnounced: Display._called,
    CoupEnded: Display._over,
    CoupVoided: Display._voided,
    CoupReversed: Display._reversed,
    CoupReopened: Display._reopened,
    CoupRebuilt: Display._rebuilt,
}
