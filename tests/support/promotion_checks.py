"""Promotional prizes in the four documents, checked under each one's clauses.

A check takes the rulebook's id and the clause that has to be cited.
"""

import json
from datetime import datetime, timedelta
from typing import Any

from sabot.promotions.terms import read_terms
from sabot.promotions.terms_check import check

STARTS = datetime.fromisoformat("2026-12-01T10:00:00+11:00")
TERMS: dict[str, Any] = {
    "awarded": "by draw",
    "where": "main floor",
    "when": datetime.fromisoformat("2026-12-24T21:00:00+11:00"),
    "eligible": "whoever is of age and holds a ticket",
    "minimum_wager": "none",
    "nature": "as listed, without guarantee",
    "entries_close": datetime.fromisoformat("2026-12-24T20:00:00+11:00"),
    "held": "main floor, 24 December 2026, 9 pm",
    "claim": "at the desk within seven days",
    "attendance": True,
    "notified": "called out",
    "published": "at the desk and on the web",
    "delivery": "handed over at the desk",
    "marketing": True,
    "available": "at the desk and on the web",
    "scrutineer": "Ms Lee",
}
PRIZE: dict[str, Any] = {
    "kind": "goods",
    "description": "a hamper",
    "value": "250.00",
    "conditions": "none",
}
CAR = {"make": "Holden", "model": "HQ", "accessories": "none", "on_road_costs": True}
FRIDGE = {"make": "Kelvin", "model": "K2", "accessories": "ice tray"}
VOYAGE = {"persons": 2, "includes": "flights", "dates": "by June", "spending_money": False}
HOUSE = {
    "dwelling": "a flat",
    "plans": "at the desk",
    "contract": "at the desk",
    "easements": "none",
    "address": "1 High Street",
    "includes": "conveyancing",
}
DETAILS: dict[str, dict[str, Any]] = {
    "vehicle": CAR,
    "appliance": FRIDGE,
    "travel": VOYAGE,
    "real-estate": HOUSE,
}
LEFT_OUT: Any = object()


