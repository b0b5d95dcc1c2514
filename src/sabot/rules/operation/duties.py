"""Duties as a table: who tells or does what, to whom, from when, until when, and what fulfils it.

A document's rows are in `duties.tsv` of its folder. Events are told apart by their names, by a
field of theirs (`review-asked#number`) and by what else has to be so: `[told~inspector]`.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from sabot.core.record import record
from sabot.rules.irregularities.irregularity import BEFOREHAND, UNTIMED

REASONABLE: Final = "within a reasonable time"
PRIOR_NOTICE: Final = "prior notice"
OPEN_ENDED: Final = UNTIMED | {REASONABLE}
"""No document counts the minutes of these."""
MINUTES: Final = re.compile(r"(\d+) minutes before")
NOTICE_DUE, NOTICE_GIVEN = "notice-due", "notice-given"

_SIGHT: Final = re.compile(r"([!^?]?)([a-z-]+)(?:#([a-z_.]+))?(?:\[([^\]]*)\])?")
_SO: Final = re.compile(r"([a-z_.]+)([=~!])(.*)")
EQUALS, HAS, IS_NOT = "=", "~", "!"


@record(frozen=True, slots=True)
class EventSight:
    """An event by its name. `key`: the field that tells one such thing from another; `so`: fields
    that are, are not, or hold something."""

    event: str
    key: str = ""
    so: tuple[tuple[str, str, str], ...] = ()

    def fits(self, fields: Mapping[str, Any]) -> bool:
        """Return True if the fields of an event of that name match."""
        return all(_holds(value_at(fields, name), how, what) for name, how, what in self.so)

    def key_in(self, fields: Mapping[str, Any]) -> str:
        return plain(value_at(fields, self.key)) if self.key else ""


def _holds(value: object, how: str, what: str) -> bool:
    if how == HAS:
        if not isinstance(value, list | tuple | dict):
            return False
        return what in value or what.replace("_", " ") in value
    return (plain(value) == what) == (how == EQUALS)


def plain(value: object) -> str:
    """A field of an event as a row has it.

    >>> plain(True), plain(7), plain(None)
    ('true', '7', '')
    """
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def value_at(fields: Mapping[str, Any], path: str) -> Any:
    """The field at the end of a path; None where there is none.

    >>> value_at({"sign": {"kind": "close"}}, "sign.kind")
    'close'
    """
    found: Any = fields
    for name in path.split("."):
        found = found.get(name) if isinstance(found, dict) else None
    return found


def sight(text: str) -> EventSight:
    """
    >>> sight("review-asked#number")
    EventSight(event='review-asked', key='number', so=())
    >>> sight("sign-posted[sign.kind=close]").so
    (('sign.kind', '=', 'close'),)
    """
    read = _SIGHT.fullmatch(text)
    assert read is not None, text
    parts = [_SO.fullmatch(each) for each in (read[4] or "").split(",") if each]
    return EventSight(read[2], read[3] or "", tuple((so[1], so[2], so[3]) for so in parts if so))


@record(frozen=True, slots=True)
class DutyRow:
    """A duty of one document. `name` is the same in every document that has it.

    `since`: the event that starts its clock, `until`: its time, both in words; `opened` and `done`
    are the events that start and fulfil it, `dropped` those that cancel it. `strict`: a sign's
    announcement needs it even at an empty table, so that before its time it is late. `missed`:
    events by which it should have been done, where no time is stated.
    """

    rulebook: str
    name: str
    clause: str
    who: str
    to: str
    since: str
    until: str
    opened: tuple[EventSight, ...]
    done: tuple[EventSight, ...]
    dropped: tuple[EventSight, ...] = ()
    strict: bool = False
    missed: tuple[EventSight, ...] = ()
    edition: str = ""

    @property
    def document(self) -> str:
        """Return the document of the row, with the edition where that is known."""
        return document(self.rulebook, self.edition)

    @property
    def by_notice(self) -> bool:
        """Return True if the duty is a notice, which has a number and a time of its own."""
        return any(each.event == NOTICE_DUE for each in self.opened)

    @property
    def beforehand(self) -> bool:
        return self.until == BEFOREHAND

    @property
    def minutes(self) -> int | None:
        """Return the minutes that a sign stands before the change that it announces; None without a
        sign."""
        if self.until == PRIOR_NOTICE:
            return 0
        found = MINUTES.fullmatch(self.until)
        return None if found is None else int(found[1])


def document(rulebook: str, edition: str) -> str:
    """Return the name of a document's edition.

    >>> document("star-baccarat", "version 4")
    'star-baccarat@version 4'
    """
    return f"{rulebook}@{edition}" if edition else rulebook


def duty_row(rulebook: str, line: str, edition: str = "") -> DutyRow:
    """Parse a line of `duties.tsv`."""
    name, clause, who, to, since, until, opened, done = line.split("\t")
    ends = done.split()
    return DutyRow(
        rulebook,
        name,
        clause,
        who,
        to,
        since,
        until,
        opened=tuple(map(sight, opened.split())),
        done=tuple(sight(each) for each in ends if not each.startswith(("!", "?"))),
        dropped=tuple(sight(each) for each in ends if each.startswith("!")),
        strict=any(each.startswith("^") for each in ends),
        missed=tuple(sight(each) for each in ends if each.startswith("?")),
        edition=edition,
    )
