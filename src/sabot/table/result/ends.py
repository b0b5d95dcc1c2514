"""The end of every stake: staked, won and returned in a coup, told in one place.

The table's page, a player's history, the replay and the inspector's files all read it here. The
record is a fold of the events alone, so that it may begin in the middle of a log, after the end of
a coup.
"""

from collections.abc import Callable, Container, Iterable
from typing import Any, Final

import msgspec

from sabot.engine.streams import Event
from sabot.table.betting.sides import WagerDisplaced
from sabot.table.betting.totals import StakeCut, WagersReduced, apply_cuts
from sabot.table.betting.wager_refusals import WagerRefused
from sabot.table.betting.wagers import WagerPlaced, WagerWithdrawn
from sabot.table.coup.dealing import CoupStarted, staying
from sabot.table.coup.decisions import HandDecided
from sabot.table.heat.counts import apply_counts
from sabot.table.heat.duty import WagersCounted
from sabot.table.heat.papers.forms import FormsAnnounced
from sabot.table.heat.putting_out import EntrantDisqualified
from sabot.table.heat.rounds import HeatOver
from sabot.table.heat.seating import HeatCancelled
from sabot.table.heat.turns import OutOfTurnVoided
from sabot.table.irregularities.remedies.cards import NoBetForced
from sabot.table.irregularities.remedies.coups import CoupReversed
from sabot.table.irregularities.remedies.reconstruction import CoupReopened
from sabot.table.irregularities.remedies.wagers import StakesCut, WagerFound
from sabot.table.players.offers import WagersReturned
from sabot.table.result.clearance import CoupEnded
from sabot.table.result.invalidation import StakesForfeited
from sabot.table.result.settlement import WagersSettled
from sabot.table.result.void_wagers import CoupVoided, WagersVoided
from sabot.table.running.opening import TableOpened
from sabot.table.state import Laid
from sabot.table.stream import TABLE

VOID, FORFEITED = "void", "forfeited"
replace = msgspec.structs.replace


class End(msgspec.Struct, frozen=True, omit_defaults=True):
    """The end of a stake: "win", "lose", "standoff", "invalid", "void" or "forfeited", and the
    clause; in cents, its earnings and the whole return. `undone`: this end was undone later."""

    coup: int
    laid: Laid
    outcome: str
    clause: str
    pays: int = 0
    returns: int = 0
    odds: str | None = None
    undone: bool = False

    @property
    def back(self) -> int:
        """All that came back for what was staked, when a part of it was cut and at the end."""
        return self.laid.returned + self.returns


