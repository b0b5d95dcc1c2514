"""Gaming time of a player over all tables, and the rest that follows from it under a policy.

A player is at one table at a time, in the whole casino, so the account alone knows how long they
have played. What the policy says of a visit's length is worked out when the visit begins, and told
to the table, which takes no wager after it. When it is reached, the server asks for an assessment
by staff or sends the player away to rest; at the latest that is done as the visit ends.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from sabot.accounts.days import moment, zone_of
from sabot.accounts.state import MOST_PERIODS, Account, Rest, Stay
from sabot.accounts.stream import ACCOUNT, BY_SUPERVISOR, check_opened, replace
from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import (
    RECORD,
    SERVER_ONLY,
    STAFF_ONLY,
    Topic,
    in_topics,
    server_fills,
)
from sabot.engine.streams import Command, Event
from sabot.parts.notices import DueNotice, NoticeDue
from sabot.policies.play_time import Period, PlayDeadlines, began, reached_at
from sabot.policies.rules import LONGEST_WINDOW, PolicyTerms
from sabot.rules.irregularities.irregularity import AT_ONCE
from sabot.rules.roles import CASINO_SUPERVISOR

ASSESSMENT: Final = "play-assessment"
ASSESSED_AFTER: Final = "play.assessed_hours"
SUSPENDED: Final = "suspension.least_hours"
"""Name of the duty and keys of the rules, as events name them."""


# Deadlines of a visit


def deadlines(account: Account, terms: PolicyTerms | None, since: datetime) -> PlayDeadlines | None:
    """Return what a policy and the player's own suspension say of a visit since then."""
    known = terms or PolicyTerms("")
    stops = [
        (reached_at(account.periods, since, bar.most, bar.window), bar.rule)
        for bar in known.play_bars
    ]
    if account.suspension is not None and account.suspension.until > since:
        stops.append((account.suspension.since, SUSPENDED))
    stop, rule = min(stops, default=(None, ""))
    found = PlayDeadlines(known.edition, _assessed_at(account, known, since), stop, rule)
    return None if found == PlayDeadlines() else found


def _assessed_at(account: Account, terms: PolicyTerms, since: datetime) -> datetime | None:
    """Return when staff assess the player, once in a continuous play."""
    if terms.play_assessed_hours is None or terms.play_break_minutes is None:
        return None
    start = began(account.periods, since, timedelta(minutes=terms.play_break_minutes))
    if start == account.assessed:
        return None
    return max(since, start + timedelta(hours=terms.play_assessed_hours))


def period_until(account: Account, now: datetime) -> Period | None:
    """Return the period of play that ends now; None where its beginning is not on record."""
    stay = account.stay
    return None if stay is None or stay.since is None else Period(stay.since, moment(account, now))


def with_period(periods: tuple[Period, ...], new: Period | None) -> tuple[Period, ...]:
    """Add a period, and drop those before the longest window of a policy."""
    if new is None:
        return periods
    return (*(each for each in periods if new.end - each.end < LONGEST_WINDOW), new)


# Bars


def is_resting(account: Account, terms: PolicyTerms | None, now: datetime) -> bool:
    """Return whether the player rests, as the policy in force asks."""
    rest = account.rest
    if rest is None or terms is None or moment(account, now) >= rest.until:
        return False
    return any(bar.rule == rest.rule for bar in terms.play_bars)


def is_suspended(account: Account, now: datetime) -> bool:
    """Return whether the player's own suspension holds."""
    return account.suspension is not None and moment(account, now) < account.suspension.until


def check_not_suspended(account: Account, now: datetime) -> None:
    """Reject play, and money for it, before a suspension ends."""
    if is_suspended(account, now):
        assert account.suspension is not None
        message = "{player} has suspended their play until {until}."
        raise Refusal(
            "suspended", None, message, player=named(account.player),
            until=told_at(account, account.suspension.until),
        )  # fmt: skip


def check_may_play(account: Account, terms: PolicyTerms | None, now: datetime) -> None:
    """Reject play before a suspension or a rest ends, and more visits than an account counts."""
    check_not_suspended(account, now)
    if is_resting(account, terms, now):
        assert account.rest is not None
        message = "{player} has played for so long that they rest until {until}."
        raise Refusal(
            "resting", None, message, player=named(account.player),
            until=told_at(account, account.rest.until),
        )  # fmt: skip
    recent = [each for each in account.periods if now - each.end < LONGEST_WINDOW]
    if len(recent) >= MOST_PERIODS:
        message = "{player} has come to tables {most} times in two weeks: wait until tomorrow."
        raise Refusal(
            "too-many-visits", None, message, player=named(account.player), most=MOST_PERIODS
        )


