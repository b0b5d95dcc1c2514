"""The tournament's file, laid out as `sabot tournament file` has it, with the events of it all."""

from datetime import datetime
from typing import Final

from sabot.compliance.reports.files.stream import StreamLog, fact, facts, happened, yes
from sabot.compliance.reports.records import Records
from sabot.compliance.reports.sheet import (
    PLAYER,
    TABLE,
    TIME,
    WHO,
    Section,
    SheetCell,
    SheetColumn,
    figure,
    people,
    section,
    words,
)
from sabot.compliance.tournaments.file import File, file_of, seat_order
from sabot.core.money import cash
from sabot.floor.kinds import TOURNAMENTS
from sabot.rulebooks import RULEBOOKS
from sabot.sentences.names import person
from sabot.sentences.words import fixed

SESSION: Final = SheetColumn("Session", "count")
VERSION: Final = SheetColumn("Version", "count")
ENTRIES: Final = (
    SheetColumn("Entry", "count"), TIME, PLAYER, VERSION,
    SheetColumn("Copy given"), SheetColumn("Agreed"), SheetColumn("Paid by"),
)  # fmt: skip
SEATS: Final = (
    SESSION, SheetColumn("Stage"), TIME, TABLE, SheetColumn("Box and player"),
    SheetColumn("Proven"), SheetColumn("Sealed before as"),
)  # fmt: skip
SHEETS: Final = (
    SESSION, TABLE, TIME, SheetColumn("Order, best first"),
    SheetColumn("Issued", "money"), SheetColumn("Returned", "money"),
    SheetColumn("Missing", "money"), SheetColumn("Disqualified"),
)  # fmt: skip
BOXES: Final = (
    SheetColumn("Box", "count"), SheetColumn("Times", "count"),
    SheetColumn("Mean place"),
)  # fmt: skip
PLACES: Final = (
    SheetColumn("Place", "count"), PLAYER, SheetColumn("Prize", "money"),
    SheetColumn("Paid", "money"),
)  # fmt: skip


def of_tournament(records: Records, name: str, since: datetime, until: datetime) -> list[Section]:
    log = StreamLog(records, TOURNAMENTS, name, since, until)
    lines = (records.store.line(log.stream, each.seq) for each in log.every)
    file = file_of(name, [line for line in lines if line is not None])
    return [
        _head(file, log),
        section("Conditions", (VERSION, TIME, WHO, SheetColumn("Digest")), [
            [figure(each.number, [event.ref]), figure(each.at), people(each.by),
             figure(each.digest)]
            for each, event in zip(file.conditions, log.of("conditions-published"), strict=True)
        ]),
        section("Entries", ENTRIES, _entries(file, log)),
        section("Seats, as they were drawn", SEATS, _seats(file, log)),
        section("Counts of the tables", SHEETS, _sheets(file, log)),
        section("Seat order", BOXES, [
            [figure(box), figure(times, log.refs("table-counted")), figure(f"{mean:.2f}")]
            for box, (times, mean) in seat_order(file).items()
        ]),
        section("Places and prizes", PLACES, _places(file, log)),
        *happened(log),
    ]  # fmt: skip


def _head(file: File, log: StreamLog) -> Section:
    book, awarded = RULEBOOKS.get(file.rulebook), log.refs("prizes-awarded")
    game = file.rulebook if book is None else book.title
    drafted = log.refs("tournament-drafted")
    return facts("Tournament", [
        fact("Title", figure(file.title, drafted)),
        fact("Game", figure(f"{game}, {file.edition}" if game else "", drafted)),
        fact("Run by", figure(_heads(log), log.refs("head-appointed"))),
        fact("Entries",
             figure(str(len(file.entries)), log.refs("tournament-entered"))),
        fact("Pool", _money(file.pool, log) if awarded else figure("")),
        fact("Commission", _money(file.commission, log) if awarded else figure("")),
        fact("Cancelled", figure(file.cancelled, log.refs("tournament-cancelled"))),
    ])  # fmt: skip


def _heads(log: StreamLog) -> str:
    named = (each.fields for each in log.of("head-appointed"))
    return ", ".join(f"{person(each['person'])} ({each['licence']})" for each in named)


def _money(amount: int, log: StreamLog) -> SheetCell:
    return figure(cash(amount), log.refs("prizes-awarded"))


def _entries(file: File, log: StreamLog) -> list[list[SheetCell]]:
    return [
        [figure(each["number"], [event.ref]), figure(each["at"]), people(each["player"]),
         figure(each["conditions"]), figure(each["copy_given"]), figure(each["agreed"] or ""),
         figure(each["method"])]
        for each, event in zip(file.entries, log.of("tournament-entered"), strict=True)
    ]  # fmt: skip


def _seats(file: File, log: StreamLog) -> list[list[SheetCell]]:
    found = []
    for each, event in zip(file.seats, log.of("seats-allotted"), strict=True):
        for table, boxes in each.seats.items():
            seated = ", ".join(f"{box} {person(name)}" for box, name in boxes.items())
            found.append(
                [figure(each.number, [event.ref]), _stage(each.stage), figure(each.at),
                 figure(table), figure(seated), yes(each.proven, log.refs("draw-opened")),
                 figure(each.digest)]
            )  # fmt: skip
    return found


def _stage(stage: str) -> SheetCell:
    return words(fixed(stage))


def _sheets(file: File, log: StreamLog) -> list[list[SheetCell]]:
    return [
        [figure(each.number, [event.ref]), figure(each.table), figure(each.at),
         figure("; ".join(" = ".join(map(person, level)) for level in each.order)),
         figure(each.issued), figure(each.returned), figure(each.missing),
         people(*each.disqualified)]
        for each, event in zip(file.sheets, log.of("table-counted"), strict=True)
    ]  # fmt: skip


def _places(file: File, log: StreamLog) -> list[list[SheetCell]]:
    found, place = [], 1
    announced, awarded = log.refs("places-announced"), log.refs("prizes-awarded")
    for level in file.places:
        found += [
            [figure(place, announced), people(name), figure(file.prizes.get(name, 0), awarded),
             figure(file.paid.get(name, 0), log.refs("owed-paid"))]
            for name in level
        ]  # fmt: skip
        place += len(level)
    return found
