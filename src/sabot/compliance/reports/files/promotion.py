"""The promotion's file: terms by version, entries, the draw with its proof, winners, claims."""

from datetime import datetime
from typing import Any, Final

from sabot.compliance.reports.cases import CLAIMS, claim_row
from sabot.compliance.reports.files.stream import Log, fact, facts, happened, moment, yes
from sabot.compliance.reports.records import Happened, Records
from sabot.compliance.reports.sheet import (
    AMOUNT,
    CLAUSE,
    STATE,
    TIME,
    WHO,
    Cell,
    Column,
    Section,
    figure,
    section,
    words,
)
from sabot.compliance.words import Told
from sabot.kinds import PROMOTIONS
from sabot.promotions.drawing import unproven
from sabot.promotions.running.draw.published import published_of
from sabot.promotions.running.state import Standing
from sabot.rulebooks import RULEBOOKS
from sabot.rules.promotions import PRIZES

TERMS: Final = (
    Column("Version", "版本", "count"), TIME, WHO, Column("Reason", "理由"),
    Column("Approval", "批准"),
)  # fmt: skip
THINGS: Final = (
    Column("Prize", "獎項", "count"), Column("Kind", "種類"), Column("Description", "說明"),
    Column("Value", "價值", "money"), Column("Conditions", "條件"),
    Column("Money instead", "折現"),
)  # fmt: skip
ENTRIES: Final = (
    Column("Earned", "獲得方式"), Column("Tickets", "抽獎券", "count"),
    Column("Struck off", "註銷", "count"),
)  # fmt: skip
WINNERS: Final = (
    Column("Prize", "獎項", "count"), Column("Ticket", "號碼", "count"),
    Column("Reference", "代號"), Column("Place in the order", "次序", "count"),
    Column("Attempts to tell", "通知次數", "count"), Column("Reached", "已聯絡"), STATE, AMOUNT,
)  # fmt: skip
TOLD: Final = (
    TIME, Column("Prize", "獎項", "count"), Column("Way", "方式"), Column("Reached", "已聯絡"),
    Column("Note", "備註"), CLAUSE, WHO,
)  # fmt: skip
KINDS: Final = {
    "money": "支票或轉帳", "cash": "現金", "voucher": "禮券", "casino-dollars": "娛樂場幣",
    "slots-dollars": "角子機幣", "goods": "物品", "appliance": "機器或電器", "vehicle": "汽車",
    "travel": "旅遊", "real-estate": "房地產", "liquor": "酒",
}  # fmt: skip
WAYS: Final = {
    "face-to-face": "面告", "mail": "郵寄", "telephone": "電話", "e-mail": "電郵",
    "none": "無", "cheque": "支票", "transfer": "轉帳", "cash": "現金",
}  # fmt: skip
PHASES: Final = {
    "submitted": "已呈交", "open": "開放", "closed": "已截止", "drawn": "已抽獎",
    "cancelled": "已取消",
}  # fmt: skip
STANDS: Final = {
    "handed over": "已交付", "left without a winner": "無得主", "claimed": "已申領",
    "to be claimed": "待申領",
}  # fmt: skip
HANDED, SUBMITTED, CHANGED = "prize-handed-over", "promotion-submitted", "terms-changed"
OPENED, BOUND, CLOSED = "order-opened", "draw-committed", "list-closed"


def of_promotion(records: Records, name: str, since: datetime, until: datetime) -> list[Section]:
    log = Log(records, PROMOTIONS, name, since, until)
    last = log.every[-1].seq if log.every else 0
    standing: Standing = records.state_at(PROMOTIONS, log.stream, last)
    return [
        _head(standing, log),
        section("Terms by version", "條款各版", TERMS, _terms(log)),
        section("Prizes", "獎品", THINGS, _prizes(standing, log)),
        section("Entries", "參加", ENTRIES, _entries(log)),
        _draw(standing, log),
        section("Winners", "得獎者", WINNERS, _winners(standing, log)),
        section("Winners told", "通知得獎者", TOLD, map(_told, log.of("winner-told"))),
        section("Claims that were denied", "被拒的申領", CLAIMS,
                map(claim_row, log.of("claim-refused"))),
        *happened(log),
    ]  # fmt: skip


def said(word: str, words_zh: dict[str, str], events: Any = ()) -> Cell:
    return words(Told(word, words_zh.get(word, word)), events)


