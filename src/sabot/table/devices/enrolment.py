"""Devices are enrolled at a table by two persons, and revoked by one."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.engine.declarations import (
    STAFF_ONLY,
    StaffText,
    decision,
    on_pages,
    statement,
    stops,
)
from sabot.engine.streams import Claim, Command, Confirmer, Event
from sabot.parts.papers import DEVICE_KEY, DEVICE_NAME, enrolled_device
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.shoe.procedure import DEVICE, SHOE
from sabot.table.device import CardScan, EnrolledDevice, PublicKey, TableDevice
from sabot.table.devices.messages import (
    CardMessage,
    ChipsMessage,
    DeviceMessage,
    FaultMessage,
    LoadMessage,
)
from sabot.table.state import IN_COUP, Table
from sabot.table.stream import BY_SUPERVISOR, TABLE, check_felt, reason_of, replace

SCANNING_SHOE, SHUFFLER, CHIP_READER = "scanning shoe", "shuffling device", "chip reader"
NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
KEY: Final = re.compile(r"[0-9a-f]{64}")
ACTOR: Final = "device:"
"""Beginning of the sender of a device's commands; no person has such a name."""


class DeviceKind(msgspec.Struct, frozen=True):
    """Messages of a kind of device, and the source of cards that it belongs to; None: any."""

    says: tuple[type[DeviceMessage], ...]
    source: str | None = None

    @property
    def sees_cards(self) -> bool:
        return CardMessage in self.says


DEVICE_KINDS: Final = MappingProxyType(
    {
        SCANNING_SHOE: DeviceKind((CardMessage, LoadMessage, FaultMessage), SHOE),
        SHUFFLER: DeviceKind((CardMessage, LoadMessage, FaultMessage), DEVICE),
        CHIP_READER: DeviceKind((ChipsMessage, FaultMessage)),
    }
)
"""Kinds of devices by name."""


def enrolled_at(table: Table, name: str) -> EnrolledDevice:
    """Return a device of the table, enrolled or revoked."""
    device = table.devices.enrolled.get(name)
    if device is None:
        message = "No device {device} is enrolled at this table."
        raise Refusal("no-device", None, message, device=quoted(name))
    return device


def with_device(table: Table, name: str, device: EnrolledDevice) -> Table:
    """Return the table with a device as it is now."""
    devices = table.devices
    return replace(table, devices=replace(devices, enrolled={**devices.enrolled, name: device}))


def is_needed(table: Table, device: EnrolledDevice) -> bool:
    """Return True if play at this table can wait for the device's word: for cards where they are
    scanned, for chips at every table."""
    kind = DEVICE_KINDS[device.kind]
    return table.setup is not None and (table.opened.scanning if kind.sees_cards else True)


def card_device(table: Table) -> str | None:
    """Return the name of the device whose word about cards play waits for."""
    for name, device in table.devices.enrolled.items():
        sees = DEVICE_KINDS[device.kind].sees_cards
        if device.relied and sees and table.opened.scanning:
            return name
    return None


def chip_device(table: Table) -> str | None:
    """Return the name of the device whose word about chips play waits for."""
    for name, device in table.devices.enrolled.items():
        if device.relied and not DEVICE_KINDS[device.kind].sees_cards:
            return name
    return None


class EnrolDevice(Command, frozen=True, kw_only=True):
    """Bind a device to this table, by the public half of the key with which it signs. Another
    supervisor confirms it."""

    pages = on_pages("pit")
    stopped_by = stops()

    device: TableDevice
    kind: str
    public_key: PublicKey


class DeviceEnrolled(Event, frozen=True, kw_only=True):
    """`relied`: play waits for its word from now on."""

    basis = statement("device")
    sight = STAFF_ONLY
    claim_kinds = (DEVICE_NAME, DEVICE_KEY)

    device: TableDevice
    kind: str
    public_key: PublicKey
    enrolled_by: str
    confirmed_by: str
    relied: bool

    def claims(self, name: str) -> Iterator[Claim]:
        return enrolled_device(self.device, self.public_key)