def told_at(account: Account, when: datetime) -> str:
    """Return a moment as a refusal tells it, in the casino's zone."""
    return f"{when.astimezone(zone_of(account.zone)):%d %B %Y, %H:%M:%S}".lstrip("0")


# What is reached


class AssessmentAsked(Event, frozen=True, kw_only=True):
    """Staff assess the player after continuous play since `since`; the notice says by when."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.LIMIT_MET)

    since: datetime
    edition: str


class RestBegun(Event, frozen=True, kw_only=True):
    """The player rests until `until`: the time of play that `rule` names was reached at
    `reached`."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.LIMIT_MET)

    rule: str
    reached: datetime
    until: datetime
    edition: str


class VisitTimed(Event, frozen=True, kw_only=True):
    """Another policy is in force, or the player is assessed: what holds for the visit now. `since`:
    when its play began, or its record of it."""

    basis = RECORD
    sight = STAFF_ONLY

    since: datetime
    play: PlayDeadlines | None


class NotePlay(Command, frozen=True, kw_only=True):
    """Note what a player's time of play has reached, or what another policy says of it. The server
    sends it as time goes on, and fills in the `terms` of the policy in force."""

    pages = SERVER_ONLY
    server_fields = server_fills("terms")

    terms: PolicyTerms | None = None


def play_reached(
    account: Account, terms: PolicyTerms | None, now: datetime
) -> Iterator[AssessmentAsked | NoticeDue | RestBegun]:
    """Yield what the time of play has reached by now, if it is not noted already. A rest counts
    from the last moment of play."""
    stay = account.stay
    if stay is None or stay.since is None or terms is None:
        return
    at = moment(account, now)
    said = deadlines(account, terms, stay.since) or PlayDeadlines()
    if said.assess is not None and said.assess <= at:
        assert terms.play_break_minutes is not None
        rest = timedelta(minutes=terms.play_break_minutes)
        since = began(account.periods, stay.since, rest)
        yield AssessmentAsked(since=since, edition=terms.edition)
        due = DueNotice(
            number=account.notices.count + 1,
            to=CASINO_SUPERVISOR,
            clause=ASSESSED_AFTER,
            about=f"the long play of {account.player}",
            by=at,
            deadline=AT_ONCE,
            duty=ASSESSMENT,
        )
        yield NoticeDue(notice=due)
    found = [
        (at + bar.rest, bar.rule, reached)
        for bar in terms.play_bars
        if (reached := reached_at(account.periods, stay.since, bar.most, bar.window)) <= at
    ]
    if found:
        until, rule, reached = max(found)
        if account.rest is None or until > account.rest.until:
            yield RestBegun(rule=rule, reached=reached, until=until, edition=terms.edition)


def is_due(stay: Stay, rest: Rest | None, edition: str, now: datetime) -> bool:
    """Return whether the server has something to note about a visit."""
    said = stay.play or PlayDeadlines()
    if said.edition != edition:
        return True
    if said.assess is not None and said.assess <= now:
        return True
    if said.stop is None or said.stop > now or said.rule == SUSPENDED:
        return False
    return rest is None or rest.until <= said.stop


@ACCOUNT.decides(NotePlay, BY_SUPERVISOR)
def note_play(account: Account, command: NotePlay, now: datetime) -> Sequence[Event]:
    check_opened(account)
    stay = account.stay
    if stay is None:
        raise Refusal("no-visit", None, "The player is at no table.")
    events: list[Event] = list(play_reached(account, command.terms, now))
    after = account
    for each in events:
        after = ACCOUNT.evolve(after, each, now)
    since = stay.since or moment(account, now)
    play = deadlines(after, command.terms, since)
    if play != stay.play or stay.since is None:
        events.append(VisitTimed(since=since, play=play))
    if not events:
        raise Refusal("nothing-due", None, "The player's time of play has reached nothing new.")
    return events


@ACCOUNT.evolves(AssessmentAsked)
def assessment_asked(account: Account, event: AssessmentAsked) -> Account:
    return replace(account, assessed=event.since)


@ACCOUNT.evolves(RestBegun)
def rest_begun(account: Account, event: RestBegun) -> Account:
    return replace(account, rest=Rest(event.rule, event.until))


@ACCOUNT.evolves(VisitTimed)
def visit_timed(account: Account, event: VisitTimed) -> Account:
    stay = account.stay
    assert stay is not None
    return replace(account, stay=replace(stay, since=event.since, play=event.play))
