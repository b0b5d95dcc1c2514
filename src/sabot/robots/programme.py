"""Conditions and a schedule for a tournament that robots can run, of any game that has them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import Any, Final

from sabot.rules import Rulebook
from sabot.tournament import tournament_of

CHIP: Final = "0.50"
MINIMUM, MAXIMUM, RAISED = "100", "1000", "200"
SAID: Final[dict[str, Any]] = {
    "entry_fee": "50",
    "commission": "10",
    "commission_approved": "10",
    "chips": "2000",
    "buy_in": "none",
    "compulsory_wager": True,
    "limits": [
        {"minimum": MINIMUM, "maximum": MAXIMUM},
        {"at": "the final", "minimum": RAISED, "maximum": "2000"},
    ],
    "dealing": "from a virtual shoe, face up",
    "duration": "as many coups as the schedule says",
    "tables": "as many as the players of a session need",
    "progression": "the best of each table",
    "second_chance": "none",
    "seats": "ballot",
    "order_of_wagering": "starting marker",
    "pass_cards": 0,
    "undisclosed_wagers": 0,
    "buy_back": "none",
    "eligible": "Only persons entitled to enter the casino and gamble may enter.",
    "may_refuse": False,
    "selection": "none",
    "entry_terms": "One entry a person.",
    "withdrawal": "until the entries close",
    "form": "the page of the tournament",
    "prizes": ["50", "30", "20"],
    "payment": "into the winners' accounts",
    "guarantee": "none",
    "entry_method": "at the page of the tournament",
    "sit_and_go": False,
    "points": "none",
    "groups": "none",
    "elimination": "who cannot cover the minimum, and all below the places that go on",
    "level_session": "more rounds until the places are clear",
    "distribution": "into the winners' accounts",
    "level_prizes": "more rounds",
    "statement": "The person named there runs it by these conditions and the rules, which prevail.",
}
"""Values for each key that a document may ask for."""


def conditions_of(
    book: Rulebook, title: str, players: int, sessions: int, starts: datetime
) -> dict[str, Any]:
    """Conditions that say all that the document asks for."""
    own = {
        "starts": starts.isoformat(),
        "sessions": sessions,
        "minimum_players": 2,
        "maximum_players": players,
    }
    asked = tournament_of(book).conditions
    said = {each.key: {**SAID, **own}[each.key] for each in asked if _is_said(each, own)}
    return {**said, "rulebook": book.id, "name": title}


def _is_said(item: Any, own: dict[str, Any]) -> bool:
    return not item.optional and (item.key in SAID or item.key in own)


def schedule_of(players: int, seats: int, coups: int, now: datetime) -> list[dict[str, Any]]:
    """Sessions until one table is enough for the final: the best two of a table go on, or one."""
    sessions: list[dict[str, Any]] = []
    steps = [{"since": 1, "minimum": MINIMUM, "maximum": MAXIMUM}]
    basis = {"seats": seats, "coups": coups}
    while players > seats:
        advance = 2 if players > 3 * seats else 1
        starts = _starts(now, sessions)
        sessions.append({**basis, "starts": starts, "advance": advance, "limits": steps})
        players = ceil(players / seats) * advance
    last = [{"since": 1, "minimum": RAISED, "maximum": "2000"}]
    final = {"stage": "final", "starts": _starts(now, sessions), "advance": 3, "limits": last}
    return [*sessions, {**basis, **final}]


def _starts(now: datetime, before: Sequence[object]) -> str:
    return (now + timedelta(microseconds=len(before))).isoformat()
