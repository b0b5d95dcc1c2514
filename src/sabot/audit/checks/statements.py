"""Check that each statement was confirmed by another person, in the right role: for every log, even
of a rulebook that the auditor does not have."""

from collections.abc import Iterator
from typing import Any

from sabot.core.refusal import named
from sabot.engine.finding import Finding, Step
from sabot.parts.statements import Pending, StatementConfirmed, StatementRefused, is_same
from sabot.rules.roles import may_act_as


def statements(step: Step[Any]) -> Iterator[Finding]:
    event = step.event
    if not isinstance(event, StatementConfirmed | StatementRefused):
        return
    pending = step.before.statements.pending.get(event.number)
    if pending is None or pending.actor != event.stated_by:
        message = f"{named(event.stated_by)} has no statement {event.number} pending."
        yield step.finding("not-stated", message, event.clause)
        return
    decider = event.confirmed_by if isinstance(event, StatementConfirmed) else event.refused_by
    if decider != step.line.by:
        message = f"{named(decider)} is named, and {named(step.line.by)} gave the command."
        yield step.finding("wrong-confirmer", message, event.clause)
    if not is_same(decider, pending.actor):
        yield from _role(step, event, pending, decider)
    elif isinstance(event, StatementConfirmed):
        message = f"{named(decider)} has confirmed a statement of their own."
        yield step.finding("own-statement", message, event.clause)


def _role(
    step: Step[Any], event: StatementConfirmed | StatementRefused, pending: Pending, decider: str
) -> Iterator[Finding]:
    if not may_act_as(event.role, pending.by):
        message = f"This is for a {pending.by} to confirm, and {named(decider)} is a {event.role}."
        yield step.finding("wrong-confirmer", message, event.clause)
