"""Duties to a player that staff fulfil: an assessment after long play, and the data of their play.

Both are notices of the account, on the calendar of duties with their deadlines. That an assessment
was done is recorded with its outcome, by the person who did it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sabot.accounts.days import moment
from sabot.accounts.play import ASSESSMENT
from sabot.accounts.state import Account
from sabot.accounts.stream import (
    ACCOUNT,
    BY_SUPERVISOR,
    acts_for,
    check_card,
    check_not_own,
    check_opened,
    replace,
)
from sabot.core.refusal import Refusal
from sabot.engine.declarations import CardNumber, on_pages, server_fills
from sabot.engine.streams import Command, Event
from sabot.parts.notices import DueNotice, GiveNotice, NoticeDue, NoticeGiven, give_notice
from sabot.parts.notices import notice_due as due_again
from sabot.parts.notices import notice_given as given_now
from sabot.policies.rules import PolicyTerms
from sabot.rules.roles import CAGE, PLAYER

DATA: Final = "play-data"
DATA_WITHIN: Final = "data.request_hours"
OUTCOMES: Final = ("may play on", "takes a break", "was asked to leave", "has left already")
"""Outcomes of an assessment."""


class RequestPlayData(Command, frozen=True, kw_only=True):
    """Ask for the data of one's own play. At the desk `card` is the Player Card that the player
    shows. The server fills in the `terms` of the policy in force, which name the deadline."""

    pages = on_pages("account", "cage")
    server_fields = server_fills("terms")

    card: CardNumber | None = None
    terms: PolicyTerms | None = None


@ACCOUNT.decides(RequestPlayData, sent_by=(PLAYER, CAGE))
def request_play_data(account: Account, command: RequestPlayData, now: datetime) -> Sequence[Event]:
    acts_for(account, command, CAGE)
    if command.role != PLAYER:
        check_card(account, command.card)
    hours = None if command.terms is None else command.terms.data_request_hours
    if hours is None:
        message = "No policy is in force that sets a deadline: the statement has the data."
        raise Refusal("no-policy", None, message)
    waiting = [each for each in account.notices.due.values() if each.given is None]
    if any(each.duty == DATA for each in waiting):
        raise Refusal("asked-already", None, "This is asked for already, and has its deadline.")
    due = DueNotice(
        number=account.notices.count + 1,
        to=PLAYER,
        clause=DATA_WITHIN,
        about=f"the play data of {account.player}",
        by=moment(account, now) + timedelta(hours=hours),
        deadline=f"within {hours} hours",
        duty=DATA,
    )
    return [NoticeDue(notice=due)]


def _give(account: Account, command: GiveNotice, now: datetime) -> Sequence[Event]:
    """Record that a duty to the player was done: an assessment with its outcome."""
    check_opened(account)
    check_not_own(account, command)
    due = account.notices.due.get(command.number)
    if due is not None and due.duty == ASSESSMENT and command.channel not in OUTCOMES:
        listed = ", ".join(OUTCOMES)
        message = "Say how the assessment ended: {listed}."
        raise Refusal("unknown-outcome", None, message, listed=listed)
    return [give_notice(account.notices, command, now)]


ACCOUNT.decides(GiveNotice, BY_SUPERVISOR, pages=on_pages("duties"))(_give)


@ACCOUNT.evolves(NoticeDue)
def duty_due(account: Account, event: NoticeDue) -> Account:
    return replace(account, notices=due_again(account.notices, event))


@ACCOUNT.evolves(NoticeGiven)
def duty_done(account: Account, event: NoticeGiven) -> Account:
    return replace(account, notices=given_now(account.notices, event))
