"""Papers of a table's chips and drop boxes, found by their number: fill, credit, drop and count."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Final

import msgspec

from sabot.core.alike import letters_of
from sabot.core.denominations import largest
from sabot.core.refusal import Refusal, quoted
from sabot.engine.live import read_line
from sabot.engine.streams import Event
from sabot.floor.kinds import TABLES
from sabot.parts.papers import SEAL, SLIP
from sabot.rules.roles import CASHIER
from sabot.server.casino import Casino
from sabot.server.http.routes import SUPERVISORS, WATCHERS, Asked, Route
from sabot.table import TABLE
from sabot.table.chip_set import values_of
from sabot.table.chips.drop_box import DropBoxRemoved, DropCollected
from sabot.table.chips.drop_count import DropCounted
from sabot.table.chips.fills import FloatCredited, FloatFilled

FILL, CREDIT, DROP, COUNT = "fill", "credit", "drop", "count"
READERS: Final = SUPERVISORS | {CASHIER} | WATCHERS
Number = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class SlipQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Number of a slip or of a seal."""

    number: Number


class SlipPaper(msgspec.Struct, frozen=True):
    """A paper to print. `pieces` are chips, or notes and coins, by their value in cents; a drop has
    none and no `total`, since it is counted blind. `signed_by`: who stands below it."""

    kind: str
    number: str
    table: str
    at: datetime
    pieces: dict[int, int]
    total: int | None
    signed_by: tuple[str, ...]


class SlipsFound(msgspec.Struct, frozen=True):
    papers: list[SlipPaper]


async def find_slip(asked: Asked) -> SlipsFound:
    said: SlipQuery = asked.body
    found = await asked.casino.work(papers_of, asked.casino, said.number.strip())
    if not found:
        message = "There is no slip or seal {number}."
        raise Refusal("no-slip", None, message, number=quoted(said.number))
    return SlipsFound(found)


def papers_of(casino: Casino, number: str) -> list[SlipPaper]:
    """Return the papers with a number, in the order in which they were written."""
    letters, found = letters_of(number), list[SlipPaper]()
    rows = (casino.store.expiring_row(kind.key, letters) for kind in (SLIP, SEAL))
    for name in dict.fromkeys(row.decode() for row in rows if row is not None):
        for stored in casino.store.read(TABLES.stream(name)):
            event = TABLE.read_event(stored.line)
            found += _papers(casino, name, event, read_line(stored.line).at, letters)
    return found


def _papers(
    casino: Casino, table: str, event: Event, at: datetime, letters: str
) -> Iterator[SlipPaper]:
    """Yield the paper of an event, if it has the number that is looked for."""
    if isinstance(event, FloatFilled | FloatCredited) and letters_of(event.slip) == letters:
        kind = FILL if isinstance(event, FloatFilled) else CREDIT
        (move,) = event.moves
        kinds = casino.state(table).opened.chips
        chips = move.chips or dict(largest(event.amount, values_of(kinds)))
        yield SlipPaper(kind, event.slip, table, at, dict(chips), event.amount, event.signed_by)
    elif isinstance(event, DropCollected | DropBoxRemoved) and letters_of(event.seal) == letters:
        yield SlipPaper(DROP, event.seal, table, at, {}, None, (event.taken_by,))
    elif isinstance(event, DropCounted) and letters_of(event.seal) == letters:
        yield SlipPaper(COUNT, event.seal, table, at, event.counted, event.total, event.team)


ROUTES = (
    Route("POST", "/api/cage/slips", READERS, find_slip,
          "Fills, credits, drops and counts by the number of their slip or seal, to print.",
          takes=SlipQuery, gives=SlipsFound, refuses=("no-slip",)),
)  # fmt: skip