class Stakes:
    """Fold a table's events, passed to `put` in their order. Other events are ignored, and so are
    unknown stakes of a forged log, which the audit reports.

    `lying` are the stakes of the coup that is bet on or dealt, without those that were taken back,
    refused or displaced. `ends` has their ends by sequence, and `over` those of coups that are
    over: of the last one, and of those in `keep`, which are reversed later.
    """

    def __init__(self, keep: Container[int] = ()) -> None:
        self.coup = 0
        self.dealing = False
        self.lying: dict[int, Laid] = {}
        self.ends: dict[int, End] = {}
        self.over: dict[int, dict[int, End]] = {}
        self._last: dict[int, Laid] = {}
        self._keep = keep

    def put(self, event: Event) -> list[End]:
        """Put in one event; how stakes ended by it, after those that did not end so after all."""
        fold = _FOLDS.get(type(event))
        return [] if fold is None else list(fold(self, event) or ())

    def ends_of(self, coup: int) -> tuple[End, ...]:
        """Return the ends of a coup's stakes, as far as they are still known."""
        return tuple((self.ends if coup == self.coup else self.over.get(coup, {})).values())

    # Stakes on the layout

    def _opened(self, event: TableOpened) -> None:
        self.lying, self.dealing = {}, False

    def _placed(self, event: WagerPlaced | WagerFound | HandDecided) -> None:
        for laid in (event.stake, getattr(event, "beside", None)):
            if laid is not None:
                self.lying = {**self.lying, laid.sequence: laid}

    def _taken_off(
        self, event: WagerWithdrawn | WagerRefused | WagersReturned | OutOfTurnVoided
    ) -> None:
        self._take_off(event.sequences)

    def _displaced(self, event: WagerDisplaced) -> None:
        self._take_off((event.sequence,))

    def _returned(
        self, event: NoBetForced | EntrantDisqualified | HeatOver | HeatCancelled
    ) -> None:
        self._take_off(event.returned)

    def _announced(self, event: FormsAnnounced) -> None:
        stakes = (form.stake for form in event.forms if form.stake is not None)
        self.lying = {**self.lying, **{stake.sequence: stake for stake in stakes}}

    def _counted(self, event: WagersCounted) -> None:
        counts = [each for each in event.stakes if each.sequence in self.lying]
        self.lying = apply_counts(self.lying, counts)

    def _take_off(self, sequences: Iterable[int]) -> None:
        gone = set(sequences)
        self.lying = {key: laid for key, laid in self.lying.items() if key not in gone}

    def _reduced(self, event: WagersReduced | StakesCut) -> None:
        self._cut(event.cuts)
        if isinstance(event, WagersReduced):
            self._take_off([key for key, laid in self.lying.items() if not laid.live])

    def _cut(self, cuts: Iterable[StakeCut]) -> None:
        self.lying = apply_cuts(self.lying, self._known(cuts))

    def _known(self, cuts: Iterable[StakeCut]) -> tuple[StakeCut, ...]:
        return tuple(cut for cut in cuts if cut.sequence in self.lying)

    def _started(self, event: CoupStarted) -> None:
        self.coup, self.dealing, self.ends = event.number, True, {}
        self.lying = staying(self.lying, replace(event, cuts=self._known(event.cuts)))

    # Ends of stakes

    def _settled(self, event: WagersSettled) -> Iterable[End]:
        return self._end(
            End(
                self.coup, self.lying[line.sequence], line.outcome, line.clause,
                line.pays, line.returns, line.odds,
            )
            for line in event.lines
            if line.sequence in self.lying
        )  # fmt: skip

    def _voided(self, event: CoupVoided) -> Iterable[End]:
        return [*self._undo(event.undone), *self._void(event.returned, event.clause)]

    def _wagers_voided(self, event: WagersVoided) -> Iterable[End]:
        """Before a coup has begun, they are wagers that were taken back."""
        ends: list[End] = []
        if self.dealing:
            void = (*event.sequences, *event.undone)
            ends = [*self._undo(event.undone), *self._void(void, event.clause)]
        self._take_off(event.sequences)
        self.lying = {
            key: replace(laid, invalid=event.clause) if key in event.undone else laid
            for key, laid in self.lying.items()
        }
        return ends

    def _forfeited(self, event: StakesForfeited) -> Iterable[End]:
        own = [laid for laid in self.lying.values() if laid.player == event.player]
        undone = self._undo(laid.sequence for laid in own)
        ended = (End(self.coup, laid, FORFEITED, event.clause) for laid in own)
        return [*undone, *self._end(ended)]

    def _reversed(self, event: CoupReversed) -> Iterable[End]:
        self._take_off(event.returned)
        over = self.over.get(event.number, {})
        ended = {k: each for k, each in over.items() if event.only in (None, each.laid.player)}
        undone = [replace(each, undone=True) for each in ended.values()]
        void = {key: _void(each.coup, each.laid, event.clause) for key, each in ended.items()}
        if void:
            self.over[event.number] = over | void
        return [*undone, *void.values()]

    def _reopened(self, event: CoupReopened) -> Iterable[End]:
        """Undo the ends of all stakes on the layout, to be settled again; void stakes stay void."""
        if not self.dealing:
            self.coup, self.dealing = event.number, True
            again = {k: laid for k, laid in self._last.items() if laid.player not in event.void}
            self.lying = again
            self.ends = self.over.pop(event.number, {})
        else:
            void = {k for k in self.ends.keys() & self.lying if self.lying[k].player in event.void}
            self.lying = {k: laid for k, laid in self.lying.items() if k not in void}
        return self._undo(self.lying)

    def _ended(self, event: CoupEnded) -> None:
        kept = {coup: ends for coup, ends in self.over.items() if coup in self._keep}
        self.over = {**kept, event.number: self.ends}
        self._last, self.lying, self.ends = self.lying, {}, {}
        self.coup, self.dealing = 0, False

    def _end(self, ends: Iterable[End]) -> list[End]:
        made = list(ends)
        self.ends = {**self.ends, **{each.laid.sequence: each for each in made}}
        return made

    def _void(self, sequences: Iterable[int], clause: str) -> list[End]:
        stakes = [self.lying[key] for key in sequences if key in self.lying]
        return self._end(_void(self.coup, laid, clause) for laid in stakes)

    def _undo(self, sequences: Iterable[int]) -> list[End]:
        gone = {key: self.ends[key] for key in sequences if key in self.ends}
        self.ends = {key: each for key, each in self.ends.items() if key not in gone}
        return [replace(each, undone=True) for each in gone.values()]


def _void(coup: int, laid: Laid, clause: str) -> End:
    return End(coup, laid, VOID, clause, returns=laid.live)


_FOLDS: Final[dict[type[Event], Callable[[Stakes, Any], Iterable[End] | None]]] = {
    TableOpened: Stakes._opened,
    WagerPlaced: Stakes._placed,
    WagerFound: Stakes._placed,
    HandDecided: Stakes._placed,
    WagerWithdrawn: Stakes._taken_off,
    WagerRefused: Stakes._taken_off,
    WagersReturned: Stakes._taken_off,
    WagerDisplaced: Stakes._displaced,
    NoBetForced: Stakes._returned,
    EntrantDisqualified: Stakes._returned,
    HeatOver: Stakes._returned,
    HeatCancelled: Stakes._returned,
    OutOfTurnVoided: Stakes._taken_off,
    FormsAnnounced: Stakes._announced,
    WagersCounted: Stakes._counted,
    WagersReduced: Stakes._reduced,
    StakesCut: Stakes._reduced,
    CoupStarted: Stakes._started,
    WagersSettled: Stakes._settled,
    CoupVoided: Stakes._voided,
    WagersVoided: Stakes._wagers_voided,
    StakesForfeited: Stakes._forfeited,
    CoupReversed: Stakes._reversed,
    CoupReopened: Stakes._reopened,
    CoupEnded: Stakes._ended,
}
TOLD: Final = tuple(name for each in _FOLDS for name in TABLE.names_of(each))
"""The names of the events that count."""
