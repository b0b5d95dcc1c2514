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
from sabot.table.settling import CoupEnded, ResultAnnounced, WagersSettled
from sabot.table.state import Laid, Table


class Entry(msgspec.Struct, frozen=True):
    """One event in words."""

    seq: int
    at: datetime
    by: str
    what: str
    text: str
    clause: str | None


class Dealt(msgspec.Struct, frozen=True):
    """A card as it fell, and the clause that made it due; no name where nobody has seen it."""

    seq: int
    hand: str
    card: str | None
    clause: str


class Settled(msgspec.Struct, frozen=True):
    """How one stake ended, in cents."""

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

    def __call__(self, step: Step[Table]) -> Iterator[Finding]:
        if step.before.setup is not None and step.before.round.number == self._coup:
            self._steps.setdefault(step.before.name, []).append(step)
        yield from ()

    def protocol(self, findings: Sequence[Finding] = ()) -> Protocol:
        """The coup, with what was found in its events."""
        played = {name: steps for name, steps in self._steps.items() if _is_played(steps)}
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


def _is_played(steps: list[Step[Table]]) -> bool:
    return any(step.after.round.stakes or step.after.round.slots for step in steps)


def _protocol(
    name: str, coup: int, steps: list[Step[Table]], findings: Sequence[Finding]
) -> Protocol:
    first, last = steps[0], steps[-1]
    stakes = {key: laid for step in steps for key, laid in step.before.round.stakes.items()}
    called = [s.event.result for s in steps if isinstance(s.event, ResultAnnounced)]
    return Protocol(
        table=name,
        coup=coup,
        rulebook=first.before.opened.rulebook,
        result=called[-1] if called else None,
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
    text, clause = said_of(step), clause_of(step.event)
    return Entry(line.seq, line.at, line.by, line.what, text, clause)


def _cards(steps: list[Step[Table]]) -> tuple[Dealt, ...]:
    dealt: dict[int, Dealt] = {}
    for step in steps:
        event = step.event
        if isinstance(event, CardDealt):
            place = len(step.before.round.slots)
            dealt[place] = Dealt(step.line.seq, event.hand, event.card, event.clause)
        elif isinstance(event, CardsExposed):
            for each in event.cards:
                if each.slot in dealt:
                    dealt[each.slot] = msgspec.structs.replace(dealt[each.slot], card=each.card)
    return tuple(dealt.values())


def _settlement(steps: list[Step[Table]]) -> Iterator[Settled]:
    for step in steps:
        if not isinstance(step.event, WagersSettled):
            continue
        for line in step.event.lines:
            laid = step.before.round.stakes.get(line.sequence)
            if laid is not None:
                yield Settled(
                    step.line.seq, laid.player, laid.on, laid.box, laid.staked, laid.live,
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
