"""Statements: one person states a command, another confirms or refuses it, and nothing moves
before.

A stream whose state has `statements: Statements` takes this part by `take_statements`; from then on
any of its commands can name its confirmer (`Stream.decides(..., confirmed_by=...)`). Such a command
leads to `statement-made` alone. Once another person confirms it, it is decided as it was stated, in
the state as it is then: a command that has become impossible is rejected with its own reason. The
statement then stays pending until it is refused, or has become possible again.

The stream decides which commands a pending statement blocks: it sees them in its state.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Annotated, Any, Final

import msgspec

from sabot.core.alike import is_same as is_same
from sabot.core.alike import is_sender
from sabot.core.refusal import Refusal
from sabot.engine.declarations import (
    AT_THE_DESK,
    RECORD,
    bound,
    fixed,
    on_pages,
    public,
    server_fills,
)
from sabot.engine.enrichment import EnrichmentContext
from sabot.engine.streams import Anyone, Command, Confirmer, Event, Fields, Leave, Stream
from sabot.rules.roles import DEALER, PLAYER

replace = msgspec.structs.replace


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command as `actor` stated it in a `role`, and the role and clause of its confirmer. `why`
    is the reason that was given with it; `holds`: play waits for it."""

    number: int
    actor: str
    role: str
    at: datetime
    command: Annotated[Fields, fixed(100, "fields of a command")]
    by: str
    clause: str | None = None
    why: str | None = None
    holds: bool = False


MOST_EACH: Final = 10
"""Maximum number of one person's pending statements, so that no desk is flooded."""


class Statements(msgspec.Struct, frozen=True, omit_defaults=True):
    """Number of all statements, and those that are pending."""

    count: int = 0
    pending: Annotated[
        dict[int, Pending],
        bound(1_000, "statements that wait", "Have some of them confirmed or refused first."),
    ] = {}
    confirmed_by: str = ""
    """Confirmer of the last confirmed statement, set while its command is decided."""

    @property
    def holding(self) -> Pending | None:
        """Return the first statement for which play waits, if any."""
        if not self.pending:
            return None
        return next((each for each in self.pending.values() if each.holds), None)


def _pending(statements: Statements, number: int) -> Pending:
    found = statements.pending.get(number)
    if found is not None:
        return found
    if 1 <= number <= statements.count:
        raise Refusal(
            "not-pending",
            None,
            "Statement {number} is confirmed or refused already.",
            number=number,
        )
    raise Refusal("no-statement", None, "There is no statement {number} here.", number=number)


def _without(statements: Statements, number: int) -> Statements:
    left = {key: each for key, each in statements.pending.items() if key != number}
    return replace(statements, pending=left)


# Made


class StatementMade(Event, frozen=True, kw_only=True):
    """`stated` is the command; nothing of it has happened yet. A `confirmer` decides on it. `until`
    is always null: a statement waits until it is confirmed or refused."""

    basis = RECORD
    sight = public("number clause")

    number: int
    stated_by: str
    role: str
    made: datetime
    stated: Fields
    confirmer: str
    clause: str | None
    why: str | None = None
    until: datetime | None = None
    holds: bool = False


def make_statement(
    statements: Statements, command: Command, confirmer: Confirmer, now: datetime
) -> StatementMade:
    waiting = sum(is_same(each.actor, command.actor) for each in statements.pending.values())
    if waiting >= MOST_EACH:
        message = "{waiting} statements of yours wait already: have them answered first."
        raise Refusal("too-many", confirmer.clause, message, waiting=waiting)
    return StatementMade(
        number=statements.count + 1,
        stated_by=command.actor,
        role=command.role,
        made=now,
        stated=_fields(replace(command, under=None, sent=None)),
        confirmer=confirmer.by,
        clause=confirmer.clause,
        why=command.why,
        holds=confirmer.holds,
    )


def statement_made(statements: Statements, event: StatementMade) -> Statements:
    made = Pending(
        number=event.number,
        actor=event.stated_by,
        role=event.role,
        at=event.made,
        command=event.stated,
        by=event.confirmer,
        clause=event.clause,
        why=event.why,
        holds=event.holds,
    )
    pending = {**statements.pending, made.number: made}
    return replace(statements, count=made.number, pending=pending)


# Confirmed


class ConfirmStatement(Command, frozen=True, kw_only=True):
    """Confirm another person's statement, and say on what grounds. `filled` is the stated command
    with the fields that the server fills in."""

    pages = on_pages("account", "cage", "deal", "desk", "pit", "policy", "promote", "tournament")
    server_fields = server_fills("filled")

    number: int
    reason: str = ""
    filled: Fields | None = None


class StatementConfirmed(Event, frozen=True, kw_only=True):
    """A statement was confirmed. The events of the stated command follow directly."""

    basis = RECORD
    sight = public("number clause")
    grows_with = "the record of a coup that the server fills in"

    number: int
    stated_by: str
    confirmed_by: str
    role: str
    clause: str | None
    reason: str = ""


def confirm_statement(statements: Statements, command: ConfirmStatement) -> StatementConfirmed:
    pending = _pending(statements, command.number)
    if is_sender(command, pending.actor):
        raise Refusal(
            "own-statement", pending.clause, "You stated this: another person must confirm it."
        )
    return StatementConfirmed(
        number=pending.number,
        stated_by=pending.actor,
        confirmed_by=command.actor,
        role=command.role,
        clause=pending.clause,
        reason=_reason(command.reason, pending),
    )


# Refused


