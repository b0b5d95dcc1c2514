"""Inspection of a table: layout, equipment, odds sign, the regulator's approval; and warnings about
conduct that a clause forbids."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import (
    IN_THE_PIT,
    RECORD,
    STAFF_ONLY,
    StaffText,
    on_pages,
    own,
    stops,
)
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.coup.layouts import to_approve
from sabot.rules.roles import CASINO_SUPERVISOR, DEALER, PLAYER
from sabot.table.limits.displays import layout_used, limits_shown, side_bet_sign
from sabot.table.running.variant import odds_sign
from sabot.table.sign import Displays, WagerLimit
from sabot.table.state import BETWEEN, OPEN, Table
from sabot.table.stream import TABLE, reason_of, replace

LAYOUT, ODDS_SIGN, APPROVAL = "layout", "odds sign", "written approval"
SIDE_BET_SIGN = "side bet sign"


class InspectTable(Command, frozen=True, kw_only=True):
    """Look the table over: everything that its document wants there is there but what is `missing`.
    `approval` is the regulator's letter, where the document asks for one."""

    pages = on_pages("deal", "pit")
    stopped_by = stops()
    awaited = "supervisor"

    missing: tuple[str, ...] = ()
    approval: str | None = None


class TableInspected(Event, frozen=True, kw_only=True):
    """Things that were there and things that were missing, each with its clause. `scheme` and
    `limits`: content of the odds sign and of the sign of side bets, where they were there."""

    basis = RECORD
    sight = STAFF_ONLY

    there: dict[str, str]
    missing: dict[str, str]
    approval: str | None = None
    scheme: str | None = None
    limits: dict[str, WagerLimit] = msgspec.field(default_factory=dict)


@TABLE.decides(InspectTable, Leave(None, CASINO_SUPERVISOR), BETWEEN)
def inspect_table(table: Table, command: InspectTable, now: datetime) -> Sequence[Event]:
    wanted = things_of(table, revised=holds(command, WAGERS))
    for name in command.missing:
        if name not in wanted:
            known = ", ".join(wanted)
            message = "No clause wants {name} at this table; it needs {known}."
            raise Refusal("not-wanted", None, message, name=quoted(name), known=known)
    approval = (command.approval or "").strip() or table.approval
    unseen = {*command.missing}
    if approval is None:
        unseen |= {name for name in wanted if name.startswith(APPROVAL)}
    there = {name: clause for name, clause in wanted.items() if name not in unseen}
    revised = holds(command, WAGERS)
    return [
        TableInspected(
            there=there,
            missing={name: clause for name, clause in wanted.items() if name in unseen},
            approval=approval,
            scheme=table.opened.scheme if revised and ODDS_SIGN in there else None,
            limits=limits_shown(table) if SIDE_BET_SIGN in there else {},
        )
    ]


@TABLE.evolves(TableInspected)
def table_inspected(table: Table, event: TableInspected) -> Table:
    displays = Displays(event.scheme, event.limits)
    return replace(table, missing=event.missing, approval=event.approval, displays=displays)


def things_of(table: Table, *, revised: bool = True) -> dict[str, str]:
    """Return the things that have to be at this table, each with its clause."""
    setup, conduct, layouts = table.opened, table.conduct, table.book.together.layouts
    found = {item.name: item.clause for item in conduct.equipment}
    used = layout_used(table)
    if used is not None:
        found[LAYOUT] = used.clause
    sign, limits = odds_sign(conduct, setup.scheme), side_bet_sign(table)
    if sign is not None:
        found[ODDS_SIGN] = sign
    if limits is not None and revised:
        found[SIDE_BET_SIGN] = limits
    for clause in to_approve(layouts, used):
        found[f"{APPROVAL} ({clause})"] = clause
    return found


def check_equipped(table: Table) -> None:
    """No coup begins at a table that was found without what its document wants."""
    for name, clause in (table.missing or {}).items():
        message = "The table was looked over and has no {name}: put that right first."
        raise Refusal("not-equipped", clause, message, name=name)


def to_look_over(table: Table) -> dict[str, str]:
    """Return the things that a supervisor has still to see at this table: all, or those missing
    before."""
    return things_of(table) if table.missing is None else table.missing


# Forbidden conduct


class WarnPerson(Command, frozen=True, kw_only=True):
    """Record that a person was told not to do what a clause forbids; `note` describes the
    conduct."""

    pages = on_pages("pit", without={DEALER: IN_THE_PIT})
    stopped_by = stops()

    to: str
    clause: str
    note: StaffText


class PersonWarned(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = own("to clause breach", whose="to")

    to: str
    clause: str
    breach: str
    note: StaffText


@TABLE.decides(WarnPerson, Leave(None, DEALER), OPEN)
def warn_person(table: Table, command: WarnPerson, now: datetime) -> Sequence[Event]:
    """Warn a player, a spectator or, as a supervisor, a member of the staff."""
    rule = next((each for each in table.conduct.forbidden if each.clause == command.clause), None)
    if rule is None:
        known = ", ".join(f"{each.what} ({each.clause})" for each in table.conduct.forbidden)
        raise Refusal(
            "no-rule",
            None,
            "That clause gives no warning here; choose one of: {known}.",
            known=known,
        )
    if rule.of == "staff" and command.role in (DEALER, PLAYER):
        message = "A supervisor tells staff what they do not do."
        raise Refusal("wrong-role", rule.clause, message)
    if not command.to.strip() or command.to == command.actor:
        raise Refusal("bad-name", rule.clause, "Name the person told, other than yourself.")
    note = reason_of(command.note)
    return [PersonWarned(to=command.to, clause=rule.clause, breach=rule.what, note=note)]


@TABLE.evolves(PersonWarned)
def person_warned(table: Table, event: PersonWarned) -> Table:
    return table
