"""A player's Loss Limit holds at a table of any game, by the document's clause where it has one."""

import json
from typing import Any

import pytest

from compliance.nights import GAMES, Night, audited
from sabot import RULEBOOKS
from sabot.rules import Choice
from sabot.table.shoe.cards import due
from support.accounts import ask

ALICE = ("alice", "player")


def limited(game: str, amount: str = "100", **more: Any) -> Night:
    """alice sits with $10,000 of her account, and limits her loss then."""
    night = Night(game)
    who = {"actor": "alice", "role": "player"}
    ask(night.floor, "set-loss-limit", "alice", **who, amount=amount, **more)
    return night


def wager(night: Night, amount: str) -> dict[str, Any]:
    bet = next(each for each in night.bets if each["player"] == "alice")
    return {**bet, "amount": amount}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("period", ["day", "week", "month"])
def test_no_wager_goes_past_it(game: str, period: str) -> None:
    """A limit of $100 was refused at one game and ignored at the others."""
    night = limited(game, period=period)
    said = {"id": "past", "do": "place-wager", "actor": "alice", "role": "player"}
    answer = night.floor.do("1", night.floor.read(json.dumps({**said, **wager(night, "101")})))
    assert answer.rejected is not None and answer.rejected.code == "loss-limit"
    gaming = RULEBOOKS[game].conduct.gaming
    assert answer.rejected.clause == (gaming.bar if gaming else None)
    night.do("place-wager", *ALICE, **wager(night, "100"))
    assert night.no("place-wager", *ALICE, **wager(night, "5")) in ("loss-limit", "one-each")
    assert audited(night.lines()) == []


def test_a_card_that_costs_a_wager_is_not_drawn_past_it() -> None:
    """The DRAW wager of Lucky Draw is as much as ENTER: it counts too."""
    night = limited("star-lucky-draw", "150")
    night.do("place-wager", *ALICE, **wager(night, "100"))
    night.do("no-more-bets")
    night.deal()
    while not isinstance(due(night.table), Choice):
        night._step()
    if not night.table.round.counts:
        night.do("announce-counts")
    assert night.no("decide-hand", *ALICE, box=1, decision="draw") == "loss-limit"
    night.do("decide-hand", *ALICE, box=1, decision="stand")
