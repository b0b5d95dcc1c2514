"""Coups dealt face down, for tests of who is handed the cards."""

from typing import Any

from sabot.engine.streams import Event
from support.evening import Evening

Bets = dict[str, tuple[int | None, str, str]]
"""Player, seat, wager and amount."""

CARDS = "2S 3H 3D 3C"
"""Player 5, Banker 6: the Player draws, and the Banker stands unless that card is a 6 or 7."""


def dealt(rulebook: str, bets: Bets, cards: str = CARDS, **options: Any) -> Evening:
    """A coup on the common hands, dealt as far as these cards go."""
    evening = Evening(rulebook, **options)
    for player, (place, on, amount) in bets.items():
        evening.join(player, place)
        evening.bet(player, on, amount)
    if evening.table.conduct.calls.required:
        evening.ok("no-more-bets")
    for card in cards.split():
        evening.card(card)
    return evening


def only(events: list[Event]) -> Any:
    """The one event that followed."""
    (event,) = events
    return event


def as_player(name: str) -> dict[str, Any]:
    return {"actor": name, "role": "player"}


def clause(evening: Evening, code: str, do: str, **fields: Any) -> str | None:
    """The clause by which a command is rejected."""
    return evening.no(code, do, **fields).clause
