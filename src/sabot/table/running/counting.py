"""Chips of no account and cash, which somebody has to count when a player brings them."""

from typing import Final

import msgspec

from sabot.table.state import Table

replace = msgspec.structs.replace
COUNTED_ALONE: Final = 10
"""So many of the greatest wager a dealer counts alone when a player comes or buys chips, and so
many for each place of the table from one opening of the tray to the next; what is more, another
counts too."""


def is_counted_alone(table: Table, chips: int) -> bool:
    """Whether one person's count of so much is enough. Whoever leaves and comes again is counted
    again."""
    most = COUNTED_ALONE * (table.limit.most if table.limit else 0)
    return chips <= most and table.counted_alone + chips <= most * table.opened.places


def counted(table: Table, chips: int) -> Table:
    """The table after somebody has counted so much; what two have counted is not one's own."""
    if not is_counted_alone(table, chips):
        return table
    return replace(table, counted_alone=table.counted_alone + chips)
