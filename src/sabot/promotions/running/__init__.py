"""A promotion as a stream, from its terms to the last prize: `promotion:NAME`."""

from sabot.engine.kind import Kind, join_modules
from sabot.promotions.running.state import PublishedTerms
from sabot.promotions.running.stream import PROMOTION

join_modules(__name__)

PROMOTION_KIND = Kind(
    prefix="promotion:",
    word="promotion",
    rules=PROMOTION,
    state=PublishedTerms,
    empty=lambda name: PublishedTerms(name=name),
    words=__name__,
    whose="promotion's",
)

__all__ = ["PROMOTION", "PROMOTION_KIND", "PublishedTerms"]
