"""One coup out of a log, as people read it: a replay, with every event's number and time."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec

from sabot.compliance.finding import Finding, Step
from sabot.compliance.words import clause_of, said_of
from sabot.ledger import FLOAT, of_player
from sabot.refusal import Refusal
from sabot.table.dealing import CardDealt
from sabot.table.exposing import CardsExposed
from sabot.table.irregularities.rebuilding import CoupReopened
from sabot.table.settling import CoupEnded, Line, ResultAnnounced, WagersSettled
from sabot.table.state import Laid, Table


class Entry(msgspec.Struct, frozen=True):
    """One event in words: `text` in English, `zh` in Chinese."""

    seq: int
    at: datetime
    by: str
    what: str
    text: str
    clause: str | None
    zh: str = ""


class Dealt(msgspec.Struct, frozen=True):
    """A card as it fell, and the clause that made it due; no name where nobody has seen it.
    `turned`: the event that showed its face."""

    seq: int
    hand: str
    card: str | None
    clause: str
    turned: int | None = None


class Settled(msgspec.Struct, frozen=True):
    """How one stake ended, in cents; `undone` where the coup was reopened afterwards."""

    seq: int
    player: str
    on: str
    box: int | None
    staked: int
    live: int
    outcome: str
    odds: str | None
    pays: int
    returns: int
    clause: str
    undone: bool = False


class Money(msgspec.Struct, frozen=True):
    """What somebody had before the coup and after it, in cents of one currency."""

    place: str
    currency: str
    before: int
    after: int


class Protocol(msgspec.Struct, frozen=True):
    """A coup from its first wager until its cards were cleared."""

    table: str
    coup: int
    rulebook: str
    result: str | None
    over: bool
    entries: tuple[Entry, ...]
    wagers: tuple[Laid, ...]
    cards: tuple[Dealt, ...]
    settlement: tuple[Settled, ...]
    money: tuple[Money, ...]
    findings: tuple[Finding, ...] = ()
    replay: bool = True


class Recorder:
    """Watches an audit for one coup, at every table until it is known which."""

    def __init__(self, coup: int) -> None:
        self._coup = coup
        self._steps: dict[str, list[Step[Table]]] = {}
        self._same_command: list[Step[Table]] = []

    def __call__(self, step: Step[Table]) -> Iterator[Finding]:
        """A coup begins with its first wager or card; what reopens it belongs to it again."""
        if self._same_command and not _of_one_command(self._same_command[-1], step):
            self._same_command.clear()
        name, coup = step.before.name, self._coup
        kept = self._steps.get(name, [])
        if step.before.round.number == coup and _has_begun(step.before):
            self._steps.setdefault(name, []).append(step)
        elif step.after.round.number == coup and _has_begun(step.after):
            self._steps[name] = [*kept, *self._same_command, step]
        else:
            self._same_command.append(step)
        yield from ()

    def protocol(self, findings: Sequence[Finding] = ()) -> Protocol:
        """The coup, with what was found in its events."""
        played = self._steps
        if not played:
            raise Refusal("no-coup", None, f"The log has no coup {self._coup}.")
        if len(played) > 1:
            tables = ", ".join(sorted(played))
            message = f"Coup {self._coup} was played at several tables, {tables}: name one."
            raise Refusal("several-tables", None, message)
        ((name, steps),) = played.items()
        stream, seqs = steps[0].line.stream, {step.line.seq for step in steps}
        own = [each for each in findings if each.stream == stream and each.seq in seqs]
        return _protocol(name, self._coup, steps, own)


def _of_one_command(one: Step[Table], other: Step[Table]) -> bool:
    return (one.line.stream, one.line.id) == (other.line.stream, other.line.id)


def _has_begun(table: Table) -> bool:
    round_ = table.round
    return table.setup is not None and bool(round_.stakes or round_.slots or round_.no_bet)


def _protocol(
    name: str, coup: int, steps: list[Step[Table]], findings: Sequence[Finding]
) -> Protocol:
    first, last = steps[0], steps[-1]
    stakes = {key: laid for step in steps for key, laid in step.before.round.stakes.items()}
    results = [s.event for s in steps if isinstance(s.event, ResultAnnounced | CoupReopened)]
    called = results[-1] if results else None
    return Protocol(
        table=name,
        coup=coup,
        rulebook=first.before.opened.rulebook,
        result=called.result if isinstance(called, ResultAnnounced) else None,
        over=isinstance(last.event, CoupEnded),
        entries=tuple(_entry(step) for step in steps),
        wagers=tuple(stakes.values()),
        cards=_cards(steps),
        settlement=tuple(_settlement(steps)),
        money=tuple(_money(first.before, last.after)),
        findings=tuple(findings),
    )


def _entry(step: Step[Table]) -> Entry:
    line = step.line
    said = said_of(step)
    return Entry(line.seq, line.at, line.by, line.what, said.en, clause_of(step.event), said.zh)


def _cards(steps: list[Step[Table]]) -> tuple[Dealt, ...]:
    dealt: dict[int, Dealt] = {}
    for step in steps:
        event = step.event
        if isinstance(event, CardDealt):
            place = len(step.before.round.slots)
            turned = step.line.seq if event.up else None
            dealt[place] = Dealt(step.line.seq, event.hand, event.card, event.clause, turned)
        elif isinstance(event, CardsExposed):
            for each in event.cards:
                if each.slot in dealt:
                    dealt[each.slot] = msgspec.structs.replace(
                        dealt[each.slot], card=each.card, turned=step.line.seq
                    )
    return tuple(dealt.values())


def _settlement(steps: list[Step[Table]]) -> Iterator[Settled]:
    settled: list[tuple[int, Settled]] = []
    for step in steps:
        event, stakes = step.event, step.before.round.stakes
        undone = getattr(event, "undone", ())
        if isinstance(event, CoupReopened):
            undone = tuple(step.after.round.stakes)
        settled = [
            (key, each if key not in undone else msgspec.structs.replace(each, undone=True))
            for key, each in settled
        ]
        if isinstance(event, WagersSettled):
            settled += [
                (line.sequence, _settled(step.line.seq, line, stakes[line.sequence]))
                for line in event.lines
                if line.sequence in stakes
            ]
    return iter([each for _, each in settled])


def _settled(seq: int, line: Line, laid: Laid) -> Settled:
    return Settled(
        seq, laid.player, laid.on, laid.box, laid.staked, laid.live,
        line.outcome, line.odds, line.pays, line.returns, line.clause,
    )  # fmt: skip


def _money(before: Table, after: Table) -> Iterator[Money]:
    for key in {**before.balances, **after.balances}:
        currency, _, place = key.partition("@")
        if place == FLOAT or place.startswith(of_player("")):
            yield Money(
                place.removeprefix(of_player("")),
                currency,
                before.balances.get(key, 0),
                after.balances.get(key, 0),
            )
