"""Enrichment: what the server puts into a command before it is decided.

An enrichment is a function for one command type of a stream, registered by `Stream.enriches`. It
gets a context (the stream's state, the states of other streams, the log, the vault, randomness) and
the command, and returns the command with further fields set. It runs at one of two moments:

- before the confirmer is known: facts on which it depends who has to confirm the command, such as
  thresholds. It runs when the command is sent, also when that leads to a statement only.
- before the decision: cards, visits, secrets, records of the log. It runs when the command is
  carried out: a stated command when it is confirmed.

A command class declares the fields that enrichments set (`server_fields`). `check_sender` rejects a
command in which its sender has set one of them; an enrichment that sets any other field fails.

What follows in other streams from a decided command is a consequence (`consequence.py`). Both
belong to the command's unit of work (`work.py`): all of it becomes durable, or nothing.
"""

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.engine.declarations import NO_SERVER_FIELDS
from sabot.engine.messages import ClaimKind, Command
from sabot.engine.vault import Vault
from sabot.shoe.randomness import Randomness

if TYPE_CHECKING:
    from sabot.store.backends.queries import Reading

S = TypeVar("S")
Before = Literal["confirmer", "decision"]
CONFIRMER: Final = "confirmer"
"""Run when the command is sent, before it is known who has to confirm it."""
DECISION: Final = "decision"
"""Run when the command is carried out, before it is decided."""


class Services(Protocol):
    """Services of a unit of work for the enrichments and consequences that run in it."""

    log: "Reading"
    vault: Vault
    randomness: Randomness
    zone: str

    def owner(self, what: ClaimKind, name: str) -> str | None: ...

    def look(self, stream: str) -> Any: ...

    def newest(self, stream: str) -> Any: ...

    def ask(self, stream: str, command: Command) -> Any: ...


class Context(Generic[S]):
    """The stream of a command, and the states of others."""

    __slots__ = ("_services", "name", "now", "state", "stream")

    def __init__(self, services: Services, name: str, stream: str, state: S, now: datetime) -> None:
        self._services = services
        self.name = name
        """Name of the stream without its kind."""
        self.stream = stream
        self.state = state
        self.now = now

    def look(self, stream: str) -> Any:
        """Return the state of another stream, locked until the unit of work is done."""
        return self._services.look(stream)

    def owner(self, what: ClaimKind, name: str) -> str | None:
        """Return the name of the stream that has claimed a unique thing, if any has."""
        return self._services.owner(what, name)

    @property
    def zone(self) -> str:
        """The casino's time zone."""
        return self._services.zone


class EnrichmentContext(Context[S]):
    """Services for an enrichment, and the state of its stream."""

    __slots__ = ("_enrichments", "carried_out", "confirmed_by", "sealed")

    def __init__(
        self,
        services: Services,
        name: str,
        stream: str,
        state: S,
        now: datetime,
        enrichments: "Enrichments",
    ) -> None:
        super().__init__(services, name, stream, state, now)
        self._enrichments = enrichments
        self.sealed: dict[str, bytes | None] = {}
        """Entries that the vault keeps once the command is durable."""
        self.carried_out: Command | None = None
        """The stated command that this one carries out."""
        self.confirmed_by = ""
        """The person who confirms the stated command that is carried out; empty for any other
        command."""

    def newest(self, stream: str) -> Any:
        """Return the newest state of another stream without locking it: it may change before this
        command is durable. For commands that read many streams."""
        return self._services.newest(stream)

    def ask(self, stream: str, command: Command) -> Any:
        """Decide a command in another stream first, in the same unit of work, and return the state
        after it. If it is rejected, so is the command that is enriched."""
        return self._services.ask(stream, command)

    def carry_out(self, stated: Command, by: str) -> Command:
        """Return a stated command enriched for its decision, `by` whom it is confirmed.
        Consequences are asked about it, and not about the command that confirms it."""
        self.confirmed_by = by
        self._enrichments.check_stated(self.state, stated)
        self.carried_out = self._enrichments.run(DECISION, self, stated)
        return self.carried_out

    @property
    def log(self) -> "Reading":
        return self._services.log

    @property
    def vault(self) -> Vault:
        return self._services.vault

    @property
    def randomness(self) -> Randomness:
        return self._services.randomness

    def seal(self, key: str, value: bytes | None) -> None:
        """Keep a value in the stream's vault; None removes it."""
        self.sealed[key] = value

    def unseal(self, key: str) -> bytes | None:
        """Return a value of the stream's vault."""
        return self._services.vault.unseal(self.stream, key)


