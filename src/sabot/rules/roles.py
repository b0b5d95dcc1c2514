"""The people whom the documents name, and who may stand in for whom."""

from functools import cache
from typing import Final

PLAYER: Final = "player"
DEALER: Final = "dealer"
GAMING_SUPERVISOR: Final = "gaming supervisor"
CASINO_SUPERVISOR: Final = "casino supervisor"
ASSISTANT_GAMING_MANAGER: Final = "assistant gaming manager"
GAMING_MANAGER: Final = "gaming manager"
DUTY_MANAGER: Final = "duty manager"
CASINO_OPERATOR: Final = "casino operator"
SURVEILLANCE: Final = "surveillance"
INSPECTOR: Final = "inspector"
COMMISSION: Final = "commission"
TOURNAMENT_MANAGER: Final = "tournament manager"
TOURNAMENT_DIRECTOR: Final = "tournament director"
CASHIER: Final = "cashier"
TABLE_DEVICE: Final = "table device"
"""A scanning shoe, a shuffling device or a chip reader, which says what it sees."""
SCRUTINEER: Final = "scrutineer"
"""A person from outside the casino who oversees a draw and states what they saw."""
ADMINISTRATOR: Final = "administrator"
"""Role that keeps the list of people. No document knows it, and it permits nothing at a table."""
STAFF: Final = "member of staff"
CAGE: Final = "cashier or casino supervisor"
OVERSEER: Final = "administrator or inspector"
"""Names of several roles that may do a thing; no person has one of these as a role."""

RANKS: Final = (
    DEALER,
    GAMING_SUPERVISOR,
    CASINO_SUPERVISOR,
    ASSISTANT_GAMING_MANAGER,
    GAMING_MANAGER,
    DUTY_MANAGER,
    CASINO_OPERATOR,
)
"""Gaming staff, each of whom may do what those before may."""

HEADS: Final = frozenset({TOURNAMENT_MANAGER, TOURNAMENT_DIRECTOR})
"""Roles that run a tournament, as its document calls them."""
ROLES: Final = (
    *(PLAYER, *RANKS, CASHIER, SURVEILLANCE, INSPECTOR, COMMISSION),
    *(TOURNAMENT_MANAGER, TOURNAMENT_DIRECTOR, TABLE_DEVICE, SCRUTINEER),
)

_RANK: Final = {role: rank for rank, role in enumerate(RANKS)}
_ALSO: Final = {
    # "Casino supervisor" includes the gaming (games) supervisor in every document: 1.1 of the
    # Star's four; the person supervising the game in canberra-mini's dictionary.
    CASINO_SUPERVISOR: _RANK[GAMING_SUPERVISOR],
    # Only a manager of the floor speaks for the casino operator at a table.
    CASINO_OPERATOR: _RANK[GAMING_MANAGER],
    STAFF: _RANK[DEALER],
}
_EITHER: Final = {
    CAGE: (CASHIER, CASINO_SUPERVISOR),
    OVERSEER: (ADMINISTRATOR, INSPECTOR),
}


def stands_above(role: str, other: str) -> bool:
    """Return True if `role` has a higher rank among gaming staff than `other`.

    >>> stands_above("casino supervisor", "gaming supervisor")
    True
    >>> stands_above("inspector", "dealer")
    False
    """
    rank, lower = _RANK.get(role), _RANK.get(other)
    return rank is not None and lower is not None and rank > lower


def may_act_as(role: str, wanted: str) -> bool:
    """Return True if a person in `role` may do what a document leaves to `wanted`.

    >>> may_act_as("gaming supervisor", "casino supervisor")
    True
    >>> may_act_as("dealer", "casino supervisor")
    False
    """
    if role == wanted:
        return wanted not in _EITHER
    if wanted in _EITHER:
        return any(may_act_as(role, each) for each in _EITHER[wanted])
    rank = _RANK.get(role)
    needed = _ALSO.get(wanted, _RANK.get(wanted))
    return rank is not None and needed is not None and rank >= needed


@cache
def acting_as(wanted: str) -> frozenset[str]:
    """Return the roles whose holders may do what a document leaves to `wanted`.

    >>> sorted(acting_as("cashier or casino supervisor"))[:3]
    ['assistant gaming manager', 'cashier', 'casino operator']
    """
    return frozenset(role for role in (*ROLES, ADMINISTRATOR) if may_act_as(role, wanted))
