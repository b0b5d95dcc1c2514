"""A supervisor decides on what a device and the dealer say differently."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal
from sabot.engine.declarations import (
    GameCard,
    StaffText,
    Topic,
    decision,
    in_topics,
    on_pages,
    public,
    stops,
)
from sabot.engine.streams import Command, Event, Leave
from sabot.parts.statements import is_same
from sabot.rules.irregularities.irregularity import Cell
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.device import CardScan, DeviceDifference
from sabot.table.devices.comparison import CARD, CHIPS, cards_waiting, rule_of, scan_of
from sabot.table.irregularities.remedies.lookup import REMEDIES
from sabot.table.irregularities.report import ReportIrregularity
from sabot.table.state import IN_COUP, Table
from sabot.table.stream import TABLE, reason_of, replace


class DecideDeviceDifference(Command, frozen=True, kw_only=True):
    """Say whether the actual outcome could be confirmed, and how. `cards` are those of the coup in
    their true order, null for one unseen; none where they lie as they should. A coup whose outcome
    is not confirmed is void."""

    pages = on_pages("pit")
    stopped_by = stops()

    confirmed: bool
    reason: str
    cards: tuple[GameCard | None, ...] = ()


class DeviceDifferenceDecided(Event, frozen=True, kw_only=True):
    """`waiting` cards that the device saw are still to be dealt."""

    basis = decision("device")
    sight = public("confirmed clause")
    topics = in_topics(Topic.IRREGULARITY, Topic.DECISION)

    difference: DeviceDifference
    confirmed: bool
    reason: StaffText
    decider: StaffText
    clause: str
    waiting: int


def _decides(table: Table, command: DecideDeviceDifference) -> Leave:
    rule = table.conduct.devices if table.setup is not None else None
    by = CASINO_SUPERVISOR if rule is None else rule.by
    return Leave(None if rule is None else rule.clause, by)


@TABLE.decides(
    DecideDeviceDifference,
    _decides,
    sent_by=(CASINO_SUPERVISOR,),
    seen="the device's and the dealer's word, and a third person's",
)
def decide_device_difference(
    table: Table, command: DecideDeviceDifference, now: datetime
) -> Sequence[Event]:
    """Carry out the document's rule: the confirmed outcome, or a void coup."""
    found = table.devices.difference
    if found is None:
        raise Refusal("nothing-asked", None, "No device and dealer differ at this table.")
    if table.dealer is not None and is_same(table.dealer.name, command.actor):
        message = "You deal this coup: another supervisor decides."
        raise Refusal("own-statement", found.clause, message)
    clause = rule_of(table).clause
    decided = DeviceDifferenceDecided(
        difference=found,
        confirmed=command.confirmed,
        reason=reason_of(command.reason),
        decider=command.actor,
        clause=clause,
        waiting=cards_waiting(table) if found.about == CARD else 0,
    )
    if table.phase not in IN_COUP or (found.about == CHIPS and command.confirmed):
        return [decided]
    after = TABLE.evolve(table, decided, now)
    return [decided, *_remedy(after, command, clause, now)]


def _remedy(
    table: Table, command: DecideDeviceDifference, clause: str, now: datetime
) -> Sequence[Event]:
    if table.round.void is not None:
        return ()
    report = ReportIrregularity(
        id=command.id,
        actor=command.actor,
        role=command.role,
        situation="scanner-disagrees",
        confirmed=command.confirmed,
        cards=command.cards,
        under=command.under,
    )
    outcome = Outcome.CONFIRM_OR_VOID
    return REMEDIES[outcome](table, report, Cell(clause, outcome), now)


@TABLE.evolves(DeviceDifferenceDecided)
def device_difference_decided(table: Table, event: DeviceDifferenceDecided) -> Table:
    devices = replace(table.devices, difference=None)
    if event.difference.about != CHIPS:
        scan = scan_of(table)
        left = scan.cards[len(scan.cards) - event.waiting :] if event.waiting else ()
        devices = replace(devices, scan=CardScan(scan.stack, table.stack.dealt, left))
    return replace(table, devices=devices)
