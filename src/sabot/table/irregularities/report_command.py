"""Declare the command that reports an irregularity, apart from its decision: remedies read it."""

from typing import Annotated

import msgspec

from sabot.engine.declarations import (
    CardOrder,
    GameCard,
    Guard,
    StaffNumber,
    StaffText,
    guarded,
    on_pages,
    server_fills,
    stops,
)
from sabot.engine.streams import Command
from sabot.parts.past import PastCoup
from sabot.rules.irregularities.irregularity import Value

Circumstances = Annotated[dict[str, Value], guarded(Guard.STAFF)]
"""Answers to what the matrix asks about a situation."""


class ReportIrregularity(Command, frozen=True, kw_only=True):
    """Report a situation of the matrix by its name, with the circumstances that it asks about.

    The rest is what the remedy needs: the card that came out (`card`; a virtual source has it put
    in by the house), the true order of the coup's cards (`cards`), the hand or box, the wager that
    was found (`player`, `on`, `amount`), an earlier coup, who agreed, how many cards are damaged.
    Logs of the first release say with `depth` and `from_back` where cards shuffled in a coup were
    cut; `cut-cards` says so now.
    `record` is what the log has of that coup, put in by the house.
    """

    pages = on_pages("deal", "pit")
    server_fields = server_fills("digest opened record")
    stopped_by = stops()

    situation: str
    circumstances: Circumstances = msgspec.field(default_factory=dict)
    note: StaffText = ""
    card: GameCard | None = None
    seal: StaffText | None = None
    cards: tuple[str | None, ...] = ()
    hand: str | None = None
    box: int | None = None
    player: str | None = None
    on: str | None = None
    amount: str | None = None
    area: int | None = None
    coup: int | None = None
    agreed: tuple[str, ...] = ()
    confirmed: bool | None = None
    damaged: int = 0
    depth: StaffNumber | None = None
    from_back: StaffNumber | None = None
    digest: str | None = None
    opened: CardOrder | None = None
    record: PastCoup | None = None
