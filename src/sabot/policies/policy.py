"""A policy: the values of a casino's rules around the documents, by edition, each with its source.

>>> from sabot.policies.library import shipped_text
>>> from sabot.policies.reader import read_policy
>>> policy = read_policy(shipped_text("nsw"))
>>> policy.name, edition_on(policy, date(2026, 1, 1)).since.isoformat()
('nsw', '2025-08-13')
"""

from datetime import date
from typing import Annotated, Any, Final

import msgspec

from sabot.engine.declarations import fixed
from sabot.policies.rules import RULES, PolicyTerms, field_of

MOST_EDITIONS: Final = 20


class PolicyValue(msgspec.Struct, frozen=True, omit_defaults=True):
    """Value of one rule. `source` names the law that it is taken from; `choice`: it is the casino's
    own choice, and `source` says why. `date`: when the source was read, or the choice made."""

    rule: str
    value: bool | int
    source: str
    date: date
    choice: bool = False


class PolicyEdition(msgspec.Struct, frozen=True):
    """All values that hold from the day `since`, at the casino, until a later edition does."""

    since: date
    values: Annotated[tuple[PolicyValue, ...], fixed(len(RULES), "rules of a policy")]


class Policy(msgspec.Struct, frozen=True):
    """A policy with its editions, the oldest first."""

    name: str
    title: str
    editions: Annotated[tuple[PolicyEdition, ...], fixed(MOST_EDITIONS, "editions of a policy")]


def edition_on(policy: Policy, day: date) -> PolicyEdition | None:
    """Return the edition in force on a day; None before the first one."""
    held = [each for each in policy.editions if each.since <= day]
    return held[-1] if held else None


def terms_of(policy: Policy, edition: PolicyEdition) -> PolicyTerms:
    """Return the values of an edition as code reads them."""
    values: dict[str, Any] = {field_of(each.rule): each.value for each in edition.values}
    return PolicyTerms(edition=f"{policy.name}@{edition.since.isoformat()}", **values)
