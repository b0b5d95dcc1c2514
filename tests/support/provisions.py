"""General provisions of the approved documents, all of which have every part."""

from typing import Protocol, cast

from sabot.rules.operation.conduct import Disputes, General, Invalidation, Notice, Sanction


class Whole(Protocol):
    """General provisions without a missing part."""

    close: Notice
    sanction: Sanction
    invalidation: Invalidation
    disputes: Disputes


def whole(general: General) -> Whole:
    """Return the provisions of a document that has them all."""
    assert general.close and general.sanction and general.invalidation and general.disputes
    return cast(Whole, general)
