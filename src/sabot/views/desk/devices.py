"""Devices of a table, and what they and the dealer say differently, as staff see them."""

from sabot.table.device import EnrolledDevice
from sabot.table.devices.comparison import cards_waiting, rule_of
from sabot.table.devices.enrolment import card_device
from sabot.table.state import Table
from sabot.views.desk.staff_shapes import DeviceDifferenceView, DeviceView

RELIED, IDLE, FAULT, REVOKED = "relied", "idle", "fault", "revoked"


def devices_of(table: Table) -> tuple[DeviceView, ...]:
    """Return the devices of a table, revoked ones last."""
    cards = card_device(table)
    views = [
        DeviceView(
            name=name,
            kind=each.kind,
            state=_state(each),
            relied=each.relied,
            connected=each.connection is not None,
            heard=each.heard_at,
            messages=each.heard,
            waiting=cards_waiting(table) if name == cards else 0,
            note=each.revoked or each.fault or "",
        )
        for name, each in table.devices.enrolled.items()
    ]
    return tuple(sorted(views, key=lambda each: (each.state == REVOKED, each.name)))


def _state(device: EnrolledDevice) -> str:
    if device.revoked is not None:
        return REVOKED
    if device.fault is not None:
        return FAULT
    return RELIED if device.relied else IDLE


def difference_of(table: Table) -> DeviceDifferenceView | None:
    """Return the difference between a device and the dealer."""
    found = table.devices.difference
    if found is None:
        return None
    return DeviceDifferenceView(
        device=found.device,
        about=found.about,
        seen=found.seen,
        said=found.said,
        clause=found.clause,
        by=rule_of(table).by,
        place=found.place,
        on=found.on,
    )
