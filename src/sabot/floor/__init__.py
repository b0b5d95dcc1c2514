"""The casino floor: the registry of kinds, and units of work over all streams."""

from sabot.floor.floor import (
    Answer,
    Floor,
    Moved,
    read_line,
    system_clock,
)

__all__ = [
    "Answer",
    "Floor",
    "Moved",
    "read_line",
    "system_clock",
]
