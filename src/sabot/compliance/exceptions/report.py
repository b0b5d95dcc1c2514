"""The exceptions report: read a log line by line, resumable at any point.

The state keeps a table's stakes on the layout, the command that is being read and open statements;
lines of the report are yielded as they are complete.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from sabot.compliance.exceptions.effects import effect_of, reported
from sabot.compliance.exceptions.luck import Luck
from sabot.compliance.exceptions.rows import (
    CONFIRMED,
    PENDING,
    RECORD,
    REFUSED,
    DraftRow,
    ExceptionRow,
    asked_of,
)
from sabot.core.languages import ENGLISH
from sabot.core.refusal import Refusal
from sabot.engine.declarations import Moment
from sabot.engine.kind import Kind
from sabot.engine.streams import Event, EventEnvelope, read_line
from sabot.floor.kinds import ACCOUNTS, KINDS, TABLES, kind_of
from sabot.odds.distributions.together import Game
from sabot.parts.statements import (
    STATEMENT_EVENTS,
    StatementConfirmed,
    StatementMade,
    StatementRefused,
)
from sabot.rulebooks import edition
from sabot.rules.irregularities.irregularity import Irregularities, rule_for
from sabot.rules.roles import DEALER
from sabot.sentences.words import Told, joined, words_of
from sabot.table.coup.dealing import CoupStarted
from sabot.table.irregularities.remedies.coups import CoupReversed
from sabot.table.irregularities.remedies.reconstruction import CoupReopened
from sabot.table.irregularities.report import (
    DecisionAsked,
    IrregularityReported,
    ReportDecided,
)
from sabot.table.result.clearance import CoupEnded
from sabot.table.result.ends import TOLD, End, Stakes
from sabot.table.running.opening import TableOpened
from sabot.table.running.variant import SchemeSwitched

READ: Final[tuple[type[Event], ...]] = (
    *STATEMENT_EVENTS, IrregularityReported, DecisionAsked, SchemeSwitched, *reported(),
)  # fmt: skip
_NAMES: Final = {
    *TOLD, *(name for kind in KINDS for each in READ for name in kind.rules.names_of(each)),
}  # fmt: skip
COUNTED: Final = re.compile(rb'"what":"(?:%b)"' % b"|".join(sorted(map(str.encode, _NAMES))))
"""The events that the report is made of."""
replace = msgspec.structs.replace


class GivenCommand(msgspec.Struct):
    """In which role a command was given."""

    role: str


_given: Final = msgspec.json.Decoder(GivenCommand)


class ReopenableCoup(NamedTuple):
    """A coup that is over, and can still be opened again."""

    number: int
    game: Game
    dealer: str | None
    ends: tuple[End, ...]


class StreamProgress:
    """The report's state of one stream."""

    def __init__(self, kind: Kind[Any], stream: str) -> None:
        self.kind = kind
        self.name = kind.name(stream)
        self.who = self.name if kind.prefix != TABLES.prefix else ""
        """The person whose stream it is, as sentences name them."""
        self.stakes = Stakes()
        self.next_coup = 1
        self.dealer: str | None = None
        self.game: Game | None = None
        self.cells: Irregularities = {}
        self.waiting: dict[int, ExceptionRow] = {}
        self.questions: dict[int, ExceptionRow] = {}
        self.role: str | None = None
        self.draft: DraftRow | None = None
        self.over: ReopenableCoup | None = None

    def row(self, line: EventEnvelope) -> ExceptionRow:
        """A line of the report that begins with this event."""
        is_table = self.kind.prefix == TABLES.prefix
        own = (self.name,) if self.kind.prefix == ACCOUNTS.prefix else ()
        return ExceptionRow(
            stream=line.stream,
            seq=line.seq,
            at=line.at,
            effects=(),
            rests=RECORD,
            table=self.name if is_table else None,
            coup=(self.stakes.coup or self.next_coup) if is_table else None,
            dealer=self.dealer,
            stated_by=line.by,
            role=self.role,
            players=own,
        )


class ExceptionsReport:
    """Lines of a log go in by `take`, in their order; what comes out are lines of the report. Those
    of the last command come with `rest`, once nothing more is read for now. `only` limits it to one
    stream."""

    def __init__(self, only: str | None = None) -> None:
        self._only = only
        self._places: dict[str, StreamProgress | None] = {}
        self.luck = Luck()
        self.unread = 0
        """Lines that cannot be read; what is wrong with them is for the audit to say."""

    def take(self, raw: bytes) -> Iterator[ExceptionRow]:
        if not COUNTED.search(raw):
            return
        try:
            line = read_line(raw)
            place = self._place(line.stream)
            if place is None:
                return
            if bytes(line.do):
                yield from _finished(place)
                place.role = _given.decode(line.do).role
                place.dealer = line.by if place.role == DEALER else place.dealer
            event = place.kind.rules.read_event(raw)
            yield from self._put(place, line, event)
        except (msgspec.DecodeError, ArithmeticError, AttributeError, LookupError, TypeError,
                ValueError, Refusal, RecursionError):  # fmt: skip
            self.unread += 1

    def rest(self) -> Iterator[ExceptionRow]:
        """The line that each stream's last command makes."""
        for place in self._places.values():
            if place is not None:
                yield from _finished(place)

    def has(self, stream: str) -> bool:
        """Return True if events of that stream were read."""
        return self._places.get(stream) is not None

    def waiting(self) -> list[ExceptionRow]:
        """Return the lines that still wait for a second person."""
        found = [place for place in self._places.values() if place is not None]
        return [
            row for place in found for row in (*place.waiting.values(), *place.questions.values())
        ]

    def end(self) -> None:
        """Nothing follows any more: the last coup of each table counts too, and all luck is worked
        out."""
        for place in self._places.values():
            if place is not None:
                self._count_over(place)
        self.luck.work_out()

    def _place(self, stream: str) -> StreamProgress | None:
        if stream not in self._places:
            kind = kind_of(stream) if self._only in (None, stream) else None
            self._places[stream] = None if kind is None else StreamProgress(kind, stream)
        return self._places[stream]

    def _put(
        self, place: StreamProgress, line: EventEnvelope, event: Event
    ) -> Iterator[ExceptionRow]:
        laid, dealing = place.stakes.lying, place.stakes.dealing
        follows = _FOLLOWS.get(type(event))
        if follows is not None:
            yield from follows(place, line, event)
        elif isinstance(event, CoupStarted):
            self._count_over(place)
        _keep_up(place, line, event)
        confirmed = place.draft is not None and place.draft.is_confirmed
        effect = effect_of(event, Moment(dealing, confirmed))
        is_report = isinstance(event, IrregularityReported)
        if effect is None and not is_report:
            return
        if place.draft is None:
            place.draft = DraftRow(place.row(line))
        alone = event.basis.alone or (is_report and _is_alone(place, event))
        place.draft.say(event, laid, who=place.who, alone=alone)
        if effect is not None:
            place.draft.add(event, effect)
        if isinstance(event, ReportDecided):
            asked = place.questions.pop(event.number, None)
            place.draft.asked_by(None if asked is None else asked.stated_by)

    def _count_over(self, place: StreamProgress) -> None:
        """The last coup can no longer be opened again: it counts."""
        if place.over is not None:
            self.luck.add(place.over.game, place.over.dealer, place.over.ends)
        place.over = None


