"""Connections of devices, as the servers note them: a device that is lost is seen at every desk."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, quoted
from sabot.engine.declarations import RECORD, SERVER_ONLY, STAFF_ONLY, stops
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.roles import CASINO_OPERATOR
from sabot.table.device import TableDevice
from sabot.table.devices.enrolment import check_enrolled, enrolled_at, with_device
from sabot.table.state import Table
from sabot.table.stream import TABLE, replace

BY_SERVER = Leave(None, CASINO_OPERATOR)


class ConnectDevice(Command, frozen=True, kw_only=True):
    """A server took up a connection of the device, under a number of its own."""

    pages = SERVER_ONLY
    stopped_by = stops()

    device: TableDevice
    connection: str


class DeviceConnected(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    device: TableDevice
    connection: str


@TABLE.decides(ConnectDevice, BY_SERVER)
def connect_device(table: Table, command: ConnectDevice, now: datetime) -> Sequence[Event]:
    check_enrolled(table, command.device)
    return [DeviceConnected(device=command.device, connection=command.connection)]


@TABLE.evolves(DeviceConnected)
def device_connected(table: Table, event: DeviceConnected) -> Table:
    device = table.devices.enrolled[event.device]
    return with_device(table, event.device, replace(device, connection=event.connection))


class LoseDevice(Command, frozen=True, kw_only=True):
    """A server lost the connection. One that another connection followed is not the last."""

    pages = SERVER_ONLY
    stopped_by = stops()

    device: TableDevice
    connection: str


class DeviceLost(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    device: TableDevice


@TABLE.decides(LoseDevice, BY_SERVER)
def lose_device(table: Table, command: LoseDevice, now: datetime) -> Sequence[Event]:
    if enrolled_at(table, command.device).connection != command.connection:
        message = "The device {device} has another connection."
        raise Refusal("connected", None, message, device=quoted(command.device))
    return [DeviceLost(device=command.device)]


@TABLE.evolves(DeviceLost)
def device_lost(table: Table, event: DeviceLost) -> Table:
    device = table.devices.enrolled[event.device]
    return with_device(table, event.device, replace(device, connection=None))
