"""Templates: complete conditions and a schedule to begin a tournament with, for any document."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sabot.rules import Rulebook
from sabot.tournament import tournament_of

TEXTS: Final[dict[str, Any]] = {
    "commission": "none",
    "commission_approved": "none",
    "buy_in": "none",
    "chips_at_the_end": "score",
    "compulsory_wager": True,
    "dealing": "from a shoe, by the dealer",
    "duration": "as many coups as the schedule says",
    "session_starts": "at the time of the schedule",
    "sit_and_go": False,
    "seats": "drawn by ballot",
    "seating": "drawn by ballot",
    "progression": "those with the most chips at each table",
    "points": "none",
    "second_chance": "none",
    "order_of_wagering": "starting marker",
    "pass_cards": 0,
    "undisclosed_wagers": 0,
    "buy_back": "none",
    "eligible": "Only persons entitled to enter the casino and gamble may enter.",
    "may_refuse": True,
    "refusal": "The casino operator may refuse any application.",
    "selection": "none",
    "entry_method": "at the desk or on the page of the tournament",
    "entry_terms": "One entry for each person; the fee is paid with the form.",
    "withdrawal": "free of charge until entries close",
    "form": "the entry form, or the page of the tournament",
    "groups": "none",
    "elimination": "a player who cannot cover the minimum, and all who do not go on",
    "points_elimination": "none",
    "level_session": "further rounds until the places are clear",
    "level_points": "points are divided",
    "prizes": ["50", "30", "20"],
    "distribution": "after the final, to the winners",
    "level_prizes": "more rounds",
    "payment": "into the player's account, by cheque or by transfer",
    "guarantee": "none",
    "notice_minutes": 20,
    "statement": "The tournament is run by the person appointed; the approved rules prevail.",
}
"""Answers of a template under each key, beside its own figures."""


@dataclass(frozen=True)
class Shape:
    """Figures of a template: entrants at most, the fee, chips, limits, and seats with the number
    who go on for each session, the final last."""

    name: str
    players: int
    fee: str
    chips: str
    minimum: str
    maximum: str
    sessions: tuple[tuple[int, int], ...]
    coups: int = 20


SHAPES: Final = (
    Shape("single-table", 7, "50", "5000", "100", "1000", ((7, 3),)),
    Shape("evening", 24, "250", "10000", "100", "2000", ((6, 2), (4, 3), (6, 3))),
    Shape("large-field", 210, "100", "10000", "100", "2000", ((7, 1), (6, 1), (7, 3))),
)
BETWEEN: Final = timedelta(hours=1)
"""Time from the start of one session to that of the next."""


def conditions_for(book: Rulebook, shape: Shape, starts: datetime) -> dict[str, Any]:
    """Return conditions in which each item that the document asks for has an answer."""
    doubled = [str(2 * int(amount)) for amount in (shape.minimum, shape.maximum)]
    limits = [{"minimum": shape.minimum, "maximum": shape.maximum}]
    if len(shape.sessions) > 1:
        limits.append({"at": "the final", "minimum": doubled[0], "maximum": doubled[1]})
    own = {
        "starts": starts.isoformat(),
        "entry_fee": shape.fee,
        "chips": shape.chips,
        "limits": limits,
        "sessions": len(shape.sessions),
        "tables": "as many as the players of a session need",
        "minimum_players": shape.sessions[-1][1] + 1,
        "maximum_players": shape.players,
    }
    said = {**TEXTS, **own}
    keys = (each.key for each in tournament_of(book).conditions if not _is_left_out(each))
    return {key: said[key] for key in keys if key in said}


def _is_left_out(item: Any) -> bool:
    """Return True for an item that only forbids values, and for one beside "none"."""
    forbids = item.optional and item.only is not None and len(item.only.answers) == 1
    return forbids or (item.beside is not None and TEXTS.get(item.beside) == "none")


def legs_for(shape: Shape, starts: datetime) -> list[dict[str, Any]]:
    """Return the sessions of a template as a schedule has them."""
    last = len(shape.sessions) - 1
    legs: list[dict[str, Any]] = []
    for place, (seats, advance) in enumerate(shape.sessions):
        factor = 2 if place == last and last else 1
        step = {
            "since": 1,
            "minimum": factor * int(shape.minimum) * 100,
            "maximum": factor * int(shape.maximum) * 100,
        }
        legs.append(
            {
                "stage": "final" if place == last else "session",
                "starts": (starts + place * BETWEEN).isoformat(),
                "seats": seats,
                "advance": advance,
                "coups": shape.coups,
                "limits": [step],
            }
        )
    return legs
