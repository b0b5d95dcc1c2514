"""The registry: every kind of stream that this house has, in the order in which they are held."""

from dataclasses import replace
from typing import Any, Final

from sabot import links
from sabot.accounts import ACCOUNT_KIND, CAGE_KIND
from sabot.aml import AML_KIND
from sabot.audit.checks import of_account, of_promotion, of_table, of_tournament
from sabot.audit.checks.edition import is_known, under_its_digest
from sabot.engine.kind import Kind
from sabot.people.custody import CUSTODY_KIND
from sabot.people.persons.person import PERSON_KIND
from sabot.people.sign_in.door import DOOR_KIND
from sabot.policies import POLICY_KIND
from sabot.promotions.running import PROMOTION_KIND
from sabot.table import TABLE_KIND
from sabot.tournament.desk.kind import TOURNAMENT_KIND

ENRICHING: Final = (links,)
"""Packages that register enrichments and consequences with the streams."""
TABLES: Final = replace(
    TABLE_KIND,
    checks=of_table,
    adapt=under_its_digest,
    is_known=is_known,
)
ACCOUNTS: Final = replace(ACCOUNT_KIND, checks=of_account)
PERSONS: Final = PERSON_KIND
CAGES: Final = CAGE_KIND
POLICIES: Final = POLICY_KIND
AML_DESKS: Final = AML_KIND
TOURNAMENTS: Final = replace(TOURNAMENT_KIND, checks=of_tournament)
PROMOTIONS: Final = replace(PROMOTION_KIND, checks=of_promotion)
KINDS: Final[tuple[Kind[Any], ...]] = (
    TOURNAMENTS,
    TABLES,
    ACCOUNTS,
    PERSONS,
    CAGES,
    POLICIES,
    AML_DESKS,
    PROMOTIONS,
    DOOR_KIND,
    CUSTODY_KIND,
)


def may_know(stream: str, role: str) -> bool:
    """Return whether a role may know of a stream: of any, unless its kind is confidential."""
    kind = kind_of(stream)
    return kind is None or not kind.known_to or role in kind.known_to


def kind_of(stream: str, kinds: tuple[Kind[Any], ...] = KINDS) -> Kind[Any] | None:
    """The kind that a stream is of; None for one of no kind.

    >>> kind_of("table:1").word, kind_of("1")
    ('table', None)
    """
    return next((kind for kind in kinds if kind.has(stream)), None)
