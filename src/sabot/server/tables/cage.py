"""The cashier's desk over HTTP: whose card this is, and above how much two persons are needed."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from sabot.accounts import CAGE_STREAM, Cage, SetThresholds
from sabot.accounts.cage import total_of
from sabot.accounts.drawers import PIECES, Counts
from sabot.accounts.funds import EXTERNAL, INTERNAL, PAID_BY
from sabot.accounts.source_of_funds import SOURCES
from sabot.core.card_numbers import shown
from sabot.core.refusal import Refusal
from sabot.floor.kinds import CAGES, TABLES
from sabot.parts.periods import day_in
from sabot.parts.statements import is_same
from sabot.rules.roles import ADMINISTRATOR, CASHIER
from sabot.server.casino import Casino
from sabot.server.http.routes import (
    GAMING_STAFF,
    SUPERVISORS,
    WATCHERS,
    Asked,
    Caller,
    Hears,
    Reply,
    Route,
    via_of,
)
from sabot.server.http.spoken import LONGEST_ID, TO_CAGE, CageCommand, command_of
from sabot.server.tables.tables import DoneCommand, answered
from sabot.table.chips.drop_count import CountDrop, barred_from
from sabot.views.desk.staff import debt_views

AT_CAGE = SUPERVISORS | {CASHIER}


class TableDebt(msgspec.Struct, frozen=True):
    """A debt of a player at a table, or money kept there for one who left, in cents."""

    table: str
    player: str
    owes: int
    kept: int


class DrawerView(msgspec.Struct, frozen=True):
    """A drawer: whose it is, empty while it is closed; its last count, by the value in cents.
    `expected` are the cents by the books, which a cashier does not see before the closing count."""

    drawer: str
    cashier: str
    counted: dict[int, int]
    expected: int | None
    mine: bool


class FillRow(msgspec.Struct, frozen=True):
    """A fill that a dealer has asked for, in cents, with its chips by their value."""

    table: str
    amount: int
    chips: dict[int, int]
    asked_by: str
    asked: datetime


class BoxRow(msgspec.Struct, frozen=True):
    """A drop box that waits for its count. What the books have is not shown: it is counted blind.
    `yours`: the caller may count it; `stated`: a first count waits for the second one."""

    table: str
    seal: str
    collected: datetime
    taken_by: str
    yours: bool
    stated: bool


class CageView(msgspec.Struct, frozen=True):
    """In cents: above how much a day two persons are needed, for one player and for all that one
    cashier takes and pays alone; `alone` is what the cashier who asks has done alone today. And
    how money moves here."""

    deposit: int
    withdrawal: int
    cashier: int
    alone: int
    taken_by: tuple[str, ...]
    paid_by: tuple[str, ...]
    debts: tuple[TableDebt, ...]
    """Debts of players at the tables, and money kept there for those who left."""
    drawers: tuple[DrawerView, ...]
    pieces: tuple[int, ...] = PIECES
    """Values of notes and coins, in cents."""
    sources: tuple[str, ...] = SOURCES
    """Sources of money that a player may declare."""
    fills: tuple[FillRow, ...] = ()
    """Fills that dealers have asked for."""
    boxes: tuple[BoxRow, ...] = ()
    """Drop boxes that wait for their count."""


class CountBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Notes and coins of a sealed drop box, by their value in dollars."""

    id: str
    seal: str
    counts: Counts


class ShownCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Number on a Player Card that is shown at the desk or at a table."""

    card: str


class Holder(msgspec.Struct, frozen=True):
    """Whose card it is."""

    player: str


class Thresholds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    deposit: str
    withdrawal: str
    reason: str
    cashier: str | None = None


async def cage(asked: Asked) -> CageView:
    found = await asked.casino.work(thresholds_of, asked.casino)
    today = day_in(asked.casino.floor.zone, asked.casino.clock())
    total, ways = total_of(found, asked.person.name, today), (*EXTERNAL, *INTERNAL)
    return CageView(
        deposit=found.deposit,
        withdrawal=found.withdrawal,
        cashier=total.above,
        alone=total.alone,
        taken_by=ways,
        paid_by=PAID_BY,
        debts=tuple(_debts(asked.casino)),
        drawers=tuple(_drawers(found, asked.person)),
        fills=tuple(_fills(asked.casino)),
        boxes=tuple(_boxes(asked.casino, asked.person)),
    )


def _fills(casino: Casino) -> Iterator[FillRow]:
    for name in casino.tables():
        each = casino.state(name).fill_asked
        if each is not None:
            yield FillRow(name, each.amount, each.chips, each.by, each.at)


def _boxes(casino: Casino, caller: Caller) -> Iterator[BoxRow]:
    for name in casino.tables():
        table = casino.state(name)
        stated = {
            each.command.get("seal")
            for each in table.statements.pending.values()
            if each.command.get("do") == "count-drop"
        }
        for seal, box in table.boxes.items():
            barred = any(is_same(caller.name, each) for each in barred_from(box))
            yours = caller.role == CASHIER and not barred
            yield BoxRow(name, seal, box.collected, box.by, yours, seal in stated)


def _drawers(cage: Cage, caller: Caller) -> Iterator[DrawerView]:
    for name, each in sorted(cage.drawers.items()):
        blind = bool(each.cashier) and caller.role == CASHIER
        expected, mine = None if blind else each.expected, each.cashier == caller.name
        yield DrawerView(name, each.cashier, each.counted, expected, mine)


def _debts(casino: Casino) -> Iterator[TableDebt]:
    for name in casino.tables():
        for debt in debt_views(casino.state(name)):
            yield TableDebt(name, debt.player, debt.owes, debt.kept)


def thresholds_of(casino: Casino) -> Cage:
    """The cage as it stands."""
    found: Cage = casino.floor.catch_up(CAGES, CAGES.name(CAGE_STREAM))
    return found


async def holder(asked: Asked) -> Holder:
    """Return the holder of a Player Card that is shown at the desk or at a table."""
    said: ShownCard = asked.body
    card = said.card
    found = await asked.casino.work(asked.casino.floor.intake.holder, card)
    if found is None:
        raise Refusal("unknown-player", None, "There is no Player Card {card}.", card=shown(card))
    return Holder(found)


async def set_thresholds(asked: Asked) -> Reply:
    said: Thresholds = asked.body
    if not 0 < len(said.id) <= LONGEST_ID:
        raise Refusal("bad-command", None, "Give the command an id.")
    fields: dict[str, Any] = msgspec.structs.asdict(said)
    caller = asked.person
    who: dict[str, Any] = {"actor": caller.name, "role": caller.role, "via": via_of(caller)}
    command = SetThresholds(**fields, **who, stream=CAGE_STREAM)
    return await answered(asked, await asked.casino.do("", command), CAGES)


async def command(asked: Asked) -> Reply:
    said = command_of(asked.body, asked.person, CAGE_STREAM)
    return await answered(asked, await asked.casino.do("", said), CAGES)


async def count_box(asked: Asked) -> Reply:
    said: CountBox = asked.body
    if not 0 < len(said.id) <= LONGEST_ID:
        raise Refusal("bad-command", None, "Give the command an id.")
    name, caller = asked.path["id"], asked.person
    asked.casino.following(name)
    fields: dict[str, Any] = msgspec.structs.asdict(said)
    who: dict[str, Any] = {"actor": caller.name, "role": caller.role, "via": via_of(caller)}
    return await answered(asked, await asked.casino.do(name, CountDrop(**fields, **who)))


ROUTES = (
    Route("GET", "/api/cage", AT_CAGE | WATCHERS | {ADMINISTRATOR}, cage,
          "The cage's thresholds and methods.", gives=CageView),
    Route("PUT", "/api/cage", SUPERVISORS, set_thresholds,
          "State new thresholds; another manager confirms them.", takes=Thresholds,
          hears=(Hears(CAGES, frozenset({SetThresholds})),), gives=DoneCommand),
    Route("POST", "/api/cage/commands", AT_CAGE, command,
          "Open, supply or close a cashier's drawer with a count of its notes and coins.",
          takes=CageCommand, hears=TO_CAGE, gives=DoneCommand),
    Route("POST", "/api/cage/boxes/{id}", frozenset({CASHIER}), count_box,
          "State the count of a table's sealed drop box; another cashier counts it too.",
          takes=CountBox, hears=(Hears(TABLES, frozenset({CountDrop})),), gives=DoneCommand,
          refuses=("unknown-table", "no-box", "wrong-team")),
    Route("POST", "/api/cage/cards", GAMING_STAFF | {CASHIER}, holder,
          "Whose Player Card this is. Its number is in no address, which proxies log.",
          takes=ShownCard, gives=Holder, refuses=("unknown-player",)),
)  # fmt: skip
