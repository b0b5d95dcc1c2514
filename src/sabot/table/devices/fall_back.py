"""Keys instead of a device, for a recorded reason; and the device again."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, quoted
from sabot.engine.declarations import (
    RECORD,
    STAFF_ONLY,
    StaffText,
    decision,
    on_pages,
    stops,
)
from sabot.engine.streams import Command, Confirmer, Event
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.device import TableDevice
from sabot.table.devices.enrolment import (
    DEVICE_KINDS,
    card_device,
    check_between,
    check_enrolled,
    chip_device,
    enrolled_at,
    is_needed,
    relied_on,
    with_device,
)
from sabot.table.state import Table
from sabot.table.stream import BY_STAFF, TABLE, reason_of, replace

SEEN_BY_TWO = Confirmer(None, CASINO_SUPERVISOR, holds=True)
"""Keys are the word of one person where a device spoke before: a supervisor sees that it is so."""


class UseKeys(Command, frozen=True, kw_only=True):
    """Go on without a device that is silent, at fault or revoked: the dealer's keys are the word on
    cards or chips. Say why; a casino supervisor confirms it."""

    pages = on_pages("deal", "pit")
    stopped_by = stops()

    device: TableDevice
    reason: str


class KeysUsed(Event, frozen=True, kw_only=True):
    """`message`: number of the last message of the device."""

    basis = decision("keys", alone=False)
    sight = STAFF_ONLY

    device: TableDevice
    reason: StaffText
    asked_by: str
    confirmed_by: str
    message: int


@TABLE.decides(UseKeys, BY_STAFF, confirmed_by=SEEN_BY_TWO)
def use_keys(table: Table, command: UseKeys, now: datetime) -> Sequence[Event]:
    device = enrolled_at(table, command.device)
    if not device.relied:
        message = "Play does not wait for the device {device}."
        raise Refusal("not-relied", None, message, device=quoted(command.device))
    return [
        KeysUsed(
            device=command.device,
            reason=reason_of(command.reason),
            asked_by=command.actor,
            confirmed_by=table.statements.confirmed_by,
            message=device.heard,
        )
    ]


@TABLE.evolves(KeysUsed)
def keys_used(table: Table, event: KeysUsed) -> Table:
    device = table.devices.enrolled[event.device]
    return with_device(table, event.device, replace(device, relied=False))


class RelyOnDevice(Command, frozen=True, kw_only=True):
    """Wait for a device's word again, between two coups."""

    pages = on_pages("deal", "pit")
    stopped_by = stops()

    device: TableDevice


class DeviceReliedOn(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    device: TableDevice


@TABLE.decides(RelyOnDevice, BY_STAFF)
def rely_on_device(table: Table, command: RelyOnDevice, now: datetime) -> Sequence[Event]:
    device = check_enrolled(table, command.device)
    other = card_device if DEVICE_KINDS[device.kind].sees_cards else chip_device
    if device.relied or other(table) is not None:
        message = "Play waits for the device {device} already."
        name = other(table) or command.device
        raise Refusal("relied", None, message, device=quoted(name))
    if not is_needed(table, device):
        message = "The cards of this table are typed: open it with scanned cards."
        raise Refusal("not-scanned", None, message)
    check_between(table)
    return [DeviceReliedOn(device=command.device)]


@TABLE.evolves(DeviceReliedOn)
def device_relied_on(table: Table, event: DeviceReliedOn) -> Table:
    return relied_on(table, event.device)
