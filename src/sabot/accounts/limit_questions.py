"""Limits before play: under a policy a player sets one or declines, and is asked again.

Only the player answers: in their own session, or at the desk with their Player Card and PIN.
"""

from calendar import monthrange
from collections.abc import Sequence
from datetime import date, datetime

from sabot.accounts.days import local_day, moment
from sabot.accounts.limits import live
from sabot.accounts.pin import check_unlocked
from sabot.accounts.state import Account
from sabot.accounts.stream import ACCOUNT, BY_PIN, acts_for, check_card, replace
from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import (
    RECORD,
    STAFF_ONLY,
    CardNumber,
    Pin,
    Topic,
    in_topics,
    on_pages,
    server_fills,
)
from sabot.engine.streams import Command, Event
from sabot.policies.rules import PolicyTerms
from sabot.rules.roles import CAGE, PLAYER


class DeclineLimits(Command, frozen=True, kw_only=True):
    """Decline to set limits. At the desk `card` is the Player Card that the player
    shows, and `pin` what they type. The server takes the PIN out and fills in that the player has
    `authorised` it."""

    pages = on_pages("account", "cage")
    server_fields = server_fills("authorised", changes="pin")

    card: CardNumber | None = None
    pin: Pin = ""
    authorised: str = ""


class LimitsDeclined(Event, frozen=True, kw_only=True):
    """The player has declined on the local day `day`."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.LIMIT)

    day: date


@ACCOUNT.decides(DeclineLimits, sent_by=(PLAYER, CAGE))
def decline_limits(account: Account, command: DeclineLimits, now: datetime) -> Sequence[Event]:
    acts_for(account, command, CAGE)
    if command.role != PLAYER:
        check_card(account, command.card)
        if command.authorised != BY_PIN:
            message = "{player} types their PIN to decline limits, or does it in their own session."
            raise Refusal("not-authorised", None, message, player=named(account.player))
        check_unlocked(account)
    if _has_own(account, now):
        message = "You have a limit of your own: it is your answer."
        raise Refusal("limits-set", None, message)
    return [LimitsDeclined(day=local_day(account, now))]


@ACCOUNT.evolves(LimitsDeclined)
def limits_declined(account: Account, event: LimitsDeclined) -> Account:
    return replace(account, limits_declined=event.day)


def _has_own(account: Account, now: datetime) -> bool:
    """Return whether a limit of the player's own holds without an end."""
    limits = live((*account.deposit_limits, *account.loss_limits), moment(account, now))
    return any(limit.until is None for limit in limits)


def months_after(day: date, months: int) -> date:
    """Return the same day so many months later, or the last of a shorter month.

    >>> months_after(date(2028, 2, 29), 12).isoformat()
    '2029-02-28'
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def asks_limits(account: Account, terms: PolicyTerms | None, now: datetime) -> bool:
    """Return whether the policy in force asks the player about limits before they play."""
    if terms is None or terms.limits_asked_months is None or _has_own(account, now):
        return False
    said = account.limits_declined
    return said is None or local_day(account, now) >= months_after(said, terms.limits_asked_months)


def check_limits_said(account: Account, terms: PolicyTerms | None, now: datetime) -> None:
    """Reject play before the player has set a limit or declined to, if the policy asks for it."""
    if asks_limits(account, terms, now):
        message = "{player} sets a limit, or declines to, before they play."
        raise Refusal("limits-not-said", None, message, player=named(account.player))
