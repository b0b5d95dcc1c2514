"""Alerts: what the screening of a day found, and what a person decided about it.

The server screens each day once, when it is over. An alert is closed with a reason, or becomes a
report with its own deadline.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

from sabot.aml.stream import AML, BY_DUTY_MANAGER, Alert, AmlBook, replace, report_due
from sabot.core.refusal import Refusal, quoted
from sabot.engine.declarations import (
    RECORD,
    SERVER_ONLY,
    STAFF_ONLY,
    StaffText,
    on_pages,
    server_fills,
)
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.roles import CASINO_SUPERVISOR

SUSPICION: Final = "suspicion-report"
REPORT_DAYS: Final = "alerts.report_days"
REPORTED, CLOSED = "reported", "closed"
VERDICTS: Final = (REPORTED, CLOSED)
MOST_A_DAY: Final = 500


class ScreenDay(Command, frozen=True, kw_only=True):
    """Record what the screening of a day found, under an edition of the policy."""

    pages = SERVER_ONLY

    day: date
    edition: str
    found: tuple[Alert, ...] = ()


class AlertRaised(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    number: int
    alert: Alert


class DayScreened(Event, frozen=True, kw_only=True):
    """The day was screened under an edition, and so many alerts were raised."""

    basis = RECORD
    sight = STAFF_ONLY

    day: date
    edition: str
    raised: int


@AML.decides(ScreenDay, Leave(None, CASINO_SUPERVISOR))
def screen_day(book: AmlBook, command: ScreenDay, now: datetime) -> Sequence[Event]:
    if book.screened is not None and command.day <= book.screened:
        raise Refusal("screened", None, "This day is screened already.")
    if len(command.found) > MOST_A_DAY:
        raise Refusal("too-many", None, "The screening of one day found too much to be recorded.")
    raised = [
        AlertRaised(number=number, alert=alert)
        for number, alert in enumerate(command.found, book.count + 1)
    ]
    screened = DayScreened(day=command.day, edition=command.edition, raised=len(raised))
    return [*raised, screened]


@AML.evolves(AlertRaised)
def alert_raised(book: AmlBook, event: AlertRaised) -> AmlBook:
    return replace(book, alerts={**book.alerts, event.number: event.alert}, count=event.number)


@AML.evolves(DayScreened)
def day_screened(book: AmlBook, event: DayScreened) -> AmlBook:
    return replace(book, screened=event.day)


class DecideAlert(Command, frozen=True, kw_only=True):
    """Decide about an alert: it is "reported" to the authority, or "closed". The server fills in
    the report's deadline `by`, so many business `days` later."""

    pages = on_pages("alerts")
    server_fields = server_fills("by days")

    number: int
    verdict: str
    reason: StaffText
    by: datetime | None = None
    days: int = 0


class AlertDecided(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    number: int
    alert: Alert
    verdict: str
    reason: StaffText


@AML.decides(DecideAlert, BY_DUTY_MANAGER)
def decide_alert(book: AmlBook, command: DecideAlert, now: datetime) -> Sequence[Event]:
    alert = book.alerts.get(command.number)
    if alert is None:
        message = "No alert {number} waits for a decision."
        raise Refusal("no-alert", None, message, number=command.number)
    if command.verdict not in VERDICTS:
        listed = ", ".join(VERDICTS)
        message = "An alert is {listed}, not {verdict}."
        raise Refusal(
            "unknown-outcome", None, message, listed=listed, verdict=quoted(command.verdict)
        )
    reason = command.reason.strip()
    if not reason:
        raise Refusal("no-reason", None, "Say why: the reason is kept with the alert.")
    decided = AlertDecided(
        number=command.number, alert=alert, verdict=command.verdict, reason=reason
    )
    if command.verdict == CLOSED:
        return [decided]
    about = f"alert {command.number}"
    return [decided, report_due(book, SUSPICION, REPORT_DAYS, about, command.by, command.days)]


@AML.evolves(AlertDecided)
def alert_decided(book: AmlBook, event: AlertDecided) -> AmlBook:
    left = {number: each for number, each in book.alerts.items() if number != event.number}
    return replace(book, alerts=left)