def toml(value: Any) -> str:
    """A value as TOML has it."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value) if isinstance(value, str | bool) else str(value)


def table(said: dict[str, Any]) -> str:
    return "".join(f"{key} = {toml(v)}\n" for key, v in said.items() if v is not LEFT_OUT)


def prize(kind: str = "goods", **changes: Any) -> dict[str, Any]:
    """A prize of that kind with all that it must say."""
    return {**PRIZE, "kind": kind, **DETAILS.get(kind, {}), **changes}


def form(
    games: list[str], prizes: list[dict[str, Any]], head: dict[str, Any], terms: dict[str, Any]
) -> str:
    """Complete terms, but for what is changed."""
    first = {"rulebooks": games, "submitted": STARTS - timedelta(days=3), "starts": STARTS, **head}
    listed = "".join(f"[[prizes]]\n{table(each)}" for each in prizes)
    return f"{table(first)}[terms]\n{table({**TERMS, **terms})}{listed}"


def lines(
    game: str | list[str], *prizes: dict[str, Any], head: dict[str, Any] | None = None, **terms: Any
) -> list[tuple[str, str, str]]:
    """Return the findings: item, clause and rulebook."""
    games = [game] if isinstance(game, str) else game
    found = check(read_terms(form(games, list(prizes) or [prize()], head or {}, terms).encode()))
    assert all(each.message.endswith(".") for each in found)
    return [(each.item, each.clause, each.rulebook) for each in found]


# What the terms must say


def term(game: str, clause: str, key: str) -> None:
    assert lines(game) == []
    assert lines(game, **{key: LEFT_OUT}) == [(key, clause, game)]
    blank: dict[str, Any] = {key: "  "}
    assert lines(game, **blank) == [(key, clause, game)], "a blank text says nothing"


def terms(game: str, clause: str, *keys: str) -> None:
    for key in keys:
        term(game, clause, key)


def least(game: str, key: str, said: Any) -> None:
    """The least that can be said will do."""
    assert lines(game, **{key: said}) == []


def made_known(game: str, clause: str) -> None:
    for key in ("marketing", "available"):
        term(game, clause, key)
    assert lines(game, marketing=False) == [("marketing", clause, game)]


def made_known_nearest_miss(game: str) -> None:
    assert lines(game, available="by mail") == []


# What a prize must say


def no_prize(game: str, clause: str) -> None:
    for none_at_all in ("", "prizes = []\n"):
        text = form([game], [], {}, {})
        at = text.index("[terms]")
        found = check(read_terms(f"{text[:at]}{none_at_all}{text[at:]}".encode()))
        assert [(each.item, each.clause) for each in found] == [("prizes", clause)]


def any_prize(game: str, clause: str) -> None:
    for key in PRIZE:
        assert lines(game, prize(**{key: LEFT_OUT})) == [(key, clause, game)]
        assert lines(game, prize(), prize(**{key: ""})) == [(key, clause, game)]


def every_prize(game: str, clause: str) -> None:
    no_prize(game, clause)
    any_prize(game, clause)


def any_prize_nearest_miss(game: str) -> None:
    assert lines(game, prize(description="x", value="0.01", conditions="none")) == []


def detail(game: str, clause: str, kind: str, *keys: str) -> None:
    assert lines(game, prize(kind)) == []
    for key in keys:
        assert lines(game, prize(kind, **{key: LEFT_OUT})) == [(key, clause, game)]


def least_detail(game: str, kind: str, *keys: str) -> None:
    """Another thing does not have to say it."""
    other = prize(kind, **dict.fromkeys(keys, LEFT_OUT))
    assert lines(game, {**other, "kind": "goods"}) == []


# What no prize may be


def forbidden(game: str, clause: str, kind: str) -> None:
    assert lines(game, prize(), prize(kind)) == [("kind", clause, game)]


def least_forbidden(game: str, kind: str) -> None:
    assert lines(game, prize("voucher", description=f"everything but {kind}")) == []


def litres(game: str, clause: str) -> None:
    line = [("litres", clause, game)]
    for much in (21, 20.001, 1e9):
        assert lines(game, prize("liquor", litres=much)) == line
        assert lines(game, prize("goods", litres=much)) == line, "a hamper includes it"
    assert lines(game, prize("liquor")) == line


def litres_nearest_miss(game: str) -> None:
    assert lines(game, prize("liquor", litres=20), prize("liquor", litres=20.0)) == []
    assert lines(game, prize("liquor", litres=0.75)) == []


# Money


def scrutineer(game: str, clause: str) -> None:
    dear, line = prize(value="10000.01"), [("scrutineer", clause, game)]
    for nobody in (LEFT_OUT, " ", "none"):
        assert lines(game, prize(), dear, dear, scrutineer=nobody) == line
    assert lines(game, dear) == []


def scrutineer_nearest_miss(game: str) -> None:
    """Each prize by itself, and strictly more."""
    assert lines(game, *[prize(value="10000.00")] * 3, scrutineer=LEFT_OUT) == []


DOLLARS = ("slots-dollars", "casino-dollars")


def no_money_for(game: str, clause: str, *kinds: str) -> None:
    for kind in kinds:
        for way in ("cheque", "transfer"):
            found = lines(game, prize(kind, money_instead=way))
            assert found == [("money_instead", clause, game)]


def money_for(game: str, *kinds: str) -> None:
    for kind in kinds:
        for way in ("none", ""):
            assert lines(game, prize(kind, money_instead=way)) == []
    for way in ("cheque", "transfer"):
        assert lines(game, prize(money_instead=way)) == []


def cash_by_law(game: str) -> None:
    """The document allows it, and the Act does not."""
    assert lines(game, prize("cash")) == [("kind", "CCA 76A", game)]
    assert lines(game, prize(money_instead="cash")) == [("money_instead", "CCA 76A", game)]
    for given in (prize("cash"), prize(money_instead="cash")):
        assert lines(game, given, head={"law": False}) == []


# The regulator


def submitted(game: str, clause: str) -> None:
    line = [("submitted", clause, game)]
    late = STARTS - timedelta(hours=24) + timedelta(seconds=1)
    assert lines(game, head={"submitted": late}) == line
    for missing in ({"submitted": LEFT_OUT}, {"starts": LEFT_OUT}):
        assert lines(game, head=missing) == line
    assert lines(game, head={"submitted": LEFT_OUT, "starts": LEFT_OUT}) == line


def submitted_nearest_miss(game: str) -> None:
    assert lines(game, head={"submitted": STARTS - timedelta(hours=24)}) == []
