"""The page of devices has every message as its structure declares it."""

from pathlib import Path
from typing import Any

from sabot.table.devices.enrolment import DEVICE_KINDS
from sabot.table.devices.messages import ANSWERS, MESSAGES, DeviceHello

PAGE = (Path(__file__).parents[2] / "docs" / "devices.md").read_text()


def test_the_page_of_devices_has_every_message() -> None:
    told: list[tuple[Any, str]] = [(each, "device") for each in (*MESSAGES, DeviceHello)]
    told += [(each, "server") for each in ANSWERS]
    rows = []
    for each, sender in told:
        fields = ", ".join(f"`{name}`" for name in each.__struct_fields__)
        meaning = " ".join((each.__doc__ or "").split())
        rows.append(f"| `{each.__struct_config__.tag}` | {sender} | {fields} | {meaning} |")
    assert [row for row in rows if row not in PAGE] == []
    there = [line for line in PAGE.splitlines() if "| device |" in line or "| server |" in line]
    assert len(there) == len(rows)


def test_the_page_of_devices_has_every_kind() -> None:
    for name, kind in DEVICE_KINDS.items():
        messages = ", ".join(str(each.__struct_config__.tag) for each in kind.says)
        assert f"| {name} | {messages} |" in PAGE
