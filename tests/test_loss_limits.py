"""A player's Loss Limit holds at a table of any game, by the document's clause where it has one."""

import json
from typing import Any

import pytest

from compliance.nights import Night, audited
from games import GAMES
from sabot import RULEBOOKS
from sabot.rules import Choice
from sabot.table.limits.limits import chip_step
from sabot.table.shoe.cards import due
from sabot.table.state import BETTING
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


def cut_of(night: Night) -> list[dict[str, Any]]:
    """Return the part of the last coup that the first card cut."""
    lines = (json.loads(line) for line in night.lines())
    started = [each for each in lines if each["what"].startswith("coup-started/")]
    cuts: list[dict[str, Any]] = started[-1]["cuts"]
    return cuts


def lowered(night: Night, amount: str) -> Night:
    """alice lowers her limit while $100 of hers lie on the layout; then the first card comes."""
    night.do("place-wager", *ALICE, **wager(night, "100"))
    night.do("no-more-bets")
    ask(night.floor, "set-loss-limit", "alice", actor="alice", role="player", amount=amount)
    night.decision = lambda box: "stand"  # type: ignore[method-assign]
    night.deal()
    if night.table.phase == BETTING:  # the cutting card was the first
        night.cards()
        night.deal()
    return night


@pytest.mark.parametrize("game", GAMES)
def test_one_that_is_lowered_holds_for_a_wager_that_lies(game: str) -> None:
    """The stake was cut at one game, and lost in full at the others."""
    night = lowered(Night(game), "40")
    gaming, cuts = RULEBOOKS[game].conduct.gaming, cut_of(night)
    assert [(cut["live"], cut["returned"]) for cut in cuts] == [(40_00, 60_00)]
    assert cuts[0]["clause"] == (gaming.live_part if gaming else None)
    assert night.table.balances["chips@layout"] == 40_00
    night.finish()
    assert night.table.patrons["alice"].lost <= 40_00
    assert audited(night.lines()) == []


@pytest.mark.parametrize("game", GAMES)
def test_one_that_leaves_room_for_the_wager_cuts_nothing(game: str) -> None:
    assert cut_of(lowered(Night(game), "100")) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_limit_below_the_smallest_chip_takes_the_wager_back(game: str) -> None:
    """Nothing is live; a box with no stake left gets no card, and no player is asked to draw."""
    night = lowered(Night(game), "0.20")
    assert night.table.balances.get("chips@layout", 0) == 0
    if night.table.book.procedure.takes_boxes:
        assert night.table.round.boxes == () and not night.table.round.stakes
    night.finish()
    assert night.table.patrons["alice"].lost == 0
    assert audited(night.lines()) == []


def test_a_box_that_keeps_a_stake_is_dealt_beside_one_that_does_not() -> None:
    night = Night("star-lucky-draw")
    night.do("place-wager", "bob", "player", player="bob", on="enter", amount="10", box=3)
    lowered(night, "0.20")
    assert night.table.round.boxes == (3,)
    night.finish()
    assert audited(night.lines()) == []


def test_a_wager_that_no_clause_rounds_stays_payable() -> None:
    """Canberra pays 19 to 20 on Banker: what stays live is what chips can pay."""
    night = Night("canberra-mini", scheme="commission")
    night.do("place-wager", *ALICE, player="alice", on="banker", amount="200")
    night.do("no-more-bets")
    ask(night.floor, "set-loss-limit", "alice", actor="alice", role="player", amount="77")
    night.deal()
    live, step = cut_of(night)[0]["live"], chip_step(night.table, "banker")
    assert live == 77_00 - 77_00 % step
    night.finish()
    assert audited(night.lines()) == []
