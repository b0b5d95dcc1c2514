"""Draws of promotions: the server seals and opens the secret, and says who cannot take part."""

from collections.abc import Sequence

import msgspec

from sabot.links.promotion_people import PEOPLE, Context, bar, name_of
from sabot.parts.draw import SECRET, commitment, fresh_secret, order_of
from sabot.promotions.running import PROMOTION
from sabot.promotions.running.draw.commitment import (
    CommitDraw,
    OpenOrder,
    beacon_of,
    outside_value,
)
from sabot.promotions.running.prizes.awards import PassOver, last_place
from sabot.promotions.running.prizes.handover import HandOver
from sabot.promotions.running.state import CLOSED, listed

replace = msgspec.structs.replace


@PROMOTION.enriches(CommitDraw, "digest")
def seal_secret(context: Context, command: CommitDraw) -> CommitDraw:
    """Seal a fresh secret, and fill in its digest."""
    if context.state.draw.digest:  # the command is refused: the first secret stays
        return command
    secret = fresh_secret(context.randomness)
    digest = commitment(secret, beacon_of(command, None))
    context.seal(SECRET, secret.encode())
    context.seal(PEOPLE, fresh_secret(context.randomness).encode())
    return replace(command, digest=digest)


@PROMOTION.enriches(OpenOrder, "secret barred")
def open_secret(context: Context, command: OpenOrder) -> OpenOrder:
    """Fill in the secret, and the first of the order who cannot take part any more."""
    standing, kept = context.state, context.unseal(SECRET)
    secret = "" if kept is None else kept.decode()
    command = replace(command, secret=secret)
    if standing.phase != CLOSED or not secret:  # the command is refused
        return command
    order = order_of(secret, listed(standing), outside_value(standing, command))
    return replace(command, barred=_barred(context, order, len(standing.told.prizes)))


@PROMOTION.enriches(PassOver, "barred")
def bar_next(context: Context, command: PassOver) -> PassOver:
    """Fill in the next of the order who cannot take part any more."""
    standing = context.state
    last = last_place(standing) if standing.awards else 0
    return replace(command, barred=_barred(context, standing.draw.order[last:], 1))


@PROMOTION.enriches(HandOver, "barred")
def bar_winner(context: Context, command: HandOver) -> HandOver:
    """Fill in what keeps the winner of a prize from it."""
    award = context.state.awards.get(command.prize)
    if award is None:
        return command
    return replace(command, barred=bar(context, name_of(context, award.entrant)))


def _barred(context: Context, order: Sequence[int], wanted: int) -> dict[str, str]:
    """Return who cannot take part of the tickets before the `wanted` first ones that can win."""
    barred: dict[str, str] = {}
    fit: set[str] = set()
    for number in order:
        entrant = context.state.ticket(number).entrant
        if entrant not in fit and entrant not in barred:
            why = bar(context, name_of(context, entrant))
            barred |= {entrant: why} if why else {}
            fit |= set() if why else {entrant}
        wanted -= entrant in fit
        if not wanted:
            break
    return barred
