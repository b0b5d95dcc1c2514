"""Links between kinds of stream, the log and the vault: enrichments and consequences.

Importing this package registers all of them with their streams.
"""

from sabot.links import (
    accounts,
    aml,
    debts,
    heats,
    identities,
    pins,
    policies,
    promotion_draws,
    promotion_people,
    promotion_tables,
    records,
    undisclosed_wagers,
    virtual_shoe,
    visits,
)

__all__ = [
    "accounts",
    "aml",
    "debts",
    "heats",
    "identities",
    "pins",
    "policies",
    "promotion_draws",
    "promotion_people",
    "promotion_tables",
    "records",
    "undisclosed_wagers",
    "virtual_shoe",
    "visits",
]
