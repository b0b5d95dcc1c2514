"""Devices of a table in tests: each has its key and counts its messages."""

from typing import Any

import msgspec

from sabot.client.device_key import DeviceKey
from sabot.engine.streams import Event, Rejection
from support.evening import Evening

DOES = {"card": "see-card", "load": "see-stack", "chips": "see-chips", "fault": "report-fault"}


class TestedDevice:
    """A device at an evening's table, with a key of its own."""

    __test__ = False

    def __init__(self, evening: Evening, name: str, kind: str = "scanning shoe") -> None:
        self.evening, self.name, self.kind = evening, name, kind
        self.key = DeviceKey.fresh()
        self.message = 0

    def enrol(self) -> "TestedDevice":
        """Have two supervisors enrol it."""
        self.evening.ok("enrol-device", actor="sue", role="casino supervisor", device=self.name,
                        kind=self.kind, public_key=self.key.public)  # fmt: skip
        return self

    def fields(self, line: str, message: int | None = None, **more: Any) -> dict[str, Any]:
        """Return a command of the device for a line such as `card 7H`."""
        number = self.message + 1 if message is None else message
        said = self.key.says(self.evening.table.name, self.name, number, line)
        told = msgspec.to_builtins(said)
        return {"do": DOES[told.pop("type")], "actor": f"device:{self.name}",
                "role": "table device", **told, **more}  # fmt: skip

    def says(self, line: str) -> list[Event]:
        events = self.evening.says(**self.fields(line))
        self.message += 1
        return events

    def sees(self, cards: str) -> None:
        for card in cards.split():
            self.says(f"card {card}")

    def refused(self, code: str, line: str, **more: Any) -> Rejection:
        return self.evening.no(code, **self.fields(line, **more))
