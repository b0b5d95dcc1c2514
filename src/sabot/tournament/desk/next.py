"""Next steps of a tournament, and the role that does each."""

import msgspec

from sabot.parts.notices import is_given
from sabot.rules.roles import CAGE, CASINO_OPERATOR
from sabot.tournament.desk.state import (
    AWARDED,
    CALLED,
    CANCELLED,
    CLOSED,
    DRAFTED,
    FINISHED,
    ON,
    OPEN,
    PUBLISHED,
    RUNNING,
    SEATED,
    Contest,
)
from sabot.tournament.purse.prizes import any_owed
from sabot.tournament.sessions.open_questions import lines, open_levels
from sabot.tournament.sessions.session_call import contested


class Next(msgspec.Struct, frozen=True):
    """A command that would be in order, and the role that it is for; "" where tables play."""

    do: str
    by: str


def next_step(contest: Contest) -> Next | None:
    """The next thing to be done; None when nothing is left."""
    if any(each.decision is None for each in contest.disputes.cases.values()):
        return Next("decide-dispute", contest.desk.disputes.first.by)
    if contest.phase == RUNNING:
        return _running(contest)
    return (
        _before(contest) if contest.phase in (DRAFTED, PUBLISHED, OPEN, CLOSED) else _end(contest)
    )


def _before(contest: Contest) -> Next:
    desk = contest.desk
    if not contest.heads:
        return Next("appoint-head", desk.appointed.by)
    if contest.phase == DRAFTED:
        return Next("publish-conditions", CASINO_OPERATOR)
    if desk.told is not None and not is_given(contest.notices, contest.told):
        return Next("give-notice", CASINO_OPERATOR)
    if contest.phase == PUBLISHED:
        return Next("open-entry", CASINO_OPERATOR)
    if contest.schedule is None:
        return Next("set-schedule", desk.head)
    return Next("close-entry" if contest.phase == OPEN else "start-tournament", desk.head)


def _running(contest: Contest) -> Next:
    head, sitting = contest.desk.head, contest.sitting
    if sitting is not None:
        steps = {CALLED: "open-draw", SEATED: "start-session"}
        return Next("count-heat", "") if sitting.state == ON else Next(steps[sitting.state], head)
    is_sealed = bool(contest.draw.digest) and not contest.draw.is_open
    if not contest.orders:
        return Next("call-session" if is_sealed else "seal-draw", head)
    if contested(contest):
        return Next("call-play-off" if is_sealed else "seal-draw", head)
    if any(open_levels(levels, lines(contest)) for levels in contest.orders.values()):
        return Next("place-level", head)
    return Next("announce-session", head)


def _end(contest: Contest) -> Next | None:
    if contest.phase == FINISHED:
        return Next("award-prizes", CASINO_OPERATOR)
    if contest.phase in (AWARDED, CANCELLED) and any_owed(contest):
        return Next("pay-owed", CAGE)
    return None
