"""Anti-money-laundering desk: reports that are due, and alerts that a person decides.

One stream of the casino, which only those who need to know may see: a patron must not learn that
an alert exists.
"""

from functools import partial

from sabot.aml.alerts import AlertDecided, AlertRaised, DayScreened, DecideAlert, ScreenDay
from sabot.aml.stream import AML, Alert, AmlBook
from sabot.aml.thresholds import NoteThreshold, ThresholdNoted
from sabot.engine.kind import WATCHERS, Kind, need_to_know
from sabot.rules.roles import DUTY_MANAGER

KNOWN_TO = frozenset({DUTY_MANAGER, *WATCHERS})
"""Roles that may know of alerts and reports: those that read the whole log, and the duty managers,
who decide."""

AML_KIND = Kind(
    prefix="aml:",
    word="desk",
    rules=AML,
    state=AmlBook,
    empty=lambda name: AmlBook(),
    words=__name__,
    seen=partial(need_to_know, roles=KNOWN_TO),
    whose="desk's",
    refused="This follows from cash that is taken or paid, or from a day that is screened.",
    known_to=KNOWN_TO,
)
AML_STREAM = AML_KIND.stream("casino")

__all__ = [
    "AML",
    "AML_KIND",
    "AML_STREAM",
    "KNOWN_TO",
    "Alert",
    "AlertDecided",
    "AlertRaised",
    "AmlBook",
    "DayScreened",
    "DecideAlert",
    "NoteThreshold",
    "ScreenDay",
    "ThresholdNoted",
]
