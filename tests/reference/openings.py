"""Evenings that are ready to play, for the tests of the reference."""

from collections.abc import Sequence
from typing import Any

from reference.deal import phase
from reference.evening import Evening, Ruling
from reference.facts import (
    BetsClosed,
    Brought,
    Burned,
    CardShown,
    Cut,
    Fact,
    InterimSettled,
    Joined,
    Laid,
    LayoutApproved,
    Opened,
    ResultAnnounced,
    Settled,
    Shuffled,
    SignPosted,
)
from reference.shoe import cutters, players_may_cut
from reference.state import Options

FLOAT = 100_000_00

DEFAULTS: dict[str, dict[str, Any]] = {
    "star-baccarat": {},
    "star-seven-up": {"decks": 6, "source": "device"},
    "star-three-card": {},
    "star-lucky-draw": {"decks": 6},
    "canberra-mini": {},
}
"""Set-ups of each game's table, where a test says nothing."""


def put(evening: Evening, *facts: Fact) -> Ruling:
    """Put facts that must be accepted, and return the last ruling."""
    assert facts
    for fact in facts:
        ruling = evening.put(fact)
        assert ruling.refused is None, (fact, ruling.refused, ruling.why)
    return ruling


def refused(evening: Evening, fact: Fact) -> str | None:
    """Put a fact and return the clause that refuses it."""
    return evening.put(fact).refused


def opened(game: str, players: Sequence[str] = ("anna", "ben", "cleo"), **changes: Any) -> Evening:
    """Return an open table with players who have 10,000 dollars each; no card is prepared."""
    settings: dict[str, Any] = {"minimum": 5_00, "maximum": 5_000_00, "chips": (50, 5_00, 25_00)}
    evening = Evening(game, Options(**{**settings, **DEFAULTS[game], **changes}))
    put(evening, Opened(FLOAT))
    for box, name in enumerate(players, start=1):
        put(evening, Joined(name, box), Brought(name, 10_000_00))
    return evening


def prepare(evening: Evening) -> None:
    """Shuffle, cut and burn as each game's document says."""
    table = evening.table
    put(evening, Shuffled())
    if table.shoe.step == "cut":
        names = cutters(table) if players_may_cut(table) else []
        cutter = names[0] if names else "casino supervisor"
        put(evening, Cut(cutter, 60, 52))
    if "one" in table.document.burns:
        put(evening, Burned())
    else:
        put(evening, Burned(count=3, first="2C"))
    if table.document.knows("pairs sign"):
        put(evening, LayoutApproved(), SignPosted("pairs"))


def ready(game: str, players: Sequence[str] = ("anna", "ben", "cleo"), **changes: Any) -> Evening:
    """Return a table at which bets may be laid and a first card may come."""
    evening = opened(game, players, **changes)
    prepare(evening)
    return evening


def lay(evening: Evening, *wagers: tuple[str, str, int, int], found: bool = False) -> None:
    """Lay wagers of (player, bet, box, cents in chips)."""
    for player, bet, box, chips in wagers:
        put(evening, Laid(player, bet, box, chips, found=found))


def deal(evening: Evening, cards: str) -> Ruling:
    """Call no more bets where it must be called, and deal cards face up."""
    table = evening.table
    if table.coup is None and table.document.must_call_no_more_bets and not table.no_bet:
        table.now += table.options.bet_seconds
        put(evening, BetsClosed())
    for card in cards.split():
        put(evening, CardShown(card))
        if phase(table) == "interim":
            put(evening, InterimSettled())
    return _last(evening)


def _last(evening: Evening) -> Ruling:
    """Return the present state as a ruling."""
    return evening.put(SignPosted("note"))


def finish(evening: Evening) -> Ruling:
    """Announce and settle."""
    put(evening, ResultAnnounced())
    if evening.table.coup is None:
        return _last(evening)
    return put(evening, Settled())
