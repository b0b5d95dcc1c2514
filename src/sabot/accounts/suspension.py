"""A player's suspension: no play until its end, at their own request, never lifted early."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sabot.accounts.days import moment
from sabot.accounts.play import SUSPENDED
from sabot.accounts.state import Account, Suspension
from sabot.accounts.stream import ACCOUNT, acts_for, check_card, replace
from sabot.core.refusal import Refusal
from sabot.engine.declarations import (
    RECORD,
    STAFF_ONLY,
    CardNumber,
    Topic,
    in_topics,
    on_pages,
    server_fills,
)
from sabot.engine.streams import Command, Event
from sabot.policies.play_time import PlayDeadlines
from sabot.policies.rules import PolicyTerms
from sabot.rules.roles import CAGE, PLAYER

MOST_HOURS: Final = 24 * 3_660
"""Longest suspension: ten years."""


class SuspendPlay(Command, frozen=True, kw_only=True):
    """Suspend one's own play for so many hours from now on. At the desk `card` is the Player Card
    that the player shows. The server fills in the `terms` of the policy in force, which name the
    shortest suspension."""

    pages = on_pages("account", "cage")
    server_fields = server_fills("terms")

    hours: int
    card: CardNumber | None = None
    terms: PolicyTerms | None = None


class PlaySuspended(Event, frozen=True, kw_only=True):
    """The player does not play from `since` to `until`."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.EXCLUSION)

    since: datetime
    until: datetime


@ACCOUNT.decides(SuspendPlay, sent_by=(PLAYER, CAGE))
def suspend_play(account: Account, command: SuspendPlay, now: datetime) -> Sequence[Event]:
    acts_for(account, command, CAGE)
    if command.role != PLAYER:
        check_card(account, command.card)
    terms = command.terms
    least = 1 if terms is None or terms.suspension_least_hours is None else (
        terms.suspension_least_hours
    )  # fmt: skip
    if not least <= command.hours <= MOST_HOURS:
        message = "Play is suspended for {least} to {most} hours."
        raise Refusal("bad-hours", None, message, least=least, most=MOST_HOURS)
    since = moment(account, now)
    until = since + timedelta(hours=command.hours)
    known = account.suspension
    if known is not None and until <= known.until:
        message = "Your play is suspended for longer already; it is not shortened."
        raise Refusal("suspended", None, message)
    if known is not None and since < known.until:
        since = known.since
    return [PlaySuspended(since=since, until=until)]


@ACCOUNT.evolves(PlaySuspended)
def play_suspended(account: Account, event: PlaySuspended) -> Account:
    """The visit that goes on ends as soon as no wager lies on the layout."""
    stay = account.stay
    if stay is not None:
        said = replace(stay.play or PlayDeadlines(), stop=event.since, rule=SUSPENDED)
        stay = replace(stay, play=said)
    return replace(account, stay=stay, suspension=Suspension(event.since, event.until))
