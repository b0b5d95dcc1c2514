"""Public file of a live draw, in the format of a draw on paper."""

from sabot.promotions.drawing import FORM, PassedOver, Published
from sabot.promotions.running.state import CLOSED, DRAWN, PublishedTerms, listed


def published_of(standing: PublishedTerms) -> Published:
    """The draw as far as it has come: bound, closed, opened."""
    draw, is_closed = standing.draw, standing.phase in (CLOSED, DRAWN) or bool(standing.draw.listed)
    return Published(
        form=FORM,
        commitment=draw.digest,
        beacon=draw.beacon,
        entries=tuple(listed(standing)) if is_closed else (),
        digest=draw.listed,
        secret=draw.secret,
        value=draw.value,
        order=draw.order,
        signature=draw.signature,
        passed=tuple(PassedOver(each.prize, each.ticket, each.cause) for each in standing.passed),
    )
