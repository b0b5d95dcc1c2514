"""Commands, events, and the two pure functions between them.

A stream is the history of one thing: a table, a player's account. `decide` answers a command with
the events that follow, or a rejection; `evolve` puts an event into the state. Neither has a clock,
chance or a disk: their arguments have all that they need.

A topic, one part of a document such as limits or dealing, is one module: its commands, its events,
and a function for each, joined to the stream by `Stream.decides` and `Stream.evolves`. What the
server puts into a command beforehand, and what follows in other streams, is joined by
`Stream.enriches` and `Stream.follows`.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.consequence import Consequence, Consequences, Follow, FollowUp
from sabot.engine.declarations import Pages
from sabot.engine.enrichment import (
    DECISION,
    Before,
    Context,
    Enrichment,
    EnrichmentContext,
    Enrichments,
)
from sabot.engine.messages import (
    RESERVED,
    Anyone,
    Claim,
    ClaimKind,
    Command,
    Confirmer,
    Event,
    EventEnvelope,
    Leave,
    Rejection,
    read_line,
    reader,
    union_of,
    version,
)
from sabot.rules.roles import acting_as, may_act_as

__all__ = [
    "RESERVED", "Anyone", "Asks", "Claim", "ClaimKind", "Command", "Confirmer", "Event",
    "EventEnvelope", "Fields", "FollowUp", "Leave", "Rejection", "Stream", "read_line", "reader",
    "version",
]  # fmt: skip

S = TypeVar("S")
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

ConfirmedBy = Callable[[Any, Any], Confirmer | None] | Confirmer | None
SentBy = frozenset[str] | tuple[str, ...] | Callable[["Stream[Any]"], Iterable[str]]
"""Roles that may send a command, as a `Leave` names them; a function where other rules decide."""
States = Callable[[Any, "Command", Confirmer, datetime], Sequence["Event"]]
Asks = Callable[[Any, Any], Leave] | Leave
Decides = Callable[[Any, Any, datetime], Sequence[Event]]
Evolves = Callable[[Any, Any], Any]
Fields = dict[str, Any]
"""A thing of the log as plain JSON, by field."""
Upcast = Callable[[Fields], Fields]
"""Fields of one version as the next one has them."""


class _Rule(msgspec.Struct, frozen=True):
    by: Asks
    phases: frozenset[str]
    decide: Decides
    begins: bool
    confirmed_by: ConfirmedBy
    seen: str
    sender_may_play: bool
    sent_by: SentBy
    confirmers: tuple[str, ...]
    pages: Pages


class Stream(Generic[S]):
    """A kind of stream: its commands and its events, with a function for each.

    Rejections come in a fixed order: nothing opened yet, an old version, a wrong role, a wrong
    moment, and only then what the rule itself has to say.
    """

    def __init__(
        self,
        version: Callable[[S], int],
        phase: Callable[[S], str],
        advance: Callable[[S, datetime], S],
        begun: Callable[[S], bool] = lambda state: True,
        thing: str = "table",
        meddling: str = "bad-command",
    ) -> None:
        self._version = version
        self._phase = phase
        self._advance = advance
        self._begun = begun
        self._thing = thing
        self._rules: dict[type[Command], _Rule] = {}
        self._evolves: dict[type[Event], Evolves] = {}
        self._upcasts: dict[str, tuple[str, Upcast]] = {}
        self._states: States | None = None
        self._guard: Callable[[S, Command], None] = lambda state, command: None
        self._admit: Callable[[S, Command], None] = lambda state, command: None
        self.enrichments = Enrichments(meddling)
        self.consequences = Consequences()

    def decides(
        self,
        command: type[C],
        by: Asks = Anyone,
        phases: Iterable[str] = (),
        *,
        begins: bool = False,
        confirmed_by: ConfirmedBy = None,
        seen: str = "",
        sender_may_play: bool = False,
        sent_by: SentBy | None = None,
        confirmers: tuple[str, ...] = (),
        pages: Pages | None = None,
    ) -> Callable[[Callable[[S, C, datetime], Sequence[Event]]], Any]:
        """Join a function to a command, with the role it asks for and the phases it fits in.
        `begins`: it opens the stream. `confirmed_by`: who else has to confirm it; `seen`: on what
        of the stream's own record money moves with it instead. `sender_may_play`: it may be sent
        for the casino by a person who plays here. Where `by` or `confirmed_by` does not name a
        role itself, `sent_by` and `confirmers` declare all that it can ask for. `pages`: where it
        is done in this kind of stream, for a command that several kinds share."""
        if isinstance(by, Leave) and by.by:
            sent_by = (by.by,)
        if isinstance(confirmed_by, Confirmer):
            confirmers = (confirmed_by.by,)

        def join(
            function: Callable[[S, C, datetime], Sequence[Event]],
        ) -> Callable[[S, C, datetime], Sequence[Event]]:
            assert command not in self._rules, command
            name = command.__name__
            assert hasattr(command, "pages"), f"{name} declares no pages"
            assert sent_by is not None, f"{name} does not declare by whom it is sent"
            assert bool(confirmers) == (confirmed_by is not None), f"{name} declares no confirmers"
            self._rules[command] = _Rule(
                by, frozenset(phases), cast(Decides, function), begins, confirmed_by, seen,
                sender_may_play, sent_by, confirmers, pages or command.pages,
            )  # fmt: skip
            return function

        return join

    def evolves(self, event: type[E]) -> Callable[[Callable[[S, E], S]], Any]:
        """Join a function to an event."""

        def join(function: Callable[[S, E], S]) -> Callable[[S, E], S]:
            assert event not in self._evolves, event
            for declared in ("basis", "sight"):
                assert hasattr(event, declared), f"{event.__name__} declares no {declared}"
            assert not RESERVED & set(event.__struct_fields__), event
            self._evolves[event] = cast(Evolves, function)
            return function

        return join

    def enriches(
        self,
        command: type[C],
        fills: str = "",
        *,
        before: Before = DECISION,
        when: Callable[[S], bool] | None = None,
    ) -> Callable[[Callable[[EnrichmentContext[S], C], Command]], Any]:
        """Join an enrichment to a command: a function that sets the fields `fills` in it, or
        refuses it for what other streams say. It runs `before` the confirmer is known or the
        command is decided, and only `when` the state is so. `Command` stands for every command."""
        assert command is Command or command in self._rules, f"no rule for {command.__name__}"

        def join(
            function: Callable[[EnrichmentContext[S], C], Command],
        ) -> Callable[[EnrichmentContext[S], C], Command]:
            names = frozenset(fills.split())
            self.enrichments.add(Enrichment(command, before, names, when, function))
            return function

        return join

    def follows(
        self, *events: type[E]
    ) -> Callable[[Callable[[Context[S], Command, E], Iterable[FollowUp]]], Any]:
        """Join a consequence to events: a function that yields commands for other streams. Without
        events it is asked once after every command, about its last event."""
        assert all(event in self._evolves for event in events), events

        def join(
            function: Callable[[Context[S], Command, E], Iterable[FollowUp]],
        ) -> Callable[[Context[S], Command, E], Iterable[FollowUp]]:
            self.consequences.add(Consequence(events, cast(Follow, function)))
            return function

        return join

    def states(self, function: States) -> None:
        """Register the function that states a command which a second person has to confirm."""
        assert self._states is None
        self._states = function

    def guards(self, function: Callable[[S, Command], None]) -> None:
        """Register a function that may reject any command, before the command's own rule."""
        self._guard = function

    def admits(self, function: Callable[[S, Command], None]) -> None:
        """Register a function that may reject a command as it is given, and not again when it is
        confirmed."""
        self._admit = function

    def upcasts(self, old: str, new: str) -> Callable[[Upcast], Upcast]:
        """Join a function to an event of an older version, or to the name of an older command: it
        takes the fields as they were, and answers those of the next version, or name."""

        def join(function: Upcast) -> Upcast:
            assert old not in self._upcasts, old
            self._upcasts[old] = (new, function)
            return function

        return join

    def is_old(self, name: str) -> bool:
        """Return True if an event or a command of that name has an older form."""
        return name in self._upcasts

    def today(self, fields: Fields, tag_field: str = "what") -> Fields:
        """An event of the log, or with "do" a command, as plain fields in today's form."""
        while (found := self._upcasts.get(str(fields.get(tag_field)))) is not None:
            tag, function = found
            told = {name: value for name, value in fields.items() if name not in RESERVED}
            kept = {name: value for name, value in fields.items() if name in RESERVED}
            fields = {**kept, tag_field: tag, **function(told)}
        return fields

    def names_of(self, event: type[Event]) -> tuple[str, ...]:
        """Return the names of an event in the log: the current one, and those of older versions."""
        names = [str(event.__struct_config__.tag)]
        for name in names:
            names += [old for old, (new, _) in self._upcasts.items() if new == name]
        return tuple(names)

    @property
    def commands(self) -> tuple[type[Command], ...]:
        return tuple(self._rules)

    @property
    def confirmable(self) -> tuple[type[Command], ...]:
        """Return the commands that a second person may have to confirm."""
        return tuple(each for each, rule in self._rules.items() if rule.confirmed_by is not None)

    def takes(self, command: Command) -> bool:
        return type(command) in self._rules

    @cached_property
    def tags(self) -> frozenset[str]:
        """Return the names of its commands."""
        return frozenset(str(each.__struct_config__.tag) for each in self.commands)

    @property
    def events(self) -> tuple[type[Event], ...]:
        return tuple(self._evolves)

    @cached_property
    def _reader(self) -> Callable[[bytes | str], Command]:
        return reader(self.commands)

    @cached_property
    def _event_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(union_of(self.events))

    def read_command(self, text: bytes | str) -> Command:
        """A command from its JSON, or a Refusal that says what is wrong with it."""
        return self._reader(text)

    def read_logged(self, text: bytes | str) -> Command:
        """Read a command as the log keeps it, in its current or an older form."""
        try:
            return self._reader(text)
        except Refusal:
            fields = _object(text)
            if not self.is_old(str(fields.get("do"))):
                raise
            return self._reader(msgspec.json.encode(self.today(fields, "do")))

    def read_event(self, text: bytes | str) -> Event:
        """Read an event from its JSON in the log, in its current or an older version."""
        try:
            return cast(Event, self._event_decoder.decode(text))
        except msgspec.ValidationError:
            fields = _object(text)
            if not self.is_old(str(fields.get("what"))):
                raise
            return cast(Event, self._event_decoder.decode(msgspec.json.encode(self.today(fields))))

    def decide(self, state: S, command: Command, now: datetime) -> Sequence[Event] | Rejection:
        """The events that follow from a command, or why there are none."""
        try:
            rule = self._rules[type(command)]
            self._check(rule, state, command)
            self._admit(state, command)
            if rule.confirmed_by is not None:
                return self._state(rule, state, command, now)
            return rule.decide(state, command, now)
        except Refusal as no:
            return Rejection(no.code, no.clause, no.message, no.form, no.slots)

    def rests_on(self, command: type[Command]) -> str:
        """Say in words which evidence moves money with such a command; "" where none is
        declared."""
        rule = self._rules[command]
        told = "told, and confirmed by another" if rule.confirmed_by is not None else ""
        return ", or else ".join(part for part in (rule.seen, told) if part)

    def sender_may_play(self, command: type[Command]) -> bool:
        """Return whether a person who plays here may send such a command for the casino."""
        return self._rules[command].sender_may_play

    def sent_by(self, command: type[Command]) -> tuple[str, ...]:
        """Return who may send such a command, as a `Leave` names them."""
        declared = self._rules[command].sent_by
        return tuple(sorted(set(declared(self) if callable(declared) else declared)))

    def senders(self, command: type[Command]) -> frozenset[str]:
        """Return the roles whose holders may send such a command."""
        return frozenset(role for each in self.sent_by(command) for role in acting_as(each))

    def pages(self, command: type[Command]) -> Pages:
        """Return where a person does such a command to a stream of this kind."""
        return self._rules[command].pages

    def confirmers(self, command: type[Command]) -> tuple[str, ...]:
        """Return who may have to confirm such a command; empty where one person is enough."""
        return self._rules[command].confirmers

    def confirmer(self, state: S, command: Command) -> Confirmer | None:
        """Return the second person who has to confirm a command; None if there is none."""
        asked = self._rules[type(command)].confirmed_by
        return asked if asked is None or isinstance(asked, Confirmer) else asked(state, command)

    def confirmed(self, state: S, command: Command, now: datetime) -> Sequence[Event]:
        """The events that follow from a command that was stated before and is confirmed now: it is
        decided as it was stated, in the state as it is. What is no longer possible is refused."""
        rule = self._rules[type(command)]
        self._check(rule, state, msgspec.structs.replace(command, expect=None))
        return rule.decide(state, command, now)

    def _state(self, rule: _Rule, state: S, command: Command, now: datetime) -> Sequence[Event]:
        confirmer = self.confirmer(state, command)
        events = rule.decide(state, command, now) if confirmer is None or confirmer.tried else ()
        if confirmer is None:
            return events
        assert self._states is not None, "this stream takes no statements"
        return self._states(state, command, confirmer, now)

    def _check(self, rule: _Rule, state: S, command: Command) -> None:
        if not rule.begins and not self._begun(state):
            raise Refusal("wrong-phase", None, "It has not been opened yet: open it first.")
        version = self._version(state)
        if command.expect is not None and command.expect != version:
            told = "You expected version {expect}, and this is version {version} already."
            raise Refusal("stale-version", None, told, expect=command.expect, version=version)
        leave = rule.by if isinstance(rule.by, Leave) else rule.by(state, command)
        if leave.by and not may_act_as(command.role, leave.by):
            message = "This is for a {by} to do, not for a {role}."
            raise Refusal("wrong-role", leave.clause, message, by=leave.by, role=command.role)
        phase = self._phase(state)
        if rule.phases and phase not in rule.phases:
            wanted = " or ".join(sorted(rule.phases))
            message = "This {thing} is {phase}: this can be done while it is {wanted}."
            raise Refusal(
                "wrong-phase", leave.clause, message, thing=self._thing, wanted=wanted, phase=phase
            )
        self._guard(state, command)

    def evolve(self, state: S, event: Event, at: datetime) -> S:
        """The state after an event. It never fails for an event that `decide` gave."""
        evolved: S = self._evolves[type(event)](state, event)
        return self._advance(evolved, at)


def _object(text: bytes | str) -> Fields:
    """Return a JSON object; an empty one for anything else."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