Enrich = Callable[[EnrichmentContext[Any], Any], Command]


class Enrichment(NamedTuple):
    """A registered function."""

    command: type[Command]
    """The command type; `Command` for every command of the stream."""
    before: Before
    fills: frozenset[str]
    """Fields that it may set."""
    when: Callable[[Any], bool] | None
    """In which states of the stream it runs; None: in every one."""
    function: Enrich


class Enrichments:
    """The enrichments of one stream, in the order of their registration. `meddling` is the code of
    the rejection of a command in which its sender has set a server field."""

    def __init__(self, meddling: str = "bad-command") -> None:
        self.registered: list[Enrichment] = []
        self._meddling = meddling
        self._found: dict[tuple[Before, type[Command]], tuple[Enrichment, ...]] = {}

    def add(self, enrichment: Enrichment) -> None:
        """Register an enrichment. It may only set fields that its command declares."""
        declared = enrichment.command.server_fields
        undeclared = enrichment.fills - {*declared.fills, *declared.changes}
        assert not undeclared, f"{enrichment.command.__name__} declares no {undeclared}"
        self.registered.append(enrichment)
        self._found.clear()

    def of(self, before: Before, command: type[Command]) -> tuple[Enrichment, ...]:
        """Return the enrichments of a command type for one of the two moments."""
        key = before, command
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = tuple(
                each
                for each in self.registered
                if each.before == before and each.command in (command, Command)
            )
        return found

    def run(self, before: Before, context: EnrichmentContext[Any], command: Command) -> Command:
        """Return the command with what its enrichments set."""
        for each in self.of(before, type(command)):
            if each.when is None or each.when(context.state):
                enriched = each.function(context, command)
                if enriched is not command:
                    _check_fills(each, command, enriched)
                    command = enriched
        return command

    def check_sender(self, state: Any, command: Command) -> None:
        """Reject a command in which its sender has set a field that only the server sets."""
        fields = type(command).server_fields
        if fields is not NO_SERVER_FIELDS:
            self._check(state, command, frozenset())

    def check_stated(self, state: Any, command: Command) -> None:
        """Reject a stated command with such a field, except those that were filled in when it was
        stated. Releases before this check let a sender state one."""
        early = self.of(CONFIRMER, type(command))
        self._check(state, command, frozenset().union(*(each.fills for each in early)))

    def _check(self, state: Any, command: Command, but: frozenset[str]) -> None:
        fields = type(command).server_fields
        unset = _unset(type(command)) if fields.fills and fields.when(state) else ()
        for name, default in unset:
            if name not in but and getattr(command, name) != default:
                message = "The server fills in {field}: leave it out."
                raise Refusal(self._meddling, None, message, field=quoted(name))
        for name in fields.changes:
            part = getattr(command, name)
            if isinstance(part, Command):
                self._check(state, part, frozenset())


@cache
def _unset(command: type[Command]) -> tuple[tuple[str, Any], ...]:
    """Return the fields that only the server sets, each with its value in a command as sent."""
    fields = {each.name: each for each in msgspec.structs.fields(command)}
    found = [fields[name] for name in command.server_fields.fills]
    return tuple(
        (each.name, each.default_factory() if callable(each.default_factory) else each.default)
        for each in found
    )


def _check_fills(enrichment: Enrichment, command: Command, enriched: Command) -> None:
    """Fail if a field was set that the enrichment does not declare: an error in its code."""
    for name in command.__struct_fields__:
        if name not in enrichment.fills and getattr(enriched, name) is not getattr(command, name):
            function = getattr(enrichment.function, "__name__", "An enrichment")
            raise TypeError(f"{function} sets {name}, which it does not declare.")
