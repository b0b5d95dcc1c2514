"""Heats derived again: every stack by the arithmetic that directors use on paper, who went out, who
had the marker, and where all chips are."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from sabot.audit.checks.cuts import revision_of
from sabot.audit.checks.edition import is_known
from sabot.audit.checks.settlements import coup_of
from sabot.core.money import TOURNAMENT, cash
from sabot.core.refusal import Refusal, named
from sabot.core.revision import RESULTS
from sabot.engine.finding import Finding, Step
from sabot.engine.ledger import place_of
from sabot.table.heat.duty import WagersCounted
from sabot.table.heat.ending.counting import HeatCounted
from sabot.table.heat.putting_out import EntrantEliminated
from sabot.table.heat.rounds import HeatOver, RoundBegun
from sabot.table.heat.seating import HeatSeated
from sabot.table.heat.state import Heat
from sabot.table.heat.words import betting_of, held, is_there, purse_of
from sabot.table.result.clearance import CoupEnded
from sabot.table.state import Laid, Table
from sabot.tournament.counting import WagerLimits
from sabot.tournament.wagers import HeatFacts as OnPaper
from sabot.tournament.wagers import LaidWager as OpenWager
from sabot.tournament.wagers import WagerEntrant, WrittenForm, after_coup


@dataclass
class HeatsCheck:
    """The audit's state of a heat: the wagers of the coup as they were laid, the stacks, and the
    number of irregularities reported so far."""

    laid: dict[int, Laid] = field(default_factory=dict)
    stacks: dict[str, int] = field(default_factory=dict)
    reports: int = -1
    single: bool = True
    """Each wager laid counts by itself, as since the revision `RESULTS`."""

    def __call__(self, step: Step[Table]) -> Iterator[Finding]:
        if do := bytes(step.line.do):
            self.single = revision_of(do) >= RESULTS
        if step.after.heat is None or not is_known(step.after):
            return
        match step.event:
            case HeatSeated():
                yield from _same_for_all(step, step.event)
            case WagersCounted():
                self._remember(step.before)
            case CoupEnded():
                yield from self._stacks(step)
            case RoundBegun():
                yield from _begun(step, step.event)
            case EntrantEliminated():
                yield from _eliminated(step, step.event)
            case HeatOver():
                yield from _through(step, step.event)
            case HeatCounted():
                yield from _all_back(step, step.event)

    def _remember(self, table: Table) -> None:
        heat = table.heat
        assert heat is not None
        self.laid = dict(table.round.stakes)
        self.stacks = {name: held(table, name) for name in heat.still_in}
        self.reports = table.reports

    def _stacks(self, step: Step[Table]) -> Iterator[Finding]:
        """Each stack after a coup without irregularities, worked out on paper."""
        table, heat = step.before, step.before.heat
        plain = self.reports == table.reports and table.round.void is None
        if heat is None or not heat.is_on or not plain or table.round.no_bet is not None:
            return
        try:
            coup = coup_of(table)
        except Refusal:
            return  # the settlement has been found wrong already
        paper = OnPaper(
            coup, WagerLimits(heat.least, heat.most), table.round.scheme, table.opened.chip
        )
        for name, chips in self.stacks.items():
            entrant = self._entrant(table, heat, name, chips)
            if entrant.wagers and any(line.invalid for line in table.round.stakes.values()):
                continue
            wanted = after_coup(paper, entrant).chips if entrant.wagers else chips
            found = purse_of(table, name)
            if found != wanted:
                message = f"{named(name)} has {cash(found)}, and should have {cash(wanted)}."
                yield step.finding("wrong-stack", message, betting_of(table).maximum)

    def _entrant(self, table: Table, heat: Heat, name: str, chips: int) -> WagerEntrant:
        laid: dict[object, OpenWager] = {}
        for sequence, each in sorted(self.laid.items()):
            if each.player == name:
                key: object = sequence if self.single else each.on
                before = laid[key].amount if key in laid else 0
                laid[key] = OpenWager(each.on, before + each.live)
        written = heat.entrants[name].form
        form = None if written is None else WrittenForm(written.on, written.amount)
        open_ = tuple(laid.values())
        return WagerEntrant(name, chips, open_, form)


def _same_for_all(step: Step[Table], event: HeatSeated) -> Iterator[Finding]:
    given = {move.target: move.amount for move in event.moves}
    if len(given) != len(event.plan.seats) or set(given.values()) != {event.plan.chips}:
        yield step.finding("unequal-chips", "Not everybody has the same chips.", event.clause)


def _begun(step: Step[Table], event: RoundBegun) -> Iterator[Finding]:
    table = step.after
    heat = table.heat
    assert heat is not None
    for name in heat.still_in:
        if purse_of(table, name) < event.least and not _lies(table, name):
            message = f"{named(name)} plays on with less than {cash(event.least)}."
            yield step.finding("not-eliminated", message, betting_of(table).unable)
    if heat.plan.order and event.marker != _marker(step.before):
        message = f"The marker is at box {event.marker}, where it should not be."
        yield step.finding("wrong-marker", message, event.clause)


def _lies(table: Table, player: str) -> bool:
    return any(laid.player == player for laid in table.round.stakes.values())


def _marker(table: Table) -> int | None:
    """Box by box from the last one: the first at which a player sits."""
    heat = table.heat
    assert heat is not None
    seats = {each.box: name for name, each in heat.still_in.items()}
    if not seats:
        return None
    taken = [box for box, name in seats.items() if is_there(table, name)] or [*seats]
    last = heat.marker or 0
    round_the_table = [*range(last + 1, max(seats) + 1), *range(1, last + 1)]
    return next((box for box in round_the_table if box in taken), None)


def _eliminated(step: Step[Table], event: EntrantEliminated) -> Iterator[Finding]:
    held_ = purse_of(step.before, event.player)
    if event.residual != held_:
        message = f"{named(event.player)} had {cash(held_)} left, not {cash(event.residual)}."
        yield step.finding("wrong-stack", message, event.clause)
    heat = step.before.heat
    assert heat is not None
    highest = max(each.minimum for each in heat.plan.limits)
    if event.clause == betting_of(step.before).unable and event.residual >= highest:
        message = f"{named(event.player)} could have wagered on."
        yield step.finding("not-unable", message, event.clause)


def _through(step: Step[Table], event: HeatOver) -> Iterator[Finding]:
    heat = step.before.heat
    assert heat is not None
    if event.lead is not None and event.swing is not None and event.lead <= event.swing:
        yield step.finding("not-determined", "Who goes on was not determined yet.", event.clause)
    if len(event.through) > heat.plan.advance:
        yield step.finding("not-determined", "More go on than there are places.", event.clause)


def _all_back(step: Step[Table], event: HeatCounted) -> Iterator[Finding]:
    """Yield findings unless issued and won chips equal returned and missing ones, and no player
    holds any."""
    if event.issued + event.won != event.returned + event.missing:
        message = f"{cash(event.issued + event.won)} were out, and not all came back."
        yield step.finding("chips-lost", message, event.clause)
    left = [key for key in step.after.balances if _is_kept(key)]
    if left:
        yield step.finding("chips-lost", "A player still holds tournament chips.", event.clause)


def _is_kept(key: str) -> bool:
    place, currency = place_of(key)
    return currency == TOURNAMENT and (place.startswith("player/") or place == "layout")
