"""The policy in force over HTTP: shown to all, adopted and ended by managers."""

from datetime import date, datetime
from typing import Any

import msgspec

from sabot.core.refusal import Refusal
from sabot.floor.kinds import POLICIES
from sabot.parts.periods import day_in
from sabot.policies import (
    POLICY_STREAM,
    AdoptPolicy,
    EndPolicy,
    Policy,
    PolicyBook,
    PolicyValue,
    edition_on,
    shipped_names,
    shipped_text,
)
from sabot.policies.rules import RULES
from sabot.server.casino import Casino
from sabot.server.http.routes import SIGNED_IN, SUPERVISORS, Asked, Hears, Reply, Route, via_of
from sabot.server.http.spoken import LONGEST_ID
from sabot.server.tables.tables import DoneCommand, answered


class PolicyRuleView(msgspec.Struct, frozen=True):
    """Rule of an edition, with its unit; an amount is in cents."""

    rule: str
    unit: str
    value: bool | int
    source: str
    date: date
    choice: bool


class EditionView(msgspec.Struct, frozen=True):
    """Edition of a policy. `in_force`: it holds today."""

    since: date
    in_force: bool
    rules: tuple[PolicyRuleView, ...]


class PolicyView(msgspec.Struct, frozen=True):
    """The adopted policy; `name` is None where there is none. `in_force`: one of its editions holds
    today. `shipped` names the files that come with Sabot."""

    name: str | None
    title: str
    digest: str
    adopted: datetime | None
    in_force: bool
    editions: tuple[EditionView, ...]
    shipped: tuple[str, ...]


class PolicyFile(msgspec.Struct, frozen=True):
    """Text of a policy file."""

    text: str


class PolicyChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A policy to adopt, as the text of its file; no text ends the one in force."""

    id: str
    reason: str
    text: str | None = None


def book_of(casino: Casino) -> PolicyBook:
    """Return the policy as the log has it."""
    found: PolicyBook = casino.floor.catch_up(POLICIES, POLICIES.name(POLICY_STREAM))
    return found


async def policy(asked: Asked) -> PolicyView:
    book = await asked.casino.work(book_of, asked.casino)
    today = day_in(asked.casino.floor.zone, asked.casino.clock())
    adopted = book.policy
    editions = () if adopted is None else _editions(adopted, today)
    return PolicyView(
        name=None if adopted is None else adopted.name,
        title="" if adopted is None else adopted.title,
        digest=book.digest,
        adopted=book.adopted,
        in_force=any(each.in_force for each in editions),
        editions=editions,
        shipped=shipped_names(),
    )


def _editions(policy: Policy, today: date) -> tuple[EditionView, ...]:
    held = edition_on(policy, today)
    return tuple(
        EditionView(each.since, each is held, tuple(map(_rule, each.values)))
        for each in policy.editions
    )


def _rule(value: PolicyValue) -> PolicyRuleView:
    unit = RULES[value.rule].unit
    return PolicyRuleView(value.rule, unit, value.value, value.source, value.date, value.choice)


async def file(asked: Asked) -> PolicyFile:
    return PolicyFile(shipped_text(asked.path["id"]))


async def change(asked: Asked) -> Reply:
    said: PolicyChange = asked.body
    if not 0 < len(said.id) <= LONGEST_ID:
        raise Refusal("bad-command", None, "Give the command an id.")
    caller = asked.person
    who: dict[str, Any] = {"actor": caller.name, "role": caller.role, "via": via_of(caller)}
    given = {"id": said.id, "reason": said.reason, "stream": POLICY_STREAM, **who}
    text = said.text
    command = EndPolicy(**given) if text is None else AdoptPolicy(**given, text=text)
    return await answered(asked, await asked.casino.do("", command), POLICIES)


ROUTES = (
    Route("GET", "/api/policy", SIGNED_IN, policy, "The policy in force, with its editions.",
          gives=PolicyView),
    Route("GET", "/api/policy/files/{id}", SUPERVISORS, file,
          "A policy file that comes with Sabot.", gives=PolicyFile, refuses=("unknown-policy",)),
    Route("PUT", "/api/policy", SUPERVISORS, change,
          "State that a policy is adopted or ended; another manager confirms it.",
          takes=PolicyChange, hears=(Hears(POLICIES, frozenset({AdoptPolicy, EndPolicy})),),
          gives=DoneCommand, refuses=("bad-policy",)),
)  # fmt: skip
