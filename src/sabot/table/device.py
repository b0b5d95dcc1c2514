"""Devices of a table as its state keeps them: who they are, and what they saw last."""

from datetime import datetime
from typing import Annotated, Final

import msgspec

from sabot.engine.declarations import Guard, StaffText, bound, guarded, within
from sabot.parts.sizes import CARDS

MOST_DEVICES: Final = 50
"""Devices that a table has had, those revoked among them."""

PublicKey = Annotated[str, guarded(Guard.OPEN, "a public key, which opens nothing")]
"""Key that checks what a device signs."""
TableDevice = Annotated[str, guarded(Guard.OPEN, "name of a device, which opens nothing")]
"""Name of a device of a table."""
Signature = Annotated[str, guarded(Guard.STAFF)]
"""A device's signature under one message."""
SeenCard = Annotated[str, guarded(Guard.WATCHERS)]
"""A card that a device saw: it may lie face down on the layout."""


class EnrolledDevice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A device of a table."""

    # What it is: a name of `DEVICE_KINDS`.
    kind: str
    # Key with which its signatures are checked, as hexadecimal digits.
    public_key: PublicKey
    # Person who stated the enrolment.
    by: str
    # Second person, who confirmed it.
    confirmed_by: str
    # Number of its last message.
    heard: int = 0
    # Time of its last message.
    heard_at: datetime | None = None
    # True while play waits for its word.
    relied: bool = False
    # Why it was revoked; None while it is enrolled.
    revoked: StaffText | None = None
    # Number of its connection; None while no server has one.
    connection: str | None = None
    # Fault that it reported last.
    fault: StaffText | None = None


class CardScan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards that a device saw leave the shoe, in their order, since the coup began."""

    # Number of the stack that they belong to.
    stack: int = 0
    # Place of the first of them in the stack.
    first: int = 0
    cards: Annotated[tuple[SeenCard, ...], CARDS] = ()


class DeviceDifference(msgspec.Struct, frozen=True, omit_defaults=True):
    """Words of a device and of the dealer that are not the same."""

    device: TableDevice
    # What it is about: "card", "undealt" or "chips".
    about: str
    # Place of the card in the stack, or of the wager at the table.
    place: int
    # Word of the device.
    seen: StaffText
    # Word of the dealer.
    said: StaffText
    # Clause under which a supervisor decides.
    clause: str
    # Wager that differs.
    on: str | None = None


class Devices(msgspec.Struct, frozen=True, omit_defaults=True):
    """Devices of a table, and their word about the coup."""

    enrolled: Annotated[
        dict[str, EnrolledDevice],
        bound(MOST_DEVICES, "devices of one table", "Use another table for further devices."),
    ] = {}
    scan: CardScan = CardScan()
    # Cards that the device counted as it was loaded, and the stack's number; None before.
    loaded: tuple[int, int] | None = None
    # Cents that a reader saw, by place and wager.
    chips: Annotated[dict[str, int], within("Round.stakes", 8)] = {}
    # What waits for a supervisor.
    difference: DeviceDifference | None = None


def kept_devices(devices: Devices) -> Devices:
    """Return the devices of a table that is opened again: who they are, and nothing of what they
    saw."""
    return Devices(enrolled=devices.enrolled) if devices.enrolled else Devices()
