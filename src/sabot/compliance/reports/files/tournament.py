"""The tournament's file, laid out as `sabot tournament file` has it, with the events of it all."""

from datetime import datetime
from typing import Final

from sabot.compliance.reports.files.stream import Log, fact, facts, happened, yes
from sabot.compliance.reports.records import Records
from sabot.compliance.reports.sheet import (
    PLAYER,
    TABLE,
    TIME,
    WHO,
    Cell,
    Column,
    Section,
    figure,
    section,
    words,
)
from sabot.compliance.tournaments import File, file_of, seat_order
from sabot.compliance.words import Told
from sabot.kinds import TOURNAMENTS
from sabot.money import cash
from sabot.rulebooks import RULEBOOKS

SESSION: Final = Column("Session", "節次", "count")
VERSION: Final = Column("Version", "版本", "count")
ENTRIES: Final = (
    Column("Entry", "參賽號", "count"), TIME, PLAYER, VERSION,
    Column("Copy given", "已給副本"), Column("Agreed", "同意書"), Column("Paid by", "繳費方式"),
)  # fmt: skip
SEATS: Final = (
    SESSION, Column("Stage", "階段"), TIME, TABLE, Column("Box and player", "箱位與玩家"),
    Column("Proven", "已證實"), Column("Sealed before as", "事前封存摘要"),
)  # fmt: skip
SHEETS: Final = (
    SESSION, TABLE, TIME, Column("Order, best first", "名次（由高至低）"),
    Column("Issued", "發出", "money"), Column("Returned", "交回", "money"),
    Column("Missing", "缺失", "money"), Column("Disqualified", "取消資格"),
)  # fmt: skip
BOXES: Final = (
    Column("Box", "箱位", "count"), Column("Times", "次數", "count"),
    Column("Mean place", "平均名次"),
)  # fmt: skip
PLACES: Final = (
    Column("Place", "名次", "count"), PLAYER, Column("Prize", "獎金", "money"),
    Column("Paid", "已付", "money"),
)  # fmt: skip
STAGES: Final = {"session": "節次", "final": "決賽", "play-off": "加賽"}


def of_tournament(records: Records, name: str, since: datetime, until: datetime) -> list[Section]:
    log = Log(records, TOURNAMENTS, name, since, until)
    lines = (records.store.line(log.stream, each.seq) for each in log.every)
    file = file_of(name, [line for line in lines if line is not None])
    return [
        _head(file, log),
        section("Conditions", "賽事條件", (VERSION, TIME, WHO, Column("Digest", "摘要")), [
            [figure(each.number, [event.ref]), figure(each.at), figure(each.by),
             figure(each.digest)]
            for each, event in zip(file.conditions, log.of("conditions-published"), strict=True)
        ]),
        section("Entries", "參賽者", ENTRIES, _entries(file, log)),
        section("Seats, as they were drawn", "抽籤座位", SEATS, _seats(file, log)),
        section("Counts of the tables", "各枱點算", SHEETS, _sheets(file, log)),
        section("Seat order", "座位名次", BOXES, [
            [figure(box), figure(times, log.refs("table-counted")), figure(f"{mean:.2f}")]
            for box, (times, mean) in seat_order(file).items()
        ]),
        section("Places and prizes", "名次與獎金", PLACES, _places(file, log)),
        *happened(log),
    ]  # fmt: skip


def _head(file: File, log: Log) -> Section:
    book, awarded = RULEBOOKS.get(file.rulebook), log.refs("prizes-awarded")
    game = file.rulebook if book is None else book.title
    drafted = log.refs("tournament-drafted")
    return facts("Tournament", "賽事", [
        fact("Title", "名稱", figure(file.title, drafted)),
        fact("Game", "遊戲", figure(f"{game}, {file.edition}" if game else "", drafted)),
        fact("Run by", "主管", figure(", ".join(file.heads), log.refs("head-appointed"))),
        fact("Entries", "參賽人數",
             figure(str(len(file.entries)), log.refs("tournament-entered"))),
        fact("Pool", "獎金池", _money(file.pool, log) if awarded else figure("")),
        fact("Commission", "佣金", _money(file.commission, log) if awarded else figure("")),
        fact("Cancelled", "取消", figure(file.cancelled, log.refs("tournament-cancelled"))),
    ])  # fmt: skip


def _money(amount: int, log: Log) -> Cell:
    return figure(cash(amount), log.refs("prizes-awarded"))


def _entries(file: File, log: Log) -> list[list[Cell]]:
    return [
        [figure(each["number"], [event.ref]), figure(each["at"]), figure(each["player"]),
         figure(each["conditions"]), figure(each["copy_given"]), figure(each["agreed"] or ""),
         figure(each["method"])]
        for each, event in zip(file.entries, log.of("tournament-entered"), strict=True)
    ]  # fmt: skip


def _seats(file: File, log: Log) -> list[list[Cell]]:
    found = []
    for each, event in zip(file.seats, log.of("seats-allotted"), strict=True):
        for table, boxes in each.seats.items():
            seated = ", ".join(f"{box} {name}" for box, name in boxes.items())
            found.append(
                [figure(each.number, [event.ref]), _stage(each.stage), figure(each.at),
                 figure(table), figure(seated), yes(each.proven, log.refs("draw-opened")),
                 figure(each.digest)]
            )  # fmt: skip
    return found


def _stage(stage: str) -> Cell:
    return words(Told(stage, STAGES.get(stage, stage)))


def _sheets(file: File, log: Log) -> list[list[Cell]]:
    return [
        [figure(each.number, [event.ref]), figure(each.table), figure(each.at),
         figure("; ".join(" = ".join(level) for level in each.order)), figure(each.issued),
         figure(each.returned), figure(each.missing), figure(", ".join(each.disqualified))]
        for each, event in zip(file.sheets, log.of("table-counted"), strict=True)
    ]  # fmt: skip


def _places(file: File, log: Log) -> list[list[Cell]]:
    found, place = [], 1
    announced, awarded = log.refs("places-announced"), log.refs("prizes-awarded")
    for level in file.places:
        found += [
            [figure(place, announced), figure(name), figure(file.prizes.get(name, 0), awarded),
             figure(file.paid.get(name, 0), log.refs("owed-paid"))]
            for name in level
        ]  # fmt: skip
        place += len(level)
    return found
