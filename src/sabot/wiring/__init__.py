"""Wiring: the enrichments and consequences that join kinds of streams, the log and the vault.

Importing this package registers all of them with their streams.
"""

from sabot.wiring import (
    accounts,
    debts,
    identities,
    pins,
    policies,
    promotion_draws,
    promotion_people,
    promotion_tables,
    undisclosed_wagers,
    virtual_shoe,
)

__all__ = [
    "accounts",
    "debts",
    "identities",
    "pins",
    "policies",
    "promotion_draws",
    "promotion_people",
    "promotion_tables",
    "undisclosed_wagers",
    "virtual_shoe",
]
