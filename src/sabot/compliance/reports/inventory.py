"""Chips and cards at the tables: what lies where, and which cards came, were checked and went."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from sabot.compliance.reports.records import Records
from sabot.compliance.reports.sheet import (
    TABLE,
    Ref,
    Section,
    SheetCell,
    SheetColumn,
    figure,
    section,
    words,
)
from sabot.compliance.reports.summary import HAPPENED, is_of, rows_of
from sabot.compliance.topics import names_in
from sabot.core.money import CASH
from sabot.engine.declarations import Topic
from sabot.engine.ledger import DROP, FLOAT, LAYOUT, balance, of_player
from sabot.floor.kinds import TABLES
from sabot.sentences.words import fixed
from sabot.table.state import Table

CARDS: Final = names_in(Topic.CARDS)
CHIP_COLUMNS: Final = (
    TABLE, SheetColumn("Currency"), SheetColumn("Float", "money"),
    SheetColumn("Players", "money"), SheetColumn("Layout", "money"),
    SheetColumn("Drop box", "money"),
)  # fmt: skip
CARD_COLUMNS: Final = (
    TABLE, SheetColumn("Back"), SheetColumn("Decks", "count"),
    SheetColumn("Cards", "count"), SheetColumn("Dealt", "count"),
    SheetColumn("Stacks so far", "count"), SheetColumn("Stage"),
)  # fmt: skip


def of_house(records: Records, table: str, since: datetime, until: datetime) -> list[Section]:
    """As it stands when that time is over, and what became of cards in it."""
    tables = list(_tables(records, until, table))
    cards = [each for each in records.happened(CARDS, since, until) if is_of(each.stream, table)]
    loaded = [each for each in tables if each[1].stack.cards]
    return [
        section("Chips", CHIP_COLUMNS, (_chips(*each) for each in tables)),
        section("Cards", CARD_COLUMNS, (_cards(*each) for each in loaded)),
        section("Cards that came, were checked or replaced", HAPPENED,
                rows_of(cards)),
    ]  # fmt: skip


def _tables(records: Records, until: datetime, only: str) -> Iterator[tuple[Ref, Table]]:
    for stream in records.tables(only):
        last = records.first_of(stream, until) - 1
        table: Table = records.state_at(TABLES, stream, last)
        if table.setup is not None:
            yield Ref(stream, last), table


def _chips(ref: Ref, table: Table) -> list[SheetCell]:
    currency = table.opened.currency
    players = sum(balance(table.balances, of_player(each), currency) for each in table.patrons)
    amounts = (
        balance(table.balances, FLOAT, currency),
        players,
        balance(table.balances, LAYOUT, currency),
        balance(table.balances, DROP, CASH),
    )
    return [figure(table.name), words(fixed(currency)), *(figure(each, [ref]) for each in amounts)]


def _cards(ref: Ref, table: Table) -> list[SheetCell]:
    stack = table.stack
    return [
        figure(table.name),
        words(fixed(stack.back)),
        figure(table.opened.decks),
        figure(stack.cards, [ref]),
        figure(stack.dealt, [ref]),
        figure(stack.number, [ref]),
        words(fixed(stack.stage or "")),
    ]
