"""Rules that a policy can state: their keys, units and bounds, and their values as code reads them.

A rule is listed here when code decides by it. A policy file that states any other key is refused.
"""

from typing import Final, NamedTuple

import msgspec

YES_NO: Final = "yes or no"
DAYS: Final = "days"
YEARS: Final = "years"
DOLLARS: Final = "dollars"
"""A file states whole dollars; a policy that was read has cents."""


class RuleForm(NamedTuple):
    """Form of the value of one rule."""

    unit: str
    least: int = 0
    """Smallest value, where the value is a number."""
    most: int = 0
    """Largest value, where the value is a number."""


RULES: Final[dict[str, RuleForm]] = {
    # Tables that ask for a Player Card take only players whose card the cage has issued.
    "cards.issued_here": RuleForm(YES_NO),
    # A player comes to a table and brings money only once a valid document has shown who they are.
    "identity.checked": RuleForm(YES_NO),
    # Age from which the cage records the identity of a player.
    "identity.least_age": RuleForm(YEARS, 16, 30),
    # Cash is taken and paid only by a cashier whose drawer is counted and open.
    "cage.drawers": RuleForm(YES_NO),
    # Money of one day from which on a player has declared where it comes from.
    "funds.declared_from": RuleForm(DOLLARS, 1, 10_000_000),
    # Days for which such a declaration holds.
    "funds.declared_days": RuleForm(DAYS, 1, 3_660),
    # Days for which a self-exclusion holds at least.
    "exclusion.least_days": RuleForm(DAYS, 1, 3_660),
}
"""Forms of all rules, by key: the section and the name in a policy file."""


class PolicyTerms(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Values of one edition, as the server fills them into commands. A rule that the edition does
    not state has the default."""

    edition: str
    """Name and first day of the edition, such as "nsw@2025-08-13"."""
    cards_issued_here: bool = False
    identity_checked: bool = False
    identity_least_age: int | None = None
    cage_drawers: bool = False
    funds_declared_from: int | None = None
    funds_declared_days: int | None = None
    exclusion_least_days: int | None = None


def field_of(key: str) -> str:
    """Return the field of `PolicyTerms` for a rule.

    >>> field_of("cards.issued_here")
    'cards_issued_here'
    """
    return key.replace(".", "_")