class RefuseStatement(Command, frozen=True, kw_only=True):
    """Refuse a statement, or take back a statement of one's own."""

    pages = on_pages(
        "account",
        "cage",
        "deal",
        "desk",
        "pit",
        "policy",
        "promote",
        "tournament",
        without={
            PLAYER: "At a table the player tells the dealer, and staff refuse the statement.",
            DEALER: AT_THE_DESK,
        },
    )

    number: int
    reason: str


class StatementRefused(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("number clause")

    number: int
    stated_by: str
    refused_by: str
    role: str
    reason: str
    clause: str | None


def refuse_statement(statements: Statements, command: RefuseStatement) -> StatementRefused:
    pending = _pending(statements, command.number)
    return StatementRefused(
        number=pending.number,
        stated_by=pending.actor,
        refused_by=command.actor,
        role=command.role,
        reason=_reason(command.reason, pending),
        clause=pending.clause,
    )


def _reason(said: str, pending: Pending) -> str:
    if not said.strip():
        raise Refusal("no-reason", pending.clause, "Say why: a reason is kept with this decision.")
    return said.strip()


# Closed


def statement_closed(
    statements: Statements, event: StatementConfirmed | StatementRefused
) -> Statements:
    left = _without(statements, event.number)
    if isinstance(event, StatementConfirmed):
        return replace(left, confirmed_by=event.confirmed_by)
    return left


STATEMENT_EVENTS: Final[tuple[type[Event], ...]] = (
    StatementMade,
    StatementConfirmed,
    StatementRefused,
)
"""All that happens to a statement; every kind of stream that takes statements has them."""


# Joined to a stream


def take_statements(
    stream: Stream[Any],
    takes_part: Callable[[Any, Command, str], bool] = lambda state, stated, person: False,
) -> None:
    """Let a stream have commands that another person has to confirm. A person who `takes_part` in
    the stated matter does not confirm it, under any name."""

    def states(
        state: Any, command: Command, confirmer: Confirmer, now: datetime
    ) -> Sequence[Event]:
        return [make_statement(state.statements, command, confirmer, now)]

    def confirms(state: Any, command: ConfirmStatement, now: datetime) -> Sequence[Event]:
        confirmed = confirm_statement(state.statements, command)
        pending = state.statements.pending[command.number]
        done = replace(_read(stream, _filled(pending, command)), under=command.under)
        if any(takes_part(state, done, each) for each in (command.actor, command.plays_as) if each):
            raise Refusal(
                "own-statement", pending.clause, "The person whom this concerns cannot confirm it."
            )
        return [confirmed, *stream.confirmed(stream.evolve(state, confirmed, now), done, now)]

    def refuses(state: Any, command: RefuseStatement, now: datetime) -> Sequence[Event]:
        return [refuse_statement(state.statements, command)]

    def carries_out(context: EnrichmentContext[Any], command: ConfirmStatement) -> Command:
        """Enrich the stated command, and fill in what the server has added to it."""
        pending = context.state.statements.pending.get(command.number)
        if pending is None:
            return command
        stated = _read(stream, pending.command)
        done = context.carry_out(stated, command.actor)
        return command if done == stated else replace(command, filled=_fields(done))

    stream.states(states)
    stream.decides(ConfirmStatement, _by, sent_by=_confirmers)(confirms)
    stream.enriches(ConfirmStatement, "filled")(carries_out)
    stream.decides(RefuseStatement, _by, sent_by=_refusers)(refuses)
    stream.evolves(StatementMade)(_made)
    stream.evolves(StatementConfirmed)(_closed)
    stream.evolves(StatementRefused)(_closed)


def _confirmers(stream: Stream[Any]) -> Iterator[str]:
    for command in stream.confirmable:
        yield from stream.confirmers(command)


def _refusers(stream: Stream[Any]) -> Iterator[str]:
    """Return who may confirm anything, and who may take back a statement of their own."""
    yield from _confirmers(stream)
    for command in stream.confirmable:
        yield from stream.sent_by(command)


def _by(state: Any, command: ConfirmStatement | RefuseStatement) -> Leave:
    """Allow the confirmer's role to refuse, and the person who stated it to take it back."""
    pending = state.statements.pending.get(command.number)
    if pending is None or is_same(command.actor, pending.actor):
        return Anyone
    return Leave(pending.clause, pending.by)


def _made(state: Any, event: StatementMade) -> Any:
    return replace(state, statements=statement_made(state.statements, event))


def _closed(state: Any, event: StatementConfirmed | StatementRefused) -> Any:
    return replace(state, statements=statement_closed(state.statements, event))


def _fields(command: Command) -> Fields:
    """As the log has it, so that it is the same whether it was read there or not."""
    fields: Fields = msgspec.json.decode(msgspec.json.encode(command))
    return fields


def _read(stream: Stream[Any], command: Fields) -> Command:
    return stream.read_logged(msgspec.json.encode(command))


def _filled(pending: Pending, command: ConfirmStatement) -> Fields:
    """Return the stated command with what the server has added, if it changes nothing of it."""
    if command.filled is None:
        return pending.command
    if not _adds_to(pending.command, command.filled):
        raise Refusal("not-as-stated", pending.clause, "That is not what was stated.")
    return command.filled


def _adds_to(stated: Any, filled: Any) -> bool:
    if isinstance(stated, dict) and isinstance(filled, dict):
        return all(key in filled and _adds_to(stated[key], filled[key]) for key in stated)
    return type(stated) is type(filled) and bool(stated == filled)
