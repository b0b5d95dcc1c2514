"""A player's own statement: money in and out, visits to tables, limits, and what is there."""

from datetime import datetime
from typing import Final

from sabot.compliance.reports.play_periods import sections_of
from sabot.compliance.reports.records import Happened, Records
from sabot.compliance.reports.sheet import (
    AMOUNT,
    TABLE,
    TIME,
    WHAT,
    WHO,
    Ref,
    Section,
    SheetCell,
    SheetColumn,
    figure,
    people,
    section,
    words,
)
from sabot.compliance.topics import names_in
from sabot.engine.declarations import Topic
from sabot.engine.ledger import WORLD
from sabot.floor.kinds import ACCOUNTS
from sabot.sentences.words import fixed

MONEY: Final = {"deposited": 1, "withdrawn": -1}
TAKEN: Final = ("visit-opened", "visit-raised")
VISITS: Final = (*TAKEN, "visit-closed", "reversal-posted")
RULES: Final = names_in(Topic.LIMIT, Topic.EXCLUSION, Topic.PLAYER_CARD)
NET: Final = SheetColumn("Won or lost", "money")
SUMMARY: Final = (SheetColumn(""), AMOUNT)


def of_player(records: Records, player: str, since: datetime, until: datetime) -> list[Section]:
    stream = records.must_have(ACCOUNTS.stream(ACCOUNTS.name(player)), "player")
    first, last = records.first_of(stream, since) - 1, records.first_of(stream, until) - 1
    before = records.state_at(ACCOUNTS, stream, first)
    after = records.state_at(ACCOUNTS, stream, last)
    found = list(records.of_stream(stream, since, until))
    money = [each for each in found if each.what in MONEY]
    visits = [each for each in found if each.what in VISITS]
    opened = [each for each in visits if each.what in TAKEN]
    closed = [each for each in visits if each.what == "visit-closed"]
    posted = [each for each in visits if each.what == "reversal-posted"]
    rows = [
        _sum("In the account at first", before.balance,
             [Ref(stream, first)][: first > 0]),
        _sum("Paid in", *_added(money, "deposited")),
        _sum("Paid out", *_added(money, "withdrawn", -1)),
        _sum("Taken to tables", -sum(each.fields["chips"] for each in opened),
             [each.ref for each in opened]),
        _sum("Brought back from tables", sum(each.fields["chips"] for each in closed),
             [each.ref for each in closed]),
        _sum("Posted after coups were reversed",
             sum(each.fields["amount"] for each in posted), [each.ref for each in posted]),
        _sum("In the account at last", after.balance, [Ref(stream, last)][: last > 0]),
    ]  # fmt: skip
    nothing = not found and not after.balance and after.stay is None
    return [
        section("Summary", SUMMARY, [] if nothing else rows),
        section("Paid in and out", (TIME, WHAT, AMOUNT, WHO), map(_money, money)),
        section("Tables", (TIME, TABLE, WHAT, NET), map(_visit, visits)),
        section("Limits, cards, exclusions", (TIME, WHAT, WHO),
                ([figure(each.at), words(each.told(), [each.ref]), people(each.by)]
                 for each in found if each.what in RULES)),
        *sections_of(records, ACCOUNTS.name(stream), found, until),
    ]  # fmt: skip


def _sum(name: str, amount: int, events: list[Ref]) -> list[SheetCell]:
    return [words(fixed(name)), figure(amount, events)]


def _added(money: list[Happened], what: str, sign: int = 1) -> tuple[int, list[Ref]]:
    found = [each for each in money if each.what == what]
    return sign * sum(_moved(each) for each in found), [each.ref for each in found]


def _moved(each: Happened) -> int:
    """Return the cents that came in from outside the casino, or went out."""
    moves = each.fields.get("moves") or []
    return sum(move["amount"] for move in moves if WORLD in (move["source"], move["target"]))


def _money(each: Happened) -> list[SheetCell]:
    amount = MONEY[each.what] * _moved(each)
    return [
        figure(each.at),
        words(each.told(), [each.ref]),
        figure(amount, [each.ref]),
        people(each.by),
    ]


def _visit(each: Happened) -> list[SheetCell]:
    fields = each.fields
    amounts = {"visit-closed": -fields.get("lost", 0), "reversal-posted": fields.get("amount")}
    net = amounts.get(each.what)
    return [figure(each.at), figure(fields.get("table") or ""), words(each.told(), [each.ref]),
            figure(net, [] if net is None else [each.ref])]  # fmt: skip
