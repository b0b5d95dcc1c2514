"""Card counting: exact expectations before every coup, tags, triggers, and what they gain."""

from sabot.counting.count import Count, count, counts, sweep
from sabot.counting.count_sheet import CountSheet
from sabot.counting.expectation import Expectations
from sabot.counting.gains import Gains
from sabot.counting.tags import Tags, betting_correlation, removal, search, tags_of

__all__ = [
    "Count",
    "CountSheet",
    "Expectations",
    "Gains",
    "Tags",
    "betting_correlation",
    "count",
    "counts",
    "removal",
    "search",
    "sweep",
    "tags_of",
]
