"""The tournament's file for the regulator, read off the log: conditions by version, notices,
entries, seats with their proof, session sheets, places and prizes."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec

from sabot.core.money import cash
from sabot.engine.streams import Event, read_line
from sabot.parts.draw import Draw, DrawOpened, DrawSealed, EntriesClosed, verify
from sabot.parts.notices import DueNotice, NoticeDue, NoticeGiven
from sabot.sentences.words import told
from sabot.tournament.desk.kind import TOURNAMENT_KIND
from sabot.tournament.desk.publication import ConditionsPublished, HeadAppointed, TournamentDrafted
from sabot.tournament.entries.desk_records import EntryCorrected
from sabot.tournament.entries.registration import TournamentEntered
from sabot.tournament.purse.cancellation import TournamentCancelled
from sabot.tournament.purse.payments import OwedPaid
from sabot.tournament.purse.prizes import PrizesAwarded
from sabot.tournament.sessions.placements import LevelPlaced, PlacesAnnounced, SessionAnnounced
from sabot.tournament.sessions.session_call import SeatsAllotted, SessionCalled
from sabot.tournament.sessions.session_play import TableCounted

RULES = TOURNAMENT_KIND.rules
NOTHING = "nothing to report"


class Version(msgspec.Struct, frozen=True):
    number: int
    at: datetime
    by: str
    digest: str
    conditions: dict[str, Any]


class SeatingRecord(msgspec.Struct, frozen=True):
    """A session's seats, and the proof: the digest that was published before, the list that was
    closed, the secret that was opened, and whether they fit."""

    number: int
    session: int
    stage: str
    at: datetime
    seats: dict[str, dict[int, str]]
    digest: str
    beacon: str
    entries: tuple[str, ...]
    secret: str
    value: str
    order: tuple[int, ...]
    proven: bool


class TableSheet(msgspec.Struct, frozen=True):
    """A table's count: chips in cents, eliminations, chips issued, returned and missing; the order,
    best first. `place_by_box` has the place of each box, for the seat-order report."""

    number: int
    table: str
    at: datetime
    standing: dict[str, int]
    out: tuple[Any, ...]
    disqualified: dict[str, str]
    issued: int
    won: int
    returned: int
    missing: int
    order: tuple[tuple[str, ...], ...]
    place_by_box: dict[int, int]


class NoticeRecord(msgspec.Struct, frozen=True):
    to: str
    about: str
    clause: str
    given: datetime | None


class File(msgspec.Struct, frozen=True):
    """All of it. `sentences` has every event as people read it."""

    tournament: str
    title: str
    rulebook: str
    edition: str
    heads: list[str]
    conditions: list[Version]
    notices: list[NoticeRecord]
    entries: list[dict[str, Any]]
    seats: list[SeatingRecord]
    sheets: list[TableSheet]
    decisions: list[dict[str, Any]]
    results: list[dict[str, Any]]
    places: list[list[str]]
    pool: int
    commission: int
    prizes: dict[str, int]
    paid: dict[str, int]
    cancelled: str | None
    sentences: list[str]


class _Reader:
    """Collect the parts of each event that go on file."""

    def __init__(self) -> None:
        self.head: TournamentDrafted | None = None
        self.heads: list[str] = []
        self.versions: list[Version] = []
        self.due: dict[int, tuple[DueNotice, datetime | None]] = {}
        self.entries: list[dict[str, Any]] = []
        self.called: SessionCalled | None = None
        self.draw, self.opened = Draw(), DrawOpened(number=0, secret="", value="", order=())
        self.seats: list[SeatingRecord] = []
        self.sheets: list[TableSheet] = []
        self.decisions: list[dict[str, Any]] = []
        self.results: list[dict[str, Any]] = []
        self.places: list[list[str]] = []
        self.awarded: PrizesAwarded | None = None
        self.paid: dict[str, int] = {}
        self.cancelled: str | None = None
        self.sentences: list[str] = []

    def take(self, event: Event, at: datetime, by: str) -> None:
        match event:
            case TournamentDrafted():
                self.head = event
            case HeadAppointed():
                self.heads.append(f"{event.person} ({event.licence})")
            case ConditionsPublished():
                self.versions.append(Version(event.number, at, by, event.digest, event.conditions))
            case NoticeDue():
                self.due[event.notice.number] = event.notice, None
            case NoticeGiven():
                self.due[event.number] = self.due[event.number][0], event.given
            case TournamentEntered():
                said = msgspec.to_builtins(event)
                kept = ("number", "player", "conditions", "form", "copy_given", "agreed", "method")
                self.entries.append({"at": at, **{key: said[key] for key in kept}})
            case EntryCorrected():
                self._correct(event)
            case LevelPlaced():
                self.decisions.append(msgspec.to_builtins(event))
            case SessionAnnounced():
                self.results.append(msgspec.to_builtins(event))
            case PlacesAnnounced():
                self.places = [list(each) for each in event.places]
            case PrizesAwarded():
                self.awarded = event
            case OwedPaid():
                for name, amount in event.paid.items():
                    self.paid[name] = self.paid.get(name, 0) + amount
            case TournamentCancelled():
                self.cancelled = event.reason
            case _:
                self._session(event, at)

    def _correct(self, event: EntryCorrected) -> None:
        """Put a correction into the newest entry of its player."""
        entry = next(e for e in reversed(self.entries) if e["player"] == event.player)
        corrected = {"form": event.form, "copy_given": event.copy_given}
        entry |= {key: text for key, text in corrected.items() if text}

    def _session(self, event: Event, at: datetime) -> None:
        match event:
            case SessionCalled():
                self.called = event
            case DrawSealed():
                self.draw = Draw(event.number, event.digest, event.beacon)
            case EntriesClosed():
                self.draw = msgspec.structs.replace(self.draw, entries=event.entries)
            case DrawOpened():
                self.opened = event
            case SeatsAllotted():
                self.seats.append(self._seating(event, at))
            case TableCounted():
                self.sheets.append(self._sheet(event, at))

    def _seating(self, event: SeatsAllotted, at: datetime) -> SeatingRecord:
        assert self.called is not None
        opened = self.opened
        return SeatingRecord(
            number=event.number,
            session=self.called.session,
            stage=self.called.stage,
            at=at,
            seats=event.seats,
            digest=self.draw.digest,
            beacon=self.draw.beacon,
            entries=self.draw.entries,
            secret=opened.secret,
            value=opened.value,
            order=opened.order,
            proven=verify(self.draw, opened.secret, opened.value, opened.order),
        )

    def _sheet(self, event: TableCounted, at: datetime) -> TableSheet:
        sheet = event.sheet
        seats = next((e.seats.get(event.table, {}) for e in self.seats[::-1]), {})
        return TableSheet(
            number=event.number,
            table=event.table,
            at=at,
            standing=sheet.standing,
            out=tuple(msgspec.to_builtins(each) for each in sheet.out),
            disqualified=sheet.disqualified,
            issued=sheet.issued,
            won=sheet.won,
            returned=sheet.returned,
            missing=sheet.missing,
            order=tuple(each.names for each in event.order),
            place_by_box=_places(event, seats),
        )


def _places(event: TableCounted, seats: dict[int, str]) -> dict[int, int]:
    places: dict[str, int] = {}
    for level in event.order:
        place = len(places) + 1
        places |= dict.fromkeys(level.names, place)
    return {box: places[name] for box, name in sorted(seats.items()) if name in places}


def file_of(name: str, lines: Iterable[bytes]) -> File:
    """The file of a tournament from its events, as the log keeps them."""
    reader = _Reader()
    for text in lines:
        line, event = read_line(text), RULES.read_event(text)
        reader.take(event, line.at, line.by)
        fields: dict[str, Any] = msgspec.json.decode(text)
        said = told(line.what, {**fields, "who": line.by})
        reader.sentences.append(f"{line.at:%Y-%m-%d %H:%M} {said.en}")
    head, awarded = reader.head, reader.awarded
    return File(
        tournament=name,
        title="" if head is None else head.title,
        rulebook="" if head is None else head.rulebook,
        edition="" if head is None else head.edition,
        heads=reader.heads,
        conditions=reader.versions,
        notices=[
            NoticeRecord(due.to, due.about, due.clause, given) for due, given in reader.due.values()
        ],
        entries=reader.entries,
        seats=reader.seats,
        sheets=reader.sheets,
        decisions=reader.decisions,
        results=reader.results,
        places=reader.places,
        pool=0 if awarded is None else awarded.pool,
        commission=0 if awarded is None else awarded.commission,
        prizes={} if awarded is None else awarded.won,
        paid=reader.paid,
        cancelled=reader.cancelled,
        sentences=reader.sentences,
    )


def seat_order(file: File) -> dict[int, tuple[int, float]]:
    """The seat-order report: how often each box was dealt in, and its mean place."""
    found: dict[int, list[int]] = {}
    for sheet in file.sheets:
        for box, place in sheet.place_by_box.items():
            found.setdefault(box, []).append(place)
    return {box: (len(each), sum(each) / len(each)) for box, each in sorted(found.items())}


def as_text(file: File) -> str:
    """The file for people."""
    lines = [f"{file.title} ({file.tournament}), {file.rulebook} {file.edition}", ""]
    lines += _part("Run by", file.heads)
    lines += _part(
        "Conditions", [f"version {e.number}, {e.at:%Y-%m-%d}, {e.digest}" for e in file.conditions]
    )
    lines += _part("Notices", [_notice(each) for each in file.notices])
    lines += _part("Entries", [f"{e['number']} {e['player']}" for e in file.entries])
    for seating in file.seats:
        proof = "proven" if seating.proven else "NOT PROVEN"
        named = f"Seats of session {seating.number} ({seating.stage}, {proof}, {seating.digest})"
        rows = [
            f"{table}: " + ", ".join(f"{box} {name}" for box, name in boxes.items())
            for table, boxes in seating.seats.items()
        ]
        lines += _part(named, rows)
    lines += _part("Sheets", [_sheet_line(each) for each in file.sheets])
    order = seat_order(file)
    lines += _part(
        "Seat order", [f"box {b}: {n} times, mean place {m:.2f}" for b, (n, m) in order.items()]
    )
    lines += _part("Places", [f"{n}. {', '.join(e)}" for n, e in enumerate(file.places, 1)])
    lines += _part("Prizes", [f"{name} {cash(each)}" for name, each in file.prizes.items()])
    lines += [f"Pool {cash(file.pool)}, commission {cash(file.commission)}", ""]
    lines += _part("Everything", file.sentences)
    return "\n".join(lines)


def _part(title: str, rows: list[str]) -> list[str]:
    return [title, *(f"  {each}" for each in rows or [NOTHING]), ""]


def _notice(notice: NoticeRecord) -> str:
    when = f"{notice.given:%Y-%m-%d %H:%M}" if notice.given else "not given"
    return f"{notice.to}: {notice.about} ({notice.clause}), {when}"


def _sheet_line(sheet: TableSheet) -> str:
    best = "; ".join(" = ".join(each) for each in sheet.order)
    gone = f", missing {cash(sheet.missing)}" if sheet.missing else ""
    return (
        f"session {sheet.number}, {sheet.table}: {best} (issued {cash(sheet.issued)}, returned"
        f" {cash(sheet.returned)}{gone})"
    )
