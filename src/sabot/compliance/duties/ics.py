"""Open duties as a calendar file (RFC 5545)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

from sabot.compliance.duties.entry import DONE
from sabot.compliance.duties.shown import DutyView

LONGEST: Final = 75
"""Maximum bytes of a line."""


def calendar_file(views: Iterable[DutyView], now: datetime) -> str:
    """An event for each, at the moment until which it is in time; at the moment when it began where
    no document counts the minutes."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sabot//Duties//EN", "METHOD:PUBLISH"]
    for view in views:
        if view.status != DONE:
            lines += _event(view, now)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _event(view: DutyView, now: datetime) -> list[str]:
    moment = _stamp(view.due or view.opened)
    clause = f"{view.rulebook} {view.clause}".strip()
    return [
        "BEGIN:VEVENT",
        f"UID:{_text(f'{view.stream}/{view.seq}/{view.clause}/{view.to}')}@sabot",
        f"DTSTAMP:{_stamp(now)}",
        f"DTSTART:{moment}",
        f"DTEND:{moment}",
        f"SUMMARY:{_text(f'{view.name} ({view.to}, {clause})')}",
        f"DESCRIPTION:{_text(f'{view.about} {view.until}. {view.stream}, event {view.seq}.')}",
        f"CATEGORIES:{view.status.upper()}",
        "TRANSP:TRANSPARENT",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{_text(view.name)}",
        "TRIGGER:-PT30M",
        "END:VALARM",
        "END:VEVENT",
    ]


def _stamp(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    """
    >>> print(_text("one, two; three"))
    one\\, two\\; three
    """
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return "".join(each if each.isprintable() else " " for each in text)


def _folded(line: str) -> Iterator[str]:
    """Fold a line that is too long, never within a letter."""
    part, size = "", 0
    for letter in line:
        width = len(letter.encode())
        if size + width > LONGEST:
            yield part
            part, size = " ", 1
        part, size = part + letter, size + width
    yield part
