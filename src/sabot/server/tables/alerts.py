"""Alerts over HTTP, for those who need to know: what waits, and what a person decides."""

from datetime import date
from typing import Annotated, Final

import msgspec

from sabot.aml import AML_STREAM, KNOWN_TO, Alert, AlertDecided, AmlBook, DecideAlert
from sabot.engine.streams import read_line
from sabot.floor.kinds import AML_DESKS
from sabot.policies import terms_at
from sabot.rules.roles import DUTY_MANAGER
from sabot.server.casino import Casino
from sabot.server.http.routes import Asked, Hears, Reply, Route, via_of
from sabot.server.tables.policy import book_of
from sabot.server.tables.tables import DoneCommand, answered

LOOKED_AT: Final = 200
"""Newest events of the desk that are read for decisions."""
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Number = Annotated[int, msgspec.Meta(ge=1, le=2**53)]


class AlertView(msgspec.Struct, frozen=True):
    """An alert that waits, or was decided: by whom, with which verdict and why."""

    number: int
    alert: Alert
    verdict: str = ""
    reason: str = ""
    by: str = ""


class AlertsPage(msgspec.Struct, frozen=True):
    """Alerts that wait, and the newest that were decided. `screened` is the last day that was
    screened, `policy` the edition in force, `days` the business days for a report."""

    waiting: list[AlertView]
    decided: list[AlertView]
    screened: date | None
    policy: str | None
    days: int | None


class AlertVerdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision about an alert: "reported" or "closed", and why."""

    id: Text
    number: Number
    verdict: Text
    reason: Text


async def alerts(asked: Asked) -> AlertsPage:
    return await asked.casino.work(_page, asked.casino)


def _page(casino: Casino) -> AlertsPage:
    book: AmlBook = casino.floor.catch_up(AML_DESKS, AML_DESKS.name(AML_STREAM))
    terms = terms_at(book_of(casino), casino.clock())
    decided = []
    for stored in casino.store.read(AML_STREAM, max(0, book.version - LOOKED_AT)):
        event = AML_DESKS.rules.read_event(stored.line)
        if isinstance(event, AlertDecided):
            by = read_line(stored.line).by
            view = AlertView(event.number, event.alert, event.verdict, event.reason, by)
            decided.append(view)
    return AlertsPage(
        waiting=[AlertView(number, each) for number, each in book.alerts.items()],
        decided=decided[::-1],
        screened=book.screened,
        policy=None if terms is None else terms.edition,
        days=None if terms is None else terms.alerts_report_days,
    )


async def decide(asked: Asked) -> Reply:
    said: AlertVerdict = asked.body
    command = DecideAlert(
        id=said.id,
        actor=asked.person.name,
        role=asked.person.role,
        via=via_of(asked.person),
        stream=AML_STREAM,
        number=said.number,
        verdict=said.verdict,
        reason=said.reason,
    )
    return await answered(asked, await asked.casino.do("", command), AML_DESKS)


ROUTES = (
    Route("GET", "/api/alerts", KNOWN_TO, alerts, "Alerts, for those who need to know.",
          gives=AlertsPage),
    Route("POST", "/api/alerts", frozenset({DUTY_MANAGER}), decide,
          "A decision about an alert: it becomes a report, or is closed.",
          takes=AlertVerdict, gives=DoneCommand,
          hears=(Hears(AML_DESKS, frozenset({DecideAlert})),)),
)  # fmt: skip
