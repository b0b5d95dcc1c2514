"""Heats, sessions and prizes asked about as a director asks, and what is answered."""

import json
from collections.abc import Callable
from typing import Any

from sabot.tournament.questions import answer_prizes, answer_rank, answer_wagers

Json = dict[str, Any]

RESULTS = {
    "player": ["9S", "5H", "KD", "KC"],
    "banker": ["4S", "5H", "KD", "KC", "8H"],
    "tie": ["9S", "9H", "KD", "KC"],
}
SEVEN_UP = {
    "player": ["KC", "AD", "TH"],
    "banker": ["9C", "KD", "TH"],
    "tie": ["9C", "2D", "TH"],
}
"""Cards with which a coup ends so; in 7-Up the Player's hand is headed by the printed 7."""


def asked(answer: Callable[[bytes], bytes], question: Json) -> Json:
    found: Json = json.loads(answer(json.dumps(question).encode()))
    if "error" in found:
        error = found["error"]
        assert set(error) == {"code", "clause", "message"}
        assert error["message"].endswith(".") and len(error["message"]) < 400
        assert "\n" not in error["message"] and "Traceback" not in error["message"]
    return found


def heat(game: str, *players: Json, result: str = "player", **fields: Any) -> Json:
    """The answer to one coup with a minimum of 100 and a maximum of 1,000."""
    cards = (SEVEN_UP if game == "star-seven-up" else RESULTS)[result]
    question = {"rulebook": game, "minimum": "100", "maximum": "1000", "cards": cards}
    return asked(answer_wagers, {**question, "players": list(players), **fields})


def player(
    chips: str, *laid: tuple[str, str], name: str = "ann", passes: bool = False, **fields: Any
) -> Json:
    open_ = [{"on": on, "amount": amount} for on, amount in laid]
    return {"name": name, "chips": chips, "box": 1, "open": open_, "pass": passes, **fields}


def form(on: str | None, amount: str | None) -> Json:
    return {"undisclosed": {"on": on, "amount": amount}}


def one(game: str, who: Json, result: str = "player", **fields: Any) -> Json:
    """The only player after the coup."""
    (found,) = heat(game, who, result=result, **fields)["players"]
    return dict(found)


def counts(after: Json) -> list[str]:
    return [each["counts"] for each in after["settled"]]


def rank(game: str, advance: int, standing: list[tuple[str, str]], **fields: Any) -> Json:
    players = [{"name": name, "chips": chips} for name, chips in standing]
    return asked(answer_rank, {"rulebook": game, "advance": advance, "in": players, **fields})


def gone(name: str, coup: int, residual: str, wager: str, collected: int | None = None) -> Json:
    return {
        "name": name,
        "coup": coup,
        "residual": residual,
        "wager": wager,
        "collected": collected,
    }


def prizes(game: str, entries: int, fee: str, **fields: Any) -> Json:
    return asked(answer_prizes, {"rulebook": game, "entries": entries, "fee": fee, **fields})


def paid(answer: Json) -> list[str]:
    return [each["amount"] for each in answer["places"]]


def code(answer: Json) -> tuple[str, str | None]:
    return answer["error"]["code"], answer["error"]["clause"]
