"""Anti-money-laundering desk: reports to the authority that are due.

One stream of the casino, which only those who need to know may see.
"""

from functools import partial

from sabot.aml.stream import AML, AmlBook
from sabot.aml.thresholds import NoteThreshold, ThresholdNoted
from sabot.engine.kind import WATCHERS, Kind, need_to_know
from sabot.rules.roles import DUTY_MANAGER

KNOWN_TO = frozenset({DUTY_MANAGER, *WATCHERS})
"""Roles that may know of reports: those that read the whole log, and who hands reports in."""

AML_KIND = Kind(
    prefix="aml:",
    word="desk",
    rules=AML,
    state=AmlBook,
    empty=lambda name: AmlBook(),
    words=__name__,
    seen=partial(need_to_know, roles=KNOWN_TO),
    whose="desk's",
    refused="This follows from cash that is taken or paid.",
    known_to=KNOWN_TO,
)
AML_STREAM = AML_KIND.stream("casino")

__all__ = [
    "AML",
    "AML_KIND",
    "AML_STREAM",
    "KNOWN_TO",
    "AmlBook",
    "NoteThreshold",
    "ThresholdNoted",
]
