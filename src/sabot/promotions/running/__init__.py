"""A promotion as a stream, from its terms to the last prize: `promotion:NAME`."""

from sabot.kind import Kind
from sabot.promotions.running import attempts, cases, doubting, opening, submitting
from sabot.promotions.running.draw import committing
from sabot.promotions.running.entries import entering
from sabot.promotions.running.prizes import awarding, claiming, handing
from sabot.promotions.running.state import Standing
from sabot.promotions.running.stream import PROMOTION

PROMOTION_KIND = Kind(
    prefix="promotion:",
    word="promotion",
    rules=PROMOTION,
    state=Standing,
    empty=lambda name: Standing(name=name),
    words=__name__,
    whose="promotion's",
)

__all__ = [
    "PROMOTION",
    "PROMOTION_KIND",
    "Standing",
    "attempts",
    "awarding",
    "cases",
    "claiming",
    "committing",
    "doubting",
    "entering",
    "handing",
    "opening",
    "submitting",
]
