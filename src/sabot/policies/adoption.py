"""The policy in force: adopted and ended by two managers, and kept in the log as a whole.

One stream of the casino has it. A command that a policy bears on gets the terms in force from the
server; the log keeps them with the command, and an audit compares them with this stream. With no
policy nothing of it is enforced.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Any, Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.declarations import STAFF_ONLY, decision, on_pages, server_fills
from sabot.engine.enrichment import Context
from sabot.engine.kind import Kind, only_staff
from sabot.engine.streams import Command, Confirmer, Event, Leave, Stream
from sabot.parts.periods import day_in
from sabot.parts.statements import Statements, take_statements
from sabot.policies.policy import Policy, edition_on, terms_of
from sabot.policies.reader import read_policy
from sabot.policies.rules import PolicyTerms
from sabot.rules.roles import CASHIER, CASINO_OPERATOR

replace = msgspec.structs.replace
SYDNEY: Final = "Australia/Sydney"


class PolicyBook(msgspec.Struct, frozen=True, omit_defaults=True):
    """State of the stream: the adopted policy, if there is one."""

    version: int = 0
    at: datetime | None = None
    # The adopted policy, with all its editions.
    policy: Policy | None = None
    # SHA-256 of the file that was adopted.
    digest: str = ""
    # Time zone in which the editions' days begin.
    zone: str = SYDNEY
    # Time of the adoption.
    adopted: datetime | None = None
    # Statements that wait for a second manager.
    statements: Statements = Statements()


POLICY: Stream[PolicyBook] = Stream(
    lambda book: book.version,
    lambda book: "",
    lambda book, at: replace(book, version=book.version + 1, at=at),
)
take_statements(POLICY)
BY_MANAGER: Final = Leave(None, CASINO_OPERATOR)
BY_SECOND_MANAGER: Final = Confirmer(None, CASINO_OPERATOR)


def terms_at(book: PolicyBook, now: datetime) -> PolicyTerms | None:
    """Return the terms in force at a moment; None while no policy is in force."""
    if book.policy is None:
        return None
    edition = edition_on(book.policy, day_in(book.zone, now))
    return None if edition is None else terms_of(book.policy, edition)


def terms_in_force(context: Context[Any]) -> PolicyTerms | None:
    """Return the terms in force now, as a command of another stream sees them."""
    return terms_at(context.look(POLICY_STREAM), context.now)


def _reason(text: str) -> str:
    if not text.strip():
        raise Refusal("no-reason", None, "Say why: the reason is kept with the policy.")
    return text.strip()


class AdoptPolicy(Command, frozen=True, kw_only=True):
    """Put a policy in force, in place of the one before. `text` is the whole file. Each edition
    holds from its own day on, at the casino: the server fills in the time `zone`."""

    pages = on_pages("policy")
    server_fields = server_fills("zone")

    text: str
    reason: str
    zone: str = SYDNEY


class PolicyAdopted(Event, frozen=True, kw_only=True):
    """`digest` is the SHA-256 of the file, `edition` the one in force at once, or the first."""

    basis = decision("policy", alone=False)
    sight = STAFF_ONLY

    policy: Policy
    digest: str
    zone: str
    adopted: datetime
    edition: str
    reason: str


@POLICY.decides(AdoptPolicy, BY_MANAGER, confirmed_by=BY_SECOND_MANAGER)
def adopt_policy(book: PolicyBook, command: AdoptPolicy, now: datetime) -> Sequence[Event]:
    policy = read_policy(command.text)
    digest = sha256(command.text.encode()).hexdigest()
    if digest == book.digest:
        raise Refusal("no-change", None, "This policy is adopted already.")
    edition = edition_on(policy, day_in(command.zone, now)) or policy.editions[0]
    return [
        PolicyAdopted(
            policy=policy,
            digest=digest,
            zone=command.zone,
            adopted=now,
            reason=_reason(command.reason),
            edition=f"{policy.name}@{edition.since.isoformat()}",
        )
    ]


@POLICY.evolves(PolicyAdopted)
def policy_adopted(book: PolicyBook, event: PolicyAdopted) -> PolicyBook:
    return replace(
        book, policy=event.policy, digest=event.digest, zone=event.zone, adopted=event.adopted
    )


class EndPolicy(Command, frozen=True, kw_only=True):
    """Put the policy out of force: nothing of it is enforced from now on."""

    pages = on_pages("policy")

    reason: str


class PolicyEnded(Event, frozen=True, kw_only=True):
    basis = decision("policy", alone=False)
    sight = STAFF_ONLY

    name: str
    reason: str


@POLICY.decides(EndPolicy, BY_MANAGER, confirmed_by=BY_SECOND_MANAGER)
def end_policy(book: PolicyBook, command: EndPolicy, now: datetime) -> Sequence[Event]:
    if book.policy is None:
        raise Refusal("no-policy", None, "No policy is in force.")
    return [PolicyEnded(name=book.policy.name, reason=_reason(command.reason))]


@POLICY.evolves(PolicyEnded)
def policy_ended(book: PolicyBook, event: PolicyEnded) -> PolicyBook:
    return replace(book, policy=None, digest="", adopted=None)


POLICY_KIND = Kind(
    prefix="policy:",
    word="policy",
    rules=POLICY,
    state=PolicyBook,
    empty=lambda name: PolicyBook(),
    words="sabot.policies",
    seen=partial(only_staff, also=frozenset({CASHIER})),
    whose="policy's",
)
POLICY_STREAM: Final = POLICY_KIND.stream("casino")
