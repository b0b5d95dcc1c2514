"""The odds lab over HTTP: pay sheets, what-if, a night's results, strategy, fairness, simulation.

The engine behind the figures is loaded at the first request, in a reader's thread, so that no
casino opens later because of it.

It is for staff, at any time. A player may have the figures of a full shoe, away from the tables
only: at or near one, rules 14.6, 14.1 and 12.1 forbid devices that analyse the game.
"""

from collections.abc import Callable
from typing import Annotated, Any, Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.rulebooks import rulebook
from sabot.rules import Rulebook
from sabot.rules.roles import PLAYER
from sabot.server.casino import Casino
from sabot.server.errands.errands import RefusedErrand
from sabot.server.http.routes import SIGNED_IN, STAFF, Asked, Reply, Route
from sabot.server.lab import drafts, fairness
from sabot.server.lab.figure_shapes import BEST, FiguresSheet, Night, Removal, StrategyGrid, WhatIf
from sabot.server.lab.simulations import Finished, Progress, SimulationOrder, checked

Word = Annotated[str, msgspec.Meta(max_length=40)]
Decks = Annotated[int, msgspec.Meta(ge=1, le=100)]
Removed = Annotated[str, msgspec.Meta(max_length=2_000)]
Pays = Annotated[str, msgspec.Meta(max_length=20)]
Coups = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
SHEETS: Final = {
    "sheet.csv": ("csv", "text/csv"),
    "sheet.md": ("markdown", "text/markdown"),
    "sheet.html": ("html", "text/html"),
    "sheet.svg": ("svg", "image/svg+xml"),
}
"""The files that a pay sheet comes in."""


class ShoeQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which shoe: the rulebook's own decks and way to settle unless they are named."""

    decks: Decks | None = None
    scheme: Word | None = None


class OddsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`removed` are cards gone from the shoe, such as `AS,KD`."""

    decks: Decks | None = None
    scheme: Word | None = None
    removed: Removed = ""
    strategy: Word = BEST


class SheetQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which shoe, and how boxes are played where players decide."""

    decks: Decks | None = None
    scheme: Word | None = None
    strategy: Word = BEST


class StrategyQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    decks: Decks | None = None
    strategy: Word = BEST


class NightQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`coups` of one unit on one wager; the rulebook's first unless it is named."""

    wager: Word = ""
    coups: Coups = 1_000
    decks: Decks | None = None
    scheme: Word | None = None
    strategy: Word = BEST


class WhatIfQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A what-if: odds by wager (`tie`), by clause (`11.1.9.2`) or by line (`tiger/2`), such as
    `20:1`; with `any_decks` also a number of decks that the document forbids."""

    rulebook: Word
    changes: Annotated[dict[Word, Pays], msgspec.Meta(max_length=60)] = {}
    decks: Decks | None = None
    scheme: Word | None = None
    strategy: Word = BEST
    any_decks: bool = False


async def show_odds(asked: Asked) -> FiguresSheet:
    query: OddsQuery = asked.query
    book = rulebook(asked.path["rulebook"])

    def look() -> FiguresSheet:
        from sabot.server.lab.figures import from_shoe, sheet_of

        shoe = (query.decks, query.scheme, query.removed)
        return sheet_of(from_shoe(book.id, *shoe, query.strategy))

    return await asked.casino.work(look)


def _pay_sheet(file: str) -> Callable[[Asked], Any]:
    form, kind = SHEETS[file]

    async def show_pay_sheet(asked: Asked) -> Reply:
        query: SheetQuery = asked.query
        book = rulebook(asked.path["rulebook"])

        def write() -> str:
            from sabot.server.lab.figures import pay_sheet

            return pay_sheet(form, book.id, query.decks, query.scheme, query.strategy)

        text = await asked.casino.work(write)
        named = f'attachment; filename="{book.id}-pay-{file}"'
        return Reply(text.encode(), f"{kind}; charset=utf-8", {"content-disposition": named})

    return show_pay_sheet


async def show_pay_table(asked: Asked) -> FiguresSheet:
    query: ShoeQuery = asked.query
    book = rulebook(asked.path["rulebook"])
    check_away(asked.casino, asked.person.name, asked.person.role)

    def look() -> FiguresSheet:
        from sabot.server.lab.figures import full, sheet_of

        return sheet_of(full(book.id, query.decks, query.scheme, BEST))

    return await asked.casino.work(look)


def check_away(casino: Casino, name: str, role: str) -> None:
    """A player who is at a table has no figures, whichever game it is."""
    if role != PLAYER:
        return
    for table in map(casino.state, casino.tables()):
        if name in table.patrons:
            raise Refusal(
                "playing",
                aids_clause(table.book),
                "You are at a table: leave it before you look at what wagers are worth.",
            )


def aids_clause(book: Rulebook) -> str | None:
    """The clause that forbids aids near a table: the one breach that has sanctions of its own,
    where a document knows it."""
    sanction = book.conduct.general.sanction
    return None if sanction is None or sanction.any_breach else sanction.offence


async def ask_what_if(asked: Asked) -> WhatIf:
    said: WhatIfQuestion = asked.body
    book = rulebook(said.rulebook)

    def look() -> WhatIf:
        from sabot.server.lab.figures import what_if

        shoe = (said.decks, said.scheme, said.strategy)
        return what_if(book.id, said.changes, *shoe, said.any_decks)

    return await asked.casino.work(look)


async def show_strategy(asked: Asked) -> StrategyGrid:
    query: StrategyQuery = asked.query
    book = rulebook(asked.path["rulebook"])

    def look() -> StrategyGrid:
        from sabot.server.lab.figures import strategy_grid

        return strategy_grid(book.id, query.decks, query.strategy)

    return await asked.casino.work(look)


async def show_night(asked: Asked) -> Night:
    query: NightQuery = asked.query
    book = rulebook(asked.path["rulebook"])
    wager = query.wager or book.wagers[0].id

    def look() -> Night:
        from sabot.server.lab.figures import night

        return night(book.id, wager, query.coups, query.decks, query.scheme, query.strategy)

    return await asked.casino.work(look)


async def show_removal(asked: Asked) -> Removal:
    query: ShoeQuery = asked.query
    book = rulebook(asked.path["rulebook"])

    def look() -> Removal:
        from sabot.server.lab.figures import removal

        return removal(book.id, query.decks, query.scheme)

    return await asked.casino.work(look)


async def run_simulation(asked: Asked) -> Reply:
    errand = await asked.casino.errands.begin(asked.person.name, checked(asked.body))
    return Reply(errand, "application/x-ndjson", {"x-accel-buffering": "no"})


NO_SHOE: Final = ("unknown-rulebook", "wrong-decks", "wrong-scheme")
SaidOfSimulation: Any = Progress | Finished | RefusedErrand
ROUTES = (
    Route(
        "GET", "/api/paytables/{rulebook}", SIGNED_IN, show_pay_table,
        "What every wager is worth from a full shoe. Not for players who are at a table.",
        query=ShoeQuery, gives=FiguresSheet, refuses=(*NO_SHOE, "playing"),
    ),
    Route(
        "GET", "/api/odds/{rulebook}", STAFF, show_odds,
        "What every wager is worth, exactly, from any shoe.",
        query=OddsQuery, gives=FiguresSheet, refuses=(*NO_SHOE, "bad-composition"),
    ),
    *(
        Route(
            "GET", f"/api/odds/{{rulebook}}/{file}", STAFF, _pay_sheet(file),
            "The pay sheet as a file.", query=SheetQuery, refuses=NO_SHOE, media_type=kind,
        )
        for file, (_, kind) in SHEETS.items()
    ),
    Route(
        "POST", "/api/what-if", STAFF, ask_what_if,
        "The edges with other odds, beside those that are approved.",
        takes=WhatIfQuestion, gives=WhatIf, refuses=(*NO_SHOE, "bad-odds", "unknown-wager"),
    ),
    Route(
        "GET", "/api/strategy/{rulebook}", STAFF, show_strategy,
        "When to draw and when to stand, where players decide.",
        query=StrategyQuery, gives=StrategyGrid, refuses=(*NO_SHOE, "no-strategy"),
    ),
    Route(
        "GET", "/api/nights/{rulebook}", STAFF, show_night,
        "The distribution of a night's result on one wager.",
        query=NightQuery, gives=Night, refuses=(*NO_SHOE, "unknown-wager"),
    ),
    Route(
        "GET", "/api/removal/{rulebook}", STAFF, show_removal,
        "What the absence of one card of each rank is worth.",
        query=ShoeQuery, gives=Removal, refuses=NO_SHOE,
    ),
    Route(
        "POST", "/api/simulations", STAFF, run_simulation,
        "Deal coups by the million. The answer is lines of JSON as it goes on: `progress`, at last "
        "`done` or `refused`; hanging up stops it.",
        takes=SimulationOrder, gives=SaidOfSimulation, refuses=(*NO_SHOE, "bad-strategy"),
        media_type="application/x-ndjson",
    ),
    *drafts.ROUTES,
    *fairness.ROUTES,
)  # fmt: skip