def _head(standing: Standing, log: Log) -> Section:
    terms, changed = standing.terms, (SUBMITTED, CHANGED)
    if terms is None:
        return facts("Promotion", "推廣", [])
    games = [f"{RULEBOOKS[book].title}, {dated}" for book, dated in standing.editions.items()]
    return facts("Promotion", "推廣", [
        fact("Name", "名稱", figure(terms.name or standing.name, log.refs(*changed))),
        fact("Held to", "依據文件", figure("; ".join(games), log.refs(SUBMITTED))),
        fact("State", "狀態", said(standing.phase, PHASES)),
        fact("Integrity lost", "公正性受損", figure(standing.doubt, log.refs("integrity-lost"))),
        fact("Starts", "開始", moment(terms.starts, log, *changed)),
        fact("Entries close", "截止", moment(terms.terms.entries_close, log, *changed)),
        fact("Draw", "抽獎", moment(terms.terms.when, log, *changed)),
        fact("Tickets", "抽獎券", figure(f"{standing.count:,}", log.refs(CLOSED))),
        fact("People with one", "參加人數", figure(f"{standing.people:,}")),
        fact("Results published", "結果公布",
             moment(standing.published, log, "results-published")),
    ])  # fmt: skip


def _terms(log: Log) -> list[list[Cell]]:
    return [
        [figure(each.fields.get("edition", 1), [each.ref]), figure(each.at), figure(each.by),
         figure(each.fields.get("reason") or ""), figure(each.fields.get("approval") or "")]
        for each in log.of(SUBMITTED, CHANGED)
    ]  # fmt: skip


def _prizes(standing: Standing, log: Log) -> list[list[Cell]]:
    prizes = () if standing.terms is None else standing.terms.prizes
    terms = log.refs(SUBMITTED, CHANGED)[-1:]
    return [
        [figure(number), words(Told(PRIZES[each.kind or ""], KINDS.get(each.kind or "", ""))),
         figure(each.description), figure(each.value, terms), figure(each.conditions),
         said(each.money_instead, WAYS)]
        for number, each in enumerate(prizes, 1)
    ]  # fmt: skip


def _entries(log: Log) -> list[list[Cell]]:
    """At each table, and by form; a coup that does not count after all is struck off."""
    earned: dict[str, list[Happened]] = {}
    for each in log.of("entries-earned"):
        places = [*each.fields["tickets"], *each.fields["struck"]]
        for table in dict.fromkeys(one.get("table", "") for one in places):
            earned.setdefault(table, []).append(each)

    def count(table: str, key: str) -> int:
        found = (one for each in earned[table] for one in each.fields[key])
        return sum(one.get("table", "") == table for one in found)

    rows = [
        [figure(table), figure(count(table, "tickets"), [each.ref for each in earned[table]]),
         figure(count(table, "struck"))]
        for table in sorted(earned)
    ]  # fmt: skip
    forms = log.of("entry-received")
    if forms:
        tickets = sum(len(each.fields["tickets"]) for each in forms)
        by_form = words(Told("by form", "表格"))
        rows.append([by_form, figure(tickets, [each.ref for each in forms]), figure(0)])
    return rows


def _draw(standing: Standing, log: Log) -> Section:
    draw = standing.draw
    opened = log.refs(OPENED)
    proof = figure("")
    if draw.order:
        proof = yes(not list(unproven(published_of(standing))), opened)
    return facts("Draw", "抽獎", [
        fact("Bound beforehand by", "事前承諾", figure(draw.digest, log.refs(BOUND))),
        fact("Outside value", "外部數值", figure(draw.beacon, log.refs(BOUND))),
        fact("Not known before", "最早可知", moment(draw.known_from, log, BOUND)),
        fact("Digest of the list", "名單摘要", figure(draw.listed, log.refs(CLOSED))),
        fact("Opened", "開封", moment(draw.drawn, log, OPENED)),
        fact("Secret", "密值", figure(draw.secret, opened)),
        fact("What came of the outside value", "外部數值結果", figure(draw.value, opened)),
        fact("Scrutineer", "監察員", figure(draw.scrutineer, opened or log.refs(BOUND))),
        fact("Proven", "已證實", proof),
    ])  # fmt: skip


def _winners(standing: Standing, log: Log) -> list[list[Cell]]:
    found = []
    for each in standing.awards.values():
        mine = [e for e in log.of("winner-told", HANDED, "prize-claimed", "winner-passed-over")
                if e.fields["prize"] == each.prize]  # fmt: skip
        handed = [e for e in mine if e.what == HANDED]
        state = each.done or ("claimed" if each.claim else "to be claimed")
        drawn = log.refs(OPENED) + [e.ref for e in mine if e.what == "winner-passed-over"]
        found.append(
            [figure(each.prize), figure(each.ticket, drawn), figure(each.entrant),
             figure(each.place),
             figure(each.attempts, [e.ref for e in mine if e.what == "winner-told"]),
             yes(each.reached), said(state, STANDS, [e.ref for e in mine][-1:]),
             figure(handed[-1].fields["value"] if handed else None, [e.ref for e in handed])]
        )  # fmt: skip
    return found


def _told(each: Happened) -> list[Cell]:
    fields = each.fields
    return [
        figure(each.at), figure(fields["prize"], [each.ref]), said(fields["way"], WAYS),
        yes(fields["reached"]), figure(fields["note"]), figure(fields["clause"]), figure(each.by),
    ]  # fmt: skip