@TABLE.decides(EnrolDevice, BY_SUPERVISOR, confirmed_by=Confirmer(None, CASINO_SUPERVISOR))
def enrol_device(table: Table, command: EnrolDevice, now: datetime) -> Sequence[Event]:
    check_felt(table, command, "A virtual table has no devices: the server deals its cards.")
    kind = DEVICE_KINDS.get(command.kind)
    if kind is None:
        message = "A device is a {kinds}, not {kind}."
        kinds = ", ".join(DEVICE_KINDS)
        raise Refusal("bad-device", None, message, kinds=kinds, kind=quoted(command.kind))
    if not NAME.fullmatch(command.device):
        message = "A device's name has small letters, figures and hyphens, 32 at most."
        raise Refusal("bad-device", None, message)
    if not KEY.fullmatch(command.public_key):
        message = "A device's public key has 64 hexadecimal digits."
        raise Refusal("bad-device", None, message)
    if command.device in table.devices.enrolled:
        message = "A device {device} was enrolled here before: give this one another name."
        raise Refusal("enrolled", None, message, device=quoted(command.device))
    if kind.source is not None and kind.source != table.opened.source:
        message = "The cards of this table come from a {source}: it has no {kind}."
        source = table.opened.source
        raise Refusal("bad-device", None, message, source=source, kind=command.kind)
    check_between(table)
    relied = _is_relied(table, kind)
    enrolled = DeviceEnrolled(
        device=command.device,
        kind=command.kind,
        public_key=command.public_key,
        enrolled_by=command.actor,
        confirmed_by=table.statements.confirmed_by,
        relied=relied,
    )
    return [enrolled]


def _is_relied(table: Table, kind: DeviceKind) -> bool:
    """Return True if play waits for a new device at once: it has something to say here, and no
    other device says it."""
    if kind.sees_cards:
        return table.opened.scanning and card_device(table) is None
    return chip_device(table) is None


def check_between(table: Table) -> None:
    """Reject a change of devices while a coup is dealt."""
    if table.phase in IN_COUP:
        message = "Finish the {coup_word} first."
        raise Refusal("coup-runs", None, message, coup_word=table.book.coup)


@TABLE.evolves(DeviceEnrolled)
def device_enrolled(table: Table, event: DeviceEnrolled) -> Table:
    device = EnrolledDevice(
        kind=event.kind,
        public_key=event.public_key,
        by=event.enrolled_by,
        confirmed_by=event.confirmed_by,
    )
    table = with_device(table, event.device, device)
    return relied_on(table, event.device) if event.relied else table


def relied_on(table: Table, name: str) -> Table:
    """Return the table where play waits for a device's word from the next card or wager on."""
    device = table.devices.enrolled[name]
    table = with_device(table, name, replace(device, relied=True, fault=None))
    if DEVICE_KINDS[device.kind].sees_cards:
        scan = CardScan(table.stack.number, table.stack.dealt)
        return replace(table, devices=replace(table.devices, scan=scan))
    return replace(table, devices=replace(table.devices, chips={}))


class RevokeDevice(Command, frozen=True, kw_only=True):
    """End a device's enrolment, and say why. Play still waits for its word until keys are used
    instead, which takes two persons."""

    pages = on_pages("pit")
    stopped_by = stops()

    device: TableDevice
    reason: str


class DeviceRevoked(Event, frozen=True, kw_only=True):
    basis = decision("device")
    sight = STAFF_ONLY

    device: TableDevice
    reason: StaffText
    revoked_by: str


@TABLE.decides(RevokeDevice, BY_SUPERVISOR)
def revoke_device(table: Table, command: RevokeDevice, now: datetime) -> Sequence[Event]:
    check_enrolled(table, command.device)
    reason = reason_of(command.reason)
    return [DeviceRevoked(device=command.device, reason=reason, revoked_by=command.actor)]


def check_enrolled(table: Table, name: str) -> EnrolledDevice:
    """Return a device that is enrolled; reject one that was revoked."""
    device = enrolled_at(table, name)
    if device.revoked is not None:
        message = "The device {device} was revoked: {reason}."
        reason = device.revoked.rstrip(".")
        raise Refusal("device-revoked", None, message, device=quoted(name), reason=reason)
    return device


@TABLE.evolves(DeviceRevoked)
def device_revoked(table: Table, event: DeviceRevoked) -> Table:
    device = table.devices.enrolled[event.device]
    return with_device(table, event.device, replace(device, revoked=event.reason))
