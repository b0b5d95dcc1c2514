"""Observations of devices, in their own words and under their own signatures."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sabot.core.cards import read_card
from sabot.core.money import cents_or_none
from sabot.core.refusal import Refusal, quoted
from sabot.engine.declarations import RECORD, STAFF_ONLY, StaffText, api_only, stops
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.roles import TABLE_DEVICE
from sabot.table.device import CardScan, EnrolledDevice, SeenCard, Signature, TableDevice
from sabot.table.devices.comparison import chips_changed, differing, place_key, scan_of
from sabot.table.devices.enrolment import (
    ACTOR,
    DEVICE_KINDS,
    card_device,
    check_enrolled,
    chip_device,
    with_device,
)
from sabot.table.devices.messages import (
    CardMessage,
    ChipsMessage,
    DeviceMessage,
    FaultMessage,
    LoadMessage,
    is_signed_by,
    signed_text,
)
from sabot.table.state import BETTING, DEALING, Table
from sabot.table.stream import TABLE, replace

BY_DEVICE: Final = Leave(None, TABLE_DEVICE)
SPOKEN: Final = api_only("A device says it over its own connection.")
LONGEST: Final = 300
"""Characters of a fault's code and detail."""


def heard_from(table: Table, command: Command, said: DeviceMessage) -> str:
    """Return the name of the device that says this; reject one that is not enrolled here, a message
    out of its order, and one that the device has not signed."""
    if not command.actor.startswith(ACTOR):
        raise Refusal("no-device", None, "Only a device of this table sends that.")
    name = command.actor.removeprefix(ACTOR)
    device = check_enrolled(table, name)
    kind = DEVICE_KINDS[device.kind]
    if type(said) not in kind.says:
        message = "A {kind} sends no such message."
        raise Refusal("bad-message", None, message, kind=device.kind)
    if said.message != device.heard + 1:
        message = "The next message of this device has the number {next}, not {number}."
        expected, number = str(device.heard + 1), str(said.message)
        raise Refusal("wrong-message", None, message, next=expected, number=number)
    text = signed_text(table.name, name, said.message, said.line())
    if not is_signed_by(device.public_key, said.signature, text):
        message = "This message is not signed with the key of {device}."
        raise Refusal("bad-signature", None, message, device=quoted(name))
    return name


def with_word(table: Table, name: str, fault: str | None = None) -> Table:
    """Return the table after one more message of a device."""
    device = table.devices.enrolled[name]
    heard = replace(device, heard=device.heard + 1, heard_at=table.at, fault=fault)
    return with_device(table, name, heard)


def _fault_of(table: Table, name: str) -> str | None:
    device: EnrolledDevice = table.devices.enrolled[name]
    return device.fault


class SeeCard(Command, frozen=True, kw_only=True):
    """A card left the shoe or device."""

    pages = SPOKEN
    stopped_by = stops()

    message: int
    card: SeenCard
    signature: Signature


class CardSeen(Event, frozen=True, kw_only=True):
    """A device saw a card leave. `counts`: play waits for its word, so the card is compared."""

    basis = RECORD
    sight = STAFF_ONLY

    device: TableDevice
    message: int
    card: SeenCard
    counts: bool


@TABLE.decides(SeeCard, BY_DEVICE)
def see_card(table: Table, command: SeeCard, now: datetime) -> Sequence[Event]:
    said = CardMessage(message=command.message, signature=command.signature, card=command.card)
    name = heard_from(table, command, said)
    counts = card_device(table) == name
    card = read_card(command.card).name
    if counts:
        _check_in_stack(table)
    return [CardSeen(device=name, message=command.message, card=card, counts=counts)]


def _check_in_stack(table: Table) -> None:
    """Reject a card beyond those of the stack: no more can have left."""
    scan = scan_of(table)
    if scan.first + len(scan.cards) >= table.stack.cards:
        message = "All {cards} cards of the stack were seen before."
        raise Refusal("cards-run-out", None, message, cards=table.stack.cards)


@TABLE.evolves(CardSeen)
def card_seen(table: Table, event: CardSeen) -> Table:
    table = with_word(table, event.device)
    if not event.counts:
        return table
    scan = scan_of(table)
    scan = CardScan(scan.stack, scan.first, (*scan.cards, event.card))
    return replace(table, devices=replace(table.devices, scan=scan))


