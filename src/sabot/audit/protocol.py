"""Replay of a coup out of a log, with every event's number and time."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.finding import Finding, Step
from sabot.engine.ledger import FLOAT, of_player
from sabot.sentences.words import clause_of, said_of
from sabot.table.coup.card_corrections import CardCorrected
from sabot.table.coup.dealing import CardDealt
from sabot.table.coup.exposure import CardsExposed
from sabot.table.irregularities.remedies.coups import CoupReversed
from sabot.table.irregularities.remedies.reconstruction import CoupReopened
from sabot.table.result.clearance import CoupEnded
from sabot.table.result.ends import End, Stakes
from sabot.table.result.settlement import ResultAnnounced
from sabot.table.result.void_wagers import CoupVoided
from sabot.table.state import Laid, Table


class ProtocolEntry(msgspec.Struct, frozen=True):
    """An event in words: `text` in English, `words` in each other language."""

    seq: int
    at: datetime
    by: str
    what: str
    text: str
    clause: str | None
    words: dict[str, str] = {}


class Dealt(msgspec.Struct, frozen=True):
    """A dealt card, and the clause that made it due; None for an unseen card. `turned`: the event
    that showed its face."""

    seq: int
    hand: str
    card: str | None
    clause: str
    turned: int | None = None


class SettledStake(msgspec.Struct, frozen=True):
    """The end of a stake, in cents: of `staked`, `live` could be won or lost and `returned` had
    gone back before. `undone`: this end was undone later."""

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
    returned: int = 0
    undone: bool = False


class Money(msgspec.Struct, frozen=True):
    """A balance before the coup and after it, in cents of one currency."""

    place: str
    currency: str
    before: int
    after: int


class Protocol(msgspec.Struct, frozen=True):
    """A coup from its first wager until its cards were cleared, and what undid it later, under
    one edition of a rulebook. `void` is the clause by which it has no result."""

    table: str
    coup: int
    rulebook: str
    edition: str
    result: str | None
    over: bool
    entries: tuple[ProtocolEntry, ...]
    wagers: tuple[Laid, ...]
    cards: tuple[Dealt, ...]
    settlement: tuple[SettledStake, ...]
    money: tuple[Money, ...]
    findings: tuple[Finding, ...] = ()
    replay: bool = True
    void: str | None = None


class Recorder:
    """Watches an audit for one coup, at every table until it is known which."""

    def __init__(self, coup: int) -> None:
        self._coup = coup
        self._steps: dict[str, list[Step[Table]]] = {}
        self._same_command: list[Step[Table]] = []

    def __call__(self, step: Step[Table]) -> Iterator[Finding]:
        """A coup begins with its first wager or card; what reopens or reverses it belongs to it."""
        if self._same_command and not _of_one_command(self._same_command[-1], step):
            self._same_command.clear()
        name, coup = step.before.name, self._coup
        kept = self._steps.get(name, [])
        if step.before.round.number == coup and _has_begun(step.before):
            self._steps.setdefault(name, []).append(step)
        elif _is_about(step, coup):
            self._steps[name] = [*kept, *self._same_command, step]
        else:
            self._same_command.append(step)
        yield from ()

    def span(self) -> tuple[int, int]:
        """Return the numbers of the event with the coup's first wager or card and of the one that
        ended it, for the last time if it was opened again."""
        _, steps = self._played()
        ends = [each.line.seq for each in steps if _ends(each, self._coup)]
        if not ends:
            raise Refusal("not-over", None, f"Coup {self._coup} is not over.")
        return next(each.line.seq for each in steps if _is_about(each, self._coup)), ends[-1]

    def _played(self) -> tuple[str, list[Step[Table]]]:
        """Return the table that played the coup, and its events there."""
        played = self._steps
        if not played:
            raise Refusal("no-coup", None, f"The log has no coup {self._coup}.")
        if len(played) > 1:
            tables = ", ".join(sorted(played))
            message = f"Coup {self._coup} was played at several tables, {tables}: name one."
            raise Refusal("several-tables", None, message)
        ((name, steps),) = played.items()
        return name, steps

    def protocol(self, findings: Sequence[Finding] = ()) -> Protocol:
        """The coup, with what was found in its events."""
        name, steps = self._played()
        stream, seqs = steps[0].line.stream, {step.line.seq for step in steps}
        own = [each for each in findings if each.stream == stream and each.seq in seqs]
        return _protocol(name, self._coup, steps, own)


def _of_one_command(one: Step[Table], other: Step[Table]) -> bool:
    both = [(step.line.stream, step.line.by, step.line.id) for step in (one, other)]
    return both[0] == both[1]


def _is_about(step: Step[Table], coup: int) -> bool:
    """Return True if the event begins the coup, reopens it, or undoes it."""
    if isinstance(step.event, CoupReversed):
        return step.event.number == coup
    return step.after.round.number == coup and _has_begun(step.after)


def _ends(step: Step[Table], coup: int) -> bool:
    return isinstance(step.event, CoupEnded) and step.event.number == coup


def _has_begun(table: Table) -> bool:
    round_ = table.round
    return table.setup is not None and bool(round_.stakes or round_.slots or round_.no_bet)


def _protocol(
    name: str, coup: int, steps: list[Step[Table]], findings: Sequence[Finding]
) -> Protocol:
    first = steps[0]
    wagers, settlement = _bets(coup, steps)
    results = [s.event for s in steps if isinstance(s.event, ResultAnnounced | CoupReopened)]
    called = results[-1] if results else None
    void = _void_by(coup, steps)
    return Protocol(
        table=name,
        coup=coup,
        rulebook=first.before.opened.rulebook,
        edition=first.before.opened.edition,
        result=called.result if isinstance(called, ResultAnnounced) and void is None else None,
        over=_is_over(coup, steps),
        entries=tuple(_entry(step) for step in steps),
        wagers=wagers,
        cards=_cards(steps),
        settlement=settlement,
        money=tuple(_money(steps)),
        findings=tuple(findings),
        void=void,
    )


def _void_by(coup: int, steps: list[Step[Table]]) -> str | None:
    """The clause that left the coup without a result, while it was dealt or later."""
    for event in (step.event for step in steps):
        if isinstance(event, CoupVoided) or (
            isinstance(event, CoupReversed) and event.number == coup and event.only is None
        ):
            return event.clause
    return None


def _is_over(coup: int, steps: list[Step[Table]]) -> bool:
    turns = [step.event for step in steps if isinstance(step.event, CoupEnded | CoupReopened)]
    own = [event for event in turns if event.number == coup]
    return bool(own) and isinstance(own[-1], CoupEnded)


def _entry(step: Step[Table]) -> ProtocolEntry:
    line = step.line
    said = said_of(step)
    return ProtocolEntry(
        line.seq, line.at, line.by, line.what, said.en, clause_of(step.event), said.words
    )


def _cards(steps: list[Step[Table]]) -> tuple[Dealt, ...]:
    dealt: dict[int, Dealt] = {}
    for step in steps:
        event = step.event
        if isinstance(event, CardDealt):
            place = len(step.before.round.slots)
            turned = step.line.seq if event.up else None
            dealt[place] = Dealt(step.line.seq, event.hand, event.card, event.clause, turned)
        elif isinstance(event, CardCorrected) and event.slot in dealt:
            dealt[event.slot] = msgspec.structs.replace(dealt[event.slot], card=event.card)
        elif isinstance(event, CardsExposed):
            for each in event.cards:
                if each.slot in dealt:
                    dealt[each.slot] = msgspec.structs.replace(
                        dealt[each.slot], card=each.card, turned=step.line.seq
                    )
    return tuple(dealt.values())


def _bets(coup: int, steps: list[Step[Table]]) -> tuple[tuple[Laid, ...], tuple[SettledStake, ...]]:
    """The wagers of the coup, without those that were taken back, and how they ended in the order
    of the log: what was undone stays, and says so."""
    stakes, settled, standing = Stakes(), list[SettledStake](), dict[int, int]()
    for step in steps:
        for end in stakes.put(step.event):
            if end.undone:
                place = standing.pop(end.laid.sequence)
                settled[place] = msgspec.structs.replace(settled[place], undone=True)
            else:
                standing[end.laid.sequence] = len(settled)
                settled.append(_settled(step.line.seq, end))
    ended = {end.laid.sequence: end.laid for end in stakes.ends_of(coup)}
    return tuple({**stakes.lying, **ended}.values()), tuple(settled)


def _settled(seq: int, end: End) -> SettledStake:
    laid = end.laid
    return SettledStake(
        seq, laid.player, laid.on, laid.box, laid.staked, laid.live,
        end.outcome, end.odds, end.pays, end.returns, end.clause, laid.returned,
    )  # fmt: skip


def _money(steps: list[Step[Table]]) -> Iterator[Money]:
    """Yield the balances that the events of the coup changed, without events between them."""
    after = dict(steps[0].before.balances)
    for step in steps:
        earlier, later = step.before.balances, step.after.balances
        for key in {**earlier, **later}:
            after[key] = after.get(key, 0) + later.get(key, 0) - earlier.get(key, 0)
    for key, amount in after.items():
        currency, _, place = key.partition("@")
        if place == FLOAT or place.startswith(of_player("")):
            before = steps[0].before.balances.get(key, 0)
            yield Money(place.removeprefix(of_player("")), currency, before, amount)