def _finished(place: StreamProgress) -> Iterator[ExceptionRow]:
    row = None if place.draft is None else place.draft.row()
    place.draft = None
    if row is not None:
        yield row


def _is_alone(place: StreamProgress, event: Any) -> bool:
    """Return True if the document leaves the matter to the person who reports it."""
    cell = rule_for(place.cells, event.situation, event.circumstances)
    return cell is not None and cell.rests is not None and cell.rests.alone


def _keep_up(place: StreamProgress, line: EventEnvelope, event: Event) -> None:
    """The layout, the coup and who deals it."""
    place.stakes.put(event)
    match event:
        case TableOpened():
            setup = event.setup
            scheme, chip = setup.scheme, setup.chip
            place.game = Game(setup.rulebook, setup.edition, setup.decks, scheme, chip)
            book = edition(setup.rulebook, setup.edition)
            conduct = book.conduct if setup.overlay is None else book.conduct_under(setup.overlay)
            place.cells = conduct.irregularities
        case SchemeSwitched() if place.game is not None:
            game = place.game
            place.game = Game(game.rulebook, game.edition, game.decks, event.scheme, game.chip)
        case CoupStarted():
            place.dealer = line.by
        case CoupEnded():
            place.next_coup = event.number + 1
            if place.game is not None:
                ends = tuple(place.stakes.over.get(event.number, {}).values())
                place.over = ReopenableCoup(event.number, place.game, place.dealer, ends)
        case CoupReopened() | CoupReversed():
            if place.over is not None and place.over.number == event.number:
                place.over = None


# Statements


def _made(
    place: StreamProgress, line: EventEnvelope, event: StatementMade
) -> Iterator[ExceptionRow]:
    row, made = place.row(line), words_of(event, who=place.who)
    player = event.stated.get("player")
    place.waiting[event.number] = replace(
        row,
        effects=("statement",),
        rests=PENDING,
        stated_by=event.stated_by,
        players=(*row.players, player) if isinstance(player, str) else row.players,
        clause=event.clause,
        asked=asked_of(event.stated),
        text=made.en,
        words=made.words,
    )
    yield from ()


def _closed(
    place: StreamProgress, line: EventEnvelope, event: Any, rests: str, decided_by: str | None
) -> ExceptionRow:
    """The statement as it ends."""
    row = place.waiting.pop(event.number, None) or place.row(line)
    whole = joined(Told({ENGLISH: row.text, **row.words}), words_of(event, who=place.who))
    return replace(
        row,
        stream=line.stream,
        seq=line.seq,
        at=line.at,
        effects=("statement",),
        rests=rests,
        stated_by=event.stated_by,
        decided_by=decided_by,
        role=getattr(event, "role", row.role),
        clause=event.clause,
        dealer=row.dealer or place.dealer,
        text=whole.en,
        words=whole.words,
    )


def _confirmed(
    place: StreamProgress, line: EventEnvelope, event: StatementConfirmed
) -> Iterator[ExceptionRow]:
    row = _closed(place, line, event, CONFIRMED, event.confirmed_by)
    place.draft = DraftRow(replace(row, asked=0))
    yield from ()


def _refused(
    place: StreamProgress, line: EventEnvelope, event: StatementRefused
) -> Iterator[ExceptionRow]:
    yield _closed(place, line, event, REFUSED, event.refused_by)


def _asked(
    place: StreamProgress, line: EventEnvelope, event: DecisionAsked
) -> Iterator[ExceptionRow]:
    said = words_of(event)
    place.questions[event.number] = replace(
        place.row(line),
        effects=("decision",),
        rests=PENDING,
        stated_by=event.reported_by,
        text=said.en,
        words=said.words,
    )
    yield from ()


_FOLLOWS: Final[
    dict[type[Event], Callable[[StreamProgress, EventEnvelope, Any], Iterator[ExceptionRow]]]
] = {
    StatementMade: _made,
    StatementConfirmed: _confirmed,
    StatementRefused: _refused,
    DecisionAsked: _asked,
}