class SeeStack(Command, frozen=True, kw_only=True):
    """A stack was loaded, and the device counted its cards."""

    pages = SPOKEN
    stopped_by = stops()

    message: int
    cards: int
    signature: Signature


class StackLoaded(Event, frozen=True, kw_only=True):
    """`stack`: number of the stack that the books have."""

    basis = RECORD
    sight = STAFF_ONLY

    device: TableDevice
    message: int
    cards: int
    stack: int


@TABLE.decides(SeeStack, BY_DEVICE)
def see_stack(table: Table, command: SeeStack, now: datetime) -> Sequence[Event]:
    said = LoadMessage(message=command.message, signature=command.signature, cards=command.cards)
    name = heard_from(table, command, said)
    loaded = StackLoaded(
        device=name, message=command.message, cards=command.cards, stack=table.stack.number
    )
    return [loaded]


@TABLE.evolves(StackLoaded)
def stack_loaded(table: Table, event: StackLoaded) -> Table:
    table = with_word(table, event.device)
    loaded = event.cards + table.stack.dealt, event.stack
    return replace(table, devices=replace(table.devices, loaded=loaded))


class SeeChips(Command, frozen=True, kw_only=True):
    """Chips lie at a place of the table on a wager."""

    pages = SPOKEN
    stopped_by = stops()

    message: int
    place: int
    on: str
    amount: str
    signature: Signature


class ChipsSeen(Event, frozen=True, kw_only=True):
    """`counts`: play waits for the reader's word, so the chips are compared."""

    basis = RECORD
    sight = STAFF_ONLY

    device: TableDevice
    message: int
    place: int
    on: str
    amount: int
    counts: bool


@TABLE.decides(SeeChips, BY_DEVICE)
def see_chips(table: Table, command: SeeChips, now: datetime) -> Sequence[Event]:
    said = ChipsMessage(
        message=command.message,
        signature=command.signature,
        place=command.place,
        on=command.on,
        amount=command.amount,
    )
    name = heard_from(table, command, said)
    table.book.wager(command.on)
    if not 1 <= command.place <= table.opened.places:
        message = "This table has the places 1 to {places}."
        raise Refusal("bad-place", None, message, places=table.opened.places)
    counts = chip_device(table) == name and table.phase in (BETTING, DEALING)
    seen = ChipsSeen(
        device=name,
        message=command.message,
        place=command.place,
        on=command.on,
        amount=cents_or_none(command.amount),
        counts=counts,
    )
    changed = chips_changed(table, seen.place, seen.on, seen.amount) if counts else None
    return [seen] if changed is None else [seen, differing(changed)]


@TABLE.evolves(ChipsSeen)
def chips_seen(table: Table, event: ChipsSeen) -> Table:
    table = with_word(table, event.device, _fault_of(table, event.device))
    if not event.counts:
        return table
    chips = {**table.devices.chips, place_key(event.place, event.on): event.amount}
    return replace(table, devices=replace(table.devices, chips=chips))


class ReportFault(Command, frozen=True, kw_only=True):
    """The device cannot go on: a code, and what it knows of it."""

    pages = SPOKEN
    stopped_by = stops()

    message: int
    code: str
    signature: Signature
    detail: StaffText = ""


class DeviceFaulted(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    device: TableDevice
    message: int
    code: str
    detail: StaffText = ""


@TABLE.decides(ReportFault, BY_DEVICE)
def report_fault(table: Table, command: ReportFault, now: datetime) -> Sequence[Event]:
    said = FaultMessage(
        message=command.message,
        signature=command.signature,
        code=command.code,
        detail=command.detail,
    )
    name = heard_from(table, command, said)
    if not command.code.strip() or len(said.line()) > LONGEST:
        raise Refusal("bad-message", None, "A fault has a code and a short description.")
    fault = DeviceFaulted(
        device=name, message=command.message, code=command.code, detail=command.detail
    )
    return [fault]


@TABLE.evolves(DeviceFaulted)
def device_faulted(table: Table, event: DeviceFaulted) -> Table:
    return with_word(table, event.device, f"{event.code} {event.detail}".strip())
