"""Equipment of a table beside its layout, and conduct that is forbidden there."""

from sabot.core.record import record


@record(frozen=True, slots=True)
class EquipmentItem:
    """A thing that a clause wants at every table."""

    name: str
    clause: str


@record(frozen=True, slots=True)
class Forbidden:
    """Forbidden conduct at a table, with its clause; a person who does it is warned. `of` names the
    persons whom it binds: staff, or by default every person."""

    what: str
    clause: str
    of: str = "anybody"
